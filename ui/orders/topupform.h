// SPDX-License-Identifier: GPL-3.0-or-later
// The order as it is put together: type, amount, and beside them everything that follows from them
// (tiers, curve, sums, advice). Sends nothing and buys nothing.
#pragma once

#include "models/accountvalues.h"
#include "models/buying/adviser.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QHBoxLayout;
class QVBoxLayout;

namespace relaybook {

class Banner;
class FieldRow;
class Label;
class PriceCurve;
class RowList;
class Theme;
class TierTable;
class UnitEdit;

struct OrderDraft
{
    QString proxyType;
    TrafficAmount amount;
    Quoted<Quote> quote = tl::unexpected(NoQuote::NothingKnown);
    friend bool operator==(const OrderDraft &, const OrderDraft &) = default;
};

class TopUpForm : public QWidget
{
    Q_OBJECT

public:
    TopUpForm(const Theme &theme, QWidget *parent);

    // What is known of the account; the choice and what was typed stay.
    void setSummary(const AccountSummary &summary);
    // Types that were bought less than ten minutes ago: another order of one is warned of.
    void setBoughtLately(const QStringList &types);
    // Nothing where the type is not there.
    void chooseType(const QString &proxyType);
    void setAmount(TrafficAmount amount);
    // Stands until the amount or the type is another.
    void setFieldError(const QString &sentence);

    // Nothing where the amount is missing, refused or more than the money.
    [[nodiscard]] std::optional<OrderDraft> draft() const;
    [[nodiscard]] bool isTouched() const;
    void focusAmount();

Q_SIGNALS:
    void changed();

private:
    void build();
    void buildAmount(QVBoxLayout *column);
    void buildSums(QVBoxLayout *column);
    void fillTypes();
    void whenEdited();
    void update();
    void updateSums();
    void updateAdvice();
    void adviseMoney(const Quote &quote);
    void adviseCheaper(const CheaperOffer &offer);
    void updateHint();
    void addTakeOver(TrafficAmount amount, const QString &text, const QString &name);
    [[nodiscard]] const TrafficPool *pool() const;
    [[nodiscard]] std::optional<Quote> price() const;
    [[nodiscard]] bool isTooDear() const;
    [[nodiscard]] QString sum(Money amount) const;

    const Theme &m_theme;
    AccountSummary m_summary;
    QStringList m_boughtLately;
    std::optional<TrafficAmount> m_amount;
    QString m_refusal; // of what is in the fields now
    QComboBox *m_type;
    FieldRow *m_typeRow;
    UnitEdit *m_edit;
    FieldRow *m_amountRow;
    QHBoxLayout *m_quick;
    Banner *m_advice;
    Banner *m_repeat;
    PriceCurve *m_curve;
    TierTable *m_tiers;
    Label *m_noPrice;
    RowList *m_sums;
};

} // namespace relaybook
