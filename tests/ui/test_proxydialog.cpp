// SPDX-License-Identifier: GPL-3.0-or-later
// Tests editing a proxy: only what changed is sent, errors are shown at their field, nothing typed
// is lost.
#include "api/endpoints/proxies.h"
#include "models/text/format.h"
#include "tests/ui/windowfixture.h"
#include "ui/proxies/proxydialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/placebox.h"

#include <QApplication>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>

using namespace relaybook;
using relaybook::testing::WindowFixture;

class TestProxyDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void savedFromTheTableWithF2();
    void everythingIsReachedByTab();
    void onlyChangesAreNamedAndSent();
    void aMaskIsNeverSent();
    void problemsStandAtTheirField_data();
    void problemsStandAtTheirField();
    void serviceErrorsStandAtTheirField();
    void doubtfulAmountIsRefusedWithBothReadings();
    void anotherCountryEmptiesItsParts();
    void placesWithoutTheirList();
    void unknownWordsStayAsTheyAre();
    void aProxyThatKeepsItsAddressHasNoRotation();
    void leftOutChangesAreSaid();
    void failureLosesNothing();
    void lostAnswerCanBeLookedUp();
    void aLifetimeCannotBeLookedUp();
    void cancellingTooLateIsSaid();
    void goneProxyIsSaid();
    void closingWithChangesAsks();
    void undoChanges();
    void revokedTokenAsksOnTop();

private:
    ProxyDialog *open(const Proxy &proxy);
    ProxyDialog *open() { return open(proxy()); }
    [[nodiscard]] Proxy proxy() const
    {
        return m_desk->session().rows().proxy(m_id).value_or(Proxy{});
    }
    [[nodiscard]] Proxy onService() const;
    static Banner *bannerOf(ProxyDialog *dialog)
    {
        return WindowFixture::in<Banner>(dialog, "sheetBanner");
    }
    void choosePlace(ProxyDialog *dialog, const char *box, const QString &text)
    {
        WindowFixture::type(dialog, QByteArray(QByteArray(box) + "Line").constData(), text);
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
    ProxyId m_id;
};

void TestProxyDialog::init()
{
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->sandboxOptions.subUsers = 5;
    m_desk->sandboxOptions.transactions = 30;
    m_desk->open();
    // A proxy with a rotation of its own, so that the interval can be changed.
    for (const std::string &id : m_desk->server().proxyIds()) {
        m_id = ProxyId(QString::fromStdString(id));
        if (proxy().rotateType == QLatin1String("interval")) {
            break;
        }
    }
    QCOMPARE(proxy().rotateType, QStringLiteral("interval"));
}

ProxyDialog *TestProxyDialog::open(const Proxy &proxy)
{
    auto *dialog = new ProxyDialog(m_desk->context(), proxy, &m_desk->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    // The list of countries is loaded.
    const auto *country = WindowFixture::in<PlaceBox>(dialog, "countryBox");
    const auto *region = WindowFixture::in<PlaceBox>(dialog, "regionBox");
    [&] { QTRY_VERIFY(country->count() > 0 && region->count() > 0); }();
    return dialog;
}

Proxy TestProxyDialog::onService() const
{
    const auto json = m_desk->server().proxy(m_id.value().toStdString());
    return GetProxy::decode(QByteArray::fromStdString(json.value_or("{}"))).value_or(Proxy{});
}

void TestProxyDialog::savedFromTheTableWithF2()
{
    m_desk->trigger("showProxiesAction");
    auto *table = WindowFixture::in<QAbstractItemView>(m_desk->window().currentPage(), "table");
    QVERIFY(table != nullptr);
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    const QString before = table->model()->index(0, 0).data().toString();
    QTest::keyClick(&m_desk->window(), Qt::Key_F2);
    QTRY_VERIFY(m_desk->sheet("proxyDialog") != nullptr);
    auto *dialog = m_desk->sheet("proxyDialog");
    const QPointer<SheetDialog> guard(dialog);
    WindowFixture::type(dialog, "nameEdit", before + QStringLiteral("-renamed"));
    QTest::keyClick(dialog, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(guard.isNull());
    int found = 0;
    for (const std::string &id : m_desk->server().proxyIds()) {
        const auto json = m_desk->server().proxy(id);
        found += json && json->find(QString(before + QStringLiteral("-renamed")).toStdString()) !=
                             std::string::npos;
    }
    QCOMPARE(found, 1);
}

void TestProxyDialog::everythingIsReachedByTab()
{
    ProxyDialog *dialog = open();
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QStringList reached;
    constexpr int enough = 20;
    for (int i = 0; i < enough; ++i) {
        QWidget *at = QApplication::focusWidget();
        QVERIFY(at != nullptr);
        reached.append(at->objectName());
        QTest::keyClick(at, Qt::Key_Tab);
    }
    for (const char *name :
         {"nameEdit", "countryBox", "regionBox", "cityBox", "behaviorBox", "rotationBox",
          "intervalEdit", "limitEdit", "lifetimeEdit", "cancel"}) {
        QVERIFY2(reached.contains(QString::fromLatin1(name)), qPrintable(reached.join(u' ')));
    }
}

void TestProxyDialog::onlyChangesAreNamedAndSent()
{
    ProxyDialog *dialog = open();
    const QPointer<ProxyDialog> guard(dialog);
    const Proxy before = onService();
    QVERIFY(!dialog->submitButton()->isEnabled());
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("price-watch-london"));
    WindowFixture::type(dialog, "intervalEdit", QStringLiteral("17"));
    const QString summary = WindowFixture::textOf(dialog, "changesSummary");
    QVERIFY2(summary.contains(QStringLiteral("2 ")) &&
                 summary.endsWith(QStringLiteral("name, rotate_interval")),
             qPrintable(summary));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    const Proxy now = onService();
    QCOMPARE(now.name, QStringLiteral("price-watch-london"));
    QCOMPARE(now.rotateIntervalMinutes, std::optional<qint64>(17));
    QCOMPARE(now.country, before.country);
    QCOMPARE(now.region, before.region);
    QCOMPARE(now.trafficLimit, before.trafficLimit);
    QCOMPARE(proxy().name, now.name);
}

/// A field with a masked secret cannot be changed; the others can.
void TestProxyDialog::aMaskIsNeverSent()
{
    Proxy masked = proxy();
    masked.name = QString::fromUtf8("gw.example:80:bob:•••");
    masked.region = QString::fromUtf8("•••");
    ProxyDialog *dialog = open(masked);
    const QPointer<ProxyDialog> guard(dialog);
    const Proxy before = onService();
    QVERIFY(!WindowFixture::in<QLineEdit>(dialog, "nameEdit")->isEnabled());
    QVERIFY(!WindowFixture::in<PlaceBox>(dialog, "regionBox")->isEnabled());
    QVERIFY(WindowFixture::in<PlaceBox>(dialog, "cityBox")->isEnabled());
    WindowFixture::type(dialog, "intervalEdit", QStringLiteral("17"));
    QVERIFY(WindowFixture::textOf(dialog, "changesSummary")
                .endsWith(QStringLiteral("rotate_interval")));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService().rotateIntervalMinutes, std::optional<qint64>(17));
    QCOMPARE(onService().name, before.name);
    QCOMPARE(onService().region, before.region);
}

void TestProxyDialog::problemsStandAtTheirField_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("says");
    QTest::newRow("interval") << QStringLiteral("intervalEdit") << QStringLiteral("0")
                              << QStringLiteral("from 1 to 1440");
    QTest::newRow("limit") << QStringLiteral("limitEdit") << QStringLiteral("lots")
                           << QStringLiteral("not a number");
    QTest::newRow("lifetime") << QStringLiteral("lifetimeEdit") << QStringLiteral("-5")
                              << QStringLiteral("whole minutes");
    QTest::newRow("name") << QStringLiteral("nameEdit") << QString(256, QLatin1Char('x'))
                          << QStringLiteral("255");
    QTest::newRow("secret") << QStringLiteral("nameEdit")
                            << QStringLiteral("bob:hunter2@gw.example")
                            << QStringLiteral("looks like a password");
}

void TestProxyDialog::problemsStandAtTheirField()
{
    QFETCH(QString, field);
    QFETCH(QString, typed);
    QFETCH(QString, says);
    ProxyDialog *dialog = open();
    const QByteArray name = field.toLatin1();
    if (typed.size() > 100) {
        WindowFixture::in<QLineEdit>(dialog, name.constData())->setText(typed);
    } else {
        WindowFixture::type(dialog, name.constData(), typed);
    }
    m_desk->server().resetCounters();
    WindowFixture::click(dialog, "submit");
    QVERIFY(dialog->isVisible());
    QVERIFY2(WindowFixture::errorAt(dialog, name.constData()).contains(says),
             qPrintable(WindowFixture::errorAt(dialog, name.constData())));
    QVERIFY(!bannerOf(dialog)->isVisible());
    QVERIFY(WindowFixture::in<QWidget>(dialog, name.constData())->hasFocus());
    // Typing removes the error.
    WindowFixture::type(dialog, name.constData(), QStringLiteral("5"));
    QVERIFY(WindowFixture::errorAt(dialog, name.constData()).isEmpty());
}

void TestProxyDialog::serviceErrorsStandAtTheirField()
{
    ProxyDialog *dialog = open();
    const QPointer<ProxyDialog> guard(dialog);
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("kept"));
    choosePlace(dialog, "regionBox", QStringLiteral("Atlantis"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "regionBox").isEmpty());
    QVERIFY(WindowFixture::errorAt(dialog, "regionBox")
                .startsWith(QStringLiteral("The service says: ")));
    QVERIFY(!bannerOf(dialog)->isVisible());
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "nameEdit")->text(), QStringLiteral("kept"));
    // After the wrong one is corrected, the other change is still ready to be sent.
    choosePlace(dialog, "regionBox", proxy().region);
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService().name, QStringLiteral("kept"));
}

void TestProxyDialog::doubtfulAmountIsRefusedWithBothReadings()
{
    ProxyDialog *dialog = open();
    const QPointer<ProxyDialog> guard(dialog);
    WindowFixture::type(dialog, "limitEdit", QStringLiteral("1,234"));
    WindowFixture::click(dialog, "submit");
    const QString error = WindowFixture::errorAt(dialog, "limitEdit");
    QVERIFY2(error.contains(QStringLiteral("can mean 1234 or 1.234. Enter 1234 or 1.2340.")),
             qPrintable(error));
    WindowFixture::type(dialog, "limitEdit", QStringLiteral("1234"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService().trafficLimit, TrafficAmount::parseGb(u"1234"));
}

void TestProxyDialog::anotherCountryEmptiesItsParts()
{
    ProxyDialog *dialog = open();
    const QPointer<ProxyDialog> guard(dialog);
    const Proxy before = proxy();
    const QString other =
        before.country == QLatin1String("DE") ? QStringLiteral("FR") : QStringLiteral("DE");
    choosePlace(dialog, "countryBox", other);
    auto *region = WindowFixture::in<PlaceBox>(dialog, "regionBox");
    QTRY_VERIFY(region->value().isEmpty());
    QTRY_VERIFY(region->count() > 0 && region->itemText(0) != before.region);
    QVERIFY(WindowFixture::textOf(dialog, "changesSummary").contains(QStringLiteral("country")));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService().country, other);
}

void TestProxyDialog::placesWithoutTheirList()
{
    // Another type than before: nothing of it was read yet, and nothing can be read.
    QVERIFY(!m_desk->server().faults().set("error-500,on=listCountries"));
    QVERIFY(!m_desk->server().faults().set("error-500,on=listRegions"));
    QVERIFY(!m_desk->server().faults().set("error-500,on=listCities"));
    auto *dialog = new ProxyDialog(m_desk->context(), proxy(), &m_desk->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    const QPointer<ProxyDialog> guard(dialog);
    auto *banner = WindowFixture::in<Banner>(dialog, "placesBanner");
    QTRY_VERIFY(banner->isVisible());
    choosePlace(dialog, "countryBox", QStringLiteral("fr"));
    choosePlace(dialog, "cityBox", QStringLiteral("Paris"));
    m_desk->server().faults().clearAll();
    WindowFixture::click(dialog, "placesAgain");
    QTRY_VERIFY(WindowFixture::in<PlaceBox>(dialog, "countryBox")->count() > 0);
    QVERIFY(!banner->isVisible());
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService().country, QStringLiteral("FR"));
    QCOMPARE(onService().city, QStringLiteral("Paris"));
}

void TestProxyDialog::unknownWordsStayAsTheyAre()
{
    Proxy odd = proxy();
    odd.behavior = QStringLiteral("sticky");
    odd.rotateType = QStringLiteral("by_moon");
    ProxyDialog *dialog = open(odd);
    QCOMPARE(WindowFixture::in<WordBox>(dialog, "behaviorBox")->currentText(),
             QStringLiteral("sticky"));
    QCOMPARE(WindowFixture::in<WordBox>(dialog, "rotationBox")->currentText(),
             QStringLiteral("by_moon"));
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("only the name"));
    QVERIFY(WindowFixture::textOf(dialog, "changesSummary").endsWith(QStringLiteral(": name")));
}

void TestProxyDialog::aProxyThatKeepsItsAddressHasNoRotation()
{
    Proxy kept = proxy();
    kept.behavior = QStringLiteral("keep");
    kept.rotateType.clear();
    kept.rotateIntervalMinutes.reset();
    ProxyDialog *dialog = open(kept);
    auto *behavior = WindowFixture::in<WordBox>(dialog, "behaviorBox");
    const auto *rotation = WindowFixture::in<WordBox>(dialog, "rotationBox");
    QCOMPARE(behavior->currentText(), format::rotation(kept)); // the words of the table
    QCOMPARE(rotation->currentText(), QStringLiteral("None"));
    QVERIFY(!dialog->submitButton()->isEnabled()); // nothing is changed by these words
    behavior->setValue(QStringLiteral("rotate"));
    QCOMPARE(rotation->currentText(), QStringLiteral("Not reported"));
    QVERIFY2(WindowFixture::textOf(dialog, "changesSummary").endsWith(QStringLiteral(": behavior")),
             qPrintable(WindowFixture::textOf(dialog, "changesSummary")));
}

void TestProxyDialog::leftOutChangesAreSaid()
{
    QVERIFY(!m_desk->server().faults().set("ignore-open-fields"));
    ProxyDialog *dialog = open();
    const qint64 interval = proxy().rotateIntervalMinutes.value_or(0);
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("taken"));
    WindowFixture::type(dialog, "intervalEdit", QString::number(interval + 1));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(bannerOf(dialog)->isVisible());
    QCOMPARE(bannerOf(dialog)->tone(), Tone::Warning);
    QVERIFY2(bannerOf(dialog)->text().contains(QStringLiteral("rotate_interval")),
             qPrintable(bannerOf(dialog)->text()));
    QVERIFY(!bannerOf(dialog)->text().contains(QStringLiteral("name,")));
    QVERIFY(dialog->isVisible());
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "intervalEdit")->text(),
             QString::number(interval));
    QCOMPARE(onService().name, QStringLiteral("taken"));
    // Nothing is left to lose.
    const QPointer<ProxyDialog> guard(dialog);
    WindowFixture::click(dialog, "cancel");
    QTRY_VERIFY(guard.isNull());
}

void TestProxyDialog::failureLosesNothing()
{
    ProxyDialog *dialog = open();
    const QPointer<ProxyDialog> guard(dialog);
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("second try"));
    QVERIFY(!m_desk->server().faults().set("forbid=1005,next=1,on=updateProxy"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(bannerOf(dialog)->isVisible());
    QCOMPARE(bannerOf(dialog)->tone(), Tone::Bad);
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "nameEdit")->text(),
             QStringLiteral("second try"));
    WindowFixture::click(dialog, "showDetails");
    QTRY_VERIFY(m_desk->sheet("errorDetailsDialog") != nullptr);
    QVERIFY(WindowFixture::textOf(m_desk->sheet("errorDetailsDialog"), "errorDetailsText")
                .contains(QStringLiteral("1005")));
    m_desk->sheet("errorDetailsDialog")->reject();
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService().name, QStringLiteral("second try"));
}

void TestProxyDialog::lostAnswerCanBeLookedUp()
{
    ProxyDialog *dialog = open();
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("done unseen"));
    QVERIFY(!m_desk->server().faults().set("do-and-drop=close,next=1,on=updateProxy"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(bannerOf(dialog)->isVisible());
    QVERIFY(bannerOf(dialog)->lead().contains(QStringLiteral("may or may not")));
    WindowFixture::click(dialog, "lookNow");
    QTRY_COMPARE(bannerOf(dialog)->tone(), Tone::Good);
    QVERIFY(!dialog->submitButton()->isEnabled());
}

void TestProxyDialog::aLifetimeCannotBeLookedUp()
{
    ProxyDialog *dialog = open();
    WindowFixture::type(dialog, "lifetimeEdit", QStringLiteral("90"));
    QVERIFY(!m_desk->server().faults().set("drop=close,next=1,on=updateProxy"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(bannerOf(dialog)->isVisible());
    WindowFixture::click(dialog, "lookNow");
    QTRY_VERIFY2(bannerOf(dialog)->lead().contains(QStringLiteral("lifetime")),
                 qPrintable(bannerOf(dialog)->lead()));
    QCOMPARE(bannerOf(dialog)->tone(), Tone::Warning);
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "lifetimeEdit")->text(), QStringLiteral("90"));
    QVERIFY(dialog->submitButton()->isEnabled());
}

void TestProxyDialog::cancellingTooLateIsSaid()
{
    ProxyDialog *dialog = open();
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("cancelled late"));
    QVERIFY(!m_desk->server().faults().set("latency=60000,next=1,on=updateProxy"));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(m_desk->server().counters().of("updateProxy").arrived, std::uint64_t(1));
    WindowFixture::click(dialog, "cancel");
    QCOMPARE(dialog->state(), SheetDialog::State::Editing);
    QVERIFY(bannerOf(dialog)->isVisible());
    QVERIFY(bannerOf(dialog)->lead().contains(QStringLiteral("already sent")));
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "nameEdit")->text(),
             QStringLiteral("cancelled late"));
    m_desk->server().endLatency();
    WindowFixture::click(dialog, "lookNow");
    QTRY_COMPARE(bannerOf(dialog)->tone(), Tone::Good);
    QCOMPARE(onService().name, QStringLiteral("cancelled late"));
}

void TestProxyDialog::goneProxyIsSaid()
{
    ProxyDialog *dialog = open();
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("too late"));
    bool deleted = false;
    const Call call = m_desk->connection().client().send(
        DeleteProxy{m_id}, this,
        [&deleted](const Result<Done> &answer) { deleted = answer.has_value(); });
    QTRY_VERIFY(deleted);
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(bannerOf(dialog)->isVisible());
    QVERIFY(bannerOf(dialog)->lead().contains(QStringLiteral("no longer on the service")));
    QVERIFY(!dialog->submitButton()->isEnabled());
    const QPointer<ProxyDialog> guard(dialog);
    WindowFixture::click(dialog, "cancel");
    QTRY_VERIFY(guard.isNull());
    QTRY_VERIFY(!m_desk->session().rows().proxy(m_id));
}

void TestProxyDialog::closingWithChangesAsks()
{
    ProxyDialog *dialog = open();
    const QPointer<ProxyDialog> guard(dialog);
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("unsaved"));
    // The window's own close button too.
    m_desk->window().close();
    QVERIFY(m_desk->window().isVisible());
    QVERIFY(dialog->isVisible());
    QTRY_VERIFY(bannerOf(dialog)->isVisible());
    WindowFixture::click(dialog, "keepEditing");
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "nameEdit")->text(), QStringLiteral("unsaved"));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(bannerOf(dialog)->isVisible());
    WindowFixture::click(dialog, "discardChanges");
    QTRY_VERIFY(guard.isNull());
    QVERIFY(onService().name != QStringLiteral("unsaved"));
}

void TestProxyDialog::undoChanges()
{
    ProxyDialog *dialog = open();
    const QString before = WindowFixture::in<QLineEdit>(dialog, "nameEdit")->text();
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("oops"));
    WindowFixture::type(dialog, "limitEdit", QStringLiteral("9,999"));
    WindowFixture::click(dialog, "submit");
    QVERIFY(!WindowFixture::errorAt(dialog, "limitEdit").isEmpty());
    WindowFixture::click(dialog, "undoChanges");
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "nameEdit")->text(), before);
    QVERIFY(WindowFixture::errorAt(dialog, "limitEdit").isEmpty());
    QVERIFY(!dialog->submitButton()->isEnabled());
}

void TestProxyDialog::revokedTokenAsksOnTop()
{
    ProxyDialog *dialog = open();
    const QPointer<ProxyDialog> guard(dialog);
    WindowFixture::type(dialog, "nameEdit", QStringLiteral("not lost"));
    QVERIFY(!m_desk->server().faults().set("revoke-token"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(m_desk->sheet("signInDialog") != nullptr);
    QVERIFY(dialog->isVisible());
    QCOMPARE(m_desk->sheet("signInDialog")->parentWidget(), dialog);
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "nameEdit")->text(), QStringLiteral("not lost"));
    // Signing in again by e-mail gives a new token; the owner of the window uses it.
    QSignalSpy connected(&m_desk->window().signIn(), &SignInFlow::connected);
    auto *signIn = m_desk->sheet("signInDialog");
    const sandbox::Access access = m_desk->server().access();
    WindowFixture::click(signIn, "useEmail");
    WindowFixture::type(signIn, "emailEdit", QString::fromStdString(access.email));
    WindowFixture::type(signIn, "passwordEdit", QString::fromStdString(access.password));
    WindowFixture::click(signIn, "submit");
    QTRY_COMPARE(signIn->submitButton()->text(), QStringLiteral("Connect"));
    WindowFixture::click(signIn, "submit");
    QTRY_COMPARE(connected.size(), 1);
    const auto result = connected.front().front().value<SignInResult>();
    m_desk->connection().auth().setPersonalToken(result.personalToken);
    QTRY_VERIFY(m_desk->sheet("signInDialog") == nullptr);
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(guard.isNull());
    QCOMPARE(onService().name, QStringLiteral("not lost"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestProxyDialog)
#include "test_proxydialog.moc"
