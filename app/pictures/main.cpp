// SPDX-License-Identifier: GPL-3.0-or-later
// The program relaybook-pictures, which is not installed: draws every page and dialog with data of
// the sandbox, light and dark, as PNG files. Needs no display.
#include "app/pictures/screenshots.h"
#include "app/programsetup.h"
#include "app/terminal.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QFont>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryFile>
#include <QtMath>

#include <cstdio>
#include <tl/expected.hpp>

namespace {

using namespace relaybook;

constexpr int exitUsage = 2;

struct PictureOptions
{
    QString folder;
    QSize size;   ///< of the screen, which the window fills
    double scale; ///< pixels of the picture per pixel of the screen
};

tl::unexpected<QString> wrong(const QString &what)
{
    return tl::unexpected(
        QString(what % QStringLiteral("\nUsage: relaybook-pictures DIR [--size WIDTHxHEIGHT] "
                                      "[--scale FACTOR]\n"
                                      "Draws every page and dialog as PNG files in DIR. The size "
                                      "is that of the window and its\n"
                                      "screen, 1280x800 by default; with a scale of 1.5, a "
                                      "picture of 910x512 has 1365x768 pixels.\n")));
}

QSize sizeNamed(const QString &text)
{
    const QStringList sides = text.split(u'x');
    return sides.size() == 2 ? QSize(sides.front().toInt(), sides.back().toInt()) : QSize();
}

tl::expected<PictureOptions, QString> parseOptions(const QStringList &arguments)
{
    const QCommandLineOption size(QStringLiteral("size"), {}, QStringLiteral("WIDTHxHEIGHT"),
                                  QStringLiteral("1280x800"));
    const QCommandLineOption scale(QStringLiteral("scale"), {}, QStringLiteral("FACTOR"),
                                   QStringLiteral("1"));
    QCommandLineParser parser;
    parser.addOptions({size, scale});
    // QCommandLineParser takes the first word for the program's name.
    if (!parser.parse(QStringList{QStringLiteral("relaybook-pictures")} + arguments)) {
        return wrong(parser.errorText());
    }
    const QStringList folders = parser.positionalArguments();
    if (folders.size() != 1 || folders.constFirst().isEmpty()) {
        return wrong(Screenshots::tr("Enter one folder for the pictures."));
    }
    constexpr QSize least(720, 420);
    constexpr QSize most(7680, 4320);
    bool isNumber = false;
    const PictureOptions options{folders.constFirst(), sizeNamed(parser.value(size)),
                                 parser.value(scale).toDouble(&isNumber)};
    if (options.size.expandedTo(least) != options.size ||
        options.size.boundedTo(most) != options.size) {
        return wrong(Screenshots::tr("--size needs two numbers from 720x420 to 7680x4320, such as "
                                     "1366x768."));
    }
    constexpr double largest = 4;
    if (!isNumber || !(options.scale >= 1 && options.scale <= largest)) {
        return wrong(Screenshots::tr("--scale needs a number from 1 to 4, such as 1.5."));
    }
    return options;
}

/// The screen of Qt's platform without a window system, whose pixels are counted before scaling.
QByteArray screenDescription(const PictureOptions &options)
{
    const QSizeF size = QSizeF(options.size) * options.scale;
    const QJsonObject screen{{QStringLiteral("name"), QStringLiteral("screen")},
                             {QStringLiteral("width"), qCeil(size.width())},
                             {QStringLiteral("height"), qCeil(size.height())}};
    return QJsonDocument(QJsonObject{{QStringLiteral("screens"), QJsonArray{screen}},
                                     {QStringLiteral("windowFrameMargins"), false}})
        .toJson();
}

/// On Windows, Qt's platform without a window system only has the fonts of a folder. Without them
/// every letter would be a square.
void setFontFolder()
{
#ifdef Q_OS_WIN
    const auto folders = QStandardPaths::standardLocations(QStandardPaths::FontsLocation);
    if (!folders.isEmpty() && !qEnvironmentVariableIsSet("QT_QPA_FONTDIR")) {
        qputenv("QT_QPA_FONTDIR", QFile::encodeName(folders.constFirst()));
    }
#endif
}

int draw(const PictureOptions &options, int &argc, char **argv)
{
    // Makes the picture the same on every computer: no window system, no scaling by the desktop,
    // and a screen that is as large as the window.
    QTemporaryFile screen;
    if (!screen.open() || screen.write(screenDescription(options)) < 0 || !screen.flush()) {
        writeText(stderr, screen.errorString() % u'\n');
        return exitUsage;
    }
    // Only the name, because the colon of a drive would end the parameter.
    const QFileInfo file(screen.fileName());
    const QString folder = QDir::current().absoluteFilePath(options.folder);
    QDir::setCurrent(file.absolutePath());
    const QByteArray platform = "offscreen:configfile=" + QFile::encodeName(file.fileName());
    qputenv("QT_QPA_PLATFORM", platform);
    qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
    setFontFolder();
    QApplication application(argc, argv);
#ifdef Q_OS_WIN
    QApplication::setFont(
        QFont(QStringLiteral("Segoe UI"), 9)); // the fonts of Windows if they exist
#endif
    setUpLanguage(application);
    Screenshots screenshots(folder, options.size);
    QObject::connect(&screenshots, &Screenshots::finished, &application, &QCoreApplication::exit,
                     Qt::QueuedConnection);
    screenshots.start();
    return QApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    setUpProgram();
    const auto options = parseOptions(argumentsOf(argc, argv));
    if (!options) {
        writeText(stderr, options.error());
        return exitUsage;
    }
    return draw(*options, argc, argv);
}
