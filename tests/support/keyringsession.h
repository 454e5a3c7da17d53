// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a real GNOME Keyring for tests: on a session bus of its own, with home, runtime, data,
// config, cache and temporary folders of its own.

#pragma once

#include <QByteArray>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QTemporaryDir>

#include <memory>

class QDBusConnection;

namespace relaybook::testing {

/// The session ends with this object, also if the test program crashes. A test that cannot run it
/// is skipped: if (!KeyringSession::isInstalled()) { QSKIP("…"); }
class KeyringSession
{
public:
    enum class State {
        NoBus,           ///< no session bus
        NoKeyring,       ///< a session bus without a Secret Service
        Locked,          ///< a keyring that is locked; a question to the user is refused at once
        LockedAndSilent, ///< a keyring that is locked; nobody answers the question to the user
        Open,
    };

    KeyringSession();
    KeyringSession(const KeyringSession &) = delete;
    KeyringSession &operator=(const KeyringSession &) = delete;
    ~KeyringSession();

    [[nodiscard]] static bool isInstalled();

    /// Starts the session, or starts it again in another state with the same folders and entries.
    /// False if it did not start in time.
    [[nodiscard]] bool start(State state);
    void stop();

    /// For a process that belongs to this session.
    [[nodiscard]] QProcessEnvironment environment() const;
    /// Makes the test program itself belong to this session. To be called before it uses any bus,
    /// and once only: libraries keep their connection to the bus.
    void join() const;
    /// Contains all folders of the session.
    [[nodiscard]] QString folder() const { return m_folder.path(); }

    // What its user does in the keyring's own program, while the session goes on.
    [[nodiscard]] bool lock() const;
    /// With the password of the keyring.
    [[nodiscard]] bool unlock() const;
    /// From now on, nobody answers the question to the user, as in State::LockedAndSilent.
    [[nodiscard]] bool leaveQuestionsOpen();
    /// Whether a question was asked since then that is not answered.
    [[nodiscard]] bool isAsking() const;
    /// Refuses the question that is open, and all later ones, as in State::Locked.
    void refuseQuestions();

    // What another program does with an entry of Relaybook; only while the keyring is open.
    [[nodiscard]] bool store(const QString &entry, const QByteArray &text) const;
    [[nodiscard]] bool clear(const QString &entry) const;
    /// Empty if there is no such entry.
    [[nodiscard]] QByteArray lookUp(const QString &entry) const;

private:
    class SilentPrompter;

    [[nodiscard]] QString path(const char *name) const;
    [[nodiscard]] bool run(const QStringList &arguments, const QByteArray &input,
                           QByteArray *output = nullptr) const;
    [[nodiscard]] bool writeBusConfiguration() const;
    [[nodiscard]] bool waitForKeyring(State state);

    QTemporaryDir m_folder;
    QProcess m_session;
    QString m_address;
    QString m_connection; ///< name of the test's own connection to the bus
    std::unique_ptr<SilentPrompter> m_prompter;
};

} // namespace relaybook::testing
