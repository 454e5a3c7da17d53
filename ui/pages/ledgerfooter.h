// SPDX-License-Identifier: GPL-3.0-or-later
// What stands under the ledger: how many rows are in view, the sum of those selected, and where in
// the ledger one is.
#pragma once

#include "api/types/money.h"

#include <QWidget>

#include <optional>

namespace relaybook {

class Label;
class Theme;

class LedgerFooter : public QWidget
{
    Q_OBJECT

public:
    struct Figures
    {
        qint64 inView = 0;
        qint64 unreadable = 0;
        qint64 selected = 0;
        std::optional<Money> selectedNet; // only where it is exact
        QString currency;
        qint64 firstVisible = 0; // counted from 1; 0: none
        qint64 lastVisible = 0;
        friend bool operator==(const Figures &, const Figures &) = default;
    };

    explicit LedgerFooter(const Theme &theme, QWidget *parent = nullptr);

    void setFigures(const Figures &figures);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    Figures m_figures;
    Label *m_count;
    Label *m_unreadable;
    Label *m_selected;
    Label *m_place;
};

} // namespace relaybook
