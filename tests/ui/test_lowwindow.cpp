// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what pages with a table show in a small window: rows beside charts, a whole page header,
// what stands in place of the rows, and messages that cover neither controls nor the changed row.
#include "models/tables/keyedtablemodel.h"
#include "tests/ui/windowfixture.h"
#include "ui/shell/pagescroll.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tableheader.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>

using namespace relaybook;
using relaybook::testing::WindowFixture;

namespace {

constexpr QSize smallWindow(800, 600);
constexpr QSize zoomedWindow(910, 512); // 1366 x 768 at 150 %

QRect placeIn(const QWidget *page, const QWidget *widget)
{
    return {widget->mapTo(page, QPoint()), widget->size()};
}

} // namespace

class TestLowWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { m_desk = std::make_unique<WindowFixture>(m_theme); }
    void cleanup() { m_desk.reset(); }

    void messagesDontWidenThePage();
    void whatReplacesTheRowsIsWhole_data();
    void whatReplacesTheRowsIsWhole();
    void theFooterIsBelowTheRows();
    void messagesLeaveTheChangedRowFree_data();
    void messagesLeaveTheChangedRowFree();
    void rowsAreInViewBelowANotice_data();
    void rowsAreInViewBelowANotice();
    void rowsAreInViewBesideCharts();
    void listsNeedNoHorizontalScrollBar();
    void zoomThereAndBack();

private:
    void show(const char *page) { m_desk->window().showPage(QLatin1String(page)); }
    [[nodiscard]] TableView &table() { return *WindowFixture::in<TableView>(page(), "table"); }
    [[nodiscard]] Page *page() { return m_desk->window().currentPage(); }
    void search(const QString &text);
    static void settle();

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestLowWindow::search(const QString &text)
{
    WindowFixture::type(page(), "search", text);
    const auto *model = static_cast<const KeyedTableModel *>(table().model());
    QTRY_VERIFY(model->isSettled());
}

/// Until all layouts have settled: one may change the height that another needs.
void TestLowWindow::settle()
{
    for (int i = 0; i < 5; ++i) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCoreApplication::processEvents();
    }
}

void TestLowWindow::messagesDontWidenThePage()
{
    m_desk->sandboxOptions.offer.onlyDocumented = true;
    m_desk->open();
    m_desk->window().resize(smallWindow);
    show("proxiesPage");
    WindowFixture::click(page(), "addButton");
    SheetDialog *dialog = m_desk->sheet("addProxiesDialog");
    QVERIFY(dialog);
    QStringList ids;
    for (const std::size_t at : {0, 1}) {
        ids.append(QString::fromStdString(m_desk->server().proxyIds().at(at)));
    }
    WindowFixture::in<QPlainTextEdit>(dialog, "idsEdit")->setPlainText(ids.join(u'\n'));
    QTRY_VERIFY(dialog->submitButton()->isEnabled());
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(m_desk->sheet("addProxiesDialog") == nullptr);
    const auto fits = [this] {
        settle();
        const auto *scroll = qobject_cast<PageScroll *>(page()->parentWidget()->parentWidget());
        QVERIFY(scroll);
        QVERIFY2(page()->width() <= scroll->viewport()->width(),
                 qPrintable(QString::number(page()->width() - scroll->viewport()->width())));
        for (const char *button : {"addButton", "exportButton", "editButton", "inspectorButton"}) {
            const auto *found = WindowFixture::in<QAbstractButton>(page(), button);
            QVERIFY(found && found->isVisible());
            QVERIFY2(found->width() >= found->minimumSizeHint().width(), button);
        }
    };
    QVERIFY(WindowFixture::textOf(page(), "pageNote").contains(QStringLiteral("added by id")));
    fits();
    QTRY_COMPARE(table().model()->rowCount(), 2);
    table().selectAll();
    QTRY_VERIFY(!WindowFixture::textOf(page(), "pageNote").contains(QStringLiteral("added")));
    QCOMPARE(WindowFixture::textOf(page(), "pageNote"), QStringLiteral("2 · 2 selected"));
    fits();
}

void TestLowWindow::whatReplacesTheRowsIsWhole_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("charts");
    QTest::newRow("small") << smallWindow << false;
    QTest::newRow("small, with charts") << smallWindow << true;
    QTest::newRow("150 %") << zoomedWindow << false;
    QTest::newRow("150 %, with charts") << zoomedWindow << true;
}

void TestLowWindow::whatReplacesTheRowsIsWhole()
{
    QFETCH(QSize, size);
    QFETCH(bool, charts);
    m_desk->open();
    m_desk->window().resize(size);
    show("transactionsPage");
    if (charts) {
        WindowFixture::click(page(), "chartsButton");
    }
    search(QStringLiteral("zzzz"));
    auto *empty = WindowFixture::in<EmptyState>(page(), "emptyState");
    QTRY_VERIFY(empty->isVisible());
    settle();
    const QLabel *title = WindowFixture::in<QLabel>(empty, "emptyStateTitle");
    const QLabel *text = WindowFixture::in<QLabel>(empty, "emptyStateText");
    const auto *button = WindowFixture::in<QPushButton>(empty, "emptyStateAction");
    QVERIFY(button->isVisible());
    for (const QLabel *label : {title, text}) {
        QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                 qPrintable(label->objectName()));
    }
    QVERIFY(button->height() >= button->minimumSizeHint().height());
    int end = 0;
    const auto parts =
        title->parentWidget()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
    for (const QWidget *part : parts) {
        if (part->isVisible()) {
            const QRect place = placeIn(empty, part);
            QVERIFY2(place.top() >= end, qPrintable(part->objectName()));
            end = place.bottom() + 1;
        }
    }
    QVERIFY(end <= empty->height());
    const auto *icon = WindowFixture::in(empty, "emptyStateIcon");
    QVERIFY(!icon->isVisible() || placeIn(empty, icon).bottom() < placeIn(empty, title).top());
    // All of it is seen at once.
    QVERIFY(button->visibleRegion().boundingRect() == button->rect());
    QVERIFY(title->visibleRegion().boundingRect() == title->rect());
}

/// A filter that leaves few rows: their totals may take more lines than those before.
void TestLowWindow::theFooterIsBelowTheRows()
{
    m_desk->open();
    m_desk->window().resize(smallWindow);
    show("transactionsPage");
    WindowFixture::click(page(), "chartsButton");
    for (const char *words : {"type:metered", "type:deposit amount:>100", "type:refund", ""}) {
        search(QLatin1String(words));
        settle();
        const QWidget *footer = WindowFixture::in(page(), "ledgerFooter");
        QVERIFY2(placeIn(page(), &table()).bottom() < placeIn(page(), footer).top(), words);
        QVERIFY2(page()->rect().contains(placeIn(page(), footer)), words);
    }
}

void TestLowWindow::messagesLeaveTheChangedRowFree_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("rows");
    for (const int rows : {2, 3, 4, 40}) {
        QTest::addRow("small, %d", rows) << smallWindow << rows;
        QTest::addRow("150 %%, %d", rows) << zoomedWindow << rows;
    }
}

void TestLowWindow::messagesLeaveTheChangedRowFree()
{
    QFETCH(QSize, size);
    QFETCH(int, rows);
    m_desk->sandboxOptions.proxies = rows;
    m_desk->open();
    m_desk->window().resize(size);
    show("proxiesPage");
    QTRY_COMPARE(table().model()->rowCount(), rows);
    const int row = std::min(rows, 4) - 1;
    table().setCurrentIndex(table().model()->index(row, 0));
    settle();
    m_desk->trigger("editAction");
    SheetDialog *dialog = m_desk->sheet("proxyDialog");
    QVERIFY(dialog);
    WindowFixture::type(dialog, "limitEdit", QStringLiteral("987"));
    dialog->submit();
    QTRY_VERIFY(m_desk->sheet("proxyDialog") == nullptr);
    const auto *said = WindowFixture::in<Banner>(page(), "undoBar");
    QTRY_VERIFY(said->isVisible());
    settle();
    const QRect place = placeIn(page(), said);
    QVERIFY(page()->visibleRegion().boundingRect().contains(place));
    const QRect changed = table().visualRect(table().currentIndex());
    const QRect whole(0, changed.top(), table().viewport()->width(), changed.height());
    const QWidget *viewport = table().viewport();
    const QRect seen = whole.intersected(viewport->visibleRegion().boundingRect())
                           .translated(viewport->mapTo(page(), QPoint()));
    QVERIFY(!seen.isEmpty());
    QVERIFY(!seen.intersects(place));
    const auto buttons = page()->findChildren<QAbstractButton *>();
    for (const QAbstractButton *button : buttons) {
        if (button->isVisible() && !said->isAncestorOf(button)) {
            const QRect there = button->visibleRegion().boundingRect();
            QVERIFY2(!there.translated(button->mapTo(page(), QPoint())).intersects(place),
                     qPrintable(button->objectName()));
        }
    }
}

void TestLowWindow::rowsAreInViewBelowANotice_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("rows");
    QTest::newRow("proxies") << QStringLiteral("proxiesPage") << 8;
    QTest::newRow("sub-users") << QStringLiteral("subUsersPage") << 7;
    QTest::newRow("transactions") << QStringLiteral("transactionsPage") << 6;
}

void TestLowWindow::rowsAreInViewBelowANotice()
{
    QFETCH(QString, name);
    QFETCH(int, rows);
    m_desk->open();
    m_desk->window().resize(zoomedWindow);
    m_desk->window().notices().showProblem(QStringLiteral("A damaged file was moved aside."));
    m_desk->window().showPage(name);
    QTRY_VERIFY(table().model()->rowCount() > rows);
    // What is above the rows, such as how long traffic lasts, is still being read.
    QTRY_VERIFY(
        table().viewport()->visibleRegion().boundingRect().height() / table().rowHeight(0) >= rows);
}

void TestLowWindow::rowsAreInViewBesideCharts()
{
    m_desk->open();
    m_desk->window().resize(zoomedWindow);
    show("transactionsPage");
    WindowFixture::click(page(), "chartsButton");
    settle();
    const auto rowsInView = [this] {
        const QRect seen = table().viewport()->visibleRegion().boundingRect();
        return seen.height() / table().rowHeight(0);
    };
    QVERIFY2(rowsInView() >= 3, qPrintable(QString::number(rowsInView())));
    table().setCurrentIndex(table().model()->index(0, 0));
    WindowFixture::click(page(), "inspectorButton");
    settle();
    QVERIFY2(rowsInView() >= 3, qPrintable(QString::number(rowsInView())));
}

void TestLowWindow::listsNeedNoHorizontalScrollBar()
{
    m_desk->open();
    m_desk->window().resize(smallWindow);
    for (const char *name : {"proxiesPage", "subUsersPage", "transactionsPage"}) {
        show(name);
        QTRY_VERIFY(table().model()->rowCount() > 0);
        settle();
        QVERIFY2(!table().horizontalScrollBar()->isVisible(), name);
        QVERIFY2(table().header()->length() <= table().viewport()->width(), name);
    }
}

/// At 100 % again, columns and details are as they were; icons grow as texts do.
void TestLowWindow::zoomThereAndBack()
{
    m_desk->open();
    m_desk->window().resize(1280, 800);
    for (const char *name : {"proxiesPage", "transactionsPage"}) {
        show(name);
        const auto *model = static_cast<const KeyedTableModel *>(table().model());
        QTRY_VERIFY(model->isSettled() && model->rowCount() > 0);
        table().setCurrentIndex(table().model()->index(0, 1));
        settle();
        const auto sizes = [this] {
            QList<int> all;
            for (int column = 0; column < table().header()->count(); ++column) {
                all.append(table().header()->sectionSize(column));
            }
            for (const QSplitter *splitter : page()->findChildren<QSplitter *>()) {
                all.append(splitter->orientation());
                all.append(splitter->sizes());
            }
            return all;
        };
        const QList<int> before = sizes();
        const int icon = QPushButton().iconSize().height();
        m_theme.setZoom(200);
        settle();
        QVERIFY(QPushButton().iconSize().height() > icon);
        m_theme.setZoom(usualZoom);
        settle();
        QTRY_COMPARE(sizes(), before);
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestLowWindow)
#include "test_lowwindow.moc"
