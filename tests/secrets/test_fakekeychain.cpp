// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the keychain in memory, which other tests use, behaves as the interface promises.
#include "tests/support/fakekeychain.h"

#include <QTest>

namespace relaybook {

class TestFakeKeychain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void storesAndRemoves();
    void failsAsReported();
    void holdsItsAnswersBack();
    void goneGuardHearsNothing();
};

namespace {

AccountSecrets withKey(const char *key)
{
    AccountSecrets secrets;
    secrets.resellerKey = Secret(QByteArray(key));
    return secrets;
}

} // namespace

void TestFakeKeychain::storesAndRemoves()
{
    testing::FakeKeychain keychain;
    QStringList order;
    const QString entry = QStringLiteral("a");
    keychain.write(entry, withKey("k"), this, [&](const auto &done) {
        order.append(done ? QStringLiteral("written") : QString());
    });
    keychain.read(entry, this, [&](const auto &read) {
        order.append(read && *read == withKey("k") ? QStringLiteral("read") : QString());
    });
    keychain.remove(entry, this, [&](const auto &done) {
        order.append(done ? QStringLiteral("removed") : QString());
    });
    keychain.read(entry, this, [&](const auto &read) {
        order.append(read && read->isEmpty() ? QStringLiteral("none") : QString());
    });
    QVERIFY(order.isEmpty());
    QTRY_COMPARE(order.join(u' '), QStringLiteral("written read removed none"));
    QCOMPARE(keychain.requests.join(u','), QStringLiteral("write a,read a,remove a,read a"));
}

void TestFakeKeychain::failsAsReported()
{
    testing::FakeKeychain keychain;
    keychain.entries[QStringLiteral("a")] = withKey("k");
    keychain.error = KeychainError{KeychainError::Locked, {}};
    keychain.errors[QStringLiteral("b")] = KeychainError{KeychainError::Newer, {}};
    std::vector<KeychainError::Kind> kinds;
    const auto note = [&](const auto &answer) { kinds.push_back(answer.error().kind); };
    keychain.read(QStringLiteral("a"), this, note);
    keychain.write(QStringLiteral("a"), withKey("new"), this, note);
    keychain.remove(QStringLiteral("b"), this, note);
    QTRY_COMPARE(kinds.size(), std::size_t(3));
    QVERIFY(
        (kinds == std::vector{KeychainError::Locked, KeychainError::Locked, KeychainError::Newer}));
    QVERIFY(keychain.entries[QStringLiteral("a")] == withKey("k"));
}

void TestFakeKeychain::holdsItsAnswersBack()
{
    testing::FakeKeychain keychain;
    keychain.hold();
    int answers = 0;
    const auto count = [&](const auto &) { ++answers; };
    keychain.write(QStringLiteral("a"), withKey("k"), this, count);
    keychain.read(QStringLiteral("a"), this, count);
    QCoreApplication::processEvents();
    QCOMPARE(answers, 0);
    QVERIFY(keychain.entries.empty());
    keychain.answerOne();
    QTRY_COMPARE(answers, 1);
    QCOMPARE(keychain.entries.size(), std::size_t(1));
    QCOMPARE(keychain.waiting(), std::size_t(1));
    keychain.answer();
    QTRY_COMPARE(answers, 2);
}

void TestFakeKeychain::goneGuardHearsNothing()
{
    testing::FakeKeychain keychain;
    auto guard = std::make_unique<QObject>();
    int answers = 0;
    keychain.write(QStringLiteral("a"), withKey("k"), guard.get(),
                   [&](const auto &) { ++answers; });
    guard.reset();
    keychain.read(QStringLiteral("a"), this, [&](const auto &) { ++answers; });
    QTRY_COMPARE(answers, 1);
    QCOMPARE(keychain.entries.size(), std::size_t(1));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestFakeKeychain)
#include "test_fakekeychain.moc"
