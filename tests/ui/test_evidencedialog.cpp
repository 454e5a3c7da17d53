// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the dialog of an evidence kit: it opens from each place that shows such a matter, what it
// shows is what the file contains, and what happens if the file is not wanted or cannot be saved.
#include "api/endpoints/reseller.h"
#include "models/attention/attentiondesk.h"
#include "models/buying/purchasedesk.h"
#include "models/sync/ledgercheck.h"
#include "models/text/privacymode.h"
#include "tests/support/unpacked.h"
#include "tests/ui/windowfixture.h"
#include "ui/attention/attentionlist.h"
#include "ui/attention/evidencedialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/tableview.h"

#include <QFile>
#include <QFileDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>

using namespace relaybook;
using relaybook::testing::KitFiles;
using relaybook::testing::unpacked;
using relaybook::testing::WindowFixture;

class TestEvidenceDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init()
    {
        m_desk = std::make_unique<WindowFixture>(m_theme);
        m_desk->sandboxOptions.subUsers = 5;
    }
    void cleanup()
    {
        m_desk.reset();
        setPrivacyOn(false);
    }

    void aDoubleChargeFromTheCard();
    void fromTheBell();
    void aGapFromFindingsAndDetails();
    void anOrderThatDiffers();
    void notWantedOrNotPossible();
    void hiddenInPrivacyMode();
    void onlyMattersWithEvidence();

private:
    [[nodiscard]] QWidget *page() { return m_desk->window().currentPage(); }
    [[nodiscard]] QWidget *card()
    {
        return WindowFixture::in<QWidget>(&m_desk->window(), "attentionCard");
    }
    [[nodiscard]] PurchaseDesk &purchases() { return m_desk->session().purchases(); }
    [[nodiscard]] SheetDialog *dialog() { return m_desk->sheet("evidenceDialog"); }

    void buyHere(const char *gigabytes)
    {
        QTRY_VERIFY(purchases().isReady());
        std::optional<Confirmation> made;
        const Call call = purchases().prepare(
            QStringLiteral("residential"), *TrafficAmount::parseGb(QString::fromLatin1(gigabytes)),
            this, [&made](const Result<Confirmation> &answer) {
                if (answer) {
                    made = *answer;
                }
            });
        QTRY_VERIFY(made.has_value());
        QString id;
        purchases().buy(made->number, true, this,
                        [&id](const BuyAnswer &answer) { id = answer.orderId; });
        QTRY_VERIFY(!id.isEmpty());
        QTRY_VERIFY(!purchases().order(id)->isUnderWay());
    }
    void buyElsewhere(const char *gigabytes)
    {
        bool isBought = false;
        const Call call = m_desk->client().send(
            TopUpTraffic{*TrafficAmount::parseGb(QString::fromLatin1(gigabytes)),
                         QStringLiteral("residential")},
            this, [&isBought](const Result<TopUpReceipt> &answer) { isBought = bool(answer); });
        QTRY_VERIFY(isBought);
    }
    void chargeTwice()
    {
        m_desk->open();
        buyHere("7");
        buyElsewhere("7");
        m_desk->session().refreshAll();
        QTRY_VERIFY(card()->isVisible());
        QTRY_VERIFY(WindowFixture::textOf(card(), "attentionTitle1")
                        .contains(QLatin1String("may be charged twice")));
    }
    void collectFrom(QWidget *parent)
    {
        const auto *more = WindowFixture::in<QToolButton>(parent, "attentionLater1");
        QVERIFY(more != nullptr);
        auto *action = more->menu()->findChild<QAction *>(QStringLiteral("collectEvidence"));
        QVERIFY(action != nullptr);
        action->trigger();
        QVERIFY(dialog() != nullptr);
    }
    void waitForFiles()
    {
        QTRY_VERIFY(dialog() != nullptr && dialog()->submitButton()->isEnabled());
    }
    /// Whether the preview shows each file as it is in the archive.
    void comparePreviews(const KitFiles &packed)
    {
        auto *files = WindowFixture::in<QTreeWidget>(dialog(), "evidenceFiles");
        const auto *preview = WindowFixture::in<QPlainTextEdit>(dialog(), "evidencePreview");
        QCOMPARE(files->topLevelItemCount(), static_cast<int>(packed.size()));
        for (int i = 0; i < files->topLevelItemCount(); ++i) {
            QTreeWidgetItem *item = files->topLevelItem(i);
            files->setCurrentItem(item);
            QVERIFY2(packed.contains(item->text(0)), qPrintable(item->text(0)));
            QTRY_COMPARE(preview->toPlainText(), QString::fromUtf8(packed.value(item->text(0))));
        }
    }
    void saveTo(const QString &path)
    {
        dialog()->submit();
        auto *files = WindowFixture::in<QFileDialog>(dialog(), "evidenceKitFileDialog");
        QVERIFY(files != nullptr);
        Q_EMIT files->fileSelected(path);
        files->close();
    }
    [[nodiscard]] Banner &banner() { return *dialog()->banner(); }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestEvidenceDialog::aDoubleChargeFromTheCard()
{
    chargeTwice();
    collectFrom(card());
    waitForFiles();
    QCOMPARE(WindowFixture::textOf(dialog(), "sheetSubtitle"), QStringLiteral("2 equal charges"));
    QVERIFY(WindowFixture::textOf(dialog(), "evidenceLeftOut")
                .startsWith(QLatin1String("Left out: tokens and passwords")));
    QVERIFY(!WindowFixture::in(dialog(), "evidencePrivacy")->isVisible());
    const QString path = m_desk->folder() + QStringLiteral("/kit.zip");
    saveTo(path);
    QTRY_VERIFY(QFile::exists(path));
    QTRY_COMPARE(banner().lead(), QStringLiteral("The evidence was saved."));
    QVERIFY(banner().text().contains(QLatin1String("kit.zip")));
    QVERIFY(!dialog()->submitButton()->isVisible());

    const KitFiles packed = unpacked(path);
    QCOMPARE(packed.size(), 4);
    comparePreviews(packed);
    const QByteArray report = packed.value(QStringLiteral("report.txt"));
    QVERIFY(report.contains(purchases().orders().front().id.toUtf8()));
    for (const DebitRow &row : m_desk->session().attention().entries().front().charge->rows) {
        QVERIFY(report.contains(row.id.text().toUtf8()));
    }
    // None of the secrets that the sandbox gave out.
    const sandbox::Access access = m_desk->server().access();
    QList<QByteArray> secrets{QByteArray::fromStdString(access.personalToken),
                              QByteArray::fromStdString(access.resellerKey),
                              QByteArray::fromStdString(access.password)};
    for (const std::string &id : m_desk->server().proxyIds()) {
        const auto own = m_desk->session().credentials().of(ProxyId(QString::fromStdString(id)));
        if (own && !own->http.isEmpty()) {
            secrets.append(own->http.reveal());
            secrets.append(own->http.reveal().split(':').last()); // the password
        }
    }
    QVERIFY(secrets.size() > 3);
    for (const QByteArray &secret : secrets) {
        for (const QByteArray &content : packed) {
            QVERIFY(secret.isEmpty() || !content.contains(secret));
        }
    }
    const QPointer<SheetDialog> closed = dialog();
    closed->reject();
    QTRY_VERIFY(closed.isNull());
}

void TestEvidenceDialog::fromTheBell()
{
    chargeTwice();
    WindowFixture::in<QAbstractButton>(&m_desk->window(), "attention")->click();
    SheetDialog *list = m_desk->sheet("attentionDialog");
    QVERIFY(list != nullptr);
    collectFrom(list);
    waitForFiles();
    QVERIFY(list->isVisible()); // it stays below
    const QPointer<SheetDialog> evidence = dialog();
    evidence->reject();
    QTRY_VERIFY(evidence.isNull());
    QVERIFY(list->isVisible());
}

void TestEvidenceDialog::aGapFromFindingsAndDetails()
{
    m_desk->startSandbox();
    const auto id = m_desk->server().transactions().at(200).id;
    QVERIFY(!m_desk->server().faults().set("broken-chain=" + std::to_string(id) + ":pair"));
    m_desk->open();
    QTRY_VERIFY(!m_desk->session().ledger().check().verdict().breaks.empty());
    const LedgerBreak gap = m_desk->session().ledger().check().verdict().breaks.front();
    m_desk->trigger("showTransactionsAction");
    QTRY_VERIFY(WindowFixture::in(page(), "showFindings")->isVisible());
    WindowFixture::click(page(), "showFindings");
    QTRY_VERIFY(m_desk->sheet("findingsDialog") != nullptr);
    const QPointer<SheetDialog> findings = m_desk->sheet("findingsDialog");
    auto *list = WindowFixture::in<TableView>(findings, "findingsList");
    list->setCurrentIndex(list->model()->index(1, 0)); // below the heading
    QVERIFY(WindowFixture::in(findings, "collectFindingEvidence")->isEnabled());
    WindowFixture::click(findings, "collectFindingEvidence");
    waitForFiles();
    QCOMPARE(WindowFixture::textOf(dialog(), "sheetSubtitle"),
             QStringLiteral("Gap in balance at transaction %1").arg(gap.later.text()));
    const QString path = m_desk->folder() + QStringLiteral("/gap.zip");
    saveTo(path);
    QTRY_COMPARE(banner().lead(), QStringLiteral("The evidence was saved."));
    const KitFiles packed = unpacked(path);
    QVERIFY(packed.value(QStringLiteral("gap.json")).contains(gap.unexplained->text().toUtf8()));
    comparePreviews(packed);
    QPointer<SheetDialog> evidence = dialog();
    evidence->reject();
    QTRY_VERIFY(evidence.isNull());
    WindowFixture::click(findings, "showFinding");
    QTRY_VERIFY(findings.isNull());

    QTRY_VERIFY(WindowFixture::in(page(), "chainSection")->isVisible());
    auto *inPane = WindowFixture::in<QPushButton>(page(), "collectGapEvidence");
    QTRY_VERIFY(inPane->isVisible());
    inPane->click();
    waitForFiles();
    QCOMPARE(WindowFixture::textOf(dialog(), "sheetSubtitle"),
             QStringLiteral("Gap in balance at transaction %1").arg(gap.later.text()));
    // The same gap, the same rows.
    const QString again = m_desk->folder() + QStringLiteral("/again.zip");
    saveTo(again);
    QTRY_COMPARE(banner().lead(), QStringLiteral("The evidence was saved."));
    for (const char *name : {"gap.json", "transactions.json"}) {
        QCOMPARE(unpacked(again).value(QLatin1String(name)), packed.value(QLatin1String(name)));
    }
}

void TestEvidenceDialog::anOrderThatDiffers()
{
    m_desk->open();
    buyHere("5");
    QVERIFY(!m_desk->server().faults().set(std::string_view("charge-more=500")));
    buyHere("9");
    m_desk->session().refreshAll();
    const TopUpOrder order = purchases().orders().front();
    QVERIFY(!order.findings.empty());
    m_desk->trigger("showActivityAction");
    auto *table = WindowFixture::in<TableView>(page(), "table");
    QTRY_COMPARE(table->model()->rowCount(), 2);
    table->setCurrentIndex(table->model()->index(1, 0));
    QTRY_VERIFY(WindowFixture::in(page(), "orderDetails")->isVisible());
    QTRY_VERIFY(!WindowFixture::in(page(), "collectOrderEvidence")->isVisible());
    table->setCurrentIndex(table->model()->index(0, 0));
    QTRY_VERIFY(WindowFixture::in(page(), "collectOrderEvidence")->isVisible());
    WindowFixture::click(page(), "collectOrderEvidence");
    waitForFiles();
    const QString path = m_desk->folder() + QStringLiteral("/order.zip");
    saveTo(path);
    QTRY_COMPARE(banner().lead(), QStringLiteral("The evidence was saved."));
    const KitFiles packed = unpacked(path);
    comparePreviews(packed);
    const QByteArray report = packed.value(QStringLiteral("report.txt"));
    QVERIFY(report.contains(order.id.toUtf8()));
    QVERIFY(report.contains(order.expectedCost->text().toUtf8()));
    QVERIFY(report.contains(order.charged->text().toUtf8()));
}

void TestEvidenceDialog::notWantedOrNotPossible()
{
    chargeTwice();
    collectFrom(card());
    waitForFiles();
    // The file dialog is cancelled: everything is as before.
    dialog()->submit();
    QCOMPARE(dialog()->state(), SheetDialog::State::Submitting);
    auto *files = WindowFixture::in<QFileDialog>(dialog(), "evidenceKitFileDialog");
    QVERIFY(files != nullptr);
    files->reject();
    QTRY_COMPARE(dialog()->state(), SheetDialog::State::Editing);
    QVERIFY(dialog()->submitButton()->isEnabled());
    // A folder that does not exist.
    QTRY_VERIFY(WindowFixture::in<QFileDialog>(dialog(), "evidenceKitFileDialog") == nullptr);
    saveTo(m_desk->folder() + QStringLiteral("/missing/kit.zip"));
    QTRY_COMPARE(dialog()->state(), SheetDialog::State::Editing);
    QVERIFY(banner().isVisible());
    QCOMPARE(banner().tone(), Tone::Bad);
    QVERIFY2(banner().lead().contains(QLatin1String("missing")), qPrintable(banner().lead()));
    // Another one, in the same dialog.
    QTRY_VERIFY(WindowFixture::in<QFileDialog>(dialog(), "evidenceKitFileDialog") == nullptr);
    const QString path = m_desk->folder() + QStringLiteral("/kit.zip");
    saveTo(path);
    QTRY_COMPARE(banner().tone(), Tone::Good);
    QVERIFY(QFile::exists(path));
    QPointer<SheetDialog> evidence = dialog();
    evidence->reject();
    QTRY_VERIFY(evidence.isNull());
    // Closed while the evidence is collected.
    collectFrom(card());
    evidence = dialog();
    evidence->reject();
    QTRY_VERIFY(evidence.isNull());
}

void TestEvidenceDialog::hiddenInPrivacyMode()
{
    chargeTwice();
    setPrivacyOn(true);
    collectFrom(card());
    waitForFiles();
    const auto *preview = WindowFixture::in<QPlainTextEdit>(dialog(), "evidencePreview");
    QCOMPARE(preview->toPlainText(), privateText(QStringLiteral("x")));
    QVERIFY(WindowFixture::in(dialog(), "evidencePrivacy")->isVisible());
    const QString path = m_desk->folder() + QStringLiteral("/kit.zip");
    saveTo(path);
    QTRY_COMPARE(banner().lead(), QStringLiteral("The evidence was saved."));
    const KitFiles packed = unpacked(path);
    const QString order = purchases().orders().front().charged->text();
    QVERIFY(packed.value(QStringLiteral("report.txt")).contains(order.toUtf8()));
    WindowFixture::click(dialog(), "showEvidenceTexts");
    QTRY_COMPARE(preview->toPlainText(),
                 QString::fromUtf8(packed.value(QStringLiteral("report.txt"))));
    comparePreviews(packed);
    QVERIFY(WindowFixture::in(dialog(), "evidencePrivacy")->isVisible()); // it says so still
}

void TestEvidenceDialog::onlyMattersWithEvidence()
{
    m_desk->open();
    AttentionEntry entry;
    for (int kind = 0; kind <= static_cast<int>(AttentionKind::DecidedOrder); ++kind) {
        entry.kind = static_cast<AttentionKind>(kind);
        QVERIFY(!evidenceMatterOf(entry, m_desk->session())); // nothing is known
    }
    entry.charge = DoubleCharge{};
    entry.gap = LedgerBreak{};
    entry.kind = AttentionKind::BalanceGap;
    QVERIFY(evidenceMatterOf(entry, m_desk->session()));
    entry.kind = AttentionKind::EqualPurchases;
    QVERIFY(evidenceMatterOf(entry, m_desk->session()));
    entry.kind = AttentionKind::SubUserRunsOut;
    QVERIFY(!evidenceMatterOf(entry, m_desk->session()));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestEvidenceDialog)
#include "test_evidencedialog.moc"
