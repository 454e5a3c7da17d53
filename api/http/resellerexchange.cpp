// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/resellerexchange.h"

#include "api/json/jsonreader.h"

namespace relaybook {

Request ResellerExchange::toRequest() const
{
    Request request;
    request.verb = Verb::Post;
    request.path = QStringLiteral("/reseller/access-token");
    request.body = QByteArrayLiteral("{}");
    request.effect = Effect::Changes;
    request.resellerKey = key;
    request.isOfSignIn = true;
    return request;
}

Result<ResellerToken> ResellerExchange::decode(const QByteArray &body)
{
    JsonReader reader(body);
    const JsonValue data = reader.data();
    ResellerToken answer;
    answer.token = data.secret("access_token");
    if (answer.token.isEmpty()) {
        data.member("access_token").complain(QStringLiteral("is missing"));
    }
    answer.expiresAt = data.instant("expires_at");
    return reader.finish(std::move(answer));
}

} // namespace relaybook
