// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/resources.h"

#include <QCoreApplication>
#include <QTranslator>

// The macro declares a function in the global namespace, so it can't be inside ours.
static void registerCompiledFiles()
{
    Q_INIT_RESOURCE(drawings);
    Q_INIT_RESOURCE(translations);
}

namespace relaybook {

void initResources()
{
    registerCompiledFiles();
}

QLocale installTranslations(QCoreApplication &app)
{
    initResources();
    const QString folder = QStringLiteral(":/relaybook/i18n");
    const QString name = QStringLiteral("relaybook");
    const QLocale american(QLocale::English, QLocale::UnitedStates);
    auto *english = new QTranslator(&app);
    if (english->load(name + QStringLiteral("_en"), folder)) {
        QCoreApplication::installTranslator(english);
    }
    const QLocale system = QLocale::system();
    if (system.language() == QLocale::English) {
        return american;
    }
    // The translator installed last is asked first: what it does not have falls back to English.
    auto *local = new QTranslator(&app);
    if (local->load(system, name, QStringLiteral("_"), folder)) {
        QCoreApplication::installTranslator(local);
        return system;
    }
    delete local;
    return american;
}

} // namespace relaybook
