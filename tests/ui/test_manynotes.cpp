// SPDX-License-Identifier: GPL-3.0-or-later
// Tests one note for many sub-users: added or replaced, a result for each, and only those tried
// again that were not saved.
#include "api/endpoints/subusers.h"
#include "models/subusers/noterun.h"
#include "models/tables/subusertablemodel.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/lists/batchresults.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/sheetdialog.h"

#include <QListView>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QRegularExpression>

using namespace relaybook;
using relaybook::testing::ListFixture;
using relaybook::testing::waitUntil;

class TestManyNotes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void addsOnce();
    void needsSeveralRows();
    void addsToTheNotesOfNow();
    void replacesAndKeepsTheEarlierNotes();
    void whatAnotherProgramWroteBecomesTheEarlierNote();
    void oddTextsStayAsTheyAre_data();
    void oddTextsStayAsTheyAre();
    void triesOnlyTheRefusedAgain();
    void aTextIsNotAddedTwiceAfterALostAnswer();
    void stopsWhereTheNextWouldFailToo();
    void aDeletedSubUserIsNamed();
    void addsWithoutTheCallThatReads_data();
    void addsWithoutTheCallThatReads();
    void canBeStoppedAndContinued();
    void viewOnlyRefuses();

private:
    bool showLoaded();
    bool openDialog();
    SheetDialog *dialog() { return m_desk->find<SheetDialog>("manyNotesDialog"); }
    void write(const QString &text, bool replace);
    void submit();
    [[nodiscard]] SubUserId idAt(int row);
    [[nodiscard]] QString noteAtService(SubUserId id);
    [[nodiscard]] QString lead();
    [[nodiscard]] QString result(int row);
    [[nodiscard]] std::uint64_t asked(const char *operation) const
    {
        return m_desk->server().counters().of(operation).arrived;
    }
    bool fault(const char *text) { return !m_desk->server().faults().set(std::string_view(text)); }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestManyNotes::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.subUsers = 12;
}

bool TestManyNotes::showLoaded()
{
    m_desk->open();
    m_desk->account().start();
    m_desk->show<SubUsersPage>();
    return waitUntil([&] {
        return m_desk->rows() == 12 &&
               m_desk->account().status(Area::SubUsers).state == AreaStatus::Loaded;
    });
}

bool TestManyNotes::openDialog()
{
    return m_desk->chooseInMenu("manyNotesAction") &&
           waitUntil([&] { return dialog() && dialog()->isVisible(); });
}

void TestManyNotes::write(const QString &text, bool replace)
{
    m_desk->find<QRadioButton>(replace ? "replaceNotes" : "addToNotes")->click();
    m_desk->find<QPlainTextEdit>("manyNotesEdit")->setPlainText(text);
}

void TestManyNotes::submit()
{
    auto *button = dialog()->findChild<QPushButton *>(QStringLiteral("submit"));
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
}

SubUserId TestManyNotes::idAt(int row)
{
    return SubUserId(static_cast<KeyedTableModel &>(*m_desk->table().model()).keyAt(row));
}

QString TestManyNotes::noteAtService(SubUserId id)
{
    const auto row = m_desk->server().subUser(id.value());
    const auto read = row ? GetSubUser::decode(QByteArray::fromStdString("{\"data\":" + *row + "}"))
                          : Result<SubUser>(tl::unexpected(ApiError()));
    return read ? read->note.value_or(QString()) : QStringLiteral("(gone)");
}

QString TestManyNotes::lead()
{
    const auto *banner = dialog()->findChild<Banner *>(QStringLiteral("sheetBanner"));
    return banner->isVisible() ? banner->lead() : QString();
}

QString TestManyNotes::result(int row)
{
    const auto *model = m_desk->find<QListView>("noteResults")->model();
    const auto found =
        model->match(model->index(0, 0), BatchRunModel::RowRole, row, 1, Qt::MatchExactly);
    return found.isEmpty() ? QString() : found.front().data().toString();
}

void TestManyNotes::addsOnce()
{
    const QString text = QStringLiteral("paid");
    QCOMPARE(noteWith({}, text), text);
    QCOMPARE(noteWith(QStringLiteral(" \n"), text), text);
    QCOMPARE(noteWith(QStringLiteral("a"), text), QStringLiteral("a\npaid"));
    QCOMPARE(noteWith(QStringLiteral("a\npaid"), text), QStringLiteral("a\npaid"));
    QCOMPARE(noteWith(text, text), text);
    // The end of another line is another text.
    QCOMPARE(noteWith(QStringLiteral("unpaid"), text), QStringLiteral("unpaid\npaid"));
}

void TestManyNotes::needsSeveralRows()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(3);
    QVERIFY(!m_desk->chooseInMenu("manyNotesAction"));
    m_desk->chooseRows(3, 4);
    QVERIFY(openDialog());
    auto *button = dialog()->findChild<QPushButton *>(QStringLiteral("submit"));
    QVERIFY(!button->isEnabled()); // nothing to add
    write(QStringLiteral("x"), false);
    QCOMPARE(button->text(), QStringLiteral("Add to 2 notes"));
    write({}, true);
    QCOMPARE(button->text(), QStringLiteral("Remove 2 notes"));
}

void TestManyNotes::addsToTheNotesOfNow()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(2, 6);
    // Changed elsewhere after the list was loaded.
    bool isChanged = false;
    const Call call =
        m_desk->client().send(UpdateSubUserNote{idAt(4), QStringLiteral("from elsewhere")}, this,
                              [&](const auto &answer) { isChanged = answer.has_value(); });
    QTRY_VERIFY(isChanged);
    QStringList before;
    for (int row = 2; row <= 6; ++row) {
        before.append(noteAtService(idAt(row)));
    }
    QVERIFY(openDialog());
    write(QStringLiteral("invoice sent"), false);
    submit();
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("5 notes saved"));
    for (int row = 2; row <= 6; ++row) {
        QCOMPARE(noteAtService(idAt(row)),
                 noteWith(before.at(row - 2), QStringLiteral("invoice sent")));
    }
    QCOMPARE(noteAtService(idAt(4)), QStringLiteral("from elsewhere\ninvoice sent"));
    QVERIFY(noteAtService(idAt(1)) != QStringLiteral("invoice sent"));
    QTRY_COMPARE(m_desk->account().rows().subUser(idAt(4))->note,
                 QStringLiteral("from elsewhere\ninvoice sent"));
}

void TestManyNotes::replacesAndKeepsTheEarlierNotes()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 11);
    QStringList before;
    for (int row = 0; row < 12; ++row) {
        before.append(noteAtService(idAt(row)));
    }
    QVERIFY(openDialog());
    write(QStringLiteral("closed"), true);
    submit();
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("12 notes saved"));
    m_desk->account().flush();
    for (int row = 0; row < 12; ++row) {
        QCOMPARE(noteAtService(idAt(row)), QStringLiteral("closed"));
        const auto earlier = m_desk->account().kept().earlierNotes(idAt(row));
        QCOMPARE(earlier.empty() ? QString() : earlier.front().text, before.at(row));
    }
    QCOMPARE(asked("getSubUser"), 12U);
    QCOMPARE(asked("updateSubUserNote"), 12U);
}

void TestManyNotes::whatAnotherProgramWroteBecomesTheEarlierNote()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 1);
    const SubUserId id = idAt(1);
    QVERIFY(openDialog());
    write(QStringLiteral("closed"), true);
    // It is written after the list was loaded, while the row before is being saved.
    QVERIFY(fault("latency=1500,on=updateSubUserNote,next=1"));
    submit();
    QTRY_COMPARE(asked("updateSubUserNote"), 1U);
    bool isWritten = false;
    const Call call =
        m_desk->client().send(UpdateSubUserNote{id, QStringLiteral("written elsewhere")}, this,
                              [&](const auto &answer) { isWritten = answer.has_value(); });
    QTRY_VERIFY(isWritten);
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("2 notes saved"));
    m_desk->account().flush();
    const auto earlier = m_desk->account().kept().earlierNotes(id);
    QVERIFY(!earlier.empty());
    QCOMPARE(earlier.front().text, QStringLiteral("written elsewhere"));
}

void TestManyNotes::oddTextsStayAsTheyAre_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("markup") << QStringLiteral("<b>&amp;</b>");
    QTest::newRow("lines") << QStringLiteral("a\n\n b\t");
    QTest::newRow("right to left") << QString::fromUtf8("שלום 🙂 مرحبا");
}

void TestManyNotes::oddTextsStayAsTheyAre()
{
    QFETCH(QString, text);
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 1);
    QVERIFY(openDialog());
    write(text, true);
    submit();
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("2 notes saved"));
    QCOMPARE(noteAtService(idAt(0)), text);
    QCOMPARE(noteAtService(idAt(1)), text);
}

void TestManyNotes::triesOnlyTheRefusedAgain()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 5);
    QVERIFY(openDialog());
    write(QStringLiteral("again"), true);
    QVERIFY(fault("error-500,on=updateSubUserNote,after=2,next=2"));
    submit();
    QTRY_COMPARE(lead(), QStringLiteral("It is not known whether 2 notes were saved."));
    QCOMPARE(m_desk->text("manyNotesProgress"), QStringLiteral("4 of 6 notes saved · 2 unknown"));
    QVERIFY(m_desk->text("wholeRowText").contains(QLatin1String("It is not known")));
    QVERIFY(result(0).endsWith(QLatin1String(": Saved")));
    QVERIFY2(result(2).contains(QLatin1String("not known")), qPrintable(result(2)));
    QVERIFY(result(5).endsWith(QLatin1String(": Saved")));
    const auto before = asked("updateSubUserNote");
    auto *button = dialog()->findChild<QPushButton *>(QStringLiteral("submit"));
    QCOMPARE(button->text(), QStringLiteral("Try 2 again"));
    submit();
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("6 notes saved"));
    QCOMPARE(asked("updateSubUserNote"), before + 2);
    for (int row = 0; row < 6; ++row) {
        QCOMPARE(noteAtService(idAt(row)), QStringLiteral("again"));
    }
}

void TestManyNotes::aTextIsNotAddedTwiceAfterALostAnswer()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 3);
    const QString before = noteAtService(idAt(1));
    QVERIFY(openDialog());
    write(QStringLiteral("once"), false);
    QVERIFY(fault("do-and-drop,on=updateSubUserNote,after=1,next=1"));
    submit();
    QTRY_COMPARE(lead(), QStringLiteral("It is not known whether 1 notes were saved."));
    QVERIFY2(result(1).contains(QLatin1String("not known whether")), qPrintable(result(1)));
    submit();
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("4 notes saved"));
    QCOMPARE(noteAtService(idAt(1)), noteWith(before, QStringLiteral("once")));
    QCOMPARE(noteAtService(idAt(1)).count(QLatin1String("once")), 1);
}

void TestManyNotes::stopsWhereTheNextWouldFailToo()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 11);
    QVERIFY(openDialog());
    write(QStringLiteral("x"), true);
    QVERIFY(fault("forbid=1005,on=updateSubUserNote"));
    submit();
    QTRY_COMPARE(lead(), QStringLiteral("12 notes were not saved."));
    QCOMPARE(asked("updateSubUserNote"), 1U);
    QVERIFY(result(11).endsWith(QLatin1String(": Waiting")));
    m_desk->server().faults().clearAll();
    submit();
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("12 notes saved"));
}

void TestManyNotes::aDeletedSubUserIsNamed()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 2);
    QVERIFY(openDialog());
    const SubUserId gone = idAt(1);
    bool isGone = false;
    const Call call = m_desk->client().send(
        DeleteSubUser{gone}, this, [&](const auto &answer) { isGone = answer.has_value(); });
    QTRY_VERIFY(isGone);
    write(QStringLiteral("x"), false);
    submit();
    QTRY_VERIFY(lead().startsWith(QLatin1String("1 of these sub-users")));
    QVERIFY2(result(1).endsWith(QLatin1String("was deleted")), qPrintable(result(1)));
    QVERIFY(!dialog()->findChild<QPushButton *>(QStringLiteral("submit"))->isEnabled());
}

void TestManyNotes::addsWithoutTheCallThatReads_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const char *kind : {"405", "501", "html200"}) {
        QTest::newRow(kind) << QByteArray(kind);
    }
}

/// The note of the list is the one that is known.
void TestManyNotes::addsWithoutTheCallThatReads()
{
    QFETCH(QByteArray, kind);
    m_desk->sandboxOptions.offer.without = {"getSubUser"};
    m_desk->sandboxOptions.offer.missingAnswer =
        *sandbox::missingAnswerFromWord(kind.toStdString());
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 2);
    QStringList before;
    for (int row = 0; row < 3; ++row) {
        before.append(noteAtService(idAt(row)));
    }
    QVERIFY(openDialog());
    write(QStringLiteral("added"), false);
    submit();
    if (kind == "html200") { // it may come from the network: nothing is added to what is not known
        QTRY_VERIFY(!lead().isEmpty());
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(noteAtService(idAt(row)), before.at(row));
        }
        return;
    }
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("3 notes saved"));
    for (int row = 0; row < 3; ++row) {
        QCOMPARE(noteAtService(idAt(row)), noteWith(before.at(row), QStringLiteral("added")));
    }
}

void TestManyNotes::canBeStoppedAndContinued()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 11);
    QVERIFY(openDialog());
    write(QStringLiteral("stop"), true);
    QVERIFY(fault("latency=600000,on=updateSubUserNote,after=3"));
    submit();
    QTRY_COMPARE(asked("updateSubUserNote"), 4U);
    QTRY_VERIFY(m_desk->text("manyNotesProgress").startsWith(QLatin1String("3 of 12")));
    dialog()->reject();
    QTRY_COMPARE(dialog()->state(), SheetDialog::State::Editing);
    QCOMPARE(lead(), QStringLiteral("8 notes were not saved. It is not known whether 1 notes were "
                                    "saved."));
    m_desk->server().faults().clearAll();
    m_desk->server().endLatency();
    submit();
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("12 notes saved"));
    for (int row = 0; row < 12; ++row) {
        QCOMPARE(noteAtService(idAt(row)), QStringLiteral("stop"));
    }
}

void TestManyNotes::viewOnlyRefuses()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 2);
    QVERIFY(openDialog());
    write(QStringLiteral("x"), true);
    m_desk->client().setViewOnly(true);
    submit();
    QTRY_COMPARE(lead(), QStringLiteral("3 notes were not saved."));
    QCOMPARE(asked("updateSubUserNote"), 0U);
    dialog()->reject();
    QTRY_VERIFY(!dialog());
    QVERIFY(!m_desk->chooseInMenu("manyNotesAction"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestManyNotes)
#include "test_manynotes.moc"
