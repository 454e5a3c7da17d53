// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "app/commandline.h"
#include "app/commandrunner.h"
#include "app/console.h"
#include "app/datafolder.h"
#include "app/fontwarmup.h"
#include "app/interruptwatch.h"
#include "app/lastwait.h"
#include "app/oneinstance.h"
#include "app/program.h"
#include "app/programsetup.h"
#include "app/removesecrets.h"
#include "app/scripttokens.h"
#include "app/startuptrace.h"
#include "app/terminal.h"
#include "models/accounts/programversion.h"
#include "models/notify/desktopnotifications.h"
#include "models/secrets/keychain.h"
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
constexpr int exitNotDone = Command::NotDone; ///< the open window refused what was asked for
constexpr int exitOnline = 5;                 ///< --offline beside a window that sends requests

void say(std::FILE *stream, const QString &text)
{
    writeText(stream, text.endsWith(u'\n') ? text : text + u'\n');
}

/// How long to wait for an instance that has just been started, or for a command.
constexpr std::chrono::seconds patienceWithTheFirst(5);

OneInstance::Reply handOverToTheFirst(DataFolder &folder, const OneInstance::Start &start)
{
    constexpr std::chrono::milliseconds atATime(300);
    const QDeadlineTimer deadline(patienceWithTheFirst);
    while (folder.isInUse() && !deadline.hasExpired()) {
        auto reply = OneInstance::handOver(folder.path(), start, atATime);
        if (reply.answer != OneInstance::Answer::None) {
            return reply;
        }
        folder.lock(); // the first instance may have ended
    }
    return {};
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
    const auto reply = handOverToTheFirst(folder, {argumentsOf(argc, argv), line.offline});
    switch (reply.answer) {
    case OneInstance::Answer::Done:
        return 0;
    case OneInstance::Answer::Refused:
        say(stderr, reply.why);
        return exitNotDone;
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
                                                            .tokens = std::move(tokens),
                                                            .notifications = systemNotifications()},
                                             application);
    instance.setHandler([&program](const QStringList &arguments) {
        const auto second = parseCommandLine(arguments);
        return second ? program->takeOver(*second) : second.error();
    });
    constexpr std::chrono::seconds longestEnd(10);
    InterruptWatch interrupts(longestEnd);
    QObject::connect(&interrupts, &InterruptWatch::interrupted, program.get(), [&] {
        interrupts.stop();
        program->endNow();
    });
    program->start();
    const int exitCode = QApplication::exec();
    interrupts.stop(); // it is ending
    instance.setHandler([](const QStringList &) { return Program::closingText(); });
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
    if (const QString zone = unknownTimeZoneText(); !zone.isEmpty()) {
        say(stderr, zone);
    }
    auto command = std::make_unique<CommandRunner>(line, folder, std::move(tokens));
    QObject::connect(command.get(), &CommandRunner::finished, &application, &QCoreApplication::exit,
                     Qt::QueuedConnection);
    QMetaObject::invokeMethod(command.get(), &CommandRunner::start, Qt::QueuedConnection);
    const int exitCode = QCoreApplication::exec();
    command.reset();
    return lastWait.begin(exitCode);
}

int runRemovalOfSecrets(const CommandLine &line, int &argc, char **argv)
{
    QCoreApplication application(argc, argv);
    setUpLanguage(application);
    const DataFolder folder(line.dataDir); // not while another copy of the program runs
    if (const auto problem = folder.problem()) {
        say(stderr, *problem);
        return Command::NotDone;
    }
    const auto keychain = systemKeychain();
    SecretRemoval removal(folder.path(), *keychain);
    QObject::connect(
        &removal, &SecretRemoval::finished, &application,
        [](const QStringList &problems) {
            for (const QString &problem : problems) {
                say(stderr, problem);
            }
            QCoreApplication::exit(problems.isEmpty() ? 0 : int(Command::NotDone));
        },
        Qt::QueuedConnection); // exit() before exec() has no effect
    QMetaObject::invokeMethod(&removal, &SecretRemoval::start, Qt::QueuedConnection);
    return QCoreApplication::exec();
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
        if (argumentsOf(argc, argv).contains(QLatin1String("--json"))) {
            Console::printError(line.error());
        }
        return exitUsage;
    }
    if (line->mode == CommandLine::Mode::Help) {
        say(stdout, commandLineHelp());
        return std::ferror(stdout) == 0 ? 0 : exitNotDone;
    }
    if (line->mode == CommandLine::Mode::Version) {
        const QCoreApplication application(argc, argv); // Qt finds its TLS plugin with it
        say(stdout, versionText());
        return std::ferror(stdout) == 0 ? 0 : exitNotDone;
    }
    if (line->mode == CommandLine::Mode::RemoveSecrets) {
        return runRemovalOfSecrets(*line, argc, argv);
    }
    if (line->isCommand()) {
        return runCommand(*line, std::move(tokens), argc, argv);
    }
    return runWindow(*line, std::move(tokens), argc, argv);
}
