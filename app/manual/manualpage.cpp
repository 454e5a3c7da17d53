// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/manualpage.h"

#include "app/commandtable.h"

#include <QStringBuilder>

namespace relaybook {
namespace {

/// Text as man(7) shows it. A hyphen would be shown as a dash that no shell accepts.
QString escaped(QString text)
{
    text.replace(u'\\', QStringLiteral("\\e"));
    text.replace(u'-', QStringLiteral("\\-"));
    text.replace(u'“', QStringLiteral("\\(lq"));
    text.replace(u'”', QStringLiteral("\\(rq"));
    return text;
}

/// Sentences on a line each, as man(7) wants them. A line that begins like a request is none.
QString sentences(const QString &text)
{
    QString lines = escaped(text).replace(QStringLiteral(". "), QStringLiteral(".\n"));
    for (const QChar request : {u'.', u'\''}) {
        lines.replace(u'\n' % QString(request), QStringLiteral("\n\\&") % request);
        if (lines.startsWith(request)) {
            lines.prepend(QStringLiteral("\\&"));
        }
    }
    return lines % u'\n';
}

QString explained(const QString &help, const QString &more)
{
    return sentences(help) % (more.isEmpty() ? QString() : sentences(more));
}

/// "--name VALUE" with the name in bold and the value in italics.
QString optionName(const OptionInfo &option)
{
    const QString name = escaped(u"--" % option.name);
    return option.valueName.isEmpty()
               ? QString(u".B " % name % u'\n')
               : QString(u".BI " % name % u" \" " % escaped(option.valueName) % u"\"\n");
}

} // namespace

QString manualOptions(const std::vector<OptionInfo> &options)
{
    QString text;
    for (const OptionInfo &option : options) {
        text += u".TP\n" % optionName(option) % explained(option.help, option.more);
    }
    return text;
}

QString manualSynopsis()
{
    QString text;
    for (const CommandInfo &command : allCommands()) {
        text += u".br\n.B relaybook " % escaped(command.name) % u'\n' %
                escaped(command.usage.simplified()) % u'\n';
    }
    return text;
}

QString manualCommands()
{
    QString text;
    for (const CommandInfo &command : allCommands()) {
        text += u".TP\n.B " % escaped(command.name) % u'\n' % explained(command.help, command.more);
        if (const auto own = optionsOnlyOf(command); !own.empty()) {
            text += u".RS\n" % manualOptions(own) % u".RE\n";
        }
    }
    return text % u".SS Options of several commands\n" % manualOptions(optionsOfCommands());
}

QString manualExitStatus()
{
    QString text;
    for (const ExitCodeInfo &each : allExitCodes()) {
        text += u".TP\n.B " % QString::number(each.code) % u'\n' % sentences(each.help);
    }
    return text;
}

} // namespace relaybook
