// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/balancechart.h"

#include "ui/charts/balanceband.h"
#include "ui/charts/balancetext.h"
#include "ui/charts/chartstyle.h"
#include "ui/charts/notloadeddays.h"
#include "ui/charts/plot.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int plotHeight = 150;
constexpr int leastPlotHeight = 80;
constexpr int focusRoom = 4;
constexpr int headGap = 12;
constexpr qint64 daysPerPage = 7;

} // namespace

BalanceChart::BalanceChart(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_plot(new QCustomPlot(this))
    , m_style(new ChartStyle(theme, *m_plot))
    , m_title(new Label(theme, Role::Text, TextStyle::BodyBold, tr("Balance"), this))
    , m_readout(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_empty(new Label(theme, Role::QuietText, TextStyle::Body, tr("Loading…"), m_plot))
    , m_bands(new NotLoadedBands(theme, *m_plot))
    , m_legend(new NotLoadedLegend(theme, this))
{
    setObjectName(QStringLiteral("balanceChart"));
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Balance over time"));
    build();
    connect(m_style, &ChartStyle::restyled, this, &BalanceChart::restyle);
    restyle();
    rescale();
}

BalanceChart::~BalanceChart() = default;

void BalanceChart::setZone(const QString &name)
{
    m_title->setText(tr("Balance, %1", "a time zone").arg(name));
}

void BalanceChart::build()
{
    m_plot->setObjectName(QStringLiteral("balancePlot"));
    m_plot->setAccessibleName(tr("Balance over time"));
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMinimumHeight(leastPlotHeight);
    m_plot->setCursor(Qt::PointingHandCursor);
    m_plot->installEventFilter(this);
    m_ranges = std::make_unique<BalanceBand>(*m_plot); // below the curve
    m_graph = m_plot->addGraph();
    m_graph->setLineStyle(QCPGraph::lsStepLeft);
    m_line = new QCPItemLine(m_plot);
    m_line->setVisible(false);
    m_mark = new QCPItemTracer(m_plot);
    m_mark->setStyle(QCPItemTracer::tsCircle);
    constexpr double markSize = 9;
    m_mark->setSize(markSize);
    m_mark->setVisible(false);
    ChartStyle::showDays(*m_plot->xAxis);
    ChartStyle::showDollars(*m_plot->yAxis);
    m_plot->axisRect()->setMinimumMargins(QMargins(0, 6, 12, 0));

    m_readout->setObjectName(QStringLiteral("balanceReadout"));
    m_readout->setAlignment(Qt::AlignTrailing | Qt::AlignTop);
    m_readout->setWordWrap(true);
    m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_empty->setObjectName(QStringLiteral("balanceEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    auto *overPlot = new QVBoxLayout(m_plot);
    overPlot->addWidget(m_empty);
    auto *head = new QHBoxLayout;
    head->setSpacing(headGap);
    head->addWidget(m_title, 0, Qt::AlignTop);
    head->addWidget(m_legend, 0, Qt::AlignTop);
    head->addWidget(m_readout, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(focusRoom, focusRoom, focusRoom, focusRoom);
    column->setSpacing(4);
    column->addLayout(head);
    column->addWidget(m_plot, 1);
}

QSize BalanceChart::sizeHint() const
{
    constexpr int width = 420;
    return {width, plotHeight + 40};
}

void BalanceChart::setDays(const std::vector<DailyTotal> &days, std::optional<qint64> until,
                           const NotLoaded &notLoaded)
{
    const auto before = currentDay();
    m_known = true;
    m_period = BalancePeriod(days, until, notLoaded, curveWidth());
    m_empty->setText(m_period.gaps().empty() ? tr("No transactions in these days.")
                                             : tr("These days are not loaded yet."));
    rescale();
    keepCursor(before);
}

void BalanceChart::keepCursor(std::optional<qint64> day)
{
    setCursor(day ? m_period.stepOf(*day) : std::nullopt);
}

int BalanceChart::curveWidth() const
{
    constexpr int besideCurve = 60; // width of the value axis
    return m_plot->width() - besideCurve;
}

bool BalanceChart::hasMarkedDays() const
{
    return !m_bands->isEmpty();
}

void BalanceChart::drawCurve(qint64 end)
{
    const auto &gaps = m_period.gaps();
    const BalanceCurve curve = balanceCurve(m_period.curveDays(), gaps, end);
    const BandCurve band =
        m_period.hasRanges() ? bandCurve(m_period.steps(), gaps, end) : BandCurve();
    m_graph->setData(curve.keys, curve.values, true);
    m_ranges->show(band);
    const double low = std::min(curve.low, band.low);
    const double high = std::max(curve.high, band.high);
    constexpr double air = 0.06;
    const double room = (high - low) * air;
    m_plot->yAxis->setRange(low < 0 ? low - room : low, high + room);
}

void BalanceChart::rescale()
{
    const bool empty = m_period.steps().empty();
    m_empty->setVisible(empty);
    m_plot->xAxis->setTickLabels(!empty);
    m_plot->yAxis->setTickLabels(!empty);
    m_plot->yAxis->grid()->setVisible(!empty);
    if (empty) {
        m_graph->setData({}, {}, true);
        m_ranges->show({});
        m_bands->show({}, 0, 0);
    } else {
        const auto [first, end] = m_period.shownDays();
        m_plot->xAxis->setRange(static_cast<double>(first), static_cast<double>(end));
        drawCurve(end);
        m_bands->show(m_period.gaps(), first, end);
    }
    findLongestSentence();
    fitReadout();
    restyle();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
    setAccessibleDescription(summary());
}

void BalanceChart::findLongestSentence()
{
    const QFontMetrics metrics = m_readout->fontMetrics();
    m_longestSentence.clear();
    int widest = 0;
    for (const BalanceStep &point : m_period.steps()) {
        const QString text = sentence(point);
        const int width = metrics.horizontalAdvance(text);
        if (width > widest) {
            widest = width;
            m_longestSentence = text;
        }
    }
}

/// Reserves the height of the longest sentence, so that the curve does not move with the mouse.
void BalanceChart::fitReadout()
{
    const QFontMetrics metrics = m_readout->fontMetrics();
    const int room = width() - 2 * focusRoom - m_title->sizeHint().width() - headGap;
    const bool hasLegend = !m_bands->isEmpty();
    const int besideLegend = hasLegend ? room - m_legend->sizeHint().width() - headGap : room;
    const auto heightOf = [&metrics](const QString &text, int width) {
        const QRect within(0, 0, std::max(1, width), QWIDGETSIZE_MAX);
        return metrics.boundingRect(within, Qt::TextWordWrap, text).height();
    };
    m_isLegendInTheWay = metrics.horizontalAdvance(m_longestSentence) > besideLegend;
    m_legend->setVisible(hasLegend && !(m_cursor && m_isLegendInTheWay));
    const int ofSentence = heightOf(m_longestSentence, m_isLegendInTheWay ? room : besideLegend);
    const int ofCaption = heightOf(balanceCaption(m_period), besideLegend);
    m_readout->setFixedHeight(std::max({metrics.height(), ofSentence, ofCaption}));
}

void BalanceChart::resizeEvent(QResizeEvent *event)
{
    fitReadout();
    QWidget::resizeEvent(event);
}

void BalanceChart::setCurrency(const QString &currency)
{
    m_currency = currency;
    findLongestSentence();
    fitReadout();
    setAccessibleDescription(summary());
}

void BalanceChart::setDimmed(bool dimmed)
{
    if (dimmed != m_dimmed) {
        m_dimmed = dimmed;
        restyle();
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

void BalanceChart::restyle()
{
    const Role role = m_dimmed ? Role::QuietText : Role::Accent;
    constexpr qreal overBand = 1.5;
    m_graph->setPen(m_period.hasRanges() ? m_style->pen(role, overBand) : m_style->pen(role));
    m_graph->setBrush(m_period.hasRanges() ? QBrush(Qt::NoBrush) : m_style->wash(role));
    m_ranges->setBrush(m_style->softWash(role));
    m_mark->setPen(m_style->pen(role));
    m_mark->setBrush(m_theme.colour(Role::Surface));
    m_line->setPen(QPen(m_theme.colour(Role::StrongLine), 0));
}

std::optional<qint64> BalanceChart::currentDay() const
{
    return m_cursor ? std::optional(m_period.steps().at(*m_cursor).day) : std::nullopt;
}

QString BalanceChart::sentence(const BalanceStep &step) const
{
    return balanceStepText(m_period, step, m_currency);
}

QString BalanceChart::summary() const
{
    return m_period.steps().empty() ? m_empty->text()
                                    : balanceSummary(m_period, m_currency, hasMarkedDays());
}

void BalanceChart::setCursor(std::optional<size_t> point)
{
    m_cursor = point;
    m_mark->setVisible(point.has_value());
    m_line->setVisible(point.has_value());
    if (point) {
        const BalanceStep &at = m_period.steps().at(*point);
        constexpr double half = 0.5;
        const auto days = static_cast<double>(at.last + 1 - at.day);
        // A step of one day is marked at its start, a longer step in its middle.
        const double x =
            static_cast<double>(at.day) + (m_period.stepLength() > 1 ? days * half : 0);
        m_mark->position->setCoords(x, ChartStyle::dollars(at.closing));
        m_line->start->setCoords(x, m_plot->yAxis->range().lower);
        m_line->end->setCoords(x, m_plot->yAxis->range().upper);
        m_readout->setText(sentence(at));
    } else {
        m_readout->setText(balanceCaption(m_period));
    }
    m_legend->setVisible(!m_bands->isEmpty() && !(point && m_isLegendInTheWay));
    setAccessibleDescription(point ? m_readout->text() : summary());
    QAccessibleEvent reported(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&reported);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BalanceChart::moveCursor(qint64 steps)
{
    if (m_period.steps().empty()) {
        return;
    }
    const auto last = static_cast<qint64>(m_period.steps().size()) - 1;
    const qint64 from = m_cursor ? static_cast<qint64>(*m_cursor) : (steps < 0 ? last + 1 : -1);
    setCursor(static_cast<size_t>(std::clamp(from + steps, qint64{0}, last)));
}

void BalanceChart::keyPressEvent(QKeyEvent *event)
{
    const auto all = static_cast<qint64>(m_period.steps().size());
    switch (event->key()) {
    case Qt::Key_Left:
        moveCursor(-1);
        return;
    case Qt::Key_Right:
        moveCursor(1);
        return;
    case Qt::Key_PageUp:
        moveCursor(-daysPerPage);
        return;
    case Qt::Key_PageDown:
        moveCursor(daysPerPage);
        return;
    case Qt::Key_Home:
        moveCursor(-all);
        return;
    case Qt::Key_End:
        moveCursor(all);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_cursor) {
            chooseStep(*m_cursor);
        }
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void BalanceChart::chooseStep(std::size_t point)
{
    const BalanceStep &step = m_period.steps().at(point);
    Q_EMIT daysChosen(step.day, step.last);
}

void BalanceChart::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    // Keyboard focus selects the newest step, so that the arrow keys have a start.
    if (!m_cursor && !m_period.steps().empty() && event->reason() != Qt::MouseFocusReason) {
        setCursor(m_period.steps().size() - 1);
    }
    update();
}

void BalanceChart::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    setCursor({});
    update();
}

std::optional<size_t> BalanceChart::pointAt(const QPoint &position) const
{
    if (!m_plot->axisRect()->rect().adjusted(-6, -6, 6, 6).contains(position)) {
        return std::nullopt;
    }
    return m_period.stepAt(m_plot->xAxis->pixelToCoord(position.x()));
}

QPoint BalanceChart::pointOf(qint64 day) const
{
    const auto step = m_period.stepOf(day);
    const Money closing = step ? m_period.steps().at(*step).closing : Money();
    const QPointF place(m_plot->xAxis->coordToPixel(static_cast<double>(day)),
                        m_plot->yAxis->coordToPixel(ChartStyle::dollars(closing)));
    return m_plot->mapTo(this, place.toPoint());
}

bool BalanceChart::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_plot) {
        return QWidget::eventFilter(watched, event);
    }
    switch (event->type()) {
    case QEvent::Resize:
        ChartStyle::fitDollars(*m_plot->yAxis, m_plot->height());
        if (const auto day = currentDay(); m_period.divide(curveWidth())) {
            rescale();
            keepCursor(day);
        }
        break;
    case QEvent::MouseMove:
        setCursor(pointAt(static_cast<QMouseEvent *>(event)->position().toPoint()));
        break;
    case QEvent::Leave:
        if (!hasFocus()) {
            setCursor({});
        }
        break;
    case QEvent::MouseButtonRelease: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        const auto point = pointAt(mouse->position().toPoint());
        if (mouse->button() == Qt::LeftButton && point) {
            setFocus(Qt::MouseFocusReason);
            chooseStep(*point);
        }
        break;
    }
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void BalanceChart::paintEvent(QPaintEvent *)
{
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
        QPainter painter(this);
        paint::box(painter, rect(), paint::controlRadius, {}, m_theme.colour(Role::Accent), 2);
    }
}

} // namespace relaybook
