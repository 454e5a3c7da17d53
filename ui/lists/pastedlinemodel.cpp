// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/pastedlinemodel.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct PastedLineWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::PastedLine)
};

constexpr qsizetype longestLineShown = 80;

struct LineLook
{
    Icon icon;
    Role role;
};

LineLook lookOf(PastedLine::Verdict verdict)
{
    switch (verdict) {
    case PastedLine::Verdict::Good:
        return {Icon::Check, Role::Good};
    case PastedLine::Verdict::Known:
    case PastedLine::Verdict::Repeated:
        return {Icon::Info, Role::QuietText};
    case PastedLine::Verdict::NoUuid:
    case PastedLine::Verdict::NoNumber:
    case PastedLine::Verdict::LongName:
    case PastedLine::Verdict::WrongKind:
    case PastedLine::Verdict::BeyondLimit:
        break;
    }
    return {Icon::Alert, Role::Warning};
}

} // namespace

QString verdictText(PastedLine::Verdict verdict)
{
    switch (verdict) {
    case PastedLine::Verdict::Good:
        return PastedLineWords::tr("Will be added.");
    case PastedLine::Verdict::Known:
        return PastedLineWords::tr("Is already in the table.");
    case PastedLine::Verdict::Repeated:
        return PastedLineWords::tr("Is also on an earlier line.");
    case PastedLine::Verdict::NoUuid:
        return PastedLineWords::tr("This is not a proxy id.");
    case PastedLine::Verdict::NoNumber:
        return PastedLineWords::tr("A sub-user id is a whole number.");
    case PastedLine::Verdict::LongName:
        return PastedLineWords::tr("The name has more than %1 characters.").arg(longestLocalName);
    case PastedLine::Verdict::WrongKind:
        return PastedLineWords::tr("This is an id of another kind.");
    case PastedLine::Verdict::BeyondLimit:
        return PastedLineWords::tr("Not added: at most %1 at once. Add it next time.")
            .arg(format::count(mostPastedIds));
    }
    return {};
}

PastedLineModel::PastedLineModel(const Theme &theme, QObject *parent)
    : QAbstractListModel(parent)
    , m_theme(theme)
{
}

void PastedLineModel::setLines(std::vector<PastedLine> lines)
{
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

int PastedLineModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant PastedLineModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const PastedLine &line = m_lines.at(static_cast<size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return tr("Line %1: “%2”. %3", "line number, what was pasted, what becomes of it")
            .arg(QString::number(line.number),
                 isolated(privateText(format::shortened(line.text, longestLineShown))),
                 verdictText(line.verdict));
    case Qt::DecorationRole: {
        const LineLook look = lookOf(line.verdict);
        return m_theme.icon(look.icon, look.role);
    }
    default:
        return {};
    }
}

} // namespace relaybook
