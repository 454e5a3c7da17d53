// SPDX-License-Identifier: GPL-3.0-or-later
// The part of KeyedTableModel that follows the store: it decides when to query again, and inserts
// and removes rows in small steps, so that the event loop is not blocked.
#include "models/tables/keyedtablemodel.h"

#include <algorithm>

namespace relaybook {
namespace {

/// The time for inserting rows in one turn of the event loop: well below a frame.
constexpr qint64 stepBudgetMs = 5;
constexpr std::chrono::milliseconds shortestReloadPause{120};
/// More rows than this come from a download, not from a single event.
constexpr int mostFollowed = 50;

} // namespace

void KeyedTableModel::onStoreChanged(const StoreChanges &changes)
{
    const TableChange &change = changes.of(m_table);
    if (!change.any()) {
        return;
    }
    forget(change.manyChanged ? nullptr : &change.changed);
    m_pendingAll = m_pendingAll || change.manyChanged;
    m_pendingChanged.insert(m_pendingChanged.end(), change.changed.begin(), change.changed.end());
    m_dirty = true;
    m_storeChanged = true;
    updateStored();
    refreshSoon();
}

void KeyedTableModel::onStoreReplaced()
{
    forget(nullptr);
    m_waiting.reset();
    m_dirty = true;
    updateStored();
    resetTo(std::make_shared<const KeyList>());
    refreshSoon();
}

/// While much is written, the list is updated with pauses, so that most of the time is left for
/// writing.
void KeyedTableModel::refreshSoon()
{
    if (m_suspended || m_lane.isBusy() || m_nextStep < m_steps.size() ||
        m_refreshTimer.isActive()) {
        return;
    }
    constexpr int restFactor = 5;
    const auto pause = std::max(shortestReloadPause, m_lastTook * restFactor);
    const auto passed = m_sinceAnswer.isValid() ? std::chrono::milliseconds(m_sinceAnswer.elapsed())
                                                : std::chrono::milliseconds::max();
    m_refreshTimer.start(passed >= pause ? std::chrono::milliseconds(0) : pause - passed);
}

void KeyedTableModel::refreshNow()
{
    if (!m_store || !m_dirty || m_suspended || m_lane.isBusy() || m_nextStep < m_steps.size()) {
        return;
    }
    m_dirty = false;
    m_following = std::exchange(m_storeChanged, false) && m_keys->size() > 0;
    m_followed = m_following ? QList<qint64>(m_pendingChanged.begin(), m_pendingChanged.end())
                             : QList<qint64>();
    ask({query(), m_keys, std::exchange(m_pendingChanged, {}), false});
}

void KeyedTableModel::ask(KeyRequest request)
{
    m_lane.runInParts<KeyAnswer>(
        [request = std::move(request)](Connection &connection,
                                       const std::function<void(KeyAnswer)> &reportPart) {
            return answerKeys(connection, request, reportPart);
        },
        [this](const KeyAnswer &part) { onAnswer(part); },
        [this](const StoreResult<KeyAnswer> &answer) {
            KeyAnswer failed;
            failed.failed = true;
            failed.took = m_lastTook;
            onAnswer(answer.value_or(failed));
        });
}

void KeyedTableModel::onAnswer(const KeyAnswer &answer)
{
    if (m_nextStep < m_steps.size()) {
        m_waiting = answer;
        return;
    }
    m_lastTook = answer.took;
    m_lastPart = answer.last;
    if (answer.failed) {
        finishAnswer();
        return;
    }
    m_changedRuns = answer.changed;
    if (!answer.steps) {
        resetTo(answer.keys);
        finishAnswer();
        return;
    }
    m_old = std::exchange(m_keys, answer.keys);
    m_split = 0;
    m_oldFrom = 0;
    m_steps = *answer.steps;
    m_nextStep = 0;
    applySteps();
}

void KeyedTableModel::resetTo(SharedKeys keys)
{
    beginResetModel();
    m_keys = std::move(keys);
    m_split = m_keys->size();
    m_old.reset();
    m_oldFrom = 0;
    m_steps.clear();
    m_nextStep = 0;
    m_stepTimer.stop();
    endResetModel();
    Q_EMIT countChanged(shownCount(), m_stored);
}

void KeyedTableModel::applySteps()
{
    QElapsedTimer timer;
    timer.start();
    while (m_nextStep < m_steps.size()) {
        if (timer.elapsed() >= stepBudgetMs) {
            m_stepTimer.start(0);
            return;
        }
        applyStep(m_steps[m_nextStep++]);
    }
    m_old.reset();
    m_oldFrom = 0;
    finishAnswer();
}

void KeyedTableModel::applyStep(const KeyStep &step)
{
    const auto first = static_cast<int>(m_split);
    const auto last = static_cast<int>(m_split + step.count - 1);
    switch (step.kind) {
    case KeyStep::Keep:
        m_split += step.count;
        m_oldFrom += step.count;
        break;
    case KeyStep::Insert:
        beginInsertRows({}, first, last);
        m_split += step.count;
        endInsertRows();
        for (int row = first; m_following && row <= last && m_followed.size() <= mostFollowed;
             ++row) {
            m_followed.append(keyAt(row));
        }
        break;
    case KeyStep::Remove:
        beginRemoveRows({}, first, last);
        m_oldFrom += step.count;
        endRemoveRows();
        break;
    }
}

void KeyedTableModel::finishAnswer()
{
    const int lastColumn = columnCount() - 1;
    if (std::exchange(m_pendingAll, false) && rowCount() > 0) {
        m_changedRuns = {{0, rowCount() - 1}};
    }
    for (const RowRun &run : std::exchange(m_changedRuns, {})) {
        Q_EMIT dataChanged(index(static_cast<int>(run.first), 0),
                           index(static_cast<int>(run.last), lastColumn));
    }
    reportFollowed();
    m_sinceAnswer.start();
    Q_EMIT countChanged(shownCount(), m_stored);
    if (m_waiting) {
        const KeyAnswer next = *std::exchange(m_waiting, std::nullopt);
        onAnswer(next);
        return;
    }
    if (m_dirty) {
        refreshSoon();
    } else if (m_lastPart) {
        Q_EMIT settled();
    }
}

void KeyedTableModel::reportFollowed()
{
    if (m_lastPart && std::exchange(m_following, false) && !m_followed.empty() &&
        m_followed.size() <= mostFollowed) {
        Q_EMIT rowsFollowed(m_followed);
    }
}

void KeyedTableModel::updateStored()
{
    if (!m_store) {
        return;
    }
    const auto counts = m_store->read([](CacheReader &reader) { return reader.counts(); });
    if (!counts) {
        return;
    }
    switch (m_table) {
    case StoreTable::Proxies:
        m_stored = counts->proxies;
        break;
    case StoreTable::SubUsers:
        m_stored = counts->subUsers;
        break;
    case StoreTable::Transactions:
    case StoreTable::Account:
    case StoreTable::Ledger:
        m_stored = counts->transactions;
        break;
    }
}

} // namespace relaybook
