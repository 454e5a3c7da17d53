// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog with the rows of a list that could not be read: what is wrong with each, and its JSON as
// the service sent it, with secrets masked.
#pragma once

#include "api/types/page.h"
#include "ui/widgets/sheetdialog.h"

class QPlainTextEdit;
class QTreeWidget;

namespace relaybook {

class UnreadableRowsDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// `total` may be larger than the number of `rows`.
    UnreadableRowsDialog(const Theme &theme, std::vector<UnreadableListRow> rows, qint64 total,
                         QWidget *parent);

private:
    void buildList();
    void showJson();
    [[nodiscard]] QString json() const; ///< of the selected row, as it was sent

    std::vector<UnreadableListRow> m_rows;
    QTreeWidget *m_list;
    QPlainTextEdit *m_json;
};

} // namespace relaybook
