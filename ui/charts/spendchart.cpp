// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spendchart.h"

#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/charts/chartstyle.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QPainter>
#include <QSet>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace relaybook {

namespace {

constexpr int spendBarHeight = 6;
constexpr int textGap = 6;
constexpr int inset = 4;

std::optional<Money> added(const std::optional<Money> &sum, const TypeTotal &total, Money amount)
{
    return sum && total.fits ? sum->plus(amount) : std::nullopt;
}

// A sum that overflows gets the longest possible bar.
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

void SpendRow::setFigures(const Figures &figures)
{
    m_figures = figures;
    setText(figures.label);
    setAccessibleName(tr("%1: %2").arg(figures.label, figures.exact));
    setAccessibleDescription(tr("Shows these transactions"));
    const QString action = tr("Show these transactions");
    setToolTip(figures.exact == figures.shown
                   ? action
                   : QStringList{figures.exact, action}.join(QLatin1Char('\n')));
    update();
}

QSize SpendRow::sizeHint() const
{
    constexpr int width = 200;
    const QFontMetrics metrics(m_theme.font(TextStyle::Body));
    return {width, metrics.height() + textGap + spendBarHeight + 2 * inset};
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
    const int amountWidth = metrics.horizontalAdvance(m_figures.shown);
    const QRect labelRoom = line.adjusted(0, 0, -amountWidth - 12, 0);
    const auto at = [this](Qt::Alignment wanted) {
        return static_cast<int>(QStyle::visualAlignment(layoutDirection(), wanted)) |
               Qt::TextSingleLine;
    };
    painter.setPen(m_theme.colour(Role::Text));
    painter.drawText(QStyle::visualRect(layoutDirection(), room, labelRoom),
                     at(Qt::AlignLeft | Qt::AlignVCenter),
                     metrics.elidedText(text(), Qt::ElideRight, labelRoom.width()));
    painter.setPen(m_theme.colour(m_figures.in ? Role::Good : Role::Text));
    painter.drawText(line, at(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextForceLeftToRight,
                     m_figures.shown);
    const QRect bar(room.left(), line.bottom() + textGap, room.width(), spendBarHeight);
    paint::bar(painter, bar, m_figures.share,
               m_theme.colour(m_figures.in ? Role::Good : Role::Accent),
               m_theme.colour(Role::BarTrack), layoutDirection() == Qt::RightToLeft);
}

SpendChart::SpendChart(const Theme &theme, Show show, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_show(show)
    , m_span(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_empty(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_others(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("spendChart"));
    setAccessibleName(show == Show::SpendOnly ? tr("Spend by type") : tr("In and out by type"));
    auto *title = new Label(theme, Role::Text, TextStyle::BodyBold, accessibleName(), this);
    m_span->setObjectName(QStringLiteral("spendSpan"));
    m_span->hide();
    for (Label *line : {title, m_span}) { // many bars must not make these lines lower
        line->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    }
    m_span->setWordWrap(true);
    m_empty->setText(tr("Loading…"));
    m_empty->setObjectName(QStringLiteral("spendEmpty"));
    m_empty->setWordWrap(true);
    m_others->setObjectName(QStringLiteral("spendOthers"));
    m_others->setContentsMargins(inset, 0, inset, 0);
    m_column->setContentsMargins(0, inset, 0, inset);
    m_column->setSpacing(4);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(inset, 0, inset, 4);
    head->setSpacing(2);
    head->addWidget(title);
    head->addWidget(m_span);
    m_column->addLayout(head);
    m_column->addWidget(m_empty);
    m_column->addWidget(m_others);
    m_column->addStretch(1);
    showBars();
}

// A type is divided by product only if each of its rows names a product, so that a bar's rows are
// exactly those that its filter shows.
void SpendChart::setTotals(const std::vector<TypeTotal> &totals)
{
    QSet<QString> whole;
    for (const TypeTotal &total : totals) {
        if (total.product.isEmpty()) {
            whole.insert(total.type);
        }
    }
    m_known = true;
    m_empty->setText(m_show == Show::SpendOnly ? tr("Nothing was spent in these days.")
                                               : tr("No transactions to show."));
    m_sums.clear();
    for (const TypeTotal &total : totals) {
        const bool divided = !whole.contains(total.type);
        if (divided || m_sums.empty() || m_sums.back().type != total.type) {
            m_sums.push_back({total.type, divided ? total.product : QString(),
                              divided ? total.productName : QString()});
        }
        Sum &sum = m_sums.back();
        sum.in = added(sum.in, total, total.in);
        sum.out = added(sum.out, total, total.out);
    }
    showBars();
}

void SpendChart::setCurrency(const QString &currency)
{
    if (m_currency != currency) {
        m_currency = currency;
        showBars();
    }
}

void SpendChart::setSpan(const QString &span)
{
    m_spanText = span;
    showSpan();
}

void SpendChart::setCounting(bool counting)
{
    m_counting = counting;
    showSpan();
}

void SpendChart::setMadeFrom(const QString &text)
{
    m_madeFrom = text;
    setAccessibleDescription(summary());
    showSpan();
}

void SpendChart::setNotInSums(const QString &text)
{
    m_notInSums = text;
    setAccessibleDescription(summary());
    showSpan();
}

void SpendChart::showSpan()
{
    // The note about an incomplete ledger already says how many rows are counted; one note is
    // enough.
    const QString note = !m_madeFrom.isEmpty() ? m_madeFrom
                         : m_counting          ? tr("still being calculated")
                                               : QString();
    if (m_spanText.isEmpty() && !note.isEmpty()) {
        m_span->setText(m_madeFrom.isEmpty() ? tr("Still being calculated")
                                             : tr("Made %1", "from 940 of 48,902").arg(note));
    } else {
        m_span->setText(note.isEmpty() ? m_spanText
                                       : tr("%1 · %2", "period, note").arg(m_spanText, note));
    }
    if (!m_notInSums.isEmpty()) {
        m_span->setText(m_span->text().isEmpty()
                            ? m_notInSums
                            : tr("%1 · %2", "period, note").arg(m_span->text(), m_notInSums));
    }
    m_span->setVisible(!m_span->text().isEmpty());
}

QString SpendChart::money(const std::optional<Money> &sum, bool in, Digits digits) const
{
    if (!sum) {
        return tr("too large to show");
    }
    const Money change = in ? *sum : Money::fromUnits(-sum->units());
    return format::money(digits == Digits::All ? change : format::nearestCents(change),
                         format::Sign::Always, m_currency);
}

SpendRow *SpendChart::row(qsizetype index)
{
    if (index < m_rows.size()) {
        return m_rows.at(index);
    }
    auto *made = new SpendRow(m_theme, this);
    made->setObjectName(QStringLiteral("spendRow%1").arg(index));
    m_column->insertWidget(m_column->indexOf(m_others), made);
    connect(made, &QAbstractButton::clicked, this,
            [this, index] { Q_EMIT rowsChosen(m_chosen.at(static_cast<size_t>(index))); });
    m_rows.append(made);
    return made;
}

// Spent amounts first, the highest at the top; received amounts below them.
std::vector<SpendChart::Bar> SpendChart::bars() const
{
    std::vector<Bar> bars;
    for (const Sum &sum : m_sums) {
        if (!isNothing(sum.out)) {
            bars.push_back({&sum, false});
        }
        if (!isNothing(sum.in) && m_show == Show::InAndOut) {
            bars.push_back({&sum, true});
        }
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar &a, const Bar &b) {
        return a.in != b.in ? !a.in : length(a.amount()) > length(b.amount());
    });
    return bars;
}

// Bought traffic is labelled with its own type; everything else with the type of the transaction.
QString SpendChart::label(const Bar &bar)
{
    const Sum &sum = *bar.sum;
    QString type = isolated(format::typeName(sum.type));
    if (sum.product.isEmpty()) {
        return type;
    }
    if (sum.productName.isEmpty()) {
        return tr("%1, %2", "type of transaction, product")
            .arg(type, format::product(sum.product, {}));
    }
    const QString proxyType = isolated(format::proxyType(sum.productName));
    const bool bought =
        !bar.in && sum.type.compare(QLatin1String("purchase"), Qt::CaseInsensitive) == 0;
    return bought ? proxyType
                  : tr("%1, %2", "type of transaction, traffic type").arg(type, proxyType);
}

void SpendChart::showBars()
{
    constexpr size_t mostSpent = 4;
    constexpr size_t mostBars = 8;
    const std::vector<Bar> all = bars();
    const size_t shown = std::min(m_show == Show::SpendOnly ? mostSpent : mostBars, all.size());
    double longest = 0;
    for (const Bar &bar : all) {
        longest = std::max(longest, length(bar.amount()));
    }
    m_chosen.clear();
    for (size_t i = 0; i < shown; ++i) {
        const Bar &bar = all[i];
        LedgerFilter rows;
        rows.types = {bar.sum->type};
        rows.product = bar.sum->product;
        if (!isNothing(bar.sum->in) && !isNothing(bar.sum->out)) {
            rows.direction = bar.in ? LedgerDirection::In : LedgerDirection::Out;
        }
        m_chosen.push_back(rows);
        SpendRow *each = row(static_cast<qsizetype>(i));
        each->setFigures({.label = label(bar),
                          .shown = money(bar.amount(), bar.in, Digits::Cents),
                          .exact = money(bar.amount(), bar.in, Digits::All),
                          .share = length(bar.amount()) / longest,
                          .in = bar.in});
        each->show();
    }
    for (auto i = static_cast<qsizetype>(shown); i < m_rows.size(); ++i) {
        m_rows.at(i)->hide();
    }
    m_empty->setVisible(all.empty());
    showOthers(all, shown);
    setAccessibleDescription(summary());
}

void SpendChart::showOthers(const std::vector<Bar> &all, size_t shown)
{
    const auto left = static_cast<int>(all.size() - shown);
    m_others->setVisible(left > 0);
    if (m_show == Show::InAndOut) {
        m_others->setText(tr("%1 more", nullptr, left)
                              .arg(format::count(left))); // counts both received and spent
        m_others->setAccessibleName(m_others->text());
        return;
    }
    std::optional<Money> sum = Money();
    for (size_t i = shown; i < all.size(); ++i) {
        const auto &amount = all[i].amount();
        sum = sum && amount ? sum->plus(*amount) : std::nullopt;
    }
    m_others->setText(tr("%1 more: %2", nullptr, left)
                          .arg(format::count(left))
                          .arg(money(sum, false, Digits::Cents)));
    const QString exact = tr("%1 more: %2", nullptr, left)
                              .arg(format::count(left))
                              .arg(money(sum, false, Digits::All));
    m_others->setAccessibleName(exact);
    m_others->setToolTip(exact == m_others->text() ? QString() : exact);
}

QString SpendChart::summary() const
{
    QStringList parts;
    if (m_empty->isVisibleTo(this)) {
        parts.append(m_empty->text());
    }
    for (size_t i = 0; i < m_chosen.size(); ++i) {
        parts.append(m_rows.at(static_cast<qsizetype>(i))->accessibleName());
    }
    if (m_others->isVisibleTo(this)) {
        parts.append(m_others->accessibleName());
    }
    if (m_known && !m_madeFrom.isEmpty()) {
        parts.append(m_madeFrom);
    }
    if (m_known && !m_notInSums.isEmpty()) {
        parts.append(m_notInSums);
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace relaybook
