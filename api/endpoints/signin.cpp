// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/endpoints/signin.h"

#include "api/endpoints/decode.h"
#include "api/json/jsonwriter.h"

namespace relaybook {

Request IssueToken::toRequest() const
{
    const QByteArray body = JsonWriter()
                                .text("email", email)
                                .text("password", QString::fromUtf8(password.reveal()))
                                .text("token_name", tokenName)
                                .finish();
    Request request =
        changeRequest(Verb::Post, TokenKind::None, QStringLiteral("/v1/auth/token"), body);
    request.bodySecret = password;
    request.isOfSignIn = true;
    return request;
}

namespace {

/// The contract does not say which id revokes a token (section 1). `token_id` does. An `id` beside
/// the token may be the user's, so it is used only if it equals the number before the token's bar.
std::optional<TokenId> idOf(const JsonValue &data, const Secret &token)
{
    if (const auto reported = data.integer("token_id")) {
        return TokenId(*reported);
    }
    const auto reported = data.integer("id");
    if (!reported) {
        return std::nullopt;
    }
    const QByteArray start = QByteArray::number(*reported) + '|';
    const bool agrees = token.reveal().startsWith(start);
    return agrees ? std::optional(TokenId(*reported)) : std::nullopt;
}

} // namespace

Result<PersonalToken> IssueToken::decode(const QByteArray &body)
{
    JsonReader reader(body);
    const JsonValue data = reader.data();
    PersonalToken answer;
    answer.token = data.secret("token");
    if (answer.token.isEmpty()) {
        data.member("token").complain(QStringLiteral("is missing"));
    }
    answer.id = idOf(data, answer.token);
    const JsonValue user = data.member("user");
    if (user.isObject()) {
        answer.account = readAccount(user);
    }
    return reader.finish(std::move(answer));
}

Request RevokeToken::toRequest() const
{
    Request request = changeRequest(Verb::Delete, TokenKind::Personal,
                                    u"/v1/auth/tokens/" % segment(id.text()), QByteArray());
    request.isOfSignIn = true;
    return request;
}

Result<Done> RevokeToken::decode(const QByteArray &body)
{
    return decodeDone(body);
}

} // namespace relaybook
