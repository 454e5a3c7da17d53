// SPDX-License-Identifier: GPL-3.0-or-later
// Privacy mode in the window: no page, dialog, tool tip or text for screen readers has a name,
// note, host, credential or amount of the account; copies have the real values; and nothing is
// spent while its amount is hidden.
#include "models/tables/transactiontablemodel.h"
#include "models/text/privacymode.h"
#include "sandbox/server.h"
#include "tests/ui/everydialog.h"
#include "tests/ui/showntexts.h"
#include "ui/base/settings.h"
#include "ui/orderview/ordertext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

using namespace relaybook;
using namespace relaybook::testing;

class TestPrivacy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void nothingPrivateIsShown_data();
    void nothingPrivateIsShown();
    void theModeIsKept();
    void copiesHaveTheRealValues();
    void hiddenAmountsAreNotCalledUnchanged();
    void nobodyBuysBlind();
    void nobodyGivesBlind();

private:
    void open(bool isPrivate);
    void collectNames();
    void look(QWidget &root, const QString &what);
    void lookAtPages();
    void checkNothingFound();
    static void waitForThePause();
    [[nodiscard]] QString privateIn(const QString &text) const;
    [[nodiscard]] QTableView *table() const;

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
    QStringList m_names;
    QStringList m_found;
};

void TestPrivacy::init()
{
    m_theme.apply(*qApp);
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_names.clear();
    m_found.clear();
}

void TestPrivacy::cleanup()
{
    m_desk.reset();
    setPrivacyOn(false);
}

void TestPrivacy::open(bool isPrivate)
{
    m_desk->sandboxOptions.maxPerPage = 3; // a ledger check takes many calls
    m_desk->windowAccount.sandbox = true;
    m_desk->settings().setValue(Setting::PrivacyMode, isPrivate);
    m_desk->open();
}

/// All names, hosts, notes and descriptions of the account that are longer than a word.
void TestPrivacy::collectNames()
{
    QSet<QString> names;
    const auto add = [&names](const QString &name) {
        constexpr qsizetype least = 4;
        if (name.trimmed().size() >= least) {
            names.insert(name.trimmed());
        }
    };
    const StoredRows &rows = m_desk->session().rows();
    for (const SubUserId &id : rows.subUserIds()) {
        const auto row = rows.subUser(id);
        QVERIFY(row);
        add(row->username);
        add(row->localName);
        add(row->note.value_or(QString()).section(u'\n', 0, 0));
        const auto access = m_desk->session().credentials().of(id);
        if (access) {
            add(access->host);
        }
    }
    for (const ProxyId &id : rows.proxyIds()) {
        const auto row = rows.proxy(id);
        QVERIFY(row);
        add(row->name);
        add(row->host);
    }
    const auto transactions = m_desk->session().queries().makeTransactionModel();
    QTRY_VERIFY(transactions->isSettled() && transactions->rowCount() > 0);
    for (int row = 0; row < transactions->rowCount(); ++row) {
        if (const auto found = transactions->at(row)) {
            add(found->description);
        }
    }
    add(m_desk->session().summary().email);
    for (const AccountEntry &account : someAccounts()) {
        if (!account.isSandbox) {
            add(account.name);
        }
    }
    // Of the dialogs that everydialog.h fills in.
    for (const char *name : {"client_003", "gw.example.net", "sub-41f4e630", "geheim"}) {
        add(QLatin1String(name));
    }
    m_names = QStringList(names.begin(), names.end());
    QVERIFY(m_names.size() > 60);
}

QString TestPrivacy::privateIn(const QString &text) const
{
    static const QRegularExpression amount(QStringLiteral("\\$\\s?[0-9][0-9.,]*|[0-9][0-9.,]* GB"));
    if (const auto match = amount.match(text); match.hasMatch()) {
        return match.captured();
    }
    for (const QString &name : m_names) {
        const qsizetype at = text.indexOf(name);
        const auto isLetter = [&text](qsizetype place) {
            return place >= 0 && place < text.size() && text.at(place).isLetterOrNumber();
        };
        if (at >= 0 && !isLetter(at - 1) && !isLetter(at + name.size())) {
            return name;
        }
    }
    return {};
}

void TestPrivacy::look(QWidget &root, const QString &what)
{
    ShownTexts::forEach(&root, [this, &what](const QString &text, const QString &where) {
        // Amounts that the program proposes, limits of the service, and sizes of files are not the
        // account's. What the test itself passes to a dialog as a finished sentence is as it is.
        static const QRegularExpression own(
            QStringLiteral("quick[0-9]+|formatsBox|amountChipMenu|attentionGb|dataSize|"
                           "dataAccount[0-9]+|dataRows[0-9]+"));
        static const QStringList ownTexts{QStringLiteral("anna_1"),
                                          QStringLiteral("smallest amount")};
        const bool isOwn =
            own.match(where).hasMatch() ||
            std::any_of(ownTexts.begin(), ownTexts.end(),
                        [&text](const QString &each) { return text.contains(each); });
        const QString found = isOwn ? QString() : privateIn(text);
        if (!found.isEmpty()) {
            constexpr qsizetype enough = 120;
            m_found.append(what % u": “" % found % u"” in " % where % u": " % text.left(enough));
        }
    });
}

void TestPrivacy::checkNothingFound()
{
    m_found.removeDuplicates();
    for (const QString &each : std::as_const(m_found)) {
        qWarning("%s", qPrintable(each)); // QTest cuts a long message
    }
    QVERIFY(m_found.isEmpty());
}

void TestPrivacy::lookAtPages()
{
    for (const char *action : {"showOverviewAction", "showProxiesAction", "showSubUsersAction",
                               "showTransactionsAction", "showActivityAction"}) {
        m_desk->trigger(action);
        Page *page = m_desk->window().currentPage();
        for (auto *view : page->findChildren<QAbstractItemView *>()) {
            if (view->isVisible() && view->model() != nullptr) {
                view->setCurrentIndex(view->model()->index(0, 0));
            }
        }
        for (const char *name : {"inspectorButton", "chartsButton", "allFieldsButton"}) {
            auto *button = WindowFixture::in<QAbstractButton>(page, name);
            if (button != nullptr && button->isVisible() && !button->isChecked()) {
                button->click();
            }
        }
        QCoreApplication::processEvents();
        look(m_desk->window(), QLatin1String(action));
        if (page->can(Page::Command::SelectAll)) {
            page->perform(Page::Command::SelectAll);
            look(m_desk->window(), QLatin1String(action) % u", everything selected");
        }
    }
}

QTableView *TestPrivacy::table() const
{
    for (auto *view : m_desk->window().currentPage()->findChildren<QTableView *>()) {
        if (view->isVisible()) {
            return view;
        }
    }
    return nullptr;
}

void TestPrivacy::nothingPrivateIsShown_data()
{
    QTest::addColumn<bool>("fromStart");
    QTest::newRow("on at the start") << true;
    QTest::newRow("turned on in the window") << false;
}

void TestPrivacy::nothingPrivateIsShown()
{
    QFETCH(bool, fromStart);
    open(fromStart);
    collectNames();
    if (!fromStart) {
        lookAtPages();
        QVERIFY(!m_found.isEmpty()); // the walk finds what is not hidden
        m_found.clear();
        m_desk->window().notices().showNotice(Tone::Accent, m_names.front());
        m_desk->trigger("privacyAction");
    }
    lookAtPages();
    const auto each = [this](SheetDialog &dialog) {
        const auto *show = dialog.findChild<QPushButton *>(QStringLiteral("showAmounts"));
        const bool isChosen = dialog.objectName() == QLatin1String("deleteProxiesDialog") &&
                              show != nullptr && show->isHidden(); // withManyDeletions() did
        if (!isChosen) {
            look(dialog, dialog.objectName());
        }
    };
    withDialogsOfWindow(*m_desk, each);
    const StoredRows &rows = m_desk->session().rows();
    const auto proxy = rows.proxy(ProxyId(QString::fromStdString(m_desk->server().proxyIds()[0])));
    withDialogsOfPages(*m_desk, m_theme,
                       rows.subUser(SubUserId(m_desk->server().subUserIds().front())), proxy, each);
    withDialogsOfAccounts(*m_desk, m_theme, each);
    if (fromStart) {
        withCostOfCheck(*m_desk, each);
        m_desk->trigger("topUpAction");
        SheetDialog *sheet = m_desk->sheet("topUpDialog");
        WindowFixture::type(sheet, "amountEdit", QStringLiteral("95"));
        look(*sheet, QStringLiteral("a typed amount"));
        QTRY_VERIFY(WindowFixture::in<QPushButton>(sheet, "submit")->isEnabled());
        sheet->submit();
        QTRY_VERIFY(WindowFixture::in(sheet, "orderConfirm")->isVisible());
        look(*sheet, QStringLiteral("a confirmation"));
        sheet->reject();
    }
    checkNothingFound();
}

void TestPrivacy::theModeIsKept()
{
    open(false);
    auto *mark = WindowFixture::in<QToolButton>(&m_desk->window(), "privacyMark");
    QVERIFY(mark->isHidden());
    m_desk->trigger("privacyAction");
    QVERIFY(isPrivacyOn());
    QVERIFY(mark->isVisible());
    m_desk->reopen();
    QVERIFY(isPrivacyOn());
    QVERIFY(m_desk->window().findChild<QAction *>(QStringLiteral("privacyAction"))->isChecked());
    m_desk->trigger("showSubUsersAction");
    QTRY_VERIFY(table() != nullptr && table()->model()->rowCount() > 0);
    const auto shown = [this] { return table()->model()->index(0, 0).data().toString(); };
    QVERIFY(shown().startsWith(QLatin1String("Sub-user ")));
    WindowFixture::click(&m_desk->window(), "privacyMark");
    QVERIFY(!isPrivacyOn());
    QVERIFY(WindowFixture::in(&m_desk->window(), "privacyMark")->isHidden());
    QCOMPARE(m_desk->window().currentPage()->objectName(), QStringLiteral("subUsersPage"));
    QTRY_VERIFY(table() != nullptr && table()->model()->rowCount() > 0);
    QVERIFY(!shown().startsWith(QLatin1String("Sub-user ")));
}

void TestPrivacy::copiesHaveTheRealValues()
{
    open(true);
    m_desk->trigger("showSubUsersAction");
    QTRY_VERIFY(table() != nullptr && table()->model()->rowCount() > 0);
    table()->setCurrentIndex(table()->model()->index(0, 0));
    m_desk->window().currentPage()->perform(Page::Command::Copy);
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(!copied.contains(u'•') && copied.contains(QLatin1String(" GB")), qPrintable(copied));
    QVERIFY(table()->model()->index(0, 0).data().toString().startsWith(QLatin1String("Sub-user")));
}

/// Until the pause after a double click is over, which disables the button too.
void TestPrivacy::waitForThePause()
{
    QTimer pause;
    pause.setSingleShot(true);
    pause.start(QApplication::doubleClickInterval() + 300);
    QTRY_VERIFY(!pause.isActive());
}

/// Both texts are the same, the amounts are not: the user decides by what is said about them.
void TestPrivacy::hiddenAmountsAreNotCalledUnchanged()
{
    open(true);
    TopUpOrder order;
    order.id = QStringLiteral("lost");
    order.proxyType = QStringLiteral("mobile");
    order.state = OrderState::Unknown;
    order.before.pool = TrafficAmount::parseGb(u"30.2");
    order.before.balance = Money::fromCents(10'000);
    Look look;
    look.reading.pool = TrafficAmount::parseGb(u"40.2");
    look.reading.balance = order.before.balance;
    order.looks.push_back(look);
    const auto valueOf = [&](const QString &label) {
        const AnyOrder any = &order;
        for (const RowList::Row &row : orderRows(any, orderContext(m_desk->session(), any))) {
            if (row.label == label) {
                return row.value;
            }
        }
        return QString();
    };
    QCOMPARE(valueOf(QStringLiteral("Traffic left")), QStringLiteral("••• GB before, ••• GB now"));
    QVERIFY(valueOf(QStringLiteral("Balance")).endsWith(QLatin1String("unchanged so far")));
}

void TestPrivacy::nobodyBuysBlind()
{
    open(true);
    QTRY_VERIFY(m_desk->session().purchases().isReady());
    m_desk->trigger("topUpAction");
    const QPointer<SheetDialog> sheet = m_desk->sheet("topUpDialog");
    QVERIFY(sheet != nullptr);
    WindowFixture::type(sheet, "amountEdit", QStringLiteral("95"));
    QTRY_VERIFY(WindowFixture::in<QPushButton>(sheet, "submit")->isEnabled());
    sheet->submit();
    QTRY_VERIFY(WindowFixture::in(sheet, "orderConfirm")->isVisible());
    auto *submit = WindowFixture::in<QPushButton>(sheet, "submit");
    waitForThePause();
    QVERIFY(!submit->isEnabled());
    QVERIFY(!submit->text().contains(u'$'));
    for (const RowList *rows :
         WindowFixture::in(sheet, "orderConfirm")->findChildren<RowList *>()) {
        for (const RowList::Row &row : rows->rows()) {
            QVERIFY2(!row.value.contains(QLatin1String("95")), qPrintable(row.value));
        }
    }
    sheet->submit();
    QVERIFY(m_desk->session().purchases().orders().empty());
    WindowFixture::click(sheet, "showAmounts");
    QTRY_VERIFY(submit->isEnabled());
    QVERIFY2(submit->text().contains(QLatin1String("95 GB")) && submit->text().contains(u'$'),
             qPrintable(submit->text()));
    QVERIFY(WindowFixture::in(sheet, "showAmounts")->isHidden());
    // Only in this dialog.
    QVERIFY(isPrivacyOn());
    collectNames();
    look(*WindowFixture::in(&m_desk->window(), "pages"), QStringLiteral("behind"));
    checkNothingFound();
    sheet->submit();
    QTRY_VERIFY(!m_desk->session().purchases().orders().empty());
    QCOMPARE(m_desk->session().purchases().orders().front().amount.gbText(), QStringLiteral("95"));
}

void TestPrivacy::nobodyGivesBlind()
{
    open(true);
    const auto subUser =
        m_desk->session().rows().subUser(SubUserId(m_desk->server().subUserIds().front()));
    QVERIFY(subUser && !subUser->username.isEmpty());
    GiveDialog give(m_desk->context(), {targetOf(*subUser)}, &m_desk->window());
    give.open();
    WindowFixture::type(&give, "amountEdit", QStringLiteral("1"));
    auto *submit = WindowFixture::in<QPushButton>(&give, "submit");
    QTRY_VERIFY(submit->isEnabled());
    give.submit();
    QTRY_VERIFY(WindowFixture::in(&give, "orderConfirm")->isVisible());
    waitForThePause();
    QVERIFY(!submit->isEnabled());
    WindowFixture::click(&give, "showAmounts");
    QTRY_VERIFY(submit->isEnabled());
    bool isNamed = false;
    ShownTexts::forEach(&give, [&](const QString &text, const QString &) {
        isNamed = isNamed || text.contains(subUser->username);
    });
    QVERIFY(isNamed); // nobody gives traffic to an unknown customer
    give.submit();
    QTRY_VERIFY(!m_desk->session().serving().operations().empty());
    QTRY_VERIFY(m_desk->session().serving().operations().front().state == OrderState::Completed);
    // The list of orders hides both.
    collectNames();
    m_desk->trigger("showActivityAction");
    QTRY_VERIFY(table() != nullptr && table()->model()->rowCount() == 1);
    look(*WindowFixture::in(&m_desk->window(), "pages"), QStringLiteral("orders"));
    checkNothingFound();
    // And a hidden name is found.
    auto *search = WindowFixture::in<QLineEdit>(m_desk->window().currentPage(), "search");
    search->setText(subUser->username);
    QTRY_VERIFY(table() != nullptr && table()->model()->rowCount() == 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestPrivacy)
#include "test_privacy.moc"
