// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/proxytests/proxytestdesk.h"

#include "api/types/clock.h"
#include "models/store/keepfile.h"
#include "models/sync/sessioncredentials.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"

#include <algorithm>
#include <utility>

namespace relaybook {

ProxyTestDesk::ProxyTestDesk(Parts parts)
    : m_parts(std::move(parts))
    , m_lastTests(m_parts.store, m_parts.kept)
{
    connect(&m_parts.kept, &KeepFile::proxyTestsChanged, this, &ProxyTestDesk::tested);
}

std::optional<ProxyAccess> ProxyTestDesk::accessOf(const TestedProxy &tested,
                                                   ProxyProtocol protocol) const
{
    std::optional<ProxyAccess> access;
    if (const auto *id = std::get_if<ProxyId>(&tested)) {
        if (const auto proxy = m_parts.rows.proxy(*id)) {
            access = relaybook::accessOf(*proxy, m_parts.credentials.of(*id), protocol);
        }
    } else {
        const SubUserId subUserId = std::get<SubUserId>(tested);
        if (const auto subUser = m_parts.rows.subUser(subUserId)) {
            access = relaybook::accessOf(*subUser, m_parts.credentials.of(subUserId), protocol);
        }
    }
    const bool isComplete =
        access && !access->host.isEmpty() && access->port && access->password.has_value();
    return isComplete ? access : std::nullopt;
}

ProxyTestFacts ProxyTestDesk::factsOf(const TestedProxy &tested, ProxyProtocol protocol,
                                      const QUrl &page) const
{
    ProxyTestFacts facts;
    facts.protocol = protocol;
    facts.pageHost = page.host();
    if (const auto access = accessOf(tested, protocol)) {
        facts.host = privateText(access->host);
        facts.port = access->port.value_or(0);
    }
    if (const auto *id = std::get_if<ProxyId>(&tested)) {
        const Proxy proxy = m_parts.rows.proxy(*id).value_or(Proxy());
        facts.name = proxy.name.isEmpty() ? id->value() : privateText(proxy.name);
        facts.country = proxy.country;
        facts.limit = proxy.trafficLimit;
        if (proxy.trafficLimit && proxy.trafficUsed) {
            facts.left = proxy.trafficLimit->minus(*proxy.trafficUsed);
        }
        facts.pool = proxy.type;
    } else {
        const SubUserId subUserId = std::get<SubUserId>(tested);
        const SubUser subUser = m_parts.rows.subUser(subUserId).value_or(SubUser());
        facts.isSubUser = true;
        facts.name = subUser.username.isEmpty() ? subUserId.text() : format::subUserName(subUser);
        facts.left = subUser.trafficLeft;
        facts.pool = subUser.serviceType;
    }
    addPool(facts);
    return facts;
}

void ProxyTestDesk::addPool(ProxyTestFacts &facts) const
{
    const auto &pools = m_parts.summary().pools;
    const auto pool = std::find_if(pools.begin(), pools.end(),
                                   [&facts](const auto &each) { return each.type == facts.pool; });
    if (pool != pools.end()) {
        facts.poolLeft = pool->left;
    }
}

ProxyTestDesk::~ProxyTestDesk() = default;

void ProxyTestDesk::onViewOnlyChanged()
{
    if (m_batch && isViewOnly()) {
        m_batch->stopForViewOnly();
    }
}

std::unique_ptr<ProxyTestRun> ProxyTestDesk::makeUnstoredRun(const TestedProxy &tested,
                                                             ProxyProtocol protocol,
                                                             const QUrl &page, int requests) const
{
    const auto access = isViewOnly() ? std::nullopt : accessOf(tested, protocol);
    return access ? std::make_unique<ProxyTestRun>(
                        ProxyTestRun::Config{*access, page, requests, m_limits})
                  : nullptr;
}

std::unique_ptr<ProxyTestRun> ProxyTestDesk::makeRun(const TestedProxy &tested,
                                                     ProxyProtocol protocol, const QUrl &page,
                                                     int requests)
{
    auto run = makeUnstoredRun(tested, protocol, page, requests);
    if (run && requests == 1) {
        connect(run.get(), &ProxyTestRun::finished, this, [this, tested, test = run.get()] {
            keepProxyTest(tested, recordOf(*test), m_parts.kept);
        });
    }
    return run;
}

ProxyTestBatch *ProxyTestDesk::startBatch(ProxyTestBatch::Plan plan)
{
    if (isViewOnly() || (m_batch && m_batch->isOpen())) {
        return nullptr;
    }
    const std::unique_ptr<ProxyTestBatch> last =
        std::exchange(m_batch, std::make_unique<ProxyTestBatch>(std::move(plan), *this));
    m_batch->start();
    Q_EMIT batchReplaced();
    return m_batch.get();
}

void ProxyTestDesk::forgetBatch()
{
    if (m_batch && !m_batch->isOpen()) {
        const std::unique_ptr<ProxyTestBatch> last = std::move(m_batch);
        Q_EMIT batchReplaced();
    }
}

void ProxyTestDesk::store(const std::vector<std::pair<TestedProxy, ProxyTestRecord>> &tests)
{
    keepProxyTests(tests, m_parts.kept);
}

bool ProxyTestDesk::isStored(const TestedProxy &tested) const
{
    const auto *id = std::get_if<ProxyId>(&tested);
    return id != nullptr ? m_parts.rows.keyOf(*id).has_value()
                         : m_parts.rows.subUser(std::get<SubUserId>(tested)).has_value();
}

ProxyTestRecord ProxyTestDesk::recordOf(const ProxyTestRun &run) const
{
    return {m_parts.clock.now(), run.config().access.protocol, run.result()};
}

std::vector<ProxyTestRecord> ProxyTestDesk::testsOf(const TestedProxy &tested) const
{
    return proxyTestsOf(tested, m_parts.kept);
}

} // namespace relaybook
