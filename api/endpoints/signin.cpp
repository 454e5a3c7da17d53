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
    return changeRequest(Verb::Post, TokenKind::None, QStringLiteral("/v1/auth/token"), body);
}

Result<PersonalToken> IssueToken::decode(const QByteArray &body)
{
    JsonReader reader(body);
    const JsonValue data = reader.data();
    PersonalToken answer;
    answer.token = data.secret("token");
    if (answer.token.isEmpty()) {
        data.member("token").complain(QStringLiteral("is missing"));
    }
    const JsonValue user = data.member("user");
    if (user.isObject()) {
        answer.account = readAccount(user);
    }
    return reader.finish(std::move(answer));
}

Request RevokeToken::toRequest() const
{
    return changeRequest(Verb::Delete, TokenKind::Personal,
                         u"/v1/auth/tokens/" % segment(id.text()), QByteArray());
}

Result<Done> RevokeToken::decode(const QByteArray &body)
{
    return decodeDone(body);
}

} // namespace relaybook
