// SPDX-License-Identifier: GPL-3.0-or-later
// Draws every cell of every table from what the model says about it (models/cellroles.h): kind,
// tone, share of a bar, finished text. Draws directly; a style's item painting lays out text anew
// for each cell and is several times slower.
#pragma once

#include "models/cellroles.h"
#include "ui/theme/role.h"

#include <QFont>
#include <QFontMetrics>
#include <QStyledItemDelegate>

#include <optional>

namespace relaybook {

class TableView;
class Theme;

class TableDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    TableDelegate(const Theme &theme, TableView &view);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;
    // What the model says more about the cell, else the whole of a text that is cut off. Plain text
    // always: a note with angle brackets in it is no markup.
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    struct Cell;

    void takeFonts();
    void paintGround(QPainter &painter, const QStyleOptionViewItem &option,
                     const QModelIndex &index) const;
    void paintText(QPainter &painter, const Cell &cell, const QRect &room) const;
    void paintBadge(QPainter &painter, const Cell &cell, const QRect &room) const;
    void paintBar(QPainter &painter, const Cell &cell, const QRect &room) const;
    void paintMarked(QPainter &painter, const Cell &cell, const QRect &room) const;

    const Theme &m_theme;
    TableView &m_view;
    QFont m_font;
    QFont m_small;
    QFontMetrics m_metrics;
    QFontMetrics m_smallMetrics;
};

// The kind of a cell, Text where the model says nothing.
[[nodiscard]] CellKind cellKind(const QModelIndex &index);
[[nodiscard]] Tone cellTone(const QModelIndex &index);
// Figures stand at the end of their column, so that digits line up.
[[nodiscard]] bool standsAtEnd(CellKind kind);
// What a model's TextAlignmentRole says about it, if it says anything.
[[nodiscard]] std::optional<bool> alignedAtEnd(const QVariant &alignment);

} // namespace relaybook
