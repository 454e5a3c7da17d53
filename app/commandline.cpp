// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include "models/tables/ledgerdates.h"

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace relaybook {
namespace {

using Mode = CommandLine::Mode;
using Problem = std::optional<QString>;

struct CommandLineText
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

struct Words
{
    const char *text;
    Mode mode;
};
constexpr Words commands[] = {{"sync", Mode::Sync},
                              {"export", Mode::Export},
                              {"check-ledger", Mode::CheckLedger},
                              {"balance", Mode::Balance},
                              {"accounts", Mode::Accounts}};

/// An option and the commands it belongs to; an empty `value` means a switch.
struct Option
{
    const char *name;
    const char *value;
    std::vector<Mode> modes;
};

const std::vector<Option> &allOptions()
{
    static const std::vector<Option> options{
        {"sandbox", "", {Mode::Window, Mode::Sync, Mode::Export, Mode::CheckLedger, Mode::Balance}},
        {"sandbox-rate-limit", "", {Mode::Window, Mode::Sync, Mode::CheckLedger, Mode::Balance}},
        {"offline", "", {Mode::Window, Mode::Balance}},
        {"data-dir",
         "DIR",
         {Mode::Window, Mode::Sync, Mode::Export, Mode::CheckLedger, Mode::Balance,
          Mode::Accounts}},
        {"account",
         "NAME",
         {Mode::Window, Mode::Sync, Mode::Export, Mode::CheckLedger, Mode::Balance}},
        {"service",
         "URL",
         {Mode::Window, Mode::Sync, Mode::Export, Mode::CheckLedger, Mode::Balance}},
        {"json", "", {Mode::Sync, Mode::Export, Mode::CheckLedger, Mode::Balance, Mode::Accounts}},
        {"stored", "", {Mode::CheckLedger}},
        {"wait", "SECONDS", {Mode::Sync, Mode::CheckLedger, Mode::Balance}},
        {"format", "FORMAT", {Mode::Export}},
        {"out", "FILE", {Mode::Export}},
        {"from", "DATE", {Mode::Export}},
        {"to", "DATE", {Mode::Export}},
        {"type", "TYPE", {Mode::Export}},
        {"query", "TEXT", {Mode::Export}},
    };
    return options;
}

void addOptions(QCommandLineParser &parser)
{
    parser.addOptions(
        {QCommandLineOption(QStringList{QStringLiteral("h"), QStringLiteral("help")}),
         QCommandLineOption(QStringList{QStringLiteral("v"), QStringLiteral("version")})});
    for (const Option &each : allOptions()) {
        QCommandLineOption option(QString::fromLatin1(each.name));
        option.setValueName(QString::fromLatin1(each.value));
        parser.addOption(option);
    }
}

QString seeHelp()
{
    return CommandLineText::tr("Run relaybook --help to see all commands and options.");
}

Problem checkOptions(const QCommandLineParser &parser, Mode mode)
{
    for (const Option &each : allOptions()) {
        const QString name = QString::fromLatin1(each.name);
        if (!parser.isSet(name)) {
            continue;
        }
        if (std::find(each.modes.begin(), each.modes.end(), mode) == each.modes.end()) {
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
    for (const Words &each : commands) {
        if (words.constFirst() == QLatin1String(each.text)) {
            line.mode = each.mode;
        }
    }
    if (line.mode == Mode::Window) {
        return CommandLineText::tr("“%1” is not a command. %2").arg(words.constFirst(), seeHelp());
    }
    const qsizetype most = line.mode == Mode::Export ? 2 : 1;
    if (words.size() > most) {
        return CommandLineText::tr("Unexpected argument “%1”. %2").arg(words.at(most), seeHelp());
    }
    return std::nullopt;
}

Problem readDay(const QCommandLineParser &parser, const QString &name, QDate &day)
{
    if (!parser.isSet(name)) {
        return std::nullopt;
    }
    day = dayOf(parser.value(name));
    if (!day.isValid()) {
        return CommandLineText::tr("--%1 needs a date like 2026-11-20, not “%2”.")
            .arg(name, parser.value(name));
    }
    return std::nullopt;
}

Problem readWhat(const QStringList &words, ExportArguments &exported)
{
    const QString word = words.value(1);
    for (const ExportWhat what :
         {ExportWhat::Transactions, ExportWhat::Proxies, ExportWhat::SubUsers}) {
        if (exportWhatName(what) == word) {
            exported.what = what;
            return std::nullopt;
        }
    }
    return word.isEmpty()
               ? CommandLineText::tr("Choose what to export: transactions, proxies or sub-users.")
               : CommandLineText::tr(
                     "“%1” cannot be exported. Choose transactions, proxies or sub-users.")
                     .arg(word);
}

Problem readExport(const QCommandLineParser &parser, ExportArguments &exported)
{
    if (auto problem = readWhat(parser.positionalArguments(), exported)) {
        return problem;
    }
    const auto format = exportFormatNamed(parser.value(QStringLiteral("format")));
    if (!format) {
        return CommandLineText::tr(
            "Choose a format: --format csv, --format json or --format xlsx.");
    }
    exported.format = *format;
    exported.out = parser.value(QStringLiteral("out"));
    if (exported.out.isEmpty()) {
        return CommandLineText::tr("Choose the file to write: --out FILE.");
    }
    if (exported.what != ExportWhat::Transactions) {
        for (const QString &name :
             {QStringLiteral("from"), QStringLiteral("to"), QStringLiteral("type")}) {
            if (parser.isSet(name)) {
                return CommandLineText::tr("--%1 is for transactions only.").arg(name);
            }
        }
    }
    for (const auto &[name, day] : {std::pair(QStringLiteral("from"), &exported.from),
                                    std::pair(QStringLiteral("to"), &exported.to)}) {
        if (auto problem = readDay(parser, name, *day)) {
            return problem;
        }
    }
    if (exported.from.isValid() && exported.to.isValid() && exported.from > exported.to) {
        return CommandLineText::tr("--from must not be later than --to.");
    }
    for (const QString &type : parser.values(QStringLiteral("type")).join(u',').split(u',')) {
        if (const QString word = type.trimmed(); !word.isEmpty()) {
            exported.types.append(word);
        }
    }
    if (parser.isSet(QStringLiteral("type")) && exported.types.isEmpty()) {
        return CommandLineText::tr("--type needs at least one transaction type.");
    }
    exported.query = parser.value(QStringLiteral("query"));
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
    if (line.readsStoredData()) {
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

} // namespace

tl::expected<CommandLine, QString> parseCommandLine(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    // QCommandLineParser takes the first word for the program's name.
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
    if (auto problem = readWait(parser, line)) {
        return tl::unexpected(*problem);
    }
    if (line.mode == Mode::Export) {
        if (auto problem = readExport(parser, line.exported)) {
            return tl::unexpected(*problem);
        }
    }
    return line;
}

QString commandLineHelp()
{
    return CommandLineText::tr(
        "Usage: relaybook [--account NAME | --service URL | --sandbox] [--data-dir DIR]\n"
        "                 [--offline] [--sandbox-rate-limit]\n"
        "       relaybook accounts [--json]\n"
        "       relaybook sync [--wait SECONDS] [--json]\n"
        "       relaybook export transactions|proxies|sub-users --format csv|json|xlsx --out FILE\n"
        "                 [--from DATE] [--to DATE] [--type TYPE] [--query TEXT] [--json]\n"
        "       relaybook check-ledger [--stored | --wait SECONDS] [--json]\n"
        "       relaybook balance [--offline | --wait SECONDS] [--json]\n"
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
        "  --wait SECONDS     Wait at most this long (0 to 3600, 60 by default), then end with\n"
        "                     exit code 3.\n"
        "\n"
        "  accounts           List the accounts stored on this computer: key, name, address, "
        "whether\n"
        "                     it is signed in, and when it was used last. Does not open the\n"
        "                     keychain.\n"
        "  sync               Load new data from the service and store it on this computer.\n"
        "  export             Write stored data to FILE. An existing file is only replaced when\n"
        "                     the new one is complete. Sends no requests: run sync first.\n"
        "                     Exit code 4: the file was written, but not every transaction was\n"
        "                     stored.\n"
        "      --from, --to   Whole days in this computer's time zone, both included\n"
        "                     (2026-11-20).\n"
        "      --type         Only transactions of this type, or of several: purchase,refund.\n"
        "      --query        Only rows that match this search query, written as in the search\n"
        "                     field of the window.\n"
        "  check-ledger       Load every page of the ledger again and check that each balance\n"
        "                     follows from the one before. Exit code 0: consistent, 1: not\n"
        "                     consistent, 2: incomplete, or it could not be checked.\n"
        "      --stored       Check stored data only. Sends no requests.\n"
        "  balance            Load and show the balance and the traffic left. With --offline,\n"
        "                     show what is stored.\n"
        "\n"
        "Other exit codes: 0 done, 2 failed or incomplete (standard error says why), 3 another\n"
        "copy of Relaybook still used the data after --wait, 130 interrupted.\n");
}

} // namespace relaybook
