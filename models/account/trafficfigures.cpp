// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/trafficfigures.h"

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "api/types/masktext.h"

namespace relaybook {
namespace {

constexpr std::chrono::minutes figuresFreshFor{5};

/// A thousandth of a gigabyte is 10^6 units.
std::optional<TrafficAmount> megabytesOf(const QString &text)
{
    constexpr int digits = 6;
    const auto scaled = parseDecimal(text, digits);
    return scaled ? std::optional(TrafficAmount::fromUnits(scaled->units)) : std::nullopt;
}

/// GET /v1/proxies/traffic. The rows, up to 100,000, are added up on the decoding thread, not on
/// the GUI thread.
struct ReadProxyDays
{
    using Response = ProxyDaysIndex;
    [[nodiscard]] static Request toRequest() { return ListProxyTraffic{}.toRequest(); }
    [[nodiscard]] static Result<ProxyDaysIndex> decode(const QByteArray &body)
    {
        return ListProxyTraffic::decode(body).map(
            [](const ListOf<ProxyTraffic> &rows) { return ProxyDaysIndex(rows); });
    }
};

void addTo(QHash<QString, ProxyDays> &index, const QString &id, const ProxyDays &row)
{
    if (id.isEmpty()) {
        return;
    }
    const auto found = index.find(id.toLower());
    if (found == index.end()) {
        index.insert(id.toLower(), row);
        return;
    }
    const auto add = [](std::optional<TrafficAmount> &sum,
                        const std::optional<TrafficAmount> &part) {
        sum = sum && part ? sum->plus(*part) : std::nullopt;
    };
    add(found->today, row.today);
    add(found->yesterday, row.yesterday);
    add(found->allTime, row.allTime);
    if (found->pricePerGb != row.pricePerGb) {
        found->pricePerGb.reset();
    }
    ++found->rows;
}

} // namespace

ProxyDaysIndex::ProxyDaysIndex(const ListOf<ProxyTraffic> &rows)
    : m_unreadable(rows.unreadable)
{
    for (const ProxyTraffic &each : rows.items) {
        const ProxyDays row{megabytesOf(each.todayMb), megabytesOf(each.yesterdayMb),
                            megabytesOf(each.allTimeMb), Money::parse(each.pricePerGb), 1};
        addTo(m_byProxy, each.proxyId, row);
        addTo(m_byConfig, each.configId, row);
    }
}

std::optional<ProxyDays> ProxyDaysIndex::of(const Proxy &proxy) const
{
    const QString number = proxy.numericId.toLower();
    const QString id = proxy.id.value().toLower();
    for (const auto &[index, key] : {std::pair(&m_byProxy, &number), std::pair(&m_byProxy, &id),
                                     std::pair(&m_byConfig, &id)}) {
        const auto found = holdsMask(*key) ? index->cend() : index->constFind(*key);
        if (found != index->cend()) {
            return *found;
        }
    }
    return std::nullopt;
}

TrafficFigures::TrafficFigures(ApiClient *client, const AuthSession &auth, ServiceOffer &offer,
                               const Clock &clock)
    : m_client(client)
    , m_auth(auth)
    , m_offer(offer)
    , m_clock(clock)
    , m_given(auth.given(TokenKind::Personal))
{
    connect(&auth, &AuthSession::changed, this, &TrafficFigures::onAccessChanged);
}

TrafficFigures::~TrafficFigures() = default;

ReadCall TrafficFigures::callOf(Set set)
{
    switch (set) {
    case Set::ProxyDays:
        return ReadCall::ProxyTraffic;
    case Set::Plan:
        return ReadCall::Plan;
    case Set::AccountTraffic:
        return ReadCall::AccountTraffic;
    }
    Q_UNREACHABLE();
}

TrafficFigures::Status TrafficFigures::status(Set set) const
{
    const auto found = m_parts.find(set);
    Status status;
    if (found != m_parts.end()) {
        status.asOf = found->second.asOf;
        status.error = found->second.error;
    }
    if (m_client == nullptr) {
        status.state = Status::Offline;
    } else if (!m_auth.has(TokenKind::Personal)) {
        status.state = Status::NoAccess;
    } else if (found != m_parts.end() && found->second.isLoading) {
        status.state = Status::Loading;
    } else if (m_offer.isMissing(callOf(set))) {
        status.state = Status::NotOffered;
    } else if (status.error) {
        status.state = Status::Failed;
    } else if (status.asOf) {
        status.state = Status::Loaded;
    }
    return status;
}

void TrafficFigures::want(Set set)
{
    m_wanted.insert(set);
    const auto found = m_parts.find(set);
    const bool isFresh = found != m_parts.end() && found->second.triedAt &&
                         m_clock.monotonic() - *found->second.triedAt < figuresFreshFor;
    if (!isFresh) {
        load(set);
    }
}

void TrafficFigures::load(Set set)
{
    if (m_client == nullptr || !m_auth.has(TokenKind::Personal) || m_parts[set].isLoading ||
        !m_offer.isWorthAsking(callOf(set))) {
        return;
    }
    switch (set) {
    case Set::ProxyDays:
        ask(set, ReadProxyDays{}, [this](const ProxyDaysIndex &index) { m_proxyDays = index; });
        break;
    case Set::Plan:
        ask(set, GetPlan{}, [this](const QByteArray &json) { m_plan = readPlan(json); });
        break;
    case Set::AccountTraffic:
        ask(set, GetAccountTraffic{},
            [this](const QByteArray &json) { m_accountTraffic = readPeriodTraffic(json); });
        break;
    }
}

template <class Endpoint, class Take>
void TrafficFigures::ask(Set set, const Endpoint &endpoint, Take take)
{
    const auto onAnswer = [this, set, take](const Result<typename Endpoint::Response> &answer) {
        Part &part = m_parts[set];
        part.isLoading = false;
        part.triedAt = m_clock.monotonic();
        part.error.reset();
        if (answer) {
            part.asOf = m_clock.now();
            take(*answer);
            m_offer.noteOffered(callOf(set));
        } else {
            part.error = m_offer.noted(callOf(set), answer.error());
        }
        Q_EMIT changed(set);
    };
    m_parts[set].isLoading = true;
    m_parts[set].call = m_client->send(endpoint, this, onAnswer);
    Q_EMIT changed(set);
}

/// Drops figures that were loaded with another token.
void TrafficFigures::onAccessChanged()
{
    const quint64 given = m_auth.given(TokenKind::Personal);
    if (given == m_given) {
        return;
    }
    m_given = given;
    m_parts.clear();
    m_proxyDays = {};
    m_plan = {};
    m_accountTraffic = {};
    for (const Set set : {Set::ProxyDays, Set::Plan, Set::AccountTraffic}) {
        Q_EMIT changed(set);
    }
    for (const Set set : m_wanted) { // else what asked for them would wait for nothing
        load(set);
    }
}

} // namespace relaybook
