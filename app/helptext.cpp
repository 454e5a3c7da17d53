// SPDX-License-Identifier: GPL-3.0-or-later
// The text of --help, from the tables of options and commands.
#include "app/commandline.h"
#include "app/commandtable.h"
#include "app/optiontable.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

/// The columns of a line of help, and where explanations begin.
constexpr qsizetype helpColumns = 88;
constexpr qsizetype explanationColumn = 21;

struct HelpText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::HelpText)
};

/// Breaks sentences into lines that begin with `indent` spaces. The first line continues one that
/// has `used` columns already.
QString wrappedHelp(const QString &sentences, qsizetype indent, qsizetype used = 0)
{
    QString text(indent - used, u' ');
    qsizetype column = indent;
    for (const QString &word : sentences.split(u' ', Qt::SkipEmptyParts)) {
        if (column > indent && column + 1 + word.size() > helpColumns) {
            text += u'\n' % QString(indent, u' ');
            column = indent;
        } else if (column > indent) {
            text += u' ';
            ++column;
        }
        text += word;
        column += word.size();
    }
    return text % u'\n';
}

/// A name with its explanation beside it, or below it if the name is too long.
QString helpEntry(const QString &name, const QString &explanation, qsizetype indent)
{
    const QString start = QString(indent, u' ') % name;
    if (start.size() + 1 >= explanationColumn) {
        return start % u'\n' % wrappedHelp(explanation, explanationColumn);
    }
    return start % wrappedHelp(explanation, explanationColumn, start.size());
}

QString optionEntries(const std::vector<OptionInfo> &options, qsizetype indent)
{
    QString text;
    for (const OptionInfo &option : options) {
        const QString value = option.valueName.isEmpty() ? QString() : u' ' % option.valueName;
        text += helpEntry(u"--" % option.name % value, option.help, indent);
    }
    return text;
}

} // namespace

QString commandLineHelp()
{
    QString usages = HelpText::tr("Usage: relaybook [--account NAME | --service URL | --sandbox] "
                                  "[--data-dir DIR]\n"
                                  "                 [--offline] [--sandbox-rate-limit]\n");
    QString commands;
    for (const CommandInfo &each : allCommands()) {
        usages += QStringLiteral("       relaybook ") % each.name % u' ' % each.usage % u'\n';
        commands += helpEntry(each.name, each.help, 2) % optionEntries(optionsOnlyOf(each), 6);
    }
    QString exitCodes;
    for (const ExitCodeInfo &each : allExitCodes()) {
        exitCodes += helpEntry(QString::number(each.code), each.help, 2);
    }
    const QString start =
        HelpText::tr("Run a proxy reseller's business from one window. Without options, Relaybook "
                     "opens the account that was open last, or a welcome page.");
    const QString aboutCommands =
        HelpText::tr("Commands need no display. They also accept --account, --service, --sandbox "
                     "and --data-dir. Without the first three they use the account that was used "
                     "last, other than the sandbox. Tokens are read from the two variables above "
                     "or, if neither is set, from the keychain of this computer, where the window "
                     "stores them. Commands write nothing to the keychain. Progress is written to "
                     "standard error.");
    const QString aboutWaiting = HelpText::tr(
        "Commands that only read stored data work while the window is open: accounts, export, "
        "check-ledger --stored and balance --offline. They write nothing but the exported file. "
        "The other commands store new data. While the window or another command is open, they "
        "wait until it is closed.");
    const QString gap(u'\n');
    return usages % gap % wrappedHelp(start, 0) % gap % optionEntries(optionsOfWindow(), 2) %
           optionEntries(optionsOfProgram(), 2) % gap % wrappedHelp(aboutCommands, 0) % gap %
           wrappedHelp(aboutWaiting, 0) % gap % optionEntries(optionsOfCommands(), 2) % gap %
           commands % gap % HelpText::tr("Exit codes:") % u'\n' % exitCodes;
}

} // namespace relaybook
