// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filterchip.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int chipPadding = 13;
constexpr int crossWidth = 14;
constexpr int markGap = 4;

} // namespace

FilterChip::FilterChip(const Theme &theme, const QString &text, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setText(text);
    setAccessibleName(text);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, &FilterChip::openMenu);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    updateDescription();
}

void FilterChip::setActive(bool active)
{
    m_active = active;
    updateDescription();
    updateGeometry();
    update();
}

void FilterChip::setMenu(QMenu *menu)
{
    m_menu = menu;
    updateGeometry();
    update();
}

void FilterChip::updateDescription()
{
    setAccessibleDescription(m_active ? tr("This filter is on. Press Delete to clear it.")
                                      : tr("This filter is off."));
}

QSize FilterChip::sizeHint() const
{
    const QFontMetrics metrics(m_theme.font(TextStyle::Caption));
    const bool marked = m_active || m_menu;
    return {metrics.horizontalAdvance(text()) + 2 * chipPadding +
                (marked ? markGap + crossWidth : 0),
            std::max(28, metrics.height() + 12)};
}

QRect FilterChip::markRect() const
{
    const QRect mark(width() - chipPadding - crossWidth + 2, 0, crossWidth, height());
    return QStyle::visualRect(layoutDirection(), rect(), mark);
}

void FilterChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const bool over = underMouse() && isEnabled();
    const qreal radius = height() / 2.0;
    if (m_active) {
        paint::box(painter, rect(), radius, m_theme.colour(Role::AccentTint), {});
    } else {
        paint::box(painter, rect(), radius,
                   m_theme.colour(isDown() ? Role::Pressed
                                  : over   ? Role::Hover
                                           : Role::Surface),
                   m_theme.colour(Role::Line));
    }
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
        paint::box(painter, rect(), radius, {}, m_theme.colour(Role::Accent), 2);
    }

    Role role = m_active ? Role::Accent : Role::QuietText;
    if (!isEnabled()) {
        role = Role::DisabledText;
    }
    const bool marked = m_active || m_menu;
    const QRect room(chipPadding, 0,
                     width() - 2 * chipPadding - (marked ? markGap + crossWidth : 0) + 1, height());
    painter.setFont(m_theme.font(TextStyle::Caption));
    painter.setPen(m_theme.colour(role));
    const auto where = QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter);
    painter.drawText(QStyle::visualRect(layoutDirection(), rect(), room),
                     static_cast<int>(where) | Qt::TextSingleLine, text());
    const QRectF mark = markRect();
    if (m_active) {
        m_theme.paintIcon(painter, QRectF(mark.center() - QPointF(6, 6), QSizeF(12, 12)),
                          Icon::Close, role);
    } else if (m_menu) {
        paint::chevron(painter, mark, paint::Direction::Down, m_theme.colour(role), 7);
    }
}

void FilterChip::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_active && event->button() == Qt::LeftButton && isDown() &&
        markRect().adjusted(-4, 0, chipPadding, 0).contains(event->position().toPoint())) {
        setDown(false);
        Q_EMIT cleared();
        return;
    }
    QAbstractButton::mouseReleaseEvent(event);
}

void FilterChip::keyPressEvent(QKeyEvent *event)
{
    if (m_active && (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)) {
        Q_EMIT cleared();
        return;
    }
    if (m_menu && event->key() == Qt::Key_Down) {
        openMenu();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

QPoint FilterChip::placeOfMenu() const
{
    return mapToGlobal(QPoint(0, height() + 4));
}

void FilterChip::openMenu()
{
    if (m_menu) {
        m_menu->popup(placeOfMenu());
    }
}

void FilterChip::placeMenuAgain()
{
    if (m_menu && m_menu->isVisible()) {
        const QSignalBlocker isNotOpening(m_menu.data()); // aboutToShow() was already emitted
        m_menu->popup(placeOfMenu());
    }
}

} // namespace relaybook
