// SPDX-License-Identifier: GPL-3.0-or-later
// What orders for proxies add to the texts of an order.
#include "models/account/storedrows.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/base/errortext.h"
#include "ui/base/exacttime.h"
#include "ui/orderview/orderparts.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

constexpr int mostLetters = 60;

struct ProxyOrderText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ProxyOrderText)
};

/// "anna (Mobile, DE)", or "Mobile, DE" if no name was requested.
QString wantedText(const NewProxy &wanted)
{
    const QString kind =
        ProxyOrderText::tr("%1, %2", "type of proxy, country")
            .arg(plainLine(format::proxyType(wanted.type)), plainLine(wanted.country));
    const QString name = wanted.options.name.value_or(QString());
    return name.isEmpty() ? kind
                          : ProxyOrderText::tr("%1 (%2)", "name of a proxy, type and country")
                                .arg(plainLine(privateText(name)), kind);
}

/// The name of a proxy that may be the one that was created, or its id.
QString candidateText(const StoredRows &rows, const ProxyId &id)
{
    const auto row = rows.proxy(id);
    return plainLine(row && !row->name.isEmpty() ? privateText(row->name) : id.value());
}

QString candidatesText(const ProxyOrder &order, const StoredRows &rows)
{
    if (!order.listWasRead) {
        return ProxyOrderText::tr("Not known: the service does not list proxies");
    }
    QStringList names;
    for (const ProxyId &id : order.candidates) {
        names.append(candidateText(rows, id));
    }
    return names.isEmpty() ? ProxyOrderText::tr("None so far") : names.join(QStringLiteral(", "));
}

} // namespace

namespace orderparts {

QString ordered(const ProxyOrder &order, const QString & /*currency*/)
{
    return ProxyOrderText::tr("Create the proxy %1", "a name, or a type and a country")
        .arg(wantedText(order.wanted));
}

QString done(const ProxyOrder & /*order*/)
{
    return ProxyOrderText::tr("The proxy was created");
}

QString doneOtherwise(const ProxyOrder & /*order*/)
{
    return {};
}

QString beforeSending(const ProxyOrder & /*order*/)
{
    return ProxyOrderText::tr("The list of proxies is loaded before it is sent.");
}

QString whatIsChecked(const ProxyOrder &order)
{
    return order.listWasRead
               ? ProxyOrderText::tr("Relaybook loads the list of proxies to find out.")
               : ProxyOrderText::tr("The service does not list proxies, so only you can find out.");
}

void addResult(QList<RowList::Row> &rows, const ProxyOrder &order, const OrderContext &context)
{
    if (order.state == OrderState::Completed && !order.proxy.value().isEmpty()) {
        rows.append({ProxyOrderText::tr("New proxy"), candidateText(context.rows, order.proxy)});
    }
}

void addEvidence(QList<RowList::Row> &rows, const ProxyOrder &order, const OrderContext &context)
{
    if (order.listWasRead) {
        rows.append({ProxyOrderText::tr("Your proxies"),
                     ProxyOrderText::tr("%1 before, %2 now", "numbers of proxies")
                         .arg(format::count(static_cast<qint64>(order.before.size())),
                              format::count(context.rows.proxyIds().size()))});
    }
    rows.append({ProxyOrderText::tr("New ones that fit"), candidatesText(order, context.rows)});
}

// The list is compared with the order as long as that has no outcome.
QString lastLook(const ProxyOrder &order, const OrderContext &context)
{
    if (order.state != OrderState::Unknown) {
        return {};
    }
    const AreaStatus &list = context.proxyList;
    if (list.state == AreaStatus::Loading) {
        return ProxyOrderText::tr("Checking now");
    }
    if (list.state == AreaStatus::Failed && list.error) {
        return ProxyOrderText::tr("Failed. %1").arg(errorText(*list.error).title);
    }
    return list.asOf ? exactTime(*list.asOf, context.now) : ProxyOrderText::tr("Not yet");
}

// The list does not show whether one that is missing was never created: the user may always decide.
std::optional<LookSays> says(const ProxyOrder &order)
{
    return order.state != OrderState::Unknown ? std::nullopt
           : order.candidates.size() > 1      ? std::optional(LookSays::Conflict)
                                              : std::optional(LookSays::Incomplete);
}

LookWords lookWords(const ProxyOrder & /*order*/)
{
    return {};
}

std::vector<OrderFinding> findings(const ProxyOrder & /*order*/, const QString & /*currency*/)
{
    return {};
}

std::vector<OrderCandidate> candidates(const ProxyOrder &order, const OrderContext &context)
{
    std::vector<OrderCandidate> all;
    for (const ProxyId &id : order.candidates) {
        all.push_back({id.value(), candidateText(context.rows, id)});
    }
    return all;
}

} // namespace orderparts

} // namespace relaybook
