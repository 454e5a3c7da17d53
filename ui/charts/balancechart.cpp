// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/balancechart.h"

#include "models/format.h"
#include "ui/charts/balanceband.h"
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
#include <cmath>
#include <iterator>
#include <utility>

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
    m_notLoaded = notLoaded;
    auto &gaps = m_notLoaded.gaps;
    gaps.erase(std::remove_if(gaps.begin(), gaps.end(),
                              [&notLoaded](const DayGap &gap) {
                                  return gap.last && notLoaded.from && *gap.last < *notLoaded.from;
                              }),
               gaps.end());
    m_days = days;
    m_loaded.clear();
    std::copy_if(days.begin(), days.end(), std::back_inserter(m_loaded),
                 [this](const DailyTotal &day) { return isLoaded(day.day); });
    m_empty->setText(gaps.empty() ? tr("No transactions in these days.")
                                  : tr("These days are not loaded yet."));
    m_until = until;
    divideDays();
    rescale();
    keepCursor(before);
}

void BalanceChart::keepCursor(std::optional<qint64> day)
{
    const auto found =
        std::find_if(m_points.begin(), m_points.end(), [day](const BalanceStep &step) {
            return day && step.day <= *day && *day <= step.last;
        });
    setCursor(found == m_points.end()
                  ? std::nullopt
                  : std::optional(static_cast<std::size_t>(found - m_points.begin())));
}

/// Only where ranges are drawn: what a line shows of several days would not be all of them.
qint64 BalanceChart::wantedStepLength() const
{
    if (!hasRanges()) {
        return 1;
    }
    constexpr int besideCurve = 60; // the scale
    const auto [first, end] = shownDays();
    return balanceStepLength(end - first, m_plot->width() - besideCurve);
}

void BalanceChart::divideDays()
{
    m_stepLength = wantedStepLength();
    const qint64 end = m_loaded.empty() ? 0 : shownDays().second;
    m_points = balanceSteps(m_loaded, m_notLoaded.gaps, m_stepLength, end);
}

bool BalanceChart::hasMarkedDays() const
{
    return !m_bands->isEmpty();
}

bool BalanceChart::hasRanges() const
{
    return m_loaded.size() > static_cast<size_t>(mostSteps) &&
           std::any_of(m_loaded.begin(), m_loaded.end(),
                       [](const DailyTotal &day) { return day.range.has_value(); });
}

bool BalanceChart::isLoaded(qint64 day) const
{
    return std::none_of(m_notLoaded.gaps.begin(), m_notLoaded.gaps.end(),
                        [day](const DayGap &gap) { return gap.contains(day); });
}

// The first day of the axis and the end of the last one. The curve continues to the time at which
// the last balance was last known; a single day is still drawn as a line.
std::pair<qint64, qint64> BalanceChart::shownDays() const
{
    qint64 first = m_loaded.front().day;
    const qint64 end = std::max(m_until.value_or(0), m_loaded.back().day + 1);
    if (m_notLoaded.gaps.empty()) {
        return {first, end};
    }
    if (m_notLoaded.from) {
        return {std::min(first, *m_notLoaded.from), end};
    }
    const DayGap &oldest = m_notLoaded.gaps.front();
    if (!oldest.first && oldest.last) {
        // Nobody knows when a ledger begins that is not loaded to its beginning: a strip stands for
        // the days before.
        constexpr qint64 shareOfStrip = 8;
        first = std::min(first, *oldest.last + 1);
        first -= std::max<qint64>(1, (end - first) / shareOfStrip);
    }
    return {first, end};
}

void BalanceChart::drawCurve(qint64 end)
{
    std::vector<DailyTotal> drawn(m_points.begin(), m_points.end());
    std::copy_if(m_days.begin(), m_days.end(), std::back_inserter(drawn),
                 [this](const DailyTotal &day) { return !isLoaded(day.day); });
    std::sort(drawn.begin(), drawn.end(),
              [](const DailyTotal &one, const DailyTotal &other) { return one.day < other.day; });
    const BalanceCurve curve = balanceCurve(drawn, m_notLoaded.gaps, end);
    const BandCurve band = hasRanges() ? bandCurve(m_points, m_notLoaded.gaps, end) : BandCurve();
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
    const bool empty = m_points.empty();
    m_empty->setVisible(empty);
    m_plot->xAxis->setTickLabels(!empty);
    m_plot->yAxis->setTickLabels(!empty);
    m_plot->yAxis->grid()->setVisible(!empty);
    if (empty) {
        m_graph->setData({}, {}, true);
        m_ranges->show({});
        m_bands->show({}, 0, 0);
    } else {
        const auto [first, end] = shownDays();
        m_plot->xAxis->setRange(static_cast<double>(first), static_cast<double>(end));
        drawCurve(end);
        m_bands->show(m_notLoaded.gaps, first, end);
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
    for (const BalanceStep &point : m_points) {
        const QString text = sentence(point);
        const int width = metrics.horizontalAdvance(text);
        if (width > widest) {
            widest = width;
            m_longestSentence = text;
        }
    }
}

/// Room for every sentence from the beginning, in lines: else the curve would jump under the mouse.
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
    const int ofCaption = heightOf(caption(), besideLegend);
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
    m_graph->setPen(hasRanges() ? m_style->pen(role, overBand) : m_style->pen(role));
    m_graph->setBrush(hasRanges() ? QBrush(Qt::NoBrush) : m_style->wash(role));
    m_ranges->setBrush(m_style->softWash(role));
    m_mark->setPen(m_style->pen(role));
    m_mark->setBrush(m_theme.colour(Role::Surface));
    m_line->setPen(QPen(m_theme.colour(Role::StrongLine), 0));
}

std::optional<qint64> BalanceChart::currentDay() const
{
    return m_cursor ? std::optional(m_points.at(*m_cursor).day) : std::nullopt;
}

/// What a step is; where it is a day without a range, there is nothing to explain.
QString BalanceChart::caption() const
{
    if (!hasRanges()) {
        return {};
    }
    constexpr qint64 week = 7;
    switch (m_stepLength / week) {
    case 0:
        return tr("Each step is a day: its range and its last balance.");
    case 1:
        return tr("Each step is a week: its range and its last balance.");
    case 2:
        return tr("Each step is two weeks: their range and their last balance.");
    case 4:
        return tr("Each step is four weeks: their range and their last balance.");
    case 13:
        return tr("Each step is 13 weeks: their range and their last balance.");
    default:
        return tr("Each step is 52 weeks: their range and their last balance.");
    }
}

QString BalanceChart::sentence(const BalanceStep &point) const
{
    const QString days =
        point.last > point.day && m_stepLength > 1
            ? tr("%1 – %2", "the first and the last day")
                  .arg(ChartStyle::dayText(point.day), ChartStyle::dayText(point.last))
            : ChartStyle::dayText(point.day);
    const auto money = [this](Money amount) {
        return format::money(amount, format::Sign::WhereNegative, m_currency);
    };
    const auto count = static_cast<int>(point.count);
    if (hasRanges() && point.range) {
        return tr("%1: %2 at the end, between %3 and %4, %n transaction(s)", nullptr, count)
            .arg(days, money(point.closing), money(point.range->low), money(point.range->high));
    }
    return tr("%1: %2, %n transaction(s)", nullptr, count).arg(days, money(point.closing));
}

QString BalanceChart::summary() const
{
    if (m_points.empty()) {
        return m_empty->text();
    }
    const bool ranges = hasRanges();
    Money least = m_loaded.front().closing;
    Money most = least;
    for (const DailyTotal &day : m_loaded) {
        const bool hasRange = ranges && day.range;
        least = std::min(least, hasRange ? day.range->low : day.closing);
        most = std::max(most, hasRange ? day.range->high : day.closing);
    }
    const auto money = [this](Money amount) {
        return format::money(amount, format::Sign::WhereNegative, m_currency);
    };
    const DailyTotal &first = m_loaded.front();
    const DailyTotal &last = m_loaded.back();
    const QString text =
        tr("Balance: %1 on %2, %3 on %4. Lowest: %5. Highest: %6.")
            .arg(money(first.closing), ChartStyle::dayText(first.day), money(last.closing),
                 ChartStyle::dayText(last.day), money(least), money(most));
    const QString all =
        m_bands->isEmpty() ? text : tr("%1 Days that are not loaded yet are empty.").arg(text);
    return caption().isEmpty() ? all : QString(all % u' ' % caption());
}

void BalanceChart::setCursor(std::optional<size_t> point)
{
    m_cursor = point;
    m_mark->setVisible(point.has_value());
    m_line->setVisible(point.has_value());
    if (point) {
        const BalanceStep &at = m_points.at(*point);
        constexpr double half = 0.5;
        const auto days = static_cast<double>(at.last + 1 - at.day);
        // A day's mark is where the balance of the day begins.
        const double x = static_cast<double>(at.day) + (m_stepLength > 1 ? days * half : 0);
        m_mark->position->setCoords(x, ChartStyle::dollars(at.closing));
        m_line->start->setCoords(x, m_plot->yAxis->range().lower);
        m_line->end->setCoords(x, m_plot->yAxis->range().upper);
        m_readout->setText(sentence(at));
    } else {
        m_readout->setText(caption());
    }
    m_legend->setVisible(!m_bands->isEmpty() && !(point && m_isLegendInTheWay));
    setAccessibleDescription(point ? m_readout->text() : summary());
    QAccessibleEvent told(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&told);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BalanceChart::moveCursor(qint64 steps)
{
    if (m_points.empty()) {
        return;
    }
    const auto last = static_cast<qint64>(m_points.size()) - 1;
    const qint64 from = m_cursor ? static_cast<qint64>(*m_cursor) : (steps < 0 ? last + 1 : -1);
    setCursor(static_cast<size_t>(std::clamp(from + steps, qint64{0}, last)));
}

void BalanceChart::keyPressEvent(QKeyEvent *event)
{
    const auto all = static_cast<qint64>(m_points.size());
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
    const BalanceStep &step = m_points.at(point);
    Q_EMIT daysChosen(step.day, step.last);
}

void BalanceChart::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    // Focus by keyboard selects a day, so that something is selected.
    if (!m_cursor && !m_points.empty() && event->reason() != Qt::MouseFocusReason) {
        setCursor(m_points.size() - 1);
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
    if (m_points.empty() || !m_plot->axisRect()->rect().adjusted(-6, -6, 6, 6).contains(position)) {
        return std::nullopt;
    }
    const double day = m_plot->xAxis->pixelToCoord(position.x());
    if (!isLoaded(static_cast<qint64>(std::floor(day)))) {
        return std::nullopt;
    }
    const auto after = std::upper_bound(m_points.begin(), m_points.end(), day,
                                        [](double wanted, const DailyTotal &each) {
                                            return wanted < static_cast<double>(each.day);
                                        });
    // A step belongs to the day at which it begins.
    const auto found = after == m_points.begin() ? after : std::prev(after);
    return static_cast<size_t>(found - m_points.begin());
}

QPoint BalanceChart::pointOf(qint64 day) const
{
    const auto found =
        std::find_if(m_points.begin(), m_points.end(), [day](const BalanceStep &each) {
            return each.day <= day && day <= each.last;
        });
    const Money closing = found == m_points.end() ? Money() : found->closing;
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
        if (!m_loaded.empty() && wantedStepLength() != m_stepLength) {
            const auto day = currentDay();
            divideDays();
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
