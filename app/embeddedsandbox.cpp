// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/embeddedsandbox.h"

#include "models/moduleloader.h"

#include <QCoreApplication>
#include <QDir>

namespace relaybook {

namespace {

struct EmbeddedSandboxWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::EmbeddedSandbox)
};

} // namespace

EmbeddedSandbox::EmbeddedSandbox(const QString &dataDir, sandbox::EmbeddedOptions options)
    : m_options(std::move(options))
{
    m_options.stateDir = QDir(dataDir).filePath(QStringLiteral("sandbox")).toStdU16String();
}

Result<void> EmbeddedSandbox::start()
{
    if (!m_service) {
        QString reason;
        const auto make = reinterpret_cast<sandbox::EmbeddedMaker>(findInModule(
            QStringLiteral("relaybook-sandbox-module"), sandbox::embeddedMaker, reason));
        if (make == nullptr) {
            return localError(
                EmbeddedSandboxWords::tr("The sandbox component is missing or damaged (%1). "
                                         "Reinstall Relaybook. Your accounts are not affected.")
                    .arg(reason));
        }
        m_service.reset(make(m_options));
    }
    if (const auto trouble = m_service->start()) {
        return localError(QString::fromStdString(*trouble));
    }
    return {};
}

Result<void> EmbeddedSandbox::reset()
{
    if (const auto trouble = m_service->reset()) {
        return localError(QString::fromStdString(*trouble));
    }
    return {};
}

QString EmbeddedSandbox::url() const
{
    return QString::fromStdString(m_service->access().url);
}

Secret EmbeddedSandbox::personalToken() const
{
    return Secret(QByteArray::fromStdString(m_service->access().personalToken));
}

Secret EmbeddedSandbox::resellerKey() const
{
    return Secret(QByteArray::fromStdString(m_service->access().resellerKey));
}

QString EmbeddedSandbox::testPage() const
{
    return QString::fromStdString(m_service->access().testPage);
}

} // namespace relaybook
