// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/creationtext.h"

#include "models/account/storedrows.h"
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/base/exacttime.h"
#include "ui/base/notsenttext.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>
#include <QPointer>

namespace relaybook {

namespace {

constexpr int mostLetters = 60;

struct CreationText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::CreationText)
};

// What went wrong between sending the call and its answer.
QString creationLostText(const ProxyOrder &creation)
{
    if (!creation.error) {
        return CreationText::tr("Relaybook closed before the answer arrived.");
    }
    const ApiError &error = *creation.error;
    if (error.kind == ErrorKind::NotUnderstood) {
        return CreationText::tr("It was sent, and the service's answer could not be read.");
    }
    if (error.kind == ErrorKind::Timeout) {
        return CreationText::tr("It was sent, but no complete answer arrived in time.");
    }
    if (error.httpStatus > 0) {
        return CreationText::tr("The service answered with HTTP %1, which does not show what "
                                "happened.",
                                "a number of HTTP")
            .arg(error.httpStatus);
    }
    return CreationText::tr("The connection was lost after it was sent.");
}

QString createdText(const ProxyOrder &creation)
{
    switch (creation.decidedBy) {
    case DecidedBy::Answer:
        return CreationText::tr("The service confirmed it.");
    case DecidedBy::Evidence:
        return CreationText::tr("The answer was lost. The list of proxies shows it.");
    case DecidedBy::User:
    case DecidedBy::Nobody:
        break;
    }
    return CreationText::tr("You marked it as created.");
}

QString candidatesText(const ProxyOrder &creation, const StoredRows &rows)
{
    if (!creation.listWasRead) {
        return CreationText::tr("Not known: the service does not list proxies");
    }
    QStringList names;
    for (const ProxyId &id : creation.candidates) {
        names.append(candidateText(rows, id));
    }
    return names.isEmpty() ? CreationText::tr("None so far") : names.join(QStringLiteral(", "));
}

QString lastCheckText(const AreaStatus &list, Instant now)
{
    if (list.state == AreaStatus::Loading) {
        return CreationText::tr("Checking now");
    }
    if (list.state == AreaStatus::Failed && list.error) {
        return CreationText::tr("Failed. %1").arg(errorText(*list.error).title);
    }
    return list.asOf ? exactTime(*list.asOf, now) : CreationText::tr("Not yet");
}

} // namespace

QString wantedText(const NewProxy &wanted)
{
    const QString kind = CreationText::tr("%1, %2", "type of proxy, country")
                             .arg(format::proxyType(wanted.type), wanted.country);
    const QString name = wanted.options.name.value_or(QString());
    return name.isEmpty() ? kind
                          : CreationText::tr("%1 (%2)", "name of a proxy, type and country")
                                .arg(format::shortened(name, mostLetters), kind);
}

QString candidateText(const StoredRows &rows, const ProxyId &id)
{
    const auto row = rows.proxy(id);
    return row && !row->name.isEmpty() ? format::shortened(plainLine(row->name), mostLetters)
                                       : plainLine(id.value());
}

CreationHeading creationHeading(const ProxyOrder &creation)
{
    switch (creation.state) {
    case OrderState::Waiting:
        return {CreationText::tr("The creation of a proxy waits"),
                CreationText::tr("It is not sent before the list of proxies was loaded and the "
                                 "service's limits allow it. You can cancel it.")};
    case OrderState::Sending:
        return {CreationText::tr("The creation of a proxy was sent"),
                CreationText::tr("It was sent once and is never sent again automatically. The "
                                 "service has not answered yet.")};
    case OrderState::Completed:
        return {CreationText::tr("The proxy was created"), createdText(creation)};
    case OrderState::Refused:
        return {CreationText::tr("The service refused to create the proxy"),
                errorText(creation.error.value_or(ApiError())).title};
    case OrderState::NotSent:
        return {CreationText::tr("The creation of a proxy was not sent"), notSentText(creation)};
    case OrderState::Unknown:
        return {CreationText::tr("It is not known whether the proxy was created"),
                creation.listWasRead
                    ? CreationText::tr("%1 It is not sent again. Relaybook loads the list of "
                                       "proxies to find out.")
                          .arg(creationLostText(creation))
                    : CreationText::tr("%1 It is not sent again. The service does not list "
                                       "proxies, so only you can find out.")
                          .arg(creationLostText(creation))};
    case OrderState::NotDone:
        return {CreationText::tr("The proxy was not created"),
                creation.decidedBy == DecidedBy::User
                    ? CreationText::tr("You marked this as not created.")
                    : CreationText::tr("The list of proxies, loaded repeatedly, does not show "
                                       "it.")};
    }
    return {};
}

QList<RowList::Row> creationRows(const ProxyOrder &creation, const StoredRows &rows,
                                 const AreaStatus &list, Instant now)
{
    QList<RowList::Row> lines;
    lines.append({CreationText::tr("Proxy"), plainLine(wantedText(creation.wanted))});
    if (creation.sentAt) {
        lines.append({CreationText::tr("Sent"), exactTime(*creation.sentAt, now)});
    } else {
        lines.append({CreationText::tr("Ordered"), exactTime(creation.preparedAt, now)});
    }
    if (creation.state == OrderState::Unknown) {
        if (creation.listWasRead) {
            lines.append({CreationText::tr("Your proxies"),
                          CreationText::tr("%1 before, %2 now", "numbers of proxies")
                              .arg(format::count(static_cast<qint64>(creation.before.size())),
                                   format::count(rows.proxyIds().size()))});
        }
        lines.append({CreationText::tr("New ones that fit"), candidatesText(creation, rows)});
        lines.append({CreationText::tr("Last check"), lastCheckText(list, now)});
    } else if (creation.state == OrderState::Completed && !creation.proxy.value().isEmpty()) {
        lines.append({CreationText::tr("New proxy"), candidateText(rows, creation.proxy)});
    }
    if (creation.endedAt) {
        lines.append({CreationText::tr("Resolved"), exactTime(*creation.endedAt, now)});
    }
    return lines;
}

} // namespace relaybook
