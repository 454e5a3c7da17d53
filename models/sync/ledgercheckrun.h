// SPDX-License-Identifier: GPL-3.0-or-later
// One check of the ledger, from its first step to its result.

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/readlane.h"

#include <QObject>

#include <optional>
#include <vector>

namespace relaybook {

class AccountRefresh;
class LedgerSync;

/// What a check may read from the service.
enum class LedgerCheckReads {
    Nothing,
    Doubtful, ///< what does not agree: it may be half of what the service has
    AllPages, ///< the same, and every page of the ledger before
};

/// Lives on the GUI thread. The steps are private functions, in the order in which they are taken;
/// each calls the next one, or has it called when it is done. Destroying the object cancels the
/// check and what it reads.
class LedgerCheckRun : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        AccountStore &store;
        QThreadPool &pool;
        LedgerSync &sync;
        AccountRefresh &account;
        const Clock &clock;
    };

    /// `before` is the result of the check before.
    LedgerCheckRun(const Parts &parts, LedgerCheckReads reads, LedgerCheckResult before,
                   QObject *parent);
    ~LedgerCheckRun() override;

    void start();
    /// Stored rows changed, by nothing that this check asked for.
    void onRowsCame();

Q_SIGNALS:
    void stepBegins();
    /// The last that is heard of it. Without a result where the store cannot be read.
    void ended(const std::optional<relaybook::LedgerCheckResult> &result);

private:
    /// What was the newest row when the balance was asked for.
    struct Newest
    {
        TransactionId id;
        Money after;
    };

    void readAllPages();
    void compare();
    void onCompared(const ChainScan &scan);
    [[nodiscard]] bool readBreaks(const std::vector<LedgerBreak> &breaks);
    [[nodiscard]] bool readBalance(const ChainScan &scan);
    void onBalance(const Result<Money> &balance);
    void readNewest();
    void conclude(const ChainScan &scan);

    [[nodiscard]] std::optional<bool> isReached(Money balance);

    AccountStore &m_store;
    LedgerSync &m_sync;
    AccountRefresh &m_account;
    const Clock &m_clock;
    const LedgerCheckReads m_reads;
    const LedgerCheckResult m_before;
    ReadLane m_lane;                        ///< busy while rows are compared
    std::optional<Call> m_reading;          ///< what is read from the service
    std::vector<TransactionId> m_rowsAgain; ///< read again, with those beside them
    std::optional<Newest> m_newest;         ///< set once the balance was asked for
    std::optional<Money> m_balance;         ///< what came of that
};

} // namespace relaybook
