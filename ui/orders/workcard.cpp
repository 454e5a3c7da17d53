// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/workcard.h"

#include "models/accounts/anyorder.h"
#include "models/tables/orderstate.h"
#include "models/tables/ordertablemodel.h"
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/orderview/ordertext.h"
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
    // Thousands may change at once, and each line counts all of them.
    m_soon.setSingleShot(true);
    m_soon.setInterval(100ms);
    connect(&m_soon, &QTimer::timeout, this, &WorkCard::updateWork);
    const auto soon = [this] {
        if (!m_soon.isActive()) {
            m_soon.start();
        }
    };
    for (const OrderEngine *engine : account.orderEngines()) {
        connect(engine, &OrderEngine::ordersChanged, this, soon);
        connect(engine, &OrderEngine::stateChanged, this, &WorkCard::updateWork);
    }
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
    addUnknownOrders(found);
    addLedger(found);
    addAreas(found);
    return found;
}

// One line for all that were confirmed together.
void WorkCard::addOrders(std::vector<Work> &found)
{
    struct Batch
    {
        const Order *first = nullptr; ///< that is under way
        qint64 all = 0;
        qint64 waiting = 0;
    };
    for (OrderEngine *engine : m_account.orderEngines()) {
        if (!engine->isUnderWay()) {
            continue;
        }
        QHash<QString, Batch> batches;
        QStringList shown;
        engine->forEach([&](const Order &order) {
            const QString &name = order.batch.isEmpty() ? order.id : order.batch;
            Batch &batch = batches[name];
            ++batch.all;
            batch.waiting += order.state == OrderState::Waiting ? 1 : 0;
            if (order.isUnderWay() && batch.first == nullptr) {
                batch.first = &order;
                shown.append(name);
            }
        });
        for (const QString &name : std::as_const(shown)) {
            const Batch &batch = std::as_const(batches)[name];
            const Order &first = *batch.first;
            const bool isOne = batch.all == 1;
            Work work;
            work.text = isOne ? sentenceOf(first, orderStateText(first.state))
                              : tr("%1: %2 of %3 sent.", "Give traffic, 3 of 12 sent")
                                    .arg(orderKindText(engine->summaryOf(first).kind),
                                         format::count(batch.all - batch.waiting),
                                         format::count(batch.all));
            work.acts.push_back(showAct(first.id));
            if (batch.waiting > 0 && isOne) {
                work.acts.push_back({QStringLiteral("cancelOrder-%1").arg(first.id),
                                     tr("Cancel the order"),
                                     [engine, id = first.id] { engine->cancel(id); }});
            } else if (batch.waiting > 0) {
                work.acts.push_back({QStringLiteral("cancelBatch-%1").arg(name),
                                     tr("Cancel the rest"),
                                     [engine, name] { engine->cancelBatch(name); }});
            }
            found.push_back(std::move(work));
        }
    }
}

void WorkCard::addUnknownOrders(std::vector<Work> &found)
{
    constexpr int mostShown = 3;
    int more = 0;
    int shown = 0;
    for (const OrderEngine *engine : m_account.orderEngines()) {
        engine->forEach([&](const Order &order) {
            if (order.state != OrderState::Unknown) {
                return;
            }
            if (shown == mostShown) {
                ++more;
                return;
            }
            ++shown;
            const QString state = engine->isLooking(order.id) ? tr("checking its result")
                                                              : orderStateText(order.state);
            found.push_back(
                {orderStateTone(order.state), sentenceOf(order, state), {showAct(order.id)}});
        });
    }
    if (more > 0) {
        found.push_back(
            {Tone::Warning,
             tr("The result of %1 more orders is unknown.", nullptr, more).arg(format::count(more)),
             {}});
    }
}

QString WorkCard::sentenceOf(const Order &order, const QString &state)
{
    const auto any = findOrder(m_account, order.id);
    return tr("%1: %2.", "Give 10 GB to client_139, waiting")
        .arg(any ? orderedText(*any) : QString(), state);
}

WorkCard::Act WorkCard::showAct(const QString &id)
{
    return {QStringLiteral("showOrder-%1").arg(id), tr("Show"),
            [this, id] { Q_EMIT orderRequested(id); }};
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
        last->widget()->setParent(nullptr);
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
