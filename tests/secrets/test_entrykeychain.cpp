// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the queue and the time limits of the keychain with a store that answers when the test says
// so: an answer in time counts, a late one changes nothing.
#include "models/secrets/entrykeychain.h"
#include "models/secrets/secretsjson.h"
#include "tests/support/waituntil.h"

#include <QTest>

#include <map>

namespace relaybook {
namespace {

using namespace std::chrono_literals;

/// Carries out what was requested when the test calls answer().
class ScriptedStore final : public EntryStore
{
public:
    struct Log
    {
        std::map<QString, QByteArray> entries;
        QStringList calls;
        std::deque<std::function<void()>> waiting;
        std::optional<KeychainError> error; ///< of the next answer
        bool isLocked = false;              ///< as a whole, so that no entry is found
    };
    explicit ScriptedStore(Log &log)
        : m_log(log)
    {
    }
    ~ScriptedStore() override { m_log.waiting.clear(); }

    void read(const QString &entry, ReadDone done) override
    {
        add(QStringLiteral("read ") + entry, [this, entry, done] {
            if (const auto error = std::exchange(m_log.error, {})) {
                done(tl::unexpected(*error));
            } else if (const auto found = m_log.entries.find(entry); found != m_log.entries.end()) {
                done(std::optional(Secret(found->second)));
            } else {
                done(std::optional<Secret>());
            }
        });
    }
    void write(const QString &entry, const Secret &text, Done done) override
    {
        add(QStringLiteral("write ") + entry, [this, entry, text, done] {
            if (const auto error = std::exchange(m_log.error, {})) {
                done(tl::unexpected(*error));
            } else {
                m_log.entries[entry] = text.reveal();
                done({});
            }
        });
    }
    void remove(const QString &entry, Done done) override
    {
        add(QStringLiteral("remove ") + entry, [this, entry, done] {
            if (const auto error = std::exchange(m_log.error, {})) {
                done(tl::unexpected(*error));
            } else {
                m_log.entries.erase(entry);
                done({});
            }
        });
    }

    void askIfLocked(std::function<void(bool)> done) override { done(m_log.isLocked); }

private:
    void add(const QString &call, std::function<void()> answer)
    {
        m_log.calls.append(call);
        m_log.waiting.push_back(std::move(answer));
    }

    Log &m_log;
};

AccountSecrets withToken(const char *token)
{
    AccountSecrets secrets;
    secrets.personalToken = Secret(QByteArray(token));
    return secrets;
}

QByteArray textOf(const char *token)
{
    return toEntryText(withToken(token)).value_or(Secret()).reveal();
}

} // namespace

class TestEntryKeychain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void writesAndReads();
    void handlersAreNotCalledFromWithin();
    void operationsKeepTheirOrder();
    void emptySecretsRemove();
    void removingNothingIsNoError();
    void newerIsNotReplaced();
    void damagedIsReplacedAndRemoved();
    void errorsAreReported_data();
    void errorsAreReported();
    void timeRunsOutByItself();
    void answerJustInTimeCounts();
    void lateReadIsDiscarded();
    void lateReadStartsNoChange();
    void lateWriteIsUndone_data();
    void lateWriteIsUndone();
    void waitingOperationThatRunsOutIsNeverCarriedOut();
    void hungOperationGivesNobodyAWrongAnswer();
    void goneGuardHearsNothing();
    void goneGuardIsStillWritten();
    void destroyedKeychainAnswersNobody();
    void handlerMayDestroyTheKeychain();

private:
    struct Answers
    {
        std::vector<tl::expected<AccountSecrets, KeychainError>> reads;
        std::vector<tl::expected<void, KeychainError>> dones;
        QStringList order;
    };

    void make(std::chrono::milliseconds patience);
    void read(const QString &entry = QStringLiteral("a"));
    void write(const AccountSecrets &secrets, const QString &entry = QStringLiteral("a"));
    void remove(const QString &entry = QStringLiteral("a"));
    void answerNext(const char *call);
    void runOutAtWork();
    [[nodiscard]] bool isIdle();

    ScriptedStore::Log m_log;
    std::unique_ptr<EntryKeychain> m_keychain;
    std::unique_ptr<QObject> m_guard;
    Answers m_answers;
};

void TestEntryKeychain::init()
{
    m_log = {};
    m_answers = {};
    m_guard = std::make_unique<QObject>();
    make(10min);
}

void TestEntryKeychain::cleanup()
{
    m_keychain.reset();
}

void TestEntryKeychain::make(std::chrono::milliseconds patience)
{
    m_keychain.reset();
    m_keychain = std::make_unique<EntryKeychain>(std::make_unique<ScriptedStore>(m_log), patience);
}

void TestEntryKeychain::read(const QString &entry)
{
    m_keychain->read(entry, m_guard.get(), [this, entry](const auto &answer) {
        m_answers.reads.push_back(answer);
        m_answers.order.append(entry);
    });
}

void TestEntryKeychain::write(const AccountSecrets &secrets, const QString &entry)
{
    m_keychain->write(entry, secrets, m_guard.get(), [this, entry](const auto &answer) {
        m_answers.dones.push_back(answer);
        m_answers.order.append(entry);
    });
}

void TestEntryKeychain::remove(const QString &entry)
{
    m_keychain->remove(entry, m_guard.get(), [this, entry](const auto &answer) {
        m_answers.dones.push_back(answer);
        m_answers.order.append(entry);
    });
}

/// Waits until the store is asked for exactly this, and lets it answer.
void TestEntryKeychain::answerNext(const char *call)
{
    QVERIFY(testing::waitUntil([this] { return !m_log.waiting.empty(); }));
    QCOMPARE(m_log.waiting.size(), std::size_t(1)); // one at a time
    QCOMPARE(m_log.calls.last(), QLatin1String(call));
    const auto answer = std::move(m_log.waiting.front());
    m_log.waiting.pop_front();
    answer();
}

/// Whether nothing is asked of the store after everything that is queued was handled.
bool TestEntryKeychain::isIdle()
{
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    return m_log.waiting.empty();
}

void TestEntryKeychain::writesAndReads()
{
    write(withToken("1|new"));
    answerNext("read a");
    answerNext("write a");
    QCOMPARE(m_answers.dones.size(), std::size_t(1));
    QVERIFY(m_answers.dones[0].has_value());
    QCOMPARE(m_log.entries[QStringLiteral("a")], textOf("1|new"));
    read();
    answerNext("read a");
    QCOMPARE(m_answers.reads.size(), std::size_t(1));
    QVERIFY(m_answers.reads[0].has_value());
    QVERIFY(*m_answers.reads[0] == withToken("1|new"));
    read(QStringLiteral("none"));
    answerNext("read none");
    QVERIFY(m_answers.reads[1].has_value());
    QVERIFY(m_answers.reads[1]->isEmpty());
    // A keychain that is locked may say that it has no entry.
    m_log.isLocked = true;
    read(QStringLiteral("none"));
    answerNext("read none");
    QVERIFY(!m_answers.reads[2].has_value());
    QCOMPARE(m_answers.reads[2].error().kind, KeychainError::Locked);
    QVERIFY(isIdle());
}

void TestEntryKeychain::handlersAreNotCalledFromWithin()
{
    make(0ms);
    read();
    write(withToken("1|new"));
    remove();
    QVERIFY(m_answers.order.isEmpty());
    QTRY_COMPARE(m_answers.order.size(), 3);
}

void TestEntryKeychain::operationsKeepTheirOrder()
{
    write(withToken("1|first"));
    write(withToken("2|second"));
    remove(QStringLiteral("b"));
    read();
    answerNext("read a");
    answerNext("write a");
    answerNext("read a");
    answerNext("write a");
    answerNext("read b");
    answerNext("read a");
    QCOMPARE(m_answers.order, (QStringList{QStringLiteral("a"), QStringLiteral("a"),
                                           QStringLiteral("b"), QStringLiteral("a")}));
    QVERIFY(*m_answers.reads[0] == withToken("2|second"));
}

void TestEntryKeychain::emptySecretsRemove()
{
    m_log.entries[QStringLiteral("a")] = textOf("1|old");
    write({});
    answerNext("read a");
    answerNext("remove a");
    QVERIFY(m_answers.dones[0].has_value());
    QVERIFY(m_log.entries.empty());
}

void TestEntryKeychain::removingNothingIsNoError()
{
    remove();
    answerNext("read a");
    QCOMPARE(m_answers.dones.size(), std::size_t(1));
    QVERIFY(m_answers.dones[0].has_value());
    QVERIFY(isIdle());
}

void TestEntryKeychain::newerIsNotReplaced()
{
    const QByteArray newer = R"({"version":2,"more":"x"})";
    m_log.entries[QStringLiteral("a")] = newer;
    write(withToken("1|new"));
    answerNext("read a");
    QCOMPARE(m_answers.dones.size(), std::size_t(1));
    QCOMPARE(m_answers.dones[0].error().kind, KeychainError::Newer);
    write({});
    answerNext("read a");
    QCOMPARE(m_answers.dones[1].error().kind, KeychainError::Newer);
    QVERIFY(isIdle());
    QCOMPARE(m_log.entries[QStringLiteral("a")], newer);
    // Signing out removes the secrets, whoever wrote them.
    remove();
    answerNext("read a");
    answerNext("remove a");
    QVERIFY(m_answers.dones[2].has_value());
    QVERIFY(m_log.entries.empty());
}

void TestEntryKeychain::damagedIsReplacedAndRemoved()
{
    m_log.entries[QStringLiteral("a")] = "rubbish";
    read();
    answerNext("read a");
    QCOMPARE(m_answers.reads[0].error().kind, KeychainError::Unreadable);
    write(withToken("1|new"));
    answerNext("read a");
    answerNext("write a");
    QCOMPARE(m_log.entries[QStringLiteral("a")], textOf("1|new"));
    m_log.entries[QStringLiteral("a")] = "rubbish";
    remove();
    answerNext("read a");
    answerNext("remove a");
    QVERIFY(m_answers.dones[1].has_value());
    QVERIFY(m_log.entries.empty());
}

void TestEntryKeychain::errorsAreReported_data()
{
    QTest::addColumn<int>("failsAt");
    QTest::newRow("when it looks") << 0;
    QTest::newRow("when it changes") << 1;
}

void TestEntryKeychain::errorsAreReported()
{
    QFETCH(int, failsAt);
    const KeychainError error{KeychainError::Locked, QStringLiteral("no")};
    m_log.entries[QStringLiteral("a")] = textOf("1|old");
    const auto change = [&](const char *call) {
        if (failsAt == 0) {
            m_log.error = error;
        }
        answerNext("read a");
        if (failsAt == 1) {
            m_log.error = error;
            answerNext(call);
        }
        QVERIFY(isIdle());
    };
    write(withToken("1|new"));
    change("write a");
    remove();
    change("remove a");
    QCOMPARE(m_answers.dones.size(), std::size_t(2));
    QVERIFY(m_answers.dones[0].error() == error);
    QVERIFY(m_answers.dones[1].error() == error);
    QCOMPARE(m_log.entries[QStringLiteral("a")], textOf("1|old"));
    m_log.error = error;
    read();
    answerNext("read a");
    QVERIFY(m_answers.reads[0].error() == error);
}

void TestEntryKeychain::timeRunsOutByItself()
{
    make(1ms);
    read();
    QTRY_COMPARE(m_answers.reads.size(), std::size_t(1));
    QCOMPARE(m_answers.reads[0].error().kind, KeychainError::TimedOut);
}

void TestEntryKeychain::answerJustInTimeCounts()
{
    m_log.entries[QStringLiteral("a")] = textOf("1|old");
    read();
    answerNext("read a");
    m_keychain->runOutNow();
    QVERIFY(isIdle());
    QCOMPARE(m_answers.reads.size(), std::size_t(1));
    QVERIFY(*m_answers.reads[0] == withToken("1|old"));
    write(withToken("2|new"));
    answerNext("read a");
    answerNext("write a");
    m_keychain->runOutNow();
    QVERIFY(isIdle());
    QCOMPARE(m_answers.dones.size(), std::size_t(1));
    QVERIFY(m_answers.dones[0].has_value());
    QCOMPARE(m_log.entries[QStringLiteral("a")], textOf("2|new"));
}

/// Lets the time of all operations be over while the store works on one.
void TestEntryKeychain::runOutAtWork()
{
    QVERIFY(testing::waitUntil([this] { return !m_log.waiting.empty(); }));
    m_keychain->runOutNow();
}

void TestEntryKeychain::lateReadIsDiscarded()
{
    m_log.entries[QStringLiteral("a")] = textOf("1|old");
    read();
    runOutAtWork();
    QCOMPARE(m_answers.reads.size(), std::size_t(1));
    QCOMPARE(m_answers.reads[0].error().kind, KeychainError::TimedOut);
    answerNext("read a");
    QVERIFY(isIdle());
    QCOMPARE(m_answers.reads.size(), std::size_t(1));
}

void TestEntryKeychain::lateReadStartsNoChange()
{
    m_log.entries[QStringLiteral("a")] = textOf("1|old");
    write(withToken("1|new"));
    runOutAtWork();
    QCOMPARE(m_answers.dones.size(), std::size_t(1));
    QCOMPARE(m_answers.dones[0].error().kind, KeychainError::TimedOut);
    answerNext("read a");
    QVERIFY(isIdle());
    remove();
    runOutAtWork();
    QCOMPARE(m_answers.dones.size(), std::size_t(2));
    answerNext("read a");
    QVERIFY(isIdle());
    QCOMPARE(m_log.entries[QStringLiteral("a")], textOf("1|old"));
    QCOMPARE(m_answers.dones.size(), std::size_t(2));
}

void TestEntryKeychain::lateWriteIsUndone_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::newRow("nothing before") << QByteArray();
    QTest::newRow("another token before") << textOf("1|old");
    QTest::newRow("rubbish before") << QByteArray("rubbish");
}

void TestEntryKeychain::lateWriteIsUndone()
{
    QFETCH(QByteArray, before);
    const QString entry = QStringLiteral("a");
    if (!before.isEmpty()) {
        m_log.entries[entry] = before;
    }
    write(withToken("1|new"));
    answerNext("read a");
    runOutAtWork();
    QCOMPARE(m_answers.dones.size(), std::size_t(1));
    QCOMPARE(m_answers.dones[0].error().kind, KeychainError::TimedOut);
    answerNext("write a");
    QCOMPARE(m_log.entries[entry], textOf("1|new"));
    // The next operation waits for this.
    read();
    answerNext(before.isEmpty() ? "remove a" : "write a");
    QCOMPARE(m_log.entries.count(entry), std::size_t(before.isEmpty() ? 0 : 1));
    if (!before.isEmpty()) {
        QCOMPARE(m_log.entries[entry], before);
    }
    answerNext("read a");
    QVERIFY(isIdle());
    QCOMPARE(m_answers.dones.size(), std::size_t(1));
    QCOMPARE(m_answers.reads.size(), std::size_t(1));
}

void TestEntryKeychain::waitingOperationThatRunsOutIsNeverCarriedOut()
{
    read(QStringLiteral("b"));
    write(withToken("1|new"));
    remove(QStringLiteral("c"));
    runOutAtWork();
    QCOMPARE(m_answers.order.size(), 3);
    QCOMPARE(m_answers.dones[0].error().kind, KeychainError::TimedOut);
    QCOMPARE(m_answers.dones[1].error().kind, KeychainError::TimedOut);
    answerNext("read b");
    QVERIFY(isIdle());
    QCOMPARE(m_log.calls, QStringList{QStringLiteral("read b")});
}

void TestEntryKeychain::hungOperationGivesNobodyAWrongAnswer()
{
    m_log.entries[QStringLiteral("a")] = textOf("1|of-a");
    m_log.entries[QStringLiteral("b")] = textOf("2|of-b");
    read(QStringLiteral("a"));
    runOutAtWork();
    // The first still hangs: the second waits for it, and gets neither its answer nor its entry.
    read(QStringLiteral("b"));
    QCoreApplication::processEvents();
    QCOMPARE(m_log.calls, QStringList{QStringLiteral("read a")});
    answerNext("read a");
    answerNext("read b");
    QCOMPARE(m_answers.reads.size(), std::size_t(2));
    QCOMPARE(m_answers.reads[0].error().kind, KeychainError::TimedOut);
    QVERIFY(*m_answers.reads[1] == withToken("2|of-b"));
}

void TestEntryKeychain::goneGuardHearsNothing()
{
    read();
    QVERIFY(testing::waitUntil([this] { return !m_log.waiting.empty(); }));
    read(QStringLiteral("b"));
    m_guard.reset();
    answerNext("read a");
    QVERIFY(isIdle());
    QVERIFY(m_answers.order.isEmpty());
    // The one that had not begun is not carried out: it might ask the user.
    QCOMPARE(m_log.calls, QStringList{QStringLiteral("read a")});
}

void TestEntryKeychain::goneGuardIsStillWritten()
{
    write(withToken("1|new"));
    remove(QStringLiteral("b"));
    m_log.entries[QStringLiteral("b")] = textOf("2|old");
    m_guard.reset();
    answerNext("read a");
    answerNext("write a");
    answerNext("read b");
    answerNext("remove b");
    QVERIFY(m_answers.order.isEmpty());
    QCOMPARE(m_log.entries[QStringLiteral("a")], textOf("1|new"));
    QCOMPARE(m_log.entries.count(QStringLiteral("b")), std::size_t(0));
}

void TestEntryKeychain::destroyedKeychainAnswersNobody()
{
    read();
    write(withToken("1|new"));
    QVERIFY(testing::waitUntil([this] { return !m_log.waiting.empty(); }));
    m_keychain.reset();
    QVERIFY(isIdle());
    QVERIFY(m_answers.order.isEmpty());
}

void TestEntryKeychain::handlerMayDestroyTheKeychain()
{
    m_keychain->read(QStringLiteral("a"), m_guard.get(),
                     [this](const auto &) { m_keychain.reset(); });
    write(withToken("1|new"));
    answerNext("read a");
    QVERIFY(m_keychain == nullptr);
    QVERIFY(isIdle());
    make(1ms); // likewise when its time is over
    m_keychain->read(QStringLiteral("a"), m_guard.get(),
                     [this](const auto &) { m_keychain.reset(); });
    QTRY_VERIFY(m_keychain == nullptr);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestEntryKeychain)
#include "test_entrykeychain.moc"
