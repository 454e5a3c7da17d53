// SPDX-License-Identifier: GPL-3.0-or-later
// Sends the user's changes of proxies and sub-users to the service, and writes the responses to the
// store before it reports them.

#pragma once

#include "api/http/call.h"
#include "api/http/lane.h"
#include "api/types/done.h"
#include "api/types/result.h"
#include "api/types/subuser.h"
#include "models/accountvalues.h"
#include "models/sync/serviceoffer.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <map>
#include <memory>

namespace relaybook {

class AccountStore;
class ApiClient;
class AreaRefresh;
class AddedRows;
class Clock;
class KeepFile;
class ServiceOffer;
class SessionCredentials;

/// JSON names of the fields of `edit` whose values in `now` differ from what was sent.
[[nodiscard]] QStringList fieldsLeftOut(const ProxyEdit &edit, const Proxy &now);

/// Saves and reads single proxies and sub-users. Lives on the GUI thread. This object is the guard
/// of the calls, so that a response is stored even if its caller no longer exists.
class AccountActions : public QObject
{
    Q_OBJECT

public:
    template <class T>
    using Handler = std::function<void(Result<T>)>;

    AccountActions(AccountStore &store, ApiClient *client, AreaRefresh &areas, KeepFile &keep,
                   ServiceOffer &offer, SessionCredentials &credentials, const AddedRows &added,
                   const Clock &clock);

    /// Replaces the note without comparing it; the caller can do so with readSubUser() before.
    [[nodiscard]] Call saveNote(SubUserId id, const QString &note, QObject *guard,
                                Handler<SubUser> handler);
    [[nodiscard]] Call saveProxy(const ProxyId &id, const ProxyEdit &edit, QObject *guard,
                                 Handler<ProxySaved> handler, Lane lane = Lane::User);
    [[nodiscard]] Call readSubUser(SubUserId id, QObject *guard, Handler<SubUser> handler);
    /// Stores a sub-user that another part has read.
    void storeRead(const SubUser &row);
    /// Removes a sub-user from the store that another part has deleted or found deleted. Does not
    /// load the list again: the caller does this after the last deletion.
    void storeGone(SubUserId id);
    /// Deletes the proxy, and loads the list again; if the response is lost, the proxy. In
    /// Lane::Background, as one of many, nothing is loaded: the caller does this after the last.
    [[nodiscard]] Call deleteProxy(const ProxyId &id, QObject *guard, Handler<Done> handler,
                                   Lane lane = Lane::User);
    /// Stores a proxy that another part has created.
    void storeRead(const Proxy &row);
    [[nodiscard]] Call readProxy(const ProxyId &id, QObject *guard, Handler<Proxy> handler,
                                 Lane lane = Lane::User);

private:
    /// The caller that waits for the result of an action.
    template <class T>
    struct Waiting
    {
        QPointer<QObject> guard;
        Handler<T> handler;
        Call inner;               ///< the running call
        bool mayBeDropped = true; ///< for reads: dropping the handle cancels the call itself
        bool isMade = false;      ///< the service made the change
        bool isOver = false;

        void report(Result<T> result)
        {
            if (!std::exchange(isOver, true) && guard && handler) {
                handler(std::move(result));
            }
        }
        [[nodiscard]] bool isUnsent() const { return !isMade && inner.isUnsent(); }
        void drop()
        {
            isOver = true;
            handler = nullptr;
            // A change that was sent continues, and its response is stored. One that is still
            // waiting is not sent.
            if (mayBeDropped || isUnsent()) {
                inner.cancel();
            }
        }
    };
    template <class T>
    using WaitingPtr = std::shared_ptr<Waiting<T>>;

    template <class T>
    [[nodiscard]] WaitingPtr<T> waiting(QObject *guard, Handler<T> handler, bool reads);
    template <class T>
    [[nodiscard]] static Call handleOf(const WaitingPtr<T> &waiting);
    template <class T>
    [[nodiscard]] bool refuseOffline(const WaitingPtr<T> &waiting);

    template <class T>
    [[nodiscard]] bool refuseMissing(ReadCall call, const WaitingPtr<T> &waiting);
    void onNoteSaved(SubUserId id, const QString &sent, const NoteAnswer &answer,
                     const WaitingPtr<SubUser> &waiting);
    [[nodiscard]] ApiError rowError(ReadCall call, ApiError error, std::function<bool()> isHere);
    void onAreaChanged(Area area);
    void readBack(SubUserId id);
    /// `isAgain`: the first answer was superseded.
    void fetchSubUser(SubUserId id, const WaitingPtr<SubUser> &waiting, bool isAgain = false);
    void fetchProxy(const ProxyId &id, const WaitingPtr<Proxy> &waiting, Lane lane = Lane::User,
                    bool isAgain = false);
    void storeSubUser(const SubUser &row, quint64 askedAt, const WaitingPtr<SubUser> &waiting);
    void storeGone(const ProxyId &id, bool loadsList = true);
    void storeProxy(const Proxy &row, quint64 askedAt, std::function<void()> done);
    void onFailure(SubUserId id, const ApiError &error);
    void onFailure(const ProxyId &id, const ApiError &error);

    AccountStore &m_store;
    ApiClient *m_client;
    AreaRefresh &m_areas;
    KeepFile &m_keep;
    ServiceOffer &m_offer;
    SessionCredentials &m_credentials;
    const AddedRows &m_added;
    const Clock &m_clock;
    /// Calls for one row that were answered with "not found", while the list is loaded to see
    /// whether the row still exists or the service lacks the call.
    std::map<ReadCall, std::function<bool()>> m_doubted;
};

} // namespace relaybook
