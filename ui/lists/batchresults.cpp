// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/batchresults.h"

#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/wholerowtext.h"

#include <QIcon>
#include <QListView>
#include <QVBoxLayout>

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
        const QModelIndex changed = index(static_cast<int>(row));
        Q_EMIT dataChanged(changed, changed);
    });
    connect(&run, &BatchRun::changed, this, &BatchRunModel::follow);
}

void BatchRunModel::follow()
{
    if (m_count != m_run.size()) {
        beginResetModel();
        m_count = static_cast<int>(m_run.size());
        endResetModel();
    } else if (m_count > 0) {
        Q_EMIT dataChanged(index(0), index(m_count - 1));
    }
}

int BatchRunModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

QVariant BatchRunModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_count || index.row() >= m_run.size()) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return m_text(index.row());
    case Qt::ToolTipRole:
        return plainToolTip(m_text(index.row()));
    case Qt::DecorationRole:
        return iconOfResult(m_theme, m_run.row(index.row()).state);
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
    connect(&run, &BatchRun::rowChanged, this, &BatchResults::showCurrent);
}

void BatchResults::showCurrent()
{
    if (const auto current = m_run.current()) {
        m_list->scrollTo(m_model->index(static_cast<int>(*current)));
    }
}

bool BatchResults::selectFirst(BatchRun::State state)
{
    if (m_run.count(state) == 0) {
        return false;
    }
    for (qint64 row = 0; row < m_run.size(); ++row) {
        if (m_run.row(row).state == state) {
            m_list->setCurrentIndex(m_model->index(static_cast<int>(row)));
            return true;
        }
    }
    return false;
}

} // namespace relaybook
