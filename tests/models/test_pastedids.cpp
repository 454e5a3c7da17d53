// SPDX-License-Identifier: GPL-3.0-or-later
// Tests parsing pasted ids in every form that lists, spreadsheets and programs produce, and the
// result for each line.

#include "models/subusers/pastedids.h"

#include <QTest>

namespace relaybook {
namespace {

using PastedVerdict = PastedLine::Verdict;

QString nameOf(PastedVerdict verdict)
{
    switch (verdict) {
    case PastedVerdict::Good:
        return QStringLiteral("good");
    case PastedVerdict::Known:
        return QStringLiteral("known");
    case PastedVerdict::Repeated:
        return QStringLiteral("repeated");
    case PastedVerdict::NoUuid:
        return QStringLiteral("no uuid");
    case PastedVerdict::NoNumber:
        return QStringLiteral("no number");
    case PastedVerdict::LongName:
        return QStringLiteral("long name");
    case PastedVerdict::WrongKind:
        return QStringLiteral("wrong kind");
    case PastedVerdict::BeyondLimit:
        return QStringLiteral("beyond limit");
    }
    return {};
}

const QString uuid = QStringLiteral("1b4e28ba-2fa1-11d2-883f-0016d3cca427");

} // namespace

class TestPastedIds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void formsOfAProxyId_data();
    void formsOfAProxyId();
    void formsOfASubUser_data();
    void formsOfASubUser();
    void linesAreDistinguished();
    void aLongListIsReadToItsLimit();
};

void TestPastedIds::formsOfAProxyId_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char *name, const QString &line, const char *verdict) {
        QTest::newRow(name) << line << QString::fromLatin1(verdict);
    };
    row("plain", uuid, "good");
    row("upper case", uuid.toUpper(), "good");
    row("braces", u'{' + uuid + u'}', "good");
    row("quotes and comma", u'"' + uuid + QStringLiteral("\","), "good");
    row("spaces", QStringLiteral(" \t ") + uuid + QStringLiteral("  "), "good");
    row("no-break space", QChar::Nbsp + uuid, "good");
    row("byte order mark", QChar::ByteOrderMark + uuid, "good");
    row("without hyphens", QString(uuid).remove(u'-'), "good");
    row("one digit short", uuid.chopped(1), "no uuid");
    row("one digit more", uuid + u'0', "no uuid");
    row("a letter that is no digit", QString(uuid).replace(0, 1, u'g'), "no uuid");
    row("two in a line", uuid + u' ' + uuid, "no uuid");
    row("a sub-user's number", QStringLiteral("139"), "wrong kind");
    row("words", QStringLiteral("price-watch-us-1"), "no uuid");
    row("right to left", QStringLiteral("مرحبا"), "no uuid");
}

void TestPastedIds::formsOfAProxyId()
{
    QFETCH(QString, line);
    QFETCH(QString, verdict);
    const auto read = readPastedProxies(line, [](const ProxyId &) { return false; });
    QCOMPARE(read.size(), size_t{1});
    QCOMPARE(nameOf(read.at(0).line.verdict), verdict);
    if (verdict == QLatin1String("good")) {
        QCOMPARE(read.at(0).id.value(), uuid);
    }
}

void TestPastedIds::formsOfASubUser_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("name");
    const auto row = [](const char *title, const QString &line, const char *verdict,
                        const QString &name = {}) {
        QTest::newRow(title) << line << QString::fromLatin1(verdict) << name;
    };
    row("number", QStringLiteral("139"), "good");
    row("with a name", QStringLiteral("139 Berlin office"), "good",
        QStringLiteral("Berlin office"));
    row("comma", QStringLiteral("139, Berlin"), "good", QStringLiteral("Berlin"));
    row("semicolon", QStringLiteral("139;Berlin;"), "good", QStringLiteral("Berlin"));
    row("tab", QStringLiteral("139\tBerlin"), "good", QStringLiteral("Berlin"));
    row("quoted", QStringLiteral("\"139\",\"Berlin\""), "good", QStringLiteral("Berlin"));
    row("number sign", QStringLiteral("#139"), "good");
    row("zero", QStringLiteral("0"), "no number");
    row("negative", QStringLiteral("-5"), "no number");
    row("a fraction", QStringLiteral("1.5"), "no number");
    row("too large", QStringLiteral("99999999999999999999"), "no number");
    row("largest", QStringLiteral("9223372036854775807"), "good");
    row("just above", QStringLiteral("9223372036854775808"), "no number");
    row("a proxy's id", uuid, "wrong kind");
    row("words", QStringLiteral("client_139"), "no number");
    row("a long name", QStringLiteral("139 ") + QString(256, u'x'), "long name",
        QString(256, u'x'));
    row("right to left", QStringLiteral("139 مكتب"), "good", QStringLiteral("مكتب"));
}

void TestPastedIds::formsOfASubUser()
{
    QFETCH(QString, line);
    QFETCH(QString, verdict);
    QFETCH(QString, name);
    const auto read = readPastedSubUsers(line, [](SubUserId) { return false; });
    QCOMPARE(read.size(), size_t{1});
    QCOMPARE(nameOf(read.at(0).line.verdict), verdict);
    QCOMPARE(read.at(0).name, name);
}

void TestPastedIds::linesAreDistinguished()
{
    const QString other = QStringLiteral("8f3f1c52-0000-4000-8000-000000000001");
    const QString text = uuid + QStringLiteral("\r\n\r\n  \n") + uuid.toUpper() + u'\n' + other +
                         u'\u2028' + QStringLiteral("nonsense");
    const auto read =
        readPastedProxies(text, [&](const ProxyId &id) { return id.value() == other; });
    QStringList reported;
    for (const PastedProxy &each : read) {
        reported.append(
            QStringLiteral("%1 %2").arg(each.line.number).arg(nameOf(each.line.verdict)));
    }
    QCOMPARE(reported, (QStringList{QStringLiteral("1 good"), QStringLiteral("4 repeated"),
                                    QStringLiteral("5 known"), QStringLiteral("6 no uuid")}));
}

void TestPastedIds::aLongListIsReadToItsLimit()
{
    QStringList lines;
    for (int i = 1; i <= mostPastedIds + 5; ++i) {
        lines.append(QString::number(i));
    }
    const auto read = readPastedSubUsers(lines.join(u'\n'), [](SubUserId) { return false; });
    QCOMPARE(read.size(), size_t(mostPastedIds) + 5);
    QCOMPARE(nameOf(read.at(mostPastedIds - 1).line.verdict), QStringLiteral("good"));
    QCOMPARE(nameOf(read.at(mostPastedIds).line.verdict), QStringLiteral("beyond limit"));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestPastedIds)
#include "test_pastedids.moc"
