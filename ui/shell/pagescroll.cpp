// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pagescroll.h"

#include <QEvent>
#include <QLayout>
#include <QScrollBar>

#include <algorithm>

namespace relaybook {

PageScroll::PageScroll(QWidget *parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setAutoFillBackground(false);
}

void PageScroll::setPage(QWidget *page)
{
    setObjectName(page->objectName() + QStringLiteral("Scroll"));
    setWidget(page); // installs this as an event filter
    page->setAutoFillBackground(false);
    fit();
}

void PageScroll::resizeEvent(QResizeEvent *event)
{
    fit();
    QScrollArea::resizeEvent(event);
}

bool PageScroll::eventFilter(QObject *watched, QEvent *event)
{
    // A part of the page appeared, disappeared, or needs another height.
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return QScrollArea::eventFilter(watched, event);
}

// Replaces QScrollArea's own resizing. If a page's height depends on its width, QScrollArea uses
// the preferred height and scrolls, although all parts could be smaller.
void PageScroll::fit()
{
    const QLayout *layout = widget() != nullptr ? widget()->layout() : nullptr;
    if (layout == nullptr) {
        return;
    }
    const auto leastHeight = [layout](int width) {
        return layout->hasHeightForWidth() ? layout->totalMinimumHeightForWidth(width)
                                           : layout->totalMinimumSize().height();
    };
    QSize room = maximumViewportSize();
    const int leastWidth = layout->totalMinimumSize().width();
    if (leastWidth > room.width()) {
        room.rheight() -= horizontalScrollBar()->sizeHint().height();
    }
    int width = std::max(room.width(), leastWidth);
    if (leastHeight(width) > room.height()) {
        width = std::max(room.width() - verticalScrollBar()->sizeHint().width(), leastWidth);
    }
    widget()->resize(width, std::max(room.height(), leastHeight(width)));
}

} // namespace relaybook
