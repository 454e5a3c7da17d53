// SPDX-License-Identifier: GPL-3.0-or-later
// The selected orders beside their table: one with all that is known of it, or how many they are,
// and the buttons that act on them.
#pragma once

#include "ui/base/page.h"
#include "ui/widgets/card.h"

#include <QStringList>

class QPushButton;
class QScrollArea;

namespace relaybook {

class Label;
class OrderView;
class PrepareAgain;

class OrderDetails : public Card
{
    Q_OBJECT

public:
    OrderDetails(const PageContext &context, PrepareAgain &again, QWidget *parent);

    /// Hidden if there are none.
    void setOrders(const QStringList &orderIds);
    /// The account may allow other actions now.
    void update();

Q_SIGNALS:
    /// The order that is shown changed.
    void changed();

private:
    void build();
    void showOne();
    void showSeveral();
    void updateAgain();
    [[nodiscard]] bool hasEvidence() const;

    PageContext m_context;
    PrepareAgain &m_again;
    QStringList m_ids;
    Label *m_title;
    Label *m_subtitle;
    QScrollArea *m_scroll;
    OrderView *m_order;
    QPushButton *m_act; ///< "Check now", or "Cancel order"
    QPushButton *m_prepare;
    QPushButton *m_evidence; ///< of an order that differs from what was confirmed
};

} // namespace relaybook
