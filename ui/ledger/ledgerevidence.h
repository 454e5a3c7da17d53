// SPDX-License-Identifier: GPL-3.0-or-later
// What a check of the ledger found, for somebody else to look into: the breaks with the rows around
// them as the service sent them, rows that came back different, vanished and unreadable ones. As
// text to read, or as JSON; amounts to the last digit, times in UTC.
#pragma once

#include "models/account/accountsession.h"
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
        std::vector<Transaction> rows; // around it, in the order of the chain
    };
    struct Rewritten
    {
        Transaction now;
        std::vector<TransactionVersion> earlier;
    };

    struct Unreadable
    {
        UnreadableRow form;
        std::optional<Transaction> kept; // as it could be read once
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

// Reads it from the store, a little at a time between other events.
class EvidenceCollector : public QObject
{
    Q_OBJECT

public:
    EvidenceCollector(AccountSession &account, Instant now, QObject *parent);

    void start();

Q_SIGNALS:
    // Once; the collector deletes itself after it.
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

// By the name's ending; the old file stays as it was where that fails. A whole sentence says why.
[[nodiscard]] std::optional<QString> writeEvidence(const LedgerEvidence &evidence,
                                                   const QString &path);

} // namespace relaybook
