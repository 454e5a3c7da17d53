// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerfooter.h"

#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int footerGap = 22;
constexpr int lineGap = 4;

Label *makeLabel(const Theme &theme, Role role, TextStyle style, const QString &objectName,
                 QWidget *parent)
{
    auto *label = new Label(theme, role, style, parent);
    label->setObjectName(objectName);
    return label;
}

std::optional<Money> negated(const std::optional<Money> &sum)
{
    return sum ? std::optional(Money::fromUnits(-sum->units())) : std::nullopt;
}

} // namespace

TotalsLine::TotalsLine(const Theme &theme, const QString &objectName, QWidget *parent)
    : QWidget(parent)
    , m_count(makeLabel(theme, Role::QuietText, TextStyle::Body, objectName + u"Count", this))
    , m_madeFrom(makeLabel(theme, Role::Warning, TextStyle::Body, objectName + u"MadeFrom", this))
    , m_in(makeLabel(theme, Role::Good, TextStyle::BodyBold, objectName + u"In", this))
    , m_out(makeLabel(theme, Role::Text, TextStyle::BodyBold, objectName + u"Out", this))
    , m_net(makeLabel(theme, Role::Text, TextStyle::BodyBold, objectName + u"Net", this))
    , m_span(makeLabel(theme, Role::Text, TextStyle::BodyBold, objectName + u"Balance", this))
{
    setObjectName(objectName);
    auto *flow = new FlowLayout(footerGap, lineGap, this);
    flow->addWidget(m_count);
    flow->addWidget(m_madeFrom);
    m_madeFrom->hide();
    const std::pair<QString, Label *> figures[] = {
        {tr("In"), m_in},
        {tr("Out"), m_out},
        {tr("Net"), m_net},
        {tr("Balance"), m_span},
    };
    for (const auto &[name, figure] : figures) {
        auto *pair = new QWidget(this);
        auto *row = new QHBoxLayout(pair);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(5);
        row->addWidget(new Label(theme, Role::QuietText, TextStyle::Body, name, pair));
        row->addWidget(figure);
        flow->addWidget(pair);
    }
    for (Label *label : {m_count, m_madeFrom, m_in, m_out, m_net, m_span}) {
        label->setSelectable(true);
    }
}

// A sum that overflows is reported as such, never cut off.
TotalsLine::Figure TotalsLine::figureOf(const std::optional<Money> &sum, const QString &currency)
{
    if (!sum) {
        const QString text = tr("too large");
        return {text, text};
    }
    return {format::money(format::nearestCents(*sum), format::Sign::Always, currency),
            format::money(*sum, format::Sign::Always, currency)};
}

void TotalsLine::setFigure(Label *label, const Figure &figure, bool known, const QString &meaning)
{
    label->parentWidget()->setVisible(known);
    if (known && label->text() != figure.shown) {
        label->setText(figure.shown);
        label->parentWidget()->updateGeometry();
    }
    label->setAccessibleName(figure.shown); // what is heard is what is seen
    QStringList hints;
    if (figure.exact != figure.shown) {
        hints.append(figure.exact);
    }
    if (!meaning.isEmpty()) {
        hints.append(meaning);
    }
    label->setToolTip(hints.join(QLatin1Char('\n')));
    label->setAccessibleDescription(label->toolTip());
    label->setRole(m_busy ? Role::DisabledText : label == m_in ? Role::Good : Role::Text);
}

void TotalsLine::setTotals(const QString &count, const std::optional<LedgerTotals> &totals,
                           bool busy, bool allRows, const QString &currency)
{
    m_busy = busy;
    m_count->setText(count);
    const bool known = totals && totals->count > 0;
    const LedgerTotals sums = totals.value_or(LedgerTotals());
    setFigure(m_in, figureOf(sums.in, currency), known);
    setFigure(m_out, figureOf(negated(sums.out), currency), known);
    setFigure(m_net, figureOf(sums.net, currency), known);
    const auto money = [&currency](const std::optional<Money> &amount) {
        return amount ? format::money(*amount, format::Sign::WhereNegative, currency)
                      : format::nothing();
    };
    const auto inCents = [&money](const std::optional<Money> &amount) {
        return money(amount ? std::optional(format::downToCents(*amount)) : std::nullopt);
    };
    const QString span = tr("%1 → %2", "balance before the oldest row, after the newest");
    setFigure(m_span,
              {span.arg(inCents(sums.firstBefore), inCents(sums.lastAfter)),
               span.arg(money(sums.firstBefore), money(sums.lastAfter))},
              known && (sums.firstBefore || sums.lastAfter) && (allRows || sums.explainsBalance()),
              tr("Balance before the oldest of these transactions and after the newest"));
    describe();
    if (layout() != nullptr) {
        layout()->invalidate();
    }
    updateGeometry();
}

void TotalsLine::setMadeFrom(const QString &text)
{
    m_madeFrom->setText(text);
    m_madeFrom->setVisible(!text.isEmpty());
    describe();
    layout()->invalidate();
    updateGeometry();
}

void TotalsLine::describe()
{
    setAccessibleDescription(m_busy ? tr("These totals are being calculated.")
                                    : m_madeFrom->text());
}

LedgerFooter::LedgerFooter(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_view(new TotalsLine(theme, QStringLiteral("ledger"), this))
    , m_selection(new TotalsLine(theme, QStringLiteral("ledgerSelected"), this))
    , m_unreadable(new QPushButton(this))
    , m_place(
          makeLabel(theme, Role::QuietText, TextStyle::Body, QStringLiteral("ledgerPlace"), this))
{
    setObjectName(QStringLiteral("ledgerFooter"));
    setAccessibleName(tr("Totals and position in the table"));
    m_view->setAccessibleName(tr("Totals of the rows in view"));
    m_selection->setAccessibleName(tr("Totals of the selected rows"));
    m_unreadable->setObjectName(QStringLiteral("ledgerUnreadable"));
    m_unreadable->setAutoDefault(false);
    setButtonKind(*m_unreadable, ButtonKind::Link);
    auto *top = new QHBoxLayout;
    top->setSpacing(footerGap);
    top->addWidget(m_view, 1);
    top->addWidget(m_unreadable, 0, Qt::AlignTop);
    top->addWidget(m_place, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 9, 12, 9);
    column->setSpacing(lineGap);
    column->addLayout(top);
    column->addWidget(m_selection);
    m_unreadable->hide();
    m_selection->hide();
    connect(m_unreadable, &QPushButton::clicked, this, &LedgerFooter::unreadableWanted);
}

void LedgerFooter::setFigures(const Figures &figures)
{
    if (figures == m_figures) {
        return;
    }
    m_figures = figures;
    const QString rows = tr("%1 in this view").arg(format::count(figures.inView));
    m_view->setTotals(
        figures.zone.isEmpty()
            ? rows
            : tr("%1, days of %2", "120 in this view, a time zone").arg(rows, figures.zone),
        figures.totals, figures.busy, figures.allRows, figures.currency);
    m_view->setMadeFrom(figures.madeFrom);
    m_selection->setTotals(tr("%1 selected").arg(format::count(figures.selected)),
                           figures.selectedTotals, figures.selectedBusy, false, figures.currency);
    m_selection->setMadeFrom(
        notInSumsText(figures.selectedTotals ? figures.selectedTotals->tooLarge : 0));
    m_selection->setVisible(figures.selected > 1);
    const QString unreadable =
        tr("%1 row(s) could not be read", nullptr, static_cast<int>(figures.unreadable))
            .arg(format::count(figures.unreadable));
    m_unreadable->setText(unreadable);
    m_unreadable->setAccessibleName(unreadable);
    m_unreadable->setVisible(figures.unreadable > 0);
    m_place->setText(
        tr("Rows %1–%2")
            .arg(format::count(figures.firstVisible), format::count(figures.lastVisible)));
    m_place->setVisible(figures.firstVisible > 0);
}

bool LedgerFooter::event(QEvent *event)
{
    // The totals need a second line in a narrow window, but the splitter above does not ask for a
    // height for its width.
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        setMinimumHeight(layout()->heightForWidth(width()));
    }
    return QWidget::event(event);
}

void LedgerFooter::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint::lineAt(painter, rect(), Qt::TopEdge, m_theme.colour(Role::Line));
}

} // namespace relaybook
