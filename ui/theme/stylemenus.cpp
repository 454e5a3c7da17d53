// SPDX-License-Identifier: GPL-3.0-or-later
// Draws menus, tabs and table headers.
#include "ui/theme/style.h"

#include "ui/theme/paint.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int menuRow = 28;
constexpr int menuIconColumn = 34;
constexpr int menuPadding = 12;

int mnemonicFlags(Qt::Alignment alignment)
{
    return static_cast<int>(alignment) | Qt::TextSingleLine | Qt::TextShowMnemonic;
}

} // namespace

void Style::drawMenuItem(const QStyleOptionMenuItem &option, QPainter &painter) const
{
    if (option.menuItemType == QStyleOptionMenuItem::Separator) {
        QRectF line = option.rect;
        line.moveTop(option.rect.center().y());
        paint::lineAt(painter, line, Qt::TopEdge, colour(Role::Line));
        return;
    }
    const bool enabled = option.state.testFlag(State_Enabled);
    const QRect r = option.rect;
    if (option.state.testFlag(State_Selected) && enabled) {
        paint::box(painter, r.adjusted(4, 0, -4, 0), 4, colour(Role::AccentTint), {});
    }

    const auto placed = [&option, r](const QRect &rect) {
        return visualRect(option.direction, r, rect);
    };
    const QRect mark(r.left() + 11, r.center().y() - 7, 16, 16);
    if (option.checkType != QStyleOptionMenuItem::NotCheckable && option.checked) {
        paint::tick(painter, placed(mark), colour(enabled ? Role::Accent : Role::DisabledText));
    } else if (!option.icon.isNull()) {
        option.icon.paint(&painter, placed(mark), Qt::AlignCenter,
                          enabled ? QIcon::Normal : QIcon::Disabled);
    }

    const QStringList parts = option.text.split(QLatin1Char('\t'));
    const QRect room = r.adjusted(menuIconColumn, 0, -menuPadding, 0);
    painter.save();
    painter.setFont(option.font);
    painter.setPen(colour(enabled ? Role::Text : Role::DisabledText));
    painter.drawText(
        placed(room),
        mnemonicFlags(visualAlignment(option.direction, Qt::AlignLeft | Qt::AlignVCenter)),
        parts.constFirst());
    if (parts.size() > 1) {
        painter.setPen(colour(enabled ? Role::QuietText : Role::DisabledText));
        painter.drawText(
            placed(room),
            static_cast<int>(visualAlignment(option.direction, Qt::AlignRight | Qt::AlignVCenter)),
            parts.at(1));
    }
    painter.restore();
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu) {
        const QRect arrow(r.right() - menuPadding - 8, r.top(), 12, r.height());
        paint::chevron(painter, placed(arrow),
                       option.direction == Qt::RightToLeft ? paint::Direction::Left
                                                           : paint::Direction::Right,
                       colour(enabled ? Role::QuietText : Role::DisabledText), 7);
    }
}

QSize Style::menuItemSize(const QStyleOptionMenuItem &option, const QSize &size)
{
    if (option.menuItemType == QStyleOptionMenuItem::Separator) {
        return {size.width(), 9};
    }
    // Qt adds the width of the widest shortcut itself; the gap before it is ours.
    const int shortcutGap = option.reservedShortcutWidth > 0 ? 28 : 0;
    const int arrow = option.menuItemType == QStyleOptionMenuItem::SubMenu ? 16 : 0;
    const QString text = option.text.section(QLatin1Char('\t'), 0, 0);
    const int width =
        option.fontMetrics.size(Qt::TextSingleLine | Qt::TextShowMnemonic, text).width();
    return {menuIconColumn + width + shortcutGap + arrow + menuPadding + 4,
            std::max(option.fontMetrics.height() + 10, menuRow)};
}

void Style::drawMenuBarItem(const QStyleOptionMenuItem &option, QPainter &painter,
                            const QWidget *) const
{
    painter.fillRect(option.rect, colour(Role::SideBar));
    const bool enabled = option.state.testFlag(State_Enabled);
    const bool open = option.state.testFlag(State_Sunken);
    if (enabled && option.state.testFlag(State_Selected)) {
        paint::box(painter, option.rect.adjusted(2, 0, -2, 0), paint::controlRadius,
                   colour(open ? Role::AccentTint : Role::Pressed), {});
    }
    painter.setPen(colour(enabled ? Role::Text : Role::DisabledText));
    painter.drawText(option.rect, mnemonicFlags(Qt::AlignCenter), option.text);
}

void Style::drawTab(const QStyleOptionTab &option, QPainter &painter) const
{
    if (option.state.testFlag(State_Selected)) {
        const QRectF line(option.rect.left() + 8, option.rect.bottom() - 1,
                          option.rect.width() - 16, 2);
        paint::box(painter, line, 1, colour(Role::Accent), {});
    }
    if (option.state.testFlag(State_HasFocus) && option.state.testFlag(State_KeyboardFocusChange)) {
        paint::box(painter, option.rect.adjusted(2, 4, -2, -4), 4, {}, colour(Role::Accent), 2);
    }
}

void Style::drawTabLabel(const QStyleOptionTab &option, QPainter &painter) const
{
    const bool selected = option.state.testFlag(State_Selected);
    const bool over = option.state.testFlag(State_MouseOver);
    Role role = selected ? Role::Accent : over ? Role::Text : Role::QuietText;
    if (!option.state.testFlag(State_Enabled)) {
        role = Role::DisabledText;
    }
    painter.setPen(colour(role));
    painter.drawText(option.rect, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextHideMnemonic,
                     option.text);
}

void Style::drawHeader(const QStyleOptionHeader &option, QPainter &painter) const
{
    paint::lineAt(painter, option.rect, Qt::BottomEdge, colour(Role::Line));
    const int padding = metric::cellPadding(m_look.isCompact);
    const QRect room = option.rect.adjusted(padding, 0, -padding, 0);
    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    const int arrow = sorted ? 14 : 0;
    const QString text = option.fontMetrics.elidedText(option.text, Qt::ElideRight,
                                                       std::max(0, room.width() - arrow));
    const int width = std::min(option.fontMetrics.horizontalAdvance(text), room.width() - arrow);
    const bool atEnd = option.textAlignment.testFlag(Qt::AlignRight);
    const int x = atEnd ? room.right() + 1 - width - arrow : room.left();
    const QRect textRect(x, room.top(), width + 1, room.height());
    const bool over = option.state.testFlag(State_MouseOver);
    painter.save();
    painter.setPen(colour(over || sorted ? Role::Text : Role::QuietText));
    painter.drawText(visualRect(option.direction, option.rect, textRect),
                     Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
    painter.restore();
    if (sorted) {
        // Qt's SortDown means ascending order; the arrow points in the direction in which the
        // values grow.
        const bool ascending = option.sortIndicator == QStyleOptionHeader::SortDown;
        const QRect rect(x + width + 2, room.top(), 12, room.height());
        paint::chevron(painter, visualRect(option.direction, option.rect, rect),
                       ascending ? paint::Direction::Up : paint::Direction::Down,
                       colour(Role::Text), 6);
    }
}

} // namespace relaybook
