// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/workcard.h"

#include "models/buying/purchasedesk.h"
#include "models/tables/orderstate.h"
#include "models/tables/ordertablemodel.h"
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/lists/creationtext.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

QString readingText(Area area)
{
    switch (area) {
    case Area::Account:
        return WorkCard::tr("Loading balance, traffic and prices…");
    case Area::Proxies:
        return WorkCard::tr("Loading the proxies…");
    case Area::SubUsers:
        return WorkCard::tr("Loading the sub-users…");
    case Area::Transactions:
        break;
    }
    return {};
}

QString ledgerText(const LedgerProgress &ledger)
{
    const QString held = format::count(ledger.held);
    const QString total = format::count(ledger.total);
    switch (ledger.state) {
    case LedgerProgress::Running:
        if (!isShownRunning(ledger)) {
            break;
        }
        return ledger.total > 0
                   ? WorkCard::tr("Loading the transactions: %1 of %2.").arg(held, total)
                   : WorkCard::tr("Loading the transactions…");
    case LedgerProgress::Paused:
        return WorkCard::tr("Loading the transactions is paused at %1 of %2.").arg(held, total);
    case LedgerProgress::Waiting:
        return ledger.error
                   ? WorkCard::tr("Loading the transactions failed and will be tried again.")
                   : WorkCard::tr(
                         "Loading the transactions is on hold: the service's limit on requests is "
                         "reached.");
    case LedgerProgress::Failed:
        return WorkCard::tr("Loading the transactions failed. %1")
            .arg(errorText(ledger.error.value_or(ApiError{})).title);
    case LedgerProgress::Idle:
    case LedgerProgress::Complete:
    case LedgerProgress::Incomplete:
        break;
    }
    return {};
}

} // namespace

WorkCard::WorkCard(AccountSession &account, const Theme &theme, QWidget *parent)
    : Card(theme, parent)
    , m_account(account)
    , m_lines(new QVBoxLayout)
{
    setObjectName(QStringLiteral("workCard"));
    auto *title = new Label(theme, Role::Text, TextStyle::BodyBold, tr("In progress"), this);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(8);
    column->addWidget(title);
    m_lines->setSpacing(6);
    column->addLayout(m_lines);
    m_clock.setInterval(1s);
    connect(&m_clock, &QTimer::timeout, this, &WorkCard::updateWork);
    connect(&account, &AccountSession::areaChanged, this, &WorkCard::updateWork);
    connect(&account.ledger(), &AccountLedger::changed, this, &WorkCard::updateWork);
    connect(&account.purchases(), &PurchaseDesk::orderChanged, this, &WorkCard::updateWork);
    connect(&account.purchases(), &OrderEngine::stateChanged, this, &WorkCard::updateWork);
    // Thousands may change at once, and each line counts all of them.
    m_soon.setSingleShot(true);
    m_soon.setInterval(100ms);
    connect(&m_soon, &QTimer::timeout, this, &WorkCard::updateWork);
    connect(&account.serving(), &OrderEngine::ordersChanged, this, [this] {
        if (!m_soon.isActive()) {
            m_soon.start();
        }
    });
    connect(&account.creating(), &ProxyDesk::changed, this, &WorkCard::updateWork);
    updateWork();
}

void WorkCard::showEvent(QShowEvent *event)
{
    Card::showEvent(event);
    m_clock.start();
}

void WorkCard::hideEvent(QHideEvent *event)
{
    Card::hideEvent(event);
    m_clock.stop();
}

std::vector<WorkCard::Work> WorkCard::findWork()
{
    std::vector<Work> found;
    addOrders(found);
    addOperations(found);
    addUnknownOperations(found);
    addCreation(found);
    addLedger(found);
    addAreas(found);
    return found;
}

void WorkCard::addOrders(std::vector<Work> &found)
{
    PurchaseDesk &desk = m_account.purchases();
    for (const TopUpOrder &order : desk.orders()) {
        if (!order.isOpen()) {
            continue;
        }
        Work work{orderStateTone(order.state),
                  tr("Order of %1 %2: %3.")
                      .arg(format::trafficExact(order.amount), format::proxyType(order.proxyType),
                           desk.isLooking(order.id) ? tr("checking its result")
                                                    : orderStateText(order.state)),
                  {}};
        work.acts.push_back({QStringLiteral("showOrder-%1").arg(order.id), tr("Show"),
                             [this, id = order.id] { Q_EMIT orderRequested(id); }});
        if (order.state == OrderState::Waiting) {
            work.acts.push_back({QStringLiteral("cancelOrder-%1").arg(order.id),
                                 tr("Cancel the order"),
                                 [&desk, id = order.id] { desk.cancel(id); }});
        }
        found.push_back(std::move(work));
    }
}

// One line for all that were confirmed together.
void WorkCard::addOperations(std::vector<Work> &found)
{
    struct Batch
    {
        const SubUserOrder *first = nullptr;
        qint64 all = 0;
        qint64 waiting = 0;
    };
    SubUserDesk &desk = m_account.serving();
    if (!desk.isUnderWay()) {
        return;
    }
    QHash<QString, Batch> batches;
    QStringList order;
    for (const SubUserOrder &each : desk.operations()) {
        Batch &batch = batches[each.batch];
        ++batch.all;
        batch.waiting += each.state == OrderState::Waiting ? 1 : 0;
        if (each.isUnderWay() && batch.first == nullptr) {
            batch.first = &each;
            order.append(each.batch);
        }
    }
    for (const QString &id : std::as_const(order)) {
        const Batch &batch = std::as_const(batches)[id];
        Work work;
        work.text = batch.all == 1 ? tr("%1: %2.", "Give 10 GB to client_139, waiting")
                                         .arg(requestSentence(batch.first->request),
                                              orderStateText(batch.first->state))
                                   : tr("%1: %2 of %3 sent.", "Give traffic, 3 of 12 sent")
                                         .arg(kindText(batch.first->request.kind),
                                              format::count(batch.all - batch.waiting),
                                              format::count(batch.all));
        work.acts.push_back(
            {QStringLiteral("showBatch-%1").arg(id), tr("Show"),
             [this, first = batch.first->id] { Q_EMIT operationRequested(first); }});
        if (batch.waiting > 0) {
            work.acts.push_back({QStringLiteral("cancelBatch-%1").arg(id), tr("Cancel the rest"),
                                 [&desk, id] { desk.cancelBatch(id); }});
        }
        found.push_back(std::move(work));
    }
}

void WorkCard::addUnknownOperations(std::vector<Work> &found)
{
    constexpr int mostShown = 3;
    const SubUserDesk &desk = m_account.serving();
    if (desk.unknownCount() == 0) {
        return;
    }
    int more = 0;
    int shown = 0;
    for (const SubUserOrder &each : desk.operations()) {
        if (each.state != OrderState::Unknown) {
            continue;
        }
        if (shown == mostShown) {
            ++more;
            continue;
        }
        ++shown;
        const QString state =
            desk.isLooking(each.id) ? tr("checking its result") : orderStateText(each.state);
        found.push_back({orderStateTone(each.state),
                         tr("%1: %2.", "Give 10 GB to client_139, unknown")
                             .arg(requestSentence(each.request), state),
                         {{QStringLiteral("showOperation-%1").arg(each.id), tr("Show"),
                           [this, id = each.id] { Q_EMIT operationRequested(id); }}}});
    }
    if (more > 0) {
        found.push_back(
            {Tone::Warning, tr("The result of %n more operations is unknown.", nullptr, more), {}});
    }
}

void WorkCard::addCreation(std::vector<Work> &found)
{
    const ProxyOrder *open = m_account.creating().open();
    if (open == nullptr) {
        return;
    }
    const bool isLooking = open->state == OrderState::Unknown &&
                           m_account.status(Area::Proxies).state == AreaStatus::Loading;
    found.push_back(
        {orderStateTone(open->state),
         tr("Create the proxy %1: %2.", "a proxy, unknown")
             .arg(wantedText(open->wanted),
                  isLooking ? tr("checking its result") : orderStateText(open->state)),
         {{QStringLiteral("showCreation"), tr("Show"), [this] { Q_EMIT creationRequested(); }}}});
}

void WorkCard::addLedger(std::vector<Work> &found)
{
    const LedgerProgress &ledger = m_account.ledger().progress();
    Work work{
        ledger.state == LedgerProgress::Failed ? Tone::Bad : Tone::Accent, ledgerText(ledger), {}};
    if (work.text.isEmpty()) {
        return;
    }
    if (ledger.state == LedgerProgress::Running) {
        work.acts.push_back(
            {QStringLiteral("pauseWork"), tr("Pause"), [this] { m_account.ledger().pause(); }});
    } else if (ledger.state != LedgerProgress::Waiting) {
        work.acts.push_back(
            {QStringLiteral("resumeWork"), tr("Resume"), [this] { m_account.ledger().resume(); }});
    }
    if (ledger.state != LedgerProgress::Failed) {
        work.acts.push_back(
            {QStringLiteral("cancelWork"), tr("Stop"), [this] { m_account.ledger().cancel(); }});
    }
    found.push_back(std::move(work));
}

void WorkCard::addAreas(std::vector<Work> &found)
{
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
        const AreaStatus status = m_account.status(area);
        if (status.state == AreaStatus::Loading) {
            found.push_back({Tone::Accent, readingText(area), {}});
        }
    }
}

void WorkCard::updateWork()
{
    const std::vector<Work> found = findWork();
    QStringList shown;
    for (const Work &work : found) {
        shown.append(work.text);
        for (const Act &act : work.acts) {
            shown.append(act.name);
        }
    }
    setVisible(!found.empty());
    if (shown == m_shown) {
        return;
    }
    m_shown = shown;
    while (m_lines->count() > 0) {
        const std::unique_ptr<QLayoutItem> last(m_lines->takeAt(m_lines->count() - 1));
        last->widget()->hide();
        last->widget()->setObjectName(QString());
        for (auto *button : last->widget()->findChildren<QPushButton *>()) {
            button->setObjectName(QString()); // the name is needed for the new button
        }
        last->widget()->deleteLater(); // may contain the very button whose click led here
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        QWidget *line = makeLine(int(i) + 1, found.at(i));
        m_lines->addWidget(line);
        line->show();
    }
}

QWidget *WorkCard::makeLine(int number, const Work &work)
{
    auto *line = new QWidget(this);
    line->setObjectName(QStringLiteral("work%1").arg(number));
    auto *text = new FindingLine(theme(), QStringLiteral("workText"), line);
    text->setFinding(work.tone, work.text);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(text, 1, Qt::AlignVCenter); // as high as its text: the icon is beside it
    for (const Act &act : work.acts) {
        auto *button = new QPushButton(act.text, line);
        button->setObjectName(act.name);
        button->setAccessibleName(act.text);
        button->setAutoDefault(false);
        setButtonKind(*button, ButtonKind::Link);
        connect(button, &QPushButton::clicked, this, act.run);
        row->addWidget(button);
    }
    return line;
}

} // namespace relaybook
