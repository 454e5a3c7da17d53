// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/accountactions.h"

#include "api/endpoints/proxies.h"
#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "api/json/samebutmasked.h"
#include "models/account/addedrows.h"
#include "models/store/accountstore.h"
#include "models/store/keepfile.h"
#include "models/sync/arearefresh.h"
#include "models/sync/sessioncredentials.h"

namespace relaybook {
namespace {

/// Gives the answer the id that was requested, if only the case differs: the user may have pasted
/// the id in another case than the service uses.
Proxy withIdOf(const ProxyId &asked, Proxy answer)
{
    if (answer.id.value().compare(asked.value(), Qt::CaseInsensitive) == 0) {
        answer.id = asked;
    }
    return answer;
}

/// Whether the error has a code that says that the row is gone.
bool saysGone(const ApiError &error)
{
    constexpr int firstGoneCode = 3001; // contract section 1, table of codes
    constexpr int lastGoneCode = 3008;
    return error.serviceCode >= firstGoneCode && error.serviceCode <= lastGoneCode;
}

} // namespace

QStringList fieldsLeftOut(const ProxyEdit &edit, const Proxy &now)
{
    QStringList fields;
    const auto compare = [&](const auto &sent, const auto &has, const char *name) {
        if constexpr (std::is_same_v<std::decay_t<decltype(has)>, QString>) {
            if (sent && sameButMasked(sent->toUtf8(), has.toUtf8())) {
                return;
            }
        }
        if (sent && !(*sent == has)) {
            fields.append(QLatin1String(name));
        }
    };
    compare(edit.name, now.name, "name");
    compare(edit.country, now.country, "country");
    compare(edit.region, now.region, "region");
    compare(edit.city, now.city, "city");
    compare(edit.behavior, now.behavior, "behavior");
    compare(edit.rotateType, now.rotateType, "rotate_type");
    compare(edit.rotateIntervalMinutes, now.rotateIntervalMinutes, "rotate_interval");
    compare(edit.trafficLimit, now.trafficLimit, "traffic_limit");
    // No response contains lifetime_minutes, so it cannot be compared.
    return fields;
}

AccountActions::AccountActions(AccountStore &store, ApiClient *client, AreaRefresh &areas,
                               KeepFile &keep, ServiceOffer &offer, SessionCredentials &credentials,
                               const AddedRows &added, const Clock &clock)
    : m_store(store)
    , m_client(client)
    , m_areas(areas)
    , m_keep(keep)
    , m_offer(offer)
    , m_credentials(credentials)
    , m_added(added)
    , m_clock(clock)
{
    connect(&areas, &AreaRefresh::changed, this, &AccountActions::onAreaChanged);
}

template <class T>
AccountActions::WaitingPtr<T> AccountActions::waiting(QObject *guard, Handler<T> handler,
                                                      bool reads)
{
    auto waiting = std::make_shared<Waiting<T>>();
    waiting->guard = guard;
    waiting->handler = std::move(handler);
    waiting->mayBeDropped = reads;
    return waiting;
}

template <class T>
Call AccountActions::handleOf(const WaitingPtr<T> &waiting)
{
    return Call([waiting] { waiting->drop(); }, [waiting] { return waiting->isUnsent(); });
}

template <class T>
bool AccountActions::refuseOffline(const WaitingPtr<T> &waiting)
{
    if (m_client) {
        return false;
    }
    ApiError error;
    error.kind = ErrorKind::Offline;
    error.message = QStringLiteral("the program was started offline");
    QMetaObject::invokeMethod(
        this, [waiting, error] { waiting->report(tl::unexpected(error)); }, Qt::QueuedConnection);
    return true;
}

/// Interprets an error of a call for one row. A 404 means that the row is gone if its code says so
/// or the call has worked before. Otherwise the service may lack the call, and the list is loaded
/// to find out. Other responses, such as an HTML page, may come from the network, so they don't
/// mark the call as missing: no refresh would try it again.
ApiError AccountActions::rowError(ReadCall call, ApiError error, std::function<bool()> isHere)
{
    constexpr int notFound = 404;
    if (!isNotOffered(error)) {
        return error;
    }
    if (error.httpStatus == notFound) {
        if (saysGone(error) || m_offer.wasAnswered(call)) {
            return error;
        }
        const bool ofProxy = call == ReadCall::Proxy;
        if (!m_offer.isMissing(ofProxy ? ReadCall::Proxies : ReadCall::SubUsers)) {
            if (m_doubted.emplace(call, std::move(isHere)).second) {
                m_areas.refresh(ofProxy ? Area::Proxies : Area::SubUsers);
            }
            error.kind = ErrorKind::NotOffered;
            return error;
        }
    }
    return m_offer.noted(call, std::move(error));
}

/// The list was loaded again: if it still has the row, the call is missing.
void AccountActions::onAreaChanged(Area area)
{
    const auto call = area == Area::Proxies ? ReadCall::Proxy : ReadCall::SubUser;
    const auto doubted = m_doubted.find(call);
    if ((area != Area::Proxies && area != Area::SubUsers) || doubted == m_doubted.end()) {
        return;
    }
    const auto state = m_areas.status(area, {}).state;
    if (state == AreaStatus::Loading) {
        return;
    }
    const auto isHere = doubted->second;
    m_doubted.erase(doubted);
    if (state == AreaStatus::Loaded && isHere()) {
        m_offer.noteMissing(call);
    }
}

/// Does not send a call that the service does not have; the caller gets the same error as before.
template <class T>
bool AccountActions::refuseMissing(ReadCall call, const WaitingPtr<T> &waiting)
{
    if (m_offer.isWorthAsking(call)) {
        return false;
    }
    QMetaObject::invokeMethod(
        this, [waiting] { waiting->report(tl::unexpected(ServiceOffer::notOffered())); },
        Qt::QueuedConnection);
    return true;
}

// ------------------------------------------------------------------------------------- sub-users

Call AccountActions::saveNote(SubUserId id, const QString &note, QObject *guard,
                              Handler<SubUser> handler)
{
    auto waiting = this->waiting<SubUser>(guard, std::move(handler), false);
    if (refuseOffline(waiting)) {
        return handleOf(waiting);
    }
    const auto before =
        m_store.read([&](CacheReader &reader) { return reader.subUser(id.value()); });
    const QString oldNote = before && *before ? (*before)->note.value_or(QString()) : QString();
    waiting->inner =
        m_client->send(UpdateSubUserNote{id, note}, this,
                       [this, id, note, oldNote, waiting](const Result<NoteAnswer> &answer) {
                           if (!answer) {
                               onFailure(id, answer.error());
                               waiting->report(tl::unexpected(editError(answer.error())));
                               return;
                           }
                           waiting->isMade = true;
                           if (!oldNote.isEmpty() && oldNote != note) {
                               m_keep.addEarlierNote(id, oldNote);
                           }
                           // The user may have continued typing.
                           if (const auto draft = m_keep.draft(id); draft && draft->text == note) {
                               m_keep.dropDraft(id);
                           }
                           onNoteSaved(id, note, *answer, waiting);
                       });
    return handleOf(waiting);
}

/// The response contains the note, the whole sub-user, or nothing; then the note that was sent is
/// stored. Other fields of the row stay as last loaded.
void AccountActions::onNoteSaved(SubUserId id, const QString &sent, const NoteAnswer &answer,
                                 const WaitingPtr<SubUser> &waiting)
{
    if (answer.subUser) {
        SubUser row = *answer.subUser;
        row.note = row.note.value_or(sent);
        if (m_offer.isMissing(ReadCall::SubUsers)) { // no list will report it again
            row.noteAsOf = m_clock.now();
        }
        storeSubUser(row, m_credentials.next(), waiting);
        return;
    }
    SubUser noted;
    noted.id = id;
    noted.note = answer.note.value_or(sent);
    noted.noteAsOf = m_clock.now();
    m_areas.noteReceived(noted, m_credentials.next());
    // Other fields are read where they are written, because a newer version may wait to be written.
    m_store.writeOwn(
        [noted](CacheWriter &writer) {
            auto row = writer.reader().subUser(noted.id.value());
            if (row) { // else it was removed from this computer meanwhile
                row->note = noted.note;
                row->noteAsOf = noted.noteAsOf;
                writer.subUsers().put(*row);
            }
            return row;
        },
        this,
        [noted, waiting](const StoreResult<std::optional<SubUser>> &row) {
            waiting->report(row ? row->value_or(noted) : noted);
        });
}

/// Loads the row again, because it is unknown whether a change was made. No caller waits for it.
void AccountActions::readBack(SubUserId id)
{
    if (m_offer.isWorthAsking(ReadCall::SubUser)) {
        fetchSubUser(id, this->waiting<SubUser>(this, {}, true));
    }
}

Call AccountActions::readSubUser(SubUserId id, QObject *guard, Handler<SubUser> handler)
{
    auto waiting = this->waiting<SubUser>(guard, std::move(handler), true);
    if (!refuseOffline(waiting) && !refuseMissing(ReadCall::SubUser, waiting)) {
        fetchSubUser(id, waiting);
    }
    return handleOf(waiting);
}

void AccountActions::fetchSubUser(SubUserId id, const WaitingPtr<SubUser> &waiting, bool isAgain)
{
    waiting->inner = m_client->send(
        GetSubUser{id}, this,
        [this, id, waiting, isAgain,
         askedAt = m_credentials.next()](const Result<SubUser> &answer) {
            if (answer) {
                m_offer.noteOffered(ReadCall::SubUser);
                if (!m_areas.isSuperseded(id, askedAt)) {
                    storeSubUser(*answer, askedAt, waiting);
                } else if (!isAgain) {
                    fetchSubUser(id, waiting, true);
                } else { // what is stored is newer; a busy service could repeat this for long
                    waiting->report(*answer);
                }
                return;
            }
            const ApiError error = rowError(ReadCall::SubUser, answer.error(), [this, id] {
                return m_store.read([&](CacheReader &reader) { return reader.subUser(id.value()); })
                    .value_or(std::nullopt)
                    .has_value();
            });
            onFailure(id, error);
            waiting->report(tl::unexpected(error));
        });
}

void AccountActions::storeSubUser(const SubUser &row, quint64 askedAt,
                                  const WaitingPtr<SubUser> &waiting)
{
    m_credentials.remember(row, askedAt);
    m_areas.noteReceived(row, askedAt);
    m_store.writeOwn(
        [row, now = m_clock.now()](CacheWriter &writer) {
            writer.subUsers().put(row);
            writer.subUserUse().put(row.id, {now, row.trafficLeft, row.trafficUsed});
            return Stored{};
        },
        this,
        [row, waiting](const StoreResult<Stored> &) {
            // The service has the change, even if storing the row failed.
            waiting->report(row);
        });
}

void AccountActions::storeRead(const SubUser &row)
{
    storeSubUser(row, m_credentials.next(), this->waiting<SubUser>(this, {}, true));
}

void AccountActions::storeGone(SubUserId id)
{
    m_areas.noteRemoved(id);
    m_store.writeOwn(
        [id](CacheWriter &writer) {
            writer.subUsers().remove(id);
            return Stored{};
        },
        this, {});
}

void AccountActions::onFailure(SubUserId id, const ApiError &error)
{
    if (error.kind == ErrorKind::NotFound && !m_added.isAdded(id)) {
        storeGone(id);
        m_areas.refresh(Area::SubUsers);
    } else if (error.mayHaveHappened) {
        readBack(id);
    }
}

// --------------------------------------------------------------------------------------- proxies

Call AccountActions::saveProxy(const ProxyId &id, const ProxyEdit &edit, QObject *guard,
                               Handler<ProxySaved> handler, Lane lane)
{
    auto waiting = this->waiting<ProxySaved>(guard, std::move(handler), false);
    if (refuseOffline(waiting)) {
        return handleOf(waiting);
    }
    waiting->inner = m_client->send(
        UpdateProxy{id, edit}, this,
        [this, id, edit, waiting](const Result<Proxy> &answer) {
            if (!answer) {
                onFailure(id, answer.error());
                waiting->report(tl::unexpected(editError(answer.error())));
                return;
            }
            waiting->isMade = true;
            const Proxy row = withIdOf(id, *answer);
            const ProxySaved saved{row, fieldsLeftOut(edit, row)};
            storeProxy(row, m_credentials.next(), [saved, waiting] { waiting->report(saved); });
        },
        lane);
    return handleOf(waiting);
}

Call AccountActions::deleteProxy(const ProxyId &id, QObject *guard, Handler<Done> handler,
                                 Lane lane)
{
    auto waiting = this->waiting<Done>(guard, std::move(handler), false);
    if (refuseOffline(waiting)) {
        return handleOf(waiting);
    }
    const bool isOneOfMany = lane == Lane::Background;
    waiting->inner = m_client->send(
        DeleteProxy{id}, this,
        [this, id, isOneOfMany, waiting](const Result<Done> &answer) {
            if (answer) {
                waiting->isMade = true;
                storeGone(id, !isOneOfMany);
                waiting->report(answer);
                return;
            }
            ApiError error = answer.error();
            if (isNotOffered(error) && !saysGone(error)) {
                // Without a code, the proxy may be gone or the call missing: the list shows which.
                error.kind = ErrorKind::NotOffered;
                error.mayHaveHappened = false;
                if (!isOneOfMany) {
                    m_areas.refresh(Area::Proxies);
                }
            } else if (!isOneOfMany) {
                onFailure(id, error);
            } else if (error.kind == ErrorKind::NotFound && !m_added.isAdded(id)) {
                storeGone(id, false);
            }
            waiting->report(tl::unexpected(editError(error)));
        },
        lane);
    return handleOf(waiting);
}

void AccountActions::storeRead(const Proxy &row)
{
    storeProxy(row, m_credentials.next(), [] {});
}

void AccountActions::storeGone(const ProxyId &id, bool loadsList)
{
    m_areas.noteRemoved(id);
    m_store.writeOwn(
        [id](CacheWriter &writer) {
            writer.proxies().remove(id);
            return Stored{};
        },
        this,
        [this, loadsList](const StoreResult<Stored> &) {
            if (loadsList) {
                m_areas.refresh(Area::Proxies);
            }
        });
}

Call AccountActions::readProxy(const ProxyId &id, QObject *guard, Handler<Proxy> handler, Lane lane)
{
    auto waiting = this->waiting<Proxy>(guard, std::move(handler), true);
    if (!refuseOffline(waiting) && !refuseMissing(ReadCall::Proxy, waiting)) {
        fetchProxy(id, waiting, lane);
    }
    return handleOf(waiting);
}

void AccountActions::fetchProxy(const ProxyId &id, const WaitingPtr<Proxy> &waiting, Lane lane,
                                bool isAgain)
{
    waiting->inner = m_client->send(
        GetProxy{id}, this,
        [this, id, waiting, lane, isAgain,
         askedAt = m_credentials.next()](const Result<Proxy> &answer) {
            if (!answer) {
                const ApiError error = rowError(ReadCall::Proxy, answer.error(), [this, id] {
                    return m_store.read([&](CacheReader &reader) { return reader.proxyKey(id); })
                        .value_or(std::nullopt)
                        .has_value();
                });
                onFailure(id, error);
                waiting->report(tl::unexpected(error));
                return;
            }
            m_offer.noteOffered(ReadCall::Proxy);
            const Proxy row = withIdOf(id, *answer);
            if (!m_areas.isSuperseded(id, askedAt)) {
                storeProxy(row, askedAt, [row, waiting] { waiting->report(row); });
            } else if (!isAgain) {
                fetchProxy(id, waiting, lane, true);
            } else { // as for a sub-user
                waiting->report(row);
            }
        },
        lane);
}

void AccountActions::storeProxy(const Proxy &row, quint64 askedAt, std::function<void()> done)
{
    m_credentials.remember(row, askedAt);
    m_areas.noteReceived(row, askedAt);
    m_store.writeOwn(
        [row](CacheWriter &writer) {
            writer.proxies().put(row);
            return Stored{};
        },
        this, [done = std::move(done)](const StoreResult<Stored> &) { done(); });
}

void AccountActions::onFailure(const ProxyId &id, const ApiError &error)
{
    if (error.kind == ErrorKind::NotFound && !m_added.isAdded(id)) {
        storeGone(id);
    } else if (error.mayHaveHappened && m_offer.isWorthAsking(ReadCall::Proxy)) {
        fetchProxy(id, waiting<Proxy>(this, {}, true));
    }
}

} // namespace relaybook
