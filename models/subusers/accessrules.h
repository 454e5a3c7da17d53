// SPDX-License-Identifier: GPL-3.0-or-later
// The allowlist or the blocklist of one sub-user at the service: loads it, adds checked lines to it
// and removes rules. Lines are sent one after the other. After an error, the remaining lines can be
// sent again.

#pragma once

#include "api/http/call.h"
#include "api/types/done.h"
#include "api/types/listof.h"
#include "api/types/result.h"
#include "models/subusers/accesslines.h"
#include "models/subusers/subuserprofile.h"

#include <QObject>

#include <optional>
#include <vector>

namespace relaybook {

class ApiClient;

/// Lives on the GUI thread, not longer than its session. Does one operation at a time.
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
    /// The rules as last loaded.
    [[nodiscard]] const std::vector<AccessRule> &rules() const { return m_rules; }
    /// How many rules of the list could not be read.
    [[nodiscard]] qint64 unreadable() const { return m_unreadable; }
    /// The list was loaded and has no rule: for an allowlist, everyone is let in.
    [[nodiscard]] bool isEmpty() const { return m_isKnown && m_rules.empty(); }
    [[nodiscard]] bool isKnown() const { return m_isKnown; }

    /// Adds the good lines: 500 per call to the blocklist, one per call to the allowlist. If the
    /// result of an earlier call is unknown, loads the list first, so that nothing is sent twice.
    void add(const std::vector<AccessLine> &lines);
    void remove(const std::vector<AccessRuleId> &ids);
    /// Sends nothing more; then ends as after an error.
    void stop();

    [[nodiscard]] bool isBusy() const { return m_work != Work::None; }
    [[nodiscard]] bool isRemoving() const { return m_work == Work::Remove; }
    /// How many rules were added or removed, and how many should be.
    [[nodiscard]] int done() const { return m_done; }
    [[nodiscard]] int total() const { return m_total; }
    /// Why the last operation failed; nothing if it did not fail, or the user stopped it.
    [[nodiscard]] const std::optional<ApiError> &error() const { return m_error; }
    /// The lines of the last add() that the service refused, with its messages, and those that were
    /// not sent.
    [[nodiscard]] std::vector<AccessLine> left() const;

Q_SIGNALS:
    /// The rules or their status changed.
    void changed();
    void progressed();
    /// The operation has ended, and the list was loaded again if possible.
    void ended();

private:
    enum class Work { None, Add, Remove };
    template <class Endpoint, class Take>
    void send(const Endpoint &endpoint, Take take);
    void readList();
    void onList(const Result<ListOf<AccessRule>> &answer);
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
    qint64 m_unreadable = 0;
    bool m_isKnown = false;
    Work m_work = Work::None;
    bool m_isEnding = false;
    std::vector<AccessLine> m_queue; ///< lines that were not added yet
    std::vector<AccessLine> m_refused;
    std::vector<AccessRuleId> m_removing; ///< rules that are still to be removed, the next one last
    std::vector<AccessRuleId> m_removed;
    int m_done = 0;
    int m_total = 0;
    std::optional<ApiError> m_error;
    bool m_mustRead = false; ///< the list may have changed at the service
    bool m_hasBulk = true;   ///< false: the service lacks the call for many domains
    bool m_isOlder = false;  ///< an older service: the address is named ip_or_cidr
    bool m_oneByOne = false; ///< the service refused some lines of a call and did not say which
    Call m_call;
};

} // namespace relaybook
