// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TransactionsPage for the charts above the table, which fold where the window is too
// low for charts and rows.
#include "models/account/ledgerfigures.h"
#include "ui/base/settings.h"
#include "ui/ledger/ledgercharts.h"
#include "ui/ledger/ledgerfooter.h"
#include "ui/ledger/transactionspage.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tableview.h"

#include <QEvent>
#include <QLayout>
#include <QToolButton>

namespace relaybook {

namespace {

constexpr int rowsBelowCharts = 5; // at least

} // namespace

void TransactionsPage::buildCharts()
{
    connect(m_chartsButton, &QToolButton::toggled, this, &TransactionsPage::setChartsShown);
    connect(m_charts, &LedgerCharts::daysChosen, this, [this](qint64 first, qint64 last) {
        LedgerFilter wanted = filter();
        wanted.from = dayStart(first, m_zone);
        wanted.until = dayStart(last + 1, m_zone);
        setFilter(wanted);
    });
    connect(m_charts, &LedgerCharts::rowsChosen, this, [this](const LedgerFilter &rows) {
        LedgerFilter wanted = filter();
        wanted.types = rows.types;
        wanted.product = rows.product;
        if (rows.direction != LedgerDirection::Any) {
            wanted.direction = rows.direction;
        }
        setFilter(wanted);
    });
    connect(m_charts, &LedgerCharts::heightChanged, this, &TransactionsPage::fitCharts);
    connect(m_charts, &LedgerCharts::unfoldWanted, this, [this] {
        m_chartsWanted = true;
        fitCharts();
    });
    m_chartsButton->setChecked(
        context().settings.flag(Setting::ChartsShown, QStringLiteral("transactionsPage")));
}

bool TransactionsPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &seenPart() && event->type() == QEvent::Resize) {
        fitCharts();
    }
    return ListPage::eventFilter(watched, event);
}

/// The viewport that clips the page.
QWidget &TransactionsPage::seenPart()
{
    return parentWidget() ? *parentWidget() : *this;
}

/// In a low window the charts would take the whole height, but the rows are more important.
void TransactionsPage::fitCharts()
{
    if (!m_footer) {
        return; // not built yet
    }
    const int room = roomForCharts();
    m_charts->fitInto(m_chartsWanted ? m_charts->wholeHeight() : room);
    const bool fits = m_chartsButton->isChecked() && room >= m_charts->balanceHeight();
    table().setLeastRows(fits ? rowsBelowCharts : leastListRows);
}

/// The height of the footer with the outline of its card. In a narrow window its figures wrap.
int TransactionsPage::footerHeight() const
{
    constexpr int outline = 2;
    const QMargins around = layout()->contentsMargins();
    const int across = width() - around.left() - around.right() - outline;
    const int height = m_footer->hasHeightForWidth() ? m_footer->heightForWidth(across)
                                                     : m_footer->minimumSizeHint().height();
    return height + outline;
}

/// The height that is left for the charts if the table shows its least number of rows.
int TransactionsPage::roomForCharts()
{
    const QMargins around = layout()->contentsMargins();
    int room = seenPart().height() - around.top() - around.bottom();
    for (int i = 0; i < layout()->count(); ++i) {
        const QLayoutItem &item = *layout()->itemAt(i);
        if (item.isEmpty() || layout()->itemAt(i)->widget() == m_charts) {
            continue;
        }
        if (layout()->itemAt(i)->layout() != nullptr) {                           // the rows
            room -= (rowsBelowCharts + 1) * theme().rowHeight() + footerHeight(); // and the header
        } else {
            room -= item.hasHeightForWidth() ? item.minimumHeightForWidth(width())
                                             : item.minimumSize().height();
        }
        room -= layout()->spacing();
    }
    return room;
}

void TransactionsPage::setChartsShown(bool shown)
{
    m_charts->setVisible(shown);
    m_chartsWanted = false;
    fitCharts();
    if (m_viewFigures) {
        m_viewFigures->setByType(shown);
    }
    context().settings.setValue(Setting::ChartsShown, shown, QStringLiteral("transactionsPage"));
}

} // namespace relaybook
