// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pricecurve.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/charts/chartstyle.h"
#include "ui/charts/plot.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/label.h"

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace relaybook {

namespace {

constexpr int curveHeight = 118;
constexpr int captionGap = 4;
constexpr double roomBeyond = 1.6; // relative to the amount: shows what a little more would cost
constexpr double roomAbove = 1.12; // relative to the highest price
constexpr double leastUpper = 10;  // GB
constexpr qreal markSize = 9;

double gigabytes(TrafficAmount amount)
{
    return double(amount.units()) / double(TrafficAmount::unitsPerGb);
}

// Labels the scale of amounts ("250 GB"), with as many labels as fit.
class AmountTicker final : public QCPAxisTicker
{
public:
    explicit AmountTicker(const QCPAxis &axis)
        : m_axis(axis)
    {
    }

protected:
    double getTickStep(const QCPRange &range) override
    {
        double step = QCPAxisTicker::getTickStep(range);
        const QMargins margins = m_axis.axisRect()->margins();
        const int length =
            m_axis.parentPlot()->width() - margins.left() - margins.right(); // valid before layout
        const QFontMetrics metrics(m_axis.tickLabelFont());
        const int text = metrics.horizontalAdvance(labelOf(range.upper));
        constexpr int gap = 12;
        constexpr int mostDoublings = 8;
        for (int i = 0; i < mostDoublings && step / range.size() * length < text + gap; ++i) {
            step = cleanMantissa(step * 2);
        }
        return step;
    }
    QString getTickLabel(double tick, const QLocale &, QChar, int) override
    {
        const RealTexts shown(areAmountsShown(*m_axis.parentPlot()));
        return labelOf(tick);
    }
    int getSubTickCount(double) override { return 0; }

private:
    static QString labelOf(double tick)
    {
        const auto cents = static_cast<qint64>(std::llround(tick * 100));
        return format::trafficExact(
            TrafficAmount::fromUnits(cents * (TrafficAmount::unitsPerGb / 100)));
    }

    const QCPAxis &m_axis;
};

} // namespace

PriceCurve::PriceCurve(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_legend(new Label(theme, Role::QuietText, TextStyle::Caption,
                         tr("Shaded: the next price tier costs less"), this))
    , m_plot(new QCustomPlot(this))
    , m_style(new ChartStyle(theme, *m_plot))
{
    setObjectName(QStringLiteral("priceCurve"));
    setAccessibleName(tr("Cost by amount"));
    auto *caption =
        new Label(theme, Role::QuietText, TextStyle::Caption, tr("Cost by amount"), this);
    caption->setObjectName(QStringLiteral("priceCurveCaption"));
    m_legend->setObjectName(QStringLiteral("priceCurveLegend"));
    m_legend->hide();
    // Grows into height that the form does not need.
    const int least = curveHeight + captionGap + caption->sizeHint().height();
    setMinimumHeight(least);
    setMaximumHeight(least + curveHeight);
    m_plot->setObjectName(QStringLiteral("priceCurvePlot"));
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->xAxis->setTicker(QSharedPointer<AmountTicker>::create(*m_plot->xAxis));
    constexpr int ticks = 5;
    m_plot->xAxis->ticker()->setTickCount(ticks);
    ChartStyle::showDollars(*m_plot->yAxis);
    m_plot->yAxis->ticker()->setTickCount(3);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(captionGap);
    auto *head = new FlowLayout(captionGap * 3, 0);
    head->addWidget(caption);
    head->addWidget(m_legend);
    column->addLayout(head);
    column->addWidget(m_plot, 1);
    connect(m_style, &ChartStyle::restyled, this, &PriceCurve::draw);
}

void PriceCurve::setPrices(const PriceList &prices)
{
    if (prices == m_prices && !m_wasHidden) {
        return;
    }
    m_wasHidden = isPrivacyOn();
    m_prices = prices;
    m_stretches = priceStretches(prices);
    m_deadRanges = deadRanges(prices);
    draw();
}

void PriceCurve::setAmount(const std::optional<TrafficAmount> &amount)
{
    if (amount == m_amount && !m_stretches.empty()) {
        return;
    }
    m_amount = amount;
    draw();
}

// The upper end of the scale. Shows the typed amount and the beginning of the next tier, because
// offers refer to that tier.
double PriceCurve::upperFor(const std::optional<TrafficAmount> &amount) const
{
    double upper = leastUpper;
    if (!amount) {
        for (const PriceStretch &stretch : m_stretches) {
            upper = std::max(upper, gigabytes(stretch.from) * roomAbove);
        }
        return upper;
    }
    upper = std::max(upper, gigabytes(*amount) * roomBeyond);
    for (const PriceStretch &stretch : m_stretches) {
        if (stretch.from > *amount) {
            return std::max(upper, gigabytes(stretch.from) * roomAbove);
        }
    }
    return upper;
}

void PriceCurve::draw()
{
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_upper = upperFor(m_amount);
    drawStretches();
    m_plot->xAxis->setRange(0, m_upper);
    m_plot->yAxis->setRange(0, m_dearest > 0 ? m_dearest * roomAbove : 1);
    drawDeadRanges();
    drawAmount();
    describe();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

// One line for all, as there may be a thousand; the step down to a cheaper tier is a gap in it.
void PriceCurve::drawStretches()
{
    m_dearest = 0;
    QCPGraph *line = m_plot->addGraph();
    line->setPen(m_style->pen(Role::Accent));
    for (const PriceStretch &stretch : m_stretches) {
        const double from = gigabytes(stretch.from);
        if (!stretch.ratePerGb || from >= m_upper) {
            continue;
        }
        const double to = std::min(stretch.to ? gigabytes(*stretch.to) : m_upper, m_upper);
        const double rate = ChartStyle::dollars(*stretch.ratePerGb);
        line->addData(from, from * rate);
        line->addData(to, to * rate);
        line->addData(to, qQNaN());
        m_dearest = std::max({m_dearest, from * rate, to * rate});
    }
}

void PriceCurve::drawDeadRanges()
{
    bool isShaded = false;
    for (const DeadRange &range : m_deadRanges) {
        const double from = gigabytes(range.from);
        if (from >= m_upper) {
            break;
        }
        isShaded = true;
        auto *shade = new QCPItemRect(m_plot);
        shade->setLayer(QStringLiteral("background"));
        shade->setPen(Qt::NoPen);
        shade->setBrush(m_style->wash(Role::BarWarning));
        for (QCPItemPosition *corner : {shade->topLeft, shade->bottomRight}) {
            corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
        shade->topLeft->setCoords(from, 0);
        shade->bottomRight->setCoords(std::min(gigabytes(range.to), m_upper), 1);
    }
    m_legend->setVisible(isShaded);
}

void PriceCurve::drawAmount()
{
    const auto price =
        m_amount ? quote(m_prices, *m_amount) : Quoted<Quote>(tl::unexpected(NoQuote::BadAmount));
    if (!price) {
        return;
    }
    const double x = gigabytes(price->amount);
    auto *line = new QCPItemStraightLine(m_plot);
    QPen pen = m_style->pen(Role::QuietText, 1);
    pen.setStyle(Qt::DashLine);
    line->setPen(pen);
    line->point1->setCoords(x, 0);
    line->point2->setCoords(x, 1);
    QCPGraph *mark = m_plot->addGraph();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, m_style->pen(Role::Surface, 2),
                                          m_style->pen(Role::Accent).color(), markSize));
    mark->addData(x, ChartStyle::dollars(price->cost));
}

void PriceCurve::describe()
{
    const RealTexts shown(areAmountsShown(*this));
    const auto price =
        m_amount ? quote(m_prices, *m_amount) : Quoted<Quote>(tl::unexpected(NoQuote::BadAmount));
    setAccessibleDescription(
        price ? tr("%1 costs %2.")
                    .arg(format::trafficExact(price->amount), format::money(price->cost))
              : tr("No price is selected."));
}

} // namespace relaybook
