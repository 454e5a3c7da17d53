// SPDX-License-Identifier: GPL-3.0-or-later
// Tests orders that overlap, wait or are charged late, as a person sees them in the window.
#include "api/endpoints/reseller.h"
#include "models/buying/purchasedesk.h"
#include "tests/support/roundtrips.h"
#include "tests/ui/windowfixture.h"
#include "ui/orders/topupdialog.h"
#include "ui/orderview/orderdialog.h"
#include "ui/orderview/ordertext.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/typednumber.h"

#include <QApplication>
#include <QCheckBox>
#include <QPushButton>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::WindowFixture;

class TestTopUpWait : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init()
    {
        m_desk = std::make_unique<WindowFixture>(m_theme);
        m_desk->buying.looks.pauses = {5ms, 10ms, 20ms};
    }
    void cleanup() { m_desk.reset(); }

    void theSecondOrderSettlesNothingOfTheFirst();
    void waitingIsSeenAndCanBeCancelled();
    void anOrderIsWithdrawnWithItsDialog();
    void aNewPriceAfterTheWaitIsConfirmed();
    void quittingWhileItWaitsIsSaid();
    void whatIsSentMeanwhileIsAskedAgain();
    void aLateChargeIsReported();
    void aLimitIsNoMistake();
    void aPauseBeforeThePricesIsSaid();

private:
    [[nodiscard]] TopUpDialog *dialog()
    {
        return qobject_cast<TopUpDialog *>(m_desk->sheet("topUpDialog"));
    }
    [[nodiscard]] OrderDialog *orderDialog()
    {
        return qobject_cast<OrderDialog *>(m_desk->sheet("orderDialog"));
    }
    [[nodiscard]] PurchaseDesk &orders() { return m_desk->session().purchases(); }
    [[nodiscard]] std::uint64_t arrived() { return m_desk->server().counters().ordersArrived(); }
    void fault(const char *text)
    {
        QVERIFY(!m_desk->server().faults().set(std::string_view(text)));
    }
    void openWindow()
    {
        m_desk->open();
        QTRY_VERIFY(orders().isReady());
    }
    // Goes to the second step, with everything confirmed that it asks for.
    void goToConfirmation()
    {
        m_desk->trigger("topUpAction");
        QTRY_VERIFY(dialog() != nullptr);
        WindowFixture::type(dialog(), "amountEdit", QStringLiteral("3"));
        dialog()->submitButton()->click();
        QTRY_COMPARE(dialog()->step(), TopUpDialog::Step::Confirm);
        auto *risk = WindowFixture::in<QCheckBox>(dialog(), "acceptRisk");
        if (risk->isVisible()) {
            risk->setChecked(true);
        }
    }
    void confirm()
    {
        QTRY_VERIFY(dialog()->submitButton()->isEnabled());
        dialog()->submitButton()->click();
    }
    void closeOrder()
    {
        QTRY_VERIFY(orderDialog() != nullptr);
        orderDialog()->reject();
        QTRY_VERIFY(orderDialog() == nullptr);
    }
    void useUpTheLimit()
    {
        fault("too-many-requests=3600,on=getResellerBalance,next=1");
        m_background = m_desk->client().send(
            GetResellerBalance{}, this, [](const Result<ResellerBalance> &) {}, Lane::Background);
        QTRY_VERIFY(m_desk->client().limitWait(TopUpTraffic{}.toRequest()) > 14min);
    }
    void orderThatWaits()
    {
        goToConfirmation();
        useUpTheLimit();
        confirm();
        QTRY_VERIFY(!orders().orders().empty());
        QTRY_VERIFY(orders().waitsFor(orders().orders().front().id).value_or(0ms) > 14min);
    }
    [[nodiscard]] bool isSaid(const QString &part)
    {
        const auto banners = m_desk->window().findChildren<Banner *>();
        return std::any_of(banners.begin(), banners.end(), [&part](const Banner *banner) {
            return banner->isVisible() && QString(banner->lead() % banner->text()).contains(part);
        });
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
    Call m_background;
};

// Buy 3 GB, and the request is lost; buy it anyway, and the receipt arrives. The service carried
// out one order.
void TestTopUpWait::theSecondOrderSettlesNothingOfTheFirst()
{
    openWindow();
    fault("drop,on=topUpTraffic,next=1");
    goToConfirmation();
    confirm();
    closeOrder();
    const QString first = orders().orders().front().id;
    goToConfirmation();
    confirm();
    QTRY_COMPARE(orders().orders().size(), size_t(2));
    QTRY_COMPARE(orders().orders().front().state, OrderState::Completed);
    const qint64 looks = orders().order(first)->looks.back().number;
    QTRY_VERIFY(orders().order(first)->looks.back().number >= looks + 3);
    QCOMPARE(orders().order(first)->state, OrderState::Unknown);
    m_desk->clock().advance(3min);
    QTRY_COMPARE(orders().order(first)->state, OrderState::NotDone);
    // What the service's own list says.
    QCOMPARE(m_desk->server().counters().ordersPerformed(), std::uint64_t{1});
    const auto row = m_desk->server().transactions().back();
    QCOMPARE(orders().orders().front().charged,
             Money::parse(QString::fromStdString(row.amount))->magnitude());
}

void TestTopUpWait::waitingIsSeenAndCanBeCancelled()
{
    openWindow();
    orderThatWaits();
    QTRY_VERIFY(WindowFixture::in<Banner>(dialog(), "sheetBanner")->isVisible());
    const QString said = WindowFixture::in<Banner>(dialog(), "sheetBanner")->lead();
    QVERIFY2(said.contains(QStringLiteral("15 min")), qPrintable(said));
    QCOMPARE(dialog()->cancelButton()->text(), QStringLiteral("Cancel order"));
    dialog()->cancelButton()->click();
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(orders().orders().front().state, OrderState::NotSent);
    QCOMPARE(orders().orders().front().notSentFor, NotSentFor::Cancelled);
    QVERIFY(!isSaid(QStringLiteral("not sent"))); // the user knows
    m_desk->clock().advance(2h);
    relaybook::testing::waitForRoundTrips(m_desk->client());
    QCOMPARE(arrived(), std::uint64_t{0});
}

// As when another account is shown: nobody would see what the order costs by then.
void TestTopUpWait::anOrderIsWithdrawnWithItsDialog()
{
    openWindow();
    orderThatWaits();
    delete dialog();
    QTRY_COMPARE(orders().orders().front().state, OrderState::NotSent);
    QCOMPARE(orders().orders().front().notSentFor, NotSentFor::Cancelled);
    m_desk->clock().advance(2h);
    relaybook::testing::waitForRoundTrips(m_desk->client());
    QCOMPARE(arrived(), std::uint64_t{0});
}

void TestTopUpWait::aNewPriceAfterTheWaitIsConfirmed()
{
    openWindow();
    orderThatWaits();
    auto prices = m_desk->server().prices();
    for (auto &type : prices) {
        type.flatPerGb = type.flatPerGb + type.flatPerGb;
        for (auto &tier : type.tiers) {
            tier.perGb = tier.perGb + tier.perGb;
        }
    }
    m_desk->server().setPrices(prices);
    m_desk->clock().advance(61min);
    QTRY_COMPARE(orders().orders().front().state, OrderState::NotSent);
    QTRY_COMPARE(dialog()->step(), TopUpDialog::Step::Confirm);
    QTRY_VERIFY(WindowFixture::in<Banner>(dialog(), "priceChanged")->isVisible());
    QCOMPARE(arrived(), std::uint64_t{0});
    confirm();
    QTRY_COMPARE(orders().orders().front().state, OrderState::Completed);
    QCOMPARE(arrived(), std::uint64_t{1});
}

void TestTopUpWait::quittingWhileItWaitsIsSaid()
{
    openWindow();
    orderThatWaits();
    m_desk->window().close();
    QTRY_VERIFY(m_desk->sheet("quitDialog") != nullptr);
    QVERIFY(WindowFixture::textOf(m_desk->sheet("quitDialog"), "confirmWords")
                .contains(QStringLiteral("not be sent")));
    m_desk->clock().advance(2h); // else the start waits for the limit as well
    m_desk->reopen();
    QTRY_VERIFY(orders().isReady());
    QTRY_VERIFY(isSaid(QStringLiteral("waiting to be sent")));
    QCOMPARE(orders().orders().front().state, OrderState::NotSent);
    QCOMPARE(arrived(), std::uint64_t{0});
}

// The question said that nothing will be spent.
void TestTopUpWait::whatIsSentMeanwhileIsAskedAgain()
{
    openWindow();
    orderThatWaits();
    m_desk->window().close();
    QTRY_VERIFY(m_desk->sheet("quitDialog") != nullptr);
    fault("latency=60000,on=topUpTraffic");
    m_desk->clock().advance(61min);
    QTRY_COMPARE(orders().orders().front().state, OrderState::Sending);
    m_desk->sheet("quitDialog")->submitButton()->click();
    const auto asked = [this] {
        auto *sheet = m_desk->sheet("quitDialog");
        return sheet != nullptr ? WindowFixture::textOf(sheet, "confirmWords") : QString();
    };
    QTRY_VERIFY(asked().contains(QStringLiteral("not answered yet")));
    QVERIFY(m_desk->window().isVisible());
}

void TestTopUpWait::aLateChargeIsReported()
{
    openWindow();
    fault("drop,on=topUpTraffic,next=1");
    goToConfirmation();
    confirm();
    closeOrder();
    QTRY_VERIFY(orders().orders().front().looks.size() >= 3);
    m_desk->clock().advance(3min);
    QTRY_COMPARE(orders().orders().front().state, OrderState::NotDone);
    bool booked = false;
    const Call call = m_desk->client().send(
        TopUpTraffic{*TrafficAmount::parseGb(u"3"), orders().orders().front().proxyType}, this,
        [&](const Result<TopUpReceipt> &receipt) { booked = receipt.has_value(); });
    QTRY_VERIFY(booked);
    m_desk->trigger("refreshAction");
    QTRY_COMPARE(orders().orders().front().state, OrderState::Unknown);
    QTRY_VERIFY(isSaid(QStringLiteral("may have been carried out after all")));
}

void TestTopUpWait::aLimitIsNoMistake()
{
    openWindow();
    fault("too-many-requests=90,on=topUpTraffic,next=1");
    goToConfirmation();
    confirm();
    QTRY_COMPARE(dialog()->step(), TopUpDialog::Step::Form);
    const auto *notice = WindowFixture::in<Banner>(dialog(), "sheetBanner");
    QTRY_VERIFY(notice->isVisible());
    QCOMPARE(notice->lead(), QStringLiteral("The service asks for a pause between orders."));
    QCOMPARE(notice->tone(), Tone::Accent);
    QVERIFY2(notice->text().contains(QStringLiteral("Nothing was spent")) &&
                 notice->text().contains(QStringLiteral("You can try again in ")),
             qPrintable(notice->text()));
    const auto *amount = WindowFixture::in<UnitEdit>(dialog(), "amountEdit");
    QCOMPARE(amount->text(), QStringLiteral("3"));
    QVERIFY2(!amount->accessibleDescription().contains(QStringLiteral("sent")),
             qPrintable(amount->accessibleDescription()));
    QCOMPARE(arrived(), std::uint64_t{1});
    // The order's own account of it begins with a sentence for its reader.
    QString reason;
    QString words;
    const AnyOrder refused = &orders().orders().front();
    const OrderContext context = orderContext(m_desk->session(), refused);
    for (const RowList::Row &row : orderRows(refused, context)) {
        reason = row.label == QLatin1String("Reason") ? row.value : reason;
        words = row.label == QLatin1String("The service says") ? row.value : words;
    }
    QCOMPARE(reason, QStringLiteral("Too many requests were sent; the service asks for a pause."));
    QVERIFY2(words.contains(QStringLiteral("Retry-After")), qPrintable(words));
}

// The prices are read before the order: that waits as well.
void TestTopUpWait::aPauseBeforeThePricesIsSaid()
{
    openWindow();
    fault("too-many-requests=240,on=getBalance");
    m_desk->trigger("topUpAction");
    QTRY_VERIFY(dialog() != nullptr);
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("3"));
    dialog()->submitButton()->click();
    const auto *notice = WindowFixture::in<Banner>(dialog(), "sheetBanner");
    QTRY_VERIFY(notice->isVisible());
    QVERIFY2(notice->lead().startsWith(
                 QStringLiteral("The service's limit on requests is reached until ")),
             qPrintable(notice->lead()));
    QVERIFY2(notice->text().contains(QStringLiteral("Nothing was ordered")),
             qPrintable(notice->text()));
    QCOMPARE(notice->tone(), Tone::Accent);
    QCOMPARE(dialog()->state(), SheetDialog::State::Submitting);
    dialog()->cancelButton()->click();
    QCOMPARE(dialog()->state(), SheetDialog::State::Editing);
    QVERIFY(!notice->isVisible());
    QCOMPARE(WindowFixture::in<UnitEdit>(dialog(), "amountEdit")->text(), QStringLiteral("3"));
    // Told at once, where it is known before; over when the service said.
    dialog()->submitButton()->click();
    QVERIFY(notice->isVisible());
    m_desk->server().faults().clearAll();
    m_desk->clock().advance(5min);
    QTRY_COMPARE(dialog()->step(), TopUpDialog::Step::Confirm);
    QVERIFY(!notice->isVisible());
    QCOMPARE(arrived(), std::uint64_t{0});
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestTopUpWait)
#include "test_topupwait.moc"
