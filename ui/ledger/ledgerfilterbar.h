// SPDX-License-Identifier: GPL-3.0-or-later
// The filter chips above the ledger: dates, type, amount and direction, product. Each opens a menu
// and has a cross while it is active; "Clear filters" removes all of them.
#pragma once

#include "models/tables/ledgerdates.h"
#include "ui/lists/filterbar.h"

#include <QTimeZone>

#include <functional>

namespace relaybook {

class LedgerFilterBar : public FilterBar
{
    Q_OBJECT

public:
    /// `now` is called each time dates are turned into text.
    LedgerFilterBar(const Theme &theme, const QTimeZone &zone, std::function<Instant()> now,
                    QWidget *parent = nullptr);

    /// Shows the filter without emitting filterChosen().
    void setFilter(const LedgerFilter &filter, bool anythingTyped);
    [[nodiscard]] const LedgerFilter &filter() const { return m_filter; }
    /// The types and products that occur in the rows, as the service writes them. Until the first
    /// call, their menus say that they are being loaded.
    void setChoices(const QStringList &types, const QStringList &products,
                    const QHash<QString, QString> &productNames);

Q_SIGNALS:
    /// The user changed one part of the filter; `filter` is the whole filter.
    void filterChosen(const relaybook::LedgerFilter &filter);
    void datesWanted();
    void amountWanted();
    void productWanted();

private:
    [[nodiscard]] Chip makeChip(const char *name, const QString &title,
                                void (LedgerFilterBar::*fill)());
    void dropWhenCleared(const Chip &chip, void (*change)(LedgerFilter &));
    void fillDates();
    void fillTypes();
    void fillAmounts();
    void fillProducts();
    void toggleType(const QString &type, bool on);
    void choose(const LedgerFilter &filter);
    [[nodiscard]] QDate today() const;

    QTimeZone m_zone;
    std::function<Instant()> m_now;
    LedgerFilter m_filter;
    bool m_areChoicesKnown = false;
    QStringList m_typeChoices;
    QStringList m_productChoices;
    QHash<QString, QString> m_productNames;
    Chip m_dates;
    Chip m_types;
    Chip m_amount;
    Chip m_product;
};

} // namespace relaybook
