// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sheetdialog.h"

#include "models/text/showntext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"
#include "ui/widgets/sandboxmark.h"
#include "ui/widgets/scrim.h"

#include <QAbstractButton>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <QWindow>

namespace relaybook {

namespace {

constexpr int sheetPadding = 22;

// On X11, a translucent window has black corners without a compositor; there a mask cuts them off.
bool cornersAreTranslucent()
{
    return QApplication::platformName() != QLatin1StringView("xcb");
}

} // namespace

SheetDialog::SheetDialog(const Theme &theme, const QString &title, QWidget *parent)
    : QDialog(parent)
    , m_theme(theme)
{
    setWindowFlag(Qt::FramelessWindowHint);
    setWindowModality(Qt::WindowModal);
    if (cornersAreTranslucent()) {
        setAttribute(Qt::WA_TranslucentBackground);
    }
    theme.followGround(*this, Ground::Surface);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(sheetPadding, sheetPadding, sheetPadding, sheetPadding);
    column->setSpacing(0);
    buildHeader(column, title);

    m_scroll = new QScrollArea(this);
    m_scroll->setObjectName(QStringLiteral("sheetContent"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_body = new QWidget(m_scroll);
    m_body->setAutoFillBackground(false);
    // Otherwise the scroll area uses the height for its minimum width, where every line wraps.
    m_body->setMinimumHeight(1);
    m_content = new QVBoxLayout(m_body);
    m_content->setContentsMargins(0, 0, 0, 0);
    m_content->setSpacing(14);
    m_scroll->setWidget(m_body);
    m_body->setAutoFillBackground(false);
    m_body->installEventFilter(this);
    column->addWidget(m_scroll, 1);

    buildFooter(column);
    setSheetWidth(560);
    const QScrollBar *bar = m_scroll->verticalScrollBar();
    connect(bar, &QScrollBar::rangeChanged, this, &SheetDialog::showWanted);
    connect(bar, &QScrollBar::actionTriggered, this, [this] { m_wantedInSight.clear(); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (now && m_body->isAncestorOf(now)) {
            m_wantedInSight.clear();
        }
        if (auto *button = qobject_cast<QAbstractButton *>(now); button && isAncestorOf(button)) {
            button->installEventFilter(this);
        }
    });
}

SheetDialog::~SheetDialog()
{
    delete m_scrim.data();
}

void SheetDialog::buildHeader(QVBoxLayout *column, const QString &title)
{
    m_title = new Label(m_theme, Role::Text, TextStyle::Title, this);
    m_title->setObjectName(QStringLiteral("sheetTitle"));
    m_title->setWordWrap(true);
    m_subtitle = new Label(m_theme, Role::QuietText, TextStyle::Body, this);
    m_subtitle->setObjectName(QStringLiteral("sheetSubtitle"));
    m_subtitle->setWordWrap(true);
    m_subtitle->hide();
    m_banner = new Banner(m_theme, Banner::Shape::Stacked, this);
    m_banner->setObjectName(QStringLiteral("sheetBanner"));
    m_banner->setGapBelow(14);
    m_banner->hide();
    m_sandboxMark = new SandboxMark(m_theme, tr("Sandbox"), this);
    m_sandboxMark->hide();
    auto *head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_title, 1);
    head->addWidget(m_sandboxMark, 0, Qt::AlignVCenter);
    column->addLayout(head);
    column->addSpacing(6);
    column->addWidget(m_subtitle);
    column->addSpacing(16);
    column->addWidget(m_banner);
    setTitle(title);
}

void SheetDialog::buildFooter(QVBoxLayout *column)
{
    m_note = new Label(m_theme, Role::QuietText, TextStyle::Body, this);
    m_note->setObjectName(QStringLiteral("sheetNote"));
    m_note->setWordWrap(true);
    m_note->hide();
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setObjectName(QStringLiteral("cancel"));
    m_cancel->setAccessibleName(m_cancel->text());
    m_cancel->setAutoDefault(false);
    m_submit = new QPushButton(this);
    m_submit->setObjectName(QStringLiteral("submit"));
    m_submit->setAutoDefault(false);
    m_submit->setDefault(true);
    setButtonKind(*m_submit, ButtonKind::Primary);
    setSubmitText(tr("Save"), tr("Saving…"));
    connect(m_cancel, &QPushButton::clicked, this, &SheetDialog::reject);
    m_submit->installEventFilter(this);
    m_cancel->installEventFilter(this);
    connect(m_submit, &QPushButton::clicked, this, &SheetDialog::submit);

    m_footerStart = new QHBoxLayout;
    m_footerStart->setSpacing(8);
    m_footerStart->addWidget(m_note, 1);
    m_footerStart->addStretch(0); // if there is no note, this keeps the widgets before it together
    m_footer = new QHBoxLayout;
    m_footer->setSpacing(8);
    m_footer->addLayout(m_footerStart, 1);
    m_footer->addStretch(0); // keeps the size of the buttons if nothing is before them
    m_footer->addWidget(m_cancel);
    m_footer->addWidget(m_submit);
    column->addSpacing(18);
    column->addLayout(m_footer);
}

void SheetDialog::setTitle(const QString &title)
{
    m_title->setText(title);
    setWindowTitle(shownSentence(title));
    setAccessibleName(windowTitle());
}

void SheetDialog::setSubtitle(const QString &subtitle)
{
    m_subtitle->setText(subtitle);
    m_subtitle->setVisible(!subtitle.isEmpty());
    setAccessibleDescription(shownSentence(subtitle));
}

void SheetDialog::setSheetWidth(int width)
{
    m_sheetWidth = width;
    fitWidth();
    fitHeight();
}

void SheetDialog::setSubmitText(const QString &text, const QString &busyText)
{
    m_submitText = text;
    m_busyText = busyText;
    m_submit->setText(m_state == State::Submitting ? busyText : text);
    m_submit->setAccessibleName(m_submit->text());
}

void SheetDialog::setCloseOnly()
{
    m_submit->hide();
    m_submit->setDefault(false);
    setCancelText(tr("Close"));
}

void SheetDialog::setCancelText(const QString &text)
{
    m_cancel->setText(text);
    m_cancel->setAccessibleName(text);
}

void SheetDialog::setSubmitKeys(SubmitKeys keys)
{
    m_submitKeys = keys;
    m_submit->setDefault(keys == SubmitKeys::Enter);
}

void SheetDialog::setFooterNote(const QString &note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void SheetDialog::addFooterWidget(QWidget *widget)
{
    m_footerStart->insertWidget(m_footerStart->indexOf(m_note), widget, 0,
                                Qt::AlignLeading | Qt::AlignVCenter);
}

QPushButton *SheetDialog::makeFooterButton(const QString &text, const char *objectName)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(objectName));
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    return button;
}

QPushButton *SheetDialog::addFooterButton(const QString &text, const char *objectName)
{
    auto *button = makeFooterButton(text, objectName);
    addFooterWidget(button);
    return button;
}

QPushButton *SheetDialog::addMainButton(const QString &text, const char *objectName)
{
    auto *button = makeFooterButton(text, objectName);
    setButtonKind(*button, ButtonKind::Primary);
    m_footer->insertWidget(m_footer->indexOf(m_submit), button);
    return button;
}

void SheetDialog::setState(State state)
{
    if (m_state == state) {
        return;
    }
    m_state = state;
    const bool busy = state == State::Submitting;
    if (busy) {
        m_focusBeforeSubmit = focusWidget();
    }
    m_scroll->setEnabled(!busy);
    m_submit->setEnabled(!busy);
    for (int i = 0; i < m_footerStart->count(); ++i) {
        if (QWidget *widget = m_footerStart->itemAt(i)->widget(); widget && widget != m_note) {
            widget->setEnabled(!busy);
        }
    }
    m_submit->setText(busy ? m_busyText : m_submitText);
    m_submit->setAccessibleName(m_submit->text());
    if (busy) {
        m_cancel->setFocus(); // the only action that is still possible
    }

    else if (m_focusBeforeSubmit) {
        m_focusBeforeSubmit->setFocus();
    }
    Q_EMIT stateChanged(state);
}

void SheetDialog::submit()
{
    if (m_state != State::Editing || !m_submit->isEnabled()) {
        return;
    }
    m_banner->hide();
    setState(State::Submitting);
    startSubmit();
}

void SheetDialog::succeed()
{
    if (m_state != State::Submitting) {
        return;
    }
    setState(State::Done);
    accept();
}

void SheetDialog::fail(const QString &lead, const QString &text)
{
    if (m_state != State::Submitting) {
        return;
    }
    setState(State::Editing);
    if (lead.isEmpty()) {
        return;
    }
    m_banner->clearLinks();
    m_banner->setMessage(Tone::Bad, lead, text);
    m_banner->show();
}

void SheetDialog::reject()
{
    if (m_state == State::Submitting) {
        setState(State::Editing);
        stopSubmit();
        return;
    }
    if (m_state == State::Editing && isDirty() && !keepsDraft()) {
        askBeforeLosing();
        return;
    }
    QDialog::reject();
}

void SheetDialog::askBeforeLosing()
{
    m_banner->clearLinks();
    m_banner->setMessage(Tone::Warning, tr("Close without saving?"),
                         tr("Your changes would be lost."));
    auto *discard = m_banner->addLink(tr("Discard the changes"), QStringLiteral("discardChanges"));
    auto *stay = m_banner->addLink(tr("Keep editing"), QStringLiteral("keepEditing"));
    connect(discard, &QPushButton::clicked, this, [this] { QDialog::reject(); });
    connect(stay, &QPushButton::clicked, m_banner, &QWidget::hide);
    m_banner->show();
    stay->setFocus();
}

void SheetDialog::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool ctrl = event->modifiers().testFlag(Qt::ControlModifier);
    if (scrollByKey(*event)) {
        return;
    }
    if (enter && m_submit->isHidden()) {
        // There is nothing to submit.
        if (!event->isAutoRepeat()) {
            m_cancel->click();
        }
        return;
    }
    if (enter && !takesEnter()) {
        return;
    }
    const bool isInField = m_submitKeys == SubmitKeys::FieldEnter &&
                           qobject_cast<const QLineEdit *>(focusWidget()) != nullptr;
    if (enter && (isInField || (ctrl && m_submitKeys != SubmitKeys::None))) {
        // A held key must not trigger the next step.
        if (!event->isAutoRepeat()) {
            submit();
        }
        return;
    }
    if (enter && m_submitKeys != SubmitKeys::Enter) {
        return;
    }
    QDialog::keyPressEvent(event);
}

/// Scrolls with the keyboard. Tab alone would not reach a text at the end, because it takes no
/// focus.
bool SheetDialog::scrollByKey(const QKeyEvent &event)
{
    QScrollBar *bar = m_scroll->verticalScrollBar();
    Qt::KeyboardModifiers modifiers = event.modifiers();
    modifiers.setFlag(Qt::KeypadModifier, false);
    if (bar->maximum() == 0 || modifiers != Qt::NoModifier) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Up:
        bar->triggerAction(QAbstractSlider::SliderSingleStepSub);
        return true;
    case Qt::Key_Down:
        bar->triggerAction(QAbstractSlider::SliderSingleStepAdd);
        return true;
    case Qt::Key_PageUp:
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
        return true;
    case Qt::Key_PageDown:
        bar->triggerAction(QAbstractSlider::SliderPageStepAdd);
        return true;
    case Qt::Key_Home:
        bar->triggerAction(QAbstractSlider::SliderToMinimum);
        return true;
    case Qt::Key_End:
        bar->triggerAction(QAbstractSlider::SliderToMaximum);
        return true;
    default:
        return false;
    }
}

/// On some desktops (GNOME), Enter presses the button that has the focus and switches a check box.
/// Here it is the same on every desktop: it presses the push button that has the focus, and
/// switches nothing. Where Enter alone does not submit, the main button needs the focus by Tab: a
/// click or the dialog may have left it there. Buttons of the footer do not use the arrow keys,
/// which would only move the focus.
bool SheetDialog::isKeptFromButton(QAbstractButton &button, QEvent &event)
{
    if (event.type() == QEvent::FocusIn && &button == m_submit) {
        const auto reason = static_cast<QFocusEvent &>(event).reason();
        m_isSubmitByTab = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
    }
    if (event.type() != QEvent::KeyPress) {
        return false;
    }
    auto &key = static_cast<QKeyEvent &>(event);
    const bool isPush = qobject_cast<const QPushButton *>(&button) != nullptr;
    const bool isInFooter =
        &button == m_submit || &button == m_cancel ||
        (isPush && !m_body->isAncestorOf(&button) && !m_banner->isAncestorOf(&button));
    if (key.key() != Qt::Key_Return && key.key() != Qt::Key_Enter) {
        return isInFooter && scrollByKey(key);
    }
    if (!takesEnter()) {
        return true;
    }
    const bool ctrl = key.modifiers().testFlag(Qt::ControlModifier);
    const bool isMeant = m_submitKeys == SubmitKeys::Enter || m_submit->isHidden() ||
                         &button != m_submit || m_isSubmitByTab;
    if (!ctrl && isPush && isMeant) {
        if (!key.isAutoRepeat()) { // a held key must not trigger what it has opened
            button.click();
        }
        return true;
    }
    if (!ctrl && m_submitKeys != SubmitKeys::Enter && !isInFooter) {
        return false; // a check box
    }
    keyPressEvent(&key);
    return true;
}

void SheetDialog::mousePressEvent(QMouseEvent *event)
{
    // The dialog has no title bar, so it is moved by dragging its background.
    if (event->button() == Qt::LeftButton && windowHandle() && windowHandle()->startSystemMove()) {
        m_moved = true;
        return;
    }
    QDialog::mousePressEvent(event);
}

void SheetDialog::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint::box(painter, rect(), cornerRadius, m_theme.colour(Role::Surface),
               m_theme.colour(Role::Line));
}

} // namespace relaybook
