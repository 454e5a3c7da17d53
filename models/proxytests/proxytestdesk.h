// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the proxies and sub-users of an account with the credentials that are known in this
// session, stores the results, and knows what may explain them.

#pragma once

#include "models/account/storedrows.h"
#include "models/proxytests/proxytestexplanation.h"
#include "models/proxytests/proxytestrecord.h"
#include "models/proxytests/proxytestrun.h"

#include <QObject>
#include <QUrl>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

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
        KeepFile &kept;
        const Clock &clock;
        std::function<const AccountSummary &()> summary;
        QUrl ownPage; ///< of the sandbox
    };
    explicit ProxyTestDesk(Parts parts);

    /// The service's own test page, which is the only one that its proxies open. Only the sandbox
    /// has one.
    [[nodiscard]] const QUrl &ownPage() const { return m_parts.ownPage; }
    /// Nothing if the host, the port or the password is not known.
    [[nodiscard]] std::optional<ProxyAccess> accessOf(const TestedProxy &tested,
                                                      ProxyProtocol protocol) const;
    [[nodiscard]] ProxyTestFacts factsOf(const TestedProxy &tested, ProxyProtocol protocol,
                                         const QUrl &page) const;
    /// A run that was not started yet; null without accessOf(). The result of one request is
    /// stored; those of several are not, because they are slower or faster than a single one.
    [[nodiscard]] std::unique_ptr<ProxyTestRun>
    makeRun(const TestedProxy &tested, ProxyProtocol protocol, const QUrl &page, int requests = 1);
    void setLimits(const ProxyTestLimits &limits) { m_limits = limits; }

    /// A run's result as it is stored.
    [[nodiscard]] ProxyTestRecord recordOf(const ProxyTestRun &run) const;
    /// The stored tests, newest first.
    [[nodiscard]] std::vector<ProxyTestRecord> testsOf(const TestedProxy &tested) const;

Q_SIGNALS:
    /// testsOf() has a new one.
    void tested(const QString &key);

private:
    void addPool(ProxyTestFacts &facts) const;

    Parts m_parts;
    ProxyTestLimits m_limits;
};

} // namespace relaybook
