// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/searchfield.h"

#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/keyhint.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

namespace relaybook {

namespace {

// In a narrow window the search field shrinks, because its text scrolls and a button would be cut.
constexpr int leastSearchWidth = 120;

} // namespace

SearchField::SearchField(const Theme &theme, QWidget *parent)
    : QLineEdit(parent)
    , m_theme(theme)
    , m_clear(new QAction(this))
{
    setObjectName(QStringLiteral("search"));
    setAccessibleName(tr("Search"));
    setPlaceholderText(tr("Search"));
    setMinimumWidth(leastSearchWidth);
    addAction(theme.icon(Icon::Search), QLineEdit::LeadingPosition)->setEnabled(false);
    m_clear->setIcon(theme.icon(Icon::Close));
    m_clear->setText(tr("Clear the search"));
    m_clear->setToolTip(tr("Clear the search"));
    addAction(m_clear, QLineEdit::TrailingPosition);
    m_clear->setVisible(false);
    // The icon has its own gap; the padding of the field would double it.
    setTextMargins(-6, 0, -6, 0);
    connect(m_clear, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, m_clear,
            [this](const QString &text) { m_clear->setVisible(!text.isEmpty()); });
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    // The buttons that Qt creates for the two actions need names of their own.
    const auto buttons = findChildren<QToolButton *>();
    for (QToolButton *button : buttons) {
        const bool clears = button->defaultAction() == m_clear;
        button->setObjectName(clears ? QStringLiteral("searchClear")
                                     : QStringLiteral("searchIcon"));
        button->setAccessibleName(clears ? m_clear->text() : tr("Search"));
        button->setFocusPolicy(Qt::NoFocus);
    }
}

void SearchField::setShortcutHint(const QKeySequence &keys)
{
    m_hint = keys.toString(QKeySequence::NativeText);
    setAccessibleDescription(m_hint.isEmpty() ? QString() : tr("Shortcut: %1").arg(m_hint));
    update();
}

void SearchField::setRoomyWidth(int width)
{
    m_roomyWidth = width;
    updateGeometry();
}

QSize SearchField::sizeHint() const
{
    constexpr int usual = 240;
    return {m_roomyWidth > 0 ? m_roomyWidth : usual, QLineEdit::sizeHint().height()};
}

// On Linux, Ctrl+E moves to the end of a line and would never reach the window, where it exports
// the found rows. The End key also moves to the end.
bool SearchField::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->modifiers() == Qt::ControlModifier && key->key() == Qt::Key_E) {
            return false;
        }
    }
    return QLineEdit::event(event);
}

void SearchField::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    if (m_hint.isEmpty() || hasFocus() || !text().isEmpty()) {
        return;
    }
    QPainter painter(this);
    const QSize cap = KeyHint::capSize(m_theme, m_hint);
    const QRect place(width() - cap.width() - metric::fieldPadding, (height() - cap.height()) / 2,
                      cap.width(), cap.height());
    // Text begins at the cursor, and its side depends on the keyboard's language, not only on the
    // window. The hint is on the other side, and beside the icon if the icon is there.
    const bool textAtRight = cursorRect().center().x() > width() / 2;
    const bool iconAtRight = layoutDirection() == Qt::RightToLeft;
    constexpr int iconRoom = 24;
    const int inset = textAtRight != iconAtRight ? iconRoom : 0;
    const QRect atRight = place.translated(-inset, 0);
    const QRect mirrored(width() - atRight.x() - atRight.width(), atRight.y(), atRight.width(),
                         atRight.height());
    KeyHint::paintCap(painter, textAtRight ? mirrored : atRight, m_theme, m_hint);
}

void SearchField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        return;
    }
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Return ||
        event->key() == Qt::Key_Enter) {
        Q_EMIT leftForResults();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace relaybook
