// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the journal of creations of proxies that was damaged or lost: nothing is created, until the
// user starts a new file or agrees to use this one; and what the user decides of an unknown one.
#include "api/endpoints/proxies.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/waituntil.h"

#include <QDirIterator>
#include <QTest>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestProxyJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<SessionFixture>(SandboxSettings{6, 4, 5});
        m->creating.lookPauses = {1h};
    }
    void cleanup() { m.reset(); }

    void aDamagedFileIsSetAside_data();
    void aDamagedFileIsSetAside();
    void anOlderCopyIsUsedAtTheUsersWord();
    void notWhileOneIsSent();
    void theUserRecognisesTheProxy();

private:
    [[nodiscard]] ProxyDesk &desk() const { return m->session->creating(); }
    void openDesk() const
    {
        m->open();
        QVERIFY(waitUntil([&] {
            const auto problem = desk().problem();
            return !problem || problem->isOfJournal();
        }));
    }
    /// Creates a proxy; gives its state.
    [[nodiscard]] ProxyCreation::State create()
    {
        std::optional<Result<ProxyCreation>> got;
        desk().create({QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}},
                      &m_guard, [&](const auto &result) { got = result; });
        if (!waitUntil([&] { return got.has_value(); }) || !*got) {
            qFatal("the creation was not sent");
        }
        return (*got)->state;
    }
    [[nodiscard]] QString path(const char *name) const
    {
        QDirIterator files(m->folder.path(), {QString::fromLatin1(name)}, QDir::Files,
                           QDirIterator::Subdirectories);
        return files.hasNext() ? files.next() : QString();
    }
    static QByteArray read(const QString &name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString &name, const QByteArray &content)
    {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    [[nodiscard]] std::uint64_t arrived() const
    {
        return m->server.counters().of("createProxy").arrived;
    }

    std::unique_ptr<SessionFixture> m;
    QObject m_guard;
};

void TestProxyJournal::aDamagedFileIsSetAside_data()
{
    QTest::addColumn<bool>("missing");
    QTest::newRow("damaged") << false;
    QTest::newRow("missing") << true;
}

void TestProxyJournal::aDamagedFileIsSetAside()
{
    QFETCH(bool, missing);
    openDesk();
    m->fault("do-and-drop,next=1,on=createProxy");
    QCOMPARE(create(), ProxyCreation::State::Unknown);
    m->close();
    const QString file = path("proxies.sqlite");
    const QByteArray rubbish(9000, 'x');
    if (missing) {
        QVERIFY(QFile::remove(file));
    } else {
        write(file, rubbish);
    }
    openDesk();
    QVERIFY(desk().problem());
    QCOMPARE(desk().problem()->kind, missing ? DeskProblem::Missing : DeskProblem::Damaged);
    std::optional<bool> refused;
    desk().create({QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}},
                  &m_guard, [&](const auto &result) { refused = !result; });
    QVERIFY(waitUntil([&] { return refused.has_value(); }));
    QVERIFY(*refused);
    QCOMPARE(arrived(), 1u);
    // As it is it cannot be used; it stays as it was.
    desk().useJournalAsItIs();
    QVERIFY(waitUntil([&] { return desk().problem() && desk().problem()->isOfJournal(); }));
    QVERIFY(missing || read(file) == rubbish);
    const auto aside = desk().setJournalAside();
    QVERIFY(aside);
    QCOMPARE(aside->isEmpty(), missing);
    QVERIFY(missing || read(*aside) == rubbish); // the old file is kept
    QVERIFY(waitUntil([&] { return !desk().problem(); }));
    QVERIFY(desk().creations().empty());
    QCOMPARE(create(), ProxyCreation::State::Created);
    // The next start has the new file, and no complaint.
    openDesk();
    QVERIFY(!desk().problem());
    QCOMPARE(desk().creations().size(), std::size_t(1));
}

void TestProxyJournal::anOlderCopyIsUsedAtTheUsersWord()
{
    openDesk();
    QCOMPARE(create(), ProxyCreation::State::Created);
    m->close();
    const QString file = path("proxies.sqlite");
    const QByteArray older = read(file);
    openDesk();
    m->fault("do-and-drop,next=1,on=createProxy");
    QCOMPARE(create(), ProxyCreation::State::Unknown);
    m->close();
    write(file, older);
    openDesk();
    QVERIFY(desk().problem());
    QCOMPARE(desk().problem()->kind, DeskProblem::Damaged);
    desk().useJournalAsItIs();
    QVERIFY(waitUntil([&] { return !desk().problem(); }));
    QCOMPARE(desk().creations().size(), std::size_t(1));
    openDesk();
    QVERIFY(!desk().problem());
}

void TestProxyJournal::notWhileOneIsSent()
{
    openDesk();
    m->fault("latency=600000,on=createProxy");
    bool answered = false;
    desk().create({QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}},
                  &m_guard, [&](const auto &) { answered = true; });
    QVERIFY(!desk().setJournalAside()); // it waits for the list
    QVERIFY(waitUntil([&] { return arrived() == 1; }));
    QVERIFY(!desk().setJournalAside());
    m->server.faults().clearAll();
    m->server.endLatency();
    QVERIFY(waitUntil([&] { return answered; }));
    QVERIFY(desk().setJournalAside());
}

void TestProxyJournal::theUserRecognisesTheProxy()
{
    openDesk();
    m->fault("do-and-drop,next=1,on=createProxy");
    QCOMPARE(create(), ProxyCreation::State::Unknown);
    const QString id = desk().open()->id;
    // Another one of the same kind is made elsewhere.
    bool made = false;
    const NewProxy like{QStringLiteral("mobile"), QStringLiteral("DE"), QStringLiteral("keep"), {}};
    const Call call = m->client->send(CreateProxy{like}, &m_guard,
                                      [&](const auto &answer) { made = answer.has_value(); });
    QVERIFY(waitUntil([&] { return made; }));
    desk().look();
    QVERIFY(waitUntil([&] { return desk().open()->candidates.size() == 2; }));
    const auto candidates = desk().open()->candidates;
    QVERIFY(!desk().userDecides(id, true, ProxyId(QStringLiteral("another"))));
    QVERIFY(!desk().userDecides(id, false, candidates.front())); // it is there, or it is not
    QVERIFY(desk().open() != nullptr);
    QVERIFY(desk().userDecides(id, true, candidates.back()));
    QVERIFY(!desk().userDecides(id, false));
    openDesk();
    QCOMPARE(desk().creation(id)->state, ProxyCreation::State::Created);
    QCOMPARE(desk().creation(id)->decidedBy, ProxyCreation::DecidedBy::User);
    QCOMPARE(desk().creation(id)->proxy, candidates.back());
    QCOMPARE(arrived(), 2u); // that of this test is one
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestProxyJournal)
#include "test_proxyjournal.moc"
