// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scrim.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <QtMath>

namespace relaybook {

namespace {

constexpr int shadowReach = 36;
constexpr int shadowStep = 2;
constexpr int shadowDrop = 10;
constexpr int sheetRadius = 10;

// A little larger, so that its edges lie between pixels of the screen at every usual scale (at 125
// %, four units are five pixels). Otherwise there would be a seam around it.
QRect onGrid(const QRect &rect)
{
    constexpr int grid = 4;
    const auto down = [](int value) { return qFloor(value / qreal(grid)) * grid; };
    const auto up = [](int value) { return qCeil(value / qreal(grid)) * grid; };
    const QPoint topLeft(down(rect.left()), down(rect.top()));
    return {topLeft, QPoint(up(rect.right() + 1) - 1, up(rect.bottom() + 1) - 1)};
}

} // namespace

Scrim::Scrim(const Theme &theme, QWidget *window, QWidget *dialog, qreal windowRadius)
    : QWidget(window)
    , m_theme(theme)
    , m_dialog(dialog)
    , m_windowRadius(windowRadius)
{
    setObjectName(QStringLiteral("scrim"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(window->rect());
    window->installEventFilter(this);
    dialog->installEventFilter(this);
    connect(&theme, &Theme::changed, this, [this] {
        m_shadow = {};
        update();
    });
    show();
    raise();
}

bool Scrim::eventFilter(QObject *watched, QEvent *event)
{
    const bool placed = event->type() == QEvent::Resize || event->type() == QEvent::Move;
    if (placed && watched == parentWidget()) {
        setGeometry(parentWidget()->rect());
    }
    // Also dims widgets that are added to the window later.
    if (event->type() == QEvent::ChildAdded && watched == parentWidget()) {
        raise();
    }
    if (placed || event->type() == QEvent::Show) {
        update();
    }
    return QWidget::eventFilter(watched, event);
}

void Scrim::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath window;
    window.addRoundedRect(rect(), m_windowRadius, m_windowRadius);
    const QColor dim = m_theme.colour(Role::Scrim);
    if (!m_dialog || !m_dialog->isVisible()) {
        painter.fillPath(window, dim);
        return;
    }
    // Uses the geometry of the last move, after which everything was repainted. The window system
    // may already report a newer one, and a part repainted with that would not fit the rest.
    const QRect dialog(m_dialog->geometry().topLeft() - parentWidget()->geometry().topLeft(),
                       m_dialog->size());
    const QRect room = onGrid(dialog.adjusted(-shadowReach, -shadowReach, shadowReach, shadowReach)
                                  .translated(0, shadowDrop));
    QPainterPath shadow;
    shadow.addRect(room);
    painter.fillPath(window - shadow, dim);
    painter.setClipPath(window);
    const qreal ratio = devicePixelRatioF();
    if (m_shadow.isNull() || m_shadowOf != dialog ||
        !qFuzzyCompare(m_shadow.devicePixelRatio(), ratio)) {
        m_shadow = shadowAround(dialog, room, ratio);
        m_shadowOf = dialog;
    }
    painter.drawImage(room.topLeft(), m_shadow);
}

// Paints dimming and shadow as one layer: each layer rounds the colours below it, so many thin ones
// would change their hue.
QImage Scrim::shadowAround(const QRect &dialog, const QRect &room, qreal ratio) const
{
    QImage image((QSizeF(room.size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    QColor colour = m_theme.colour(Role::Scrim);
    image.fill(colour);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.setPen(Qt::NoPen);
    painter.translate(-room.topLeft());
    // The area under the dialog is not painted.
    const int rim = sheetRadius + shadowDrop;
    painter.setClipRegion(QRegion(room) - dialog.adjusted(rim, rim, -rim, -rim));
    // Ring by ring: darkest beside the dialog, as dark as the rest at the end of the shadow.
    const qreal ringAlpha =
        m_theme.colour(Role::Shadow).alphaF() * shadowStep / static_cast<qreal>(shadowReach);
    qreal light = 1 - colour.alphaF();
    for (int reach = shadowReach; reach > 0; reach -= shadowStep) {
        light *= 1 - ringAlpha;
        colour.setAlphaF(static_cast<float>(1 - light));
        painter.setBrush(colour);
        painter.drawRoundedRect(
            dialog.adjusted(-reach, -reach, reach, reach).translated(0, shadowDrop),
            sheetRadius + reach, sheetRadius + reach);
    }
    return image;
}

} // namespace relaybook
