// SPDX-License-Identifier: GPL-3.0-or-later
// Tests reading pasted tables and CSV files as sub-users to create: a verdict for each line.
#include "ui/serving/newsubusers.h"

#include <QCoreApplication>
#include <QTest>

using namespace relaybook;

class TestNewSubUsers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lines_data();
    void lines();
    void titlesNameTheColumns();
    void noColumnIsDropped_data();
    void noColumnIsDropped();
    void notesStayWhole();
    void atMostFiveThousand();
    void anOpenQuoteStopsAll();
    void whatIsWrittenIsReadAgain();

private:
    [[nodiscard]] static NewSubUserDefaults defaults()
    {
        return {TrafficAmount::parseGb(u"2"),
                QStringLiteral("residential"),
                {QStringLiteral("residential"), QStringLiteral("mobile")}};
    }
};

void TestNewSubUsers::lines_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says"); ///< "name amount service", or a part of the problem
    const auto row = [](const char *name, const char *text, const char *says) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(says);
    };
    row("only a name", "anna", "anna 2 residential");
    row("all columns", "anna,5,mobile,note", "anna 5 mobile");
    row("the service as it is shown", "anna,5,Mobile", "anna 5 mobile");
    row("decimals", "anna,0.125", "anna 0.125 residential");
    row("a decimal comma", "anna;2,5", "anna 2.5 residential");
    row("with a unit", "anna,5 GB", "anna 5 residential");
    row("nine decimals", "anna,1.000000001", "anna 1.000000001 residential");
    row("a name to be composed", "anna\xcc\x88,1", "ann\xc3\xa4 1 residential");
    row("right to left", "\xd7\xa9\xd7\x9c\xd7\x9d,1", "\xd7\xa9\xd7\x9c\xd7\x9d 1 residential");
    row("no name", ",5", "user name is missing");
    row("the smallest amount", "anna,0.01", "anna 0.01 residential");
    row("too little", "anna,0.009", "smallest amount");
    row("nothing", "anna,0", "smallest amount");
    row("negative", "anna,-5", "0 GB or more");
    row("no number", "anna,five", "not a number");
    row("two readings", "anna;1,234", "can mean");
    row("two readings of a point", "anna;1.234", "can mean");
    row("ten decimals", "anna,1.0000000001", "nine decimals");
    row("a service that is not sold", "anna,5,dial-up", "dial-up");
}

void TestNewSubUsers::lines()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto table = readNewSubUsers(text, defaults());
    QCOMPARE(table.lines.size(), size_t(1));
    const NewSubUserLine &line = table.lines.front();
    const QString read = line.request.username % u' ' % line.request.amount.gbText() % u' ' %
                         line.request.serviceType;
    QVERIFY2(line.problem.isEmpty() ? read == says : line.problem.contains(says),
             qPrintable(QString(read % u'|' % line.problem)));
}

void TestNewSubUsers::titlesNameTheColumns()
{
    const auto table = readNewSubUsers(
        QStringLiteral("Note;Traffic (GB);User name\r\nVIP;5;anna\r\n;;ben\r\n"), defaults());
    QCOMPARE(table.lines.size(), size_t(2));
    QCOMPARE(table.lines[0].request.username, QStringLiteral("anna"));
    QCOMPARE(table.lines[0].request.amount, *TrafficAmount::parseGb(u"5"));
    QCOMPARE(table.lines[0].request.note, std::optional(QStringLiteral("VIP")));
    QCOMPARE(table.lines[0].number, 2);
    QCOMPARE(table.lines[1].request.amount, *TrafficAmount::parseGb(u"2"));
    QVERIFY(!table.lines[1].request.note);
    QVERIFY(table.isFine());
    QCOMPARE(table.titles, QStringLiteral("Note, Traffic (GB), User name"));
    QVERIFY(readNewSubUsers(QStringLiteral("anna,5"), defaults()).titles.isEmpty());
}

void TestNewSubUsers::noColumnIsDropped_data()
{
    QTest::addColumn<QString>("titles");
    QTest::addColumn<QString>("unclear"); // the column that is named; empty: none
    const auto row = [](const char *titles, const char *unclear) {
        QTest::newRow(titles) << QString::fromUtf8(titles) << QString::fromUtf8(unclear);
    };
    row("user name, traffic in GB, service, note", "");
    row("User name, Amount in GB", "");
    row("user name, GB, , note", "");
    row("user name, volume, service, note", "“volume”");
    row("user name, traffic, gb", "“gb”");
    row("user name, traffic, password", "“password”");
    row("name, login, traffic", "“login”");
    row("user name, traffic (MB)", "“traffic (MB)”");
}

/// Its traffic became that of the field below, for every line, without a word.
void TestNewSubUsers::noColumnIsDropped()
{
    QFETCH(QString, titles);
    QFETCH(QString, unclear);
    const auto table = readNewSubUsers(titles % QStringLiteral("\nanna,1.5"), defaults());
    if (unclear.isEmpty()) {
        QVERIFY2(table.isFine(), qPrintable(table.problem));
        QCOMPARE(table.lines.front().request.amount, *TrafficAmount::parseGb(u"1.5"));
    } else {
        QVERIFY(!table.isFine());
        QVERIFY2(table.problem.contains(unclear), qPrintable(table.problem));
    }
    // Without titles: what is behind the note.
    const auto more = readNewSubUsers(QStringLiteral("anna,5,mobile,late,payer"), defaults());
    QVERIFY(more.lines.front().problem.contains(QStringLiteral("more than four columns")));
    QVERIFY(readNewSubUsers(QStringLiteral("anna,5,mobile,late,,"), defaults()).isFine());
}

void TestNewSubUsers::notesStayWhole()
{
    const QString note = QString(10'000, u'x') % QStringLiteral("\n<b>\U0001F469</b>, \"שלום\"");
    QString quoted = note;
    quoted.replace(u'"', QStringLiteral("\"\""));
    const auto table = readNewSubUsers(QStringLiteral("anna,1,,\"") % quoted % u'"', defaults());
    QCOMPARE(table.lines.size(), size_t(1));
    QCOMPARE(table.lines.front().request.note, std::optional(note));
}

void TestNewSubUsers::atMostFiveThousand()
{
    QString text = QStringLiteral("user name,traffic\n");
    for (int i = 0; i < mostNewSubUsers; ++i) {
        text += QStringLiteral("user%1,1\n").arg(i);
    }
    const auto fits = readNewSubUsers(text, defaults());
    QCOMPARE(fits.lines.size(), size_t(mostNewSubUsers));
    QVERIFY(fits.isFine());
    const auto tooMany = readNewSubUsers(text % QStringLiteral("one more,1"), defaults());
    QVERIFY(tooMany.problem.contains(QStringLiteral("5,000")));
    // Without titles, too.
    QVERIFY(!readNewSubUsers(text.section(u'\n', 1) % QStringLiteral("one more,1"), defaults())
                 .problem.isEmpty());
}

void TestNewSubUsers::anOpenQuoteStopsAll()
{
    const auto table = readNewSubUsers(QStringLiteral("anna,1\nben,1,,\"VIP\ncleo,1"), defaults());
    QVERIFY(table.problem.contains(QStringLiteral("line 2")));
    QVERIFY(!table.isFine());
}

void TestNewSubUsers::whatIsWrittenIsReadAgain()
{
    std::vector<SubUserRequest> requests(3);
    const char *names[] = {"anna", "a \"b\", c;d", "name"};
    for (size_t i = 0; i < requests.size(); ++i) {
        requests[i].kind = SubUserRequest::Kind::Create;
        requests[i].username = QString::fromUtf8(names[i]);
        requests[i].serviceType = QStringLiteral("mobile");
        requests[i].amount = *TrafficAmount::parseGb(u"1.5");
    }
    requests[1].note = QStringLiteral("two\nlines");
    QCOMPARE(readNewSubUsers(newSubUsersText(requests), defaults()).fineRequests(), requests);
    // A point before three digits may separate thousands.
    requests[0].amount = *TrafficAmount::parseGb(u"1.234");
    QCOMPARE(readNewSubUsers(newSubUsersText(requests), defaults()).fineRequests(), requests);
    // A name that is also a title is not taken for one.
    requests.erase(requests.begin(), requests.begin() + 2);
    QCOMPARE(readNewSubUsers(newSubUsersText(requests), defaults()).fineRequests(), requests);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestNewSubUsers)
#include "test_newsubusers.moc"
