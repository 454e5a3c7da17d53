// SPDX-License-Identifier: GPL-3.0-or-later
// What went out and what came in by type, as bars with their figures. Each bar is a button: it
// chooses its type.
#pragma once

#include "models/accountsession.h"

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

    // `share` of the longest bar, 0 to 1.
    void setFigures(const QString &label, const QString &amount, double share, bool in);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    QString m_amount;
    double m_share = 0;
    bool m_in = false;
};

class SpendChart : public QWidget
{
    Q_OBJECT

public:
    explicit SpendChart(const Theme &theme, QWidget *parent = nullptr);

    void setDays(const std::vector<DailyTotal> &days);
    void setCurrency(const QString &currency);
    // Which days these are: "This month".
    void setSpan(const QString &span);

    [[nodiscard]] QString summary() const;

Q_SIGNALS:
    // As the service writes it.
    void typeChosen(const QString &type);

private:
    struct Sum
    {
        QString type;
        std::optional<Money> in = Money();
        std::optional<Money> out = Money();
    };

    void showBars();
    [[nodiscard]] QString money(const std::optional<Money> &amount, bool in) const;
    SpendRow *row(qsizetype index);

    const Theme &m_theme;
    Label *m_span;
    Label *m_empty;
    QVBoxLayout *m_column;
    std::vector<Sum> m_sums;
    QList<SpendRow *> m_rows;
    QStringList m_types; // of the rows
    QString m_currency;
};

} // namespace relaybook
