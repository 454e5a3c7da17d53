// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/batchresults.h"

#include "models/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/wholerowtext.h"

#include <QCheckBox>
#include <QIcon>
#include <QListView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

constexpr int batchResultsHeight = 170;

QIcon iconOfResult(const Theme &theme, BatchRun::State state)
{
    switch (state) {
    case BatchRun::State::Waiting:
    case BatchRun::State::Running:
        return theme.icon(Icon::Clock, Role::QuietText);
    case BatchRun::State::Done:
    case BatchRun::State::Unchanged:
        return theme.icon(Icon::Check, Role::Good);
    case BatchRun::State::Skipped:
        return theme.icon(Icon::Info, Role::QuietText);
    case BatchRun::State::Gone:
    case BatchRun::State::Failed:
    case BatchRun::State::Unknown:
    case BatchRun::State::Changed:
        break;
    }
    return theme.icon(Icon::Alert, Role::Warning);
}

bool wasNotDone(BatchRun::State state)
{
    return state == BatchRun::State::Failed || state == BatchRun::State::Unknown ||
           state == BatchRun::State::Changed || state == BatchRun::State::Gone;
}

} // namespace

BatchRunModel::BatchRunModel(const BatchRun &run, TextOfRow text, const Theme &theme,
                             QObject *parent)
    : QAbstractListModel(parent)
    , m_run(run)
    , m_text(std::move(text))
    , m_theme(theme)
    , m_count(static_cast<int>(run.size()))
{
    connect(&run, &BatchRun::rowChanged, this, [this](qint64 row) {
        if (const QModelIndex changed = indexOf(row); changed.isValid()) {
            Q_EMIT dataChanged(changed, changed);
        }
    });
    connect(&run, &BatchRun::changed, this, &BatchRunModel::follow);
    follow();
}

void BatchRunModel::follow()
{
    std::vector<qint64> order;
    m_problems = 0;
    const qint64 size = m_run.size();
    if (!m_run.isRunning()) {
        for (qint64 row = 0; row < size; ++row) {
            if (wasNotDone(m_run.row(row).state)) {
                order.push_back(row);
            }
        }
        m_problems = static_cast<qint64>(order.size());
        for (qint64 row = 0; row < size && m_problems > 0 && !m_isOnlyProblems; ++row) {
            if (!wasNotDone(m_run.row(row).state)) {
                order.push_back(row);
            }
        }
    }
    const auto count = static_cast<int>(order.empty() ? size : static_cast<qint64>(order.size()));
    if (m_count != count || m_order != order) {
        beginResetModel();
        m_count = count;
        m_order = std::move(order);
        endResetModel();
    } else if (m_count > 0) {
        Q_EMIT dataChanged(index(0), index(m_count - 1));
    }
}

void BatchRunModel::showOnlyProblems(bool only)
{
    m_isOnlyProblems = only;
    follow();
}

qint64 BatchRunModel::rowAt(int place) const
{
    return m_order.empty() ? place : m_order.at(static_cast<std::size_t>(place));
}

QModelIndex BatchRunModel::indexOf(qint64 row) const
{
    if (m_order.empty()) {
        return index(static_cast<int>(row));
    }
    const auto found = std::find(m_order.begin(), m_order.end(), row);
    return found == m_order.end() ? QModelIndex()
                                  : index(static_cast<int>(found - m_order.begin()));
}

int BatchRunModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

QVariant BatchRunModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_count || rowAt(index.row()) >= m_run.size()) {
        return {};
    }
    const qint64 row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return m_text(row);
    case Qt::ToolTipRole:
        return plainToolTip(m_text(row));
    case RowRole:
        return row;
    case Qt::DecorationRole:
        return iconOfResult(m_theme, m_run.row(row).state);
    default:
        return {};
    }
}

BatchResults::BatchResults(const BatchRun &run, const BatchRunModel::TextOfRow &text,
                           const Theme &theme, const QString &name, const QString &accessibleName,
                           QWidget *parent)
    : QWidget(parent)
    , m_run(run)
    , m_model(new BatchRunModel(run, text, theme, this))
    , m_list(new QListView(this))
    , m_only(new QCheckBox(this))
{
    auto *card = new Card(theme, this);
    m_list->setObjectName(name);
    m_list->setAccessibleName(accessibleName);
    m_list->setModel(m_model);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setFrameShape(QFrame::NoFrame);
    card->setFixedHeight(batchResultsHeight);
    auto *framed = new QVBoxLayout(card);
    framed->addWidget(m_list);
    card->setFlush(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(card);
    column->addWidget(new WholeRowText(theme, *m_list, this));
    column->addWidget(m_only);
    m_only->setObjectName(QStringLiteral("onlyNotDone"));
    connect(m_only, &QCheckBox::toggled, m_model, &BatchRunModel::showOnlyProblems);
    connect(&run, &BatchRun::rowChanged, this, &BatchResults::showCurrent);
    connect(&run, &BatchRun::changed, this, &BatchResults::showFilter);
    showFilter();
}

/// After the model has followed.
void BatchResults::showFilter()
{
    const qint64 problems = m_model->problems();
    const bool isUseful = problems > 0 && problems < m_run.size();
    m_only->setVisible(isUseful);
    m_only->setText(tr("Only the %1 that were not done", nullptr, static_cast<int>(problems))
                        .arg(format::count(problems)));
    m_only->setAccessibleName(m_only->text());
    if (!isUseful) {
        m_only->setChecked(false);
    }
}

void BatchResults::showCurrent()
{
    if (const auto current = m_run.current()) {
        m_list->scrollTo(m_model->indexOf(*current));
    }
}

bool BatchResults::selectFirst(BatchRun::State state)
{
    if (m_run.count(state) == 0) {
        return false;
    }
    for (qint64 row = 0; row < m_run.size(); ++row) {
        if (m_run.row(row).state == state) {
            m_list->setCurrentIndex(m_model->indexOf(row));
            return true;
        }
    }
    return false;
}

} // namespace relaybook
