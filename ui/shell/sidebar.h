// SPDX-License-Identifier: GPL-3.0-or-later
// The side bar of the window: the account's name, the pages with their counts, the button that buys
// traffic, and the settings. The window decides which page is shown.
#pragma once

#include "ui/theme/icon.h"

#include <QHash>
#include <QWidget>

#include <optional>

class QAbstractButton;
class QButtonGroup;
class QPushButton;
class QVBoxLayout;

namespace relaybook {

class AccountBlock;
class NavEntry;
struct AccountMark;
class SandboxMark;
class Theme;
class ViewOnlyMark;
struct NavBadge;

class SideBar : public QWidget
{
    Q_OBJECT
public:
    explicit SideBar(const Theme &theme, QWidget *parent = nullptr);

    /// Of a sandbox the whole bar is marked, because it is not a real account.
    void setAccount(const AccountMark &account);
    /// Marks the bar as view only.
    void setViewOnly(bool viewOnly);
    /// Shows a dot at the initials if another account needs attention; the badge describes why.
    void setAccountBadge(const std::optional<NavBadge> &badge);
    /// Whether the account's block opens the list of accounts.
    void setSwitching(bool canSwitch);

    /// The id identifies the page in entryChosen() and names the button ("nav-" and the id).
    QAbstractButton *addEntry(const QString &id, Icon icon, const QString &text);
    /// The count as formatted text; empty: no count.
    void setCount(const QString &id, const QString &count);
    /// Whether the page can be shown.
    void setEntryEnabled(const QString &id, bool isEnabled);
    /// Describes what needs attention on the page; empty: nothing.
    void setBadge(const QString &id, const std::optional<NavBadge> &badge);
    /// Marks the entry as current without emitting entryChosen().
    void setCurrent(const QString &id);
    [[nodiscard]] QString current() const { return m_current; }

    [[nodiscard]] QPushButton *primaryButton() const { return m_primary; }
    /// The text and icon of the button that buys traffic; the text can do without an icon.
    void setPrimary(const QString &text, std::optional<Icon> icon);
    /// Disables the button that buys traffic, and shows the reason in its tool tip; an empty reason
    /// enables it.
    void setPrimaryBlocked(const QString &reason);
    /// Shows icons alone, for a narrow window; the texts are in the tool tips.
    void setCompact(bool compact);
    [[nodiscard]] bool isCompact() const { return m_compact; }
    /// The bell: how many things need attention; nothing: none, and `description` says so, or that
    /// it is not known yet.
    void setAttention(const std::optional<NavBadge> &badge, const QString &description);
    /// These look like an entry, but are never the current one.
    [[nodiscard]] QAbstractButton *attentionButton() const;
    [[nodiscard]] QAbstractButton *settingsButton() const;
    [[nodiscard]] QAbstractButton *accountButton() const;

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void entryChosen(const QString &id);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void updatePrimary();
    [[nodiscard]] int widthNow() const;

    const Theme &m_theme;
    AccountBlock *m_account;
    SandboxMark *m_sandboxMark;
    ViewOnlyMark *m_viewOnlyMark;
    QVBoxLayout *m_entries;
    QButtonGroup *m_group;
    QHash<QString, NavEntry *> m_byId;
    QPushButton *m_primary;
    NavEntry *m_attention;
    NavEntry *m_settings;
    QString m_current;
    QString m_primaryText;
    QString m_primaryBlocked;
    std::optional<Icon> m_primaryIcon;
    bool m_compact = false;
};

} // namespace relaybook
