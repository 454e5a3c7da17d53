// SPDX-License-Identifier: GPL-3.0-or-later
// Tests buying traffic as a person does it, in the window with the sandbox: what is shown is what
// is sent, once, and nothing is ever sent by accident.
#include "models/buying/purchasedesk.h"
#include "models/text/format.h"
#include "tests/ui/windowfixture.h"
#include "ui/base/orderconfirm.h"
#include "ui/charts/plot.h"
#include "ui/charts/pricecurve.h"
#include "ui/orders/topupconfirm.h"
#include "ui/orders/topupdialog.h"
#include "ui/orderview/orderdialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/rowlist.h"
#include "ui/widgets/typednumber.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>

using namespace relaybook;
using relaybook::testing::WindowFixture;

class TestTopUp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { m_desk = std::make_unique<WindowFixture>(m_theme); }
    void cleanup() { m_desk.reset(); }

    void amountsAreReadStrictly_data();
    void amountsAreReadStrictly();
    void previewFollowsTheAmount();
    void figureInDoubtIsRefused();
    void anOldBalanceIsNotCalledThePresentOne();
    void adviserTakesOver();
    void tierIsTakenOver();
    void tooDearOffersWhatFits();
    void aProposalSaysWhereItIsFrom();
    void theCurveReachesTheAmount();
    void enterDoesNotBuy();
    void ctrlEnterKeepsTheAmount();
    void scaleOfALargeAmountIsReadable();
    void doubleClickBuysNothing();
    void boughtOnce();
    void backKeepsWhatWasTyped();
    void changedPriceIsConfirmedAnew();
    void noPriceHasToBeAgreedTo();
    void otherSpellingsArePricedTheSame_data();
    void otherSpellingsArePricedTheSame();
    void oddTiersAreSaidAndNeverPricedAtNothing_data();
    void oddTiersAreSaidAndNeverPricedAtNothing();
    void refusedAtTheField();
    void closingKeepsTheOrder();
    void lostAnswerIsFoundOut();
    void unknownOrderIsSeenFirstAfterAStart();
    void secondOrderOfAnUnknownTypeNamesTheRisk();
    void repeatIsWarnedOf();
    void differencesAreShown();
    void quittingExplainsItself();
    void anotherAccountCanBeShownMeanwhile();
    void offlineSaysWhy();
    void opensOnceAndAtTheTypeAskedFor();

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
    [[nodiscard]] static QPushButton *submitOf(SheetDialog *sheet) { return sheet->submitButton(); }
    [[nodiscard]] static QString sums(QWidget *parent, const char *list = "topUpSums")
    {
        QStringList lines;
        for (const auto &row : WindowFixture::in<RowList>(parent, list)->rows()) {
            lines.append(row.label % QLatin1String(": ") % row.value);
        }
        return lines.join(QLatin1Char('\n'));
    }
    [[nodiscard]] static QString bannerOf(QWidget *parent, const char *name)
    {
        const auto *banner = WindowFixture::in<Banner>(parent, name);
        return banner != nullptr && banner->isVisible()
                   ? QString(banner->lead() % QLatin1Char(' ') % banner->text())
                   : QString();
    }
    [[nodiscard]] Quote priceOf(const char *gigabytes, std::size_t pool = 0)
    {
        const auto amount = *TrafficAmount::parseGb(QString::fromLatin1(gigabytes));
        return quote(m_desk->session().summary().pools.at(pool).prices, amount).value();
    }
    [[nodiscard]] std::uint64_t arrived() { return m_desk->server().counters().ordersArrived(); }
    [[nodiscard]] std::uint64_t performed()
    {
        return m_desk->server().counters().ordersPerformed();
    }
    void openDialog()
    {
        m_desk->open();
        QTRY_VERIFY(orders().isReady());
        QTest::keyClick(&m_desk->window(), Qt::Key_T, Qt::ControlModifier);
        QTRY_VERIFY(dialog() != nullptr);
    }
    // Goes from the form to the second step, with everything ready to be confirmed.
    void goToConfirmation(const QString &amount)
    {
        WindowFixture::type(dialog(), "amountEdit", amount);
        QVERIFY2(submitOf(dialog())->isEnabled(), qPrintable(sums(dialog())));
        submitOf(dialog())->click();
        QTRY_VERIFY(dialog()->step() == TopUpDialog::Step::Confirm);
    }
    void confirm()
    {
        QTRY_VERIFY(submitOf(dialog())->isEnabled());
        submitOf(dialog())->click();
    }
    void fault(const char *text)
    {
        const auto problem = m_desk->server().faults().set(std::string_view(text));
        QVERIFY2(!problem, problem ? problem->c_str() : "");
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestTopUp::amountsAreReadStrictly_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QString>("read");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *typed, const char *locale, const char *read, const char *says) {
        QTest::addRow("%s in %s", typed, locale)
            << QString::fromUtf8(typed) << QString::fromLatin1(locale) << QString::fromLatin1(read)
            << QString::fromLatin1(says);
    };
    row("95", "en_US", "95", "");
    row("95.5", "en_US", "95.5", "");
    row(" 0.01 GB", "en_US", "0.01", "");
    row(".5", "en_US", "0.5", "");
    row("95,5", "de_DE", "95.5", "");
    row("0,01", "de_DE", "0.01", "");
    row("95.5", "de_DE", "95.5", "");
    row("95,5", "en_US", "95.5", "");
    row("1,234", "en_US", "", "1234 or 1.2340");
    row("1,234", "de_DE", "", "1234 or 1,2340");
    row("1.234", "de_DE", "", "1234 or 1,2340");
    row("1.234", "en_US", "", "1234 or 1.2340");
    row("1.234,5", "en_US", "1234.5", "");
    row("1,234.5", "de_DE", "1234.5", "");
    row("1\u202f234,5", "fr_FR", "1234.5", "");
    row("1,23,456", "en_IN", "123456", "");
    row("1.2340", "en_US", "", "steps of 0.01 GB");
    row("1,2340", "de_DE", "", "steps of 0,01 GB");
    row("0.001", "en_US", "", "smallest order");
    row("0,001", "de_DE", "", "order is 0,01 GB");
    row("0", "en_US", "", "smallest order");
    row("-5", "en_US", "", "0 GB or more");
    row("1,234,567", "en_US", "1234567", "");
    row("ten", "en_US", "", "not a number");
    row("1e3", "en_US", "", "not a number");
    row("99999999999999999999", "en_US", "", "too large");
    row("", "en_US", "", "");
}

void TestTopUp::amountsAreReadStrictly()
{
    QFETCH(QString, typed);
    QFETCH(QString, locale);
    QFETCH(QString, read);
    QFETCH(QString, says);
    QLocale::setDefault(QLocale(locale));
    const auto back =
        qScopeGuard([] { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); });
    const auto amount = readOrderAmount(typed);
    QCOMPARE(amount.value ? amount.value->gbText() : QString(), read);
    QVERIFY2(amount.problem.contains(says), qPrintable(amount.problem));
    QCOMPARE(amount.problem.isEmpty(), says.isEmpty());
}

void TestTopUp::anOldBalanceIsNotCalledThePresentOne()
{
    m_desk->open();
    Confirmation order;
    order.proxyType = QStringLiteral("residential");
    order.amount = *TrafficAmount::parseGb(QStringLiteral("95"));
    order.quote = priceOf("95");
    order.before.balance = Money::fromCents(318'420);
    const QString before = format::money(*order.before.balance);
    const QString after =
        format::money(order.before.balance->minus(order.quote->cost).value_or(Money()));
    OrderConfirm confirm(m_theme, nullptr);
    showTopUp(confirm, order, {}, {}, nullptr);
    QVERIFY2(sums(&confirm, "orderRows").contains(before + QStringLiteral(" now, ") + after),
             qPrintable(sums(&confirm, "orderRows")));
    order.before.balanceOffered = false;
    showTopUp(confirm, order, {}, {}, nullptr);
    const QString shown = sums(&confirm, "orderRows");
    QVERIFY2(shown.contains(before + QStringLiteral(", ") + after + QStringLiteral(" after this")),
             qPrintable(shown));
    QVERIFY(!shown.contains(QStringLiteral(" now")));
}

void TestTopUp::previewFollowsTheAmount()
{
    openDialog();
    QVERIFY(!submitOf(dialog())->isEnabled());
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("95"));
    const Quote price = priceOf("95");
    const QString shown = sums(dialog());
    QVERIFY2(shown.contains(QStringLiteral("95 GB × $%1").arg(price.ratePerGb.text())),
             qPrintable(shown));
    QVERIFY2(shown.contains(price.cost.text()), qPrintable(shown));
    const Money after =
        m_desk->session().summary().balance.value_or(Money()).minus(price.cost).value_or(Money());
    QString plain = shown;
    QVERIFY2(plain.remove(QLatin1Char(',')).contains(after.text()), qPrintable(shown));
    QCOMPARE(submitOf(dialog())->text(),
             QStringLiteral("Buy 95 GB for $%1…").arg(price.cost.text()));
    QVERIFY(
        !WindowFixture::in<PriceCurve>(dialog(), "priceCurve")->accessibleDescription().isEmpty());
    QVERIFY(WindowFixture::in(dialog(), "priceCurveCaption")->isVisible());
    auto *tiers = WindowFixture::in<QTableView>(dialog(), "tierTable");
    QCOMPARE(tiers->selectionModel()->selectedRows().size(), 1);
    // Another type has other prices; what was typed stays.
    const QString before = submitOf(dialog())->text();
    WindowFixture::in<QComboBox>(dialog(), "typeBox")->setCurrentIndex(1);
    QVERIFY(submitOf(dialog())->text() != before);
    QCOMPARE(arrived(), std::uint64_t{0});
}

void TestTopUp::figureInDoubtIsRefused()
{
    openDialog();
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("1,234"));
    const QString error = WindowFixture::errorAt(dialog(), "amountEdit");
    QVERIFY2(error.contains(QStringLiteral("1234 or 1.234. Enter 1234 or 1.2340.")),
             qPrintable(error));
    QVERIFY(!submitOf(dialog())->isEnabled());
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("12"));
    QVERIFY(WindowFixture::errorAt(dialog(), "amountEdit").isEmpty());
    QVERIFY(submitOf(dialog())->isEnabled());
}

void TestTopUp::adviserTakesOver()
{
    openDialog();
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("99"));
    const QString advice = bannerOf(dialog(), "topUpAdvice");
    QVERIFY2(advice.contains(QStringLiteral("less than 99 GB")), qPrintable(advice));
    QVERIFY2(advice.contains(priceOf("99").cost.text()), qPrintable(advice));
    WindowFixture::click(WindowFixture::in(dialog(), "topUpAdvice"), "useCheaper");
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text(), QStringLiteral("100"));
    QVERIFY(priceOf("100").cost < priceOf("99").cost);
    QVERIFY(bannerOf(dialog(), "topUpAdvice").isEmpty());
}

void TestTopUp::tierIsTakenOver()
{
    openDialog();
    auto *tiers = WindowFixture::in<QTableView>(dialog(), "tierTable");
    const int last = tiers->model()->rowCount() - 1;
    QVERIFY(last > 1);
    Q_EMIT tiers->clicked(tiers->model()->index(last, 0));
    const QString typed = WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text();
    QVERIFY2(tiers->model()->index(last, 0).data().toString().contains(typed), qPrintable(typed));
    WindowFixture::click(dialog(), "quick50");
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text(), QStringLiteral("50"));
}

void TestTopUp::tooDearOffersWhatFits()
{
    openDialog();
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("900000"));
    const QString advice = bannerOf(dialog(), "topUpAdvice");
    QVERIFY2(advice.contains(QStringLiteral("too low")), qPrintable(advice));
    QVERIFY(!submitOf(dialog())->isEnabled());
    WindowFixture::click(WindowFixture::in(dialog(), "topUpAdvice"), "useLargest");
    QVERIFY(submitOf(dialog())->isEnabled());
    const auto amount =
        readOrderAmount(WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text());
    QVERIFY(amount.value);
    const auto price = quote(m_desk->session().summary().pools.at(0).prices, *amount.value);
    QVERIFY(price && price->cost <= m_desk->session().summary().balance.value_or(Money()));
}

void TestTopUp::aProposalSaysWhereItIsFrom()
{
    openDialog();
    dialog()->propose(*TrafficAmount::parseGb(QStringLiteral("40")));
    const auto *edit = WindowFixture::in<QLineEdit>(dialog(), "amountEdit");
    QCOMPARE(edit->text(), QStringLiteral("40"));
    const auto *advice = WindowFixture::in<Banner>(dialog(), "topUpAdvice");
    QVERIFY(advice->isVisible());
    QVERIFY2(advice->text().contains(QStringLiteral("40 GB more would last for 30 days")),
             qPrintable(advice->text()));
    WindowFixture::click(dialog(), "useNextTier");
    QVERIFY(edit->text() != QStringLiteral("40"));
    QVERIFY(!advice->isVisible());
    QCOMPARE(arrived(), std::uint64_t{0});
}

void TestTopUp::theCurveReachesTheAmount()
{
    PriceList prices;
    prices.source = PriceList::Source::Tiers;
    constexpr int tiers = 1000;
    for (int i = 0; i < tiers; ++i) {
        Tier tier;
        tier.from = TrafficAmount::fromUnits((1 + 10 * i) * TrafficAmount::unitsPerGb);
        tier.pricePerGb = Money::fromCents(2 * tiers - i);
        prices.tiers.push_back(tier);
    }
    PriceCurve curve(m_theme, nullptr);
    curve.setPrices(prices);
    for (const int gb : {1, 95, 4321, 9995}) {
        curve.setAmount(TrafficAmount::fromUnits(gb * TrafficAmount::unitsPerGb));
        const auto *plot = WindowFixture::in<QCustomPlot>(&curve, "priceCurvePlot");
        QCOMPARE(plot->graphCount(), 2); // the line and the mark
        QVERIFY(plot->graph(0)->data()->at(plot->graph(0)->dataCount() - 1)->key > gb);
        QCOMPARE(plot->graph(1)->data()->at(0)->key, double(gb));
    }
}

void TestTopUp::enterDoesNotBuy()
{
    openDialog();
    auto *edit = WindowFixture::in(dialog(), "amountEdit");
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("ten"));
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(dialog()->step(), TopUpDialog::Step::Form);
    QCOMPARE(dialog()->state(), SheetDialog::State::Editing);
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("10"));
    QTest::keyClick(edit, Qt::Key_Return);                     // only asks for the confirmation
    QTest::keyClick(dialog()->cancelButton(), Qt::Key_Return); // a second one while it loads
    QTRY_COMPARE(dialog()->step(), TopUpDialog::Step::Confirm);
    QVERIFY(dialog()->cancelButton()->hasFocus());
    QTest::keyClick(dialog()->cancelButton(), Qt::Key_Return); // a second Enter, by accident
    QVERIFY(dialog()->isVisible());
    QCOMPARE(dialog()->step(), TopUpDialog::Step::Confirm);
    QTRY_VERIFY(submitOf(dialog())->isEnabled());
    for (int i = 0; i < 30; ++i) {
        QTest::keyClick(dialog(), Qt::Key_Return);
        QTest::keyClick(dialog()->focusWidget(), Qt::Key_Enter, Qt::ControlModifier);
    }
    QCOMPARE(dialog()->step(), TopUpDialog::Step::Confirm);
    for (const auto *button : dialog()->findChildren<QPushButton *>()) {
        QVERIFY2(!button->autoDefault() && !button->isDefault(), qPrintable(button->objectName()));
    }
    QCOMPARE(arrived(), std::uint64_t{0});
}

void TestTopUp::ctrlEnterKeepsTheAmount()
{
    openDialog();
    const auto *edit = WindowFixture::in<QLineEdit>(dialog(), "amountEdit");
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
        WindowFixture::type(dialog(), "amountEdit", QStringLiteral("7"));
        auto *tiers = WindowFixture::in<QTableView>(dialog(), "tierTable");
        tiers->setFocus();
        QVERIFY(tiers->currentIndex().isValid());
        QTest::keyClick(tiers, key, Qt::ControlModifier);
        QCOMPARE(edit->text(), QStringLiteral("7"));
        QTRY_COMPARE(dialog()->step(), TopUpDialog::Step::Confirm);
        const QString shown = sums(dialog(), "orderRows");
        QVERIFY2(shown.contains(QStringLiteral("\"amount_gb\": 7,")), qPrintable(shown));
        WindowFixture::click(dialog(), "back");
    }
    // Without Ctrl, the row is taken over as with the mouse.
    auto *tiers = WindowFixture::in<QTableView>(dialog(), "tierTable");
    tiers->setFocus();
    QTest::keyClick(tiers, Qt::Key_Return);
    QCOMPARE(dialog()->step(), TopUpDialog::Step::Form);
    QVERIFY2(tiers->currentIndex().siblingAtColumn(0).data().toString().startsWith(edit->text()),
             qPrintable(edit->text()));
    QCOMPARE(arrived(), std::uint64_t{0});
}

void TestTopUp::scaleOfALargeAmountIsReadable()
{
    openDialog();
    auto *plot = WindowFixture::in<QCustomPlot>(dialog(), "priceCurvePlot");
    QVERIFY(plot != nullptr);
    for (const char *amount : {"1", "95", "950", "9500", "99999", "999999"}) {
        WindowFixture::type(dialog(), "amountEdit", QString::fromLatin1(amount));
        plot->replot(QCustomPlot::rpImmediateRefresh);
        const QVector<double> ticks = plot->xAxis->tickVector();
        const QVector<QString> labels = plot->xAxis->tickVectorLabels();
        QVERIFY2(ticks.size() >= 2, amount);
        const QFontMetrics metrics(plot->xAxis->tickLabelFont());
        for (qsizetype i = 1; i < ticks.size(); ++i) {
            const double between =
                plot->xAxis->coordToPixel(ticks.at(i)) - plot->xAxis->coordToPixel(ticks.at(i - 1));
            const int half = metrics.horizontalAdvance(labels.at(i - 1)) / 2 +
                             metrics.horizontalAdvance(labels.at(i)) / 2;
            QVERIFY2(between > half, qPrintable(labels.at(i - 1) + labels.at(i)));
        }
    }
}
void TestTopUp::doubleClickBuysNothing()
{
    openDialog();
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("10"));
    QTest::mouseClick(submitOf(dialog()), Qt::LeftButton);
    QTRY_VERIFY(dialog()->step() == TopUpDialog::Step::Confirm);
    // The second click of a double click is at the place of the first button.
    QVERIFY(!submitOf(dialog())->isEnabled());
    QTest::mouseClick(submitOf(dialog()), Qt::LeftButton);
    QCOMPARE(dialog()->step(), TopUpDialog::Step::Confirm);
    QTRY_VERIFY(submitOf(dialog())->isEnabled());
    QCOMPARE(arrived(), std::uint64_t{0});
    // A double click on the button that buys gives one order.
    auto *buyButton = submitOf(dialog());
    QTest::mouseClick(buyButton, Qt::LeftButton);
    QTest::mouseClick(buyButton, Qt::LeftButton);
    QTRY_VERIFY(orderDialog() != nullptr);
    QCOMPARE(arrived(), std::uint64_t{1});
    QCOMPARE(int(orders().orders().size()), 1);
}

void TestTopUp::boughtOnce()
{
    openDialog();
    const Quote price = priceOf("95");
    goToConfirmation(QStringLiteral("95"));
    const QString shown = sums(dialog(), "orderRows");
    QVERIFY2(shown.contains(QStringLiteral("\"amount_gb\": 95")), qPrintable(shown));
    QVERIFY2(shown.contains(price.cost.text()), qPrintable(shown));
    QCOMPARE(submitOf(dialog())->text(),
             QStringLiteral("Buy 95 GB for $%1").arg(price.cost.text()));
    confirm();
    QTRY_VERIFY(orderDialog() != nullptr);
    const auto &all = orders().orders();
    QCOMPARE(int(all.size()), 1);
    QCOMPARE(int(all.front().state), int(OrderState::Completed));
    QCOMPARE(all.front().charged, std::optional(price.cost));
    QVERIFY(orderDialog()->windowTitle().contains(QStringLiteral("95 GB")));
    QVERIFY2(sums(orderDialog(), "orderFacts").contains(price.cost.text()),
             qPrintable(sums(orderDialog(), "orderFacts")));
    QCOMPARE(arrived(), std::uint64_t{1});
    QCOMPARE(performed(), std::uint64_t{1});
    orderDialog()->reject();
    QTRY_VERIFY(dialog() == nullptr);
}

void TestTopUp::backKeepsWhatWasTyped()
{
    openDialog();
    goToConfirmation(QStringLiteral("42.5"));
    WindowFixture::click(dialog(), "back");
    QCOMPARE(dialog()->step(), TopUpDialog::Step::Form);
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text(), QStringLiteral("42.5"));
    QCOMPARE(arrived(), std::uint64_t{0});
}

void TestTopUp::changedPriceIsConfirmedAnew()
{
    openDialog();
    // Other prices than those on the screen; the confirmation reads the prices again if they are
    // old, and says so.
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("10"));
    const Quote before = priceOf("10");
    sandbox::PriceList prices = m_desk->server().prices();
    for (auto &type : prices) {
        for (auto &tier : type.tiers) {
            tier.perGb = tier.perGb + tier.perGb;
        }
    }
    m_desk->server().setPrices(prices);
    m_desk->trigger("refreshAction");
    QTRY_VERIFY(priceOf("10").cost != before.cost);
    QCOMPARE(submitOf(dialog())->text(),
             QStringLiteral("Buy 10 GB for $%1…").arg(priceOf("10").cost.text()));
    QCOMPARE(arrived(), std::uint64_t{0});
}

void TestTopUp::noPriceHasToBeAgreedTo()
{
    m_desk->startSandbox();
    fault("tiers-missing=all");
    openDialog();
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("5"));
    QVERIFY(WindowFixture::in(dialog(), "topUpNoPrice")->isVisible());
    goToConfirmation(QStringLiteral("5"));
    auto *agree = WindowFixture::in<QCheckBox>(dialog(), "acceptNoPrice");
    QVERIFY(agree->isVisible());
    QTest::qWait(0);
    QVERIFY(!submitOf(dialog())->isEnabled());
    agree->setChecked(true);
    QTRY_VERIFY(submitOf(dialog())->isEnabled());
    agree->setChecked(false);
    QVERIFY(!submitOf(dialog())->isEnabled());
    agree->setChecked(true);
    submitOf(dialog())->click();
    QTRY_VERIFY(orderDialog() != nullptr);
    QCOMPARE(performed(), std::uint64_t{1});
    QVERIFY(orders().orders().front().charged.has_value());
}

void TestTopUp::otherSpellingsArePricedTheSame_data()
{
    QTest::addColumn<QByteArray>("spelling");
    for (const char *spelling :
         {"from-to", "min-max", "threshold", "gb", "map", "strings", "unsorted"}) {
        QTest::newRow(spelling) << QByteArray(spelling);
    }
}

void TestTopUp::otherSpellingsArePricedTheSame()
{
    QFETCH(QByteArray, spelling);
    m_desk->startSandbox();
    m_desk->open();
    QTRY_VERIFY(orders().isReady());
    const QString cost = priceOf("95").cost.text();
    m_desk->close();
    fault(QByteArray("tiers-spelling=" + spelling).constData());
    openDialog();
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("95"));
    QTRY_VERIFY2(sums(dialog()).contains(cost), qPrintable(sums(dialog())));
    QCOMPARE(submitOf(dialog())->text(), QStringLiteral("Buy 95 GB for $%1…").arg(cost));
}

void TestTopUp::oddTiersAreSaidAndNeverPricedAtNothing_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const char *kind : {"overlap", "gap", "contradict", "zero", "negative"}) {
        QTest::newRow(kind) << QByteArray(kind);
    }
}

void TestTopUp::oddTiersAreSaidAndNeverPricedAtNothing()
{
    QFETCH(QByteArray, kind);
    m_desk->startSandbox();
    fault(QByteArray("tiers-odd=" + kind).constData());
    openDialog();
    if (kind != "gap") { // it leaves amounts without a price, and a note says so
        // It may be behind a more important one.
        QTRY_VERIFY(WindowFixture::in<Banner>(&m_desk->window(), "notice1") != nullptr);
        const auto *notice = WindowFixture::in<Banner>(&m_desk->window(), "notice1");
        QVERIFY(notice->lead().contains(QStringLiteral("contradict")));
    }
    for (const char *amount : {"1", "20", "95", "600", "1500"}) {
        WindowFixture::type(dialog(), "amountEdit", QLatin1String(amount));
        const bool priced = !WindowFixture::in(dialog(), "topUpNoPrice")->isVisible();
        const QByteArray reported = QByteArray(amount) + ": " + sums(dialog()).toUtf8();
        if (priced) {
            const Money cost = priceOf(amount).cost;
            QVERIFY2(cost > Money(), reported.constData());
            QVERIFY2(sums(dialog()).contains(format::money(cost)), reported.constData());
        }
    }
}

void TestTopUp::refusedAtTheField()
{
    openDialog();
    goToConfirmation(QStringLiteral("25"));
    fault("forbid=1005,next=1,on=topUpTraffic");
    confirm();
    QTRY_VERIFY(dialog()->step() == TopUpDialog::Step::Form);
    const QString error = WindowFixture::errorAt(dialog(), "amountEdit");
    QVERIFY2(error.contains(QStringLiteral("Nothing was spent")), qPrintable(error));
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text(), QStringLiteral("25"));
    QCOMPARE(int(orders().orders().front().state), int(OrderState::Refused));
    QCOMPARE(performed(), std::uint64_t{0});
    // Again, now that nothing prevents it.
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("26"));
    QVERIFY(WindowFixture::errorAt(dialog(), "amountEdit").isEmpty());
    goToConfirmation(QStringLiteral("26"));
    confirm();
    QTRY_VERIFY(orderDialog() != nullptr);
    QCOMPARE(performed(), std::uint64_t{1});
}

void TestTopUp::closingKeepsTheOrder()
{
    openDialog();
    goToConfirmation(QStringLiteral("10"));
    fault("latency=60000,on=topUpTraffic");
    confirm();
    QTRY_VERIFY(arrived() == 1);
    QPointer<TopUpDialog> closing = dialog();
    closing->reject();
    QTRY_VERIFY(closing.isNull());
    m_desk->server().endLatency();
    QTRY_COMPARE(int(orders().orders().front().state), int(OrderState::Completed));
    // The window reports it, because no dialog does.
    QPushButton *show = nullptr;
    QTRY_VERIFY((show = m_desk->window().findChild<QPushButton *>(QStringLiteral("showOrder"))) !=
                nullptr);
    show->click();
    QTRY_VERIFY(orderDialog() != nullptr);
    QCOMPARE(performed(), std::uint64_t{1});
}

void TestTopUp::lostAnswerIsFoundOut()
{
    openDialog();
    goToConfirmation(QStringLiteral("95"));
    fault("do-and-drop=close,next=1,on=topUpTraffic");
    confirm();
    QTRY_VERIFY(orderDialog() != nullptr);
    QTRY_COMPARE(int(orders().orders().front().state), int(OrderState::Completed));
    QCOMPARE(int(orders().orders().front().decidedBy), int(DecidedBy::Evidence));
    QVERIFY(orders().orders().front().proof.has_value());
    QVERIFY(orderDialog()->windowTitle().contains(QStringLiteral("bought")));
    QVERIFY(orderDialog()->submitButton()->isHidden());
    // A receipt closes by Enter, as whatever only shows something.
    QTest::keyClick(orderDialog()->cancelButton(), Qt::Key_Return);
    QTRY_VERIFY(orderDialog() == nullptr);
    QCOMPARE(arrived(), std::uint64_t{1});
}

void TestTopUp::unknownOrderIsSeenFirstAfterAStart()
{
    openDialog();
    goToConfirmation(QStringLiteral("10"));
    // Nothing can be checked: neither the ledger nor the balances can be read.
    fault("drop=close,next=1,on=topUpTraffic");
    fault("error-500,on=listTransactions");
    confirm();
    QTRY_VERIFY(orderDialog() != nullptr);
    QVERIFY(orderDialog()->windowTitle().contains(QStringLiteral("is unknown")));
    QCOMPARE(int(orders().orders().front().state), int(OrderState::Unknown));
    QVERIFY(orderDialog()->submitButton()->isVisible());
    m_desk->close();
    m_desk->showWindow();
    m_desk->openAccount();
    QTRY_VERIFY(orderDialog() != nullptr);
    QVERIFY(orderDialog()->windowTitle().contains(QStringLiteral("is unknown")));
    QCOMPARE(arrived(), std::uint64_t{1});
}

void TestTopUp::secondOrderOfAnUnknownTypeNamesTheRisk()
{
    openDialog();
    goToConfirmation(QStringLiteral("10"));
    fault("drop=close,next=1,on=topUpTraffic");
    fault("error-500,on=listTransactions");
    confirm();
    QTRY_VERIFY(orderDialog() != nullptr);
    orderDialog()->reject();
    QTRY_VERIFY(orderDialog() == nullptr);
    // After closing, it is still shown first.
    QTRY_VERIFY(m_desk->window().findChild<QPushButton *>(QStringLiteral("showOrder")) != nullptr);
    m_desk->trigger("topUpAction");
    QTRY_VERIFY(dialog() != nullptr);
    m_desk->server().faults().clearAll();
    fault("error-500,on=listTransactions");
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("11"));
    submitOf(dialog())->click();
    QTRY_VERIFY(dialog()->step() == TopUpDialog::Step::Confirm ||
                WindowFixture::in<Banner>(dialog(), "sheetBanner")->isVisible());
    if (dialog()->step() != TopUpDialog::Step::Confirm) {
        m_desk->server().faults().clearAll();
        QTRY_VERIFY(submitOf(dialog())->isEnabled());
        submitOf(dialog())->click();
        QTRY_VERIFY(dialog()->step() == TopUpDialog::Step::Confirm);
    }
    QVERIFY(!bannerOf(dialog(), "unknownOrder").isEmpty());
    auto *risk = WindowFixture::in<QCheckBox>(dialog(), "acceptRisk");
    QVERIFY(risk->isVisible() && !risk->isChecked());
    QVERIFY(!submitOf(dialog())->isEnabled());
    QCOMPARE(arrived(), std::uint64_t{1});
}

void TestTopUp::repeatIsWarnedOf()
{
    openDialog();
    QVERIFY(bannerOf(dialog(), "topUpRepeat").isEmpty());
    goToConfirmation(QStringLiteral("10"));
    confirm();
    QTRY_VERIFY(orderDialog() != nullptr);
    orderDialog()->reject();
    QTRY_VERIFY(orderDialog() == nullptr);
    m_desk->trigger("topUpAction");
    QTRY_VERIFY(dialog() != nullptr);
    QVERIFY2(bannerOf(dialog(), "topUpRepeat").contains(QStringLiteral("10 minutes")),
             qPrintable(bannerOf(dialog(), "topUpRepeat")));
}

void TestTopUp::differencesAreShown()
{
    openDialog();
    goToConfirmation(QStringLiteral("10"));
    fault("charge-more=100,next=1");
    confirm();
    QTRY_VERIFY(orderDialog() != nullptr);
    QTRY_VERIFY(WindowFixture::in(orderDialog(), "finding1") != nullptr);
    const TopUpOrder &order = orders().orders().front();
    QCOMPARE(int(order.findings.front().level), int(Finding::Level::Alarm));
    QCOMPARE(order.charged->minus(*order.expectedCost), std::optional(Money::fromCents(100)));
}

void TestTopUp::quittingExplainsItself()
{
    openDialog();
    goToConfirmation(QStringLiteral("10"));
    fault("latency=60000,on=topUpTraffic");
    confirm();
    QTRY_VERIFY(arrived() == 1);
    m_desk->window().close();
    QVERIFY(m_desk->window().isVisible());
    QTRY_VERIFY(m_desk->sheet("quitDialog") != nullptr);
    const QString words = WindowFixture::textOf(m_desk->sheet("quitDialog"), "confirmWords");
    QVERIFY2(words.contains(QStringLiteral("stored on this computer")), qPrintable(words));
    m_desk->sheet("quitDialog")->reject();
    m_desk->server().endLatency();
    QTRY_COMPARE(int(orders().orders().front().state), int(OrderState::Completed));
}

/// The account stays open, and its order is followed.
void TestTopUp::anotherAccountCanBeShownMeanwhile()
{
    openDialog();
    goToConfirmation(QStringLiteral("10"));
    fault("latency=60000,on=topUpTraffic");
    confirm();
    QTRY_VERIFY(arrived() == 1);
    const QSignalSpy left(&m_desk->window(), &MainWindow::sandboxRequested);
    m_desk->trigger("openSandboxAction");
    QTRY_COMPARE(left.count(), 1);
    QVERIFY(dialog() == nullptr || !dialog()->isVisible());
    QVERIFY(m_desk->sheet("leaveOrderDialog") == nullptr);
    m_desk->server().endLatency();
    QTRY_COMPARE(int(orders().orders().front().state), int(OrderState::Completed));
    QVERIFY(arrived() == 1);
}

void TestTopUp::offlineSaysWhy()
{
    m_desk->open();
    m_desk->close();
    m_desk->windowAccount.offline = true;
    m_desk->open();
    m_desk->trigger("topUpAction");
    QTRY_VERIFY(dialog() != nullptr);
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("10"));
    QTRY_VERIFY2(bannerOf(dialog(), "sheetBanner").contains(QStringLiteral("connection")),
                 qPrintable(bannerOf(dialog(), "sheetBanner")));
    QVERIFY(!submitOf(dialog())->isEnabled());
}

void TestTopUp::opensOnceAndAtTheTypeAskedFor()
{
    m_desk->open();
    auto *card = m_desk->window().findChild<QWidget *>(QStringLiteral("poolCard2"));
    QVERIFY(card != nullptr);
    QTRY_VERIFY(card->isVisible());
    WindowFixture::click(card, "cardAction");
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(WindowFixture::in<QComboBox>(dialog(), "typeBox")->currentData().toString(),
             m_desk->session().summary().pools.at(1).type);
    TopUpDialog *first = dialog();
    m_desk->trigger("topUpAction");
    QCOMPARE(dialog(), first);
    QCOMPARE(m_desk->window().findChildren<TopUpDialog *>().size(), 1);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestTopUp)
#include "test_topup.moc"
