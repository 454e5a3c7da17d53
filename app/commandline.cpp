// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QCoreApplication>

namespace relaybook {
namespace {

struct CommandLineText
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

} // namespace

tl::expected<CommandLine, QString> parseCommandLine(const QStringList &arguments)
{
    const QCommandLineOption help(QStringList{u"h"_qs, u"help"_qs});
    const QCommandLineOption version(QStringList{u"v"_qs, u"version"_qs});
    const QCommandLineOption sandbox(u"sandbox"_qs);
    const QCommandLineOption offline(u"offline"_qs);
    const QCommandLineOption dataDir(u"data-dir"_qs, {}, u"DIR"_qs);
    const QCommandLineOption service(u"service"_qs, {}, u"URL"_qs);
    const QCommandLineOption screenshots(u"screenshots"_qs, {}, u"DIR"_qs);
    QCommandLineParser parser;
    parser.addOptions({help, version, sandbox, offline, dataDir, service, screenshots});

    // QCommandLineParser takes the first word for the program's name.
    if (!parser.parse(QStringList{u"relaybook"_qs} + arguments)) {
        return tl::unexpected(
            QString(parser.errorText() % u' ' %
                    CommandLineText::tr("Run relaybook --help for what there is.")));
    }
    if (!parser.positionalArguments().isEmpty()) {
        return tl::unexpected(
            CommandLineText::tr("“%1” is no option. Run relaybook --help for what there is.")
                .arg(parser.positionalArguments().constFirst()));
    }
    CommandLine line;
    line.sandbox = parser.isSet(sandbox);
    line.offline = parser.isSet(offline);
    line.dataDir = parser.value(dataDir);
    line.service = parser.value(service);
    line.screenshotDir = parser.value(screenshots);
    if (line.sandbox && !line.service.isEmpty()) {
        return tl::unexpected(
            CommandLineText::tr("--sandbox and --service name two services; give one of them."));
    }
    const std::pair<const QCommandLineOption *, const QString *> valued[] = {
        {&dataDir, &line.dataDir}, {&service, &line.service}, {&screenshots, &line.screenshotDir}};
    for (const auto &[option, value] : valued) {
        if (parser.isSet(*option) && value->isEmpty()) {
            return tl::unexpected(CommandLineText::tr("--%1 is given without a value.")
                                      .arg(option->names().constFirst()));
        }
    }
    if (parser.isSet(help)) {
        line.mode = CommandLine::Mode::Help;
    } else if (parser.isSet(version)) {
        line.mode = CommandLine::Mode::Version;
    } else if (parser.isSet(screenshots)) {
        line.mode = CommandLine::Mode::Screenshots;
    }
    return line;
}

QString commandLineHelp()
{
    return CommandLineText::tr(
        "Usage: relaybook [--sandbox] [--data-dir DIR] [--service URL] [--offline]\n"
        "       relaybook --screenshots DIR\n"
        "\n"
        "Run a proxy reseller's business from one window. Without an option it opens what was "
        "open\n"
        "last, or a welcome.\n"
        "\n"
        "  --sandbox          Open the embedded sandbox: a complete service with made-up data, on\n"
        "                     this computer only. No account is needed.\n"
        "  --service URL      Talk to this service (https, or http to this computer only). Tokens\n"
        "                     come from RELAYBOOK_PERSONAL_TOKEN and RELAYBOOK_RESELLER_KEY where\n"
        "                     these are set.\n"
        "  --offline          Show what is stored and request nothing.\n"
        "  --data-dir DIR     Keep everything below DIR instead of the usual place.\n"
        "  --screenshots DIR  Draw every page and dialog, light and dark, 1280x800, as PNG files\n"
        "                     into DIR, and exit. Needs no display.\n"
        "  --version          Say which version this is.\n"
        "  --help             Show this.\n");
}

} // namespace relaybook
