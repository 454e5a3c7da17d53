// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/operationjson.h"

#include "models/journal/journaljson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace relaybook {
namespace {

using journaljson::json;
using journaljson::put;
using journaljson::putEnum;
using journaljson::Reader;
using journaljson::readError;
using journaljson::toJson;
using journaljson::whole;

QJsonObject toJson(const SubUserReading &reading)
{
    QJsonObject object;
    object.insert(QLatin1String("at"), json(reading.at));
    putEnum(object, "presence", reading.presence);
    put(object, "left", reading.left);
    put(object, "used", reading.used);
    put(object, "pool", reading.pool);
    put(object, "pool_at", reading.poolAt);
    putEnum(object, "history", reading.history);
    if (reading.newest) {
        object.insert(QLatin1String("newest_at"), json(reading.newest->createdAt));
        object.insert(QLatin1String("newest_id"), whole(reading.newest->id));
    }
    QJsonArray named;
    for (const SubUserId id : reading.named) {
        named.append(json(id));
    }
    object.insert(QLatin1String("named"), named);
    return object;
}

SubUserReading readSubUserReading(Reader &in)
{
    SubUserReading reading;
    in.read("at", reading.at);
    in.readEnum("presence", reading.presence, SubUserReading::Presence::NotSeen);
    in.read("left", reading.left);
    in.read("used", reading.used);
    in.read("pool", reading.pool);
    in.read("pool_at", reading.poolAt);
    in.readEnum("history", reading.history, SubUserReading::History::Whole);
    if (in.has("newest_id")) {
        AllocationPlace newest;
        in.read("newest_at", newest.createdAt);
        newest.id = in.whole("newest_id");
        reading.newest = newest;
    }
    for (const qint64 id : in.wholes("named")) {
        reading.named.emplace_back(id);
    }
    return reading;
}

QJsonObject toJson(const SubUserLook &look)
{
    QJsonObject object;
    object.insert(QLatin1String("number"), whole(look.number));
    object.insert(QLatin1String("reading"), toJson(look.reading));
    putEnum(object, "says", look.says);
    object.insert(QLatin1String("is_trace"), look.isTrace);
    QJsonArray candidates;
    for (const SubUserLook::Candidate &candidate : look.candidates) {
        QJsonObject each{{QStringLiteral("id"), whole(candidate.id)}};
        put(each, "amount", candidate.amount);
        each.insert(QLatin1String("fits"), candidate.fits);
        each.insert(QLatin1String("is_shared"), candidate.isShared);
        if (!candidate.name.isEmpty()) {
            each.insert(QLatin1String("name"), candidate.name);
        }
        if (!candidate.service.isEmpty()) {
            each.insert(QLatin1String("service"), candidate.service);
        }
        candidates.append(each);
    }
    object.insert(QLatin1String("candidates"), candidates);
    object.insert(QLatin1String("new_rows"), whole(look.newRows));
    object.insert(QLatin1String("of_others"), whole(look.ofOthers));
    if (look.error) {
        object.insert(QLatin1String("error"), toJson(*look.error));
    }
    return object;
}

SubUserLook readSubUserLook(Reader &in)
{
    SubUserLook look;
    if (in.has("number")) {
        look.number = in.whole("number");
    }
    Reader reading = in.inside("reading");
    look.reading = readSubUserReading(reading);
    in.also(reading);
    in.readEnum("says", look.says, SubUserLook::Says::Conflict);
    look.isTrace = in.flag("is_trace");
    for (const auto &value : in.at("candidates").toArray()) {
        Reader each(value.toObject());
        SubUserLook::Candidate &candidate = look.candidates.emplace_back();
        candidate.id = each.whole("id");
        each.read("amount", candidate.amount);
        candidate.fits = each.flag("fits");
        candidate.isShared = each.flag("is_shared");
        candidate.name = each.text("name");
        candidate.service = each.text("service");
        in.also(each);
    }
    look.newRows = in.whole("new_rows");
    look.ofOthers = in.whole("of_others");
    if (in.has("error")) {
        Reader error = in.inside("error");
        look.error = readError(error);
        in.also(error);
    }
    return look;
}

QJsonObject toJson(const SubUserRequest &request)
{
    QJsonObject object;
    putEnum(object, "kind", request.kind);
    object.insert(QLatin1String("sub_user"), json(request.subUser));
    object.insert(QLatin1String("username"), request.username);
    object.insert(QLatin1String("service_type"), request.serviceType);
    object.insert(QLatin1String("amount"), json(request.amount));
    if (request.note) {
        object.insert(QLatin1String("note"), *request.note);
    }
    put(object, "shown_left", request.shownLeft);
    put(object, "fill_up_to", request.fillUpTo);
    return object;
}

SubUserRequest readRequest(Reader &in)
{
    SubUserRequest request;
    in.readEnum("kind", request.kind, SubUserRequest::Kind::Delete);
    in.read("sub_user", request.subUser);
    request.username = in.text("username");
    request.serviceType = in.text("service_type");
    in.read("amount", request.amount);
    if (in.has("note")) {
        request.note = in.text("note");
    }
    in.read("shown_left", request.shownLeft);
    in.read("fill_up_to", request.fillUpTo);
    return request;
}

} // namespace

QByteArray operationToJson(const SubUserOperation &operation)
{
    QJsonObject object;
    object.insert(QLatin1String("id"), operation.id);
    object.insert(QLatin1String("batch"), operation.batch);
    object.insert(QLatin1String("request"), toJson(operation.request));
    object.insert(QLatin1String("before"), toJson(operation.before));
    object.insert(QLatin1String("risk_accepted"), operation.riskAccepted);
    putEnum(object, "state", operation.state);
    object.insert(QLatin1String("prepared_at"), json(operation.preparedAt));
    put(object, "sent_at", operation.sentAt);
    put(object, "ended_at", operation.endedAt);
    putEnum(object, "decided_by", operation.decidedBy);
    putEnum(object, "not_sent_for", operation.notSentFor);
    put(object, "moved", operation.moved);
    put(object, "new_balance", operation.newBalance);
    if (!operation.madeName.isEmpty()) {
        object.insert(QLatin1String("made_name"), operation.madeName);
    }
    if (!operation.madeService.isEmpty()) {
        object.insert(QLatin1String("made_service"), operation.madeService);
    }
    if (operation.error) {
        object.insert(QLatin1String("error"), toJson(*operation.error));
    }
    if (operation.proof) {
        object.insert(QLatin1String("proof"), whole(*operation.proof));
    }
    object.insert(QLatin1String("is_late"), operation.isLate);
    QJsonArray looks;
    for (const SubUserLook &look : operation.looks) {
        looks.append(toJson(look));
    }
    object.insert(QLatin1String("looks"), looks);
    QJsonArray dismissed;
    for (const qint64 each : operation.dismissed) {
        dismissed.append(whole(each));
    }
    object.insert(QLatin1String("dismissed"), dismissed);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

std::optional<SubUserOperation> operationFromJson(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject()) {
        return std::nullopt;
    }
    Reader in(document.object());
    SubUserOperation operation;
    operation.id = in.text("id");
    operation.batch = in.text("batch");
    Reader request = in.inside("request");
    operation.request = readRequest(request);
    in.also(request);
    Reader before = in.inside("before");
    operation.before = readSubUserReading(before);
    in.also(before);
    operation.riskAccepted = in.flag("risk_accepted");
    in.readEnum("state", operation.state, SubUserOperation::State::NotSent);
    in.read("prepared_at", operation.preparedAt);
    in.read("sent_at", operation.sentAt);
    in.read("ended_at", operation.endedAt);
    in.readEnum("decided_by", operation.decidedBy, SubUserOperation::DecidedBy::User);
    in.readEnum("not_sent_for", operation.notSentFor, SubUserOperation::NotSentFor::Fuller);
    in.read("moved", operation.moved);
    in.read("new_balance", operation.newBalance);
    operation.madeName = in.text("made_name");
    operation.madeService = in.text("made_service");
    if (in.has("error")) {
        Reader error = in.inside("error");
        operation.error = readError(error);
        in.also(error);
    }
    if (in.has("proof")) {
        operation.proof = in.whole("proof");
    }
    operation.isLate = in.flag("is_late");
    for (const auto &each : in.at("looks").toArray()) {
        Reader look(each.toObject());
        operation.looks.push_back(readSubUserLook(look));
        in.also(look);
    }
    operation.dismissed = in.wholes("dismissed");
    return in.ok() && !operation.id.isEmpty() ? std::optional(operation) : std::nullopt;
}

} // namespace relaybook
