// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/listpage.h"

#include "models/accounts/accountsession.h"
#include "models/export/exportcolumns.h"
#include "models/tables/ledgerquery.h"
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "ui/base/errordetails.h"
#include "ui/base/settings.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/allfields.h"
#include "ui/lists/detailpane.h"
#include "ui/lists/listbanners.h"
#include "ui/lists/listcopying.h"
#include "ui/lists/listfilterbar.h"
#include "ui/lists/listfilters.h"
#include "ui/lists/listnote.h"
#include "ui/lists/searchproblems.h"
#include "ui/lists/secretclipboard.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/lists/undobar.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/detailsplitter.h"
#include "ui/widgets/focusorder.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QTimeZone>
#include <QToolButton>

#include <chrono>

namespace relaybook {

namespace {

// Shorter refreshes would only flicker.
constexpr std::chrono::milliseconds dimAfter{150};

} // namespace

ListPage::ListPage(const PageContext &context, Setup setup, std::unique_ptr<KeyedTableModel> model,
                   QWidget *parent)
    : Page(parent)
    , m_context(context)
    , m_setup(std::move(setup))
    , m_model(std::move(model))
    , m_secrets(new SecretClipboard(context.settings, this))
{
    setObjectName(m_setup.name);
    setAccessibleName(m_setup.title);
    buildHeader();
    buildBody();
    m_selection = new SelectionKeeper(*m_table, *m_model, this);
    m_table->sortByColumn(m_model->sortColumn(), m_model->sortOrder());
    m_columns = new Columns(*m_table, *m_model, m_context.settings, m_setup.name, this);
    m_columnsMenu = m_columns->makeMenu(m_columnsButton);
    m_dimTimer.setSingleShot(true);
    m_dimTimer.setInterval(dimAfter);
    restoreLayout();
    m_undoBar = new UndoBar(theme(), account(), this);
    m_undoBar->setFocusAfter(m_table);
    m_copying = std::make_unique<ListCopying>(
        ListCopying::Parts{m_context, m_setup.name, *m_table, *m_model, *m_selection, *m_secrets,
                           *m_note, *m_undoBar, *m_cancelCopy});
}

ListPage::~ListPage()
{
    m_columns->saveNow();
    m_filters->saveNow();
    // The parts may emit signals while they are deleted, but the derived page no longer exists. The
    // table is deleted after the model and must not use it any more.
    const auto parts = findChildren<QObject *>();
    for (QObject *part : parts) {
        part->disconnect(this);
    }
    m_model->disconnect(this);
    qApp->disconnect(this);
    m_table->setModel(nullptr);
}

void ListPage::begin()
{
    connectParts();
    keepRowInUse();
    orderFocusAsSeen(*this);
    m_filters->restore();
    m_filters->show();
    m_begun = true;
    m_model->setSuspended(!isVisible()); // until the page is shown, the first rows are enough
    refreshState();
    showCurrent();
    rowsChanged();
}

void ListPage::connectParts()
{
    const auto refreshed = [this] { refreshState(); };
    connect(m_model.get(), &KeyedTableModel::countChanged, this, [this] {
        m_asking = false;
        refreshState();
    });
    connect(m_model.get(), &KeyedTableModel::settled, this, refreshed);
    connect(m_model.get(), &KeyedTableModel::settled, this, &ListPage::showResults);
    connect(m_model.get(), &KeyedTableModel::rowsFollowed, m_table, &TableView::highlightRows);
    connect(m_model.get(), &QAbstractItemModel::dataChanged, this, &ListPage::onRowsChanged);
    connect(&account(), &AccountSession::areaChanged, this, [this](Area area) {
        if (area == m_setup.area) {
            refreshState();
        }
    });
    connect(&account(), &AccountSession::summaryChanged, this, refreshed);
    connect(&account(), &AccountSession::viewOnlyChanged, this, &Page::commandsChanged);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_asking = true;
        search(text);
        m_asking = m_asking && !m_model->isSettled();
        m_isNewSearch = true;
        showResults();
        refreshState();
        m_filters->saveLater();
    });
    connect(m_table->header(), &QHeaderView::sortIndicatorChanged, this, [this] {
        m_asking = !m_model->isSettled();
        refreshState();
    });
    connect(m_search, &SearchField::leftForResults, this, &ListPage::goToResults);
    connect(m_selection, &SelectionKeeper::currentChanged, this, &ListPage::showCurrent);
    connect(m_selection, &SelectionKeeper::selectionChanged, this, &ListPage::showSelected);
    connect(m_selection, &SelectionKeeper::dropped, this, [this](qint64 rows) {
        say(tr("%1 rows were deselected: too many to keep selected with another filter or order")
                .arg(format::count(rows)));
    });
    connect(m_table, &QAbstractItemView::doubleClicked, this, &ListPage::activateRow);
    connect(m_table, &TableView::contextMenuWanted, this,
            [this](const QModelIndex &, const QPoint &position) { openRowMenu(position); });
    connect(m_empty, &EmptyState::actionTriggered, this, &ListPage::emptyAction);
    connect(m_empty, &EmptyState::linkTriggered, this, [this] {
        if (m_state.body == ListState::Body::NotOffered) {
            tryAgain();
        } else if (m_facts.status.error) {
            openErrorDetails(theme(), *m_facts.status.error, this);
        }
    });
    connect(m_columnsButton, &QToolButton::clicked, this, [this] {
        m_columnsMenu->popup(m_columnsButton->mapToGlobal(m_columnsButton->rect().bottomLeft()));
    });
    // toggled(), not clicked(): a screen reader checks the button without a click.
    connect(m_inspectorButton, &QToolButton::toggled, this, &ListPage::setInspectorShown);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_context.settings.setValue(Setting::SplitterState, m_splitter->arrangement(),
                                    m_setup.name);
    });
    connect(&m_dimTimer, &QTimer::timeout, this, [this] { m_table->setDimmed(true); });
    connect(m_banners, &ListBanners::signInWanted, this,
            [this] { Q_EMIT signInRequested(tokenServing(m_setup.area)); });
    connect(m_banners, &ListBanners::retryWanted, this, &ListPage::tryAgain);
    connect(m_copying.get(), &ListCopying::choiceStored, this, &Page::commandsChanged);
    m_table->installEventFilter(this);
}

/// Keeps the row selected whose details the user reads or uses, also if it was not clicked.
void ListPage::keepRowInUse()
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, const QWidget *now) {
        if (now != nullptr && m_details->isAncestorOf(now)) {
            m_selection->keepFirst();
        }
    });
    // Not every button gets the focus when it is clicked.
    const auto buttons = m_details->findChildren<QAbstractButton *>();
    for (const QAbstractButton *button : buttons) {
        connect(button, &QAbstractButton::pressed, m_selection, &SelectionKeeper::keepFirst);
    }
}

bool ListPage::isFiltered() const
{
    return !m_model->filterText().trimmed().isEmpty();
}

const Theme &ListPage::theme() const
{
    return m_context.theme;
}

void ListPage::goToRow(qint64 key)
{
    if (!m_selection->choose(key)) {
        m_search->clear();
        m_selection->chooseOnceShown(key);
    }
    m_table->setFocus(Qt::OtherFocusReason);
}

void ListPage::searchFor(const QString &query)
{
    m_search->setText(query);
    m_search->setFocus(Qt::OtherFocusReason);
}

std::optional<qint64> ListPage::currentKey() const
{
    return m_selection->current();
}

// ---- search

void ListPage::addFilters(std::vector<ListFilterChip> chips)
{
    ListFilterBar *bar = m_filters->makeChips(std::move(chips), m_setup.area, this);
    addAbove(bar);
    addAbove(m_filters->makeProblems(this));
    connect(bar, &ListFilterBar::percentOrderWanted, this,
            [this] { m_columns->sortBy(QStringLiteral("used-percent"), Qt::DescendingOrder); });
}

void ListPage::search(const QString &typed)
{
    m_model->setFilterText(typed);
    m_filters->show();
}

// Scrolls to the first results of a new search, unless the user selected a row.
void ListPage::showResults()
{
    if (m_isNewSearch && m_model->isSettled()) {
        m_isNewSearch = false;
        if (!m_selection->isChosen()) {
            m_table->scrollToTop();
        }
    }
}

// ---- copying

void ListPage::addCredentialsCopy(std::function<ProxyAccess(int, ProxyProtocol)> access,
                                  CredentialFormat atFirst)
{
    m_copying->addCredentials(std::move(access), atFirst);
}

bool ListPage::canCopyCredentials(const CredentialChoice &choice) const
{
    return m_copying->canCopyCredentials(choice);
}

void ListPage::copyCredentials(const CredentialChoice &choice)
{
    m_copying->copyCredentials(choice);
}

void ListPage::addCopyCredentialsActions(QMenu &menu)
{
    QAction *copy = menu.addAction(theme().icon(Icon::Key), tr("Copy credentials"), this,
                                   [this] { perform(Command::CopyCredentials); });
    copy->setObjectName(QStringLiteral("copyCredentialsAction"));
    copy->setShortcut(QKeySequence(tr("Ctrl+Shift+C")));
    copy->setEnabled(can(Command::CopyCredentials));
    QAction *as = menu.addAction(tr("Copy credentials as…"), this,
                                 [this] { perform(Command::CopyCredentialsAs); });
    as->setObjectName(QStringLiteral("copyCredentialsAsAction"));
    as->setEnabled(can(Command::CopyCredentialsAs));
}

void ListPage::addCommandForSeveral(const QString &text, const QString &objectName, Command command)
{
    QPushButton *button = addForSeveral(text, objectName);
    connect(button, &QPushButton::clicked, this, [this, command] { perform(command); });
    connect(this, &Page::commandsChanged, button,
            [this, button, command] { button->setEnabled(can(command)); });
}

void ListPage::addCopyForSeveral()
{
    if (m_copying->hasCredentials()) {
        addCommandForSeveral(tr("Copy credentials"), QStringLiteral("severalCopyCredentials"),
                             Command::CopyCredentials);
        addCommandForSeveral(tr("Copy credentials as…"), QStringLiteral("severalCopyCredentialsAs"),
                             Command::CopyCredentialsAs);
    }
    addCommandForSeveral(tr("Copy rows"), QStringLiteral("severalCopyRows"), Command::Copy);
}

// ---- commands

void ListPage::makeEditButton(QAbstractButton &button)
{
    connect(&button, &QAbstractButton::clicked, this, [this] { perform(Command::Edit); });
    connect(this, &Page::commandsChanged, &button,
            [this, &button, toolTip = button.toolTip(), words = button.accessibleDescription()] {
                QString why = whyNoChange(account(), m_setup.area);
                if (why.isEmpty() && !can(Command::Edit)) {
                    why = m_selection->hasSelection()
                              ? tr("Several rows are selected. The details have what changes them.")
                              : tr("Select a row first.");
                }
                button.setEnabled(can(Command::Edit));
                button.setToolTip(why.isEmpty() ? toolTip : why);
                button.setAccessibleDescription(why.isEmpty() ? words : why);
            });
}

bool ListPage::can(Command command) const
{
    const bool rows = m_state.body == ListState::Body::Rows;
    switch (command) {
    case Command::Refresh:
        return !account().isOffline() && m_facts.status.state != AreaStatus::Loading &&
               m_facts.status.state != AreaStatus::NoAccess;
    case Command::Search:
        return m_search->isEnabled();
    case Command::Copy:
        return rows && m_selection->hasSelection();
    case Command::Edit:
        return rows && canEdit();
    case Command::SelectAll:
        return rows && m_model->rowCount() > 0;
    case Command::CopyCredentials:
        return rows && canCopyCredentials(m_copying->choice());
    case Command::CopyCredentialsAs:
        return rows && m_copying->hasCredentials() && m_selection->hasSelection();
    case Command::ToggleInspector:
        return rows;
    }
    return false;
}

void ListPage::perform(Command command)
{
    if (!can(command)) {
        return;
    }
    switch (command) {
    case Command::Refresh:
        tryAgain();
        break;
    case Command::Search:
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
        break;
    case Command::Copy:
        m_copying->copyRows();
        break;
    case Command::Edit:
        m_selection->keepFirst();
        edit();
        break;
    case Command::SelectAll:
        m_table->selectAll();
        m_table->setFocus(Qt::ShortcutFocusReason);
        break;
    case Command::CopyCredentials:
        copyCredentials(m_copying->choice());
        break;
    case Command::CopyCredentialsAs:
        m_copying->openCredentialsDialog(this);
        break;
    case Command::ToggleInspector:
        setInspectorShown(!isInspectorShown());
        break;
    }
}

bool ListPage::isRefreshing() const
{
    return account().status(m_setup.area).state == AreaStatus::Loading;
}

// Loads the list even if the service did not have it before, because the user asked for it.
void ListPage::tryAgain()
{
    account().lookAgain(m_setup.area);
}

std::optional<ExportView> ListPage::exportView() const
{
    ExportView view;
    switch (m_setup.area) {
    case Area::Proxies:
        view.what = ExportWhat::Proxies;
        break;
    case Area::SubUsers:
        view.what = ExportWhat::SubUsers;
        break;
    case Area::Transactions:
    case Area::Account:
        break;
    }
    view.text = m_model->filterText().trimmed();
    view.words = view.text;
    if (const auto *ledger = qobject_cast<const TransactionTableModel *>(m_model.get())) {
        view.filter = ledger->ledgerFilter();
        view.filter.text =
            QStringList{view.filter.text, view.text}.join(QLatin1Char(' ')).trimmed();
        view.words = ledgerQueryText(view.filter, QTimeZone::systemTimeZone());
    }
    QStringList shown;
    const TableHeader &order = *m_table->header();
    for (int at = 0; at < order.count(); ++at) {
        const int column = order.logicalIndex(at);
        if (order.isColumnShown(column)) {
            shown.append(QLatin1String(m_model->columnInfo(column).name));
        }
    }
    view.columns = exportColumnsOf(view.what, shown);
    return view;
}

// ---- rows

void ListPage::showCurrent()
{
    if (m_begun) {
        showRow(m_selection->current());
        orderFocusAsSeen(*this); // the page gets no event for widgets added to the details
        Q_EMIT commandsChanged();
    }
}

void ListPage::showSelected()
{
    const qint64 rows = m_selection->selectedRows();
    m_details->showSeveral(rows > 1 ? severalText(rows) : QString());
    showNote();
    rowsChanged();
    Q_EMIT commandsChanged();
}

void ListPage::onRowsChanged(const QModelIndex &first, const QModelIndex &last)
{
    const int current = m_selection->firstSelectedRow();
    if (m_selection->current() && current >= first.row() && current <= last.row()) {
        showCurrent();
    }
    m_undoBar->check();
    rowsChanged();
}

void ListPage::goToResults()
{
    if (m_state.body != ListState::Body::Rows) {
        return;
    }
    m_selection->chooseFirst();
    m_table->setFocus(Qt::OtherFocusReason);
}

void ListPage::activateRow()
{
    if (openRow()) {
        return;
    }
    if (can(Command::Edit)) {
        perform(Command::Edit);
    } else if (m_selection->hasSelection()) {
        setInspectorShown(true);
        m_details->focusContent();
    }
}

void ListPage::openRowMenu(const QPoint &position)
{
    m_selection->keepFirst(); // the commands must not move on to another row
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("rowMenu"));
    menu->setAccessibleName(tr("Commands for the selected rows"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addRowActions(*menu);
    QAction *copy = menu->addAction(theme().icon(Icon::Copy), tr("Copy rows"), this,
                                    [this] { perform(Command::Copy); });
    copy->setObjectName(QStringLiteral("copyRowsAction"));
    copy->setShortcut(QKeySequence::Copy);
    QAction *all = menu->addAction(theme().icon(Icon::Fields), tr("All fields"), this, [this] {
        setInspectorShown(true);
        m_details->setAllFieldsShown(true);
        m_details->focusContent();
    });
    all->setObjectName(QStringLiteral("allFieldsAction"));
    all->setEnabled(m_selection->current().has_value());
    menu->popup(position);
}

void ListPage::addRemoveAction(QMenu &menu, std::function<void()> remove)
{
    QAction *action = menu.addAction(theme().icon(Icon::Delete), tr("Remove from this computer"),
                                     this, std::move(remove));
    action->setObjectName(QStringLiteral("removeAction"));
}

bool ListPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy)) {
            perform(Command::Copy);
            return true;
        }
        return handleKey(key->key(), key->modifiers());
    }
    if (watched == m_table && event->type() == QEvent::FocusIn &&
        !m_table->currentIndex().isValid()) {
        m_selection->chooseFirst();
    }
    return Page::eventFilter(watched, event);
}

bool ListPage::handleKey(int key, Qt::KeyboardModifiers modifiers)
{
    if ((modifiers & ~Qt::KeypadModifier) != Qt::NoModifier) {
        return false;
    }
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        activateRow();
        return true;
    case Qt::Key_F2:
        perform(Command::Edit);
        return true;
    case Qt::Key_Escape:
        m_copying->cancel();
        return false;
    default:
        return false;
    }
}

// A hidden page does not follow the store.
void ListPage::showEvent(QShowEvent *event)
{
    m_model->setSuspended(false);
    Page::showEvent(event);
}

bool ListPage::event(QEvent *event)
{
    // Links, chips and bars of charts may have been added.
    if (event->type() == QEvent::LayoutRequest && m_begun) {
        orderFocusAsSeen(*this);
    } else if (event->type() == QEvent::Resize || event->type() == QEvent::Show) {
        fitGaps();
    }
    return Page::event(event);
}

void ListPage::hideEvent(QHideEvent *event)
{
    m_model->setSuspended(true);
    Page::hideEvent(event);
}

} // namespace relaybook
