// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/orderwatcher.h"

#include "models/accounts/accountsession.h"
#include "models/accounts/anyorder.h"
#include "models/text/format.h"
#include "ui/base/confirmeddialog.h"
#include "ui/base/exacttime.h"
#include "ui/base/orderproblem.h"
#include "ui/orderview/orderdialog.h"
#include "ui/orderview/ordertext.h"
#include "ui/shell/noticestack.h"
#include "ui/shell/sheetstack.h"
#include "ui/widgets/accountmark.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

#include <algorithm>
#include <utility>

namespace relaybook {

OrderWatcher::OrderWatcher(const Theme &theme, SheetStack &sheets, NoticeStack &notices,
                           QObject *parent)
    : QObject(parent)
    , m_theme(theme)
    , m_sheets(sheets)
    , m_notices(notices)
{
    // Thousands may change at once, and counting them takes time.
    m_soon.setSingleShot(true);
    m_soon.setInterval(std::chrono::milliseconds(50));
    connect(&m_soon, &QTimer::timeout, this, &OrderWatcher::update);
}

void OrderWatcher::setAccount(AccountSession *account)
{
    if (m_account != nullptr) {
        for (OrderEngine *engine : m_account->orderEngines()) {
            engine->disconnect(this);
        }
    }
    m_soon.stop();
    delete m_unknownNotice.data();
    m_reportedUnknown.clear();
    m_reportedProblem.clear();
    m_isRead = false;
    m_account = account;
    if (m_account != nullptr) {
        for (OrderEngine *engine : m_account->orderEngines()) {
            connect(engine, &OrderEngine::ordersChanged, this,
                    [this, engine](const QStringList &ids) { whenOrdersChanged(*engine, ids); });
            // Later, because the other engines do not have their orders yet.
            connect(engine, &OrderEngine::stateChanged, this, &OrderWatcher::readOrders,
                    Qt::QueuedConnection);
        }
        readOrders();
    }
    update();
}

void OrderWatcher::readOrders()
{
    if (m_account == nullptr || !m_account->purchases().isReady()) {
        return;
    }
    const auto problem = m_account->purchases().problem();
    const bool isBroken = problem && problem->isOfJournal();
    const QString title = isBroken ? orderProblemText(*problem, *m_account).title : QString();
    if (isBroken && title != m_reportedProblem) {
        delete m_problemNotice.data();
        m_problemNotice = showNotice(Tone::Warning, title, NoticeStack::About::Order);
    } else if (!isBroken) {
        delete m_problemNotice.data(); // it is over
    }
    m_reportedProblem = title;
    reportInterrupted();
    if (!isBroken && !std::exchange(m_isRead, true)) {
        openUnknown();
    }
    for (const OrderEngine *engine : m_account->orderEngines()) {
        engine->forEach([this](const Order &order) {
            if (order.isOpen()) {
                m_open.insert(order.id);
            }
        });
    }
    if (!m_soon.isActive()) {
        m_soon.start();
    }
}

QStringList OrderWatcher::unknownOrders() const
{
    QStringList unknown;
    for (const OrderEngine *engine : m_account->orderEngines()) {
        engine->forEach([&unknown](const Order &order) {
            if (order.state == OrderState::Unknown) {
                unknown.append(order.id);
            }
        });
    }
    return unknown;
}

/// Runs once after a start: the result of an order is more important than everything else. For
/// several, and for those that were told before another account was shown, there is the notice.
void OrderWatcher::openUnknown()
{
    const QStringList unknown = unknownOrders();
    if (unknown.size() == 1 && !m_open.contains(unknown.front())) {
        // Later, because the window is still being built.
        QMetaObject::invokeMethod(
            this, [this, id = unknown.front()] { openOrder(id); }, Qt::QueuedConnection);
    }
}

void OrderWatcher::openOrder(const QString &orderId)
{
    if (m_account == nullptr || !findOrder(*m_account, orderId)) {
        return;
    }
    for (auto *open : m_sheets.window().findChildren<OrderDialog *>()) {
        if (open->isVisible() && open->orderId() == orderId) {
            open->activateWindow();
            return;
        }
    }
    auto *dialog = new OrderDialog(m_theme, *m_account, orderId, m_sheets.top());
    dialog->offerAgain();
    connect(dialog, &OrderDialog::againWanted, this, &OrderWatcher::againWanted);
    SheetStack::open(dialog);
}

QSet<QString> OrderWatcher::shownOrders() const
{
    QSet<QString> shown;
    // A dialog that was closed is deleted a moment later.
    for (const auto *dialog : m_sheets.window().findChildren<OrderDialog *>()) {
        if (dialog->isVisible()) {
            shown.insert(dialog->orderId());
        }
    }
    for (const auto *dialog : m_sheets.window().findChildren<ConfirmedDialog *>()) {
        const QStringList orders = dialog->orders();
        shown.unite(QSet<QString>(orders.begin(), orders.end()));
    }
    return shown;
}

void OrderWatcher::whenOrdersChanged(const OrderEngine &engine, const QStringList &ids)
{
    if (!m_isRead) {
        readOrders(); // a look may begin before the queued call
    }
    // Looks now: an order may end, and its dialog may be closed, before update().
    const QSet<QString> shown = shownOrders();
    for (const QString &id : ids) {
        const Order *order = engine.order(id);
        if (order == nullptr) {
            continue;
        }
        if (order->isOpen()) {
            const bool hadEnded = m_endedSince.remove(id);
            if (order->isLate && (hadEnded || !m_open.contains(id))) {
                reportLate(id);
            }
            m_open.insert(id);
            continue;
        }
        m_endedSince.insert(id);
        delete m_lateNotices.take(id).data(); // decided
        if (shown.contains(id) || order->decidedBy == DecidedBy::User ||
            order->notSentFor == NotSentFor::Cancelled) {
            m_open.remove(id); // the user knows
        }
    }
    if (!m_soon.isActive()) {
        m_soon.start();
    }
}

void OrderWatcher::update()
{
    m_counts = m_account != nullptr ? m_account->orderCounts() : OrderCounts{};
    if (m_account != nullptr) {
        reportEnded();
        reportUnknown();
    }
    noteReported();
    Q_EMIT openOrdersChanged();
}

void OrderWatcher::reportInterrupted()
{
    int count = 0;
    for (const OrderEngine *engine : m_account->orderEngines()) {
        for (const QString &id : engine->interrupted()) {
            count += m_reportedInterrupted.contains(id) ? 0 : 1;
            m_reportedInterrupted.insert(id);
        }
    }
    if (count == 0) {
        return;
    }
    m_endedNotices.append(showNotice(
        Tone::Warning, tr("%1 orders were waiting to be sent when Relaybook closed. They were "
                          "not sent, and nothing was spent.",
                          nullptr, count)
                           .arg(format::count(count))));
}

// One sentence for all, because there may be many after an outage.
void OrderWatcher::reportUnknown()
{
    const QStringList unknown = m_counts.unknown > 0 ? unknownOrders() : QStringList();
    const bool isNew = std::any_of(unknown.begin(), unknown.end(), [this](const QString &id) {
        return !m_reportedUnknown.contains(id);
    });
    m_reportedUnknown = QSet<QString>(unknown.begin(), unknown.end());
    const QString text = unknown.isEmpty()     ? QString()
                         : unknown.size() == 1 ? sentence(unknown.front())
                                               : tr("The result of %1 orders is unknown.", nullptr,
                                                    static_cast<int>(unknown.size()))
                                                     .arg(format::count(unknown.size()));
    if (m_unknownNotice != nullptr && text == m_unknownText) {
        return;
    }
    const bool wasShown = m_unknownNotice != nullptr;
    delete m_unknownNotice.data();
    if (text.isEmpty() || (!wasShown && !isNew)) {
        return; // there is nothing to report, or the user dismissed it
    }
    m_unknownText = text;
    m_unknownNotice = showNotice(Tone::Warning, text, NoticeStack::About::Order);
    addLink(*m_unknownNotice, unknown);
    m_unknownNotice->setVisible(!m_isPageShown);
    connect(m_unknownNotice, &Banner::dismissed, this,
            [this] { m_notices.setUnknownOrdersReported(false); });
}

/// So that the overview doesn't repeat what the notice says.
void OrderWatcher::noteReported()
{
    m_notices.setUnknownOrdersReported(m_unknownNotice != nullptr && !m_unknownNotice->isHidden());
}

void OrderWatcher::setOrdersPageShown(bool shown)
{
    // What ended is on the page: who leaves it has seen it.
    if (m_isPageShown && !shown) {
        for (const QPointer<Banner> &banner : std::as_const(m_endedNotices)) {
            delete banner.data();
        }
        m_endedNotices.clear();
    }
    m_isPageShown = shown;
    if (m_unknownNotice != nullptr) {
        m_unknownNotice->setVisible(!shown);
    }
    noteReported();
}

/// Those of a batch are told together, once nothing of their kind is under way.
void OrderWatcher::reportEnded()
{
    const QSet<QString> shown = shownOrders();
    QStringList ended;
    int completed = 0;
    for (const OrderEngine *engine : m_account->orderEngines()) {
        if (engine->isUnderWay()) {
            continue;
        }
        for (const QString &id : std::as_const(m_open)) {
            const Order *order = engine->order(id);
            if (order != nullptr && !order->isOpen() && !shown.contains(id)) {
                ended.append(id);
                completed += order->state == OrderState::Completed ? 1 : 0;
            }
        }
    }
    for (const QString &id : std::as_const(ended)) {
        m_open.remove(id);
    }
    if (ended.isEmpty()) {
        return;
    }
    const int count = static_cast<int>(ended.size());
    const QString text =
        count == 1 ? sentence(ended.front())
        : completed == count
            ? tr("%1 orders were completed.", nullptr, count).arg(format::count(count))
        : completed == 0
            ? tr("%1 orders were not carried out.", nullptr, count).arg(format::count(count))
            : tr("%2 of %1 orders were completed. The others were not carried out.", nullptr, count)
                  .arg(format::count(count))
                  .arg(format::count(completed));
    Banner *banner = showNotice(completed == count ? Tone::Good : Tone::Warning, text);
    addLink(*banner, ended);
    m_endedNotices.append(banner);
}

// The user marked the order as not done, or no trace of it appeared for long.
void OrderWatcher::reportLate(const QString &orderId)
{
    const auto order = findOrder(*m_account, orderId);
    Banner *banner =
        showNotice(Tone::Warning,
                   tr("An order that counted as not done may have been carried out after all "
                      "(%1, ordered %2). Show the order to decide.")
                       .arg(orderedText(*order), exactTime(commonOf(*order).preparedAt)),
                   NoticeStack::About::Order);
    addLink(*banner, {orderId});
    m_lateNotices.insert(orderId, banner);
}

QString OrderWatcher::sentence(const QString &orderId) const
{
    const auto order = findOrder(*m_account, orderId);
    const QString at = exactTime(commonOf(*order).preparedAt);
    const QString title = orderHeading(*order).title;
    return commonOf(*order).state == OrderState::Completed
               ? tr("%1 (ordered %2)", "10 GB bought, when").arg(title, at) // the title says what
               : tr("%1 (%2, ordered %3)", "the result, what was ordered, when")
                     .arg(title, orderedText(*order), at);
}

/// Shows a notice about the account, which names the account if there are others.
Banner *OrderWatcher::showNotice(Tone tone, const QString &text, NoticeStack::About about)
{
    Banner *banner = m_notices.showNotice(tone, text, about);
    banner->setAccount(accountOf(banner));
    return banner;
}

void OrderWatcher::addLink(Banner &banner, const QStringList &ids)
{
    banner.clearLinks();
    const bool isOne = ids.size() == 1;
    auto *show = banner.addLink(isOne ? tr("Show the order") : tr("Show the orders"),
                                isOne ? QStringLiteral("showOrder") : QStringLiteral("showOrders"));
    connect(show, &QPushButton::clicked, this,
            [this, id = isOne ? ids.front() : QString(), banner = QPointer<Banner>(&banner)] {
                if (banner != m_unknownNotice) { // that one stays until the result is known
                    banner->deleteLater();
                }
                if (id.isEmpty()) {
                    Q_EMIT pageRequested();
                } else {
                    openOrder(id);
                }
            });
}

} // namespace relaybook
