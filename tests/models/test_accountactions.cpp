// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what dialogs do to an account: notes and proxies are saved, rows and places are read, and
// every refusal, lost answer and result is reported once.
#include "api/endpoints/proxies.h"
#include "api/endpoints/subusers.h"
#include "models/account/accountactions.h"
#include "models/store/accountstore.h"
#include "tests/models/loadedaccount.h"

#include <string_view>

namespace relaybook {
namespace {

using testing::Loaded;

/// The result of an action.
template <class T>
struct Outcome
{
    int calls = 0;
    std::optional<T> value;
    std::optional<ApiError> error;
    Call call;

    auto handler()
    {
        return [this](const Result<T> &result) {
            ++calls;
            value = result ? std::optional(*result) : std::nullopt;
            error = result ? std::nullopt : std::optional(result.error());
        };
    }
};

/// Asks for one proxy whose answer the service has ready, but keeps until f.server.endLatency().
struct LateProxy
{
    explicit LateProxy(Loaded &fixture)
        : f(fixture)
    {
        rename(QStringLiteral("older"));
        f.fault("latency=60000,on=getProxy,next=1");
        f.server.resetCounters();
        outcome.call = f.session->actions().readProxy(f.proxy, &f.guard, outcome.handler());
        [this] { QTRY_COMPARE(f.server.counters().of("getProxy").arrived, std::uint64_t(1)); }();
    }
    void renameElsewhere() const { rename(QStringLiteral("newer")); }
    [[nodiscard]] QString stored() const { return f.session->rows().proxy(f.proxy)->name; }

    Loaded &f;
    Outcome<Proxy> outcome;

private:
    /// Not by this account's session.
    void rename(const QString &name) const
    {
        ProxyEdit edit;
        edit.name = name;
        const Request request = UpdateProxy{f.proxy, edit}.toRequest();
        sandbox::Incoming in;
        in.method = "PUT";
        in.host = f.access.url.substr(std::string_view("http://").size());
        in.path = "/v1/proxies/" + f.proxy.value().toStdString();
        in.authorization = "Bearer " + f.access.personalToken;
        in.body = request.body.toStdString();
        QCOMPARE(f.server.answer(in).status, 200);
    }
};

} // namespace

class TestAccountActions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNoteIsSaved_data();
    void aNoteIsSaved();
    void aNoteIsNoReadingOfFigures();
    void aNoteThatIsRefused();
    void aNoteWithoutAnAnswer();
    void aNoteForSomebodyWhoIsGone_data();
    void aNoteForSomebodyWhoIsGone();
    void aProxyIsSaved();
    void aFieldTheServiceLeavesOut();
    void aProxyThatIsRefused();
    void aProxyWhoseAnswerWasLost();
    void aDroppedHandleIsNotHeard();
    void aChangeThatWaitsIsNotSent();
    void aDraftThatWentOnIsKept();
    void aProxySavedWhileTheListIsReadStays();
    void aNoteSavedWhileTheListIsReadStays();
    void aRowRemovedWhileTheListIsReadStaysRemoved();
    void anAnswerOfBeforeAChangeIsAskedForAgain();
    void anAnswerOfBeforeTheListIsAskedForAgain();
    void anAnswerOfBeforeThePageDoesNotReplaceItsRow();
    void anAnswerOfBeforeADeletionDoesNotBringTheRowBack();
    void actionsOffline();
    void freshRowsAreRead();
    void placesAreAskedOnce();
    void fieldsLeftOutAreNamed();
};

void TestAccountActions::aNoteIsSaved_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("answered with the note") << QByteArray();
    QTest::newRow("answered with the sub-user") << QByteArray("note-answer=sub-user");
    QTest::newRow("answered with nothing") << QByteArray("note-answer=empty");
    QTest::newRow("unwrapped") << QByteArray("unwrapped");
    QTest::newRow("answered with nothing, then not readable")
        << QByteArray("note-answer=empty error-500,on=getSubUser");
}

void TestAccountActions::aNoteIsSaved()
{
    QFETCH(QByteArray, fault);
    Loaded f;
    const QByteArrayList faults = fault.isEmpty() ? QByteArrayList() : fault.split(' ');
    for (const QByteArray &each : faults) {
        f.fault(each.constData());
    }
    auto model = f.session->queries().makeSubUserModel();
    QTRY_VERIFY(model->isSettled());
    const QString before = f.session->rows().subUser(f.subUser)->note.value_or(QString());
    const QString note = QStringLiteral("VIP — do not cut off\nInvoice 2231 paid");
    f.session->kept().saveDraft(f.subUser, note, before);
    Outcome<SubUser> outcome;
    outcome.call = f.session->actions().saveNote(f.subUser, note, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.value.has_value());
    QCOMPARE(outcome.value->note, note);
    // The service, the store and the row have it.
    QCOMPARE(f.noteThere(), note);
    QCOMPARE(f.session->rows().subUser(f.subUser)->note, note);
    const auto shown = [&] {
        return model->index(model->rowOf(f.subUser.value()), SubUserTableModel::column("note"))
            .data()
            .toString();
    };
    QTRY_COMPARE(shown(), QStringLiteral("VIP — do not cut off …"));
    QVERIFY(!f.session->kept().draft(f.subUser).has_value());
    if (!before.isEmpty()) {
        f.session->flush();
        QCOMPARE(f.session->kept().earlierNotes(f.subUser).at(0).text, before);
    }
    QCOMPARE(f.server.counters().of("updateSubUserNote").performed, std::uint64_t{1});
    model.reset();
    f.open();
    QCOMPARE(f.session->rows().subUser(f.subUser)->note, note);
    // Nothing is read for it, whatever the form of the answer.
    QCOMPARE(f.server.counters().of("getSubUser").arrived, std::uint64_t{0});
}

/// The answer had the note alone, so how much was used by then is not known.
void TestAccountActions::aNoteIsNoReadingOfFigures()
{
    using std::chrono_literals::operator""h;
    Loaded f;
    f.clock.advance(std::chrono::minutes(1));
    const Instant savedAt = f.clock.now();
    Outcome<SubUser> outcome;
    outcome.call = f.session->actions().saveNote(f.subUser, QStringLiteral("Trial"), &f.guard,
                                                 outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    const auto store = AccountStore::open(f.close(), f.clock);
    QVERIFY(store);
    const auto readings = (*store)->read([&](CacheReader &reader) {
        return reader.subUserUse(f.subUser, savedAt - 24h, savedAt + 24h);
    });
    QVERIFY(readings);
    QCOMPARE(readings->size(), size_t(1)); // of the list
    QVERIFY(readings->front().at < savedAt);
    const auto stored =
        (*store)->read([&](CacheReader &reader) { return reader.subUser(f.subUser.value()); });
    QCOMPARE(stored.value()->note, QStringLiteral("Trial"));
}

void TestAccountActions::aNoteThatIsRefused()
{
    Loaded f;
    const auto before = f.session->rows().subUser(f.subUser);
    const QString tooLong(100'000, u'x');
    f.session->kept().saveDraft(f.subUser, tooLong, {});
    Outcome<SubUser> outcome;
    outcome.call = f.session->actions().saveNote(f.subUser, tooLong, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error.has_value());
    QVERIFY(outcome.error->kind == ErrorKind::Validation);
    QCOMPARE(outcome.error->fields.at(0).field, QStringLiteral("note"));
    QVERIFY(f.session->rows().subUser(f.subUser) == before);
    QCOMPARE(f.session->kept().draft(f.subUser)->text, tooLong);
}

void TestAccountActions::aNoteWithoutAnAnswer()
{
    Loaded f;
    f.fault("do-and-drop=close,next=1");
    Outcome<SubUser> outcome;
    outcome.call = f.session->actions().saveNote(f.subUser, QStringLiteral("Trial"), &f.guard,
                                                 outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error.has_value());
    QVERIFY(outcome.error->mayHaveHappened);
    QCOMPARE(f.noteThere(), QStringLiteral("Trial"));
    QCOMPARE(f.server.counters().of("updateSubUserNote").arrived, std::uint64_t{1});
    // It is read again without a request by the user: the row shows the actual state.
    QTRY_COMPARE(f.session->rows().subUser(f.subUser)->note, QStringLiteral("Trial"));
}

void TestAccountActions::aNoteForSomebodyWhoIsGone_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("with a code") << QByteArray();
    QTest::newRow("with an empty body") << QByteArray("empty-errors");
}

void TestAccountActions::aNoteForSomebodyWhoIsGone()
{
    QFETCH(QByteArray, fault);
    Loaded f;
    if (!fault.isEmpty()) {
        f.fault(fault.constData());
    }
    const SubUserId nobody(99'999'999);
    auto model = f.session->queries().makeSubUserModel();
    QTRY_VERIFY(model->isSettled());
    const auto listed = f.server.counters().of("listSubUsers").answered;
    Outcome<SubUser> outcome;
    outcome.call =
        f.session->actions().saveNote(nobody, QStringLiteral("x"), &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error->kind == ErrorKind::NotFound);
    QVERIFY(!outcome.error->mayHaveHappened); // it can be saved again, so it is no unknown outcome
    QTRY_COMPARE(f.server.counters().of("listSubUsers").answered, listed + 1);
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loaded));
    QCOMPARE(f.session->summary().subUsers, 10);
}

void TestAccountActions::aProxyIsSaved()
{
    Loaded f;
    auto model = f.session->queries().makeProxyModel();
    QTRY_VERIFY(model->isSettled());
    ProxyEdit edit;
    edit.name = QStringLiteral("price-watch-london");
    Outcome<ProxySaved> outcome;
    outcome.call = f.session->actions().saveProxy(f.proxy, edit, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.value.has_value());
    QCOMPARE(outcome.value->now.name, *edit.name);
    QCOMPARE(outcome.value->leftOut, QStringList());
    QCOMPARE(f.proxyThere().value(QStringLiteral("name")).toString(), *edit.name);
    QCOMPARE(f.session->rows().proxy(f.proxy)->name, *edit.name);
    const qint64 key = f.session->rows().keyOf(f.proxy).value();
    const auto shown = [&] {
        return model->index(model->rowOf(key), ProxyTableModel::column("name")).data().toString();
    };
    QTRY_COMPARE(shown(), *edit.name);
    model.reset();
    f.open();
    QCOMPARE(f.session->rows().proxy(f.proxy)->name, *edit.name);
}

void TestAccountActions::aFieldTheServiceLeavesOut()
{
    Loaded f;
    f.fault("ignore-open-fields");
    const auto before = f.session->rows().proxy(f.proxy);
    ProxyEdit edit;
    edit.name = QStringLiteral("renamed");
    edit.trafficLimit = TrafficAmount::fromUnits(987 * TrafficAmount::unitsPerGb);
    Outcome<ProxySaved> outcome;
    outcome.call = f.session->actions().saveProxy(f.proxy, edit, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.value.has_value());
    QCOMPARE(outcome.value->leftOut, QStringList(QStringLiteral("traffic_limit")));
    QCOMPARE(f.session->rows().proxy(f.proxy)->name, QStringLiteral("renamed"));
    QVERIFY(f.session->rows().proxy(f.proxy)->trafficLimit == before->trafficLimit);
}

void TestAccountActions::aProxyThatIsRefused()
{
    Loaded f;
    const auto before = f.session->rows().proxy(f.proxy);
    ProxyEdit edit;
    edit.rotateType = QStringLiteral("interval");
    edit.rotateIntervalMinutes = 0;
    Outcome<ProxySaved> outcome;
    outcome.call = f.session->actions().saveProxy(f.proxy, edit, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error.has_value());
    QVERIFY(outcome.error->kind == ErrorKind::Validation);
    QCOMPARE(outcome.error->fields.at(0).field, QStringLiteral("rotate_interval"));
    QVERIFY(f.session->rows().proxy(f.proxy) == before);
}

void TestAccountActions::aProxyWhoseAnswerWasLost()
{
    Loaded f;
    f.fault("do-and-drop=reset,next=1");
    ProxyEdit edit;
    edit.name = QStringLiteral("done-after-all");
    Outcome<ProxySaved> outcome;
    outcome.call = f.session->actions().saveProxy(f.proxy, edit, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.error->mayHaveHappened);
    QTRY_COMPARE(f.session->rows().proxy(f.proxy)->name, QStringLiteral("done-after-all"));
    QCOMPARE(f.server.counters().of("updateProxy").arrived, std::uint64_t{1});
}

void TestAccountActions::aDroppedHandleIsNotHeard()
{
    Loaded f;
    const auto arrived = [&f] { return f.server.counters().of("updateSubUserNote").arrived; };
    Outcome<SubUser> outcome;
    f.fault("latency=60000,next=1,on=updateSubUserNote");
    outcome.call = f.session->actions().saveNote(f.subUser, QStringLiteral("kept"), &f.guard,
                                                 outcome.handler());
    QTRY_COMPARE(arrived(), std::uint64_t(1));
    QVERIFY(!outcome.call.isUnsent());
    QVERIFY(!outcome.call.withdraw());
    f.server.endLatency();
    // A change that was sent still happens, and its result is stored.
    QTRY_COMPARE(f.session->rows().subUser(f.subUser)->note, QStringLiteral("kept"));
    QCOMPARE(outcome.calls, 0);

    auto shortLived = std::make_unique<QObject>();
    outcome.call = f.session->actions().saveNote(f.subUser, QStringLiteral("again"),
                                                 shortLived.get(), outcome.handler());
    shortLived.reset();
    QTRY_COMPARE(f.session->rows().subUser(f.subUser)->note, QStringLiteral("again"));
    QCOMPARE(outcome.calls, 0);
}

void TestAccountActions::aChangeThatWaitsIsNotSent()
{
    Loaded f;
    const QString before = f.noteThere();
    Outcome<SubUser> note;
    f.pacer.refused(Budget::Reseller, std::chrono::seconds(60));
    note.call = f.session->actions().saveNote(f.subUser, QStringLiteral("too soon"), &f.guard,
                                              note.handler());
    QCoreApplication::processEvents();
    QVERIFY(note.call.isUnsent());
    QVERIFY(note.call.withdraw());
    Outcome<ProxySaved> proxy;
    f.pacer.refused(Budget::Personal, std::chrono::seconds(60));
    ProxyEdit edit;
    edit.name = QStringLiteral("too soon");
    proxy.call = f.session->actions().saveProxy(f.proxy, edit, &f.guard, proxy.handler());
    proxy.call = {};
    // When there is room again, only what was requested later arrives.
    f.clock.advance(std::chrono::seconds(61));
    Outcome<SubUser> read;
    read.call = f.session->actions().readSubUser(f.subUser, &f.guard, read.handler());
    Outcome<Proxy> readProxy;
    readProxy.call = f.session->actions().readProxy(f.proxy, &f.guard, readProxy.handler());
    QTRY_COMPARE(read.calls, 1);
    QTRY_COMPARE(readProxy.calls, 1);
    QCOMPARE(f.server.counters().of("updateSubUserNote").arrived, std::uint64_t(0));
    QCOMPARE(f.server.counters().of("updateProxy").arrived, std::uint64_t(0));
    QCOMPARE(f.noteThere(), before);
    QCOMPARE(note.calls + proxy.calls, 0);
}

void TestAccountActions::aDraftThatWentOnIsKept()
{
    Loaded f;
    f.session->kept().saveDraft(f.subUser, QStringLiteral("saved"), {});
    f.fault("latency=300,next=1,on=updateSubUserNote");
    Outcome<SubUser> outcome;
    outcome.call = f.session->actions().saveNote(f.subUser, QStringLiteral("saved"), &f.guard,
                                                 outcome.handler());
    f.session->kept().saveDraft(f.subUser, QStringLiteral("saved, and more"), {});
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(outcome.value);
    QVERIFY(f.session->kept().draft(f.subUser));
    QCOMPARE(f.session->kept().draft(f.subUser)->text, QStringLiteral("saved, and more"));
    outcome.call = f.session->actions().saveNote(f.subUser, QStringLiteral("saved, and more"),
                                                 &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 2);
    QVERIFY(!f.session->kept().draft(f.subUser));
}

/// The first page is from before the change, and the list is stored after it.
void TestAccountActions::aProxySavedWhileTheListIsReadStays()
{
    Loaded f;
    const auto stored = [&f] { return f.session->rows().proxy(f.proxy)->name; };
    f.fault("paged-lists=5");
    f.fault("latency=60000,on=listProxies,after=1,next=1");
    f.server.resetCounters();
    f.session->refresh(Area::Proxies);
    QTRY_COMPARE(f.server.counters().of("listProxies").arrived, std::uint64_t(2));
    Outcome<ProxySaved> outcome;
    ProxyEdit edit;
    edit.name = QStringLiteral("named meanwhile");
    outcome.call = f.session->actions().saveProxy(f.proxy, edit, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QCOMPARE(stored(), QStringLiteral("named meanwhile"));
    QVERIFY(f.areaIs(Area::Proxies, AreaStatus::Loading));
    f.server.endLatency();
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    QCOMPARE(stored(), QStringLiteral("named meanwhile"));
    QCOMPARE(f.session->summary().proxies, 12);
}

void TestAccountActions::aNoteSavedWhileTheListIsReadStays()
{
    Loaded f;
    f.fault("paged-lists=5");
    f.fault("latency=60000,on=listSubUsers,after=1,next=1");
    f.server.resetCounters();
    f.session->refresh(Area::SubUsers);
    QTRY_COMPARE(f.server.counters().of("listSubUsers").arrived, std::uint64_t(2));
    Outcome<SubUser> outcome;
    outcome.call = f.session->actions().saveNote(f.subUser, QStringLiteral("typed here"), &f.guard,
                                                 outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QVERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loading));
    f.server.endLatency();
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loaded));
    QCOMPARE(f.session->rows().subUser(f.subUser)->note, QStringLiteral("typed here"));
    QCOMPARE(f.session->summary().subUsers, 10);
}

/// The first page has it, and with it the rows of the later pages have moved.
void TestAccountActions::aRowRemovedWhileTheListIsReadStaysRemoved()
{
    Loaded f;
    f.fault("paged-lists=5");
    f.fault("latency=60000,on=listSubUsers,after=1,next=1");
    f.server.resetCounters();
    f.session->refresh(Area::SubUsers);
    QTRY_COMPARE(f.server.counters().of("listSubUsers").arrived, std::uint64_t(2));
    Outcome<DeleteSubUser::Response> deleted; // elsewhere
    deleted.call = f.client->send(DeleteSubUser{f.subUser}, &f.guard, deleted.handler());
    QTRY_COMPARE(deleted.calls, 1);
    QVERIFY(deleted.value);
    Outcome<SubUser> outcome;
    outcome.call = f.session->actions().readSubUser(f.subUser, &f.guard, outcome.handler());
    QTRY_COMPARE(outcome.calls, 1);
    QTRY_VERIFY(!f.session->rows().subUser(f.subUser));
    QVERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loading));
    bool cameBack = false;
    connect(f.session.get(), &AccountSession::summaryChanged, &f.guard,
            [&] { cameBack = cameBack || f.session->rows().subUser(f.subUser); });
    f.server.endLatency();
    QTRY_VERIFY(f.areaIs(Area::SubUsers, AreaStatus::Loaded));
    QVERIFY(!cameBack && !f.session->rows().subUser(f.subUser));
    QCOMPARE(f.session->summary().subUsers, 9); // none of the others is missing
}

/// A service may evaluate a request and send its answer much later.
void TestAccountActions::anAnswerOfBeforeAChangeIsAskedForAgain()
{
    Loaded f;
    LateProxy late(f);
    Outcome<ProxySaved> saved;
    ProxyEdit edit;
    edit.name = QStringLiteral("newer");
    saved.call = f.session->actions().saveProxy(f.proxy, edit, &f.guard, saved.handler());
    QTRY_COMPARE(saved.calls, 1);
    f.server.endLatency();
    QTRY_COMPARE(late.outcome.calls, 1);
    QCOMPARE(late.outcome.value->name, QStringLiteral("newer"));
    QCOMPARE(late.stored(), QStringLiteral("newer"));
    QCOMPARE(f.server.counters().of("getProxy").arrived, std::uint64_t(2));
}

void TestAccountActions::anAnswerOfBeforeTheListIsAskedForAgain()
{
    Loaded f;
    LateProxy late(f);
    late.renameElsewhere();
    f.session->refresh(Area::Proxies);
    QTRY_COMPARE(late.stored(), QStringLiteral("newer"));
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    f.server.endLatency();
    QTRY_COMPARE(late.outcome.calls, 1);
    QCOMPARE(late.outcome.value->name, QStringLiteral("newer"));
    QCOMPARE(late.stored(), QStringLiteral("newer"));
    QCOMPARE(f.server.counters().of("getProxy").arrived, std::uint64_t(2));
}

void TestAccountActions::anAnswerOfBeforeThePageDoesNotReplaceItsRow()
{
    Loaded f;
    LateProxy late(f);
    late.renameElsewhere();
    f.fault("paged-lists=5");
    f.fault("half-answer,on=listProxies,after=1,next=1"); // is asked for again after a second
    f.server.resetCounters();
    f.session->refresh(Area::Proxies);
    QTRY_COMPARE(f.server.counters().of("listProxies").arrived, std::uint64_t(2));
    f.server.endLatency();
    QTRY_COMPARE(late.outcome.calls, 1);
    QCOMPARE(late.outcome.value->name, QStringLiteral("older")); // what was received
    QVERIFY(f.areaIs(Area::Proxies, AreaStatus::Loading));
    QTRY_VERIFY(f.areaIs(Area::Proxies, AreaStatus::Loaded));
    QCOMPARE(late.stored(), QStringLiteral("newer"));
}

void TestAccountActions::anAnswerOfBeforeADeletionDoesNotBringTheRowBack()
{
    Loaded f;
    LateProxy late(f);
    Outcome<Done> deleted;
    deleted.call = f.session->actions().deleteProxy(f.proxy, &f.guard, deleted.handler());
    QTRY_COMPARE(deleted.calls, 1);
    QTRY_VERIFY(!f.session->rows().proxy(f.proxy));
    f.server.endLatency();
    QTRY_COMPARE(late.outcome.calls, 1);
    QCOMPARE(late.outcome.error->kind, ErrorKind::NotFound);
    QVERIFY(!f.session->rows().proxy(f.proxy));
}

void TestAccountActions::actionsOffline()
{
    Loaded f;
    f.session.reset();
    f.countFromHere();
    f.offline = true;
    f.open();
    Outcome<SubUser> note;
    note.call =
        f.session->actions().saveNote(f.subUser, QStringLiteral("x"), &f.guard, note.handler());
    Outcome<ProxySaved> proxy;
    proxy.call = f.session->actions().saveProxy(f.proxy, {}, &f.guard, proxy.handler());
    Outcome<ListOf<Place>> places;
    places.call =
        f.session->places().countries(QStringLiteral("mobile"), &f.guard, places.handler());
    QCOMPARE(note.calls, 0); // later, never from within the call
    QTRY_COMPARE(note.calls, 1);
    QTRY_COMPARE(proxy.calls, 1);
    QTRY_COMPARE(places.calls, 1);
    QVERIFY(note.error->kind == ErrorKind::Offline);
    QVERIFY(proxy.error->kind == ErrorKind::Offline);
    QVERIFY(places.error->kind == ErrorKind::Offline);
    QCOMPARE(f.server.counters().requests, std::uint64_t{0});
}

void TestAccountActions::freshRowsAreRead()
{
    Loaded f;
    f.open();
    Outcome<Proxy> proxy;
    proxy.call = f.session->actions().readProxy(f.proxy, &f.guard, proxy.handler());
    QTRY_COMPARE(proxy.calls, 1);
    QVERIFY(!proxy.value->credentials.http.isEmpty());
    QVERIFY(f.session->credentials().of(f.proxy).has_value());
    Outcome<SubUser> subUser;
    subUser.call = f.session->actions().readSubUser(f.subUser, &f.guard, subUser.handler());
    QTRY_COMPARE(subUser.calls, 1);
    QCOMPARE(subUser.value->id.value(), f.subUser.value());
    Outcome<Proxy> nobody;
    nobody.call = f.session->actions().readProxy(
        ProxyId(QStringLiteral("0b8d7d4e-0000-4000-8000-000000000000")), &f.guard,
        nobody.handler());
    QTRY_COMPARE(nobody.calls, 1);
    QVERIFY(nobody.error->kind == ErrorKind::NotFound);
}

void TestAccountActions::placesAreAskedOnce()
{
    Loaded f;
    const QString type = QStringLiteral("residential");
    for (int round = 0; round < 2; ++round) {
        Outcome<ListOf<Place>> countries;
        countries.call = f.session->places().countries(type, &f.guard, countries.handler());
        QTRY_COMPARE(countries.calls, 1);
        QVERIFY(!countries.value->items.empty());
        const QString country = countries.value->items.front().code;
        Outcome<ListOf<Place>> regions;
        regions.call = f.session->places().regions(country, type, &f.guard, regions.handler());
        QTRY_COMPARE(regions.calls, 1);
        Outcome<ListOf<Place>> cities;
        cities.call = f.session->places().cities(country, type, &f.guard, cities.handler());
        QTRY_COMPARE(cities.calls, 1);
    }
    const auto counters = f.server.counters();
    for (const auto *operation : {"listCountries", "listRegions", "listCities"}) {
        QCOMPARE(counters.of(operation).answered, std::uint64_t{1});
    }
}

void TestAccountActions::fieldsLeftOutAreNamed()
{
    Proxy now;
    now.name = QStringLiteral("a");
    now.country = QStringLiteral("US");
    now.rotateIntervalMinutes = 10;
    ProxyEdit edit;
    QCOMPARE(fieldsLeftOut(edit, now), QStringList());
    edit.name = QStringLiteral("a");
    edit.country = QStringLiteral("DE");
    edit.region = QString();
    edit.rotateIntervalMinutes = 20;
    edit.trafficLimit = TrafficAmount::fromUnits(1);
    edit.lifetimeMinutes = 5;
    QCOMPARE(fieldsLeftOut(edit, now),
             (QStringList{QStringLiteral("country"), QStringLiteral("rotate_interval"),
                          QStringLiteral("traffic_limit")}));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAccountActions)
#include "test_accountactions.moc"
