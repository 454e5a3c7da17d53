// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/keyhint.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

namespace relaybook {

KeyHint::KeyHint(const Theme &theme, const QKeySequence &keys, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_text(keys.toString(QKeySequence::NativeText))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Shortcut: %1").arg(m_text));
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize KeyHint::capSize(const Theme &theme, const QString &text)
{
    const QFontMetrics metrics(theme.font(TextStyle::Small));
    return {metrics.horizontalAdvance(text) + 12, metrics.height() + 4};
}

void KeyHint::paintCap(QPainter &painter, const QRect &rect, const Theme &theme,
                       const QString &text)
{
    paint::box(painter, rect, 4, {}, theme.colour(Role::Line));
    painter.setFont(theme.font(TextStyle::Small));
    painter.setPen(theme.colour(Role::QuietText));
    painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, text);
}

QSize KeyHint::sizeHint() const
{
    return capSize(m_theme, m_text);
}

void KeyHint::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintCap(painter, rect(), m_theme, m_text);
}

} // namespace relaybook
