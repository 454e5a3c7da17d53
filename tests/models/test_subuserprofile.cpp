// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what the page of a sub-user is made of, against the sandbox: all of it, with each call
// missing, with errors, offline, and with the sub-user deleted elsewhere.

#include "api/endpoints/subusers.h"
#include "models/subusers/subuserprofile.h"
#include "tests/models/loadedaccount.h"

namespace relaybook {
namespace {

using testing::Loaded;
using ProfilePart = SubUserProfile::Part;
using Reported = SubUserProfile::Status;

constexpr ProfilePart profileParts[] = {ProfilePart::Row, ProfilePart::Traffic,
                                        ProfilePart::History};

bool isProfileLoading(const SubUserProfile &profile)
{
    return std::any_of(std::begin(profileParts), std::end(profileParts), [&](ProfilePart part) {
        return profile.status(part).state == Reported::Loading;
    });
}

/// Sends a call of somebody else, and waits for its answer.
template <class Endpoint>
void sendElsewhere(Loaded &f, const Endpoint &endpoint)
{
    bool done = false;
    std::optional<ApiError> error;
    const Call call = f.client->send(endpoint, &f.guard, [&](const auto &answer) {
        done = true;
        error = answer ? std::nullopt : std::optional(answer.error());
    });
    QTRY_VERIFY(done);
    QVERIFY2(!error, error ? qPrintable(error->message % u' ' % error->description) : "");
}

void giveTimes(Loaded &f, int times)
{
    for (int i = 0; i < times; ++i) {
        sendElsewhere(f, AddSubUserTraffic{f.subUser, TrafficAmount::fromUnits(10'000'000)});
    }
}

} // namespace

class TestSubUserProfile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everythingIsLoaded();
    void theHistoryIsReadPageByPage();
    void eachCallMayBeMissing_data();
    void eachCallMayBeMissing();
    void allCallsMayBeMissingAtOnce();
    void theAnalyticsFillIn();
    void anErrorIsOfItsPart_data();
    void anErrorIsOfItsPart();
    void offlineShowsWhatIsStored();
    void aSubUserDeletedElsewhereIsGone_data();
    void aSubUserDeletedElsewhereIsGone();
    void aSubUserThatLeavesTheListIsGone();
    void readingsMakeAForecast();
};

void TestSubUserProfile::everythingIsLoaded()
{
    Loaded f;
    const auto profile = f.session->subUserProfile(f.subUser);
    // What is stored is there at once.
    QCOMPARE(profile->row().id, f.subUser);
    QVERIFY(profile->use().left.has_value());
    QVERIFY(profile->status(ProfilePart::Traffic).state == Reported::NotLoaded);
    profile->load();
    QVERIFY(isProfileLoading(*profile));
    QTRY_VERIFY(!isProfileLoading(*profile));
    for (const ProfilePart part : profileParts) {
        QVERIFY(profile->status(part).state == Reported::Loaded);
        QVERIFY(profile->status(part).asOf.has_value());
    }
    QVERIFY(!profile->history().items.empty());
    QCOMPARE(profile->given(), profile->use().left->plus(*profile->use().used));
    TrafficAmount sum;
    for (const Allocation &row : profile->history().items) {
        sum = sum.plus(*row.added).value();
    }
    QCOMPARE(profile->given(), sum);
    QCOMPARE(profile->days().size(), size_t{1});                         // today
    QCOMPARE(f.server.counters().of("getAnalytics").arrived > 1, false); // only by the refresh
}

void TestSubUserProfile::theHistoryIsReadPageByPage()
{
    Loaded f;
    giveTimes(f, 25);
    const auto profile = f.session->subUserProfile(f.subUser);
    profile->load();
    QTRY_VERIFY(!isProfileLoading(*profile));
    const auto pageSize = static_cast<size_t>(SubUserProfile::historyPerPage);
    QCOMPARE(profile->history().items.size(), pageSize);
    const qint64 pages = profile->historyPages().value_or(0);
    QVERIFY(pages >= 3);
    QSet<qint64> ids;
    std::optional<qint64> before;
    for (qint64 page = 1; page <= pages; ++page) {
        profile->showHistory(page);
        QTRY_COMPARE(profile->historyPage(), page);
        for (const Allocation &row : profile->history().items) {
            QVERIFY2(!ids.contains(row.id), "on two pages");
            QVERIFY2(!before || row.id < *before, "not the newest first");
            before = row.id;
            ids.insert(row.id);
        }
    }
    QVERIFY(ids.size() >= 26);
    // An error keeps the page that is shown, and what is tried again is the page that failed.
    f.fault("error-500,on=listSubUserAllocations,next=3");
    profile->showHistory(1);
    QTRY_VERIFY(profile->status(ProfilePart::History).state == Reported::NotLoaded);
    QCOMPARE(profile->historyPage(), pages);
    f.server.faults().clearAll();
    profile->load(ProfilePart::History);
    QTRY_COMPARE(profile->historyPage(), qint64{1});
}

void TestSubUserProfile::eachCallMayBeMissing_data()
{
    QTest::addColumn<QByteArray>("operation");
    QTest::addColumn<int>("part");
    QTest::addColumn<int>("kind");
    const std::pair<const char *, ProfilePart> calls[] = {
        {"getSubUser", ProfilePart::Row},
        {"getSubUserTraffic", ProfilePart::Traffic},
        {"listSubUserAllocations", ProfilePart::History}};
    const std::pair<const char *, sandbox::MissingAnswer> answers[] = {
        {"404", sandbox::MissingAnswer::Status404},
        {"405", sandbox::MissingAnswer::Status405},
        {"501", sandbox::MissingAnswer::Status501},
        {"404 with a page", sandbox::MissingAnswer::HtmlPage404},
        {"a page", sandbox::MissingAnswer::HtmlPage200}};
    for (const auto &[operation, part] : calls) {
        for (const auto &[name, answer] : answers) {
            // How each status is read is the same for all calls.
            const bool isOften = answer == sandbox::MissingAnswer::Status404 ||
                                 answer == sandbox::MissingAnswer::HtmlPage200;
            if (isOften || part == ProfilePart::History) {
                QTest::addRow("%s, %s", operation, name)
                    << QByteArray(operation) << static_cast<int>(part) << static_cast<int>(answer);
            }
        }
    }
}

void TestSubUserProfile::eachCallMayBeMissing()
{
    QFETCH(QByteArray, operation);
    QFETCH(int, part);
    QFETCH(int, kind);
    Loaded f;
    sandbox::Offer offer;
    offer.without = {operation.toStdString()};
    offer.missingAnswer = static_cast<sandbox::MissingAnswer>(kind);
    QVERIFY(!f.server.setOffer(offer));
    const auto profile = f.session->subUserProfile(f.subUser);
    profile->load();
    QTRY_VERIFY(!isProfileLoading(*profile));
    for (const ProfilePart each : profileParts) {
        const bool isMissing = each == static_cast<ProfilePart>(part);
        QVERIFY2(profile->status(each).state ==
                     (isMissing ? Reported::NotOffered : Reported::Loaded),
                 qPrintable(QString::number(static_cast<int>(each))));
    }
    QVERIFY(!profile->isGone());
    QVERIFY(profile->use().left && profile->use().used);
    // The list is loaded to see whether the row is still there: it is.
    QTRY_VERIFY(f.allLoaded());
    QVERIFY(!profile->isGone());
}

// One answer has to settle what each 404 means.
void TestSubUserProfile::allCallsMayBeMissingAtOnce()
{
    Loaded f;
    sandbox::Offer offer;
    offer.onlyDocumented = true;
    QVERIFY(!f.server.setOffer(offer));
    const auto profile = f.session->subUserProfile(f.subUser);
    for (int round = 0; round < 3; ++round) {
        profile->load();
        QTRY_VERIFY(!isProfileLoading(*profile));
        for (const ProfilePart part : profileParts) {
            QVERIFY(profile->status(part).state == Reported::NotOffered);
        }
    }
    QVERIFY(!profile->isGone());
}

void TestSubUserProfile::theAnalyticsFillIn()
{
    Loaded f;
    // A row that was added by its id: nothing is known of it but that.
    const SubUserId other(f.server.subUserIds().back());
    sandbox::Offer offer;
    offer.without = {"getSubUser", "getSubUserTraffic", "listSubUsers"};
    QVERIFY(!f.server.setOffer(offer));
    sendElsewhere(f, DeleteSubUser{f.subUser});
    f.session->actions().storeGone(other);
    QTRY_VERIFY(!f.session->rows().subUser(other).has_value());
    QVERIFY(f.session->addedRows().addSubUsers({{other, QStringLiteral("Berlin office")}}));
    QTRY_VERIFY(f.session->rows().subUser(other).has_value());
    const auto profile = f.session->subUserProfile(other);
    QVERIFY(!profile->use().left.has_value());
    profile->load();
    QTRY_VERIFY(profile->use().left.has_value() && profile->use().used.has_value());
    const auto there = testing::objectOf(f.server.subUser(other.value()));
    QCOMPARE(profile->use().left->units(),
             there.value(QStringLiteral("traffic_balance_bytes")).toInteger());
    QVERIFY(profile->given().has_value());
}

void TestSubUserProfile::anErrorIsOfItsPart_data()
{
    QTest::addColumn<QByteArray>("operation");
    QTest::addColumn<int>("part");
    QTest::newRow("row") << QByteArray("getSubUser") << static_cast<int>(ProfilePart::Row);
    QTest::newRow("traffic") << QByteArray("getSubUserTraffic")
                             << static_cast<int>(ProfilePart::Traffic);
    QTest::newRow("history") << QByteArray("listSubUserAllocations")
                             << static_cast<int>(ProfilePart::History);
}

void TestSubUserProfile::anErrorIsOfItsPart()
{
    QFETCH(QByteArray, operation);
    QFETCH(int, part);
    Loaded f;
    f.fault(QByteArray("error-500,on=" + operation).constData());
    const auto profile = f.session->subUserProfile(f.subUser);
    profile->load();
    QTRY_VERIFY(!isProfileLoading(*profile));
    for (const ProfilePart each : profileParts) {
        const bool failed = each == static_cast<ProfilePart>(part);
        QVERIFY(profile->status(each).state == (failed ? Reported::NotLoaded : Reported::Loaded));
        QCOMPARE(profile->status(each).error.has_value(), failed);
    }
    f.server.faults().clearAll();
    profile->load(static_cast<ProfilePart>(part));
    QTRY_VERIFY(!isProfileLoading(*profile));
    QVERIFY(profile->status(static_cast<ProfilePart>(part)).state == Reported::Loaded);
}

void TestSubUserProfile::offlineShowsWhatIsStored()
{
    Loaded f;
    f.offline = true;
    f.open();
    const auto profile = f.session->subUserProfile(f.subUser);
    profile->load();
    QTRY_VERIFY(!isProfileLoading(*profile));
    for (const ProfilePart part : profileParts) {
        QVERIFY(profile->status(part).state == Reported::NotLoaded);
        QVERIFY(profile->status(part).error->kind == ErrorKind::Offline);
    }
    QVERIFY(profile->use().left.has_value());
    QVERIFY(!profile->row().username.isEmpty());
    QVERIFY(!profile->days().empty());
}

void TestSubUserProfile::aSubUserDeletedElsewhereIsGone_data()
{
    QTest::addColumn<bool>("emptyBody");
    QTest::addColumn<bool>("byHistory");
    QTest::newRow("with a code") << false << false;
    QTest::newRow("empty body") << true << false;
    QTest::newRow("a later page of the history") << false << true;
    QTest::newRow("a later page, empty body") << true << true;
}

void TestSubUserProfile::aSubUserDeletedElsewhereIsGone()
{
    QFETCH(bool, emptyBody);
    QFETCH(bool, byHistory);
    Loaded f;
    const auto profile = f.session->subUserProfile(f.subUser);
    profile->load();
    QTRY_VERIFY(!isProfileLoading(*profile));
    const QString name = profile->row().username;
    if (emptyBody) {
        f.fault("empty-errors");
    }
    sendElsewhere(f, DeleteSubUser{f.subUser});
    QVERIFY(!profile->isGone());
    byHistory ? profile->showHistory(1) : profile->load();
    QTRY_VERIFY(profile->isGone());
    QVERIFY(!isProfileLoading(*profile));
    QCOMPARE(profile->row().username, name);
    QVERIFY(!profile->history().items.empty());
    QTRY_VERIFY(!f.session->rows().subUser(f.subUser).has_value());
}

void TestSubUserProfile::aSubUserThatLeavesTheListIsGone()
{
    Loaded f;
    const auto profile = f.session->subUserProfile(f.subUser);
    sendElsewhere(f, DeleteSubUser{f.subUser});
    f.session->refresh(Area::SubUsers);
    QTRY_VERIFY(profile->isGone());
    QCOMPARE(profile->row().id, f.subUser);
}

void TestSubUserProfile::readingsMakeAForecast()
{
    Loaded f;
    f.fault("unlisted-drops"); // so that what is taken back looks as if it was used
    sendElsewhere(f, AddSubUserTraffic{f.subUser, TrafficAmount::fromUnits(2'000'000'000)});
    for (int day = 0; day < 6; ++day) {
        f.session->refresh(Area::SubUsers);
        QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loaded));
        f.session->flush();
        f.clock.advance(std::chrono::hours(24));
        sendElsewhere(f, DropSubUserTraffic{f.subUser, TrafficAmount::fromUnits(200'000'000)});
    }
    const auto profile = f.session->subUserProfile(f.subUser);
    profile->load();
    QTRY_VERIFY(!isProfileLoading(*profile));
    QVERIFY(profile->days().size() >= 6);
    QVERIFY(profile->forecast().has_value());
    QVERIFY(profile->forecast()->state == TrafficForecast::Lasts);
    QVERIFY(profile->forecast()->perDay.has_value());
    constexpr qint64 usedADay = 200'000'000;
    constexpr qint64 off = 30'000'000;
    QVERIFY(std::abs(profile->forecast()->perDay->units() - usedADay) < off);
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestSubUserProfile)
#include "test_subuserprofile.moc"
