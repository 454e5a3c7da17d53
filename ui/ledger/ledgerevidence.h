// SPDX-License-Identifier: GPL-3.0-or-later
// Collects what a ledger check found, so that somebody else can look into it: the breaks with the
// transactions around them as the service sent them, and transactions that were changed or removed
// at the service or could not be read. Written as plain text or as JSON; amounts with all digits,
// times in UTC.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/sync/ledgercheck.h"

#include <QByteArray>
#include <QObject>

namespace relaybook {

struct LedgerEvidence
{
    struct Break
    {
        LedgerBreak found;
        QString sentence;
        std::vector<Transaction> rows; ///< around the break, in the order of the chain
    };
    struct Rewritten
    {
        Transaction now;
        std::vector<TransactionVersion> earlier;
    };

    struct Unreadable
    {
        UnreadableRow form;
        std::optional<Transaction> kept; ///< as it was before it became unreadable
    };

    QString account;
    QString service;
    Instant savedAt{};
    LedgerCheckResult verdict;
    std::vector<Break> breaks;
    std::vector<Rewritten> rewritten;
    std::vector<VanishedRow> vanished;
    std::vector<Unreadable> unreadable;
};

/// Reads the evidence from the store in small steps, so that the window stays responsive.
class EvidenceCollector : public QObject
{
    Q_OBJECT

public:
    EvidenceCollector(AccountSession &account, Instant now, QObject *parent);

    void start();

Q_SIGNALS:
    /// Emitted once; the collector deletes itself afterwards.
    void collected(const relaybook::LedgerEvidence &evidence);

private:
    void step();
    [[nodiscard]] bool collectOne();

    AccountSession &m_account;
    LedgerEvidence m_evidence;
    std::vector<TransactionId> m_rewritten;
    std::vector<UnreadableRow> m_unreadable;
    size_t m_nextBreak = 0;
    size_t m_nextRewritten = 0;
    size_t m_nextUnreadable = 0;
};

[[nodiscard]] QByteArray evidenceText(const LedgerEvidence &evidence);
[[nodiscard]] QByteArray evidenceJson(const LedgerEvidence &evidence);

/// Writes text or JSON, depending on the file name's ending. Returns a whole sentence if that
/// fails; the old file is then unchanged.
[[nodiscard]] std::optional<QString> writeEvidence(const LedgerEvidence &evidence,
                                                   const QString &path);

} // namespace relaybook
