// SPDX-License-Identifier: GPL-3.0-or-later
// What the user changes: a value goes out, a value comes back, and the store knows it first.

#pragma once

#include "api/http/call.h"
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

/// Wire names of the fields of `edit` that `now` does not have as they were sent.
[[nodiscard]] QStringList fieldsLeftOut(const ProxyEdit &edit, const Proxy &now);

/// Lives on the GUI thread. The service is asked on this object's behalf, so that an answer reaches
/// the store even where nobody waits for it any more.
class AccountActions : public QObject
{
    Q_OBJECT

public:
    template <class T>
    using Handler = std::function<void(Result<T>)>;

    AccountActions(AccountStore &store, ApiClient *client, AreaRefresh &areas, KeepFile &keep,
                   ServiceOffer &offer, SessionCredentials &credentials, const AddedRows &added,
                   const Clock &clock);

    /// Replaces the note, whatever it is now: the caller compares with readSubUser() before.
    [[nodiscard]] Call saveNote(SubUserId id, const QString &note, QObject *guard,
                                Handler<SubUser> handler);
    [[nodiscard]] Call saveProxy(const ProxyId &id, const ProxyEdit &edit, QObject *guard,
                                 Handler<ProxySaved> handler);
    [[nodiscard]] Call readSubUser(SubUserId id, QObject *guard, Handler<SubUser> handler);
    [[nodiscard]] Call readProxy(const ProxyId &id, QObject *guard, Handler<Proxy> handler);

private:
    /// Who waits for the outcome, and whether still.
    template <class T>
    struct Waiting
    {
        QPointer<QObject> guard;
        Handler<T> handler;
        Call inner;               ///< what is under way now
        bool mayBeDropped = true; ///< reading: dropping the handle ends the call itself
        bool isMade = false;      ///< the change was answered
        bool isOver = false;

        void tell(Result<T> result)
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
            // A change that is on its way goes on: its answer is stored. One that waits is not
            // sent.
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
    void fetchSubUser(SubUserId id, const WaitingPtr<SubUser> &waiting);
    void fetchProxy(const ProxyId &id, const WaitingPtr<Proxy> &waiting);
    void storeSubUser(const SubUser &row, const WaitingPtr<SubUser> &waiting);
    void storeProxy(const Proxy &row, std::function<void()> done);
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
    /// Calls for one row that found none; whether the list names it after all is being read.
    std::map<ReadCall, std::function<bool()>> m_doubted;
};

} // namespace relaybook
