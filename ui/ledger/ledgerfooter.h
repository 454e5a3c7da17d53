// SPDX-License-Identifier: GPL-3.0-or-later
// The footer of the transactions table: totals of the rows in view and of the selected rows, and
// the position in the ledger.
#pragma once

#include "models/account/ledgerfigures.h"

#include <QWidget>

#include <optional>

class QPushButton;

namespace relaybook {

class Label;
class Theme;

/// One line of totals: count, in, out, net, and the balance before and after.
class TotalsLine : public QWidget
{
    Q_OBJECT

public:
    TotalsLine(const Theme &theme, const QString &objectName, QWidget *parent);

    /// `count` is known before the other figures. The line is dimmed while `totals` belong to
    /// previous rows. The balance is shown if the filter leaves out no row of the time span
    /// (`allRows`), or if the rows explain its change: otherwise other transactions changed it too.
    void setTotals(const QString &count, const std::optional<LedgerTotals> &totals, bool busy,
                   bool allRows, const QString &currency);
    /// Says from how many transactions the totals were made; empty if the ledger is complete.
    void setMadeFrom(const QString &text);

private:
    /// A sum in whole cents, as it is shown, and with all its digits.
    struct Figure
    {
        QString shown;
        QString exact;
    };
    [[nodiscard]] static Figure figureOf(const std::optional<Money> &sum, const QString &currency);
    void setFigure(Label *label, const Figure &figure, bool known, const QString &meaning = {});

    void describe();

    Label *m_count;
    Label *m_madeFrom;
    Label *m_in;
    Label *m_out;
    Label *m_net;
    Label *m_span;
    bool m_busy = false;
};

class LedgerFooter : public QWidget
{
    Q_OBJECT

public:
    struct Figures
    {
        qint64 inView = 0;
        std::optional<LedgerTotals> totals; ///< of the rows in view
        bool busy = false;
        QString zone;        ///< of the filter's days; empty: it has none
        bool allRows = true; ///< the filter leaves out no row of the time in view
        QString madeFrom;    ///< see TotalsLine::setMadeFrom()
        qint64 selected = 0;
        std::optional<LedgerTotals> selectedTotals;
        bool selectedBusy = false;
        QString currency;
        qint64 unreadable = 0;
        qint64 firstVisible = 0; ///< counted from 1; 0: none
        qint64 lastVisible = 0;
        friend bool operator==(const Figures &, const Figures &) = default;
    };

    explicit LedgerFooter(const Theme &theme, QWidget *parent = nullptr);

    void setFigures(const Figures &figures);

Q_SIGNALS:
    void unreadableWanted();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    Figures m_figures;
    TotalsLine *m_view;
    TotalsLine *m_selection;
    QPushButton *m_unreadable;
    Label *m_place;
};

} // namespace relaybook
