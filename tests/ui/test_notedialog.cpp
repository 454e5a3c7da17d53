// SPDX-License-Identifier: GPL-3.0-or-later
// Tests editing a note: saved, refused, changed by somebody else in the meantime, and never lost.
#include "api/endpoints/subusers.h"
#include "tests/ui/windowfixture.h"
#include "ui/subusers/notedialog.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>

using namespace relaybook;
using relaybook::testing::WindowFixture;

class TestNoteDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void puttingTogether_data();
    void puttingTogether();
    void savedFromTheTableWithF2();
    void emptyNoteIsFine();
    void writingContinuesTheNote();
    void openingAnOddNoteIsNoDraft();
    void charactersAreCounted();
    void nothingIsSavedWithoutADifference();
    void aNoteThatCannotBeReadIsReplacedKnowingly();
    void failureLosesNothing_data();
    void failureLosesNothing();
    void lostAnswerIsFoundOut();
    void draftOutlivesTheProgram();
    void draftCanBeDiscarded();
    void changedMeanwhile_data();
    void changedMeanwhile();
    void changedBeforeOpening();
    void readOnceBeforeSaving();
    void earlierNotesComeBack();
    void goneSubUserIsSaid();
    void cancelWhileSaving();
    void expiredKeyIsRenewedSilently();

private:
    NoteDialog *open();
    void write(NoteDialog *dialog, const QString &text);
    void changeOnService(const QString &note);
    [[nodiscard]] QString onService();
    [[nodiscard]] SubUser subUser();
    static QPlainTextEdit *editOf(NoteDialog *dialog)
    {
        return WindowFixture::in<QPlainTextEdit>(dialog, "noteEdit");
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
    SubUserId m_id;
};

void TestNoteDialog::init()
{
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->sandboxOptions.proxies = 5;
    m_desk->sandboxOptions.transactions = 30;
    m_desk->open();
    m_id = SubUserId(m_desk->server().subUserIds().front());
}

SubUser TestNoteDialog::subUser()
{
    return m_desk->session().rows().subUser(m_id).value_or(SubUser{});
}

NoteDialog *TestNoteDialog::open()
{
    auto *dialog = new NoteDialog(m_desk->context(), subUser(), &m_desk->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return dialog;
}

void TestNoteDialog::write(NoteDialog *dialog, const QString &text)
{
    WindowFixture::type(dialog, "noteEdit", QString());
    // Line breaks are typed too.
    for (const QString &line : text.split(QLatin1Char('\n'))) {
        if (!editOf(dialog)->toPlainText().isEmpty()) {
            QTest::keyClick(editOf(dialog), Qt::Key_Return);
        }
        QTest::keyClicks(editOf(dialog), line);
    }
    QCOMPARE(editOf(dialog)->toPlainText(), text);
}

void TestNoteDialog::changeOnService(const QString &note)
{
    bool done = false;
    const Call call = m_desk->connection().client().send(
        UpdateSubUserNote{m_id, note}, this,
        [&done](const Result<NoteAnswer> &answer) { done = answer.has_value(); });
    QTRY_VERIFY(done);
}

QString TestNoteDialog::onService()
{
    const auto json = m_desk->server().subUser(m_id.value());
    const auto read = GetSubUser::decode(QByteArray::fromStdString(json.value_or("{}")));
    return read ? read->note.value_or(QStringLiteral("(null)")) : QStringLiteral("(unreadable)");
}

void TestNoteDialog::puttingTogether_data()
{
    QTest::addColumn<QString>("theirs");
    QTest::addColumn<QString>("mine");
    QTest::addColumn<QString>("both");
    QTest::newRow("two") << QStringLiteral("a") << QStringLiteral("b") << QStringLiteral("a\nb");
    QTest::newRow("mine has theirs")
        << QStringLiteral("a") << QStringLiteral("a and b") << QStringLiteral("a and b");
    QTest::newRow("theirs has mine")
        << QStringLiteral("a and b") << QStringLiteral("b") << QStringLiteral("a and b");
    QTest::newRow("theirs empty") << QString() << QStringLiteral("b") << QStringLiteral("b");
    QTest::newRow("mine empty") << QStringLiteral("a") << QString() << QStringLiteral("a");
}

void TestNoteDialog::puttingTogether()
{
    QFETCH(QString, theirs);
    QFETCH(QString, mine);
    QTEST(putTogether(theirs, mine), "both");
}

void TestNoteDialog::savedFromTheTableWithF2()
{
    m_desk->trigger("showSubUsersAction");
    auto *table = WindowFixture::in<QAbstractItemView>(m_desk->window().currentPage(), "table");
    QVERIFY(table != nullptr);
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(&m_desk->window(), Qt::Key_F2);
    QTRY_VERIFY(m_desk->sheet("noteDialog") != nullptr);
    auto *dialog = qobject_cast<NoteDialog *>(m_desk->sheet("noteDialog"));
    const QPointer<NoteDialog> guard(dialog);
    write(dialog, QStringLiteral("Paid until Dec 1.\nInvoice 2231"));
    QTest::keyClick(editOf(dialog), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(guard.isNull() || !guard->isVisible());
    const qint64 key = table->model()->index(0, 0).data(KeyRole).toLongLong();
    m_id = SubUserId(key);
    QTRY_COMPARE(onService(), QStringLiteral("Paid until Dec 1.\nInvoice 2231"));
    QCOMPARE(subUser().note, QStringLiteral("Paid until Dec 1.\nInvoice 2231"));
    QVERIFY(!m_desk->session().kept().draft(m_id));
}

void TestNoteDialog::emptyNoteIsFine()
{
    changeOnService(QStringLiteral("something"));
    m_desk->session().refresh(Area::SubUsers);
    QTRY_COMPARE(subUser().note, QStringLiteral("something"));
    NoteDialog *dialog = open();
    const QPointer<NoteDialog> guard(dialog);
    write(dialog, QString());
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QVERIFY(onService().isEmpty() || onService() == QStringLiteral("(null)"));
}

void TestNoteDialog::writingContinuesTheNote()
{
    changeOnService(QStringLiteral("Paid"));
    bool isRead = false;
    const Call call = m_desk->session().actions().readSubUser(
        m_id, this, [&](const Result<SubUser> &) { isRead = true; });
    QTRY_VERIFY(isRead);
    QPlainTextEdit *edit = editOf(open());
    QTest::keyClicks(edit, QStringLiteral(" twice"));
    QCOMPARE(edit->toPlainText(), QStringLiteral("Paid twice"));
}

void TestNoteDialog::nothingIsSavedWithoutADifference()
{
    NoteDialog *dialog = open();
    const QString before = editOf(dialog)->toPlainText();
    QVERIFY(!dialog->submitButton()->isEnabled());
    QTest::keyClicks(editOf(dialog), QStringLiteral("x"));
    QVERIFY(dialog->submitButton()->isEnabled());
    QTest::keyClick(editOf(dialog), Qt::Key_Backspace);
    QCOMPARE(editOf(dialog)->toPlainText(), before);
    QVERIFY(!dialog->submitButton()->isEnabled());
}

void TestNoteDialog::openingAnOddNoteIsNoDraft()
{
    changeOnService(QStringLiteral("10\u00a0GB\r\nuntil\u2028May"));
    m_desk->session().refresh(Area::SubUsers);
    QTRY_VERIFY(subUser().note.value_or(QString()).contains(u'\r'));
    NoteDialog *dialog = open();
    QVERIFY(!dialog->submitButton()->isEnabled());
    dialog->reject();
    QTRY_VERIFY(m_desk->sheet("noteDialog") == nullptr);
    QVERIFY(!m_desk->session().kept().draft(m_id));
}

void TestNoteDialog::charactersAreCounted()
{
    NoteDialog *dialog = open();
    write(dialog, QStringLiteral("VIP"));
    QVERIFY(WindowFixture::textOf(dialog, "noteCount").startsWith(QStringLiteral("3 ")));
}

/// The call that shows one sub-user fails for good; the one that saves the note is certain.
void TestNoteDialog::aNoteThatCannotBeReadIsReplacedKnowingly()
{
    NoteDialog *dialog = open();
    const QPointer<NoteDialog> guard(dialog);
    write(dialog, QStringLiteral("Do not cut off"));
    QVERIFY(!m_desk->server().faults().set("error-502,on=getSubUser"));
    WindowFixture::click(dialog, "submit");
    auto *banner = WindowFixture::in<Banner>(dialog, "sheetBanner");
    QTRY_VERIFY(banner->isVisible());
    QCOMPARE(banner->tone(), Tone::Warning);
    QVERIFY(onService() != QStringLiteral("Do not cut off"));
    QTRY_COMPARE(WindowFixture::in<QPushButton>(dialog, "submit")->text(),
                 QStringLiteral("Replace note"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService(), QStringLiteral("Do not cut off"));
}

void TestNoteDialog::failureLosesNothing_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("says");
    QTest::newRow("500") << QStringLiteral("error-500,next=1,on=updateSubUserNote")
                         << QStringLiteral("answer");
    QTest::newRow("forbidden") << QStringLiteral("forbid=1005,next=1,on=updateSubUserNote")
                               << QStringLiteral("does not allow");
    QTest::newRow("dropped") << QStringLiteral("drop=close,next=1,on=updateSubUserNote")
                             << QStringLiteral("may or may not");
}

void TestNoteDialog::failureLosesNothing()
{
    QFETCH(QString, fault);
    NoteDialog *dialog = open();
    const QPointer<NoteDialog> guard(dialog);
    QTRY_VERIFY(m_desk->session().rows().subUser(m_id));
    write(dialog, QStringLiteral("Do not cut off"));
    QTest::qWait(0);
    QVERIFY(!m_desk->server().faults().set(fault.toStdString()));
    WindowFixture::click(dialog, "submit");
    auto *banner = WindowFixture::in<Banner>(dialog, "sheetBanner");
    QTRY_VERIFY(banner->isVisible());
    QCOMPARE(banner->tone(), Tone::Bad);
    QVERIFY2(!banner->lead().isEmpty() && !banner->text().isEmpty(), qPrintable(banner->lead()));
    QCOMPARE(editOf(dialog)->toPlainText(), QStringLiteral("Do not cut off"));
    QVERIFY(editOf(dialog)->isEnabled());
    QVERIFY(WindowFixture::in<QPushButton>(dialog, "showDetails") != nullptr);
    m_desk->server().faults().clearAll();
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService(), QStringLiteral("Do not cut off"));
}

void TestNoteDialog::lostAnswerIsFoundOut()
{
    NoteDialog *dialog = open();
    const QPointer<NoteDialog> guard(dialog);
    write(dialog, QStringLiteral("Done but not told"));
    QVERIFY(!m_desk->server().faults().set("do-and-drop=close,next=1,on=updateSubUserNote"));
    WindowFixture::click(dialog, "submit");
    auto *banner = WindowFixture::in<Banner>(dialog, "sheetBanner");
    QTRY_VERIFY(banner->isVisible());
    QVERIFY2(banner->lead().contains(QStringLiteral("may or may not")), qPrintable(banner->lead()));
    QCOMPARE(onService(), QStringLiteral("Done but not told"));
    // Saving again reads first, finds it there, and sends nothing.
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(m_desk->server().counters().of("updateSubUserNote").arrived, std::uint64_t(1));
    QCOMPARE(onService(), QStringLiteral("Done but not told"));
}

void TestNoteDialog::draftOutlivesTheProgram()
{
    NoteDialog *dialog = open();
    write(dialog, QStringLiteral("half a sentence"));
    QTRY_VERIFY(m_desk->session().kept().draft(m_id));
    m_desk->session().flush();
    // Nothing was closed or saved: the same as after a crash.
    m_desk->reopen();
    dialog = open();
    QCOMPARE(editOf(dialog)->toPlainText(), QStringLiteral("half a sentence"));
    auto *banner = WindowFixture::in<Banner>(dialog, "sheetBanner");
    QVERIFY(banner->isVisible());
    QVERIFY(banner->lead().contains(QStringLiteral("draft")));
}

void TestNoteDialog::draftCanBeDiscarded()
{
    const QString before = subUser().note.value_or(QString());
    NoteDialog *dialog = open();
    write(dialog, QStringLiteral("never mind"));
    const QPointer<NoteDialog> guard(dialog);
    WindowFixture::click(dialog, "cancel");
    QTRY_VERIFY(guard.isNull());
    QVERIFY(m_desk->session().kept().draft(m_id));
    dialog = open();
    WindowFixture::click(dialog, "discardDraft");
    QCOMPARE(editOf(dialog)->toPlainText(), before);
    QVERIFY(!m_desk->session().kept().draft(m_id));
}

void TestNoteDialog::changedMeanwhile_data()
{
    QTest::addColumn<QString>("choice");
    QTest::addColumn<QString>("result");
    QTest::newRow("mine") << QStringLiteral("keepMine") << QStringLiteral("Mine.");
    QTest::newRow("theirs") << QStringLiteral("takeTheirs") << QStringLiteral("Theirs.");
    QTest::newRow("both") << QStringLiteral("putBothTogether") << QStringLiteral("Theirs.\nMine.");
}

void TestNoteDialog::changedMeanwhile()
{
    QFETCH(QString, choice);
    QFETCH(QString, result);
    NoteDialog *dialog = open();
    const QPointer<NoteDialog> guard(dialog);
    write(dialog, QStringLiteral("Mine."));
    changeOnService(QStringLiteral("Theirs."));
    WindowFixture::click(dialog, "submit");
    auto *banner = WindowFixture::in<Banner>(dialog, "sheetBanner");
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(banner->lead().contains(QStringLiteral("changed at the service")));
    QVERIFY(banner->text().contains(QStringLiteral("Theirs.")));
    QCOMPARE(onService(), QStringLiteral("Theirs."));
    QCOMPARE(editOf(dialog)->toPlainText(), QStringLiteral("Mine."));
    WindowFixture::click(dialog, choice.toLatin1().constData());
    QCOMPARE(editOf(dialog)->toPlainText(), result);
    QVERIFY(!banner->isVisible());
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService(), result);
}

// What is stored may be old: the note is compared with the service's before it is replaced.
void TestNoteDialog::changedBeforeOpening()
{
    const QString stored = subUser().note.value_or(QString());
    changeOnService(QStringLiteral("Fresh from the service"));
    NoteDialog *dialog = open();
    const QPointer<NoteDialog> guard(dialog);
    QCOMPARE(editOf(dialog)->toPlainText(), stored);
    write(dialog, QStringLiteral("Mine."));
    WindowFixture::click(dialog, "submit");
    auto *banner = WindowFixture::in<Banner>(dialog, "sheetBanner");
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(banner->lead().contains(QStringLiteral("changed at the service")));
    QVERIFY(banner->text().contains(QStringLiteral("Fresh from the service")));
    QCOMPARE(onService(), QStringLiteral("Fresh from the service"));
    QCOMPARE(editOf(dialog)->toPlainText(), QStringLiteral("Mine."));
    WindowFixture::click(dialog, "putBothTogether");
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService(), QStringLiteral("Fresh from the service\nMine."));
}

void TestNoteDialog::readOnceBeforeSaving()
{
    const auto arrived = [this](const char *operation) {
        return m_desk->server().counters().of(operation).arrived;
    };
    NoteDialog *dialog = open();
    const QPointer<NoteDialog> guard(dialog);
    write(dialog, QStringLiteral("Paid"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService(), QStringLiteral("Paid"));
    QCOMPARE(subUser().note, QStringLiteral("Paid"));
    QCOMPARE(arrived("updateSubUserNote"), std::uint64_t(1));
    changeOnService(QStringLiteral("Later")); // behind whatever was asked for before it
    QCOMPARE(arrived("getSubUser"), std::uint64_t(1));
}

void TestNoteDialog::earlierNotesComeBack()
{
    for (const char *note : {"first", "second"}) {
        NoteDialog *dialog = open();
        const QPointer<NoteDialog> guard(dialog);
        write(dialog, QLatin1String(note));
        WindowFixture::click(dialog, "submit");
        QTRY_VERIFY(guard.isNull());
    }
    m_desk->session().flush(); // earlier notes are written in another thread
    NoteDialog *dialog = open();
    auto *button = WindowFixture::in<QToolButton>(dialog, "earlierNotes");
    QVERIFY(button->isVisible());
    const auto actions = button->menu()->actions();
    const auto found = std::find_if(actions.begin(), actions.end(), [](const QAction *action) {
        return action->text().endsWith(QStringLiteral("first"));
    });
    QVERIFY(found != actions.end());
    (*found)->trigger();
    QCOMPARE(editOf(dialog)->toPlainText(), QStringLiteral("first"));
    QTest::keyClick(editOf(dialog), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(editOf(dialog)->toPlainText(), QStringLiteral("second"));
}

void TestNoteDialog::goneSubUserIsSaid()
{
    const SubUser gone = subUser();
    bool deleted = false;
    const Call call = m_desk->connection().client().send(
        DeleteSubUser{m_id}, this,
        [&deleted](const Result<Done> &answer) { deleted = answer.has_value(); });
    QTRY_VERIFY(deleted);
    auto *dialog = new NoteDialog(m_desk->context(), gone, &m_desk->window());
    dialog->open();
    write(dialog, QStringLiteral("for nobody"));
    WindowFixture::click(dialog, "submit");
    auto *banner = WindowFixture::in<Banner>(dialog, "sheetBanner");
    QTRY_VERIFY(banner->isVisible());
    QVERIFY2(banner->lead().contains(QStringLiteral("no longer")), qPrintable(banner->lead()));
    QVERIFY(!dialog->submitButton()->isEnabled());
    dialog->reject();
    QVERIFY(!dialog->isVisible());
    delete dialog;
}

void TestNoteDialog::cancelWhileSaving()
{
    NoteDialog *dialog = open();
    write(dialog, QStringLiteral("slow"));
    QVERIFY(!m_desk->server().faults().set("latency=3000"));
    WindowFixture::click(dialog, "submit");
    QCOMPARE(dialog->state(), SheetDialog::State::Submitting);
    WindowFixture::click(dialog, "cancel");
    QCOMPARE(dialog->state(), SheetDialog::State::Editing);
    QVERIFY(dialog->isVisible());
    QCOMPARE(editOf(dialog)->toPlainText(), QStringLiteral("slow"));
    m_desk->server().faults().clearAll();
}

void TestNoteDialog::expiredKeyIsRenewedSilently()
{
    NoteDialog *dialog = open();
    const QPointer<NoteDialog> guard(dialog);
    write(dialog, QStringLiteral("renewed"));
    QVERIFY(!m_desk->server().faults().set("expire-token"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService(), QStringLiteral("renewed"));
    QVERIFY(m_desk->sheet("signInDialog") == nullptr);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestNoteDialog)
#include "test_notedialog.moc"
