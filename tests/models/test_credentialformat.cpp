// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how the credentials of proxies and sub-users are written for other programs.

#include "api/types/proxyaddress.h"
#include "models/text/credentialformat.h"

#include <QDir>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

namespace relaybook {

using Line = CredentialTemplate::Line;

class TestCredentialFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addresses_data();
    void addresses();
    void formats_data();
    void formats();
    void ownTemplates_data();
    void ownTemplates();
    void problems_data();
    void problems();
    void unknownPartsAreNoHalfLine_data();
    void unknownPartsAreNoHalfLine();
    void severalLinesOfOneProxyDiffer();
    void randomPartsAreNew();
    void aCountryHasToBeKnown();
    void additionsToTheUserNameSeparateNothing();
    void aPreviewHidesThePassword();
    void subUsers();
    void aShellPassesTheAddressOn_data();
    void aShellPassesTheAddressOn();
    void unclearLines_data();
    void unclearLines();
};

namespace {

ProxyAccess sampleAccess(const char *host, const char *user, const char *password)
{
    ProxyAccess access;
    access.name = QStringLiteral("Berlin 1");
    access.host = QString::fromUtf8(host);
    access.port = 8080;
    access.user = QString::fromUtf8(user);
    access.password = Secret(QByteArray(password));
    return access;
}

CredentialTemplate lineOf(const char *text)
{
    return CredentialTemplate(QString::fromUtf8(text));
}

QByteArray written(const CredentialTemplate &line, const ProxyAccess &access)
{
    return line.fill(access).text.reveal();
}

QStringList texts(std::initializer_list<const char *> parts)
{
    QStringList list;
    for (const char *part : parts) {
        list.append(QString::fromUtf8(part));
    }
    return list;
}

// The curl commands are the last ones: `quoted` is what stands in the quotes of a Unix shell, `cmd`
// and `powerShell` are the arguments there.
QStringList withCurl(std::initializer_list<const char *> others, const char *quoted,
                     const char *cmd = nullptr, const char *powerShell = nullptr)
{
    const QString plain = QString::fromUtf8(quoted);
    QString careted = plain;
    careted.replace(QLatin1Char('%'), QLatin1String("^%"));
    return texts(others) << QStringLiteral("curl --proxy '%1' https://example.com/").arg(plain)
                         << QStringLiteral("curl --proxy %1 https://example.com/")
                                .arg(cmd != nullptr ? QString::fromUtf8(cmd) : careted)
                         << QStringLiteral("curl.exe --proxy '%1' https://example.com/")
                                .arg(powerShell != nullptr ? QString::fromUtf8(powerShell) : plain);
}

} // namespace

void TestCredentialFormat::addresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("password");
    QTest::newRow("plain") << "http://u:p@gw.example:8080"
                           << "gw.example" << 8080 << "u"
                           << "p";
    QTest::newRow("encoded") << "http://u%40x:p%3Aa%2Fs@gw:1"
                             << "gw" << 1 << "u@x"
                             << "p:a/s";
    QTest::newRow("not encoded") << "http://u:p@a:s/s@gw:1"
                                 << "gw" << 1 << "u"
                                 << "p@a:s/s";
    QTest::newRow("everything odd") << "http://u:p:a@ss%/#1@gw:1"
                                    << "gw" << 1 << "u"
                                    << "p:a@ss%/#1";
    QTest::newRow("a plain percent") << "http://u:100%zz%4@gw:1"
                                     << "gw" << 1 << "u"
                                     << "100%zz%4";
    QTest::newRow("no UTF-8") << "http://u:%ff%fe@gw:1"
                              << "gw" << 1 << "u"
                              << "%ff%fe";
    QTest::newRow("umlaut") << QStringLiteral("http://u:p%C3%A4ss@gw:1") << "gw" << 1 << "u"
                            << QStringLiteral("päss");
    QTest::newRow("IPv6") << "http://u:p@[2001:db8::1]:1080/"
                          << "2001:db8::1" << 1080 << "u"
                          << "p";
    QTest::newRow("a token") << "http://token@gw:1"
                             << "gw" << 1 << "token"
                             << "";
    QTest::newRow("no login") << "http://gw:1"
                              << "gw" << 1 << ""
                              << "";
    QTest::newRow("no port") << "http://u:p@gw"
                             << "gw" << 3128 << "u"
                             << "p";
}

void TestCredentialFormat::addresses()
{
    QFETCH(QString, address);
    Proxy proxy;
    proxy.host = QStringLiteral("stored");
    proxy.portHttp = 3128;
    const auto access =
        accessOf(proxy, ProxyCredentials{Secret(address), Secret()}, ProxyProtocol::Http);
    QTEST(access.host, "host");
    QTEST(access.port.value_or(0), "port");
    QTEST(access.user, "user");
    QVERIFY(access.password);
    QTEST(QString::fromUtf8(access.password->reveal()), "password");
    // An address can be split again: what its login contains is percent-encoded.
    const QString url = QString::fromUtf8(
        CredentialTemplate(templateOf(CredentialFormat::Url)).fill(access).text.reveal());
    QCOMPARE(url.count(QLatin1Char('@')), access.user.isEmpty() ? 0 : 1);
    const QString login =
        access.user.isEmpty()
            ? QString()
            : url.section(QLatin1String("://"), 1).section(QLatin1Char('@'), 0, 0);
    const auto decoded = [](const QString &part) {
        return QUrl::fromPercentEncoding(part.toLatin1());
    };
    QCOMPARE(decoded(login.section(QLatin1Char(':'), 0, 0)), access.user);
    QTEST(decoded(login.section(QLatin1Char(':'), 1)), "password");
    // The other protocol's address is not known; what is stored of it is.
    const auto other =
        accessOf(proxy, ProxyCredentials{Secret(address), Secret()}, ProxyProtocol::Socks5);
    QCOMPARE(other.host, QStringLiteral("stored"));
    QVERIFY(!other.port && !other.password);
}

void TestCredentialFormat::formats_data()
{
    QTest::addColumn<ProxyAccess>("access");
    QTest::addColumn<QStringList>("lines"); // in the order of CredentialFormat, without Own
    QTest::newRow("plain") << sampleAccess("gw.example", "u", "p")
                           << withCurl({"http://u:p@gw.example:8080", "gw.example:8080:u:p",
                                        "u:p@gw.example:8080", "gw.example:8080"},
                                       "http://u:p@gw.example:8080");
    QTest::newRow("IPv6") << sampleAccess("2001:db8::1", "u", "p")
                          << withCurl({"http://u:p@[2001:db8::1]:8080", "[2001:db8::1]:8080:u:p",
                                       "u:p@[2001:db8::1]:8080", "[2001:db8::1]:8080"},
                                      "http://u:p@[2001:db8::1]:8080");
    QTest::newRow("odd characters")
        << sampleAccess("gw", "a@b", "p:/?#[]'\"$`\\ %ä")
        << withCurl({"http://a%40b:p%3A%2F%3F%23%5B%5D%27%22%24%60%5C%20%25%C3%A4@gw:8080",
                     "gw:8080:a@b:p:/?#[]'\"$`\\ %ä", "a@b:p:/?#[]'\"$`\\ %ä@gw:8080", "gw:8080"},
                    "http://a%40b:p%3A%2F%3F%23%5B%5D%27%22%24%60%5C%20%25%C3%A4@gw:8080");
    ProxyAccess socks = sampleAccess("gw", "u", "p");
    socks.protocol = ProxyProtocol::Socks5;
    QTest::newRow("SOCKS5") << socks
                            << withCurl({"socks5://u:p@gw:8080", "gw:8080:u:p", "u:p@gw:8080",
                                         "gw:8080"},
                                        "socks5h://u:p@gw:8080");
    // A host is not percent-encoded: the shell must not see it.
    QTest::newRow("a host that would leave the quotes")
        << sampleAccess("gw'; reboot '", "u", "p")
        << withCurl({"http://u:p@gw'; reboot ':8080", "gw'; reboot ':8080:u:p",
                     "u:p@gw'; reboot ':8080", "gw'; reboot ':8080"},
                    "http://u:p@gw'\\''; reboot '\\'':8080", "http://u:p@gw';^%20reboot^%20':8080",
                    "http://u:p@gw'';%20reboot%20'':8080");
    QTest::newRow("a host that would run another program on Windows")
        << sampleAccess("gw\"&calc|(x)\u2019;calc", "u", "p%^!&")
        << withCurl({"http://u:p%25%5E%21%26@gw\"&calc|(x)\u2019;calc:8080",
                     "gw\"&calc|(x)\u2019;calc:8080:u:p%^!&",
                     "u:p%^!&@gw\"&calc|(x)\u2019;calc:8080", "gw\"&calc|(x)\u2019;calc:8080"},
                    "http://u:p%25%5E%21%26@gw\"&calc|(x)\u2019;calc:8080",
                    "http://u:p^%25^%5E^%21^%26@gw^%22^&calc^|^(x^)\u2019;calc:8080",
                    "http://u:p%25%5E%21%26@gw%22&calc|(x)\u2019\u2019;calc:8080");
    QTest::newRow("no login") << sampleAccess("gw", "", "")
                              << withCurl({"http://gw:8080", "", "", "gw:8080"}, "http://gw:8080");
    QTest::newRow("a token") << sampleAccess("gw", "tok", "")
                             << withCurl({"http://tok@gw:8080", "gw:8080:tok:", "tok:@gw:8080",
                                          "gw:8080"},
                                         "http://tok@gw:8080");
    // Percent-encoding keeps it in one line; the other formats can't.
    QTest::newRow("a line break") << sampleAccess("gw", "u", "p\nq")
                                  << withCurl({"http://u:p%0Aq@gw:8080", "", "", "gw:8080"},
                                              "http://u:p%0Aq@gw:8080");
}

void TestCredentialFormat::formats()
{
    QFETCH(ProxyAccess, access);
    QFETCH(QStringList, lines);
    for (int i = 0; i < static_cast<int>(CredentialFormat::Own); ++i) {
        const CredentialTemplate line(templateOf(static_cast<CredentialFormat>(i)));
        QCOMPARE(QString::fromUtf8(written(line, access)), lines.at(i));
    }
}

void TestCredentialFormat::ownTemplates_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    QTest::newRow("all of it") << "{scheme}|{host}|{port}|{user}|{password}|{name}|{url}"
                               << "http|gw|8080|u|p|Berlin 1|http://u:p@gw:8080";
    QTest::newRow("case and spaces") << "{ Host }:{PORT}"
                                     << "gw:8080";
    QTest::newRow("braces") << "{{\"proxy\": \"{host}\"}}"
                            << "{\"proxy\": \"gw\"}";
    QTest::newRow("braces around") << "{{{host}}}"
                                   << "{gw}";
    QTest::newRow("a closing brace alone") << "{host}}"
                                           << "gw}";
    QTest::newRow("a value is no template") << "{host} {user}"
                                            << "gw u";
}

void TestCredentialFormat::ownTemplates()
{
    QFETCH(QString, line);
    const CredentialTemplate made(line);
    QCOMPARE(made.problem(), CredentialTemplate::Problem::None);
    QTEST(QString::fromUtf8(written(made, sampleAccess("gw", "u", "p"))), "expected");
    QCOMPARE(written(lineOf("{user}"), sampleAccess("gw", "{password}", "p")),
             QByteArrayLiteral("{password}"));
}

void TestCredentialFormat::problems_data()
{
    using Problem = CredentialTemplate::Problem;
    QTest::addColumn<QString>("line");
    QTest::addColumn<Problem>("problem");
    QTest::addColumn<QStringList>("unknown");
    QTest::newRow("empty") << "" << Problem::NoPlaceholder << QStringList();
    QTest::newRow("only text") << "{{host}}" << Problem::NoPlaceholder << QStringList();
    QTest::newRow("not closed") << "{host}:{port" << Problem::NotClosed << QStringList();
    QTest::newRow("unknown") << "{host}:{pass}:{}" << Problem::Unknown << texts({"{pass}", "{}"});
    QTest::newRow("no random text") << "{random:0}" << Problem::OutOfRange << texts({"{random:0}"});
    QTest::newRow("long") << "{random:65}" << Problem::OutOfRange << texts({"{random:65}"});
    QTest::newRow("no length") << "{random}" << Problem::Unknown << texts({"{random}"});
    QTest::newRow("backwards") << "{port:20-10}" << Problem::OutOfRange << texts({"{port:20-10}"});
    QTest::newRow("no port") << "{port:1-65536}" << Problem::OutOfRange
                             << texts({"{port:1-65536}"});
    QTest::newRow("one port") << "{port:8000}" << Problem::Unknown << texts({"{port:8000}"});
}

void TestCredentialFormat::problems()
{
    QFETCH(QString, line);
    const CredentialTemplate made(line);
    QTEST(made.problem(), "problem");
    QTEST(made.unknown(), "unknown");
    QVERIFY(made.fill(sampleAccess("gw", "u", "p")).text.isEmpty());
}

void TestCredentialFormat::unknownPartsAreNoHalfLine_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("state");
    QTest::newRow("url") << "{url}" << int(Line::NotKnown);
    QTest::newRow("curl") << "{curl}" << int(Line::NotKnown);
    QTest::newRow("password") << "{user}:{password}" << int(Line::NotKnown);
    QTest::newRow("place") << "{host}:{port}" << int(Line::Written);
    QTest::newRow("user") << "{user}" << int(Line::Written);
}

void TestCredentialFormat::unknownPartsAreNoHalfLine()
{
    QFETCH(QString, line);
    ProxyAccess access = sampleAccess("gw", "u", "");
    access.password.reset();
    QTEST(int(CredentialTemplate(line).fill(access).state), "state");
    QCOMPARE(CredentialTemplate(line).fill(ProxyAccess()).state, Line::NotKnown);
}

void TestCredentialFormat::severalLinesOfOneProxyDiffer()
{
    const ProxyAccess access = sampleAccess("gw", "u", "p");
    const LineValues third{3, 2, [](int length) { return QString(length, QLatin1Char('r')); }};
    const auto made = [&](const char *line) {
        return lineOf(line).fill(access, third).text.reveal();
    };
    QCOMPARE(made("{user}-{n}:{password}"), QByteArrayLiteral("u-3:p"));
    QCOMPARE(made("{user}-session-{session}"), QByteArrayLiteral("u-session-rrrrrrrr"));
    QCOMPARE(made("{Random: 3}"), QByteArrayLiteral("rrr"));
    QCOMPARE(made("{host}:{port:10000-10049}"), QByteArrayLiteral("gw:10002"));
    QCOMPARE(made("{host}:{port:10000-10001}"), QByteArrayLiteral("gw:10000")); // begins again
    QVERIFY(lineOf("{n}").canRepeat());
    QVERIFY(lineOf("{user}{session}").canRepeat());
    QVERIFY(lineOf("{random:1}").canRepeat());
    QVERIFY(lineOf("{port:1-2}").canRepeat());
    QVERIFY(!lineOf("{host}:{port}:{country}").canRepeat());
}

void TestCredentialFormat::randomPartsAreNew()
{
    const ProxyAccess access = sampleAccess("gw", "u", "p");
    const CredentialTemplate line = lineOf("{session} {session} {random:20} {random:20}");
    QSet<QByteArray> all;
    constexpr int lines = 50;
    for (int i = 0; i < lines; ++i) {
        const auto parts = line.fill(access, {i + 1, i}).text.reveal().split(' ');
        QCOMPARE(parts.size(), 4);
        QCOMPARE(parts.at(0), parts.at(1)); // one session in a line
        QCOMPARE(parts.at(0).size(), CredentialTemplate::sessionLength);
        QCOMPARE(parts.at(2).size(), 20);
        all += {parts.at(0), parts.at(2), parts.at(3)};
    }
    QCOMPARE(all.size(), lines * 3);
}

void TestCredentialFormat::aCountryHasToBeKnown()
{
    ProxyAccess access = sampleAccess("gw", "u", "p");
    QCOMPARE(lineOf("{user}-{country}").fill(access).state, Line::NotKnown);
    access.country = QStringLiteral("DE");
    QCOMPARE(lineOf("{user}-{country}").fill(access).text.reveal(), QByteArrayLiteral("u-DE"));
}

/// A session is added to the user name, so a "-" in the name separates nothing.
void TestCredentialFormat::additionsToTheUserNameSeparateNothing()
{
    const ProxyAccess access = sampleAccess("gw", "sub-41", "p:q");
    QVERIFY(!lineOf("{user}-session-{session}@{host}").fill(access).isUnclear);
    QVERIFY(!lineOf("{user}{session}@{host}").fill(access).isUnclear);
    QVERIFY(lineOf("{user}-session-{session}:{password}").fill(access).isUnclear); // p:q
    QVERIFY(lineOf("{user}-{password}").fill(access).isUnclear);
}

void TestCredentialFormat::aPreviewHidesThePassword()
{
    const ProxyAccess access = sampleAccess("gw", "u", "geheim");
    const QString mask = QStringLiteral("***");
    QCOMPARE(lineOf("{url}").masked(access, mask), QStringLiteral("http://u:***@gw:8080"));
    QCOMPARE(lineOf("{password} {curl}").masked(access, mask),
             QStringLiteral("*** curl --proxy 'http://u:***@gw:8080' https://example.com/"));
}

void TestCredentialFormat::subUsers()
{
    SubUser row;
    row.username = QStringLiteral("meridian");
    row.access.host = QStringLiteral("stored");
    row.access.portHttp = 1;
    row.access.userName = QStringLiteral("u");
    const auto stored = accessOf(row, std::nullopt, ProxyProtocol::Http);
    QCOMPARE(stored.host, QStringLiteral("stored"));
    QVERIFY(!stored.password);
    const SubUserAccess known{QStringLiteral("gw"), 8080, 1080, QStringLiteral("u"),
                              Secret(QByteArrayLiteral("p"))};
    QCOMPARE(written(lineOf("{url} {name}"), accessOf(row, known, ProxyProtocol::Socks5)),
             QByteArrayLiteral("socks5://u:p@gw:1080 meridian"));
}

void TestCredentialFormat::aShellPassesTheAddressOn_data()
{
    QTest::addColumn<QString>("password");
    for (const char *password : {"plain", "p:a@ss%/#1", "'; touch x; '", "$(touch x)`touch x`",
                                 "\"\\\"", "!! ~ * ? [a]", "\303\244 \342\200\231"}) {
        QTest::newRow(password) << QString::fromUtf8(password);
    }
}

/// Runs the command with a program of that name that writes down its arguments.
void TestCredentialFormat::aShellPassesTheAddressOn()
{
#ifdef Q_OS_WIN
    QSKIP("There is no Unix shell.");
#endif
    QFETCH(QString, password);
    const QTemporaryDir folder;
    QFile program(folder.filePath(QStringLiteral("curl")));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    program.close();
    ProxyAccess access = sampleAccess("gw.example", "a'b", "");
    access.password = Secret(password);
    QProcess shell;
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("PATH"), folder.path());
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(folder.path());
    const CredentialTemplate line(templateOf(CredentialFormat::Curl));
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QString::fromUtf8(written(line, access))});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardError(), QByteArray());
    const QList<QByteArray> words = shell.readAllStandardOutput().trimmed().split('\n');
    QCOMPARE(words.size(), 3);
    QCOMPARE(words.at(0), QByteArray("--proxy"));
    const auto parts = splitProxyAddress(Secret(words.at(1)));
    QVERIFY(parts);
    QCOMPARE(parts->user, access.user);
    QVERIFY(parts->password == *access.password);
    QCOMPARE(parts->host, access.host);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("curl")});
}

void TestCredentialFormat::unclearLines_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("password");
    QTest::addColumn<bool>("isUnclear");
    const auto row = [](const char *name, const QString &line, const char *user,
                        const char *password, bool isUnclear) {
        QTest::newRow(name) << line << QString::fromUtf8(user) << QString::fromUtf8(password)
                            << isUnclear;
    };
    const QString hostFirst = templateOf(CredentialFormat::HostPortUserPassword);
    const QString userFirst = templateOf(CredentialFormat::UserPasswordHostPort);
    row("plain", hostFirst, "u", "p/%#?", false);
    row("a colon in the password", hostFirst, "u", "p:a", true);
    row("a colon in the user name", hostFirst, "a:b", "p", true);
    row("an at sign", hostFirst, "u", "p@a", false);
    row("plain, user first", userFirst, "u", "p/%#?", false);
    row("an at sign, user first", userFirst, "u", "p@a", true);
    row("a colon, user first", userFirst, "u", "p:a", true);
    row("URL", templateOf(CredentialFormat::Url), "a:b", "p:a@ss%/#1", false);
    row("curl", templateOf(CredentialFormat::Curl), "a:b", "p:a@ss%/#1", false);
    row("curl for cmd", templateOf(CredentialFormat::CurlCmd), "a:b", "p:a@ss%/#1", false);
    row("host and port", templateOf(CredentialFormat::HostPort), "a:b", "p:a", false);
    row("own", QStringLiteral("{user}|{password}"), "u", "p:a@b", false);
    row("own, with its separator", QStringLiteral("{user}|{password}"), "u", "p|a", true);
    row("own, in quotes", QStringLiteral("-U '{user}:{password}' x"), "u", "it's", true);
    row("own, letters elsewhere", QStringLiteral("curl -U '{user}:{password}'"), "curl", "curl",
        false);
    row("own, nothing between", QStringLiteral("{user}{password}"), "u", "p", true);
    row("own, one part", QStringLiteral("{password}"), "u", "p:a", false);
    row("own, a name", QStringLiteral("{name} {url}"), "u", "p", true); // "Berlin 1"
}

void TestCredentialFormat::unclearLines()
{
    QFETCH(QString, line);
    QFETCH(QString, user);
    QFETCH(QString, password);
    ProxyAccess access = sampleAccess("2001:db8::1", "", "");
    access.user = user;
    access.password = Secret(password);
    const auto filled = CredentialTemplate(line).fill(access);
    QCOMPARE(filled.state, Line::Written); // it can be copied in any case
    QTEST(filled.isUnclear, "isUnclear");
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestCredentialFormat)
#include "test_credentialformat.moc"
