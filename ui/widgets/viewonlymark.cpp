// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/viewonlymark.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>

namespace relaybook {

namespace {

constexpr int eyeSide = 14;
constexpr int eyeLeft = 10;
constexpr int viewOnlyTextLeft = 32;
constexpr int viewOnlyTextRight = 8;
constexpr int viewOnlyPadding = 10;

} // namespace

ViewOnlyMark::ViewOnlyMark(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_text(tr("View only"))
{
    setObjectName(QStringLiteral("viewOnlyMark"));
    setAccessibleName(m_text);
    setFixedHeight(QFontMetrics(theme.font(TextStyle::CaptionBold)).height() + viewOnlyPadding);
    updateToolTip();
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ViewOnlyMark::setCompact(bool compact)
{
    m_compact = compact;
    updateToolTip();
    updateGeometry();
    update();
}

void ViewOnlyMark::updateToolTip()
{
    const QString words = tr("Relaybook refuses every change and purchase for this account. You "
                             "can switch this off in the account's settings.");
    setToolTip(m_compact ? tr("%1\n%2", "title and explanation").arg(m_text, words) : words);
    setAccessibleDescription(words);
}

QSize ViewOnlyMark::sizeHint() const
{
    if (m_compact) {
        return {2 * eyeLeft + eyeSide, height()};
    }
    const QFontMetrics metrics(m_theme.font(TextStyle::CaptionBold));
    return {viewOnlyTextLeft + metrics.horizontalAdvance(m_text) + viewOnlyTextRight + 2, height()};
}

void ViewOnlyMark::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    paint::box(painter, rect(), paint::controlRadius, m_theme.colour(Role::NeutralTint), {});
    const QFont font = m_theme.font(TextStyle::CaptionBold);
    const int left = m_compact ? (width() - eyeSide) / 2 : eyeLeft;
    const QRect icon(left, (height() - eyeSide) / 2, eyeSide, eyeSide);
    m_theme.paintIcon(painter, QStyle::visualRect(layoutDirection(), rect(), icon), Icon::Show,
                      Role::Text);
    if (m_compact) {
        return;
    }
    const QRect text(viewOnlyTextLeft, 0, width() - viewOnlyTextLeft - viewOnlyTextRight, height());
    painter.setFont(font);
    painter.setPen(m_theme.colour(Role::Text));
    const auto where = QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter);
    painter.drawText(QStyle::visualRect(layoutDirection(), rect(), text), static_cast<int>(where),
                     QFontMetrics(font).elidedText(m_text, Qt::ElideRight, text.width()));
}

} // namespace relaybook
