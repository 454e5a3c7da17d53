// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/storedrun.h"

#include "models/orders/orderfields.h"
#include "models/sync/serviceoffer.h"

#include <QJsonDocument>
#include <QPointer>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

QByteArray errorDocument(const std::optional<ApiError> &error)
{
    if (!error) {
        return {};
    }
    ApiError kept = *error;
    kept.curl.clear(); // it is long, and no list of results shows it
    return stored::toDocument(kept);
}

std::optional<ApiError> errorFromDocument(const QByteArray &json)
{
    const QJsonDocument parsed = QJsonDocument::fromJson(json);
    stored::Reader io(parsed.object());
    ApiError error;
    fields(io, error);
    return parsed.isObject() && io.isFine() ? std::optional(std::move(error)) : std::nullopt;
}

} // namespace

StoredRun::StoredRun(Storing storing, QObject *parent)
    : BatchRun(parent)
    , m_storing(std::move(storing))
{
    connect(this, &BatchRun::rowChanged, this, [this](qint64 index) {
        if (row(index).state != State::Running) { // storeSending() stores that itself
            m_storing.kept.storeBatchRows(m_storing.kind, {{index, keptRow(index)}});
        }
    });
    connect(this, &BatchRun::changed, this, &StoredRun::onRunChanged);
    connect(&m_storing.kept, &KeepFile::failed, this, &StoredRun::onStoreFailed);
}

StoredRun::~StoredRun() = default;

// ------------------------------------------------------------------------------------- the rows

void StoredRun::load()
{
    KeptBatch kept = m_storing.kept.batch(m_storing.kind);
    std::vector<Row> rows;
    for (KeptBatchRow &each : kept.rows) {
        auto state =
            static_cast<State>(std::clamp<qint64>(each.state, 0, static_cast<qint64>(lastState)));
        if (state == State::Running) {
            state = State::Unknown;
        } else if (state == State::Changed) { // found again
            state = State::Waiting;
        }
        rows.push_back(
            {state, each.error.isEmpty() ? std::nullopt : errorFromDocument(each.error)});
        m_isSent.push_back(state == State::Unknown);
        m_documents.push_back(std::move(each.document));
    }
    m_isUndo = kept.isUndo;
    setRows(std::move(rows));
    if (left() == 0) {
        if (size() > 0) {
            discard();
        }
        return;
    }
    m_isLeftOver = true;
    m_isStored = true;
}

void StoredRun::startRows(std::vector<QByteArray> rows, bool isUndo)
{
    m_documents = std::move(rows);
    m_isSent.assign(m_documents.size(), false);
    forgetRows();
    m_isUndo = isUndo;
    m_isLeftOver = false;
    m_isStored = false;
    setRows(std::vector<Row>(m_documents.size()));
    resume();
}

/// Stores all rows, of a new run or after they could not be stored.
void StoredRun::storeAll()
{
    KeptBatch all{m_isUndo, {}};
    all.rows.reserve(static_cast<std::size_t>(size()));
    for (qint64 index = 0; index < size(); ++index) {
        all.rows.push_back(keptRow(index));
    }
    m_storing.kept.startBatch(m_storing.kind, all,
                              [self = QPointer(this), storing = ++m_storeAlls] {
                                  if (self && storing == self->m_storeAlls) {
                                      self->whenStored();
                                  }
                              });
}

void StoredRun::whenStored()
{
    m_isStored = true;
    if (isRunning() && isPreparing() && !prepareRows()) {
        onPrepared();
    }
}

/// One that waits to be looked up because it may have been sent is unknown after a restart.
KeptBatchRow StoredRun::keptRow(qint64 index) const
{
    const auto place = static_cast<std::size_t>(index);
    const Row &kept = row(index);
    const bool isUnknown = kept.state == State::Waiting && m_isSent.at(place);
    return {static_cast<qint64>(isUnknown ? State::Unknown : kept.state), m_documents.at(place),
            errorDocument(kept.error)};
}

void StoredRun::storeSending(std::function<void()> send)
{
    const qint64 index = current().value_or(0);
    m_isStoringRow = true;
    m_storing.kept.storeBatchRows(
        m_storing.kind, {{index, {qint64(State::Running), documentAt(index), {}}}},
        [self = QPointer(this), send = std::move(send), turn = turn()] {
            if (self && turn == self->turn() && std::exchange(self->m_isStoringRow, false)) {
                send();
            }
        });
}

void StoredRun::putAll(State from, State to)
{
    const QSignalBlocker blocker(this);
    std::vector<std::pair<qint64, KeptBatchRow>> changedRows;
    for (qint64 index = 0; index < size(); ++index) {
        if (row(index).state == from) {
            put(index, isSent(index) ? State::Unknown : to);
            changedRows.emplace_back(index, keptRow(index));
        }
    }
    if (!changedRows.empty()) {
        m_storing.kept.storeBatchRows(m_storing.kind, changedRows);
    }
}

void StoredRun::putUnknownToWait()
{
    const QSignalBlocker blocker(this); // they are stored as unknown already
    for (qint64 index = 0; index < size(); ++index) {
        if (row(index).state == State::Unknown) {
            put(index, State::Waiting, row(index).error); // which stays if it cannot be looked up
        }
    }
}

void StoredRun::endUnreadable()
{
    ApiError error;
    error.kind = ErrorKind::Local;
    end(isSent(current().value_or(0)) ? State::Unknown : State::Failed, error);
}

bool StoredRun::isOpen() const
{
    return isRunning() || count(State::Waiting) + count(State::Unknown) + count(State::Changed) > 0;
}

void StoredRun::retry()
{
    if (!isRunning()) {
        putAll(State::Failed, State::Waiting);
        BatchRun::retry();
    }
}

void StoredRun::cancel()
{
    m_isCancelling = true;
    m_isLeftOver = false;
    if (isRunning()) {
        stop(); // changed() follows, now or after the row that is on its way
    } else {
        Q_EMIT changed();
    }
}

void StoredRun::discard()
{
    m_documents.clear();
    m_isSent.clear();
    forgetRows();
    m_isLeftOver = false;
    m_storing.kept.dropBatch(m_storing.kind);
    setRows({});
}

void StoredRun::onRunChanged()
{
    m_isLeftOver = m_isLeftOver && !isRunning();
    if (isRunning()) {
        return;
    }
    // What may have been sent and was not looked up is not one that was never sent.
    if (std::find(m_isSent.begin(), m_isSent.end(), true) != m_isSent.end()) {
        const QSignalBlocker blocker(this);
        for (qint64 index = 0; index < size(); ++index) {
            if (row(index).state == State::Waiting && isSent(index)) {
                put(index, State::Unknown, row(index).error);
            }
        }
    }
    if (std::exchange(m_isCancelling, false)) {
        putAll(State::Waiting, State::Skipped);
        putAll(State::Changed, State::Skipped);
    }
}

// ------------------------------------------------------------------------------------- a turn

bool StoredRun::prepare()
{
    m_isWaitingForList = false; // of an earlier turn
    if (!m_isStored) {
        storeAll();
        return isRunning(); // not if that failed at once
    }
    return prepareRows();
}

bool StoredRun::readList()
{
    m_isWaitingForList = true;
    m_listBefore = m_storing.listStatus().asOf;
    m_storing.loadList();
    if (m_storing.listStatus().state == AreaStatus::Loading) {
        return true;
    }
    onListChanged(); // it could not be loaded, so the run has ended
    return false;
}

void StoredRun::onListChanged()
{
    const AreaStatus status = m_storing.listStatus();
    if (!m_isWaitingForList || status.state == AreaStatus::Loading) {
        return;
    }
    m_isWaitingForList = false;
    if (status.state == AreaStatus::Loaded && status.asOf != m_listBefore) {
        onListRead();
    } else if (status.state == AreaStatus::Loaded) { // that of before: loading was cancelled
        ApiError error;
        error.kind = ErrorKind::Cancelled;
        endBy(error);
    } else {
        endBy(status.error.value_or(ServiceOffer::notOffered()));
    }
}

bool StoredRun::isSameForAll(const ApiError &error) const
{
    return (error.kind == ErrorKind::Validation || error.kind == ErrorKind::Refused) &&
           failedInARow() >= mostFailuresInARow;
}

/// Nothing is sent that is not stored.
void StoredRun::onStoreFailed(const StoreError &problem)
{
    m_isStored = false;
    ++m_storeAlls;
    if (!isRunning()) {
        return;
    }
    if (current() && isOnItsWay()) {
        stop();
        return;
    }
    dropCall();
    dropSending();
    ApiError error;
    error.kind = ErrorKind::Local;
    error.description = problem.detail;
    endBy(error);
}

} // namespace relaybook
