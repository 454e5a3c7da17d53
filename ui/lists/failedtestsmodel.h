// SPDX-License-Identifier: GPL-3.0-or-later
// List of the proxies or sub-users of a batch of tests that failed, each with what happened as a
// sentence, and in its tool tip the likely reason. Names are read from the store for the rows in
// view only.
#pragma once

#include <QAbstractListModel>
#include <QPointer>

namespace relaybook {

class ProxyTestBatch;
class ProxyTestDesk;
class Theme;

class FailedTestsModel : public QAbstractListModel
{
    Q_OBJECT

public:
    FailedTestsModel(const ProxyTestDesk &desk, const Theme &theme, QObject *parent = nullptr);

    /// Null: no rows.
    void setBatch(ProxyTestBatch *batch);
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] QString text(int row, bool withAdvice) const;

    const ProxyTestDesk &m_desk;
    const Theme &m_theme;
    QPointer<ProxyTestBatch> m_batch;
};

} // namespace relaybook
