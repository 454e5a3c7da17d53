// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tableheader.h"

#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tabledelegate.h"

#include <QContextMenuEvent>
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
    setStretchLastSection(true);
    setMinimumSectionSize(48);
    setFixedHeight(metric::headerHeight);
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    viewport()->setAutoFillBackground(false);
    connect(&theme, &Theme::changed, this, &TableHeader::follow);
    follow();
}

void TableHeader::follow()
{
    setFont(m_theme.font(TextStyle::CaptionBold));
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
    const std::optional<bool> told = alignedAtEnd(said);
    const bool atEnd = told ? *told : asked();
    option->textAlignment = (atEnd ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

void TableHeader::fillColumnMenu(QMenu &menu)
{
    for (int visual = 0; visual < count(); ++visual) {
        const int column = logicalIndex(visual);
        const QString name = model()->headerData(column, Qt::Horizontal).toString();
        QAction *action = menu.addAction(name);
        action->setCheckable(true);
        action->setChecked(!isSectionHidden(column));
        action->setEnabled(isSectionHidden(column) || count() - hiddenSectionCount() > 1);
        connect(action, &QAction::toggled, this,
                [this, column](bool shown) { setColumnShown(column, shown); });
    }
    menu.addSeparator();
    QAction *reset = menu.addAction(tr("Reset columns"));
    connect(reset, &QAction::triggered, this, &TableHeader::resetWanted);
}

void TableHeader::setColumnShown(int column, bool shown)
{
    setSectionHidden(column, !shown);
    Q_EMIT columnsChosen();
    if (shown) {
        Q_EMIT columnShown(column);
    }
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
