// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rowlist.h"

#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/usagebar.h"

#include <QGridLayout>
#include <QKeyEvent>

namespace relaybook {

namespace {

constexpr int longestRowLabel = 200;

} // namespace

RowList::RowList(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(8);
    setLabelWidth(92);
    // Later: the labels take their new font by the same signal.
    connect(&theme, &Theme::changed, this, &RowList::fitLabels, Qt::QueuedConnection);
    m_grid->setColumnStretch(1, 1);
}

void RowList::setLabelWidth(int width)
{
    m_labelWidth = width;
    fitLabels();
}

// A long name as a label must not push the values out of sight.
void RowList::fitLabels()
{
    m_grid->setColumnMinimumWidth(0, metric::scaled(m_labelWidth, fontMetrics()));
    for (const Line &line : std::as_const(m_lines)) {
        fitLabel(*line.label);
    }
}

void RowList::fitLabel(Label &label) const
{
    const int most = metric::scaled(longestRowLabel, fontMetrics());
    const bool isLong = label.fontMetrics().horizontalAdvance(label.text()) > most;
    label.setWordWrap(isLong);
    label.setMinimumWidth(isLong ? most : 0);
    label.setMaximumWidth(isLong ? most : QWIDGETSIZE_MAX);
}

void RowList::setRows(const QList<Row> &rows)
{
    while (m_lines.size() > rows.size()) {
        removeLine();
    }
    while (m_lines.size() < rows.size()) {
        addLine();
    }
    for (int i = 0; i < rows.size(); ++i) {
        if (i >= m_rows.size() || m_rows.at(i) != rows.at(i)) {
            fillLine(m_lines.at(i), rows.at(i));
        }
    }
    m_rows = rows;
}

void RowList::addLine()
{
    const int row = static_cast<int>(m_lines.size());
    Line line{new Label(m_theme, Role::QuietText, TextStyle::Body, this),
              new Label(m_theme, Role::Text, TextStyle::Body, this)};
    line.label->setAlignment(Qt::AlignLeading | Qt::AlignTop);
    line.value->setAlignment(m_valueAlignment);
    line.value->setWordWrap(true);
    line.value->setObjectName(QStringLiteral("value%1").arg(row));
    line.value->setSelectable(true);
    line.value->setFocusPolicy(row == 0 ? Qt::StrongFocus : Qt::ClickFocus);
    line.value->installEventFilter(this);
    line.label->setBuddy(line.value);
    m_grid->addWidget(line.label, row, 0);
    m_grid->addWidget(line.value, row, 1);
    // A widget that is added to a visible parent stays hidden until show() is called.
    line.label->show();
    line.value->show();
    m_lines.append(line);
}

void RowList::removeLine()
{
    const Line line = m_lines.takeLast();
    delete line.label;
    delete line.value;
}

void RowList::fillLine(const Line &line, const Row &row) const
{
    line.label->setText(withoutKey(row.label)); // it has a buddy
    fitLabel(*line.label);
    line.value->setText(row.value);
    line.value->setRole(textRole(row.tone));
    line.value->setTextStyle(row.mono   ? TextStyle::Mono
                             : row.bold ? TextStyle::BodyBold
                                        : TextStyle::Body);
    line.value->setAccessibleName(row.label);
    line.value->setAccessibleDescription(line.value->text());
}

bool RowList::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        for (int i = 0; step != 0 && i < m_lines.size(); ++i) {
            const int next = i + step;
            if (m_lines.at(i).value != watched || next < 0 || next >= m_lines.size()) {
                continue;
            }
            m_lines.at(next).value->setFocus(Qt::TabFocusReason);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace relaybook
