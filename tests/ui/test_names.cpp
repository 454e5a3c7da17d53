// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that every input, button and table has an object name and a name for screen readers, and
// that no two siblings share an object name: in the window, all pages and all dialogs.
#include "models/buying/purchasedesk.h"
#include "sandbox/server.h"
#include "tests/ui/everydialog.h"
#include "tests/ui/widgetpath.h"
#include "ui/shell/accountpopup.h"
#include "ui/widgets/sandboxmark.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextEdit>

using namespace relaybook;
using relaybook::testing::pathOf;
using relaybook::testing::WindowFixture;

namespace {

QString nameOf(QWidget *widget)
{
    QAccessibleInterface *node = QAccessible::queryAccessibleInterface(widget);
    return node != nullptr ? node->text(QAccessible::Name) : QString();
}

// Qt's own helper widgets inside a widget that has its names: nobody uses or reads them directly.
bool isInternal(const QWidget *widget)
{
    static const char *const classes[] = {"QLineEditIconButton", "QTableCornerButton",
                                          "QComboBoxListView", "QComboBoxPrivateScroller",
                                          "QMenuBarExtension"};
    for (const char *name : classes) {
        if (widget->inherits(name)) {
            return true;
        }
    }
    // Some of them have no meta object of their own.
    if (widget->objectName() == QLatin1String("qt_menubar_ext_button")) {
        return true;
    }
    const auto *popup = qobject_cast<const QAbstractItemView *>(widget);
    const bool completion = popup != nullptr && popup->windowType() == Qt::Popup;
    return completion || qobject_cast<const QHeaderView *>(widget) != nullptr ||
           qobject_cast<const QScrollBar *>(widget) != nullptr;
}

bool needsNames(const QWidget *widget)
{
    if (isInternal(widget)) {
        return false;
    }
    return qobject_cast<const QAbstractButton *>(widget) != nullptr ||
           qobject_cast<const QLineEdit *>(widget) != nullptr ||
           qobject_cast<const QComboBox *>(widget) != nullptr ||
           qobject_cast<const QPlainTextEdit *>(widget) != nullptr ||
           qobject_cast<const QTextEdit *>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox *>(widget) != nullptr ||
           qobject_cast<const QAbstractSlider *>(widget) != nullptr ||
           qobject_cast<const QProgressBar *>(widget) != nullptr ||
           qobject_cast<const QAbstractItemView *>(widget) != nullptr;
}

void lookAt(QWidget *widget, QStringList &complaints)
{
    if (needsNames(widget)) {
        const QString name = widget->objectName();
        if (name.isEmpty() || name.startsWith(QLatin1String("qt_"))) {
            complaints.append(QStringLiteral("no object name: ") + pathOf(widget));
        }
        // A hidden button may have no text yet; what is on the screen must be readable.
        if (widget->isVisible() && nameOf(widget).isEmpty()) {
            complaints.append(QStringLiteral("no accessible name: ") + pathOf(widget));
        }
    }
    QSet<QString> seen;
    for (QObject *child : widget->children()) {
        auto *part = qobject_cast<QWidget *>(child);
        if (part == nullptr || part->isWindow()) {
            continue;
        }
        const QString name = part->objectName();
        if (!name.isEmpty() && !name.startsWith(QLatin1String("qt_"))) {
            if (seen.contains(name)) {
                complaints.append(QStringLiteral("two siblings of one name: ") + pathOf(part));
            }
            seen.insert(name);
        }
        lookAt(part, complaints);
    }
}

QStringList complaintsOf(QWidget *root)
{
    QStringList complaints;
    if (root->isWindow() && (root->objectName().isEmpty() || nameOf(root).isEmpty())) {
        complaints.append(QStringLiteral("a window without names: ") + pathOf(root));
    }
    lookAt(root, complaints);
    return complaints;
}

} // namespace

class TestNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_desk.reset(); }

    void theWalkFindsWhatIsMissing();
    void pages_data();
    void pages();
    void emptyWindow();
    void tabOrderOfPages();
    void dialogs();
    void accountPopup();
    void stepsOfBuying();
    void actionsAndMenus();
    void tableRowsAreReadable();

private:
    void check(QWidget *root)
    {
        QVERIFY(root != nullptr);
        const QStringList complaints = complaintsOf(root);
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(QLatin1Char('\n'))));
        checkSandboxMark(root);
    }

    // Every dialog that acts on the sandbox's account has the sandbox mark; one that acts on a real
    // account never has.
    void checkSandboxMark(QWidget *root)
    {
        if (qobject_cast<SheetDialog *>(root) == nullptr || root->parentWidget() == nullptr) {
            return;
        }
        // About accounts in general, or about one that the dialog names.
        static const QStringList others{
            QStringLiteral("signInDialog"),          QStringLiteral("welcomeDialog"),
            QStringLiteral("whichAccountDialog"),    QStringLiteral("manageAccountsDialog"),
            QStringLiteral("renameAccountDialog"),   QStringLiteral("accountSettingsDialog"),
            QStringLiteral("signOutDialog"),         QStringLiteral("removeAccountDialog"),
            QStringLiteral("connectionCheckDialog"),
        };
        const bool aboutAnother = others.contains(root->objectName());
        const auto *window = dynamic_cast<const SandboxHost *>(root->parentWidget()->window());
        const bool wanted = window != nullptr && window->isSandbox() && !aboutAnother;
        const auto *mark = WindowFixture::in<QWidget>(root, "sandboxMark");
        QVERIFY(mark != nullptr);
        QVERIFY2(mark->isVisible() == wanted, qPrintable(pathOf(mark)));
    }

    // With the Tab key alone, as somebody without a mouse.
    void checkTabs(QWidget *dialog)
    {
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QCoreApplication::processEvents(); // fields that were shown just now are placed
        QSet<QWidget *> reached;
        constexpr int enough = 60;
        for (int i = 0; i < enough; ++i) {
            QWidget *at = QApplication::focusWidget();
            QVERIFY(at != nullptr);
            reached.insert(at);
            QTest::keyClick(at, Qt::Key_Tab);
        }
        for (QWidget *part : dialog->findChildren<QWidget *>()) {
            const bool takesTab = (part->focusPolicy() & Qt::TabFocus) != 0 &&
                                  part->focusProxy() == nullptr && part->isVisible() &&
                                  part->isEnabled() && part->window() == dialog;
            // In a group of exclusive buttons, the arrow keys select.
            const auto *button = qobject_cast<QAbstractButton *>(part);
            const bool byArrows = button != nullptr && button->isCheckable() &&
                                  (button->autoExclusive() || button->group() != nullptr);
            QVERIFY2(!takesTab || byArrows || reached.contains(part), qPrintable(pathOf(part)));
        }
    }

    // From the first to the last, as Tab leads from one to the next.
    [[nodiscard]] static QList<QWidget *> tabStops(QWidget &root)
    {
        QList<QWidget *> stops;
        for (QWidget *each = root.nextInFocusChain(); each != &root;
             each = each->nextInFocusChain()) {
            if ((each->focusPolicy() & Qt::TabFocus) != 0 && each->focusProxy() == nullptr &&
                each->isVisible() && root.isAncestorOf(each) && each->window() == root.window()) {
                stops.append(each);
            }
        }
        return stops;
    }

    [[nodiscard]] static const QWidget *scrollAround(const QWidget *widget)
    {
        const QWidget *up = widget->parentWidget();
        while (up != nullptr && qobject_cast<const QScrollArea *>(up) == nullptr) {
            up = up->parentWidget();
        }
        return up;
    }

    // Line by line, and from the start of a line to its end.
    static void checkAsSeen(const QList<QWidget *> &stops)
    {
        for (qsizetype i = 1; i < stops.size(); ++i) {
            const QWidget *root = stops.at(i)->window();
            // What scrolls may go on behind what follows it.
            if (scrollAround(stops.at(i - 1)) != scrollAround(stops.at(i))) {
                continue;
            }
            const auto rectOf = [root](const QWidget *stop) {
                return QRect(stop->mapTo(root, QPoint()), stop->size());
            };
            const QRect before = rectOf(stops.at(i - 1));
            const QRect after = rectOf(stops.at(i));
            const bool isAbove = after.bottom() < before.top();
            const bool sharesRoom = !isAbove && before.bottom() >= after.top();
            const bool isBack = isAbove || (sharesRoom && after.right() < before.left());
            QVERIFY2(!isBack, qPrintable(pathOf(stops.at(i - 1)) % u" leads back to " %
                                         pathOf(stops.at(i))));
        }
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestNames::initTestCase()
{
    m_theme.apply(*qApp);
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->windowAccount.sandbox = true;
    m_desk->sandboxOptions.maxPerPage = 3; // a ledger check takes many calls
    m_desk->open();
}

void TestNames::theWalkFindsWhatIsMissing()
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
    QCOMPARE(complaintsOf(&root).size(), 3);
    nameless->setObjectName(QStringLiteral("line"));
    nameless->setAccessibleName(QStringLiteral("Line"));
    other->setObjectName(QStringLiteral("other"));
    QCOMPARE(complaintsOf(&root), QStringList());
}

void TestNames::pages_data()
{
    QTest::addColumn<QString>("action");
    for (const char *action : {"showOverviewAction", "showProxiesAction", "showSubUsersAction",
                               "showTransactionsAction", "showActivityAction"}) {
        QTest::newRow(action) << QString::fromLatin1(action);
    }
}

void TestNames::pages()
{
    QFETCH(QString, action);
    m_desk->trigger(action.toLatin1().constData());
    // With a row in the inspector: it has buttons too.
    for (auto *view : m_desk->window().currentPage()->findChildren<QAbstractItemView *>()) {
        if (view->isVisible() && view->model() != nullptr && view->model()->rowCount() > 0 &&
            qobject_cast<QHeaderView *>(view) == nullptr) {
            view->setCurrentIndex(view->model()->index(0, 0));
        }
    }
    QTest::qWait(0);
    check(&m_desk->window());
    // With all rows selected, the details have buttons for all of them.
    Page *page = m_desk->window().currentPage();
    if (page->can(Page::Command::SelectAll)) {
        page->perform(Page::Command::SelectAll);
        QTest::qWait(0);
        check(&m_desk->window());
    }
}

void TestNames::emptyWindow()
{
    WindowFixture empty(m_theme);
    empty.showWindow();
    check(&empty.window());
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
        checkAsSeen(ofPane);
        checkAsSeen(stops.mid(0, ofTable + 1));
        m_desk->window().currentPage()->perform(Page::Command::SelectAll);
        QTest::qWait(0);
        const QList<QWidget *> ofSeveral = tabStops(*pane);
        QVERIFY(ofSeveral.size() > 2);
        checkAsSeen(ofSeveral);
    }
}

void TestNames::dialogs()
{
    const auto look = [this](SheetDialog &dialog) {
        check(&dialog);
        checkTabs(&dialog);
        checkAsSeen(tabStops(dialog));
    };
    relaybook::testing::withDialogsOfWindow(*m_desk, look);
    relaybook::testing::withDialogsOfPages(*m_desk, m_theme, look);
    relaybook::testing::withDialogsOfAccounts(*m_desk, m_theme, look);
    relaybook::testing::withCostOfCheck(*m_desk, look);
}

void TestNames::accountPopup()
{
    auto *popup = new AccountPopup(m_theme, relaybook::testing::someAccounts(), &m_desk->window());
    popup->openAt(m_desk->window());
    check(popup);
    popup->close();
}

// In a window of its own, because it leaves an order behind.
void TestNames::stepsOfBuying()
{
    WindowFixture desk(m_theme);
    desk.idleTimeout = std::chrono::seconds(2);
    desk.open();
    relaybook::testing::withStepsOfBuying(
        desk, [this](SheetDialog &dialog) { check(&dialog); },
        [this](QWidget &window) { check(&window); });
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
