// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/filterbar.h"

#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filterchip.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/plaintext.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

namespace relaybook {

namespace {

constexpr int chipGap = 8;

} // namespace

FilterBar::FilterBar(const Theme &theme, const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_chips(new FlowLayout(chipGap, chipGap))
    , m_clear(new QPushButton(tr("Clear filters"), this))
{
    setObjectName(name);
    setAccessibleName(tr("Filters"));
    m_clear->setObjectName(QStringLiteral("clearFilters"));
    m_clear->setAccessibleName(m_clear->text());
    m_clear->setAutoDefault(false);
    setButtonKind(*m_clear, ButtonKind::Link);
    m_clear->hide();
    connect(m_clear, &QPushButton::clicked, this, &FilterBar::cleared);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(chipGap);
    row->addLayout(m_chips, 1);
    row->addWidget(m_clear, 0, Qt::AlignTop);
}

FilterBar::Chip FilterBar::addChip(const QString &name, const QString &title)
{
    auto *chip = new FilterChip(m_theme, title, this);
    chip->setObjectName(name);
    auto *menu = new QMenu(chip);
    menu->setObjectName(name + QStringLiteral("Menu"));
    menu->setAccessibleName(title);
    menu->setToolTipsVisible(true);
    chip->setMenu(menu);
    m_chips->addWidget(chip);
    m_first = m_first == nullptr ? chip : m_first;
    m_clear->setFixedHeight(
        chip->sizeHint().height()); // keeps its place, so that the row does not change its height
    return {chip, menu, title};
}

void FilterBar::showChip(const Chip &chip, const QString &active, qsizetype longest)
{
    const QString shown = isolated(format::shortened(active, longest));
    chip.button->setText(active.isEmpty() ? chip.title : shown);
    chip.button->setAccessibleName(active.isEmpty() ? chip.title
                                                    : tr("%1: %2").arg(chip.title, shown));
    chip.button->setActive(!active.isEmpty());
}

void FilterBar::setClearShown(bool shown)
{
    const bool hadFocus = m_clear->hasFocus();
    m_clear->setVisible(shown);
    if (hadFocus && m_clear->isHidden() && m_first != nullptr) {
        m_first->setFocus(Qt::OtherFocusReason);
    }
}

QAction *FilterBar::addChoice(QMenu &menu, const QString &text, const QString &aside,
                              const QString &name, bool on)
{
    QAction *action = menu.addAction(QString());
    setPlainText(action, text);
    if (!aside.isEmpty()) { // a menu shows text after a tab at its edge, like a shortcut
        action->setText(action->text() + u'\t' + aside);
    }
    action->setObjectName(name);
    action->setCheckable(true);
    action->setChecked(on);
    return action;
}

void FilterBar::addRemark(QMenu &menu, const QString &text)
{
    menu.addAction(text)->setEnabled(false);
}

} // namespace relaybook
