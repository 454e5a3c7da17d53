// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/privacysettings.h"

#include "ui/base/settings.h"
#include "ui/lists/secretclipboard.h"
#include "ui/widgets/label.h"

#include <QCheckBox>
#include <QVBoxLayout>

#include <chrono>

namespace relaybook {

namespace {

QString lifetimeText(std::chrono::seconds lifetime)
{
    if (lifetime.count() == 0) {
        return PrivacySettings::tr("Never");
    }
    return lifetime < std::chrono::minutes(1)
               ? PrivacySettings::tr("%1 s", "seconds").arg(lifetime.count())
               : PrivacySettings::tr("%1 min", "minutes")
                     .arg(std::chrono::duration_cast<std::chrono::minutes>(lifetime).count());
}

} // namespace

PrivacySettings::PrivacySettings(const SettingsContext &context, QWidget *parent)
    : SettingsSection(context, title(), parent)
{
    buildMode();
    buildClipboard();
}

QString PrivacySettings::title()
{
    return tr("Privacy");
}

std::vector<SettingsSection::Entry> PrivacySettings::entries()
{
    return {{QStringLiteral("privacyMode"), tr("Privacy mode")},
            {QStringLiteral("clipboardSeconds30"),
             tr("Clear copied credentials from the clipboard after")}};
}

/// The window may refuse to change the mode, so the box shows what is set.
void PrivacySettings::buildMode()
{
    auto *box = new QCheckBox(tr("Privacy mode"), this);
    box->setObjectName(QStringLiteral("privacyMode"));
    box->setAccessibleName(box->text());
    const auto show = [this, box] { box->setChecked(settings().flag(Setting::PrivacyMode)); };
    show();
    connect(&settings(), &Settings::changed, box, show);
    connect(box, &QCheckBox::clicked, this, [this, show] {
        show();
        Q_EMIT wanted(SettingsAction::SwitchPrivacy, {});
    });
    column().addWidget(box);
    const auto *words = addWords(tr("Hides amounts, names, notes and credentials on the screen. "
                                    "What you copy or export has the real values."));
    box->setAccessibleDescription(words->text());
}

void PrivacySettings::buildClipboard()
{
    addHeading(tr("Clear copied credentials from the clipboard after"));
    std::vector<Choice> choices;
    const auto choiceOf = [](std::chrono::seconds each) {
        const int seconds = static_cast<int>(each.count());
        return Choice{seconds, lifetimeText(each),
                      QStringLiteral("clipboardSeconds%1").arg(seconds)};
    };
    for (const std::chrono::seconds each : clipboardLifetimes) {
        choices.push_back(choiceOf(each));
    }
    addRadios(Setting::ClipboardSeconds, choiceOf(clipboardLifetime(settings())).value, choices);
}

} // namespace relaybook
