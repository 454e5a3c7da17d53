// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/unreadablerowsdialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int unreadableSheetWidth = 720;
constexpr int unreadableListHeight = 180;
constexpr int unreadableJsonHeight = 160;
constexpr int unreadableIdWidth = 290;

} // namespace

UnreadableRowsDialog::UnreadableRowsDialog(const Theme &theme, std::vector<UnreadableListRow> rows,
                                           qint64 total, QWidget *parent)
    : SheetDialog(theme, tr("Rows that could not be read"), parent)
    , m_rows(std::move(rows))
    , m_list(new QTreeWidget(this))
    , m_json(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("unreadableRowsDialog"));
    const auto shown = static_cast<qint64>(m_rows.size());
    setSubtitle(shown < total ? tr("The first %1 of %2, as the service sent them")
                                    .arg(format::count(shown), format::count(total))
                              : tr("As the service sent them"));
    setSheetWidth(unreadableSheetWidth);
    setCloseOnly();
    buildList();
    m_json->setObjectName(QStringLiteral("unreadableJson"));
    m_json->setAccessibleName(tr("JSON of the selected row"));
    m_json->setReadOnly(true);
    m_json->setTabChangesFocus(true);
    m_json->setMinimumHeight(unreadableJsonHeight);
    contentLayout()->addWidget(m_list);
    contentLayout()->addWidget(m_json);

    auto *copy = new QPushButton(tr("Copy JSON"), this);
    copy->setObjectName(QStringLiteral("copyUnreadableJson"));
    copy->setAccessibleName(tr("Copy the JSON of the selected row"));
    copy->setAutoDefault(false);
    addFooterWidget(copy);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(json()); });
    connect(m_list, &QTreeWidget::currentItemChanged, this, &UnreadableRowsDialog::showJson);
    m_list->setCurrentItem(m_list->topLevelItem(0));
    m_list->setFocus();
}

void UnreadableRowsDialog::buildList()
{
    m_list->setObjectName(QStringLiteral("unreadableList"));
    m_list->setAccessibleName(tr("Rows that could not be read"));
    m_list->setHeaderLabels({tr("Id"), tr("Problem")});
    m_list->setUniformRowHeights(true);
    m_list->setRootIsDecorated(false);
    m_list->setMinimumHeight(unreadableListHeight);
    m_list->header()->resizeSection(0, unreadableIdWidth);
    for (const UnreadableListRow &row : m_rows) {
        new QTreeWidgetItem(m_list, {row.id.isEmpty() ? tr("No id") : shownText(row.id),
                                     shownSentence(row.problem)});
    }
}

QString UnreadableRowsDialog::json() const
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const bool there = row >= 0 && row < static_cast<int>(m_rows.size());
    return there ? QString::fromUtf8(m_rows.at(static_cast<size_t>(row)).raw) : QString();
}

void UnreadableRowsDialog::showJson()
{
    m_json->setPlainText(shownText(privateText(json())));
}

} // namespace relaybook
