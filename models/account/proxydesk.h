// SPDX-License-Identifier: GPL-3.0-or-later
// Creates proxies. A creation may cost money (contract section 2), so it is stored before it is
// sent, and never sent twice. If its answer is lost, its outcome is unknown until the list of
// proxies, loaded again, shows it, or the user decides.
//
//   create() ─► list loaded ─► stored ─► Sending ─► Created | Refused | NotSent | Unknown
//   Unknown ─► list loaded again ─► Created | NotCreated | stays, until the user decides
//   NotCreated ─► a list that shows it later ─► Created

#pragma once

#include "api/http/call.h"
#include "api/types/apierror.h"
#include "api/types/clock.h"
#include "api/types/proxy.h"
#include "api/types/result.h"
#include "models/accountvalues.h"
#include "models/journal/deskproblem.h"
#include "models/journal/journalfile.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

class AccountActions;
class ApiClient;
class AreaRefresh;
class AuthSession;
class StoredRows;

/// A proxy that the user asked for.
struct ProxyCreation
{
    enum class State { Sending, Created, Refused, NotSent, Unknown, NotCreated };
    enum class DecidedBy { Answer, List, User };

    QString id;
    State state = State::Sending;
    NewProxy wanted;
    Instant preparedAt{};
    std::optional<Instant> endedAt;
    DecidedBy decidedBy = DecidedBy::Answer;
    ProxyId proxy;                   ///< the one that was created, if it is known which
    std::optional<ApiError> error;   ///< of the call
    bool listWasRead = false;        ///< whether `before` is known
    std::vector<ProxyId> before;     ///< all proxies before it was sent; empty after the end
    std::vector<ProxyId> candidates; ///< new proxies of this kind in the newest list
    /// When the first list after it did not show it, of the monotonic clock: setting the clock
    /// changes nothing. Not stored: after a restart it begins again.
    std::optional<std::chrono::milliseconds> quietSince;
    int quietLists = 0; ///< not stored either
    friend bool operator==(const ProxyCreation &, const ProxyCreation &) = default;
};

[[nodiscard]] QByteArray creationToJson(const ProxyCreation &creation);
[[nodiscard]] std::optional<ProxyCreation> creationFromJson(const QByteArray &document);

/// Lives on the GUI thread; one per account. A creation is independent of its caller: closing the
/// dialog neither cancels nor hides it.
class ProxyDesk : public QObject
{
    Q_OBJECT

public:
    struct Tuning
    {
        /// Pauses between loading the list while an outcome is unknown; the last one is repeated.
        std::vector<std::chrono::milliseconds> lookPauses{
            std::chrono::seconds(3), std::chrono::seconds(20), std::chrono::seconds(60),
            std::chrono::seconds(120), std::chrono::seconds(300)};
        /// How long lists must not show it before it counts as not created.
        std::chrono::milliseconds quietFor{std::chrono::minutes(2)};
    };
    struct Parts
    {
        const StoredRows &rows;
        ApiClient *client; ///< null when offline
        AuthSession &auth;
        AreaRefresh &areas;
        AccountActions &actions;
        const Clock &clock;
        std::function<AreaStatus()> listStatus; ///< of Area::Proxies
    };

    ProxyDesk(const QString &directory, Parts parts, JournalMemory memory, Tuning tuning);
    ~ProxyDesk() override;

    /// Why nothing can be created; nothing if it is possible.
    [[nodiscard]] std::optional<DeskProblem> problem() const;
    /// Whether the service answered that it does not create proxies, since the program was started.
    [[nodiscard]] bool isMissing() const { return m_isMissing; }
    /// The one that is being sent, or whose outcome is unknown. There is no second one beside it.
    [[nodiscard]] const ProxyCreation *open() const;
    [[nodiscard]] const ProxyCreation *creation(const QString &id) const;
    /// In the order in which they were prepared.
    [[nodiscard]] const std::vector<ProxyCreation> &creations() const { return m_creations; }

    using Handler = std::function<void(const Result<ProxyCreation> &)>;
    /// Loads the list of proxies, stores the creation, and sends it. An error means that nothing
    /// was sent. The creation continues if `guard` is destroyed.
    void create(const NewProxy &wanted, QObject *guard, Handler handler);
    /// Takes back what waits for the list to be loaded. False if it was stored to be sent.
    bool withdraw();
    /// Loads the list now.
    void look();
    /// The user's decision about the creation whose outcome is unknown; false if it has no effect.
    /// Nothing is sent. `proxy` is the new one that the user recognised, one of the candidates.
    bool userDecides(const QString &id, bool wasCreated,
                     const std::optional<ProxyId> &proxy = std::nullopt);

    /// If the journal cannot be used and the user agrees: renames it. Returns the path of the old
    /// file, or an empty one if it was missing. Refused while a creation is under way.
    [[nodiscard]] Result<QString> setJournalAside();
    /// If the journal can be read but has lost data and the user agrees: continues to use it as it
    /// is. After changed(), problem() says whether that worked.
    void useJournalAsItIs();
    /// To be called whenever Area::Proxies changed.
    void onListChanged();
    void flush();

Q_SIGNALS:
    void changed();
    /// The outcome of a creation whose answer was lost is known now.
    void settled(const QString &id);

private:
    struct Waiting; ///< a creation that waits for the list to be loaded

    void openJournal(bool atUsersWord = false);
    void onOpened(const StoreResult<Stored> &opened);
    void forgetJournal();
    [[nodiscard]] bool isUnderWay() const;
    ProxyCreation *find(const QString &id);
    [[nodiscard]] ProxyCreation *unknown();
    void begin();
    void send(const QString &id);
    void onAnswer(const QString &id, const Result<Proxy> &answer);
    void end(ProxyCreation &creation, ProxyCreation::State state, ProxyCreation::DecidedBy by);
    void judge();
    [[nodiscard]] std::vector<ProxyId> newProxiesLike(const ProxyCreation &creation) const;
    [[nodiscard]] bool isAnothers(const ProxyId &id, const ProxyCreation &creation) const;
    void lookLater();
    void put(const ProxyCreation &creation, std::function<void(bool)> written = {});
    void report(const Result<ProxyCreation> &result);

    Parts m_parts;
    JournalMemory m_memory;
    Tuning m_tuning;
    std::unique_ptr<JournalFile> m_journal;
    std::optional<DeskProblem> m_journalProblem;
    quint64 m_journalEpoch = 0; ///< of the journal in use: what another one answers is void
    bool m_ready = false;
    bool m_isOpen = false; ///< the journal's file is there
    bool m_isMissing = false;
    std::vector<ProxyCreation> m_creations; ///< in the order in which they were prepared
    std::unique_ptr<Waiting> m_waiting;
    std::optional<Instant> m_listAsOf;
    QTimer m_lookTimer;
    std::size_t m_looks = 0;
    Call m_call;
};

} // namespace relaybook
