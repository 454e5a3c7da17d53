// SPDX-License-Identifier: GPL-3.0-or-later
// Opens every page and every dialog once in each window and makes five checks of it: names
// (namecheck.h), fit (fitcheck.h), plain text (plaintextcheck.h), direction (directioncheck.h) and
// formats (formatcheck.h). The windows are small and large, have a large font and other locales,
// hold amounts of many digits, and show a service that sends HTML, very long texts or direction
// marks.
#include "models/buying/purchasedesk.h"
#include "sandbox/server.h"
#include "tests/support/matrixpart.h"
#include "tests/ui/directioncheck.h"
#include "tests/ui/everydialog.h"
#include "tests/ui/fitcheck.h"
#include "tests/ui/formatcheck.h"
#include "tests/ui/hostileservice.h"
#include "tests/ui/namecheck.h"
#include "tests/ui/plaintextcheck.h"
#include "ui/base/formats.h"
#include "ui/shell/accountpopup.h"
#include "ui/widgets/sandboxmark.h"

#include <QLocale>
#include <QScrollBar>

using namespace relaybook;
using namespace relaybook::testing;

class TestEveryView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theTextCheckFindsTags();
    void everyView_data();
    void everyView();

private:
    void openSandbox();
    void openHostile(const QByteArray &text);
    void check(QWidget *root, const QString &what);
    void checkDialog(SheetDialog &dialog);
    void checkSandboxMark(const SheetDialog &dialog);
    void checkPages();
    void checkPage(const QString &what);
    void checkAccountPopup();

    Theme m_theme;
    QFont m_usualFont;
    std::unique_ptr<ScriptedServer> m_hostile;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestEveryView::init()
{
    m_theme.apply(*qApp);
    m_usualFont = QApplication::font();
}

void TestEveryView::cleanup()
{
    m_desk.reset();
    m_hostile.reset();
    QApplication::setFont(m_usualFont);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void TestEveryView::theTextCheckFindsTags()
{
    QWidget root;
    auto *label = new QLabel(QString::fromUtf8(htmlText()), &root);
    root.setToolTip(QString::fromUtf8(endlessText()));
    QCOMPARE(tagsShown(&root).size(), 2);
    label->setTextFormat(Qt::PlainText);
    root.setToolTip({});
    QCOMPARE(tagsShown(&root), QStringList());
}

// ------------------------------------------------------------------------------------- the checks

void TestEveryView::check(QWidget *root, const QString &what)
{
    QVERIFY2(root != nullptr, qPrintable(what));
    QStringList complaints;
    const auto add = [&complaints](const QString &name, const QStringList &found) {
        for (const QString &each : found) {
            complaints.append(name % u": " % each);
        }
    };
    // First, as it waits until all is laid out. Not of hostile texts: dialogs name a pool or a
    // sub-user in one line, whatever its length.
    if (!m_hostile) {
        add(QStringLiteral("fit"), lastingMisfits(root));
    }
    add(QStringLiteral("names"), namesMissing(root));
    add(QStringLiteral("plain text"), tagsShown(root));
    if (!m_hostile) {
        add(QStringLiteral("format"), foreignFormats(root));
    }
    add(QStringLiteral("direction"), misread(root));
    QVERIFY2(complaints.isEmpty(), qPrintable(what % u'\n' % complaints.join(u'\n')));
}

/// Every dialog that acts on the sandbox's account has the sandbox mark; one that acts on a real
/// account never has.
void TestEveryView::checkSandboxMark(const SheetDialog &dialog)
{
    // About accounts in general, or about one that the dialog names.
    static const QStringList others{
        QStringLiteral("signInDialog"),          QStringLiteral("welcomeDialog"),
        QStringLiteral("whichAccountDialog"),    QStringLiteral("manageAccountsDialog"),
        QStringLiteral("renameAccountDialog"),   QStringLiteral("accountSettingsDialog"),
        QStringLiteral("signOutDialog"),         QStringLiteral("removeAccountDialog"),
        QStringLiteral("connectionCheckDialog"), QStringLiteral("closeChoiceDialog"),
    };
    const bool aboutAnother = others.contains(dialog.objectName());
    const bool wanted = m_desk->windowAccount.sandbox && !aboutAnother;
    const auto *mark = dialog.findChild<QWidget *>(QStringLiteral("sandboxMark"));
    QVERIFY(mark != nullptr);
    QVERIFY2(mark->isVisible() == wanted, qPrintable(pathOf(mark)));
}

void TestEveryView::checkDialog(SheetDialog &dialog)
{
    const QString what = dialog.objectName();
    check(&dialog, what);
    checkSandboxMark(dialog);
    const QWidget &window = m_desk->window();
    const QRect screen = window.screen()->availableGeometry();
    const bool larger = window.width() > screen.width() || window.height() > screen.height();
    const QRect room = larger ? QRect(window.mapToGlobal(QPoint()), window.size()) : screen;
    QVERIFY2(room.contains(QRect(dialog.mapToGlobal(QPoint()), dialog.size())), qPrintable(what));
    for (const QPushButton *button : {dialog.submitButton(), dialog.cancelButton()}) {
        const QRect place(button->mapTo(&dialog, QPoint()), button->size());
        QVERIFY2(!button->isVisibleTo(&dialog) || dialog.rect().contains(place), qPrintable(what));
    }
    // All of it can be read without a mouse.
    auto *bar = WindowFixture::in<QScrollArea>(&dialog, "sheetContent")->verticalScrollBar();
    dialog.cancelButton()->setFocus();
    QTest::keyClick(dialog.cancelButton(), Qt::Key_End);
    QVERIFY2(bar->value() == bar->maximum(), qPrintable(what));
    QTest::keyClick(dialog.cancelButton(), Qt::Key_Home);
    QVERIFY2(bar->value() == 0, qPrintable(what));
}

void TestEveryView::checkPage(const QString &what)
{
    check(&m_desk->window(), what);
    Page *page = m_desk->window().currentPage();
    // All fields of the row.
    auto *fields = WindowFixture::in<QAbstractButton>(page, "allFieldsButton");
    if (fields != nullptr && fields->isVisible()) {
        fields->click();
        check(&m_desk->window(), what % u", all fields");
    }
    // With all rows selected, the details have buttons for all of them.
    if (page->can(Page::Command::SelectAll)) {
        page->perform(Page::Command::SelectAll);
        check(&m_desk->window(), what % u", everything selected");
    }
}

void TestEveryView::checkPages()
{
    for (const char *action : {"showOverviewAction", "showProxiesAction", "showSubUsersAction",
                               "showTransactionsAction", "showActivityAction"}) {
        m_desk->trigger(action);
        Page *page = m_desk->window().currentPage();
        for (const bool withDetails : {false, true}) {
            for (auto *view : page->findChildren<QAbstractItemView *>()) {
                if (view->isVisible() && view->model() != nullptr &&
                    qobject_cast<QHeaderView *>(view) == nullptr) {
                    view->setCurrentIndex(view->model()->index(0, 0));
                }
            }
            for (const char *name : {"inspectorButton", "chartsButton"}) {
                auto *button = WindowFixture::in<QAbstractButton>(page, name);
                if (button != nullptr && button->isChecked() != withDetails) {
                    button->click();
                }
            }
            checkPage(QLatin1String(action) %
                      (withDetails ? QStringLiteral(" with details") : QString()));
        }
    }
    const QWidget &window = m_desk->window();
    QVERIFY(window.windowTitle().size() < 300);
}

void TestEveryView::checkAccountPopup()
{
    for (const auto &accounts : {someAccounts(), manyAccounts(40)}) {
        auto *popup = new AccountPopup(m_theme, accounts, &m_desk->window());
        popup->openAt(*WindowFixture::in(&m_desk->window(), "account"));
        check(popup, QStringLiteral("the list of accounts"));
        popup->close();
    }
}

// ------------------------------------------------------------------------------------ the windows

void TestEveryView::openSandbox()
{
    m_desk->sandboxOptions.maxPerPage = 3; // a ledger check takes many calls
    m_desk->idleTimeout = std::chrono::seconds(2);
    m_desk->startSandbox();
    // The longest values that are likely.
    QVERIFY(m_desk->server().bookDeposit("10000000000.12", "Bank transfer, invoice 1000000"));
    QVERIFY(m_desk->server().setPoolGb("residential", "1234567.89"));
    m_desk->open();
}

void TestEveryView::openHostile(const QByteArray &text)
{
    m_hostile = std::make_unique<ScriptedServer>();
    startHostileService(*m_hostile, text);
    m_desk->otherService = m_hostile->url();
    m_desk->showWindow();
    m_desk->openAccount();
    const AccountSession &session = m_desk->session();
    const AccountSummary &summary = session.summary();
    QTRY_VERIFY(summary.transactions == 2 && summary.proxies == 1 && summary.subUsers == 1 &&
                summary.pools.size() == 2 && !summary.name.isEmpty());
    QTRY_VERIFY(!m_desk->session().ledger().check().isChecking());
}

void TestEveryView::everyView_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<qreal>("font");
    QTest::addColumn<QByteArray>("text"); ///< of a hostile service; empty: the sandbox
    QTest::addColumn<QString>("locale");
    QTest::newRow("800x600") << QSize(800, 600) << 1.0 << QByteArray() << QStringLiteral("en_US");
    QTest::newRow("1366x768 at 150 %")
        << QSize(910, 512) << 1.0 << QByteArray() << QStringLiteral("en_US");
    QTest::newRow("1366x768 with a large font")
        << QSize(1366, 768) << 1.5 << QByteArray() << QStringLiteral("en_US");
    QTest::newRow("1280x800") << QSize(1280, 800) << 1.0 << QByteArray() << QStringLiteral("en_US");
    QTest::newRow("1024x768") << QSize(1024, 768) << 1.0 << QByteArray() << QStringLiteral("en_US");
    QTest::newRow("2560x1440") << QSize(2560, 1440) << 1.0 << QByteArray()
                               << QStringLiteral("en_US");
    QTest::newRow("HTML") << QSize(1200, 800) << 1.0 << htmlText() << QStringLiteral("en_US");
    QTest::newRow("endless texts")
        << QSize(1200, 800) << 1.0 << endlessText() << QStringLiteral("en_US");
    for (const char *locale : {"de_DE", "fr_FR", "en_IN", "ar_MA"}) {
        QTest::newRow(locale) << QSize(1200, 800) << 1.0 << QByteArray()
                              << QString::fromLatin1(locale);
    }
    QTest::newRow("direction marks")
        << QSize(1200, 800) << 1.0 << directionText() << QStringLiteral("en_US");
}

void TestEveryView::everyView()
{
    QFETCH(QSize, size);
    QFETCH(qreal, font);
    QFETCH(QByteArray, text);
    QFETCH(QString, locale);
    if (!testing::isInPart()) {
        QSKIP("In another part of the matrix.");
    }
    QLocale::setDefault(localeOf(Formats::System, QLocale(), QLocale(locale)));
    QFont large = m_usualFont;
    large.setPointSizeF(large.pointSizeF() * font);
    QApplication::setFont(large);
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->windowAccount.sandbox = true;
    const bool isHostile = !text.isEmpty();
    if (isHostile) {
        openHostile(text);
    } else {
        openSandbox();
    }
    m_desk->window().resize(size);
    QCOMPARE(m_desk->window().size(), size);
    checkPages();
    QCOMPARE(m_desk->window().size(), size);
    checkAccountPopup();
    const auto look = [this](SheetDialog &dialog) { checkDialog(dialog); };
    const auto lookWithKeys = [this](SheetDialog &dialog) {
        checkTabs(&dialog);
        checkTabOrder(tabStops(dialog));
        checkDialog(dialog);
    };
    // The keys are the same in every size: they are tried where nothing needs to scroll.
    const LookAtDialog each = size.height() > 1000 ? LookAtDialog(lookWithKeys) : look;
    withDialogsOfWindow(*m_desk, each);
    const auto &rows = m_desk->session().rows();
    sandbox::Server &sandbox = m_desk->server();
    const SubUserId subUser(isHostile ? 4 : sandbox.subUserIds().front());
    const ProxyId proxy(isHostile ? QStringLiteral("p-1")
                                  : QString::fromStdString(sandbox.proxyIds().front()));
    withDialogsOfPages(*m_desk, m_theme, rows.subUser(subUser), rows.proxy(proxy), each);
    withDialogsOfAccounts(*m_desk, m_theme, each);
    // Waits for answers that never come: the texts of two locales are enough.
    const QStringList withOrders{QStringLiteral("en_US"), QStringLiteral("de_DE")};
    if (!isHostile && withOrders.contains(locale)) {
        withCostOfCheck(*m_desk, each);
        withStepsOfBuying(*m_desk, look, [this](QWidget &window) {
            check(&window, QStringLiteral("an order without a result"));
        });
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestEveryView)
#include "test_everyview.moc"
