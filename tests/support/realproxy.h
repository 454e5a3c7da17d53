// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a real proxy server for a test: tinyproxy or squid (HTTP), or microsocks (SOCKS5).

#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace relaybook::testing {

/// Listens on 127.0.0.1 and wants `user` and `password`, unless these are empty.
class RealProxy
{
public:
    enum class Kind {
        Http, ///< tinyproxy
        Socks5,
        Squid, ///< HTTP
    };

    RealProxy() = default;
    RealProxy(const RealProxy &) = delete;
    RealProxy &operator=(const RealProxy &) = delete;
    ~RealProxy() { stop(); }

    /// Why the program is missing, if it is; on Debian that is a failure of the test.
    [[nodiscard]] static QString whyMissing(Kind kind);
    [[nodiscard]] static bool mustExist();

    /// False if it does not listen after a while.
    [[nodiscard]] bool start(Kind kind, const QString &user = {}, const QString &password = {});
    void stop();
    [[nodiscard]] quint16 port() const { return m_port; }

private:
    [[nodiscard]] bool tryStart(Kind kind, const QString &user, const QString &password);
    [[nodiscard]] QStringList httpArguments(const QString &user, const QString &password);
    [[nodiscard]] QStringList squidArguments(const QString &user, const QString &password);
    [[nodiscard]] QString write(const QString &name, const QByteArray &bytes) const;

    QProcess m_process;
    QTemporaryDir m_folder;
    quint16 m_port = 0;
};

} // namespace relaybook::testing

/// Skips the test where the proxy's program is not installed; fails it on Debian.
#define NEED_PROXY(kind)                                                                           \
    do {                                                                                           \
        const QString missing = relaybook::testing::RealProxy::whyMissing(kind);                   \
        QVERIFY2(missing.isEmpty() || !relaybook::testing::RealProxy::mustExist(),                 \
                 qPrintable(missing));                                                             \
        if (!missing.isEmpty()) {                                                                  \
            QSKIP(qPrintable(missing));                                                            \
        }                                                                                          \
    } while (false)
