// SPDX-License-Identifier: GPL-3.0-or-later
// The refresh functions of AccountSession: load data again at the start, when the user asks, and
// when a token was set; pause and resume the ledger sync.
#include "models/account/accountsession.h"

#include "api/http/authsession.h"
#include "models/sync/arearefresh.h"
#include "models/sync/historyrefresh.h"
#include "models/sync/ledgerindexer.h"
#include "models/sync/serviceoffer.h"

#include <array>

namespace relaybook {
namespace {

constexpr std::array allAreas{Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions};

} // namespace

void AccountSession::start()
{
    if (!m_started) {
        m_started = true;
        m_upkeep->start();
        m_round->start();
        refreshAllIn(Lane::Background);
    }
}

void AccountSession::refresh(Area area)
{
    if (area != Area::Transactions) {
        m_areas->refresh(area);
    } else if (m_client && m_auth.has(TokenKind::Personal) &&
               m_offer->isWorthAsking(ReadCall::Transactions)) {
        m_ledger->start();
    }
}

void AccountSession::lookAgain(Area area)
{
    if (area == Area::Transactions) {
        m_offer->lookAgain(ReadCall::Transactions);
        refresh(area);
    } else {
        m_areas->lookAgain(area);
    }
}

void AccountSession::refreshAll()
{
    refreshAllIn(Lane::User);
}

void AccountSession::refreshAllIn(Lane lane)
{
    for (const Area area : allAreas) {
        if (area == Area::Transactions) {
            refresh(area);
        } else {
            m_areas->refresh(area, lane);
        }
    }
}

void AccountSession::cancelRefresh()
{
    m_areas->cancel();
}

void AccountSession::accessChanged()
{
    updateSummary();
    if (m_started) {
        refreshAllIn(Lane::Background);
    }
    for (const Area area : allAreas) {
        Q_EMIT areaChanged(area);
    }
}

void AccountSession::pauseLedger()
{
    m_ledger->pause();
}

void AccountSession::resumeLedger()
{
    if (m_client && m_auth.has(TokenKind::Personal)) {
        m_ledger->resume();
    }
}

void AccountSession::cancelLedger()
{
    m_ledger->cancel();
}

void AccountSession::searchLedger()
{
    if (m_client && m_auth.has(TokenKind::Personal)) {
        m_ledger->search();
    }
}

} // namespace relaybook
