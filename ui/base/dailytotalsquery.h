// SPDX-License-Identifier: GPL-3.0-or-later
// The charts' question for the sums by day: while the ledger is read it grows many times a second,
// and not each of its states is worth a new curve.
#pragma once

#include "models/account/accountsession.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace relaybook {

class DailyTotalsQuery : public QObject
{
    Q_OBJECT

public:
    // What to ask for, called when it is asked; nothing where nobody wants to know now.
    using Words = std::function<std::optional<DaysAsked>()>;

    DailyTotalsQuery(AccountSession &account, Words words, QObject *parent);

    // At once. An answer that is still under way to an earlier question is not heard any more.
    void ask();
    // In a moment, or when what is under way was answered; however often it is called until then.
    void askSoon();

Q_SIGNALS:
    void asked();
    void answered(const relaybook::DailyTotals &totals);
    // The store could not be read; what is shown stays.
    void failed();

private:
    AccountSession &m_account;
    const Words m_words;
    QTimer m_soon;
    quint64 m_generation = 0;
    bool m_asking = false;
    bool m_again = false; // when the answer is there
};

} // namespace relaybook
