// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/endpoints/decode.h"

#include "api/json/sentamount.h"
#include "api/types/masktext.h"

#include <QUrl>

namespace relaybook {

Request readRequest(TokenKind token, const QString &path)
{
    Request request;
    request.path = path;
    request.token = token;
    return request;
}

QUrlQuery pageQuery(qint64 page, qint64 perPage, const QString &link)
{
    QUrlQuery query(link);
    if (!query.hasQueryItem(QStringLiteral("per_page"))) {
        query.addQueryItem(QStringLiteral("per_page"), QString::number(perPage));
    }
    if (link.isEmpty()) {
        query.addQueryItem(QStringLiteral("page"), QString::number(page));
    }
    return query;
}

Request changeRequest(Verb verb, TokenKind token, const QString &path, const QByteArray &body,
                      Effect effect)
{
    Request request;
    request.verb = verb;
    request.path = path;
    request.body = body;
    request.token = token;
    request.effect = effect;
    return request;
}

QString segment(const QString &text)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text));
}

QString readId(const JsonValue &row)
{
    const JsonValue id = row.member("id");
    if (id.isText()) {
        return id.asName();
    }
    QString text = id.asFigure().value_or(QString());
    if (text.isEmpty()) {
        id.complain(id.isNull() ? QStringLiteral("is missing") : QStringLiteral("is not an id"));
    }
    return text;
}

QString readNumericId(const JsonValue &row)
{
    const auto id = row.integer("id");
    return id ? QString::number(*id) : QString();
}

Account readAccount(const JsonValue &value)
{
    const bool empty = value.anyOf({"id", "email", "name", "balance"}).isNull();
    if (empty) {
        value.complain(QStringLiteral("is not an account"));
    }
    Account account;
    // What identifies the account is compared with others, so it must not have a mask.
    const auto identity = [&value](std::string_view key) {
        const QString text = value.text(key);
        return holdsMask(text) ? QString() : text;
    };
    account.id = identity("id");
    account.name = value.text("name");
    account.email = identity("email");
    const JsonValue balance = value.member("balance");
    const auto figure = balance.asFigure();
    account.balance = figure ? Money::parse(*figure) : std::nullopt;
    account.oddBalance = account.balance ? QString() : shortenedAmount(value.text("balance"));
    account.currency = value.text("currency");
    account.resellerEnabled = value.boolean("reseller_enabled");
    account.createdAt = value.instant("created_at");
    account.raw = value.raw();
    return account;
}

Result<Done> decodeDone(const QByteArray &body)
{
    JsonReader reader(body);
    if (reader.isEmpty()) {
        return Done{};
    }
    reader.complainOfFailure();
    const JsonValue root = reader.root();
    return reader.finish(Done{root.text("message"), root.raw()});
}

Result<QByteArray> decodeRaw(const QByteArray &body)
{
    JsonReader reader(body);
    return reader.finish(reader.data().raw());
}

} // namespace relaybook
