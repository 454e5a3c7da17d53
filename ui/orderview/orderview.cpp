// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orderview/orderview.h"

#include "models/serving/operationmade.h"
#include "ui/base/confirmdialog.h"
#include "ui/orderview/ordertext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/label.h"
#include "ui/widgets/placebox.h"
#include "ui/widgets/rowlist.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int orderLabelWidth = 96;
constexpr int decisionGap = 8;

/// The number of the newest look; nothing if there was none.
std::optional<qint64> newestLook(const ProxyOrder & /*order*/)
{
    return std::nullopt;
}
template <class OrderWithLooks>
std::optional<qint64> newestLook(const OrderWithLooks &order)
{
    return order.looks.empty() ? std::nullopt : std::optional(order.looks.back().number);
}

} // namespace

OrderView::OrderView(const Theme &theme, AccountSession &account, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_account(account)
    , m_rows(new RowList(theme, this))
    , m_look(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_findings(new QVBoxLayout)
    , m_decision(new Card(theme, this))
    , m_candidates(new CalmComboBox(m_decision))
{
    setObjectName(QStringLiteral("orderView"));
    build();
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &OrderView::update);
    for (const OrderEngine *engine : account.orderEngines()) {
        connect(engine, &OrderEngine::ordersChanged, this, [this](const QStringList &ids) {
            if (ids.contains(m_orderId)) {
                update();
                Q_EMIT orderChanged();
            }
        });
        connect(engine, &OrderEngine::stateChanged, this, [this] {
            update();
            Q_EMIT orderChanged();
        });
    }
    connect(&account, &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::Proxies) { // what an order for a proxy is compared with
            update();
        }
    });
}

void OrderView::build()
{
    m_rows->setObjectName(QStringLiteral("orderFacts"));
    m_rows->setAccessibleName(tr("Order details"));
    m_rows->setLabelWidth(orderLabelWidth);
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
    title->setWordWrap(true);
    m_candidates->setObjectName(QStringLiteral("candidateBox"));
    m_candidatesRow =
        new FieldRow(m_theme, tr("What matches this order"), m_candidates, m_decision);
    auto *done = new QPushButton(tr("Mark as done…"), m_decision);
    done->setObjectName(QStringLiteral("decideDone"));
    auto *notDone = new QPushButton(tr("Mark as not done…"), m_decision);
    notDone->setObjectName(QStringLiteral("decideNotDone"));
    for (QPushButton *button : {done, notDone}) {
        button->setAccessibleName(button->text());
        button->setAutoDefault(false);
    }
    auto *buttons = new FlowLayout(decisionGap, decisionGap);
    buttons->addWidget(done);
    buttons->addWidget(notDone);
    auto *inside = new QVBoxLayout(m_decision);
    inside->setContentsMargins(14, 12, 14, 12);
    inside->setSpacing(10);
    inside->addWidget(title);
    inside->addWidget(m_candidatesRow);
    inside->addLayout(buttons);
    m_decision->hide();
    column->addWidget(m_decision);
    connect(done, &QPushButton::clicked, this, [this] { askToDecide(true); });
    connect(notDone, &QPushButton::clicked, this, [this] { askToDecide(false); });
}

void OrderView::setOrder(const QString &orderId)
{
    if (m_orderId != orderId) {
        m_candidates->clear(); // the ids of another order's may be the same
    }
    m_orderId = orderId;
    update();
}

std::optional<AnyOrder> OrderView::order() const
{
    return findOrder(m_account, m_orderId);
}

void OrderView::update()
{
    const auto shown = order();
    if (!shown) {
        m_rows->setRows({});
        m_look->hide();
        m_decision->hide();
        m_clock.stop();
        return;
    }
    const OrderContext context = orderContext(m_account, *shown);
    m_rows->setRows(orderRows(*shown, context));
    const QString look = lookText(*shown, context);
    m_look->setText(look);
    m_look->setVisible(!look.isEmpty());
    updateFindings(orderFindings(*shown, context.currency));
    const bool decidable = isDecidable(*shown, context);
    m_decision->setVisible(decidable);
    if (decidable) {
        updateCandidates(orderCandidates(*shown, context));
    }
    if (commonOf(*shown).isOpen()) {
        m_clock.start();
    } else {
        m_clock.stop();
    }
}

std::optional<OrderView::Act> OrderView::actNow() const
{
    const auto shown = order();
    const OrderState state = shown ? commonOf(*shown).state : OrderState::Completed;
    if (state == OrderState::Waiting) {
        return Act{tr("Cancel order")};
    }
    if (state != OrderState::Unknown) {
        return std::nullopt;
    }
    const OrderEngine &engine = engineOf(m_account, *shown);
    return Act{tr("Check now"), !engine.isLooking(m_orderId) && !engine.whyNoLook()};
}

std::optional<SubUserRequest> OrderView::giveBack() const
{
    const SubUserDesk &desk = m_account.serving();
    const SubUserOrder *order = desk.order(m_orderId);
    return order != nullptr ? giveBackOf(*order, desk.operations()) : std::nullopt;
}

void OrderView::act()
{
    const auto shown = order();
    if (!shown) {
        return;
    }
    OrderEngine &engine = engineOf(m_account, *shown);
    if (commonOf(*shown).state == OrderState::Waiting) {
        engine.cancel(QString(m_orderId));
    } else {
        engine.look(m_orderId);
    }
    update();
}

void OrderView::updateFindings(const std::vector<OrderFinding> &findings)
{
    const int wanted = int(findings.size());
    while (m_findings->count() > wanted) {
        const std::unique_ptr<QLayoutItem> last(m_findings->takeAt(m_findings->count() - 1));
        delete last->widget();
    }
    while (m_findings->count() < wanted) {
        m_findings->addWidget(new FindingLine(
            m_theme, QStringLiteral("finding%1").arg(m_findings->count() + 1), this));
    }
    for (int i = 0; i < wanted; ++i) {
        const OrderFinding &finding = findings.at(std::size_t(i));
        static_cast<FindingLine *>(m_findings->itemAt(i)->widget())
            ->setFinding(finding.tone, finding.text);
    }
}

void OrderView::updateCandidates(const std::vector<OrderCandidate> &candidates)
{
    QList<QVariant> wanted;
    for (const OrderCandidate &candidate : candidates) {
        wanted.append(candidate.id);
    }
    wanted.append(QVariant());
    QList<QVariant> present;
    for (int i = 0; i < m_candidates->count(); ++i) {
        present.append(m_candidates->itemData(i));
    }
    m_candidatesRow->setVisible(!candidates.empty());
    if (present == wanted) { // the user's choice stays
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            m_candidates->setItemText(static_cast<int>(i), candidates.at(i).text);
        }
        return;
    }
    const bool hadChoice = m_candidates->count() > 0;
    const QVariant chosen = m_candidates->currentData();
    m_candidates->clear();
    for (const OrderCandidate &candidate : candidates) {
        m_candidates->addItem(candidate.text, candidate.id);
    }
    m_candidates->addItem(tr("None of these"), QVariant());
    if (hadChoice) { // a choice that is gone becomes none, never another row
        const int again = m_candidates->findData(chosen);
        m_candidates->setCurrentIndex(again >= 0 ? again : m_candidates->count() - 1);
    }
}

void OrderView::askToDecide(bool isDone)
{
    const auto shown = order();
    if (!shown) {
        return;
    }
    const QVariant chosen = m_candidates->isHidden() ? QVariant() : m_candidates->currentData();
    const bool isNamed = isDone && chosen.isValid();
    const QString named =
        isNamed ? m_candidates->currentText() : tr("Nothing selected that matches it.");
    const ConfirmDialog::Question question{
        QStringLiteral("decideDialog"),
        isDone ? tr("Mark this order as done?") : tr("Mark this order as not done?"),
        isDone ? tr("%1\n\nThe order is then resolved by your decision, and the evidence is kept. "
                    "Nothing is sent to the service.")
                     .arg(named)
               : tr("Orders like this one can then be placed without a warning. If it was carried "
                    "out after all, repeating it spends the money or traffic twice. Nothing is "
                    "sent to the service."),
        isDone ? tr("Mark as done") : tr("Mark as not done"),
    };
    // What the user sees now is what is decided about, whatever is found while the question is
    // open.
    const auto seen = std::visit([](const auto *each) { return newestLook(*each); }, *shown);
    auto *dialog = new ConfirmDialog(m_theme, question, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, id = m_orderId, isDone, row = isNamed ? chosen : QVariant(), seen] {
                decide(id, isDone, row, seen);
            });
    dialog->open();
}

void OrderView::decide(const QString &id, bool isDone, const QVariant &chosen,
                       std::optional<qint64> seenLook)
{
    const auto number = chosen.isValid() ? std::optional(chosen.toLongLong()) : std::nullopt;
    if (m_account.purchases().order(id) != nullptr) {
        m_account.purchases().userDecides(
            id, isDone ? PurchaseDesk::Verdict::Bought : PurchaseDesk::Verdict::NotBought,
            number ? std::optional(TransactionId(*number)) : std::nullopt, seenLook);
    } else if (m_account.serving().order(id) != nullptr) {
        m_account.serving().userDecides(
            id, isDone ? SubUserDesk::Decision::Done : SubUserDesk::Decision::NotDone, number,
            seenLook);
    } else {
        m_account.creating().userDecides(
            id, isDone,
            chosen.isValid() ? std::optional(ProxyId(chosen.toString())) : std::nullopt);
    }
}

} // namespace relaybook
