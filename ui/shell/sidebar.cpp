// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/sidebar.h"

#include "ui/shell/naventry.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/sandboxmark.h"
#include "ui/widgets/viewonlymark.h"

#include <QButtonGroup>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int sideBarWidth = 208;
constexpr int compactBarWidth = 56;

} // namespace

SideBar::SideBar(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_account(new AccountBlock(theme, this))
    , m_sandboxMark(new SandboxMark(theme, tr("Sandbox: sample data"), this))
    , m_viewOnlyMark(new ViewOnlyMark(theme, this))
    , m_entries(new QVBoxLayout)
    , m_group(new QButtonGroup(this))
    , m_primary(new QPushButton(this))
    , m_attention(new NavEntry(theme, Icon::Bell, tr("Needs attention"), this))
    , m_settings(new NavEntry(theme, Icon::Settings, tr("Settings"), this))
{
    setObjectName(QStringLiteral("sideBar"));
    setAccessibleName(tr("Pages"));
    setFixedWidth(widthNow());
    m_account->setObjectName(QStringLiteral("account"));
    m_account->setAccessibleName(tr("Account"));
    m_sandboxMark->hide();
    m_viewOnlyMark->hide();
    m_primary->setObjectName(QStringLiteral("sideBarPrimary"));
    m_primary->setAutoDefault(false);
    m_primary->hide();
    setButtonKind(*m_primary, ButtonKind::Primary);
    m_attention->setObjectName(QStringLiteral("attention"));
    m_attention->hide();
    m_settings->setObjectName(QStringLiteral("settings"));
    m_settings->setEndText(
        QKeySequence(Qt::CTRL | Qt::Key_Comma).toString(QKeySequence::NativeText));

    m_entries->setSpacing(2);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 10, 8, 12);
    column->setSpacing(0);
    column->addWidget(m_account);
    column->addSpacing(8);
    auto *marks = new QVBoxLayout;
    marks->setSpacing(4);
    marks->addWidget(m_sandboxMark);
    marks->addWidget(m_viewOnlyMark);
    column->addLayout(marks);
    column->addSpacing(8);
    column->addLayout(m_entries);
    column->addStretch(1);
    column->addWidget(m_attention);
    column->addSpacing(4);
    column->addWidget(m_primary);
    column->addSpacing(8);
    column->addWidget(m_settings);
    m_group->setExclusive(true);
    theme.followGround(*this, Ground::SideBar);
}

void SideBar::setAccount(const AccountMark &account)
{
    m_account->setAccount(account);
    m_sandboxMark->setVisible(account.isSandbox);
}

void SideBar::setViewOnly(bool viewOnly)
{
    m_viewOnlyMark->setVisible(viewOnly);
}

void SideBar::setAccountBadge(const std::optional<NavBadge> &badge)
{
    m_account->setBadge(badge);
}

void SideBar::setSwitching(bool canSwitch)
{
    m_account->setSwitching(canSwitch);
}

QAbstractButton *SideBar::addEntry(const QString &id, Icon icon, const QString &text)
{
    auto *entry = new NavEntry(m_theme, icon, text, this);
    entry->setObjectName(QStringLiteral("nav-") + id);
    entry->setCheckable(true);
    m_group->addButton(entry);
    m_entries->addWidget(entry);
    entry->setCompact(m_compact);
    m_byId.insert(id, entry);
    // toggled(), not clicked(): the arrow keys check an entry without a click.
    connect(entry, &QAbstractButton::toggled, this, [this, id](bool on) {
        if (!on || m_current == id) {
            return;
        }
        m_current = id;
        Q_EMIT entryChosen(id);
    });
    // Entries that are added later still come before the fixed parts in the Tab order.
    QWidget *before = m_account;
    for (int i = 0; i < m_entries->count(); ++i) {
        setTabOrder(before, m_entries->itemAt(i)->widget());
        before = m_entries->itemAt(i)->widget();
    }
    setTabOrder(before, m_attention);
    setTabOrder(m_attention, m_primary);
    setTabOrder(m_primary, m_settings);
    return entry;
}

void SideBar::setCount(const QString &id, const QString &count)
{
    if (NavEntry *entry = m_byId.value(id)) {
        entry->setEndText(count);
    }
}

void SideBar::setEntryEnabled(const QString &id, bool isEnabled)
{
    if (NavEntry *entry = m_byId.value(id)) {
        entry->setEnabled(isEnabled);
    }
}

void SideBar::setBadge(const QString &id, const std::optional<NavBadge> &badge)
{
    if (NavEntry *entry = m_byId.value(id)) {
        entry->setBadge(badge);
    }
}

void SideBar::setCurrent(const QString &id)
{
    NavEntry *entry = m_byId.value(id);
    if (!entry) {
        return;
    }
    m_current = id;
    entry->setChecked(true);
}

void SideBar::setPrimary(const QString &text, std::optional<Icon> icon)
{
    m_primaryText = text;
    m_primaryIcon = icon;
    updatePrimary();
}

void SideBar::setPrimaryBlocked(const QString &reason)
{
    m_primaryBlocked = reason;
    updatePrimary();
}

void SideBar::updatePrimary()
{
    m_primary->setEnabled(m_primaryBlocked.isEmpty());
    m_primary->setAccessibleDescription(m_primaryBlocked);
    m_primary->setAccessibleName(m_primaryText);
    m_primary->setText(m_compact ? QString() : m_primaryText);
    m_primary->setToolTip(!m_primaryBlocked.isEmpty() ? m_primaryBlocked
                          : m_compact                 ? m_primaryText
                                                      : QString());
    const std::optional<Icon> icon = m_compact ? m_primaryIcon.value_or(Icon::Plus) : m_primaryIcon;
    m_primary->setIcon(icon ? m_theme.icon(*icon, Role::OnAccent) : QIcon());
}

void SideBar::setCompact(bool compact)
{
    if (compact == m_compact) {
        return;
    }
    m_compact = compact;
    m_account->setCompact(compact);
    m_sandboxMark->setCompact(compact);
    m_viewOnlyMark->setCompact(compact);
    m_attention->setCompact(compact);
    m_settings->setCompact(compact);
    for (NavEntry *entry : std::as_const(m_byId)) {
        entry->setCompact(compact);
    }
    updatePrimary();
    setFixedWidth(widthNow());
}

int SideBar::widthNow() const
{
    return m_compact ? compactBarWidth : metric::scaled(sideBarWidth, fontMetrics());
}

void SideBar::setAttention(const std::optional<NavBadge> &badge, const QString &description)
{
    m_attention->setBadge(badge);
    m_attention->setState(description);
}

QAbstractButton *SideBar::attentionButton() const
{
    return m_attention;
}

QAbstractButton *SideBar::settingsButton() const
{
    return m_settings;
}

QAbstractButton *SideBar::accountButton() const
{
    return m_account;
}

QSize SideBar::sizeHint() const
{
    return {widthNow(), QWidget::sizeHint().height()};
}

void SideBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        setFixedWidth(widthNow());
    }
}

void SideBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Role::SideBar));
    paint::lineAt(painter, rect(),
                  layoutDirection() == Qt::RightToLeft ? Qt::LeftEdge : Qt::RightEdge,
                  m_theme.colour(Role::Line));
}

} // namespace relaybook
