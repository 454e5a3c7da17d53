// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/activitypage.h"

#include "models/buying/purchasedesk.h"
#include "models/export/orderstable.h"
#include "models/tables/ordertablemodel.h"
#include "models/text/format.h"
#include "ui/base/orderproblem.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/creationtext.h"
#include "ui/orders/creationpanel.h"
#include "ui/orders/ordertext.h"
#include "ui/orders/orderview.h"
#include "ui/orders/topuptext.h"
#include "ui/orders/workcard.h"
#include "ui/serving/operationspanel.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/detailsplitter.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/focusorder.h"
#include "ui/widgets/label.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/tableview.h"

#include <QEvent>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int detailsWidth = 356;
constexpr int leastDetailsHeight = 180;
constexpr int leastOrderRows = 3;

} // namespace

ActivityPage::ActivityPage(const PageContext &context, QWidget *parent)
    : Page(parent)
    , m_context(context)
    , m_account(context.account)
    , m_desk(context.account.purchases())
    , m_model(new OrderTableModel(m_desk, this))
    , m_header(new PageHeader(context.theme, tr("Activity"), this))
    , m_export(new QPushButton(tr("Export…"), this))
    , m_refresh(new QPushButton(tr("Refresh"), this))
    , m_problem(new Banner(context.theme, Banner::Shape::Inline, this))
    , m_work(new WorkCard(context.account, context.theme, this))
    , m_ordersButton(new QPushButton(tr("Orders"), this))
    , m_operationsButton(new QPushButton(tr("Sub-users"), this))
    , m_creationButton(new QPushButton(tr("Proxies"), this))
    , m_lists(new QStackedWidget(this))
    , m_operations(new OperationsPanel(context, this))
    , m_creation(new CreationPanel(context, this))
    , m_splitter(new DetailSplitter(detailsWidth, this))
    , m_table(new TableView(context.theme, this))
    , m_empty(new EmptyState(context.theme, this))
    , m_details(new Card(context.theme, this))
    , m_title(new Label(context.theme, Role::Text, TextStyle::Title, m_details))
    , m_subtitle(new Label(context.theme, Role::QuietText, TextStyle::Body, m_details))
    , m_order(new OrderView(context.theme, context.account, m_details))
    , m_look(new QPushButton(tr("Check now"), m_details))
    , m_messages(new Label(context.theme, Role::QuietText, TextStyle::Caption, this))
{
    setObjectName(QStringLiteral("activityPage"));
    buildSwitch();
    buildHeader();
    buildOrders();
    buildDetails();
    m_lists->setObjectName(QStringLiteral("activityLists"));
    m_lists->addWidget(m_splitter);
    m_lists->addWidget(m_operations);
    m_lists->addWidget(m_creation);
    m_splitter->setObjectName(QStringLiteral("activitySplitter"));
    m_splitter->arrange({});
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 12, 20, 14);
    column->setSpacing(12);
    column->addWidget(m_header);
    column->addWidget(m_problem);
    column->addWidget(m_work);
    column->addWidget(m_lists, 1);
    column->addWidget(m_messages);
    connectParts();
    if (m_model->rowCount() > 0) {
        m_table->setCurrentIndex(m_model->index(0, 0));
    }
    refreshView();
}

ActivityPage::~ActivityPage() = default;

void ActivityPage::buildHeader()
{
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_export->setAccessibleName(tr("Export orders"));
    m_export->setToolTip(tr("Export all orders to a file"));
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

void ActivityPage::buildSwitch()
{
    m_ordersButton->setObjectName(QStringLiteral("showOrdersButton"));
    m_ordersButton->setToolTip(tr("Show the orders"));
    m_operationsButton->setObjectName(QStringLiteral("showOperationsButton"));
    m_operationsButton->setToolTip(tr("Show the operations on sub-users"));
    m_creationButton->setObjectName(QStringLiteral("showCreationButton"));
    m_creationButton->setToolTip(tr("Show the creation of a proxy"));
    for (QPushButton *button : {m_ordersButton, m_operationsButton, m_creationButton}) {
        button->setAccessibleName(button->toolTip());
        button->setAutoDefault(false);
        button->setCheckable(true);
        button->setAutoExclusive(true);
        m_header->addWidget(button);
    }
    m_ordersButton->setChecked(true);
    // toggled(), not clicked(): arrow keys and screen readers check a button without a click.
    const auto shows = [this](QPushButton *button, QWidget *list) {
        connect(button, &QPushButton::toggled, this, [this, list](bool isChecked) {
            if (isChecked) {
                showList(list);
            }
        });
    };
    shows(m_ordersButton, m_splitter);
    shows(m_operationsButton, m_operations);
    shows(m_creationButton, m_creation);
}

void ActivityPage::buildOrders()
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
    m_table->setSortingEnabled(false);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setModel(m_model);
    int section = 0;
    for (const TableColumn<OrderRow> &each : OrderTableModel::columnTable()) {
        m_table->setColumnWidth(section++, each.info.width);
    }
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_empty->setObjectName(QStringLiteral("activityEmpty"));
    m_table->setOverlay(m_empty);
}

void ActivityPage::buildDetails()
{
    m_details->setObjectName(QStringLiteral("orderDetails"));
    m_title->setObjectName(QStringLiteral("orderTitle"));
    m_title->setWordWrap(true);
    m_subtitle->setObjectName(QStringLiteral("orderSubtitle"));
    m_subtitle->setWordWrap(true);
    m_look->setObjectName(QStringLiteral("lookNow"));
    m_look->setAccessibleName(m_look->text());
    m_look->setAutoDefault(false);
    auto *scroll = new QScrollArea(m_details);
    scroll->setObjectName(QStringLiteral("orderScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setWidget(m_order);
    m_order->setAutoFillBackground(false);
    auto *column = new QVBoxLayout(m_details);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_subtitle);
    column->addWidget(scroll, 1);
    column->addWidget(m_look, 0, Qt::AlignLeft);
    m_details->setMinimumSize(metric::scaled(detailsWidth, fontMetrics()), leastDetailsHeight);
    m_splitter->addWidget(m_details);
}

void ActivityPage::connectParts()
{
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ActivityPage::showCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &Page::commandsChanged);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &ActivityPage::refreshView);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ActivityPage::refreshView);
    connect(m_order, &OrderView::orderChanged, this, &ActivityPage::showCurrent);
    connect(m_look, &QPushButton::clicked, this, &ActivityPage::lookAgain);
    connect(m_work, &WorkCard::orderRequested, this, &ActivityPage::showOrder);
    connect(m_work, &WorkCard::operationRequested, this, &ActivityPage::showOperation);
    connect(m_work, &WorkCard::creationRequested, this, &ActivityPage::showCreation);
    connect(m_operations, &OperationsPanel::changed, this, &ActivityPage::refreshView);
    connect(m_creation, &CreationPanel::changed, this, &ActivityPage::refreshView);
    connect(&m_account.serving(), &OrderEngine::stateChanged, this, &ActivityPage::refreshView);
    connect(m_empty, &EmptyState::actionTriggered, this, &ActivityPage::whenEmptyAction);
    connect(&m_desk, &OrderEngine::stateChanged, this, &ActivityPage::refreshView);
    connect(&m_account, &AccountSession::summaryChanged, this, &ActivityPage::refreshView);
    connect(&m_account.notices(), &AccountNotices::added, this, &ActivityPage::refreshView);
}

QString ActivityPage::title() const
{
    return tr("Activity");
}

bool ActivityPage::can(Command command) const
{
    switch (command) {
    case Command::Refresh:
        return !m_account.isOffline();
    case Command::Copy:
        return shownTable() != nullptr && shownTable()->selectionModel()->hasSelection();
    case Command::SelectAll:
        return shownTable() != nullptr && shownTable()->model()->rowCount() > 0;
    case Command::Search:
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
        for (const TopUpOrder &order : m_desk.orders()) {
            if (order.state == OrderState::Unknown) {
                m_desk.look(order.id);
            }
        }
        m_operations->lookAgain();
        m_account.refreshAll(); // loads the list of proxies, too
    } else if (command == Command::Copy) {
        shownTable()->copySelection();
    } else if (command == Command::SelectAll) {
        shownTable()->selectAll();
    }
}

std::optional<ExportView> ActivityPage::exportView() const
{
    if (m_desk.orders().empty()) {
        return std::nullopt;
    }
    ExportView view;
    view.what = ExportWhat::Orders;
    view.table = ordersTable(m_desk.orders());
    return view;
}

bool ActivityPage::areOperationsShown() const
{
    return m_lists->currentWidget() == m_operations;
}

/// Nothing where the creation of a proxy is shown.
TableView *ActivityPage::shownTable() const
{
    if (m_lists->currentWidget() == m_creation) {
        return nullptr;
    }
    return areOperationsShown() ? &m_operations->table() : m_table;
}

void ActivityPage::showList(QWidget *list)
{
    QPushButton *button = list == m_operations ? m_operationsButton : m_ordersButton;
    m_lists->setCurrentWidget(list);
    (list == m_creation ? m_creationButton : button)->setChecked(true);
    refreshView();
}

void ActivityPage::showCreation()
{
    if (m_creation->hasCreation()) {
        showList(m_creation);
    }
}

void ActivityPage::showOperation(const QString &operationId)
{
    if (m_operations->table().model()->rowCount() > 0) {
        showList(m_operations);
        m_operations->showOperation(operationId);
    }
}

void ActivityPage::showOrder(const QString &orderId)
{
    showList(m_splitter);
    if (const int row = m_model->rowOf(orderId); row >= 0) {
        m_table->setCurrentIndex(m_model->index(row, 0));
    }
}

void ActivityPage::refreshView()
{
    m_model->setCurrency(m_account.summary().currency);
    const int orders = m_model->rowCount();
    updateSwitch();
    m_export->setEnabled(orders > 0);
    m_refresh->setEnabled(can(Command::Refresh));
    m_table->setOverlayVisible(orders == 0);
    if (orders == 0) {
        const bool reading = !m_desk.isReady() && !m_account.isOffline();
        m_empty->setContent(
            {Icon::Activity, reading ? tr("Loading your orders…") : tr("No orders yet"),
             reading ? tr("They are stored on this computer.")
                     : tr("Your orders appear here with their receipts. An order whose result is "
                          "unknown stays at the top until it is resolved."),
             reading ? QString() : tr("Top up traffic…"), true});
        m_empty->setActionBlocked(m_account.isViewOnly() ? viewOnlyReason() : QString());
    } else if (!m_table->currentIndex().isValid()) {
        m_table->setCurrentIndex(m_model->index(0, 0));
    }
    updateProblem();
    const QStringList &messages = m_account.notices().all();
    m_messages->setText(messages.join(QLatin1Char('\n')));
    m_messages->setVisible(!messages.isEmpty());
    showCurrent();
    Q_EMIT commandsChanged();
}

// Who never served a sub-user, and lost no answer to a new proxy, has nothing to switch to.
void ActivityPage::updateSwitch()
{
    const int operations = m_operations->table().model()->rowCount();
    const bool hasCreation = m_creation->hasCreation();
    m_ordersButton->setVisible(operations > 0 || hasCreation);
    m_operationsButton->setVisible(operations > 0);
    m_creationButton->setVisible(hasCreation);
    if (m_lists->currentWidget() == m_creation) {
        m_header->setNote({});
    } else {
        m_header->setNote(areOperationsShown() ? tr("%n operations", nullptr, operations)
                                               : tr("%n orders", nullptr, m_model->rowCount()));
    }
}

void ActivityPage::updateProblem()
{
    const auto problem = m_desk.problem();
    const bool isOfJournal = problem && problem->isOfJournal();
    m_problem->setVisible(isOfJournal);
    if (isOfJournal) {
        showOrderProblem(*m_problem, m_context.theme, this, *problem, m_desk.journal());
    }
}

void ActivityPage::showCurrent()
{
    const QString id = m_model->orderIdAt(m_table->currentIndex().row());
    const TopUpOrder *order = m_desk.order(id);
    m_details->setVisible(order != nullptr);
    if (order == nullptr) {
        return;
    }
    const OrderHeading heading = orderHeading(*order);
    m_title->setText(heading.title);
    m_subtitle->setText(heading.subtitle);
    m_order->setOrder(id);
    const bool waits = order->state == OrderState::Waiting;
    m_look->setText(waits ? tr("Cancel order") : tr("Check now"));
    m_look->setAccessibleName(m_look->text());
    m_look->setVisible(order->state == OrderState::Unknown || waits);
    m_look->setEnabled(waits || !m_desk.isLooking(id));
    orderFocusAsSeen(*this); // the details scroll: the page gets no event of what they add
}

bool ActivityPage::event(QEvent *event)
{
    // Links and lines are added later than the rest.
    if (event->type() == QEvent::LayoutRequest) {
        orderFocusAsSeen(*this);
    }
    return Page::event(event);
}

void ActivityPage::lookAgain()
{
    const QString id = m_model->orderIdAt(m_table->currentIndex().row());
    const TopUpOrder *order = m_desk.order(id);
    if (order != nullptr && order->state == OrderState::Waiting) {
        m_desk.cancel(id);
    } else {
        m_desk.look(id);
    }
    showCurrent();
}

void ActivityPage::whenEmptyAction()
{
    Q_EMIT topUpRequested({});
}

} // namespace relaybook
