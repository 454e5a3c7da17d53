// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the side bar: an entry with icon, text and a count, shortcut or badge at its end,
// and the block that names the account that is shown.
#pragma once

#include "ui/theme/icon.h"
#include "ui/theme/role.h"
#include "ui/widgets/initials.h"

#include <QAbstractButton>

#include <optional>

namespace relaybook {

class Theme;

/// How many things on a page need attention: a number in a filled pill, unlike a count of rows.
struct NavBadge
{
    QString text;        ///< in the pill
    QString description; ///< the same in words
    bool warns = false;
    friend bool operator==(const NavBadge &, const NavBadge &) = default;
};

class NavEntry final : public QAbstractButton
{
    Q_OBJECT
public:
    NavEntry(const Theme &theme, Icon icon, const QString &text, QWidget *parent = nullptr);

    /// Text at the end of the entry: a count or a shortcut.
    void setEndText(const QString &text);
    /// Shows a badge in place of the end text. In compact mode, shows a dot at the icon's corner.
    void setBadge(const std::optional<NavBadge> &badge);
    /// Says in words what there is to say without a badge or a count: "Nothing needs attention".
    /// Not painted.
    void setState(const QString &state);
    /// Shows the icon alone; the text is in the tool tip.
    void setCompact(bool compact);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void describe();
    void updateToolTip();
    [[nodiscard]] QFont endFont() const;
    [[nodiscard]] QRect endRect() const;
    [[nodiscard]] Role badgeRole() const;
    void paintWords(QPainter &painter, Role role) const;
    void paintEnd(QPainter &painter) const;
    void paintDot(QPainter &painter, const QRect &icon) const;
    [[nodiscard]] QRect placed(const QRect &rect) const;

    const Theme &m_theme;
    Icon m_icon;
    QString m_endText;
    QString m_state;
    std::optional<NavBadge> m_badge;
    bool m_compact = false;
};

class AccountBlock final : public QAbstractButton
{
    Q_OBJECT
public:
    explicit AccountBlock(const Theme &theme, QWidget *parent = nullptr);

    void setAccount(const AccountMark &account);
    /// Another account needs attention: shows a dot at the initials, and the description in the
    /// tool tip.
    void setBadge(const std::optional<NavBadge> &badge);
    /// Shows the arrows that say that a click opens the list of accounts.
    void setSwitching(bool canSwitch);
    /// Shows the initials alone; the name is in the tool tip.
    void setCompact(bool compact);

    [[nodiscard]] QSize sizeHint() const override;

    /// "NR" for "North Relay", "R" for "relay".
    [[nodiscard]] static QString initials(const QString &name);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void describe();
    void paintWords(QPainter &painter, int left) const;
    [[nodiscard]] QRect placed(const QRect &rect) const;

    const Theme &m_theme;
    AccountMark m_shown;
    std::optional<NavBadge> m_badge;
    bool m_canSwitch = false;
    bool m_compact = false;
};

} // namespace relaybook
