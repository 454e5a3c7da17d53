// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/undobar.h"

#include "ui/base/errortext.h"
#include "ui/widgets/banner.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegion>
#include <QShortcut>

#include <algorithm>
#include <optional>
#include <utility>

namespace relaybook {

namespace {

// Long enough to read the message and to reach the button.
constexpr std::chrono::seconds undoShownFor{12};
constexpr int gapAround = 20;
constexpr int widestMessage = 560;

bool isControl(const QWidget &widget)
{
    // Scrolling rows and texts may be covered, because only a part of them is.
    const bool scrolls = qobject_cast<const QAbstractScrollArea *>(&widget) != nullptr &&
                         qobject_cast<const QPlainTextEdit *>(&widget) == nullptr;
    return !scrolls && (widget.focusPolicy() != Qt::NoFocus ||
                        qobject_cast<const QAbstractButton *>(&widget) != nullptr);
}

/// The visible areas of the page's controls.
QRegion placesOfControls(const QWidget &page, const QWidget &except)
{
    QRegion places;
    const auto widgets = page.findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        if (widget->isVisible() && isControl(*widget) && !except.isAncestorOf(widget)) {
            const QPoint corner = widget->mapTo(&page, QPoint());
            places += widget->visibleRegion().boundingRect().translated(corner);
        }
    }
    return places;
}

/// The lowest place, not lower than the given one, that covers nothing of `taken`.
std::optional<QRect> freePlace(QRect place, int top, const QRegion &taken)
{
    constexpr int step = 4;
    for (; place.top() >= top; place.translate(0, -step)) {
        if (!taken.intersects(place)) {
            return place;
        }
    }
    return std::nullopt;
}

} // namespace

UndoBar::UndoBar(const Theme &theme, AccountSession &account, QWidget *page)
    : QObject(page)
    , m_account(account)
    , m_page(page)
    , m_undo(account.actions(), account.rows())
    , m_banner(new Banner(theme, Banner::Shape::Inline, page))
    , m_shortcut(new QShortcut(QKeySequence(QKeySequence::Undo), page))
    , m_hiding(this)
{
    m_banner->setObjectName(QStringLiteral("undoBar"));
    m_banner->setDismissible(true);
    m_banner->hide();
    m_banner->installEventFilter(this);
    page->installEventFilter(this);
    m_shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    m_shortcut->setEnabled(false);
    connect(m_shortcut, &QShortcut::activated, this, &UndoBar::undo);
    m_hiding.setObjectName(QStringLiteral("undoBarHiding"));
    m_hiding.setSingleShot(true);
    m_hiding.setInterval(undoShownFor);
    connect(&m_hiding, &QTimer::timeout, this, &UndoBar::hideIfUnused);
    connect(m_banner, &Banner::dismissed, this, &UndoBar::withdraw);
    connect(&account, &AccountSession::areaChanged, this, &UndoBar::check);
    connect(&account, &AccountSession::summaryChanged, this, &UndoBar::check);
    connect(&account, &AccountSession::viewOnlyChanged, this, &UndoBar::check);
}

void UndoBar::say(Tone tone, const QString &lead, const QString &text)
{
    withdraw();
    show(tone, lead, text);
}

// Shows only the message; an offer to undo stays.
void UndoBar::show(Tone tone, const QString &lead, const QString &text)
{
    m_banner->setMessage(tone, lead, text);
    m_banner->show();
    m_banner->raise();
    place();
    m_hiding.start();
}

void UndoBar::offer(Tone tone, const QString &lead, Offer offered)
{
    say(tone, lead);
    if (!offered.isAllowed()) {
        return; // undo became impossible after the change was sent
    }
    m_offer = std::move(offered);
    addUndoLink(tr("Undo"));
    m_shortcut->setEnabled(true);
    place();
}

void UndoBar::addUndoLink(const QString &text)
{
    m_banner->clearLinks();
    auto *undo = m_banner->addLink(text, QStringLiteral("undoButton"));
    undo->setAccessibleName(tr("Undo: %1").arg(m_offer.lead));
    undo->setToolTip(
        tr("Undo (%1)").arg(QKeySequence(QKeySequence::Undo).toString(QKeySequence::NativeText)));
    connect(undo, &QPushButton::clicked, this, &UndoBar::undo);
}

void UndoBar::withdraw()
{
    m_offer = {};
    if (m_focusAfter != nullptr && m_banner->isAncestorOf(QApplication::focusWidget())) {
        m_focusAfter->setFocus(Qt::OtherFocusReason);
    }
    m_banner->clearLinks();
    m_shortcut->setEnabled(false);
}

void UndoBar::check()
{
    if (m_offer.undo && !(m_offer.isAllowed() && m_offer.isCurrent())) {
        withdraw();
    }
}

void UndoBar::undo()
{
    if (!m_offer.undo) {
        return;
    }
    const auto run = m_offer.undo;
    say(Tone::Accent, tr("Undoing the change…"));
    m_hiding.stop();
    run();
}

void UndoBar::showOutcome(const Result<ChangeUndo::Outcome> &outcome)
{
    if (!outcome) {
        const ErrorText words = errorText(outcome.error());
        showBesideUndo(Tone::Bad, tr("The change was not undone. %1").arg(words.title),
                       words.advice);
        return;
    }
    switch (*outcome) {
    case ChangeUndo::Outcome::Undone:
        if (m_offer.undo) {
            break; // an offer to undo a later change is more important than a success message
        }
        say(Tone::Good, tr("The change was undone."));
        break;
    case ChangeUndo::Outcome::ChangedSince:
        showBesideUndo(Tone::Warning, tr("Nothing was undone."),
                       tr("The values were changed again since they were saved."));
        break;
    case ChangeUndo::Outcome::NotApplied:
        showBesideUndo(Tone::Warning, tr("The service did not undo all of the change."),
                       tr("The table shows the current values."));
        break;
    }
}

// The message does not name the change, so the link does.
void UndoBar::showBesideUndo(Tone tone, const QString &lead, const QString &text)
{
    if (!m_offer.undo) {
        say(tone, lead, text);
        return;
    }
    addUndoLink(tr("Undo: %1").arg(m_offer.lead));
    show(tone, lead, text);
}

QRect UndoBar::rowsInView() const
{
    const auto *rows = qobject_cast<const QAbstractScrollArea *>(m_focusAfter);
    if (!rows || !rows->isVisible()) {
        return {};
    }
    const QWidget *viewport = rows->viewport();
    return viewport->visibleRegion().boundingRect().translated(viewport->mapTo(m_page, QPoint()));
}

/// The visible part of the current row, which shows what the message is about.
QRect UndoBar::rowInUse() const
{
    const auto *rows = qobject_cast<const QAbstractItemView *>(m_focusAfter);
    const QRect view = rowsInView();
    if (!rows || view.isEmpty() || !rows->currentIndex().isValid()) {
        return {};
    }
    const int top = rows->viewport()->mapTo(m_page, QPoint()).y();
    const QRect row = rows->visualRect(rows->currentIndex()).translated(0, top);
    return view.intersected({view.left(), row.top(), view.width(), row.height()});
}

// Places the bar in the middle of the bottom edge of the rows, or of the page's visible part if the
// rows are out of view. Controls are never covered; the changed row is not covered if there is room
// elsewhere. In a low window there may only be room at the side.
void UndoBar::place()
{
    // In one line if it fits: the lower the bar, the less it covers.
    const int width = std::min({m_page->width() - 2 * gapAround, widestMessage,
                                std::max(m_banner->widthOfOneLine(), widestMessage / 2)});
    const int height =
        std::max(m_banner->heightForWidth(width), m_banner->minimumSizeHint().height());
    // A page may be higher than the window and scroll.
    const QRect visible = m_page->visibleRegion().boundingRect();
    const QRect page = visible.isEmpty() ? m_page->rect() : visible;
    const QRect rows = rowsInView();
    const bool isOverRows = rows.width() >= width && rows.height() >= height + gapAround;
    const QRect over = isOverRows ? rows : page;
    const int left = over.left() + (over.width() - width) / 2;
    const QRect lowest(left, over.bottom() + 1 - height - gapAround, width, height);
    const QRegion controls = placesOfControls(*m_page, *m_banner);
    for (const QRegion &taken : {controls + rowInUse(), controls}) {
        for (const int x : {left, page.left() + gapAround, page.right() + 1 - gapAround - width}) {
            const QRect start(x, lowest.top(), width, height);
            if (const auto found = freePlace(start, page.top(), taken)) {
                m_banner->setGeometry(*found);
                return;
            }
        }
    }
    m_banner->setGeometry(lowest);
}

// The time does not run while the mouse or the keyboard is on the bar, or while a dialog covers it.
void UndoBar::hideIfUnused()
{
    if (m_banner->underMouse() || m_banner->isAncestorOf(m_banner->window()->focusWidget()) ||
        QApplication::activeModalWidget() != nullptr) {
        m_hiding.start();
        return;
    }
    withdraw();
    m_banner->hide();
}

bool UndoBar::eventFilter(QObject *watched, QEvent *event)
{
    const bool moved = event->type() == QEvent::Resize || event->type() == QEvent::Move;
    const bool fits = watched == m_page ? !moved : event->type() != QEvent::LayoutRequest;
    if (!fits && m_banner->isVisible()) {
        place();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace relaybook
