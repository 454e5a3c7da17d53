// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/commandrunner.h"
#include "app/datafolder.h"
#include "app/fontwarmup.h"
#include "app/lastwait.h"
#include "app/oneinstance.h"
#include "app/program.h"
#include "app/programsetup.h"
#include "app/scripttokens.h"
#include "app/startuptrace.h"
#include "app/terminal.h"
#include "models/sqlite/freememory.h"

#include <QApplication>
#include <QDeadlineTimer>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

namespace {

using namespace relaybook;

constexpr int exitUsage = 2;
constexpr int exitOnline = 5; ///< --offline beside a window that sends requests

void say(std::FILE *stream, const QString &text)
{
    writeText(stream, text.endsWith(u'\n') ? text : text + u'\n');
}

/// How long to wait for an instance that has just been started, or for a command.
constexpr std::chrono::seconds patienceWithTheFirst(5);

OneInstance::Answer handOverToTheFirst(DataFolder &folder, const OneInstance::Start &start)
{
    constexpr std::chrono::milliseconds atATime(300);
    const QDeadlineTimer deadline(patienceWithTheFirst);
    while (folder.isInUse() && !deadline.hasExpired()) {
        const auto answer = OneInstance::handOver(folder.path(), start, atATime);
        if (answer != OneInstance::Answer::None) {
            return answer;
        }
        folder.lock(); // the first instance may have ended
    }
    return OneInstance::Answer::None;
}

/// Qt ends the program if it finds no display, with a core dump and the advice to reinstall it.
void explainMissingDisplay(QtMsgType type, const QMessageLogContext & /*context*/,
                           const QString &message)
{
    if (type == QtFatalMsg) {
        say(stderr, Program::tr("The window cannot be opened: no display was found. Commands work "
                                "without one, see relaybook --help."));
        std::_Exit(exitUsage);
    }
    say(stderr, message);
}

int runWindow(const CommandLine &line, ScriptTokens tokens, int &argc, char **argv)
{
    keepFreeMemoryLow();
    const FontWarmUp fonts;
    LastWait lastWait;
    const QtMessageHandler before = qInstallMessageHandler(explainMissingDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(before);
    setUpLanguage(application);
    DataFolder folder(line.dataDir);
    switch (handOverToTheFirst(folder, {argumentsOf(argc, argv), line.offline})) {
    case OneInstance::Answer::Taken:
        return 0;
    case OneInstance::Answer::Online:
        say(stderr,
            Program::tr("Relaybook is already open with this data and sends requests. Close "
                        "it, then start it with --offline."));
        return exitOnline;
    case OneInstance::Answer::None:
        break;
    }
    if (const auto problem = folder.problem()) {
        say(stderr, *problem);
        return showProblemWindow(*problem);
    }
    OneInstance instance;
    instance.setOffline(line.offline);
    instance.listen(folder.path());
    QObject::connect(&application, &QCoreApplication::aboutToQuit, &instance, &OneInstance::close);
    StartupTrace trace(application);
    auto program = std::make_unique<Program>(line,
                                             Program::Parts{.dataDir = folder.path(),
                                                            .sandbox = nullptr,
                                                            .keychain = systemKeychain(),
                                                            .tokens = std::move(tokens)},
                                             application);
    QObject::connect(&instance, &OneInstance::started, program.get(),
                     [&program](const QStringList &arguments) {
                         if (const auto second = parseCommandLine(arguments)) {
                             program->takeOver(*second);
                         }
                     });
    program->start();
    const int exitCode = QApplication::exec();
    program.reset();
    return lastWait.begin(exitCode);
}

/// Runs a command without a window and without a display.
int runCommand(const CommandLine &line, ScriptTokens tokens, int &argc, char **argv)
{
    keepFreeMemoryLow();
    LastWait lastWait;
    QCoreApplication application(argc, argv);
    setUpLanguage(application);
    DataFolder folder(line.dataDir, DataFolder::Use::Reading);
    if (const auto problem = folder.problem()) {
        say(stderr, *problem);
        return Command::NotDone;
    }
    auto command = std::make_unique<CommandRunner>(line, folder, std::move(tokens));
    QObject::connect(command.get(), &CommandRunner::finished, &application, &QCoreApplication::exit,
                     Qt::QueuedConnection);
    QMetaObject::invokeMethod(command.get(), &CommandRunner::start, Qt::QueuedConnection);
    const int exitCode = QCoreApplication::exec();
    command.reset();
    return lastWait.begin(exitCode);
}

} // namespace

int main(int argc, char *argv[])
{
    setUpProgram();
    ScriptTokens tokens = takeScriptTokens();
    const auto line = parseCommandLine(argumentsOf(argc, argv));
    if (!line || line->mode != CommandLine::Mode::Window) {
        attachTerminal();
    }
    if (!line) {
        say(stderr, line.error());
        return exitUsage;
    }
    if (line->mode == CommandLine::Mode::Help) {
        say(stdout, commandLineHelp());
        return 0;
    }
    if (line->mode == CommandLine::Mode::Version) {
        say(stdout, u"relaybook " % QCoreApplication::applicationVersion());
        return 0;
    }
    if (line->isCommand()) {
        return runCommand(*line, std::move(tokens), argc, argv);
    }
    return runWindow(*line, std::move(tokens), argc, argv);
}
