// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/endpoints/subusers.h"
#include "models/attention/attentiondesk.h"
#include "models/tables/subusertablemodel.h"
#include "models/text/credentialformat.h"
#include "tests/support/waituntil.h"
#include "tests/ui/accessibletext.h"
#include "tests/ui/listfixture.h"
#include "ui/attention/attentiontext.h"
#include "ui/lists/undobar.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/sheetdialog.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QPlainTextEdit>
#include <QSignalSpy>

#include <limits>

using namespace relaybook;
using relaybook::testing::accessibleText;
using relaybook::testing::ListFixture;

class TestSubUsersPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void inspectorReportsTheRow();
    void aNoteWrittenInTheDialogStands();
    void aSavedNoteCanBeUndone();
    void credentialsStayKnownAfterANoteWasSaved();
    void undoOverwritesNoOtherChange();
    void aFailedUndoKeepsTheUndoOfALaterChange();
    void whatMayNotBeChangedIsNotOfferedForUndo_data();
    void whatMayNotBeChangedIsNotOfferedForUndo();
    void theMessageCoversNoControl_data();
    void theMessageCoversNoControl();
    void anUnsavedDraftIsMarked();
    void whoNeedsAttentionIsMarked();
    void notesOfAllKindsAreShownWhole_data();
    void notesOfAllKindsAreShownWhole();
    void credentialsAreMaskedAndCopied();
    void aSubUserGoneFromTheServiceGoesFromTheList();
    void severalAreCountedAndActedOn();
    void commandsForOneAreNotForSeveral();
    void theOnlySelectedOneIsShownWhereverTheFocusIs();
    void aRefreshChangesWhatIsActedOn();
    void theRowsThatADialogNamesAreCopied();

private:
    void selectRows(int first, int last);
    void clickWithControl(int row);
    void deleteElsewhere(qint64 id);
    [[nodiscard]] QString nameAt(int row)
    {
        return m_desk->cell(row, SubUserTableModel::column("username"));
    }
    /// As they are copied.
    [[nodiscard]] QString credentialsOf(qint64 key);
    /// The title of the dialog that is open, which is closed.
    QString titleOfDialog(const char *name);
    [[nodiscard]] static QStringList copiedLines()
    {
        return QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    }
    SubUsersPage *showLoaded();
    void writeNote(const QString &text);
    [[nodiscard]] QString undoText() { return m_desk->find<Banner>("undoBar")->lead(); }
    [[nodiscard]] qint64 keyAt(int row);
    [[nodiscard]] QString stored(qint64 id) const;

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestSubUsersPage::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.proxies = 5;
}

SubUsersPage *TestSubUsersPage::showLoaded()
{
    m_desk->open();
    m_desk->account().start();
    auto *page = m_desk->show<SubUsersPage>();
    const bool loaded = testing::waitUntil([&] {
        return m_desk->rows() == 40 &&
               m_desk->account().status(Area::SubUsers).state == AreaStatus::Loaded;
    });
    return loaded ? page : nullptr;
}

qint64 TestSubUsersPage::keyAt(int row)
{
    return m_desk->table().model()->index(row, 0).data(KeyRole).toLongLong();
}

QString TestSubUsersPage::stored(qint64 id) const
{
    return QString::fromStdString(m_desk->server().subUser(id).value_or(""));
}

void TestSubUsersPage::inspectorReportsTheRow()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(6);
    QCOMPARE(m_desk->text("inspectorTitle"),
             m_desk->cell(6, SubUserTableModel::column("username")));
    QVERIFY(m_desk->text("inspectorSubtitle").contains(QString::number(keyAt(6))));
    QCOMPARE(m_desk->text("trafficLeft"),
             m_desk->cell(6, SubUserTableModel::column("traffic-left")));
    QVERIFY(
        m_desk->text("trafficUsed").startsWith(m_desk->cell(6, SubUserTableModel::column("used"))));
}

void TestSubUsersPage::aNoteWrittenInTheDialogStands()
{
    QVERIFY(showLoaded());
    auto &table = m_desk->table();
    table.setFocus();
    table.setCurrentIndex(table.model()->index(6, 0));
    const qint64 id = keyAt(6);
    QTest::keyClick(&table, Qt::Key_F2);
    QDialog *dialog = nullptr;
    QTRY_VERIFY((dialog = m_desk->window().findChild<QDialog *>()) && dialog->isVisible());
    auto *edit = dialog->findChild<QPlainTextEdit *>();
    QVERIFY(edit);
    edit->setPlainText(QStringLiteral("Paid until Dec 1"));
    QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(m_desk->text("noteText"), QStringLiteral("Paid until Dec 1"));
    QTRY_COMPARE(m_desk->cell(6, SubUserTableModel::column("note")),
                 QStringLiteral("Paid until Dec 1"));
    QVERIFY(stored(id).contains(QStringLiteral("Paid until Dec 1")));
    QCOMPARE(keyAt(table.currentIndex().row()), id);
}

void TestSubUsersPage::writeNote(const QString &text)
{
    m_desk->click("editNoteButton");
    QTRY_VERIFY(m_desk->isShown("noteEdit"));
    m_desk->find<QPlainTextEdit>("noteEdit")->setPlainText(text);
    m_desk->find<SheetDialog>("noteDialog")->submit();
    QTRY_VERIFY(m_desk->find("noteDialog") == nullptr);
    QCOMPARE(undoText(), QStringLiteral("Note saved"));
}

void TestSubUsersPage::aSavedNoteCanBeUndone()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(6);
    const QString before =
        m_desk->account().rows().subUser(SubUserId(keyAt(6)))->note.value_or(QString());
    writeNote(QStringLiteral("Paid until Dec 1"));
    QVERIFY(stored(keyAt(6)).contains(QStringLiteral("Paid until Dec 1")));
    m_desk->click("undoButton");
    QTRY_COMPARE(undoText(), QStringLiteral("The change was undone."));
    QVERIFY(!m_desk->isShown("undoButton"));
    QVERIFY(!stored(keyAt(6)).contains(QStringLiteral("Paid until Dec 1")));
    QCOMPARE(m_desk->account().rows().subUser(SubUserId(keyAt(6)))->note.value_or(QString()),
             before);
}

// The answer to a saved note has no password.
void TestSubUsersPage::credentialsStayKnownAfterANoteWasSaved()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(6);
    QTRY_VERIFY(m_desk->find("copyCredentialsButton")->isEnabled());
    writeNote(QStringLiteral("Paid until Dec 1"));
    QVERIFY(m_desk->find("copyCredentialsButton")->isEnabled());
    m_desk->window().activateWindow();
    QTRY_VERIFY(m_desk->window().isActiveWindow());
    m_desk->find<QAbstractButton>("undoButton")->setFocus();
    m_desk->click("undoButton");
    QTRY_COMPARE(undoText(), QStringLiteral("The change was undone."));
    QVERIFY(m_desk->find("copyCredentialsButton")->isEnabled());
    QVERIFY(m_desk->table().hasFocus());
}

void TestSubUsersPage::undoOverwritesNoOtherChange()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(6);
    writeNote(QStringLiteral("Paid until Dec 1"));
    // Somebody else writes another note; nobody here knows of it yet.
    const SubUserId id(keyAt(6));
    bool done = false;
    Call call = m_desk->client().send(UpdateSubUserNote{id, QStringLiteral("Called")}, page,
                                      [&](const Result<NoteAnswer> &) { done = true; });
    QTRY_VERIFY(done);
    m_desk->click("undoButton");
    QTRY_COMPARE(undoText(), QStringLiteral("Nothing was undone."));
    QVERIFY(stored(id.value()).contains(QStringLiteral("Called")));
    QTRY_COMPARE(m_desk->text("noteText"), QStringLiteral("Called"));
    // A change that is known here ends the offer.
    writeNote(QStringLiteral("Second"));
    QVERIFY(m_desk->isShown("undoButton"));
    done = false;
    call = m_desk->account().actions().saveNote(id, QStringLiteral("Third"), page,
                                                [&](const Result<SubUser> &) { done = true; });
    QTRY_VERIFY(done);
    QTRY_VERIFY(!m_desk->isShown("undoButton"));
}

void TestSubUsersPage::aFailedUndoKeepsTheUndoOfALaterChange()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(6);
    const qint64 id = keyAt(6);
    const QString before = m_desk->text("noteText");
    writeNote(QStringLiteral("the later change"));
    auto *bar = page->findChild<UndoBar *>();
    QVERIFY(bar != nullptr);
    bar->offer(Tone::Good, QStringLiteral("Earlier"),
               SavedNote{SubUserId(id), QStringLiteral("a"), QStringLiteral("b")});
    m_desk->click("undoButton");
    bar->offer(Tone::Good, QStringLiteral("Later"),
               SavedNote{SubUserId(id), before, QStringLiteral("the later change")});
    QTRY_COMPARE(undoText(), QStringLiteral("Nothing was undone."));
    QVERIFY(m_desk->isShown("undoButton"));
    QCOMPARE(m_desk->find<QPushButton>("undoButton")->text(), QStringLiteral("Undo: Later"));
    m_desk->click("undoButton");
    QTRY_COMPARE(undoText(), QStringLiteral("The change was undone."));
    QVERIFY(!m_desk->isShown("undoButton"));
    QTRY_COMPARE(m_desk->text("noteText"), before);
}

void TestSubUsersPage::whatMayNotBeChangedIsNotOfferedForUndo_data()
{
    QTest::addColumn<bool>("viewOnly");
    QTest::newRow("view only") << true;
    QTest::newRow("signed out") << false;
}

void TestSubUsersPage::whatMayNotBeChangedIsNotOfferedForUndo()
{
    QFETCH(bool, viewOnly);
    SubUsersPage *page = showLoaded();
    QVERIFY(page != nullptr);
    m_desk->chooseRow(6);
    writeNote(QStringLiteral("Paid until Dec 1"));
    QVERIFY(m_desk->isShown("undoButton"));
    if (viewOnly) {
        m_desk->client().setViewOnly(true);
    } else {
        m_desk->auth().clear();
        m_desk->auth().expect(true, true); // as OpenAccount does it, so that rows stay in view
        m_desk->auth().giveUp();
    }
    QTRY_VERIFY(!m_desk->isShown("undoButton"));
    QVERIFY(m_desk->isShown("undoBar")); // what was saved stays said
    QTest::keySequence(page, QKeySequence::Undo);
    QCOMPARE(undoText(), QStringLiteral("Note saved"));
    // The answer to a change that was sent before.
    const SubUserId id(keyAt(6));
    page->findChild<UndoBar *>()->offer(Tone::Good, QStringLiteral("Later"),
                                        SavedNote{id, QString(), QStringLiteral("Paid")});
    QCOMPARE(undoText(), QStringLiteral("Later"));
    QVERIFY(!m_desk->isShown("undoButton"));
}

void TestSubUsersPage::theMessageCoversNoControl_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("details beside the table") << QSize(1072, 760);
    QTest::newRow("800x600") << QSize(740, 540);
    QTest::newRow("1366x768 at 150 %") << QSize(850, 450);
    QTest::newRow("narrow and low") << QSize(700, 400);
}

void TestSubUsersPage::theMessageCoversNoControl()
{
    QFETCH(QSize, size);
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->window().resize(size);
    m_desk->chooseRow(6);
    QTRY_VERIFY(m_desk->isShown("copyCredentialsButton"));
    QCoreApplication::processEvents();
    const SavedNote saved{SubUserId(keyAt(6)), QStringLiteral("a"), m_desk->text("noteText")};
    page->findChild<UndoBar *>()->offer(Tone::Good, QStringLiteral("Note saved"), saved);
    QTRY_VERIFY(m_desk->isShown("undoButton"));
    QCoreApplication::processEvents();
    auto *bar = m_desk->find<Banner>("undoBar");
    const QRect place = bar->geometry();
    QVERIFY(page->rect().contains(place));
    int controls = 0;
    for (const QWidget *each : page->findChildren<QWidget *>()) {
        const bool isControl = qobject_cast<const QAbstractButton *>(each) != nullptr ||
                               qobject_cast<const QLineEdit *>(each) != nullptr;
        if (isControl && each->isVisible() && !bar->isAncestorOf(each)) {
            const QRect seen = each->visibleRegion().boundingRect();
            const QRect there(each->mapTo(page, seen.topLeft()), seen.size());
            QVERIFY2(!place.intersects(there), qPrintable(each->objectName()));
            ++controls;
        }
    }
    QVERIFY(controls > 5);
}

void TestSubUsersPage::anUnsavedDraftIsMarked()
{
    QVERIFY(showLoaded());
    const SubUserId id(keyAt(6));
    const auto cell = [&](int role) {
        return m_desk->table().model()->index(6, SubUserTableModel::column("note")).data(role);
    };
    const auto spoken = [&] {
        return m_desk->table().model()->index(6, 0).data(Qt::AccessibleTextRole).toString();
    };
    const QString mark = QStringLiteral("You have a draft of this note that is not saved.");
    QVERIFY(cell(CellKindRole).toInt() != static_cast<int>(CellKind::Marked));
    m_desk->account().kept().saveDraft(id, QStringLiteral("half a sentence"), QString());
    QCOMPARE(cell(CellKindRole).toInt(), static_cast<int>(CellKind::Marked));
    QCOMPARE(cell(Qt::ToolTipRole).toString(), mark);
    QVERIFY(spoken().endsWith(mark));
    m_desk->account().kept().dropDraft(id);
    QVERIFY(cell(CellKindRole).toInt() != static_cast<int>(CellKind::Marked));
    QVERIFY(!spoken().contains(mark));
}

void TestSubUsersPage::whoNeedsAttentionIsMarked()
{
    QVERIFY(showLoaded());
    AttentionDesk &desk = m_desk->account().attention();
    AttentionLimits limits;
    limits.left = TrafficAmount::fromBytes(std::numeric_limits<qint64>::max());
    desk.setLimits(limits);
    const auto firstMarked = [&] {
        int row = 0;
        while (row < m_desk->rows() && desk.entryOf(SubUserId(keyAt(row))) == nullptr) {
            ++row;
        }
        return row;
    };
    QTRY_VERIFY(firstMarked() < m_desk->rows());
    const int row = firstMarked();
    const auto cell = [&](int role) { return m_desk->table().model()->index(row, 0).data(role); };
    const AttentionEntry entry = *desk.entryOf(SubUserId(keyAt(row)));
    const QString words = attentionText(entry, m_desk->account()).title + QLatin1Char('.');
    QCOMPARE(cell(CellKindRole).toInt(), static_cast<int>(CellKind::Marked));
    QCOMPARE(cell(Qt::ToolTipRole).toString(), words);
    QVERIFY(cell(Qt::AccessibleTextRole).toString().endsWith(words));
    QSignalSpy changed(m_desk->table().model(), &QAbstractItemModel::dataChanged);
    desk.hideForEver(entry.key);
    QTRY_VERIFY(cell(CellKindRole).toInt() != static_cast<int>(CellKind::Marked));
    QVERIFY(!changed.isEmpty());
    QVERIFY(!cell(Qt::AccessibleTextRole).toString().contains(words));
}

void TestSubUsersPage::notesOfAllKindsAreShownWhole_data()
{
    QTest::addColumn<QString>("note");
    QTest::newRow("several lines") << "first\nsecond\n\nfourth";
    QTest::newRow("right to left") << QStringLiteral("שלם עד סוף החודש");
    QTest::newRow("emoji") << QStringLiteral("VIP 👩‍💻🇯🇵");
    QTest::newRow("long") << QString(3000, QLatin1Char('x'));
    QTest::newRow("markup is no markup") << "<b>bold</b> & <img src=x>";
}

void TestSubUsersPage::notesOfAllKindsAreShownWhole()
{
    QFETCH(QString, note);
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(2);
    bool answered = false;
    const Call call = m_desk->account().actions().saveNote(
        SubUserId(keyAt(2)), note, page, [&](const Result<SubUser> &) { answered = true; });
    QTRY_VERIFY(answered);
    QTRY_COMPARE(m_desk->text("noteText"), note);
    QCOMPARE(m_desk->find<QLabel>("noteText")->textFormat(), Qt::PlainText);
    // The row keeps its height, and the pane its width.
    QCOMPARE(m_desk->find<TableView>("table")->rowHeight(2), 32);
    QVERIFY(m_desk->find("detailPane")->width() < 400);
    const QString cell = m_desk->cell(2, SubUserTableModel::column("note"));
    QVERIFY(!cell.contains(QLatin1Char('\n')));
}

void TestSubUsersPage::credentialsAreMaskedAndCopied()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(3);
    const QString json = stored(keyAt(3));
    const QString mark = QStringLiteral("\"proxy_password\":\"");
    const qsizetype start = json.indexOf(mark) + mark.size();
    const QString password = json.mid(start, json.indexOf(QLatin1Char('"'), start) - start);
    QVERIFY(password.size() > 4);
    QTRY_VERIFY(m_desk->isShown("plainSecret"));
    QVERIFY(!accessibleText(m_desk->window()).contains(password));
    m_desk->click("copyCredentialsButton");
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY(copied.endsWith(QLatin1Char(':') + password));
    QCOMPARE(copied.count(QLatin1Char(':')), 3);
    // The pane writes what the commands write.
    const SubUserId id(keyAt(3));
    const auto access = accessOf(*m_desk->account().rows().subUser(id),
                                 m_desk->account().credentials().of(id), ProxyProtocol::Socks5);
    const CredentialTemplate address(templateOf(CredentialFormat::Url));
    auto *copySocks5 =
        m_desk->find("socks5Secret")->findChild<QAbstractButton *>(QStringLiteral("secretCopy"));
    QVERIFY(copySocks5 != nullptr);
    copySocks5->click();
    QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), address.fill(access).text.reveal());
}

void TestSubUsersPage::aSubUserGoneFromTheServiceGoesFromTheList()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("hidden-credentials"));
    QVERIFY(showLoaded());
    m_desk->chooseRow(3);
    const qint64 id = keyAt(3);
    // Somebody deletes it elsewhere.
    bool deleted = false;
    const Call call = m_desk->client().send(
        DeleteSubUser{SubUserId(id)}, &m_desk->window(),
        [&](const Result<DeleteSubUser::Response> &answer) { deleted = answer.has_value(); });
    QTRY_VERIFY(deleted);
    QCOMPARE(keyAt(3), id);
    m_desk->click("readCredentialsButton");
    QTRY_COMPARE(m_desk->rows(), 39);
    QVERIFY(keyAt(3) != id);
    QVERIFY(!m_desk->table().selectionModel()->hasSelection());
    QVERIFY(m_desk->isShown("inspectorHint"));
}

// ---- several selected rows

void TestSubUsersPage::selectRows(int first, int last)
{
    const auto &model = *m_desk->table().model();
    m_desk->table().selectionModel()->setCurrentIndex(model.index(last, 0),
                                                      QItemSelectionModel::NoUpdate);
    m_desk->table().selectionModel()->select({model.index(first, 0), model.index(last, 0)},
                                             QItemSelectionModel::ClearAndSelect |
                                                 QItemSelectionModel::Rows);
}

void TestSubUsersPage::clickWithControl(int row)
{
    auto &table = m_desk->table();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::ControlModifier,
                      table.visualRect(table.model()->index(row, 0)).center());
}

void TestSubUsersPage::deleteElsewhere(qint64 id)
{
    bool deleted = false;
    const Call call = m_desk->client().send(
        DeleteSubUser{SubUserId(id)}, &m_desk->window(),
        [&](const Result<DeleteSubUser::Response> &answer) { deleted = answer.has_value(); });
    QTRY_VERIFY(deleted);
}

QString TestSubUsersPage::credentialsOf(qint64 key)
{
    const SubUserId id(key);
    const auto access = accessOf(*m_desk->account().rows().subUser(id),
                                 m_desk->account().credentials().of(id), ProxyProtocol::Http);
    const CredentialTemplate line(templateOf(CredentialFormat::HostPortUserPassword));
    return QString::fromUtf8(line.fill(access).text.reveal());
}

QString TestSubUsersPage::titleOfDialog(const char *name)
{
    auto *dialog = m_desk->find<SheetDialog>(name);
    if (dialog == nullptr || !dialog->isVisible()) {
        return QStringLiteral("(not open)");
    }
    const QString title = dialog->windowTitle() % u' ' % m_desk->text("sheetSubtitle");
    dialog->reject();
    return testing::waitUntil([&] { return m_desk->find(name) == nullptr; })
               ? title
               : QStringLiteral("(not closed)");
}

void TestSubUsersPage::severalAreCountedAndActedOn()
{
    auto *page = showLoaded();
    QVERIFY(page);
    QTRY_VERIFY(page->can(Page::Command::CopyCredentials));
    m_desk->table().setFocus();
    QTest::keyClick(&m_desk->table(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_desk->text("severalTitle"), QStringLiteral("40 sub-users"));
    QVERIFY(m_desk->isShown("severalTitle"));
    for (const char *ofOne :
         {"inspectorTitle", "giveButton", "takeButton", "deleteButton", "editNoteButton",
          "openSubUserButton", "copyCredentialsButton", "plainSecret", "allFieldsButton"}) {
        QVERIFY2(!m_desk->isShown(ofOne), ofOne);
    }
    const std::pair<const char *, const char *> dialogs[] = {
        {"severalGive", "giveDialog"},
        {"severalTake", "takeDialog"},
        {"severalDelete", "deleteDialog"},
        {"severalNote", "manyNotesDialog"},
        {"severalCopyCredentialsAs", "copyCredentialsDialog"},
    };
    for (const auto &[button, dialog] : dialogs) {
        m_desk->click(button);
        const QString title = titleOfDialog(dialog);
        QVERIFY2(title.contains(QStringLiteral("40")),
                 qPrintable(QLatin1String(button) % u": " % title));
    }
    m_desk->click("severalCopyCredentials");
    QCOMPARE(undoText(), QStringLiteral("Copied the credentials of 40 rows."));
    QCOMPARE(copiedLines().size(), 40);
    m_desk->click("severalCopyRows");
    QCOMPARE(copiedLines().size(), 41); // with the names of the columns
    // Back to one: what is named is copied.
    m_desk->chooseRow(3);
    QVERIFY(!m_desk->isShown("severalTitle"));
    QCOMPARE(m_desk->text("inspectorTitle"), nameAt(3));
    m_desk->click("copyCredentialsButton");
    QCOMPARE(copiedLines().size(), 1);
    QCOMPARE(copiedLines().constFirst(), credentialsOf(keyAt(3)));
}

void TestSubUsersPage::commandsForOneAreNotForSeveral()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(3);
    QVERIFY(page->can(Page::Command::Edit));
    selectRows(3, 5);
    QVERIFY(!page->can(Page::Command::Edit));
    for (const char *entry : {"editAction", "openSubUserAction", "allFieldsAction"}) {
        QVERIFY2(!m_desk->chooseInMenu(entry), entry);
    }
    m_desk->table().setFocus();
    for (const Qt::Key key : {Qt::Key_F2, Qt::Key_Return}) {
        QTest::keyClick(&m_desk->table(), key);
        QVERIFY(m_desk->find<SheetDialog>("noteDialog") == nullptr);
        QVERIFY(m_desk->find<SheetDialog>("subUserDialog") == nullptr);
    }
    QVERIFY(m_desk->find("severalGive")->hasFocus()); // Enter leads to what can be done
    // The choice of all fields is for one row, too.
    m_desk->chooseRow(3);
    m_desk->click("allFieldsButton");
    selectRows(3, 5);
    QVERIFY(m_desk->isShown("severalTitle"));
    QVERIFY(!m_desk->isShown("allFieldsTitle"));
    m_desk->chooseRow(4);
    QVERIFY(m_desk->isShown("allFieldsTitle"));
    QCOMPARE(m_desk->text("allFieldsTitle"), nameAt(4));
}

void TestSubUsersPage::theOnlySelectedOneIsShownWhereverTheFocusIs()
{
    auto *page = showLoaded();
    QVERIFY(page);
    QTRY_VERIFY(page->can(Page::Command::CopyCredentials));
    m_desk->chooseRow(2);
    clickWithControl(5);
    QCOMPARE(m_desk->text("severalTitle"), QStringLiteral("2 sub-users"));
    clickWithControl(5);
    QCOMPARE(m_desk->table().currentIndex().row(), 5);
    QVERIFY(!m_desk->isShown("severalTitle"));
    QVERIFY(m_desk->isShown("inspectorTitle"));
    QCOMPARE(m_desk->text("inspectorTitle"), nameAt(2));
    m_desk->click("copyCredentialsButton");
    QCOMPARE(copiedLines().size(), 1);
    QCOMPARE(copiedLines().constFirst(), credentialsOf(keyAt(2)));
    m_desk->click("giveButton");
    QVERIFY(titleOfDialog("giveDialog").contains(nameAt(2)));
    m_desk->table().setFocus();
    QTest::keyClick(&m_desk->table(), Qt::Key_Return);
    QVERIFY(titleOfDialog("subUserDialog").startsWith(nameAt(2)));
    // None: nothing is named, and nothing can be done.
    clickWithControl(2);
    QVERIFY(m_desk->isShown("inspectorHint"));
    QVERIFY(!page->can(Page::Command::CopyCredentials));
    QVERIFY(!page->can(Page::Command::Copy));
}

void TestSubUsersPage::aRefreshChangesWhatIsActedOn()
{
    auto *page = showLoaded();
    QVERIFY(page);
    QTRY_VERIFY(page->can(Page::Command::CopyCredentials));
    const QString left = nameAt(2);
    const qint64 leftKey = keyAt(2);
    const qint64 gone = keyAt(3);
    const qint64 alsoGone = keyAt(4);
    selectRows(2, 4);
    QCOMPARE(m_desk->text("severalTitle"), QStringLiteral("3 sub-users"));
    deleteElsewhere(gone);
    page->perform(Page::Command::Refresh);
    QTRY_COMPARE(m_desk->rows(), 39);
    QCOMPARE(m_desk->text("severalTitle"), QStringLiteral("2 sub-users"));
    QVERIFY(m_desk->isShown("severalTitle"));
    deleteElsewhere(alsoGone);
    page->perform(Page::Command::Refresh);
    QTRY_COMPARE(m_desk->rows(), 38);
    QVERIFY(!m_desk->isShown("severalTitle"));
    QCOMPARE(m_desk->text("inspectorTitle"), left);
    m_desk->click("copyCredentialsButton");
    QCOMPARE(copiedLines().size(), 1);
    QCOMPARE(copiedLines().constFirst(), credentialsOf(leftKey));
    // A search that hides some of them.
    selectRows(2, 5);
    m_desk->search(left);
    QTRY_VERIFY(m_desk->rows() < 5);
    QCOMPARE(m_desk->rows(), 1);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), left);
    QVERIFY(m_desk->isShown("inspectorTitle"));
}

void TestSubUsersPage::theRowsThatADialogNamesAreCopied()
{
    auto *page = showLoaded();
    QVERIFY(page);
    QTRY_VERIFY(page->can(Page::Command::CopyCredentials));
    const QStringList left{credentialsOf(keyAt(2)), credentialsOf(keyAt(4))};
    const qint64 gone = keyAt(3);
    selectRows(2, 4);
    page->perform(Page::Command::CopyCredentialsAs);
    auto *dialog = m_desk->find<SheetDialog>("copyCredentialsDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(m_desk->text("sheetSubtitle").startsWith(QStringLiteral("3 selected rows")));
    deleteElsewhere(gone);
    m_desk->account().refresh(Area::SubUsers);
    QTRY_COMPARE(m_desk->rows(), 39);
    dialog->submit();
    QTRY_COMPARE(undoText(), QStringLiteral("Copied the credentials of 2 rows."));
    QVERIFY(m_desk->find("undoBar")
                ->findChild<QLabel *>(QStringLiteral("bannerText"))
                ->text()
                .contains(QStringLiteral("1 of 3 left the table")));
    QCOMPARE(copiedLines(), left);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestSubUsersPage)
#include "test_subuserspage.moc"
