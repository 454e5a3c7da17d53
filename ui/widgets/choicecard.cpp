// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/choicecard.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>

namespace relaybook {

namespace {

constexpr int cardPadding = 16;
constexpr int titleGap = 4;
constexpr int choiceWidth = 270;
constexpr int endless = 10'000;

} // namespace

ChoiceCard::ChoiceCard(const Theme &theme, const QString &title, const QString &words,
                       QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_words(words)
{
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(words);
    setCheckable(true);
    setAutoExclusive(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    // As high as the card beside it, whose text may be longer.
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QRect ChoiceCard::wordsRect(int width) const
{
    const QFontMetrics metrics(m_theme.font(TextStyle::Caption));
    return metrics.boundingRect(QRect(0, 0, width - 2 * cardPadding, endless), Qt::TextWordWrap,
                                m_words);
}

QSize ChoiceCard::sizeHint() const
{
    const int width = choiceWidth;
    const int title = QFontMetrics(m_theme.font(TextStyle::BodyBold)).height();
    return {width, 2 * cardPadding + title + titleGap + wordsRect(width).height()};
}

void ChoiceCard::paintEvent(QPaintEvent *event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    const bool focused = hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange);
    const bool marked = isChecked() || focused;
    const Role ground = underMouse() && !isChecked() ? Role::Hover : Role::Surface;
    paint::box(painter, rect(), paint::cardRadius, m_theme.colour(ground),
               m_theme.colour(marked ? Role::Accent : Role::Line),
               focused  ? 2
               : marked ? 1.5
                        : 1);
    const QRect inner = rect().adjusted(cardPadding, cardPadding, -cardPadding, -cardPadding);
    const QFont titleFont = m_theme.font(TextStyle::BodyBold);
    const int titleHeight = QFontMetrics(titleFont).height();
    const auto align =
        static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignTop));
    painter.setFont(titleFont);
    painter.setPen(m_theme.colour(Role::Text));
    painter.drawText(inner, align, text());
    painter.setFont(m_theme.font(TextStyle::Caption));
    painter.setPen(m_theme.colour(Role::QuietText));
    painter.drawText(inner.adjusted(0, titleHeight + titleGap, 0, 0), align | Qt::TextWordWrap,
                     m_words);
}

} // namespace relaybook
