// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/activitypage.h"

#include "models/export/orderstable.h"
#include "models/tables/listquery.h"
#include "models/tables/orderstate.h"
#include "models/tables/ordertablemodel.h"
#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/orderproblem.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/columns.h"
#include "ui/lists/listfilterbar.h"
#include "ui/lists/searchproblems.h"
#include "ui/lists/secretclipboard.h"
#include "ui/lists/undobar.h"
#include "ui/orders/orderdetails.h"
#include "ui/orders/prepareagain.h"
#include "ui/orders/workcard.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/detailsplitter.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/focusorder.h"
#include "ui/widgets/label.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/tableview.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace relaybook {

namespace {

constexpr int detailsWidth = 340;
constexpr int leastOrderRows = 3;
constexpr qsizetype longestShownSearch = 60;

QString kindOfName(const QString &name)
{
    for (int kind = 0; kind <= static_cast<int>(lastOrderKind); ++kind) {
        if (orderKindName(static_cast<OrderKind>(kind)) == name) {
            return orderKindText(static_cast<OrderKind>(kind));
        }
    }
    return name;
}

QString stateOfName(const QString &name)
{
    for (int state = 0; state <= static_cast<int>(lastOrderState); ++state) {
        if (orderStateName(static_cast<OrderState>(state)) == name) {
            return orderStateText(static_cast<OrderState>(state));
        }
    }
    return name;
}

QString asItIs(const QString &value)
{
    return value;
}

} // namespace

ActivityPage::ActivityPage(const PageContext &context, QWidget *parent)
    : Page(parent)
    , m_context(context)
    , m_account(context.account)
    , m_model(new OrderTableModel(context.account.orderEngines(), this))
    , m_header(new PageHeader(context.theme, tr("Activity"), this))
    , m_search(new SearchField(context.theme, m_header))
    , m_export(new QPushButton(tr("Export…"), m_header))
    , m_refresh(new QPushButton(tr("Refresh"), m_header))
    , m_problem(new Banner(context.theme, Banner::Shape::Inline, this))
    , m_work(new WorkCard(context.account, context.theme, this))
    , m_splitter(new DetailSplitter(detailsWidth, this))
    , m_table(new TableView(context.theme, this))
    , m_empty(new EmptyState(context.theme, this))
    , m_messages(new Label(context.theme, Role::QuietText, TextStyle::Caption, this))
    , m_said(new UndoBar(context.theme, context.account, this))
    , m_secrets(new SecretClipboard(context.settings, this))
    , m_again(new PrepareAgain(context, *this, *m_said, *m_secrets))
    , m_details(new OrderDetails(context, *m_again, this))
{
    setObjectName(QStringLiteral("activityPage"));
    setAccessibleName(title());
    m_model->setCurrency(m_account.summary().currency);
    buildFilters();
    buildTable();
    buildHeader();
    m_splitter->addWidget(m_details);
    m_splitter->setObjectName(QStringLiteral("activitySplitter"));
    m_splitter->arrange({});
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 12, 20, 14);
    column->setSpacing(12);
    column->addWidget(m_header);
    column->addWidget(m_problem);
    column->addWidget(m_work);
    column->addWidget(m_filters);
    column->addWidget(m_searchProblems);
    column->addWidget(m_splitter, 1);
    column->addWidget(m_messages);
    connectParts();
    refreshView();
}

ActivityPage::~ActivityPage()
{
    m_columns->saveNow();
}

void ActivityPage::buildHeader()
{
    m_search->setShortcutHint(QKeySequence(QKeySequence::Find));
    m_search->setAccessibleName(tr("Search in the orders"));
    m_search->setToolTip(tr("Search all fields of the orders. You can also use kind:give "
                            "state:refused type:mobile customer:anna \"words in quotes\""));
    m_header->addWidget(m_search);
    auto *columns = new QToolButton(m_header);
    columns->setObjectName(QStringLiteral("columnsButton"));
    columns->setIcon(m_context.theme.icon(Icon::Columns));
    columns->setAccessibleName(tr("Choose columns"));
    columns->setToolTip(columns->accessibleName());
    columns->setFocusPolicy(Qt::TabFocus);
    connect(columns, &QToolButton::clicked, this, [columns, menu = m_columns->makeMenu(columns)] {
        menu->popup(columns->mapToGlobal(columns->rect().bottomLeft()));
    });
    m_header->addWidget(columns);
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_export->setAccessibleName(tr("Export orders"));
    m_export->setToolTip(tr("Export orders to a file"));
    m_export->setAutoDefault(false);
    m_header->addWidget(m_export);
    connect(m_export, &QPushButton::clicked, this, &Page::exportRequested);
    m_refresh->setObjectName(QStringLiteral("refreshButton"));
    m_refresh->setAccessibleName(m_refresh->text());
    m_refresh->setIcon(m_context.theme.icon(Icon::Refresh));
    m_refresh->setAutoDefault(false);
    m_header->addWidget(m_refresh);
    connect(m_refresh, &QPushButton::clicked, this, [this] { perform(Command::Refresh); });
    m_problem->setObjectName(QStringLiteral("buyingProblem"));
    m_problem->hide();
    m_messages->setObjectName(QStringLiteral("activityMessages"));
    m_messages->setWordWrap(true);
    m_messages->setSelectable(true);
}

void ActivityPage::buildFilters()
{
    m_filters = new ListFilterBar(m_context.theme,
                                  {{{QStringLiteral("kind"), {}}, tr("Order"), kindOfName},
                                   {{QStringLiteral("state"), {}}, tr("State"), stateOfName},
                                   {{QStringLiteral("customer"), {}}, tr("Sub-user"), asItIs}},
                                  this);
    m_searchProblems = new SearchProblems(m_context.theme, this);
    connect(m_filters, &FilterBar::cleared, m_search, &SearchField::clear);
    connect(m_filters, &ListFilterBar::chosen, this,
            [this](const QString &keyword, const QStringList &values) {
                m_search->setText(withFilter(m_search->text(), keyword, values));
            });
    // Queued: the menu takes counts only while it is visible.
    connect(
        m_filters, &ListFilterBar::countsWanted, this,
        [this] { m_filters->setCounts(m_model->counts(m_filters->choices())); },
        Qt::QueuedConnection);
}

void ActivityPage::buildTable()
{
    auto *card = new Card(m_context.theme, m_splitter);
    card->setObjectName(QStringLiteral("ordersCard"));
    auto *column = new QVBoxLayout(card);
    column->addWidget(m_table);
    card->setFlush(true);
    m_splitter->addWidget(card);
    m_table->setObjectName(QStringLiteral("table"));
    m_table->setAccessibleName(tr("Orders"));
    m_table->setLeastRows(leastOrderRows);
    m_table->setSearchField(m_search);
    m_table->setSortingEnabled(false); // the newest come first
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setModel(m_model);
    m_columns = new Columns(*m_table, *m_model, m_context.settings, objectName(), this);
    m_empty->setObjectName(QStringLiteral("activityEmpty"));
    m_table->setOverlay(m_empty);
    m_said->setFocusAfter(m_table);
}

void ActivityPage::connectParts()
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(std::chrono::milliseconds(100));
    connect(&m_soon, &QTimer::timeout, this, &ActivityPage::showSelected);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ActivityPage::showSelected);
    connect(m_model, &OrderTableModel::countChanged, this, &ActivityPage::showCounts);
    connect(m_details, &OrderDetails::changed, this, [this] { orderFocusAsSeen(*this); });
    connect(m_work, &WorkCard::orderRequested, this, &ActivityPage::showOrder);
    connect(m_search, &QLineEdit::textChanged, this, &ActivityPage::search);
    connect(m_search, &SearchField::leftForResults, this, [this] {
        if (m_model->rowCount() > 0) {
            select(0);
            m_table->setFocus(Qt::OtherFocusReason);
        }
    });
    connect(m_empty, &EmptyState::actionTriggered, this, &ActivityPage::whenEmptyAction);
    for (const OrderEngine *engine : m_account.orderEngines()) {
        connect(engine, &OrderEngine::stateChanged, this, &ActivityPage::refreshView);
    }
    connect(&m_account, &AccountSession::summaryChanged, this, &ActivityPage::refreshView);
    connect(&m_account, &AccountSession::viewOnlyChanged, this, &ActivityPage::refreshView);
    connect(&m_account.notices(), &AccountNotices::added, this, &ActivityPage::refreshView);
}

QString ActivityPage::title() const
{
    return tr("Activity");
}

// ---- search

void ActivityPage::search(const QString &typed)
{
    if (m_model->isSettled()) {
        m_selectedBefore = m_model->orderIdAt(m_table->currentIndex().row());
    }
    m_model->setFilterText(typed);
    const ListQuery query = parseListQuery(m_model->columnInfos(), typed);
    m_filters->setQuery(query, !typed.trimmed().isEmpty());
    m_searchProblems->setProblems(query.problems);
    if (m_model->isSettled()) {
        showFound();
    } else {
        connect(m_model, &OrderTableModel::settled, this, &ActivityPage::showFound,
                Qt::ConnectionType(Qt::SingleShotConnection | Qt::UniqueConnection));
    }
}

/// The order that was selected stays selected, if it matches.
void ActivityPage::showFound()
{
    if (m_model->rowCount() > 0) {
        select(std::max(m_model->rowOf(m_selectedBefore), 0));
    }
    showSelected();
}

// ---- commands

bool ActivityPage::can(Command command) const
{
    switch (command) {
    case Command::Refresh:
        return !m_account.isOffline();
    case Command::Search:
        return true;
    case Command::Copy:
        return m_table->selectionModel()->hasSelection();
    case Command::SelectAll:
        return m_model->rowCount() > 0;
    case Command::Edit:
    case Command::CopyCredentials:
    case Command::CopyCredentialsAs:
    case Command::ToggleInspector:
        return false;
    }
    return false;
}

void ActivityPage::perform(Command command)
{
    if (!can(command)) {
        return;
    }
    if (command == Command::Refresh) {
        m_account.askKeychain();
        for (OrderEngine *engine : m_account.orderEngines()) {
            QStringList unknown; // a look changes orders
            engine->forEach([&unknown](const Order &order) {
                if (order.state == OrderState::Unknown) {
                    unknown.append(order.id);
                }
            });
            for (const QString &id : std::as_const(unknown)) {
                engine->look(id);
            }
        }
        m_account.refreshAll();
    } else if (command == Command::Search) {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    } else if (command == Command::Copy) {
        m_table->copySelection();
    } else if (command == Command::SelectAll) {
        m_table->selectAll();
        m_table->setFocus(Qt::ShortcutFocusReason);
    }
}

std::optional<ExportView> ActivityPage::exportView() const
{
    if (m_model->storedCount() == 0) {
        return std::nullopt;
    }
    const auto tableOf = [this](const QStringList &ids) {
        std::vector<AnyOrder> orders;
        for (const QString &id : ids) {
            if (const auto order = findOrder(m_account, id)) {
                orders.push_back(*order);
            }
        }
        return ordersTable(orders);
    };
    ExportView view;
    view.what = ExportWhat::Orders;
    view.text = m_model->filterText().trimmed();
    view.words = view.text;
    view.table = tableOf(m_model->orderIds(OrderTableModel::Which::All));
    if (!view.text.isEmpty()) {
        view.filteredTable = tableOf(m_model->orderIds(OrderTableModel::Which::Shown));
    }
    return view;
}

// ---- what is shown

void ActivityPage::select(int row)
{
    m_table->selectionModel()->setCurrentIndex(
        m_model->index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(m_model->index(row, 0));
}

void ActivityPage::showOrder(const QString &orderId)
{
    if (m_model->rowOf(orderId) < 0) {
        m_search->clear();
    }
    if (const int row = m_model->rowOf(orderId); row >= 0) {
        select(row);
    }
}

void ActivityPage::prepareAgain(const QString &orderId)
{
    showOrder(orderId);
    m_again->open({orderId});
}

void ActivityPage::showUnknown()
{
    for (const QString &id : m_model->orderIds(OrderTableModel::Which::All)) {
        const auto order = findOrder(m_account, id);
        if (order && commonOf(*order).state == OrderState::Unknown) {
            showOrder(id);
            return;
        }
    }
}

void ActivityPage::refreshView()
{
    m_model->setCurrency(m_account.summary().currency);
    m_refresh->setEnabled(can(Command::Refresh));
    updateProblem();
    const QStringList &messages = m_account.notices().all();
    m_messages->setText(messages.join(QLatin1Char('\n')));
    m_messages->setVisible(!messages.isEmpty());
    showCounts();
}

void ActivityPage::showCounts()
{
    const int shown = m_model->rowCount();
    const qint64 stored = m_model->storedCount();
    m_export->setEnabled(stored > 0);
    m_filters->setVisible(stored > 0);
    m_header->setNote(stored == 0      ? QString()
                      : shown < stored ? tr("%1 of %2", "orders that match, all orders")
                                             .arg(format::count(shown), format::count(stored))
                                       : tr("%1 orders", nullptr, shown).arg(format::count(shown)));
    m_table->setOverlayVisible(shown == 0);
    if (shown == 0) {
        showEmpty();
    } else if (!m_table->currentIndex().isValid()) {
        select(0);
    }
    // Of thousands that are selected, one may change after the other.
    const QItemSelection selection = m_table->selectionModel()->selection();
    if (selection.isEmpty() || (selection.size() == 1 && selection.front().height() == 1)) {
        showSelected();
    } else if (!m_soon.isActive()) {
        m_soon.start();
    }
}

void ActivityPage::showEmpty()
{
    if (m_model->storedCount() > 0) {
        m_empty->setContent(
            {Icon::NothingFound,
             tr("Nothing matches “%1”")
                 .arg(isolated(format::shortened(m_search->text(), longestShownSearch))),
             tr("None of the %n orders matches.", nullptr,
                static_cast<int>(m_model->storedCount())),
             tr("Clear filters")});
        m_empty->setActionBlocked({});
        return;
    }
    const bool reading = !m_account.orders().isReady() && !m_account.isOffline();
    m_empty->setContent(
        {Icon::Activity, reading ? tr("Loading your orders…") : tr("No orders yet"),
         reading ? tr("They are stored on this computer.")
                 : tr("Traffic that you buy, give or take back, and sub-users and proxies that you "
                      "create appear here with their results. Relaybook keeps checking an order "
                      "whose result is unknown."),
         reading ? QString() : tr("Top up traffic…"), true});
    m_empty->setActionBlocked(m_account.isViewOnly() ? viewOnlyReason() : QString());
}

void ActivityPage::updateProblem()
{
    const auto problem = m_account.purchases().problem();
    const bool isOfJournal = problem && problem->isOfJournal();
    m_problem->setVisible(isOfJournal);
    if (isOfJournal) {
        showOrderProblem(*m_problem, m_context.theme, this, *problem, m_account);
    }
}

QStringList ActivityPage::selectedIds() const
{
    QStringList ids;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &each : rows) {
        ids.append(m_model->orderIdAt(each.row()));
    }
    return ids;
}

void ActivityPage::showSelected()
{
    m_details->setOrders(selectedIds());
    orderFocusAsSeen(*this); // the details scroll: the page gets no event of what they add
    Q_EMIT commandsChanged();
}

bool ActivityPage::event(QEvent *event)
{
    // Links and lines are added later than the rest.
    if (event->type() == QEvent::LayoutRequest) {
        orderFocusAsSeen(*this);
    }
    return Page::event(event);
}

void ActivityPage::whenEmptyAction()
{
    if (m_model->storedCount() > 0) {
        m_search->clear();
        m_search->setFocus(Qt::OtherFocusReason);
    } else {
        Q_EMIT topUpRequested({});
    }
}

} // namespace relaybook
