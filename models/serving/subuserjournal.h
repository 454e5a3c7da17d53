// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of operations on sub-users, subusers.sqlite. It is opened, and its thread started,
// when it is needed first: an account that never serves a sub-user has no such file.

#pragma once

#include "models/journal/journalfile.h"
#include "models/serving/subuseroperation.h"

#include <memory>

namespace relaybook {

[[nodiscard]] const JournalKind &subUserJournalKind();

/// A JournalFile of operations. Lives on the GUI thread.
class SubUserJournal
{
public:
    using Opened = std::function<void(const StoreResult<std::vector<SubUserOperation>> &)>;
    using Written = JournalFile::Done;
    using Trust = JournalFile::Trust;

    SubUserJournal(QString directory, const Clock &clock);

    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] bool exists() const;
    /// JournalFile::open(); gives the operations in the order in which they were first stored.
    void open(bool wasThere, Trust trust, Opened opened);
    /// Stores operations, all of them or none. They are converted on the journal's thread.
    void put(std::vector<SubUserOperation> operations, Written written);
    [[nodiscard]] StoreResult<QString> setAside();
    void flush();

private:
    JournalFile &file();

    QString m_directory;
    QString m_path;
    const Clock &m_clock;
    std::unique_ptr<JournalFile> m_file;
};

} // namespace relaybook
