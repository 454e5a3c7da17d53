// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sandboxmark.h"

#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>

namespace relaybook {

namespace {

constexpr int markIcon = 14;
constexpr int iconLeft = 10;
constexpr int gapAfterMark = 8;
constexpr int textRight = 8;

} // namespace

SandboxMark::SandboxMark(const Theme &theme, const QString &text, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_text(text)
{
    setObjectName(QStringLiteral("sandboxMark"));
    setAccessibleName(text);
    setFixedHeight(QFontMetrics(theme.font(TextStyle::CaptionBold)).height() + 10);
}

void SandboxMark::setCompact(bool compact)
{
    m_compact = compact;
    setToolTip(compact ? m_text : QString());
    updateGeometry();
    update();
}

QSize SandboxMark::sizeHint() const
{
    const int icon = metric::scaled(markIcon, fontMetrics());
    if (m_compact) {
        return {2 * iconLeft + icon, height()};
    }
    const QFontMetrics metrics(m_theme.font(TextStyle::CaptionBold));
    return {iconLeft + icon + gapAfterMark + metrics.horizontalAdvance(m_text) + textRight + 2,
            height()};
}

void SandboxMark::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    paint::box(painter, rect(), paint::controlRadius, m_theme.colour(Role::WarningTint), {});
    const QFont font = m_theme.font(TextStyle::CaptionBold);
    const int size = metric::scaled(markIcon, fontMetrics());
    const int left = m_compact ? (width() - size) / 2 : iconLeft;
    const QRect icon(left, (height() - size) / 2, size, size);
    const int textLeft = iconLeft + size + gapAfterMark;
    const QRect text(textLeft, 0, width() - textLeft - textRight, height());
    m_theme.paintIcon(painter, QStyle::visualRect(layoutDirection(), rect(), icon), Icon::Sandbox,
                      Role::Warning);
    if (m_compact) {
        return;
    }
    painter.setFont(font);
    painter.setPen(m_theme.colour(Role::Warning));
    const auto where = QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter);
    painter.drawText(QStyle::visualRect(layoutDirection(), rect(), text), static_cast<int>(where),
                     QFontMetrics(font).elidedText(m_text, Qt::ElideRight, text.width()));
}

} // namespace relaybook
