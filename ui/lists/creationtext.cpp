// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/creationtext.h"

#include "models/account/storedrows.h"
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/base/exacttime.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>
#include <QDir>
#include <QPointer>

namespace relaybook {

namespace {

constexpr int mostLetters = 60;

struct CreationText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::CreationText)
};

// What went wrong between sending the call and its answer.
QString creationLostText(const ProxyCreation &creation)
{
    if (!creation.error) {
        return CreationText::tr("Relaybook closed before the answer arrived.");
    }
    const ApiError &error = *creation.error;
    if (error.kind == ErrorKind::NotUnderstood) {
        return CreationText::tr("It was sent, and the service's answer could not be read.");
    }
    if (error.httpStatus > 0) {
        return CreationText::tr("The service answered with HTTP %1, which does not show what "
                                "happened.",
                                "a number of HTTP")
            .arg(error.httpStatus);
    }
    return error.kind == ErrorKind::Timeout
               ? CreationText::tr("It was sent, but no answer arrived in time.")
               : CreationText::tr("The connection was lost after it was sent.");
}

QString createdText(const ProxyCreation &creation)
{
    switch (creation.decidedBy) {
    case ProxyCreation::DecidedBy::Answer:
        return CreationText::tr("The service confirmed it.");
    case ProxyCreation::DecidedBy::List:
        return CreationText::tr("The answer was lost. The list of proxies shows it.");
    case ProxyCreation::DecidedBy::User:
        break;
    }
    return CreationText::tr("You marked it as created.");
}

QString candidatesText(const ProxyCreation &creation, const StoredRows &rows)
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

QString creationStateText(ProxyCreation::State state)
{
    switch (state) {
    case ProxyCreation::State::Sending:
        return CreationText::tr("Sent");
    case ProxyCreation::State::Created:
        return CreationText::tr("Created");
    case ProxyCreation::State::Refused:
        return CreationText::tr("Refused");
    case ProxyCreation::State::NotSent:
        return CreationText::tr("Not sent");
    case ProxyCreation::State::Unknown:
        return CreationText::tr("Unknown");
    case ProxyCreation::State::NotCreated:
        return CreationText::tr("Not created");
    }
    return {};
}

Tone creationStateTone(ProxyCreation::State state)
{
    switch (state) {
    case ProxyCreation::State::Sending:
        return Tone::Accent;
    case ProxyCreation::State::Created:
        return Tone::Good;
    case ProxyCreation::State::Unknown:
        return Tone::Warning;
    case ProxyCreation::State::Refused:
        return Tone::Bad;
    case ProxyCreation::State::NotSent:
    case ProxyCreation::State::NotCreated:
        break;
    }
    return Tone::Neutral;
}

QString candidateText(const StoredRows &rows, const ProxyId &id)
{
    const auto row = rows.proxy(id);
    return row && !row->name.isEmpty() ? format::shortened(plainLine(row->name), mostLetters)
                                       : plainLine(id.value());
}

CreationHeading creationHeading(const ProxyCreation &creation)
{
    switch (creation.state) {
    case ProxyCreation::State::Sending:
        return {CreationText::tr("The creation of a proxy was sent"),
                CreationText::tr("It was sent once and is never sent again automatically. The "
                                 "service has not answered yet.")};
    case ProxyCreation::State::Created:
        return {CreationText::tr("The proxy was created"), createdText(creation)};
    case ProxyCreation::State::Refused:
        return {CreationText::tr("The service refused to create the proxy"),
                errorText(creation.error.value_or(ApiError())).title};
    case ProxyCreation::State::NotSent:
        return {CreationText::tr("The creation of a proxy was not sent"),
                errorText(creation.error.value_or(ApiError())).title};
    case ProxyCreation::State::Unknown:
        return {CreationText::tr("It is not known whether the proxy was created"),
                creation.listWasRead
                    ? CreationText::tr("%1 It is not sent again. Relaybook loads the list of "
                                       "proxies to find out.")
                          .arg(creationLostText(creation))
                    : CreationText::tr("%1 It is not sent again. The service does not list "
                                       "proxies, so only you can find out.")
                          .arg(creationLostText(creation))};
    case ProxyCreation::State::NotCreated:
        return {CreationText::tr("The proxy was not created"),
                creation.decidedBy == ProxyCreation::DecidedBy::User
                    ? CreationText::tr("You marked this as not created.")
                    : CreationText::tr("The list of proxies, loaded repeatedly, does not show "
                                       "it.")};
    }
    return {};
}

QList<RowList::Row> creationRows(const ProxyCreation &creation, const StoredRows &rows,
                                 const AreaStatus &list, Instant now)
{
    QList<RowList::Row> lines;
    lines.append({CreationText::tr("Proxy"), plainLine(wantedText(creation.wanted))});
    lines.append({CreationText::tr("Sent"), exactTime(creation.preparedAt, now)});
    if (creation.state == ProxyCreation::State::Unknown) {
        if (creation.listWasRead) {
            lines.append({CreationText::tr("Your proxies"),
                          CreationText::tr("%1 before, %2 now", "numbers of proxies")
                              .arg(format::count(static_cast<qint64>(creation.before.size())),
                                   format::count(rows.proxyIds().size()))});
        }
        lines.append({CreationText::tr("New ones that fit"), candidatesText(creation, rows)});
        lines.append({CreationText::tr("Last check"), lastCheckText(list, now)});
    } else if (creation.state == ProxyCreation::State::Created &&
               !creation.proxy.value().isEmpty()) {
        lines.append({CreationText::tr("New proxy"), candidateText(rows, creation.proxy)});
    }
    if (creation.endedAt) {
        lines.append({CreationText::tr("Resolved"), exactTime(*creation.endedAt, now)});
    }
    return lines;
}

CreatingProblemText creatingProblemText(const DeskProblem &problem)
{
    const QString path = QDir::toNativeSeparators(problem.path);
    switch (problem.kind) {
    case DeskProblem::Damaged:
        return {CreationText::tr("The file with the creations of proxies is damaged."),
                CreationText::tr("The file “%1” cannot be read, or is older than expected (%2). "
                                 "It was not changed. Without it a proxy could be created twice. "
                                 "Restore it from a backup and restart Relaybook, start a new "
                                 "file, or use it as it is.")
                    .arg(path, problem.detail)};
    case DeskProblem::Missing:
        return {CreationText::tr("The file with the creations of proxies is missing."),
                CreationText::tr("The file “%1” no longer exists. Without it a proxy could be "
                                 "created twice. Restore it from a backup, or start a new file.")
                    .arg(path)};
    case DeskProblem::Newer:
        return {
            CreationText::tr("The file with the creations of proxies needs a newer version of "
                             "Relaybook."),
            CreationText::tr("The file “%1” was not changed. Use the newer version.").arg(path)};
    case DeskProblem::Locked:
        return {CreationText::tr("Another program is using the file with the creations of "
                                 "proxies."),
                CreationText::tr("Close the other Relaybook window that has “%1” open.").arg(path)};
    case DeskProblem::Full:
        return {CreationText::tr("The disk is full."),
                CreationText::tr("A creation is stored before it is sent. Free some disk space "
                                 "for “%1”.")
                    .arg(path)};
    case DeskProblem::CantWrite:
        return {CreationText::tr("The file with the creations of proxies cannot be written."),
                CreationText::tr("A creation is stored before it is sent. The file is “%1”.")
                    .arg(path)};
    case DeskProblem::Opening:
    case DeskProblem::Offline:
    case DeskProblem::TokenAwaited:
    case DeskProblem::TokenUnread:
    case DeskProblem::ViewOnly:
        break; // not in the file: the page reports these where they matter
    }
    return {};
}

void showCreatingProblem(Banner &banner, const Theme &theme, QWidget *parent, ProxyDesk &desk,
                         const DeskProblem &problem)
{
    const CreatingProblemText text = creatingProblemText(problem);
    banner.clearLinks();
    banner.setMessage(Tone::Warning, text.title, text.text);
    if (problem.kind != DeskProblem::Damaged && problem.kind != DeskProblem::Missing) {
        return;
    }
    JournalRemedy remedy;
    remedy.newFile = {
        QStringLiteral("creatingAsideDialog"), CreationText::tr("Start a new file?"),
        CreationText::tr("Relaybook then no longer knows which proxies it was told to create. "
                         "Check the list of proxies first: a creation whose answer was lost may "
                         "have been carried out. The old file is kept.")};
    remedy.asItIs = {
        QStringLiteral("creatingAsItIsDialog"), CreationText::tr("Use this file as it is?"),
        CreationText::tr("It may be an older copy, or its end may be lost: later creations are "
                         "then missing from it. Check the list of proxies first: a creation whose "
                         "answer was lost may have been carried out. If the file cannot be read, "
                         "start a new file instead.")};
    remedy.setAside = [&desk] { return desk.setJournalAside(); };
    remedy.useAsItIs = [&desk] { desk.useJournalAsItIs(); };
    remedy.failed = [&banner](const ApiError &error) {
        banner.setMessage(Tone::Bad, errorText(error).title, errorText(error).advice);
    };
    addJournalRemedy(banner, theme, parent, problem.kind == DeskProblem::Missing, remedy);
}

} // namespace relaybook
