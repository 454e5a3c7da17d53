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

qsizetype ElidedLabel::breakAt() const
{
    const QFontMetrics metrics = fontMetrics();
    const QString whole = text();
    qsizetype best = -1;
    int least = metrics.horizontalAdvance(whole);
    for (qsizetype at = whole.indexOf(u' '); m_twoLines && at >= 0;
         at = whole.indexOf(u' ', at + 1)) {
        const int width = std::max(metrics.horizontalAdvance(whole.left(at)),
                                   metrics.horizontalAdvance(whole.mid(at + 1)));
        if (width < least) {
            least = width;
            best = at;
        }
    }
    return best;
}

int ElidedLabel::wholeWidth() const
{
    const QMargins m = contentsMargins();
    const qsizetype at = breakAt();
    const int width = std::max(fontMetrics().horizontalAdvance(text().left(at)),
                               fontMetrics().horizontalAdvance(text().mid(at + 1)));
    return width + m.left() + m.right() + 1;
}

bool ElidedLabel::isCut() const
{
    return width() < wholeWidth();
}

QString ElidedLabel::shown() const
{
    const int room = contentsRect().width();
    if (fontMetrics().horizontalAdvance(text()) > room) {
        if (const qsizetype at = breakAt(); at > 0) {
            return QString(fontMetrics().elidedText(text().left(at), Qt::ElideRight, room) % u'\n' %
                           fontMetrics().elidedText(text().mid(at + 1), Qt::ElideRight, room));
        }
    }
    return fontMetrics().elidedText(text(), Qt::ElideRight, room);
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    const Qt::Alignment where = QStyle::visualAlignment(layoutDirection(), alignment());
    painter.drawText(contentsRect(), static_cast<int>(where), shown());
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && m_toolTip && toolTip().isEmpty()) {
        if (isCut()) {
            QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainToolTip(text()),
                               this);
        }
        return true;
    }
    return Label::event(event);
}

} // namespace relaybook
