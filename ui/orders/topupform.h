// SPDX-License-Identifier: GPL-3.0-or-later
// The form of an order: type and amount, with everything that follows from them (price tiers, price
// curve, calculation, advice). It sends nothing and buys nothing.
#pragma once

#include "models/accountvalues.h"
#include "models/buying/adviser.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QBoxLayout;
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

    /// What is known of the account; the user's choice and input stay.
    void setSummary(const AccountSummary &summary);
    /// Types that were bought less than ten minutes ago: the form warns about another order of one
    /// of them.
    void setBoughtLately(const QStringList &types);
    /// Does nothing if there is no such type.
    void chooseType(const QString &proxyType);
    void setAmount(TrafficAmount amount);
    /// Fills in an amount that lasts for so many days with what is left. That is said until the
    /// amount or the type changes.
    void propose(TrafficAmount amount, int days);
    /// Shown until the amount or the type changes.
    void setFieldError(const QString &sentence);

    /// Empty if the amount is missing, refused or costs more than the balance.
    [[nodiscard]] std::optional<OrderDraft> draft() const;
    [[nodiscard]] bool isTouched() const;
    void focusAmount();
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void changed();

protected:
    void resizeEvent(QResizeEvent *event) override;

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
    void adviseProposed(const Advice &advice);
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
    std::optional<TrafficAmount> m_proposed;
    QString m_proposedType;
    int m_proposedDays = 0; ///< for so many days it lasts
    QString m_refusal;      ///< for what is in the fields now
    QComboBox *m_type;
    FieldRow *m_typeRow;
    UnitEdit *m_edit;
    FieldRow *m_amountRow;
    QBoxLayout *m_columns = nullptr;
    QHBoxLayout *m_quick;
    Banner *m_advice;
    Banner *m_repeat;
    PriceCurve *m_curve;
    TierTable *m_tiers;
    Label *m_noPrice;
    RowList *m_sums;
};

} // namespace relaybook
