// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/tokenrevoker.h"

#include "api/endpoints/signin.h"
#include "api/http/apiclient.h"
#include "api/http/serviceconnection.h"

#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace relaybook {

/// Uses a separate connection, which is authorized by the token that is revoked.
struct TokenRevoker::Run
{
    std::unique_ptr<ServiceConnection> connection;
    Call call;
};

TokenRevoker::TokenRevoker(Connect connect, QObject *parent)
    : QObject(parent)
    , m_connect(std::move(connect))
{
}

TokenRevoker::~TokenRevoker() = default;

void TokenRevoker::addIssued(const QString &address, const NetworkSettings &network,
                             const PersonalToken &token)
{
    if (token.id) {
        m_issued.push_back({address, network, token.token, *token.id});
    }
}

std::optional<TokenId> TokenRevoker::takeOver(const Secret &token)
{
    const auto found = std::find_if(m_issued.begin(), m_issued.end(),
                                    [&token](const Issued &each) { return each.token == token; });
    if (found == m_issued.end()) {
        return std::nullopt;
    }
    const TokenId id = found->id;
    m_issued.erase(found);
    return id;
}

void TokenRevoker::revokeUnused()
{
    for (const Issued &each : std::exchange(m_issued, {})) {
        revoke(each.address, each.network, each.token, each.id);
    }
}

/// Tries only once. If it fails, the token stays in the service's list.
void TokenRevoker::revoke(const QString &address, const NetworkSettings &network,
                          const Secret &token, const TokenId &id)
{
    auto connection = m_connect(address, network);
    if (!connection) {
        return;
    }
    auto run = std::make_unique<Run>();
    run->connection = std::move(*connection);
    run->connection->auth().setPersonalToken(token);
    run->call = run->connection->client().send(
        RevokeToken{id}, this, [this, ended = run.get()](const Result<Done> &) {
            // Runs later, because this is called by the client that is destroyed.
            QMetaObject::invokeMethod(
                this,
                [this, ended] {
                    std::erase_if(m_runs,
                                  [ended](const auto &each) { return each.get() == ended; });
                    if (m_runs.empty()) {
                        Q_EMIT finished();
                    }
                },
                Qt::QueuedConnection);
        });
    m_runs.push_back(std::move(run));
}

void TokenRevoker::waitForEnd(std::chrono::milliseconds most)
{
    if (!isRevoking()) {
        return;
    }
    QEventLoop loop;
    connect(this, &TokenRevoker::finished, &loop, &QEventLoop::quit);
    QTimer::singleShot(most, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
}

} // namespace relaybook
