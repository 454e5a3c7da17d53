// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which stored account a sign-in is assigned to: the same one if that is certain, a question
// to the user if not, and never a second purchase journal for one account.

#include "models/accounts/accountidentity.h"

#include <QTest>

namespace relaybook {
namespace {

const QString panelService = QStringLiteral("https://panel.example.com");
const Secret keyA(QByteArray("11111111-0000-4000-8000-000000000001"));
const Secret keyB(QByteArray("22222222-0000-4000-8000-000000000002"));
const Secret token(QByteArray("1|abc"));

StoredAccount storedAs(const QString &account)
{
    StoredAccount stored;
    stored.service = panelService;
    stored.account = account;
    return stored;
}

SignInResult signedIn(const Secret &key, const QString &userId = {})
{
    SignInResult result;
    result.address = panelService;
    result.resellerKey = key;
    result.userId = userId;
    if (!userId.isEmpty()) {
        result.personalToken = token;
    }
    return result;
}

SignInResult withAccount(const QString &id, const QString &email)
{
    SignInResult result;
    result.address = panelService;
    result.personalToken = token;
    result.account = Account{};
    result.account->id = id;
    result.account->email = email;
    return result;
}

/// "same X", "maybe X Y" or "new".
QString reported(const AccountMatch &match)
{
    if (match.same) {
        return QStringLiteral("same ") + match.same->account;
    }
    QStringList names;
    for (const StoredAccount &each : match.possible) {
        names.append(each.account);
    }
    return names.isEmpty() ? QStringLiteral("new") : QStringLiteral("maybe ") + names.join(u' ');
}

} // namespace

class TestAccountIdentity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKeyAloneFindsItsAccount();
    void anotherKeyIsAskedAbout();
    void aNameThatComesLaterIsTheSameAccount();
    void twoUsersAreTwoAccounts();
    void idsOfTwoKindsAreNotCompared();
    void anAccountInTwoFoldersIsAskedAbout();
    void theImpliedPortIsTheSameService();
    void theUsersWordCounts();
};

void TestAccountIdentity::aKeyAloneFindsItsAccount()
{
    const QString print = accountName(signedIn(keyA));
    QVERIFY(isNameless(print));
    QVERIFY(!print.contains(QString::fromUtf8(keyA.reveal().left(8))));
    QCOMPARE(reported(matchAccount(signedIn(keyA), panelService, {})), QStringLiteral("new"));
    QCOMPARE(reported(matchAccount(signedIn(keyA), panelService, {storedAs(print)})),
             QStringLiteral("same ") + print);
    // Also if the account was opened with a token, and the key came with it.
    StoredAccount named = storedAs(QStringLiteral("17"));
    named.fingerprints = fingerprintsOf(signedIn(keyA, QStringLiteral("17")));
    QCOMPARE(reported(matchAccount(signedIn(keyA), panelService, {named})),
             QStringLiteral("same 17"));
}

void TestAccountIdentity::anotherKeyIsAskedAbout()
{
    const QString print = accountName(signedIn(keyA));
    QCOMPARE(reported(matchAccount(signedIn(keyB), panelService, {storedAs(print)})),
             QStringLiteral("maybe ") + print);
    QCOMPARE(reported(matchAccount(signedIn(keyB), panelService, {storedAs(QStringLiteral("17"))})),
             QStringLiteral("maybe 17"));
    // Not the accounts of another service.
    StoredAccount elsewhere = storedAs(print);
    elsewhere.service = QStringLiteral("https://other.example.com");
    QCOMPARE(reported(matchAccount(signedIn(keyB), panelService, {elsewhere})),
             QStringLiteral("new"));
    // A token whose account is known may belong to an account that was never identified.
    QCOMPARE(reported(matchAccount(signedIn(keyB, QStringLiteral("17")), panelService,
                                   {storedAs(print)})),
             QStringLiteral("maybe ") + print);
}

void TestAccountIdentity::aNameThatComesLaterIsTheSameAccount()
{
    // The account was first identified by `user_id` of the transactions; then the service names an
    // account.
    StoredAccount stored = storedAs(QStringLiteral("42"));
    stored.userId = QStringLiteral("42");
    SignInResult later = withAccount(QStringLiteral("acc_7"), QStringLiteral("ops@example.com"));
    later.userId = QStringLiteral("42");
    QCOMPARE(reported(matchAccount(later, panelService, {stored})), QStringLiteral("same 42"));
    // The account was first identified by a key alone; then a token comes with the same key.
    const QString print = accountName(signedIn(keyA));
    QCOMPARE(reported(matchAccount(signedIn(keyA, QStringLiteral("42")), panelService,
                                   {storedAs(print)})),
             QStringLiteral("same ") + print);
    // The account was first identified by a token alone; then the service names it.
    SignInResult token;
    token.personalToken = keyB;
    const QString tokenPrint = accountName(token);
    QVERIFY(isNameless(tokenPrint));
    token.userId = QStringLiteral("42");
    QCOMPARE(reported(matchAccount(token, panelService, {storedAs(tokenPrint)})),
             QStringLiteral("same ") + tokenPrint);
    // The account was first identified by an e-mail address; now the service also gives the id.
    QCOMPARE(reported(matchAccount(
                 withAccount(QStringLiteral("acc_7"), QStringLiteral("Ops@example.com")),
                 panelService, {storedAs(QStringLiteral("ops@example.com"))})),
             QStringLiteral("same ops@example.com"));
}

void TestAccountIdentity::twoUsersAreTwoAccounts()
{
    StoredAccount stored = storedAs(QStringLiteral("42"));
    stored.userId = QStringLiteral("42");
    stored.fingerprints = fingerprintsOf(signedIn(keyA, QStringLiteral("42")));
    // Even with the same key: what the service says counts more.
    QCOMPARE(reported(matchAccount(signedIn(keyA, QStringLiteral("43")), panelService, {stored})),
             QStringLiteral("new"));
}

/// The two kinds of ids are numbered independently.
void TestAccountIdentity::idsOfTwoKindsAreNotCompared()
{
    StoredAccount stored = storedAs(QStringLiteral("7"));
    stored.accountId = QStringLiteral("7");
    stored.userId = QStringLiteral("42");
    SignInResult other = withAccount(QStringLiteral("42"), QString());
    other.userId = QStringLiteral("9");
    QCOMPARE(reported(matchAccount(other, panelService, {stored})), QStringLiteral("new"));
    // The same e-mail address does not outweigh a different id.
    stored.email = QStringLiteral("ops@example.com");
    other.account->email = stored.email;
    QCOMPARE(reported(matchAccount(other, panelService, {stored})), QStringLiteral("new"));
}

/// A command once opened a second folder for it: only the user can say which one has the orders.
void TestAccountIdentity::anAccountInTwoFoldersIsAskedAbout()
{
    const QString print = accountName(signedIn(keyA));
    StoredAccount named = storedAs(QStringLiteral("42"));
    named.userId = QStringLiteral("42");
    QCOMPARE(reported(matchAccount(signedIn(keyA, QStringLiteral("42")), panelService,
                                   {named, storedAs(print)})),
             QStringLiteral("maybe 42 ") + print);
}

void TestAccountIdentity::theImpliedPortIsTheSameService()
{
    const QString print = accountName(signedIn(keyA));
    StoredAccount withPort = storedAs(print);
    withPort.service = panelService + QStringLiteral(":443");
    QCOMPARE(reported(matchAccount(signedIn(keyA), panelService, {withPort})),
             QStringLiteral("same ") + print);
    withPort.service = panelService + QStringLiteral(":444");
    QCOMPARE(reported(matchAccount(signedIn(keyA), panelService, {withPort})),
             QStringLiteral("new"));
}

void TestAccountIdentity::theUsersWordCounts()
{
    const QString print = accountName(signedIn(keyA));
    SignInResult answered = signedIn(keyB);
    answered.storedAccount = print;
    QCOMPARE(reported(matchAccount(answered, panelService,
                                   {storedAs(QStringLiteral("17")), storedAs(print)})),
             QStringLiteral("same ") + print);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAccountIdentity)
#include "test_accountidentity.moc"
