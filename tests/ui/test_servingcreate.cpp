// SPDX-License-Identifier: GPL-3.0-or-later
// Tests creating sub-users as a person does it, in the window with the sandbox: one, or many from a
// pasted table or a file, and copying their credentials afterwards.
#include "models/text/credentialformat.h"
#include "models/text/format.h"
#include "tests/ui/servingwindow.h"
#include "ui/lists/credentialsbox.h"
#include "ui/orderview/orderdialog.h"
#include "ui/serving/createmanydialog.h"
#include "ui/serving/newsubusersmodel.h"
#include "ui/serving/operationmodel.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QPlainTextEdit>

using namespace relaybook;
using namespace relaybook::testing;

class TestServingCreate : public QObject, private testing::ServingWindow
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { makeWindow(m_theme); }
    void cleanup() { m.reset(); }

    void createsOneAndShowsItsCredentials();
    void credentialsInEveryFormat_data();
    void credentialsInEveryFormat();
    void unclearLinesAreAskedAbout();
    void theCreatedOneIsSelectedAndItsPageOffered();
    void aTakenNameIsSaidAtTheField();
    void moreThanThePool();
    void aLostAnswerIsLookedUp();
    void aPastedTable();
    void aFile();
    void filesThatAreNoText();
    void takenNamesAreMarked();
    void aListThatIsTooLong();
    void moreThanThePoolInAll();
    void onlyRefusedLinesAreTriedAgain();
    void theTimeIsSaidFirst();
    void theRestAfterARestart();
    void viewOnlySaysWhy();
    void offlineSaysWhy();

private:
    void openCreate()
    {
        WindowFixture::click(&page(), "createButton");
        QTRY_VERIFY(dialog() != nullptr);
    }
    void openMany()
    {
        trigger("createSubUsersAction");
        QTRY_VERIFY(dialog() != nullptr);
    }
    [[nodiscard]] CreateManyDialog *many() const
    {
        return qobject_cast<CreateManyDialog *>(dialog());
    }
    void paste(const QString &text)
    {
        WindowFixture::in<QPlainTextEdit>(dialog(), "linesEdit")->setPlainText(text);
        const auto *preview = WindowFixture::in<QTableView>(dialog(), "createPreview");
        QTRY_VERIFY(preview->model()->rowCount() > 0);
    }
    [[nodiscard]] QStringList verdicts() const
    {
        QStringList texts;
        const auto *preview = WindowFixture::in<QTableView>(dialog(), "createPreview");
        const int column = NewSubUsersModel::column("verdict");
        for (int row = 0; row < preview->model()->rowCount(); ++row) {
            texts.append(preview->model()->index(row, column).data().toString());
        }
        return texts;
    }
    [[nodiscard]] QString problem() const
    {
        return WindowFixture::in<FindingLine>(dialog(), "createProblem")->text();
    }
    /// Creates a sub-user; its credentials are shown then.
    void createOne(const QString &name)
    {
        openCreate();
        WindowFixture::type(dialog(), "nameEdit", name);
        WindowFixture::type(dialog(), "amountEdit", QStringLiteral("5"));
        goToConfirm();
        send();
        QTRY_VERIFY(m->sheet("createdDialog") != nullptr);
    }
    [[nodiscard]] QJsonObject newest() const
    {
        const auto id = m->server().subUserIds().back();
        return QJsonDocument::fromJson(
                   QByteArray::fromStdString(m->server().subUser(id).value_or("")))
            .object();
    }
    [[nodiscard]] QString passwordOf(const QJsonObject &row) const
    {
        return row.value(QLatin1String("proxy"))[QLatin1String("proxy_password")].toString();
    }

    Theme m_theme;
};

void TestServingCreate::createsOneAndShowsItsCredentials()
{
    openPage();
    openCreate();
    QVERIFY(!submitOfDialog()->isEnabled());
    WindowFixture::type(dialog(), "nameEdit", QStringLiteral(" Anna "));
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("5"));
    WindowFixture::type(dialog(), "noteEdit", QStringLiteral("<b>Invoice</b> 2231"));
    QVERIFY(rowsOf(dialog(), "createSums").contains(QStringLiteral("100 GB now, 95 GB after")));
    goToConfirm();
    const QString rows = rowsOf(dialog(), "orderRows");
    QVERIFY2(rows.contains(QStringLiteral("Create: Anna")) &&
                 rows.contains(QStringLiteral("Traffic: 5 GB")) &&
                 rows.contains(QStringLiteral("<b>Invoice</b> 2231")),
             qPrintable(rows));
    QCOMPARE(arrived(createCall), 0u);
    send();
    QTRY_VERIFY(m->sheet("createdDialog") != nullptr);
    QVERIFY(dialog() == nullptr);
    QCOMPARE(arrived(createCall), 1u);
    QCOMPARE(newest().value(QLatin1String("username")).toString(), QStringLiteral("Anna"));
    QCOMPARE(newest().value(QLatin1String("note")).toString(),
             QStringLiteral("<b>Invoice</b> 2231"));
    QTRY_COMPARE(table().model()->rowCount(), m->sandboxOptions.subUsers + 1);
    // The password is masked until it is wanted.
    const QString password = passwordOf(newest());
    QVERIFY(!password.isEmpty());
    for (const auto *label : m->sheet("createdDialog")->findChildren<QLabel *>()) {
        QVERIFY(!label->text().contains(password));
    }
}

void TestServingCreate::credentialsInEveryFormat_data()
{
    QTest::addColumn<QString>("button");
    for (const char *name :
         {"formatUrl", "formatHostPortUserPassword", "formatUserPasswordHostPort", "formatCurl",
          "formatCurlCmd", "formatCurlPowerShell"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void TestServingCreate::credentialsInEveryFormat()
{
    QFETCH(QString, button);
    openPage();
    createOne(QStringLiteral("anna"));
    m->sheet("createdDialog")->submit();
    QTRY_VERIFY(m->sheet("copyCredentialsDialog") != nullptr);
    WindowFixture::in<QAbstractButton>(m->sheet("copyCredentialsDialog"), qPrintable(button))
        ->click();
    m->sheet("copyCredentialsDialog")->submit();
    QTRY_VERIFY(m->sheet("copyCredentialsDialog") == nullptr);
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.contains(passwordOf(newest())), qPrintable(copied));
    QVERIFY(
        copied.contains(newest().value(QLatin1String("proxy"))[QLatin1String("host")].toString()));
    QVERIFY(m->sheet("createdDialog") != nullptr); // for another format
}

void TestServingCreate::unclearLinesAreAskedAbout()
{
    openPage();
    createOne(QStringLiteral("anna"));
    QApplication::clipboard()->setText(QStringLiteral("a shopping list"));
    m->sheet("createdDialog")->submit();
    QTRY_VERIFY(m->sheet("copyCredentialsDialog") != nullptr);
    SheetDialog *formats = m->sheet("copyCredentialsDialog");
    WindowFixture::in<QAbstractButton>(formats, "formatOwn")->click();
    WindowFixture::in<QLineEdit>(formats, "templateEdit")
        ->setText(QStringLiteral("{user}{password}"));
    formats->submit();
    QTRY_VERIFY(m->sheet("unclearLinesDialog") != nullptr);
    QVERIFY(m->sheet("unclearLinesDialog")->windowTitle().contains(QStringLiteral("1 of 1")));
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("a shopping list"));
    m->sheet("unclearLinesDialog")->submit();
    QTRY_VERIFY(QApplication::clipboard()->text().endsWith(passwordOf(newest())));
}

void TestServingCreate::theCreatedOneIsSelectedAndItsPageOffered()
{
    openPage();
    createOne(QStringLiteral("anna"));
    QTRY_COMPARE(table().model()->rowCount(), m->sandboxOptions.subUsers + 1);
    const auto chosen = [this] { return table().selectionModel()->selectedRows(); };
    QTRY_VERIFY(chosen().size() == 1 && chosen().front().data().toString() == u"anna");
    WindowFixture::click(m->sheet("createdDialog"), "openCreatedPage");
    QTRY_VERIFY(m->sheet("subUserDialog") != nullptr);
    QVERIFY(m->sheet("createdDialog") == nullptr);
    QCOMPARE(m->sheet("subUserDialog")->windowTitle(), QStringLiteral("anna"));
    QVERIFY(WindowFixture::in(m->sheet("subUserDialog"), "plainSecret")->isVisible());
    WindowFixture::click(m->sheet("subUserDialog"), "profileGive");
    QTRY_VERIFY(m->sheet("giveDialog") != nullptr);
}

void TestServingCreate::aTakenNameIsSaidAtTheField()
{
    openPage();
    openCreate();
    WindowFixture::type(dialog(), "nameEdit", nameOf(idAt(0)).toUpper());
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("1"));
    submitOfDialog()->click();
    QTRY_VERIFY2(WindowFixture::errorAt(dialog(), "nameEdit")
                     .contains(QStringLiteral("already has this name")),
                 qPrintable(WindowFixture::errorAt(dialog(), "nameEdit")));
    QCOMPARE(dialog()->step(), ServingDialog::Step::Form);
    QCOMPARE(arrived(createCall), 0u);
}

void TestServingCreate::moreThanThePool()
{
    openPage();
    openCreate();
    WindowFixture::type(dialog(), "nameEdit", QStringLiteral("anna"));
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("100.01"));
    QVERIFY(WindowFixture::errorAt(dialog(), "amountEdit").contains(QStringLiteral("only 100 GB")));
    QVERIFY(!submitOfDialog()->isEnabled());
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("100"));
    QVERIFY(submitOfDialog()->isEnabled());
}

void TestServingCreate::aLostAnswerIsLookedUp()
{
    openPage();
    openCreate();
    WindowFixture::type(dialog(), "nameEdit", QStringLiteral("anna"));
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("5"));
    goToConfirm();
    fault("do-and-drop,next=1,on=createSubUser");
    send();
    QTRY_VERIFY(m->sheet("orderDialog") != nullptr);
    QTRY_COMPARE(int(desk().operations().front().state), int(OrderState::Completed));
    QCOMPARE(arrived(createCall), 1u);
    QCOMPARE(m->server().subUserIds().size(), size_t(m->sandboxOptions.subUsers) + 1);
}

void TestServingCreate::aPastedTable()
{
    openPage();
    openMany();
    QVERIFY(!submitOfDialog()->isEnabled());
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("2"));
    paste(QString(QChar(0xfeff)) % QStringLiteral("anna;1.5;;VIP\r\nben\r\nanna;1\r\n;3\r\n"
                                                  "cleo;lots\r\n\"d, e\";4\r\n"));
    QTRY_COMPARE(verdicts().size(), 6);
    QCOMPARE(verdicts().count(QStringLiteral("Will be created")), 3);
    QVERIFY(verdicts().at(2).contains(QStringLiteral("earlier line")));
    QVERIFY(verdicts().at(3).contains(QStringLiteral("missing")));
    QVERIFY(verdicts().at(4).contains(QStringLiteral("not a number")));
    QCOMPARE(WindowFixture::textOf(dialog(), "createSummary"),
             QStringLiteral("3 of 6 lines can be created."));
    QVERIFY(rowsOf(dialog(), "createSums").contains(QStringLiteral("Given in all: 7.5 GB")));
    QVERIFY(rowsOf(dialog(), "createSums").contains(QStringLiteral("100 GB now, 92.5 GB after")));
    goToConfirm();
    QVERIFY(rowsOf(dialog(), "orderRows").contains(QStringLiteral("3 lines")));
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Results);
    QTRY_VERIFY(!desk().isUnderWay());
    QCOMPARE(arrived(createCall), 3u);
    QCOMPARE(newest().value(QLatin1String("username")).toString(), QStringLiteral("d, e"));
    // The credentials of all, once more than once if they are wanted.
    for (int round = 0; round < 2; ++round) {
        QTRY_VERIFY(WindowFixture::in(dialog(), "copyCreated")->isVisible());
        WindowFixture::click(dialog(), "copyCreated");
        QTRY_VERIFY(m->sheet("createdDialog") != nullptr);
        m->sheet("createdDialog")->submit();
        QTRY_VERIFY(m->sheet("copyCredentialsDialog") != nullptr);
        m->sheet("copyCredentialsDialog")->submit();
        QTRY_VERIFY(m->sheet("copyCredentialsDialog") == nullptr);
        QCOMPARE(QApplication::clipboard()->text().split(u'\n').size(), 3);
        m->sheet("createdDialog")->reject();
        QTRY_VERIFY(m->sheet("createdDialog") == nullptr);
    }
}

void TestServingCreate::aFile()
{
    openPage();
    openMany();
    const QString path = m->folder() % QStringLiteral("/list.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("\xef\xbb\xbf"
               "User name;Traffic (GB);Note\r\nanna;1;\"two\r\nlines\"\r\n");
    file.close();
    WindowFixture::click(dialog(), "openListFile");
    auto *chooser = m->window().findChild<QFileDialog *>(QStringLiteral("listFileDialog"));
    QVERIFY(chooser != nullptr);
    Q_EMIT chooser->fileSelected(path);
    chooser->reject();
    QTRY_COMPARE(verdicts(), QStringList{QStringLiteral("Will be created")});
    goToConfirm();
    send();
    QTRY_VERIFY(m->sheet("createdDialog") != nullptr);
    QCOMPARE(newest().value(QLatin1String("note")).toString(), QStringLiteral("two\nlines"));
}

void TestServingCreate::filesThatAreNoText()
{
    openPage();
    openMany();
    const QString path = m->folder() % QStringLiteral("/list.xlsx");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("PK\x03\x04\0\0\xff", 7));
    file.close();
    many()->loadFile(path);
    QVERIFY(bannerOf(dialog()).contains(QStringLiteral("UTF-8")));
    many()->loadFile(m->folder() % QStringLiteral("/missing.csv"));
    QVERIFY(bannerOf(dialog()).contains(QStringLiteral("could not be opened")));
    QVERIFY(!submitOfDialog()->isEnabled());
}

void TestServingCreate::takenNamesAreMarked()
{
    openPage();
    openMany();
    paste(QStringLiteral("anna,1\n%1,1\nben,1").arg(nameOf(idAt(0))));
    QTRY_COMPARE(verdicts().count(QStringLiteral("Will be created")),
                 2); // before anything is asked
    QVERIFY(verdicts().at(1).contains(QStringLiteral("already has this name")));
    auto *onlyWrong = WindowFixture::in<QCheckBox>(dialog(), "onlyWrongLines");
    QVERIFY(onlyWrong->isVisible());
    onlyWrong->click();
    QCOMPARE(verdicts().size(), 1);
    QVERIFY(verdicts().at(0).contains(QStringLiteral("already has this name")));
    onlyWrong->click();
    QCOMPARE(verdicts().size(), 3);
    goToConfirm();
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Results);
    QTRY_VERIFY(!desk().isUnderWay());
    QCOMPARE(arrived(createCall), 2u);
}

void TestServingCreate::aListThatIsTooLong()
{
    openPage();
    openMany();
    QString text;
    for (int i = 0; i < 6000; ++i) {
        text += QStringLiteral("customer %1,1\n").arg(i);
    }
    paste(text);
    QTRY_COMPARE(WindowFixture::textOf(dialog(), "createSummary"),
                 QStringLiteral("The list has more than 5,000 lines."));
    QVERIFY(problem().contains(QStringLiteral("5,000")));
    QVERIFY(!submitOfDialog()->isEnabled());
}

void TestServingCreate::moreThanThePoolInAll()
{
    openPage();
    openMany();
    paste(QStringLiteral("anna,60\nben,40.01"));
    QTRY_VERIFY2(problem().contains(QStringLiteral("only 100 GB left")), qPrintable(problem()));
    QVERIFY(!submitOfDialog()->isEnabled());
    paste(QStringLiteral("anna,60\nben,40"));
    QTRY_VERIFY(submitOfDialog()->isEnabled());
}

void TestServingCreate::onlyRefusedLinesAreTriedAgain()
{
    openPage();
    openMany();
    paste(QStringLiteral("anna,1,,VIP\nben,2,,\"a, b\"\ncleo,3"));
    goToConfirm();
    fault("forbid=1005,after=1,next=1,on=createSubUser");
    send();
    QTRY_COMPARE(dialog()->step(), ServingDialog::Step::Results);
    QTRY_VERIFY(!desk().isUnderWay());
    m->server().faults().clearAll();
    QTRY_VERIFY(submitOfDialog()->isVisible() && submitOfDialog()->isEnabled());
    const auto created = m->server().subUserIds().size();
    submitOfDialog()->click();
    QCOMPARE(dialog()->step(), ServingDialog::Step::Form);
    const QString text = WindowFixture::in<QPlainTextEdit>(dialog(), "linesEdit")->toPlainText();
    QVERIFY2(text.contains(QStringLiteral("ben,2")) && !text.contains(QStringLiteral("anna")),
             qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("\"a, b\"")));
    goToConfirm();
    send();
    QTRY_VERIFY(!desk().isUnderWay() &&
                m->server().subUserIds().size() == size_t(m->sandboxOptions.subUsers) + 3);
    QVERIFY(created < m->server().subUserIds().size());
}

void TestServingCreate::theTimeIsSaidFirst()
{
    m.reset();
    makeWindow(m_theme, true);
    openPage();
    openMany();
    QString text;
    for (int i = 0; i < 600; ++i) {
        text += QStringLiteral("user%1,0.01\n").arg(i);
    }
    paste(text);
    QTRY_VERIFY2(rowsOf(dialog(), "createSums").contains(QStringLiteral("Takes: about")),
                 qPrintable(rowsOf(dialog(), "createSums")));
}

void TestServingCreate::theRestAfterARestart()
{
    openPage();
    openMany();
    paste(QStringLiteral("anna,1\nben,2\ncleo,3,,\"VIP, paid\""));
    goToConfirm();
    fault("latency=60000,after=1,on=createSubUser");
    send();
    QTRY_COMPARE(arrived(createCall), 2u); // the second one is on its way
    m->close();
    m->server().faults().clearAll();
    m->server().endLatency();
    m->open();
    QTRY_VERIFY(desk().isReady());
    m->trigger("showSubUsersAction");
    openMany();
    const auto *banner = WindowFixture::in<Banner>(dialog(), "interruptedList");
    QTRY_VERIFY(banner->isVisible());
    QVERIFY2(banner->lead().startsWith(QStringLiteral("1 ")), qPrintable(banner->lead()));
    WindowFixture::click(dialog(), "loadInterrupted");
    const QString text = WindowFixture::in<QPlainTextEdit>(dialog(), "linesEdit")->toPlainText();
    QVERIFY2(text.contains(QStringLiteral("cleo,3")) && !text.contains(QStringLiteral("ben")),
             qPrintable(text));
    QTRY_COMPARE(verdicts(), QStringList{QStringLiteral("Will be created")});
}

void TestServingCreate::viewOnlySaysWhy()
{
    openPage();
    m->client().setViewOnly(true);
    auto *button = WindowFixture::in<QAbstractButton>(&page(), "createButton");
    QTRY_VERIFY(!button->isEnabled());
    QVERIFY(button->toolTip().contains(QStringLiteral("view only")));
}

void TestServingCreate::offlineSaysWhy()
{
    openPage();
    m->close();
    m->windowAccount.offline = true;
    m->open();
    m->trigger("showSubUsersAction");
    openCreate();
    WindowFixture::type(dialog(), "nameEdit", QStringLiteral("anna"));
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("1"));
    QVERIFY(bannerOf(dialog()).contains(QStringLiteral("connection")));
    QVERIFY(!submitOfDialog()->isEnabled());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestServingCreate)
#include "test_servingcreate.moc"
