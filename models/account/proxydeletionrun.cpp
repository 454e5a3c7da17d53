// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/proxydeletionrun.h"

#include "api/endpoints/proxies.h"
#include "api/http/apiclient.h"
#include "models/account/accountactions.h"
#include "models/account/addedrows.h"
#include "models/account/storedrows.h"
#include "models/orders/orderfields.h"
#include "models/sync/serviceoffer.h"

#include <QJsonDocument>
#include <QSet>

#include <algorithm>
#include <utility>
#include <vector>

namespace relaybook {

namespace {

constexpr int neededAbsences = 2;
// The first list may have been on its way before the deletion.
constexpr int mostLists = 3;

} // namespace

template <class Io>
void fields(Io &io, ProxyDeletionRow &row)
{
    io("id", row.id);
    io("label", row.name);
}

QByteArray toJson(const ProxyDeletionRow &row)
{
    return stored::toDocument(row);
}

std::optional<ProxyDeletionRow> proxyDeletionRowFrom(const QByteArray &json)
{
    const QJsonDocument parsed = QJsonDocument::fromJson(json);
    stored::Reader io(parsed.object());
    ProxyDeletionRow row;
    fields(io, row);
    const bool isRow = parsed.isObject() && io.isFine() && !row.id.value().isEmpty();
    return isRow ? std::optional(std::move(row)) : std::nullopt;
}

ProxyDeletionRun::ProxyDeletionRun(Parts parts, QObject *parent)
    : StoredRun({parts.kept, QStringLiteral("proxy_deletions"), parts.loadList, parts.listStatus},
                parent)
    , m_parts(std::move(parts))
{
    connect(this, &BatchRun::changed, this, &ProxyDeletionRun::whenEnded);
    load();
}

ProxyDeletionRun::~ProxyDeletionRun() = default;

ProxyDeletionRun::Lookup ProxyDeletionRun::lookup() const
{
    if (m_parts.client != nullptr && m_parts.offer.isWorthAsking(ReadCall::Proxies)) {
        return Lookup::InList;
    }
    return m_parts.client != nullptr && m_parts.offer.isWorthAsking(ReadCall::Proxy) ? Lookup::Each
                                                                                     : Lookup::None;
}

std::chrono::milliseconds ProxyDeletionRun::timeFor(qint64 rows) const
{
    return m_parts.client == nullptr
               ? std::chrono::milliseconds(0)
               : m_parts.client->limitTime(DeleteProxy{}.toRequest(), Lane::Background, rows);
}

ProxyDeletionRow ProxyDeletionRun::rowAt(qint64 index) const
{
    return proxyDeletionRowFrom(documentAt(index)).value_or(ProxyDeletionRow());
}

// ----------------------------------------------------------------------------------- looking up

/// Lists are read before rows are begun that may have been sent.
bool ProxyDeletionRun::prepareRows()
{
    m_absences.clear();
    m_lists = 0;
    for (qint64 index = 0; index < size(); ++index) {
        const bool isSought = row(index).state == State::Waiting && isSent(index);
        const ProxyId id = isSought ? rowAt(index).id : ProxyId();
        // One that the user added stays stored, whatever the list says.
        if (!id.value().isEmpty() && !m_parts.added.isAdded(id)) {
            m_absences.emplace(index, 0);
        }
    }
    return !m_absences.empty() && lookup() == Lookup::InList && readList();
}

void ProxyDeletionRun::onListRead()
{
    const auto listed = m_parts.rows.listedProxies();
    m_isListWhole = listed.has_value();
    for (auto &[index, absences] : m_absences) {
        absences = listed && !listed->contains(rowAt(index).id) ? absences + 1 : 0;
    }
    m_isListOld = false;
    ++m_lists;
    const bool isUnsure = std::any_of(m_absences.begin(), m_absences.end(), [](const auto &each) {
        return each.second > 0 && each.second < neededAbsences;
    });
    if (m_lists >= neededAbsences && (!isUnsure || m_lists == mostLists)) {
        onPrepared();
        return;
    }
    // Later, because the list is just being announced.
    QMetaObject::invokeMethod(
        this,
        [this, turn = turn()] {
            if (turn == this->turn() && isRunning() && isPreparing()) {
                (void)readList(); // else the run has ended
            }
        },
        Qt::QueuedConnection);
}

bool ProxyDeletionRun::goOn()
{
    if (!std::exchange(m_isAnyLost, false) || lookup() == Lookup::None) {
        return false;
    }
    putUnknownToWait();
    return true;
}

void ProxyDeletionRun::look(qint64 index)
{
    m_phase = Phase::Looking;
    const auto found = m_absences.find(index);
    const bool isAskedItself = lookup() == Lookup::Each || found == m_absences.end();
    if (isAskedItself && m_parts.client != nullptr &&
        m_parts.offer.isWorthAsking(ReadCall::Proxy)) {
        m_call = m_parts.actions.readProxy(
            rowAt(index).id, this,
            [this, index, turn = turn()](const Result<Proxy> &now) {
                if (turn == this->turn()) {
                    whenRead(index, now);
                }
            },
            Lane::Background);
        return;
    }
    if (found != m_absences.end() && found->second >= neededAbsences) {
        endGone(index, State::Done);
    } else if (found != m_absences.end() && found->second == 0 && m_lists >= neededAbsences &&
               m_isListWhole) {
        endStillThere(index);
    } else {
        endUndecided(index, lostAnswer(index));
    }
}

void ProxyDeletionRun::whenRead(qint64 index, const Result<Proxy> &now)
{
    if (now) {
        endStillThere(index);
    } else if (now.error().kind == ErrorKind::NotFound) {
        endGone(index, State::Done);
    } else {
        endUndecided(index, now.error());
    }
}

/// It stays unknown. If the service may not have the call, nothing more is sent.
void ProxyDeletionRun::endUndecided(qint64 index, std::optional<ApiError> error)
{
    if (m_doubt && m_doubt->first == index) {
        error = std::exchange(m_doubt, std::nullopt)->second;
    }
    end(State::Unknown, std::move(error));
}

void ProxyDeletionRun::endGone(qint64 index, State state)
{
    const ProxyId id = rowAt(index).id;
    const bool isDoubted = m_doubt && m_doubt->first == index;
    m_doubt.reset();
    setSent(index, false);
    if (m_parts.added.isAdded(id)) {
        m_parts.added.remove(std::vector{id});
    }
    const auto lost = lostAnswer(index);
    const bool wasNotFound = lost && lost->kind == ErrorKind::NotFound;
    m_lost.erase(index);
    end(isDoubted || wasNotFound ? State::Gone : state);
}

std::optional<ApiError> ProxyDeletionRun::lostAnswer(qint64 index) const
{
    const auto found = m_lost.find(index);
    return found == m_lost.end() ? std::nullopt : std::optional(found->second);
}

/// Whether a late service may still delete it is not known, so it is not sent again by itself.
void ProxyDeletionRun::endStillThere(qint64 index)
{
    setSent(index, false);
    if (m_doubt && m_doubt->first == index) { // so the service has no such call
        m_isMissing = true;
        endBy(std::exchange(m_doubt, std::nullopt)->second);
        return;
    }
    end(State::Failed);
}

// ------------------------------------------------------------------------------------- one row

void ProxyDeletionRun::begin(qint64 index)
{
    m_phase = Phase::Nothing;
    if (rowAt(index).id.value().isEmpty()) {
        endUnreadable();
    } else if (isSent(index)) {
        look(index);
    } else {
        storeSending([this, index] { sendNow(index); });
    }
}

void ProxyDeletionRun::sendNow(qint64 index)
{
    m_phase = Phase::Deleting;
    setSent(index, true);
    m_lost.erase(index); // why it was unknown before says nothing about this answer
    m_call = m_parts.actions.deleteProxy(
        rowAt(index).id, this,
        [this, index, turn = turn()](const Result<Done> &answer) {
            if (turn == this->turn()) {
                whenDeleted(index, answer);
            }
        },
        Lane::Background);
}

void ProxyDeletionRun::whenDeleted(qint64 index, const Result<Done> &answer)
{
    m_phase = Phase::Nothing;
    if (answer) {
        m_isListOld = true;
        m_isMissing = false;
        endGone(index, State::Done);
        return;
    }
    const ApiError &error = answer.error();
    if (error.mayHaveHappened) {
        m_isAnyLost = true;
        m_isListOld = true;
        m_lost[index] = error;
        end(State::Unknown, error);
        return;
    }
    if (error.kind == ErrorKind::NotOffered) {
        whenNotOffered(index, error);
        return;
    }
    setSent(index, false);
    if (error.kind == ErrorKind::NotFound) { // deleted elsewhere
        m_isListOld = true;
        endGone(index, State::Gone);
    } else {
        end(State::Failed, error);
    }
}

void ProxyDeletionRun::whenNotOffered(qint64 index, const ApiError &error)
{
    constexpr int notFound = 404;
    // A service that has deleted proxies of this run has the call.
    if (error.httpStatus == notFound && count(State::Done) > 0) {
        m_isAnyLost = true;
        m_isListOld = true;
        ApiError unclear = error;
        unclear.kind = ErrorKind::NotFound;
        m_lost[index] = unclear;
        end(State::Unknown, unclear);
        return;
    }
    if (error.httpStatus == notFound && lookup() != Lookup::None) {
        m_doubt.emplace(index, error);
        prepareAgain(); // looks it up, because it counts as sent
        return;
    }
    setSent(index, false);
    m_isMissing = true;
    endBy(error);
}

std::optional<BatchRun::Row> ProxyDeletionRun::interrupt(qint64 index)
{
    if (m_phase == Phase::Deleting) {
        if (!m_call.isUnsent()) {
            return std::nullopt;
        }
        setSent(index, false);
    }
    m_call.cancel();
    dropSending();
    return Row{isSent(index) ? State::Unknown : State::Waiting, {}};
}

void ProxyDeletionRun::dropCall()
{
    m_call.cancel();
    m_phase = Phase::Nothing;
}

void ProxyDeletionRun::whenEnded()
{
    if (isRunning()) {
        return;
    }
    m_isAnyLost = false;
    m_doubt.reset();
    if (std::exchange(m_isListOld, false)) {
        // Later, because a list may just be announced.
        QMetaObject::invokeMethod(
            this, [this] { m_parts.loadList(); }, Qt::QueuedConnection);
    }
}

} // namespace relaybook
