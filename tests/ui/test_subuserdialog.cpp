// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the page of one sub-user: how it is opened and left, what it shows, and what it says about
// calls that are missing, errors, and a sub-user that was deleted elsewhere.
#include "api/endpoints/subusers.h"
#include "models/subusers/subuserprofile.h"
#include "models/subusers/subusertransactions.h"
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/charts/trafficchart.h"
#include "ui/subusers/subuserdialog.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/rowlist.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QSignalSpy>

using namespace relaybook;
using relaybook::testing::ListFixture;

class TestSubUserDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void itIsOpenedAndLeft_data();
    void itIsOpenedAndLeft();
    void itShowsTheSubUser();
    void theHistoryIsTurnedPageByPage();
    void aNoteEditedHereHasAHistory();
    void transactionsThatNameItAreListed();
    void aMissingCallIsSaidInItsSection_data();
    void aMissingCallIsSaidInItsSection();
    void anErrorIsTriedAgain_data();
    void anErrorIsTriedAgain();
    void offlineItShowsWhatIsStored();
    void deletedElsewhereWhileOpen_data();
    void deletedElsewhereWhileOpen();
    void namesOfAllKindsFit_data();
    void namesOfAllKindsFit();
    void viewOnlyKeepsTheNote();

private:
    SubUserDialog *openRow(int row = 6);
    [[nodiscard]] SubUserDialog *dialog() const;
    [[nodiscard]] QString text(const char *label) const;
    [[nodiscard]] QStringList values(const char *rows) const;
    [[nodiscard]] bool isShown(const char *name) const;
    void press(const char *button);
    template <class Endpoint>
    void elsewhere(const Endpoint &endpoint);
    [[nodiscard]] SubUserId idAt(int row);
    [[nodiscard]] bool isQuiet() const;

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
    SubUsersPage *m_page = nullptr;
};

void TestSubUserDialog::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.proxies = 5;
}

SubUserDialog *TestSubUserDialog::dialog() const
{
    for (auto *each : m_desk->window().findChildren<SubUserDialog *>()) {
        if (each->isVisible()) {
            return each;
        }
    }
    return nullptr;
}

QString TestSubUserDialog::text(const char *label) const
{
    const auto *open = dialog();
    const auto *found = open ? open->findChild<QLabel *>(QLatin1String(label)) : nullptr;
    return found ? found->text() : QStringLiteral("(no %1)").arg(QLatin1String(label));
}

bool TestSubUserDialog::isShown(const char *name) const
{
    const auto *open = dialog();
    const auto *found = open ? open->findChild<QWidget *>(QLatin1String(name)) : nullptr;
    return found && found->isVisible();
}

QStringList TestSubUserDialog::values(const char *rows) const
{
    QStringList values;
    if (const auto *list = dialog()->findChild<RowList *>(QLatin1String(rows))) {
        for (const RowList::Row &row : list->rows()) {
            values.append(row.value);
        }
    }
    return values;
}

void TestSubUserDialog::press(const char *button)
{
    auto *found = dialog()->findChild<QAbstractButton *>(QLatin1String(button));
    QVERIFY2(found && found->isVisible() && found->isEnabled(), button);
    found->click();
}

template <class Endpoint>
void TestSubUserDialog::elsewhere(const Endpoint &endpoint)
{
    bool done = false;
    const Call call = m_desk->client().send(endpoint, this,
                                            [&](const auto &answer) { done = answer.has_value(); });
    QTRY_VERIFY(done);
}

SubUserId TestSubUserDialog::idAt(int row)
{
    return SubUserId(m_desk->table().model()->index(row, 0).data(KeyRole).toLongLong());
}

bool TestSubUserDialog::isQuiet() const
{
    const auto *open = dialog();
    if (open == nullptr) {
        return false;
    }
    for (const char *note : {"profileTrafficNote", "allocationsNote", "namingNote"}) {
        if (text(note) == QStringLiteral("Loading…") && isShown(note)) {
            return false;
        }
    }
    return text("allocationPlace") != QStringLiteral("Loading…");
}

SubUserDialog *TestSubUserDialog::openRow(int row)
{
    if (!m_page) {
        m_desk->open();
        m_desk->account().start();
    }
    m_page = m_desk->show<SubUsersPage>();
    const int expected = m_desk->sandboxOptions.subUsers;
    const bool loaded = testing::waitUntil([&] {
        return m_desk->rows() == expected &&
               m_desk->account().status(Area::SubUsers).state == AreaStatus::Loaded &&
               m_desk->account().ledger().progress().state == LedgerProgress::Complete;
    });
    if (!loaded) {
        return nullptr;
    }
    m_desk->table().setFocus();
    m_desk->chooseRow(row);
    QTest::keyClick(&m_desk->table(), Qt::Key_Return);
    return testing::waitUntil([&] { return isQuiet(); }) ? dialog() : nullptr;
}

void TestSubUserDialog::itIsOpenedAndLeft_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::newRow("Enter, Escape") << "enter" << int(Qt::Key_Escape) << int(Qt::NoModifier);
    QTest::newRow("Enter, Alt+Left") << "enter" << int(Qt::Key_Left) << int(Qt::AltModifier);
    QTest::newRow("button, Enter") << "button" << int(Qt::Key_Return) << int(Qt::NoModifier);
    QTest::newRow("double click, Escape")
        << "double click" << int(Qt::Key_Escape) << int(Qt::NoModifier);
}

void TestSubUserDialog::itIsOpenedAndLeft()
{
    QFETCH(QString, how);
    QFETCH(int, key);
    QFETCH(int, modifiers);
    m_page = nullptr;
    auto *first = openRow();
    QVERIFY(first);
    QCOMPARE(first->windowTitle(), m_desk->cell(6, 0));
    QTest::keyClick(first, Qt::Key_Escape);
    QTRY_VERIFY(!dialog());
    QCOMPARE(m_desk->window().focusWidget(), &m_desk->table());
    if (how == QStringLiteral("button")) {
        m_desk->click("openSubUserButton");
    } else if (how == QStringLiteral("enter")) {
        QTest::keyClick(&m_desk->table(), Qt::Key_Enter, Qt::KeypadModifier);
    } else {
        const QRect cell = m_desk->table().visualRect(m_desk->table().model()->index(6, 0));
        QTest::mouseClick(m_desk->table().viewport(), Qt::LeftButton, {}, cell.center());
        QTest::mouseDClick(m_desk->table().viewport(), Qt::LeftButton, {}, cell.center());
    }
    QTRY_VERIFY(dialog());
    QVERIFY(QTest::qWaitForWindowActive(dialog()));
    if (key == Qt::Key_Return) {
        dialog()->findChild<QPushButton *>(QStringLiteral("cancel"))->setFocus();
    }
    QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : dialog(),
                    Qt::Key(key), Qt::KeyboardModifiers(modifiers));
    QTRY_VERIFY(!dialog());
}

void TestSubUserDialog::itShowsTheSubUser()
{
    m_page = nullptr;
    QVERIFY(openRow());
    const auto row = m_desk->account().rows().subUser(idAt(6));
    QVERIFY(row && row->trafficLeft && row->trafficUsed);
    const auto given = row->trafficLeft->plus(*row->trafficUsed);
    QCOMPARE(text("profileLeft"),
             QStringLiteral("%1 left of %2")
                 .arg(format::traffic(*row->trafficLeft), format::traffic(*given)));
    QVERIFY(text("profileUsed").startsWith(format::traffic(*row->trafficUsed)));
    QVERIFY(text("profileUsed").contains(QStringLiteral("as of")));
    QVERIFY(!text("profileLasts").isEmpty());
    QVERIFY(text("sheetSubtitle").contains(row->id.text()));
    QVERIFY(isShown("trafficChartTooFew")); // one day has no course
    QVERIFY(!isShown("trafficChartPlot"));
    const QStringList given1 = values("allocationRows");
    QVERIFY(!given1.isEmpty());
    for (const QString &each : given1) {
        QVERIFY2(each.startsWith(u'+') && each.endsWith(QStringLiteral("GB")), qPrintable(each));
    }
    QVERIFY(!isShown("newerAllocations")); // one page
    QVERIFY(!isShown("sheetBanner"));
    // What is given while it is open is shown after a refresh; what is taken back is said so.
    elsewhere(AddSubUserTraffic{row->id, TrafficAmount::fromUnits(3'000'000'000)});
    elsewhere(DropSubUserTraffic{row->id, TrafficAmount::fromUnits(1'000'000'000)});
    press("refreshSubUser");
    QTRY_COMPARE(values("allocationRows").size(), given1.size() + 2);
    QCOMPARE(values("allocationRows").at(0), QStringLiteral("−1.0 GB, taken back"));
    QCOMPARE(values("allocationRows").at(1), QStringLiteral("+3.0 GB"));
    QTest::keyClick(dialog(), Qt::Key_F5);
    QTRY_VERIFY(isQuiet());
}

void TestSubUserDialog::theHistoryIsTurnedPageByPage()
{
    m_page = nullptr;
    QVERIFY(openRow());
    for (int i = 0; i < 12; ++i) {
        elsewhere(AddSubUserTraffic{idAt(6), TrafficAmount::fromUnits(10'000'000)});
    }
    press("refreshSubUser");
    QTRY_VERIFY(isShown("olderAllocations"));
    QTRY_COMPARE(text("allocationPlace"), QStringLiteral("Page 1 of 2"));
    QCOMPARE(values("allocationRows").size(), qsizetype{10});
    auto *newer = dialog()->findChild<QAbstractButton *>(QStringLiteral("newerAllocations"));
    QVERIFY(!newer->isEnabled());
    press("olderAllocations");
    QTRY_COMPARE(text("allocationPlace"), QStringLiteral("Page 2 of 2"));
    QVERIFY(
        !dialog()->findChild<QAbstractButton *>(QStringLiteral("olderAllocations"))->isEnabled());
    // An error leaves the page in view, and is tried again from there.
    QVERIFY(!m_desk->server().faults().set(
        std::string_view("error-500,on=listSubUserAllocations,next=3")));
    press("newerAllocations");
    QTRY_VERIFY(isShown("allocationsTrouble"));
    QVERIFY(!values("allocationRows").isEmpty());
    m_desk->server().faults().clearAll();
    press("allocationsAgain");
    QTRY_VERIFY(!isShown("allocationsTrouble"));
}

void TestSubUserDialog::aNoteEditedHereHasAHistory()
{
    m_page = nullptr;
    QVERIFY(openRow());
    const SubUserId id = idAt(6);
    const QString before = m_desk->account().rows().subUser(id)->note.value_or(QString());
    QCOMPARE(text("profileNoteText"), before.isEmpty() ? QStringLiteral("No note") : before);
    QCOMPARE(text("profileNoteNote"), QStringLiteral("No earlier notes on this computer."));
    const auto write = [this](const QString &note) {
        QTest::keyClick(dialog(), Qt::Key_F2);
        QPlainTextEdit *edit = nullptr;
        QTRY_VERIFY((edit = m_desk->find<QPlainTextEdit>("noteEdit")) && edit->isVisible());
        edit->setPlainText(note);
        m_desk->find<SheetDialog>("noteDialog")->submit();
        QTRY_VERIFY(m_desk->find("noteDialog") == nullptr);
    };
    const QString html = QStringLiteral("<b>Paid</b> until Dec 1");
    write(html);
    QTRY_COMPARE(text("profileNoteText"), html);
    const QString longNote(QString(9'000, u'x') + QStringLiteral(" end"));
    write(longNote);
    QTRY_COMPARE(text("profileNoteText"), longNote);
    QTRY_VERIFY(values("earlierNoteRows").contains(html));
    QVERIFY(!isShown("profileNoteNote"));
    write(QStringLiteral("short"));
    QTRY_VERIFY(values("earlierNoteRows").size() >= 2);
    QVERIFY(values("earlierNoteRows").at(0).size() <= 400); // cut in the list of earlier ones
    dialog()->reject();
    QTRY_VERIFY(!dialog());
    QVERIFY(m_desk->isShown("undoBar")); // the page offers what it offers for its own dialog
}

void TestSubUserDialog::transactionsThatNameItAreListed()
{
    m_page = nullptr;
    QVERIFY(openRow());
    dialog()->reject();
    QTRY_VERIFY(!dialog());
    // One that a transaction names, and one that none does.
    auto model = m_desk->account().queries().makeTransactionModel();
    QTRY_VERIFY(model->isSettled() && model->rowCount() == 250);
    int named = -1;
    int unnamed = -1;
    int count = 0;
    for (int row = 0; row < m_desk->rows(); ++row) {
        const auto subUser = m_desk->account().rows().subUser(idAt(row));
        int names = 0;
        for (int each = 0; each < model->rowCount(); ++each) {
            names += namesSubUser(*model->at(each), *subUser) ? 1 : 0;
        }
        if (names > count) {
            named = row;
            count = names;
        }
        unnamed = names == 0 ? row : unnamed;
    }
    QVERIFY(named >= 0 && unnamed >= 0);
    QVERIFY(openRow(named));
    QTRY_VERIFY(isShown("namingRows"));
    QCOMPARE(values("namingRows").size(), std::min<qsizetype>(5, count));
    QSignalSpy asked(m_page, &Page::ledgerRequested);
    press("showNaming");
    QTRY_VERIFY(!dialog());
    QCOMPARE(asked.count(), 1);
    QVERIFY(!asked.at(0).at(0).value<LedgerFilter>().text.isEmpty());
    QVERIFY(openRow(unnamed));
    QTRY_COMPARE(text("namingNote"),
                 QStringLiteral("None of the transactions on this computer names it."));
    QVERIFY(!isShown("showNaming"));
}

void TestSubUserDialog::aMissingCallIsSaidInItsSection_data()
{
    QTest::addColumn<QByteArray>("operations");
    QTest::addColumn<QByteArray>("label");
    QTest::addColumn<QString>("said");
    QTest::newRow("history") << QByteArray("listSubUserAllocations")
                             << QByteArray("allocationsNote")
                             << "This service does not report the allocation history.";
    QTest::newRow("traffic") << QByteArray("getSubUserTraffic") << QByteArray() << "";
    QTest::newRow("sub-user") << QByteArray("getSubUser") << QByteArray() << "";
    QTest::newRow("all") << QByteArray("getSubUser getSubUserTraffic listSubUserAllocations")
                         << QByteArray("allocationsNote")
                         << "This service does not report the allocation history.";
}

void TestSubUserDialog::aMissingCallIsSaidInItsSection()
{
    QFETCH(QByteArray, operations);
    QFETCH(QByteArray, label);
    QFETCH(QString, said);
    sandbox::Offer offer;
    for (const QByteArray &each : operations.split(' ')) {
        offer.without.insert(each.toStdString());
    }
    m_desk->sandboxOptions.offer = offer;
    m_page = nullptr;
    QVERIFY(openRow());
    QTRY_VERIFY(m_desk->account().status(Area::SubUsers).state == AreaStatus::Loaded);
    QVERIFY(!isShown("sheetBanner"));
    QVERIFY(text("profileLeft").contains(QStringLiteral("left of"))); // the list has the figures
    for (const char *section : {"profileTrafficTrouble", "allocationsTrouble"}) {
        QVERIFY2(!isShown(section), section);
    }
    if (!label.isEmpty()) {
        QCOMPARE(text(label.constData()), said);
    } else {
        QVERIFY(!values("allocationRows").isEmpty());
    }
}

void TestSubUserDialog::anErrorIsTriedAgain_data()
{
    QTest::addColumn<QByteArray>("operation");
    QTest::addColumn<QByteArray>("trouble");
    QTest::addColumn<QByteArray>("again");
    QTest::newRow("sub-user") << QByteArray("getSubUser") << QByteArray("sheetBanner")
                              << QByteArray("profileAgain");
    QTest::newRow("traffic") << QByteArray("getSubUserTraffic")
                             << QByteArray("profileTrafficTrouble")
                             << QByteArray("profileTrafficAgain");
    QTest::newRow("history") << QByteArray("listSubUserAllocations")
                             << QByteArray("allocationsTrouble") << QByteArray("allocationsAgain");
}

void TestSubUserDialog::anErrorIsTriedAgain()
{
    QFETCH(QByteArray, operation);
    QFETCH(QByteArray, trouble);
    QFETCH(QByteArray, again);
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set(
        std::string_view(QByteArray("error-500,on=" + operation).constData())));
    m_page = nullptr;
    QVERIFY(openRow());
    QTRY_VERIFY(isShown(trouble.constData()));
    QVERIFY(text("profileLeft").contains(QStringLiteral("left of")));
    m_desk->server().faults().clearAll();
    press(again.constData());
    QTRY_VERIFY(!isShown(trouble.constData()));
    QTRY_VERIFY(isQuiet());
    QVERIFY(!values("allocationRows").isEmpty());
}

void TestSubUserDialog::offlineItShowsWhatIsStored()
{
    m_page = nullptr;
    QVERIFY(openRow());
    dialog()->reject();
    m_desk->account().flush();
    m_desk->open(true);
    m_page = m_desk->show<SubUsersPage>();
    QTRY_COMPARE(m_desk->rows(), 40);
    m_desk->chooseRow(6);
    QTest::keyClick(&m_desk->table(), Qt::Key_Return);
    QTRY_VERIFY(dialog());
    QTRY_VERIFY(isShown("sheetBanner"));
    QVERIFY(text("profileLeft").contains(QStringLiteral("left of")));
    QVERIFY(isShown("allocationsTrouble"));
    QVERIFY(
        !dialog()->findChild<QAbstractButton *>(QStringLiteral("profileEditNote"))->isEnabled());
}

void TestSubUserDialog::deletedElsewhereWhileOpen_data()
{
    QTest::addColumn<bool>("emptyBody");
    QTest::newRow("404 with a code") << false;
    QTest::newRow("404 with an empty body") << true;
}

void TestSubUserDialog::deletedElsewhereWhileOpen()
{
    QFETCH(bool, emptyBody);
    m_page = nullptr;
    QVERIFY(openRow());
    const QString name = dialog()->windowTitle();
    if (emptyBody) {
        QVERIFY(!m_desk->server().faults().set(std::string_view("empty-errors")));
    }
    const int rows = m_desk->rows();
    elsewhere(DeleteSubUser{idAt(6)});
    press("refreshSubUser");
    QTRY_VERIFY(isShown("sheetBanner"));
    QCOMPARE(dialog()->banner()->lead(),
             QStringLiteral("This sub-user was deleted at the service."));
    QCOMPARE(dialog()->windowTitle(), name);
    QVERIFY(!values("allocationRows").isEmpty());
    QVERIFY(
        !dialog()->findChild<QAbstractButton *>(QStringLiteral("profileEditNote"))->isEnabled());
    QTRY_COMPARE(m_desk->rows(), rows - 1);
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!dialog());
}

void TestSubUserDialog::namesOfAllKindsFit_data()
{
    QTest::addColumn<qint64>("id");
    QTest::newRow("right to left") << qint64{50};
    QTest::newRow("Chinese characters") << qint64{81};
    QTest::newRow("255 characters") << qint64{236};
}

void TestSubUserDialog::namesOfAllKindsFit()
{
    QFETCH(qint64, id);
    m_desk->sandboxOptions.subUsers = 240;
    m_desk->sandboxOptions.transactions = 5;
    m_page = nullptr;
    QVERIFY(openRow(0));
    dialog()->reject();
    QTRY_VERIFY(!dialog());
    int row = 0;
    while (row < m_desk->rows() && idAt(row).value() != id) {
        ++row;
    }
    QVERIFY(openRow(row));
    const QString name = m_desk->account().rows().subUser(SubUserId(id))->username;
    QCOMPARE(dialog()->windowTitle(), name);
    const auto *title = dialog()->findChild<QLabel *>(QStringLiteral("sheetTitle"));
    QCOMPARE(title->text(), name);
    QVERIFY(dialog()->width() <= m_desk->window().screen()->availableGeometry().width());
    QVERIFY(title->width() <= dialog()->width());
    QVERIFY(title->heightForWidth(title->width()) <= title->height());
}

void TestSubUserDialog::viewOnlyKeepsTheNote()
{
    m_page = nullptr;
    QVERIFY(openRow());
    auto *edit = dialog()->findChild<QAbstractButton *>(QStringLiteral("profileEditNote"));
    QVERIFY(edit->isEnabled());
    m_desk->client().setViewOnly(true);
    QTRY_VERIFY(!edit->isEnabled());
    QVERIFY(!edit->toolTip().isEmpty());
    QTest::keyClick(dialog(), Qt::Key_F2);
    QVERIFY(m_desk->find("noteDialog") == nullptr);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestSubUserDialog)
#include "test_subuserdialog.moc"
