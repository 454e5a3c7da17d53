// SPDX-License-Identifier: GPL-3.0-or-later
// A call between send() and its handler. Used by ApiClient only.

#pragma once

#include "api/http/lane.h"
#include "api/http/pacer.h"
#include "api/http/request.h"
#include "api/types/result.h"

#include <QMetaObject>
#include <QPointer>

#include <chrono>
#include <functional>
#include <optional>

namespace relaybook {

class Flight;

/// Belongs to the GUI thread, but for decode(), which may run on another one.
class PendingCall
{
public:
    PendingCall(Request callRequest, Lane callLane)
        : request(std::move(callRequest))
        , lane(callLane)
        , budget(budgetOf(request))
    {
    }
    PendingCall(const PendingCall &) = delete;
    PendingCall &operator=(const PendingCall &) = delete;
    virtual ~PendingCall() = default;

    /// Keeps the decoded value, or why there is none.
    virtual void decode(const QByteArray &body) = 0;
    [[nodiscard]] virtual ApiError *decodeError() = 0;
    virtual void fail(ApiError error) = 0;
    /// Calls the handler with what decode() or fail() left.
    virtual void deliver() = 0;
    virtual void dropHandler() = 0;

    const Request request;
    const Lane lane;
    const Budget budget;
    bool isUrgent = false;       ///< goes at once or not at all
    bool onlyWaits = false;      ///< its turn is all it wants: nothing is sent
    qint64 room = 1;             ///< so many calls have to fit into the limits before it goes
    int repeats = 0;             ///< how often it was sent again
    bool wasReplayed = false;    ///< sent again once after a renewed token
    bool isOut = false;          ///< on its way, or was: the service may have it
    quint64 tokenGeneration = 0; ///< of the token it was last sent with
    std::chrono::milliseconds sentAt{0};
    QPointer<Flight> flight;
    QMetaObject::Connection guardGone;
    bool isOver = false; ///< handled, or let go of: nothing more happens to it
};

/// Waits in line like any call, for nothing but its turn.
class TurnCall final : public PendingCall
{
public:
    using Handler = std::function<void(std::optional<ApiError>)>;

    TurnCall(Request callRequest, qint64 calls, Handler handler)
        : PendingCall(std::move(callRequest), Lane::User)
        , m_handler(std::move(handler))
    {
        onlyWaits = true;
        room = calls;
    }
    void decode(const QByteArray & /*body*/) override {}
    ApiError *decodeError() override { return m_error ? &*m_error : nullptr; }
    void fail(ApiError error) override { m_error = std::move(error); }
    void deliver() override
    {
        if (const auto handler = std::exchange(m_handler, nullptr)) {
            handler(m_error);
        }
    }
    void dropHandler() override { m_handler = nullptr; }

private:
    Handler m_handler;
    std::optional<ApiError> m_error;
};

template <class Endpoint>
class TypedCall final : public PendingCall
{
public:
    using Response = typename Endpoint::Response;
    using Handler = std::function<void(Result<Response>)>;

    TypedCall(Request callRequest, Lane callLane, Handler handler)
        : PendingCall(std::move(callRequest), callLane)
        , m_handler(std::move(handler))
    {
    }
    void decode(const QByteArray &body) override { m_result = Endpoint::decode(body); }
    ApiError *decodeError() override { return m_result ? nullptr : &m_result.error(); }
    void fail(ApiError error) override { m_result = tl::unexpected<ApiError>(std::move(error)); }
    void deliver() override
    {
        if (const auto handler = std::exchange(m_handler, nullptr)) {
            handler(std::move(m_result));
        }
    }
    void dropHandler() override { m_handler = nullptr; }

private:
    Handler m_handler;
    Result<Response> m_result = tl::unexpected<ApiError>(ApiError{});
};

} // namespace relaybook
