// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that lists all findings of a ledger check, and all unusual transactions: breaks, and
// transactions that were changed or removed at the service or could not be read. Activating a line
// shows its transaction. Findings can be acknowledged with a note, and reopened.
#pragma once

#include "ui/ledger/ledgerevidence.h"
#include "ui/widgets/sheetdialog.h"

class QStandardItemModel;

namespace relaybook {

class KeepFile;
class TableView;

class FindingsDialog : public SheetDialog
{
    Q_OBJECT

public:
    FindingsDialog(const Theme &theme, const LedgerEvidence &evidence, const QString &currency,
                   KeepFile &kept, QWidget *parent);

Q_SIGNALS:
    void rowWanted(relaybook::TransactionId id);
    void evidenceWanted();
    /// Evidence of one gap for the service's support.
    void evidenceOfGapWanted(const relaybook::LedgerBreak &gap);

private:
    void fill(const LedgerEvidence &evidence, const QString &currency);
    void buildTable();
    void addGroup(const QString &title);
    void addLine(const QString &key, const QString &what, const std::optional<Instant> &when,
                 const std::optional<TransactionId> &id);
    void showStatus();
    void updateButtons();
    /// The keys of the selected findings that are acknowledged, or of those that are not.
    [[nodiscard]] QStringList selectedKeys(bool areAcknowledged) const;
    void acknowledge();
    [[nodiscard]] QVariant currentId() const;
    [[nodiscard]] const LedgerBreak *currentGap() const;
    void goToRow();

    KeepFile &m_kept;
    QStandardItemModel *m_lines;
    TableView *m_list;
    std::vector<LedgerBreak> m_gaps;
    QPushButton *m_go;
    QPushButton *m_collect;
    QPushButton *m_acknowledge;
    QPushButton *m_reopen;
};

} // namespace relaybook
