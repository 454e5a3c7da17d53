// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/label.h"

#include "api/types/cuttext.h"
#include "models/text/showntext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plaintext.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>

namespace relaybook {

Label::Label(const Theme &theme, Role role, TextStyle style, QWidget *parent)
    : Label(theme, role, style, QString(), parent)
{
}

Label::Label(const Theme &theme, Role role, TextStyle style, const QString &text, QWidget *parent)
    : QLabel(shownSentence(cutText(text, longestParagraphs)), parent)
    , m_theme(theme)
    , m_role(role)
    , m_style(style)
{
    setTextFormat(Qt::PlainText);
    connect(&theme, &Theme::changed, this, &Label::follow);
    follow();
}

void Label::setText(const QString &text)
{
    QLabel::setText(shownSentence(cutText(text, longestParagraphs)));
}

void Label::setRole(Role role)
{
    if (m_role == role) {
        return;
    }
    m_role = role;
    follow();
}

void Label::setTextStyle(TextStyle style)
{
    m_style = style;
    follow();
}

void Label::setSelectable(bool selectable)
{
    setTextInteractionFlags(selectable ? Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard
                                       : Qt::NoTextInteraction);
}

QSize Label::minimumSizeHint() const
{
    constexpr int widest = 480; // longer than any word of the window's own texts
    const QSize size = QLabel::minimumSizeHint();
    return {std::min(size.width(), widest), size.height()};
}

void Label::follow()
{
    setFont(m_theme.font(m_style));
    QPalette own = palette();
    own.setColor(QPalette::Active, QPalette::WindowText, m_theme.colour(m_role));
    own.setColor(QPalette::Inactive, QPalette::WindowText, m_theme.colour(m_role));
    own.setColor(QPalette::Disabled, QPalette::WindowText, m_theme.colour(Role::DisabledText));
    own.setColor(QPalette::Text,
                 m_theme.colour(m_role)); // selectable text is painted with this colour
    own.setColor(QPalette::Highlight, m_theme.colour(Role::Accent));
    own.setColor(QPalette::HighlightedText, m_theme.colour(Role::OnAccent));
    setPalette(own);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const int few = fontMetrics().averageCharWidth() * 4;
    return {std::min(few, sizeHint().width()), sizeHint().height()};
}

QSize ElidedLabel::sizeHint() const
{
    const QMargins m = contentsMargins();
    return {fontMetrics().horizontalAdvance(text()) + m.left() + m.right() + 1,
            fontMetrics().height() + m.top() + m.bottom()};
}

QString ElidedLabel::shown() const
{
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    const Qt::Alignment where = QStyle::visualAlignment(layoutDirection(), alignment());
    painter.drawText(contentsRect(), static_cast<int>(where) | Qt::TextSingleLine, shown());
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && m_toolTip && toolTip().isEmpty()) {
        if (shown() != text()) {
            QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainToolTip(text()),
                               this);
        }
        return true;
    }
    return Label::event(event);
}

} // namespace relaybook
