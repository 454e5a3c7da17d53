// SPDX-License-Identifier: GPL-3.0-or-later
// Tests adding and removing access rules against the sandbox: how many calls are made, what becomes
// of refused lines, and how work goes on after an error, a lost answer or a stop.

#include "api/endpoints/subusers.h"
#include "models/subusers/accessrules.h"
#include "tests/models/loadedaccount.h"
#include "tests/support/scriptedserver.h"

#include <QSignalSpy>

namespace relaybook {
namespace {

using testing::Loaded;
using AccessVerdict = AccessLine::Verdict;
using RulesStatus = SubUserProfile::Status;

QString manyAddresses(int count)
{
    QStringList lines;
    for (int i = 0; i < count; ++i) {
        lines.append(QStringLiteral("10.0.%1.%2").arg(i / 200).arg(i % 200));
    }
    return lines.join(u'\n');
}

QString manyDomains(int count)
{
    QStringList lines;
    for (int i = 0; i < count; ++i) {
        lines.append(QStringLiteral("shop-%1.example.com").arg(i));
    }
    return lines.join(u'\n');
}

struct RulesFixture : Loaded
{
    explicit RulesFixture(AccessKind kind)
        : rules(session->accessRules(kind, subUser))
    {
        load();
        std::vector<AccessRuleId> ids; // the sandbox begins with some
        for (const AccessRule &rule : rules->rules()) {
            ids.push_back(rule.id);
        }
        rules->remove(ids);
        [this] { QTRY_VERIFY(!rules->isBusy()); }();
        load();
        server.resetCounters();
    }
    void load()
    {
        rules->load();
        QTRY_VERIFY(rules->status().state != RulesStatus::Loading);
    }
    void add(const QString &text)
    {
        rules->add(readAccessLines(rules->kind(), text, rules->rules()));
        QTRY_VERIFY_WITH_TIMEOUT(!rules->isBusy(), 60'000);
    }
    [[nodiscard]] std::uint64_t calls(const char *operation) const
    {
        return server.counters().of(operation).arrived;
    }
    [[nodiscard]] std::uint64_t made(const char *operation) const
    {
        return server.counters().of(operation).performed;
    }
    [[nodiscard]] QStringList there()
    {
        load();
        QStringList values;
        for (const AccessRule &rule : rules->rules()) {
            values.append(rule.pattern);
        }
        return values;
    }

    std::unique_ptr<AccessRules> rules;
};

} // namespace

class TestAccessRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addressesAreAddedOneByOne();
    void domainsGoFiveHundredACall();
    void domainsWithACommentGoAlone();
    void aRefusedLineKeepsTheReason();
    void manyRefusedNameTheirLines();
    void withoutTheBulkCallTheyGoOneByOne();
    void anErrorStopsAndTheRestGoesOn();
    void aLostAnswerIsNotSentTwice_data();
    void aLostAnswerIsNotSentTwice();
    void aStopSendsNothingMore();
    void selectedRulesAreRemoved();
    void aCallThatIsMissingIsSaid_data();
    void aCallThatIsMissingIsSaid();
    void viewOnlyAndOfflineSendNothing();
    void aDeletedSubUserIsSaid();
    void anOlderServiceGetsItsOwnName();
};

void TestAccessRules::addressesAreAddedOneByOne()
{
    RulesFixture f(AccessKind::Allowlist);
    QVERIFY(f.rules->isEmpty());
    QSignalSpy progress(f.rules.get(), &AccessRules::progressed);
    f.add(QStringLiteral("203.0.113.7 # office\n2001:db8::/32\nnonsense\n203.0.113.7"));
    QVERIFY(!f.rules->error().has_value());
    QCOMPARE(f.rules->done(), 2);
    QCOMPARE(f.rules->total(), 2);
    QVERIFY(f.rules->left().empty());
    QVERIFY(progress.count() >= 2);
    QCOMPARE(f.made("addAllowed"), std::uint64_t{2});
    // The list is loaded again: these are the service's rows, with their ids.
    QCOMPARE(f.rules->rules().size(), size_t{2});
    QCOMPARE(f.rules->rules().front().pattern, QStringLiteral("203.0.113.7"));
    QCOMPARE(f.rules->rules().front().comment, QStringLiteral("office"));
    QVERIFY(f.rules->rules().front().id.value() > 0);
}

void TestAccessRules::domainsGoFiveHundredACall()
{
    RulesFixture f(AccessKind::Blocklist);
    f.add(manyDomains(1'201));
    QVERIFY(!f.rules->error().has_value());
    QCOMPARE(f.rules->done(), 1'201);
    QCOMPARE(f.made("addBlockedBulk"), std::uint64_t{3});
    QCOMPARE(f.calls("addBlocked"), std::uint64_t{0});
    QCOMPARE(f.rules->rules().size(), size_t{1'201});
}

void TestAccessRules::domainsWithACommentGoAlone()
{
    RulesFixture f(AccessKind::Blocklist);
    f.add(QStringLiteral("a.com\nb.com # ads\nc.com\nd.com"));
    QCOMPARE(f.made("addBlockedBulk"), std::uint64_t{2});
    QCOMPARE(f.made("addBlocked"), std::uint64_t{1});
    QCOMPARE(f.there(), (QStringList{QStringLiteral("a.com"), QStringLiteral("b.com"),
                                     QStringLiteral("c.com"), QStringLiteral("d.com")}));
    QCOMPARE(f.rules->rules().at(1).comment, QStringLiteral("ads"));
}

void TestAccessRules::aRefusedLineKeepsTheReason()
{
    RulesFixture f(AccessKind::Allowlist);
    // Somebody else adds one that is not known here yet.
    bool done = false;
    const Call call = f.client->send(AddAllowed{f.subUser, QStringLiteral("203.0.113.8"), {}},
                                     &f.guard, [&](const auto &answer) { done = !!answer; });
    QTRY_VERIFY(done);
    f.add(QStringLiteral("203.0.113.7\n203.0.113.8\n203.0.113.9"));
    QVERIFY(!f.rules->error().has_value());
    QCOMPARE(f.rules->done(), 2);
    const auto left = f.rules->left();
    QCOMPARE(left.size(), size_t{1});
    QCOMPARE(left.front().number, 2);
    QVERIFY(left.front().verdict == AccessVerdict::Refused);
    QCOMPARE(left.front().other, QStringLiteral("This entry already exists."));
    QCOMPARE(f.rules->rules().size(), size_t{3});
}

void TestAccessRules::manyRefusedNameTheirLines()
{
    RulesFixture f(AccessKind::Blocklist);
    // What is good here may be wrong for a service.
    auto lines = readAccessLines(AccessKind::Blocklist, manyDomains(6), {});
    lines.at(1).value = QStringLiteral("not good");
    lines.at(4).value = QStringLiteral("nor this");
    f.rules->add(lines);
    QTRY_VERIFY(!f.rules->isBusy());
    QVERIFY(!f.rules->error().has_value());
    QCOMPARE(f.rules->done(), 4);
    const auto left = f.rules->left();
    QCOMPARE(left.size(), size_t{2});
    QCOMPARE(left.at(0).number, 2);
    QCOMPARE(left.at(1).number, 5);
    QCOMPARE(left.at(1).other, QStringLiteral("This is not a host name."));
    QCOMPARE(f.calls("addBlockedBulk"), std::uint64_t{2});
}

void TestAccessRules::withoutTheBulkCallTheyGoOneByOne()
{
    RulesFixture f(AccessKind::Blocklist);
    sandbox::Offer offer;
    offer.without = {"addBlockedBulk"};
    QVERIFY(!f.server.setOffer(offer));
    f.add(manyDomains(5));
    QVERIFY(!f.rules->error().has_value());
    QCOMPARE(f.made("addBlocked"), std::uint64_t{5});
    QCOMPARE(f.there().size(), qsizetype{5});
}

void TestAccessRules::anErrorStopsAndTheRestGoesOn()
{
    RulesFixture f(AccessKind::Allowlist);
    connect(f.rules.get(), &AccessRules::progressed, f.rules.get(), [&f] {
        if (f.rules->done() == 3) {
            f.fault("error-500=undone,on=addAllowed");
        }
    });
    f.add(manyAddresses(8));
    QVERIFY(f.rules->error().has_value());
    QCOMPARE(f.rules->done(), 3);
    const auto left = f.rules->left();
    QCOMPARE(left.size(), size_t{5});
    QVERIFY(left.front().isGood());
    QCOMPARE(left.front().number, 4);
    disconnect(f.rules.get(), &AccessRules::progressed, f.rules.get(), nullptr);
    f.server.faults().clearAll();
    f.rules->add(left);
    QTRY_VERIFY(!f.rules->isBusy());
    QVERIFY(!f.rules->error().has_value());
    QCOMPARE(f.there().size(), qsizetype{8});
    QCOMPARE(f.made("addAllowed"), std::uint64_t{8});
}

void TestAccessRules::aLostAnswerIsNotSentTwice_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("address, done")
        << int(AccessKind::Allowlist) << QByteArray("do-and-drop=close,on=addAllowed,next=1");
    QTest::newRow("address, not done")
        << int(AccessKind::Allowlist) << QByteArray("drop=close,on=addAllowed,next=1");
    QTest::newRow("address, 502 and done")
        << int(AccessKind::Allowlist) << QByteArray("error-502=done,on=addAllowed,next=1");
    QTest::newRow("domains, done")
        << int(AccessKind::Blocklist) << QByteArray("do-and-drop=close,on=addBlockedBulk,next=1");
    QTest::newRow("domains, not done")
        << int(AccessKind::Blocklist) << QByteArray("drop=close,on=addBlockedBulk,next=1");
}

void TestAccessRules::aLostAnswerIsNotSentTwice()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, fault);
    RulesFixture f(static_cast<AccessKind>(kind));
    const bool isAllowlist = f.rules->kind() == AccessKind::Allowlist;
    const QString pasted = isAllowlist ? manyAddresses(4) : manyDomains(4);
    f.fault(fault.constData());
    f.add(pasted);
    int rounds = 0;
    while (!f.rules->left().empty() && rounds < 3) {
        QVERIFY(f.rules->error().has_value());
        f.rules->add(f.rules->left());
        QTRY_VERIFY(!f.rules->isBusy());
        ++rounds;
    }
    QCOMPARE(f.there().size(), qsizetype{4});
    // Each was added by one call that was carried out: none was refused as a duplicate.
    QCOMPARE(f.made(isAllowlist ? "addAllowed" : "addBlockedBulk"),
             isAllowlist ? std::uint64_t{4} : std::uint64_t{1});
}

void TestAccessRules::aStopSendsNothingMore()
{
    RulesFixture f(AccessKind::Allowlist);
    connect(
        f.rules.get(), &AccessRules::progressed, f.rules.get(),
        [&f] {
            if (f.rules->done() >= 2) {
                f.rules->stop();
            }
        },
        Qt::QueuedConnection);
    f.add(manyAddresses(30));
    QVERIFY(!f.rules->error().has_value());
    QVERIFY(f.rules->done() >= 2 && f.rules->done() < 30);
    QCOMPARE(f.rules->left().size() + static_cast<size_t>(f.rules->done()), size_t{30});
    QCOMPARE(f.there().size(), qsizetype{f.rules->done()});
}

void TestAccessRules::selectedRulesAreRemoved()
{
    RulesFixture f(AccessKind::Blocklist);
    f.add(manyDomains(6));
    std::vector<AccessRuleId> ids;
    for (const size_t row : {0U, 2U, 5U}) {
        ids.push_back(f.rules->rules().at(row).id);
    }
    bool done = false;
    const Call call = f.client->send(RemoveBlocked{f.subUser, ids.at(1)}, &f.guard,
                                     [&](const auto &answer) { done = !!answer; });
    QTRY_VERIFY(done); // somebody else was faster with one of them
    f.rules->remove(ids);
    QVERIFY(f.rules->isRemoving());
    QTRY_VERIFY(!f.rules->isBusy());
    QVERIFY(!f.rules->error().has_value());
    QCOMPARE(f.rules->done(), 3);
    QCOMPARE(f.there(), (QStringList{QStringLiteral("shop-1.example.com"),
                                     QStringLiteral("shop-3.example.com"),
                                     QStringLiteral("shop-4.example.com")}));
}

void TestAccessRules::aCallThatIsMissingIsSaid_data()
{
    QTest::addColumn<int>("answer");
    QTest::newRow("404") << int(sandbox::MissingAnswer::Status404);
    QTest::newRow("405") << int(sandbox::MissingAnswer::Status405);
    QTest::newRow("501") << int(sandbox::MissingAnswer::Status501);
    QTest::newRow("a page") << int(sandbox::MissingAnswer::HtmlPage200);
}

void TestAccessRules::aCallThatIsMissingIsSaid()
{
    QFETCH(int, answer);
    RulesFixture f(AccessKind::Allowlist);
    f.add(QStringLiteral("203.0.113.7"));
    sandbox::Offer offer;
    offer.missingAnswer = static_cast<sandbox::MissingAnswer>(answer);
    offer.without = {"addAllowed", "removeAllowed"};
    QVERIFY(!f.server.setOffer(offer));
    f.add(QStringLiteral("203.0.113.8"));
    QVERIFY(f.rules->error().has_value());
    QVERIFY(f.rules->error()->kind == ErrorKind::NotOffered);
    QCOMPARE(f.rules->left().size(), size_t{1});
    f.rules->remove({f.rules->rules().front().id});
    QTRY_VERIFY(!f.rules->isBusy());
    QVERIFY(f.rules->error().has_value());
    QCOMPARE(f.rules->rules().size(), size_t{1});
    offer.without = {"listAllowed"};
    QVERIFY(!f.server.setOffer(offer));
    f.load();
    QVERIFY(f.rules->status().state == RulesStatus::NotOffered);
}

void TestAccessRules::viewOnlyAndOfflineSendNothing()
{
    RulesFixture f(AccessKind::Allowlist);
    f.client->setViewOnly(true);
    f.add(QStringLiteral("203.0.113.7"));
    QVERIFY(f.rules->error().has_value());
    QVERIFY(f.rules->error()->kind == ErrorKind::ViewOnly);
    QCOMPARE(f.rules->left().size(), size_t{1});
    QCOMPARE(f.calls("addAllowed"), std::uint64_t{0});
    f.rules.reset();
    f.offline = true;
    f.open();
    f.rules = f.session->accessRules(AccessKind::Allowlist, f.subUser);
    f.load();
    QVERIFY(f.rules->status().state == RulesStatus::NotLoaded);
    QVERIFY(f.rules->status().error->kind == ErrorKind::Offline);
    f.rules->add(readAccessLines(AccessKind::Allowlist, QStringLiteral("203.0.113.7"), {}));
    QVERIFY(!f.rules->isBusy());
}

void TestAccessRules::aDeletedSubUserIsSaid()
{
    RulesFixture f(AccessKind::Allowlist);
    bool done = false;
    const Call call = f.client->send(DeleteSubUser{f.subUser}, &f.guard,
                                     [&](const auto &answer) { done = !!answer; });
    QTRY_VERIFY(done);
    f.add(QStringLiteral("203.0.113.7"));
    QVERIFY(f.rules->error()->kind == ErrorKind::NotFound);
    QCOMPARE(f.rules->left().size(), size_t{1});
    f.load();
    QVERIFY(f.rules->status().state == RulesStatus::NotLoaded);
    QVERIFY(f.rules->status().error->kind == ErrorKind::NotFound);
}

void TestAccessRules::anOlderServiceGetsItsOwnName()
{
    testing::ScriptedServer server;
    server.thenAnswer(
        {200, R"({"data":{"access_token":"1|abcdefghijklmnop","expires_at":null}})", {}});
    server.thenAnswer({422,
                       R"({"error":{"code":2001,"message":"The ip_or_cidr field is required.",
        "errors":[{"field":"ip_or_cidr","message":"is required"}]}})",
                       {}});
    server.thenAnswer({201, R"({"message":"Added"})", {}});
    server.thenAnswer({200, R"({"data":[{"id":"5","ip_or_cidr":"203.0.113.7"}]})", {}});
    server.start();
    testing::ForwardClock clock;
    AuthSession auth;
    auth.setResellerKey(Secret(QByteArray("0b7f2a52-3d4e-4d5b-9a65-4f1c7a8e2d10")));
    Pacer pacer(clock);
    ApiClient client({*ServiceAddress::parse(server.url())}, auth, pacer, clock);
    AccessRules rules(AccessKind::Allowlist, SubUserId(7), &client, clock);
    rules.add(readAccessLines(AccessKind::Allowlist, QStringLiteral("203.0.113.7"), {}));
    QTRY_VERIFY(!rules.isBusy());
    QVERIFY(!rules.error().has_value());
    QCOMPARE(rules.done(), 1);
    QVERIFY(server.requests().at(1).body.contains("\"cidr\""));
    QVERIFY(server.requests().at(2).body.contains("\"ip_or_cidr\":\"203.0.113.7\""));
    QCOMPARE(rules.rules().size(), size_t{1});
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAccessRules)
#include "test_accessrules.moc"
