// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/programsetup.h"

#include "api/http/openssl.h"
#include "app/crashdumps.h"
#include "resources/resources.h"

#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTimeZone>
#include <QTranslator>

#include <optional>

#ifdef Q_OS_WIN
// Declared here because windows.h, which declares it, would rename functions of other sources.
extern "C" __declspec(dllimport) long __stdcall SetCurrentProcessExplicitAppUserModelID(
    const wchar_t *name);
#endif

namespace relaybook {
namespace {

struct SetupText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ProgramSetup)
};

/// What was set as TZ, if the zone is unknown.
std::optional<QString> &unknownZone()
{
    static std::optional<QString> name;
    return name;
}

/// In an unknown zone days have no beginning, so filters and sums by day would be empty. Changes
/// the environment, so that the C library uses UTC too.
void useKnownTimeZone()
{
    if (!QTimeZone::systemTimeZone().isValid()) {
        unknownZone() = qEnvironmentVariable("TZ");
        qputenv("TZ", "UTC");
    }
}

} // namespace

QString unknownTimeZoneText()
{
    if (!unknownZone()) {
        return {};
    }
    return unknownZone()->isEmpty()
               ? SetupText::tr("The time zone of this computer is unknown. Times and days are "
                               "those of UTC.")
               : SetupText::tr("The time zone “%1” is unknown. Times and days are those of UTC.")
                     .arg(*unknownZone());
}

void setUpProgram()
{
    forbidCrashDumps(); // first
    useKnownTimeZone();
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
