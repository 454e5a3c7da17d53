// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that every page and dialog fits small and large windows, and large fonts: no control is cut
// off, and none covers another.
#include "models/tables/keyedtablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "tests/support/wine.h"
#include "tests/ui/everydialog.h"
#include "tests/ui/widgetpath.h"
#include "ui/shell/accountpopup.h"
#include "ui/shell/naventry.h"
#include "ui/shell/pagescroll.h"
#include "ui/shell/sidebar.h"
#include "ui/widgets/label.h"
#include "ui/widgets/scrim.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QTextEdit>
#include <QToolButton>

using namespace relaybook;
using relaybook::testing::WindowFixture;

namespace {

QString placeOf(const QWidget *widget)
{
    const QRect place = widget->geometry();
    return relaybook::testing::pathOf(widget) % QStringLiteral(" at %1,%2 %3x%4")
                                                    .arg(place.x())
                                                    .arg(place.y())
                                                    .arg(place.width())
                                                    .arg(place.height());
}

/// Controls that arrange what is in them themselves.
bool isWhole(const QWidget *widget)
{
    return qobject_cast<const QLineEdit *>(widget) != nullptr ||
           qobject_cast<const QComboBox *>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox *>(widget) != nullptr ||
           qobject_cast<const QAbstractItemView *>(widget) != nullptr ||
           qobject_cast<const QPlainTextEdit *>(widget) != nullptr ||
           qobject_cast<const QTextEdit *>(widget) != nullptr ||
           qobject_cast<const QMenuBar *>(widget) != nullptr;
}

/// Lies over others on purpose: the dimming, the corners of a card, what a table without rows says.
bool isOverlay(const QWidget *widget)
{
    return widget->testAttribute(Qt::WA_TransparentForMouseEvents) ||
           qobject_cast<const Scrim *>(widget) != nullptr ||
           widget->objectName() == QLatin1String("inspectorHint") ||
           widget->inherits("relaybook::EmptyState");
}

bool isTextCut(const QWidget *widget)
{
    if (qobject_cast<const QPushButton *>(widget) != nullptr ||
        qobject_cast<const QToolButton *>(widget) != nullptr ||
        qobject_cast<const QCheckBox *>(widget) != nullptr ||
        qobject_cast<const QRadioButton *>(widget) != nullptr) {
        const bool isFixed = widget->minimumSize() == widget->maximumSize();
        const QSize needed = widget->minimumSizeHint();
        return !isFixed && (widget->width() < needed.width() || widget->height() < needed.height());
    }
    const auto *label = qobject_cast<const QLabel *>(widget);
    if (label == nullptr || label->text().isEmpty() ||
        qobject_cast<const ElidedLabel *>(label) != nullptr) {
        return false;
    }
    if (label->wordWrap()) {
        return label->height() < label->heightForWidth(label->width());
    }
    return label->width() < label->sizeHint().width() ||
           label->height() < label->sizeHint().height();
}

/// A part of a scroll area may be out of view, but never to the side where no bar leads; and nobody
/// wants to scroll a whole page sideways.
bool isCutByParent(const QWidget *widget)
{
    const QWidget *parent = widget->parentWidget();
    const auto *scroll = qobject_cast<const QScrollArea *>(parent->parentWidget());
    if (scroll != nullptr && scroll->widget() == widget) {
        const bool hasBar = scroll->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff &&
                            qobject_cast<const PageScroll *>(scroll) == nullptr;
        return !hasBar && widget->width() > scroll->viewport()->width();
    }
    return !parent->rect().contains(widget->geometry());
}

void lookForMisfits(QWidget *widget, QStringList &complaints)
{
    std::vector<QWidget *> parts;
    for (QObject *child : widget->children()) {
        auto *part = qobject_cast<QWidget *>(child);
        if (part != nullptr && part->isVisible() && !part->isWindow() && !isOverlay(part)) {
            parts.push_back(part);
        }
    }
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (isCutByParent(*part)) {
            complaints.append(QStringLiteral("cut off: ") + placeOf(*part));
        }
        if (isTextCut(*part)) {
            complaints.append(QStringLiteral("its text does not fit: ") + placeOf(*part));
        }
        for (auto other = std::next(part); other != parts.end(); ++other) {
            if ((*part)->geometry().intersects((*other)->geometry())) {
                complaints.append(
                    QStringLiteral("covered: %1\n    by %2").arg(placeOf(*part), placeOf(*other)));
            }
        }
        if (!isWhole(*part)) {
            lookForMisfits(*part, complaints);
        }
    }
}

QStringList misfitsOf(QWidget *root)
{
    QStringList complaints;
    lookForMisfits(root, complaints);
    return complaints;
}

/// Until all layouts have settled: one may change the height that another needs.
void settle()
{
    for (int i = 0; i < 5; ++i) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCoreApplication::processEvents();
    }
}

} // namespace

class TestFit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theWalkFindsMisfits();
    void windowsOfEverySize_data();
    void windowsOfEverySize();
    void chartsAboveFilteredRows_data();
    void chartsAboveFilteredRows();
    void columnsOfSubUsers();
    void sideBarOfANarrowWindow();
    void badgeOfASideBarEntry();
    void marksOfASideBar();

private:
    void check(QWidget *root);
    void checkPages();
    void checkDialogs();
    void checkAccountPopup();

    Theme m_theme;
    QFont m_usualFont;
    QString m_what;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestFit::init()
{
    m_theme.apply(*qApp);
    m_usualFont = QApplication::font();
}

void TestFit::cleanup()
{
    m_desk.reset();
    QApplication::setFont(m_usualFont);
}

void TestFit::check(QWidget *root)
{
    // Some pages and dialogs load what they show: it may arrive, and be laid out, at any moment.
    QStringList complaints;
    [[maybe_unused]] const bool fits = QTest::qWaitFor([root, &complaints] {
        settle();
        complaints = misfitsOf(root);
        return complaints.isEmpty();
    });
    QVERIFY2(complaints.isEmpty(), qPrintable(m_what % u'\n' % complaints.join(QLatin1Char('\n'))));
}

void TestFit::theWalkFindsMisfits()
{
    QWidget root;
    root.resize(200, 100);
    auto *wide = new QPushButton(QStringLiteral("Long text of a button"), &root);
    auto *label = new QLabel(QStringLiteral("A sentence"), &root);
    wide->setGeometry(10, 10, 300, 40);
    label->setGeometry(20, 20, 100, 60);
    root.show();
    QCOMPARE(misfitsOf(&root).size(), 2); // cut off, covered
    wide->setGeometry(10, 10, 40, 40);
    label->setGeometry(60, 10, 120, 40);
    QCOMPARE(misfitsOf(&root).size(), 1); // its text does not fit
    wide->resize(wide->sizeHint());
    label->move(10, 60);
    QCOMPARE(misfitsOf(&root), QStringList());
}

void TestFit::checkPages()
{
    for (const char *action : {"showOverviewAction", "showProxiesAction", "showSubUsersAction",
                               "showTransactionsAction", "showActivityAction"}) {
        m_what = QLatin1String(action);
        m_desk->trigger(action);
        Page *page = m_desk->window().currentPage();
        for (const bool withDetails : {false, true}) {
            if (auto *table = WindowFixture::in<QAbstractItemView>(page, "table")) {
                table->setCurrentIndex(table->model()->index(0, 0));
            }
            auto *details = WindowFixture::in<QAbstractButton>(page, "inspectorButton");
            if (details != nullptr && details->isChecked() != withDetails) {
                details->click();
            }
            auto *charts = WindowFixture::in<QAbstractButton>(page, "chartsButton");
            if (charts != nullptr && charts->isChecked() != withDetails) {
                charts->click();
            }
            check(&m_desk->window());
            if (page->can(Page::Command::SelectAll)) {
                page->perform(Page::Command::SelectAll);
                check(&m_desk->window());
            }
        }
    }
}

void TestFit::checkDialogs()
{
    const auto look = [this](SheetDialog &dialog) {
        m_what = dialog.objectName();
        check(&dialog);
        const QWidget &window = m_desk->window();
        const QRect screen = window.screen()->availableGeometry();
        const bool larger = window.width() > screen.width() || window.height() > screen.height();
        const QRect room = larger ? QRect(window.mapToGlobal(QPoint()), window.size()) : screen;
        QVERIFY2(room.contains(QRect(dialog.mapToGlobal(QPoint()), dialog.size())),
                 qPrintable(m_what));
        for (const QPushButton *button : {dialog.submitButton(), dialog.cancelButton()}) {
            QVERIFY2(
                !button->isVisibleTo(&dialog) ||
                    dialog.rect().contains(QRect(button->mapTo(&dialog, QPoint()), button->size())),
                qPrintable(m_what));
        }
        // All of it can be read without a mouse.
        auto *bar = WindowFixture::in<QScrollArea>(&dialog, "sheetContent")->verticalScrollBar();
        dialog.cancelButton()->setFocus();
        QTest::keyClick(dialog.cancelButton(), Qt::Key_End);
        QVERIFY2(bar->value() == bar->maximum(), qPrintable(m_what));
        QTest::keyClick(dialog.cancelButton(), Qt::Key_Home);
        QVERIFY2(bar->value() == 0, qPrintable(m_what));
    };
    relaybook::testing::withDialogsOfWindow(*m_desk, look);
    relaybook::testing::withDialogsOfPages(*m_desk, m_theme, look);
    relaybook::testing::withDialogsOfAccounts(*m_desk, m_theme, look);
    relaybook::testing::withCostOfCheck(*m_desk, look);
    relaybook::testing::withStepsOfBuying(*m_desk, look, [this](QWidget &window) {
        m_what = QStringLiteral("an order without a result");
        check(&window);
    });
}

void TestFit::windowsOfEverySize_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<qreal>("font");
    QTest::newRow("800x600") << QSize(800, 600) << 1.0;
    QTest::newRow("1366x768 at 150 %") << QSize(910, 512) << 1.0;
    QTest::newRow("1366x768 with a large font") << QSize(1366, 768) << 1.5;
    QTest::newRow("1024x768") << QSize(1024, 768) << 1.0;
    QTest::newRow("2560x1440") << QSize(2560, 1440) << 1.0;
}

void TestFit::windowsOfEverySize()
{
    QFETCH(QSize, size);
    QFETCH(qreal, font);
    QFont large = m_usualFont;
    large.setPointSizeF(large.pointSizeF() * font);
    QApplication::setFont(large);
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->windowAccount.sandbox = true;
    m_desk->sandboxOptions.maxPerPage = 3; // a ledger check takes many calls
    m_desk->idleTimeout = std::chrono::seconds(2);
    m_desk->open();
    m_desk->window().resize(size);
    QCOMPARE(m_desk->window().size(), size);
    checkPages();
    checkAccountPopup();
    checkDialogs();
}

void TestFit::chartsAboveFilteredRows_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("wanted"); // the charts, where the window is too low for them
    QTest::newRow("800") << 800 << false;
    QTest::newRow("800, unfolded") << 800 << true;
    QTest::newRow("1024") << 1024 << false;
    QTest::newRow("1024, unfolded") << 1024 << true;
}

/// What the charts need depends on how many types the filter leaves.
void TestFit::chartsAboveFilteredRows()
{
    QFETCH(int, width);
    QFETCH(bool, wanted);
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->windowAccount.sandbox = true;
    m_desk->open();
    constexpr int lowest = 500;
    constexpr int highest = 760;
    m_desk->window().resize(width, lowest);
    m_desk->trigger("showTransactionsAction");
    Page *page = m_desk->window().currentPage();
    WindowFixture::click(page, "chartsButton");
    settle();
    auto *unfold = WindowFixture::in<QAbstractButton>(page, "unfoldChartsButton");
    QVERIFY(unfold->isVisible());
    if (wanted) {
        unfold->click();
    }
    const auto *table = WindowFixture::in<QAbstractItemView>(page, "table");
    const auto *count = WindowFixture::in<QLabel>(page, "ledgerCount");
    for (const char *typed : {"type:refund", "type:purchase", "type:deposit", "amount:>100"}) {
        WindowFixture::type(page, "search", QLatin1String(typed));
        const auto isCounted = [&] {
            const auto *model = static_cast<const KeyedTableModel *>(table->model());
            return model->isSettled() && model->rowCount() > 0 &&
                   count->text().section(u' ', 0, 0).toInt() == model->rowCount();
        };
        QTRY_VERIFY2(isCounted(), typed);
        constexpr int step = 10;
        for (int height = lowest; height <= highest; height += step) {
            m_desk->window().resize(width, height);
            m_what = QStringLiteral("%1 in a height of %2").arg(QLatin1String(typed)).arg(height);
            check(&m_desk->window());
        }
    }
}

void TestFit::columnsOfSubUsers()
{
    SKIP_UNDER_WINE("its letters (DejaVu Sans) are larger than those of Windows");
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->open();
    m_desk->window().resize(800, 600);
    m_desk->trigger("showSubUsersAction");
    auto *table = WindowFixture::in<QTableView>(m_desk->window().currentPage(), "table");
    settle();
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    for (const char *name : {"service", "used"}) {
        const int column = SubUserTableModel::column(name);
        const QAbstractItemView *view = table;
        QVERIFY2(!table->isColumnHidden(column), name);
        QVERIFY2(table->columnWidth(column) >= view->sizeHintForColumn(column), name);
    }
}

void TestFit::checkAccountPopup()
{
    for (const auto &accounts :
         {relaybook::testing::someAccounts(), relaybook::testing::manyAccounts(40)}) {
        m_what = QStringLiteral("the list of accounts");
        auto *popup = new AccountPopup(m_theme, accounts, &m_desk->window());
        popup->openAt(*WindowFixture::in(&m_desk->window(), "account"));
        check(popup);
        popup->close();
    }
}

void TestFit::sideBarOfANarrowWindow()
{
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->open();
    const auto *sideBar = WindowFixture::in<SideBar>(&m_desk->window(), "sideBar");
    const auto *entry = WindowFixture::in<QAbstractButton>(&m_desk->window(), "nav-proxiesPage");
    const auto *topUp = sideBar->primaryButton();
    m_desk->window().resize(1280, 800);
    QVERIFY(!sideBar->isCompact());
    QVERIFY(entry->toolTip().isEmpty());
    QCOMPARE(topUp->text(), topUp->accessibleName());
    m_desk->window().resize(800, 600);
    QVERIFY(sideBar->isCompact());
    QCOMPARE(entry->toolTip(), QStringLiteral("Proxies (40)"));
    QCOMPARE(entry->accessibleName(), QStringLiteral("Proxies"));
    QVERIFY(topUp->text().isEmpty() && !topUp->icon().isNull());
    QCOMPARE(topUp->toolTip(), topUp->accessibleName());
}

void TestFit::marksOfASideBar()
{
    SideBar bar(m_theme);
    bar.setAccount(QStringLiteral("North Relay"), QStringLiteral("api.example.net"));
    bar.setSandbox(true);
    bar.setViewOnly(true);
    bar.setSwitching(true);
    bar.setPrimary(QStringLiteral("Top up traffic"), std::nullopt);
    bar.setPrimaryBlocked(QStringLiteral("View only."));
    bar.primaryButton()->show();
    bar.resize(bar.width(), 600);
    bar.show();
    auto *mark = WindowFixture::in<QWidget>(&bar, "viewOnlyMark");
    for (const bool compact : {false, true}) {
        bar.setCompact(compact);
        m_what = compact ? QStringLiteral("compact") : QStringLiteral("wide");
        check(&bar);
        QVERIFY(mark->isVisible());
        QVERIFY(mark->toolTip().contains(QStringLiteral("refuses")));
        QVERIFY(!bar.primaryButton()->isEnabled());
        QCOMPARE(bar.primaryButton()->toolTip(), QStringLiteral("View only."));
    }
    bar.setPrimaryBlocked({});
    bar.setViewOnly(false);
    QVERIFY(bar.primaryButton()->isEnabled());
    QVERIFY(!mark->isVisible());
}

void TestFit::badgeOfASideBarEntry()
{
    NavEntry entry(m_theme, Icon::Activity, QStringLiteral("Activity"));
    const NavBadge good{QStringLiteral("2"), QStringLiteral("2 open orders")};
    NavBadge bad = good;
    bad.warns = true;
    for (const bool compact : {false, true}) {
        entry.setCompact(compact);
        entry.resize(entry.sizeHint());
        QList<QImage> looks;
        for (const auto &badge :
             {std::optional<NavBadge>(), std::optional(good), std::optional(bad)}) {
            entry.setBadge(badge);
            looks.append(entry.grab().toImage());
        }
        QVERIFY(looks.at(0) != looks.at(1) && looks.at(1) != looks.at(2));
        QCOMPARE(entry.accessibleDescription(), good.description);
        QVERIFY(entry.toolTip().contains(good.description));
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestFit)
#include "test_fit.moc"
