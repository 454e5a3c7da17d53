// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the layout of a list page, and restores it as the user left it.
#include "models/accounts/accountsession.h"
#include "ui/base/settings.h"
#include "ui/lists/detailpane.h"
#include "ui/lists/listbanners.h"
#include "ui/lists/listfilters.h"
#include "ui/lists/listnote.h"
#include "ui/lists/listpage.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/detailsplitter.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/tableview.h"

#include <QPushButton>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int inspectorWidth = 290;

QToolButton *makeTool(const Theme &theme, Icon icon, const QString &name, const QString &objectName,
                      QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setIcon(theme.icon(icon));
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

void ListPage::buildHeader()
{
    m_header = new PageHeader(theme(), m_setup.title, this);
    m_cancelCopy = new QPushButton(tr("Cancel"), m_header);
    m_cancelCopy->setObjectName(QStringLiteral("cancelCopyButton"));
    m_cancelCopy->setAccessibleName(tr("Cancel copying"));
    m_cancelCopy->setAutoDefault(false);
    setButtonKind(*m_cancelCopy, ButtonKind::Link);
    m_cancelCopy->hide();
    m_header->addWidget(m_cancelCopy);
    m_note = new ListNote(*m_header, this);

    m_search = new SearchField(theme(), m_header);
    m_search->setShortcutHint(QKeySequence(QKeySequence::Find));
    m_search->setAccessibleName(m_setup.searchHint);
    m_search->setToolTip(m_setup.searchHint);
    m_header->addWidget(m_search);
    m_filters = new ListFilters(m_context, m_setup.name, *m_search, *m_model, this);

    m_columnsButton = makeTool(theme(), Icon::Columns, tr("Choose columns"),
                               QStringLiteral("columnsButton"), m_header);
    m_header->addWidget(m_columnsButton);
    m_inspectorButton = makeTool(theme(), Icon::Inspector, tr("Show details beside the table"),
                                 QStringLiteral("inspectorButton"), m_header);
    m_inspectorButton->setCheckable(true);
    m_header->addWidget(m_inspectorButton);
}

void ListPage::buildBody()
{
    m_banners = new ListBanners(m_context, m_setup.area, this,
                                [this](ListState::Body body) { return contentFor(body); });

    m_splitter = new DetailSplitter(inspectorWidth, this);
    m_splitter->setObjectName(QStringLiteral("listSplitter"));
    m_tableCard = new Card(theme(), m_splitter);
    m_tableColumn = new QVBoxLayout(m_tableCard);
    m_tableColumn->setSpacing(0);
    m_tableCard->setFlush(true);
    m_table = new TableView(theme(), m_tableCard);
    m_table->setObjectName(QStringLiteral("table"));
    m_table->setAccessibleName(m_setup.title);
    m_table->setLeastRows(leastListRows);
    m_table->setSearchField(m_search);
    m_tableColumn->addWidget(m_table, 1);
    m_details = new DetailPane(theme(), m_setup.nothingChosen, m_splitter);
    m_splitter->addWidget(m_tableCard);
    m_splitter->addWidget(m_details);

    m_emptyCard = new Card(theme(), this);
    m_emptyCard->setObjectName(QStringLiteral("emptyCard"));
    m_empty = new EmptyState(theme(), m_emptyCard);
    m_empty->setObjectName(QStringLiteral("emptyState"));
    auto *inside = new QVBoxLayout(m_emptyCard);
    inside->addWidget(m_empty);

    m_bodies = new QStackedLayout;
    m_bodies->addWidget(m_splitter);
    m_bodies->addWidget(m_emptyCard);
    setEmptyHeightNeeded(false);
    m_column = new QVBoxLayout(this);
    fitGaps();
    m_column->addWidget(m_header);
    m_column->addWidget(m_banners->trouble());
    m_column->addWidget(m_banners->unreadable());
    m_column->addLayout(m_bodies, 1);
}

/// Makes the gaps narrower in a low window: together they save the height of a row.
void ListPage::fitGaps()
{
    constexpr int lowPage = 520;
    constexpr int side = 20;
    // A page may be higher than the window and scroll.
    const int seen = parentWidget() ? parentWidget()->height() : height();
    if (seen < metric::scaled(lowPage, fontMetrics())) {
        m_column->setContentsMargins(side, 8, side, 8);
        m_column->setSpacing(8);
    } else {
        m_column->setContentsMargins(side, 12, side, 14);
        m_column->setSpacing(12);
    }
}

void ListPage::addHeaderWidget(QWidget *widget)
{
    m_header->insertBefore(m_columnsButton, widget);
}

void ListPage::addExportButton(const QString &accessibleName, const QString &toolTip)
{
    auto *button = new QPushButton(tr("Export…"), m_header);
    button->setObjectName(QStringLiteral("exportButton"));
    button->setAccessibleName(accessibleName);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    addHeaderWidget(button);
    connect(button, &QPushButton::clicked, this, &ListPage::exportRequested);
}

void ListPage::addAddButton(const QString &accessibleName)
{
    m_addButton = new QPushButton(tr("Add by id…"), m_header);
    m_addButton->setObjectName(QStringLiteral("addButton"));
    m_addButton->setAccessibleName(accessibleName);
    m_addButton->setAutoDefault(false);
    m_header->addWidget(m_addButton);
    connect(m_addButton, &QPushButton::clicked, this, &ListPage::openAddDialog);
    connect(this, &Page::commandsChanged, m_addButton,
            [this] { m_addButton->setVisible(canAdd()); });
}

void ListPage::addAbove(QWidget *widget)
{
    m_column->insertWidget(m_column->count() - 1, widget);
}

void ListPage::addOutdatedMark()
{
    Inspector &inspector = m_details->summary();
    m_outdated = new Banner(theme(), Banner::Shape::Stacked, &inspector);
    m_outdated->setObjectName(QStringLiteral("outdatedMark"));
    m_outdated->hide();
    inspector.addWidget(m_outdated);
}

QPushButton *ListPage::addForSeveral(const QString &text, const QString &objectName)
{
    auto *button = new QPushButton(text, &m_details->several());
    button->setObjectName(objectName);
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    m_details->several().addWidget(button);
    return button;
}

void ListPage::setFooter(QWidget *footer)
{
    m_tableColumn->addWidget(footer);
}

void ListPage::restoreLayout()
{
    const QByteArray split = m_context.settings.bytes(Setting::SplitterState, m_setup.name);
    // If the user never arranged it, the page's default applies.
    const bool shown = split.isEmpty()
                           ? m_setup.inspectorAtFirst
                           : m_context.settings.flag(Setting::InspectorShown, m_setup.name);
    m_splitter->arrange(split);
    m_details->setVisible(shown);
    m_inspectorButton->setChecked(shown);
}

bool ListPage::isInspectorShown() const
{
    return m_details->isVisibleTo(m_splitter);
}

void ListPage::setInspectorShown(bool shown)
{
    const bool hadFocus = m_details->isAncestorOf(focusWidget());
    m_details->setVisible(shown);
    m_inspectorButton->setChecked(shown);
    if (!shown && hadFocus) {
        m_table->setFocus(Qt::OtherFocusReason);
    }
    m_context.settings.setValue(Setting::InspectorShown, shown, m_setup.name);
    m_context.settings.setValue(Setting::SplitterState, m_splitter->arrangement(), m_setup.name);
}

} // namespace relaybook
