// SPDX-License-Identifier: GPL-3.0-or-later
// The allowlist or the blocklist of one sub-user at the service: loads it, adds checked lines to it
// and removes rules. Lines go out one after the other, paced by the client; what an error stopped
// stays in order and can be continued.

#pragma once

#include "api/http/call.h"
#include "api/types/done.h"
#include "api/types/result.h"
#include "models/subusers/accesslines.h"
#include "models/subusers/subuserprofile.h"

#include <QObject>

#include <optional>
#include <vector>

namespace relaybook {

class ApiClient;

/// Lives on the GUI thread, no longer than the session that made it. Does one thing at a time.
class AccessRules : public QObject
{
    Q_OBJECT

public:
    /// `client` is null when offline.
    AccessRules(AccessKind kind, SubUserId id, ApiClient *client, const Clock &clock);
    ~AccessRules() override;

    [[nodiscard]] AccessKind kind() const { return m_kind; }
    [[nodiscard]] SubUserId id() const { return m_id; }

    void load();
    [[nodiscard]] const SubUserProfile::Status &status() const { return m_status; }
    /// As they were loaded last.
    [[nodiscard]] const std::vector<AccessRule> &rules() const { return m_rules; }
    /// The list was loaded and has no rule: for an allowlist, everyone is let in.
    [[nodiscard]] bool isEmpty() const { return m_isKnown && m_rules.empty(); }
    [[nodiscard]] bool isKnown() const { return m_isKnown; }

    /// Adds the good lines, 500 a call to the blocklist and one a call to the allowlist. Where the
    /// outcome of an earlier call is not known, the list is loaded first, so that nothing is sent
    /// twice.
    void add(const std::vector<AccessLine> &lines);
    void remove(const std::vector<AccessRuleId> &ids);
    /// Sends nothing more; ends as an error would.
    void stop();

    [[nodiscard]] bool isBusy() const { return m_work != Work::None; }
    [[nodiscard]] bool isRemoving() const { return m_work == Work::Remove; }
    /// Rules that were added or removed, and all that were to be.
    [[nodiscard]] int done() const { return m_done; }
    [[nodiscard]] int total() const { return m_total; }
    /// Of the last work: why it stopped; nothing if it did not, or the user stopped it.
    [[nodiscard]] const std::optional<ApiError> &error() const { return m_error; }
    /// Of the last add(): the lines that the service refused, with what it said, and those that
    /// were not sent.
    [[nodiscard]] std::vector<AccessLine> left() const;

Q_SIGNALS:
    /// The rules or their status changed.
    void changed();
    void progressed();
    /// The work has ended, and the list was loaded again where that was possible.
    void ended();

private:
    enum class Work { None, Add, Remove };
    template <class Endpoint, class Take>
    void send(const Endpoint &endpoint, Take take);
    void readList();
    void onList(const Result<std::vector<AccessRule>> &answer);
    void next();
    void addOne();
    void addMany();
    void removeOne();
    void onAdded(const Result<RuleAnswer> &answer);
    void onBulk(size_t count, const Result<Done> &answer);
    void onRemoved(const Result<Done> &answer);
    [[nodiscard]] size_t bulkSize() const;
    void refuse(size_t index, const QString &words);
    void halt(const ApiError &error);
    void end();
    void finish();
    void dropKnown();

    const AccessKind m_kind;
    const SubUserId m_id;
    ApiClient *m_client;
    const Clock &m_clock;
    SubUserProfile::Status m_status;
    std::vector<AccessRule> m_rules;
    bool m_isKnown = false;
    Work m_work = Work::None;
    bool m_isEnding = false;
    std::vector<AccessLine> m_queue; ///< lines that were not added yet
    std::vector<AccessLine> m_refused;
    std::vector<AccessRuleId> m_removing; ///< in turn; those not removed yet
    std::vector<AccessRuleId> m_removed;
    int m_done = 0;
    int m_total = 0;
    std::optional<ApiError> m_error;
    bool m_mustRead = false; ///< the list may have changed in a way that is not known
    bool m_hasBulk = true;   ///< the service has the call for many domains
    bool m_isOlder = false;  ///< the service names the address ip_or_cidr
    bool m_oneByOne = false; ///< of this work: the service refused many and did not say which
    Call m_call;
};

} // namespace relaybook
