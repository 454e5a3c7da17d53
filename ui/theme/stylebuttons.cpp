// SPDX-License-Identifier: GPL-3.0-or-later
// Draws buttons, check boxes, and the ring that shows the keyboard focus.
#include "ui/theme/style.h"

#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"

#include <QPainter>
#include <QPushButton>
#include <QStyleOption>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int horizontalPadding = 13;
constexpr int iconGap = 6;
constexpr int menuArrow = 18;

bool isFlat(const QStyleOptionButton &option, ButtonKind kind)
{
    return kind == ButtonKind::Quiet || option.features.testFlag(QStyleOptionButton::Flat);
}

Role labelRole(const QStyleOptionButton &option, ButtonKind kind)
{
    if (!option.state.testFlag(QStyle::State_Enabled)) {
        return Role::DisabledText;
    }
    switch (kind) {
    case ButtonKind::Primary:
        return Role::OnAccent;
    case ButtonKind::Danger:
        return Role::Bad;
    case ButtonKind::Link:
        return Role::Accent;
    case ButtonKind::Normal:
    case ButtonKind::Quiet:
        break;
    }
    return Role::Text;
}

} // namespace

void Style::drawButton(const QStyleOptionButton &option, QPainter &painter,
                       const QWidget *widget) const
{
    // Fusion shows the focus in its own bevel and draws no ring.
    drawButtonBevel(option, painter, widget);
    drawButtonLabel(option, painter, widget);
    if (option.state.testFlag(State_HasFocus)) {
        drawFocusRing(option, painter, widget);
    }
}

void Style::drawButtonBevel(const QStyleOptionButton &option, QPainter &painter,
                            const QWidget *widget) const
{
    const ButtonKind kind = buttonKind(widget);
    if (kind == ButtonKind::Link) {
        return;
    }
    const bool enabled = option.state.testFlag(State_Enabled);
    const bool over = enabled && option.state.testFlag(State_MouseOver);
    const bool down =
        enabled && (option.state.testFlag(State_Sunken) || option.state.testFlag(State_On));
    if (kind == ButtonKind::Primary && enabled) {
        const Role fill = down ? Role::AccentPressed : over ? Role::AccentHover : Role::Accent;
        paint::box(painter, option.rect, paint::controlRadius, colour(fill), {});
        return;
    }
    if (isFlat(option, kind)) {
        if (over || down) {
            paint::box(painter, option.rect, paint::controlRadius,
                       colour(down ? Role::Pressed : Role::Hover), {});
        }
        return;
    }
    const QColor fill = down      ? colour(Role::Pressed)
                        : over    ? colour(Role::Hover)
                        : enabled ? colour(Role::Surface)
                                  : QColor();
    paint::box(painter, option.rect, paint::controlRadius, fill, colour(Role::Line));
}

void Style::drawButtonLabel(const QStyleOptionButton &option, QPainter &painter,
                            const QWidget *widget) const
{
    const ButtonKind kind = buttonKind(widget);
    const bool hasMenu = option.features.testFlag(QStyleOptionButton::HasMenu);
    const bool enabled = option.state.testFlag(State_Enabled);
    // A link has the colour of the text around it (a banner's), if one was set.
    QColor ink = colour(labelRole(option, kind));
    if (kind == ButtonKind::Link && enabled) {
        ink = option.palette.color(QPalette::Link);
    }

    const int padding = kind == ButtonKind::Link ? 0 : horizontalPadding;
    QRect room = option.rect.adjusted(padding, 0, -padding, 0);
    if (option.text.isEmpty()) {
        room = option.rect;
    }
    const int iconWidth = option.icon.isNull() ? 0 : option.iconSize.width();
    const int gap = iconWidth > 0 && !option.text.isEmpty() ? iconGap : 0;
    const int arrow = hasMenu ? menuArrow : 0;
    const int flags = Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine | Qt::TextHideMnemonic;
    const int textWidth = std::min(option.fontMetrics.size(flags, option.text).width(),
                                   std::max(0, room.width() - iconWidth - gap - arrow));
    const int whole = iconWidth + gap + textWidth + arrow;
    int x = room.left() + std::max(0, (room.width() - whole) / 2);

    const auto placed = [&option](const QRect &rect) {
        return visualRect(option.direction, option.rect, rect);
    };
    if (iconWidth > 0) {
        const QRect rect(x, option.rect.center().y() - option.iconSize.height() / 2 + 1, iconWidth,
                         option.iconSize.height());
        option.icon.paint(&painter, placed(rect), Qt::AlignCenter,
                          enabled ? QIcon::Normal : QIcon::Disabled);
        x += iconWidth + gap;
    }
    painter.setPen(ink);
    if (kind == ButtonKind::Link) {
        QFont underlined = painter.font();
        // In a banner, text and links have the same colour: only the underline distinguishes them.
        underlined.setUnderline(enabled && (option.state.testFlag(State_MouseOver) ||
                                            ink == option.palette.color(QPalette::WindowText)));
        painter.setFont(underlined);
    }
    const QRect textRect(x, option.rect.top(), textWidth + 1, option.rect.height());
    painter.drawText(
        placed(textRect),
        static_cast<int>(visualAlignment(option.direction, Qt::AlignVCenter | Qt::AlignLeft)) |
            Qt::TextSingleLine | Qt::TextHideMnemonic,
        option.text);
    if (hasMenu) {
        const QRect rect(x + textWidth + 6, option.rect.top(), menuArrow - 4, option.rect.height());
        const bool plain = kind == ButtonKind::Normal || kind == ButtonKind::Quiet;
        paint::chevron(painter, placed(rect), paint::Direction::Down,
                       plain && enabled ? colour(Role::QuietText) : ink, 7);
    }
}

QSize Style::buttonSize(const QStyleOptionButton &option, const QWidget *widget) const
{
    const ButtonKind kind = buttonKind(widget);
    const int flags = Qt::TextSingleLine | Qt::TextHideMnemonic;
    const int text =
        option.text.isEmpty() ? 0 : option.fontMetrics.size(flags, option.text).width();
    const int icon = option.icon.isNull() ? 0 : option.iconSize.width();
    const int gap = text > 0 && icon > 0 ? iconGap : 0;
    const int arrow = option.features.testFlag(QStyleOptionButton::HasMenu) ? menuArrow : 0;
    const int line = option.fontMetrics.height();
    if (kind == ButtonKind::Link) {
        return {text + icon + gap + arrow + 2, std::max(line + 4, icon)};
    }
    const int height = std::max(line + 12, metric::controlHeight);
    if (text == 0) {
        return {std::max(height, icon + 16 + arrow), height};
    }
    return {text + icon + gap + arrow + 2 * horizontalPadding, height};
}

void Style::drawToolButtonPanel(const QStyleOption &option, QPainter &painter) const
{
    if (!option.state.testFlag(State_Enabled)) {
        return;
    }
    const bool down = option.state.testFlag(State_Sunken) || option.state.testFlag(State_On);
    if (down || option.state.testFlag(State_MouseOver)) {
        paint::box(painter, option.rect, paint::controlRadius,
                   colour(down ? Role::Pressed : Role::Hover), {});
    }
}

void Style::drawFocusRing(const QStyleOption &option, QPainter &painter,
                          const QWidget *widget) const
{
    // Only if the keyboard was used last: a ring after every click is distracting.
    if (!option.state.testFlag(State_KeyboardFocusChange)) {
        return;
    }
    const QRectF rect = option.rect;
    const bool onAccent = qobject_cast<const QPushButton *>(widget) &&
                          buttonKind(widget) == ButtonKind::Primary &&
                          option.state.testFlag(State_Enabled);
    if (onAccent) {
        // The button itself has the accent colour: a line in the other colour separates the ring
        // from it.
        paint::box(painter, rect.adjusted(2, 2, -2, -2), paint::controlRadius - 2, {},
                   colour(Role::OnAccent), 1.5);
        return;
    }
    paint::box(painter, rect, paint::controlRadius, {}, colour(Role::Accent),
               m_look.isStrong ? 3 : 2);
}

void Style::drawCheckBox(const QStyleOption &option, QPainter &painter) const
{
    const bool enabled = option.state.testFlag(State_Enabled);
    const bool on = option.state.testFlag(State_On);
    const bool part = option.state.testFlag(State_NoChange);
    if (!on && !part) {
        const bool over = enabled && option.state.testFlag(State_MouseOver);
        paint::box(painter, option.rect, 4,
                   enabled ? option.palette.color(QPalette::Base) : QColor(),
                   colour(over ? Role::Accent : Role::StrongLine));
        return;
    }
    paint::box(painter, option.rect, 4, colour(enabled ? Role::Accent : Role::DisabledText), {});
    const QColor ink = colour(enabled ? Role::OnAccent : Role::Surface);
    if (on) {
        paint::tick(painter, option.rect, ink);
    } else {
        painter.fillRect(QRectF(option.rect).adjusted(4, 7, -4, -7), ink);
    }
}

void Style::drawRadioButton(const QStyleOption &option, QPainter &painter) const
{
    const bool enabled = option.state.testFlag(State_Enabled);
    const qreal round = option.rect.height() / 2.0;
    if (!option.state.testFlag(State_On)) {
        paint::box(painter, option.rect, round,
                   enabled ? option.palette.color(QPalette::Base) : QColor(),
                   colour(Role::StrongLine));
        return;
    }
    paint::box(painter, option.rect, round, colour(enabled ? Role::Accent : Role::DisabledText),
               {});
    paint::box(painter, QRectF(option.rect).adjusted(5, 5, -5, -5), round, colour(Role::OnAccent),
               {});
}

} // namespace relaybook
