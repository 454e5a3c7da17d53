// SPDX-License-Identifier: GPL-3.0-or-later
// Bar chart of the money spent and received, with the figures: by traffic type if the transactions
// name a product, else by transaction type. Each bar is a button that selects its transactions.
#pragma once

#include "models/accounts/accountsession.h"

#include <QAbstractButton>
#include <QList>
#include <QWidget>

class QVBoxLayout;

namespace relaybook {

class Label;
class Theme;

class SpendRow : public QAbstractButton
{
    Q_OBJECT

public:
    SpendRow(const Theme &theme, QWidget *parent);

    /// The row paints the sum in whole cents (`shown`); the sum with all its digits (`exact`) is in
    /// the tool tip and in the accessible name.
    struct Figures
    {
        QString label;
        QString shown;
        QString exact;
        double share = 0; ///< relative to the longest bar, 0 to 1
        bool in = false;
    };
    void setFigures(const Figures &figures);
    [[nodiscard]] QString shownSum() const { return m_figures.shown; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    Figures m_figures;
};

class SpendChart : public QWidget
{
    Q_OBJECT

public:
    /// SpendOnly hides received amounts. A line counts the bars that do not fit.
    enum class Show { InAndOut, SpendOnly };
    SpendChart(const Theme &theme, Show show, QWidget *parent = nullptr);

    void setTotals(const std::vector<TypeTotal> &totals);
    void setCurrency(const QString &currency);
    /// The name of the time span: "This month".
    void setSpan(const QString &span);
    /// `counting`: the figures do not contain every stored row yet.
    void setCounting(bool counting);
    /// Says from how many transactions the figures were made ("from 940 of 48,902"); empty if the
    /// ledger is complete.
    void setMadeFrom(const QString &text);
    /// Says how many transactions are in no sum; empty if there are none.
    void setNotInSums(const QString &text);

    /// Whether setTotals() was called.
    [[nodiscard]] bool isKnown() const { return m_known; }
    [[nodiscard]] QString summary() const;

Q_SIGNALS:
    /// The user selected a bar: `rows` filters for its types, product and direction.
    void rowsChosen(const relaybook::LedgerFilter &rows);

private:
    struct Sum
    {
        QString type;
        QString product;
        QString productName;
        std::optional<Money> in = Money();
        std::optional<Money> out = Money();
    };

    struct Bar
    {
        const Sum *sum = nullptr;
        bool in = false;
        [[nodiscard]] const std::optional<Money> &amount() const { return in ? sum->in : sum->out; }
    };

    [[nodiscard]] std::vector<Bar> bars() const;
    [[nodiscard]] static QString label(const Bar &bar);
    void showBars();
    void showOthers(const std::vector<Bar> &all, size_t shown);
    void showSpan();
    /// A sum with the sign of its direction: in whole cents, or with all its digits.
    enum class Digits { Cents, All };
    [[nodiscard]] QString money(const std::optional<Money> &sum, bool in, Digits digits) const;
    SpendRow *row(qsizetype index);

    const Theme &m_theme;
    Show m_show;
    Label *m_span;
    Label *m_empty;
    Label *m_others;
    QVBoxLayout *m_column;
    std::vector<Sum> m_sums;
    QList<SpendRow *> m_rows;
    std::vector<LedgerFilter> m_chosen; ///< one per row of m_rows
    QString m_spanText;
    QString m_notInSums;
    QString m_madeFrom;
    bool m_counting = false;
    bool m_known = false;
    QString m_currency;
};

} // namespace relaybook
