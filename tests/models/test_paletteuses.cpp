// SPDX-License-Identifier: GPL-3.0-or-later
// What the palette remembers of its use, and how it ranks texts.
#include "models/account/paletteresults.h"

#include <QTest>

using namespace relaybook;

class TestPaletteUses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void usesAreStored();
    void oftenAndLatelyUsedWeighMore();
    void theOldestIsForgotten();
    void damagedIsNeverUsed();
    void matches_data();
    void matches();

private:
    static constexpr auto day = std::chrono::hours(24);
    const Instant m_now = fromMillis(1'790'000'000'000);
};

void TestPaletteUses::usesAreStored()
{
    PaletteUses uses;
    uses.add(QStringLiteral("sub-user:17"), m_now - std::chrono::seconds(2));
    uses.add(QStringLiteral("command:topUpAction"), m_now);
    const PaletteUses read(uses.stored());
    QCOMPARE(read.latest(),
             (QStringList{QStringLiteral("command:topUpAction"), QStringLiteral("sub-user:17")}));
    QCOMPARE(read.weightOf(QStringLiteral("sub-user:17"), m_now),
             uses.weightOf(QStringLiteral("sub-user:17"), m_now));
}

void TestPaletteUses::oftenAndLatelyUsedWeighMore()
{
    PaletteUses uses;
    uses.add(QStringLiteral("once"), m_now);
    for (int i = 0; i < 10; ++i) {
        uses.add(QStringLiteral("often"), m_now);
        uses.add(QStringLiteral("long ago"), m_now - 30 * day);
    }
    const auto weight = [&](const char *id) { return uses.weightOf(QLatin1String(id), m_now); };
    QCOMPARE(weight("never"), 0);
    QVERIFY(weight("once") > 0);
    QVERIFY(weight("often") > weight("once"));
    QVERIFY(weight("often") > weight("long ago"));
    QVERIFY(weight("often") <= 40);
}

void TestPaletteUses::theOldestIsForgotten()
{
    PaletteUses uses;
    for (int i = 0; i <= PaletteUses::mostKept; ++i) {
        uses.add(QString::number(i), m_now + std::chrono::seconds(i));
    }
    QCOMPARE(uses.latest().size(), PaletteUses::mostKept);
    QVERIFY(!uses.latest().contains(QStringLiteral("0")));
    QCOMPARE(uses.latest().constFirst(), QString::number(PaletteUses::mostKept));
}

void TestPaletteUses::damagedIsNeverUsed()
{
    for (const char *text : {"", "[]", "{", R"({"a":5})", R"({"a":[-1,0]})", R"({"a":["x"]})"}) {
        QVERIFY2(PaletteUses(QByteArray(text)).latest().isEmpty(), text);
    }
}

void TestPaletteUses::matches_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("match");
    const auto row = [](const char *text, const char *typed, int match) {
        QTest::addRow("%s in %s", typed, text)
            << QString::fromLatin1(text) << QString::fromLatin1(typed) << match;
    };
    row("top up traffic", "top up traffic", 100);
    row("top up traffic", "top", 80);
    row("top up traffic", "traffic", 60);
    row("top up traffic", "tra up", 60);
    row("top up traffic", "raff", 40);
    row("top up traffic", "up raff", 40);
    row("top up traffic", "give", 0);
    row("top up traffic", "top give", 0);
    row("client_17", "17", 60);
    row("client_17", "7", 40);
    row("xanna anna", "anna", 60);
    row("anything", "", 0);
}

void TestPaletteUses::matches()
{
    QFETCH(QString, text);
    QFETCH(QString, typed);
    QTEST(PaletteResults::matchOf(text, typed), "match");
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPaletteUses)
#include "test_paletteuses.moc"
