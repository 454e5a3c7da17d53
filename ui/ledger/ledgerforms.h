// SPDX-License-Identifier: GPL-3.0-or-later
// The earlier forms of a transaction beside the present one: only the fields that differ.
#pragma once

#include "models/account/accountsession.h"

class QTreeWidget;
class QWidget;

namespace relaybook {

class Theme;

struct FieldChange
{
    QString path;
    QString before; // "—" where it was not there
    QString after;
    friend bool operator==(const FieldChange &, const FieldChange &) = default;
};

// In the order of the fields of the later form; what is gone stands at the end.
[[nodiscard]] std::vector<FieldChange> changesBetween(const QByteArray &earlier,
                                                      const QByteArray &later);

[[nodiscard]] QTreeWidget *makeFormsTree(const Theme &theme, QWidget *parent);
// One branch a form, the oldest first; each beside the form that came after it.
void fillForms(QTreeWidget &tree, const std::vector<TransactionVersion> &forms,
               const Transaction &present);

} // namespace relaybook
