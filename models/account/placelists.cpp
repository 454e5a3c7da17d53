// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/placelists.h"

#include "api/endpoints/proxies.h"
#include "api/http/apiclient.h"
#include "models/sync/serviceoffer.h"

#include <QPointer>

#include <memory>

namespace relaybook {

PlaceLists::PlaceLists(ApiClient *client, ServiceOffer &offer, const Clock &clock)
    : m_client(client)
    , m_offer(offer)
    , m_clock(clock)
{
}

Call PlaceLists::countries(const QString &type, QObject *guard, Handler handler)
{
    return look(ReadCall::Countries, ListCountries{type}, QStringLiteral("countries\n%1").arg(type),
                guard, std::move(handler));
}

Call PlaceLists::regions(const QString &country, const QString &type, QObject *guard,
                         Handler handler)
{
    return look(ReadCall::Regions, ListRegions{country, type},
                QStringLiteral("regions\n%1\n%2").arg(country, type), guard, std::move(handler));
}

Call PlaceLists::cities(const QString &country, const QString &type, QObject *guard,
                        Handler handler)
{
    return look(ReadCall::Cities, ListCities{country, type},
                QStringLiteral("cities\n%1\n%2").arg(country, type), guard, std::move(handler));
}

template <class Endpoint>
Call PlaceLists::look(ReadCall call, const Endpoint &endpoint, const QString &key, QObject *guard,
                      Handler handler)
{
    constexpr std::chrono::hours freshFor{24};
    const auto found = m_entries.constFind(key);
    // By both clocks: the wall clock can be set, and the monotonic clock may stop during sleep.
    const bool isFresh = found != m_entries.cend() &&
                         m_clock.monotonic() - found->readAfter < freshFor &&
                         m_clock.now() - found->readAt < freshFor;
    if (isFresh) {
        return reportLater(found->places, guard, handler);
    }
    if (!m_offer.isWorthAsking(call)) {
        return reportLater(tl::unexpected(ServiceOffer::notOffered()), guard, handler);
    }
    if (!m_client) {
        ApiError error;
        error.kind = ErrorKind::Offline;
        error.message = QStringLiteral("the program was started offline");
        return reportLater(tl::unexpected(error), guard, handler);
    }
    return m_client->send(endpoint, guard,
                          [book = QPointer<PlaceLists>(this), key, call,
                           handler = std::move(handler)](Result<ListOf<Place>> answer) {
                              if (book && answer) {
                                  book->m_entries.insert(key, {*answer, book->m_clock.now(),
                                                               book->m_clock.monotonic()});
                                  book->m_offer.noteOffered(call);
                              } else if (book) {
                                  answer =
                                      tl::unexpected(book->m_offer.noted(call, answer.error()));
                              }
                              handler(std::move(answer));
                          });
}

Call PlaceLists::reportLater(const Result<ListOf<Place>> &result, QObject *guard,
                             const Handler &handler)
{
    auto wanted = std::make_shared<bool>(true);
    QMetaObject::invokeMethod(
        guard,
        [wanted, result, handler] {
            if (*wanted) {
                handler(result);
            }
        },
        Qt::QueuedConnection);
    return Call([wanted] { *wanted = false; });
}

} // namespace relaybook
