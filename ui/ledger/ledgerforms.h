// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the earlier versions of a transaction with the current one: only the fields that differ.
#pragma once

#include "models/accounts/accountsession.h"

class QTreeWidget;
class QWidget;

namespace relaybook {

class Theme;

struct FieldChange
{
    QString path;
    QString before; ///< "—" if the field did not exist
    QString after;
    friend bool operator==(const FieldChange &, const FieldChange &) = default;
};

/// In the order of the fields of the later version; removed fields are at the end.
[[nodiscard]] std::vector<FieldChange> changesBetween(const QByteArray &earlier,
                                                      const QByteArray &later);

[[nodiscard]] QTreeWidget *makeFormsTree(const Theme &theme, QWidget *parent);
/// Adds one branch per version, the oldest first; each is compared with the version after it.
void fillForms(QTreeWidget &tree, const std::vector<TransactionVersion> &forms,
               const Transaction &present);

} // namespace relaybook
