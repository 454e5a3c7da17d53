// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/usagebar.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace relaybook {

Role barRole(Tone tone)
{
    switch (tone) {
    case Tone::Neutral:
    case Tone::Accent:
        return Role::Accent;
    case Tone::Good:
        return Role::Good;
    case Tone::Warning:
        return Role::BarWarning;
    case Tone::Bad:
        return Role::Bad;
    case Tone::Quiet:
        return Role::QuietText;
    }
    Q_UNREACHABLE();
}

Role textRole(Tone tone)
{
    switch (tone) {
    case Tone::Neutral:
        return Role::Text;
    case Tone::Accent:
        return Role::Accent;
    case Tone::Good:
        return Role::Good;
    case Tone::Warning:
        return Role::Warning;
    case Tone::Bad:
        return Role::Bad;
    case Tone::Quiet:
        return Role::QuietText;
    }
    Q_UNREACHABLE();
}

Role tintRole(Tone tone)
{
    switch (tone) {
    case Tone::Accent:
        return Role::AccentTint;
    case Tone::Good:
        return Role::GoodTint;
    case Tone::Warning:
        return Role::WarningTint;
    case Tone::Bad:
        return Role::BadTint;
    case Tone::Neutral:
    case Tone::Quiet:
        return Role::NeutralTint;
    }
    Q_UNREACHABLE();
}

UsageBar::UsageBar(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void UsageBar::setShare(double share, Tone tone)
{
    m_share = share;
    m_tone = tone;
    update();
}

QSize UsageBar::sizeHint() const
{
    return {70, 6};
}

void UsageBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint::bar(painter, rect(), m_share, m_theme.colour(barRole(m_tone)),
               m_theme.colour(Role::BarTrack), layoutDirection() == Qt::RightToLeft);
}

} // namespace relaybook
