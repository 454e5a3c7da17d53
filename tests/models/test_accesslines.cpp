// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the verdicts on pasted access rules.

#include "models/subusers/accesslines.h"

#include <QTest>

namespace relaybook {
namespace {

using LineVerdict = AccessLine::Verdict;

/// "verdict value" of each line, with what covers it and the comment where there are.
QStringList described(const std::vector<AccessLine> &lines)
{
    static const QStringList names{
        QStringLiteral("good"),     QStringLiteral("no address"), QStringLiteral("no domain"),
        QStringLiteral("address"),  QStringLiteral("too long"),   QStringLiteral("known"),
        QStringLiteral("repeated"), QStringLiteral("covered"),    QStringLiteral("refused")};
    QStringList all;
    for (const AccessLine &line : lines) {
        QString text = names.at(static_cast<int>(line.verdict)) % u' ' % line.value;
        if (!line.other.isEmpty()) {
            text += QLatin1String(" by ") % line.other;
        }
        if (!line.comment.isEmpty()) {
            text += QLatin1String(" # ") % line.comment;
        }
        if (line.letsAllIn) {
            text += QLatin1String(" (all)");
        }
        all.append(text);
    }
    return all;
}

using Texts = std::initializer_list<const char *>;

QStringList listOf(Texts texts)
{
    QStringList list;
    for (const char *text : texts) {
        list.append(QString::fromUtf8(text));
    }
    return list;
}

std::vector<AccessRule> rulesOf(const QStringList &patterns)
{
    std::vector<AccessRule> rules;
    for (const QString &pattern : patterns) {
        AccessRule rule;
        rule.id = AccessRuleId(static_cast<qint64>(rules.size() + 1));
        rule.pattern = pattern;
        rules.push_back(rule);
    }
    return rules;
}

} // namespace

class TestAccessLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addresses_data();
    void addresses();
    void domains_data();
    void domains();
    void linesAreNumberedAsPasted();
    void rulesBecomeLines();
    void manyLinesAreReadAtOnce();
};

void TestAccessLines::addresses_data()
{
    QTest::addColumn<QString>("pasted");
    QTest::addColumn<QStringList>("rules");
    QTest::addColumn<QStringList>("verdicts");
    const Texts none;
    const auto row = [](const char *name, const char *pasted, Texts rules, Texts verdicts) {
        QTest::newRow(name) << QString::fromUtf8(pasted) << listOf(rules) << listOf(verdicts);
    };
    row("IPv4", "203.0.113.7", none, {"good 203.0.113.7"});
    row("IPv4, one of itself", "203.0.113.7/32", none, {"good 203.0.113.7"});
    row("network", "203.0.113.0/24", none, {"good 203.0.113.0/24"});
    row("host bits", "203.0.113.7/24", none, {"good 203.0.113.0/24"});
    row("mask", "203.0.113.0/255.255.255.0", none, {"good 203.0.113.0/24"});
    row("IPv6", "2001:DB8::1", none, {"good 2001:db8::1"});
    row("IPv6 in brackets", "[2001:db8::1]", none, {"good 2001:db8::1"});
    row("IPv6 network", "2001:db8::7/32", none, {"good 2001:db8::/32"});
    row("all of IPv4", "0.0.0.0/0", none, {"good 0.0.0.0/0 (all)"});
    row("all of IPv6", "::/0", none, {"good ::/0 (all)"});
    row("comment", "203.0.113.7 # office # 2", none, {"good 203.0.113.7 # office # 2"});
    row("three parts", "203.0.113", none, {"no address 203.0.113"});
    row("short network", "10/8", none, {"no address 10/8"});
    row("five parts", "1.2.3.4.5", none, {"no address 1.2.3.4.5"});
    row("too high", "203.0.113.256", none, {"no address 203.0.113.256"});
    row("too many bits", "203.0.113.0/33", none, {"no address 203.0.113.0/33"});
    row("too many bits of IPv6", "2001:db8::/129", none, {"no address 2001:db8::/129"});
    row("no bits", "203.0.113.0/", none, {"no address 203.0.113.0/"});
    row("negative bits", "203.0.113.0/-1", none, {"no address 203.0.113.0/-1"});
    row("a mask with a hole", "203.0.113.0/255.0.255.0", none,
        {"no address 203.0.113.0/255.0.255.0"});
    row("range", "10.0.0.1-10.0.0.9", none, {"no address 10.0.0.1-10.0.0.9"});
    row("port", "203.0.113.7:80", none, {"no address 203.0.113.7:80"});
    row("scope", "fe80::1%eth0", none, {"no address fe80::1%eth0"});
    row("domain", "example.com", none, {"no address example.com"});
    row("words", "please allow me", none, {"no address please allow me"});
    row("known", "203.0.113.7", {"203.0.113.7/32"}, {"known 203.0.113.7"});
    row("known in other letters", "2001:db8:0::1", {"2001:DB8::1"}, {"known 2001:db8::1"});
    row("twice", "203.0.113.7\n203.0.113.7", none, {"good 203.0.113.7", "repeated 203.0.113.7"});
    row("covered by a rule", "203.0.113.7\n203.0.113.0/25", {"203.0.113.0/24"},
        {"covered 203.0.113.7 by 203.0.113.0/24", "covered 203.0.113.0/25 by 203.0.113.0/24"});
    row("not covered", "203.0.114.7", {"203.0.113.0/24"}, {"good 203.0.114.7"});
    row("wider than a rule", "203.0.112.0/22", {"203.0.113.0/24"}, {"good 203.0.112.0/22"});
    row("covered by a line above", "203.0.113.0/24\n203.0.113.7", none,
        {"good 203.0.113.0/24", "covered 203.0.113.7 by 203.0.113.0/24"});
    row("covered by a line below", "203.0.113.7\n203.0.113.0/24", none,
        {"covered 203.0.113.7 by 203.0.113.0/24", "good 203.0.113.0/24"});
    row("IPv6 covered", "2001:db8:1::5", {"2001:db8::/32"},
        {"covered 2001:db8:1::5 by 2001:db8::/32"});
    row("all of one kind covers no other", "2001:db8::1", {"0.0.0.0/0"}, {"good 2001:db8::1"});
    row("all covers", "203.0.113.7", {"0.0.0.0/0"}, {"covered 203.0.113.7 by 0.0.0.0/0"});
    row("odd bits", "10.0.0.129", {"10.0.0.128/27"}, {"covered 10.0.0.129 by 10.0.0.128/27"});
    row("beside odd bits", "10.0.0.161", {"10.0.0.128/27"}, {"good 10.0.0.161"});
    row("a rule that is no address", "203.0.113.7", {"anything"}, {"good 203.0.113.7"});
    row("nothing", " \n# a comment\n", none, none);
}

void TestAccessLines::addresses()
{
    QFETCH(QString, pasted);
    QFETCH(QStringList, rules);
    QFETCH(QStringList, verdicts);
    QCOMPARE(described(readAccessLines(AccessKind::Allowlist, pasted, rulesOf(rules))), verdicts);
}

void TestAccessLines::domains_data()
{
    QTest::addColumn<QString>("pasted");
    QTest::addColumn<QStringList>("rules");
    QTest::addColumn<QStringList>("verdicts");
    const Texts none;
    const auto row = [](const char *name, const char *pasted, Texts rules, Texts verdicts) {
        QTest::newRow(name) << QString::fromUtf8(pasted) << listOf(rules) << listOf(verdicts);
    };
    row("domain", "Example.COM", none, {"good example.com"});
    row("wildcard", "*.example.com", none, {"good *.example.com"});
    row("wildcard of a top domain", "*.ru", none, {"good *.ru"});
    row("dot at the end", "example.com.", none, {"good example.com"});
    row("underscore", "_dmarc.example.com", none, {"good _dmarc.example.com"});
    row("other letters", "müller.de", none, {"good xn--mller-kva.de"});
    row("comment", "example.com # ads", none, {"good example.com # ads"});
    row("one word", "localhost", none, {"no domain localhost"});
    row("address of a page", "https://example.com/path", none,
        {"no domain https://example.com/path"});
    row("path", "example.com/path", none, {"no domain example.com/path"});
    row("port", "example.com:80", none, {"no domain example.com:80"});
    row("space", "example .com", none, {"no domain example .com"});
    row("star inside", "a.*.com", none, {"no domain a.*.com"});
    row("empty label", "a..com", none, {"no domain a..com"});
    row("hyphen at an end", "-a.com", none, {"no domain -a.com"});
    row("IPv4", "203.0.113.7", none, {"address 203.0.113.7"});
    row("IPv6", "2001:db8::1", none, {"address 2001:db8::1"});
    row("known", "EXAMPLE.com", {"example.com"}, {"known example.com"});
    row("known in capitals", "example.com", {"Example.Com"}, {"known example.com"});
    row("twice", "example.com\nExample.com", none, {"good example.com", "repeated example.com"});
    row("a parent covers nothing", "www.example.com", {"example.com", "*.example.com"},
        {"good www.example.com"});
}

void TestAccessLines::domains()
{
    QFETCH(QString, pasted);
    QFETCH(QStringList, rules);
    QFETCH(QStringList, verdicts);
    QCOMPARE(described(readAccessLines(AccessKind::Blocklist, pasted, rulesOf(rules))), verdicts);
}

void TestAccessLines::linesAreNumberedAsPasted()
{
    const auto lines = readAccessLines(AccessKind::Blocklist,
                                       QStringLiteral("\uFEFFa.com\r\n\r\n# b\r\n  c.com  "), {});
    QCOMPARE(lines.size(), size_t{2});
    QCOMPARE(lines.at(0).number, 1);
    QCOMPARE(lines.at(0).value, QStringLiteral("a.com"));
    QCOMPARE(lines.at(1).number, 4);
    QCOMPARE(lines.at(1).text, QStringLiteral("c.com"));
    const QString label(60, u'a');
    QString longName;
    while (longName.size() < 300) {
        longName += label + u'.';
    }
    const auto tooLong =
        readAccessLines(AccessKind::Blocklist, longName + QStringLiteral("com"), {});
    QVERIFY(tooLong.at(0).verdict == LineVerdict::TooLong);
    QVERIFY(!tooLong.at(0).isDone());
}

void TestAccessLines::rulesBecomeLines()
{
    auto rules = rulesOf({QStringLiteral("203.0.113.0/24"), QStringLiteral("2001:db8::1")});
    rules.front().comment = QStringLiteral("office\nBerlin");
    const QString text = accessLinesOf(rules);
    QCOMPARE(text, QStringLiteral("203.0.113.0/24 # office Berlin\n2001:db8::1"));
    const auto lines = readAccessLines(AccessKind::Allowlist, text, {});
    QCOMPARE(described(lines), (QStringList{QStringLiteral("good 203.0.113.0/24 # office Berlin"),
                                            QStringLiteral("good 2001:db8::1")}));
    QVERIFY(std::all_of(lines.begin(), lines.end(),
                        [](const AccessLine &line) { return line.isGood(); }));
}

void TestAccessLines::manyLinesAreReadAtOnce()
{
    QStringList pasted;
    for (int i = 0; i < 20'000; ++i) {
        pasted.append(QStringLiteral("10.%1.%2.7").arg(i / 200).arg(i % 200));
    }
    pasted.append(QStringLiteral("10.0.0.0/16"));
    const auto lines = readAccessLines(AccessKind::Allowlist, pasted.join(u'\n'),
                                       rulesOf({QStringLiteral("10.1.0.0/16")}));
    const auto count = [&lines](LineVerdict verdict) {
        return std::count_if(lines.begin(), lines.end(),
                             [verdict](const AccessLine &line) { return line.verdict == verdict; });
    };
    QCOMPARE(count(LineVerdict::Covered), qsizetype{400});
    QCOMPARE(count(LineVerdict::Good), qsizetype{19'601});
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAccessLines)
#include "test_accesslines.moc"
