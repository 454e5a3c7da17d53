// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/accesslinemodel.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

constexpr qsizetype longestRuleShown = 120;

struct AccessLineText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::AccessLineText)
};

QString goodText(const AccessLine &line)
{
    if (line.letsAllIn) {
        return AccessLineText::tr("Will be added. It lets every address in.");
    }
    const QString typed = line.text.left(line.text.indexOf(u'#')).trimmed();
    return typed.compare(line.value, Qt::CaseInsensitive) == 0
               ? AccessLineText::tr("Will be added.")
               : AccessLineText::tr("Will be added as %1.").arg(line.value);
}

} // namespace

QString accessVerdictText(const AccessLine &line)
{
    using Verdict = AccessLine::Verdict;
    switch (line.verdict) {
    case Verdict::Good:
        return goodText(line);
    case Verdict::NotAnAddress:
        return AccessLineText::tr("Not an IP address or network, such as 203.0.113.0/24.");
    case Verdict::NotADomain:
        return AccessLineText::tr("Not a domain, such as example.com or *.example.com.");
    case Verdict::AddressAsDomain:
        return AccessLineText::tr("An IP address. The blocklist takes domains.");
    case Verdict::TooLong:
        return AccessLineText::tr("Longer than 255 characters.");
    case Verdict::Known:
        return AccessLineText::tr("Already in the list.");
    case Verdict::Repeated:
        return AccessLineText::tr("The same as an earlier line.");
    case Verdict::Covered:
        return AccessLineText::tr("Already covered by %1.").arg(line.other);
    case Verdict::Refused:
        return line.other.isEmpty()
                   ? AccessLineText::tr("Refused by the service.")
                   : AccessLineText::tr("Refused by the service: %1").arg(line.other);
    }
    return {};
}

AccessLineModel::AccessLineModel(const Theme &theme, QObject *parent)
    : QAbstractListModel(parent)
    , m_theme(theme)
{
}

void AccessLineModel::setLines(std::vector<AccessLine> lines)
{
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

int AccessLineModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant AccessLineModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const AccessLine &line = m_lines.at(static_cast<size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return tr("Line %1: “%2”. %3", "line number, what was pasted, what becomes of it")
            .arg(QString::number(line.number),
                 isolated(privateText(format::shortened(line.text, longestRuleShown))),
                 accessVerdictText(line));
    case Qt::DecorationRole:
        if (line.isGood()) {
            return line.letsAllIn ? m_theme.icon(Icon::Warning, Role::Warning)
                                  : m_theme.icon(Icon::Good, Role::Good);
        }
        return line.isDone() ? m_theme.icon(Icon::Info, Role::QuietText)
                             : m_theme.icon(Icon::Bad, Role::Bad);
    default:
        return {};
    }
}

void AccessRuleModel::setRules(std::vector<AccessRule> rules)
{
    if (rules == m_rules) {
        return; // keeps the selection
    }
    beginResetModel();
    m_rules = std::move(rules);
    endResetModel();
}

int AccessRuleModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rules.size());
}

QVariant AccessRuleModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const AccessRule &rule = m_rules.at(static_cast<size_t>(index.row()));
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) {
        return {};
    }
    const QString pattern =
        isolated(privateText(format::shortened(rule.pattern, longestRuleShown)));
    return rule.comment.trimmed().isEmpty()
               ? pattern
               : tr("%1 · %2", "rule, comment")
                     .arg(pattern,
                          isolated(privateText(format::shortened(rule.comment, longestRuleShown))));
}

} // namespace relaybook
