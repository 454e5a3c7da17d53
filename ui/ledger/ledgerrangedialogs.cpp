// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerrangedialogs.h"

#include "models/text/localeformat.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/typednumber.h"

#include <QComboBox>
#include <QLineEdit>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int rangeSheetWidth = 440;

QLineEdit *makeEdit(const char *name, const QString &text, QWidget *parent)
{
    auto *edit = new QLineEdit(text, parent);
    edit->setObjectName(QLatin1String(name));
    return edit;
}

QString isoText(QDate day)
{
    return day.isValid() ? day.toString(Qt::ISODate) : QString();
}

} // namespace

DatesDialog::DatesDialog(const Theme &theme, const LedgerFilter &filter, const QTimeZone &zone,
                         QWidget *parent)
    : SheetDialog(theme, tr("Dates"), parent)
    , m_filter(filter)
    , m_zone(zone)
{
    setObjectName(QStringLiteral("datesDialog"));
    setSubtitle(tr("Whole days, including the first and the last."));
    setSheetWidth(rangeSheetWidth);
    setSubmitText(tr("Show these days"), tr("Show these days"));
    const DayRange days = daysOf(filter, zone).value_or(DayRange());
    m_first = makeEdit("firstDay", isoText(days.first), this);
    m_last = makeEdit("lastDay", isoText(days.last), this);
    m_firstRow = new FieldRow(theme, tr("&From"), m_first, this);
    m_lastRow = new FieldRow(theme, tr("&To"), m_last, this);
    for (FieldRow *row : {m_firstRow, m_lastRow}) {
        row->setHint(tr("For example 2026-11-21, or empty"));
        connect(static_cast<QLineEdit *>(row->field()), &QLineEdit::textEdited, row,
                &FieldRow::clearError);
    }
    contentLayout()->addLayout(fieldsInRow({m_firstRow, m_lastRow}));
    m_first->setFocus();
    m_first->selectAll();
}

// Returns nothing if the text is not a date; the row then shows an error. An empty field returns an
// invalid date.
std::optional<QDate> DatesDialog::read(FieldRow &row)
{
    const QString typed = static_cast<QLineEdit *>(row.field())->text().trimmed();
    if (typed.isEmpty()) {
        return QDate();
    }
    const QDate day = dayOf(typed);
    if (!day.isValid()) {
        row.setError(tr("Enter year, month and day: 2026-11-21."));
        return std::nullopt;
    }
    return day;
}

void DatesDialog::startSubmit()
{
    const auto first = read(*m_firstRow);
    const auto last = read(*m_lastRow);
    if (!first || !last) {
        fail();
        return;
    }
    if (first->isValid() && last->isValid() && *last < *first) {
        m_lastRow->setError(tr("The last day is before the first one."));
        fail();
        return;
    }
    setDays(m_filter, {*first, *last}, m_zone);
    succeed();
    Q_EMIT chosen(m_filter);
}

AmountsDialog::AmountsDialog(const Theme &theme, const LedgerFilter &filter, QWidget *parent)
    : SheetDialog(theme, tr("Amounts"), parent)
    , m_filter(filter)
{
    setObjectName(QStringLiteral("amountsDialog"));
    setSubtitle(tr("How much a transaction changed the balance, in dollars."));
    setSheetWidth(rangeSheetWidth);
    setSubmitText(tr("Show transactions"), tr("Show transactions"));
    m_least =
        makeEdit("leastAmount", filter.atLeast ? typedText(*filter.atLeast) : QString(), this);
    m_most = makeEdit("mostAmount", filter.atMost ? typedText(*filter.atMost) : QString(), this);
    m_direction = new QComboBox(this);
    m_direction->setObjectName(QStringLiteral("amountDirection"));
    m_direction->addItems({tr("In and out"), tr("Money in"), tr("Money out")});
    m_direction->setCurrentIndex(static_cast<int>(filter.direction));
    m_leastRow = new FieldRow(theme, tr("&At least"), m_least, this);
    m_mostRow = new FieldRow(theme, tr("At &most"), m_most, this);
    for (FieldRow *row : {m_leastRow, m_mostRow}) {
        row->setHint(
            tr("For example %1, or empty", "12.50").arg(format::number(QStringLiteral("12.50"))));
        connect(static_cast<QLineEdit *>(row->field()), &QLineEdit::textEdited, row,
                &FieldRow::clearError);
    }
    contentLayout()->addLayout(fieldsInRow({m_leastRow, m_mostRow}));
    contentLayout()->addWidget(new FieldRow(theme, tr("&Direction"), m_direction, this));
    m_least->setFocus();
    m_least->selectAll();
}

bool AmountsDialog::read(FieldRow &row, std::optional<Money> &amount)
{
    const auto typed = readDollars(static_cast<QLineEdit *>(row.field())->text());
    amount = typed.value;
    if (!typed.problem.isEmpty()) {
        row.setError(typed.problem);
    }
    return typed.problem.isEmpty();
}

void AmountsDialog::startSubmit()
{
    std::optional<Money> least;
    std::optional<Money> most;
    const bool leastRead = read(*m_leastRow, least);
    const bool mostRead = read(*m_mostRow, most);
    if (!leastRead || !mostRead) {
        fail();
        return;
    }
    if (least && most && *most < *least) {
        m_mostRow->setError(tr("This is less than the first amount."));
        fail();
        return;
    }
    // An unchanged amount keeps its meaning: "over $100" stays exclusive.
    m_filter.atLeastExclusive = m_filter.atLeastExclusive && m_filter.atLeast == least;
    m_filter.atMostExclusive = m_filter.atMostExclusive && m_filter.atMost == most;
    m_filter.atLeast = least;
    m_filter.atMost = most;
    m_filter.direction = static_cast<LedgerDirection>(m_direction->currentIndex());
    succeed();
    Q_EMIT chosen(m_filter);
}

} // namespace relaybook
