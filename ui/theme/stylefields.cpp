// SPDX-License-Identifier: GPL-3.0-or-later
// Draws input fields, combo boxes, scroll bars and progress bars.
#include "ui/theme/style.h"

#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"

#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int arrowWidth = 28;
constexpr int lineMargin = 2; // of a QLineEdit, around its text

// A field inside another control (the line edit of a spin box) has the focus for that control.
bool hasFocus(const QStyleOption &option, const QWidget *widget)
{
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        return true;
    }
    return widget && widget->hasFocus();
}

} // namespace

void Style::drawField(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const bool enabled = option.state.testFlag(State_Enabled);
    const bool focus = enabled && hasFocus(option, widget);
    const bool invalid = isInvalid(widget);
    Role outline = focus ? Role::Accent : Role::Line;
    if (invalid) {
        outline = Role::Bad;
    } else if (enabled && !focus && option.state.testFlag(State_MouseOver)) {
        outline = Role::StrongLine;
    }
    const bool readOnly = option.state.testFlag(State_ReadOnly);
    const QColor fill = enabled && !readOnly ? option.palette.color(QPalette::Base) : QColor();
    paint::box(painter, option.rect, paint::controlRadius, fill, colour(outline), focus ? 1.5 : 0);
    if (focus) {
        // A lighter second line inside: the ring stays visible beside a field with an error.
        QColor soft = colour(invalid ? Role::Bad : Role::Accent);
        soft.setAlphaF(0.22F);
        paint::box(painter, QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5),
                   paint::controlRadius - 1.5, {}, soft, 1.5);
    }
}

void Style::drawComboBox(const QStyleOptionComboBox &option, QPainter &painter,
                         const QWidget *widget) const
{
    drawField(option, painter, widget);
    const QRect arrow =
        visualRect(option.direction, option.rect, comboBoxRect(option, SC_ComboBoxArrow));
    const bool enabled = option.state.testFlag(State_Enabled);
    paint::chevron(painter, visualRect(option.direction, option.rect, arrow),
                   paint::Direction::Down, colour(enabled ? Role::QuietText : Role::DisabledText));
}

void Style::drawComboBoxLabel(const QStyleOptionComboBox &option, QPainter &painter,
                              const QWidget *widget) const
{
    if (option.editable) {
        return;
    }
    QRect room = comboBoxRect(option, SC_ComboBoxEditField);
    const bool enabled = option.state.testFlag(State_Enabled);
    if (!option.currentIcon.isNull()) {
        const QSize size = option.iconSize;
        QRect rect(0, 0, size.width(), size.height());
        rect.moveCenter(room.center());
        if (option.direction == Qt::RightToLeft) {
            rect.moveRight(room.right());
        } else {
            rect.moveLeft(room.left());
        }
        option.currentIcon.paint(&painter, rect, Qt::AlignCenter,
                                 enabled ? QIcon::Normal : QIcon::Disabled);
        const int used = size.width() + 6;
        if (option.direction == Qt::RightToLeft) {
            room.setRight(room.right() - used);
        } else {
            room.setLeft(room.left() + used);
        }
    }
    const Role role = isPlaceholderShown(widget) ? Role::QuietText : Role::Text;
    painter.setPen(colour(enabled ? role : Role::DisabledText));
    const QString text =
        option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, room.width());
    painter.drawText(
        room, static_cast<int>(visualAlignment(option.direction, Qt::AlignLeft | Qt::AlignVCenter)),
        text);
}

QRect Style::comboBoxRect(const QStyleOptionComplex &option, SubControl subControl)
{
    const QRect r = option.rect;
    QRect rect = r;
    if (subControl == SC_ComboBoxArrow) {
        rect = QRect(r.right() - arrowWidth + 1, r.top(), arrowWidth, r.height());
    } else if (subControl == SC_ComboBoxEditField) {
        // A line edit in it adds a margin of its own, as in a spin box.
        const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(&option);
        const int padding = metric::fieldPadding - (combo && combo->editable ? lineMargin : 0);
        rect = r.adjusted(padding, 2, -arrowWidth, -2);
    }
    return visualRect(option.direction, r, rect);
}

void Style::drawSpinBox(const QStyleOptionSpinBox &option, QPainter &painter,
                        const QWidget *widget) const
{
    drawField(option, painter, widget);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons) {
        return;
    }
    const bool enabled = option.state.testFlag(State_Enabled);
    const auto arrow = [&](SubControl part, QAbstractSpinBox::StepEnabledFlag step,
                           paint::Direction direction) {
        const bool possible = enabled && option.stepEnabled.testFlag(step);
        const bool over = possible && option.activeSubControls.testFlag(part);
        const Role role = over ? Role::Accent : possible ? Role::QuietText : Role::DisabledText;
        paint::chevron(painter, spinBoxRect(option, part), direction, colour(role), 7);
    };
    arrow(SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, paint::Direction::Up);
    arrow(SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, paint::Direction::Down);
}

QRect Style::spinBoxRect(const QStyleOptionSpinBox &option, SubControl subControl)
{
    const QRect r = option.rect;
    const int buttons = option.buttonSymbols == QAbstractSpinBox::NoButtons ? 0 : 24;
    const int half = r.height() / 2;
    QRect rect = r;
    if (subControl == SC_SpinBoxEditField) {
        rect = r.adjusted(metric::fieldPadding - lineMargin, 2,
                          -std::max(buttons, metric::fieldPadding), -2);
    } else if (subControl == SC_SpinBoxUp) {
        rect = QRect(r.right() - buttons + 1, r.top() + 3, buttons, half - 3);
    } else if (subControl == SC_SpinBoxDown) {
        rect = QRect(r.right() - buttons + 1, r.top() + half, buttons, half - 3);
    }
    return visualRect(option.direction, r, rect);
}

void Style::drawScrollBar(const QStyleOptionSlider &option, QPainter &painter) const
{
    if (option.minimum >= option.maximum) {
        return;
    }
    QRectF handle = scrollBarRect(option, SC_ScrollBarSlider);
    const bool active = option.activeSubControls.testFlag(SC_ScrollBarSlider);
    const bool over = option.state.testFlag(State_MouseOver) || active;
    const qreal gap = over ? 2 : 3;
    if (option.orientation == Qt::Vertical) {
        handle.adjust(gap, 2, -gap, -2);
    } else {
        handle.adjust(2, gap, -2, -gap);
    }
    QColor fill = colour(Role::StrongLine);
    fill.setAlphaF(over ? 1.0F : 0.55F);
    paint::box(painter, handle, 6, fill, {});
}

QRect Style::scrollBarRect(const QStyleOptionSlider &option, SubControl subControl) const
{
    const QRect r = option.rect;
    const bool horizontal = option.orientation == Qt::Horizontal;
    const int length = horizontal ? r.width() : r.height();
    const int extent = horizontal ? r.height() : r.width();
    int handle = length;
    if (option.maximum > option.minimum) {
        const auto range = static_cast<qint64>(option.maximum) - option.minimum + option.pageStep;
        const qint64 wanted =
            static_cast<qint64>(option.pageStep) * length / std::max<qint64>(range, 1);
        const int least = pixelMetric(PM_ScrollBarSliderMin, &option, nullptr);
        handle = static_cast<int>(std::clamp<qint64>(wanted, std::min(least, length), length));
    }
    const int start = sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                              length - handle, option.upsideDown);
    const auto along = [&](int from, int size) {
        const QRect rect = horizontal ? QRect(r.left() + from, r.top(), size, extent)
                                      : QRect(r.left(), r.top() + from, extent, size);
        return visualRect(option.direction, r, rect);
    };
    switch (subControl) {
    case SC_ScrollBarSlider:
        return along(start, handle);
    case SC_ScrollBarGroove:
        return r;
    case SC_ScrollBarSubPage:
        return along(0, start);
    case SC_ScrollBarAddPage:
        return along(start + handle, length - start - handle);
    default:
        return {}; // no arrows
    }
}

void Style::drawProgressBar(const QStyleOptionProgressBar &option, QPainter &painter) const
{
    QRectF rect = option.rect;
    const qreal thickness = std::min<qreal>(rect.height(), 6);
    rect = QRectF(rect.left(), rect.center().y() - thickness / 2, rect.width(), thickness);
    const auto range = static_cast<double>(option.maximum) - option.minimum;
    const bool unknown = range <= 0;
    const double share = unknown ? 0.3 : (option.progress - option.minimum) / range;
    QColor fill = colour(Role::Accent);
    if (unknown) {
        fill.setAlphaF(0.5F);
    }
    paint::bar(painter, rect, share, fill, colour(Role::BarTrack),
               option.direction == Qt::RightToLeft);
}

} // namespace relaybook
