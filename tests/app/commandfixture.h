// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: runs the program as a script does, without a display, with a sandbox service of its
// own.

#pragma once

#include "sandbox/server.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <memory>

namespace relaybook::testing {

struct Outcome
{
    int code = -1;
    QString out;
    QString err;
    [[nodiscard]] QJsonObject json() const
    {
        return QJsonDocument::fromJson(out.toUtf8()).object();
    }
};

class CommandFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

protected:
    /// What these tests need and this computer does not have, as a sentence; then they are skipped.
    [[nodiscard]] virtual QString missing() const { return {}; }
    void startServer(int transactions, sandbox::Offer offer = {});
    [[nodiscard]] QProcessEnvironment environment() const;
    void begin(QProcess &process, const QStringList &words, const QString &dataDir = {}) const;
    [[nodiscard]] Outcome run(const QStringList &words, const QString &dataDir = {}) const;
    /// As Ctrl+C does. It must end soon and say `says`, although what it does never ends by itself.
    static void interrupt(QProcess &process, const char *says);
    /// Why interrupt() cannot be used on this system; empty if it can.
    [[nodiscard]] static QString whyNoInterrupt();
    [[nodiscard]] QString file(const char *name) const
    {
        return m_folder->filePath(QLatin1String(name));
    }
    static QByteArray contentOf(const QString &path)
    {
        QFile opened(path);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }

    /// Starts another sandbox with the same options as startServer().
    [[nodiscard]] static std::unique_ptr<sandbox::Server> newServer(int transactions,
                                                                    sandbox::Offer offer = {});

    std::unique_ptr<sandbox::Server> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_program; ///< relaybookProgram(), unless a test runs a copy
    bool m_personal = true;
    bool m_reseller = true;
    QString m_timeZone = QStringLiteral("Europe/Berlin");
    QByteArray m_token; ///< used instead of the server's token
    QString m_service;  ///< used instead of the server's address
    /// The environment of the program, before the variables of the fixture.
    QProcessEnvironment m_base = QProcessEnvironment::systemEnvironment();
};

} // namespace relaybook::testing
