// SPDX-License-Identifier: GPL-3.0-or-later
// The transactions page: the ledger as the service reports it, newest first, with filter chips,
// search, totals, charts, the ledger check, and the details of the selected transaction.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/sync/ledgercheck.h"
#include "models/tables/ledgerdates.h"
#include "models/tables/ledgerquery.h"
#include "ui/ledger/ledgerfooter.h"
#include "ui/lists/listpage.h"

#include <QHash>
#include <QTimeZone>

namespace relaybook {

class LedgerCharts;
class LedgerDetails;
class LedgerFilterBar;
class LedgerStrip;
class SearchProblems;
class TransactionTableModel;

class TransactionsPage : public ListPage
{
    Q_OBJECT

public:
    explicit TransactionsPage(const PageContext &context, QWidget *parent = nullptr);
    ~TransactionsPage() override;

    /// Refresh stays enabled while the ledger is being read: it loads the newest rows.
    [[nodiscard]] bool can(Command command) const override;

    /// The active filter, including the part that is typed into the search.
    [[nodiscard]] const LedgerFilter &filter() const { return m_words.filter; }
    void setFilter(const LedgerFilter &filter);
    /// Selects the row and opens the details; clears the filter if it hides the row.
    void goTo(TransactionId id);
    /// Loads every page again and checks the ledger; offline, checks the stored rows. Shows the
    /// cost first if it is not small.
    void checkLedger();
    void openFindings();

protected:
    [[nodiscard]] ListTexts textsFor(const ListFacts &facts) const override;
    void showRow(std::optional<qint64> key) override;
    [[nodiscard]] QString severalText(qint64 rows) const override;
    void rowsChanged() override;
    void search(const QString &typed) override;
    [[nodiscard]] bool isFiltered() const override;
    void addRowActions(QMenu &menu) override;
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    /// Loading the ledger adds older rows at its end; what is on screen stays as it is.
    [[nodiscard]] bool isRefreshing() const override { return false; }

private:
    // transactionspage.cpp
    void buildAbove();
    void buildFooter();
    void showFigures();
    void showPlace();
    void askSelection();
    void readChoices();
    void openDates();
    void openAmounts();

    // transactionspagecharts.cpp
    void buildCharts();
    void setChartsShown(bool shown);
    void fitCharts();
    [[nodiscard]] QWidget &seenPart();
    [[nodiscard]] int roomForCharts();
    [[nodiscard]] int footerHeight() const;

    // transactionspagecheck.cpp
    void connectProof();
    void askBeforeCheck(const AccountLedger::CheckCost &cost);
    void showVerdict();
    void takeBreaks();
    void goToWanted();
    void showBreak(const LedgerBreak &found);
    void saveEvidence();
    void writeEvidenceTo(const QString &path);
    [[nodiscard]] std::vector<LedgerBreak> breaksOf(TransactionId id) const;
    void report(Tone tone, const QString &sentence);

    TransactionTableModel &m_rows;
    QTimeZone m_zone;
    LedgerQuery m_words;
    LedgerDetails *m_details = nullptr;
    LedgerFilterBar *m_filters = nullptr;
    SearchProblems *m_problems = nullptr;
    LedgerStrip *m_strip = nullptr;
    Banner *m_reported = nullptr;
    LedgerCharts *m_charts = nullptr;
    QToolButton *m_chartsButton = nullptr;
    bool m_chartsWanted = false; ///< the user unfolded the charts in a window that is too low
    QPushButton *m_check = nullptr;
    LedgerFooter *m_footer = nullptr;
    LedgerFooter::Figures m_figures;
    std::unique_ptr<LedgerFigures> m_viewFigures;
    std::unique_ptr<LedgerFigures> m_selectionFigures;
    QTimer m_selectionSoon;
    bool m_allSelected = false;
    std::optional<TransactionId> m_wanted; ///< selected as soon as it is shown
    std::vector<LedgerBreak> m_breaks;
    QTimer m_waitTick; ///< updates the remaining time while the sync waits
    QTimer m_choicesRest;
    qint64 m_choicesOf = -1; ///< the number of rows when the choices were read
};

} // namespace relaybook
