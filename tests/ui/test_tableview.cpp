// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/cellroles.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPaintEvent>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>

#include <memory>

using namespace relaybook;

namespace {

// A model with any number of rows, none of which is stored.
class EndlessModel final : public QAbstractTableModel
{
public:
    explicit EndlessModel(int rows)
        : m_rows(rows)
    {
    }
    [[nodiscard]] int rowCount(const QModelIndex &parent) const override
    {
        return parent.isValid() ? 0 : m_rows;
    }
    [[nodiscard]] int columnCount(const QModelIndex &parent) const override
    {
        return parent.isValid() ? 0 : 3;
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        if (role != Qt::DisplayRole) {
            return {};
        }
        ++reads;
        return QStringLiteral("%1-%2").arg(index.row()).arg(index.column());
    }

    mutable qint64 reads = 0;

private:
    int m_rows;
};

/// Searches like a screen reader: from parent to child.
bool canBeReached(QAccessibleInterface *from, const QString &name)
{
    if (from->text(QAccessible::Name) == name) {
        return true;
    }
    for (int i = 0; i < from->childCount(); ++i) {
        if (canBeReached(from->child(i), name)) {
            return true;
        }
    }
    return false;
}

} // namespace

namespace {

/// What was drawn anew of a widget.
class DrawnArea final : public QObject
{
public:
    explicit DrawnArea(QWidget &widget) { widget.installEventFilter(this); }

    QRegion region;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint) {
            region += static_cast<QPaintEvent *>(event)->region();
        }
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

class TestTableView : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void copiesRowsWithHeaders();
    void copiesInModelOrderEachRowOnce();
    void copiesVisibleColumnsInTheirOrder();
    void copyKeepsCellsOnOneLine();
    void copyMarksFormulas();
    void copyOfNothingKeepsTheClipboard();
    void copyOfManyRowsReadsOnlyThose();
    void hugeSelectionIsOneRange();
    void homeAndEndAreRows();
    void theCurrentRowStaysInView();
    void tabLeavesTheTable();
    void aTypedLetterGoesToTheSearchField();
    void rowsHaveOneHeight();
    void figuresAreNeverCut();
    void aMarkWidensItsColumn();
    void aColumnWithAWarningIsNotHidden();
    void textsShareTheRoom();
    void onlyRowsInViewAreMeasured();
    void resetGoesBackToTheDefault();
    void lastColumnCantBeHidden();
    void aColumnThatIsShownIsInView();
    void headerIsAlignedAsItsColumn();
    void contextMenuByKeyboardAndMouse();
    void overlayCoversTheRows();
    void dimmedIsPaler();
    void aFigureReadsTheSameInEveryDirection();
    void aCutFigureKeepsItsBeginning();
    void namesThatAreCutStayDifferent();
    void selectionIsTinted();
    void theLineOfTheFocusMovesAsAWhole();

private:
    [[nodiscard]] QString clipboardText() const;

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<TableView> m_view;
};

void TestTableView::init()
{
    m_theme = std::make_unique<Theme>();
    m_theme->apply(*qApp);
    m_theme->setMode(Theme::Mode::Light);
    m_model = std::make_unique<QStandardItemModel>(6, 3);
    m_model->setHorizontalHeaderLabels(
        {QStringLiteral("Name"), QStringLiteral("Kind"), QStringLiteral("Amount")});
    for (int row = 0; row < 6; ++row) {
        m_model->setData(m_model->index(row, 0), QStringLiteral("name %1").arg(row));
        m_model->setData(m_model->index(row, 1), QStringLiteral("kind %1").arg(row));
        m_model->setData(m_model->index(row, 2), QStringLiteral("+$%1.00").arg(row));
        m_model->setData(m_model->index(row, 2), static_cast<int>(CellKind::Money), CellKindRole);
    }
    m_view = std::make_unique<TableView>(*m_theme);
    m_view->setModel(m_model.get());
    m_view->resize(500, 300);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestTableView::cleanup()
{
    m_view.reset();
    m_model.reset();
    m_theme.reset();
}

QString TestTableView::clipboardText() const
{
    return QGuiApplication::clipboard()->text();
}

void TestTableView::copiesRowsWithHeaders()
{
    QSignalSpy copied(m_view.get(), &TableView::copied);
    m_view->selectRow(1);
    QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboardText(), QStringLiteral("Name\tKind\tAmount\nname 1\tkind 1\t+$1.00\n"));
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasHtml());
    QVERIFY(data->html().contains(QStringLiteral("<th>Amount</th>")));
    QVERIFY(data->html().contains(QStringLiteral("<td align=\"right\">+$1.00</td>")));
    QCOMPARE(copied.size(), 1);
    QCOMPARE(copied.at(0).at(0).toLongLong(), 1);
}

void TestTableView::copiesInModelOrderEachRowOnce()
{
    auto *selection = m_view->selectionModel();
    const auto add = [&](int from, int to) {
        selection->select(QItemSelection(m_model->index(from, 0), m_model->index(to, 2)),
                          QItemSelectionModel::Select);
    };
    add(4, 4);
    add(0, 1);
    add(1, 2);
    const QList<RowRange> expected{{0, 2}, {4, 4}};
    QCOMPARE(selectedRanges(selection->selection()), expected);
    QCOMPARE(countRows(expected), 4);
    m_view->copySelection();
    QCOMPARE(clipboardText().count(QLatin1Char('\n')), 5);
    QVERIFY(clipboardText().indexOf(QStringLiteral("name 0")) <
            clipboardText().indexOf(QStringLiteral("name 4")));
}

void TestTableView::copiesVisibleColumnsInTheirOrder()
{
    m_view->header()->moveSection(2, 0);
    m_view->header()->hideSection(1);
    m_view->selectRow(3);
    m_view->copySelection();
    QCOMPARE(clipboardText(), QStringLiteral("Amount\tName\n+$3.00\tname 3\n"));
}

void TestTableView::copyKeepsCellsOnOneLine()
{
    m_model->setData(m_model->index(0, 0), QStringLiteral("a\tb\nc"));
    m_view->selectRow(0);
    m_view->copySelection();
    QVERIFY(clipboardText().endsWith(QStringLiteral("\na b c\tkind 0\t+$0.00\n")));
}

void TestTableView::copyMarksFormulas()
{
    m_model->setData(m_model->index(0, 0), QStringLiteral("=HYPERLINK(\"x\")"));
    m_model->setData(m_model->index(0, 1), QStringLiteral("<b>&\"quoted\"</b>"));
    m_view->selectRow(0);
    m_view->copySelection();
    QVERIFY(clipboardText().contains(QStringLiteral("\n'=HYPERLINK(\"x\")\t")));
    QVERIFY(clipboardText().contains(QStringLiteral("\t+$0.00\n"))); // a number keeps its sign
    const QString html = QGuiApplication::clipboard()->mimeData()->html();
    QVERIFY(html.contains(QStringLiteral("&lt;b&gt;&amp;&quot;quoted&quot;&lt;/b&gt;")));
}

void TestTableView::copyOfNothingKeepsTheClipboard()
{
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    m_view->clearSelection();
    QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboardText(), QStringLiteral("before"));
}

void TestTableView::copyOfManyRowsReadsOnlyThose()
{
    EndlessModel many(1000000);
    QTableView plain;
    plain.setModel(&many);
    const QList<RowRange> ranges{{999000, 999999}};
    many.reads = 0;
    const auto data = copyRows(many, ranges, {0, 2});
    QCOMPARE(data->text().count(QLatin1Char('\n')), 1001);
    QCOMPARE(many.reads, 2 * 1000 * 2); // each cell is read once for text and once for HTML
    many.reads = 0;
    const auto large = copyRows(many, {{0, 49999}}, {0});
    QVERIFY(!large->hasHtml());
    QCOMPARE(many.reads, 50000);
}

void TestTableView::hugeSelectionIsOneRange()
{
    EndlessModel many(1000000);
    TableView view(*m_theme);
    view.setModel(&many);
    view.selectAll();
    const QList<RowRange> all{{0, 999999}};
    QCOMPARE(selectedRanges(view.selectionModel()->selection()), all);
}

void TestTableView::homeAndEndAreRows()
{
    m_view->setCurrentIndex(m_model->index(2, 1));
    QTest::keyClick(m_view.get(), Qt::Key_End);
    QCOMPARE(m_view->currentIndex(), m_model->index(5, 1));
    QTest::keyClick(m_view.get(), Qt::Key_Home);
    QCOMPARE(m_view->currentIndex(), m_model->index(0, 1));
    QTest::keyClick(m_view.get(), Qt::Key_End, Qt::ShiftModifier);
    QCOMPARE(selectedRanges(m_view->selectionModel()->selection()), (QList<RowRange>{{0, 5}}));
}

/// A pane opens below the table for the row that was just selected, which makes the table lower.
void TestTableView::theCurrentRowStaysInView()
{
    EndlessModel many(1000);
    m_view->setModel(&many);
    const auto inView = [this](int row) {
        const QRect place = m_view->visualRect(m_view->model()->index(row, 0));
        return m_view->viewport()->rect().contains(place.adjusted(0, 0, -place.width() + 1, 0));
    };
    m_view->selectRow(500);
    m_view->scrollTo(many.index(500, 0), QAbstractItemView::PositionAtBottom);
    QVERIFY(inView(500));
    m_view->resize(500, 180);
    QVERIFY(inView(500));
    m_view->resize(500, 140);
    QVERIFY(inView(500));

    // If the user has scrolled away from the row, the view does not move back to it.
    m_view->scrollTo(many.index(100, 0), QAbstractItemView::PositionAtTop);
    m_view->resize(500, 120);
    QVERIFY(inView(100));
    QVERIFY(!inView(500));
    m_view->setModel(m_model.get());
}

void TestTableView::tabLeavesTheTable()
{
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *before = new QLineEdit(&window);
    auto *table = new TableView(*m_theme, &window);
    table->setModel(m_model.get());
    auto *after = new QLineEdit(&window);
    column->addWidget(before);
    column->addWidget(table);
    column->addWidget(after);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    before->setFocus();
    QTest::keyClick(before, Qt::Key_Tab);
    QVERIFY(table->hasFocus());
    QTest::keyClick(table, Qt::Key_Tab);
    QVERIFY(after->hasFocus());
}

/// It reads no rows: of a million of them, that held the window for 23 s.
void TestTableView::aTypedLetterGoesToTheSearchField()
{
    EndlessModel many(1000000);
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *search = new QLineEdit(&window);
    auto *table = new TableView(*m_theme, &window);
    table->setModel(&many);
    column->addWidget(search);
    column->addWidget(table);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    table->setFocus();
    many.reads = 0;
    QTest::keyClick(table, Qt::Key_Q); // without a search field
    QVERIFY(table->hasFocus());
    table->setSearchField(search);
    QTest::keyClick(table, Qt::Key_Space);
    QVERIFY(table->hasFocus() && search->text().isEmpty());
    QTest::keyClick(table, Qt::Key_X);
    QVERIFY(search->hasFocus());
    QCOMPARE(search->text(), QStringLiteral("x"));
    QTest::keyClick(search, Qt::Key_Y);
    QCOMPARE(search->text(), QStringLiteral("xy"));
    table->setFocus(); // what was typed before stays, as another word
    QTest::keyClick(table, Qt::Key_Z);
    QCOMPARE(search->text(), QStringLiteral("xy z"));
    QVERIFY(many.reads < 10000); // those in view, which were drawn
    search->setEnabled(false);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_A);
    QVERIFY(table->hasFocus());
    QCOMPARE(search->text(), QStringLiteral("xy z"));
}

void TestTableView::rowsHaveOneHeight()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        QCOMPARE(m_view->rowHeight(row), 32);
    }
    m_model->setData(m_model->index(0, 0), QStringLiteral("two\nlines"));
    QCOMPARE(m_view->rowHeight(0), 32);
}

/// In any width; if texts cannot get narrower, the table scrolls sideways.
void TestTableView::figuresAreNeverCut()
{
    const QAbstractItemView &view = *m_view;
    m_view->fitColumns({{.usual = 90, .stretches = true},
                        {.usual = 50, .isExact = true},
                        {.usual = 50, .isExact = true}});
    m_model->setData(m_model->index(0, 2), QStringLiteral("$10,000,000,002.12"));
    for (const int width : {900, 400, 200}) {
        m_view->resize(width, 300);
        for (const int column : {1, 2}) {
            QTRY_VERIFY(m_view->columnWidth(column) >= view.sizeHintForColumn(column));
            QVERIFY(m_view->columnWidth(column) >= m_view->header()->titleWidth(column));
        }
        QVERIFY(m_view->columnWidth(0) >= m_view->header()->titleWidth(0));
    }
    QVERIFY(m_view->header()->length() > m_view->viewport()->width());
    m_view->resize(900, 300);
    QCOMPARE(m_view->header()->length(), m_view->viewport()->width());
    // The user's width stays.
    m_view->header()->resizeSection(2, 60);
    m_model->setData(m_model->index(1, 2), QStringLiteral("$10,000,000,002.1234"));
    m_view->fitColumns({{}, {}, {}}).measure();
    QVERIFY(m_view->columnWidth(2) >= view.sizeHintForColumn(2)); // of another user
}

void TestTableView::aMarkWidensItsColumn()
{
    const QAbstractItemView &view = *m_view;
    m_view->resize(400, 300);
    m_view->fitColumns({{.stretches = true}, {.usual = 48}, {.usual = 48, .isExact = true}});
    const QModelIndex figure = m_model->index(0, 2);
    for (int row = 0; row < m_model->rowCount(); ++row) {
        m_model->setData(figure.siblingAtRow(row), QStringLiteral("6123456"));
    }
    QTRY_VERIFY(m_view->columnWidth(2) >= view.sizeHintForColumn(2));
    const int before = m_view->columnWidth(2);
    m_model->setData(figure, static_cast<int>(CellKind::Marked), CellKindRole);
    m_model->setData(figure, static_cast<int>(Tone::Warning), ToneRole);
    QTRY_VERIFY(m_view->columnWidth(2) > before);
    QVERIFY(m_view->columnWidth(2) >= view.sizeHintForColumn(2));
}

void TestTableView::aColumnWithAWarningIsNotHidden()
{
    m_view->resize(150, 300);
    m_view->fitColumns({{.usual = 90, .stretches = true},
                        {.usual = 90, .isExact = true},
                        {.usual = 90, .isExact = true, .givesWay = 1}});
    QTRY_VERIFY(m_view->header()->isSectionHidden(2));
    m_model->setData(m_model->index(3, 2), static_cast<int>(CellKind::Marked), CellKindRole);
    m_model->setData(m_model->index(3, 2), static_cast<int>(Tone::Bad), ToneRole);
    QTRY_VERIFY(!m_view->header()->isSectionHidden(2));
}

/// A short text leaves its room to a long one.
void TestTableView::textsShareTheRoom()
{
    const QAbstractItemView &view = *m_view;
    m_view->resize(500, 300);
    m_view->fitColumns({{.usual = 300, .stretches = true}, {.usual = 48}, {.usual = 48}});
    for (int row = 0; row < m_model->rowCount(); ++row) {
        m_model->setData(m_model->index(row, 0), QStringLiteral("short"));
    }
    m_model->setData(m_model->index(0, 1), QStringLiteral("a text that is rather long"));
    QTRY_VERIFY(m_view->columnWidth(1) >= view.sizeHintForColumn(1));
    QCOMPARE(m_view->header()->length(), m_view->viewport()->width());
    // A width that the user chose stays, and one that comes from showing a column is none.
    m_view->header()->resizeSection(1, 60);
    m_view->resize(520, 300);
    QCOMPARE(m_view->columnWidth(1), 60);
    m_view->header()->setColumnShown(2, false);
    m_view->header()->setColumnShown(2, true);
    m_model->setData(m_model->index(0, 2), QStringLiteral("another long text"));
    QTRY_VERIFY(m_view->columnWidth(2) >= view.sizeHintForColumn(2));
}

void TestTableView::onlyRowsInViewAreMeasured()
{
    EndlessModel model(1'000'000);
    TableView table(*m_theme);
    table.setModel(&model);
    table.resize(600, 400);
    table.fitColumns({{.stretches = true}, {.isExact = true}, {.isExact = true}});
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const qint64 before = model.reads;
    table.scrollTo(model.index(500'000, 0));
    const QAbstractItemView &view = table;
    QTRY_VERIFY(table.columnWidth(2) >= view.sizeHintForColumn(2));
    constexpr int mostReads = 1000;
    QVERIFY2(model.reads - before < mostReads, qPrintable(QString::number(model.reads - before)));
}

void TestTableView::resetGoesBackToTheDefault()
{
    m_view->header()->hideSection(2);
    m_view->fitColumns({{.stretches = true}, {}, {}});
    const int width = m_view->header()->sectionSize(0);
    m_view->header()->moveSection(0, 2);
    m_view->header()->hideSection(1);
    m_view->header()->showSection(2);
    m_view->header()->resizeSection(0, width + 50);
    Q_EMIT m_view->header()->resetWanted();
    QCOMPARE(m_view->header()->logicalIndex(0), 0);
    QVERIFY(!m_view->header()->isSectionHidden(1));
    QVERIFY(m_view->header()->isSectionHidden(2));
    QCOMPARE(m_view->header()->sectionSize(0), width);
}

void TestTableView::lastColumnCantBeHidden()
{
    QMenu menu;
    m_view->header()->fillColumnMenu(menu);
    QCOMPARE(menu.actions().size(), 5); // three columns, a line, reset
    menu.actions().at(0)->trigger();
    menu.actions().at(1)->trigger();
    QCOMPARE(m_view->header()->hiddenSectionCount(), 2);
    QMenu again;
    m_view->header()->fillColumnMenu(again);
    QVERIFY(!again.actions().at(2)->isEnabled());
    QVERIFY(again.actions().at(0)->isEnabled());
    again.actions().at(0)->trigger();
    QVERIFY(!m_view->header()->isSectionHidden(0));
}

void TestTableView::aColumnThatIsShownIsInView()
{
    TableHeader *header = m_view->header();
    m_view->resize(240, 300);
    header->setSectionHidden(2, true);
    for (const int column : {0, 1, 2}) {
        header->resizeSection(column, 200);
    }
    QMenu menu;
    header->fillColumnMenu(menu);
    menu.actions().at(2)->trigger();
    const int start = header->sectionViewportPosition(2);
    QVERIFY(start >= 0);
    QVERIFY(start + header->sectionSize(2) <= m_view->viewport()->width());
    // Towards the start, too.
    header->setSectionHidden(0, true);
    QMenu again;
    header->fillColumnMenu(again);
    again.actions().at(0)->trigger();
    QCOMPARE(header->sectionViewportPosition(0), 0);
}

void TestTableView::headerIsAlignedAsItsColumn()
{
    m_view->header()->resizeSection(0, 150);
    m_view->header()->resizeSection(2, 150);
    const QImage picture = m_view->header()->grab().toImage();
    // The title is drawn in one half of the section: at the end for money, at the start for text.
    const auto ink = [&](int section, bool secondHalf) {
        const int from = m_view->header()->sectionViewportPosition(section) + (secondHalf ? 75 : 0);
        int found = 0;
        for (int x = from; x < from + 75 && x < picture.width(); ++x) {
            for (int y = 4; y < picture.height() - 4; ++y) {
                found += picture.pixelColor(x, y).lightness() < 150 ? 1 : 0;
            }
        }
        return found;
    };
    QVERIFY(ink(0, false) > 20);
    QCOMPARE(ink(0, true), 0);
    const int end = m_view->header()->sectionViewportPosition(2) + m_view->header()->sectionSize(2);
    QVERIFY(end <= picture.width());
    QVERIFY(picture.copy(end - 70, 4, 60, 24).allGray() == false);
}

void TestTableView::contextMenuByKeyboardAndMouse()
{
    QSignalSpy wanted(m_view.get(), &TableView::contextMenuWanted);
    m_view->setCurrentIndex(m_model->index(2, 0));
    QContextMenuEvent byKey(QContextMenuEvent::Keyboard, QPoint(1, 1), QPoint(1, 1));
    QCoreApplication::sendEvent(m_view->viewport(), &byKey);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.at(0).at(0).toModelIndex().row(), 2);
    const QPoint at = m_view->visualRect(m_model->index(4, 1)).center();
    QContextMenuEvent byMouse(QContextMenuEvent::Mouse, at, m_view->viewport()->mapToGlobal(at));
    QCoreApplication::sendEvent(m_view->viewport(), &byMouse);
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(wanted.at(1).at(0).toModelIndex(), m_model->index(4, 1));
    QTest::keyClick(m_view.get(), Qt::Key_F10, Qt::ShiftModifier);
    QTest::keyRelease(m_view.get(), Qt::Key_Shift); // else Shift is down in the tests that follow
    QCOMPARE(wanted.size(), 3);
    QCOMPARE(wanted.at(2).at(0).toModelIndex().row(), 2);
    QCOMPARE(wanted.at(2).at(1).toPoint(), wanted.at(0).at(1).toPoint());
}

void TestTableView::overlayCoversTheRows()
{
    auto *state = new EmptyState(*m_theme);
    state->setContent({Icon::Empty, QStringLiteral("Nothing yet"), QStringLiteral("Text."),
                       QStringLiteral("Try again"), false});
    m_view->setOverlay(state);
    QVERIFY(!state->isVisible());
    QWidget around;
    auto *column = new QVBoxLayout(&around);
    column->setContentsMargins(7, 9, 7, 9);
    TableView *view = m_view.release(); // now owned by the other widget
    column->addWidget(view);
    around.resize(500, 300);
    around.show();
    view->setOverlayVisible(true);
    QVERIFY(state->isVisible());
    const auto rows = [view] {
        return QRect(view->viewport()->mapTo(view->parentWidget(), QPoint()),
                     view->viewport()->size());
    };
    QTRY_COMPARE(state->geometry(), rows());
    around.resize(600, 400);
    QTRY_COMPARE(state->geometry(), rows());
    column->setContentsMargins(20, 30, 0, 0);
    QTRY_COMPARE(rows().x(), 20);
    QCOMPARE(state->geometry(), rows());
    QVERIFY(
        canBeReached(QAccessible::queryAccessibleInterface(&around), QStringLiteral("Try again")));
}

/// "−$240.00" does not become "$240.00−" in a language that is read from the right.
void TestTableView::aFigureReadsTheSameInEveryDirection()
{
    m_model->setData(m_model->index(0, 2), QStringLiteral("−$240.00"));
    const auto ink = [this] {
        const QRect cell = m_view->visualRect(m_model->index(0, 2));
        const QImage picture = m_view->viewport()->grab(cell.adjusted(0, 3, 0, -4)).toImage();
        const QRgb ground = picture.pixel(picture.width() / 2, 0);
        QRegion box;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                if (picture.pixel(x, y) != ground) {
                    box += QRect(x, y, 1, 1);
                }
            }
        }
        return box;
    };
    const auto back = qScopeGuard([] { QApplication::setLayoutDirection(Qt::LeftToRight); });
    // A minus is flat; the character at the other end is not.
    const auto heightAtLeft = [](const QRegion &box) {
        constexpr int dash = 4;
        const QRect all = box.boundingRect();
        return box.intersected(QRect(all.left(), all.top(), dash, all.height()))
            .boundingRect()
            .height();
    };
    QVERIFY(ink().boundingRect().width() > 20);
    for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft}) {
        QApplication::setLayoutDirection(direction); // a painter uses this direction
        QVERIFY(heightAtLeft(ink()) < ink().boundingRect().height() / 2);
    }
}

/// A part of its end would make it look like another amount.
void TestTableView::aCutFigureKeepsItsBeginning()
{
    m_view->setColumnWidth(2, 70);
    const auto look = [this](const char *text) {
        m_model->setData(m_model->index(0, 2), QLatin1String(text));
        return m_view->viewport()->grab(m_view->visualRect(m_model->index(0, 2))).toImage();
    };
    QVERIFY(look("$1,234.70195") == look("$1,234.70888"));
    QVERIFY(look("$1,234.70195") != look("$9,234.70195"));
    m_view->setColumnWidth(2, 160);
    QVERIFY(look("$1,234.70195") != look("$1,234.70888"));
}

void TestTableView::dimmedIsPaler()
{
    const QRect cell = m_view->visualRect(m_model->index(0, 0));
    const auto darkest = [&] {
        const QImage picture = m_view->viewport()->grab(cell.adjusted(0, 2, 0, -3)).toImage();
        int value = 255;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                value = qMin(value, picture.pixelColor(x, y).lightness());
            }
        }
        return value;
    };
    const int before = darkest();
    m_view->setDimmed(true);
    QVERIFY(darkest() > before + 40);
    m_view->setDimmed(false);
    QCOMPARE(darkest(), before);
}

/// Names differ at their ends: they are cut in the middle, and the tool tip has the whole text.
void TestTableView::namesThatAreCutStayDifferent()
{
    m_view->setColumnWidth(0, 110);
    const QModelIndex index = m_model->index(0, 0);
    const auto look = [this, index](const QString &text) {
        m_model->setData(index, text);
        return m_view->viewport()->grab(m_view->visualRect(index)).toImage();
    };
    const QString name = QStringLiteral("price-watch-of-all-shops-us-1017");
    QVERIFY(look(QStringLiteral("price-watch-of-all-shops-us-2017")) != look(name));
    QVERIFY(look(QStringLiteral("price-watch-of-any-shops-us-1017")) == look(name));
    m_model->setData(index, name);
    const QPoint middle = m_view->visualRect(index).center();
    QHelpEvent event(QEvent::ToolTip, middle, m_view->viewport()->mapToGlobal(middle));
    QApplication::sendEvent(m_view->viewport(), &event);
    QCOMPARE(QToolTip::text(), plainToolTip(name));
}

void TestTableView::selectionIsTinted()
{
    m_view->selectRow(1);
    const auto ground = [&](int row) {
        const QRect cell = m_view->visualRect(m_model->index(row, 0));
        return m_view->viewport()
            ->grab(QRect(cell.topLeft() + QPoint(2, 4), QSize(2, 2)))
            .toImage()
            .pixelColor(0, 0);
    };
    QCOMPARE(ground(1), m_theme->colour(Role::AccentTint));
    QVERIFY(ground(3) != m_theme->colour(Role::AccentTint));
}

/// From a row that is not selected to another, as Ctrl+Down moves it.
void TestTableView::theLineOfTheFocusMovesAsAWhole()
{
    const auto moveTo = [this](int row) {
        m_view->selectionModel()->setCurrentIndex(m_model->index(row, 0),
                                                  QItemSelectionModel::NoUpdate);
    };
    moveTo(1);
    QCoreApplication::processEvents();
    const DrawnArea drawn(*m_view->viewport());
    moveTo(3);
    for (const int row : {1, 3}) {
        const QRect cell = m_view->visualRect(m_model->index(row, 2));
        const QRegion whole(0, cell.top(), cell.right(), cell.height());
        QTRY_VERIFY2(whole.subtracted(drawn.region).isEmpty(), qPrintable(QString::number(row)));
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestTableView)
#include "test_tableview.moc"
