// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what an account has stored with what the service has, and says whether a secret reached
// the disk.

#pragma once

#include "models/sync/ledgercheck.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/secretsearch.h"
#include "tests/support/waituntil.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>

namespace relaybook::testing {

inline QJsonObject objectOf(const std::optional<std::string> &json)
{
    return json ? QJsonDocument::fromJson(QByteArray::fromStdString(*json)).object()
                : QJsonObject();
}

class StoredTruth
{
public:
    explicit StoredTruth(SessionFixture &fixture)
        : m(fixture)
    {
    }

    /// Loads everything and checks the ledger with every page read again, while the service makes
    /// no mistakes. Returns the first thing that is stored or told wrongly, or an empty text.
    /// `isBroken`: the service's own ledger is, for certain.
    [[nodiscard]] QString loadAndCompare(bool isBroken)
    {
        // One that is running may have been answered before the last change, or wrongly.
        if (!waitUntil([this] { return !isLoading(); })) {
            return QStringLiteral("a refresh does not end: ") + stateText();
        }
        m.session->refreshAll();
        if (!waitUntil([this] { return isLoaded(); })) {
            return QStringLiteral("the refresh does not succeed: ") + stateText();
        }
        const QSignalSpy finished(&check(), &LedgerCheck::finished);
        check().checkAll();
        if (!waitUntil([&] { return !finished.isEmpty() && isLoaded(); }) || !m.allLoaded()) {
            return QStringLiteral("the ledger check does not end: ") + stateText();
        }
        for (const QString &difference : {ledgerDifference(), verdictDifference(isBroken),
                                          subUserDifference(), proxyDifference(), secretOnDisk()}) {
            if (!difference.isEmpty()) {
                return difference;
            }
        }
        return {};
    }

private:
    static constexpr Area lists[] = {Area::Account, Area::Proxies, Area::SubUsers};

    [[nodiscard]] LedgerCheck &check() const { return m.session->ledger().check(); }
    [[nodiscard]] bool isLoading() const
    {
        return isAtWork(m.session->ledger().progress().state) ||
               std::any_of(std::begin(lists), std::end(lists),
                           [this](Area area) { return m.areaIs(area, AreaStatus::Loading); });
    }
    /// Rows that could not be read are found again by the check only.
    [[nodiscard]] bool isLoaded() const
    {
        const bool isSynced =
            m.ledgerIs(LedgerProgress::Complete) || m.ledgerIs(LedgerProgress::Incomplete);
        return isSynced && !check().isChecking() &&
               std::all_of(std::begin(lists), std::end(lists),
                           [this](Area area) { return m.areaIs(area, AreaStatus::Loaded); });
    }
    [[nodiscard]] QString stateText() const
    {
        const LedgerProgress &progress = m.session->ledger().progress();
        QString text = QStringLiteral("ledger %1, %2 of %3 rows")
                           .arg(progress.state)
                           .arg(progress.held)
                           .arg(progress.total);
        for (const Area area : lists) {
            const AreaStatus status = m.session->status(area);
            text += QStringLiteral(", area %1: %2 %3")
                        .arg(int(area))
                        .arg(int(status.state))
                        .arg(status.error ? status.error->message : QString());
        }
        return text;
    }

    [[nodiscard]] QString ledgerDifference() const
    {
        for (const auto &row : m.server.transactions()) {
            const auto here = m.session->rows().transaction(TransactionId(row.id));
            const QJsonObject there = objectOf(row.json);
            const auto moneyOf = [&there](const char *name) {
                return Money::parse(there.value(QLatin1String(name)).toVariant().toString());
            };
            if (!here || here->amount != moneyOf("amount") ||
                here->balanceBefore != moneyOf("balance_before") ||
                here->balanceAfter != moneyOf("balance_after") ||
                here->createdAt != parseInstant(QString::fromStdString(row.createdAt)) ||
                here->type != QString::fromStdString(row.type)) {
                return QStringLiteral("transaction %1 is stored otherwise, or not: %2")
                    .arg(row.id)
                    .arg(QString::fromStdString(row.json));
            }
        }
        return {};
    }
    /// What the check says of the rows, all of which are stored.
    [[nodiscard]] QString verdictDifference(bool isBroken) const
    {
        const LedgerCheckResult &verdict = check().verdict();
        const bool isRight = isBroken ? verdict.state == LedgerCheckResult::Broken
                                      : verdict.breakCount == 0 && verdict.missing == 0 &&
                                            verdict.state != LedgerCheckResult::Unclear &&
                                            verdict.state != LedgerCheckResult::Incomplete;
        return isRight ? QString()
                       : QStringLiteral("the ledger check says %1: %2 breaks, %3 missing, %4 "
                                        "rewritten, %5 removed, %6 unreadable, %7 spoiled")
                             .arg(verdict.state)
                             .arg(verdict.breakCount)
                             .arg(verdict.missing)
                             .arg(verdict.rewritten)
                             .arg(verdict.vanished)
                             .arg(verdict.unreadable)
                             .arg(verdict.spoiled);
    }
    [[nodiscard]] QString subUserDifference() const
    {
        const auto ids = m.server.subUserIds();
        if (m.session->rows().subUserIds().size() != static_cast<qsizetype>(ids.size())) {
            return QStringLiteral("%1 sub-users are stored, the service has %2")
                .arg(m.session->rows().subUserIds().size())
                .arg(ids.size());
        }
        for (const qint64 id : ids) {
            const QJsonObject there = objectOf(m.server.subUser(id));
            const auto here = m.session->rows().subUser(SubUserId(id));
            const auto left = TrafficAmount::fromBytes(
                there.value(QLatin1String("traffic_balance_bytes")).toInteger());
            if (!here || here->username != there.value(QLatin1String("username")).toString() ||
                here->trafficLeft != left) {
                return QStringLiteral("sub-user %1 is stored otherwise, or not").arg(id);
            }
        }
        return {};
    }
    [[nodiscard]] QString proxyDifference() const
    {
        const auto ids = m.server.proxyIds();
        if (m.session->rows().proxyIds().size() != static_cast<qsizetype>(ids.size())) {
            return QStringLiteral("%1 proxies are stored, the service has %2")
                .arg(m.session->rows().proxyIds().size())
                .arg(ids.size());
        }
        for (const std::string &id : ids) {
            const QString text = QString::fromStdString(id);
            const auto here = m.session->rows().proxy(ProxyId(text));
            if (!here || here->name !=
                             objectOf(m.server.proxy(id)).value(QLatin1String("name")).toString()) {
                return QStringLiteral("proxy %1 is stored otherwise, or not").arg(text);
            }
        }
        return {};
    }
    [[nodiscard]] QString secretOnDisk() const
    {
        SecretSearch search;
        search.add(QStringLiteral("the personal token"),
                   QByteArray::fromStdString(m.access.personalToken));
        search.add(QStringLiteral("the reseller key"),
                   QByteArray::fromStdString(m.access.resellerKey));
        const auto addPassword = [&search](const QJsonObject &row) {
            const QString password = row.value(QLatin1String("password")).toString();
            if (password.size() >= SecretSearch::shortest) {
                search.add(QStringLiteral("a password"), password.toUtf8());
            }
        };
        for (const std::string &id : m.server.proxyIds()) {
            addPassword(objectOf(m.server.proxy(id)));
        }
        for (const qint64 id : m.server.subUserIds()) {
            addPassword(objectOf(m.server.subUser(id)));
        }
        const auto found = search.findBelow(m.folder.path()).findings;
        return found.isEmpty() ? QString() : found.front();
    }

    SessionFixture &m;
};

} // namespace relaybook::testing
