// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/keyringsession.h"

#include "tests/support/waituntil.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusVirtualObject>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <utility>

namespace relaybook::testing {
namespace {

constexpr int longest = 60'000;

constexpr std::pair<const char *, const char *> folders[] = {
    {"HOME", "home"},
    {"XDG_RUNTIME_DIR", "runtime"},
    {"XDG_DATA_HOME", "data"},
    {"XDG_CONFIG_HOME", "config"},
    {"XDG_CACHE_HOME", "cache"},
    {"TMPDIR", "tmp"},
};

/// Without the folders of activatable services: nothing starts that a test did not start.
constexpr auto busConfiguration = R"(<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=%1</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
)";

/// Prints the address of the bus, and ends when its input ends: with the test program.
constexpr auto withoutKeyring = R"(echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat >/dev/null)";
constexpr auto withKeyring = R"(
if [ "$1" = open ]; then printf password; fi |
    gnome-keyring-daemon --foreground $2 --components=secrets \
        --control-directory="$XDG_RUNTIME_DIR/keyring" >/dev/null &
keyring=$!
echo "$DBUS_SESSION_BUS_ADDRESS"
cat >/dev/null
kill "$keyring"
wait "$keyring")";

constexpr auto keyringPassword = "password"; // as withKeyring has it

const QString keyringName = QStringLiteral("org.freedesktop.secrets");
const QString prompterName = QStringLiteral("org.gnome.keyring.SystemPrompter");

/// A secret as it goes over the bus.
struct BusSecret
{
    QDBusObjectPath session;
    QByteArray parameters;
    QByteArray value;
    QString type;
};

QDBusArgument &operator<<(QDBusArgument &argument, const BusSecret &secret)
{
    argument.beginStructure();
    argument << secret.session << secret.parameters << secret.value << secret.type;
    argument.endStructure();
    return argument;
}

const QDBusArgument &operator>>(const QDBusArgument &argument, BusSecret &secret)
{
    argument.beginStructure();
    argument >> secret.session >> secret.parameters >> secret.value >> secret.type;
    argument.endStructure();
    return argument;
}

QDBusMessage callOfKeyring(const QString &interface, const QString &method,
                           const QVariantList &arguments)
{
    QDBusMessage message = QDBusMessage::createMethodCall(
        keyringName, QStringLiteral("/org/freedesktop/secrets"), interface, method);
    message.setArguments(arguments);
    return message;
}

QDBusObjectPath loginKeyring()
{
    return QDBusObjectPath(QStringLiteral("/org/freedesktop/secrets/collection/login"));
}

} // namespace
} // namespace relaybook::testing

Q_DECLARE_METATYPE(relaybook::testing::BusSecret)

namespace relaybook::testing {

/// Takes the question to the user, and never answers.
class KeyringSession::SilentPrompter final : public QDBusVirtualObject
{
public:
    [[nodiscard]] QString introspect(const QString &) const override { return {}; }
    bool handleMessage(const QDBusMessage &, const QDBusConnection &) override
    {
        wasAsked = true;
        return true;
    }
    bool wasAsked = false;
};

KeyringSession::KeyringSession()
{
    constexpr auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    for (const auto &[variable, name] : folders) {
        (void)QDir().mkdir(path(name), ownerOnly);
    }
}

KeyringSession::~KeyringSession()
{
    stop();
}

bool KeyringSession::isInstalled()
{
    for (const char *program : {"dbus-run-session", "gnome-keyring-daemon", "secret-tool"}) {
        if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty()) {
            return false;
        }
    }
    return true;
}

QString KeyringSession::path(const char *name) const
{
    return m_folder.filePath(QLatin1String(name));
}

QProcessEnvironment KeyringSession::environment() const
{
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    for (const char *other :
         {"DISPLAY", "WAYLAND_DISPLAY", "GNOME_KEYRING_CONTROL", "XDG_CURRENT_DESKTOP",
          "DESKTOP_SESSION", "KDE_FULL_SESSION", "DBUS_SESSION_BUS_ADDRESS"}) {
        all.remove(QLatin1String(other));
    }
    for (const auto &[variable, name] : folders) {
        all.insert(QLatin1String(variable), path(name));
    }
    if (!m_address.isEmpty()) {
        all.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), m_address);
    }
    return all;
}

void KeyringSession::join() const
{
    const QProcessEnvironment all = environment();
    for (const QString &name : QProcessEnvironment::systemEnvironment().keys()) {
        if (!all.contains(name)) {
            qunsetenv(qPrintable(name));
        }
    }
    for (const QString &name : all.keys()) {
        qputenv(qPrintable(name), all.value(name).toLocal8Bit());
    }
}

bool KeyringSession::writeBusConfiguration() const
{
    QFile file(path("bus.conf"));
    return file.open(QIODevice::WriteOnly) &&
           file.write(QString::fromLatin1(busConfiguration).arg(path("runtime")).toUtf8()) > 0;
}

bool KeyringSession::start(State state)
{
    stop();
    if (state == State::NoBus) {
        return true;
    }
    if (!writeBusConfiguration()) {
        return false;
    }
    const bool isOpen = state == State::Open;
    QStringList arguments{QStringLiteral("--config-file=") + path("bus.conf"), QStringLiteral("--"),
                          QStringLiteral("sh"), QStringLiteral("-c")};
    if (state == State::NoKeyring) {
        arguments.append(QString::fromLatin1(withoutKeyring));
    } else {
        arguments << QString::fromLatin1(withKeyring) << QStringLiteral("sh")
                  << (isOpen ? QStringLiteral("open") : QStringLiteral("locked"))
                  << (isOpen ? QStringLiteral("--unlock") : QString());
    }
    m_session.setProcessEnvironment(environment());
    m_session.setStandardErrorFile(QProcess::nullDevice());
    m_session.start(QStringLiteral("dbus-run-session"), arguments);
    if (!waitUntil(
            [this] { return m_session.canReadLine() || m_session.state() == QProcess::NotRunning; },
            std::chrono::milliseconds(longest)) ||
        !m_session.canReadLine()) {
        return false;
    }
    m_address = QString::fromLocal8Bit(m_session.readLine()).trimmed();
    return waitForKeyring(state);
}

bool KeyringSession::waitForKeyring(State state)
{
    m_connection = m_address;
    QDBusConnection bus = QDBusConnection::connectToBus(m_address, m_connection);
    if (!bus.isConnected()) {
        return false;
    }
    if (state == State::LockedAndSilent && !leaveQuestionsOpen()) {
        return false;
    }
    return state == State::NoKeyring ||
           waitUntil([&bus] { return bus.interface()->isServiceRegistered(keyringName).value(); },
                     std::chrono::milliseconds(longest));
}

bool KeyringSession::leaveQuestionsOpen()
{
    QDBusConnection bus(m_connection);
    m_prompter = std::make_unique<SilentPrompter>();
    return bus.registerVirtualObject(QStringLiteral("/org/gnome/keyring/Prompter"),
                                     m_prompter.get()) &&
           bus.registerService(prompterName);
}

bool KeyringSession::isAsking() const
{
    return m_prompter != nullptr && m_prompter->wasAsked;
}

void KeyringSession::refuseQuestions()
{
    QDBusConnection bus(m_connection);
    bus.unregisterService(prompterName);
    bus.unregisterObject(QStringLiteral("/org/gnome/keyring/Prompter"));
    m_prompter.reset();
}

bool KeyringSession::lock() const
{
    const QDBusMessage answer =
        QDBusConnection(m_connection)
            .call(callOfKeyring(QStringLiteral("org.freedesktop.Secret.Service"),
                                QStringLiteral("Lock"),
                                {QVariant::fromValue(QList{loginKeyring()})}));
    return answer.type() == QDBusMessage::ReplyMessage;
}

bool KeyringSession::unlock() const
{
    qDBusRegisterMetaType<BusSecret>();
    const QDBusConnection bus(m_connection);
    const QDBusMessage opened = bus.call(callOfKeyring(
        QStringLiteral("org.freedesktop.Secret.Service"), QStringLiteral("OpenSession"),
        {QStringLiteral("plain"), QVariant::fromValue(QDBusVariant(QString()))}));
    if (opened.type() != QDBusMessage::ReplyMessage || opened.arguments().size() != 2) {
        return false;
    }
    const BusSecret password{opened.arguments().at(1).value<QDBusObjectPath>(),
                             {},
                             QByteArray(keyringPassword),
                             QStringLiteral("text/plain")};
    const QDBusMessage unlocked = bus.call(
        callOfKeyring(QStringLiteral("org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"),
                      QStringLiteral("UnlockWithMasterPassword"),
                      {QVariant::fromValue(loginKeyring()), QVariant::fromValue(password)}));
    return unlocked.type() == QDBusMessage::ReplyMessage;
}

void KeyringSession::stop()
{
    if (!m_connection.isEmpty()) {
        QDBusConnection::disconnectFromBus(m_connection);
        m_connection.clear();
    }
    m_prompter.reset();
    m_address.clear();
    if (m_session.state() != QProcess::NotRunning) {
        m_session.closeWriteChannel();
        if (!m_session.waitForFinished(longest)) {
            m_session.kill();
            m_session.waitForFinished();
        }
    }
}

bool KeyringSession::run(const QStringList &arguments, const QByteArray &input,
                         QByteArray *output) const
{
    QProcess tool;
    tool.setProcessEnvironment(environment());
    tool.start(QStringLiteral("secret-tool"), arguments);
    tool.write(input);
    tool.closeWriteChannel();
    const bool isDone = tool.waitForFinished(longest) && tool.exitCode() == 0;
    if (output != nullptr) {
        *output = tool.readAllStandardOutput();
    }
    return isDone;
}

bool KeyringSession::store(const QString &entry, const QByteArray &text) const
{
    return run({QStringLiteral("store"), QStringLiteral("--label=Relaybook"),
                QStringLiteral("server"), QStringLiteral("Relaybook"), QStringLiteral("user"),
                entry, QStringLiteral("type"), QStringLiteral("plaintext"),
                QStringLiteral("xdg:schema"), QStringLiteral("org.qt.keychain")},
               text);
}

bool KeyringSession::clear(const QString &entry) const
{
    return run({QStringLiteral("clear"), QStringLiteral("server"), QStringLiteral("Relaybook"),
                QStringLiteral("user"), entry},
               {});
}

QByteArray KeyringSession::lookUp(const QString &entry) const
{
    QByteArray found;
    return run({QStringLiteral("lookup"), QStringLiteral("server"), QStringLiteral("Relaybook"),
                QStringLiteral("user"), entry},
               {}, &found)
               ? found
               : QByteArray();
}

} // namespace relaybook::testing
