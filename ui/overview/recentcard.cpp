// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/recentcard.h"

#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "ui/base/accesstext.h"
#include "ui/base/errortext.h"
#include "ui/lists/columns.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/label.h"
#include "ui/widgets/tableview.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace relaybook {

namespace {

constexpr int sideInset = 16;  // of the card's texts, as in the other cards
constexpr int cardOutline = 1; // on each side
constexpr int leastRecentRows = 5;

// Columns are wider than on the transactions page, which has more of them.
struct RecentColumn
{
    const char *name;
    int width; ///< 0: as on the transactions page
};
constexpr RecentColumn recentColumns[] = {
    {"date", 170}, {"type", 150}, {"description", 0}, {"amount", 130}, {"after", 140},
};

} // namespace

RecentCard::RecentCard(AccountSession &account, const Theme &theme, QWidget *parent)
    : Card(theme, parent)
    , m_account(account)
    , m_table(new TableView(theme, this))
    , m_empty(new EmptyState(theme, this))
    , m_model(account.queries().makeTransactionModel())
{
    setObjectName(QStringLiteral("recentCard"));
    build();
    connect(m_model.get(), &KeyedTableModel::settled, this, &RecentCard::updateState);
    connect(m_model.get(), &KeyedTableModel::rowsFollowed, m_table, &TableView::highlightRows);
    // The first rows are available before the model knows all rows: the note must not cover them.
    connect(m_model.get(), &QAbstractItemModel::modelReset, this, &RecentCard::updateState);
    connect(m_model.get(), &QAbstractItemModel::rowsInserted, this, &RecentCard::updateState);
}

RecentCard::~RecentCard() = default;

void RecentCard::build()
{
    auto *title =
        new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Recent transactions"), this);
    auto *all = new QPushButton(tr("All transactions"), this);
    all->setObjectName(QStringLiteral("allTransactions"));
    all->setAccessibleName(all->text());
    all->setAutoDefault(false);
    setButtonKind(*all, ButtonKind::Link);
    connect(all, &QPushButton::clicked, this, &RecentCard::allRequested);
    // Later: the key is passed on to the window, which would press a button of the other page.
    connect(m_table, &QAbstractItemView::activated, this, &RecentCard::allRequested,
            Qt::QueuedConnection);
    m_head = new QHBoxLayout;
    m_head->setContentsMargins(sideInset - cardOutline, 10, sideInset - cardOutline, 6);
    m_head->addWidget(title);
    m_head->addStretch(1);
    m_head->addWidget(all);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->addLayout(m_head);
    auto *tableRow = new QHBoxLayout;
    const auto alignCells = [this, tableRow] {
        const int besideCells = sideInset - cardOutline - theme().cellPadding();
        tableRow->setContentsMargins(besideCells, 0, besideCells, 0);
    };
    alignCells();
    connect(&theme(), &Theme::changed, this, [this, alignCells] {
        alignCells();
        fitRows();
    });
    tableRow->addWidget(m_table);
    column->addLayout(tableRow, 1);
    column->addStretch(0); // takes the height below the last whole row
    setFlush(true);

    m_table->setObjectName(QStringLiteral("recentTable"));
    m_table->setAccessibleName(tr("Recent transactions"));
    m_table->setSortingEnabled(false);
    m_table->setLeastRows(leastRecentRows);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // a preview: nothing to scroll
    m_table->setLineAfterLastRow(false);
    m_table->setModel(m_model.get());
    m_model->setLimit(leastRecentRows);
    m_empty->setObjectName(QStringLiteral("recentEmpty"));
    m_table->setOverlay(m_empty);
    m_table->setOverlayVisible(false);
    connect(m_empty, &EmptyState::actionTriggered, this, &RecentCard::whenAction);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RecentCard::selectionChanged);
    arrangeColumns();
}

void RecentCard::arrangeColumns()
{
    std::vector<ColumnWidth> widths = columnWidths(m_model->columnInfos());
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_table->setColumnHidden(column, true);
    }
    for (const RecentColumn &each : recentColumns) {
        const int column = TransactionTableModel::column(each.name);
        ColumnWidth &width = widths.at(static_cast<std::size_t>(column));
        m_table->setColumnHidden(column, false);
        width.usual = each.width > 0 ? each.width : width.usual;
        width.givesWay = 0;
    }
    m_table->header()->setSectionsMovable(false);
    m_table->fitColumns(std::move(widths));
}

// Shows as many whole rows as fit; the rest of the height stays empty.
void RecentCard::fitRows()
{
    const int room =
        height() - m_head->sizeHint().height() - m_table->header()->height() - 2 * cardOutline;
    const int rowHeight = theme().rowHeight();
    const int rows = std::max(leastRecentRows, room / rowHeight);
    m_model->setLimit(rows);
    m_table->setMaximumHeight(m_table->header()->height() + rows * rowHeight);
}

void RecentCard::resizeEvent(QResizeEvent *event)
{
    fitRows();
    Card::resizeEvent(event);
}

bool RecentCard::hasRows() const
{
    return m_model->rowCount() > 0;
}

void RecentCard::setSuspended(bool suspended)
{
    m_model->setSuspended(suspended);
}

void RecentCard::updateState()
{
    const AreaStatus status = m_account.status(Area::Transactions);
    const bool rows = hasRows();
    m_table->setDimmed(rows && status.state == AreaStatus::Loading && !m_model->isSettled());
    m_table->setOverlayVisible(!rows);
    if (rows) {
        return;
    }
    if (const auto access = accessProblem(m_account, Area::Transactions)) {
        m_empty->setContent({Icon::Key, access->title, access->text, access->action, true});
        return;
    }
    switch (status.state) {
    case AreaStatus::NoAccess:
    case AreaStatus::Failed: {
        const ErrorText text = errorText(status.error.value_or(ApiError{}));
        m_empty->setContent({Icon::Offline, tr("Could not load the transactions"),
                             tr("%1 %2", "two sentences").arg(text.title, text.advice),
                             needsSignIn() ? tr("Sign in…") : tr("Try again"), true});
        return;
    }
    case AreaStatus::NotOffered:
        m_empty->setContent({Icon::Info, tr("This service does not list transactions"),
                             tr("Without transactions there is no ledger."), tr("Check again"),
                             false});
        return;
    case AreaStatus::NeverLoaded:
    case AreaStatus::Loading:
        m_empty->setContent({Icon::Transactions,
                             tr("Loading the transactions…"),
                             tr("The newest are loaded first. They are stored on this computer."),
                             {},
                             false});
        return;
    case AreaStatus::Loaded:
        if (const qint64 unreadable = m_account.summary().unreadableTransactions; unreadable > 0) {
            m_empty->setContent(
                {Icon::Warning,
                 tr("%1 transactions could not be read.", nullptr, static_cast<int>(unreadable))
                     .arg(format::count(unreadable)),
                 tr("The service sent no row that can be read."),
                 {},
                 false});
            return;
        }
        m_empty->setContent({Icon::Empty,
                             tr("No transactions yet"),
                             tr("Deposits, purchases and refunds appear here."),
                             {},
                             false});
        return;
    }
}

bool RecentCard::needsSignIn() const
{
    if (const auto access = accessProblem(m_account, Area::Transactions)) {
        return access->does == AccessText::Does::SignIn;
    }
    const AreaStatus status = m_account.status(Area::Transactions);
    return status.state == AreaStatus::Failed && status.error && isSolvedBySignIn(*status.error);
}

void RecentCard::whenAction()
{
    if (needsSignIn()) {
        Q_EMIT signInRequested();
    } else {
        m_account.refreshAll();
    }
}

} // namespace relaybook
