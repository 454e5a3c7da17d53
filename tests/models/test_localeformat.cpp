// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that numbers and dates are written as the chosen locale does.

#include "models/text/format.h"
#include "models/text/localeformat.h"

#include <QTest>

namespace relaybook {

using namespace Qt::StringLiterals;

class TestLocaleFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void formats_data();
    void formats();
    void sampleOfALocale();
};

void TestLocaleFormat::formats_data()
{
    QTest::addColumn<QStringList>("shown"); ///< number, date, short date, month, time, exact time
    const auto row = [](const char *locale, const QStringList &shown) {
        QTest::newRow(locale) << shown;
    };
    const QStringList american{u"−$1,234,567.50"_s, u"Oct 8, 2026"_s, u"Oct 8"_s,
                               u"Oct 2026"_s,       u"18:05"_s,       u"18:05:03"_s};
    row("en_US", american);
    row("C", american);
    row("ar_EG", american);
    row("fa_IR", american);
    row("en_GB", {u"−$1,234,567.50"_s, u"8 Oct 2026"_s, u"8 Oct"_s, u"Oct 2026"_s, u"18:05"_s,
                  u"18:05:03"_s});
    row("de_DE", {u"−$1.234.567,50"_s, u"08.10.2026"_s, u"08.10."_s, u"10.2026"_s, u"18:05"_s,
                  u"18:05:03"_s});
    row("fr_FR", {u"−$1\u202f234\u202f567,50"_s, u"08/10/2026"_s, u"08/10"_s, u"10/2026"_s,
                  u"18:05"_s, u"18:05:03"_s});
    row("en_IN", {u"−$12,34,567.50"_s, u"08/10/2026"_s, u"08/10"_s, u"10/2026"_s, u"6:05 PM"_s,
                  u"6:05:03 PM"_s});
    row("es_ES",
        {u"−$1.234.567,50"_s, u"8/10/2026"_s, u"8/10"_s, u"10/2026"_s, u"18:05"_s, u"18:05:03"_s});
    row("sv_SE", {u"−$1\u00a0234\u00a0567,50"_s, u"2026-10-08"_s, u"10-08"_s, u"2026-10"_s,
                  u"18:05"_s, u"18:05:03"_s});
    row("fi_FI", {u"−$1\u00a0234\u00a0567,50"_s, u"8.10.2026"_s, u"8.10."_s, u"10.2026"_s,
                  u"18.05"_s, u"18.05.03"_s});
    row("ar_MA",
        {u"−$1.234.567,50"_s, u"8/10/2026"_s, u"8/10"_s, u"10/2026"_s, u"18:05"_s, u"18:05:03"_s});
    row("hu_HU", {u"−$1\u00a0234\u00a0567,50"_s, u"2026. 10. 08."_s, u"10. 08."_s, u"2026. 10."_s,
                  u"18:05"_s, u"18:05:03"_s});
}

void TestLocaleFormat::formats()
{
    QFETCH(QStringList, shown);
    QLocale::setDefault(QLocale(QLatin1String(QTest::currentDataTag())));
    const QDate day(2026, 10, 8);
    const QTime time(18, 5, 3);
    QCOMPARE((QStringList{format::money(Money::fromCents(-123'456'750)), format::date(day),
                          format::shortDate(day), format::month(day), format::time(time),
                          format::exactTime(time)}),
             shown);
}

void TestLocaleFormat::sampleOfALocale()
{
    QCOMPARE(format::sample(QLocale(QStringLiteral("de_DE"))), u"1.234,50 · 18.10.2026"_s);
    QCOMPARE(format::sample(QLocale(QStringLiteral("en_GB"))), u"1,234.50 · 18 Oct 2026"_s);
    QCOMPARE(format::number(u"-1234.5"_s), u"-1,234.5"_s);
    QCOMPARE(format::number(u"999"_s), u"999"_s);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLocaleFormat)
#include "test_localeformat.moc"
