// SPDX-License-Identifier: GPL-3.0-or-later
// Tests names and the order of Tab where test_everyview doesn't come: the empty window, menus,
// table rows, and the details beside a table.
#include "tests/ui/namecheck.h"
#include "tests/ui/windowfixture.h"

#include <QMenu>
#include <QMenuBar>

using namespace relaybook;
using namespace relaybook::testing;

class TestNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_desk.reset(); }

    void theCheckFindsWhatIsMissing();
    void emptyWindow();
    void tabOrderOfPages();
    void actionsAndMenus();
    void tableRowsAreReadable();

private:
    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestNames::initTestCase()
{
    m_theme.apply(*qApp);
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->windowAccount.sandbox = true;
    m_desk->open();
}

void TestNames::theCheckFindsWhatIsMissing()
{
    QWidget root;
    root.setObjectName(QStringLiteral("root"));
    root.setWindowTitle(QStringLiteral("Root"));
    auto *nameless = new QLineEdit(&root);
    auto *twin = new QLabel(&root);
    auto *other = new QLabel(&root);
    twin->setObjectName(QStringLiteral("twin"));
    other->setObjectName(QStringLiteral("twin"));
    root.show();
    QCOMPARE(namesMissing(&root).size(), 3);
    nameless->setObjectName(QStringLiteral("line"));
    nameless->setAccessibleName(QStringLiteral("Line"));
    other->setObjectName(QStringLiteral("other"));
    QCOMPARE(namesMissing(&root), QStringList());
}

void TestNames::emptyWindow()
{
    WindowFixture empty(m_theme);
    empty.showWindow();
    QCOMPARE(namesMissing(&empty.window()), QStringList());
}

// The details are beside the table and have controls that are made for the row.
void TestNames::tabOrderOfPages()
{
    for (const char *action : {"showProxiesAction", "showSubUsersAction"}) {
        m_desk->trigger(action);
        QWidget *page = m_desk->window().currentPage();
        auto *table = WindowFixture::in<QAbstractItemView>(page, "table");
        table->setCurrentIndex(table->model()->index(1, 0));
        QWidget *pane = WindowFixture::in(page, "detailPane");
        QVERIFY(pane != nullptr);
        QTRY_VERIFY(WindowFixture::in(pane, "value0") != nullptr);
        QTRY_VERIFY(WindowFixture::in(pane, "value0")->isVisible());
        QTest::qWait(0);
        const QList<QWidget *> stops = tabStops(*page);
        const qsizetype ofTable = stops.indexOf(table);
        QVERIFY(ofTable > 0);
        QList<QWidget *> ofPane;
        for (QWidget *stop : stops) {
            if (pane->isAncestorOf(stop)) {
                ofPane.append(stop);
            }
        }
        QVERIFY(ofPane.size() > 2);
        QCOMPARE(stops.mid(ofTable + 1, ofPane.size()), ofPane);
        checkTabOrder(ofPane);
        checkTabOrder(stops.mid(0, ofTable + 1));
        m_desk->window().currentPage()->perform(Page::Command::SelectAll);
        QTest::qWait(0);
        const QList<QWidget *> ofSeveral = tabStops(*pane);
        QVERIFY(ofSeveral.size() > 2);
        checkTabOrder(ofSeveral);
    }
}

void TestNames::actionsAndMenus()
{
    for (const QMenu *menu : m_desk->window().findChildren<QMenu *>()) {
        // The menu bar creates a menu for what does not fit into a narrow window.
        const bool overflow = menu->title().isEmpty() &&
                              qobject_cast<const QMenuBar *>(menu->parentWidget()) != nullptr;
        QVERIFY2(!menu->objectName().isEmpty() || overflow,
                 qPrintable(QString(pathOf(menu) % QLatin1String(": ") % menu->title())));
    }
    QSet<QString> names;
    for (const QAction *action : m_desk->window().findChildren<QAction *>()) {
        const bool named = !action->objectName().startsWith(QLatin1String("_q_"));
        if (action->text().isEmpty() || !named || action->menu() != nullptr) {
            continue;
        }
        // Only the window's own: the entries of a table's header menu are named by its columns.
        if (action->shortcut().isEmpty()) {
            continue;
        }
        QVERIFY2(!action->objectName().isEmpty(), qPrintable(action->text()));
        QVERIFY2(!names.contains(action->objectName()), qPrintable(action->objectName()));
        names.insert(action->objectName());
    }
    QVERIFY(names.size() >= 13);
}

void TestNames::tableRowsAreReadable()
{
    m_desk->trigger("showTransactionsAction");
    auto *table = WindowFixture::in<QAbstractItemView>(m_desk->window().currentPage(), "table");
    QVERIFY(table != nullptr);
    QAccessibleInterface *node = QAccessible::queryAccessibleInterface(table);
    QVERIFY(node != nullptr && node->tableInterface() != nullptr);
    QTRY_VERIFY(node->tableInterface()->rowCount() > 0);
    QVERIFY(!node->tableInterface()->cellAt(0, 0)->text(QAccessible::Name).isEmpty());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestNames)
#include "test_names.moc"
