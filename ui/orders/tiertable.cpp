// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/tiertable.h"

#include "models/cellroles.h"
#include "models/tables/tablecolumn.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/orders/topuptext.h"
#include "ui/widgets/amountsshown.h"

#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int mostRowsShown = 6;
constexpr int rateWidth = 84;
constexpr int savingWidth = 78;

} // namespace

void TierModel::setPrices(const PriceList &prices, const QString &currency)
{
    std::vector<PriceStretch> stretches = priceStretches(prices);
    if (stretches == m_stretches && currency == m_currency) {
        return;
    }
    beginResetModel();
    m_stretches = std::move(stretches);
    m_currency = currency;
    m_dearest.reset();
    for (const PriceStretch &stretch : m_stretches) {
        if (stretch.ratePerGb && (!m_dearest || *stretch.ratePerGb > *m_dearest)) {
            m_dearest = *stretch.ratePerGb;
        }
    }
    endResetModel();
}

int TierModel::rowOf(TrafficAmount amount) const
{
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        const PriceStretch &stretch = m_stretches.at(i);
        if (amount >= stretch.from && (!stretch.to || amount < *stretch.to)) {
            return int(i);
        }
    }
    return -1;
}

int TierModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_stretches.size());
}

int TierModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString TierModel::rateText(const PriceStretch &stretch) const
{
    return stretch.ratePerGb
               ? format::money(*stretch.ratePerGb, format::Sign::WhereNegative, m_currency)
               : tr("no price");
}

QString TierModel::savingText(const PriceStretch &stretch) const
{
    if (!stretch.ratePerGb || !m_dearest || m_dearest->units() <= 0 ||
        *stretch.ratePerGb == *m_dearest) {
        return format::nothing();
    }
    // Rounded down to a whole per cent for display; nothing is calculated with it.
    __extension__ using Wide = __int128;
    const Wide saved = Wide{m_dearest->units() - stretch.ratePerGb->units()} * 1000;
    const auto perMille = static_cast<qint64>(saved / m_dearest->units());
    return tr("−%1 %", "saving").arg(format::count((perMille + 5) / 10));
}

QVariant TierModel::data(const QModelIndex &index, int role) const
{
    const RealTexts shown(areAmountsShown(*this));
    if (!index.isValid()) {
        return {};
    }
    const PriceStretch &stretch = m_stretches.at(std::size_t(index.row()));
    if (role == CellKindRole) {
        return toVariant(index.column() == VolumeColumn ? CellKind::Text : CellKind::Number);
    }
    if (role == Qt::ToolTipRole) {
        return stretch.ratePerGb ? QString() : noQuoteText(stretch.ratePerGb.error());
    }
    if (role == ToneRole) {
        return toVariant(stretch.ratePerGb ? Tone::Neutral : Tone::Quiet);
    }
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) {
        return {};
    }
    switch (static_cast<Column>(index.column())) {
    case VolumeColumn:
        return stretchText(stretch);
    case RateColumn:
        return rateText(stretch);
    case SavingColumn:
        return savingText(stretch);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant TierModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int((section == VolumeColumn ? Qt::AlignLeading : Qt::AlignTrailing) |
                   Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
    case VolumeColumn:
        return tr("Amount");
    case RateColumn:
        return tr("Per GB");
    case SavingColumn:
        return tr("Saving");
    case ColumnCount:
        break;
    }
    return {};
}

TierTable::TierTable(const Theme &theme, QWidget *parent)
    : TableView(theme, parent)
    , m_tiers(this)
{
    setObjectName(QStringLiteral("tierTable"));
    setAccessibleName(tr("Prices by amount"));
    setSortingEnabled(false);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setModel(&m_tiers);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    QHeaderView *header = horizontalHeader();
    header->setSectionsMovable(false);
    header->setSectionsClickable(false);
    fitColumns({{.isExact = true, .stretches = true},
                {.usual = rateWidth, .isExact = true},
                {.usual = savingWidth, .isExact = true}});
    connect(this, &QAbstractItemView::clicked, this, &TierTable::choose);
    connect(this, &QAbstractItemView::activated, this, &TierTable::choose);
    connect(&m_tiers, &QAbstractItemModel::modelReset, this, &QWidget::updateGeometry);
}

void TierTable::setPrices(const PriceList &prices, const QString &currency)
{
    m_tiers.setPrices(prices, currency);
}

void TierTable::setAmount(const std::optional<TrafficAmount> &amount)
{
    const int row = amount ? m_tiers.rowOf(*amount) : -1;
    if (row < 0) {
        clearSelection();
        return;
    }
    const QModelIndex index = m_tiers.index(row, 0);
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect |
                                                 QItemSelectionModel::Rows);
    scrollTo(index);
}

void TierTable::choose(const QModelIndex &index)
{
    const PriceStretch &stretch = m_tiers.stretches().at(std::size_t(index.row()));
    if (stretch.ratePerGb) {
        Q_EMIT amountChosen(stretch.from);
    }
}

// Ctrl+Enter submits the dialog with the amount that was typed: it must not choose the row before.
void TierTable::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && (event->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) {
        event->ignore();
        return;
    }
    TableView::keyPressEvent(event);
}

QSize TierTable::sizeHint() const
{
    const int rows = std::clamp(m_tiers.rowCount(), 1, mostRowsShown);
    return {QTableView::sizeHint().width(), horizontalHeader()->sizeHint().height() +
                                                rows * verticalHeader()->defaultSectionSize()};
}

} // namespace relaybook
