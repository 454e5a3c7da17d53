// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include "api/json/jsonmask.h"
#include "api/types/proxyaddress.h"
#include "app/commandtable.h"

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

using Mode = CommandLine::Mode;
using Problem = std::optional<QString>;

struct CommandLineText
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

/// An option; an empty `value` means a switch. Which commands accept it is in their CommandInfo.
struct Option
{
    const char *name;
    const char *value;
    bool isForWindow;
};
constexpr Option allOptions[] = {
    {"sandbox", "", true},      {"sandbox-rate-limit", "", true},
    {"offline", "", true},      {"data-dir", "DIR", true},
    {"account", "NAME", true},  {"service", "URL", true},
    {"json", "", false},        {"stored", "", false},
    {"wait", "SECONDS", false}, {"format", "FORMAT", false},
    {"out", "FILE", false},     {"from", "DATE", false},
    {"to", "DATE", false},      {"type", "TYPE", false},
    {"query", "TEXT", false},   {"proxy", "URL", false},
};

void addOptions(QCommandLineParser &parser)
{
    parser.addOptions(
        {QCommandLineOption(QStringList{QStringLiteral("h"), QStringLiteral("help")}),
         QCommandLineOption(QStringList{QStringLiteral("v"), QStringLiteral("version")})});
    for (const Option &each : allOptions) {
        QCommandLineOption option(QString::fromLatin1(each.name));
        option.setValueName(QString::fromLatin1(each.value));
        parser.addOption(option);
    }
}

/// A word of the user for a message. It may be the address of a proxy in the wrong place.
QString shownWord(const QString &word)
{
    return QString::fromUtf8(SecretMasker().maskText(word.toStdString()));
}

QString seeHelp()
{
    return CommandLineText::tr("Run relaybook --help to see all commands and options.");
}

Problem checkOptions(const QCommandLineParser &parser, Mode mode)
{
    const CommandInfo *command = commandOf(mode);
    for (const Option &each : allOptions) {
        const QString name = QString::fromLatin1(each.name);
        if (!parser.isSet(name)) {
            continue;
        }
        if (command ? !command->options.contains(name) : !each.isForWindow) {
            return CommandLineText::tr("--%1 cannot be used here. %2").arg(name, seeHelp());
        }
        if (*each.value != '\0' && parser.value(name).isEmpty()) {
            return CommandLineText::tr("--%1 needs a value.").arg(name);
        }
    }
    return std::nullopt;
}

Problem readMode(const QStringList &words, CommandLine &line)
{
    if (words.isEmpty()) {
        return std::nullopt;
    }
    const auto &all = allCommands();
    const auto command = std::find_if(all.begin(), all.end(), [&words](const CommandInfo &each) {
        return each.name == words.constFirst();
    });
    if (command == all.end()) {
        return CommandLineText::tr("“%1” is not a command. %2")
            .arg(shownWord(words.constFirst()), seeHelp());
    }
    const qsizetype most = 1 + command->extraWords;
    if (words.size() > most) {
        return CommandLineText::tr("Unexpected argument “%1”. %2")
            .arg(shownWord(words.at(most)), seeHelp());
    }
    line.mode = command->mode;
    return std::nullopt;
}

/// The three options that name an account.
Problem readAccount(const QCommandLineParser &parser, CommandLine &line)
{
    line.sandbox = parser.isSet(QStringLiteral("sandbox"));
    line.sandboxRateLimit = parser.isSet(QStringLiteral("sandbox-rate-limit"));
    line.service = parser.value(QStringLiteral("service"));
    line.account = parser.value(QStringLiteral("account"));
    if (line.sandbox && !line.service.isEmpty()) {
        return CommandLineText::tr("--sandbox and --service cannot be used together.");
    }
    if (line.sandbox && !line.account.isEmpty()) {
        return CommandLineText::tr("--sandbox and --account cannot be used together.");
    }
    if (!line.service.isEmpty() && !line.account.isEmpty()) {
        return CommandLineText::tr("--service and --account cannot be used together.");
    }
    return std::nullopt;
}

Problem readWait(const QCommandLineParser &parser, CommandLine &line)
{
    const QString name = QStringLiteral("wait");
    if (!parser.isSet(name)) {
        return std::nullopt;
    }
    if (line.stored || line.offline) {
        return CommandLineText::tr(
            "--wait cannot be used with --stored or --offline: stored data is read at once.");
    }
    constexpr int longest = 3600;
    bool isNumber = false;
    line.waitSeconds = parser.value(name).toInt(&isNumber);
    if (!isNumber || line.waitSeconds < 0 || line.waitSeconds > longest) {
        return CommandLineText::tr("--wait needs a number of seconds from 0 to %1, not “%2”.")
            .arg(QString::number(longest), parser.value(name));
    }
    return std::nullopt;
}

Problem readProxy(const QCommandLineParser &parser, CommandLine &line)
{
    const QString name = QStringLiteral("proxy");
    if (!parser.isSet(name)) {
        return std::nullopt;
    }
    if (line.stored || line.offline) {
        return CommandLineText::tr(
            "--proxy cannot be used with --stored or --offline: no request is sent.");
    }
    const QString text = parser.value(name);
    if (text == QLatin1String("none")) {
        line.proxy = NetworkSettings();
    } else if (text == QLatin1String("system")) {
        line.proxy.emplace().proxy = NetworkSettings::Proxy::System;
    } else {
        line.proxy = proxyFromUrl(Secret(text));
    }
    if (!line.proxy) { // the text is not shown, because it may contain a password
        return CommandLineText::tr("--proxy needs http://HOST:PORT, socks5://HOST:PORT, system or "
                                   "none.");
    }
    return std::nullopt;
}

} // namespace

tl::expected<CommandLine, QString> parseCommandLine(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    // QCommandLineParser expects the program's name as the first word.
    if (!parser.parse(QStringList{QStringLiteral("relaybook")} + arguments)) {
        return tl::unexpected(QString(parser.errorText() % u' ' % seeHelp()));
    }
    CommandLine line;
    if (auto problem = readMode(parser.positionalArguments(), line)) {
        return tl::unexpected(*problem);
    }
    // If help is requested, the rest need not be correct.
    if (parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("version"))) {
        line = {};
        line.mode = parser.isSet(QStringLiteral("help")) ? Mode::Help : Mode::Version;
        return line;
    }
    if (auto problem = checkOptions(parser, line.mode)) {
        return tl::unexpected(*problem);
    }
    if (auto problem = readAccount(parser, line)) {
        return tl::unexpected(*problem);
    }
    line.offline = parser.isSet(QStringLiteral("offline"));
    line.dataDir = parser.value(QStringLiteral("data-dir"));
    line.json = parser.isSet(QStringLiteral("json"));
    line.stored = parser.isSet(QStringLiteral("stored"));
    for (const auto &read : {readWait, readProxy}) {
        if (auto problem = read(parser, line)) {
            return tl::unexpected(*problem);
        }
    }
    if (const CommandInfo *command = commandOf(line.mode); command && command->parse) {
        if (auto problem = command->parse(parser, line)) {
            return tl::unexpected(*problem);
        }
    }
    return line;
}

QString commandLineHelp()
{
    QString usages;
    QString commands;
    for (const CommandInfo &each : allCommands()) {
        usages += QStringLiteral("       relaybook ") % each.name % u' ' % each.usage % u'\n';
        commands += each.help;
    }
    const QString usage = CommandLineText::tr(
        "Usage: relaybook [--account NAME | --service URL | --sandbox] [--data-dir DIR]\n"
        "                 [--offline] [--sandbox-rate-limit]\n");
    const QString general = CommandLineText::tr(
        "\n"
        "Run a proxy reseller's business from one window. Without options, Relaybook opens the\n"
        "account that was open last, or a welcome page.\n"
        "\n"
        "  --sandbox          Open the built-in sandbox: a complete service with sample data, on\n"
        "                     this computer only. No account is needed.\n"
        "  --sandbox-rate-limit\n"
        "                     Limit the requests to the built-in sandbox like those to a real\n"
        "                     service: loading all transactions takes about ten minutes.\n"
        "  --account NAME     Open this stored account. NAME is your name for it, its name or\n"
        "                     e-mail address at the service, the service's host, or the key that\n"
        "                     relaybook accounts shows; at least four characters of the key.\n"
        "  --service URL      Connect to this service (https, or http to this computer only). The\n"
        "                     personal token and the Reseller Key are read from the variables\n"
        "                     RELAYBOOK_PERSONAL_TOKEN and RELAYBOOK_RESELLER_KEY if set.\n"
        "  --offline          Show stored data only. Send no requests.\n"
        "  --data-dir DIR     Store all data in DIR instead of the default folder.\n"
        "  --version          Show the version.\n"
        "  --help             Show this help.\n"
        "\n"
        "Commands need no display. They also accept --account, --service, --sandbox and\n"
        "--data-dir. Without the first three they use the account that was used last, other than\n"
        "the sandbox. Tokens are read from the two variables above or, if neither is set, from\n"
        "the keychain of this computer, where the window stores them. Commands write nothing to\n"
        "the keychain. Progress is written to standard error. With --json, the result is written\n"
        "to standard output as JSON.\n"
        "\n"
        "Commands that only read stored data work while the window is open: accounts, export,\n"
        "check-ledger --stored and balance --offline. They write nothing but the exported file.\n"
        "The other commands store new data. While the window or another command is open, they\n"
        "wait until it is closed.\n"
        "\n"
        "  --proxy URL        Reach the service through this proxy instead of the one in the\n"
        "                     account's settings: http://HOST:PORT, socks5://HOST:PORT, “system”\n"
        "                     (the one of the environment, https_proxy, or of the system), or\n"
        "                     “none”. A user name and a password are written before the host,\n"
        "                     USER:PASSWORD@, percent-encoded. Other users of this computer can\n"
        "                     see a command line: if there is a password, set https_proxy in the\n"
        "                     environment and use --proxy system. Only for commands that send\n"
        "                     requests.\n"
        "  --wait SECONDS     Wait at most this long (0 to 3600, 60 by default), then end with\n"
        "                     exit code 3.\n"
        "\n");
    const QString exitCodes = CommandLineText::tr(
        "\n"
        "Other exit codes: 0 done, 2 failed or incomplete (standard error says why), 3 another\n"
        "copy of Relaybook still used the data after --wait, 5 the window was to be opened with\n"
        "--offline, but it is already open without, 130 interrupted.\n");
    return usage % usages % general % commands % exitCodes;
}

} // namespace relaybook
