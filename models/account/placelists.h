// SPDX-License-Identifier: GPL-3.0-or-later
// Loads the lists of countries, regions and cities, and caches them for a day (contract section 2).

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "api/types/listof.h"
#include "api/types/proxy.h"
#include "api/types/result.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <vector>

namespace relaybook {

class ApiClient;
class ServiceOffer;
enum class ReadCall;

/// A cache of the geo lists in memory.
class PlaceLists : public QObject
{
    Q_OBJECT

public:
    using Handler = std::function<void(Result<ListOf<Place>>)>;

    PlaceLists(ApiClient *client, ServiceOffer &offer, const Clock &clock);

    [[nodiscard]] Call countries(const QString &type, QObject *guard, Handler handler);
    [[nodiscard]] Call regions(const QString &country, const QString &type, QObject *guard,
                               Handler handler);
    [[nodiscard]] Call cities(const QString &country, const QString &type, QObject *guard,
                              Handler handler);

private:
    struct Entry
    {
        ListOf<Place> places;
        Instant readAt{};
        std::chrono::milliseconds readAfter{}; ///< the same time by Clock::monotonic()
    };
    template <class Endpoint>
    [[nodiscard]] Call look(ReadCall call, const Endpoint &endpoint, const QString &key,
                            QObject *guard, Handler handler);
    [[nodiscard]] Call reportLater(const Result<ListOf<Place>> &result, QObject *guard,
                                   const Handler &handler);

    ApiClient *m_client;
    ServiceOffer &m_offer;
    const Clock &m_clock;
    QHash<QString, Entry> m_entries;
};

} // namespace relaybook
