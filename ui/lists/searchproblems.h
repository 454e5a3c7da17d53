// SPDX-License-Identifier: GPL-3.0-or-later
// Shows under the search field which words of a query were not understood.
#pragma once

#include "ui/widgets/label.h"

#include <QStringList>
#include <QTimer>

namespace relaybook {

/// Hidden while there is nothing to say. While the user is typing, a query is often not valid yet:
/// problems are shown only after a pause.
class SearchProblems : public Label
{
    Q_OBJECT

public:
    SearchProblems(const Theme &theme, QWidget *parent);

    /// One sentence each.
    void setProblems(const QStringList &problems);

private:
    void showProblems();

    QStringList m_problems;
    QTimer m_pause;
};

} // namespace relaybook
