// SPDX-License-Identifier: GPL-3.0-or-later
// Formats values as lines of text, so that tests can compare them with readable texts.

#pragma once

#include "api/types/account.h"
#include "api/types/apierror.h"
#include "api/types/done.h"
#include "api/types/listof.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "api/types/transaction.h"

#include <QStringList>

namespace relaybook::testing {

/// One line per member, "name: value"; empty or absent members are left out. Secrets are printed:
/// they are made up for the tests.
QStringList describe(const ApiError &error);
QStringList describe(const Account &account);
QStringList describe(const Balance &balance);
QStringList describe(const ResellerBalance &balance);
QStringList describe(const PersonalToken &token);
QStringList describe(const ResellerToken &token);
QStringList describe(const TopUpReceipt &receipt);
QStringList describe(const Category &category);
QStringList describe(const Analytics &analytics);
QStringList describe(const Done &done);
QStringList describe(const Proxy &proxy);
QStringList describe(const ProxyTraffic &traffic);
QStringList describe(const Place &place);
QStringList describe(const SubUser &subUser);
QStringList describe(const NoteAnswer &answer);
QStringList describe(const TrafficMove &move);
QStringList describe(const SubUserTraffic &traffic);
QStringList describe(const Allocation &allocation);
QStringList describe(const AccessRule &rule);
QStringList describe(const RuleAnswer &answer);
QStringList describe(const Transaction &transaction);
QStringList describe(const UnreadableRow &row);
QStringList describe(const UnreadableListRow &row);
QStringList describe(const TransactionPage &page);
QStringList describe(const PageMeta &meta);
QStringList describe(const PriceList &prices);
QStringList describe(const QByteArray &json);
QString describe(ErrorKind kind);

/// The lines of a part, indented under its name.
QStringList indented(const QString &name, const QStringList &lines);

template <class T>
QStringList describe(const std::vector<T> &items)
{
    QStringList lines;
    for (std::size_t i = 0; i < items.size(); ++i) {
        lines +=
            indented(QLatin1Char('[') + QString::number(i) + QLatin1Char(']'), describe(items[i]));
    }
    return lines.isEmpty() ? QStringList(QStringLiteral("none")) : lines;
}

template <class T>
QStringList describe(const ListOf<T> &list)
{
    QStringList lines = describe(list.items);
    if (list.unreadable > 0) {
        lines += QStringLiteral("unreadable: %1").arg(list.unreadable);
    }
    return lines;
}

template <class T>
QStringList describe(const PageOf<T> &page)
{
    QStringList lines = describe(page.items);
    if (!page.unreadable.empty()) {
        lines += indented(QStringLiteral("unreadable"), describe(page.unreadable));
    }
    if (page.meta) {
        lines += describe(*page.meta);
    }
    return lines;
}

} // namespace relaybook::testing
