// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/programsetup.h"

#include "api/http/openssl.h"
#include "app/crashdumps.h"
#include "resources/resources.h"

#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#ifdef Q_OS_WIN
// Declared here because windows.h, which declares it, would rename functions of other sources.
extern "C" __declspec(dllimport) long __stdcall SetCurrentProcessExplicitAppUserModelID(
    const wchar_t *name);
#endif

namespace relaybook {

void setUpProgram()
{
    forbidCrashDumps(); // first
#ifdef Q_OS_WIN
    // The taskbar shows windows with this name as those of the shortcut, which the installer gives
    // the same name (packaging/windows/relaybook.nsi).
    SetCurrentProcessExplicitAppUserModelID(L"Relaybook.Relaybook");
#endif
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
