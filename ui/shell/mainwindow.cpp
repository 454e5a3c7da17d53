// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "models/buying/purchasedesk.h"
#include "models/format.h"
#include "ui/account/startpage.h"
#include "ui/base/settings.h"
#include "ui/ledger/transactionspage.h"
#include "ui/shell/pagedeck.h"
#include "ui/shell/settingsdialog.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/statusstrip.h"
#include "ui/shell/windowactions.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/sheetdialog.h"

#include <QAction>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QToolButton>
#include <QUrl>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr QSize usualSize(1280, 800);
constexpr QSize leastSize(880, 560);
constexpr auto statusTick = 1s;
constexpr auto saveDelay = 800ms;

} // namespace

MainWindow::MainWindow(Theme &theme, Settings &settings, QWidget *parent)
    : QMainWindow(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_actions(new WindowActions(theme, *menuBar(), this))
    , m_sideBar(new SideBar(theme, this))
    , m_notices(new QVBoxLayout)
    , m_start(new StartPage(theme, this))
    , m_pages(new PageDeck(m_start, this))
    , m_status(new StatusStrip(theme, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(leastSize);
    build();
    buildSideBar();
    connectActions();
    connectPageActions();
    applyAppearance();
    restoreWindow();
    connect(&m_settings, &Settings::changed, this, &MainWindow::whenSettingChanged);
    m_statusTimer.setInterval(statusTick);
    connect(&m_statusTimer, &QTimer::timeout, this, &MainWindow::updateStatus);
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(saveDelay);
    connect(&m_saveTimer, &QTimer::timeout, this, &MainWindow::saveWindow);
    setAccount({});
}

MainWindow::~MainWindow()
{
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
    m_notices->setContentsMargins(20, 12, 20, 0);
    m_notices->setSpacing(8);
    right->addLayout(m_notices);
    right->addWidget(m_pages, 1);
    right->addWidget(m_status);
    auto *row = new QHBoxLayout(centre);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_sideBar);
    row->addLayout(right, 1);
    setCentralWidget(centre);
    connect(m_pages, &PageDeck::built, this, &MainWindow::connectPage);
    connect(m_start, &StartPage::connectRequested, this, [this] { openSignIn(); });
    connect(m_start, &StartPage::sandboxRequested, this, &MainWindow::sandboxRequested);
    connect(m_status, &StatusStrip::cancelTaskWanted, this, &MainWindow::cancelTask);
    connect(m_status, &StatusStrip::pauseTaskWanted, m_actions->pauseLoading, &QAction::trigger);
    connect(m_status, &StatusStrip::goOnWithTaskWanted, m_actions->resumeLoading,
            &QAction::trigger);
}

void MainWindow::buildSideBar()
{
    const std::pair<Icon, QString> entries[] = {
        {Icon::Overview, tr("Overview")},  {Icon::Proxies, tr("Proxies")},
        {Icon::SubUsers, tr("Sub-users")}, {Icon::Transactions, tr("Transactions")},
        {Icon::Activity, tr("Activity")},
    };
    static_assert(std::size(entries) == std::size(pageNames));
    for (std::size_t i = 0; i < std::size(entries); ++i) {
        m_sideBar->addEntry(QLatin1String(pageNames[i]), entries[i].first, entries[i].second);
    }
    connect(m_sideBar, &SideBar::entryChosen, this, &MainWindow::showPage);
    connect(m_sideBar->primaryButton(), &QPushButton::clicked, m_actions->topUp, &QAction::trigger);
    connect(m_sideBar->settingsButton(), &QAbstractButton::clicked, m_actions->openSettings,
            &QAction::trigger);
    connect(m_sideBar->accountButton(), &QAbstractButton::clicked, this, [this] {
        auto *menu = menuBar()->findChild<QMenu *>(QStringLiteral("accountMenu"));
        const QWidget *button = m_sideBar->accountButton();
        menu->popup(button->mapToGlobal(QPoint(0, button->height())));
    });
}

void MainWindow::setSignIn(const SignInDialog::MakeSignIn &makeSignIn)
{
    m_makeSignIn = makeSignIn;
    updateActions();
}

void MainWindow::setAccount(const WindowAccount &account)
{
    dropAccount();
    m_account = account;
    m_sideBar->setSandbox(account.sandbox && account.account != nullptr);
    if (m_account.account != nullptr) {
        m_pages->open({*account.account, m_theme, m_settings});
        followAccount();
        showNotices();
        showPage(m_settings.text(Setting::LastPage));
        followOrders();
    }
    m_statusTimer.start();
    updateSideBar();
    updateActions();
    updateTitle();
    updateStatus();
}

void MainWindow::dropAccount()
{
    // Dialogs first: they speak to the account. The sign-in does not, and may be what led here.
    QList<QPointer<SheetDialog>> sheets;
    for (auto *sheet : findChildren<SheetDialog *>()) {
        sheets.append(sheet);
    }
    for (const QPointer<SheetDialog> &sheet : std::as_const(sheets)) {
        if (sheet != nullptr && qobject_cast<SignInDialog *>(sheet) == nullptr) {
            delete sheet; // with those that were opened over it
        }
    }
    if (m_account.account != nullptr) {
        m_account.account->disconnect(this);
        m_account.account->ledger().disconnect(this);
        m_account.account->notices().disconnect(this);
        m_account.account->purchases().disconnect(this);
    }
    m_pages->close();
    delete m_keepFileNotice;
    m_openOrders.clear();
    m_ordersRead = false;
    m_account = {};
    m_reachable.reset();
    m_waits.clear();
}

void MainWindow::followAccount()
{
    AccountSession &account = *m_account.account;
    connect(&account, &AccountSession::summaryChanged, this, [this] {
        updateSideBar();
        updateTitle();
        updateStatus();
    });
    connect(&account, &AccountSession::areaChanged, this, &MainWindow::updateStatus);
    connect(&account.ledger(), &AccountLedger::changed, this, [this] {
        updateStatus();
        updateActions();
    });
    connect(&account.notices(), &AccountNotices::added, this,
            [this](const QString &message) { showNotice(Tone::Warning, message); });
}

void MainWindow::connectPage(Page *page)
{
    connect(page, &Page::commandsChanged, this, &MainWindow::updateActions);
    connect(page, &Page::signInRequested, this, &MainWindow::openSignInForPage);
    connect(page, &Page::topUpRequested, this, &MainWindow::openTopUp);
    connect(page, &Page::pageRequested, this, &MainWindow::showPage);
    connect(page, &Page::ledgerRequested, this, &MainWindow::showLedger);
    connect(page, &Page::exportRequested, m_actions->exportRows, &QAction::trigger);
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

void MainWindow::whenPageShown()
{
    const QString name = currentPage()->objectName();
    m_sideBar->setCurrent(name);
    m_settings.setValue(Setting::LastPage, name);
    updateActions();
    updateTitle();
    updateStatus();
}

void MainWindow::updateTitle()
{
    const Page *page = currentPage();
    if (page == nullptr) {
        setWindowTitle(tr("Relaybook"));
        return;
    }
    const QString name = plainLine(m_account.account->summary().name);
    if (m_account.sandbox) {
        setWindowTitle(tr("%1 · Sandbox, made-up data · Relaybook").arg(page->title()));
    } else {
        setWindowTitle(name.isEmpty() ? tr("%1 · Relaybook").arg(page->title())
                                      : tr("%1 · %2 · Relaybook").arg(page->title(), name));
    }
}

void MainWindow::updateSideBar()
{
    const bool open = m_account.account != nullptr;
    const AccountSummary summary = open ? m_account.account->summary() : AccountSummary{};
    const QString name = !open ? tr("Relaybook")
                         : summary.name.isEmpty()
                             ? (m_account.sandbox ? tr("Sandbox") : tr("Account"))
                             : summary.name;
    m_sideBar->setAccount(name,
                          m_account.sandbox ? tr("Sandbox on this computer") : summary.service);
    const std::pair<const char *, qint64> counts[] = {
        {pageNames[1], summary.proxies},
        {pageNames[2], summary.subUsers},
        {pageNames[3], summary.transactions},
    };
    for (const auto &[page, count] : counts) {
        m_sideBar->setCount(QLatin1String(page), open ? format::count(count) : QString());
    }
    updateUnsettled();
    for (const char *page : pageNames) {
        const QString entry = QStringLiteral("nav-") + QLatin1String(page);
        m_sideBar->findChild<QAbstractButton *>(entry)->setEnabled(open);
    }
    QPushButton *topUp = m_sideBar->primaryButton();
    const QString label = m_account.sandbox ? tr("Top up (sandbox)") : tr("Top up traffic");
    topUp->setText(label);
    topUp->setAccessibleName(label);
    topUp->setIcon(m_account.sandbox ? m_theme.icon(Icon::Sandbox, Role::OnAccent) : QIcon());
    topUp->setVisible(open);
}

void MainWindow::restoreWindow()
{
    if (restoreGeometry(m_settings.bytes(Setting::WindowGeometry))) {
        return;
    }
    const QRect room = screen()->availableGeometry();
    resize(usualSize.boundedTo(room.size()));
    move(room.center() - rect().center());
}

void MainWindow::saveWindow()
{
    m_saveTimer.stop();
    m_settings.setValue(Setting::WindowGeometry, saveGeometry());
    m_settings.save();
}

void MainWindow::applyAppearance()
{
    const auto mode =
        static_cast<Theme::Mode>(appearanceMode(m_settings.text(Setting::Appearance)));
    m_theme.setMode(mode);
    m_actions->lookSystem->setChecked(mode == Theme::Mode::System);
    m_actions->lookLight->setChecked(mode == Theme::Mode::Light);
    m_actions->lookDark->setChecked(mode == Theme::Mode::Dark);
}

void MainWindow::whenSettingChanged(Setting setting)
{
    if (setting == Setting::Appearance) {
        applyAppearance();
    }
}

void MainWindow::openDataFolder()
{
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(m_settings.dataDir()))) {
        showProblem(tr("The folder could not be opened; it is %1.").arg(m_settings.dataDir()));
    }
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayQuit() || !closeSheets()) {
        event->ignore();
        return;
    }
    saveWindow();
    QMainWindow::closeEvent(event);
}

void MainWindow::paintEvent(QPaintEvent *event)
{
    QMainWindow::paintEvent(event);
    if (!std::exchange(m_wasDrawn, true)) {
        // Once this picture was handed over.
        QTimer::singleShot(0, this, &MainWindow::drawn);
    }
}

void MainWindow::moveEvent(QMoveEvent *event)
{
    QMainWindow::moveEvent(event);
    if (isVisible()) {
        m_saveTimer.start();
    }
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if (isVisible()) {
        m_saveTimer.start();
    }
}

} // namespace relaybook
