// SPDX-License-Identifier: GPL-3.0-or-later
// List of the rows of a BatchRun in a dialog, each with its result as a sentence and an icon.
#pragma once

#include "models/account/batchrun.h"

#include <QAbstractListModel>
#include <QWidget>

#include <functional>

class QListView;

namespace relaybook {

class Theme;

/// The text is asked for rows in view only.
class BatchRunModel : public QAbstractListModel
{
    Q_OBJECT

public:
    /// The name of a row and what became of it.
    using TextOfRow = std::function<QString(qint64 row)>;
    BatchRunModel(const BatchRun &run, TextOfRow text, const Theme &theme,
                  QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    void follow();

    const BatchRun &m_run;
    TextOfRow m_text;
    const Theme &m_theme;
    int m_count = 0; ///< a run may get other rows before the views know
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

    const BatchRun &m_run;
    BatchRunModel *m_model;
    QListView *m_list;
};

} // namespace relaybook
