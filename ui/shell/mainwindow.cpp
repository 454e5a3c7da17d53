// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "models/accounts/accountsession.h"
#include "models/attention/attentiondesk.h"
#include "models/tables/lasttest.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/account/accounttext.h"
#include "ui/account/signindialog.h"
#include "ui/account/startpage.h"
#include "ui/attention/attentiontext.h"
#include "ui/base/accesstext.h"
#include "ui/base/settings.h"
#include "ui/base/viewonlytext.h"
#include "ui/ledger/transactionspage.h"
#include "ui/lists/listpage.h"
#include "ui/orders/activitypage.h"
#include "ui/proxies/proxiespage.h"
#include "ui/settings/appearancesettings.h"
#include "ui/shell/attentionbell.h"
#include "ui/shell/naventry.h"
#include "ui/shell/orderguard.h"
#include "ui/shell/orderwatcher.h"
#include "ui/shell/pagedeck.h"
#include "ui/shell/pageroles.h"
#include "ui/shell/pagetable.h"
#include "ui/shell/refreshwatch.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/statusstrip.h"
#include "ui/shell/warningcentre.h"
#include "ui/shell/windowaccounts.h"
#include "ui/shell/windowactions.h"
#include "ui/shell/windowdialogs.h"
#include "ui/shell/windowpalette.h"
#include "ui/shell/windowplacement.h"
#include "ui/shell/windowtray.h"
#include "ui/subusers/subuserspage.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/sheetdialog.h"

#include <QAction>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <chrono>
#include <utility>

namespace relaybook {

namespace {

// The space on a screen of 1366 × 768 at 150 %, without the title bar and the desktop's panel.
constexpr QSize leastSize(720, 420);
// In a narrower window, the side bar only shows icons.
constexpr int roomForSideBar = 1000;

/// Whether the service said that the list is empty: only then is 0 a fact.
bool isNothingThere(const AccountSummary &summary, const AreaStatus &status, Area area)
{
    const bool isAnswered = status.asOf || status.state == AreaStatus::Loaded;
    if (!isAnswered || status.state == AreaStatus::NotOffered) {
        return false;
    }
    switch (area) {
    case Area::Proxies:
        return summary.unreadableProxies == 0;
    case Area::SubUsers:
        return summary.unreadableSubUsers == 0;
    case Area::Transactions:
        return summary.unreadableTransactions == 0;
    case Area::Account:
        break;
    }
    return true;
}

} // namespace

MainWindow::MainWindow(Theme &theme, Settings &settings, QWidget *parent)
    : QMainWindow(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_sheets(*this)
    , m_actions(new WindowActions(theme, *menuBar(), this))
    , m_sideBar(new SideBar(theme, this))
    , m_notices(new NoticeStack(theme))
    , m_start(new StartPage(theme, this))
    , m_pages(new PageDeck(m_start, this))
    , m_strip(new StatusStrip(theme, this))
    , m_status(new WindowStatus(*m_strip, *m_pages, this))
    , m_signIn(new SignInFlow(theme, settings, m_sheets, this))
    , m_dialogs(new WindowDialogs(theme, settings, m_sheets, *m_pages, this))
    , m_palette(new WindowPalette(theme, settings, m_sheets, *m_actions, this))
    , m_orders(new OrderWatcher(theme, m_sheets, *m_notices, this))
    , m_attention(new AttentionBell(theme, settings, *m_sideBar, m_sheets, this))
    , m_guard(new OrderGuard(theme, m_sheets, this))
    , m_accounts(new WindowAccounts(
          {theme, settings, m_sheets, *m_sideBar, *m_notices, *m_actions, *m_signIn}, this))
    , m_tray(new WindowTray(theme, settings, m_sheets, this))
{
    setPageRoles();
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(leastSize.boundedTo(screen()->availableSize()));
    setPrivacyOn(m_settings.flag(Setting::PrivacyMode));
    build();
    buildSideBar();
    connectActions();
    connectPageActions();
    connectParts();
    connectTray();
    updateLook();
    m_actions->privacy->setChecked(isPrivacyOn());
    m_strip->setPrivacy(isPrivacyOn());
    m_placement = new WindowPlacement(*this, settings);
    m_refresh = new RefreshWatch(*this, *m_pages, settings);
    connect(&m_settings, &Settings::changed, this, &MainWindow::whenSettingChanged);
    qApp->installEventFilter(this);
    setAccount({});
    if (!settings.problem().isEmpty()) {
        m_notices->showLasting(Tone::Warning, settings.problem());
    }
}

MainWindow::~MainWindow()
{
    hide(); // reports to the dialogs that the program is ending
    m_sheets.dropAccount();
    dropAccount();
}

void MainWindow::build()
{
    menuBar()->setObjectName(QStringLiteral("menuBar"));
    menuBar()->setAccessibleName(tr("Menus"));
    if (auto *overflow = menuBar()->findChild<QToolButton *>(
            QStringLiteral("qt_menubar_ext_button"), Qt::FindDirectChildrenOnly)) {
        overflow->setIcon(m_theme.icon(Icon::More));
    }
    m_pages->setObjectName(QStringLiteral("pages"));
    auto *centre = new QWidget(this);
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addLayout(m_notices);
    right->addWidget(m_pages, 1);
    right->addWidget(m_strip);
    auto *row = new QHBoxLayout(centre);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_sideBar);
    row->addLayout(right, 1);
    setCentralWidget(centre);
    connect(m_pages, &PageDeck::built, this, &MainWindow::connectPage);
    connect(m_start, &StartPage::connectRequested, this, [this] { m_signIn->open(); });
    connect(m_start, &StartPage::sandboxRequested, this, &MainWindow::openSandbox);
    connect(m_strip, &StatusStrip::pauseTaskWanted, m_actions->pauseLoading, &QAction::trigger);
    connect(m_strip, &StatusStrip::goOnWithTaskWanted, m_actions->resumeLoading, &QAction::trigger);
}

void MainWindow::buildSideBar()
{
    for (const PageRow &row : pageTable()) {
        m_sideBar->addEntry(QLatin1String(row.name), row.icon, QString(row.title).remove(u'&'));
    }
    connect(m_sideBar, &SideBar::entryChosen, this, &MainWindow::showPage);
    connect(m_sideBar->primaryButton(), &QPushButton::clicked, m_actions->topUp, &QAction::trigger);
    connect(m_sideBar->settingsButton(), &QAbstractButton::clicked, m_actions->openSettings,
            &QAction::trigger);
    connect(m_sideBar->accountButton(), &QAbstractButton::clicked, this, [this] {
        if (m_accounts->accounts() != nullptr) {
            m_accounts->openSwitcher();
            return;
        }
        auto *menu = menuBar()->findChild<QMenu *>(QStringLiteral("accountMenu"));
        const QWidget *button = m_sideBar->accountButton();
        menu->popup(button->mapToGlobal(QPoint(0, button->height())));
    });
}

void MainWindow::connectActions()
{
    const auto when = [this](QAction *action, auto slot) {
        connect(action, &QAction::triggered, this, slot);
    };
    when(m_actions->exportRows, [this] { m_dialogs->openExport(); });
    when(m_actions->openSettings, [this] { openSettings(); });
    when(m_actions->openDataFolder, [this] { openDataFolder(); });
    when(m_actions->findAnything, [this] { m_palette->open(); });
    when(m_actions->privacy, [this] { switchPrivacy(m_actions->privacy->isChecked()); });
    connect(m_strip, &StatusStrip::leavePrivacyWanted, m_actions->privacy, &QAction::trigger);
    when(m_actions->quit, [this] { quit(); });
    when(m_actions->connectAccount, [this] { m_signIn->open(); });
    when(m_actions->topUp, [this] { openTopUp({}); });
    when(m_actions->openSandbox, [this] { openSandbox(); });
    when(m_actions->loadAgain, [this] { m_dialogs->confirmLoadAgain(); });
    when(m_actions->resetSandbox, [this] { m_dialogs->confirmReset(); });
    when(m_actions->shortcuts, [this] { m_dialogs->openShortcuts(m_actions->menus()); });
    when(m_actions->about, [this] { m_dialogs->openAbout(); });
    when(m_actions->pauseLoading, [this] { m_account.account->ledger().pause(); });
    when(m_actions->resumeLoading, [this] { m_account.account->ledger().resume(); });
    when(m_actions->cancelLoading, [this] { m_account.account->ledger().cancel(); });
    when(m_actions->checkLedger, [this] { checkLedger(); });
    const std::pair<QAction *, Theme::Mode> looks[] = {
        {m_actions->lookSystem, Theme::Mode::System},
        {m_actions->lookLight, Theme::Mode::Light},
        {m_actions->lookDark, Theme::Mode::Dark},
    };
    for (const auto &[action, mode] : looks) {
        when(action, [this, name = appearanceName(int(mode))] {
            m_settings.setValue(Setting::Appearance, name);
        });
    }
}

void MainWindow::connectPageActions()
{
    const auto zoom = [this](QAction *action, int (*step)(int)) {
        connect(action, &QAction::triggered, this, [this, step] {
            m_settings.setValue(Setting::Zoom, step(m_settings.number(Setting::Zoom)));
        });
    };
    zoom(m_actions->zoomIn, zoomedIn);
    zoom(m_actions->zoomOut, zoomedOut);
    zoom(m_actions->usualSize, [](int) { return usualZoom; });
    for (std::size_t i = 0; i < m_actions->pages.size(); ++i) {
        connect(m_actions->pages.at(i), &QAction::triggered, this,
                [this, name = QLatin1String(pageTable().at(i).name)] { showPage(name); });
    }
    const std::pair<QAction *, Page::Command> commands[] = {
        {m_actions->refresh, Page::Command::Refresh},
        {m_actions->find, Page::Command::Search},
        {m_actions->copy, Page::Command::Copy},
        {m_actions->edit, Page::Command::Edit},
        {m_actions->selectAll, Page::Command::SelectAll},
        {m_actions->copyCredentials, Page::Command::CopyCredentials},
        {m_actions->copyCredentialsAs, Page::Command::CopyCredentialsAs},
        {m_actions->toggleInspector, Page::Command::ToggleInspector},
    };
    for (const auto &[action, command] : commands) {
        connect(action, &QAction::triggered, this, [this, command = command] { perform(command); });
    }
}

void MainWindow::connectParts()
{
    connect(m_status, &WindowStatus::cancelLedgerRequested, m_actions->cancelLoading,
            &QAction::trigger);
    connect(m_signIn, &SignInFlow::canOpenChanged, this, &MainWindow::updateActions);
    connect(m_signIn, &SignInFlow::sandboxRequested, this, &MainWindow::openSandbox);
    connect(m_signIn, &SignInFlow::connectionCheckRequested, &m_accounts->commands(),
            &AccountCommands::checkTyped);
    connect(m_dialogs, &WindowDialogs::orderPlaced, m_orders, &OrderWatcher::openOrder);
    connect(m_dialogs, &WindowDialogs::settingsActionWanted, this, &MainWindow::actOnSettings);
    connect(m_dialogs, &WindowDialogs::sandboxResetConfirmed, this,
            [this] { m_guard->leaveAccount([this] { Q_EMIT sandboxResetRequested(); }); });
    connect(m_palette, &WindowPalette::resultChosen, this, &MainWindow::showResult);
    connect(m_palette, &WindowPalette::giveWanted, this, &MainWindow::giveTrafficTo);
    connect(m_accounts, &WindowAccounts::changed, this, &MainWindow::whenAccountsChanged);
    connect(m_status, &WindowStatus::reachableChanged, m_accounts, &WindowAccounts::setReachable);
    connect(m_orders, &OrderWatcher::openOrdersChanged, this, &MainWindow::updateOpenOrders);
    connect(m_orders, &OrderWatcher::againWanted, this, &MainWindow::prepareAgain);
    connect(m_orders, &OrderWatcher::pageRequested, this, &MainWindow::showUnknownOrders);
    connect(m_attention, &AttentionBell::actionWanted, this, &MainWindow::actOn);
    connect(m_attention, &AttentionBell::settingsWanted, this,
            [this] { openSettings(QStringLiteral("warningSettings")); });
    connect(m_attention, &AttentionBell::allWanted, this,
            [this] { showPage(QStringLiteral("subUsersPage")); });
}

void MainWindow::connectPage(Page *page)
{
    connect(page, &Page::commandsChanged, this, &MainWindow::updateActions);
    connect(page, &Page::signInRequested, m_signIn, &SignInFlow::openForPage);
    connect(page, &Page::topUpRequested, this, &MainWindow::openTopUp);
    connect(
        page, &Page::topUpForRequested, m_dialogs,
        [this](const QString &type, TrafficAmount amount) { m_dialogs->openTopUp(type, amount); });
    connect(page, &Page::orderAgainRequested, this, &MainWindow::openAgain);
    connect(page, &Page::pageRequested, this, &MainWindow::showPage);
    connect(page, &Page::ledgerRequested, this, &MainWindow::showLedger);
    connect(page, &Page::attentionActionRequested, this, &MainWindow::actOn);
    connect(page, &Page::attentionRequested, m_attention, &AttentionBell::open);
    connect(page, &Page::exportRequested, m_actions->exportRows, &QAction::trigger);
}

void MainWindow::setAccounts(OpenAccounts *accounts)
{
    m_guard->setAccounts(accounts);
    m_signIn->setAccounts(accounts);
    m_dialogs->setAccounts(accounts);
    m_accounts->setAccounts(accounts);
}

void MainWindow::setCheckConnect(const SignIn::Connect &connect)
{
    m_accounts->commands().setConnect(connect);
    m_signIn->setCanCheckConnection(bool(connect));
}

void MainWindow::updateAccess()
{
    const AccountEntry *account = m_accounts->shown();
    m_status->setAccess(account != nullptr ? account->access : AccountAccess::NotOpened);
}

void MainWindow::whenAccountsChanged()
{
    updateAccess();
    updateSideBar();
    updateActions();
    updateTitle();
}

void MainWindow::showResult(const PaletteResult &result)
{
    switch (result.kind) {
    case PaletteResult::Kind::Setting:
        openSettings(result.name);
        break;
    case PaletteResult::Kind::SubUser:
        showPage(QStringLiteral("subUsersPage"));
        if (auto *page = qobject_cast<SubUsersPage *>(currentPage())) {
            page->openPageOf(SubUserId(result.key));
        }
        break;
    case PaletteResult::Kind::Proxy:
        showPage(QStringLiteral("proxiesPage"));
        if (auto *page = qobject_cast<ProxiesPage *>(currentPage())) {
            page->goToRow(result.key);
        }
        break;
    case PaletteResult::Kind::Transaction:
        showTransaction(TransactionId(result.key));
        break;
    case PaletteResult::Kind::Order:
        m_orders->openOrder(result.name);
        break;
    case PaletteResult::Kind::Command:
    case PaletteResult::Kind::Page:
        break; // the palette runs them
    }
}

void MainWindow::giveTrafficTo(const PaletteResult &subUser)
{
    showPage(QStringLiteral("subUsersPage"));
    if (auto *page = qobject_cast<SubUsersPage *>(currentPage())) {
        page->giveTo(SubUserId(subUser.key), std::nullopt);
    }
}

void MainWindow::openSandbox()
{
    if (m_sheets.closeAll()) {
        Q_EMIT sandboxRequested();
    }
}

// Checked here, because a page's own button does not know the account's settings.
void MainWindow::openTopUp(const QString &trafficType, std::optional<TrafficAmount> proposed)
{
    if (const AccountEntry *account = m_accounts->shown(); account && account->isViewOnly) {
        m_notices->showNotice(Tone::Accent, viewOnlyReason());
        return;
    }
    if (!proposed && m_account.account != nullptr) { // what "Needs attention" proposes
        for (const AttentionEntry &entry : m_account.account->attention().entries()) {
            if (entry.kind == AttentionKind::PoolRunsOut && entry.name == trafficType) {
                proposed = entry.proposed;
            }
        }
    }
    m_dialogs->openTopUp(trafficType, std::nullopt, proposed);
}

void MainWindow::openAgain(const QString &orderId)
{
    if (m_account.account == nullptr) {
        return;
    }
    if (const TopUpOrder *order = m_account.account->purchases().order(orderId)) {
        const auto &pools = m_account.account->summary().pools;
        // The amount is not filled in for another type than that of the order.
        const bool isSold = std::any_of(pools.begin(), pools.end(), [order](const auto &pool) {
            return pool.type == order->proxyType;
        });
        m_dialogs->openTopUp(order->proxyType,
                             isSold ? std::optional(order->amount) : std::nullopt);
    } else if (const ProxyOrder *asked = m_account.account->creating().order(orderId)) {
        const NewProxy wanted = asked->wanted; // the order may be gone when the page is there
        showPage(QStringLiteral("proxiesPage"));
        if (auto *page = qobject_cast<ProxiesPage *>(currentPage())) {
            page->openAgain(wanted);
        }
    }
}

void MainWindow::setAccount(const WindowAccount &account)
{
    // Closes the dialogs first, because they use the account. An account that was still opening had
    // no dialogs.
    if (!m_account.opening) {
        m_sheets.dropAccount();
    }
    dropAccount();
    m_account = account;
    m_start->setState(!account.opening     ? StartPage::State::NoAccount
                      : account.readingLog ? StartPage::State::ReadingLog
                                           : StartPage::State::UpdatingData);
    m_settings.setAccount(account.account != nullptr ? m_accounts->shownKey() : QString());
    m_signIn->setAccount(account);
    m_dialogs->setAccount(account);
    m_palette->setAccount(account);
    m_guard->setAccount(account.account);
    m_status->setAccount(account);
    if (m_account.account != nullptr) {
        m_pages->open({*account.account, m_theme, m_settings});
        followAccount();
        m_notices->setAccount(account.account);
        nameAccountInNotices();
        showPage(m_settings.text(Setting::LastPage));
        m_orders->setAccount(account.account);
        m_attention->setAccount(account.account);
        m_tray->setAccount(account.account);
    }
    m_refresh->setAccount(account.account);
    updateSideBar();
    updateActions();
    updateTitle();
    updateAccess();
    m_status->update();
    showWanted();
}

void MainWindow::dropAccount()
{
    if (m_account.account != nullptr) {
        m_account.account->disconnect(this);
        m_account.account->ledger().disconnect(this);
        m_account.account->notices().disconnect(this);
    }
    m_refresh->setAccount(nullptr);
    m_orders->setAccount(nullptr);
    m_attention->setAccount(nullptr);
    m_tray->setAccount(nullptr);
    m_guard->setAccount(nullptr);
    m_dialogs->setAccount({});
    m_palette->setAccount({});
    m_signIn->setAccount({});
    m_status->setAccount({});
    m_pages->close();
    m_notices->setAccount(nullptr);
    m_account = {};
}

void MainWindow::followAccount()
{
    AccountSession &account = *m_account.account;
    connect(&account, &AccountSession::summaryChanged, this, [this] {
        updateSideBar();
        updateTitle();
    });
    connect(&account, &AccountSession::areaChanged, this, &MainWindow::updateSideBar);
    connect(&account.ledger(), &AccountLedger::changed, this, &MainWindow::updateActions);
    // Later, when the banner is there.
    connect(&account.notices(), &AccountNotices::added, this, &MainWindow::nameAccountInNotices,
            Qt::QueuedConnection);
}

/// The banners of AccountNotices, which do not know how many accounts there are.
void MainWindow::nameAccountInNotices()
{
    if (m_account.account == nullptr) {
        return;
    }
    const QStringList &said = m_account.account->notices().all();
    for (Banner *banner : centralWidget()->findChildren<Banner *>()) {
        if (said.contains(banner->lead())) {
            banner->setAccount(shownAccount());
        }
    }
}

void MainWindow::askToSignIn(TokenKind token)
{
    m_signIn->askToSignIn(token);
}

Page *MainWindow::currentPage() const
{
    return m_pages->current();
}

void MainWindow::showPage(const QString &objectName)
{
    if (m_changingPage) {
        return;
    }
    m_changingPage = true;
    if (m_pages->show(objectName) != nullptr) {
        whenPageShown();
    }
    m_changingPage = false;
}

void MainWindow::showLedger(const LedgerFilter &filter)
{
    showPage(QStringLiteral("transactionsPage"));
    if (auto *page = qobject_cast<TransactionsPage *>(currentPage())) {
        page->setFilter(filter);
    }
}

void MainWindow::checkLedger()
{
    showPage(QStringLiteral("transactionsPage"));
    if (auto *page = qobject_cast<TransactionsPage *>(currentPage())) {
        page->checkLedger();
    }
}

void MainWindow::prepareAgain(const QString &orderId)
{
    showPage(QStringLiteral("activityPage"));
    if (auto *page = qobject_cast<ActivityPage *>(currentPage())) {
        page->prepareAgain(orderId);
    }
}

void MainWindow::showUnknownOrders()
{
    showPage(QStringLiteral("activityPage"));
    if (auto *page = qobject_cast<ActivityPage *>(currentPage())) {
        page->showUnknown();
    }
}

void MainWindow::showTransaction(TransactionId id)
{
    showPage(QStringLiteral("transactionsPage"));
    if (auto *page = qobject_cast<TransactionsPage *>(currentPage())) {
        page->goTo(id);
    }
}

void MainWindow::savePlacement()
{
    m_placement->save();
}

void MainWindow::actOn(const AttentionEntry &entry)
{
    if (m_account.account == nullptr) {
        return;
    }
    AccountSession &account = *m_account.account;
    const auto showListOf = [this](Area area) {
        const auto &table = pageTable();
        const auto row = std::find_if(table.begin(), table.end(), [area](const PageRow &each) {
            return each.count != nullptr && each.area == area;
        });
        showPage(QLatin1String(row == table.end() ? table.front().name : row->name));
    };
    switch (entry.kind) {
    case AttentionKind::DoubleCharge:
    case AttentionKind::EqualPurchases:
        if (entry.charge && !entry.charge->rows.empty()) {
            LedgerFilter filter;
            filter.from = entry.charge->rows.front().at;
            filter.until = entry.charge->rows.back().at + std::chrono::milliseconds(1);
            filter.atLeast = entry.charge->rows.front().paid;
            filter.atMost = filter.atLeast;
            showLedger(filter);
        }
        break;
    case AttentionKind::DecidedOrder: // seen
        account.attention().hideForEver(entry.key);
        [[fallthrough]];
    case AttentionKind::UnknownOrder:
    case AttentionKind::DifferingOrder:
        m_orders->openOrder(entry.orderId);
        break;
    case AttentionKind::BalanceGap:
    case AttentionKind::RemovedTransaction:
    case AttentionKind::ChangedTransaction:
        if (entry.count > 0) {
            showListOf(Area::Transactions);
            if (auto *page = qobject_cast<TransactionsPage *>(currentPage())) {
                page->openFindings();
            }
            break;
        }
        showTransaction(entry.transaction.value_or(TransactionId()));
        break;
    case AttentionKind::SignIn:
        if (accessText(account.tokenState(entry.token), entry.token).does ==
            AccessText::Does::LookAgain) {
            account.refreshAll();
        } else {
            m_signIn->openForPage(entry.token);
        }
        break;
    case AttentionKind::PoolRunsOut:
        openTopUp(entry.name, entry.proposed);
        break;
    case AttentionKind::BalanceRunsOut:
        showListOf(Area::Transactions);
        break;
    case AttentionKind::SubUserRunsOut:
        showListOf(Area::SubUsers);
        if (auto *page = qobject_cast<SubUsersPage *>(currentPage()); page && entry.subUser) {
            page->giveTo(*entry.subUser, entry.proposed);
        }
        break;
    case AttentionKind::UnreadableList:
        account.lookAgain(entry.area.value_or(Area::Account));
        break;
    case AttentionKind::UnreadableRows:
        showListOf(entry.area.value_or(Area::Account));
        break;
    case AttentionKind::FailedProxyTest:
        showListOf(entry.area.value_or(Area::Proxies));
        if (auto *list = qobject_cast<ListPage *>(currentPage()); list && entry.count > 0) {
            const auto why = entry.outcome.value_or(ProxyTestOutcome::ClosedEarly);
            list->searchFor(QStringLiteral("test:failed %1").arg(testResultText(why).toLower()));
        } else if (auto *page = qobject_cast<ProxiesPage *>(currentPage()); page && entry.proxy) {
            page->goTo(*entry.proxy);
        } else if (auto *subUsers = qobject_cast<SubUsersPage *>(currentPage());
                   subUsers && entry.subUser) {
            subUsers->goTo(*entry.subUser);
        }
        break;
    }
}

void MainWindow::perform(Page::Command command)
{
    if (Page *page = currentPage(); page != nullptr && page->can(command)) {
        page->perform(command);
    }
}

void MainWindow::whenPageShown()
{
    const QString name = currentPage()->objectName();
    m_sideBar->setCurrent(name);
    m_settings.setValue(Setting::LastPage, name);
    m_orders->setOrdersPageShown(name == QLatin1String("activityPage"));
    updateActions();
    updateTitle();
    m_status->update();
}

void MainWindow::updateTitle()
{
    const Page *page = currentPage();
    if (page == nullptr) {
        setWindowTitle(tr("Relaybook"));
        return;
    }
    const AccountEntry *entry = m_accounts->shown();
    const QString name =
        plainLine(privateText(entry != nullptr ? entry->name : m_account.account->summary().name));
    if (m_account.sandbox) {
        setWindowTitle(tr("%1 · Sandbox, sample data · Relaybook").arg(page->title()));
    } else {
        setWindowTitle(name.isEmpty() ? tr("%1 · Relaybook").arg(page->title())
                                      : tr("%1 · %2 · Relaybook").arg(page->title(), name));
    }
}

QString MainWindow::accountTitle() const
{
    const AccountEntry *entry = m_accounts->shown();
    if (m_account.account == nullptr) {
        return m_account.opening && entry != nullptr ? entry->name : tr("Relaybook");
    }
    QString name = entry != nullptr ? entry->name : m_account.account->summary().name;
    if (!name.isEmpty()) {
        return name;
    }
    return m_account.sandbox ? tr("Sandbox") : tr("Account");
}

AccountMark MainWindow::shownAccount() const
{
    const AccountEntry *entry = m_accounts->shown();
    const bool open = m_account.account != nullptr;
    const QString service = open ? m_account.account->summary().service : QString();
    return {accountTitle(), m_account.sandbox ? tr("On this computer") : service,
            entry != nullptr ? entry->colour : 0, m_account.sandbox && open, m_accounts->isAlone()};
}

void MainWindow::updateSideBar()
{
    const bool open = m_account.account != nullptr;
    const AccountSummary summary = open ? m_account.account->summary() : AccountSummary{};
    m_sideBar->setAccount(shownAccount());
    for (const PageRow &row : pageTable()) {
        const qint64 count = row.count != nullptr ? summary.*row.count : 0;
        const bool isKnown =
            open && row.count != nullptr &&
            (count > 0 || isNothingThere(summary, m_account.account->status(row.area), row.area));
        m_sideBar->setCount(QLatin1String(row.name), isKnown ? format::count(count) : QString());
        m_sideBar->setEntryEnabled(QLatin1String(row.name), open);
    }
    updateOpenOrders();
    const AccountEntry *entry = m_accounts->shown();
    m_sideBar->setPrimaryBlocked(entry != nullptr && entry->isViewOnly ? viewOnlyReason()
                                                                       : QString());
    const QString label = m_account.sandbox ? tr("Top up (sandbox)") : tr("Top up traffic");
    m_sideBar->setPrimary(label, m_account.sandbox ? std::optional(Icon::Sandbox) : std::nullopt);
    m_sideBar->primaryButton()->setVisible(open);
}

void MainWindow::updateOpenOrders()
{
    const OrderCounts &counts = m_orders->counts();
    const qint64 open = counts.underWay() + counts.unknown;
    const NavBadge badge{format::count(open),
                         openOrdersText(static_cast<int>(open), static_cast<int>(counts.unknown)),
                         counts.unknown > 0};
    m_sideBar->setBadge(QStringLiteral("activityPage"),
                        open > 0 ? std::optional(badge) : std::nullopt);
}

void MainWindow::updateActions()
{
    m_actions->enable(currentPage(), m_account, m_signIn->canOpen());
    m_actions->enableForAccount(m_accounts->shown());
    m_actions->switchAccount->setEnabled(m_accounts->accounts() != nullptr);
    m_actions->manageAccounts->setEnabled(m_accounts->accounts() != nullptr);
}

void MainWindow::updateLook()
{
    applyLook(m_theme, m_settings);
    const Theme::Mode mode = m_theme.mode();
    m_actions->lookSystem->setChecked(mode == Theme::Mode::System);
    m_actions->lookLight->setChecked(mode == Theme::Mode::Light);
    m_actions->lookDark->setChecked(mode == Theme::Mode::Dark);
}

void MainWindow::switchPrivacy(bool isOn)
{
    // The page that waits for new credentials, which are shown once, would be built again.
    if (m_account.account != nullptr && m_account.account->serving().isCreating()) {
        m_actions->privacy->setChecked(isPrivacyOn());
        m_notices->showNotice(Tone::Accent,
                              tr("Privacy mode can't be changed while sub-users are created: their "
                                 "passwords are shown once. Try again when they are ready."));
        return;
    }
    m_settings.setValue(Setting::PrivacyMode, isOn);
}

// The pages are built again, as for another account: there is no other way to be sure that no text
// was forgotten.
void MainWindow::applyPrivacy()
{
    const bool isOn = m_settings.flag(Setting::PrivacyMode);
    setPrivacyOn(isOn);
    m_actions->privacy->setChecked(isOn);
    m_strip->setPrivacy(isOn);
    if (m_account.account != nullptr) {
        const auto *before = qobject_cast<ListPage *>(currentPage());
        const auto selected = before != nullptr ? before->currentKey() : std::nullopt;
        const WindowAccount shown = m_account;
        setAccount(shown);
        auto *list = qobject_cast<ListPage *>(currentPage());
        if (list != nullptr && selected) {
            list->goToRow(*selected);
        }
    }
    m_accounts->update();
    for (Banner *banner : centralWidget()->findChildren<Banner *>()) {
        banner->setAccount(banner->account());
    }
    updateSideBar();
    updateTitle();
}

void MainWindow::whenSettingChanged(Setting setting)
{
    if (isLookSetting(setting)) {
        updateLook();
    } else if (setting == Setting::PrivacyMode) {
        applyPrivacy();
    }
}

void MainWindow::openDataFolder()
{
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(m_settings.dataDir()))) {
        m_notices->showProblem(tr("The folder %1 could not be opened.").arg(m_settings.dataDir()));
    }
}

void MainWindow::openSettings(const QString &name)
{
    m_dialogs->openSettings(name);
}

void MainWindow::actOnSettings(SettingsAction action, const QString &account)
{
    switch (action) {
    case SettingsAction::OpenDataFolder:
        openDataFolder();
        break;
    case SettingsAction::SwitchPrivacy:
        m_actions->privacy->trigger(); // closes the dialogs of the account
        openSettings(QStringLiteral("privacyMode"));
        break;
    case SettingsAction::LoadAgain:
        m_dialogs->confirmLoadAgain();
        break;
    case SettingsAction::RemoveAccount:
        m_accounts->commands().remove(account);
        break;
    }
}

bool MainWindow::isDialogOpen() const
{
    const auto *welcome = qobject_cast<const SignInDialog *>(m_sheets.front());
    return m_sheets.front() != this && (welcome == nullptr || !welcome->isUntouchedWelcome());
}

void MainWindow::closeWelcome()
{
    auto *welcome = qobject_cast<SignInDialog *>(m_sheets.front());
    if (welcome != nullptr && !isDialogOpen()) {
        welcome->reject();
    }
}

void MainWindow::bringToFront()
{
    if (isMinimized()) {
        setWindowState(windowState() & ~Qt::WindowMinimized);
    }
    show();
    if (std::exchange(m_isInTray, false)) {
        QGuiApplication::setQuitOnLastWindowClosed(true);
    }
    raise();
    QWidget *front = m_sheets.front();
    front->raise();
    front->activateWindow();
}

void MainWindow::connectTray()
{
    connect(m_tray, &WindowTray::openWanted, this, &MainWindow::bringToFront);
    connect(m_tray, &WindowTray::quitWanted, this, &MainWindow::quit);
    connect(m_tray, &WindowTray::hideWanted, this, &MainWindow::hideInTray);
    connect(m_tray, &WindowTray::attentionWanted, this, [this] { showWarning({}, {}); });
    connect(m_tray, &WindowTray::topUpWanted, this, [this] {
        bringToFront();
        if (!isDialogOpen()) {
            m_actions->topUp->trigger();
        }
    });
    // Without its icon, nobody could open the window again.
    connect(m_tray, &WindowTray::shownChanged, this, [this] {
        if (!m_tray->isShown() && m_isInTray) {
            bringToFront();
        }
    });
}

void MainWindow::setWarnings(WarningCentre *warnings)
{
    m_dialogs->setWarnings(warnings);
    m_refresh->setWarns(warnings != nullptr);
    if (warnings != nullptr) {
        connect(warnings, &WarningCentre::chosen, this, &MainWindow::showWarning);
    }
}

void MainWindow::quit()
{
    m_isQuitting = true;
    close();
    m_isQuitting = false;
}

void MainWindow::hideInTray()
{
    if (!m_tray->canHide()) {
        return; // it went while the question was open
    }
    for (auto *sheet : findChildren<SheetDialog *>()) {
        if (sheet->isVisible() && sheet->state() == SheetDialog::State::Submitting) {
            sheet->activateWindow(); // closing it would cancel its work
            return;
        }
    }
    if (!m_sheets.closeAll()) {
        return;
    }
    m_placement->save();
    m_isInTray = true;
    QGuiApplication::setQuitOnLastWindowClosed(false);
    hide();
}

void MainWindow::showWarning(const QString &account, const QString &entry)
{
    bringToFront();
    if (isDialogOpen()) {
        return; // what is typed there would be lost
    }
    m_wanted.reset();
    if (account.isEmpty() && m_account.account == nullptr && !m_account.opening) {
        return;
    }
    m_wanted = {account.isEmpty() ? m_accounts->shownKey() : account, entry};
    m_accounts->switchTo(m_wanted->first);
    showWanted();
}

void MainWindow::showWanted()
{
    if (m_wanted && m_wanted->first != m_accounts->shownKey()) {
        m_wanted.reset(); // the user chose another account, or it could not be opened
    }
    if (!m_wanted || m_account.account == nullptr) {
        return;
    }
    const QString key = std::exchange(m_wanted, std::nullopt)->second;
    const auto &entries = m_account.account->attention().entries();
    const auto found = std::find_if(entries.begin(), entries.end(), [&key](const auto &each) {
        return !key.isEmpty() && each.key == key;
    });
    // What is solved by now, or cannot be done, is in the list or gone.
    if (found == entries.end() || !attentionText(*found, *m_account.account).blocked.isEmpty()) {
        m_attention->open();
        return;
    }
    actOn(AttentionEntry(*found));
}

bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::WindowActivate && m_sheets.front() != this) {
        m_sheets.front()->activateWindow();
    }
    return QMainWindow::event(event);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_sideBar != nullptr) {
        fitSideBar(); // a larger font needs more room
    }
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == qApp && event->type() == QEvent::Quit) {
        // Qt closes all windows while it handles this event.
        m_isQuitting = true;
        QMetaObject::invokeMethod(
            this, [this] { m_isQuitting = false; }, Qt::QueuedConnection);
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    auto *button = qobject_cast<QAbstractButton *>(focusWidget());
    if (!isEnter || event->isAutoRepeat() || (event->modifiers() & ~Qt::KeypadModifier) != 0 ||
        button == nullptr || !button->isEnabled()) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    auto *withMenu = qobject_cast<QToolButton *>(button);
    if (withMenu != nullptr && withMenu->popupMode() == QToolButton::InstantPopup) {
        withMenu->showMenu();
    } else {
        button->click();
    }
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const bool isQuitting =
        m_isQuitting || m_guard->isQuittingAnyway() || qGuiApp->isSavingSession();
    const WindowTray::Closing closing = isQuitting ? WindowTray::Closing::Quits : m_tray->closing();
    if (closing != WindowTray::Closing::Quits) {
        event->ignore();
        if (closing == WindowTray::Closing::Hides) {
            hideInTray();
        } else {
            m_tray->ask();
        }
        return;
    }
    if (!m_guard->mayQuit() || !m_sheets.closeAll()) {
        event->ignore();
        if (m_isInTray) {
            bringToFront(); // there is a question
        }
        return;
    }
    m_placement->save();
    QMainWindow::closeEvent(event);
    if (m_isInTray) {
        // Nothing was closed that Qt could see.
        QMetaObject::invokeMethod(
            qApp, [] { QCoreApplication::quit(); }, Qt::QueuedConnection);
    }
}

void MainWindow::fitSideBar()
{
    m_sideBar->setCompact(width() < metric::scaled(roomForSideBar, fontMetrics()));
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    fitSideBar();
    QMainWindow::resizeEvent(event);
}

void MainWindow::paintEvent(QPaintEvent *event)
{
    QMainWindow::paintEvent(event);
    if (!std::exchange(m_wasDrawn, true)) {
        // Emitted after this frame was sent to the screen.
        QTimer::singleShot(0, this, &MainWindow::drawn);
    }
}

} // namespace relaybook
