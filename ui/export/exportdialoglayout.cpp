// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the layout of the export dialog.
#include "ui/export/exportdialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace relaybook {

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
                                        {QStringLiteral("formatJson"), tr("JSON")},
                                        {QStringLiteral("formatXlsx"), tr("Excel (XLSX)")}});
    buildFile();
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("exportProgress"));
    m_progress->setAccessibleName(tr("Rows written"));
    m_progress->setTextVisible(false);
    m_progress->hide();
    contentLayout()->addWidget(m_progress);
    setTabOrder(m_format->button(int(ExportFormat::Xlsx)), m_path);
}

void ExportDialog::buildFile()
{
    auto *holder = new QWidget(this);
    m_path = new QLineEdit(holder);
    m_path->setObjectName(QStringLiteral("pathEdit"));
    m_path->setAccessibleName(tr("File"));
    auto *choose = new QPushButton(tr("Choose…"), holder);
    choose->setObjectName(QStringLiteral("choosePath"));
    choose->setAccessibleName(tr("Choose a file"));
    choose->setAutoDefault(false);
    auto *row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_path, 1);
    row->addWidget(choose);
    holder->setFocusProxy(m_path);
    m_file = new FieldRow(theme(), tr("&File"), holder, this);
    m_file->setObjectName(QStringLiteral("fileRow"));
    contentLayout()->addWidget(m_file);
    connect(choose, &QPushButton::clicked, this, &ExportDialog::choosePath);
    connect(m_path, &QLineEdit::textEdited, this, [this] {
        m_nameIsOurs = false;
        whenPathEdited();
    });
}

QString ExportDialog::formatText(ExportFormat format) const
{
    switch (format) {
    case ExportFormat::Csv:
        return tr("For any spreadsheet or script. A second file next to it describes where the "
                  "rows came from.");
    case ExportFormat::Json:
        return tr("For programs: amounts as exact text, metadata unchanged.");
    case ExportFormat::Xlsx:
        break;
    }
    return tr("For spreadsheets: amounts as numbers, times as dates in UTC with the exact text "
              "next to them.");
}

} // namespace relaybook
