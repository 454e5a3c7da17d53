// SPDX-License-Identifier: GPL-3.0-or-later
// Tests every fault that the sandbox can have while something is read, and what the user then sees:
// the rows stay, the problem is named beside them, and "Try again" solves it. Faults that only
// change the form of an answer are not visible at all.
#include "sandbox/faults.h"
#include "tests/support/wine.h"
#include "tests/ui/listfixture.h"
#include "ui/ledger/transactionspage.h"
#include "ui/proxies/proxiespage.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/tableview.h"

#include <QApplication>

using namespace relaybook;
using relaybook::testing::ListFixture;

namespace {

/// What the user sees when reading fails.
enum class Seen {
    Trouble,  ///< a message beside the rows that stay
    Nothing,  ///< the same rows as without the fault
    Elsewhere ///< touches no list; the room in which it is tested is named
};

struct Expectation
{
    const char *fault;
    Seen seen;
    const char *words; ///< part of the message, or where it is tested
};

// In the order of relaybook-sandbox --help; `everyFaultIsListed` fails when one is missing here.
const Expectation expectations[] = {
    {"latency=20", Seen::Nothing, ""},
    {"refuse", Seen::Trouble, "reached"},
    {"close-on-accept", Seen::Trouble, "connection was lost"},
    {"drop", Seen::Trouble, "connection was lost"},
    {"do-and-drop,on=GET", Seen::Trouble, "connection was lost"},
    {"half-answer,on=GET", Seen::Trouble, "connection was lost"},
    {"half-then-hang,on=GET", Seen::Trouble, "did not answer"},
    {"drip=0,on=GET", Seen::Nothing, ""},
    {"error-500", Seen::Trouble, "its side"},
    {"error-502", Seen::Trouble, "its side"},
    {"success-false,on=GET", Seen::Trouble, "understood"},
    {"empty-body,on=GET", Seen::Trouble, "understood"},
    {"encoding=compress,on=GET", Seen::Trouble, "understood"},
    {"truncated-json,on=GET", Seen::Trouble, "understood"},
    {"wrong-types=username", Seen::Nothing, ""},
    {"numbers-as-strings", Seen::Nothing, ""},
    {"odd-bytes=nan", Seen::Nothing, ""},
    {"other-times=php", Seen::Nothing, ""},
    {"unwrapped", Seen::Nothing, ""},
    {"paging-in-data", Seen::Elsewhere, "below: the ledger survives"},
    {"redirect", Seen::Trouble, "understood"},
    {"too-many-requests=1,next=1", Seen::Nothing, ""},
    {"retry-after", Seen::Elsewhere, "tests/api: test_limits"},
    {"protection=403", Seen::Trouble, "protection"},
    {"forbid=1005", Seen::Trouble, "allow"},
    {"expire-token", Seen::Nothing, ""},
    {"revoke-token", Seen::Elsewhere, "test_listpages: a revoked token leads to sign-in"},
    {"empty-errors", Seen::Elsewhere, "below: a refusal without a body"},
    {"repeat-secrets=403", Seen::Trouble, "allow"},
    {"unsigned-amounts", Seen::Elsewhere, "below: the ledger survives"},
    {"oldest-first", Seen::Elsewhere, "below: the ledger survives"},
    {"tied-seconds", Seen::Elsewhere, "tests/models: test_ledgerties"},
    {"unknown-types", Seen::Nothing, ""},
    {"shifting-pages", Seen::Elsewhere, "below: the ledger survives"},
    {"duplicate-rows", Seen::Elsewhere, "below: the ledger survives"},
    {"lying-last-page", Seen::Elsewhere, "below: the ledger survives"},
    {"empty-page", Seen::Elsewhere, "below: the ledger survives"},
    {"broken-chain", Seen::Elsewhere, "below: the ledger survives"},
    {"rewritten-row", Seen::Elsewhere, "below: the ledger survives"},
    {"vanished-row", Seen::Elsewhere, "test_ledgercheckpage"},
    {"row-ahead", Seen::Elsewhere, "tests/models: test_purchases, test_servinganswers"},
    {"row-back", Seen::Elsewhere, "tests/models: test_purchases"},
    {"unreadable-rows", Seen::Elsewhere, "below: the ledger survives"},
    {"large-amounts", Seen::Elsewhere, "tests/models: test_largeamounts"},
    {"unreadable-list-rows=7", Seen::Elsewhere, "test_listpages: unreadable rows are counted"},
    {"paged-lists=7", Seen::Nothing, ""},
    {"hidden-credentials", Seen::Nothing, ""},
    {"tiers-spelling=map", Seen::Elsewhere, "test_topup: other spellings"},
    {"tiers-missing=all", Seen::Elsewhere, "test_topup: no price has to be agreed to"},
    {"tiers-odd=negative", Seen::Elsewhere, "test_topup: said, and never priced at nothing"},
    {"odd-prices", Seen::Elsewhere, "tests/api: the scenarios of getResellerBalance"},
    {"rounding", Seen::Elsewhere, "tests/models: test_purchases"},
    {"receipt-total", Seen::Elsewhere, "tests/models: test_purchases"},
    {"other-type", Seen::Elsewhere, "tests/models: test_purchases"},
    {"proxy-costs", Seen::Elsewhere, "tests/models: test_purchaseoffer"},
    {"charge-more", Seen::Elsewhere, "tests/models: test_purchases"},
    {"add-less", Seen::Elsewhere, "tests/models: test_purchases"},
    {"pool-used", Seen::Elsewhere, "tests/models: test_purchases"},
    {"foreign-purchase", Seen::Elsewhere, "tests/models: test_purchases"},
    {"ignore-open-fields", Seen::Elsewhere, "test_proxydialog"},
    {"note-answer", Seen::Elsewhere, "tests/models: the account session"},
    {"unlisted-drops", Seen::Elsewhere, "tests/models: test_serving"},
    {"drop-all", Seen::Elsewhere, "tests/ui: test_servingdialogs"},
    {"earlier-object", Seen::Elsewhere, "test_proxyorders, test_serving: an answer about another"},
    {"proxy-too-dear", Seen::Elsewhere, "test_proxycreation: refusals are said"},
    {"create-otherwise", Seen::Elsewhere, "test_servingotherwise: what is created otherwise"},
};

QString nameOf(const char *setting)
{
    return QString::fromLatin1(setting).section(u'=', 0, 0).section(u',', 0, 0);
}

} // namespace

class TestFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { m_desk = std::make_unique<ListFixture>(m_theme); }
    void cleanup() { m_desk.reset(); }

    void everyFaultIsListed();
    void aListSurvives_data();
    void aListSurvives();
    void theLedgerSurvives_data();
    void theLedgerSurvives();
    void aRefusalWithoutABodyIsSaidPlainly();

private:
    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestFaults::everyFaultIsListed()
{
    constexpr std::string_view gatewayFaults = "gateway-";
    QStringList known;
    for (const auto &info : sandbox::faultTable()) {
        // Those of the gateway do not concern calls: test_proxytestgateway tries each.
        if (info.name.substr(0, gatewayFaults.size()) != gatewayFaults) {
            known.append(QString::fromUtf8(info.name.data(), qsizetype(info.name.size())));
        }
    }
    QStringList listed;
    for (const auto &expectation : expectations) {
        listed.append(nameOf(expectation.fault));
    }
    known.sort();
    listed.sort();
    QCOMPARE(listed, known);
}

void TestFaults::aListSurvives_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("trouble");
    QTest::addColumn<QString>("words");
    for (const auto &[fault, seen, words] : expectations) {
        if (seen != Seen::Elsewhere) {
            QTest::newRow(fault) << QByteArray(fault) << (seen == Seen::Trouble)
                                 << QString::fromLatin1(words);
        }
    }
}

void TestFaults::aListSurvives()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, trouble);
    QFETCH(QString, words);
    if (fault.startsWith("half-then-hang")) {
        m_desk->idleTimeout = std::chrono::seconds(1);
    }
    m_desk->open();
    auto *page = m_desk->show<SubUsersPage>();
    QVERIFY(page != nullptr);
    m_desk->account().start();
    QTRY_COMPARE(m_desk->rows(), 40);
    QTRY_COMPARE(m_desk->account().status(Area::SubUsers).state, AreaStatus::Loaded);
    m_desk->table().setCurrentIndex(m_desk->table().model()->index(3, 0));
    const QStringList before = m_desk->column(0);
    const QString chosen = m_desk->text("inspectorTitle");

    if (fault == "close-on-accept") {
        // It affects new connections only: this ends the open ones.
        QVERIFY(!m_desk->server().faults().set("refuse"));
        m_desk->server().faults().clear("refuse");
    }
    QVERIFY(!m_desk->server().faults().set(std::string_view(fault.constData())));
    page->perform(Page::Command::Refresh);
    if (trouble) {
        QTRY_VERIFY(m_desk->isShown("troubleBanner"));
        // Wine loses a reset that comes while Qt changes what it waits for: time ends the call.
        const bool isLost = testing::isUnderWine() && fault == "close-on-accept";
        const QString says = m_desk->text("bannerText");
        QVERIFY2(
            says.contains(isLost ? QStringLiteral("did not answer") : words, Qt::CaseInsensitive),
            qPrintable(says));
    } else {
        QTRY_COMPARE(m_desk->account().status(Area::SubUsers).state, AreaStatus::Loading);
        QTRY_COMPARE(m_desk->account().status(Area::SubUsers).state, AreaStatus::Loaded);
        QVERIFY(!m_desk->isShown("troubleBanner"));
    }
    const std::string name = nameOf(fault.constData()).toStdString();
    const bool met =
        m_desk->server().faults().hits(name) > 0 || name == "refuse"; // no service answers
    QVERIFY2(met, "the fault was not met");
    // Nothing is lost, whatever came.
    const bool otherNames = fault.startsWith("wrong-types");
    if (!otherNames) {
        QCOMPARE(m_desk->column(0), before);
    }
    QTRY_COMPARE(m_desk->rows(), 40); // other names change the order, step by step
    if (!otherNames) {
        QCOMPARE(m_desk->text("inspectorTitle"), chosen);
    }

    m_desk->server().faults().clearAll();
    if (trouble) {
        m_desk->click("bannerTryAgain");
    } else {
        page->perform(Page::Command::Refresh);
    }
    QTRY_VERIFY(!m_desk->isShown("troubleBanner"));
    QTRY_COMPARE(m_desk->column(0), before);
}

void TestFaults::theLedgerSurvives_data()
{
    QTest::addColumn<QByteArray>("fault");
    for (const char *fault : {"shifting-pages=1,next=3",
                              "duplicate-rows",
                              "lying-last-page=-1",
                              "lying-last-page=3",
                              "empty-page=2",
                              "broken-chain=20",
                              "rewritten-row=20",
                              "unreadable-rows=10",
                              "oldest-first",
                              "unsigned-amounts",
                              "numbers-as-strings",
                              "paging-in-data",
                              "odd-bytes=surrogate",
                              "odd-bytes=latin1",
                              "odd-bytes=nan",
                              "other-times=php",
                              "other-times=seconds",
                              "truncated-json,on=listTransactions,next=1",
                              "half-answer,on=listTransactions,next=1",
                              "error-500,on=listTransactions,next=1",
                              "too-many-requests=1,on=listTransactions,next=1"}) {
        QTest::newRow(fault) << QByteArray(fault);
    }
}

void TestFaults::theLedgerSurvives()
{
    QFETCH(QByteArray, fault);
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set(std::string_view(fault.constData())));
    m_desk->open();
    auto *page = m_desk->show<TransactionsPage>();
    QVERIFY(page != nullptr);
    m_desk->account().start();
    // Complete, or reported as incomplete: what was read is in the table in either case.
    const auto ended = [this] {
        const auto state = m_desk->account().ledger().progress().state;
        return state == LedgerProgress::Complete || state == LedgerProgress::Incomplete ||
               state == LedgerProgress::Failed;
    };
    QTRY_VERIFY(ended());
    const std::string name = nameOf(fault.constData()).toStdString();
    QVERIFY2(m_desk->server().faults().hits(name) > 0, "the fault was not met");
    // Rows that can't be read are stored and counted as such, so there is nothing to retry: they
    // are complete.
    if (!fault.startsWith("unreadable")) {
        m_desk->server().faults().clearAll();
    }
    if (m_desk->account().ledger().progress().state != LedgerProgress::Complete) {
        m_desk->account().ledger().resume();
    } else {
        page->perform(Page::Command::Refresh);
    }
    const auto expected = qint64(m_desk->server().transactionCount());
    QTRY_COMPARE(m_desk->account().ledger().progress().state, LedgerProgress::Complete);
    QTRY_COMPARE(m_desk->account().ledger().progress().held, expected);
    // No row is lost, none is there twice, newest first.
    const auto readable = int(expected - m_desk->account().summary().unreadableTransactions);
    QTRY_COMPARE(m_desk->rows(), readable);
    const QStringList ids = m_desk->column(6);
    QCOMPARE(QSet<QString>(ids.begin(), ids.end()).size(), readable);
    QCOMPARE(ids.constFirst(), QString::number(m_desk->server().transactions().back().id));
    // The direction of each amount is taken from the balances, whatever the amount's sign.
    const QStringList amounts = m_desk->column(3);
    QHash<QString, bool> rises;
    for (const auto &row : m_desk->server().transactions()) {
        const auto before = Money::parse(QString::fromStdString(row.balanceBefore));
        const auto after = Money::parse(QString::fromStdString(row.balanceAfter));
        rises.insert(QString::number(row.id), after > before);
    }
    for (int row = 0; row < readable; ++row) {
        const bool plus = amounts.at(row).startsWith(u'+');
        QVERIFY2(plus == rises.value(ids.at(row)), qPrintable(ids.at(row) + amounts.at(row)));
    }
}

void TestFaults::aRefusalWithoutABodyIsSaidPlainly()
{
    m_desk->open();
    auto *page = m_desk->show<SubUsersPage>();
    QVERIFY(page != nullptr);
    m_desk->account().start();
    QTRY_COMPARE(m_desk->rows(), 40);
    QTRY_COMPARE(m_desk->account().status(Area::SubUsers).state, AreaStatus::Loaded);
    const QStringList before = m_desk->column(0);
    QVERIFY(!m_desk->server().faults().set("forbid=1005"));
    QVERIFY(!m_desk->server().faults().set("empty-errors"));
    page->perform(Page::Command::Refresh);
    QTRY_VERIFY(m_desk->isShown("troubleBanner"));
    const QString says = m_desk->text("bannerText");
    QVERIFY2(says.contains(QStringLiteral("allow")), qPrintable(says));
    QCOMPARE(m_desk->column(0), before);
    m_desk->server().faults().clearAll();
    m_desk->click("bannerTryAgain");
    QTRY_VERIFY(!m_desk->isShown("troubleBanner"));
    QCOMPARE(m_desk->column(0), before);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestFaults)
#include "test_faults.moc"
