// SPDX-License-Identifier: GPL-3.0-or-later
// List of the rows of a BatchRun in a dialog, each with its result as a sentence and an icon.
#pragma once

#include "models/account/batchrun.h"

#include <QAbstractListModel>
#include <QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QListView;

namespace relaybook {

class Theme;

/// The text is asked for rows in view only. While the run works, the rows are in its order; then
/// those that were not done come first.
class BatchRunModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { RowRole = Qt::UserRole }; ///< the row of the run
    /// The name of a row and what became of it.
    using TextOfRow = std::function<QString(qint64 row)>;
    BatchRunModel(const BatchRun &run, TextOfRow text, const Theme &theme,
                  QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QModelIndex indexOf(qint64 row) const;
    /// How many were not done, while the run does not work.
    [[nodiscard]] qint64 problems() const { return m_problems; }
    /// Leaves out the others.
    void showOnlyProblems(bool only);

private:
    void follow();
    [[nodiscard]] qint64 rowAt(int place) const;

    const BatchRun &m_run;
    TextOfRow m_text;
    const Theme &m_theme;
    int m_count = 0; ///< a run may get other rows before the views know
    /// The rows of the run in the order of this list; empty: that of the run.
    std::vector<qint64> m_order;
    qint64 m_problems = 0;
    bool m_isOnlyProblems = false;
};

/// The list of a run, with the whole text of the current row below it. Scrolls to the row that is
/// being worked on.
class BatchResults : public QWidget
{
    Q_OBJECT

public:
    /// `name` is the object name of the list, `accessibleName` what screen readers call it.
    BatchResults(const BatchRun &run, const BatchRunModel::TextOfRow &text, const Theme &theme,
                 const QString &name, const QString &accessibleName, QWidget *parent);

    /// Selects the first row in this state; returns false if there is none.
    bool selectFirst(BatchRun::State state);

private:
    void showCurrent();
    void showFilter();

    const BatchRun &m_run;
    BatchRunModel *m_model;
    QListView *m_list;
    QCheckBox *m_only;
};

} // namespace relaybook
