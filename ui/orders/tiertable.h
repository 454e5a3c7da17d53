// SPDX-License-Identifier: GPL-3.0-or-later
// Table of the price per gigabyte by volume, with the row of the typed amount marked. A click on a
// row fills in its smallest amount.
#pragma once

#include "api/types/quote.h"
#include "ui/widgets/tableview.h"

#include <QAbstractTableModel>

#include <vector>

namespace relaybook {

class TierModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { VolumeColumn, RateColumn, SavingColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setPrices(const PriceList &prices, const QString &currency);
    [[nodiscard]] const std::vector<PriceStretch> &stretches() const { return m_stretches; }
    /// The row that the amount is in; -1 if it is in none.
    [[nodiscard]] int rowOf(TrafficAmount amount) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QString rateText(const PriceStretch &stretch) const;
    [[nodiscard]] QString savingText(const PriceStretch &stretch) const;

    std::vector<PriceStretch> m_stretches;
    std::optional<Money> m_dearest;
    QString m_currency;
};

class TierTable final : public TableView
{
    Q_OBJECT

public:
    explicit TierTable(const Theme &theme, QWidget *parent);

    void setPrices(const PriceList &prices, const QString &currency);
    void setAmount(const std::optional<TrafficAmount> &amount);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void amountChosen(relaybook::TrafficAmount amount);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void choose(const QModelIndex &index);

    TierModel m_tiers;
};

} // namespace relaybook
