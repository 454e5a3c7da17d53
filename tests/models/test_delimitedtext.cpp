// SPDX-License-Identifier: GPL-3.0-or-later
// Tests reading tables from CSV files and from pasted text.
#include "models/text/delimitedtext.h"

#include <QTest>

using namespace relaybook;

class TestDelimitedText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tables_data();
    void tables();
    void linesAreNumbered();
    void anOpenQuoteIsSaid();
    void moreRowsThanAskedForAreSaid();
    void files_data();
    void files();
};

void TestDelimitedText::tables_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("rows"); ///< fields joined with |
    const auto row = [](const char *name, const char *text,
                        std::initializer_list<const char *> rows) {
        QStringList expected;
        for (const char *each : rows) {
            expected.append(QString::fromUtf8(each));
        }
        QTest::newRow(name) << QString::fromUtf8(text) << expected;
    };
    row("nothing", "", {});
    row("only blanks and lines", " \n\r\n\t\n", {});
    row("one field", "anna", {"anna"});
    row("commas", "anna,5,mobile\nben,2.5,", {"anna|5|mobile", "ben|2.5|"});
    row("semicolons", "anna;2,5;mobile\nben;1", {"anna|2,5|mobile", "ben|1"});
    row("tabs", "anna\t5\nben, junior\t1;2", {"anna|5", "ben, junior|1;2"});
    row("CR LF", "anna,5\r\nben,6\r\n", {"anna|5", "ben|6"});
    row("CR alone", "anna,5\rben,6", {"anna|5", "ben|6"});
    row("a mark at the start",
        "\xef\xbb\xbf"
        "anna,5",
        {"anna|5"});
    row("blanks around fields", " anna , 5 ", {"anna|5"});
    row("quotes", "\"anna, the first\",5", {"anna, the first|5"});
    row("a quote in quotes", "\"a \"\"b\"\" c\",5", {"a \"b\" c|5"});
    row("a line end in quotes", "anna,\"two\nlines\"\nben,x", {"anna|two\nlines", "ben|x"});
    row("a quote inside a field", "5\" pipe,1", {"5\" pipe|1"});
    row("text after a quote", "\"anna\"x,1", {"annax|1"});
    row("a blank before a quote", "1, \"a,b\"", {"1|a,b"});
    row("the first row has one field", "user name\nanna;5", {"user name", "anna|5"});
    row("a semicolon in quotes is none", "\"a;b\",5", {"a;b|5"});
    row("empty fields", "anna,,,x", {"anna|||x"});
}

void TestDelimitedText::tables()
{
    QFETCH(QString, text);
    QFETCH(QStringList, rows);
    QStringList read;
    const DelimitedTable table = readDelimited(text, 100);
    for (const DelimitedRow &each : table.rows) {
        read.append(each.fields.join(u'|'));
    }
    QCOMPARE(read, rows);
    QVERIFY(!table.isQuoteOpen && !table.isCut);
}

void TestDelimitedText::linesAreNumbered()
{
    const auto table = readDelimited(QStringLiteral("anna,\"a\nb\"\n\nben,1\r\n\r\ncleo,2"), 100);
    QCOMPARE(table.rows.size(), size_t(3));
    QCOMPARE(table.rows[0].number, 1);
    QCOMPARE(table.rows[1].number, 4);
    QCOMPARE(table.rows[2].number, 6);
}

void TestDelimitedText::anOpenQuoteIsSaid()
{
    const auto table = readDelimited(QStringLiteral("anna,\"5\nben,6"), 100);
    QVERIFY(table.isQuoteOpen);
    QCOMPARE(table.rows.size(), size_t(1));
}

void TestDelimitedText::moreRowsThanAskedForAreSaid()
{
    QVERIFY(!readDelimited(QStringLiteral("a\nb\nc\n\n"), 3).isCut);
    const auto table = readDelimited(QStringLiteral("a\nb\nc\nd\ne"), 3);
    QVERIFY(table.isCut);
    QCOMPARE(table.rows.size(), size_t(3));
}

void TestDelimitedText::files_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isText");
    QTest::newRow("UTF-8") << QByteArray("ann\xc3\xa4") << true;
    QTest::newRow("UTF-8 with a mark") << QByteArray("\xef\xbb\xbf"
                                                     "ann\xc3\xa4")
                                       << true;
    QTest::newRow("UTF-16 LE") << QByteArray("\xff\xfe"
                                             "a\0n\0n\0\xe4\0",
                                             10)
                               << true;
    QTest::newRow("UTF-16 BE") << QByteArray("\xfe\xff"
                                             "\0a\0n\0n\0\xe4",
                                             10)
                               << true;
    QTest::newRow("Latin-1") << QByteArray("ann\xe4,5") << false;
    QTest::newRow("no text") << QByteArray("PK\x03\x04\0\0", 6) << false;
}

void TestDelimitedText::files()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, isText);
    const auto text = textOfFile(bytes);
    QCOMPARE(text.has_value(), isText);
    if (isText) {
        QCOMPARE(readDelimited(*text, 9).rows.front().fields,
                 QStringList{QString::fromUtf8("ann\xc3\xa4")});
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestDelimitedText)
#include "test_delimitedtext.moc"
