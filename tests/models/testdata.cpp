// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/testdata.h"

#include "models/store/accountkey.h"
#include "models/store/accountstore.h"
#include "models/store/keepfile.h"

#include <QAbstractItemModel>
#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>

#include <algorithm>
#include <array>

namespace relaybook::testing {
namespace {

constexpr qint64 firstMoment = 1'704'067'200'000; // 2024-01-01T00:00:00Z
constexpr qint64 hour = 3'600'000;

/// By how much row `number` changes the balance, in cents: eleven small purchases, then a deposit
/// that is larger than all of them.
qint64 movementCents(qint64 number)
{
    constexpr qint64 cycle = 12;
    constexpr qint64 deposit = 25'000;
    constexpr qint64 step = 150;
    return number % cycle == 0 ? deposit : -(number % cycle) * step;
}

qint64 balanceCents(qint64 number)
{
    constexpr qint64 cycle = 12;
    qint64 sumOfCycle = 0;
    for (qint64 i = 1; i <= cycle; ++i) {
        sumOfCycle += movementCents(i);
    }
    constexpr qint64 opening = 100'000;
    qint64 balance = opening + number / cycle * sumOfCycle;
    for (qint64 i = number - number % cycle + 1; i <= number; ++i) {
        balance += movementCents(i);
    }
    return balance;
}

/// What a service sends for a row besides: as long as that of the sandbox, and found by a search.
QByteArray sentFor(const Proxy &proxy, int number)
{
    return QStringLiteral(
               R"({"id":"%1","proxy_id":%2,"name":"%3","type":"%4","country":"%5","city":"%6",)"
               R"("proxy_http":"http://••••••@gw.example.net:5000","traffic_gb":%7,)"
               R"("proxy_socks5":"socks5://••••••@gw.example.net:5001","traffic_stats":)"
               R"({"today_mb":%8,"yesterday_mb":%9},"product":{"id":11,"name":"Residential"},)"
               R"("created_at":"2026-11-20T18:00:00Z","updated_at":"2026-11-21T18:00:00Z"})")
        .arg(proxy.id.value(), proxy.numericId, proxy.name, proxy.type, proxy.country, proxy.city,
             proxy.trafficUsed->gbText())
        .arg(number * 31)
        .arg(number * 37)
        .toUtf8();
}

/// Writes rows `first` to `last` of a ledger of `count` rows over two years, as the sandbox's is.
void fillLedger(CacheWriter &writer, qint64 first, qint64 last, qint64 count, Instant now)
{
    constexpr std::chrono::seconds twoYears = std::chrono::hours{2 * 365 * 24};
    TransactionPage page;
    for (qint64 number = last; number >= first; --number) {
        page.items.push_back(ledgerRow(number, now - twoYears / count * (count - number)));
    }
    writer.ledger().putPages({page}, now);
}

void fillLists(CacheWriter &writer, const FillCounts &counts, Instant now)
{
    std::vector<Proxy> proxies;
    for (int i = 1; i <= counts.proxies; ++i) {
        proxies.push_back(someProxy(i));
        proxies.back().raw = sentFor(proxies.back(), i);
    }
    writer.proxies().replace(proxies, now);
    std::vector<SubUser> subUsers;
    for (int i = 1; i <= counts.subUsers; ++i) {
        subUsers.push_back(someSubUser(i));
    }
    writer.subUsers().replace(subUsers, now);
}

void fillOverview(CacheWriter &writer, qint64 transactions, const QString &account, Instant now)
{
    Account owner;
    owner.id = QStringLiteral("17");
    owner.name = QStringLiteral("North Relay");
    owner.email = account;
    owner.currency = QStringLiteral("USD");
    owner.raw = "{}";
    writer.account().put(owner, now);
    writer.account().putBalance({Money::fromCents(balanceCents(transactions)), owner.currency},
                                now);
    TrafficPool pool;
    pool.type = QStringLiteral("residential");
    pool.left = TrafficAmount::parseGb(u"412.6");
    pool.prices.source = PriceList::Source::Tiers;
    pool.prices.tiers = {
        {*TrafficAmount::parseGb(u"1"), TrafficAmount::parseGb(u"49"), *Money::parse(u"3.10")},
        {*TrafficAmount::parseGb(u"50"), std::nullopt, *Money::parse(u"2.60")}};
    writer.account().putPools({pool}, now);
    LedgerState state;
    state.order = ListOrder::NewestFirst;
    constexpr qint64 perPage = 100;
    state.perPage = perPage;
    state.total = transactions;
    state.verdict = LedgerState::Verdict::Agrees;
    if (transactions > 0) {
        state.coverage = {{0, transactions}};
    }
    writer.ledger().putState(state);
    writer.ledger().putTime(now);
}

} // namespace

Transaction ledgerRow(qint64 number)
{
    return ledgerRow(number, fromMillis(firstMoment + number * hour));
}

Transaction ledgerRow(qint64 number, Instant createdAt)
{
    const qint64 cents = movementCents(number);
    Transaction row;
    constexpr qint64 firstId = 600'000;
    row.id = TransactionId(firstId + number);
    row.type = cents > 0 ? QStringLiteral("deposit") : QStringLiteral("purchase");
    row.amount = Money::fromCents(cents);
    row.balanceBefore = Money::fromCents(balanceCents(number - 1));
    row.balanceAfter = Money::fromCents(balanceCents(number));
    row.description = cents > 0 ? QStringLiteral("Card ending 4242")
                                : QStringLiteral("Residential · %1 GB").arg(number % 90 + 1);
    row.productId = cents > 0 ? QString() : QStringLiteral("412");
    row.userId = QStringLiteral("17");
    row.createdAt = createdAt;
    row.updatedAt = row.createdAt;
    row.raw = QStringLiteral(R"({"id":%1,"user_id":17,"type":"%2","amount":%3,"balance_before":%4,)"
                             R"("balance_after":%5,"description":"%6","product_id":412,)"
                             R"("metadata":{"order":"ord-%1","note":"Zürich"},"created_at":"%7"})")
                  .arg(row.id.text(), row.type, row.amount->text(), row.balanceBefore->text(),
                       row.balanceAfter->text(), row.description, instantText(row.createdAt))
                  .toUtf8();
    return row;
}

TransactionPage ledgerPage(qint64 first, qint64 last)
{
    TransactionPage page;
    for (qint64 number = last; number >= first; --number) {
        page.items.push_back(ledgerRow(number));
    }
    return page;
}

Proxy someProxy(int number)
{
    static const std::array<QString, 4> types{
        QStringLiteral("residential"), QStringLiteral("mobile"), QStringLiteral("datacenter"),
        QStringLiteral("residential_premium")};
    static const std::array<std::array<QString, 2>, 3> places{
        {{QStringLiteral("US"), QStringLiteral("San Jose")},
         {QStringLiteral("DE"), QStringLiteral("Frankfurt")},
         {QStringLiteral("BR"), QStringLiteral("São Paulo")}}};
    const auto index = static_cast<size_t>(number);
    Proxy proxy;
    proxy.id =
        ProxyId(QStringLiteral("00000000-0000-4000-8000-%1").arg(number, 12, 10, QLatin1Char('0')));
    constexpr int firstNumericId = 20'000;
    proxy.numericId = QString::number(firstNumericId + number);
    proxy.name = QStringLiteral("checkout-us-%1").arg(number);
    proxy.type = types.at(index % types.size());
    proxy.country = places.at(index % places.size())[0];
    proxy.city = places.at(index % places.size())[1];
    proxy.behavior = QStringLiteral("rotate");
    proxy.rotateType =
        number % 2 == 0 ? QStringLiteral("interval") : QStringLiteral("each_request");
    if (number % 2 == 0) {
        proxy.rotateIntervalMinutes = 10;
    }
    constexpr int limitGb = 10;
    proxy.trafficLimit = TrafficAmount::fromUnits(limitGb * TrafficAmount::unitsPerGb);
    constexpr int tenths = 100;
    proxy.trafficUsed =
        TrafficAmount::fromUnits((number * 7 % tenths) * (TrafficAmount::unitsPerGb / 10));
    proxy.host = QStringLiteral("gw.example.net");
    constexpr int portHttp = 5000;
    constexpr int portSocks5 = 5001;
    proxy.portHttp = portHttp;
    proxy.portSocks5 = portSocks5;
    proxy.createdAt = fromMillis(firstMoment + number * hour);
    proxy.updatedAt = proxy.createdAt;
    proxy.raw = R"({"proxy_http":"http://••••••@gw.example.net:5000"})";
    proxy.credentials = {
        Secret(QStringLiteral("http://user-81f2:swordfish@gw.example.net:5000")),
        Secret(QStringLiteral("socks5://user-81f2:swordfish@gw.example.net:5001"))};
    return proxy;
}

SubUser someSubUser(int number)
{
    SubUser subUser;
    subUser.id = SubUserId(number);
    subUser.username = QStringLiteral("client_%1").arg(number);
    if (number % 2 == 1) {
        subUser.note = QStringLiteral("Paid until Dec 1, invoice %1\nPrefers SOCKS5").arg(number);
    }
    subUser.serviceType =
        number % 3 == 0 ? QStringLiteral("mobile") : QStringLiteral("residential");
    subUser.trafficLeft = TrafficAmount::fromUnits(number * TrafficAmount::unitsPerGb / 4);
    subUser.trafficUsed = TrafficAmount::fromUnits(3 * TrafficAmount::unitsPerGb);
    subUser.createdAt = fromMillis(firstMoment + number * hour);
    subUser.updatedAt = subUser.createdAt;
    subUser.access.host = QStringLiteral("gw.example.net");
    subUser.access.userName = QStringLiteral("fb4ba1");
    subUser.access.password = Secret(QStringLiteral("swordfish"));
    subUser.raw = R"({"proxy":{"proxy_password":"••••••"}})";
    return subUser;
}

QString fillStore(const QString &dataDir, const QString &service, const QString &account,
                  const FillCounts &counts, const Clock &clock)
{
    const QString folder = dataDir + QLatin1String("/accounts/") + accountKey(service, account);
    auto store = AccountStore::open(folder, clock);
    if (!store) {
        return store.error().detail;
    }
    QString problem;
    const auto note = [&problem](const StoreResult<Stored> &written) {
        if (!written) {
            problem = written.error().detail;
        }
    };
    const Instant now = clock.now();
    constexpr qint64 batch = 20'000;
    for (qint64 first = 1; first <= counts.transactions; first += batch) {
        const qint64 last = std::min(counts.transactions, first + batch - 1);
        (*store)->write(
            [first, last, all = counts.transactions, now](CacheWriter &writer) {
                fillLedger(writer, first, last, all, now);
                return Stored{};
            },
            store->get(), note);
        (*store)->waitForWriter();
    }
    (*store)->write(
        [counts](CacheWriter &writer) {
            constexpr qint64 worthIndexes = 20'000; // the same limit as in LedgerIndexer
            while (writer.ledgerIndex().addPending(batch) > 0 ||
                   writer.ledgerIndex().mergeSearchIndex() ||
                   (counts.transactions >= worthIndexes && writer.ledgerIndex().makeSortIndex())) {
            }
            return Stored{};
        },
        store->get(), note);
    (*store)->write(
        [counts, account, now](CacheWriter &writer) {
            fillLists(writer, counts, now);
            fillOverview(writer, counts.transactions, account, now);
            return Stored{};
        },
        store->get(), note);
    (*store)->tidy();
    (*store)->waitForWriter();
    QCoreApplication::processEvents();
    KeepFile keep(folder, clock);
    keep.setFact(QStringLiteral("service"), service);
    keep.setFact(QStringLiteral("account"), account);
    keep.setFact(QStringLiteral("name"), QStringLiteral("North Relay"));
    keep.setFact(QStringLiteral("used_ms"), QString::number(toMillis(now)));
    keep.waitForWriter();
    return problem;
}

QStringList linesOf(const QAbstractItemModel &model, int columns, int rows)
{
    QStringList lines;
    for (int row = 0; row < std::min(rows, model.rowCount()); ++row) {
        QStringList cells;
        for (int column = 0; column < columns; ++column) {
            cells.append(model.index(row, column).data().toString());
        }
        lines.append(cells.join(QLatin1String(" | ")));
    }
    return lines;
}

QStringList filesContaining(const QString &folder, const QByteArray &text)
{
    QStringList found;
    QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(text)) {
            found.append(file.fileName());
        }
    }
    return found;
}

} // namespace relaybook::testing
