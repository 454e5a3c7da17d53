// SPDX-License-Identifier: GPL-3.0-or-later
// Queries the totals by day for the charts, at a limited rate: while the ledger is being loaded it
// grows many times a second, and the charts need not be redrawn for each state. Tells when a new
// day begins, because sums of "this month" then are of other days.
#pragma once

#include "models/accounts/accountsession.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace relaybook {

class DailyTotalsQuery : public QObject
{
    Q_OBJECT

public:
    /// Returns what to query; called when the query starts. Empty if no totals are needed now.
    using Words = std::function<std::optional<DaysAsked>()>;

    DailyTotalsQuery(AccountSession &account, Words words, QObject *parent);

    /// Starts a query at once. The answer to a query that is still running is ignored.
    void ask();
    /// Starts a query after a short delay, or when the running one was answered. Several calls
    /// until then become one query.
    void askSoon();

Q_SIGNALS:
    void asked();
    void answered(const relaybook::DailyTotals &totals);
    /// The store could not be read; what is shown stays.
    void failed();
    /// It is another day than at the last query. A query follows.
    void dayChanged();

private:
    AccountSession &m_account;
    const Words m_words;
    void noteDay();

    QTimer m_soon;
    QTimer m_minute;
    qint64 m_day = 0; ///< at the last query, as in DailyTotal
    quint64 m_generation = 0;
    bool m_asking = false;
    bool m_again = false; ///< start another query when the running one was answered
};

} // namespace relaybook
