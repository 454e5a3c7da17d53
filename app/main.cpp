// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/openssl.h"
#include "app/command.h"
#include "app/commandline.h"
#include "app/datafolder.h"
#include "app/fontwarmup.h"
#include "app/lastwait.h"
#include "app/oneinstance.h"
#include "app/program.h"
#include "app/screenshots.h"
#include "app/startuptrace.h"
#include "app/terminal.h"
#include "models/store/freememory.h"
#include "resources/resources.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFileInfo>
#include <QFont>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLibraryInfo>
#include <QStandardPaths>
#include <QTemporaryFile>
#include <QTranslator>
#include <QtMath>

#include <chrono>
#include <cstdio>
#include <memory>

namespace {

using namespace relaybook;

constexpr int exitUsage = 2;

void setUpNames()
{
    QCoreApplication::setApplicationName(QStringLiteral("relaybook"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RELAYBOOK_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Relaybook"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.relaybook.Relaybook"));
}

void say(std::FILE *stream, const QString &text)
{
    writeText(stream, text.endsWith(u'\n') ? text : text + u'\n');
}

QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i) {
        arguments.append(QString::fromLocal8Bit(argv[i]));
    }
    return arguments;
}

/// Installs the program's translation if there is one for the user's language, and Qt's for its own
/// buttons.
void installWords(QCoreApplication &application)
{
    auto *qt = new QTranslator(&application);
    if (qt->load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(qt);
    }
    installTranslations(application);
}

/// The program that is running may have just been started, and a command may be using the folder.
constexpr std::chrono::seconds patienceWithTheFirst(5);

/// False if this is the first one, or becomes it, or nobody answers.
bool handOverToTheFirst(DataFolder &folder, const QStringList &arguments)
{
    constexpr std::chrono::milliseconds atATime(300);
    const QDeadlineTimer deadline(patienceWithTheFirst);
    while (folder.isInUse() && !deadline.hasExpired()) {
        if (OneInstance::handOver(folder.path(), arguments, atATime)) {
            return true;
        }
        folder.lock(); // the first one may have been ending
    }
    return false;
}

int runWindow(const CommandLine &line, int &argc, char **argv)
{
    keepFreeMemoryLow();
    const FontWarmUp fonts;
    LastWait lastWait;
    QApplication application(argc, argv);
    installWords(application);
    DataFolder folder(line.dataDir);
    if (handOverToTheFirst(folder, argumentsOf(argc, argv))) {
        return 0;
    }
    if (const auto problem = folder.problem()) {
        say(stderr, *problem);
        return showProblemWindow(*problem);
    }
    OneInstance instance;
    instance.listen(folder.path());
    QObject::connect(&application, &QCoreApplication::aboutToQuit, &instance, &OneInstance::close);
    StartupTrace trace(application);
    auto program = std::make_unique<Program>(
        line, Program::Parts{folder.path(), nullptr, systemKeychain()}, application);
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
int runCommand(const CommandLine &line, int &argc, char **argv)
{
    keepFreeMemoryLow();
    LastWait lastWait;
    QCoreApplication application(argc, argv);
    installWords(application);
    DataFolder folder(line.dataDir, DataFolder::Use::Reading);
    if (const auto problem = folder.problem()) {
        say(stderr, *problem);
        return Command::NotDone;
    }
    auto command = std::make_unique<Command>(line, folder);
    QObject::connect(command.get(), &Command::finished, &application, &QCoreApplication::exit,
                     Qt::QueuedConnection);
    QMetaObject::invokeMethod(command.get(), &Command::start, Qt::QueuedConnection);
    const int exitCode = QCoreApplication::exec();
    command.reset();
    return lastWait.begin(exitCode);
}

/// The screen for Qt's platform without a window system, which counts its pixels before scaling.
QByteArray screenDescription(const CommandLine &line)
{
    const QSizeF size = QSizeF(line.screenshotSize) * line.screenshotScale;
    const QJsonObject screen{{QStringLiteral("name"), QStringLiteral("screen")},
                             {QStringLiteral("width"), qCeil(size.width())},
                             {QStringLiteral("height"), qCeil(size.height())}};
    return QJsonDocument(QJsonObject{{QStringLiteral("screens"), QJsonArray{screen}},
                                     {QStringLiteral("windowFrameMargins"), false}})
        .toJson();
}

/// On Windows, Qt's platform without a window system knows no fonts but those of a folder. Without
/// them every letter would be a square.
void showFontsToScreenshots()
{
#ifdef Q_OS_WIN
    const auto folders = QStandardPaths::standardLocations(QStandardPaths::FontsLocation);
    if (!folders.isEmpty() && !qEnvironmentVariableIsSet("QT_QPA_FONTDIR")) {
        qputenv("QT_QPA_FONTDIR", QFile::encodeName(folders.constFirst()));
    }
#endif
}

int runScreenshots(const CommandLine &line, int &argc, char **argv)
{
    // Makes the picture the same on every computer: no window system, no scaling by the desktop,
    // and a screen that is as large as the window.
    QTemporaryFile screen;
    if (!screen.open() || screen.write(screenDescription(line)) < 0 || !screen.flush()) {
        say(stderr, screen.errorString());
        return exitUsage;
    }
    // By its name alone: the colon of a drive would end the parameter.
    const QFileInfo file(screen.fileName());
    const QString folder = QDir::current().absoluteFilePath(line.screenshotDir);
    QDir::setCurrent(file.absolutePath());
    const QByteArray platform = "offscreen:configfile=" + QFile::encodeName(file.fileName());
    qputenv("QT_QPA_PLATFORM", platform);
    qputenv("QT_SCALE_FACTOR", QByteArray::number(line.screenshotScale));
    showFontsToScreenshots();
    const QApplication application(argc, argv);
#ifdef Q_OS_WIN
    QApplication::setFont(QFont(QStringLiteral("Segoe UI"), 9)); // Windows' own, if it is there
#endif
    installWords(*qApp);
    Screenshots screenshots(folder, line.screenshotSize);
    QObject::connect(&screenshots, &Screenshots::finished, qApp, &QCoreApplication::exit,
                     Qt::QueuedConnection);
    screenshots.start();
    return QApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    prepareLoadedOpenSsl();
    setUpNames();
    const auto line = parseCommandLine(argumentsOf(argc, argv));
    if (!line || line->mode != CommandLine::Mode::Window) {
        attachTerminal();
    }
    if (!line) {
        say(stderr, line.error());
        return exitUsage;
    }
    switch (line->mode) {
    case CommandLine::Mode::Help:
        say(stdout, commandLineHelp());
        return 0;
    case CommandLine::Mode::Version:
        say(stdout, u"relaybook " % QCoreApplication::applicationVersion());
        return 0;
    case CommandLine::Mode::Screenshots:
        return runScreenshots(*line, argc, argv);
    case CommandLine::Mode::Sync:
    case CommandLine::Mode::Export:
    case CommandLine::Mode::CheckLedger:
    case CommandLine::Mode::Balance:
    case CommandLine::Mode::Accounts:
        return runCommand(*line, argc, argv);
    case CommandLine::Mode::Window:
        break;
    }
    return runWindow(*line, argc, argv);
}
