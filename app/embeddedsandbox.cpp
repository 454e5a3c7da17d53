// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/embeddedsandbox.h"

#include "sandbox/server.h"

#include <QDir>

namespace relaybook {

EmbeddedSandbox::EmbeddedSandbox(const QString &dataDir, bool rateLimit)
{
    sandbox::Options options;
    options.rateLimit = rateLimit;
    options.stateDir = QDir(dataDir).filePath(u"sandbox"_qs).toStdString();
    m_server = std::make_unique<sandbox::Server>(std::move(options));
}

EmbeddedSandbox::~EmbeddedSandbox() = default;

Result<void> EmbeddedSandbox::start()
{
    if (const auto trouble = m_server->start()) {
        return localError(QString::fromStdString(*trouble));
    }
    return {};
}

Result<void> EmbeddedSandbox::reset()
{
    if (const auto trouble = m_server->reset()) {
        return localError(QString::fromStdString(*trouble));
    }
    return {};
}

QString EmbeddedSandbox::url() const
{
    return QString::fromStdString(m_server->access().url);
}

Secret EmbeddedSandbox::personalToken() const
{
    return Secret(QByteArray::fromStdString(m_server->access().personalToken));
}

Secret EmbeddedSandbox::resellerKey() const
{
    return Secret(QByteArray::fromStdString(m_server->access().resellerKey));
}

} // namespace relaybook
