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
#include "ui/lists/credentialscopy.h"
#include "ui/lists/detailpane.h"
#include "ui/lists/rowscopy.h"
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

// A shorter refresh would only flicker.
constexpr std::chrono::milliseconds dimAfter{150};
constexpr std::chrono::seconds messageFor{5};
constexpr std::chrono::milliseconds filterSavedAfter{500};

} // namespace

ListPage::ListPage(const PageContext &context, Setup setup, std::unique_ptr<KeyedTableModel> model,
                   QWidget *parent)
    : Page(parent)
    , m_context(context)
    , m_setup(std::move(setup))
    , m_model(std::move(model))
    , m_secrets(new SecretClipboard(this))
{
    setObjectName(m_setup.name);
    setAccessibleName(m_setup.title);
    buildHeader();
    buildBody();
    m_selection = new SelectionKeeper(*m_table, *m_model, this);
    m_table->sortByColumn(m_model->sortColumn(), m_model->sortOrder());
    m_columns = new Columns(*m_table, *m_model, m_context.settings, m_setup.name, this);
    m_columnsMenu = m_columns->makeMenu(m_columnsButton);
    m_copier = new RowsCopier(*m_table, *m_model, this);
    m_dimTimer.setSingleShot(true);
    m_dimTimer.setInterval(dimAfter);
    m_messageTimer.setSingleShot(true);
    m_messageTimer.setInterval(messageFor);
    m_filterSaving.setSingleShot(true);
    m_filterSaving.setInterval(filterSavedAfter);
    restoreLayout();
    m_undoBar = new UndoBar(theme(), account(), this);
    m_undoBar->setFocusAfter(m_table);
}

ListPage::~ListPage()
{
    m_columns->saveNow();
    if (m_filterSaving.isActive()) {
        saveFilter();
    }
    // Signals that the parts emit while they are deleted no longer matter to anybody, least of all
    // to the derived page, which no longer exists; and the table outlives the model and must not
    // ask for its rows then.
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
    connectCopier();
    keepRowInUse();
    orderFocusAsSeen(*this);
    m_search->setText(m_context.settings.text(Setting::FilterText, m_setup.name));
    showFilters();
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
        m_filterSaving.start();
    });
    connect(&m_filterSaving, &QTimer::timeout, this, &ListPage::saveFilter);
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
    connect(&m_messageTimer, &QTimer::timeout, this, [this] { say({}); });
    m_table->installEventFilter(this);
}

/// Who reads or uses the details of a row wants to keep it, although the row was not clicked.
void ListPage::keepRowInUse()
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, const QWidget *now) {
        if (now != nullptr && m_details->isAncestorOf(now)) {
            m_selection->keepFirst();
        }
    });
    // Some of them never have the focus of a click.
    const auto buttons = m_details->findChildren<QAbstractButton *>();
    for (const QAbstractButton *button : buttons) {
        connect(button, &QAbstractButton::pressed, m_selection, &SelectionKeeper::keepFirst);
    }
}

/// A text that finds nothing is not saved: it may be a password, pasted into the wrong field.
void ListPage::saveFilter()
{
    const QString text = m_search->text().trimmed();
    if (!text.isEmpty() && !m_model->isSettled()) {
        m_filterSaving.start();
        return;
    }
    if (text.isEmpty() || m_model->rowCount() > 0) {
        m_context.settings.setValue(Setting::FilterText, text, m_setup.name);
    } else if (m_model->storedCount() > 0) { // not while the list is not loaded yet
        m_context.settings.setValue(Setting::FilterText, QString(), m_setup.name);
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

std::optional<qint64> ListPage::currentKey() const
{
    return m_selection->current();
}

// ---- commands

void ListPage::makeEditButton(QAbstractButton &button)
{
    connect(&button, &QAbstractButton::clicked, this, [this] { perform(Command::Edit); });
    connect(this, &Page::commandsChanged, &button,
            [this, &button, toolTip = button.toolTip(), words = button.accessibleDescription()] {
                const QString why = whyNoChange(account(), m_setup.area);
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
        return rows && canCopyCredentials();
    case Command::CopyCredentialsAs:
        return rows && m_credentialsCopier != nullptr && m_selection->hasSelection();
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
        copyRows();
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
        copyCredentials(credentialChoice());
        break;
    case Command::CopyCredentialsAs:
        openCopyCredentials();
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

// The user asked for it, so it also tries if the service did not have this list before.
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
        orderFocusAsSeen(*this); // the details scroll: the page gets no event of what they add
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

// Enter and a double click open the dialog that edits the row, or all that is known about it.
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
    m_selection->keepFirst(); // its commands are about the row of now
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
        cancelCopying();
        return false;
    default:
        return false;
    }
}

// A page that is not visible does not follow the store.
void ListPage::showEvent(QShowEvent *event)
{
    m_model->setSuspended(false);
    Page::showEvent(event);
}

bool ListPage::event(QEvent *event)
{
    // Links, chips and the bars of charts are added later than the rest.
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
