// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settingsdialog.h"

#include "ui/base/settings.h"
#include "ui/settings/appearancesettings.h"
#include "ui/settings/datasettings.h"
#include "ui/settings/generalsettings.h"
#include "ui/settings/privacysettings.h"
#include "ui/settings/refreshsettings.h"
#include "ui/settings/warningsettings.h"
#include "ui/shell/notificationsettings.h"
#include "ui/theme/controlkind.h"
#include "ui/widgets/flowlayout.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int settingsSheetWidth = 560;
constexpr int gapBetweenSections = 12;
constexpr int gapBetweenJumps = 14;

template <class Section>
SettingsPart sectionPart(const char *name)
{
    return {name, Section::title(), Section::entries(),
            [](const SettingsContext &context, QWidget *parent) -> SettingsSection * {
                return new Section(context, parent);
            }};
}

} // namespace

std::vector<SettingsPart> settingsParts()
{
    return {sectionPart<GeneralSettings>("generalSettings"),
            sectionPart<AppearanceSettings>("appearanceSettings"),
            sectionPart<RefreshSettings>("refreshSettings"),
            sectionPart<WarningSettings>("warningSettings"),
            sectionPart<NotificationSettings>("notificationSettings"),
            sectionPart<PrivacySettings>("privacySettings"),
            sectionPart<DataSettings>("dataSettings")};
}

SettingsDialog::SettingsDialog(const SettingsContext &context, QWidget *parent)
    : SheetDialog(context.theme, tr("Settings"), parent)
{
    setObjectName(QStringLiteral("settingsDialog"));
    setSheetWidth(settingsSheetWidth);
    const std::vector<SettingsPart> parts = settingsParts();
    auto *jumps = new FlowLayout(gapBetweenJumps, 2);
    contentLayout()->addLayout(jumps);
    for (const SettingsPart &each : parts) {
        auto *jump = new QPushButton(each.title, this);
        jump->setObjectName(QStringLiteral("to_%1").arg(QLatin1String(each.name)));
        jump->setAccessibleName(tr("Go to: %1", "a section of the settings").arg(each.title));
        jump->setAutoDefault(false);
        setButtonKind(*jump, ButtonKind::Link);
        jumps->addWidget(jump);
        connect(jump, &QPushButton::clicked, this,
                [this, name = QLatin1String(each.name)] { goTo(name); });
    }
    for (const SettingsPart &each : parts) {
        SettingsSection *section = each.make(context, this);
        section->setObjectName(QLatin1String(each.name));
        contentLayout()->addSpacing(gapBetweenSections);
        contentLayout()->addWidget(section);
        connect(section, &SettingsSection::wanted, this, &SettingsDialog::wanted);
    }
    setCloseOnly();
    cancelButton()->setFocus();
}

void SettingsDialog::setAccounts(const std::vector<AccountEntry> &accounts)
{
    findChild<DataSettings *>()->setAccounts(accounts);
}

void SettingsDialog::goTo(const QString &name)
{
    auto *found = findChild<QWidget *>(name);
    if (found == nullptr) {
        return;
    }
    auto *section = qobject_cast<SettingsSection *>(found);
    if (section == nullptr && found->isEnabled()) {
        found->setFocus();
        bringIntoSight({found});
        return;
    }
    // What cannot be used now has its reason beside it.
    for (QWidget *around = found; section == nullptr; around = around->parentWidget()) {
        section = qobject_cast<SettingsSection *>(around);
    }
    if (QWidget *first = section->firstControl()) {
        first->setFocus();
    }
    // All of the section if there is room, else its beginning.
    bringIntoSight({&section->titleLabel(), section});
}

} // namespace relaybook
