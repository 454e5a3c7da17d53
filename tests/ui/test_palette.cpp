// SPDX-License-Identifier: GPL-3.0-or-later
// The palette (Ctrl+K): what it finds, in which order, and what can be done with it.
#include "models/text/privacymode.h"
#include "sandbox/server.h"
#include "tests/ui/windowfixture.h"
#include "ui/shell/palettedialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QListView>
#include <QPointer>
#include <QPushButton>

using namespace relaybook;
using namespace relaybook::testing;

class TestPalette : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void commandsAndPagesAreRun();
    void itOpensFromAField();
    void settingsAreShown();
    void subUsersAreOpened();
    void trafficIsGiven();
    void proxiesAreSelected();
    void transactionsAreSelected();
    void ordersAreOpened();
    void theRealTextIsCopied();
    void whatWasUsedComesFirst();
    void theChosenRowStays();
    void nothingMatches();
    void offlineAndWithoutAnAccount();
    void privateNamesAreFoundAndHidden();
    void resultsAreRead();

private:
    void open();
    void find(const QString &text);
    [[nodiscard]] PaletteDialog *palette() const;
    [[nodiscard]] QLineEdit *edit() const;
    [[nodiscard]] QStringList texts() const;
    [[nodiscard]] bool goTo(PaletteResult::Kind kind) const;
    [[nodiscard]] SubUser someSubUser() const;

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestPalette::init()
{
    m_theme.apply(*qApp);
    m_desk = std::make_unique<WindowFixture>(m_theme);
}

void TestPalette::cleanup()
{
    m_desk.reset();
    setPrivacyOn(false);
}

void TestPalette::open()
{
    m_desk->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_desk->window())); // after another dialog
    QTest::keyClick(&m_desk->window(), Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(palette() != nullptr);
    QTRY_VERIFY(edit()->hasFocus());
}

/// Types the text and waits for all results.
void TestPalette::find(const QString &text)
{
    edit()->clear();
    QTest::keyClicks(edit(), text);
    QTRY_VERIFY(palette()->results().isSettled());
}

PaletteDialog *TestPalette::palette() const
{
    return qobject_cast<PaletteDialog *>(m_desk->sheet("paletteDialog"));
}

QLineEdit *TestPalette::edit() const
{
    return WindowFixture::in<QLineEdit>(palette(), "paletteEdit");
}

QStringList TestPalette::texts() const
{
    QStringList all;
    const auto &results = palette()->results();
    for (int row = 0; row < results.rowCount(); ++row) {
        all.append(results.index(row).data().toString());
    }
    return all;
}

/// Goes down to the first result of this kind with the keyboard.
bool TestPalette::goTo(PaletteResult::Kind kind) const
{
    const auto *list = WindowFixture::in<QListView>(palette(), "paletteList");
    const auto &results = palette()->results();
    for (int step = 0; step < results.rowCount(); ++step) {
        if (results.at(list->currentIndex().row())->kind == kind) {
            return true;
        }
        QTest::keyClick(edit(), Qt::Key_Down);
    }
    return false;
}

SubUser TestPalette::someSubUser() const
{
    const auto row =
        m_desk->session().rows().subUser(SubUserId(m_desk->server().subUserIds().front()));
    return row.value_or(SubUser());
}

void TestPalette::commandsAndPagesAreRun()
{
    m_desk->open();
    open();
    QVERIFY(palette()->results().rowCount() > 5); // without a text: pages and commands
    find(QStringLiteral("transac"));
    QCOMPARE(palette()->results().at(0)->kind, PaletteResult::Kind::Page);
    QTest::keyClick(edit(), Qt::Key_Return);
    QTRY_VERIFY(palette() == nullptr);
    QTRY_COMPARE(m_desk->window().currentPage()->objectName(), QStringLiteral("transactionsPage"));
    open();
    find(QStringLiteral("top up"));
    QCOMPARE(texts().constFirst(), QStringLiteral("Top up traffic…"));
    QTest::keyClick(edit(), Qt::Key_Return);
    QTRY_VERIFY(m_desk->sheet("topUpDialog") != nullptr);
}

/// In a field, Ctrl+K is a key of Qt that deletes text.
void TestPalette::itOpensFromAField()
{
    m_desk->open();
    m_desk->trigger("showProxiesAction");
    m_desk->trigger("findAction");
    auto *search = WindowFixture::in<QLineEdit>(m_desk->window().currentPage(), "search");
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClicks(search, QStringLiteral("berlin"));
    search->setCursorPosition(0);
    QTest::keyClick(search, Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(palette() != nullptr);
    QCOMPARE(search->text(), QStringLiteral("berlin"));
}

void TestPalette::settingsAreShown()
{
    m_desk->open();
    open();
    find(QStringLiteral("numbers and"));
    QVERIFY(goTo(PaletteResult::Kind::Setting));
    QTest::keyClick(edit(), Qt::Key_Return);
    QTRY_VERIFY(m_desk->sheet("settingsDialog") != nullptr);
    QTRY_VERIFY(WindowFixture::in(m_desk->sheet("settingsDialog"), "formatsBox")->hasFocus());
}

void TestPalette::subUsersAreOpened()
{
    m_desk->open();
    const SubUser wanted = someSubUser();
    QVERIFY(!wanted.username.isEmpty());
    open();
    find(wanted.username);
    QVERIFY(goTo(PaletteResult::Kind::SubUser));
    const auto *list = WindowFixture::in<QListView>(palette(), "paletteList");
    QCOMPARE(palette()->results().at(list->currentIndex().row())->key, wanted.id.value());
    QTest::keyClick(edit(), Qt::Key_Return);
    QTRY_VERIFY(m_desk->sheet("subUserDialog") != nullptr);
    QVERIFY(m_desk->sheet("subUserDialog")->windowTitle().contains(wanted.username));
    QCOMPARE(m_desk->window().currentPage()->objectName(), QStringLiteral("subUsersPage"));
}

void TestPalette::trafficIsGiven()
{
    m_desk->open();
    const SubUser wanted = someSubUser();
    open();
    find(wanted.id.text());
    QVERIFY(goTo(PaletteResult::Kind::SubUser));
    QTest::keyClick(edit(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(m_desk->sheet("giveDialog") != nullptr);
    QVERIFY(m_desk->sheet("giveDialog")->windowTitle().contains(wanted.username));
    m_desk->sheet("giveDialog")->reject();
    QVERIFY(m_desk->session().serving().operations().empty());
    // Of nothing else.
    open();
    find(QStringLiteral("overview"));
    QTest::keyClick(edit(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(palette() != nullptr);
}

void TestPalette::proxiesAreSelected()
{
    m_desk->open();
    const ProxyId id(QString::fromStdString(m_desk->server().proxyIds().back()));
    const auto wanted = m_desk->session().rows().proxy(id);
    QVERIFY(wanted);
    open();
    find(id.value());
    QVERIFY(goTo(PaletteResult::Kind::Proxy));
    QTest::keyClick(edit(), Qt::Key_Return);
    QTRY_COMPARE(m_desk->window().currentPage()->objectName(), QStringLiteral("proxiesPage"));
    auto *table = WindowFixture::in<QAbstractItemView>(m_desk->window().currentPage(), "table");
    QTRY_COMPARE(table->currentIndex().data(KeyRole).toLongLong(),
                 m_desk->session().rows().keyOf(id).value_or(-2));
}

void TestPalette::transactionsAreSelected()
{
    m_desk->open();
    open();
    find(QStringLiteral("deposit"));
    QVERIFY(goTo(PaletteResult::Kind::Transaction));
    const auto *list = WindowFixture::in<QListView>(palette(), "paletteList");
    const qint64 key = palette()->results().at(list->currentIndex().row())->key;
    QTest::keyClick(edit(), Qt::Key_Return);
    QTRY_COMPARE(m_desk->window().currentPage()->objectName(), QStringLiteral("transactionsPage"));
    auto *table = WindowFixture::in<QAbstractItemView>(m_desk->window().currentPage(), "table");
    QTRY_COMPARE(table->currentIndex().data(KeyRole).toLongLong(), key);
}

void TestPalette::ordersAreOpened()
{
    m_desk->open();
    QTRY_VERIFY(m_desk->session().serving().isReady());
    m_desk->trigger("topUpAction");
    SheetDialog *sheet = m_desk->sheet("topUpDialog");
    WindowFixture::type(sheet, "amountEdit", QStringLiteral("95"));
    QTRY_VERIFY(sheet->submitButton()->isEnabled());
    sheet->submit();
    QTRY_VERIFY(WindowFixture::in(sheet, "orderConfirm")->isVisible());
    QTRY_VERIFY(sheet->submitButton()->isEnabled());
    sheet->submit();
    QTRY_VERIFY(m_desk->sheet("orderDialog") != nullptr);
    m_desk->sheet("orderDialog")->reject();
    QTRY_VERIFY(m_desk->sheet("orderDialog") == nullptr);
    open();
    find(QStringLiteral("top up"));
    QVERIFY(goTo(PaletteResult::Kind::Order));
    QTest::keyClick(edit(), Qt::Key_Return);
    QTRY_VERIFY(m_desk->sheet("orderDialog") != nullptr);
}

void TestPalette::theRealTextIsCopied()
{
    m_desk->settings().setValue(Setting::PrivacyMode, true);
    m_desk->open();
    const SubUser wanted = someSubUser();
    open();
    find(wanted.id.text());
    QVERIFY(goTo(PaletteResult::Kind::SubUser));
    QTest::keyClick(edit(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(wanted.username));
    // The typed text, if some of it is selected.
    edit()->selectAll();
    QTest::keyClick(edit(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), wanted.id.text());
}

void TestPalette::whatWasUsedComesFirst()
{
    m_desk->open();
    open();
    find(QStringLiteral("re"));
    const QStringList before = texts();
    const auto last = before.indexOf(QStringLiteral("Refresh"));
    QVERIFY(last >= 0);
    for (int i = 0; i < 2; ++i) {
        find(QStringLiteral("refresh"));
        QCOMPARE(texts().constFirst(), QStringLiteral("Refresh"));
        QTest::keyClick(edit(), Qt::Key_Return);
        QTRY_VERIFY(palette() == nullptr);
        open();
    }
    QCOMPARE(texts().constFirst(), QStringLiteral("Refresh")); // without a text, too
    find(QStringLiteral("re"));
    QCOMPARE(texts().constFirst(), QStringLiteral("Refresh"));
    // It is kept, as an id.
    const QByteArray kept = m_desk->settings().bytes(Setting::PaletteUses);
    QVERIFY(kept.contains("command:refreshAction"));
    palette()->reject();
    m_desk->reopen();
    open();
    QCOMPARE(texts().constFirst(), QStringLiteral("Refresh"));
}

void TestPalette::theChosenRowStays()
{
    m_desk->open();
    open();
    edit()->clear();
    QTest::keyClicks(edit(), QStringLiteral("e"));
    QTest::keyClick(edit(), Qt::Key_Down);
    const auto *list = WindowFixture::in<QListView>(palette(), "paletteList");
    const QString chosen = palette()->results().at(list->currentIndex().row())->id();
    QVERIFY(!palette()->results().isSettled()); // rows of the tables come later
    QTRY_VERIFY(palette()->results().isSettled());
    QCOMPARE(palette()->results().at(list->currentIndex().row())->id(), chosen);
}

void TestPalette::nothingMatches()
{
    m_desk->open();
    open();
    find(QStringLiteral("zzzz-nobody"));
    QCOMPARE(palette()->results().rowCount(), 0);
    QTRY_VERIFY(WindowFixture::in(palette(), "paletteNothing")->isVisible());
    QTRY_VERIFY(WindowFixture::textOf(palette(), "paletteNothing")
                    .startsWith(QLatin1String("Nothing matches")));
    QTest::keyClick(edit(), Qt::Key_Return);
    QVERIFY(palette() != nullptr);
    QTest::keyClick(edit(), Qt::Key_Escape);
    QTRY_VERIFY(palette() == nullptr);
}

void TestPalette::offlineAndWithoutAnAccount()
{
    m_desk->showWindow();
    open();
    find(QStringLiteral("keyboard"));
    QCOMPARE(texts().constFirst(), QStringLiteral("Keyboard shortcuts"));
    palette()->reject();
    m_desk->openAccount();
    QTRY_VERIFY(m_desk->isLoaded());
    const SubUser wanted = someSubUser();
    m_desk->windowAccount.offline = true;
    m_desk->reopen();
    open();
    find(wanted.username);
    QVERIFY(goTo(PaletteResult::Kind::SubUser));
}

void TestPalette::privateNamesAreFoundAndHidden()
{
    m_desk->settings().setValue(Setting::PrivacyMode, true);
    m_desk->open();
    const SubUser wanted = someSubUser();
    open();
    find(wanted.username);
    QVERIFY(goTo(PaletteResult::Kind::SubUser));
    const auto &results = palette()->results();
    for (int row = 0; row < results.rowCount(); ++row) {
        for (const int role :
             {int(Qt::DisplayRole), int(Qt::AccessibleTextRole), int(PaletteResults::DetailRole)}) {
            const QString text = results.index(row).data(role).toString();
            QVERIFY2(!text.contains(wanted.username) && !text.contains(u'$'), qPrintable(text));
        }
    }
}

void TestPalette::resultsAreRead()
{
    m_desk->open();
    const SubUser wanted = someSubUser();
    open();
    find(wanted.username);
    QVERIFY(goTo(PaletteResult::Kind::SubUser));
    const QString read = edit()->accessibleDescription();
    QVERIFY2(read.startsWith(QLatin1String("Sub-user: ")) && read.contains(wanted.username) &&
                 read.contains(QLatin1String("Ctrl+Enter: give traffic")),
             qPrintable(read));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestPalette)
#include "test_palette.moc"
