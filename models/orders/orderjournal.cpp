// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/orders/orderjournal.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace relaybook {

OrderJournal::OrderJournal(const QString &directory, const Clock &clock, JournalMemory memory)
    : m_directory(directory)
    , m_clock(clock)
    , m_memory(std::move(memory))
{
}

OrderJournal::~OrderJournal() = default;

void OrderJournal::add(Part part)
{
    m_parts.push_back(std::move(part));
}

// ------------------------------------------------------------------------------------ opening it

/// If there never was a journal, it is not created before it is needed.
void OrderJournal::openFile(bool atUsersWord)
{
    m_problem.reset();
    m_isStarted = false;
    m_isReady = false;
    m_isNumbered = false;
    ++m_epoch;
    const bool remembered = m_memory.existed && m_memory.existed();
    if (!remembered && !JournalFile::existsIn(m_directory)) {
        m_isReady = true;
        m_isNumbered = true;
    } else if (!QFile::exists(JournalFile::pathIn(m_directory))) {
        m_problem = problemOfKind(DeskProblem::Missing);
        m_isReady = true;
    } else {
        using Trust = JournalFile::Trust;
        start(remembered, atUsersWord ? Trust::AtUsersWord : Trust::AsFound);
    }
}

JournalFile &OrderJournal::file()
{
    if (!m_file) {
        QStringList longHistory;
        for (const Part &part : m_parts) {
            longHistory += part.hasLongHistory ? part.kinds : QStringList();
        }
        m_file = std::make_unique<JournalFile>(m_directory, longHistory, m_clock);
    }
    return *m_file;
}

void OrderJournal::start(bool wasThere, JournalFile::Trust trust)
{
    m_isStarted = true;
    using ReadRow = std::function<bool(const QString &, const QByteArray &)>;
    std::vector<std::pair<QStringList, ReadRow>> readers;
    readers.reserve(m_parts.size());
    for (const Part &part : m_parts) {
        readers.emplace_back(part.kinds, part.reader());
    }
    file().open(
        wasThere, trust,
        [readers = std::move(readers)](const QString &id, const QString &kind,
                                       const QByteArray &document) {
            const auto of = std::find_if(readers.begin(), readers.end(), [&kind](const auto &each) {
                return each.first.contains(kind);
            });
            return of != readers.end() && of->second(id, document);
        },
        [this, epoch = m_epoch](const StoreResult<JournalFile::Numbers> &opened) {
            if (epoch == m_epoch) {
                onOpened(opened);
            }
        });
}

void OrderJournal::onOpened(const StoreResult<JournalFile::Numbers> &opened)
{
    const bool isNew = std::exchange(m_isReady, true); // created for the first order
    if (!opened) {
        close(opened.error());
        return;
    }
    m_isNumbered = true;
    m_number = std::max(m_number, opened->last);
    m_wholeSince = std::max(m_wholeSince, opened->wholeSince);
    if (m_memory.remember) {
        m_memory.remember();
    }
    if (isNew) {
        return;
    }
    for (const Part &part : m_parts) {
        part.opened();
    }
    Q_EMIT changed();
}

void OrderJournal::close(const StoreError &error)
{
    m_problem = DeskProblem{problemOf(error.kind), JournalFile::pathIn(m_directory), error.detail};
    Q_EMIT changed();
}

std::optional<DeskProblem> OrderJournal::problem() const
{
    return m_isReady ? m_problem : std::optional(problemOfKind(DeskProblem::Opening));
}

DeskProblem OrderJournal::problemOfKind(DeskProblem::Kind kind) const
{
    return {kind, JournalFile::pathIn(m_directory), {}};
}

// ----------------------------------------------------------------------------------- writing to it

std::optional<qint64> OrderJournal::nextNumber()
{
    return m_isNumbered ? std::optional(++m_number) : std::nullopt;
}

void OrderJournal::put(std::function<std::vector<JournalRow>()> rows, Done written)
{
    if (!m_isStarted) {
        start(false, JournalFile::Trust::AsFound);
    }
    const qint64 number = ++m_number;
    m_file->put(
        std::move(rows), number,
        [this, epoch = m_epoch, written = std::move(written)](const StoreResult<Stored> &result) {
            const bool isInUse = epoch == m_epoch;
            if (isInUse && !result && !m_problem) {
                close(result.error());
            }
            if (written) {
                written(isInUse ? result
                                : tl::unexpected(StoreError{
                                      StoreError::Kind::Failed,
                                      QStringLiteral("the journal was put aside meanwhile")}));
            }
        });
}

void OrderJournal::flush()
{
    if (m_isStarted) {
        m_file->flush();
    }
}

// ---------------------------------------------------------------------------------- giving it up

bool OrderJournal::isUnderWay() const
{
    return std::any_of(m_parts.begin(), m_parts.end(),
                       [](const Part &part) { return part.isUnderWay(); });
}

Result<QString> OrderJournal::setAside()
{
    if (isUnderWay()) {
        return tl::unexpected(ownError(QStringLiteral("an order is in progress")));
    }
    const auto aside = file().setAside();
    if (!aside) {
        return tl::unexpected(ownError(aside.error().detail));
    }
    if (m_memory.forget) {
        m_memory.forget();
    }
    m_wholeSince =
        ++m_number; // what was read before may be older than orders that are not known now
    forget();
    openFile(false);
    Q_EMIT changed();
    return *aside;
}

void OrderJournal::openAgain(bool atUsersWord)
{
    if (isUnderWay() || !m_problem) {
        return;
    }
    forget();
    openFile(atUsersWord);
    Q_EMIT changed();
}

void OrderJournal::forget()
{
    for (const Part &part : m_parts) {
        part.forget();
    }
}

} // namespace relaybook
