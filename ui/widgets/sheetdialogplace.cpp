// SPDX-License-Identifier: GPL-3.0-or-later
// The position and height of a dialog, and its keyboard focus.
#include "ui/widgets/sheetdialog.h"

#include "ui/theme/style.h"
#include "ui/widgets/accountmark.h"
#include "ui/widgets/focusorder.h"
#include "ui/widgets/sandboxmark.h"
#include "ui/widgets/scrim.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainterPath>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int screenMargin = 10; // between a dialog and the edges of the screen

} // namespace

int SheetDialog::heightWithoutContent() const
{
    const QMargins margins = layout()->contentsMargins();
    const int inner = width() - margins.left() - margins.right();
    int height = margins.top() + margins.bottom();
    const QLayout *column = layout();
    for (int i = 0; i < column->count(); ++i) {
        QLayoutItem *item = column->itemAt(i);
        if (item->widget() == m_scroll || (item->isEmpty() && !item->spacerItem())) {
            continue;
        }
        height +=
            item->hasHeightForWidth() ? item->heightForWidth(inner) : item->sizeHint().height();
    }
    return height;
}

void SheetDialog::fitWidth()
{
    const int wanted = metric::scaled(m_sheetWidth, fontMetrics());
    setFixedWidth(std::min(wanted, roomOnScreen().width() - 2 * screenMargin));
}

void SheetDialog::fitHeight()
{
    if (!m_scroll || !layout()) {
        return;
    }
    const QMargins margins = layout()->contentsMargins();
    const int inner = width() - margins.left() - margins.right();
    const QLayout *body = m_body->layout();
    const int content = body->hasHeightForWidth() ? body->totalHeightForWidth(inner)
                                                  : body->totalSizeHint().height();
    // Content that is higher than the dialog scrolls instead of being squeezed. (If its height
    // depends on its width, the scroll area calculates it.)
    m_body->setMinimumHeight(
        body->hasHeightForWidth() ? 1 : std::max(1, body->totalMinimumSize().height()));
    const int rest = heightWithoutContent();
    const int limit = roomOnScreen().height() - 2 * screenMargin;
    const int shown = std::clamp(content, 0, std::max(120, limit - rest));
    // A scroll bar makes the content narrower and therefore higher, so an unneeded one could become
    // needed.
    m_scroll->setVerticalScrollBarPolicy(content <= shown ? Qt::ScrollBarAlwaysOff
                                                          : Qt::ScrollBarAsNeeded);
    if (m_scroll->minimumHeight() != shown || m_scroll->maximumHeight() != shown) {
        m_scroll->setFixedHeight(shown);
    }
    if (height() != rest + shown) {
        setFixedHeight(rest + shown);
    }
}

QRect SheetDialog::roomOnScreen() const
{
    const QWidget *over = parentWidget() ? parentWidget()->window() : this;
    const QRect window(over->mapToGlobal(QPoint()), over->size());
    const QScreen *at = over->screen();
    const QRect room = at ? at->availableGeometry() : window;
    // If the window is larger than its screen, the dialog stays in the middle of the window, where
    // people look.
    const bool larger = window.width() > room.width() || window.height() > room.height();
    return parentWidget() && larger ? window : room;
}

/// The code that opened the dialog may have set the focus to a field of the body, or to Close if
/// there is nothing to type. Otherwise the first control of the body gets it.
void SheetDialog::focusFirst()
{
    const QWidget *chosen = focusWidget();
    if (chosen != nullptr && (m_body->isAncestorOf(chosen) || chosen == m_cancel)) {
        return;
    }
    for (QWidget *w = m_body->nextInFocusChain(); w != m_body; w = w->nextInFocusChain()) {
        if (m_body->isAncestorOf(w) && (w->focusPolicy() & Qt::TabFocus) != 0 && w->isEnabled() &&
            w->isVisibleTo(this)) {
            w->setFocus();
            return;
        }
    }
}

void SheetDialog::bringIntoSight(const QList<QWidget *> &parts)
{
    m_wantedInSight.clear();
    for (QWidget *part : parts) {
        m_wantedInSight.append(part);
    }
    // Immediately, and again after the layout has handled what has just changed.
    showWanted();
    QMetaObject::invokeMethod(this, &SheetDialog::showWanted, Qt::QueuedConnection);
}

void SheetDialog::showWanted()
{
    constexpr int around = 6;
    for (auto part = m_wantedInSight.crbegin(); part != m_wantedInSight.crend(); ++part) {
        if (*part && m_body->isAncestorOf(*part) && (*part)->isVisibleTo(this)) {
            m_scroll->ensureWidgetVisible(*part, 0, around);
        }
    }
}

void SheetDialog::centre()
{
    if (!parentWidget()) {
        return;
    }
    const QWidget *over = parentWidget()->window();
    QRect place(QPoint(), size());
    place.moveCenter(QRect(over->mapToGlobal(QPoint()), over->size()).center());
    const QRect room = roomOnScreen();
    const int right = std::max(room.left(), room.right() + 1 - place.width());
    const int bottom = std::max(room.top(), room.bottom() + 1 - place.height());
    move(std::clamp(place.left(), room.left(), right), std::clamp(place.top(), room.top(), bottom));
}

bool SheetDialog::event(QEvent *event)
{
    const bool handled = QDialog::event(event);
    if (event->type() == QEvent::FontChange && m_sheetWidth > 0) {
        fitWidth();
    }
    if (event->type() == QEvent::LayoutRequest) {
        fitHeight();
        orderFocusAsSeen(*this);
    }
    return handled;
}

bool SheetDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (auto *button = qobject_cast<QAbstractButton *>(watched)) {
        return isKeptFromButton(*button, *event) || QDialog::eventFilter(watched, event);
    }
    const bool handled = QDialog::eventFilter(watched, event);
    // The dialog stays centred over its window until the user moves it.
    const bool windowPlaced = event->type() == QEvent::Move || event->type() == QEvent::Resize;
    if (windowPlaced && watched != m_body && isVisible() && !m_moved) {
        centre();
    }
    // A line of the content appeared, disappeared or wrapped.
    if (watched == m_body && event->type() == QEvent::LayoutRequest) {
        fitHeight();
        orderFocusAsSeen(*this);
    }
    return handled;
}

void SheetDialog::showEvent(QShowEvent *event)
{
    m_moved = false;
    m_sandboxMark->setVisible(isAboutAccount() && isInSandbox(parentWidget()));
    orderFocusAsSeen(*this);
    focusFirst();
    fitWidth();
    fitHeight();
    centre();
    m_placesToRepeat = 1;
    QDialog::showEvent(event);
    if (!m_scrim && parentWidget()) {
        QWidget *window = parentWidget()->window();
        const bool isRound = qobject_cast<SheetDialog *>(window) != nullptr;
        m_scrim = new Scrim(m_theme, window, this, isRound ? cornerRadius : 0);
        window->installEventFilter(this);
    }
}

void SheetDialog::moveEvent(QMoveEvent *event)
{
    QDialog::moveEvent(event);
    // Under Openbox, Qt may read the position while the new window is still at the corner of the
    // screen, and get no event for the final position. Then every list and tool tip of the dialog
    // would open at that corner. Reading it again helps. Each change of the size makes Qt read it
    // again: an order's dialog grows while the order is placed.
    if (isVisible() && !m_moved && m_placesToRepeat > 0 && pos().isNull()) {
        --m_placesToRepeat;
        QMetaObject::invokeMethod(this, &SheetDialog::centre, Qt::QueuedConnection);
    }
}

void SheetDialog::hideEvent(QHideEvent *event)
{
    QDialog::hideEvent(event);
    delete m_scrim.data();
    if (parentWidget()) {
        parentWidget()->window()->removeEventFilter(this);
    }
}

void SheetDialog::resizeEvent(QResizeEvent *event)
{
    QDialog::resizeEvent(event);
    if (!testAttribute(Qt::WA_TranslucentBackground)) {
        QPainterPath path;
        path.addRoundedRect(rect(), cornerRadius, cornerRadius);
        setMask(QRegion(path.toFillPolygon().toPolygon()));
    }
    // Its size changed: centre it again.
    if (isVisible() && !m_moved) {
        ++m_placesToRepeat;
        centre();
    }
}

} // namespace relaybook
