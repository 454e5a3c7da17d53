// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/noterunmodel.h"

#include "models/account/storedrows.h"
#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

constexpr qsizetype longestNameShown = 80;

struct NoteRunWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::NoteRunWords)
};

QIcon iconOf(const Theme &theme, NoteRun::State state)
{
    switch (state) {
    case NoteRun::State::Waiting:
    case NoteRun::State::Running:
        return theme.icon(Icon::Clock, Role::QuietText);
    case NoteRun::State::Saved:
    case NoteRun::State::Unchanged:
        return theme.icon(Icon::Check, Role::Good);
    case NoteRun::State::Gone:
    case NoteRun::State::NotSaved:
        break;
    }
    return theme.icon(Icon::Alert, Role::Warning);
}

} // namespace

QString noteResultText(const NoteRun::Row &row)
{
    switch (row.state) {
    case NoteRun::State::Waiting:
        return NoteRunWords::tr("Waiting");
    case NoteRun::State::Running:
        return NoteRunWords::tr("Saving…");
    case NoteRun::State::Saved:
        return NoteRunWords::tr("Saved");
    case NoteRun::State::Unchanged:
        return NoteRunWords::tr("Has this note already");
    case NoteRun::State::Gone:
        return NoteRunWords::tr("This sub-user was deleted");
    case NoteRun::State::NotSaved:
        break;
    }
    if (row.isNoteUnknown) {
        return NoteRunWords::tr("Not saved: its present note is not known, and this service does "
                                "not show it");
    }
    if (!row.error) {
        return NoteRunWords::tr("Not saved");
    }
    const QString words = serviceText(*row.error);
    const QString why = words.isEmpty() ? errorText(*row.error).title : words;
    return row.error->mayHaveHappened
               ? NoteRunWords::tr("It is not known whether it was saved: %1").arg(why)
               : NoteRunWords::tr("Not saved: %1").arg(why);
}

NoteRunModel::NoteRunModel(const NoteRun &run, const StoredRows &stored, const Theme &theme,
                           QObject *parent)
    : QAbstractListModel(parent)
    , m_run(run)
    , m_stored(stored)
    , m_theme(theme)
{
    connect(&run, &NoteRun::rowChanged, this, [this](qint64 row) {
        const QModelIndex changed = index(static_cast<int>(row));
        Q_EMIT dataChanged(changed, changed);
    });
}

void NoteRunModel::reload()
{
    beginResetModel();
    m_count = static_cast<int>(m_run.rows().size());
    endResetModel();
}

int NoteRunModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

QVariant NoteRunModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const NoteRun::Row &row = m_run.rows().at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: {
        const auto stored = m_stored.subUser(row.id);
        const QString name = stored ? format::subUserName(*stored) : row.id.text();
        return NoteRunWords::tr("%1: %2", "name of a sub-user, what became of its note")
            .arg(isolated(format::shortened(name, longestNameShown)), noteResultText(row));
    }
    case Qt::DecorationRole:
        return iconOf(m_theme, row.state);
    default:
        return {};
    }
}

} // namespace relaybook
