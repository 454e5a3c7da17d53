// SPDX-License-Identifier: GPL-3.0-or-later
// List of the sub-users whose notes are written together, each with its result as a sentence and an
// icon. Names are read from the store for the rows in view only.
#pragma once

#include "models/subusers/noterun.h"

#include <QAbstractListModel>

namespace relaybook {

class Theme;

class NoteRunModel : public QAbstractListModel
{
    Q_OBJECT

public:
    NoteRunModel(const NoteRun &run, const StoredRows &stored, const Theme &theme,
                 QObject *parent = nullptr);

    /// To be called when the run has other rows.
    void reload();
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    const NoteRun &m_run;
    const StoredRows &m_stored;
    const Theme &m_theme;
    int m_count = 0;
};

/// The result of a row: "Saved", or why not.
[[nodiscard]] QString noteResultText(const NoteRun::Row &row);

} // namespace relaybook
