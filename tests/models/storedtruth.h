// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what an account has stored with what the service has, and says whether a secret reached
// the disk.

#pragma once

#include "models/sync/ledgercheck.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/secretsearch.h"
#include "tests/support/waituntil.h"

#include <QHash>
#include <QJsonValue>
#include <QSignalSpy>
#include <QUrl>

namespace relaybook::testing {

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
        for (const QString &difference :
             {transactionDifference(*m.session, m.server), verdictDifference(isBroken),
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
        return listDifference(
            "sub-users", ids, m.session->rows().subUserIds().size(), [this](qint64 id) {
                const QJsonObject there = objectOf(m.server.subUser(id));
                const auto here = m.session->rows().subUser(SubUserId(id));
                const auto left = TrafficAmount::fromBytes(
                    there.value(QLatin1String("traffic_balance_bytes")).toInteger());
                return here &&
                       here->username == there.value(QLatin1String("username")).toString() &&
                       here->note.value_or(QString()) ==
                           there.value(QLatin1String("note")).toString() &&
                       here->trafficLeft == left;
            });
    }
    [[nodiscard]] QString proxyDifference() const
    {
        const auto ids = m.server.proxyIds();
        return listDifference(
            "proxies", ids, m.session->rows().proxyIds().size(), [this](const std::string &id) {
                const QJsonObject there = objectOf(m.server.proxy(id));
                const auto here = m.session->rows().proxy(ProxyId(QString::fromStdString(id)));
                return here && here->name == there.value(QLatin1String("name")).toString();
            });
    }
    template <class Ids, class IsStored>
    [[nodiscard]] static QString listDifference(const char *what, const Ids &ids, qsizetype stored,
                                                const IsStored &isStored)
    {
        if (stored != static_cast<qsizetype>(ids.size())) {
            return QStringLiteral("%1 %2 are stored, the service has %3")
                .arg(stored)
                .arg(QLatin1String(what))
                .arg(ids.size());
        }
        const auto wrong = std::find_if_not(ids.begin(), ids.end(), isStored);
        return wrong == ids.end()
                   ? QString()
                   : QStringLiteral("of the %1 the one at %2 is stored otherwise, or not")
                         .arg(QLatin1String(what))
                         .arg(wrong - ids.begin());
    }
    /// Of rows that the service deleted later, the passwords are searched that were there at an
    /// earlier comparison.
    [[nodiscard]] QString secretOnDisk()
    {
        m_secrets.insert(QByteArray::fromStdString(m.access.personalToken),
                         QStringLiteral("the personal token"));
        m_secrets.insert(QByteArray::fromStdString(m.access.resellerKey),
                         QStringLiteral("the reseller key"));
        for (const std::string &id : m.server.proxyIds()) {
            const QUrl url(
                objectOf(m.server.proxy(id)).value(QLatin1String("proxy_http")).toString());
            m_secrets.insert(url.password().toUtf8(), QStringLiteral("the password of a proxy"));
        }
        for (const qint64 id : m.server.subUserIds()) {
            const QJsonValue proxy = objectOf(m.server.subUser(id)).value(QLatin1String("proxy"));
            m_secrets.insert(proxy[QLatin1String("proxy_password")].toString().toUtf8(),
                             QStringLiteral("the password of a sub-user"));
        }
        SecretSearch search;
        for (auto each = m_secrets.cbegin(); each != m_secrets.cend(); ++each) {
            if (each.key().size() < SecretSearch::shortest) {
                return each.value() + QStringLiteral(" is too short to be searched");
            }
            search.add(each.value(), each.key());
        }
        const auto searched = search.findBelow(m.folder.path());
        if (searched.files == 0) {
            return QStringLiteral("no file was searched for secrets");
        }
        return searched.findings.value(0);
    }

    QHash<QByteArray, QString> m_secrets;
    SessionFixture &m;
};

} // namespace relaybook::testing
