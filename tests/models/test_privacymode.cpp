// SPDX-License-Identifier: GPL-3.0-or-later
// Privacy mode of texts: what is hidden, what stays readable, and who has the real values all the
// same.
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/privacymode.h"

#include <QTest>

#include <thread>

using namespace relaybook;

class TestPrivacyMode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { setPrivacyOn(false); }
    void amountsAreHidden();
    void namesAreHidden();
    void scopesHaveTheRealValues();
    void otherThreadsHaveTheRealValues();
    void cellsAreHiddenAndCopied();

private:
    static SubUser someSubUser();
};

SubUser TestPrivacyMode::someSubUser()
{
    SubUser row;
    row.id = SubUserId(17);
    row.username = QStringLiteral("client_anna");
    row.localName = QStringLiteral("Anna");
    row.note = QStringLiteral("Pays in advance\nAsk for Anna");
    row.trafficLeft = TrafficAmount::fromUnits(4 * TrafficAmount::unitsPerGb);
    return row;
}

void TestPrivacyMode::amountsAreHidden()
{
    setPrivacyOn(true);
    for (const int cents : {0, 1, 123'456'789}) {
        QCOMPARE(format::money(Money::fromCents(cents)), QStringLiteral("•••"));
        QCOMPARE(
            format::money(Money::fromCents(-cents), format::Sign::Always, QStringLiteral("EUR")),
            QStringLiteral("•••"));
    }
    const auto much = TrafficAmount::fromUnits(412 * TrafficAmount::unitsPerGb);
    QCOMPARE(format::traffic(much), QStringLiteral("••• GB"));
    QCOMPARE(format::trafficExact(much), QStringLiteral("••• GB"));
    QCOMPARE(format::trafficOfLimit(much, much), QStringLiteral("••• / ••• GB"));
    QCOMPARE(format::trafficOfLimit({}, {}), format::nothing());
    QCOMPARE(balanceText({}, QStringLiteral("99999999999999999999"), QStringLiteral("USD")),
             QStringLiteral("•••"));
    QCOMPARE(balanceText({}, {}, {}), QString());
    QCOMPARE(format::count(48'902), QStringLiteral("48,902"));
}

void TestPrivacyMode::namesAreHidden()
{
    QCOMPARE(privateText(QStringLiteral("anna")), QStringLiteral("anna"));
    setPrivacyOn(true);
    QCOMPARE(privateText(QStringLiteral("a")), QStringLiteral("••••"));
    QCOMPARE(privateText(QString(500, u'a')), QStringLiteral("••••"));
    QCOMPARE(privateText(QString()), QString());
    QCOMPARE(format::subUserName(someSubUser()), QStringLiteral("Sub-user 17"));
}

void TestPrivacyMode::scopesHaveTheRealValues()
{
    setPrivacyOn(true);
    {
        const RealTexts outer;
        const RealTexts inner;
        QVERIFY(!isPrivacyOn());
        QCOMPARE(format::money(Money::fromCents(150)), QStringLiteral("$1.50"));
    }
    QVERIFY(isPrivacyOn());
    const RealTexts notWanted(false);
    QVERIFY(isPrivacyOn());
}

void TestPrivacyMode::otherThreadsHaveTheRealValues()
{
    setPrivacyOn(true);
    QString there;
    std::thread([&there] { there = format::money(Money::fromCents(150)); }).join();
    QCOMPARE(there, QStringLiteral("$1.50"));
}

void TestPrivacyMode::cellsAreHiddenAndCopied()
{
    setPrivacyOn(true);
    const ListedSubUser subUser{someSubUser(), {}};
    QStringList copied;
    for (const auto &column : SubUserTableModel::columnTable()) {
        for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole)}) {
            const QString shown = cellData(column, subUser, role).toString();
            QVERIFY2(!shown.contains(QLatin1String("nna"), Qt::CaseInsensitive), qPrintable(shown));
            QVERIFY2(!shown.contains(u'4'), qPrintable(shown));
        }
        copied.append(cellData(column, subUser, CopyTextRole).toString());
    }
    QVERIFY(copied.contains(QStringLiteral("client_anna (Anna)")));
    QVERIFY(copied.contains(*subUser.note));
    QVERIFY(copied.contains(QStringLiteral("4.0 GB left")));
    Transaction row;
    row.description = QStringLiteral("For client_anna");
    row.amount = Money::fromCents(2350);
    row.balanceBefore = Money::fromCents(10'000);
    row.balanceAfter = Money::fromCents(12'350);
    copied.clear();
    for (const auto &column : TransactionTableModel::columnTable()) {
        const QString shown = cellData(column, row, Qt::DisplayRole).toString();
        QVERIFY2(!shown.contains(QLatin1String("client")) && !shown.contains(u'$'),
                 qPrintable(shown));
        copied.append(cellData(column, row, CopyTextRole).toString());
    }
    QVERIFY(copied.contains(row.description));
    QVERIFY(copied.contains(QStringLiteral("+$23.50")));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestPrivacyMode)
#include "test_privacymode.moc"
