// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/warningsettings.h"

#include "models/text/format.h"
#include "ui/base/settings.h"
#include "ui/widgets/label.h"

#include <QComboBox>
#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace relaybook {

WarningSettings::WarningSettings(const SettingsContext &context, QWidget *parent)
    : SettingsSection(context, title(), parent)
{
    addHeading(tr("Needs attention"));
    auto *lines = new QGridLayout;
    lines->setHorizontalSpacing(12);
    lines->setVerticalSpacing(8);
    lines->setColumnStretch(1, 1);
    column().addLayout(lines);
    std::vector<Choice> spans;
    for (const int days : {1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90}) {
        spans.push_back({days, tr("%1 days", nullptr, days).arg(format::count(days)), {}});
    }
    std::vector<Choice> amounts{{0, tr("Off"), {}}};
    for (const int gb : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
        amounts.push_back({gb, tr("%1 GB").arg(format::count(gb)), {}});
    }
    addNumbers(*lines, tr("Traffic or balance lasts at most"), "attentionDays",
               Setting::AttentionDays, spans);
    addNumbers(*lines, tr("Traffic left is at most"), "attentionGb", Setting::AttentionGb, amounts);
    addNumbers(*lines, tr("A proposed amount lasts for"), "proposedDays", Setting::ProposedDays,
               spans);
    addWords(tr("For your traffic and for each sub-user. Traffic that is not used does not run "
                "out."));
}

QString WarningSettings::title()
{
    return tr("Warnings");
}

std::vector<SettingsSection::Entry> WarningSettings::entries()
{
    return {{QStringLiteral("attentionDays"), tr("Warnings: needs attention")},
            {QStringLiteral("attentionGb"), tr("Traffic left is at most")},
            {QStringLiteral("proposedDays"), tr("A proposed amount lasts for")}};
}

void WarningSettings::addNumbers(QGridLayout &lines, const QString &text, const char *name,
                                 Setting setting, std::vector<Choice> choices)
{
    const int row = lines.rowCount();
    auto *label = new Label(theme(), Role::Text, TextStyle::Body, text, this);
    auto *box = new QComboBox(this);
    label->setBuddy(box); // Qt calls a box by its entry
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(text);
    const int stored = settings().number(setting);
    const auto isStored = [stored](const Choice &choice) { return choice.value == stored; };
    if (std::none_of(choices.begin(), choices.end(), isStored)) {
        choices.push_back({stored, format::count(stored), {}}); // written into the file
    }
    fillBox(*box, setting, stored, choices);
    lines.addWidget(label, row, 0);
    lines.addWidget(box, row, 1, Qt::AlignLeft);
}

} // namespace relaybook
