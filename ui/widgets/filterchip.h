// SPDX-License-Identifier: GPL-3.0-or-later
// A filter as a pill-shaped button: shows what can be filtered by or, if active, what is filtered
// by, with a cross to remove the filter.
#pragma once

#include <QAbstractButton>
#include <QPointer>

class QMenu;

namespace relaybook {

class Theme;

class FilterChip : public QAbstractButton
{
    Q_OBJECT
public:
    FilterChip(const Theme &theme, const QString &text, QWidget *parent = nullptr);

    /// Active: tinted, with a cross. The text then says what is shown ("Type: Residential").
    void setActive(bool active);
    [[nodiscard]] bool isActive() const { return m_active; }
    /// The menu is opened by a click; the chip does not take ownership.
    void setMenu(QMenu *menu);
    /// Gives the open menu the place and the size that its entries need now, within the screen:
    /// QMenu itself does so only when it opens.
    void placeMenuAgain();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    /// The user removed the filter: with the cross, or with Delete or Backspace on an active chip.
    void cleared();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QRect markRect() const;
    [[nodiscard]] QPoint placeOfMenu() const;
    void openMenu();
    void updateDescription();

    const Theme &m_theme;
    QPointer<QMenu> m_menu;
    bool m_active = false;
};

} // namespace relaybook
