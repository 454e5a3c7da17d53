// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the proxies and sub-users of an account with the credentials that are known in this
// session, stores the results, and knows what may explain them.

#pragma once

#include "models/account/storedrows.h"
#include "models/proxytests/lasttestcopy.h"
#include "models/proxytests/proxytestbatch.h"
#include "models/proxytests/proxytestexplanation.h"
#include "models/proxytests/proxytestrecord.h"
#include "models/proxytests/proxytestrun.h"

#include <QObject>
#include <QUrl>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace relaybook {

class AccountStore;
class Clock;
class KeepFile;
class SessionCredentials;

/// Lives on the GUI thread. Must outlive its runs.
class ProxyTestDesk : public QObject
{
    Q_OBJECT
public:
    struct Parts
    {
        const StoredRows &rows;
        const SessionCredentials &credentials;
        AccountStore &store;
        KeepFile &kept;
        const Clock &clock;
        std::function<const AccountSummary &()> summary;
        std::function<bool()> isViewOnly;
        QUrl ownPage; ///< of the sandbox
    };
    explicit ProxyTestDesk(Parts parts);
    ~ProxyTestDesk() override;

    /// Whether tests are refused because the account is view only: they use traffic.
    [[nodiscard]] bool isViewOnly() const { return m_parts.isViewOnly(); }
    /// To be called when isViewOnly() may have changed: ends the tests of many.
    void onViewOnlyChanged();

    /// The service's own test page, which is the only one that its proxies open. Only the sandbox
    /// has one.
    [[nodiscard]] const QUrl &ownPage() const { return m_parts.ownPage; }
    /// Nothing if the host, the port or the password is not known.
    [[nodiscard]] std::optional<ProxyAccess> accessOf(const TestedProxy &tested,
                                                      ProxyProtocol protocol) const;
    [[nodiscard]] ProxyTestFacts factsOf(const TestedProxy &tested, ProxyProtocol protocol,
                                         const QUrl &page) const;
    /// A run that was not started yet; null without accessOf(), and while isViewOnly(). The result
    /// of one request is stored; those of several are not, because they are slower or faster than a
    /// single one.
    [[nodiscard]] std::unique_ptr<ProxyTestRun>
    makeRun(const TestedProxy &tested, ProxyProtocol protocol, const QUrl &page, int requests = 1);
    /// The same, without storing the result.
    [[nodiscard]] std::unique_ptr<ProxyTestRun> makeUnstoredRun(const TestedProxy &tested,
                                                                ProxyProtocol protocol,
                                                                const QUrl &page,
                                                                int requests = 1) const;
    void setLimits(const ProxyTestLimits &limits) { m_limits = limits; }

    /// Starts to test many, and forgets the last batch. Null while isViewOnly(), or while a batch
    /// isOpen(): there is one at a time.
    ProxyTestBatch *startBatch(ProxyTestBatch::Plan plan);
    /// The last one, whether it is open or not; null if there was none.
    [[nodiscard]] ProxyTestBatch *batch() const { return m_batch.get(); }
    /// Forgets a batch that is not open.
    void forgetBatch();

    /// A run's result as it is stored.
    [[nodiscard]] ProxyTestRecord recordOf(const ProxyTestRun &run) const;
    void store(const std::vector<std::pair<TestedProxy, ProxyTestRecord>> &tests);
    /// Whether the proxy or the sub-user is stored.
    [[nodiscard]] bool isStored(const TestedProxy &tested) const;
    /// The stored tests, newest first.
    [[nodiscard]] std::vector<ProxyTestRecord> testsOf(const TestedProxy &tested) const;

Q_SIGNALS:
    /// testsOf() has a new one.
    void tested(const QString &key);
    /// batch() is another one, or none.
    void batchReplaced();

private:
    void addPool(ProxyTestFacts &facts) const;

    Parts m_parts;
    ProxyTestLimits m_limits;
    LastTestCopy m_lastTests;
    std::unique_ptr<ProxyTestBatch> m_batch;
};

} // namespace relaybook
