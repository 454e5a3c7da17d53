// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers for sign-in: e-mail and password for a personal token, Reseller Key for a reseller
// token.
#include "sandbox/call.h"
#include "sandbox/fields.h"
#include "sandbox/wire.h"

#include <algorithm>
#include <array>

namespace sandbox {

namespace {

Answer issueToken(Call &call)
{
    Fields fields(call.body);
    fields.require("email");
    fields.require("password");
    fields.require("token_name");
    const auto email = fields.text("email");
    const auto password = fields.text("password");
    const auto name = fields.text("token_name");
    if (!fields.ok()) {
        return fields.answer();
    }
    const Identity &identity = call.account().identity();
    if (lowered(email.value_or("")) != identity.email || password != identity.password) {
        return refuse(401, 1002, "The e-mail address or the password is wrong.",
                      "Check both and try again.");
    }

    PersonalToken token;
    token.id = call.account().personalTokens().back().id + 1;
    token.text = personalTokenText(call.account().recipe().tokenSeed, token.id);
    token.name = name.value_or("");
    token.createdAt = call.now;
    if (auto failed = call.commit({PutToken{token}})) {
        return *failed;
    }
    std::string body = R"({"data":{"token":)";
    appendQuoted(body, token.text);
    body += R"(,"token_type":"Bearer","user":)";
    appendAccount(body, call.account());
    return json(body + "}}", 201);
}

Answer issueResellerToken(Call &call)
{
    if (call.in.resellerKey.empty()) {
        Fields fields(call.body);
        fields.wrong(code::missing, "X-Reseller-Key", "The header X-Reseller-Key is required.");
        return fields.answer();
    }
    if (call.in.resellerKey != call.account().identity().resellerKey) {
        return refuse(401, 1002, "The Reseller Key is wrong.",
                      "Copy the key again from the reseller settings.");
    }
    ResellerToken token;
    token.number = call.account().resellerToken().number + 1;
    token.text = resellerTokenText(call.account().recipe().tokenSeed, token.number);
    token.expiresAt = call.now + call.settings.resellerTokenLifetime;
    if (auto failed = call.commit({PutResellerToken{token}})) {
        return *failed;
    }
    std::string body = R"({"data":{"access_token":)";
    appendQuoted(body, token.text);
    body += R"(,"expires_at":)";
    appendQuoted(body, isoText(token.expiresAt));
    return json(body + "}}");
}

Answer revokeToken(Call &call)
{
    const auto id = wholeNumber(call.args.at(0));
    const auto &tokens = call.account().personalTokens();
    const auto found = std::find_if(tokens.begin(), tokens.end(), [&](const PersonalToken &token) {
        return id == token.id && !token.revoked;
    });
    if (found == tokens.end()) {
        return refuse(404, code::noToken, "This token does not exist.");
    }
    PersonalToken revoked = *found;
    revoked.revoked = true;
    if (auto failed = call.commit({PutToken{revoked}})) {
        return *failed;
    }
    return json(R"({"message":"The token is revoked."})");
}

constexpr std::array signInTable{
    Operation{"issueToken", "POST", "/v1/auth/token", TokenKind::None, Bucket::SignIn, true,
              issueToken, Evidence::Certain},
    Operation{"issueResellerToken", "POST", "/reseller/access-token", TokenKind::None,
              Bucket::Reseller, true, issueResellerToken, Evidence::Certain},
    Operation{"revokeToken", "DELETE", "/v1/auth/tokens/{id}", TokenKind::Personal,
              Bucket::Personal, true, revokeToken},
};

} // namespace

std::span<const Operation> signInOperations()
{
    return signInTable;
}

} // namespace sandbox
