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

/// What a check may load from the service.
enum class LedgerCheckReads {
    Nothing,
    Doubtful, ///< rows and the balance, if they don't agree; they may be incomplete
    AllPages, ///< every page of the ledger first, then like Doubtful
};

/// Lives on the GUI thread. The private functions are the steps, in order. Each step starts the
/// next one, at once or when its result has arrived. Destroying the object cancels the check and
/// its calls.
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

    /// `before` is the result of the previous check.
    LedgerCheckRun(const Parts &parts, LedgerCheckReads reads, LedgerCheckResult before,
                   QObject *parent);
    ~LedgerCheckRun() override;

    void start();
    /// To be called when stored rows changed for another reason than this check's own calls.
    void onRowsCame();

Q_SIGNALS:
    void stepBegins();
    /// The last signal. `result` is empty if the store cannot be read.
    void ended(const std::optional<relaybook::LedgerCheckResult> &result);

private:
    /// The newest row when the balance was requested.
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
    std::optional<Call> m_reading;          ///< the running call
    std::vector<TransactionId> m_rowsAgain; ///< the rows that were loaded again
    std::optional<Newest> m_newest;         ///< set when the balance was requested
    std::optional<Money> m_balance;         ///< the balance that was received
};

} // namespace relaybook
