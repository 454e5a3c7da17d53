// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "ui/shell/naventry.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/statusstrip.h"
#include "ui/theme/colours.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/figurecard.h"
#include "ui/widgets/filterchip.h"
#include "ui/widgets/highlight.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/label.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/secretrow.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QProxyStyle>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <memory>

using namespace relaybook;

namespace {

/// A style whose animations can be turned off.
class AnimationsStyle : public QProxyStyle
{
public:
    int duration = 200;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override
    {
        return hint == SH_Widget_Animation_Duration
                   ? duration
                   : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

} // namespace

class TestWidgets : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyControlHasNames();
    void initials_data();
    void initials();
    void sideBarReportsWhatWasChosen();
    void sideBarByArrowKeys();
    void sideBarOrderOfFocus();
    void fieldRowShowsOneLine();
    void fieldRowNamesItsField();
    void searchClearsAndLeaves();
    void chipIsTakenOff();
    void secretIsMaskedUntilShown();
    void secretNeverInAToolTip();
    void bannerIsPlainText();
    void bannerLinksAndCross();
    void emptyStateHasItsFourKinds();
    void inspectorKeepsWhatStays();
    void inspectorValuesByKeyboard();
    void statusStripShowsWork();
    void statusStripShowsTheTaskInANarrowWindow();
    void longTitlesAreShortened();
    void figureCardIsOneSentence();
    void anotherFigureIsHighlighted();
    void elidedLabelKeepsItsText();
    void flushCardCutsItsCorners();
    void mirroredForRightToLeft();

private:
    std::unique_ptr<Theme> m_theme;
};

void TestWidgets::initTestCase()
{
    m_theme = std::make_unique<Theme>();
    m_theme->apply(*qApp);
    m_theme->setMode(Theme::Mode::Light);
}

void TestWidgets::everyControlHasNames()
{
    QWidget window;
    QVBoxLayout column(&window);
    auto *side = new SideBar(*m_theme);
    side->addEntry(QStringLiteral("proxies"), Icon::Proxies, QStringLiteral("Proxies"));
    side->primaryButton()->setText(QStringLiteral("Top up"));
    side->primaryButton()->setAccessibleName(QStringLiteral("Top up"));
    side->primaryButton()->show();
    auto *banner = new Banner(*m_theme);
    banner->addLink(QStringLiteral("Show"), QStringLiteral("show"));
    banner->setDismissible(true);
    auto *state = new EmptyState(*m_theme);
    state->setContent(
        {Icon::Empty, QStringLiteral("T"), QStringLiteral("S"), QStringLiteral("Try again"), true});
    auto *secret = new SecretRow(*m_theme, QStringLiteral("HTTP address"));
    auto *inspector = new Inspector(*m_theme);
    inspector->addRows()->setRows({{QStringLiteral("Id"), QStringLiteral("1")}});
    auto *strip = new StatusStrip(*m_theme);
    strip->setTask(QStringLiteral("Loading"), 0.5);
    const QList<QWidget *> all{
        side, banner, state, secret, inspector, strip, new SearchField(*m_theme)};
    for (QWidget *widget : all) {
        column.addWidget(widget);
    }
    window.show();
    int controls = 0;
    const auto children = window.findChildren<QWidget *>();
    for (const QWidget *widget : children) {
        const bool control = qobject_cast<const QAbstractButton *>(widget) ||
                             qobject_cast<const QLineEdit *>(widget) ||
                             qobject_cast<const QProgressBar *>(widget) ||
                             (widget->focusPolicy() & Qt::TabFocus) != 0;
        if (!control || !widget->isVisibleTo(&window)) {
            continue;
        }
        ++controls;
        QVERIFY2(!widget->objectName().isEmpty(), widget->metaObject()->className());
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    }
    QVERIFY(controls >= 12);
}

void TestWidgets::initials_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::newRow("two words") << QStringLiteral("North Relay") << QStringLiteral("NR");
    QTest::newRow("one word") << QStringLiteral("relay") << QStringLiteral("R");
    QTest::newRow("many") << QStringLiteral("  a bee  cee ") << QStringLiteral("AB");
    QTest::newRow("none") << QString() << QString();
}

void TestWidgets::initials()
{
    QFETCH(QString, name);
    QTEST(AccountBlock::initials(name), "expected");
}

void TestWidgets::sideBarReportsWhatWasChosen()
{
    SideBar side(*m_theme);
    auto *one = side.addEntry(QStringLiteral("one"), Icon::Overview, QStringLiteral("One"));
    side.addEntry(QStringLiteral("two"), Icon::Proxies, QStringLiteral("Two"));
    side.setCount(QStringLiteral("one"), QStringLiteral("1,284"));
    QCOMPARE(one->accessibleDescription(), QStringLiteral("1,284"));
    QSignalSpy chosen(&side, &SideBar::entryChosen);
    side.setCurrent(QStringLiteral("two"));
    QCOMPARE(chosen.size(), 0);
    QCOMPARE(side.current(), QStringLiteral("two"));
    one->click();
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.at(0).at(0).toString(), QStringLiteral("one"));
    one->click(); // already there
    QCOMPARE(chosen.size(), 1);
}

void TestWidgets::sideBarByArrowKeys()
{
    SideBar side(*m_theme);
    auto *one = side.addEntry(QStringLiteral("one"), Icon::Overview, QStringLiteral("One"));
    side.addEntry(QStringLiteral("two"), Icon::Proxies, QStringLiteral("Two"));
    side.setCurrent(QStringLiteral("one"));
    side.show();
    side.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&side));
    QSignalSpy chosen(&side, &SideBar::entryChosen);
    one->setFocus();
    QTest::keyClick(one, Qt::Key_Down);
    QCOMPARE(side.current(), QStringLiteral("two"));
    QCOMPARE(chosen.size(), 1);
}

void TestWidgets::sideBarOrderOfFocus()
{
    SideBar side(*m_theme);
    side.primaryButton()->show();
    side.addEntry(QStringLiteral("one"), Icon::Overview, QStringLiteral("One"));
    side.addEntry(QStringLiteral("two"), Icon::Proxies, QStringLiteral("Two"));
    side.setCurrent(QStringLiteral("one"));
    QStringList order;
    QWidget *w = &side;
    do {
        w = w->nextInFocusChain();
        if ((w->focusPolicy() & Qt::TabFocus) != 0) {
            order.append(w->objectName());
        }
    } while (w != &side);
    order.removeAll(QStringLiteral("sideBar"));
    QVERIFY(order.indexOf(QStringLiteral("account")) < order.indexOf(QStringLiteral("nav-one")));
    QVERIFY(order.indexOf(QStringLiteral("nav-one")) <
            order.indexOf(QStringLiteral("sideBarPrimary")));
    QVERIFY(order.indexOf(QStringLiteral("sideBarPrimary")) <
            order.indexOf(QStringLiteral("settings")));
}

void TestWidgets::fieldRowShowsOneLine()
{
    auto *edit = new QLineEdit;
    FieldRow row(*m_theme, QStringLiteral("&Name"), edit);
    row.show();
    row.setHint(QStringLiteral("Seen by your customer."));
    QCOMPARE(edit->accessibleDescription(), QStringLiteral("Seen by your customer."));
    row.setPrevious(QStringLiteral("old"));
    QCOMPARE(edit->accessibleDescription(), QStringLiteral("was old"));
    row.setError(QStringLiteral("Too long."));
    QVERIFY(isInvalid(edit));
    QCOMPARE(edit->accessibleDescription(), QStringLiteral("Too long."));
    auto *error = row.findChild<QLabel *>(QStringLiteral("fieldError"));
    QVERIFY(error->isVisible());
    row.clearError();
    QVERIFY(!isInvalid(edit));
    QVERIFY(!error->isVisible());
    row.setPrevious({});
    QCOMPARE(edit->accessibleDescription(), QStringLiteral("Seen by your customer."));
}

void TestWidgets::fieldRowNamesItsField()
{
    auto *edit = new QLineEdit;
    const FieldRow row(*m_theme, QStringLiteral("&Name"), edit);
    QCOMPARE(edit->accessibleName(), QStringLiteral("Name"));
    bool found = false;
    const auto labels = row.findChildren<QLabel *>();
    for (const QLabel *label : labels) {
        found = found || label->buddy() == edit;
    }
    QVERIFY(found);
}

void TestWidgets::searchClearsAndLeaves()
{
    SearchField search(*m_theme);
    search.setShortcutHint(QKeySequence(Qt::CTRL | Qt::Key_F));
    search.show();
    auto *cross = search.findChild<QToolButton *>(QStringLiteral("searchClear"));
    QVERIFY(cross);
    QVERIFY(!cross->isVisible());
    QTest::keyClicks(&search, QStringLiteral("agency"));
    QVERIFY(cross->isVisible());
    QTest::keyClick(&search, Qt::Key_Escape);
    QVERIFY(search.text().isEmpty());
    QTest::keyClicks(&search, QStringLiteral("x"));
    cross->click();
    QVERIFY(search.text().isEmpty());
    QSignalSpy left(&search, &SearchField::leftForResults);
    QTest::keyClick(&search, Qt::Key_Down);
    QTest::keyClick(&search, Qt::Key_Return);
    QCOMPARE(left.size(), 2);
}

void TestWidgets::chipIsTakenOff()
{
    FilterChip chip(*m_theme, QStringLiteral("Type: Mobile"));
    QSignalSpy cleared(&chip, &FilterChip::cleared);
    QSignalSpy clicked(&chip, &FilterChip::clicked);
    chip.resize(chip.sizeHint());
    chip.show();
    QTest::keyClick(&chip, Qt::Key_Delete);
    QCOMPARE(cleared.size(), 0); // not active
    chip.setActive(true);
    chip.resize(chip.sizeHint());
    QTest::keyClick(&chip, Qt::Key_Delete);
    QCOMPARE(cleared.size(), 1);
    QTest::mouseClick(&chip, Qt::LeftButton, {}, QPoint(chip.width() - 18, chip.height() / 2));
    QCOMPARE(cleared.size(), 2);
    QTest::mouseClick(&chip, Qt::LeftButton, {}, QPoint(16, chip.height() / 2));
    QCOMPARE(cleared.size(), 2);
    QCOMPARE(clicked.size(), 1);
    QMenu menu;
    menu.addAction(QStringLiteral("One"));
    chip.setMenu(&menu);
    QTest::keyClick(&chip, Qt::Key_Down);
    QVERIFY(menu.isVisible());
    menu.close();
}

void TestWidgets::secretIsMaskedUntilShown()
{
    SecretRow row(*m_theme, QStringLiteral("HTTP address"));
    row.resize(900, 40);
    row.setSecret(QStringLiteral("http://user:••••••@host"),
                  QStringLiteral("http://user:hunter2@host"));
    auto *text = row.findChild<QLabel *>(QStringLiteral("secretText"));
    auto *show = row.findChild<QToolButton *>(QStringLiteral("secretShow"));
    auto *copy = row.findChild<QPushButton *>(QStringLiteral("secretCopy"));
    QVERIFY(!text->text().contains(QStringLiteral("hunter2")));
    QVERIFY(!text->accessibleName().contains(QStringLiteral("hunter2")));
    QSignalSpy copied(&row, &SecretRow::copyRequested);
    copy->click();
    QCOMPARE(copied.at(0).at(0).toString(), QStringLiteral("http://user:hunter2@host"));
    QVERIFY(!row.isShown());
    show->click();
    QCOMPARE(text->text(), QStringLiteral("http://user:hunter2@host"));
    show->click();
    QVERIFY(!text->text().contains(QStringLiteral("hunter2")));
    show->click();
    // Another row of the table is selected: masked again.
    row.setSecret(QStringLiteral("http://b:••••••@host"), QStringLiteral("http://b:other@host"));
    QVERIFY(!row.isShown());
    row.setSecret({}, {});
    QVERIFY(!copy->isEnabled());
    QVERIFY(!show->isEnabled());
}

void TestWidgets::secretNeverInAToolTip()
{
    SecretRow row(*m_theme, QStringLiteral("HTTP address"));
    row.setSecret(QStringLiteral("••••••"), QStringLiteral("hunter2"));
    row.setShown(true);
    const auto children = row.findChildren<QWidget *>();
    for (const QWidget *child : children) {
        QVERIFY(!child->toolTip().contains(QStringLiteral("hunter2")));
        QVERIFY(!child->accessibleDescription().contains(QStringLiteral("hunter2")));
    }
}

void TestWidgets::bannerIsPlainText()
{
    Banner banner(*m_theme);
    banner.setMessage(Tone::Bad, QStringLiteral("<b>Bold</b>"),
                      QStringLiteral("<img src=x> & more"));
    auto *label = banner.findChild<QLabel *>(QStringLiteral("bannerText"));
    QVERIFY(label->text().contains(QStringLiteral("&lt;b&gt;")));
    QVERIFY(label->text().contains(QStringLiteral("&lt;img src=x&gt; &amp; more")));
    QCOMPARE(banner.accessibleName(), QStringLiteral("<b>Bold</b> <img src=x> & more"));
}

void TestWidgets::bannerLinksAndCross()
{
    Banner banner(*m_theme);
    banner.setMessage(Tone::Warning, QStringLiteral("Lead."), QStringLiteral("Text."));
    auto *link = banner.addLink(QStringLiteral("Try again"), QStringLiteral("tryAgain"));
    banner.setDismissible(true);
    banner.show();
    QSignalSpy clicked(link, &QPushButton::clicked);
    link->click();
    QCOMPARE(clicked.size(), 1);
    banner.clearLinks();
    QVERIFY(!link->isVisible());
    QSignalSpy dismissed(&banner, &Banner::dismissed);
    banner.findChild<QToolButton *>(QStringLiteral("bannerDismiss"))->click();
    QCOMPARE(dismissed.size(), 1);
    QVERIFY(!banner.isVisible());
    // Narrow: the text wraps and nothing is cut off.
    banner.setMessage(Tone::Warning, QStringLiteral("Lead."),
                      QString(400, QLatin1Char('x')).replace(9, 1, QLatin1Char(' ')));
    QVERIFY(banner.heightForWidth(200) > banner.heightForWidth(2000));
}

void TestWidgets::emptyStateHasItsFourKinds()
{
    EmptyState state(*m_theme);
    state.show();
    auto *button = state.findChild<QPushButton *>(QStringLiteral("emptyStateAction"));
    QSignalSpy triggered(&state, &EmptyState::actionTriggered);
    state.setContent({Icon::Empty, QStringLiteral("No sub-users yet"),
                      QStringLiteral("Create one."), QStringLiteral("New sub-user…"), true});
    QVERIFY(button->isVisible());
    QCOMPARE(buttonKind(button), ButtonKind::Primary);
    button->click();
    QCOMPARE(triggered.size(), 1);
    state.setContent({Icon::NothingFound, QStringLiteral("Nothing matches"),
                      QStringLiteral("None."), QStringLiteral("Clear filters"), false});
    QCOMPARE(buttonKind(button), ButtonKind::Normal);
    QCOMPARE(button->accessibleName(), QStringLiteral("Clear filters"));
    state.setContent({Icon::Lock, QStringLiteral("No access"), QStringLiteral("Ask."), {}, false});
    QVERIFY(!button->isVisible());
    QCOMPARE(state.accessibleName(), QStringLiteral("No access"));
}

void TestWidgets::inspectorKeepsWhatStays()
{
    RowList rows(*m_theme);
    rows.setRows({{QStringLiteral("Id"), QStringLiteral("1")},
                  {QStringLiteral("State"), QStringLiteral("on")}});
    auto *first = rows.findChild<QLabel *>(QStringLiteral("value0"));
    first->setSelection(0, 1);
    rows.setRows({{QStringLiteral("Id"), QStringLiteral("1")},
                  {QStringLiteral("State"), QStringLiteral("off"), Tone::Bad}});
    QCOMPARE(rows.findChild<QLabel *>(QStringLiteral("value0")), first);
    QCOMPARE(first->selectedText(), QStringLiteral("1"));
    auto *second = rows.findChild<QLabel *>(QStringLiteral("value1"));
    QCOMPARE(second->text(), QStringLiteral("off"));
    QCOMPARE(second->palette().color(QPalette::WindowText), m_theme->colour(Role::Bad));
    rows.setRows({});
    QVERIFY(!rows.findChild<QLabel *>(QStringLiteral("value0")));
}

void TestWidgets::inspectorValuesByKeyboard()
{
    RowList rows(*m_theme);
    rows.setRows({{QStringLiteral("A"), QStringLiteral("1")},
                  {QStringLiteral("B"), QStringLiteral("2")},
                  {QStringLiteral("C"), QStringLiteral("3")}});
    rows.show();
    rows.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&rows));
    auto *first = rows.findChild<QLabel *>(QStringLiteral("value0"));
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Down);
    auto *second = rows.findChild<QLabel *>(QStringLiteral("value1"));
    QVERIFY(second->hasFocus());
    QTest::keyClick(second, Qt::Key_Up);
    QVERIFY(first->hasFocus());
    int stops = 0;
    const auto labels = rows.findChildren<QLabel *>();
    for (const QLabel *label : labels) {
        stops += (label->focusPolicy() & Qt::TabFocus) != 0 ? 1 : 0;
    }
    QCOMPARE(stops, 1);
}

void TestWidgets::statusStripShowsWork()
{
    StatusStrip strip(*m_theme);
    strip.resize(900, strip.height());
    strip.show();
    auto *progress = strip.findChild<QProgressBar *>(QStringLiteral("taskProgress"));
    auto *percent = strip.findChild<QLabel *>(QStringLiteral("taskPercent"));
    QVERIFY(!progress->isVisible());
    strip.setTask(QStringLiteral("Loading transactions"), 0.999);
    QVERIFY(progress->isVisible());
    QCOMPARE(percent->text(), QStringLiteral("99 %")); // not finished is not 100 %
    strip.setTask(QStringLiteral("Loading transactions"), 7.0);
    QCOMPARE(percent->text(), QStringLiteral("100 %"));
    strip.setTask(QStringLiteral("Connecting"), std::nullopt);
    QVERIFY(!percent->isVisible());
    QCOMPARE(progress->maximum(), 0);
    QSignalSpy cancel(&strip, &StatusStrip::cancelTaskWanted);
    strip.findChild<QToolButton *>(QStringLiteral("taskCancel"))->click();
    QCOMPARE(cancel.size(), 1);
    strip.clearTask();
    QVERIFY(!progress->isVisible());
}

void TestWidgets::statusStripShowsTheTaskInANarrowWindow()
{
    StatusStrip strip(*m_theme);
    strip.setConnection(Tone::Good, QStringLiteral("Connected"));
    strip.setAsOf(QStringLiteral("Updated 12 s ago"));
    strip.setFact(QStringLiteral("4,300 of 48,903 transactions stored on this computer"));
    strip.setTask(QStringLiteral("Limit on requests reached: resuming in 55 s"), 0.08);
    strip.resize(744, strip.height());
    strip.show();
    const auto part = [&strip](const char *name) {
        return strip.findChild<QWidget *>(QLatin1String(name));
    };
    const auto isWhole = [&part](const char *name) {
        return part(name)->isVisible() && part(name)->width() >= part(name)->sizeHint().width();
    };
    QTRY_VERIFY(isWhole("taskText")); // how long it still takes is at its end
    QVERIFY(isWhole("asOf"));
    QVERIFY(isWhole("taskPercent"));
    QVERIFY(!part("fact")->isVisible());
    strip.resize(1400, strip.height());
    QTRY_VERIFY(isWhole("fact"));
    QVERIFY(isWhole("taskText"));
    QVERIFY(part("taskProgress")->isVisible());
    strip.resize(744, strip.height());
    strip.clearTask();
    QTRY_VERIFY(isWhole("fact"));
    QVERIFY(isWhole("asOf"));
}

void TestWidgets::longTitlesAreShortened()
{
    Inspector inspector(*m_theme);
    const auto *title = inspector.findChild<QLabel *>(QStringLiteral("inspectorTitle"));
    inspector.setTitle(QStringLiteral("acme-fares"));
    QCOMPARE(title->text(), QStringLiteral("acme-fares"));
    QVERIFY(title->toolTip().isEmpty());
    const QString name = QStringLiteral("first-") % QString(250, u'x') % QStringLiteral("-north");
    inspector.setTitle(name);
    QCOMPARE(title->text().size(), qsizetype(48));
    QVERIFY(title->text().startsWith(QStringLiteral("first-x")));
    QVERIFY(title->text().endsWith(QStringLiteral("x-north")));
    QVERIFY(title->text().contains(u'…'));
    QVERIFY(QString(title->toolTip()).remove(u'\n').contains(QStringLiteral("-north")));
}

void TestWidgets::figureCardIsOneSentence()
{
    FigureCard card(*m_theme);
    card.setTitle(QStringLiteral("Balance"));
    card.setFigure(QStringLiteral("$3,184.20"));
    card.setSubLine(QStringLiteral("Spent $1,140.00 this month"));
    QCOMPARE(card.accessibleName(), QStringLiteral("Balance: $3,184.20"));
    QCOMPARE(card.accessibleDescription(), QStringLiteral("Spent $1,140.00 this month"));
    // What is heard is what is seen; the digits that are not shown describe it.
    card.setFigure(QStringLiteral("$3,184.20"), QStringLiteral("$3,184.204811"));
    QCOMPARE(card.accessibleName(), QStringLiteral("Balance: $3,184.20"));
    QCOMPARE(card.accessibleDescription(),
             QStringLiteral("Exactly $3,184.204811. Spent $1,140.00 this month"));
}

void TestWidgets::anotherFigureIsHighlighted()
{
    AnimationsStyle style;
    FigureCard card(*m_theme);
    card.setStyle(&style);
    auto *highlight = card.findChild<Highlight *>();
    card.show();
    card.setTitle(QStringLiteral("Balance"));
    card.setFigure(format::nothing());
    card.setFigure(QStringLiteral("$3,184.20")); // it is loaded for the first time
    QCOMPARE(highlight->strength(), 0.0);
    card.setFigure(QStringLiteral("$3,184.20"));
    QCOMPARE(highlight->strength(), 0.0);
    card.setFigure(QStringLiteral("$3,196.54"));
    QVERIFY(highlight->strength() > 0);
    highlight->stop();
    style.duration = 0; // as the user wants it
    card.setFigure(QStringLiteral("$3,000.00"));
    QCOMPARE(highlight->strength(), 0.0);
}

void TestWidgets::elidedLabelKeepsItsText()
{
    ElidedLabel label(*m_theme, Role::Text, TextStyle::Body, QString(200, QLatin1Char('m')));
    label.resize(80, 20);
    QCOMPARE(label.text().size(), 200);
    QVERIFY(label.minimumSizeHint().width() < 80);
    QVERIFY(label.sizeHint().width() > 400);
}

void TestWidgets::flushCardCutsItsCorners()
{
    QWidget window;
    window.resize(200, 100);
    auto *card = new Card(*m_theme, &window);
    card->setGeometry(10, 10, 180, 80);
    auto *layout = new QVBoxLayout(card);
    auto *content = new QWidget;
    content->setAutoFillBackground(true);
    QPalette red;
    red.setColor(QPalette::Window, Qt::red);
    content->setPalette(red);
    layout->addWidget(content);
    card->setFlush(true);
    window.show();
    const QImage picture = window.grab().toImage();
    QCOMPARE(picture.pixelColor(10, 10), m_theme->colour(Role::Window)); // outside the arc
    QCOMPARE(picture.pixelColor(189, 89), m_theme->colour(Role::Window));
    QCOMPARE(picture.pixelColor(100, 50), QColor(Qt::red));
    QCOMPARE(picture.pixelColor(100, 10), m_theme->colour(Role::Line));
}

void TestWidgets::mirroredForRightToLeft()
{
    SideBar side(*m_theme);
    side.setLayoutDirection(Qt::RightToLeft);
    side.addEntry(QStringLiteral("one"), Icon::Overview, QStringLiteral("One"));
    side.setAccount({QStringLiteral("North Relay"), QStringLiteral("api.example.net"), {}, false});
    side.resize(208, 300);
    side.show();
    const QImage picture = side.grab().toImage();
    // The account's badge in its colour is now on the right, and the dividing line on the
    // left.
    const QWidget *account = side.accountButton();
    const QPoint middle = account->geometry().center();
    QCOMPARE(picture.pixelColor(account->geometry().right() - 12, middle.y() - 10),
             accountColour(0, m_theme->isDark()));
    QCOMPARE(picture.pixelColor(0, 250), m_theme->colour(Role::Line));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestWidgets)
#include "test_widgets.moc"
