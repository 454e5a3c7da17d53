// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/warningtext.h"

#include "models/text/format.h"
#include "ui/attention/attentiontext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace relaybook {

namespace {

struct WarningWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::WarningText)
};

constexpr qsizetype longestWarningTitle = 120;
constexpr qsizetype longestWarningText = 300;

/// What it is, without a name and an amount.
QString plainWarning(const Warning &warning)
{
    switch (warning.kind) {
    case WarningKind::OutOfTraffic:
        return warning.entry.kind == AttentionKind::SubUserRunsOut
                   ? WarningWords::tr("The traffic of a sub-user lasts less than a day")
                   : WarningWords::tr("Your traffic lasts less than a day");
    case WarningKind::UnknownOrder:
        return WarningWords::tr("The result of an order is unknown");
    case WarningKind::DoubleCharge:
        break;
    }
    return WarningWords::tr("A purchase may be charged twice");
}

/// "Orders whose result is unknown: 2" for each kind.
QString countsOfKinds(const std::vector<Warning> &warnings)
{
    QStringList counts;
    for (const WarningKind kind : warningKinds) {
        const auto count = std::count_if(warnings.begin(), warnings.end(),
                                         [kind](const Warning &each) { return each.kind == kind; });
        if (count > 0) {
            counts.append(WarningWords::tr("%1: %2.", "a kind of warning, how many")
                              .arg(warningKindText(kind), format::count(count)));
        }
    }
    return counts.join(u' ');
}

} // namespace

QString warningKindText(WarningKind kind)
{
    switch (kind) {
    case WarningKind::OutOfTraffic:
        return WarningWords::tr("Traffic that lasts less than a day");
    case WarningKind::UnknownOrder:
        return WarningWords::tr("Orders whose result is unknown");
    case WarningKind::DoubleCharge:
        break;
    }
    return WarningWords::tr("Purchases that may be charged twice");
}

WarningText warningText(const std::vector<Warning> &warnings, const SessionOf &sessionOf,
                        bool hidden)
{
    if (warnings.empty()) {
        return {};
    }
    if (warnings.size() > 1) {
        return {attentionCountText(static_cast<qint64>(warnings.size())), countsOfKinds(warnings)};
    }
    const Warning &warning = warnings.front();
    AccountSession *session = hidden ? nullptr : sessionOf(warning.account);
    if (session == nullptr) {
        return {plainWarning(warning), {}};
    }
    const AttentionText words = attentionText(warning.entry, *session);
    return {format::shortened(words.title, longestWarningTitle),
            format::shortened(QString(words.text).replace(u'\n', QStringLiteral(" · ")),
                              longestWarningText)};
}

} // namespace relaybook
