// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tableheader.h"

#include "ui/theme/theme.h"
#include "ui/widgets/tabledelegate.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QStyleOptionHeader>

namespace relaybook {

TableHeader::TableHeader(const Theme &theme, QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("tableHeader"));
    setAccessibleName(tr("Columns"));
    setSectionsMovable(true);
    setSectionsClickable(true);
    setHighlightSections(false);
    setSortIndicatorShown(true);
    setMinimumSectionSize(48);
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    viewport()->setAutoFillBackground(false);
    connect(&theme, &Theme::changed, this, &TableHeader::follow);
    follow();
}

void TableHeader::follow()
{
    setFont(m_theme.font(TextStyle::CaptionBold));
    setFixedHeight(m_theme.rowHeight());
    viewport()->update();
}

void TableHeader::initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    if (!model()) {
        return;
    }
    const QVariant said = model()->headerData(logicalIndex, Qt::Horizontal, Qt::TextAlignmentRole);
    const auto asked = [&] { return standsAtEnd(cellKind(model()->index(0, logicalIndex))); };
    const std::optional<bool> reported = alignedAtEnd(said);
    const bool atEnd = reported ? *reported : asked();
    option->textAlignment = (atEnd ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

void TableHeader::fillColumnMenu(QMenu &menu)
{
    for (int visual = 0; visual < count(); ++visual) {
        const int column = logicalIndex(visual);
        QAction *action = menu.addAction(QString());
        action->setData(column);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, column, &menu](bool shown) {
            setColumnShown(column, shown);
            updateColumnMenu(menu);
        });
    }
    updateColumnMenu(menu);
    menu.addSeparator();
    QAction *reset = menu.addAction(tr("Reset columns"));
    connect(reset, &QAction::triggered, this, &TableHeader::resetWanted);
    menu.installEventFilter(this);
}

// The menu may stay open after a choice, and showing a column may hide another one.
void TableHeader::updateColumnMenu(QMenu &menu)
{
    for (QAction *action : menu.actions()) {
        if (!action->isCheckable()) {
            continue;
        }
        const int column = action->data().toInt();
        const QString name = model()->headerData(column, Qt::Horizontal).toString();
        action->setText(m_folded.contains(column)
                            ? tr("%1 (hidden to make room)", "a column").arg(name)
                            : name);
        action->setChecked(!isSectionHidden(column));
        action->setEnabled(isSectionHidden(column) || count() - hiddenSectionCount() > 1);
    }
}

bool TableHeader::eventFilter(QObject *watched, QEvent *event)
{
    auto *menu = qobject_cast<QMenu *>(watched);
    if (menu && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space) {
        QAction *action = menu->activeAction();
        if (action && action->isCheckable() && action->isEnabled()) {
            action->trigger();
            return true;
        }
    }
    return QHeaderView::eventFilter(watched, event);
}

void TableHeader::setColumnShown(int column, bool shown)
{
    m_folded.remove(column);
    setSectionHidden(column, !shown);
    Q_EMIT columnChosen(column, shown);
    Q_EMIT columnsChosen();
    if (shown) {
        Q_EMIT columnShown(column);
    }
}

void TableHeader::setColumnFolded(int column, bool folded)
{
    if (m_folded.contains(column) == folded || (folded && isSectionHidden(column))) {
        return;
    }
    if (folded) {
        m_folded.insert(column);
    } else {
        m_folded.remove(column);
    }
    setSectionHidden(column, folded);
}

bool TableHeader::isColumnShown(int column) const
{
    return !isSectionHidden(column) || m_folded.contains(column);
}

int TableHeader::titleWidth(int column) const
{
    return sectionSizeFromContents(column).width();
}

void TableHeader::contextMenuEvent(QContextMenuEvent *event)
{
    if (!model() || count() == 0) {
        return;
    }
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("columnMenu"));
    menu->setAccessibleName(tr("Columns"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillColumnMenu(*menu);
    menu->popup(event->globalPos());
}

} // namespace relaybook
