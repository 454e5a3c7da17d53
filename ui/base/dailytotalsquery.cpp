// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/dailytotalsquery.h"

#include <QTimeZone>

#include <chrono>
#include <utility>

namespace relaybook {

namespace {

constexpr std::chrono::milliseconds shortly{200};

} // namespace

DailyTotalsQuery::DailyTotalsQuery(AccountSession &account, Words words, QObject *parent)
    : QObject(parent)
    , m_account(account)
    , m_words(std::move(words))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(shortly);
    connect(&m_soon, &QTimer::timeout, this, &DailyTotalsQuery::ask);
    m_minute.setObjectName(QStringLiteral("dayTimer"));
    m_minute.setInterval(std::chrono::minutes(1));
    connect(&m_minute, &QTimer::timeout, this, [this] {
        if (m_day != dayOf(m_account.clock().now(), QTimeZone::systemTimeZone())) {
            ask();
        }
    });
    m_minute.start();
}

void DailyTotalsQuery::noteDay()
{
    const qint64 day = dayOf(m_account.clock().now(), QTimeZone::systemTimeZone());
    if (std::exchange(m_day, day) != day) {
        Q_EMIT dayChanged();
    }
}

void DailyTotalsQuery::ask()
{
    m_soon.stop();
    noteDay();
    const std::optional<DaysAsked> days = m_words();
    if (!days) {
        return;
    }
    m_asking = true;
    m_again = false;
    Q_EMIT asked();
    m_account.queries().dailyTotals(*days, this,
                                    [this, mine = ++m_generation](const DailyTotals *totals) {
                                        if (mine != m_generation) {
                                            return;
                                        }
                                        m_asking = false;
                                        if (totals != nullptr) {
                                            Q_EMIT answered(*totals);
                                        } else {
                                            Q_EMIT failed();
                                        }
                                        if (std::exchange(m_again, false)) {
                                            askSoon();
                                        }
                                    });
}

void DailyTotalsQuery::askSoon()
{
    m_again = m_asking;
    if (!m_asking && !m_soon.isActive()) {
        m_soon.start();
    }
}

} // namespace relaybook
