// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/orderdetails.h"

#include "models/accounts/accountsession.h"
#include "models/export/evidencekit.h"
#include "models/tables/orderstate.h"
#include "models/text/format.h"
#include "ui/attention/evidencedialog.h"
#include "ui/orders/prepareagain.h"
#include "ui/orderview/ordertext.h"
#include "ui/orderview/orderview.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/label.h"

#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <map>

namespace relaybook {

namespace {

constexpr int leastDetailsWidth = 340;
constexpr int leastDetailsHeight = 180;
constexpr int detailsButtonGap = 8;

} // namespace

OrderDetails::OrderDetails(const PageContext &context, PrepareAgain &again, QWidget *parent)
    : Card(context.theme, parent)
    , m_context(context)
    , m_again(again)
    , m_title(new Label(context.theme, Role::Text, TextStyle::Title, this))
    , m_subtitle(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_scroll(new QScrollArea(this))
    , m_order(new OrderView(context.theme, context.account, this))
    , m_act(new QPushButton(tr("Check now"), this))
    , m_prepare(new QPushButton(tr("Prepare again…"), this))
    , m_evidence(new QPushButton(tr("Collect evidence…"), this))
{
    setObjectName(QStringLiteral("orderDetails"));
    build();
    connect(m_order, &OrderView::orderChanged, this, [this] {
        update();
        Q_EMIT changed();
    });
    connect(m_act, &QPushButton::clicked, this, [this] {
        m_order->act();
        update();
    });
    connect(m_prepare, &QPushButton::clicked, this, [this] { m_again.open(m_ids); });
    connect(m_evidence, &QPushButton::clicked, this, [this] {
        openEvidence(m_context.theme, m_context.account, DifferingOrder{m_order->orderId()}, this);
    });
    // A sub-user may be gone, or a token may have come.
    connect(&context.account, &AccountSession::areaChanged, this, &OrderDetails::updateAgain);
}

void OrderDetails::build()
{
    m_title->setObjectName(QStringLiteral("orderTitle"));
    m_title->setWordWrap(true);
    m_subtitle->setObjectName(QStringLiteral("orderSubtitle"));
    m_subtitle->setWordWrap(true);
    m_act->setObjectName(QStringLiteral("lookNow"));
    m_prepare->setObjectName(QStringLiteral("prepareAgain"));
    m_evidence->setObjectName(QStringLiteral("collectOrderEvidence"));
    m_evidence->setAccessibleName(tr("Collect the evidence of this order for the service"));
    m_evidence->setAutoDefault(false);
    m_act->setAutoDefault(false);
    m_prepare->setAutoDefault(false);
    m_scroll->setObjectName(QStringLiteral("orderScroll"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->setWidget(m_order);
    m_order->setAutoFillBackground(false);
    auto *buttons = new FlowLayout(detailsButtonGap, detailsButtonGap);
    buttons->addWidget(m_act);
    buttons->addWidget(m_prepare);
    buttons->addWidget(m_evidence);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_subtitle);
    column->addWidget(m_scroll, 1);
    column->addLayout(buttons);
    setMinimumSize(metric::scaled(leastDetailsWidth, fontMetrics()), leastDetailsHeight);
}

void OrderDetails::setOrders(const QStringList &orderIds)
{
    m_ids = orderIds;
    m_order->setOrder(m_ids.size() == 1 ? m_ids.front() : QString());
    update();
}

void OrderDetails::update()
{
    const bool isOne = m_ids.size() == 1;
    setVisible(!m_ids.isEmpty() && (!isOne || m_order->order()));
    if (isHidden()) {
        return;
    }
    m_order->setVisible(isOne);
    m_evidence->setVisible(hasEvidence());
    const auto act = isOne ? m_order->actNow() : std::nullopt;
    m_act->setVisible(act.has_value());
    if (act) {
        m_act->setText(act->text);
        m_act->setAccessibleName(act->text);
        m_act->setEnabled(act->isPossible);
    }
    if (isOne) {
        showOne();
    } else {
        showSeveral();
    }
    updateAgain();
}

bool OrderDetails::hasEvidence() const
{
    const auto order = m_ids.size() == 1 ? m_order->order() : std::nullopt;
    const auto *topUp = order ? std::get_if<const TopUpOrder *>(&*order) : nullptr;
    return topUp != nullptr && differsFromPreview(**topUp);
}

void OrderDetails::showOne()
{
    const OrderHeading heading = orderHeading(*m_order->order());
    m_title->setText(heading.title);
    m_subtitle->setText(heading.subtitle);
}

void OrderDetails::showSeveral()
{
    std::map<OrderState, qint64> counts;
    for (const QString &id : m_ids) {
        if (const auto order = findOrder(m_context.account, id)) {
            ++counts[commonOf(*order).state];
        }
    }
    QStringList lines;
    for (const auto &[state, count] : counts) {
        lines.append(
            tr("%1: %2", "a state, how many").arg(orderStateText(state), format::count(count)));
    }
    m_title->setText(
        tr("%1 orders", nullptr, static_cast<int>(m_ids.size())).arg(format::count(m_ids.size())));
    m_subtitle->setText(lines.join(u'\n'));
}

void OrderDetails::updateAgain()
{
    m_prepare->setVisible(m_again.isOffered(m_ids));
    if (m_prepare->isHidden()) {
        return;
    }
    const QString reason = m_again.whyNot(m_ids);
    m_prepare->setText(m_again.buttonText(m_ids));
    m_prepare->setAccessibleName(m_prepare->text());
    m_prepare->setEnabled(reason.isEmpty());
    m_prepare->setToolTip(reason.isEmpty()
                              ? tr("Opens the form, filled in like before. Nothing is sent yet.")
                              : reason);
    m_prepare->setAccessibleDescription(m_prepare->toolTip());
}

} // namespace relaybook
