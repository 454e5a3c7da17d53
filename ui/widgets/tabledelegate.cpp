// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tabledelegate.h"

#include "api/types/cuttext.h"
#include "models/text/format.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/tableview.h"
#include "ui/widgets/usagebar.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextDocument>
#include <QToolTip>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int barWidth = 70;
constexpr int barHeight = 6;
constexpr int barGap = 8;
constexpr int badgePadding = 7;
constexpr int markWidth = 16;
constexpr qreal dimmedOpacity = 0.5;

// The text colour of a kind of cell that has no tone.
Role plainRole(CellKind kind, Tone tone)
{
    const bool quiet = kind == CellKind::QuietText || kind == CellKind::Time;
    return quiet && tone == Tone::Neutral ? Role::QuietText : textRole(tone);
}

} // namespace

struct TableDelegate::Cell
{
    CellKind kind = CellKind::Text;
    Tone tone = Tone::Neutral;
    QString text;
    QVariant share;
    Qt::LayoutDirection direction = Qt::LeftToRight;
    bool atEnd = false;
    bool onTint = false; ///< the row is selected or highlighted
    bool isName = false; ///< of a row, or a single word
};

Qt::TextElideMode TableDelegate::elideModeOf(const Cell &cell)
{
    // Cut without its beginning or its middle, a number would look like another number.
    return cell.isName ? Qt::ElideMiddle : Qt::ElideRight; // names of a series differ at the end
}

CellKind cellKind(const QModelIndex &index)
{
    const QVariant kind = index.data(CellKindRole);
    return kind.isValid() ? static_cast<CellKind>(kind.toInt()) : CellKind::Text;
}

Tone cellTone(const QModelIndex &index)
{
    const QVariant tone = index.data(ToneRole);
    return tone.isValid() ? static_cast<Tone>(tone.toInt()) : Tone::Neutral;
}

bool standsAtEnd(CellKind kind)
{
    return kind == CellKind::Number || kind == CellKind::Money;
}

std::optional<bool> alignedAtEnd(const QVariant &alignment)
{
    if (!alignment.isValid()) {
        return std::nullopt;
    }
    // Models return either the flags or, in the older form, their number.
    const auto flags = alignment.metaType() == QMetaType::fromType<Qt::Alignment>()
                           ? alignment.value<Qt::Alignment>()
                           : Qt::Alignment(QFlag(alignment.toInt()));
    return flags.testFlag(Qt::AlignRight) || flags.testFlag(Qt::AlignTrailing);
}

TableDelegate::TableDelegate(const Theme &theme, TableView &view)
    : QStyledItemDelegate(&view)
    , m_theme(theme)
    , m_view(view)
    , m_metrics(m_font)
    , m_smallMetrics(m_small)
{
    takeFonts();
    connect(&theme, &Theme::changed, this, &TableDelegate::takeFonts);
}

void TableDelegate::takeFonts()
{
    m_font = m_theme.font(TextStyle::Body);
    m_small = m_theme.font(TextStyle::Caption);
    m_bold = m_theme.font(TextStyle::BodyBold);
    m_metrics = QFontMetrics(m_font);
    m_smallMetrics = QFontMetrics(m_small);
}

void TableDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    paintGround(*painter, option, index);
    Cell cell{cellKind(index),
              cellTone(index),
              cutText(index.data(Qt::DisplayRole).toString(), longestLine),
              index.data(BarRole),
              option.direction,
              false,
              option.state.testFlag(QStyle::State_Selected) ||
                  m_view.highlightOf(index).has_value()};
    cell.atEnd = alignedAtEnd(index.data(Qt::TextAlignmentRole)).value_or(standsAtEnd(cell.kind));
    cell.isName = !cell.atEnd && (index.column() == 0 || !cell.text.contains(QLatin1Char(' ')));
    const int padding = m_theme.cellPadding();
    const QRect room = option.rect.adjusted(padding, 0, -padding, -1);
    if (room.width() <= 0) {
        return;
    }
    if (m_view.isDimmed()) {
        painter->setOpacity(dimmedOpacity);
    }
    switch (cell.kind) {
    case CellKind::Text:
    case CellKind::QuietText:
    case CellKind::Number:
    case CellKind::Money:
    case CellKind::Time:
        paintText(*painter, cell, room);
        break;
    case CellKind::Badge:
        paintBadge(*painter, cell, room);
        break;
    case CellKind::UsageBar:
        paintBar(*painter, cell, room);
        break;
    case CellKind::Marked:
        paintMarked(*painter, cell, room);
        break;
    case CellKind::Heading:
        paintHeading(*painter, cell, room);
        break;
    }
    painter->setOpacity(1);
}

void TableDelegate::paintGround(QPainter &painter, const QStyleOptionViewItem &option,
                                const QModelIndex &index) const
{
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter.fillRect(option.rect, m_theme.colour(Role::AccentTint));
    } else if (index.row() == m_view.hoveredRow()) {
        painter.fillRect(option.rect, m_theme.colour(Role::Hover));
    } else if (const auto highlight = m_view.highlightOf(index)) {
        painter.fillRect(option.rect, *highlight);
    }
    // No line at the end of the view, where the frame of the table has its own.
    const bool isAtEnd = option.rect.bottom() + 1 >= m_view.viewport()->height();
    if (!isAtEnd && m_view.hasLineAfter(index.row())) {
        paint::lineAt(painter, option.rect, Qt::BottomEdge, m_theme.colour(Role::Line));
    }
    // Shows where the keyboard focus is, if the selection does not.
    const bool keyboard = m_view.hasFocus() && m_view.currentIndex().row() == index.row() &&
                          m_view.window()->testAttribute(Qt::WA_KeyboardFocusChange);
    if (keyboard && !option.state.testFlag(QStyle::State_Selected)) {
        paint::lineAt(painter, option.rect, Qt::BottomEdge, m_theme.colour(Role::Accent));
    }
}

void TableDelegate::paintText(QPainter &painter, const Cell &cell, const QRect &room) const
{
    painter.setFont(m_font);
    painter.setPen(m_theme.colour(plainRole(cell.kind, cell.tone)));
    const Qt::Alignment wanted = (cell.atEnd ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
    const bool figure = standsAtEnd(cell.kind);
    const QString text = m_metrics.elidedText(cell.text, elideModeOf(cell), room.width());
    // The sign is in front of the number, in every reading direction.
    painter.drawText(room,
                     static_cast<int>(QStyle::visualAlignment(cell.direction, wanted)) |
                         Qt::TextSingleLine | (figure ? Qt::TextForceLeftToRight : 0),
                     text);
}

void TableDelegate::paintBadge(QPainter &painter, const Cell &cell, const QRect &room) const
{
    if (cell.text.isEmpty()) {
        return;
    }
    if (cell.text == format::nothing()) { // there is no value, so no shape is drawn
        paintText(painter, cell, room);
        return;
    }
    const QString text =
        m_smallMetrics.elidedText(cell.text, Qt::ElideRight, room.width() - 2 * badgePadding);
    const int width = m_smallMetrics.horizontalAdvance(text) + 2 * badgePadding;
    const int height = m_smallMetrics.height() + 4;
    QRect badge(room.left(), room.top() + (room.height() - height) / 2, width, height);
    badge = QStyle::visualRect(cell.direction, room, badge);
    // A selected or highlighted row has the accent's tint. Its badges have the surface colour, so
    // that their shape stays visible.
    const Role ground = cell.onTint ? Role::Surface : tintRole(cell.tone);
    paint::box(painter, badge, 4, m_theme.colour(ground), {});
    painter.setFont(m_small);
    painter.setPen(
        m_theme.colour(cell.tone == Tone::Neutral ? Role::QuietText : textRole(cell.tone)));
    painter.drawText(badge, Qt::AlignCenter | Qt::TextSingleLine, text);
}

void TableDelegate::paintBar(QPainter &painter, const Cell &cell, const QRect &room) const
{
    if (!cell.share.isValid()) {
        Cell plain = cell;
        plain.tone = Tone::Neutral;
        paintText(painter, plain, room);
        return;
    }
    const int width = std::min(barWidth, room.width());
    QRect bar(room.left(), room.top() + (room.height() - barHeight) / 2, width, barHeight);
    bar = QStyle::visualRect(cell.direction, room, bar);
    paint::bar(painter, bar, cell.share.toDouble(), m_theme.colour(barRole(cell.tone)),
               m_theme.colour(Role::BarTrack), cell.direction == Qt::RightToLeft);
    const QRect after =
        QStyle::visualRect(cell.direction, room, room.adjusted(barWidth + barGap, 0, 0, 0));
    if (after.width() <= 0) {
        return;
    }
    Cell text = cell;
    text.tone = Tone::Neutral; // the bar has the tone; the number stays readable
    paintText(painter, text, after);
}

void TableDelegate::paintHeading(QPainter &painter, const Cell &cell, const QRect &room) const
{
    painter.setFont(m_bold);
    painter.setPen(m_theme.colour(Role::Text));
    painter.drawText(room,
                     static_cast<int>(QStyle::visualAlignment(cell.direction,
                                                              Qt::AlignLeft | Qt::AlignVCenter)) |
                         Qt::TextSingleLine,
                     QFontMetrics(m_bold).elidedText(cell.text, Qt::ElideRight, room.width()));
}

void TableDelegate::paintMarked(QPainter &painter, const Cell &cell, const QRect &room) const
{
    const Role role = textRole(cell.tone);
    const int textWidth =
        std::min(m_metrics.horizontalAdvance(cell.text), std::max(0, room.width() - markWidth));
    const int x = cell.atEnd ? room.right() + 1 - textWidth - markWidth : room.left();
    const QRect mark =
        QStyle::visualRect(cell.direction, room, QRect(x, room.top(), markWidth, room.height()));
    // Adds a shape to the colour: a triangle for warnings, a pen for unsaved changes, a dot for
    // states.
    if (cell.tone == Tone::Bad || cell.tone == Tone::Warning) {
        m_theme.paintIcon(painter, QRectF(mark.left(), mark.center().y() - 6.5, 13, 13),
                          Icon::Warning, role);
    } else if (cell.tone == Tone::Accent) {
        m_theme.paintIcon(painter, QRectF(mark.left(), mark.center().y() - 6.5, 13, 13), Icon::Edit,
                          role);
    } else if (cell.tone != Tone::Neutral) {
        paint::box(painter, QRectF(mark.left() + 2, mark.center().y() - 3, 8, 8), 4,
                   m_theme.colour(role), {});
    }
    Cell text = cell;
    text.atEnd = false;
    const int used = cell.tone == Tone::Neutral ? 0 : markWidth;
    const QRect rest(x + used, room.top(), room.right() + 1 - x - used, room.height());
    paintText(painter, text, QStyle::visualRect(cell.direction, room, rest));
}

bool TableDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view,
                              const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    QString text = index.data(Qt::ToolTipRole).toString();
    if (text.isEmpty() && sizeHint(option, index).width() > option.rect.width()) {
        text = index.data(Qt::DisplayRole).toString();
    }
    QToolTip::showText(event->globalPos(), plainToolTip(text), view);
    return !text.isEmpty();
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const QString text = cutText(index.data(Qt::DisplayRole).toString(), longestLine);
    int width = m_metrics.horizontalAdvance(text);
    switch (cellKind(index)) {
    case CellKind::Badge:
        width = m_smallMetrics.horizontalAdvance(text) + 2 * badgePadding;
        break;
    case CellKind::UsageBar:
        width += index.data(BarRole).isValid() ? barWidth + barGap : 0;
        break;
    case CellKind::Marked:
        width += markWidth;
        break;
    case CellKind::Heading:
        width = QFontMetrics(m_bold).horizontalAdvance(text);
        break;
    case CellKind::Text:
    case CellKind::QuietText:
    case CellKind::Number:
    case CellKind::Money:
    case CellKind::Time:
        break;
    }
    return {width + 2 * m_theme.cellPadding() + 2, m_theme.rowHeight()};
}

} // namespace relaybook
