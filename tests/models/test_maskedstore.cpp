// SPDX-License-Identifier: GPL-3.0-or-later
// Tests credentials that the service sends in unexpected fields: they are neither in the files of
// the account nor in what a page shows of a row, and masking one does not count as a change at the
// service.

#include "api/http/apiclient.h"
#include "api/json/jsonflatten.h"
#include "models/accounts/accountsession.h"
#include "models/store/keyquery.h"
#include "tests/models/storefixture.h"
#include "tests/support/scriptedserver.h"

#include <QTest>

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

} // namespace

class TestMaskedStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingReachesTheDisk();
    void aMaskIsNoChangeAtTheService();
};

void TestMaskedStore::nothingReachesTheDisk()
{
    ScriptedServer server;
    server.start();
    server.then([](const Received &request, const Exchange &exchange) {
        exchange.answer({200, answerTo(request.target), {}});
    });
    const QTemporaryDir folder;
    const SystemClock clock;
    AuthSession auth;
    auth.setPersonalToken(Secret(QByteArray("thePersonalToken1")));
    Pacer pacer(clock);
    ApiClient client({*ServiceAddress::parse(server.url())}, auth, pacer, clock);
    AccountSession::Config config;
    config.dataDir = folder.path();
    config.service = server.url();
    config.account = QStringLiteral("a");
    auto opened = AccountSession::open(config, &client, auth, clock);
    QVERIFY(opened);
    auto &session = **opened;
    // First load what contains the secrets of proxies: a ledger that was stored before is masked
    // when it is read again.
    session.refresh(Area::Proxies);
    QTRY_COMPARE(session.summary().proxies, 1);
    session.start();
    QTRY_COMPARE(session.summary().transactions, 1);
    QTRY_VERIFY(!session.summary().name.isEmpty());
    QTRY_VERIFY(session.ledger().progress().state == LedgerProgress::Complete);
    const auto row = session.rows().transaction(TransactionId(1));
    QVERIFY(row);
    QCOMPARE(row->description, QString::fromUtf8("Sold 10.1.2.3:8080:bob:••• at 12:30:00"));
    const auto proxy = session.rows().proxy(ProxyId(QStringLiteral("p-1")));
    QVERIFY(proxy);
    session.flush();
    for (const QByteArray &secret : secrets) {
        QCOMPARE(testing::filesContaining(folder.path(), secret), QStringList());
        for (const QByteArray &raw : {row->raw, proxy->raw}) {
            for (const JsonField &field : flattenJson(raw)) {
                QVERIFY2(!field.text.contains(QString::fromLatin1(secret)), secret.constData());
            }
        }
    }
    QVERIFY(!testing::filesContaining(folder.path(), "gw.example").isEmpty());
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
