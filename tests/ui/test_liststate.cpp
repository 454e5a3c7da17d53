// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/allfields.h"
#include "ui/lists/credentialsbox.h"
#include "ui/lists/liststate.h"
#include "ui/lists/liststatetext.h"

#include <QTest>

using namespace relaybook;

namespace {

using Body = ListState::Body;

ApiError timeout()
{
    ApiError error;
    error.kind = ErrorKind::Timeout;
    return error;
}

// "rows", with what is shown beside them: dimmed, trouble, as of.
QString line(const ListState &state)
{
    static const QStringList bodies{QStringLiteral("rows"),
                                    QStringLiteral("reading"),
                                    QStringLiteral("nothing yet"),
                                    QStringLiteral("none readable"),
                                    QStringLiteral("nothing matches"),
                                    QStringLiteral("not loaded"),
                                    QStringLiteral("no access"),
                                    QStringLiteral("not offered")};
    QStringList words{bodies.at(static_cast<int>(state.body))};
    if (state.dimmed) {
        words.append(QStringLiteral("dimmed"));
    }
    if (state.trouble) {
        words.append(QStringLiteral("trouble"));
    }
    if (state.notOffered) {
        words.append(QStringLiteral("none listed"));
    }
    if (state.asOf) {
        words.append(QStringLiteral("as of"));
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

class TestListState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decides_data();
    void decides();
    void wordsNameTheWayOn();
    void saysWhyATokenCannotBeUsed_data();
    void saysWhyATokenCannotBeUsed();
    void splitsFieldPaths_data();
    void splitsFieldPaths();
    void masksAddresses_data();
    void masksAddresses();
};

void TestListState::decides_data()
{
    QTest::addColumn<int>("area");
    QTest::addColumn<int>("stored");
    QTest::addColumn<int>("shown");
    QTest::addColumn<bool>("filtered");
    QTest::addColumn<bool>("asking");
    QTest::addColumn<bool>("refreshing");
    QTest::addColumn<bool>("offline");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, AreaStatus::State area, int stored, int shown,
                        bool filtered, bool asking, bool refreshing, bool offline,
                        const char *expected) {
        QTest::newRow(name) << static_cast<int>(area) << stored << shown << filtered << asking
                            << refreshing << offline << QString::fromLatin1(expected);
    };
    row("first start", AreaStatus::NeverLoaded, 0, 0, false, false, false, false, "reading");
    row("first read", AreaStatus::Loading, 0, 0, false, false, true, false, "reading");
    row("empty", AreaStatus::Loaded, 0, 0, false, false, false, false, "nothing yet");
    row("empty, filtered", AreaStatus::Loaded, 0, 0, true, false, false, false, "nothing yet");
    row("failed", AreaStatus::Failed, 0, 0, false, false, false, false, "not loaded");
    row("no list", AreaStatus::NotOffered, 0, 0, false, false, false, false, "not offered");
    row("no list, offline", AreaStatus::NotOffered, 0, 0, false, false, false, true, "not offered");
    row("rows added by id", AreaStatus::NotOffered, 2, 2, false, false, false, false,
        "rows, none listed, as of");
    row("no token", AreaStatus::NoAccess, 0, 0, false, false, false, false, "no access");
    row("offline, never read", AreaStatus::NeverLoaded, 0, 0, false, false, false, true,
        "not loaded");
    row("rows", AreaStatus::Loaded, 9, 9, false, false, false, false, "rows");
    row("rows, being refreshed", AreaStatus::Loading, 9, 9, false, false, true, false,
        "rows, dimmed");
    row("a filter is being applied", AreaStatus::Loaded, 9, 9, true, true, false, false,
        "rows, dimmed");
    row("found", AreaStatus::Loaded, 9, 2, true, false, false, false, "rows");
    row("not found", AreaStatus::Loaded, 9, 0, true, false, false, false, "nothing matches");
    row("still not found", AreaStatus::Loaded, 9, 0, true, true, false, false, "nothing matches");
    row("refresh failed", AreaStatus::Failed, 9, 9, false, false, false, false,
        "rows, trouble, as of");
    row("refresh failed, not found", AreaStatus::Failed, 9, 0, true, false, false, false,
        "nothing matches, trouble, as of");
    row("token gone", AreaStatus::NoAccess, 9, 9, false, false, false, false,
        "rows, trouble, as of");
    row("offline", AreaStatus::Loaded, 9, 9, false, false, false, true, "rows, as of");
}

void TestListState::decides()
{
    QFETCH(int, area);
    QFETCH(int, stored);
    QFETCH(int, shown);
    QFETCH(bool, filtered);
    QFETCH(bool, asking);
    QFETCH(bool, refreshing);
    QFETCH(bool, offline);
    QFETCH(QString, expected);
    ListFacts facts;
    facts.status.state = static_cast<AreaStatus::State>(area);
    facts.stored = stored;
    facts.shown = shown;
    facts.filtered = filtered;
    facts.asking = asking;
    facts.refreshing = refreshing;
    facts.offline = offline;
    QCOMPARE(line(listState(facts)), expected);
}

void TestListState::wordsNameTheWayOn()
{
    ListTexts words;
    words.notLoaded = QStringLiteral("Could not read");
    ListFacts facts;
    facts.status.error = timeout();
    const auto stateOf = [&](Body body, const QString &filter = {}) {
        return emptyStateOf(body, facts, filter, words);
    };
    const EmptyStateContent failed = stateOf(Body::NotLoaded);
    QCOMPARE(failed.title, QStringLiteral("Could not read"));
    QVERIFY(failed.text.startsWith(QStringLiteral("The service did not answer")));
    QCOMPARE(failed.action, QStringLiteral("Try again"));

    facts.status.error->kind = ErrorKind::Unauthorized;
    QCOMPARE(stateOf(Body::NotLoaded).action, QStringLiteral("Sign in…"));

    // Offline there is nothing to try again.
    facts.offline = true;
    QCOMPARE(stateOf(Body::NotLoaded).action, QString());

    const QString typed = QStringLiteral("agncy");
    QCOMPARE(stateOf(Body::NothingMatches, typed).title, QStringLiteral("Nothing matches “agncy”"));
    const QString endless(500, QLatin1Char('x'));
    QVERIFY(stateOf(Body::NothingMatches, endless).title.size() < 100);
}

/// Each state of a token has its own words, with what can be done about it, with and without rows.
void TestListState::saysWhyATokenCannotBeUsed_data()
{
    using State = TokenState;
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("action");
    const auto row = [](State state, const char *says, const char *action) {
        QTest::newRow(says) << static_cast<int>(state) << QString::fromUtf8(says)
                            << QString::fromUtf8(action);
    };
    row(State::NeverGiven, "This needs a Reseller Key", "Add a Reseller Key…");
    row(State::NotStored, "This account is not signed in", "Sign in…");
    row(State::SignedOut, "You are signed out of this account", "Sign in…");
    row(State::Locked, "The keychain is locked", "Try again");
    row(State::NoKeychain, "No keychain is running", "Try again");
    row(State::Unreadable, "The stored sign-in cannot be read", "Sign in…");
    row(State::Refused, "The service does not accept this account's Reseller Key", "Sign in…");
    row(State::Awaited, "Waiting for the keychain", "");
    row(State::Offline, "Relaybook was started offline", "");
}

void TestListState::saysWhyATokenCannotBeUsed()
{
    QFETCH(int, state);
    QFETCH(QString, says);
    QFETCH(QString, action);
    ListFacts facts;
    facts.status.state = AreaStatus::NoAccess;
    facts.access = accessText(static_cast<TokenState>(state), TokenKind::Reseller);
    for (const Body body : {Body::NoAccess, Body::NotLoaded}) {
        const EmptyStateContent content = emptyStateOf(body, facts, {}, {});
        QCOMPARE(content.title, says);
        QCOMPARE(content.action, action);
        QVERIFY(content.text.endsWith(u'.'));
    }
    const bool isUnlocking = facts.access->does == AccessText::Does::LookAgain;
    QCOMPARE(isUnlocking, action == QStringLiteral("Try again"));
    QVERIFY(!facts.access->title.endsWith(u'.'));
}

void TestListState::splitsFieldPaths_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("steps");
    QTest::newRow("plain") << "id" << QStringList{QStringLiteral("id")};
    QTest::newRow("nested") << "product.name"
                            << QStringList{QStringLiteral("product"), QStringLiteral("name")};
    QTest::newRow("list") << "metadata.tiers[10].rate"
                          << QStringList{QStringLiteral("metadata"), QStringLiteral("tiers"),
                                         QStringLiteral("[10]"), QStringLiteral("rate")};
    QTest::newRow("nothing") << "" << QStringList{};
}

void TestListState::splitsFieldPaths()
{
    QFETCH(QString, path);
    QFETCH(QStringList, steps);
    QCOMPARE(fieldSteps(path), steps);
}

void TestListState::masksAddresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("shown");
    QTest::newRow("http") << "http://user:pass@gw.example.net:8000"
                          << "http://user:••••••@gw.example.net:8000";
    QTest::newRow("an @ and a colon in the password") << "socks5://u:p@s:s@gw.example.net:1080"
                                                      << "socks5://u:••••••@gw.example.net:1080";
    QTest::newRow("a token without a user") << "http://token@gw:1"
                                            << "http://••••••@gw:1";
    QTest::newRow("no address at all") << "user:pass"
                                       << "••••••";
    QTest::newRow("empty") << ""
                           << "••••••";
}

void TestListState::masksAddresses()
{
    QFETCH(QString, address);
    QFETCH(QString, shown);
    QCOMPARE(maskedAddress(Secret(address)), shown);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestListState)
#include "test_liststate.moc"
