// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the window with a service that offers only the certain operations: what a page says if its
// list is missing, and everything that is still possible.
#include "tests/ui/windowfixture.h"
#include "ui/account/whichaccountdialog.h"
#include "ui/lists/addrowsdialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"

#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace relaybook;
using relaybook::testing::WindowFixture;

namespace {

void offerCertainOnly(WindowFixture &f)
{
    f.sandboxOptions.offer.onlyDocumented = true;
}

// The page, shown and with nothing loading.
QWidget *pageOf(WindowFixture &f, const char *name)
{
    f.window().showPage(QLatin1String(name));
    return f.window().currentPage();
}

QString emptyTitle(QWidget *page)
{
    const auto *empty = page->findChild<EmptyState *>(QStringLiteral("emptyState"));
    return empty->isVisible() ? empty->content().title : QString();
}

QString bannerLead(QWidget *page)
{
    const auto *banner = page->findChild<Banner *>(QStringLiteral("troubleBanner"));
    return banner->isVisible() ? banner->lead() : QString();
}

QPushButton *emptyButton(QWidget *page)
{
    return page->findChild<EmptyState *>(QStringLiteral("emptyState"))
        ->findChild<QPushButton *>(QStringLiteral("emptyStateAction"));
}

void paste(QWidget *dialog, const QString &text)
{
    dialog->findChild<QPlainTextEdit *>(QStringLiteral("idsEdit"))->setPlainText(text);
}

QString proxyId(WindowFixture &f, std::size_t index)
{
    return QString::fromStdString(f.server().proxyIds().at(index));
}

// Adds rows through the page's dialog.
void addRows(WindowFixture &f, const char *page, const char *dialogName, const QString &text)
{
    pageOf(f, page);
    WindowFixture::click(f.window().currentPage(), "addButton");
    SheetDialog *dialog = f.sheet(dialogName);
    QVERIFY(dialog != nullptr);
    paste(dialog, text);
    QTRY_VERIFY(dialog->submitButton()->isEnabled());
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(f.sheet(dialogName) == nullptr);
}

} // namespace

class TestCertainCalls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pagesSayWhatIsMissing();
    void proxiesAreAddedAndEdited();
    void linesThatCannotBeAddedAreLeft();
    void idsAreAddedAtOnceByKeyboard();
    void aNoteIsReplacedAfterOneWarning();
    void anIdTheServiceDoesNotKnow();
    void rowsAreThereAfterARestart();
    void aListThatComesIsShown();
    void aKeyAloneNamesItsAccount();
    void anotherKeyIsAskedAbout();

private:
    Theme m_theme;
};

void TestCertainCalls::initTestCase()
{
    m_theme.apply(*qApp);
}

void TestCertainCalls::pagesSayWhatIsMissing()
{
    WindowFixture f(m_theme);
    offerCertainOnly(f);
    f.open();
    QWidget *proxies = pageOf(f, "proxiesPage");
    QTRY_COMPARE(emptyTitle(proxies), QStringLiteral("This service does not list proxies"));
    QVERIFY(bannerLead(proxies).isEmpty());
    QWidget *subUsers = pageOf(f, "subUsersPage");
    QTRY_COMPARE(emptyTitle(subUsers), QStringLiteral("This service does not list sub-users"));
    QWidget *transactions = pageOf(f, "transactionsPage");
    QTRY_COMPARE(emptyTitle(transactions), QString());
    QVERIFY(bannerLead(transactions).isEmpty());
    QWidget *overview = pageOf(f, "overviewPage");
    const auto *trouble = overview->findChild<Banner *>(QStringLiteral("overviewTrouble"));
    QVERIFY(!trouble->isVisible());
    QTRY_VERIFY(f.session().summary().balance.has_value());
    QWidget *balance = overview->findChild<QWidget *>(QStringLiteral("balanceCard"));
    QStringList shown;
    for (const auto *label : balance->findChildren<QLabel *>()) {
        shown.append(label->text());
    }
    QVERIFY2(shown.join(u'|').contains(QLatin1String("Newest transaction: ")),
             qPrintable(shown.join(u'|')));
}

void TestCertainCalls::proxiesAreAddedAndEdited()
{
    WindowFixture f(m_theme);
    offerCertainOnly(f);
    f.open();
    QWidget *page = pageOf(f, "proxiesPage");
    QTRY_VERIFY(!emptyTitle(page).isEmpty());
    QTest::mouseClick(emptyButton(page), Qt::LeftButton);
    SheetDialog *dialog = f.sheet("addProxiesDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(!dialog->submitButton()->isEnabled());
    paste(dialog, proxyId(f, 0) + u"\n{" + proxyId(f, 1).toUpper() + u"}\n");
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Add 2 proxies"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(f.sheet("addProxiesDialog") == nullptr);
    QTRY_COMPARE(f.session().summary().proxies, 2);
    auto *table = page->findChild<QAbstractItemView *>(QStringLiteral("table"));
    QTRY_COMPARE(table->model()->rowCount(), 2);
    QTRY_COMPARE(bannerLead(page), QStringLiteral("This service does not list proxies"));

    table->setCurrentIndex(table->model()->index(0, 0));
    const QString chosen = table->model()->index(0, 0).data().toString();
    QVERIFY(chosen == proxyId(f, 0) || chosen == proxyId(f, 1));
    f.trigger("editAction");
    dialog = f.sheet("proxyDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(!dialog->submitButton()->isEnabled());
    auto *name = WindowFixture::in<QLineEdit>(dialog, "nameEdit");
    QCOMPARE(name->text(), QString());
    QCOMPARE(name->placeholderText(), QStringLiteral("Unchanged"));
    QCOMPARE(WindowFixture::in<QComboBox>(dialog, "behaviorBox")->currentText(),
             QStringLiteral("Unchanged"));
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("renamed"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(f.sheet("proxyDialog") == nullptr);
    QTRY_VERIFY(f.session().rows().proxy(ProxyId(chosen))->name == QLatin1String("renamed"));
    // Nothing but the name was sent.
    const auto row = f.session().rows().proxy(ProxyId(chosen));
    QVERIFY(!row->country.isEmpty());
    QVERIFY(f.session().credentials().of(ProxyId(chosen)).has_value());
}

void TestCertainCalls::linesThatCannotBeAddedAreLeft()
{
    WindowFixture f(m_theme);
    offerCertainOnly(f);
    f.open();
    QWidget *page = pageOf(f, "proxiesPage");
    QTRY_VERIFY(!emptyTitle(page).isEmpty());
    WindowFixture::click(page, "addButton");
    SheetDialog *dialog = f.sheet("addProxiesDialog");
    paste(dialog, proxyId(f, 0) + u"\nnonsense\n139\n" + proxyId(f, 0));
    QTRY_COMPARE(WindowFixture::textOf(dialog, "addSummary"),
                 QStringLiteral("1 of 4 lines can be added."));
    auto *list = WindowFixture::in<QListView>(dialog, "verdictList");
    QCOMPARE(list->model()->rowCount(), 4);
    QVERIFY(list->model()->index(3, 0).data().toString().contains(
        QLatin1String("Is also on an earlier line.")));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(WindowFixture::in<QPlainTextEdit>(dialog, "idsEdit")->toPlainText(),
                 QStringLiteral("nonsense\n139"));
    QVERIFY(dialog->isVisible());
    QTRY_COMPARE(f.session().summary().proxies, 1);
    dialog->reject();
    QTRY_VERIFY(f.sheet("addProxiesDialog") == nullptr);
}

void TestCertainCalls::idsAreAddedAtOnceByKeyboard()
{
    WindowFixture f(m_theme);
    offerCertainOnly(f);
    f.open();
    QWidget *page = pageOf(f, "subUsersPage");
    QTRY_VERIFY(!emptyTitle(page).isEmpty());
    WindowFixture::click(page, "addButton");
    SheetDialog *dialog = f.sheet("addSubUsersDialog");
    auto *edit = WindowFixture::in<QPlainTextEdit>(dialog, "idsEdit");
    QTest::keyClicks(edit, QStringLiteral("139"));
    QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(f.session().summary().subUsers, 1);
}

void TestCertainCalls::aNoteIsReplacedAfterOneWarning()
{
    WindowFixture f(m_theme);
    offerCertainOnly(f);
    f.open();
    QTRY_VERIFY(!emptyTitle(pageOf(f, "subUsersPage")).isEmpty());
    const auto id = f.server().subUserIds().at(0);
    addRows(f, "subUsersPage", "addSubUsersDialog", QStringLiteral("%1 Berlin office").arg(id));
    QTRY_COMPARE(f.session().summary().subUsers, 1);
    QWidget *page = f.window().currentPage();
    auto *table = page->findChild<QAbstractItemView *>(QStringLiteral("table"));
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("Berlin office"));
    table->setCurrentIndex(table->model()->index(0, 0));
    QTRY_COMPARE(WindowFixture::textOf(page, "noteText"),
                 QStringLiteral("The note is not known on this computer."));

    f.trigger("editAction");
    SheetDialog *dialog = f.sheet("noteDialog");
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->banner()->lead(),
             QStringLiteral("The current note is not known on this computer."));
    auto *edit = WindowFixture::in<QPlainTextEdit>(dialog, "noteEdit");
    QTest::keyClicks(edit, QStringLiteral("paid"));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->banner()->lead(),
                 QStringLiteral("Saving replaces the note at the service."));
    QCOMPARE(dialog->submitButton()->text(), QStringLiteral("Replace note"));
    QCOMPARE(f.server().counters().of("updateSubUserNote").arrived, std::uint64_t{0});
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(f.sheet("noteDialog") == nullptr);
    QTRY_COMPARE(WindowFixture::textOf(page, "noteText"), QStringLiteral("paid"));
    QVERIFY(WindowFixture::in<QLabel>(page, "noteAsOf")->isVisible());

    // The note is known from now on: no warning.
    f.trigger("editAction");
    dialog = f.sheet("noteDialog");
    QVERIFY(!dialog->banner()->isVisible());
    QTest::keyClicks(WindowFixture::in<QPlainTextEdit>(dialog, "noteEdit"), QStringLiteral("x"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(f.sheet("noteDialog") == nullptr);
    QCOMPARE(f.server().counters().of("updateSubUserNote").arrived, std::uint64_t{2});
}

void TestCertainCalls::anIdTheServiceDoesNotKnow()
{
    WindowFixture f(m_theme);
    offerCertainOnly(f);
    f.open();
    QTRY_VERIFY(!emptyTitle(pageOf(f, "proxiesPage")).isEmpty());
    addRows(f, "proxiesPage", "addProxiesDialog",
            QStringLiteral("1b4e28ba-2fa1-11d2-883f-0016d3cca427"));
    QWidget *page = f.window().currentPage();
    auto *table = page->findChild<QAbstractItemView *>(QStringLiteral("table"));
    QTRY_COMPARE(table->model()->rowCount(), 1);
    table->setCurrentIndex(table->model()->index(0, 0));
    f.trigger("editAction");
    SheetDialog *dialog = f.sheet("proxyDialog");
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("renamed"));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->banner()->lead(),
                 QStringLiteral("The service does not know a proxy with this id."));
    dialog->reject();
    QTRY_VERIFY(f.sheet("proxyDialog") == nullptr);
    QCOMPARE(table->model()->rowCount(), 1);
    // The user removes it.
    QMenu *menu = nullptr;
    const auto timer = std::make_unique<QTimer>();
    connect(timer.get(), &QTimer::timeout, this, [&] {
        menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        if (menu != nullptr) {
            timer->stop();
            auto *remove = menu->findChild<QAction *>(QStringLiteral("removeAction"));
            if (remove != nullptr) {
                remove->trigger();
            }
            menu->close();
        }
    });
    timer->start(10);
    const QPoint place = table->visualRect(table->currentIndex()).center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, place,
                            table->viewport()->mapToGlobal(place));
    QApplication::sendEvent(table->viewport(), &event);
    QTRY_COMPARE(f.session().summary().proxies, 0);
}

void TestCertainCalls::rowsAreThereAfterARestart()
{
    WindowFixture f(m_theme);
    offerCertainOnly(f);
    f.open();
    QTRY_VERIFY(!emptyTitle(pageOf(f, "proxiesPage")).isEmpty());
    addRows(f, "proxiesPage", "addProxiesDialog", proxyId(f, 0));
    QTRY_COMPARE(f.session().summary().proxies, 1);
    f.session().flush();
    f.reopen();
    QWidget *page = pageOf(f, "proxiesPage");
    auto *table = page->findChild<QAbstractItemView *>(QStringLiteral("table"));
    QTRY_COMPARE(table->model()->rowCount(), 1);
}

void TestCertainCalls::aListThatComesIsShown()
{
    WindowFixture f(m_theme);
    offerCertainOnly(f);
    f.open();
    QWidget *page = pageOf(f, "proxiesPage");
    QTRY_VERIFY(!emptyTitle(page).isEmpty());
    addRows(f, "proxiesPage", "addProxiesDialog", proxyId(f, 0));
    QTRY_VERIFY(!bannerLead(page).isEmpty());
    QVERIFY(!f.server().setOffer({}));
    WindowFixture::click(page, "bannerTryAgain");
    QTRY_COMPARE(f.session().summary().proxies, 40);
    QTRY_VERIFY(bannerLead(page).isEmpty());
    QTRY_VERIFY(!WindowFixture::in<QPushButton>(page, "addButton")->isVisible());
}

void TestCertainCalls::aKeyAloneNamesItsAccount()
{
    WindowFixture f(m_theme);
    f.showWindow();
    SignInResult result;
    result.address = f.url();
    result.resellerKey = Secret(QByteArray("11111111-0000-4000-8000-000000000001"));
    QSignalSpy connected(&f.window().signIn(), &SignInFlow::connected);
    f.window().signIn().askWhichAccount(result, {});
    SheetDialog *dialog = f.sheet("whichAccountDialog");
    QVERIFY(dialog != nullptr);
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "accountNameEdit")->text(),
             QStringLiteral("127.0.0.1"));
    WindowFixture::type(dialog, "accountNameEdit", QString());
    WindowFixture::click(dialog, "submit");
    QCOMPARE(WindowFixture::errorAt(dialog, "accountNameEdit"), QStringLiteral("Enter a name."));
    WindowFixture::type(dialog, "accountNameEdit", QStringLiteral("North"));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(connected.size(), 1);
    const auto answer = connected.at(0).at(0).value<SignInResult>();
    QVERIFY(answer.accountAsked);
    QCOMPARE(answer.givenName, QStringLiteral("North"));
    QVERIFY(answer.storedAccount.isEmpty());
}

void TestCertainCalls::anotherKeyIsAskedAbout()
{
    WindowFixture f(m_theme);
    f.showWindow();
    SignInResult result;
    result.address = f.url();
    result.resellerKey = Secret(QByteArray("11111111-0000-4000-8000-000000000001"));
    StoredAccount stored;
    stored.service = f.url();
    stored.account = QStringLiteral("key-0011223344556677");
    stored.givenName = QStringLiteral("North & South");
    QSignalSpy connected(&f.window().signIn(), &SignInFlow::connected);
    f.window().signIn().askWhichAccount(result, {stored});
    SheetDialog *dialog = f.sheet("whichAccountDialog");
    // Nothing is preselected for the user.
    QVERIFY(!WindowFixture::in<QRadioButton>(dialog, "sameAccount1")->isChecked());
    QVERIFY(!dialog->submitButton()->isEnabled());
    QVERIFY(!WindowFixture::in<QLineEdit>(dialog, "accountNameEdit")->isVisible());
    WindowFixture::in<QRadioButton>(dialog, "sameAccount1")->click();
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(connected.size(), 1);
    const auto answer = connected.at(0).at(0).value<SignInResult>();
    QCOMPARE(answer.storedAccount, stored.account);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestCertainCalls)
#include "test_certaincalls.moc"
