// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/embeddedsandbox.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibrary>

namespace relaybook {

namespace {

struct EmbeddedSandboxWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::EmbeddedSandbox)
};

/// Null with the reason where there is no such module, or not one of this program.
sandbox::EmbeddedMaker loadMaker(QString &reason)
{
    // Where packages put it, in a bundle, and beside the program.
    for (const QString &folder : {u"../lib/relaybook"_qs, u"../PlugIns"_qs, u"."_qs}) {
        const QDir place(QCoreApplication::applicationDirPath() % u'/' % folder);
        QLibrary module(place.filePath(u"relaybook-sandbox-module"_qs));
        if (const QFunctionPointer maker = module.resolve(sandbox::embeddedMaker)) {
            return reinterpret_cast<sandbox::EmbeddedMaker>(maker);
        }
        // What is there and does not load says more than what is not there.
        if (reason.isEmpty() || !place.entryList({u"relaybook-sandbox-module*"_qs}).isEmpty()) {
            reason = module.errorString();
        }
    }
    return nullptr;
}

} // namespace

EmbeddedSandbox::EmbeddedSandbox(const QString &dataDir, bool rateLimit)
{
    m_options.stateDir = QDir(dataDir).filePath(u"sandbox"_qs).toStdU16String();
    m_options.rateLimit = rateLimit;
}

Result<void> EmbeddedSandbox::start()
{
    if (!m_service) {
        QString reason;
        const sandbox::EmbeddedMaker make = loadMaker(reason);
        if (make == nullptr) {
            return localError(EmbeddedSandboxWords::tr(
                                  "The sandbox is missing from this installation or does not fit "
                                  "it (%1). Install Relaybook again; accounts are not affected.")
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

} // namespace relaybook
