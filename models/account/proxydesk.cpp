// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/proxydesk.h"

#include "api/endpoints/proxies.h"
#include "api/http/apiclient.h"
#include "api/types/random.h"
#include "models/account/accountactions.h"
#include "models/account/proxyjudge.h"
#include "models/account/storedrows.h"
#include "models/orders/answermeaning.h"
#include "models/sync/arearefresh.h"

#include <algorithm>

namespace relaybook {
namespace {

constexpr QLatin1String kindName("new_proxy");

const ProxyOrder &own(const Order &order)
{
    return static_cast<const ProxyOrder &>(order);
}

/// An answer about another type, or about a proxy that was there before, is an error, because this
/// order may still have been carried out.
Result<Proxy> proxyOf(const ProxyOrder &order, const std::deque<ProxyOrder> &all,
                      const Result<Proxy> &answer)
{
    if (!answer) {
        return answer;
    }
    const auto &before = order.before;
    const bool isOfAnswered = std::any_of(all.begin(), all.end(), [&](const ProxyOrder &other) {
        return other.id != order.id && other.proxy == answer->id &&
               other.state == OrderState::Completed && other.decidedBy == DecidedBy::Answer;
    });
    const bool isOther = !answer->type.isEmpty() &&
                         answer->type.compare(order.wanted.type, Qt::CaseInsensitive) != 0;
    if (!isOther && !isOfAnswered &&
        std::find(before.begin(), before.end(), answer->id) == before.end()) {
        return answer;
    }
    return tl::unexpected(answerAboutAnother(isOther ? answer->type : answer->id.value()));
}

/// Why an order was not sent that has no error of a call.
ApiError whyNotSent(const ProxyOrder &order)
{
    return order.notSentFor == NotSentFor::Earlier
               ? ownError(QStringLiteral("the list shows news of an earlier order for a proxy"))
               : ownError(QStringLiteral("the creation was not sent"));
}

} // namespace

ProxyDesk::ProxyDesk(OrderJournal &journal, Parts parts, Tuning tuning)
    : OrderEngine({journal, parts.client, parts.auth, parts.clock},
                  {{QString(kindName)}, false, {TokenKind::Personal}}, std::move(tuning))
    , m_parts(std::move(parts))
{
    connect(&m_parts.auth, &AuthSession::changed, this, [this] {
        m_isMissing = false;
        Q_EMIT changed();
    });
    connect(this, &OrderEngine::stateChanged, this, &ProxyDesk::changed);
    connect(this, &OrderEngine::ordersChanged, this, &ProxyDesk::changed);
}

ProxyDesk::~ProxyDesk()
{
    endCalls();
}

// -------------------------------------------------------------------------------------- the orders

ProxyDesk::ReadRow ProxyDesk::beginReading()
{
    return m_read.begin(&creationFromJson);
}

void ProxyDesk::takeRead()
{
    std::vector<ProxyOrder> read = m_read.take();
    m_creations.assign(std::make_move_iterator(read.begin()), std::make_move_iterator(read.end()));
    m_places.clear();
    for (std::size_t i = 0; i < m_creations.size(); ++i) {
        m_places.insert(m_creations[i].id, i);
    }
    m_listAsOf = m_parts.listStatus().asOf; // an old list says nothing new
}

void ProxyDesk::forget()
{
    m_creations.clear();
    m_places.clear();
    m_onList.clear();
}

std::function<JournalRow()> ProxyDesk::rowOf(const Order &order) const
{
    return [creation = own(order)] {
        JournalRow row{creation.id,
                       QString(kindName),
                       creation.batch,
                       creation.preparedAt,
                       creation.state,
                       creationToJson(creation),
                       {}};
        if (creation.state == OrderState::Completed && !creation.proxy.value().isEmpty()) {
            row.evidence.push_back({Evidence::Kind::Proxy, creation.proxy.value()});
            row.isAnswered = creation.decidedBy == DecidedBy::Answer;
        }
        return row;
    };
}

ProxyOrder *ProxyDesk::find(const QString &id)
{
    const auto place = m_places.constFind(id);
    return place == m_places.cend() ? nullptr : &m_creations[*place];
}

const ProxyOrder *ProxyDesk::order(const QString &id) const
{
    const auto place = m_places.constFind(id);
    return place == m_places.cend() ? nullptr : &m_creations[*place];
}

const ProxyOrder *ProxyDesk::open() const
{
    const auto found = std::find_if(m_creations.begin(), m_creations.end(),
                                    [](const ProxyOrder &each) { return each.isOpen(); });
    return found == m_creations.end() ? nullptr : &*found;
}

void ProxyDesk::forEach(const std::function<void(const Order &order)> &visit) const
{
    for (const ProxyOrder &each : m_creations) {
        visit(each);
    }
}

qint64 ProxyDesk::createdCount() const
{
    return std::count_if(m_creations.begin(), m_creations.end(), [](const ProxyOrder &each) {
        return each.state == OrderState::Completed;
    });
}

bool ProxyDesk::mayHaveSpentSince(qint64 created, Instant since) const
{
    // The ledger may list a charge late.
    constexpr std::chrono::hours margin{24};
    return createdCount() > created ||
           std::any_of(m_creations.begin(), m_creations.end(), [&](const ProxyOrder &each) {
               const bool isRecent = each.state == OrderState::Completed && each.endedAt &&
                                     *each.endedAt > since - margin;
               return isRecent || each.state == OrderState::Sending ||
                      each.state == OrderState::Unknown || isDoubtful(each);
           });
}

OrderSummary ProxyDesk::summaryOf(const Order &order) const
{
    const ProxyOrder &shown = own(order);
    OrderSummary summary;
    summary.kind = OrderKind::CreateProxy;
    summary.type = shown.wanted.type;
    summary.country = shown.wanted.country;
    summary.name = shown.wanted.options.name.value_or(QString());
    return summary;
}

/// All orders for proxies concern the same list.
QString ProxyDesk::objectOf(const Order & /*order*/) const
{
    return {};
}

// -------------------------------------------------------------------------------------- creating

QString ProxyDesk::create(const NewProxy &wanted, QObject *guard, Handler handler)
{
    const auto refuse = [&](const ApiError &error) {
        QMetaObject::invokeMethod(
            guard, [handler, error] { handler(tl::unexpected(error)); }, Qt::QueuedConnection);
    };
    if (const auto trouble = problem()) {
        refuse(errorOf(*trouble));
        return {};
    }
    if (open() != nullptr) {
        refuse(ownError(QStringLiteral("another creation has no outcome yet")));
        return {};
    }
    ProxyOrder creation;
    creation.id = randomId();
    creation.wanted = wanted;
    creation.preparedAt = m_parts.clock.now();
    const QString id = creation.id;
    m_places.insert(id, m_creations.size());
    m_creations.push_back(std::move(creation));
    m_waiters.insert_or_assign(id, Waiter{guard, std::move(handler)});
    enqueue({{id, std::nullopt, outcomesOf(QString())}}, {});
    Q_EMIT changed();
    return m_creations.back().id;
}

bool ProxyDesk::withdraw(const QString &id)
{
    const ProxyOrder *waiting = order(id);
    if (waiting == nullptr || waiting->state != OrderState::Waiting) {
        return waiting == nullptr;
    }
    m_waiters.erase(id);
    cancel(id);
    return true;
}

Request ProxyDesk::requestOf(const Order &order) const
{
    return CreateProxy{own(order).wanted}.toRequest();
}

qint64 ProxyDesk::callsFor(const Order & /*order*/) const
{
    return 2; // the list, and the creation
}

/// Loads the list. If that is not possible now, the present state of the list is used.
Call ProxyDesk::waitForList(ListWaiter waiter)
{
    const auto waiting = std::make_shared<ListWaiter>(std::move(waiter));
    m_onList.push_back(waiting);
    m_parts.areas.refresh(Area::Proxies);
    QMetaObject::invokeMethod(this, &ProxyDesk::onListChanged, Qt::QueuedConnection);
    return Call([weak = std::weak_ptr<ListWaiter>(waiting)] {
        if (const auto cancelled = weak.lock()) {
            *cancelled = nullptr;
        }
    });
}

Call ProxyDesk::readBefore(const QString &id, Read done)
{
    const ReadTime began{m_parts.clock.monotonic(), m_parts.clock.now()};
    return waitForList(
        [this, id, began, done = std::move(done)](const std::optional<ApiError> &error) {
            if (!error) {
                takeBefore(*find(id));
            }
            done(error, began);
        });
}

void ProxyDesk::takeBefore(ProxyOrder &order) const
{
    const QSet<ProxyId> ids = m_parts.rows.proxyIds();
    const std::vector<ProxyId> unreadable = unreadableIds();
    // A row without an id would look like a new proxy once it can be read.
    order.listWasRead =
        m_parts.listStatus().state == AreaStatus::Loaded && m_parts.listStatus().asOf &&
        std::find(unreadable.begin(), unreadable.end(), ProxyId()) == unreadable.end();
    order.before.assign(ids.begin(), ids.end());
    order.before.insert(order.before.end(), unreadable.begin(), unreadable.end());
}

/// Of the list's rows that could not be read.
std::vector<ProxyId> ProxyDesk::unreadableIds() const
{
    constexpr qint64 most = 1000;
    std::vector<ProxyId> ids;
    for (const UnreadableListRow &row : m_parts.rows.unreadableListRows(Area::Proxies, most)) {
        ids.emplace_back(row.id);
    }
    return ids;
}

std::optional<NotSentFor> ProxyDesk::whyNotAsShown(const Order & /*order*/) const
{
    return std::nullopt;
}

Call ProxyDesk::sendOrder(const QString &id, Answered done)
{
    return m_parts.client->sendAtOnce(
        CreateProxy{find(id)->wanted}, this,
        [this, id, done = std::move(done)](const Result<Proxy> &received) {
            const Result<Proxy> answer = proxyOf(*find(id), m_creations, received);
            onAnswer(id, answer);
            done(answer ? std::nullopt : std::optional(answer.error()));
        });
}

void ProxyDesk::onAnswer(const QString &id, const Result<Proxy> &answer)
{
    ProxyOrder &creation = *find(id);
    if (answer) {
        creation.proxy = answer->id;
        releaseProxy(answer->id, id);
        m_parts.actions.storeRead(*answer);
    }
    // What was there before is only needed to find the outcome of a lost answer.
    const auto meaning = answer ? AnswerMeaning::Refused : meaningOf(answer.error());
    if (meaning == AnswerMeaning::Refused || meaning == AnswerMeaning::NotOffered) {
        creation.before.clear();
    }
}

/// Called when an answer proves which order created the proxy. If another order was only assumed to
/// have created it, that order is Unknown again.
void ProxyDesk::releaseProxy(const ProxyId &proxy, const QString &exceptOf)
{
    QStringList released;
    for (ProxyOrder &each : m_creations) {
        if (each.id != exceptOf && each.state == OrderState::Completed && each.proxy == proxy &&
            each.decidedBy != DecidedBy::Answer) {
            each.proxy = ProxyId();
            released.append(each.id);
        }
    }
    for (const QString &id : std::as_const(released)) {
        release(*find(id));
    }
}

void ProxyDesk::onTurnOver(const Order &order)
{
    const ProxyOrder ended = own(order);
    m_isMissing = m_isMissing || (ended.error && ended.error->kind == ErrorKind::NotOffered);
    const auto waiter = m_waiters.extract(ended.id);
    if (waiter.empty() || !waiter.mapped().guard || !waiter.mapped().handler) {
        return;
    }
    const bool isUnsent = ended.state == OrderState::NotSent;
    waiter.mapped().handler(
        isUnsent ? Result<ProxyOrder>(tl::unexpected(ended.error.value_or(whyNotSent(ended))))
                 : Result<ProxyOrder>(ended));
}

// ---------------------------------------------------------------------------- finding the outcome

Call ProxyDesk::readForLook(const QString & /*id*/, std::function<void()> done)
{
    return waitForList(
        [done = std::move(done)](const std::optional<ApiError> & /*error*/) { done(); });
}

bool ProxyDesk::isWatched(const Order &order) const
{
    return isDoubtful(own(order)) && OrderEngine::isWatched(order);
}

void ProxyDesk::onListChanged()
{
    const AreaStatus status = m_parts.listStatus();
    if (status.state == AreaStatus::NeverLoaded || m_parts.areas.isOpen(Area::Proxies)) {
        return;
    }
    // While everything is loaded again, it may be Loaded without a list.
    const bool isNew =
        status.state == AreaStatus::Loaded && status.asOf && status.asOf != m_listAsOf;
    m_listAsOf = status.asOf;
    if (isNew) {
        examine();
    }
    std::optional<ApiError> error;
    if (status.state == AreaStatus::Failed || status.state == AreaStatus::NoAccess) {
        error = status.error.value_or(ApiError());
    } else if (status.state == AreaStatus::Loaded && !isNew) {
        error = ownError(QStringLiteral("loading the list of proxies was cancelled"));
        error->kind = ErrorKind::Cancelled;
    }
    for (const auto &waiting : std::exchange(m_onList, {})) {
        if (const auto tell = std::exchange(*waiting, nullptr)) { // else it was cancelled
            tell(error);
        }
    }
}

/// All orders are judged before any of them changes, so that one does not affect the next.
void ProxyDesk::examine()
{
    const ListedProxies listed{
        m_parts.rows.proxyIds(),
        [this](const ProxyId &id) { return m_parts.rows.proxy(id); },
        unreadableIds(),
    };
    std::vector<std::pair<QString, ProxyLook>> found;
    for (const ProxyOrder &each : m_creations) {
        if (isDoubtful(each)) {
            found.emplace_back(each.id, judge(each, m_creations, listed));
        }
    }
    QStringList judged;
    for (auto &[id, look] : found) {
        ProxyOrder &order = *find(id);
        judged.append(id);
        const Concluded concluded = conclude(order, look, ownLookBegan(order));
        if (concluded == Concluded::Nothing) {
            continue;
        }
        order.candidates = look.candidates;
        if (concluded == Concluded::Completed) {
            order.proxy = look.candidates.front();
        }
        keep(order);
    }
    followAfterLook(judged);
    Q_EMIT changed();
}

bool ProxyDesk::userDecides(const QString &id, bool wasCreated, const std::optional<ProxyId> &proxy)
{
    ProxyOrder *creation = find(id);
    if (creation == nullptr || creation->state != OrderState::Unknown) {
        return false;
    }
    const auto &candidates = creation->candidates;
    const bool isCandidate =
        proxy && std::find(candidates.begin(), candidates.end(), *proxy) != candidates.end();
    if (proxy && (!wasCreated || !isCandidate || isAnothers(*proxy, *creation, m_creations))) {
        return false;
    }
    creation->proxy = proxy.value_or(ProxyId());
    if (!wasCreated) {
        auto &dismissed = creation->dismissed;
        dismissed.insert(dismissed.end(), candidates.begin(), candidates.end());
    }
    decide(*creation, wasCreated);
    return true;
}

} // namespace relaybook
