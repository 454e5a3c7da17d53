// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/shellcompletion.h"

#include <QStringBuilder>

#include <algorithm>

namespace relaybook {
namespace {

/// The beginning of an explanation, short enough for a list: the first sentence, or less of it.
QString briefly(const QString &help)
{
    qsizetype end = help.size();
    for (const char *mark : {". ", "; ", ": "}) {
        const qsizetype at = help.indexOf(QLatin1String(mark));
        const QString before = help.left(at);
        if (at > 0 && before.count(u'(') == before.count(u')')) {
            end = std::min(end, at);
        }
    }
    QString brief = help.left(end);
    if (brief.endsWith(u'.')) {
        brief.chop(1);
    }
    return brief;
}

/// A text between apostrophes, for bash and zsh.
QString quoted(QString text)
{
    text.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' % text % u'\'';
}

QString fishQuoted(QString text)
{
    text.replace(u'\\', QStringLiteral("\\\\")).replace(u'\'', QStringLiteral("\\'"));
    return u'\'' % text % u'\'';
}

QString dashed(const OptionInfo &option)
{
    return u"--" % option.name;
}

QStringList commandNames(const DescribedProgram &program)
{
    QStringList names;
    for (const DescribedCommand &command : program.commands) {
        if (!command.name.isEmpty()) {
            names.append(command.name);
        }
    }
    return names;
}

/// Every option once, with the names of the commands that accept it; "" is no command.
struct OptionUse
{
    OptionInfo option;
    QStringList commands;
};

std::vector<OptionUse> optionUses(const DescribedProgram &program)
{
    std::vector<OptionUse> uses;
    for (const DescribedCommand &command : program.commands) {
        for (const OptionInfo &option : command.options) {
            const auto known = std::find_if(uses.begin(), uses.end(), [&option](const auto &use) {
                return use.option.name == option.name;
            });
            if (known == uses.end()) {
                uses.push_back({option, {command.name}});
            } else {
                known->commands.append(command.name);
            }
        }
    }
    return uses;
}

QString head(const DescribedProgram &program)
{
    return u"# Made from the tables of " % program.name % u" --help.\n";
}

/// The branch of bash's `case` for the values of options.
QString bashValue(const OptionInfo &option)
{
    QString action;
    switch (option.value) {
    case OptionInfo::Value::None:
        return {};
    case OptionInfo::Value::Folder:
        action = QStringLiteral("compopt -o filenames 2>/dev/null; "
                                "mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); ");
        break;
    case OptionInfo::Value::File:
        action = QStringLiteral("compopt -o filenames 2>/dev/null; "
                                "mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); ");
        break;
    case OptionInfo::Value::Text:
        if (!option.words.isEmpty()) {
            action = u"mapfile -t COMPREPLY < <(compgen -W " % quoted(option.words.join(u' ')) %
                     u" -- \"$word\"); ";
        }
        break;
    }
    return u"    " % dashed(option) % u") " % action % u"return ;;\n";
}

QString zshOption(const OptionInfo &option)
{
    QString brief = briefly(option.help);
    for (const QChar special : {u'[', u']'}) {
        brief.replace(special, u'\\' % QString(special));
    }
    QString text = dashed(option);
    QString action(u' ');
    if (option.value == OptionInfo::Value::None) {
        return quoted(text % u'[' % brief % u']');
    }
    if (option.value == OptionInfo::Value::Folder) {
        action = QStringLiteral("_files -/");
    } else if (option.value == OptionInfo::Value::File) {
        action = QStringLiteral("_files");
    } else if (!option.words.isEmpty()) {
        action = u'(' % option.words.join(u' ') % u')';
    }
    QString name = option.valueName;
    name.replace(u':', QStringLiteral("\\:"));
    return quoted(text % u"=[" % brief % u"]:" % name % u':' % action);
}

QString fishCondition(const DescribedProgram &program, const QStringList &accepting)
{
    const QStringList all = commandNames(program);
    if (all.isEmpty() || accepting.size() == all.size() + 1) {
        return {};
    }
    QStringList some = accepting;
    const bool isForNone = some.removeAll(QString()) > 0;
    const QString seen = QStringLiteral("__fish_seen_subcommand_from ");
    QStringList alternatives;
    if (isForNone) {
        alternatives.append(u"not " % seen % all.join(u' '));
    }
    if (!some.isEmpty()) {
        alternatives.append(seen % some.join(u' '));
    }
    return u" -n " % fishQuoted(alternatives.join(QStringLiteral("; or ")));
}

} // namespace

QString bashCompletion(const DescribedProgram &program)
{
    const QString function = u'_' % QString(program.name).replace(u'-', u'_');
    const QStringList names = commandNames(program);
    QStringList valued;
    QString values;
    for (const OptionUse &use : optionUses(program)) {
        if (use.option.value != OptionInfo::Value::None) {
            valued.append(dashed(use.option));
            values += bashValue(use.option);
        }
    }
    QString choices;
    for (const DescribedCommand &command : program.commands) {
        QStringList options;
        for (const OptionInfo &option : command.options) {
            options.append(dashed(option));
        }
        const QStringList words = command.name.isEmpty() ? names : command.words;
        choices += u"    " % quoted(command.name) % u") words=" % quoted(words.join(u' ')) %
                   u" options=" % quoted(options.join(u' ')) % u" ;;\n";
    }
    const QString commandCase =
        names.isEmpty()
            ? QString()
            : QString(u"        " % names.join(u'|') %
                      u") if [ -z \"$command\" ]; then command=${COMP_WORDS[i]}; fi ;;\n");
    return head(program) % function %
           u"()\n"
           "{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local command='' words='' options='' last='' i\n"
           "    COMPREPLY=()\n"
           "    # Bash takes an option with = and a value for three words.\n"
           "    if [ \"$word\" = = ]; then word=''; before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    elif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
           "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
           "        last=${COMP_WORDS[i]}\n"
           "        case $last in\n"
           "        " %
           valued.join(u'|') %
           u") if [ \"${COMP_WORDS[i + 1]}\" = = ]; then ((i += 2)); else ((++i)); fi ;;\n" %
           commandCase %
           u"        esac\n"
           "    done\n"
           "    case $before in\n" %
           values %
           u"    esac\n"
           "    case $command in\n" %
           choices %
           u"    esac\n"
           "    if [ -n \"$command\" ] && [[ \" $words \" == *\" $last \"* ]]; then words=''; fi\n"
           "    if [[ $word == -* ]] || [ -z \"$words\" ]; then words=$options; fi\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "}\n"
           "complete -F " %
           function % u' ' % program.name % u'\n';
}

QString zshCompletion(const DescribedProgram &program)
{
    const QString function = u'_' % program.name;
    const QStringList names = commandNames(program);
    QString choices;
    for (const DescribedCommand &command : program.commands) {
        choices += u"    " % quoted(command.name) % u")\n        _arguments";
        for (const OptionInfo &option : command.options) {
            choices += u" \\\n            " % zshOption(option);
        }
        if (command.name.isEmpty() && !names.isEmpty()) {
            choices += QStringLiteral(" \\\n            '1:command:(%1)'").arg(names.join(u' '));
        } else if (!command.name.isEmpty()) {
            choices += QStringLiteral(" \\\n            '1:command:'");
            if (!command.words.isEmpty()) {
                choices +=
                    QStringLiteral(" \\\n            '2:what:(%1)'").arg(command.words.join(u' '));
            }
        }
        choices += u"\n        ;;\n";
    }
    const QString search = names.isEmpty() ? QString()
                                           : QString(u"    for word in ${words[2,CURRENT-1]}; do\n"
                                                     "        case $word in\n"
                                                     "        (" %
                                                     names.join(u'|') %
                                                     u") command=$word; break ;;\n"
                                                     "        esac\n"
                                                     "    done\n");
    return u"#compdef " % program.name % u'\n' % head(program) % function %
           u"() {\n"
           "    local command='' word\n" %
           search % u"    case $command in\n" % choices %
           u"    esac\n"
           "}\n" %
           function % u" \"$@\"\n";
}

QString fishCompletion(const DescribedProgram &program)
{
    const QString start = u"complete -c " % program.name;
    QString text = head(program) % start % u" -f\n";
    for (const DescribedCommand &command : program.commands) {
        if (command.name.isEmpty()) {
            continue;
        }
        text += start % fishCondition(program, {QString()}) % u" -a " % command.name % u" -d " %
                fishQuoted(briefly(command.help)) % u'\n';
        if (!command.words.isEmpty()) {
            text += start % fishCondition(program, {command.name}) % u" -a " %
                    fishQuoted(command.words.join(u' ')) % u'\n';
        }
    }
    for (const OptionUse &use : optionUses(program)) {
        QString value;
        switch (use.option.value) {
        case OptionInfo::Value::None:
            break;
        case OptionInfo::Value::Folder:
            value = QStringLiteral(" -x -a '(__fish_complete_directories)'");
            break;
        case OptionInfo::Value::File:
            value = QStringLiteral(" -r -F");
            break;
        case OptionInfo::Value::Text:
            value = QStringLiteral(" -x");
            if (!use.option.words.isEmpty()) {
                value += u" -a " % fishQuoted(use.option.words.join(u' '));
            }
            break;
        }
        text += start % fishCondition(program, use.commands) % u" -l " % use.option.name % value %
                u" -d " % fishQuoted(briefly(use.option.help)) % u'\n';
    }
    return text;
}

} // namespace relaybook
