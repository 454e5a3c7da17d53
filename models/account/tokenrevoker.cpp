// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/tokenrevoker.h"

#include "api/endpoints/signin.h"
#include "api/http/apiclient.h"
#include "api/http/serviceconnection.h"

#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace relaybook {

/// A connection of its own: the token to be revoked says who asks.
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

void TokenRevoker::addIssued(const QString &address, const PersonalToken &token)
{
    if (token.id) {
        m_issued.push_back({address, token.token, *token.id, false});
    }
}

void TokenRevoker::use(const Secret &token)
{
    for (Issued &each : m_issued) {
        each.isUsed = each.token == token;
    }
}

void TokenRevoker::revokeUnused()
{
    const auto unused = std::stable_partition(m_issued.begin(), m_issued.end(),
                                              [](const Issued &each) { return each.isUsed; });
    const std::vector<Issued> over(std::make_move_iterator(unused),
                                   std::make_move_iterator(m_issued.end()));
    m_issued.erase(unused, m_issued.end());
    for (const Issued &each : over) {
        revoke(each);
    }
}

void TokenRevoker::revokeAll()
{
    use(Secret());
    revokeUnused();
}

/// Once: where it fails, the token stays in the service's list, as it would without this.
void TokenRevoker::revoke(const Issued &issued)
{
    auto connection = m_connect(issued.address);
    if (!connection) {
        return;
    }
    auto run = std::make_unique<Run>();
    run->connection = std::move(*connection);
    run->connection->auth().setPersonalToken(issued.token);
    run->call = run->connection->client().send(
        RevokeToken{issued.id}, this, [this, ended = run.get()](const Result<Done> &) {
            // Not from within its own client.
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
