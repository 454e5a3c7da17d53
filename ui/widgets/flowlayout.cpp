// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flowlayout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace relaybook {

FlowLayout::FlowLayout(int gap, int lineGap, QWidget *parent)
    : QLayout(parent)
    , m_gap(gap)
    , m_lineGap(lineGap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
    invalidate();
}

int FlowLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items.at(static_cast<size_t>(index)).get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count()) {
        return nullptr;
    }
    QLayoutItem *item = m_items.at(static_cast<size_t>(index)).release();
    m_items.erase(m_items.begin() + index);
    invalidate();
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    return place({0, 0, width, 0}, false);
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    int height = 0;
    for (const auto &item : m_items) {
        if (!item->isEmpty()) {
            const QSize hint = item->sizeHint();
            width += hint.width() + (width > 0 ? m_gap : 0);
            height = std::max(height, hint.height());
        }
    }
    const QMargins margins = contentsMargins();
    return {width + margins.left() + margins.right(), height + margins.top() + margins.bottom()};
}

QSize FlowLayout::minimumSize() const
{
    QSize least;
    for (const auto &item : m_items) {
        if (!item->isEmpty()) {
            least = least.expandedTo(item->minimumSize());
        }
    }
    return least.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    place(rect, true);
}

std::vector<QLayoutItem *> FlowLayout::shownItems() const
{
    std::vector<QLayoutItem *> shown;
    for (const auto &item : m_items) {
        if (!item->isEmpty()) {
            shown.push_back(item.get());
        }
    }
    return shown;
}

QRect FlowLayout::mirrored(const QRect &room, const QRect &rect) const
{
    return QStyle::visualRect(parentWidget() != nullptr ? parentWidget()->layoutDirection()
                                                        : Qt::LeftToRight,
                              room, rect);
}

int FlowLayout::place(const QRect &rect, bool apply) const
{
    const QRect room = rect.marginsRemoved(contentsMargins());
    int x = room.left();
    int y = room.top();
    int lineHeight = 0;
    for (QLayoutItem *item : shownItems()) {
        const QSize size = item->sizeHint().boundedTo({std::max(room.width(), 0), QWIDGETSIZE_MAX});
        if (lineHeight > 0 && x + size.width() > room.right() + 1) {
            x = room.left();
            y += lineHeight + m_lineGap;
            lineHeight = 0;
        }
        if (apply) {
            item->setGeometry(mirrored(room, QRect(QPoint(x, y), size)));
        }
        x += size.width() + m_gap;
        lineHeight = std::max(lineHeight, size.height());
    }
    return y + lineHeight - rect.top() + contentsMargins().bottom();
}

} // namespace relaybook
