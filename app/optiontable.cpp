// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/optiontable.h"

#include "app/commandtable.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace relaybook {
namespace {

struct OptionText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::OptionText)
};

std::vector<OptionInfo> makeOptions()
{
    return {
        {.name = QStringLiteral("sandbox"),
         .value = OptionInfo::Value::None,
         .valueName = {},
         .isForWindow = true,
         .help = OptionText::tr("Open the built-in sandbox: a complete service with sample data, "
                                "on this computer only. No account is needed.")},
        {.name = QStringLiteral("sandbox-rate-limit"),
         .value = OptionInfo::Value::None,
         .valueName = {},
         .isForWindow = true,
         .help = OptionText::tr("Limit the requests to the built-in sandbox like those to a real "
                                "service: loading all transactions takes about ten minutes."),
         .more = OptionText::tr("Without this option the built-in sandbox has no limit. It applies "
                                "when the sandbox starts, so not to a window in which the sandbox "
                                "was already opened.")},
        {.name = QStringLiteral("account"),
         .value = OptionInfo::Value::Text,
         .valueName = QStringLiteral("NAME"),
         .isForWindow = true,
         .help = OptionText::tr("Open this stored account. NAME is your name for it, its name or "
                                "e-mail address at the service, the service's host, or the key "
                                "that relaybook accounts shows; at least four characters of the "
                                "key."),
         .more = OptionText::tr("The host is given with its port if another account needs that to "
                                "be told apart. If several accounts match, none is opened and "
                                "they are listed. Cannot be used together with --service or "
                                "--sandbox.")},
        {.name = QStringLiteral("service"),
         .value = OptionInfo::Value::Text,
         .valueName = QStringLiteral("URL"),
         .isForWindow = true,
         .help = OptionText::tr("Connect to this service (https, or http to this computer only). "
                                "The personal token and the Reseller Key are read from the "
                                "variables RELAYBOOK_PERSONAL_TOKEN and RELAYBOOK_RESELLER_KEY if "
                                "set.")},
        {.name = QStringLiteral("offline"),
         .value = OptionInfo::Value::None,
         .valueName = {},
         .isForWindow = true,
         .help = OptionText::tr("Show stored data only. Send no requests."),
         .more = OptionText::tr("If the window is already open without it, Relaybook says so and "
                                "exits with 5.")},
        {.name = QStringLiteral("data-dir"),
         .value = OptionInfo::Value::Folder,
         .valueName = QStringLiteral("DIR"),
         .isForWindow = true,
         .help = OptionText::tr("Store all data in DIR instead of the default folder.")},
        {.name = QStringLiteral("json"),
         .value = OptionInfo::Value::None,
         .valueName = {},
         .isForWindow = false,
         .help = OptionText::tr("Write the result to standard output as one line of JSON.")},
        {.name = QStringLiteral("proxy"),
         .value = OptionInfo::Value::Text,
         .valueName = QStringLiteral("URL"),
         .isForWindow = false,
         .help = OptionText::tr(
             "Reach the service through this proxy instead of the one in the account's settings: "
             "http://HOST:PORT, socks5://HOST:PORT, “system” (the one of the environment, "
             "https_proxy, or of the system), or “none”. A user name and a password are written "
             "before the host, USER:PASSWORD@, percent-encoded. Other users of this computer can "
             "see a command line: if there is a password, set https_proxy in the environment and "
             "use --proxy system. Only for commands that send requests."),
         .more = OptionText::tr("Services on this computer are always reached directly."),
         .words = {QStringLiteral("system"), QStringLiteral("none")}},
        {.name = QStringLiteral("ca-file"),
         .value = OptionInfo::Value::File,
         .valueName = QStringLiteral("FILE"),
         .isForWindow = false,
         .help = OptionText::tr("Trust the certificate authorities in this PEM file as well as "
                                "the system's, instead of those in the account's settings. Only "
                                "for commands that send requests.")},
        {.name = QStringLiteral("wait"),
         .value = OptionInfo::Value::Text,
         .valueName = QStringLiteral("SECONDS"),
         .isForWindow = false,
         .help = OptionText::tr("Wait at most this long (0 to 3600, 60 by default) until the "
                                "window or another command has ended, then end with exit code 3."),
         .more = OptionText::tr("With 0, do not wait. If the data is still in use then, no request "
                                "was sent. Ctrl+C ends the waiting at once.")},
        {.name = QStringLiteral("stored"),
         .value = OptionInfo::Value::None,
         .valueName = {},
         .isForWindow = false,
         .help = OptionText::tr("Check stored data only. Sends no requests."),
         .more = OptionText::tr("Does not wait, and the result is not stored.")},
        {.name = QStringLiteral("format"),
         .value = OptionInfo::Value::Text,
         .valueName = QStringLiteral("FORMAT"),
         .isForWindow = false,
         .help = OptionText::tr("csv, csv-excel, json or xlsx. csv is for scripts and the same on "
                                "every computer. csv-excel is to be opened in Excel: it has the "
                                "decimal sign and the separator of the locale."),
         .more = OptionText::tr("csv-excel begins with a byte order mark. For CSV, the provenance "
                                "is written to a second file, FILE.provenance.json; JSON and XLSX "
                                "files contain it."),
         .words = {QStringLiteral("csv"), QStringLiteral("csv-excel"), QStringLiteral("json"),
                   QStringLiteral("xlsx")}},
        {.name = QStringLiteral("out"),
         .value = OptionInfo::Value::File,
         .valueName = QStringLiteral("FILE"),
         .isForWindow = false,
         .help = OptionText::tr("The file to write. If it exists, it is replaced when the new one "
                                "is complete.")},
        {.name = QStringLiteral("from"),
         .value = OptionInfo::Value::Text,
         .valueName = QStringLiteral("DATE"),
         .isForWindow = false,
         .help = OptionText::tr("Only transactions from this day on: a whole day in this "
                                "computer's time zone (2026-11-20).")},
        {.name = QStringLiteral("to"),
         .value = OptionInfo::Value::Text,
         .valueName = QStringLiteral("DATE"),
         .isForWindow = false,
         .help = OptionText::tr("Only transactions up to the end of this day.")},
        {.name = QStringLiteral("type"),
         .value = OptionInfo::Value::Text,
         .valueName = QStringLiteral("TYPE"),
         .isForWindow = false,
         .help = OptionText::tr("Only transactions of this type, or of several: purchase,refund.")},
        {.name = QStringLiteral("query"),
         .value = OptionInfo::Value::Text,
         .valueName = QStringLiteral("TEXT"),
         .isForWindow = false,
         .help = OptionText::tr("Only rows that match this search query, written as in the search "
                                "field of the window.")},
    };
}

qsizetype commandsWith(const QString &option)
{
    const auto &all = allCommands();
    return std::count_if(all.begin(), all.end(), [&option](const CommandInfo &command) {
        return command.options.contains(option);
    });
}

template <class Predicate>
std::vector<OptionInfo> optionsThat(Predicate matches)
{
    std::vector<OptionInfo> some;
    std::copy_if(allOptions().begin(), allOptions().end(), std::back_inserter(some), matches);
    return some;
}

} // namespace

const std::vector<OptionInfo> &allOptions()
{
    static const std::vector<OptionInfo> options = makeOptions();
    return options;
}

std::vector<OptionInfo> optionsOfProgram()
{
    return {
        {.name = QStringLiteral("version"),
         .value = OptionInfo::Value::None,
         .valueName = {},
         .isForWindow = true,
         .help = OptionText::tr("Show the versions of Relaybook, of its libraries, and the commit "
                                "it was built from.")},
        {.name = QStringLiteral("help"),
         .value = OptionInfo::Value::None,
         .valueName = {},
         .isForWindow = true,
         .help = OptionText::tr("Show this help.")},
    };
}

std::vector<OptionInfo> optionsOfWindow()
{
    return optionsThat([](const OptionInfo &option) { return option.isForWindow; });
}

std::vector<OptionInfo> optionsOfCommands()
{
    return optionsThat([](const OptionInfo &option) {
        return !option.isForWindow && commandsWith(option.name) > 1;
    });
}

std::vector<OptionInfo> optionsOnlyOf(const CommandInfo &command)
{
    return optionsThat([&command](const OptionInfo &option) {
        return !option.isForWindow && command.options.contains(option.name) &&
               commandsWith(option.name) == 1;
    });
}

std::vector<ExitCodeInfo> allExitCodes()
{
    return {
        {0, OptionText::tr("Done. check-ledger: the ledger is consistent.")},
        {1, OptionText::tr("check-ledger: the ledger is not consistent. Or the window could not "
                           "use its data folder and showed a message.")},
        {2, OptionText::tr("Failed or incomplete: standard error says why.")},
        {3, OptionText::tr("Another copy of Relaybook still used the data after --wait.")},
        {4, OptionText::tr("export: the file was written, but not every transaction of the service "
                           "was stored. Run sync and export again.")},
        {5, OptionText::tr("The window was to be opened with --offline, but it is already open "
                           "without.")},
        {130, OptionText::tr("Interrupted by Ctrl+C or SIGTERM, within two seconds. What was "
                             "stored before stays.")},
    };
}

} // namespace relaybook
