// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include "api/json/jsonmask.h"
#include "api/types/proxyaddress.h"
#include "app/commandtable.h"
#include "app/optiontable.h"

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>

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

void addOptions(QCommandLineParser &parser)
{
    parser.addOptions(
        {QCommandLineOption(QStringList{QStringLiteral("h"), QStringLiteral("help")}),
         QCommandLineOption(QStringList{QStringLiteral("v"), QStringLiteral("version")})});
    // Only for the uninstaller: people sign out or remove an account in the window.
    parser.addOption(QCommandLineOption(QStringLiteral("remove-secrets")));
    for (const OptionInfo &each : allOptions()) {
        QCommandLineOption option(each.name);
        option.setValueName(each.valueName);
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
    for (const OptionInfo &each : allOptions()) {
        const QString &name = each.name;
        if (!parser.isSet(name)) {
            continue;
        }
        if (command ? !command->options.contains(name) : !each.isForWindow) {
            return CommandLineText::tr("--%1 cannot be used here. %2").arg(name, seeHelp());
        }
        if (each.value != OptionInfo::Value::None && parser.value(name).isEmpty()) {
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

Problem readCaFile(const QCommandLineParser &parser, CommandLine &line)
{
    const QString name = QStringLiteral("ca-file");
    if (!parser.isSet(name)) {
        return std::nullopt;
    }
    if (line.stored || line.offline) {
        return CommandLineText::tr(
            "--ca-file cannot be used with --stored or --offline: no request is sent.");
    }
    if (parser.value(name).isEmpty()) {
        return CommandLineText::tr("--ca-file needs a file.");
    }
    line.caFile = QFileInfo(parser.value(name)).absoluteFilePath();
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
    if (parser.isSet(QStringLiteral("remove-secrets"))) {
        for (const QString &name : parser.optionNames()) {
            if (name != QLatin1String("remove-secrets") && name != QLatin1String("data-dir")) {
                return tl::unexpected(
                    CommandLineText::tr("--%1 cannot be used here. %2").arg(name, seeHelp()));
            }
        }
        if (line.mode != Mode::Window) {
            return tl::unexpected(CommandLineText::tr("--%1 cannot be used here. %2")
                                      .arg(QStringLiteral("remove-secrets"), seeHelp()));
        }
        line.mode = Mode::RemoveSecrets;
        line.dataDir = parser.value(QStringLiteral("data-dir"));
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
    for (const auto &read : {readWait, readProxy, readCaFile}) {
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

} // namespace relaybook
