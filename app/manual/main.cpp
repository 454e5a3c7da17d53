// SPDX-License-Identifier: GPL-3.0-or-later
// The program relaybook-manual: writes the manual pages and the shell completions of both programs.
// Usage: relaybook-manual TEMPLATES OUT DATE
// TEMPLATES has relaybook.1.in and relaybook-sandbox.1.in, DATE stands at the end of each page.
#include "app/commandtable.h"
#include "app/manual/manualpage.h"
#include "app/manual/shellcompletion.h"
#include "sandbox/commandline.h"

#include <QDir>
#include <QFile>
#include <QStringBuilder>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

namespace relaybook {
namespace {

QString qtText(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

[[nodiscard]] bool write(const QString &path, const QString &text)
{
    QFile file(path);
    const QByteArray bytes = text.toUtf8();
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.flush();
}

using Marks = std::vector<std::pair<QString, QString>>;

[[nodiscard]] bool writePage(const QString &templates, const QString &out, const QString &page,
                             const Marks &marks)
{
    QFile file(templates % u'/' % page % u".in");
    if (!file.open(QIODevice::ReadOnly)) {
        return false;
    }
    QString text = QString::fromUtf8(file.readAll());
    for (const auto &[mark, replacement] : marks) {
        const QString whole = u'@' % mark % u'@';
        text.replace(replacement.endsWith(u'\n') ? QString(whole % u'\n') : whole, replacement);
    }
    return write(out % u'/' % page, text);
}

} // namespace

DescribedProgram describedRelaybook()
{
    DescribedProgram program{QStringLiteral("relaybook"), {{{}, {}, {}, optionsOfWindow()}}};
    for (const CommandInfo &command : allCommands()) {
        DescribedCommand described{command.name, command.help, command.words, {}};
        std::copy_if(
            allOptions().begin(), allOptions().end(), std::back_inserter(described.options),
            [&command](const OptionInfo &option) { return command.options.contains(option.name); });
        program.commands.push_back(described);
    }
    for (DescribedCommand &command : program.commands) {
        for (const OptionInfo &option : optionsOfProgram()) {
            command.options.push_back(option);
        }
    }
    return program;
}

DescribedProgram describedSandbox()
{
    DescribedCommand only;
    for (const sandbox::OptionText &text : sandbox::optionTexts()) {
        OptionInfo option{.name = qtText(text.name).mid(2),
                          .value = text.value.empty() ? OptionInfo::Value::None
                                                      : OptionInfo::Value::Text,
                          .valueName = qtText(text.value),
                          .isForWindow = true,
                          .help = qtText(text.help)};
        if (text.value == "DIR") {
            option.value = OptionInfo::Value::Folder;
        } else if (text.value.find('|') != std::string_view::npos) {
            option.words = option.valueName.split(u'|');
        }
        only.options.push_back(option);
    }
    return {QStringLiteral("relaybook-sandbox"), {only}};
}

} // namespace relaybook

int main(int argc, char *argv[])
{
    using namespace relaybook;
    if (argc != 4) {
        std::fputs("Usage: relaybook-manual TEMPLATES OUT DATE\n", stderr);
        return 2;
    }
    const QString templates = QFile::decodeName(argv[1]);
    const QString out = QFile::decodeName(argv[2]);
    const Marks everywhere{{QStringLiteral("DATE"), QString::fromUtf8(argv[3])},
                           {QStringLiteral("VERSION"), QStringLiteral(RELAYBOOK_VERSION)}};
    Marks marks = everywhere;
    std::vector<OptionInfo> options = optionsOfWindow();
    const std::vector<OptionInfo> others = optionsOfProgram();
    options.insert(options.end(), others.begin(), others.end());
    marks.emplace_back(QStringLiteral("SYNOPSIS"), manualSynopsis());
    marks.emplace_back(QStringLiteral("OPTIONS"), manualOptions(options));
    marks.emplace_back(QStringLiteral("COMMANDS"), manualCommands());
    marks.emplace_back(QStringLiteral("EXIT_STATUS"), manualExitStatus());
    bool isWritten =
        QDir().mkpath(out) && writePage(templates, out, QStringLiteral("relaybook.1"), marks);
    const DescribedProgram sandbox = describedSandbox();
    marks = everywhere;
    marks.emplace_back(QStringLiteral("OPTIONS"), manualOptions(sandbox.commands.front().options));
    isWritten =
        isWritten && writePage(templates, out, QStringLiteral("relaybook-sandbox.1"), marks);
    for (const DescribedProgram &program : {describedRelaybook(), sandbox}) {
        const QString start = out % u'/';
        isWritten = isWritten && write(start % program.name % u".bash", bashCompletion(program)) &&
                    write(start % u'_' % program.name, zshCompletion(program)) &&
                    write(start % program.name % u".fish", fishCompletion(program));
    }
    if (!isWritten) {
        std::fprintf(stderr, "The manual could not be written to %s.\n", argv[2]);
        return 1;
    }
    return 0;
}
