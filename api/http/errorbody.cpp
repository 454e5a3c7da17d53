// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/errorbody.h"

#include "api/json/jsonreader.h"

namespace relaybook {
namespace {

void addField(ApiError &error, const QString &field, const QString &message)
{
    constexpr std::size_t most = 100;
    if (error.fields.size() >= most) {
        return;
    }
    const FieldError entry{field, message};
    if (std::find(error.fields.begin(), error.fields.end(), entry) == error.fields.end()) {
        error.fields.push_back(entry);
    }
}

/// [{field, message}], or {field: message}, or {field: [message, …]}.
void readFields(const JsonValue &errors, ApiError &error)
{
    errors.forEachItem([&error](const JsonValue &item) {
        if (item.isObject()) {
            addField(error, item.exactText("field"), item.exactText("message"));
        } else {
            addField(error, QString(), item.asExactText().value_or(QString()));
        }
    });
    errors.forEachMember([&error](const QString &field, const JsonValue &value) {
        if (!value.isArray()) {
            addField(error, field, value.asExactText().value_or(QString()));
        }
        value.forEachItem([&](const JsonValue &message) {
            addField(error, field, message.asExactText().value_or(QString()));
        });
    });
}

} // namespace

bool readErrorBody(const QByteArray &body, ApiError &error)
{
    // Limits the text because it is read on the GUI thread. The limit is high because the text may
    // decide whether money was spent.
    constexpr qsizetype longest = qsizetype(1024) * 1024;
    if (body.size() > longest) {
        return false;
    }
    JsonReader reader(body);
    const JsonValue root = reader.root();
    JsonValue place = root.member("error");
    if (place.isText()) {
        error.message = place.asExactText().value_or(QString());
        error.description = root.exactText("description");
        return true;
    }
    if (!place.isObject()) {
        place = root;
    }
    const auto code = place.integer("code");
    const QString message = place.exactText("message");
    if (!place.isObject() || (!code && message.isEmpty())) {
        return false;
    }
    error.serviceCode = static_cast<int>(code.value_or(0));
    error.message = message;
    error.description = place.exactText("description");
    readFields(place.member("errors"), error);
    const QString field = place.exactText("field");
    const bool reported =
        std::any_of(error.fields.begin(), error.fields.end(),
                    [&field](const FieldError &entry) { return entry.field == field; });
    if (!field.isEmpty() && !reported) {
        error.fields.insert(error.fields.begin(), FieldError{field, message});
    }
    return true;
}

} // namespace relaybook
