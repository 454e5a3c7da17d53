// SPDX-License-Identifier: GPL-3.0-or-later
// Layout that places cards of equal size side by side, fills the width with them, and uses as many
// rows as the width needs.
#pragma once

#include "ui/widgets/flowlayout.h"

namespace relaybook {

class CardFlow final : public FlowLayout
{
    Q_OBJECT

public:
    /// No card is narrower than `leastWidth`, if there is room for one.
    CardFlow(int leastWidth, int gap, QWidget *parent = nullptr);

protected:
    int place(const QRect &rect, bool apply) const override;

private:
    int m_leastWidth;
};

} // namespace relaybook
