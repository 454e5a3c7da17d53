// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cardflow.h"

#include <algorithm>

namespace relaybook {

CardFlow::CardFlow(int leastWidth, int gap, QWidget *parent)
    : FlowLayout(gap, gap, parent)
    , m_leastWidth(leastWidth)
{
}

int CardFlow::place(const QRect &rect, bool apply) const
{
    const std::vector<QLayoutItem *> cards = shownItems();
    if (cards.empty()) {
        return 0;
    }
    const QRect room = rect.marginsRemoved(contentsMargins());
    const int count = int(cards.size());
    const int fit = std::clamp((room.width() + gap()) / (m_leastWidth + gap()), 1, count);
    // Makes rows of similar length: five cards are three and two, not four and one.
    const int rows = (count + fit - 1) / fit;
    const int columns = (count + rows - 1) / rows;
    const int narrowest = (room.width() + gap()) / columns - gap();
    int height = 0;
    for (QLayoutItem *card : cards) {
        height = std::max(height, card->hasHeightForWidth() ? card->heightForWidth(narrowest)
                                                            : card->sizeHint().height());
    }
    if (apply) {
        // Calculates where each column ends instead of one width, so that no pixel is left at the
        // end.
        const auto left = [&](int column) {
            return room.left() + column * (room.width() + gap()) / columns;
        };
        for (int i = 0; i < count; ++i) {
            const int column = i % columns;
            const QRect cell(left(column), room.top() + i / columns * (height + gap()),
                             left(column + 1) - gap() - left(column), height);
            cards.at(std::size_t(i))->setGeometry(mirrored(room, cell));
        }
    }
    return rows * (height + gap()) - gap() + contentsMargins().top() + contentsMargins().bottom();
}

} // namespace relaybook
