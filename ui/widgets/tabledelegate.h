// SPDX-License-Identifier: GPL-3.0-or-later
// Delegate that draws every cell of every table from the model's data (models/cellroles.h): kind,
// tone, share of a bar, formatted text. It draws directly; a style's item painting computes the
// text layout again for each cell and is several times slower.
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
    /// Shows the model's tool tip of the cell, else the whole text if it is cut off. Always plain
    /// text: a note with angle brackets is not markup.
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    struct Cell;
    [[nodiscard]] static Qt::TextElideMode elideModeOf(const Cell &cell);

    void takeFonts();
    void paintGround(QPainter &painter, const QStyleOptionViewItem &option,
                     const QModelIndex &index) const;
    void paintText(QPainter &painter, const Cell &cell, const QRect &room) const;
    void paintBadge(QPainter &painter, const Cell &cell, const QRect &room) const;
    void paintBar(QPainter &painter, const Cell &cell, const QRect &room) const;
    void paintHeading(QPainter &painter, const Cell &cell, const QRect &room) const;
    void paintMarked(QPainter &painter, const Cell &cell, const QRect &room) const;

    const Theme &m_theme;
    TableView &m_view;
    QFont m_font;
    QFont m_small;
    QFont m_bold;
    QFontMetrics m_metrics;
    QFontMetrics m_smallMetrics;
};

/// The kind of a cell; Text if the model does not say.
[[nodiscard]] CellKind cellKind(const QModelIndex &index);
[[nodiscard]] Tone cellTone(const QModelIndex &index);
/// Whether cells of this kind are aligned at the end of their column, as figures are, so that
/// digits line up.
[[nodiscard]] bool standsAtEnd(CellKind kind);
/// The alignment in a model's TextAlignmentRole, if it sets one.
[[nodiscard]] std::optional<bool> alignedAtEnd(const QVariant &alignment);

} // namespace relaybook
