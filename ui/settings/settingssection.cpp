// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settingssection.h"

#include "ui/base/settings.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/label.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int gapInSection = 8;
constexpr int gapAboveHeading = 6;

} // namespace

SettingsSection::SettingsSection(const SettingsContext &context, const QString &title,
                                 QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_column(new QVBoxLayout(this))
    , m_title(new Label(context.theme, Role::Text, TextStyle::Title, title, this))
{
    setAccessibleName(title);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(gapInSection);
    m_title->setWordWrap(true);
    m_column->addWidget(m_title);
}

QWidget &SettingsSection::titleLabel() const
{
    return *m_title;
}

QWidget *SettingsSection::firstControl() const
{
    for (auto *each : findChildren<QWidget *>()) {
        const auto *radio = qobject_cast<const QRadioButton *>(each);
        if (each->isVisibleTo(this) && each->isEnabled() &&
            (each->focusPolicy() & Qt::TabFocus) != 0 && (radio == nullptr || radio->isChecked())) {
            return each;
        }
    }
    return nullptr;
}

Label *SettingsSection::addHeading(const QString &text)
{
    auto *heading = new Label(theme(), Role::Text, TextStyle::BodyBold, text, this);
    heading->setWordWrap(true);
    if (m_column->count() > 1) {
        m_column->addSpacing(gapAboveHeading);
    }
    m_column->addWidget(heading);
    return heading;
}

Label *SettingsSection::addWords(const QString &text)
{
    auto *words = new Label(theme(), Role::QuietText, TextStyle::Body, text, this);
    words->setWordWrap(true);
    m_column->addWidget(words);
    return words;
}

QCheckBox *SettingsSection::addSwitch(Setting setting, const QString &text, const char *name,
                                      const QString &words)
{
    auto *box = new QCheckBox(text, this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(text);
    box->setAccessibleDescription(words);
    box->setChecked(settings().flag(setting));
    connect(box, &QCheckBox::toggled, this,
            [this, setting](bool on) { settings().setValue(setting, on); });
    m_column->addWidget(box);
    if (!words.isEmpty()) {
        addWords(words);
    }
    return box;
}

void SettingsSection::addRadios(Setting setting, const QVariant &now,
                                const std::vector<Choice> &choices)
{
    auto *group = new QButtonGroup(this);
    constexpr int gap = 20;
    auto *row = new FlowLayout(gap, gapInSection);
    for (const Choice &choice : choices) {
        auto *button = new QRadioButton(choice.text, this);
        button->setObjectName(choice.name);
        button->setAccessibleName(choice.text);
        button->setChecked(choice.value == now);
        group->addButton(button);
        row->addWidget(button);
        connect(button, &QRadioButton::toggled, this,
                [this, setting, value = choice.value](bool on) {
                    if (on) {
                        settings().setValue(setting, value);
                    }
                });
    }
    m_column->addLayout(row);
}

QComboBox *SettingsSection::addBox(Setting setting, const QVariant &now, const QString &heading,
                                   const char *name, const std::vector<Choice> &choices)
{
    auto *box = new QComboBox(this);
    addHeading(heading)->setBuddy(box); // Qt calls a box by its entry
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(heading);
    fillBox(*box, setting, now, choices);
    m_column->addWidget(box);
    return box;
}

void SettingsSection::fillBox(QComboBox &box, Setting setting, const QVariant &now,
                              const std::vector<Choice> &choices)
{
    for (const Choice &choice : choices) {
        box.addItem(choice.text, choice.value);
    }
    box.setCurrentIndex(std::max(0, box.findData(now)));
    connect(&box, &QComboBox::currentIndexChanged, this,
            [this, &box, setting] { settings().setValue(setting, box.currentData()); });
}

} // namespace relaybook
