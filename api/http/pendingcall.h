// SPDX-License-Identifier: GPL-3.0-or-later
// A call that was given to ApiClient and whose handler has not been called yet. Used only by
// ApiClient.

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

class Attempt;

/// Base of all queued calls. Used on the GUI thread, except for decode(), which may run on another
/// thread.
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

    /// Stores the decoded value or the error.
    virtual void decode(const QByteArray &body) = 0;
    /// The header of the answer says that more rows follow. What the body says outweighs it.
    virtual void noteMore() = 0;
    [[nodiscard]] virtual ApiError *decodeError() = 0;
    virtual void fail(ApiError error) = 0;
    /// Calls the handler with the result of decode() or fail().
    virtual void deliver() = 0;
    virtual void dropHandler() = 0;

    const Request request;
    const Lane lane;
    const Budget budget;
    bool isUrgent = false;       ///< is sent immediately or not at all
    bool onlyWaits = false;      ///< only waits for its turn: nothing is sent
    qint64 room = 1;             ///< how many calls must fit into the limits before it starts
    int repeats = 0;             ///< how often it was sent again
    bool wasReplayed = false;    ///< sent again once after the token was renewed
    bool isOut = false;          ///< is being sent or was sent: the service may have received it
    quint64 tokenGeneration = 0; ///< generation of the token it was last sent with
    std::chrono::milliseconds sentAt{0};
    QPointer<Attempt> attempt;
    QMetaObject::Connection guardGone;
    bool isOver = false; ///< handled or cancelled: nothing more happens to it
};

/// Waits in the queue like any other call but sends nothing (ApiClient::waitForTurn()).
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
    void noteMore() override {}
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

/// The error of an answer about another object than the one that was asked for.
[[nodiscard]] inline ApiError otherObject(const QString &asked, const QString &answered)
{
    ApiError error;
    error.kind = ErrorKind::NotUnderstood;
    error.jsonPath = QStringLiteral("data.id");
    error.message = QStringLiteral("is %1 instead of %2").arg(answered, asked);
    return error;
}

template <class Endpoint>
class TypedCall final : public PendingCall
{
public:
    using Response = typename Endpoint::Response;
    using Handler = std::function<void(Result<Response>)>;

    TypedCall(const Endpoint &endpoint, Lane callLane, Handler handler)
        : PendingCall(endpoint.toRequest(), callLane)
        , m_handler(std::move(handler))
    {
        if constexpr (requires { endpoint.id.text(); }) {
            m_id = endpoint.id.text();
        }
    }
    void decode(const QByteArray &body) override
    {
        m_result = Endpoint::decode(body);
        if (!m_result) {
            return;
        }
        if constexpr (requires(Response r) { r.id.text(); }) {
            checkObject(m_result->id.text());
        } else if constexpr (requires(Response r) { r.subUser->id; }) {
            if (m_result->subUser) {
                checkObject(m_result->subUser->id.text());
            }
        }
    }
    void noteMore() override
    {
        if constexpr (requires(Response r) { r.next.isSet; }) {
            if (m_result && !m_result->next.isGiven) {
                m_result->next.isSet = m_result->next.isGiven = true;
            }
        }
    }
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
    /// An answer about another object than the one in the call is no answer.
    void checkObject(const QString &id)
    {
        if (!m_id.isEmpty() && id.compare(m_id, Qt::CaseInsensitive) != 0) {
            fail(otherObject(m_id, id));
        }
    }

    Handler m_handler;
    QString m_id; ///< of the object that the call is about; empty if it names none
    Result<Response> m_result = tl::unexpected<ApiError>(ApiError{});
};

} // namespace relaybook
