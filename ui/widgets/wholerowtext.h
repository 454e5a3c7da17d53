// SPDX-License-Identifier: GPL-3.0-or-later
// Label below a list that shows the whole text of the list's current row, if the list cuts it off
// or has more to say about it.
#pragma once

#include "ui/widgets/label.h"

class QListView;

namespace relaybook {

/// The whole text is the row's text for screen readers. The label is hidden while the list shows
/// all of it.
class WholeRowText : public Label
{
    Q_OBJECT

public:
    /// `list` has its model already.
    WholeRowText(const Theme &theme, QListView &list, QWidget *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow();

    QListView &m_list;
};

} // namespace relaybook
