// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/failedtestsmodel.h"

#include "models/proxytests/proxytestdesk.h"
#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plaintext.h"

namespace relaybook {

namespace {

constexpr qsizetype longestTestedName = 80;

} // namespace

FailedTestsModel::FailedTestsModel(const ProxyTestDesk &desk, const Theme &theme, QObject *parent)
    : QAbstractListModel(parent)
    , m_desk(desk)
    , m_theme(theme)
{
}

void FailedTestsModel::setBatch(ProxyTestBatch *batch)
{
    beginResetModel();
    if (m_batch) {
        m_batch->disconnect(this);
    }
    m_batch = batch;
    endResetModel();
    if (m_batch) {
        connect(m_batch, &ProxyTestBatch::aboutToFail, this,
                [this] { beginInsertRows({}, rowCount(), rowCount()); });
        connect(m_batch, &ProxyTestBatch::hasFailed, this, [this] { endInsertRows(); });
    }
}

int FailedTestsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_batch ? 0 : static_cast<int>(m_batch->failed().size());
}

QVariant FailedTestsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), false);
    case Qt::AccessibleTextRole:
        return text(index.row(), true);
    case Qt::ToolTipRole:
        return plainToolTip(text(index.row(), true));
    case Qt::DecorationRole:
        return m_theme.icon(Icon::Alert, Role::Bad);
    default:
        return {};
    }
}

QString FailedTestsModel::text(int row, bool withAdvice) const
{
    const ProxyTestBatch::Row &failed =
        m_batch->rows().at(m_batch->failed().at(static_cast<std::size_t>(row)));
    ProxyTestResult result;
    result.outcome = failed.outcome;
    result.stage = failed.stage;
    result.proxyStatus = failed.proxyStatus;
    const ProxyTestFacts facts =
        m_desk.factsOf(failed.tested, m_batch->protocol(), m_batch->page());
    const ProxyTestExplanation why = explain(result, facts);
    const QString name = isolated(format::shortened(facts.name, longestTestedName));
    const bool isLong = withAdvice && !why.advice.isEmpty();
    return tr("%1: %2", "name of a proxy or sub-user, why its test failed")
        .arg(name, isLong ? QString(why.happened % u' ' % why.advice) : why.happened);
}

} // namespace relaybook
