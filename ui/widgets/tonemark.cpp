// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tonemark.h"

#include "ui/theme/theme.h"
#include "ui/widgets/usagebar.h"

#include <QPainter>

namespace relaybook {

namespace {

Icon iconFor(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return Icon::Good;
    case Tone::Warning:
        return Icon::Warning;
    case Tone::Bad:
        return Icon::Alert;
    case Tone::Accent:
        return Icon::Clock;
    case Tone::Neutral:
    case Tone::Quiet:
        return Icon::Info;
    }
    return Icon::Info;
}

} // namespace

// As high as the first line of the text beside it.
ToneMark::ToneMark(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setFixedSize(16, QFontMetrics(theme.font(TextStyle::Caption)).height());
}

void ToneMark::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

void ToneMark::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    m_theme.paintIcon(painter, rect(), iconFor(m_tone), textRole(m_tone));
}

} // namespace relaybook
