// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scrim.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>

namespace relaybook {

namespace {

constexpr int shadowReach = 36;
constexpr int shadowStep = 2;
constexpr int shadowDrop = 10;
constexpr int sheetRadius = 10;

} // namespace

Scrim::Scrim(const Theme &theme, QWidget *window, QWidget *dialog)
    : QWidget(window)
    , m_theme(theme)
    , m_dialog(dialog)
{
    setObjectName(QStringLiteral("scrim"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(window->rect());
    window->installEventFilter(this);
    dialog->installEventFilter(this);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    show();
    raise();
}

bool Scrim::eventFilter(QObject *watched, QEvent *event)
{
    const bool placed = event->type() == QEvent::Resize || event->type() == QEvent::Move;
    if (placed && watched == parentWidget()) {
        setGeometry(parentWidget()->rect());
    }
    if (placed || event->type() == QEvent::Show) {
        update();
    }
    return QWidget::eventFilter(watched, event);
}

void Scrim::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Role::Scrim));
    if (!m_dialog || !m_dialog->isVisible()) {
        return;
    }
    // Overlapping rings: darkest beside the dialog, transparent at the end of the shadow.
    const QRectF dialog(mapFromGlobal(m_dialog->mapToGlobal(QPoint())), m_dialog->size());
    QColor ring = m_theme.colour(Role::Shadow);
    ring.setAlphaF(ring.alphaF() * shadowStep / shadowReach);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ring);
    for (int reach = shadowReach; reach > 0; reach -= shadowStep) {
        const QRectF around =
            dialog.adjusted(-reach, -reach, reach, reach).translated(0, shadowDrop);
        painter.drawRoundedRect(around, sheetRadius + reach, sheetRadius + reach);
    }
}

} // namespace relaybook
