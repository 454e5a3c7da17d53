// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ProxyDesk that reads its orders from the journal and writes them.
#include "models/account/proxydeskparts.h"

#include <algorithm>

namespace relaybook {
namespace {

constexpr QLatin1String kindName("new_proxy");

} // namespace

void ProxyDesk::joinJournal()
{
    OrderJournal::Part part;
    part.kinds = QStringList(kindName);
    part.reader = [this] { return m_read.begin(&creationFromJson); };
    part.opened = [this] { takeOrders(m_read.take()); };
    part.forget = [this] {
        m_lookTimer.stop();
        m_looks = 0;
        m_creations.clear();
    };
    part.isUnderWay = [this] { return isUnderWay(); };
    m_journal.add(std::move(part));
}

bool ProxyDesk::isWaiting() const
{
    return m_waiting != nullptr && !m_waiting->isWritten;
}

bool ProxyDesk::isUnderWay() const
{
    return m_waiting != nullptr ||
           std::any_of(m_creations.begin(), m_creations.end(),
                       [](const ProxyOrder &each) { return each.isUnderWay(); });
}

/// A creation that was being sent when the program ended may have been carried out.
void ProxyDesk::takeOrders(std::vector<ProxyOrder> orders)
{
    m_creations = std::move(orders);
    for (ProxyOrder &each : m_creations) {
        if (each.state == OrderState::Sending) {
            each.state = OrderState::Unknown;
            put(each);
        }
    }
    if (unknown() != nullptr) {
        lookLater();
    }
}

void ProxyDesk::put(const ProxyOrder &creation, OrderJournal::Done written)
{
    m_journal.put(
        [creation] {
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
            return std::vector<JournalRow>{std::move(row)};
        },
        std::move(written));
}

} // namespace relaybook
