// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that lists all findings of a ledger check, and all unusual transactions: breaks, and
// transactions that were changed or removed at the service or could not be read. Activating a line
// shows its transaction.
#pragma once

#include "ui/ledger/ledgerevidence.h"
#include "ui/widgets/sheetdialog.h"

class QStandardItemModel;

namespace relaybook {

class TableView;

class FindingsDialog : public SheetDialog
{
    Q_OBJECT

public:
    FindingsDialog(const Theme &theme, const LedgerEvidence &evidence, const QString &currency,
                   QWidget *parent);

Q_SIGNALS:
    void rowWanted(relaybook::TransactionId id);
    void evidenceWanted();

private:
    void fill(const LedgerEvidence &evidence, const QString &currency);
    void buildTable();
    void addGroup(const QString &title);
    void addLine(const QString &what, const std::optional<Instant> &when,
                 const std::optional<TransactionId> &id);
    [[nodiscard]] QVariant currentId() const;
    void goToRow();

    QStandardItemModel *m_lines;
    TableView *m_list;
    QPushButton *m_go;
};

} // namespace relaybook
