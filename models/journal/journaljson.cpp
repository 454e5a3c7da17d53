// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journal/journaljson.h"

#include <QJsonArray>

namespace relaybook::journaljson {

QJsonObject toJson(const ApiError &error)
{
    QJsonObject object;
    putEnum(object, "kind", error.kind);
    object.insert(QLatin1String("http_status"), error.httpStatus);
    object.insert(QLatin1String("service_code"), error.serviceCode);
    object.insert(QLatin1String("message"), error.message);
    object.insert(QLatin1String("description"), error.description);
    QJsonArray fields;
    for (const FieldError &field : error.fields) {
        fields.append(QJsonArray{field.field, field.message});
    }
    object.insert(QLatin1String("fields"), fields);
    object.insert(QLatin1String("json_path"), error.jsonPath);
    object.insert(QLatin1String("operation"), error.operation);
    object.insert(QLatin1String("curl"), error.curl);
    object.insert(QLatin1String("may_have_happened"), error.mayHaveHappened);
    if (error.proxy != ProxyProblem::None) {
        putEnum(object, "proxy", error.proxy);
    }
    return object;
}

ApiError readError(Reader &in)
{
    ApiError error;
    in.readEnum("kind", error.kind, ErrorKind::BadSettings);
    error.httpStatus = in.at("http_status").toInt();
    error.serviceCode = in.at("service_code").toInt();
    error.message = in.text("message");
    error.description = in.text("description");
    const QJsonArray fields = in.at("fields").toArray();
    error.fields.reserve(static_cast<size_t>(fields.size()));
    for (const auto &field : fields) {
        const QJsonArray pair = field.toArray();
        error.fields.push_back({pair.at(0).toString(), pair.at(1).toString()});
    }
    error.jsonPath = in.text("json_path");
    error.operation = in.text("operation");
    error.curl = in.text("curl");
    error.mayHaveHappened = in.flag("may_have_happened");
    if (in.has("proxy")) {
        in.readEnum("proxy", error.proxy, ProxyProblem::Unreachable);
    }
    return error;
}

} // namespace relaybook::journaljson
