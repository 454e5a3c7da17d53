// SPDX-License-Identifier: GPL-3.0-or-later
// Refreshes automatically what the window shows: the balance and the traffic pools every minute,
// new transactions and the list in view every five minutes, transactions also when the balance
// moves.

#pragma once

#include "api/types/clock.h"
#include "models/accountvalues.h"

#include <QObject>
#include <QTimer>

#include <array>
#include <chrono>
#include <optional>

namespace relaybook {

class AccountLedger;
class ApiClient;
class AreaRefresh;
class PurchaseDesk;
enum class TokenKind;

/// Lives on the GUI thread. Its calls are in Lane::Refresh, which uses at most a quarter of every
/// limit; if that is not enough, the intervals grow. It starts nothing while the window is hidden
/// or a purchase sends calls. Lists and new transactions also wait for a ledger check and for
/// anything that is being loaded, except that lists don't wait for a download of the ledger. After
/// each failure it waits longer.
class AutoRefresh : public QObject
{
    Q_OBJECT

public:
    /// What it needs; `client` is null when offline: then nothing is loaded.
    struct Parts
    {
        AreaRefresh &areas;
        AccountLedger &ledger;
        const PurchaseDesk &purchases;
        const ApiClient *client;
        const Clock &clock;
    };
    explicit AutoRefresh(const Parts &parts);
    ~AutoRefresh() override;

    /// Call it once, after the first loading of everything was started.
    void start();
    /// The user's setting; on at first.
    void setEnabled(bool enabled);
    /// Whether the window is visible; false at first.
    void setShown(bool shown);
    /// While another account is shown, only the figures are loaded, every five minutes.
    void setInBackground(bool inBackground);
    /// Area::Proxies or Area::SubUsers if that page is shown.
    void setListInView(std::optional<Area> list);
    [[nodiscard]] std::optional<Area> listInView() const { return m_list; }
    /// The balance is another one than before: there may be new transactions to load.
    void noteBalanceMoved();
    /// Loads what is due. A timer calls it every few seconds; tests call it themselves.
    void step();
    /// Whether it would load anything at all.
    [[nodiscard]] bool isOn() const { return m_client && m_enabled && (m_shown || m_inBackground); }
    /// Whether what step() began is still being loaded.
    [[nodiscard]] bool isLoading() const;

private:
    static constexpr std::size_t areaCount = 4;

    void stepSoon();
    void noteSleep();
    void noteOutcomes();
    void noteOutcome(Area area);
    void noteReading(Area area);
    [[nodiscard]] bool mayRefresh() const;
    [[nodiscard]] bool isOthersTurn(Area area) const;
    [[nodiscard]] bool &isBegun(Area area) { return m_begun.at(static_cast<std::size_t>(area)); }
    [[nodiscard]] bool isBegun(Area area) const
    {
        return m_begun.at(static_cast<std::size_t>(area));
    }
    [[nodiscard]] bool isOpen(Area area) const;
    [[nodiscard]] bool isWanted(Area area) const;
    [[nodiscard]] bool isDue(Area area) const;
    [[nodiscard]] bool hasRoom(Area area) const;
    [[nodiscard]] double load(TokenKind token) const;
    [[nodiscard]] std::chrono::milliseconds pauseOf(Area area) const;
    [[nodiscard]] std::chrono::milliseconds shortestPauseOf(Area area) const;
    void begin(Area area);

    AreaRefresh &m_areas;
    AccountLedger &m_ledger;
    const PurchaseDesk &m_purchases;
    const ApiClient *m_client;
    const Clock &m_clock;
    bool m_enabled = true;
    bool m_shown = false;
    bool m_inBackground = false;
    std::optional<Area> m_list;
    /// When each area was last loaded, by this or another object (Clock::monotonic()). If it is not
    /// set, the area is due.
    std::array<std::optional<std::chrono::milliseconds>, areaCount> m_asked;
    std::array<bool, areaCount> m_begun{}; ///< started by step() and not ended yet
    std::optional<Area> m_failed;          ///< the area that failed last
    int m_failures = 0;                    ///< in a row
    std::chrono::milliseconds m_retryAt{0};
    Instant m_lastStepWall{};
    std::chrono::milliseconds m_lastStep{0};
    QTimer m_timer;
};

} // namespace relaybook
