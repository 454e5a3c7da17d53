// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/hiddenaccounts.h"

#include "models/accounts/openaccount.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

using namespace std::chrono_literals;

// The shown account is loaded first. The others follow one by one, because opening the files of
// each blocks the window for a moment.
constexpr auto firstAfter = 3s;
constexpr auto nextAfter = 500ms;
constexpr auto againAfter = 5s;

} // namespace

HiddenAccounts::HiddenAccounts(const Accounts &accounts, Opener opener)
    : m_accounts(accounts)
    , m_open(std::move(opener))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &HiddenAccounts::openNext);
}

void HiddenAccounts::start()
{
    m_timer.start(firstAfter);
}

bool HiddenAccounts::isAnyOpening() const
{
    return std::any_of(m_accounts.begin(), m_accounts.end(),
                       [](const auto &account) { return account->isOpening(); });
}

/// The keychain may ask its user one question at a time, and none after a refusal.
bool HiddenAccounts::mayAskKeychain() const
{
    return std::none_of(m_accounts.begin(), m_accounts.end(), [](const auto &account) {
        return account->access() == AccountAccess::ReadingKeychain ||
               account->access() == AccountAccess::KeychainLocked;
    });
}

/// The sandbox is opened only when it is shown. While the data of an account is being updated, no
/// other one is opened, as both would slow each other down.
void HiddenAccounts::openNext()
{
    const auto next = std::find_if(m_accounts.begin(), m_accounts.end(), [](const auto &each) {
        return !each->isSandbox() && !each->wasTried();
    });
    if (next == m_accounts.end()) {
        return;
    }
    if (!mayAskKeychain() || isAnyOpening()) {
        m_timer.start(againAfter);
        return;
    }
    m_open(**next, [this] { m_timer.start(nextAfter); });
}

} // namespace relaybook
