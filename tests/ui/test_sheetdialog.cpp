// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/scrim.h"
#include "ui/widgets/sheetdialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <cmath>
#include <memory>

using namespace relaybook;

namespace {

class NameSheet final : public SheetDialog
{
public:
    NameSheet(const Theme &theme, QWidget *parent)
        : SheetDialog(theme, QStringLiteral("Edit name"), parent)
        , edit(new QLineEdit(QStringLiteral("old")))
        , row(new FieldRow(theme, QStringLiteral("&Name"), edit))
    {
        edit->setObjectName(QStringLiteral("name"));
        contentLayout()->addWidget(row);
    }

    using SheetDialog::fail;
    using SheetDialog::succeed;

    QLineEdit *edit;
    FieldRow *row;
    int started = 0;
    int stopped = 0;
    bool draft = false;

protected:
    [[nodiscard]] bool isDirty() const override { return edit->text() != QStringLiteral("old"); }
    [[nodiscard]] bool keepsDraft() const override { return draft; }
    void startSubmit() override { ++started; }
    void stopSubmit() override { ++stopped; }
};

/// Buttons as on a desktop where Enter presses them.
template <class Button>
class PressedByEnter final : public Button
{
protected:
    void keyPressEvent(QKeyEvent *event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
            this->click();
            return;
        }
        Button::keyPressEvent(event);
    }
};
using EnterCheckBox = PressedByEnter<QCheckBox>;
using EnterButton = PressedByEnter<QPushButton>;

} // namespace

class TestSheetDialog : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void submitsOnce();
    void succeedsAndCloses();
    void failsInTheDialog();
    void failsAtTheField();
    void cancelWhileSubmittingStopsWaiting();
    void cancelUnchangedCloses();
    void cancelChangedAsksInside();
    void cancelWithDraftCloses();
    void crossAsksToo();
    void crossClosesWhatIsUnchanged();
    void lateAnswerIsIgnored();
    void enterMayBeForbidden();
    void enterBuysOnlyByTab();
    void enterIsTheSameOnEveryDesktop();
    void contentIsScrolledByKeys();
    void enterClosesWhatOnlyShowsSomething();
    void enterPressesTheFocusedButton();
    void returnsFromTheCornerOfTheScreen();
    void dimsTheWindow();
    void dimsWhatIsShownLater();
    void dimsADialogWithItsRoundCorners();
    void shadowHasNoTint();
    void nothingIsLeftBehindAMovedDialog();
    void growsWithItsContent();
    void focusStartsInTheContent();
    void ringShowsWhereTheKeyboardIs();
    void staysOverItsWindow();

private:
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<NameSheet> m_sheet;
};

void TestSheetDialog::init()
{
    m_theme = std::make_unique<Theme>();
    m_theme->apply(*qApp);
    m_window = std::make_unique<QWidget>();
    m_window->resize(700, 600);
    m_window->show();
    m_sheet = std::make_unique<NameSheet>(*m_theme, m_window.get());
    m_sheet->open();
    QVERIFY(QTest::qWaitForWindowExposed(m_sheet.get()));
    m_sheet->activateWindow();
}

void TestSheetDialog::cleanup()
{
    m_sheet.reset();
    m_window.reset();
    m_theme.reset();
}

void TestSheetDialog::submitsOnce()
{
    QSignalSpy states(m_sheet.get(), &SheetDialog::stateChanged);
    QTest::mouseClick(m_sheet->submitButton(), Qt::LeftButton);
    QCOMPARE(m_sheet->state(), SheetDialog::State::Submitting);
    QVERIFY(!m_sheet->submitButton()->isEnabled());
    QVERIFY(!m_sheet->edit->isEnabled());
    QVERIFY(m_sheet->cancelButton()->isEnabled());
    QCOMPARE(m_sheet->submitButton()->text(), QStringLiteral("Saving…"));
    m_sheet->submit();
    QTest::keyClick(m_sheet.get(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_sheet->started, 1);
    QCOMPARE(states.size(), 1);
}

void TestSheetDialog::succeedsAndCloses()
{
    QSignalSpy accepted(m_sheet.get(), &QDialog::accepted);
    m_sheet->submit();
    m_sheet->succeed();
    QCOMPARE(m_sheet->state(), SheetDialog::State::Done);
    QCOMPARE(accepted.size(), 1);
    QVERIFY(!m_sheet->isVisible());
}

void TestSheetDialog::failsInTheDialog()
{
    m_sheet->edit->setFocus();
    m_sheet->edit->setText(QStringLiteral("typed"));
    m_sheet->submit();
    m_sheet->fail(QStringLiteral("The service is busy."), QStringLiteral("Try again in a minute."));
    QCOMPARE(m_sheet->state(), SheetDialog::State::Editing);
    QVERIFY(m_sheet->isVisible());
    QVERIFY(m_sheet->banner()->isVisible());
    QCOMPARE(m_sheet->banner()->lead(), QStringLiteral("The service is busy."));
    QCOMPARE(m_sheet->edit->text(), QStringLiteral("typed"));
    QVERIFY(m_sheet->edit->isEnabled());
    QCOMPARE(m_sheet->focusWidget(), m_sheet->edit);
    QCOMPARE(m_sheet->submitButton()->text(), QStringLiteral("Save"));
    m_sheet->submit();
    QCOMPARE(m_sheet->started, 2);
    QVERIFY(!m_sheet->banner()->isVisible());
}

void TestSheetDialog::failsAtTheField()
{
    m_sheet->submit();
    m_sheet->row->setError(QStringLiteral("The service says: too long."));
    m_sheet->fail();
    QVERIFY(!m_sheet->banner()->isVisible());
    QVERIFY(m_sheet->row->hasError());
    QCOMPARE(m_sheet->edit->accessibleDescription(), QStringLiteral("The service says: too long."));
    m_sheet->row->clearError();
    QVERIFY(!m_sheet->row->hasError());
    QVERIFY(m_sheet->edit->accessibleDescription().isEmpty());
}

void TestSheetDialog::cancelWhileSubmittingStopsWaiting()
{
    m_sheet->edit->setText(QStringLiteral("typed"));
    m_sheet->submit();
    QTest::mouseClick(m_sheet->cancelButton(), Qt::LeftButton);
    QCOMPARE(m_sheet->stopped, 1);
    QCOMPARE(m_sheet->state(), SheetDialog::State::Editing);
    QVERIFY(m_sheet->isVisible());
    QCOMPARE(m_sheet->edit->text(), QStringLiteral("typed"));
}

void TestSheetDialog::cancelUnchangedCloses()
{
    QSignalSpy rejected(m_sheet.get(), &QDialog::rejected);
    QTest::keyClick(m_sheet.get(), Qt::Key_Escape);
    QCOMPARE(rejected.size(), 1);
    QVERIFY(!m_sheet->isVisible());
}

void TestSheetDialog::cancelChangedAsksInside()
{
    m_sheet->edit->setText(QStringLiteral("typed"));
    QTest::mouseClick(m_sheet->cancelButton(), Qt::LeftButton);
    QVERIFY(m_sheet->isVisible());
    QVERIFY(m_sheet->banner()->isVisible());
    auto *stay = m_sheet->findChild<QPushButton *>(QStringLiteral("keepEditing"));
    QVERIFY(stay);
    stay->click();
    QVERIFY(!m_sheet->banner()->isVisible());
    QVERIFY(m_sheet->isVisible());
    QTest::mouseClick(m_sheet->cancelButton(), Qt::LeftButton);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    auto *discard = m_sheet->findChild<QPushButton *>(QStringLiteral("discardChanges"));
    QVERIFY(discard);
    discard->click();
    QVERIFY(!m_sheet->isVisible());
    QCOMPARE(m_sheet->result(), static_cast<int>(QDialog::Rejected));
}

void TestSheetDialog::cancelWithDraftCloses()
{
    m_sheet->draft = true;
    m_sheet->edit->setText(QStringLiteral("typed"));
    m_sheet->reject();
    QVERIFY(!m_sheet->isVisible());
}

void TestSheetDialog::crossAsksToo()
{
    m_sheet->edit->setText(QStringLiteral("typed"));
    QVERIFY(!m_sheet->close());
    QVERIFY(m_sheet->isVisible());
    QVERIFY(m_sheet->banner()->isVisible());
}

// When the system ends the program, Qt closes the windows, and gives up at the first that refuses.
void TestSheetDialog::crossClosesWhatIsUnchanged()
{
    QVERIFY(m_sheet->close());
    QVERIFY(!m_sheet->isVisible());
    QCOMPARE(m_sheet->result(), static_cast<int>(QDialog::Rejected));
}

void TestSheetDialog::lateAnswerIsIgnored()
{
    m_sheet->submit();
    m_sheet->reject(); // stopped waiting
    m_sheet->succeed();
    QCOMPARE(m_sheet->state(), SheetDialog::State::Editing);
    QVERIFY(m_sheet->isVisible());
    m_sheet->fail(QStringLiteral("Too late."));
    QVERIFY(!m_sheet->banner()->isVisible());
}

// As on GNOME, where Enter switches a focused check box and presses a focused button.
void TestSheetDialog::enterIsTheSameOnEveryDesktop()
{
    auto *box = new EnterCheckBox;
    m_sheet->contentLayout()->addWidget(box);
    box->show();
    box->setFocus();
    QTRY_VERIFY(box->hasFocus());
    QTest::keyClick(box, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(!box->isChecked());
    QCOMPARE(m_sheet->started, 1);
    m_sheet->fail();
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(!box->isChecked());
    QCOMPARE(m_sheet->started, 2);
    m_sheet->fail();
    // Where a purchase is confirmed, Enter presses what has the focus and never the default.
    m_sheet->setSubmitKeys(SheetDialog::SubmitKeys::None);
    auto *back = new EnterButton;
    m_sheet->addFooterWidget(back);
    back->show();
    back->setFocus();
    QTRY_VERIFY(back->hasFocus());
    QSignalSpy pressed(back, &QPushButton::clicked);
    QTest::keyClick(back, Qt::Key_Enter, Qt::ControlModifier);
    QCOMPARE(pressed.size(), 0);
    QTest::keyClick(back, Qt::Key_Return);
    QCOMPARE(pressed.size(), 1);
    QTest::keyClick(back, Qt::Key_Space);
    QCOMPARE(pressed.size(), 2);
    QCOMPARE(m_sheet->started, 2);
}

void TestSheetDialog::enterBuysOnlyByTab()
{
    m_sheet->setSubmitKeys(SheetDialog::SubmitKeys::None);
    QPushButton *buy = m_sheet->submitButton();
    for (const Qt::FocusReason reason : {Qt::MouseFocusReason, Qt::OtherFocusReason}) {
        m_sheet->edit->setFocus();
        buy->setFocus(reason);
        QTRY_VERIFY(buy->hasFocus());
        QTest::keyClick(buy, Qt::Key_Return);
        QCOMPARE(m_sheet->started, 0);
    }
    m_sheet->edit->setFocus();
    buy->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(buy->hasFocus());
    QKeyEvent held(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, QString(), true);
    QCoreApplication::sendEvent(buy, &held);
    QTest::keyClick(buy, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_sheet->started, 0);
    QTest::keyClick(buy, Qt::Key_Return);
    QCOMPARE(m_sheet->started, 1);
    m_sheet->fail();
    m_sheet->cancelButton()->setFocus();
    QTest::keyClick(m_sheet->cancelButton(), Qt::Key_Return);
    QVERIFY(!m_sheet->isVisible());
    QCOMPARE(m_sheet->started, 1);
}

// Its last lines are texts, which take no focus.
void TestSheetDialog::contentIsScrolledByKeys()
{
    auto *lines = new QLabel(QStringLiteral("line\n").repeated(150).trimmed());
    m_sheet->contentLayout()->addWidget(lines);
    lines->show();
    const auto *area = m_sheet->findChild<QScrollArea *>(QStringLiteral("sheetContent"));
    QVERIFY(area != nullptr);
    const QScrollBar *bar = area->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    auto *more = new QPushButton(QStringLiteral("More"));
    m_sheet->addFooterWidget(more);
    more->show();
    for (QWidget *at : {static_cast<QWidget *>(m_sheet->edit), static_cast<QWidget *>(more),
                        static_cast<QWidget *>(m_sheet->cancelButton())}) {
        at->setFocus();
        QTRY_VERIFY(at->hasFocus());
        QCOMPARE(bar->value(), 0);
        QTest::keyClick(at, Qt::Key_Down);
        const int line = bar->value();
        QVERIFY(line > 0);
        QTest::keyClick(at, Qt::Key_PageDown);
        QVERIFY(bar->value() > 2 * line);
        QTest::keyClick(at, Qt::Key_PageUp);
        QTest::keyClick(at, Qt::Key_Up);
        QCOMPARE(bar->value(), 0);
        QVERIFY(at->hasFocus());
    }
    // In a field, these two move the cursor.
    QTest::keyClick(m_sheet->cancelButton(), Qt::Key_End);
    QCOMPARE(bar->value(), bar->maximum());
    QTest::keyClick(m_sheet->cancelButton(), Qt::Key_Home);
    QCOMPARE(bar->value(), 0);
}

void TestSheetDialog::enterClosesWhatOnlyShowsSomething()
{
    const std::pair<SheetDialog::SubmitKeys, Qt::KeyboardModifiers> ways[] = {
        {SheetDialog::SubmitKeys::Enter, Qt::NoModifier},
        {SheetDialog::SubmitKeys::Enter, Qt::ControlModifier},
        {SheetDialog::SubmitKeys::None, Qt::NoModifier},
        {SheetDialog::SubmitKeys::None, Qt::ControlModifier},
    };
    m_sheet->setCloseOnly();
    for (const auto &[keys, modifiers] : ways) {
        m_sheet->setSubmitKeys(keys);
        m_sheet->open();
        m_sheet->cancelButton()->setFocus();
        QTest::keyClick(m_sheet->cancelButton(), Qt::Key_Return, modifiers);
        QVERIFY(!m_sheet->isVisible());
        m_sheet->open();
        QTest::keyClick(m_sheet->edit, Qt::Key_Enter, modifiers);
        QVERIFY(!m_sheet->isVisible());
    }
    QCOMPARE(m_sheet->started, 0);
}

void TestSheetDialog::enterPressesTheFocusedButton()
{
    auto *more = new QPushButton(QStringLiteral("More"));
    more->setAutoDefault(false);
    m_sheet->addFooterWidget(more);
    more->show();
    more->setFocus();
    QTRY_VERIFY(more->hasFocus());
    QSignalSpy pressed(more, &QPushButton::clicked);
    QTest::keyClick(more, Qt::Key_Return);
    QCOMPARE(pressed.size(), 1);
    QKeyEvent held(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, QString(), true);
    QCoreApplication::sendEvent(more, &held);
    QCOMPARE(pressed.size(), 1);
    QCOMPARE(m_sheet->started, 0);
    QTest::keyClick(m_sheet->cancelButton(), Qt::Key_Return);
    QVERIFY(!m_sheet->isVisible());
    QCOMPARE(m_sheet->started, 0);
}

// What Qt tells under Openbox, when it asked for the position too early.
void TestSheetDialog::returnsFromTheCornerOfTheScreen()
{
    const QPoint place = m_sheet->pos();
    QVERIFY(!place.isNull());
    m_sheet->move(0, 0);
    QTRY_COMPARE(m_sheet->pos(), place);
    // After a change of the size, Qt asks again.
    const int height = m_sheet->height();
    m_sheet->row->setError(QStringLiteral("An error that takes a line."));
    QTRY_VERIFY(m_sheet->height() > height);
    m_sheet->move(0, 0);
    QTRY_COMPARE(m_sheet->pos().x(), place.x());
    // Not without end: a window manager may have its reasons.
    constexpr int enough = 20;
    for (int i = 0; i < enough; ++i) {
        m_sheet->move(0, 0);
        QCoreApplication::processEvents();
    }
    QCOMPARE(m_sheet->pos(), QPoint(0, 0));
}

void TestSheetDialog::enterMayBeForbidden()
{
    m_sheet->edit->setFocus();
    m_sheet->setSubmitKeys(SheetDialog::SubmitKeys::None);
    QTest::keyClick(m_sheet->edit, Qt::Key_Return);
    QTest::keyClick(m_sheet->edit, Qt::Key_Return, Qt::ControlModifier);
    // Also if the button has the focus.
    QTest::keyClick(m_sheet->submitButton(), Qt::Key_Return);
    QTest::keyClick(m_sheet->submitButton(), Qt::Key_Enter, Qt::ControlModifier);
    QCOMPARE(m_sheet->started, 0);
    QVERIFY(m_sheet->isVisible());
    m_sheet->setSubmitKeys(SheetDialog::SubmitKeys::CtrlEnter);
    QTest::keyClick(m_sheet->edit, Qt::Key_Return);
    QCOMPARE(m_sheet->started, 0);
    QTest::keyClick(m_sheet->edit, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_sheet->started, 1);
    m_sheet->fail();
    m_sheet->setSubmitKeys(SheetDialog::SubmitKeys::Enter);
    QTest::keyClick(m_sheet->edit, Qt::Key_Return);
    QCOMPARE(m_sheet->started, 2);
}

void TestSheetDialog::dimsTheWindow()
{
    auto *scrim = m_window->findChild<Scrim *>();
    QVERIFY(scrim);
    QVERIFY(scrim->isVisible());
    m_window->resize(800, 640);
    QTRY_COMPARE(scrim->size(), QSize(800, 640));
    m_sheet->reject();
    QVERIFY(!m_window->findChild<Scrim *>());
    m_sheet->open();
    QVERIFY(m_window->findChild<Scrim *>());
}

void TestSheetDialog::dimsWhatIsShownLater()
{
    auto *later = new QWidget(m_window.get());
    later->setAutoFillBackground(true);
    later->setPalette(QPalette(Qt::white));
    later->setGeometry(0, 0, 20, 20);
    later->show();
    QVERIFY(m_window->grab().toImage().pixelColor(10, 10).lightness() < 200);
}

void TestSheetDialog::dimsADialogWithItsRoundCorners()
{
    NameSheet above(*m_theme, m_sheet.get());
    above.open();
    QVERIFY(m_sheet->findChild<Scrim *>() != nullptr);
    const QImage below = m_sheet->grab().toImage();
    QCOMPARE(below.pixelColor(0, 0).alpha(), 0);
    QCOMPARE(below.pixelColor(below.width() - 1, below.height() - 1).alpha(), 0);
    QCOMPARE(below.pixelColor(below.width() / 2, 3).alpha(), 255);
}

void TestSheetDialog::shadowHasNoTint()
{
    const QColor ground(150, 90, 210);
    m_window->setPalette(QPalette(ground));
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        m_theme->setMode(mode);
        m_window->setPalette(QPalette(ground));
        const QImage picture = m_window->grab().toImage();
        const QPoint below = m_window->mapFromGlobal(
            m_sheet->mapToGlobal(QPoint(m_sheet->width() / 2, m_sheet->height())));
        const double beside = picture.pixelColor(below + QPoint(0, 2)).red();
        const double farAway = picture.pixelColor(2, 2).red();
        QVERIFY2(beside < farAway, "the shadow is darker");
        for (int distance = 1; distance < 60; ++distance) {
            const QColor shown = picture.pixelColor(below + QPoint(0, distance));
            const double dimmed = shown.green() / double(ground.green());
            QVERIFY2(std::abs(shown.red() - ground.red() * dimmed) < 2.5 &&
                         std::abs(shown.blue() - ground.blue() * dimmed) < 2.5,
                     qPrintable(shown.name()));
        }
    }
}

void TestSheetDialog::nothingIsLeftBehindAMovedDialog()
{
    const auto onScreen = [this] {
        return m_window->screen()
            ->grabWindow(m_window->winId())
            .toImage()
            .convertToFormat(QImage::Format_RGB32);
    };
    const auto asPainted = [this] {
        return m_window->grab().toImage().convertToFormat(QImage::Format_RGB32);
    };
    m_sheet->move(m_sheet->pos() + QPoint(90, -70));
    QTRY_COMPARE(onScreen(), asPainted());
    m_window->resize(760, 500);
    QTRY_COMPARE(onScreen(), asPainted());
    m_sheet->row->setError(QStringLiteral("An error that takes a line."));
    QTRY_COMPARE(onScreen(), asPainted());
    // What happens below it is scrolled as pixels, if nothing lies above.
    auto *rows = new QListWidget(m_window.get());
    for (int i = 0; i < 200; ++i) {
        rows->addItem(QStringLiteral("Row %1").arg(i));
    }
    rows->setGeometry(m_window->rect());
    rows->show();
    QTRY_COMPARE(onScreen(), asPainted());
    rows->scrollToBottom();
    QTRY_COMPARE(onScreen(), asPainted());
    m_sheet->reject();
    QTRY_COMPARE(onScreen(), asPainted());
}

void TestSheetDialog::growsWithItsContent()
{
    const int before = m_sheet->height();
    m_sheet->row->setError(QStringLiteral("An error that takes a line."));
    QTRY_VERIFY(m_sheet->height() > before);
    m_sheet->row->clearError();
    QTRY_COMPARE(m_sheet->height(), before);
}

void TestSheetDialog::focusStartsInTheContent()
{
    QCOMPARE(m_sheet->focusWidget(), m_sheet->edit);
    QStringList order;
    for (QWidget *w = m_sheet->edit->nextInFocusChain(); w != m_sheet->edit;
         w = w->nextInFocusChain()) {
        if (w->isVisibleTo(m_sheet.get()) && (w->focusPolicy() & Qt::TabFocus) != 0 &&
            w->isEnabled()) {
            order.append(w->objectName());
        }
    }
    QCOMPARE(order, (QStringList{QStringLiteral("cancel"), QStringLiteral("submit")}));
}

void TestSheetDialog::ringShowsWhereTheKeyboardIs()
{
    QVERIFY(QTest::qWaitForWindowActive(m_sheet.get()));
    const auto edge = [](QWidget *widget) {
        return widget->grab().toImage().pixelColor(widget->width() / 2, 0);
    };
    QPushButton *cancel = m_sheet->cancelButton();
    QVERIFY(edge(cancel) != m_theme->colour(Role::Accent));
    QTest::keyClick(m_sheet->edit, Qt::Key_Tab);
    QCOMPARE(m_sheet->focusWidget(), cancel);
    QCOMPARE(edge(cancel), m_theme->colour(Role::Accent));
}

void TestSheetDialog::staysOverItsWindow()
{
    const auto middle = [](const QWidget *widget) {
        return QRect(widget->mapToGlobal(QPoint()), widget->size()).center();
    };
    m_window->setGeometry(40, 20, 720, 560);
    QTRY_VERIFY((middle(m_window.get()) - middle(m_sheet.get())).manhattanLength() <= 2);
    m_window->move(70, 60);
    QTRY_VERIFY((middle(m_window.get()) - middle(m_sheet.get())).manhattanLength() <= 2);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestSheetDialog)
#include "test_sheetdialog.moc"
