// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/transactionspage.h"

#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/ledgerextenttext.h"
#include "ui/ledger/ledgercharts.h"
#include "ui/ledger/ledgerdetails.h"
#include "ui/ledger/ledgerfilterbar.h"
#include "ui/ledger/ledgerfiltertext.h"
#include "ui/ledger/ledgerrangedialogs.h"
#include "ui/ledger/ledgerstrip.h"
#include "ui/lists/detailpane.h"
#include "ui/lists/searchproblems.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"

#include <QElapsedTimer>
#include <QItemSelection>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>

namespace relaybook {

namespace {

constexpr int longSearch = 340;

std::unique_ptr<TransactionTableModel> makeModel(AccountSession &account)
{
    return account.queries().makeTransactionModel();
}

} // namespace

TransactionsPage::TransactionsPage(const PageContext &context, QWidget *parent)
    : ListPage(context,
               {QStringLiteral("transactionsPage"), Area::Transactions, tr("Transactions"),
                tr("Search all fields of the stored transactions. You can also use type:purchase "
                   "amount:>100 amount:10..20 after:2026-10-01 before: to: on: in: out: product: "
                   "\"words in quotes\""),
                tr("Select a transaction to see its details."), false},
               makeModel(context.account), parent)
    , m_rows(static_cast<TransactionTableModel &>(model()))
    , m_zone(QTimeZone::systemTimeZone())
{
    m_details = new LedgerDetails(account(), theme(), details(), this);
    connect(m_details, &LedgerDetails::rowWanted, this, &TransactionsPage::goTo);
    buildAbove();
    buildFooter();
    connectProof();
    addCopyForSeveral();
    begin();
    search(searchField().text());
    showVerdict();
}

TransactionsPage::~TransactionsPage() = default;

void TransactionsPage::buildAbove()
{
    searchField().setRoomyWidth(longSearch);
    addExportButton(tr("Export transactions"), tr("Export these or all transactions to a file"));
    m_check = new QPushButton(tr("Check ledger"), this);
    m_check->setObjectName(QStringLiteral("checkLedgerButton"));
    m_check->setAccessibleName(m_check->text());
    m_check->setToolTip(tr("Load all pages again and check every balance"));
    m_check->setAutoDefault(false);
    connect(m_check, &QPushButton::clicked, this, &TransactionsPage::checkLedger);
    addHeaderWidget(m_check);
    m_chartsButton = new QToolButton(this);
    m_chartsButton->setObjectName(QStringLiteral("chartsButton"));
    m_chartsButton->setIcon(theme().icon(Icon::Chart));
    m_chartsButton->setAccessibleName(tr("Show charts above the table"));
    m_chartsButton->setToolTip(m_chartsButton->accessibleName());
    m_chartsButton->setCheckable(true);
    m_chartsButton->setFocusPolicy(Qt::TabFocus);
    addHeaderWidget(m_chartsButton);

    m_filters = new LedgerFilterBar(
        theme(), m_zone, [this] { return account().clock().now(); }, this);
    connect(m_filters, &LedgerFilterBar::filterChosen, this, &TransactionsPage::setFilter);
    connect(m_filters, &LedgerFilterBar::cleared, this, [this] { searchField().clear(); });
    connect(m_filters, &LedgerFilterBar::datesWanted, this, &TransactionsPage::openDates);
    connect(m_filters, &LedgerFilterBar::amountWanted, this, &TransactionsPage::openAmounts);
    connect(m_filters, &LedgerFilterBar::productWanted, this, [this] {
        searchField().setFocus(Qt::OtherFocusReason);
        searchField().insert(QStringLiteral(" product:"));
    });
    m_problems = new SearchProblems(theme(), this);
    m_reported = new Banner(theme(), Banner::Shape::Inline, this);
    m_reported->setObjectName(QStringLiteral("toldBanner"));
    m_reported->setDismissible(true);
    m_reported->hide();
    m_strip = new LedgerStrip(theme(), this);
    m_charts = new LedgerCharts(account(), theme(), this);
    m_charts->hide();
    for (QWidget *each : {static_cast<QWidget *>(m_filters), static_cast<QWidget *>(m_problems),
                          static_cast<QWidget *>(m_reported), static_cast<QWidget *>(m_strip),
                          static_cast<QWidget *>(m_charts)}) {
        addAbove(each);
    }
    buildCharts();
}

void TransactionsPage::buildFooter()
{
    m_footer = new LedgerFooter(theme(), &table());
    setFooter(m_footer);
    const auto place = [this] { showPlace(); };
    connect(table().verticalScrollBar(), &QScrollBar::valueChanged, this, place);
    connect(table().verticalScrollBar(), &QScrollBar::rangeChanged, this, place);
    connect(m_footer, &LedgerFooter::unreadableWanted, this, &TransactionsPage::openFindings);
    m_viewFigures = account().queries().makeLedgerFigures();
    m_viewFigures->setByType(m_chartsButton->isChecked());
    m_selectionFigures = account().queries().makeLedgerFigures();
    connect(m_viewFigures.get(), &LedgerFigures::changed, this, [this] {
        if (m_chartsButton->isChecked()) {
            m_charts->setFigures(*m_viewFigures);
        }
        showFigures();
        fitCharts(); // the footer may be higher now
    });
    connect(&m_rows, &KeyedTableModel::settled, this, &TransactionsPage::showFigures);
    connect(m_selectionFigures.get(), &LedgerFigures::changed, this,
            &TransactionsPage::showFigures);
    m_choicesRest.setSingleShot(true);
    connect(&m_choicesRest, &QTimer::timeout, this, &TransactionsPage::readChoices);
    m_selectionSoon.setSingleShot(true);
    m_selectionSoon.setInterval(0);
    connect(&m_selectionSoon, &QTimer::timeout, this, &TransactionsPage::askSelection);
}

bool TransactionsPage::can(Command command) const
{
    if (command == Command::Refresh) {
        return !account().isOffline() &&
               account().status(Area::Transactions).state != AreaStatus::NoAccess;
    }
    return ListPage::can(command);
}

// ---- filter

void TransactionsPage::setFilter(const LedgerFilter &filter)
{
    const QString kept = wordsNotUnderstood(searchField().text(), m_zone);
    const QString words = ledgerQueryText(filter, m_zone);
    const bool both = !kept.isEmpty() && !words.isEmpty();
    searchField().setText(both ? QString(words % u' ' % kept) : QString(words % kept));
}

void TransactionsPage::search(const QString &typed)
{
    m_words = parseLedgerQuery(typed, m_zone);
    m_rows.setLedgerFilter(m_words.filter);
    m_filters->setFilter(m_words.filter, !typed.trimmed().isEmpty());
    m_viewFigures->ask(m_words.filter);
    m_charts->setFilter(m_words.filter,
                        datesChip(m_words.filter, dayIn(m_zone, account().clock().now()), m_zone));
    m_problems->setProblems(m_words.problems);
    showFigures();
}

bool TransactionsPage::isFiltered() const
{
    return !m_words.filter.isEmpty();
}

void TransactionsPage::readChoices()
{
    const qint64 stored = account().summary().transactions;
    if (!isVisible() || stored == m_choicesOf || m_choicesRest.isActive()) {
        return;
    }
    m_choicesOf = stored;
    // Collecting the choices scans all rows, so it is done rarely while rows are being added.
    constexpr int restFactor = 10;
    static constexpr std::chrono::seconds longestWait{30};
    QElapsedTimer took;
    took.start();
    m_choicesRest.start(longestWait);
    account().queries().ledgerChoices(
        this, [this, took](const AccountQueries::LedgerChoices *choices) {
            if (choices == nullptr) { // it failed, perhaps at once
                m_choicesOf = -1;
                m_choicesRest.start(longestWait);
                return;
            }
            m_filters->setChoices(choices->types, choices->products, choices->productNames);
            m_choicesRest.start(std::chrono::milliseconds(took.elapsed() * restFactor));
        });
}

void TransactionsPage::openDates()
{
    auto *dialog = new DatesDialog(theme(), filter(), m_zone, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DatesDialog::chosen, this, &TransactionsPage::setFilter);
    dialog->open();
}

void TransactionsPage::openAmounts()
{
    auto *dialog = new AmountsDialog(theme(), filter(), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AmountsDialog::chosen, this, &TransactionsPage::setFilter);
    dialog->open();
}

// ---- around the rows

ListTexts TransactionsPage::textsFor(const ListFacts &facts) const
{
    ListTexts words;
    words.reading = tr("Loading the transactions…");
    words.nothingYet = tr("No transactions yet");
    words.nothingYetText = tr("Deposits, purchases and refunds of the account appear here.");
    words.noMatchText =
        tr("None of the %1 stored transactions matches. The search covers the type, description, "
           "amount, balances, product, user, id, dates and metadata.")
            .arg(format::count(facts.stored));
    words.notLoaded = tr("Could not load the transactions");
    words.offline = tr("No transactions are stored on this computer");
    words.notOffered = tr("This service does not list transactions");
    words.notOfferedText =
        tr("Without transactions there is no ledger to search, check or export.");
    return words;
}

QString TransactionsPage::severalText(qint64 rows) const
{
    return tr("%1 transactions", nullptr, static_cast<int>(rows)).arg(format::count(rows));
}

void TransactionsPage::showEvent(QShowEvent *event)
{
    ListPage::showEvent(event);
    seenPart().installEventFilter(this); // the page may be higher than its viewport
    fitCharts();
    readChoices();
}

void TransactionsPage::addRowActions(QMenu &menu)
{
    const auto key = currentKey();
    const auto row = key ? account().rows().transaction(TransactionId(*key)) : std::nullopt;
    if (!row) {
        return;
    }
    const QString type = row->type.isEmpty() ? QString() : format::transactionType(row->type);
    if (!type.isEmpty()) {
        auto *same = menu.addAction(tr("Show only %1", "a type").arg(plainActionText(type)), this,
                                    [this, row] {
                                        LedgerFilter wanted = filter();
                                        wanted.types = {row->type};
                                        setFilter(wanted);
                                    });
        same->setObjectName(QStringLiteral("sameTypeAction"));
    }
    auto *day = menu.addAction(tr("Show only this day"), this, [this, row] {
        LedgerFilter wanted = filter();
        const QDate when = dayIn(m_zone, row->createdAt);
        setDays(wanted, {when, when}, m_zone);
        setFilter(wanted);
    });
    day->setObjectName(QStringLiteral("sameDayAction"));
    menu.addSeparator();
}

// ---- figures

void TransactionsPage::rowsChanged()
{
    m_selectionSoon.start();
    readChoices();
    goToWanted();
    showFigures();
}

void TransactionsPage::askSelection()
{
    const auto ranges = selectedRanges(table().selectionModel()->selection());
    const qint64 selected = countRows(ranges);
    // The totals of all rows are already known. Until the table is settled, it has only its first
    // rows.
    m_allSelected = selected == m_rows.rowCount() && m_rows.isSettled();
    if (selected < 2 || m_allSelected) {
        m_selectionFigures->clear();
        showFigures();
        return;
    }
    std::vector<RowRun> runs;
    runs.reserve(static_cast<size_t>(ranges.size()));
    for (const RowRange &range : ranges) {
        runs.push_back({range.first, range.last});
    }
    m_selectionFigures->askKeys(m_rows.keysAt(runs));
    showFigures();
}

void TransactionsPage::showFigures()
{
    const AccountSummary &summary = account().summary();
    m_figures.totals = m_viewFigures->totals();
    // The count must belong to the same rows as the totals. Until the table is settled, it has only
    // its first rows. After that, it may know its count before the totals of its filter are
    // calculated.
    const bool isOld = m_viewFigures->isBusy() && m_rows.isSettled();
    m_figures.inView = m_figures.totals && !isOld ? m_figures.totals->count : m_rows.rowCount();
    m_figures.busy = m_viewFigures->isBusy();
    m_figures.allRows = filter().hasOnlyTimes();
    m_figures.zone = filter().from || filter().until ? format::zoneName(m_zone) : QString();
    m_figures.madeFrom = m_figures.totals ? withNotInSums(madeFromShort(m_viewFigures->ledger()),
                                                          m_figures.totals->tooLarge)
                                          : QString();
    m_figures.unreadable = summary.unreadableTransactions;
    m_figures.selected = selection().selectedRows();
    const LedgerFigures &selected = m_allSelected ? *m_viewFigures : *m_selectionFigures;
    m_figures.selectedTotals = selected.totals();
    m_figures.selectedBusy = selected.isBusy();
    m_figures.currency = summary.currency;
    showPlace();
}

void TransactionsPage::showPlace()
{
    const int first = table().rowAt(0);
    const int last = table().rowAt(table().viewport()->height() - 1);
    m_figures.firstVisible = first + 1;
    m_figures.lastVisible = last < 0 ? m_rows.rowCount() : last + 1;
    m_footer->setFigures(m_figures);
}

} // namespace relaybook
