// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/orderview.h"

#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "ui/base/confirmdialog.h"
#include "ui/base/exacttime.h"
#include "ui/orders/ordertext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/label.h"
#include "ui/widgets/placebox.h"
#include "ui/widgets/rowlist.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr int labelWidth = 96;

} // namespace

OrderView::OrderView(const Theme &theme, AccountSession &account, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_account(account)
    , m_desk(account.purchases())
    , m_rows(new RowList(theme, this))
    , m_look(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_findings(new QVBoxLayout)
    , m_decision(new Card(theme, this))
    , m_candidates(new CalmComboBox(m_decision))
{
    setObjectName(QStringLiteral("orderView"));
    build();
    m_clock.setInterval(1s);
    connect(&m_clock, &QTimer::timeout, this, &OrderView::update);
    connect(&m_desk, &PurchaseDesk::orderChanged, this, [this](const QString &id) {
        if (id == m_orderId) {
            update();
            Q_EMIT orderChanged();
        }
    });
}

void OrderView::build()
{
    m_rows->setObjectName(QStringLiteral("orderFacts"));
    m_rows->setAccessibleName(tr("Order details"));
    m_rows->setLabelWidth(labelWidth);
    m_look->setObjectName(QStringLiteral("orderLook"));
    m_look->setWordWrap(true);
    auto *card = new Card(m_theme, this);
    card->addInsetColumn()->addWidget(m_rows);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(card);
    column->addLayout(m_findings);
    column->addWidget(m_look);
    buildDecision(column);
    column->addStretch(1);
    m_findings->setSpacing(6);
}

void OrderView::buildDecision(QVBoxLayout *column)
{
    m_decision->setObjectName(QStringLiteral("orderDecision"));
    auto *title = new Label(m_theme, Role::Text, TextStyle::BodyBold,
                            tr("Your decision, based on the evidence above"), m_decision);
    m_candidates->setObjectName(QStringLiteral("candidateBox"));
    m_candidates->setAccessibleName(tr("The transaction that matches this order"));
    auto *bought = new QPushButton(tr("Mark as charged…"), m_decision);
    bought->setObjectName(QStringLiteral("decideBought"));
    auto *notBought = new QPushButton(tr("Mark as not charged…"), m_decision);
    notBought->setObjectName(QStringLiteral("decideNotBought"));
    for (QPushButton *button : {bought, notBought}) {
        button->setAccessibleName(button->text());
        button->setAutoDefault(false);
    }
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(bought);
    buttons->addWidget(notBought);
    buttons->addStretch(1);
    auto *inside = new QVBoxLayout(m_decision);
    inside->setContentsMargins(14, 12, 14, 12);
    inside->setSpacing(10);
    inside->addWidget(title);
    inside->addWidget(m_candidates);
    inside->addLayout(buttons);
    m_decision->hide();
    column->addWidget(m_decision);
    connect(bought, &QPushButton::clicked, this,
            [this] { askToDecide(PurchaseDesk::Verdict::Bought); });
    connect(notBought, &QPushButton::clicked, this,
            [this] { askToDecide(PurchaseDesk::Verdict::NotBought); });
}

void OrderView::setOrder(const QString &orderId)
{
    m_orderId = orderId;
    update();
}

const TopUpOrder *OrderView::order() const
{
    return m_desk.order(m_orderId);
}

bool OrderView::isDecidable() const
{
    const TopUpOrder *shown = order();
    if (shown == nullptr || shown->state != OrderState::Unknown || shown->looks.empty()) {
        return false;
    }
    const LookSays says = shown->looks.back().says;
    return says == LookSays::Conflict || says == LookSays::Incomplete;
}

void OrderView::update()
{
    const TopUpOrder *shown = order();
    if (shown == nullptr) {
        m_rows->setRows({});
        m_look->hide();
        m_decision->hide();
        m_clock.stop();
        return;
    }
    const OrderContext context{m_account.summary().currency, SystemClock().now(),
                               m_desk.isLooking(m_orderId), m_desk.nextLookIn(m_orderId),
                               m_desk.waitsFor(m_orderId)};
    QList<RowList::Row> rows = orderRows(*shown, context);
    const bool byReceipt = shown->decidedBy == DecidedBy::Answer;
    if (!byReceipt) {
        rows.append(evidenceRows(*shown, context));
    }
    m_rows->setRows(rows);
    const QString look = shown->state == OrderState::Unknown ? lookText(*shown) : QString();
    m_look->setText(look);
    m_look->setVisible(!look.isEmpty());
    updateFindings(*shown, context.currency);
    updateDecision(*shown);
    if (shown->isOpen()) {
        m_clock.start();
    } else {
        m_clock.stop();
    }
}

void OrderView::updateFindings(const TopUpOrder &order, const QString &currency)
{
    const int wanted = int(order.findings.size());
    while (m_findings->count() > wanted) {
        const std::unique_ptr<QLayoutItem> last(m_findings->takeAt(m_findings->count() - 1));
        delete last->widget();
    }
    while (m_findings->count() < wanted) {
        m_findings->addWidget(new FindingLine(
            m_theme, QStringLiteral("finding%1").arg(m_findings->count() + 1), this));
    }
    for (int i = 0; i < wanted; ++i) {
        const Finding &finding = order.findings.at(std::size_t(i));
        static_cast<FindingLine *>(m_findings->itemAt(i)->widget())
            ->setFinding(findingTone(finding), findingText(finding, currency));
    }
}

void OrderView::updateDecision(const TopUpOrder &order)
{
    m_decision->setVisible(isDecidable());
    if (!isDecidable()) {
        return;
    }
    const auto &candidates = order.looks.back().candidates;
    QList<QVariant> wanted;
    for (const Look::Candidate &candidate : candidates) {
        wanted.append(QVariant::fromValue(candidate.id.value()));
    }
    wanted.append(QVariant());
    QList<QVariant> present;
    for (int i = 0; i < m_candidates->count(); ++i) {
        present.append(m_candidates->itemData(i));
    }
    m_candidates->setVisible(!candidates.empty());
    if (present == wanted) {
        return; // the user's choice stays
    }
    const bool hadChoice = m_candidates->count() > 0;
    const QVariant chosen = m_candidates->currentData();
    m_candidates->clear();
    for (const Look::Candidate &candidate : candidates) {
        m_candidates->addItem(candidateText(candidate), QVariant::fromValue(candidate.id.value()));
    }
    m_candidates->addItem(tr("None of these"), QVariant());
    if (hadChoice) { // a choice that is gone becomes none, never another transaction
        const int again = m_candidates->findData(chosen);
        m_candidates->setCurrentIndex(again >= 0 ? again : m_candidates->count() - 1);
    }
}

QString OrderView::candidateText(const Look::Candidate &candidate) const
{
    const QString id = candidate.id.text();
    const QString sum = candidate.charged
                            ? format::money(*candidate.charged, format::Sign::WhereNegative,
                                            m_account.summary().currency)
                            : format::nothing();
    const auto row = m_account.rows().transaction(candidate.id);
    if (candidate.isShared) {
        return tr("%1, transaction %2, may belong to another order").arg(sum, id);
    }
    return row ? tr("%1, transaction %2 of %3: %4")
                     .arg(sum, id, exactTime(row->createdAt), row->description)
               : tr("%1, transaction %2").arg(sum, id);
}

void OrderView::askToDecide(PurchaseDesk::Verdict verdict)
{
    const bool bought = verdict == PurchaseDesk::Verdict::Bought;
    const QVariant chosen = m_candidates->isHidden() ? QVariant() : m_candidates->currentData();
    const bool isNamed = bought && chosen.isValid();
    const QString named = isNamed ? m_candidates->currentText() : tr("No transaction selected.");
    const ConfirmDialog::Question question{
        QStringLiteral("decideDialog"),
        bought ? tr("Mark this order as charged?") : tr("Mark this order as not charged?"),
        bought ? tr("%1\n\nThe order is then resolved by your decision, and the evidence is kept. "
                    "Nothing is sent to the service.")
                     .arg(named)
               : tr("Orders of this type can then be placed without a warning. If it was carried "
                    "out after all, you have been charged for it. Nothing is sent to the "
                    "service."),
        bought ? tr("Mark as charged") : tr("Mark as not charged"),
    };
    std::optional<TransactionId> row;
    if (isNamed) {
        row = TransactionId(chosen.toLongLong());
    }
    // What the user sees now is what is decided about, whatever is found while the question is
    // open.
    const TopUpOrder *order = m_desk.order(m_orderId);
    const std::optional<qint64> seen = order != nullptr && !order->looks.empty()
                                           ? std::optional(order->looks.back().number)
                                           : std::nullopt;
    auto *dialog = new ConfirmDialog(m_theme, question, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, id = m_orderId, verdict, row, seen] {
        m_desk.userDecides(id, verdict, row, seen);
    });
    dialog->open();
}

} // namespace relaybook
