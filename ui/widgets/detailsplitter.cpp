// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/detailsplitter.h"

#include "ui/theme/style.h"

#include <QEvent>

namespace relaybook {

namespace {

constexpr int splitterGap = 14;
constexpr int roomForBoth = 760;

} // namespace

DetailSplitter::DetailSplitter(int detailWidth, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_detailWidth(detailWidth)
{
    setChildrenCollapsible(false);
    setHandleWidth(splitterGap);
    connect(this, &QSplitter::splitterMoved, this, [this] {
        if (orientation() == Qt::Horizontal) {
            m_arrangement = saveState();
        }
    });
}

QByteArray DetailSplitter::arrangement() const
{
    const bool isKnown = orientation() == Qt::Vertical && !m_arrangement.isEmpty();
    return isKnown ? m_arrangement : saveState();
}

void DetailSplitter::arrange(const QByteArray &arrangement)
{
    m_arrangement = arrangement;
    if (orientation() == Qt::Horizontal) {
        divideWidth();
    }
}

void DetailSplitter::divideWidth()
{
    setStretchFactor(0, 1);
    setStretchFactor(1, 0);
    const bool isRestored = !m_arrangement.isEmpty() && restoreState(m_arrangement);
    if (!isRestored || orientation() == Qt::Vertical) {
        setOrientation(Qt::Horizontal);
        constexpr int rest = 10'000;
        setSizes({rest, metric::scaled(m_detailWidth, fontMetrics())});
    }
    // Overrides what a stored arrangement contains.
    setChildrenCollapsible(false);
    setHandleWidth(splitterGap);
}

void DetailSplitter::divideHeight()
{
    constexpr int tableShare = 52; // per cent
    constexpr int whole = 100;
    setStretchFactor(0, tableShare);
    setStretchFactor(1, whole - tableShare);
    const int room = height() - splitterGap;
    setSizes({room * tableShare / whole, room * (whole - tableShare) / whole});
}

void DetailSplitter::changeEvent(QEvent *event)
{
    QSplitter::changeEvent(event);
    if (event->type() == QEvent::FontChange && orientation() == Qt::Horizontal &&
        m_arrangement.isEmpty()) {
        divideWidth();
    }
}

void DetailSplitter::resizeEvent(QResizeEvent *event)
{
    const bool sharesRoom = width() >= metric::scaled(roomForBoth, fontMetrics());
    if (sharesRoom && orientation() == Qt::Vertical) {
        setOrientation(Qt::Horizontal);
        divideWidth();
    } else if (!sharesRoom && orientation() == Qt::Horizontal) {
        setOrientation(Qt::Vertical);
        divideHeight();
    }
    QSplitter::resizeEvent(event);
}

} // namespace relaybook
