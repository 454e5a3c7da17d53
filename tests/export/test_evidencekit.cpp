// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the evidence for the service's support: what the archive contains, that it has no secrets,
// that the same data give the same bytes, and what can go wrong when it is saved.
#include "api/json/jsonmask.h"
#include "models/export/evidencejob.h"
#include "models/export/evidencereport.h"
#include "models/export/savefile.h"
#include "models/export/zipfile.h"
#include "models/export/ziplist.h"
#include "tests/export/exportfixture.h"
#include "tests/support/smalldisk.h"
#include "tests/support/unpacked.h"

#include <QCryptographicHash>
#include <QSignalSpy>
#include <QStandardPaths>

#include <algorithm>
#include <ctime>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::ExportFixture;
using relaybook::testing::KitFiles;
using relaybook::testing::ledgerRow;
using relaybook::testing::unpacked;

namespace {

KitFiles filesOf(const EvidenceKit &kit)
{
    KitFiles files;
    for (const EvidenceFile &file : kit.files) {
        files.insert(file.name, file.content);
    }
    return files;
}

QJsonArray arrayOf(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).array();
}

DebitRow debitOf(const Transaction &row)
{
    DebitRow debit;
    debit.id = row.id;
    debit.at = row.createdAt;
    debit.paid = Money::fromCents(2450);
    debit.type = row.type;
    debit.description = row.description;
    debit.proxyType = QStringLiteral("residential");
    debit.amount = TrafficAmount::parseGb(u"10");
    return debit;
}

TopUpOrder someOrder(const QString &id)
{
    TopUpOrder order;
    order.id = id;
    order.state = OrderState::Completed;
    order.decidedBy = DecidedBy::Answer;
    order.proxyType = QStringLiteral("residential");
    order.amount = *TrafficAmount::parseGb(u"10");
    order.expectedCost = Money::fromCents(2450);
    order.preparedAt = *parseInstant(u"2024-01-01T02:00:00Z");
    order.sentAt = order.preparedAt + 1s;
    order.endedAt = order.preparedAt + 2s;
    order.charged = order.expectedCost;
    order.proof = TransactionId(600'002);
    TopUpReceipt receipt;
    receipt.proxyType = order.proxyType;
    receipt.amountAdded = order.amount;
    receipt.cost = *order.expectedCost;
    receipt.raw = R"({"message":"Top-up done","data":{"cost":24.50}})";
    order.receipt = receipt;
    return order;
}

} // namespace

class TestEvidenceKit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_desk = std::make_unique<ExportFixture>();
        m_desk->put(testing::ledgerPage(1, 30).items);
    }
    void cleanup() { m_desk.reset(); }

    void aDoubleCharge();
    void equalPurchasesAccuseNobody();
    void aGapWithItsNeighbours();
    void tenThousandRowsInAGap();
    void anOrderThatDiffers();
    void changedAndRemovedRows();
    void rowsThatAreNotStored();
    void valuesWithoutJsonAreNamedSo();
    void noSecretGetsIn();
    void theSameDataGiveTheSameBytes();
    void oddAndRightToLeftNames();
    void otherProgramsReadIt();
    void namesAndTimesOfArchives();
    void whatCannotBeSaved();
    void fullDisk();
    void cancelled();
    void aStoreThatCannotBeRead();
    void theJobWorksOnAnotherThread();

private:
    [[nodiscard]] EvidenceRequest request(const EvidenceMatter &matter) const
    {
        EvidenceRequest request;
        request.matter = matter;
        request.storeFile = m_desk->storeFile();
        request.accountId = QStringLiteral("17");
        request.accountName = QStringLiteral("North \"Relay\"");
        request.accountEmail = QStringLiteral("north@example.com");
        request.service = QStringLiteral("https://panel.example.com");
        request.currency = QStringLiteral("USD");
        request.asOf = parseInstant(u"2024-01-05T00:00:00Z");
        return request;
    }
    /// Two equal debits and an order that explains one of them.
    [[nodiscard]] EvidenceRequest doubleCharge() const
    {
        EvidenceRequest wanted = request(DoubleCharge{
            {debitOf(ledgerRow(2)), debitOf(ledgerRow(3))}, {QStringLiteral("order-1")}, 1});
        wanted.orders = {someOrder(QStringLiteral("order-1"))};
        return wanted;
    }
    [[nodiscard]] static LedgerBreak gap()
    {
        const Transaction earlier = ledgerRow(10);
        const Transaction later = ledgerRow(11);
        LedgerBreak gap;
        gap.earlier = earlier.id;
        gap.later = later.id;
        gap.earlierAt = earlier.createdAt;
        gap.laterAt = later.createdAt;
        gap.expected = Money::fromCents(10'000);
        gap.found = Money::fromCents(8'750);
        gap.unexplained = Money::fromCents(-1'250);
        gap.readAgain = true;
        return gap;
    }
    [[nodiscard]] static EvidenceKit made(const EvidenceRequest &request)
    {
        const std::atomic<quint64> goesOn{0};
        auto kit = makeEvidenceKit(request, goesOn);
        if (!kit) {
            qWarning("%s", qPrintable(kit.error().message));
        }
        return kit ? *kit : EvidenceKit();
    }
    [[nodiscard]] QString saved(const EvidenceKit &kit, const QString &name) const
    {
        const QString path = m_desk->file(name);
        const auto problem = saveFile(path, kit.archive);
        return problem ? QString() : path;
    }

    std::unique_ptr<ExportFixture> m_desk;
};

void TestEvidenceKit::aDoubleCharge()
{
    const EvidenceKit kit = made(doubleCharge());
    QCOMPARE(kit.name, QStringLiteral("evidence-charge-600002.zip"));
    QCOMPARE(kit.files.front().name, QStringLiteral("report.txt"));
    QCOMPARE(kit.files.back().name, QStringLiteral("SHA256SUMS"));
    const KitFiles files = filesOf(kit);
    QCOMPARE(files.size(), 4);
    // The rows, byte for byte as the service sent them.
    QCOMPARE(files.value(evidenceRowsName),
             QByteArray("[\n" + ledgerRow(2).raw + ",\n" + ledgerRow(3).raw + "\n]\n"));
    QCOMPARE(arrayOf(files.value(evidenceRowsName)).size(), 2);
    const QJsonObject order = arrayOf(files.value(evidenceOrdersName)).at(0).toObject();
    QCOMPARE(order.value(QLatin1String("order_id")).toString(), QStringLiteral("order-1"));
    QCOMPARE(order.value(QLatin1String("state")).toString(), QStringLiteral("completed"));
    QCOMPARE(order.value(QLatin1String("sent_at")).toString(),
             QStringLiteral("2024-01-01T02:00:01.000+00:00"));
    QCOMPARE(order.value(QLatin1String("expected_cost")).toString(), QStringLiteral("24.50"));
    QCOMPARE(
        order.value(QLatin1String("answer")).toObject().value(QLatin1String("message")).toString(),
        QStringLiteral("Top-up done"));
    QVERIFY(order.value(QLatin1String("failure")).isNull());

    const QByteArray report = files.value(evidenceReportName);
    for (const char *part :
         {"Request to check: a purchase that may be charged twice",
          "To the support of https://panel.example.com", "2 equal debits", "600002", "600003",
          "24.50 USD", "10 GB residential", "Orders here explain 1 of the 2 debits", "order-1",
          "completed, by your answer", "this program cannot see that",
          "refund 24.50 USD for each debit too many", "transactions.json", "orders.json",
          "SHA256SUMS", "Ids of requests"}) {
        QString whole = QString::fromUtf8(report).simplified(); // lines are wrapped
        QVERIFY2(whole.contains(QLatin1String(part)), part);
    }
    QVERIFY(!report.contains(secretMask())); // nothing of ours looks like a secret
    for (const QByteArray &line : report.split('\n')) {
        QVERIFY2(line.size() <= 110, line.constData());
    }
}

void TestEvidenceKit::equalPurchasesAccuseNobody()
{
    const EvidenceKit kit =
        made(request(DoubleCharge{{debitOf(ledgerRow(2)), debitOf(ledgerRow(3))}, {}, 1}));
    const KitFiles files = filesOf(kit);
    QVERIFY(!files.contains(evidenceOrdersName));
    const QByteArray report = files.value(evidenceReportName);
    QVERIFY(report.contains("Request to check: equal purchases within minutes"));
    QVERIFY(report.contains("The orders of this program have nothing like it."));
    QVERIFY(!report.contains("twice"));
    QVERIFY(!report.contains("wrongly"));
    QVERIFY(!report.contains("Refunds"));
    QVERIFY(!report.contains("could not be read completely"));
    // Of three, one was refunded, and one may be right.
    const QByteArray refunded =
        filesOf(made(request(DoubleCharge{
                    {debitOf(ledgerRow(2)), debitOf(ledgerRow(3)), debitOf(ledgerRow(4))}, {}, 1})))
            .value(evidenceReportName);
    QVERIFY(refunded.contains("Refunds of this amount after them: 1."));
    // What cannot be known is not claimed.
    EvidenceRequest unread =
        request(DoubleCharge{{debitOf(ledgerRow(2)), debitOf(ledgerRow(3))}, {}, 1});
    unread.areOrdersKnown = false;
    QVERIFY(QString::fromUtf8(filesOf(made(unread)).value(evidenceReportName))
                .simplified()
                .contains(QStringLiteral("could not be read completely, so some may be missing")));
}

void TestEvidenceKit::aGapWithItsNeighbours()
{
    EvidenceRequest wanted = request(gap());
    TopUpOrder near = someOrder(QStringLiteral("near"));
    wanted.orders = {near};
    const EvidenceKit kit = made(wanted);
    QCOMPARE(kit.name, QStringLiteral("evidence-gap-600011.zip"));
    const KitFiles files = filesOf(kit);
    QByteArray rows = "[\n";
    for (qint64 number = 7; number <= 14; ++number) {
        rows += ledgerRow(number).raw + (number < 14 ? ",\n" : "\n]\n");
    }
    QCOMPARE(files.value(evidenceRowsName), rows);
    const QJsonObject found = QJsonDocument::fromJson(files.value(evidenceGapName)).object();
    QCOMPARE(found.value(QLatin1String("kind")).toString(), QStringLiteral("pair"));
    QCOMPARE(found.value(QLatin1String("unexplained")).toString(), QStringLiteral("-12.50"));
    const QString report = QString::fromUtf8(files.value(evidenceReportName)).simplified();
    for (const char *part : {"a gap in the balance", "100.00 USD", "87.50 USD", "-12.50 USD",
                             "the difference remained", "within an hour of it:", "near"}) {
        QVERIFY2(report.contains(QLatin1String(part)), part);
    }
    // The other kinds have their own words.
    LedgerBreak row = gap();
    row.kind = LedgerBreak::Row;
    row.earlier = row.later;
    const QString ofRow =
        QString::fromUtf8(filesOf(made(request(row))).value(evidenceReportName)).simplified();
    QVERIFY(ofRow.contains(QLatin1String("the difference of its two balances")));
    QVERIFY(ofRow.contains(QLatin1String("both balances of transaction 600011")));
    QVERIFY(!ofRow.contains(QLatin1String("transaction is missing")));
    LedgerBreak newest = gap();
    newest.kind = LedgerBreak::Newest;
    newest.earlier = newest.later;
    QVERIFY(filesOf(made(request(newest)))
                .value(evidenceReportName)
                .contains("The orders of this program have none from an hour before it on."));
}

void TestEvidenceKit::tenThousandRowsInAGap()
{
    constexpr int all = 10'005;
    TransactionPage page;
    const QString time = instantText(ledgerRow(10).createdAt + 1min);
    for (int i = 0; i < all; ++i) {
        UnreadableRow row;
        row.problem = QStringLiteral("amount: not a number");
        row.raw = QStringLiteral(R"({"number":%1,"amount":"lots","created_at":"%2"})")
                      .arg(i)
                      .arg(time)
                      .toUtf8();
        page.unreadable.push_back(row);
    }
    UnreadableRow elsewhere;
    elsewhere.problem = QStringLiteral("amount: not a number");
    elsewhere.raw = QStringLiteral(R"({"number":"elsewhere","created_at":"%1"})")
                        .arg(instantText(ledgerRow(20).createdAt))
                        .toUtf8();
    page.unreadable.push_back(elsewhere);
    m_desk->write([&](CacheWriter &writer) { writer.ledger().putPages({page}, Instant{}); });
    const EvidenceKit kit = made(request(gap()));
    QCOMPARE(kit.rowsLeftOut, qint64(5));
    const KitFiles files = filesOf(kit);
    const QJsonArray rows = arrayOf(files.value(evidenceUnreadableName));
    QCOMPARE(rows.size(), 10'000);
    QVERIFY(rows.at(0)
                .toObject()
                .value(QLatin1String("row"))
                .toString()
                .contains(QLatin1String("\"lots\"")));
    QVERIFY(!files.value(evidenceUnreadableName).contains("elsewhere"));
    const QByteArray report = files.value(evidenceReportName);
    QVERIFY(report.contains("10000 rows there"));
    QVERIFY(report.contains("5 further rows"));
    QVERIFY(report.size() < 10'000); // for people
}

void TestEvidenceKit::anOrderThatDiffers()
{
    TopUpOrder order = someOrder(QStringLiteral("dear"));
    QVERIFY(!differsFromPreview(order));
    Finding cost;
    cost.kind = Finding::Kind::Cost;
    cost.expectedMoney = Money::fromCents(2450);
    cost.foundMoney = Money::fromCents(2451);
    order.findings = {cost}; // rounding
    QVERIFY(!differsFromPreview(order));
    order.findings.front().level = Finding::Level::Alarm;
    order.findings.front().foundMoney = Money::fromCents(2950);
    QVERIFY(differsFromPreview(order));
    EvidenceRequest wanted = request(DifferingOrder{order.id});
    wanted.orders = {order};
    const EvidenceKit kit = made(wanted);
    QCOMPARE(kit.name, QStringLiteral("evidence-order-2024-01-01.zip"));
    const KitFiles files = filesOf(kit);
    QCOMPARE(files.value(evidenceRowsName), QByteArray("[\n" + ledgerRow(2).raw + "\n]\n"));
    const QByteArray report = files.value(evidenceReportName);
    QVERIFY(report.contains("what was charged"));
    QVERIFY(report.contains("24.50 USD"));
    QVERIFY(report.contains("29.50 USD"));
}

void TestEvidenceKit::changedAndRemovedRows()
{
    const QByteArray before = ledgerRow(2).raw;
    Transaction changed = ledgerRow(2);
    changed.description = QStringLiteral("Something else");
    changed.raw.replace("ord-600002", "ord-changed");
    m_desk->put({changed});
    m_desk->write([](CacheWriter &writer) {
        writer.removed().mark({600'003}, *parseInstant(u"2024-01-04T10:00:00Z"));
    });
    const KitFiles files = filesOf(made(doubleCharge()));
    QVERIFY(files.value(evidenceRowsName).contains("ord-changed"));
    const QJsonArray earlier = arrayOf(files.value(evidenceEarlierName));
    QCOMPARE(earlier.size(), 1);
    QCOMPARE(QJsonDocument(earlier.at(0).toObject().value(QLatin1String("row")).toObject()),
             QJsonDocument::fromJson(before));
    QVERIFY(!earlier.at(0).toObject().value(QLatin1String("replaced_at")).toString().isEmpty());
    const QString report = QString::fromUtf8(files.value(evidenceReportName)).simplified();
    QVERIFY(report.contains(QLatin1String("Transaction 600003 is no longer in your list")));
}

void TestEvidenceKit::rowsThatAreNotStored()
{
    const EvidenceKit kit =
        made(request(DoubleCharge{{debitOf(ledgerRow(2)), debitOf(ledgerRow(900))}, {}, 1}));
    QCOMPARE(kit.notStored, std::vector{TransactionId(600'900)});
    const KitFiles files = filesOf(kit);
    QCOMPARE(arrayOf(files.value(evidenceRowsName)).size(), 1);
    QVERIFY(files.value(evidenceReportName).contains("not stored here: 600900"));
}

void TestEvidenceKit::valuesWithoutJsonAreNamedSo()
{
    Transaction bare = ledgerRow(40);
    bare.raw = QByteArray(""); // an empty one, not none
    m_desk->put({bare});
    const KitFiles files =
        filesOf(made(request(DoubleCharge{{debitOf(bare), debitOf(ledgerRow(2))}, {}, 1})));
    const QJsonObject fields = arrayOf(files.value(evidenceRowsName))
                                   .at(0)
                                   .toObject()
                                   .value(QLatin1String("stored_fields"))
                                   .toObject();
    QCOMPARE(fields.value(QLatin1String("id")).toInteger(), 600'040);
    QCOMPARE(fields.value(QLatin1String("amount")).toString(), bare.amount->text());
    QVERIFY(files.value(evidenceReportName).contains("\"stored_fields\""));
}

void TestEvidenceKit::noSecretGetsIn()
{
    const QByteArray token = "12|abcdefghijklmnopqrstuvwxyz0123456789";
    const QByteArray key = "rk_live_51f0c8d2e7b94a6fa1";
    const QByteArray password = "Gr4nite-Falcon-77";
    const QByteArray found = "n0body-kn0ws-this-9"; // not of the session, but by its place
    const std::vector<QByteArray> secrets{token, key, password, found};
    Transaction row = ledgerRow(2);
    row.description =
        QStringLiteral("for 203.0.113.9:8080:client:") + QString::fromLatin1(password);
    row.raw = R"({"id":600002,"description":"Bearer )" + token + R"(","metadata":{"password":")" +
              found + R"(","note":"rotated )" + key + R"("},"created_at":"2024-01-01T02:00:00Z"})";
    Transaction other = ledgerRow(3);
    other.raw = R"({"id":600003,"description":"again )" + found + R"( and )" + password + R"("})";
    other.description = QString(185, u'x') + u' ' + QString::fromLatin1(token); // cut after 200
    m_desk->put({row, other});
    EvidenceRequest wanted =
        request(DoubleCharge{{debitOf(row), debitOf(other)}, {QStringLiteral("order-1")}, 1});
    TopUpOrder order = someOrder(QStringLiteral("order-1"));
    order.receipt->raw = R"({"message":"ok","data":{"token":")" + token + R"("}})";
    ApiError error;
    error.message = QStringLiteral("Refused for ") + QString::fromLatin1(key);
    error.description =
        QStringLiteral("user:") + QString::fromLatin1(password) + QStringLiteral("@gw.example.net");
    error.curl = QStringLiteral("curl -H 'Authorization: Bearer %1'").arg(QLatin1String(token));
    order.error = error;
    wanted.orders = {order};
    wanted.accountName = QStringLiteral("Account ") + QString::fromLatin1(key);
    wanted.secrets = std::make_shared<KnownSecrets>();
    for (const QByteArray &secret : {token, key, password}) {
        wanted.secrets->add(secret);
    }
    const EvidenceKit kit = made(wanted);
    const QString path = saved(kit, QStringLiteral("kit.zip"));
    const KitFiles files = unpacked(path);
    QCOMPARE(files.size(), 5); // with the order
    for (const QByteArray &secret : secrets) {
        QVERIFY2(!kit.archive.contains(secret), secret.constData());
        for (auto file = files.begin(); file != files.end(); ++file) {
            QVERIFY2(!file.value().contains(secret), qPrintable(file.key()));
        }
    }
    // Cut texts have no part of one.
    QVERIFY(!files.value(evidenceReportName).contains(token.mid(3, 8)));
    // The rest is still there, and checks out.
    QVERIFY(files.value(evidenceRowsName).contains("rotated"));
    QVERIFY(files.value(evidenceReportName).contains("Account "));
    for (const QByteArray &line : files.value(evidenceSumsName).split('\n')) {
        const QByteArray name = line.mid(66);
        QVERIFY(line.isEmpty() || QCryptographicHash::hash(files.value(QString::fromLatin1(name)),
                                                           QCryptographicHash::Sha256)
                                          .toHex() == line.left(64));
    }
}

void TestEvidenceKit::theSameDataGiveTheSameBytes()
{
    const EvidenceKit first = made(doubleCharge());
    const QByteArray zone = qgetenv("TZ");
    qputenv("TZ", "Pacific/Kiritimati");
    tzset();
    const EvidenceKit second = made(doubleCharge());
    qputenv("TZ", zone);
    tzset();
    QVERIFY(!first.archive.isEmpty());
    QCOMPARE(second.archive, first.archive);
    QCOMPARE(second.files, first.files);
    EvidenceRequest other = doubleCharge();
    other.accountEmail.clear();
    QVERIFY(made(other).archive != first.archive);
}

void TestEvidenceKit::oddAndRightToLeftNames()
{
    EvidenceRequest wanted = doubleCharge();
    wanted.accountName = QStringLiteral("\u05e0\u05d5\u05e2\u05d4\u202e90\u2066\u200b\u0007 /../x");
    auto &rows = std::get<DoubleCharge>(wanted.matter).rows;
    rows.front().description = QStringLiteral("\u0639\u0631\u0628\u064a\n\n%1 %2\u202d<b>");
    rows.front().proxyType = QStringLiteral("%3 \u202eresi\ndential");
    rows.back().type = QString(5'000, u'x');
    wanted.orders.front().id = QStringLiteral("../../etc/passwd");
    const EvidenceKit kit = made(wanted);
    for (const EvidenceFile &file : kit.files) {
        for (const QChar c : file.name) {
            QVERIFY(c.isLetterOrNumber() || c == u'.' || c == u'-');
            QVERIFY(c.unicode() < 128);
        }
    }
    QVERIFY(std::all_of(kit.name.begin(), kit.name.end(),
                        [](QChar c) { return c.unicode() < 128 && c != u'/'; }));
    const QString report = QString::fromUtf8(filesOf(kit).value(evidenceReportName));
    QVERIFY(report.contains(QStringLiteral("\u05e0\u05d5\u05e2\u05d4⟨U+202E⟩90")));
    QVERIFY(report.contains(QStringLiteral("%1 %2")));
    for (const ushort hidden : {0x202e, 0x202d, 0x2066, 0x200b, 0x0007}) {
        QVERIFY(!report.contains(QChar(hidden)));
    }
    QVERIFY(report.contains(QLatin1String("xxx...\"")));
    QVERIFY(report.size() < 10'000);
}

void TestEvidenceKit::otherProgramsReadIt()
{
    const EvidenceKit kit = made(doubleCharge());
    const QString path = saved(kit, QStringLiteral("kit.zip"));
    QStringList times;
    QCOMPARE(unpacked(path, &times), filesOf(kit));
    // The time of the newest transaction, by UTC and to two seconds.
    QCOMPARE(times, QStringList(4, QStringLiteral("2024-01-01T03:00:00")));
    const auto listed = zipContents(path);
    QVERIFY(listed.has_value());
    QCOMPARE(listed->size(), 4);
    QCOMPARE(listed->value(evidenceReportName), qint64(kit.files.front().content.size()));
    const QString unzip = QStandardPaths::findExecutable(QStringLiteral("unzip"));
    const QString sums = QStandardPaths::findExecutable(QStringLiteral("sha256sum"));
    if (unzip.isEmpty() || sums.isEmpty()) {
        QSKIP("unzip or sha256sum is missing.");
    }
    const auto run = [](const QString &program, const QStringList &arguments,
                        const QString &folder) {
        QProcess process;
        process.setWorkingDirectory(folder);
        process.start(program, arguments);
        const bool ended = process.waitForFinished(60'000);
        const QByteArray said = process.readAllStandardOutput() + process.readAllStandardError();
        return std::pair(ended && process.exitCode() == 0, said);
    };
    const QString folder = m_desk->file(QStringLiteral("unpacked"));
    QVERIFY(QDir().mkpath(folder));
    const auto tested = run(unzip, {QStringLiteral("-t"), path}, folder);
    QVERIFY2(tested.first, tested.second.constData());
    QVERIFY(run(unzip, {QStringLiteral("-q"), path}, folder).first);
    const auto checked =
        run(sums, {QStringLiteral("--strict"), QStringLiteral("-c"), evidenceSumsName}, folder);
    QVERIFY2(checked.first, checked.second.constData());
    QCOMPARE(checked.second.count(": OK"), 3);
}

void TestEvidenceKit::namesAndTimesOfArchives()
{
    for (const char *name : {"", "../x", "a/b", "a\\b", "\xc3\xa4", ".hidden", "a b"}) {
        QVERIFY2(!zipped({{name, "content"}}, Instant{}), name);
    }
    const auto at = [this](Instant time) {
        const auto archive = zipped({{"a", "content"}, {"empty", ""}}, time);
        const QString path = m_desk->file(QStringLiteral("times.zip"));
        QStringList times;
        const bool isSaved = archive && !saveFile(path, *archive);
        const KitFiles files = isSaved ? unpacked(path, &times) : KitFiles();
        return files.value(QStringLiteral("a")) == "content" && times.size() == 2
                   ? times.front()
                   : QStringLiteral("(damaged)");
    };
    QCOMPARE(at(Instant{}), QStringLiteral("1980-01-01T00:00:00"));
    QCOMPARE(at(*parseInstant(u"2026-02-28T23:59:59.999Z")), QStringLiteral("2026-02-28T23:59:58"));
    QCOMPARE(at(fromMillis(8'000'000'000'000)), QStringLiteral("2107-12-31T23:59:58"));
}

void TestEvidenceKit::whatCannotBeSaved()
{
    const EvidenceKit kit = made(doubleCharge());
    for (const char *name : {"missing/kit.zip", ""}) {
        const QString path = m_desk->file(QLatin1String(name));
        const auto problem = saveFile(path, kit.archive);
        QVERIFY(problem.has_value());
        QVERIFY2(problem->contains(QDir::toNativeSeparators(path)), qPrintable(*problem));
        QVERIFY2(problem->size() > path.size() + 25, qPrintable(*problem)); // with the reason
    }
    QCOMPARE(m_desk->filesHere(), QStringList());
    // Not wanted any more: the old file stays.
    const QString path = m_desk->file(QStringLiteral("kit.zip"));
    ExportFixture::fill(path, "old");
    QVERIFY(!saveFile(path, kit.archive, [] { return false; }));
    QCOMPARE(ExportFixture::contentOf(path), QByteArray("old"));
    QCOMPARE(m_desk->filesHere(), QStringList{QStringLiteral("kit.zip")});
    QFile::setPermissions(path, QFileDevice::ReadOwner | QFileDevice::WriteOwner |
                                    QFileDevice::ReadGroup | QFileDevice::ReadOther);
    QVERIFY(!saveFile(path, kit.archive));
    QCOMPARE(ExportFixture::contentOf(path), kit.archive);
#ifdef Q_OS_UNIX
    constexpr auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup |
                            QFileDevice::ReadOther | QFileDevice::WriteOther;
    QVERIFY(!(QFile::permissions(path) & others));
#endif
}

void TestEvidenceKit::fullDisk()
{
#ifdef Q_OS_UNIX
    const EvidenceKit kit = made(doubleCharge());
    const QString path = m_desk->file(QStringLiteral("kit.zip"));
    ExportFixture::fill(path, "old");
    std::optional<QString> problem;
    {
        const testing::SmallDisk full(100);
        problem = saveFile(path, kit.archive);
    }
    QVERIFY(problem.has_value());
    QVERIFY2(problem->contains(QLatin1String("kit.zip")), qPrintable(*problem));
    QCOMPARE(ExportFixture::contentOf(path), QByteArray("old"));
    QCOMPARE(m_desk->filesHere(), QStringList{QStringLiteral("kit.zip")});
#endif
}

void TestEvidenceKit::cancelled()
{
    const std::atomic<quint64> isCancelled{1};
    const auto kit = makeEvidenceKit(doubleCharge(), isCancelled);
    QVERIFY(!kit);
    QCOMPARE(kit.error().kind, ErrorKind::Cancelled);
}

void TestEvidenceKit::aStoreThatCannotBeRead()
{
    EvidenceRequest wanted = doubleCharge();
    wanted.storeFile = m_desk->file(QStringLiteral("missing.sqlite"));
    const std::atomic<quint64> goesOn{0};
    const auto kit = makeEvidenceKit(wanted, goesOn);
    QVERIFY(!kit);
    QCOMPARE(kit.error().kind, ErrorKind::Local);
    QVERIFY(kit.error().message.endsWith(u'.'));
}

void TestEvidenceKit::theJobWorksOnAnotherThread()
{
    EvidenceJob job;
    QSignalSpy made(&job, &EvidenceJob::made);
    QSignalSpy saved(&job, &EvidenceJob::saved);
    job.start(doubleCharge());
    QVERIFY(job.kit() == nullptr); // nothing is done within start()
    QTRY_COMPARE(made.count(), 1);
    QCOMPARE(made.at(0).at(0).toString(), QString());
    QVERIFY(job.kit() != nullptr);
    const QString path = m_desk->file(QStringLiteral("kit.zip"));
    job.save(m_desk->file(QStringLiteral("missing/kit.zip")));
    QTRY_COMPARE(saved.count(), 1);
    QVERIFY(!saved.at(0).at(1).toString().isEmpty());
    job.save(path);
    QTRY_COMPARE(saved.count(), 2);
    QCOMPARE(saved.at(1).at(1).toString(), QString());
    QCOMPARE(unpacked(path), filesOf(*job.kit()));
    // A cancelled one reports nothing; the one after it does.
    job.save(m_desk->file(QStringLiteral("second.zip")));
    job.cancelSaving();
    job.save(m_desk->file(QStringLiteral("third.zip")));
    QTRY_COMPARE(saved.count(), 3);
    QCOMPARE(saved.at(2).at(0).toString(), m_desk->file(QStringLiteral("third.zip")));
    // A job that is destroyed meanwhile is not called.
    auto dropped = std::make_unique<EvidenceJob>();
    dropped->start(doubleCharge());
    dropped.reset();
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestEvidenceKit)
#include "test_evidencekit.moc"
