// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the layout of the export dialog.
#include "ui/export/exportdialog.h"

#include "ui/export/exportfilerow.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

/// Tab moves to the selected button of a group, and the arrow keys to the others. Without this, Qt
/// finds the selected button only after a button of the group had the focus.
void tabToChosen(const QButtonGroup &group)
{
    const auto buttons = group.buttons();
    for (QAbstractButton *button : buttons) {
        button->setFocusPolicy(button->isChecked() ? Qt::StrongFocus : Qt::ClickFocus);
    }
}

} // namespace

QButtonGroup *ExportDialog::addChoice(const QString &title,
                                      const QList<std::pair<QString, QString>> &buttons)
{
    auto *heading = new Label(theme(), Role::Text, TextStyle::BodyBold, title, this);
    auto *group = new QButtonGroup(this);
    auto *row = new QHBoxLayout;
    row->setSpacing(20);
    int id = 0;
    for (const auto &[name, text] : buttons) {
        auto *button = new QRadioButton(text, this);
        button->setObjectName(name);
        button->setAccessibleName(text);
        group->addButton(button, id++);
        row->addWidget(button);
    }
    row->addStretch(1);
    connect(group, &QButtonGroup::idToggled, this, [group](int, bool on) {
        if (on) {
            tabToChosen(*group);
        }
    });
    auto *column = new QVBoxLayout;
    column->setSpacing(6);
    column->addWidget(heading);
    column->addLayout(row);
    contentLayout()->addLayout(column);
    return group;
}

void ExportDialog::build()
{
    // The button ids are those of ExportWhat and ExportFormat, and 0 and 1 for no and yes.
    m_what = addChoice(tr("Data"), {{QStringLiteral("exportTransactions"), tr("Transactions")},
                                    {QStringLiteral("exportProxies"), tr("Proxies")},
                                    {QStringLiteral("exportSubUsers"), tr("Sub-users")},
                                    {QStringLiteral("exportOrders"), tr("Orders")},
                                    {QStringLiteral("exportBreaks"), tr("Gaps in balance")}});
    m_rows = addChoice(tr("Rows"), {{QStringLiteral("rowsAll"), tr("All")},
                                    {QStringLiteral("rowsFiltered"), tr("Matching the filter")}});
    m_extent = new Banner(theme(), Banner::Shape::Stacked, this);
    m_extent->setObjectName(QStringLiteral("exportExtent"));
    m_extent->hide();
    contentLayout()->addWidget(m_extent);
    m_columns = addChoice(tr("Columns"), {{QStringLiteral("columnsAll"), tr("All")},
                                          {QStringLiteral("columnsShown"), tr("As in the table")}});
    m_format = addChoice(tr("Format"), {{QStringLiteral("formatCsv"), tr("CSV")},
                                        {QStringLiteral("formatCsvExcel"), tr("CSV for Excel")},
                                        {QStringLiteral("formatJson"), tr("JSON")},
                                        {QStringLiteral("formatXlsx"), tr("Excel (XLSX)")}});
    m_file = new ExportFileRow(m_context, this);
    contentLayout()->addWidget(m_file);
    connect(m_file, &ExportFileRow::pathChanged, this, &ExportDialog::whenPathChanged);
    connect(m_file, &ExportFileRow::pathChosen, submitButton(), qOverload<>(&QWidget::setFocus));
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("exportProgress"));
    m_progress->setAccessibleName(tr("Rows written"));
    m_progress->setTextVisible(false);
    m_progress->hide();
    contentLayout()->addWidget(m_progress);
}

} // namespace relaybook
