// SPDX-License-Identifier: GPL-3.0-or-later
// Tests credentials that the service sends in unexpected fields: they are neither in the files of
// the account nor in what a page shows of a row, and masking one does not count as a change at the
// service.

#include "api/http/apiclient.h"
#include "api/json/jsonflatten.h"
#include "models/accounts/accountsession.h"
#include "models/store/keyquery.h"
#include "models/sync/ledgerindexer.h"
#include "tests/models/storefixture.h"
#include "tests/support/scriptedserver.h"

#include <QRandomGenerator>
#include <QTest>

#include <iterator>

namespace relaybook {
namespace {

using testing::Exchange;
using testing::Received;
using testing::ScriptedServer;
using testing::StoreFixture;

QByteArray answerTo(const QByteArray &target)
{
    if (target.startsWith("/v1/account/transactions")) {
        return R"({"data":[{"id":1,"type":"purchase","amount":1,"balance_before":10,
            "balance_after":9,"description":"Sold 10.1.2.3:8080:bob:inDescription1 at 12:30:00",
            "product_id":"3","metadata":{"pwd":"underPwd1","login":"bob:inLogin1@gw.example:80",
            "copy":"ofTheProxy1","sent":"Bearer inBearer1xyz"},
            "created_at":"2026-11-20T12:00:00Z"}],
            "meta":{"current_page":1,"last_page":1,"per_page":100,"total":1}})";
    }
    if (target.startsWith("/v1/proxies")) {
        return R"({"data":[{"id":"p-1","name":"one","type":"mobile","hint":"ofTheProxy1",
            "proxy_auth":"bob:inAuth1","line":"gw.example:8080:bob:inLine1",
            "proxy_http":"http://bob:ofTheProxy1@gw.example:80","pass":"underPass1"}],"total":1})";
    }
    if (target.startsWith("/v1/account/balance")) {
        return R"({"data":{"balance":9,"currency":"USD"}})";
    }
    if (target == "/v1/account") {
        return R"({"data":{"id":7,"name":"A","email":"a@b.example","api":"12|abcdefghijklmnopqrstu",
            "mine":"thePersonalToken1"}})";
    }
    return R"({"data":[]})";
}

const QByteArrayList secrets{
    "inDescription1", "underPwd1",  "inLogin1",    "inBearer1xyz",          "inAuth1",
    "inLine1",        "underPass1", "ofTheProxy1", "abcdefghijklmnopqrstu", "thePersonalToken1"};

/// Plants a new secret in a text of the service at each call, in a form and with names that are
/// made anew.
class Planter
{
public:
    QByteArray planted()
    {
        static const char *const forms[] = {
            "http://U:S@H:P", "U:S@H:P", "H:P:U:S",  "H|P|U|S",     "H,P,U,S",
            "H;P;U;S",        "H P U S", "U|S|H|P",  "U, S, H, P",  "see H:P:U:S now",
            "access_key=S",   "pin=S",   "Bearer S", "password: S", "api-key=S&n=1"};
        const QByteArray form(forms[m_secrets.size() % std::size(forms)]);
        QByteArray text;
        for (const char c : form) {
            switch (c) {
            case 'U':
                text += word();
                break;
            case 'S':
                text += secret();
                break;
            case 'H':
                text += word() + '.' + word() + ".example";
                break;
            case 'P':
                text += QByteArray::number(m_random.bounded(1024, 65'000));
                break;
            default:
                text += c;
            }
        }
        return text;
    }
    QByteArray secret()
    {
        m_secrets += "S7" + word() + QByteArray::number(m_secrets.size()) + word();
        return m_secrets.back();
    }
    /// A member whose name says that it is a secret, and one whose name holds one.
    QByteArray members()
    {
        static const char *const names[] = {"access_key", "pin",        "X-Api-Key", "userPass",
                                            "Token",      "pwd",        "AccessKey", "secret_word",
                                            "proxy_auth", "credentials"};
        const QByteArray name(names[m_secrets.size() % std::size(names)]);
        return '"' + name + "\":\"" + secret() + "\",\"" + planted() + "\":1";
    }
    [[nodiscard]] const QByteArrayList &secrets() const { return m_secrets; }

private:
    QByteArray word()
    {
        QByteArray made;
        for (int i = m_random.bounded(3, 9); i > 0; --i) {
            made += static_cast<char>('a' + m_random.bounded(26));
        }
        return made;
    }

    QRandomGenerator m_random{44};
    QByteArrayList m_secrets;
};

/// Fills each "%" of a row with a text that has a secret; "&" with members.
QByteArray planted(const QByteArray &row, Planter &planter)
{
    QByteArray text;
    for (const char c : row) {
        text += c == '%' ? planter.planted() : c == '&' ? planter.members() : QByteArray(1, c);
    }
    return text;
}

/// A list of rows with their numbers in place of "#".
QByteArray plantedList(const QByteArray &row, Planter &planter)
{
    constexpr int rows = 30; // each field meets each form
    QByteArrayList all;
    for (int i = 1; i <= rows; ++i) {
        all += planted(QByteArray(row).replace('#', QByteArray::number(i)), planter);
    }
    const int rowsInAll = row.contains("no id") ? 2 * rows : rows;
    const QByteArray total = QByteArray::number(rowsInAll);
    return "{\"data\":[" + all.join(',') +
           "],\"meta\":{\"current_page\":1,\"last_page\":1,\"per_page\":100,\"total\":" + total +
           "}}";
}

QByteArray plantedAnswer(const QByteArray &target, Planter &planter)
{
    if (target.startsWith("/v1/account/transactions")) {
        return plantedList(R"({"id":#,"type":"%","amount":0,"balance_before":10,"balance_after":10,
            "description":"%","product_id":"%","user_id":"%","metadata":{&,"x":["%"]},&,
            "created_at":"2026-11-20T12:00:00Z"})",
                           planter);
    }
    if (target.startsWith("/v1/proxies/traffic")) {
        return plantedList(R"({"proxy_id":"%","config_id":"%","config_name":"%","today_mb":"%"})",
                           planter);
    }
    if (target.startsWith("/v1/proxies")) {
        return plantedList(R"({"id":"p-#","proxy_id":"%","name":"%","type":"%","country":"%",
            "region":"%","city":"%","behavior":"%","rotate_type":"%","host":"%","%":"%",&,
            "product":{"id":"%","name":"%"}},{"id":"%","name":"no id"})",
                           planter);
    }
    if (target == "/reseller/access-token") {
        return R"({"data":{"access_token":"theAccessToken1"}})";
    }
    if (target.startsWith("/reseller/sub-users")) {
        return plantedList(R"({"id":#,"username":"%","service_type":"%","proxy":{"host":"%",
            "proxy_username":"%"},"label":"%",&},{"id":"%","username":"no id"})",
                           planter);
    }
    if (target.startsWith("/reseller/balance")) {
        return planted(R"({"data":{"traffic_balance_gb":5,"%_price_per_gb":2,"%_pricing_tiers":[],
            "reseller_%_gb":5,"mobile_price_per_gb":"%","plan":{"name":"%"},"%":"%",&}})",
                       planter);
    }
    if (target.startsWith("/reseller/analytics")) {
        return planted(R"({"data":{"summary":{"%":"%"},"chart":[{"date":"%","total_gb":5}],
            "sub_users":[{"id":1,"login":"%","balance_gb":1}],&}})",
                       planter);
    }
    if (target.startsWith("/v1/account/balance")) {
        return planted(R"({"data":{"balance":10,"currency":"%"}})", planter);
    }
    if (target == "/v1/account") {
        return planted(R"({"data":{"id":"%","name":"%","email":"%","currency":"%","plan":"%",&}})",
                       planter);
    }
    if (target.startsWith("/v1/categories")) {
        return plantedList(R"({"slug":"%","name":"%","tiers":[{"min_gb":"%"}]})", planter);
    }
    return R"({"data":[]})";
}

/// An account of a service, signed in with a personal token.
struct Opened
{
    explicit Opened(const QString &url)
        : address(url)
        , client({*ServiceAddress::parse(url)}, auth, pacer, clock)
    {
        auth.setPersonalToken(Secret(QByteArray("thePersonalToken1")));
    }
    AccountSession &open()
    {
        AccountSession::Config config;
        config.dataDir = folder.path();
        config.service = address;
        config.account = QStringLiteral("a");
        session = std::move(*AccountSession::open(config, &client, auth, clock));
        return *session;
    }

    QString address;
    QTemporaryDir folder;
    SystemClock clock;
    AuthSession auth;
    Pacer pacer{clock};
    ApiClient client;
    std::unique_ptr<AccountSession> session;
};

} // namespace

class TestMaskedStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingReachesTheDisk();
    void aSecretThatIsKnownLaterIsMaskedInStoredRows();
    void storedRowsOfEachKindAreMasked();
    void noFieldReachesTheDisk();
    void aMaskIsNoChangeAtTheService();
};

void TestMaskedStore::nothingReachesTheDisk()
{
    ScriptedServer server;
    server.start();
    server.then([](const Received &request, const Exchange &exchange) {
        exchange.answer({200, answerTo(request.target), {}});
    });
    Opened opened(server.url());
    const QTemporaryDir &folder = opened.folder;
    AccountSession &session = opened.open();
    session.ledger().indexer().setLaterMaskDelay(std::chrono::milliseconds(100));
    session.start();
    QTRY_COMPARE(session.summary().proxies, 1);
    QTRY_COMPARE(session.summary().transactions, 1);
    QTRY_VERIFY(!session.summary().name.isEmpty());
    QTRY_VERIFY(session.ledger().progress().state == LedgerProgress::Complete);
    QTRY_VERIFY(!session.rows().transaction(TransactionId(1))->raw.contains("ofTheProxy1"));
    const auto row = session.rows().transaction(TransactionId(1));
    QVERIFY(row);
    QCOMPARE(row->description, QString::fromUtf8("Sold 10.1.2.3:8080:bob:••• at 12:30:00"));
    const auto proxy = session.rows().proxy(ProxyId(QStringLiteral("p-1")));
    QVERIFY(proxy);
    session.flush();
    for (const QByteArray &secret : secrets) {
        QTRY_COMPARE(testing::filesContaining(folder.path(), secret), QStringList());
        for (const QByteArray &raw : {row->raw, proxy->raw}) {
            for (const JsonField &field : flattenJson(raw)) {
                QVERIFY2(!field.text.contains(QString::fromLatin1(secret)), secret.constData());
            }
        }
    }
    QVERIFY(!testing::filesContaining(folder.path(), "gw.example").isEmpty());
}

/// The ledger was loaded when no list had the password yet.
void TestMaskedStore::aSecretThatIsKnownLaterIsMaskedInStoredRows()
{
    ScriptedServer server;
    server.start();
    bool hasProxies = false;
    server.then([&hasProxies](const Received &request, const Exchange &exchange) {
        const bool isLeftOut = request.target.startsWith("/v1/proxies") && !hasProxies;
        exchange.answer(
            {200, isLeftOut ? R"({"data":[],"total":0})" : answerTo(request.target), {}});
    });
    Opened opened(server.url());
    AccountSession &session = opened.open();
    session.ledger().indexer().setLaterMaskDelay(std::chrono::milliseconds(100));
    session.start();
    QTRY_VERIFY(session.ledger().progress().state == LedgerProgress::Complete);
    QTRY_VERIFY(session.ledger().indexer().isCaughtUp());
    QTRY_COMPARE(session.status(Area::Proxies).state, AreaStatus::Loaded);
    session.flush();
    const auto row = [&session] { return session.rows().transaction(TransactionId(1)); };
    QVERIFY(row()->raw.contains("ofTheProxy1"));
    QVERIFY(!testing::filesContaining(opened.folder.path(), "oftheproxy1").isEmpty());
    hasProxies = true;
    session.refresh(Area::Proxies);
    QTRY_VERIFY(!row()->raw.contains("ofTheProxy1"));
    QVERIFY(row()->raw.contains("10.1.2.3"));
    QTRY_VERIFY(session.ledger().indexer().isCaughtUp());
    // Neither in free pages, nor in the log, nor as a word of the search index.
    for (const char *written : {"ofTheProxy1", "oftheproxy1"}) {
        QTRY_COMPARE(testing::filesContaining(opened.folder.path(), written), QStringList());
    }
}

void TestMaskedStore::storedRowsOfEachKindAreMasked()
{
    StoreFixture f;
    const auto rowWith = [](qint64 id, const QString &text) {
        Transaction row = testing::row(id, 10, 0, 5);
        row.description = text;
        row.raw = R"({"id":)" + QByteArray::number(id) + R"(,"why":")" + text.toUtf8() + R"("})";
        return row;
    };
    f.put({rowWith(1, QStringLiteral("plain")), rowWith(2, QStringLiteral("sold hunter2x")),
           rowWith(3, QStringLiteral("sold swordfish7"))});
    f.put({rowWith(2, QStringLiteral("sold again"))}); // the earlier version has the secret
    TransactionPage page;
    page.unreadable.push_back({TransactionId(4), QStringLiteral("$.amount: hunter2x"),
                               R"({"id":4,"amount":"hunter2x"})"});
    page.unreadable.push_back({std::nullopt, QString(), "no JSON, hunter2x"});
    f.write([page](CacheWriter &writer) { writer.ledger().putPages({page}, {}); });
    f.index();
    KnownSecrets known;
    known.add(QByteArray("hunter2x"));
    known.add(QByteArray("swordfish7"));
    StoredMasks::Place place;
    int steps = 0;
    while (!StoredMasks::isWhole(place)) {
        f.write([&](CacheWriter &writer) { place = writer.masks().mask(known, place, 2); });
        QVERIFY(++steps < 10);
    }
    QCOMPARE(place.masked, 4);
    for (const char *secret : {"hunter2x", "swordfish7"}) {
        QVERIFY(f.found(QString::fromLatin1(secret)).empty());
    }
    const auto stored = [&f](qint64 id) {
        return **f.store->read([id](CacheReader &reader) { return reader.transaction(id); });
    };
    QVERIFY(stored(1) == rowWith(1, QStringLiteral("plain")));
    QVERIFY(stored(2) == rowWith(2, QStringLiteral("sold again")));
    QVERIFY(stored(3) == rowWith(3, QString::fromUtf8("sold •••")));
    const auto counts = f.store->read([](CacheReader &reader) { return reader.counts(); });
    QCOMPARE(counts->rewritten, 1);
    QCOMPARE(counts->unreadable, 2);
    f.index();
    QCOMPARE(f.found(QStringLiteral("sold")).size(), size_t{2});
}

/// Every text of every list, and the names of its members, with credentials in many forms.
void TestMaskedStore::noFieldReachesTheDisk()
{
    Planter planter;
    ScriptedServer server;
    server.start();
    server.then([&planter](const Received &request, const Exchange &exchange) {
        exchange.answer({200, plantedAnswer(request.target, planter), {}});
    });
    Opened opened(server.url());
    opened.auth.setResellerKey(Secret(QByteArray("theResellerKey1")));
    const QTemporaryDir &folder = opened.folder;
    AccountSession &session = opened.open();
    session.start();
    QTRY_VERIFY(session.ledger().progress().state == LedgerProgress::Complete);
    QTRY_COMPARE(session.summary().transactions, 30);
    QTRY_COMPARE(session.summary().proxies, 30);
    QTRY_COMPARE(session.summary().subUsers, 30);
    QTRY_VERIFY(!session.summary().name.isEmpty());
    session.flush();
    QVERIFY(planter.secrets().size() > 500);
    QStringList found;
    for (const QByteArray &secret : planter.secrets()) {
        if (const auto files = testing::filesContaining(folder.path(), secret); !files.isEmpty()) {
            found += QString::fromUtf8(secret) + u' ' + files.join(u' ');
        }
    }
    QVERIFY2(found.isEmpty(),
             qPrintable(QString::number(found.size()) + u'\n' + found.join(u'\n')));
    QVERIFY(!testing::filesContaining(folder.path(), ".example").isEmpty());
}

/// A row that was stored with a secret arrives with the mask: it is replaced, and not reported as
/// changed. The reverse does not change the row.
void TestMaskedStore::aMaskIsNoChangeAtTheService()
{
    StoreFixture f;
    Transaction open = testing::row(1, 10, 0, 5);
    open.description = QStringLiteral("with hunter2");
    open.raw = R"({"pass":"hunter2","n":1})";
    Transaction masked = open;
    masked.description = QString::fromUtf8("with •••");
    masked.raw = QByteArray(R"({"pass":"•••","n":1})");
    f.put({open});
    f.index();
    for (const Transaction &come : {masked, open, masked}) {
        f.put({come});
        const auto stored =
            f.store->read([](CacheReader &reader) { return reader.transaction(1); });
        QVERIFY(**stored == masked);
        const auto counts = f.store->read([](CacheReader &reader) { return reader.counts(); });
        QCOMPARE(counts->rewritten, 0);
        f.index();
    }
    QVERIFY(f.found(QStringLiteral("hunter2")).empty());
    Transaction other = masked;
    other.raw = QByteArray(R"({"pass":"•••","n":2})");
    f.put({other});
    const auto counts = f.store->read([](CacheReader &reader) { return reader.counts(); });
    QCOMPARE(counts->rewritten, 1);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestMaskedStore)
#include "test_maskedstore.moc"
