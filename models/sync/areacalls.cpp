// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/areacalls.h"

#include "models/store/accountstore.h"

namespace relaybook {

AreaCalls::AreaCalls(AccountStore &store, ApiClient *client, ServiceOffer &offer)
    : m_store(store)
    , m_client(client)
    , m_offer(offer)
{
}

AreaCalls::~AreaCalls() = default;

void AreaCalls::reset()
{
    ++m_resets;
    m_open = 0;
    m_lane = Lane::User;
    m_error.reset();
    m_errors.clear();
    m_calls.clear();
}

std::optional<ApiError> AreaCalls::errorOf(ReadCall call) const
{
    const auto found = m_errors.find(call);
    return found == m_errors.end() ? std::nullopt : std::optional(found->second);
}

void AreaCalls::noteError(const ApiError &error)
{
    if (!m_error) {
        m_error = error;
    }
}

/// Returns no error if the service does not have the call, because that is not a failure.
std::optional<ApiError> AreaCalls::failureOf(std::optional<ReadCall> call, const ApiError &error,
                                             const std::function<void()> &notOffered)
{
    if (!call) {
        return error;
    }
    const ApiError noted = m_offer.noted(*call, error);
    if (noted.kind != ErrorKind::NotOffered) {
        return noted;
    }
    if (notOffered) {
        notOffered();
    }
    return std::nullopt;
}

void AreaCalls::write(Job job, std::function<void()> done)
{
    ++m_open;
    m_store.write(
        std::move(job), this,
        [this, resets = m_resets, done = std::move(done)](const StoreResult<Stored> &written) {
            if (written && done && resets == m_resets) {
                done();
            }
            closeOne(resets, written ? std::nullopt : std::optional(toApiError(written.error())));
        });
}

void AreaCalls::closeOne(quint64 resets, const std::optional<ApiError> &error)
{
    if (resets != m_resets) {
        return;
    }
    if (error) {
        noteError(*error);
    }
    --m_open;
    if (m_open == 0) {
        m_calls.clear();
        Q_EMIT ended();
    }
}

} // namespace relaybook
