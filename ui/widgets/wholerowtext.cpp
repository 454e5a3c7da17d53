// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wholerowtext.h"

#include <QEvent>
#include <QItemSelectionModel>
#include <QListView>

namespace relaybook {

WholeRowText::WholeRowText(const Theme &theme, QListView &list, QWidget *parent)
    : Label(theme, Role::QuietText, TextStyle::Body, parent)
    , m_list(list)
{
    setObjectName(QStringLiteral("wholeRowText"));
    setWordWrap(true);
    setSelectable(true);
    hide();
    list.viewport()->installEventFilter(this);
    connect(list.selectionModel(), &QItemSelectionModel::currentChanged, this,
            &WholeRowText::follow);
    connect(list.model(), &QAbstractItemModel::dataChanged, this, &WholeRowText::follow);
    connect(list.model(), &QAbstractItemModel::modelReset, this, &WholeRowText::follow);
}

bool WholeRowText::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        follow();
    }
    return Label::eventFilter(watched, event);
}

void WholeRowText::follow()
{
    const QModelIndex current = m_list.currentIndex();
    if (!current.isValid()) {
        hide();
        return;
    }
    const QString whole = current.data(Qt::AccessibleTextRole).toString();
    const bool isCut = m_list.sizeHintForIndex(current).width() > m_list.viewport()->width();
    if (isCut || whole != current.data(Qt::DisplayRole).toString()) {
        setText(whole);
        show();
    } else {
        hide();
    }
}

} // namespace relaybook
