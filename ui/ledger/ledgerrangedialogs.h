// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs for the two parts of a ledger filter that need typing: a range of days, and a range of
// amounts. Each takes a filter and returns a changed one.
#pragma once

#include "models/tables/ledgerdates.h"
#include "ui/widgets/sheetdialog.h"

#include <QTimeZone>

class QComboBox;
class QLineEdit;

namespace relaybook {

class FieldRow;

class DatesDialog : public SheetDialog
{
    Q_OBJECT

public:
    DatesDialog(const Theme &theme, const LedgerFilter &filter, const QTimeZone &zone,
                QWidget *parent);

Q_SIGNALS:
    void chosen(const relaybook::LedgerFilter &filter);

protected:
    void startSubmit() override;

private:
    [[nodiscard]] std::optional<QDate> read(FieldRow &row);

    LedgerFilter m_filter;
    QTimeZone m_zone;
    QLineEdit *m_first;
    QLineEdit *m_last;
    FieldRow *m_firstRow;
    FieldRow *m_lastRow;
};

class AmountsDialog : public SheetDialog
{
    Q_OBJECT

public:
    AmountsDialog(const Theme &theme, const LedgerFilter &filter, QWidget *parent);

Q_SIGNALS:
    void chosen(const relaybook::LedgerFilter &filter);

protected:
    void startSubmit() override;

private:
    // Returns false if what was typed is not an amount; the row then shows the reason.
    [[nodiscard]] bool read(FieldRow &row, std::optional<Money> &amount);

    LedgerFilter m_filter;
    QLineEdit *m_least;
    QLineEdit *m_most;
    QComboBox *m_direction;
    FieldRow *m_leastRow;
    FieldRow *m_mostRow;
};

} // namespace relaybook
