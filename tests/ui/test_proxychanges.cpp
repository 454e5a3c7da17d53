// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the logic of the proxy dialog: what was typed becomes a change, or an error at its field;
// amounts that can be read in two ways are refused.
#include "models/text/localeformat.h"
#include "ui/proxies/proxychanges.h"
#include "ui/widgets/typednumber.h"

#include <QLocale>
#include <QScopeGuard>
#include <QtTest>

using namespace relaybook;

namespace {

Proxy someProxy()
{
    Proxy proxy;
    proxy.id = ProxyId(QStringLiteral("6f1c"));
    proxy.name = QStringLiteral("price-watch-gb-03");
    proxy.type = QStringLiteral("mobile");
    proxy.country = QStringLiteral("GB");
    proxy.region = QStringLiteral("England");
    proxy.city = QStringLiteral("London");
    proxy.behavior = QStringLiteral("sticky");
    proxy.rotateType = QStringLiteral("interval");
    proxy.rotateIntervalMinutes = 30;
    proxy.trafficLimit = TrafficAmount::parseGb(u"50");
    return proxy;
}

ProxyReading readWith(const std::map<ProxyField, QString> &typed)
{
    const Proxy before = someProxy();
    ProxyForm form = formOf(before);
    for (const auto &[field, text] : typed) {
        form[field] = text;
    }
    return readForm(before, form);
}

} // namespace

class TestProxyChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void untouchedIsNoChange()
    {
        const ProxyReading reading = readWith({});
        QVERIFY(reading.edit.isEmpty());
        QVERIFY(reading.changed.empty());
        QVERIFY(reading.problems.empty());
    }

    void sameValueTypedOtherwiseIsNoChange()
    {
        const ProxyReading reading =
            readWith({{ProxyField::TrafficLimit, QStringLiteral("50.00")},
                      {ProxyField::RotateInterval, QStringLiteral(" 030 ")},
                      {ProxyField::Country, QStringLiteral("gb")},
                      {ProxyField::Name, QStringLiteral(" price-watch-gb-03 ")}});
        QVERIFY(reading.edit.isEmpty());
        QVERIFY(reading.changed.empty());
        QVERIFY(reading.problems.empty());
    }

    void onlyWhatChangedIsInTheEdit()
    {
        const ProxyReading reading =
            readWith({{ProxyField::Name, QStringLiteral("price-watch-london")},
                      {ProxyField::RotateInterval, QStringLiteral("10")},
                      {ProxyField::Region, QString()},
                      {ProxyField::Lifetime, QStringLiteral("600")}});
        ProxyEdit expected;
        expected.name = QStringLiteral("price-watch-london");
        expected.rotateIntervalMinutes = 10;
        expected.region = QString();
        expected.lifetimeMinutes = 600;
        QCOMPARE(reading.edit, expected);
        QStringList names;
        for (const ProxyField field : reading.changed) {
            names.append(wireName(field));
        }
        QCOMPARE(names, QStringList({QStringLiteral("name"), QStringLiteral("region"),
                                     QStringLiteral("rotate_interval"),
                                     QStringLiteral("lifetime_minutes")}));
    }

    void problemsStandAtTheirField_data()
    {
        QTest::addColumn<int>("field");
        QTest::addColumn<QString>("typed");
        const auto row = [](ProxyField field, const QString &typed) {
            QTest::addRow("%s %s", qPrintable(wireName(field)), qPrintable(typed.left(8)))
                << int(field) << typed;
        };
        row(ProxyField::Name, QString(256, QLatin1Char('a')));
        row(ProxyField::Country, QStringLiteral("Atlantis"));
        row(ProxyField::Country, QString());
        row(ProxyField::RotateInterval, QStringLiteral("0"));
        row(ProxyField::RotateInterval, QStringLiteral("1441"));
        row(ProxyField::RotateInterval, QStringLiteral("1.5"));
        row(ProxyField::RotateInterval, QString());
        row(ProxyField::TrafficLimit, QStringLiteral("1,234"));
        row(ProxyField::TrafficLimit, QString());
        row(ProxyField::TrafficLimit, QStringLiteral("-3"));
        row(ProxyField::Lifetime, QStringLiteral("soon"));
    }
    void problemsStandAtTheirField()
    {
        QFETCH(int, field);
        QFETCH(QString, typed);
        const ProxyReading reading = readWith({{static_cast<ProxyField>(field), typed}});
        QVERIFY(reading.edit.isEmpty());
        QCOMPARE(reading.problems.size(), std::size_t(1));
        QVERIFY(reading.problems.begin()->second.endsWith(QLatin1Char('.')));
        QCOMPARE(int(reading.problems.begin()->first), field);
    }

    void longNamesAreCountedInCharacters()
    {
        const QString smile = QString::fromUcs4(U"\U0001F600");
        QVERIFY(readWith({{ProxyField::Name, smile.repeated(255)}}).problems.empty());
        QVERIFY(!readWith({{ProxyField::Name, smile.repeated(256)}}).problems.empty());
    }

    void intervalIsSilentWithoutOne()
    {
        const ProxyReading reading =
            readWith({{ProxyField::RotateType, QStringLiteral("each_request")},
                      {ProxyField::RotateInterval, QString()}});
        ProxyEdit expected;
        expected.rotateType = QStringLiteral("each_request");
        QCOMPARE(reading.edit, expected);
        QVERIFY(reading.problems.empty());
    }

    void wireNamesGoBothWays()
    {
        for (const ProxyField field : proxyFields()) {
            QCOMPARE(fieldOfWireName(wireName(field)), std::optional(field));
        }
        QCOMPARE(fieldOfWireName(QStringLiteral("traffic_limit_gb")),
                 std::optional(ProxyField::TrafficLimit));
        QCOMPARE(fieldOfWireName(QStringLiteral("colour")), std::nullopt);
    }

    void unknownChoicesAreShownAsTheyAre()
    {
        QCOMPARE(rotationLabel(QStringLiteral("by_moon")), QStringLiteral("by_moon"));
    }

    void traffic_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QStringList>("says");
        const auto good = [](const char *typed, const char *value) {
            QTest::addRow("%s", typed)
                << QString::fromUtf8(typed) << QString::fromUtf8(value) << QStringList();
        };
        const auto bad = [](const char *typed, const QStringList &says) {
            QTest::addRow("%s", typed) << QString::fromUtf8(typed) << QString() << says;
        };
        good("50", "50");
        good("50 GB", "50");
        good("12.5gb", "12.5");
        good("1.2340", "1.234");
        good(".5", "0.5");
        good("7.", "7");
        good("0", "0");
        good("0.000000001", "0.000000001");
        bad("1,234", {QStringLiteral("1234"), QStringLiteral("1.2340")});
        bad("1.234", {QStringLiteral("1234"), QStringLiteral("1.2340")});
        bad("999,999", {QStringLiteral("999999"), QStringLiteral("999.9990")});
        good("1,5", "1.5");
        good("0,500", "0.5");
        good("7,", "7");
        good("1,234.5", "1234.5");
        good("1.234,5", "1234.5");
        good("1,234,567", "1234567");
        good("1.234.567", "1234567");
        good("12,34,567.5", "1234567.5");
        good("1 234", "1234");
        good("1 234 567,5", "1234567.5");
        good("1'234", "1234");
        good("0,500", "0.5");
        for (const char *two : {"12,5 100", "1,234 567", "1.234'567", "1.5 000", "1234 567",
                                "0 500", "12 34", "123,45,678"}) {
            bad(two, {QStringLiteral("not a number")}); // or two figures
        }
        bad("012,345", {QStringLiteral("12345")});
        bad("1.23.456", {QStringLiteral("not a number")});
        bad("1,234.567,8", {QStringLiteral("not a number")});
        bad("1.2.3", {QStringLiteral("not a number")});
        bad("5e3", {QStringLiteral("not a number")});
        bad("-1", {QStringLiteral("0 GB or more")});
        bad("0.0000000001", {QStringLiteral("nine decimals")});
        bad("99999999999999", {QStringLiteral("too large")});
    }
    void traffic()
    {
        QFETCH(QString, typed);
        QFETCH(QString, value);
        QFETCH(QStringList, says);
        const auto reading = readTraffic(typed);
        QCOMPARE(reading.value ? reading.value->gbText() : QString(), value);
        QCOMPARE(reading.problem.isEmpty(), says.isEmpty());
        for (const QString &part : says) {
            QVERIFY2(reading.problem.contains(part), qPrintable(reading.problem));
        }
    }

    void whatIsFilledInIsReadAgain_data()
    {
        QTest::addColumn<QString>("locale");
        for (const char *locale : {"en_US", "de_DE", "fr_FR", "en_IN", "ar_EG"}) {
            QTest::newRow(locale) << QString::fromLatin1(locale);
        }
    }
    void whatIsFilledInIsReadAgain()
    {
        QFETCH(QString, locale);
        QLocale::setDefault(QLocale(locale));
        const auto back = qScopeGuard(
            [] { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); });
        for (const auto *gb : {u"95", u"12.5", u"1.234", u"0.125", u"1234.567", u"0.000000001"}) {
            const auto amount = *TrafficAmount::parseGb(gb);
            QCOMPARE(readTraffic(typedText(amount)).value, amount);
            const auto money = *Money::parse(gb);
            QCOMPARE(readDollars(typedText(money)).value, money);
        }
        QCOMPARE(typedText(*TrafficAmount::parseGb(u"1.234")),
                 format::number(QStringLiteral("1.2340")));
        QVERIFY(readDollars(QStringLiteral("1,234")).problem.contains(QStringLiteral("1234")));
        QVERIFY(readDollars(QStringLiteral("ten"))
                    .problem.contains(format::number(QStringLiteral("12.50"))));
    }

    void nothingTypedIsNeither()
    {
        QCOMPARE(readTraffic(QStringLiteral("  ")), Typed<TrafficAmount>{});
        QCOMPARE(readMinutes(QString(), 1, 10), Typed<qint64>{});
    }
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestProxyChanges)
#include "test_proxychanges.moc"
