// SPDX-License-Identifier: GPL-3.0-or-later
// Tests creating, cloning and deleting a proxy in the window: a creation is sent once, its lost
// answer is unknown until the list shows it, and a service without these calls is named so.
#include "api/endpoints/proxies.h"
#include "models/tables/proxytablemodel.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/proxies/newproxydialog.h"
#include "ui/proxies/proxiespage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/placebox.h"
#include "ui/widgets/sheetdialog.h"

#include <QApplication>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::ListFixture;
using relaybook::testing::waitUntil;

class TestProxyCreation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void theJournalKeepsEverything();
    void createsWhatWasTyped();
    void sendsNothingThatIsIncomplete();
    void enterAloneCreatesNothing();
    void cloneTakesTheValues();
    void refusalsAreSaid_data();
    void refusalsAreSaid();
    void aLostAnswerIsFoundInTheList();
    void aLostRequestIsNotSentAgain();
    void aRowThatCannotBeReadMayBeTheProxy();
    void severalThatFitAreForTheUser();
    void aRestartRemembersTheUnknown_data();
    void aRestartRemembersTheUnknown();
    void withoutAListTheUserDecides();
    void aMissingCallIsSaid_data();
    void aMissingCallIsSaid();
    void viewOnlyRefuses();
    void deleteNamesWhatIsLost();
    void deleteAfterALostAnswer_data();
    void deleteAfterALostAnswer();
    void aMissingDeletionIsSaid_data();
    void aMissingDeletionIsSaid();
    void deletedElsewhereIsDeleted();

private:
    bool showLoaded();
    SheetDialog *dialog(const char *name);
    void closeOrder();
    bool openNew();
    void fill(const QString &name);
    void clickSubmit(const char *name);
    /// Clicks the button of the dialog that sends; of a new proxy, also the one that confirms.
    void send(const char *name);
    [[nodiscard]] std::uint64_t asked(const char *operation) const
    {
        return m_desk->server().counters().of(operation).arrived;
    }
    [[nodiscard]] QString message(const char *dialog);
    [[nodiscard]] QString bar() { return m_desk->find<Banner>("undoBar")->lead(); }
    [[nodiscard]] ProxyDesk &creating() { return m_desk->account().creating(); }
    [[nodiscard]] bool isUnknown()
    {
        return creating().open() != nullptr && creating().open()->state == OrderState::Unknown;
    }
    [[nodiscard]] OrderState lastState() { return creating().creations().back().state; }
    bool fault(const std::string &text)
    {
        return !m_desk->server().faults().set(std::string_view(text));
    }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestProxyCreation::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.proxies = 12;
    m_desk->creating.looks.pauses = {20ms};
    m_desk->creating.looks.quietFor = 0ms;
}

bool TestProxyCreation::showLoaded()
{
    m_desk->open();
    m_desk->account().start();
    m_desk->show<ProxiesPage>();
    return waitUntil([&] {
        const auto state = m_desk->account().status(Area::Proxies).state;
        return state == AreaStatus::NotOffered ||
               (state == AreaStatus::Loaded &&
                static_cast<std::size_t>(m_desk->rows()) == m_desk->server().proxyIds().size());
    });
}

SheetDialog *TestProxyCreation::dialog(const char *name)
{
    SheetDialog *found = nullptr;
    const bool isShown = waitUntil([&] {
        found = m_desk->find<SheetDialog>(name);
        return found != nullptr && found->isVisible();
    });
    return isShown ? found : nullptr;
}

/// The dialog of the new proxy makes room for that of its order.
void TestProxyCreation::closeOrder()
{
    QVERIFY(dialog("orderDialog"));
    QTRY_VERIFY(m_desk->find("newProxyDialog") == nullptr);
    dialog("orderDialog")->reject();
    QTRY_VERIFY(m_desk->find("orderDialog") == nullptr);
}

bool TestProxyCreation::openNew()
{
    m_desk->click("newProxyButton");
    return dialog("newProxyDialog") != nullptr;
}

void TestProxyCreation::fill(const QString &name)
{
    auto *open = dialog("newProxyDialog");
    QVERIFY(open);
    open->findChild<QLineEdit *>(QStringLiteral("nameEdit"))->setText(name);
    open->findChild<WordBox *>(QStringLiteral("typeBox"))->setValue(QStringLiteral("mobile"));
    open->findChild<PlaceBox *>(QStringLiteral("countryBox"))->setValue(QStringLiteral("DE"));
    open->findChild<WordBox *>(QStringLiteral("behaviorBox"))->setValue(QStringLiteral("keep"));
}

void TestProxyCreation::clickSubmit(const char *name)
{
    auto *open = dialog(name);
    QVERIFY(open);
    auto *button = open->findChild<QPushButton *>(QStringLiteral("submit"));
    QVERIFY(button);
    QTRY_VERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
}

void TestProxyCreation::send(const char *name)
{
    clickSubmit(name);
    if (qobject_cast<NewProxyDialog *>(dialog(name)) != nullptr) {
        QTRY_VERIFY(m_desk->find("orderConfirm")->isVisible());
        clickSubmit(name);
    }
}

QString TestProxyCreation::message(const char *name)
{
    const auto *open = m_desk->find<SheetDialog>(name);
    const auto *banner =
        open != nullptr ? open->findChild<Banner *>(QStringLiteral("sheetBanner")) : nullptr;
    return banner != nullptr && banner->isVisible() ? banner->lead() : QString();
}

void TestProxyCreation::theJournalKeepsEverything()
{
    ProxyOrder creation;
    creation.id = QStringLiteral("7");
    creation.state = OrderState::NotDone;
    creation.wanted = {QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
    creation.wanted.options.name = QStringLiteral("<b>n</b> שלום");
    creation.wanted.options.region = QString();
    creation.wanted.options.city = QStringLiteral("Köln");
    creation.wanted.options.rotateType = rotateAtInterval;
    creation.wanted.options.rotateIntervalMinutes = 10;
    creation.wanted.options.trafficLimit = TrafficAmount::fromUnits(1'234'567'891);
    creation.preparedAt = fromMillis(1'795'176'000'123);
    creation.endedAt = fromMillis(1'795'176'000'456);
    creation.decidedBy = DecidedBy::User;
    creation.proxy = ProxyId(QStringLiteral("p"));
    creation.listWasRead = true;
    creation.before = {ProxyId(QStringLiteral("a")), ProxyId(QStringLiteral("b"))};
    creation.candidates = {ProxyId(QStringLiteral("c"))};
    QCOMPARE(creationFromJson(creationToJson(creation)), std::optional(creation));
    QCOMPARE(creationFromJson(creationToJson(ProxyOrder())), std::nullopt); // it has no id
    QCOMPARE(creationFromJson("{"), std::nullopt);
}

// ---- creating

void TestProxyCreation::createsWhatWasTyped()
{
    QVERIFY(showLoaded());
    QCOMPARE(m_desk->rows(), 12);
    QVERIFY(openNew());
    fill(QStringLiteral("<b>aaa</b> neu"));
    send("newProxyDialog");
    QTRY_COMPARE(bar(), QStringLiteral("Proxy created"));
    QTRY_COMPARE(m_desk->rows(), 13);
    QTRY_VERIFY(m_desk->find("newProxyDialog") == nullptr);
    QCOMPARE(asked("createProxy"), 1U);
    QCOMPARE(m_desk->server().proxyIds().size(), 13U);
    QVERIFY(
        m_desk->column(ProxyTableModel::column("name")).contains(QStringLiteral("<b>aaa</b> neu")));
    QVERIFY(m_desk->account().creating().open() == nullptr);
    QVERIFY(!isUnknown());
}

void TestProxyCreation::sendsNothingThatIsIncomplete()
{
    QVERIFY(showLoaded());
    QVERIFY(openNew());
    auto *open = dialog("newProxyDialog");
    clickSubmit("newProxyDialog");
    int errors = 0;
    for (const FieldRow *row : open->findChildren<FieldRow *>()) {
        errors += row->hasError() ? 1 : 0;
    }
    QCOMPARE(errors, 3); // type, country, behavior
    open->findChild<QLineEdit *>(QStringLiteral("nameEdit"))
        ->setText(QString(256, QLatin1Char('x')));
    fill(QString(256, QLatin1Char('x')));
    clickSubmit("newProxyDialog");
    QVERIFY(open->isVisible());
    QCOMPARE(asked("createProxy"), 0U);
    QVERIFY(m_desk->account().creating().open() == nullptr);
}

void TestProxyCreation::enterAloneCreatesNothing()
{
    QVERIFY(showLoaded());
    QVERIFY(openNew());
    fill(QStringLiteral("enter"));
    auto *open = dialog("newProxyDialog");
    auto *name = open->findChild<QLineEdit *>(QStringLiteral("nameEdit"));
    name->setFocus();
    QTest::keyClick(name, Qt::Key_Return); // only asks for the confirmation
    QTRY_VERIFY(m_desk->find("orderConfirm")->isVisible());
    QTRY_VERIFY(open->findChild<QPushButton *>(QStringLiteral("submit"))->isEnabled());
    QTest::keyClick(open, Qt::Key_Return);
    QTest::keyClick(open, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(open->state(), SheetDialog::State::Editing);
    QCOMPARE(asked("createProxy"), 0U);
}

void TestProxyCreation::cloneTakesTheValues()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(3);
    const QString name = m_desk->text("inspectorTitle");
    QVERIFY(m_desk->chooseInMenu("cloneAction"));
    QVERIFY(dialog("newProxyDialog"));
    QCOMPARE(m_desk->find<QLineEdit>("nameEdit")->text(), name + QStringLiteral(" copy"));
    const auto key = static_cast<KeyedTableModel &>(*m_desk->table().model()).keyAt(3);
    const auto like = m_desk->account().rows().proxyByKey(key);
    QVERIFY(like);
    send("newProxyDialog");
    QTRY_COMPARE(m_desk->rows(), 13);
    std::optional<Proxy> made;
    for (const ProxyId &id : m_desk->account().rows().proxyIds()) {
        const auto row = m_desk->account().rows().proxy(id);
        made = row && row->name == name + QStringLiteral(" copy") ? row : made;
    }
    QVERIFY(made);
    QCOMPARE(made->type, like->type);
    QCOMPARE(made->country, like->country);
    QCOMPARE(made->region, like->region);
    QCOMPARE(made->city, like->city);
    QCOMPARE(made->behavior, like->behavior);
    QCOMPARE(made->rotateType, like->rotateType);
    QCOMPARE(made->trafficLimit, like->trafficLimit);
}

void TestProxyCreation::refusalsAreSaid_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("402") << QByteArray("proxy-too-dear");
    QTest::newRow("402 without a body") << QByteArray("proxy-too-dear;empty-errors,on=createProxy");
    QTest::newRow("403") << QByteArray("forbid=1005,on=createProxy");
    QTest::newRow("422") << QByteArray();
}

void TestProxyCreation::refusalsAreSaid()
{
    QFETCH(QByteArray, fault);
    QVERIFY(showLoaded());
    for (const QByteArray &each : fault.split(';')) {
        QVERIFY(each.isEmpty() || this->fault(each.toStdString()));
    }
    QVERIFY(openNew());
    fill(QStringLiteral("refused"));
    auto *open = dialog("newProxyDialog");
    auto *city = open->findChild<PlaceBox *>(QStringLiteral("cityBox"));
    if (fault.isEmpty()) {
        city->setValue(QStringLiteral("Nowhere"));
    }
    send("newProxyDialog");
    if (fault.isEmpty()) {
        QTRY_VERIFY(qobject_cast<FieldRow *>(city->parentWidget())->hasError());
    } else {
        QTRY_VERIFY(!message("newProxyDialog").isEmpty());
    }
    QCOMPARE(asked("createProxy"), 1U);
    QCOMPARE(m_desk->server().proxyIds().size(), 12U);
    QVERIFY(m_desk->account().creating().open() == nullptr);
    // What was typed is kept, and can be sent after it was corrected.
    QCOMPARE(m_desk->find<QLineEdit>("nameEdit")->text(), QStringLiteral("refused"));
    m_desk->server().faults().clearAll();
    city->setValue({});
    send("newProxyDialog");
    QTRY_COMPARE(m_desk->rows(), 13);
    QCOMPARE(asked("createProxy"), 2U);
}

void TestProxyCreation::aLostAnswerIsFoundInTheList()
{
    QVERIFY(showLoaded());
    m_desk->account().flush();
    m_desk->creating.looks.pauses = {1h};
    m_desk->close();
    QVERIFY(showLoaded());
    QVERIFY(fault("do-and-drop,on=createProxy,next=1"));
    QVERIFY(openNew());
    fill(QStringLiteral("lost"));
    send("newProxyDialog");
    closeOrder();
    QVERIFY(isUnknown());
    // Nothing else is created beside it.
    QVERIFY(openNew());
    fill(QStringLiteral("second"));
    send("newProxyDialog");
    QTRY_COMPARE(message("newProxyDialog"),
                 QStringLiteral("The result of an earlier creation is not known yet."));
    QCOMPARE(asked("createProxy"), 1U);
    dialog("newProxyDialog")->reject();
    if (auto *discard = m_desk->find<QPushButton>("discardChanges")) {
        discard->click();
    }
    creating().look(creating().open()->id);
    QTRY_COMPARE(lastState(), OrderState::Completed);
    QVERIFY(!isUnknown());
    QCOMPARE(asked("createProxy"), 1U);
    QTRY_COMPARE(m_desk->rows(), 13);
    QVERIFY(m_desk->account().creating().open() == nullptr);
}

void TestProxyCreation::aLostRequestIsNotSentAgain()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("drop,on=createProxy,next=1"));
    QVERIFY(openNew());
    fill(QStringLiteral("never"));
    send("newProxyDialog");
    // The list, loaded again, does not show it.
    QTRY_VERIFY(!creating().creations().empty());
    QTRY_COMPARE(lastState(), OrderState::NotDone);
    QCOMPARE(asked("createProxy"), 1U);
    QCOMPARE(m_desk->server().proxyIds().size(), 12U);
}

void TestProxyCreation::aRowThatCannotBeReadMayBeTheProxy()
{
    QVERIFY(showLoaded());
    QVERIFY(openNew());
    fill(QStringLiteral("aaa unreadable"));
    QVERIFY(fault("do-and-drop,on=createProxy,next=1"));
    QVERIFY(fault("unreadable-list-rows=1,on=listProxies,after=1")); // it is read before, too
    send("newProxyDialog");
    QTRY_COMPARE(asked("createProxy"), 1U);
    QTRY_VERIFY(m_desk->account().creating().open() != nullptr);
    QTRY_VERIFY(asked("listProxies") > 6);
    QCOMPARE(m_desk->account().creating().creations().back().state, OrderState::Unknown);
    m_desk->server().faults().clearAll();
    QTRY_COMPARE(m_desk->account().creating().creations().back().state, OrderState::Completed);
    QCOMPARE(asked("createProxy"), 1U);
}

void TestProxyCreation::severalThatFitAreForTheUser()
{
    QVERIFY(showLoaded());
    m_desk->close();
    m_desk->creating.looks.pauses = {1h};
    QVERIFY(showLoaded());
    QVERIFY(fault("do-and-drop,on=createProxy,next=1"));
    QVERIFY(openNew());
    fill({});
    send("newProxyDialog");
    QTRY_VERIFY(isUnknown());
    // Another one of the same kind is made elsewhere, before the list is loaded.
    NewProxy other{QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
    bool isMade = false;
    const Call call = m_desk->client().send(
        CreateProxy{other}, this, [&](const auto &answer) { isMade = answer.has_value(); });
    QTRY_VERIFY(isMade);
    m_desk->account().creating().look(m_desk->account().creating().open()->id);
    QTRY_VERIFY(creating().open()->candidates.size() > 1);
    QVERIFY(isUnknown());
    QVERIFY(creating().userDecides(creating().open()->id, true));
    QVERIFY(!isUnknown());
    QCOMPARE(m_desk->account().creating().open(), nullptr);
    QCOMPARE(asked("createProxy"), 2U); // that of this test is one
}

void TestProxyCreation::aRestartRemembersTheUnknown_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("isMade");
    QTest::newRow("made") << QByteArray("do-and-drop,on=createProxy,next=1") << true;
    QTest::newRow("not made") << QByteArray("drop,on=createProxy,next=1") << false;
    QTest::newRow("while it was sent") << QByteArray("latency=600000,on=createProxy") << true;
}

void TestProxyCreation::aRestartRemembersTheUnknown()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, isMade);
    QVERIFY(showLoaded());
    m_desk->close();
    m_desk->creating.looks.pauses = {1h};
    QVERIFY(showLoaded());
    QVERIFY(this->fault(fault.toStdString()));
    QVERIFY(openNew());
    fill(QStringLiteral("restart"));
    send("newProxyDialog");
    QTRY_COMPARE(asked("createProxy"), 1U);
    if (!fault.startsWith("latency")) {
        QTRY_VERIFY(isUnknown());
    }
    m_desk->close();
    m_desk->server().faults().clearAll();
    // Offline it is shown, and nothing is sent.
    m_desk->open(true);
    m_desk->show<ProxiesPage>();
    QTRY_VERIFY(isUnknown());
    QVERIFY(!m_desk->find("newProxyButton")->isEnabled());
    m_desk->close();
    m_desk->creating.looks.pauses = {20ms};
    QVERIFY(showLoaded());
    QTRY_COMPARE(lastState(), isMade ? OrderState::Completed : OrderState::NotDone);
    QCOMPARE(asked("createProxy"), 1U);
}

void TestProxyCreation::withoutAListTheUserDecides()
{
    m_desk->sandboxOptions.offer.without = {"listProxies"};
    QVERIFY(showLoaded());
    QVERIFY(fault("do-and-drop,on=createProxy,next=1"));
    QVERIFY(openNew());
    fill(QStringLiteral("no list"));
    send("newProxyDialog");
    QTRY_VERIFY(isUnknown());
    closeOrder();
    QVERIFY(creating().userDecides(creating().open()->id, false));
    QVERIFY(!isUnknown());
    // The user's word is final: the next one is a new creation.
    QTRY_VERIFY(m_desk->find("newProxyDialog") == nullptr);
    QVERIFY(openNew());
    fill(QStringLiteral("again"));
    send("newProxyDialog");
    QTRY_COMPARE(bar(), QStringLiteral("Proxy created"));
    QCOMPARE(asked("createProxy"), 2U);
}

void TestProxyCreation::aMissingCallIsSaid_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const char *kind : {"404", "405", "501", "json", "html"}) {
        QTest::newRow(kind) << QByteArray(kind);
    }
}

void TestProxyCreation::aMissingCallIsSaid()
{
    QFETCH(QByteArray, kind);
    m_desk->sandboxOptions.offer.without = {"createProxy"};
    m_desk->sandboxOptions.offer.missingAnswer =
        *sandbox::missingAnswerFromWord(kind.toStdString());
    QVERIFY(showLoaded());
    QVERIFY(openNew());
    fill(QStringLiteral("missing"));
    send("newProxyDialog");
    // A 404 without a reason may be a gateway's, while the service works on the order.
    const bool isCertain = kind == "405" || kind == "501";
    auto *button = m_desk->find("newProxyButton");
    if (isCertain) {
        QTRY_COMPARE(message("newProxyDialog"),
                     QStringLiteral("This service does not create proxies."));
        dialog("newProxyDialog")->reject();
        QTRY_VERIFY(m_desk->find("newProxyDialog") == nullptr);
        QTRY_COMPARE(lastState(), OrderState::Refused);
        QVERIFY(!isUnknown());
        QCOMPARE(button->toolTip(), QStringLiteral("This service does not create proxies."));
    } else {
        QTRY_COMPARE(lastState(), OrderState::Unknown);
        closeOrder();
    }
    QCOMPARE(asked("createProxy"), 1U);
    QCOMPARE(button->isEnabled(), !isCertain);
    QCOMPARE(m_desk->rows(), 12);
    m_desk->chooseRow(2);
    QVERIFY(m_desk->find("editButton")->isEnabled());
    QVERIFY(!isCertain || !m_desk->chooseInMenu("cloneAction"));
}

void TestProxyCreation::viewOnlyRefuses()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(2);
    QVERIFY(openNew());
    fill(QStringLiteral("view only"));
    m_desk->client().setViewOnly(true);
    QTRY_VERIFY(!message("newProxyDialog").isEmpty());
    QVERIFY(!dialog("newProxyDialog")->submitButton()->isEnabled());
    dialog("newProxyDialog")->reject();
    if (auto *discard = m_desk->find<QPushButton>("discardChanges")) {
        discard->click();
    }
    QTRY_VERIFY(!m_desk->find("newProxyButton")->isEnabled());
    QVERIFY(m_desk->find("newProxyButton")->toolTip().contains(QLatin1String("view only")));
    QVERIFY(!m_desk->chooseInMenu("cloneAction"));
    QVERIFY(!m_desk->chooseInMenu("deleteProxyAction"));
    QTest::keyClick(&m_desk->table(), Qt::Key_Delete);
    QVERIFY(m_desk->find("deleteProxyDialog") == nullptr);
    QCOMPARE(asked("createProxy"), 0U);
    QCOMPARE(asked("deleteProxy"), 0U);
}

// ---- deleting

void TestProxyCreation::deleteNamesWhatIsLost()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(3);
    const QString name = m_desk->text("inspectorTitle");
    m_desk->table().setFocus();
    QTest::keyClick(&m_desk->table(), Qt::Key_Delete);
    auto *open = dialog("deleteProxyDialog");
    QVERIFY(open);
    const QString words = m_desk->text("deleteWords");
    QVERIFY2(words.contains(QLatin1String("cannot be undone")), qPrintable(words));
    QVERIFY2(words.contains(QLatin1String("addresses")), qPrintable(words));
    const auto key = static_cast<KeyedTableModel &>(*m_desk->table().model()).keyAt(3);
    const auto proxy = m_desk->account().rows().proxyByKey(key);
    QVERIFY(proxy && proxy->trafficLimit && proxy->trafficUsed);
    QCOMPARE(words.contains(QLatin1String("are not used")),
             *proxy->trafficLimit > *proxy->trafficUsed);
    QTest::keyClick(open, Qt::Key_Return);
    QCOMPARE(open->state(), SheetDialog::State::Editing);
    QCOMPARE(asked("deleteProxy"), 0U);
    send("deleteProxyDialog");
    QTRY_COMPARE(bar(), QStringLiteral("Proxy deleted"));
    QTRY_COMPARE(m_desk->rows(), 11);
    QCOMPARE(m_desk->server().proxyIds().size(), 11U);
    QCOMPARE(asked("deleteProxy"), 1U);
    QVERIFY(!m_desk->column(ProxyTableModel::column("name")).contains(name));
}

void TestProxyCreation::deleteAfterALostAnswer_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("isGone");
    QTest::newRow("deleted") << QByteArray("do-and-drop,on=deleteProxy") << true;
    QTest::newRow("deleted, 500") << QByteArray("error-500=done,on=deleteProxy") << true;
    QTest::newRow("not deleted") << QByteArray("drop,on=deleteProxy") << false;
}

void TestProxyCreation::deleteAfterALostAnswer()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, isGone);
    QVERIFY(showLoaded());
    QVERIFY(this->fault(fault.toStdString()));
    m_desk->chooseRow(3);
    QVERIFY(m_desk->chooseInMenu("deleteProxyAction"));
    send("deleteProxyDialog");
    if (isGone) {
        QTRY_COMPARE(bar(), QStringLiteral("Proxy deleted"));
        QTRY_COMPARE(m_desk->rows(), 11);
    } else {
        QTRY_COMPARE(message("deleteProxyDialog"), QStringLiteral("The proxy was not deleted."));
        QCOMPARE(m_desk->rows(), 12);
    }
}

void TestProxyCreation::aMissingDeletionIsSaid_data()
{
    aMissingCallIsSaid_data();
}

void TestProxyCreation::aMissingDeletionIsSaid()
{
    QFETCH(QByteArray, kind);
    m_desk->sandboxOptions.offer.without = {"deleteProxy"};
    m_desk->sandboxOptions.offer.missingAnswer =
        *sandbox::missingAnswerFromWord(kind.toStdString());
    QVERIFY(showLoaded());
    m_desk->chooseRow(3);
    QVERIFY(m_desk->chooseInMenu("deleteProxyAction"));
    send("deleteProxyDialog");
    QTRY_COMPARE(message("deleteProxyDialog"),
                 QStringLiteral("This service does not delete proxies."));
    QCOMPARE(asked("deleteProxy"), 1U);
    dialog("deleteProxyDialog")->reject();
    QTRY_COMPARE(m_desk->account().status(Area::Proxies).state, AreaStatus::Loaded);
    QCOMPARE(m_desk->rows(), 12);
}

void TestProxyCreation::deletedElsewhereIsDeleted()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(3);
    QVERIFY(m_desk->chooseInMenu("deleteProxyAction"));
    QVERIFY(dialog("deleteProxyDialog"));
    const auto key = static_cast<KeyedTableModel &>(*m_desk->table().model()).keyAt(3);
    const auto proxy = m_desk->account().rows().proxyByKey(key);
    QVERIFY(proxy);
    bool isGone = false;
    const Call call = m_desk->client().send(
        DeleteProxy{proxy->id}, this, [&](const auto &answer) { isGone = answer.has_value(); });
    QTRY_VERIFY(isGone);
    send("deleteProxyDialog");
    QTRY_COMPARE(bar(), QStringLiteral("Proxy deleted"));
    QTRY_COMPARE(m_desk->rows(), 11);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestProxyCreation)
#include "test_proxycreation.moc"
