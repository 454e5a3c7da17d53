// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spendchart.h"

#include "models/format.h"
#include "ui/charts/chartstyle.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QPainter>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace relaybook {

namespace {

constexpr int barHeight = 6;
constexpr int textGap = 6;
constexpr int inset = 4;

std::optional<Money> added(const std::optional<Money> &sum, const DailyTotal &day, Money amount)
{
    return sum && day.fits ? sum->plus(amount) : std::nullopt;
}

// A sum that does not fit is the longest bar there can be.
double length(const std::optional<Money> &amount)
{
    return amount ? ChartStyle::dollars(*amount)
                  : ChartStyle::dollars(Money::fromUnits(std::numeric_limits<qint64>::max()));
}

bool isNothing(const std::optional<Money> &amount)
{
    return amount && amount->isZero();
}

} // namespace

SpendRow::SpendRow(const Theme &theme, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void SpendRow::setFigures(const QString &label, const QString &amount, double share, bool in)
{
    setText(label);
    m_amount = amount;
    m_share = share;
    m_in = in;
    setAccessibleName(tr("%1: %2").arg(label, amount));
    setAccessibleDescription(tr("Shows these transactions"));
    setToolTip(tr("Show these transactions"));
    update();
}

QSize SpendRow::sizeHint() const
{
    constexpr int width = 200;
    const QFontMetrics metrics(m_theme.font(TextStyle::Body));
    return {width, metrics.height() + textGap + barHeight + 2 * inset};
}

QSize SpendRow::minimumSizeHint() const
{
    constexpr int least = 120;
    return {least, sizeHint().height()};
}

void SpendRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (underMouse() || isDown()) {
        paint::box(painter, rect(), paint::controlRadius,
                   m_theme.colour(isDown() ? Role::Pressed : Role::Hover), {});
    }
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
        paint::box(painter, rect(), paint::controlRadius, {}, m_theme.colour(Role::Accent), 2);
    }
    const QFont font = m_theme.font(TextStyle::Body);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const QRect room = rect().adjusted(inset, inset, -inset, -inset);
    const QRect line(room.left(), room.top(), room.width(), metrics.height());
    const int amountWidth = metrics.horizontalAdvance(m_amount);
    const QRect labelRoom = line.adjusted(0, 0, -amountWidth - 12, 0);
    const auto at = [this](Qt::Alignment wanted) {
        return static_cast<int>(QStyle::visualAlignment(layoutDirection(), wanted)) |
               Qt::TextSingleLine;
    };
    painter.setPen(m_theme.colour(Role::Text));
    painter.drawText(QStyle::visualRect(layoutDirection(), room, labelRoom),
                     at(Qt::AlignLeft | Qt::AlignVCenter),
                     metrics.elidedText(text(), Qt::ElideRight, labelRoom.width()));
    painter.setPen(m_theme.colour(m_in ? Role::Good : Role::Text));
    painter.drawText(line, at(Qt::AlignRight | Qt::AlignVCenter), m_amount);
    const QRect bar(room.left(), line.bottom() + textGap, room.width(), barHeight);
    paint::bar(painter, bar, m_share, m_theme.colour(m_in ? Role::Good : Role::Accent),
               m_theme.colour(Role::BarTrack), layoutDirection() == Qt::RightToLeft);
}

SpendChart::SpendChart(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_span(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_empty(new Label(theme, Role::QuietText, TextStyle::Body,
                        tr("No transactions in these days."), this))
    , m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("spendChart"));
    setAccessibleName(tr("In and out by type"));
    auto *title = new Label(theme, Role::Text, TextStyle::BodyBold, tr("In and out by type"), this);
    m_span->setObjectName(QStringLiteral("spendSpan"));
    m_span->hide();
    m_empty->setObjectName(QStringLiteral("spendEmpty"));
    m_empty->setWordWrap(true);
    m_column->setContentsMargins(0, inset, 0, inset);
    m_column->setSpacing(4);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(inset, 0, inset, 4);
    head->setSpacing(2);
    head->addWidget(title);
    head->addWidget(m_span);
    m_column->addLayout(head);
    m_column->addWidget(m_empty);
    m_column->addStretch(1);
    showBars();
}

void SpendChart::setDays(const std::vector<DailyTotal> &days)
{
    m_sums.clear();
    for (const DailyTotal &day : days) {
        auto found = std::find_if(m_sums.begin(), m_sums.end(),
                                  [&day](const Sum &sum) { return sum.type == day.type; });
        if (found == m_sums.end()) {
            found = m_sums.insert(m_sums.end(), Sum{day.type});
        }
        found->in = added(found->in, day, day.in);
        found->out = added(found->out, day, day.out);
    }
    showBars();
}

void SpendChart::setCurrency(const QString &currency)
{
    m_currency = currency;
    showBars();
}

void SpendChart::setSpan(const QString &span)
{
    m_span->setText(span);
    m_span->setVisible(!span.isEmpty());
}

QString SpendChart::money(const std::optional<Money> &amount, bool in) const
{
    if (!amount) {
        return tr("more than can be shown");
    }
    return in ? format::money(*amount, format::Sign::Always, m_currency)
              : format::money(*amount, format::Sign::WhereNegative, m_currency);
}

SpendRow *SpendChart::row(qsizetype index)
{
    if (index < m_rows.size()) {
        return m_rows.at(index);
    }
    auto *made = new SpendRow(m_theme, this);
    made->setObjectName(QStringLiteral("spendRow%1").arg(index));
    m_column->insertWidget(m_column->count() - 1, made);
    connect(made, &QAbstractButton::clicked, this,
            [this, index] { Q_EMIT typeChosen(m_types.at(index)); });
    m_rows.append(made);
    return made;
}

// What was spent first, the most on top; below it what came in.
void SpendChart::showBars()
{
    struct Bar
    {
        QString type;
        std::optional<Money> amount;
        bool in;
    };
    std::vector<Bar> bars;
    for (const Sum &sum : m_sums) {
        if (!isNothing(sum.out)) {
            bars.push_back({sum.type, sum.out, false});
        }
        if (!isNothing(sum.in)) {
            bars.push_back({sum.type, sum.in, true});
        }
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar &a, const Bar &b) {
        return a.in != b.in ? !a.in : length(a.amount) > length(b.amount);
    });
    double longest = 0;
    for (const Bar &bar : bars) {
        longest = std::max(longest, length(bar.amount));
    }
    m_types.clear();
    for (size_t i = 0; i < bars.size(); ++i) {
        const Bar &bar = bars[i];
        m_types.append(bar.type);
        SpendRow *shown = row(static_cast<qsizetype>(i));
        const QString label =
            bar.type.isEmpty() ? tr("Without a type") : format::transactionType(bar.type);
        shown->setFigures(label, money(bar.amount, bar.in), length(bar.amount) / longest, bar.in);
        shown->show();
    }
    for (auto i = static_cast<qsizetype>(bars.size()); i < m_rows.size(); ++i) {
        m_rows.at(i)->hide();
    }
    m_empty->setVisible(bars.empty());
    setAccessibleDescription(summary());
}

QString SpendChart::summary() const
{
    if (m_empty->isVisibleTo(this)) {
        return m_empty->text();
    }
    QStringList parts;
    for (qsizetype i = 0; i < m_types.size(); ++i) {
        parts.append(m_rows.at(i)->accessibleName());
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace relaybook
