// SPDX-License-Identifier: GPL-3.0-or-later
// Sends the API calls and posts the cache writes of one area's refresh, and reports when the last
// of them has ended.

#pragma once

#include "api/http/apiclient.h"
#include "models/sqlite/storeerror.h"
#include "models/sync/serviceoffer.h"

#include <QObject>

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace relaybook {

class CacheWriter;

/// Lives on the GUI thread. Each area has one object, which is used for all of its refreshes.
class AreaCalls : public QObject
{
    Q_OBJECT

public:
    using Job = std::function<Stored(CacheWriter &)>;

    /// `client` may be null: then send() must not be called.
    AreaCalls(AccountStore &store, ApiClient *client, ServiceOffer &offer);
    ~AreaCalls() override;

    /// Cancels the open calls and forgets the error. Open writes are completed, but their results
    /// are ignored. Does not emit ended().
    void reset();
    /// Whether a call or a write has not ended yet.
    [[nodiscard]] bool isOpen() const { return m_open > 0; }
    /// The first error since reset().
    [[nodiscard]] const std::optional<ApiError> &error() const { return m_error; }
    /// The error of this call since reset().
    [[nodiscard]] std::optional<ApiError> errorOf(ReadCall call) const;
    /// Adds the error of an incomplete response, which no call and no write has returned.
    void noteError(const ApiError &error);

    /// The lane of the next calls; after reset() the user's.
    [[nodiscard]] Lane lane() const { return m_lane; }
    void setLane(Lane lane) { m_lane = lane; }

    /// Sends a call and passes its response to `take`. `call` is set if the service may lack the
    /// endpoint. If it is known to be missing, nothing is sent. If the response shows that it is
    /// missing, `notOffered` is called, and no error is noted. An error for which `takeError`
    /// returns true is not noted either.
    template <class Endpoint>
    void send(std::optional<ReadCall> call, const Endpoint &endpoint,
              std::function<void(typename Endpoint::Response)> take,
              std::function<void()> notOffered = {},
              std::function<bool(const ApiError &)> takeError = {});
    /// Writes to the cache. `done` is called after the data is written, unless reset() was called
    /// since.
    void write(Job job, std::function<void()> done = {});

Q_SIGNALS:
    /// The last open call or write has ended.
    void ended();

private:
    [[nodiscard]] std::optional<ApiError> failureOf(std::optional<ReadCall> call,
                                                    const ApiError &error,
                                                    const std::function<void()> &notOffered);
    /// `resets` is m_resets as it was when the call or write was opened.
    void closeOne(quint64 resets, const std::optional<ApiError> &error);

    AccountStore &m_store;
    ApiClient *m_client;
    ServiceOffer &m_offer;
    int m_open = 0;
    Lane m_lane = Lane::User;
    std::optional<ApiError> m_error;
    std::map<ReadCall, ApiError> m_errors; ///< of the calls that a service may lack
    std::vector<Call> m_calls;
    quint64 m_resets = 0; ///< calls and writes opened before the last reset() are ignored
};

template <class Endpoint>
void AreaCalls::send(std::optional<ReadCall> call, const Endpoint &endpoint,
                     std::function<void(typename Endpoint::Response)> take,
                     std::function<void()> notOffered,
                     std::function<bool(const ApiError &)> takeError)
{
    if (call && !m_offer.isWorthAsking(*call)) {
        return;
    }
    ++m_open;
    m_calls.push_back(m_client->send(
        endpoint, this,
        [this, call, resets = m_resets, take = std::move(take), notOffered = std::move(notOffered),
         takeError = std::move(takeError)](Result<typename Endpoint::Response> answer) {
            if (answer) {
                if (call) {
                    m_offer.noteOffered(*call);
                }
                take(std::move(*answer)); // before closeOne(), because `take` may open more calls
                closeOne(resets, {});
            } else if (takeError && takeError(answer.error())) {
                closeOne(resets, {});
            } else {
                const auto failure = failureOf(call, answer.error(), notOffered);
                if (call && failure && resets == m_resets) {
                    m_errors.emplace(*call, *failure);
                }
                closeOne(resets, failure);
            }
        },
        m_lane));
}

} // namespace relaybook
