// SPDX-License-Identifier: GPL-3.0-or-later
// Records SVG files as drawings (QPicture), which the program draws at any size without reading
// SVG: it needs neither the library nor the time for it. Runs during the build. Usage:
// record-drawings FOLDER FILE.svg..., which writes FOLDER/FILE.pic for each. Each drawing is
// drawingSide units wide and high, and black where the SVG says "currentColor".
#include "resources/resources.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QPainter>
#include <QPicture>
#include <QSvgRenderer>

#include <cstdio>

namespace {

bool record(const QString &from, const QString &to)
{
    QSvgRenderer renderer;
    if (!renderer.load(from)) {
        return false;
    }
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    QPicture picture;
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter, QRectF(0, 0, relaybook::drawingSide, relaybook::drawingSide));
    painter.end();
    return picture.save(to);
}

} // namespace

int main(int argc, char **argv)
{
    // No window system is needed; without one, Qt would ask it for the resolution.
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 3) {
        std::fprintf(stderr, "Usage: record-drawings FOLDER FILE.svg...\n");
        return 2;
    }
    for (const QString &file : arguments.mid(2)) {
        const QString to =
            arguments.at(1) + u'/' + QFileInfo(file).completeBaseName() + QStringLiteral(".pic");
        if (!record(file, to)) {
            std::fprintf(stderr, "%s could not be recorded as %s.\n", qPrintable(file),
                         qPrintable(to));
            return 1;
        }
    }
    return 0;
}
