// SPDX-License-Identifier: GPL-3.0-or-later
// What traffic costs, as a person finds out: on the window, with the sandbox's prices. What is
// shown is exact, what is in doubt is refused, and what would be cheaper is named.
#include "tests/ui/windowfixture.h"
#include "ui/charts/pricecurve.h"
#include "ui/dialogs/topupdialog.h"
#include "ui/dialogs/topupform.h"
#include "ui/dialogs/typednumber.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/rowlist.h"

#include <QApplication>
#include <QComboBox>
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
    void adviserTakesOver();
    void tierIsTakenOver();
    void tooDearOffersWhatFits();
    void opensOnceAndAtTheTypeAskedFor();

private:
    [[nodiscard]] TopUpDialog *dialog()
    {
        return qobject_cast<TopUpDialog *>(m_desk->sheet("topUpDialog"));
    }
    [[nodiscard]] std::optional<OrderDraft> draft()
    {
        return WindowFixture::in<TopUpForm>(dialog(), "topUpForm")->draft();
    }
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
    void openDialog()
    {
        m_desk->open();
        QTest::keyClick(&m_desk->window(), Qt::Key_T, Qt::ControlModifier);
        QTRY_VERIFY(dialog() != nullptr);
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
    row("95,5", "en_US", "", "point");
    row("1,234", "en_US", "", "1234 GB or 1.234 GB");
    row("1,234", "de_DE", "", "1234 GB or 1.234 GB");
    row("1.234", "de_DE", "", "1234 GB or 1.234 GB");
    row("1.234", "en_US", "", "steps of 0.01");
    row("0.001", "en_US", "", "smallest order");
    row("0", "en_US", "", "smallest order");
    row("-5", "en_US", "", "0 GB or more");
    row("1,234,567", "en_US", "", "without separators");
    row("ten", "en_US", "", "not a number");
    row("1e3", "en_US", "", "not a number");
    row("99999999999999999999", "en_US", "", "counted");
    row("", "en_US", "", "");
}

void TestTopUp::amountsAreReadStrictly()
{
    QFETCH(QString, typed);
    QFETCH(QString, locale);
    QFETCH(QString, read);
    QFETCH(QString, says);
    const auto amount = readOrderAmount(typed, QLocale(locale));
    QCOMPARE(amount.value ? amount.value->gbText() : QString(), read);
    QVERIFY2(amount.problem.contains(says), qPrintable(amount.problem));
    QCOMPARE(amount.problem.isEmpty(), says.isEmpty());
}

void TestTopUp::previewFollowsTheAmount()
{
    openDialog();
    QVERIFY(!draft());
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
    QCOMPARE(draft()->quote.value(), price);
    QVERIFY(
        !WindowFixture::in<PriceCurve>(dialog(), "priceCurve")->accessibleDescription().isEmpty());
    auto *tiers = WindowFixture::in<QTableView>(dialog(), "tierTable");
    QCOMPARE(tiers->selectionModel()->selectedRows().size(), 1);
    // Another type, other prices; what was typed stays.
    WindowFixture::in<QComboBox>(dialog(), "typeBox")->setCurrentIndex(1);
    QCOMPARE(draft()->amount, price.amount);
    QVERIFY(draft()->quote.value() != price);
    QVERIFY(sums(dialog()) != shown);
    QCOMPARE(m_desk->server().counters().ordersArrived(), std::uint64_t{0});
}

void TestTopUp::figureInDoubtIsRefused()
{
    openDialog();
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("1,234"));
    const QString error = WindowFixture::errorAt(dialog(), "amountEdit");
    QVERIFY2(error.contains(QStringLiteral("1234 GB or 1.234 GB")), qPrintable(error));
    QVERIFY(!draft());
    WindowFixture::type(dialog(), "amountEdit", QStringLiteral("12"));
    QVERIFY(WindowFixture::errorAt(dialog(), "amountEdit").isEmpty());
    QVERIFY(draft());
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
    QVERIFY2(advice.contains(QStringLiteral("is missing")), qPrintable(advice));
    QVERIFY(!draft());
    WindowFixture::click(WindowFixture::in(dialog(), "topUpAdvice"), "useLargest");
    QVERIFY(draft());
    const auto amount =
        readOrderAmount(WindowFixture::in<QLineEdit>(dialog(), "amountEdit")->text(), QLocale::c());
    QVERIFY(amount.value);
    const auto price = quote(m_desk->session().summary().pools.at(0).prices, *amount.value);
    QVERIFY(price && price->cost <= m_desk->session().summary().balance.value_or(Money()));
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

QTEST_MAIN(TestTopUp)
#include "test_topup.moc"
