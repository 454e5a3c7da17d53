// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/programsetup.h"

#include "api/http/openssl.h"
#include "app/crashdumps.h"
#include "resources/resources.h"

#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace relaybook {

void setUpProgram()
{
    forbidCrashDumps(); // first
    prepareLoadedOpenSsl();
    QCoreApplication::setApplicationName(QStringLiteral("relaybook"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RELAYBOOK_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Relaybook"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.relaybook.Relaybook"));
}

QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i) {
        arguments.append(QString::fromLocal8Bit(argv[i]));
    }
    return arguments;
}

void setUpLanguage(QCoreApplication &application)
{
    const QLocale language = installTranslations(application);
    QLocale::setDefault(language);
    auto *qt = new QTranslator(&application);
    if (qt->load(language, QStringLiteral("qtbase"), QStringLiteral("_"),
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(qt);
    }
    if (qobject_cast<QGuiApplication *>(&application) != nullptr) {
        QGuiApplication::setLayoutDirection(language.textDirection());
    }
}

} // namespace relaybook
