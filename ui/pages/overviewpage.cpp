// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overviewpage.h"

#include "models/format.h"
#include "models/transactiontablemodel.h"
#include "ui/errortext.h"
#include "ui/pages/errordetails.h"
#include "ui/pages/noticecard.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/figurecard.h"
#include "ui/widgets/label.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/tableview.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

using namespace std::chrono_literals;
using Column = TransactionTableModel::Column;

constexpr int recentRows = 50;
constexpr int cardsInARow = 4;
constexpr auto clockTick = 10s;

Instant now()
{
    return SystemClock().now();
}

// Rows of equal length: five cards are three and two, not four and one.
int cardColumns(int cards)
{
    if (cards <= cardsInARow) {
        return std::max(cards, 1);
    }
    return cards <= 2 * (cardsInARow - 1) ? cardsInARow - 1 : cardsInARow;
}

QString priceText(const PriceList &prices)
{
    if (prices.tiers.size() > 1) {
        const auto cheaper = [](const Tier &a, const Tier &b) {
            return a.pricePerGb < b.pricePerGb;
        };
        const auto [least, most] =
            std::minmax_element(prices.tiers.begin(), prices.tiers.end(), cheaper);
        return OverviewPage::tr("%1 to %2 per GB, by volume")
            .arg(format::money(least->pricePerGb), format::money(most->pricePerGb));
    }
    const auto price = prices.tiers.empty() ? prices.flatPricePerGb
                                            : std::optional(prices.tiers.front().pricePerGb);
    return price ? OverviewPage::tr("%1 per GB").arg(format::money(*price)) : QString();
}

} // namespace

OverviewPage::OverviewPage(const PageContext &context, QWidget *parent)
    : Page(parent)
    , m_account(context.account)
    , m_theme(context.theme)
    , m_header(new PageHeader(context.theme, tr("Overview"), this))
    , m_refresh(new QPushButton(tr("Refresh"), this))
    , m_trouble(new Banner(context.theme, Banner::Shape::Inline, this))
    , m_grid(new QGridLayout)
    , m_balance(new FigureCard(context.theme, this))
    , m_noBalance(new NoticeCard(context.theme, QStringLiteral("noBalanceCard"), this))
    , m_noPools(new NoticeCard(context.theme, QStringLiteral("noPoolsCard"), this))
    , m_recent(new Card(context.theme, this))
    , m_table(new TableView(context.theme, m_recent))
    , m_empty(new EmptyState(context.theme, m_recent))
    , m_model(context.account.makeTransactionModel())
{
    setObjectName(QStringLiteral("overviewPage"));
    buildHeader();
    buildRecent();
    m_grid->setSpacing(14);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 12, 20, 14);
    column->setSpacing(12);
    column->addWidget(m_header);
    column->addWidget(m_trouble);
    column->addLayout(m_grid);
    column->addWidget(m_recent, 1);

    connect(&m_account, &AccountSession::summaryChanged, this, &OverviewPage::refreshView);
    connect(&m_account, &AccountSession::areaChanged, this, &OverviewPage::refreshView);
    connect(m_model.get(), &KeyedTableModel::settled, this, &OverviewPage::updateRecent);
    m_clock.setInterval(clockTick);
    connect(&m_clock, &QTimer::timeout, this, &OverviewPage::updateCards);
    refreshView();
}

OverviewPage::~OverviewPage() = default;

void OverviewPage::buildHeader()
{
    m_refresh->setObjectName(QStringLiteral("refreshButton"));
    m_refresh->setAccessibleName(m_refresh->text());
    m_refresh->setIcon(m_theme.icon(Icon::Refresh));
    m_refresh->setAutoDefault(false);
    m_header->addWidget(m_refresh);
    connect(m_refresh, &QPushButton::clicked, this, [this] { perform(Command::Refresh); });
    m_trouble->setObjectName(QStringLiteral("overviewTrouble"));
    m_trouble->hide();
    m_balance->setObjectName(QStringLiteral("balanceCard"));
    m_balance->setTitle(tr("Balance"));
    m_balance->hide();
    m_noBalance->setNotice(tr("Balance"), tr("Needs a personal sign-in."),
                           tr("Add a personal sign-in…"));
    m_noPools->setNotice(tr("Traffic"), tr("Needs a Reseller Key."), tr("Add a Reseller Key…"));
    m_noBalance->hide();
    m_noPools->hide();
    connect(m_noBalance, &NoticeCard::actionTriggered, this, &Page::signInRequested);
    connect(m_noPools, &NoticeCard::actionTriggered, this, &Page::signInRequested);
}

void OverviewPage::buildRecent()
{
    m_recent->setObjectName(QStringLiteral("recentCard"));
    auto *title =
        new Label(m_theme, Role::Text, TextStyle::BodyBold, tr("Recent transactions"), m_recent);
    auto *all = new QPushButton(tr("All transactions"), m_recent);
    all->setObjectName(QStringLiteral("allTransactions"));
    all->setAccessibleName(all->text());
    all->setAutoDefault(false);
    setButtonKind(*all, ButtonKind::Link);
    const auto showAll = [this] { Q_EMIT pageRequested(QStringLiteral("transactionsPage")); };
    connect(all, &QPushButton::clicked, this, showAll);
    connect(m_table, &QAbstractItemView::activated, this, showAll);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(14, 10, 14, 6);
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(all);
    auto *column = new QVBoxLayout(m_recent);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_table, 1);
    m_recent->setFlush(true);

    m_table->setObjectName(QStringLiteral("recentTable"));
    m_table->setAccessibleName(tr("Recent transactions"));
    m_table->setSortingEnabled(false);
    m_table->setModel(m_model.get());
    m_model->setLimit(recentRows);
    m_empty->setObjectName(QStringLiteral("recentEmpty"));
    m_table->setOverlay(m_empty);
    m_table->setOverlayVisible(false);
    connect(m_empty, &EmptyState::actionTriggered, this, &OverviewPage::whenRecentAction);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &Page::commandsChanged);
    arrangeColumns();
}

void OverviewPage::arrangeColumns()
{
    const std::pair<Column, int> widths[] = {
        {Column::DateColumn, 170},   {Column::TypeColumn, 150},  {Column::DescriptionColumn, 300},
        {Column::AmountColumn, 130}, {Column::AfterColumn, 140},
    };
    QHeaderView *header = m_table->horizontalHeader();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool shown = std::any_of(std::begin(widths), std::end(widths),
                                       [column](const auto &w) { return w.first == column; });
        m_table->setColumnHidden(column, !shown);
    }
    for (const auto &[column, width] : widths) {
        m_table->setColumnWidth(column, width);
    }
    header->setStretchLastSection(false);
    header->setSectionResizeMode(Column::DescriptionColumn, QHeaderView::Stretch);
    header->setSectionsMovable(false);
}

QString OverviewPage::title() const
{
    return tr("Overview");
}

bool OverviewPage::can(Command command) const
{
    switch (command) {
    case Command::Refresh:
        return !m_account.isOffline();
    case Command::Copy:
        return m_table->selectionModel()->hasSelection();
    case Command::SelectAll:
        return m_model->rowCount() > 0;
    case Command::Search:
    case Command::Edit:
    case Command::CopyCredentials:
    case Command::ToggleInspector:
        return false;
    }
    return false;
}

void OverviewPage::perform(Command command)
{
    if (!can(command)) {
        return;
    }
    if (command == Command::Refresh) {
        m_account.refreshAll();
    } else if (command == Command::Copy) {
        m_table->copySelection();
    } else if (command == Command::SelectAll) {
        m_table->selectAll();
    }
}

void OverviewPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_model->setSuspended(false);
    m_clock.start();
    refreshView();
}

void OverviewPage::hideEvent(QHideEvent *event)
{
    Page::hideEvent(event);
    m_clock.stop();
    m_model->setSuspended(true);
}

void OverviewPage::refreshView()
{
    m_header->setNote(m_account.summary().name);
    m_refresh->setEnabled(can(Command::Refresh) &&
                          m_account.status(Area::Account).state != AreaStatus::Loading);
    updateCards();
    updateTrouble();
    updateRecent();
    Q_EMIT commandsChanged();
}

void OverviewPage::updateCards()
{
    const AccountSummary &summary = m_account.summary();
    std::vector<QWidget *> cards;
    updateBalance();
    updatePools();
    cards.push_back(summary.hasPersonal ? static_cast<QWidget *>(m_balance) : m_noBalance);
    for (std::size_t i = 0; i < summary.pools.size(); ++i) {
        cards.push_back(m_pools.at(i));
    }
    if (summary.pools.empty()) {
        cards.push_back(m_noPools);
    }
    placeCards(cards);
}

void OverviewPage::updateBalance()
{
    const AccountSummary &summary = m_account.summary();
    const bool loading = m_account.status(Area::Account).state == AreaStatus::Loading;
    m_balance->setFigure(
        summary.balance
            ? format::money(*summary.balance, format::Sign::WhereNegative, summary.currency)
            : format::nothing());
    if (summary.balanceAsOf) {
        m_balance->setSubLine(tr("Updated %1").arg(format::ago(*summary.balanceAsOf, now())));
    } else {
        m_balance->setSubLine(loading ? tr("Reading it…") : tr("Not read yet"));
    }
}

FigureCard *OverviewPage::poolCard(std::size_t index)
{
    while (m_pools.size() <= index) {
        auto *card = new FigureCard(m_theme, this);
        card->setObjectName(QStringLiteral("poolCard%1").arg(m_pools.size() + 1));
        card->hide();
        m_pools.push_back(card);
    }
    return m_pools.at(index);
}

void OverviewPage::updatePools()
{
    const AccountSummary &summary = m_account.summary();
    for (std::size_t i = 0; i < summary.pools.size(); ++i) {
        const TrafficPool &pool = summary.pools.at(i);
        FigureCard *card = poolCard(i);
        card->setTitle(format::proxyType(pool.type));
        card->setFigure(pool.left ? format::traffic(*pool.left) : format::nothing());
        const QString price = priceText(pool.prices);
        card->setSubLine(price.isEmpty() ? tr("The service tells no price") : price);
    }
    if (!summary.hasReseller) {
        m_noPools->setNotice(tr("Traffic"), tr("Needs a Reseller Key."), tr("Add a Reseller Key…"));
    } else if (m_account.status(Area::Account).state == AreaStatus::Loaded) {
        m_noPools->setNotice(tr("Traffic"), tr("The service names no traffic type."));
    } else {
        m_noPools->setNotice(tr("Traffic"), tr("The traffic balances are not read yet."));
    }
}

void OverviewPage::placeCards(const std::vector<QWidget *> &cards)
{
    if (cards == m_placed) {
        return;
    }
    for (QWidget *card : m_placed) {
        m_grid->removeWidget(card);
        card->hide();
    }
    m_placed = cards;
    const int columns = cardColumns(int(cards.size()));
    for (int i = 0; i < int(cards.size()); ++i) {
        m_grid->addWidget(cards.at(std::size_t(i)), i / columns, i % columns);
        cards.at(std::size_t(i))->show();
    }
    for (int column = 0; column < cardsInARow; ++column) {
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    }
}

void OverviewPage::updateTrouble()
{
    const AreaStatus status = m_account.status(Area::Account);
    const bool failed = status.state == AreaStatus::Failed && status.error;
    m_trouble->setVisible(failed);
    if (!failed) {
        m_shownError.reset();
        return;
    }
    if (status.error == m_shownError) {
        return; // links that stay keep the focus
    }
    m_shownError = status.error;
    const ErrorText text = errorText(*status.error);
    const QString asOf =
        status.asOf ? tr("What is shown was read on %1.").arg(format::dateTime(*status.asOf))
                    : text.advice;
    m_trouble->clearLinks();
    m_trouble->setMessage(Tone::Bad, text.title, asOf);
    auto *again = m_trouble->addLink(tr("Try again"), QStringLiteral("overviewTryAgain"));
    connect(again, &QPushButton::clicked, this, [this] { m_account.refreshAll(); });
    auto *details = m_trouble->addLink(tr("Details"), QStringLiteral("overviewDetails"));
    connect(details, &QPushButton::clicked, this,
            [this, error = *status.error] { openErrorDetails(m_theme, error, this); });
}

void OverviewPage::updateRecent()
{
    const AreaStatus status = m_account.status(Area::Transactions);
    const bool rows = m_model->rowCount() > 0;
    m_table->setDimmed(rows && status.state == AreaStatus::Loading && !m_model->isSettled());
    m_table->setOverlayVisible(!rows);
    if (rows) {
        return;
    }
    switch (status.state) {
    case AreaStatus::NoAccess:
        m_empty->setContent({Icon::Key, tr("This needs a personal sign-in"),
                             tr("Transactions are read with a personal token. With the Reseller "
                                "Key alone, sub-users and traffic are there."),
                             tr("Add a personal sign-in…"), true});
        return;
    case AreaStatus::Failed: {
        const ErrorText text = errorText(status.error.value_or(ApiError{}));
        m_empty->setContent({Icon::Offline, tr("Could not read the transactions"),
                             tr("%1 %2", "two sentences").arg(text.title, text.advice),
                             tr("Try again"), true});
        return;
    }
    case AreaStatus::NeverLoaded:
    case AreaStatus::Loading:
        m_empty->setContent({Icon::Transactions,
                             tr("Reading the transactions…"),
                             tr("The newest come first; they are kept on this computer."),
                             {},
                             false});
        return;
    case AreaStatus::Loaded:
        m_empty->setContent({Icon::Empty,
                             tr("No transactions yet"),
                             tr("Deposits, purchases and refunds will stand here."),
                             {},
                             false});
        return;
    }
}

void OverviewPage::whenRecentAction()
{
    if (m_account.status(Area::Transactions).state == AreaStatus::NoAccess) {
        Q_EMIT signInRequested();
    } else {
        m_account.refreshAll();
    }
}

} // namespace relaybook
