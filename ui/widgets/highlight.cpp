// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/highlight.h"

#include "ui/theme/colours.h"

#include <QColor>
#include <QStyle>
#include <QWidget>

namespace relaybook {
namespace {

constexpr int highlightMs = 1600;

} // namespace

Highlight::Highlight(QWidget *host)
    : QVariantAnimation(host)
    , m_host(host)
{
    setDuration(highlightMs);
    setStartValue(1.0);
    setEndValue(0.0);
    setEasingCurve(QEasingCurve::InQuad);
    connect(this, &QVariantAnimation::valueChanged, host, qOverload<>(&QWidget::update));
}

void Highlight::flash()
{
    const bool isAnimated =
        m_host->style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, m_host) > 0;
    if (isAnimated && m_host->isVisible()) {
        stop();
        start();
    }
}

double Highlight::strength() const
{
    return state() == Running ? currentValue().toDouble() : 0;
}

QColor Highlight::over(const QColor &ground, const QColor &tint) const
{
    QColor faded = tint;
    faded.setAlphaF(static_cast<float>(tint.alphaF() * strength()));
    return blended(faded, ground);
}

} // namespace relaybook
