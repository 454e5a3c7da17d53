// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the rows of filter chips above a table: chips with menus, and "Clear filters" at
// the end.
#pragma once

#include <QString>
#include <QWidget>

class QAction;
class QMenu;
class QPushButton;

namespace relaybook {

class FilterChip;
class FlowLayout;
class Theme;

class FilterBar : public QWidget
{
    Q_OBJECT

public:
    FilterBar(const Theme &theme, const QString &name, QWidget *parent);

Q_SIGNALS:
    /// The user wants every filter, and everything typed, to be removed.
    void cleared();

protected:
    static constexpr qsizetype longestOfChip = 60;

    struct Chip
    {
        FilterChip *button = nullptr;
        QMenu *menu = nullptr;
        QString title; ///< what it filters by: "Type"
    };
    /// `name` is the object name of the chip; that of its menu has "Menu" at its end.
    [[nodiscard]] Chip addChip(const QString &name, const QString &title);
    /// `active` are the values of the filter as text of any length; empty: none.
    static void showChip(const Chip &chip, const QString &active,
                         qsizetype longest = longestOfChip);
    void setClearShown(bool shown);
    /// Adds a choice with a check mark to the menu. `text` may come from the service; `aside` is
    /// shown at the right edge.
    static QAction *addChoice(QMenu &menu, const QString &text, const QString &aside,
                              const QString &name, bool on);
    /// Adds a line that cannot be chosen.
    static void addRemark(QMenu &menu, const QString &text);

private:
    const Theme &m_theme;
    FlowLayout *m_chips;
    FilterChip *m_first = nullptr;
    QPushButton *m_clear;
};

} // namespace relaybook
