// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/appearancesettings.h"

#include "models/text/format.h"
#include "models/text/localeformat.h"
#include "ui/base/formats.h"
#include "ui/base/settings.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QComboBox>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

QString compactName()
{
    return QStringLiteral("compact");
}

QString comfortableName()
{
    return QStringLiteral("comfortable");
}

} // namespace

QString appearanceName(int themeMode)
{
    switch (static_cast<Theme::Mode>(themeMode)) {
    case Theme::Mode::Light:
        return QStringLiteral("light");
    case Theme::Mode::Dark:
        return QStringLiteral("dark");
    case Theme::Mode::System:
        break;
    }
    return QStringLiteral("system");
}

int appearanceMode(const QString &name)
{
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        if (appearanceName(int(mode)) == name) {
            return int(mode);
        }
    }
    return int(Theme::Mode::System);
}

void applyLook(Theme &theme, const Settings &settings)
{
    theme.setMode(static_cast<Theme::Mode>(appearanceMode(settings.text(Setting::Appearance))));
    theme.setHighContrast(settings.flag(Setting::HighContrast));
    theme.setLessMotion(settings.flag(Setting::LessMotion));
    theme.setCompact(settings.text(Setting::Density) == compactName());
    theme.setZoom(settings.number(Setting::Zoom));
}

bool isLookSetting(Setting setting)
{
    return setting == Setting::Appearance || setting == Setting::HighContrast ||
           setting == Setting::LessMotion || setting == Setting::Density ||
           setting == Setting::Zoom;
}

AppearanceSettings::AppearanceSettings(const SettingsContext &context, QWidget *parent)
    : SettingsSection(context, title(), parent)
{
    buildTheme();
    buildSizes();
    buildFormats();
    addHeading(tr("Easier to see"));
    addSwitch(Setting::HighContrast, tr("High contrast"), "highContrast",
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
              tr("Stronger texts, lines and focus marks. Used in any case if the system asks for "
                 "high contrast.")
#else
              tr("Stronger texts, lines and focus marks, light and dark.")
#endif
    );
    addSwitch(Setting::LessMotion, tr("Less motion"), "lessMotion",
              tr("Nothing fades or blinks: changed rows and figures are not highlighted for a "
                 "moment, and the text cursor is steady."));
}

QString AppearanceSettings::title()
{
    return tr("Appearance");
}

std::vector<SettingsSection::Entry> AppearanceSettings::entries()
{
    return {{QStringLiteral("appearanceSystem"), tr("Theme")},
            {QStringLiteral("densityComfortable"), tr("Table rows")},
            {QStringLiteral("zoomBox"), tr("Zoom")},
            {QStringLiteral("formatsBox"), tr("Numbers and dates")},
            {QStringLiteral("highContrast"), tr("High contrast")},
            {QStringLiteral("lessMotion"), tr("Less motion")}};
}

void AppearanceSettings::buildTheme()
{
    addHeading(tr("Theme"));
    const auto choice = [](Theme::Mode mode, const QString &text, const char *name) {
        return Choice{appearanceName(int(mode)), text, QLatin1String(name)};
    };
    const int now = appearanceMode(settings().text(Setting::Appearance)); // a name that is known
    addRadios(Setting::Appearance, appearanceName(now),
              {choice(Theme::Mode::System, tr("Follow system"), "appearanceSystem"),
               choice(Theme::Mode::Light, tr("Light"), "appearanceLight"),
               choice(Theme::Mode::Dark, tr("Dark"), "appearanceDark")});
}

void AppearanceSettings::buildSizes()
{
    addHeading(tr("Table rows"));
    const bool isCompact = settings().text(Setting::Density) == compactName();
    addRadios(
        Setting::Density, isCompact ? compactName() : comfortableName(),
        {{comfortableName(), tr("Comfortable"), QStringLiteral("densityComfortable")},
         {compactName(), tr("Compact: more rows in view"), QStringLiteral("densityCompact")}});
    std::vector<Choice> steps;
    steps.reserve(zoomSteps.size() + 1);
    for (const int step : zoomSteps) {
        steps.push_back({step, format::percent(step), {}});
    }
    const int now = settings().number(Setting::Zoom);
    if (std::find(zoomSteps.begin(), zoomSteps.end(), now) == zoomSteps.end()) {
        steps.push_back({now, format::percent(now), {}}); // that somebody wrote into the file
    }
    auto *box = addBox(Setting::Zoom, now, tr("Zoom"), "zoomBox", steps);
    const auto *words = addWords(tr("Also with Ctrl and +, − or 0 in the window."));
    box->setAccessibleDescription(words->text());
}

void AppearanceSettings::buildFormats()
{
    const QLocale american(QLocale::English, QLocale::UnitedStates);
    const QLocale system = QLocale::system();
    const std::pair<Formats, QString> formats[] = {
        {Formats::Program, tr("As in the program's language")},
        {Formats::British, tr("English (UK)")},
        {Formats::System, tr("As in the system's settings")},
    };
    std::vector<Choice> choices;
    for (const auto &[each, text] : formats) {
        const QString sample = format::sample(localeOf(each, american, system));
        choices.push_back({formatsName(each),
                           tr("%1: %2", "a choice of formats, a sample").arg(text, sample),
                           {}});
    }
    const QString now = formatsName(formatsOf(settings().text(Setting::Formats)));
    auto *box = addBox(Setting::Formats, now, tr("Numbers and dates"), "formatsBox", choices);
    QString text = tr("Used from the next start on. Exported tables are the same in all formats.");
    if (system.zeroDigit() != QLatin1String("0")) {
        text += u' ' % tr("The system's digits are not 0 to 9, so its formats cannot be used.");
    }
    const auto *words = addWords(text);
    box->setAccessibleDescription(words->text());
}

} // namespace relaybook
