// SPDX-License-Identifier: GPL-3.0-or-later
// Tests giving traffic to sub-users, taking it back, creating and deleting them: what is asked,
// what is sent, and what is said of it where the service answers, refuses, or lacks a call.
#include "tests/models/servingfixture.h"

#include "api/endpoints/subusers.h"
#include "models/serving/operationmade.h"

#include <QSignalSpy>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestServing : public QObject, private testing::ServingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m.reset(); }

    void noFileBeforeItIsNeeded();
    void givesOnce();
    void takesAllThatIsLeft();
    void takesAnAmount();
    void aServiceMayTakeMoreThanTheAmount();
    void anAmountThatIsAllShowsNothing();
    void aListStopsWhereMoreIsTaken();
    void doesNotTakeMoreThanIsLeft();
    void createsAndShowsCredentialsOnce();
    void deletes();
    void verdicts();
    void namesAreLookedUp();
    void namesAreTrimmedAndComposed();
    void aQueuedNameThatWasTakenMeanwhile();
    void anUnreadableRowDoesNotStopCreations();
    void doesNotTakeMoreThanShown();
    void besideNewNamesTheOthersAreReadToo();
    void manyOneAfterTheOther();
    void whatIsGoneLeavesTheTable();
    void manyDeletionsReadTheListOnce();
    void aRefusalEndsOnlyItself();
    void anOutageStopsTheRest();
    void oneThatCannotBeReadEndsOnlyItself();
    void noAccessStopsTheRest();
    void cancelsWhatWaits();
    void cancelsWhatIsBeingWritten();
    void viewOnly();
    void viewOnlyInBetween();
    void twoClicksSendOnce();
    void anUnknownOneHasToBeAccepted();
    void withoutAHistoryTheUserDecides();
    void withoutListedDropsTheUserDecides();
    void aMissingCallIsNotCarriedOut_data();
    void aMissingCallIsNotCarriedOut();
    void anAnswerAboutAnEarlierSubUserIsNone();
    void onlyTheListReportsTheSubUser();
    void aNotFoundWithoutACodeProvesNothing();
    void aLateOneIsForTheUserToDecide();
    void aLateOneIsNoticedByItself();
    void twoLateOnesOfOneAmount();
    void aCreationCarriedOutTwice();
    void whatWasNotShownIsNotDismissed();
    void aFallThatWasShownIsDismissed();
    void aRunningLookUndoesNoDecision();
    void purchasesAreNotMisled();
    void aClockThatJumps();
    void waitsForTheLimits();
    void commandsSendNothing();

private:
    /// One operation for each sub-user.
    [[nodiscard]] std::vector<SubUserRequest> ofEach(OperationKind kind) const
    {
        std::vector<SubUserRequest> all;
        for (const auto id : m->server.subUserIds()) {
            all.push_back(request(kind, "1"));
            all.back().subUser = SubUserId(id);
            all.back().shownLeft = leftThere(SubUserId(id));
        }
        return all;
    }
    [[nodiscard]] quint64 listsRead() const
    {
        return m->server.counters().of("listSubUsers").arrived;
    }
    void findNotDone(const QString &id)
    {
        waitForLooks(id);
        QCOMPARE(of(id).state, OrderState::NotDone);
    }
    /// Moves traffic as another program of the reseller would.
    template <class Endpoint>
    void elsewhere(const Endpoint &endpoint)
    {
        bool answered = false;
        const Call call = m->client->send(endpoint, &m_guard,
                                          [&](const Result<typename Endpoint::Response> &answer) {
                                              answered = answer.has_value();
                                          });
        QVERIFY(waitUntil([&] { return answered; }));
    }
};

void TestServing::noFileBeforeItIsNeeded()
{
    openDesk();
    QVERIFY(!desk().problem());
    QVERIFY(confirm({request(OperationKind::Give)}));
    QVERIFY(journalPath().isEmpty());
    QCOMPARE(of(sendAndWait(request(OperationKind::Give))).state, OrderState::Completed);
    QVERIFY(!journalPath().isEmpty());
    // The next start reads it.
    openDesk();
    QCOMPARE(desk().operations().size(), size_t(1));
    QCOMPARE(desk().operations().front().state, OrderState::Completed);
}

void TestServing::givesOnce()
{
    openDesk();
    const auto left = leftThere(m_subUser);
    const auto shown = confirm({request(OperationKind::Give, "2.5")});
    QVERIFY(shown);
    const auto &item = shown->items.front();
    QCOMPARE(item.verdict, RequestVerdict::Fine);
    QCOMPARE(item.before.left, left);
    QVERIFY(!item.request.username.isEmpty());
    QCOMPARE(item.before.pool, std::optional(poolThere(qPrintable(item.request.serviceType))));
    const auto poolBefore = poolThere(qPrintable(item.request.serviceType));
    const QSignalSpy idle(&desk(), &OrderEngine::idle);
    const RunAnswer answer = run(shown->number);
    QCOMPARE(answer.kind, RunAnswer::Queued);
    QCOMPARE(run(shown->number).kind, RunAnswer::AlreadyUsed);
    const QString id = answer.operations.front();
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::Completed && !idle.empty(); }));
    QCOMPARE(of(id).decidedBy, DecidedBy::Answer);
    QCOMPARE(of(id).moved, std::optional(gb("2.5")));
    QCOMPARE(of(id).newBalance, left->plus(gb("2.5")));
    QCOMPARE(leftThere(m_subUser), left->plus(gb("2.5")));
    QCOMPARE(poolThere(qPrintable(item.request.serviceType)).plus(gb("2.5")),
             std::optional(poolBefore));
    QCOMPARE(arrived(OperationKind::Give), 1u);
    // The stored row shows it.
    QVERIFY(waitUntil([&] {
        const auto row = m->session->rows().subUser(m_subUser);
        return row && row->trafficLeft == leftThere(m_subUser);
    }));
}

void TestServing::takesAllThatIsLeft()
{
    openDesk();
    QCOMPARE(of(sendAndWait(request(OperationKind::Give))).state, OrderState::Completed);
    const auto left = leftThere(m_subUser);
    const auto shown = confirm({request(OperationKind::Take)});
    QVERIFY(shown);
    QCOMPARE(shown->items.front().request.shownLeft, left);
    const QString id = run(shown->number).operations.front();
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::Completed; }));
    QCOMPARE(of(id).moved, left);
    QCOMPARE(leftThere(m_subUser), std::optional(TrafficAmount()));
    const auto again = confirm({request(OperationKind::Take)});
    QVERIFY(again);
    QCOMPARE(again->items.front().verdict, RequestVerdict::NothingLeft);
    QCOMPARE(run(again->number).kind, RunAnswer::NotFine);
    QCOMPARE(arrived(OperationKind::Take), 1u);
}

void TestServing::takesAnAmount()
{
    openDesk();
    QVERIFY(!takesAmounts(desk().operations()));
    SubUserRequest take = request(OperationKind::Take);
    take.amount = gb("0.4");
    const auto left = *leftThere(m_subUser);
    const QString id = sendAndWait(take);
    QCOMPARE(of(id).state, OrderState::Completed);
    QCOMPARE(of(id).moved, std::optional(gb("0.4")));
    QCOMPARE(leftThere(m_subUser), left.minus(gb("0.4")));
    QVERIFY(!madeOtherwise(of(id)).any());
    QVERIFY(!giveBackOf(of(id), desk().operations()));
    QCOMPARE(takesAmounts(desk().operations()), std::optional(true));
    // One that is not answered is found by its row, or not done without one.
    lose(OperationKind::Take, true);
    take.amount = gb("0.2");
    const QString done = sendAndWait(take);
    QVERIFY(waitUntil([&] { return of(done).state == OrderState::Completed; }));
    QCOMPARE(of(done).moved, std::optional(gb("0.2")));
    lose(OperationKind::Take, false);
    const QString lost = sendAndWait(take);
    findNotDone(lost);
    QCOMPARE(leftThere(m_subUser), left.minus(gb("0.6")));
    QCOMPARE(arrived(OperationKind::Take), 3u);
}

/// The contract knows a form that takes no amount.
void TestServing::aServiceMayTakeMoreThanTheAmount()
{
    openDesk();
    m->fault("drop-all,on=dropSubUserTraffic");
    SubUserRequest take = request(OperationKind::Take);
    take.amount = gb("0.4");
    const auto left = *leftThere(m_subUser);
    const QString id = sendAndWait(take);
    QCOMPARE(of(id).state, OrderState::Completed);
    QCOMPARE(of(id).moved, std::optional(left));
    QCOMPARE(madeOtherwise(of(id)), (MadeOtherwise{false, true, false}));
    QCOMPARE(takesAmounts(desk().operations()), std::optional(false));
    const auto back = giveBackOf(of(id), desk().operations());
    QVERIFY(back);
    QCOMPARE(back->kind, OperationKind::Give);
    QCOMPARE(back->amount, *left.minus(gb("0.4")));
    QCOMPARE(of(sendAndWait(*back)).state, OrderState::Completed);
    QVERIFY(!giveBackOf(of(id), desk().operations())); // it was given back
    QCOMPARE(leftThere(m_subUser), left.minus(gb("0.4")));
    // Without an answer, the row of another amount is for the user to decide.
    lose(OperationKind::Take, true);
    const QString lost = sendAndWait(take);
    QVERIFY(waitUntil(
        [&] { return !of(lost).looks.empty() && !of(lost).looks.back().candidates.empty(); }));
    QCOMPARE(of(lost).state, OrderState::Unknown);
    QVERIFY(!of(lost).looks.back().candidates.front().fits);
    const auto row = of(lost).looks.back().candidates.front().id;
    desk().userDecides(lost, SubUserDesk::Decision::Done, row);
    QVERIFY(waitUntil([&] { return of(lost).state == OrderState::Completed; }));
    QCOMPARE(giveBackOf(of(lost), desk().operations())->amount, *left.minus(gb("0.8")));
    QCOMPARE(takesAmounts(desk().operations()), std::optional(false));
}

/// One that takes all takes the amount if it is all.
void TestServing::anAmountThatIsAllShowsNothing()
{
    openDesk();
    m->fault("drop-all,on=dropSubUserTraffic");
    SubUserRequest take = request(OperationKind::Take);
    take.amount = *leftThere(m_subUser);
    QCOMPARE(of(sendAndWait(take)).moved, std::optional(take.amount));
    QVERIFY(!takesAmounts(desk().operations()));
}

/// The others of the list keep what they have.
void TestServing::aListStopsWhereMoreIsTaken()
{
    openDesk();
    m->fault("drop-all,on=dropSubUserTraffic");
    std::vector<SubUserRequest> several = ofEach(OperationKind::Take);
    const auto first = *leftThere(several.front().subUser);
    QVERIFY(first > gb("0.02"));
    for (SubUserRequest &each : several) {
        each.shownLeft = leftThere(each.subUser);
        each.amount = gb("0.01");
    }
    std::erase_if(several, [](const SubUserRequest &each) { return *each.shownLeft < gb("0.02"); });
    QVERIFY(several.size() > 1);
    const auto shown = confirm(several);
    QVERIFY(shown && shown->isFine());
    const RunAnswer answer = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    QCOMPARE(arrived(OperationKind::Take), 1u);
    QCOMPARE(of(answer.operations.front()).state, OrderState::Completed);
    for (size_t i = 1; i < several.size(); ++i) {
        QCOMPARE(of(answer.operations[qsizetype(i)]).notSentFor, NotSentFor::TookMore);
        QCOMPARE(leftThere(several[i].subUser), several[i].shownLeft);
    }
}

void TestServing::doesNotTakeMoreThanIsLeft()
{
    openDesk();
    SubUserRequest take = request(OperationKind::Take);
    const auto left = *leftThere(m_subUser);
    take.amount = *left.plus(gb("0.01"));
    auto shown = confirm({take});
    QVERIFY(shown);
    QCOMPARE(shown->items.front().verdict, RequestVerdict::LessLeft);
    QCOMPARE(run(shown->number).kind, RunAnswer::NotFine);
    take.amount = TrafficAmount::fromUnits(leastTraffic().units() - 1);
    shown = confirm({take});
    QVERIFY(shown);
    QCOMPARE(shown->items.front().verdict, RequestVerdict::AmountTooSmall);
    // Some of it was used between the question and its turn.
    take.amount = left;
    shown = confirm({take});
    QVERIFY(shown && shown->isFine());
    elsewhere(DropSubUserTraffic{m_subUser, gb("0.4")});
    m->clock.advance(61s);
    const QString id = run(shown->number).operations.front();
    QVERIFY(waitUntil([&] { return !of(id).isUnderWay(); }));
    QCOMPARE(of(id).state, OrderState::NotSent);
    QCOMPARE(of(id).notSentFor, NotSentFor::Emptier);
    QCOMPARE(arrived(OperationKind::Take), 1u); // of somebody else
}

void TestServing::createsAndShowsCredentialsOnce()
{
    openDesk();
    SubUserRequest wanted = request(OperationKind::Create, "5");
    wanted.note = QStringLiteral("new");
    const QString id = sendAndWait(wanted);
    QCOMPARE(of(id).state, OrderState::Completed);
    const SubUserId made = of(id).request.subUser;
    QCOMPARE(leftThere(made), std::optional(gb("5")));
    QCOMPARE(there(made)->value(QLatin1String("note")).toString(), QStringLiteral("new"));
    const auto created = desk().takeCreated(id);
    QVERIFY(created);
    QCOMPARE(created->id, made);
    const QByteArray password = created->access.password.reveal();
    QVERIFY(!password.isEmpty());
    QVERIFY(!desk().takeCreated(id)); // once
    QVERIFY(waitUntil([&] { return m->session->rows().subUser(made).has_value(); }));
    m->close();
    QDirIterator files(m->folder.path(), QDir::Files, QDirIterator::Subdirectories);
    int searched = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains(password), qPrintable(file.fileName()));
        ++searched;
    }
    QVERIFY(searched > 2);
}

void TestServing::deletes()
{
    openDesk();
    const auto left = leftThere(m_subUser);
    const auto shown = confirm({request(OperationKind::Delete)});
    QVERIFY(shown);
    QCOMPARE(shown->items.front().request.shownLeft, left);
    const QString id = run(shown->number).operations.front();
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::Completed; }));
    QVERIFY(!there(m_subUser));
    QVERIFY(waitUntil([&] { return !m->session->rows().subUser(m_subUser); }));
    const auto again = confirm({request(OperationKind::Give)});
    QVERIFY(again);
    QCOMPARE(again->items.front().verdict, RequestVerdict::Gone);
}

void TestServing::verdicts()
{
    openDesk();
    const auto verdictOf = [this](const SubUserRequest &wanted) {
        const auto shown = confirm({wanted});
        return shown ? shown->items.front().verdict : RequestVerdict::Gone;
    };
    QCOMPARE(verdictOf(request(OperationKind::Give, "0.009999999")),
             RequestVerdict::AmountTooSmall);
    QCOMPARE(verdictOf(request(OperationKind::Give, "0.01")), RequestVerdict::Fine);
    QCOMPARE(verdictOf(request(OperationKind::Give, "100.000000001")),
             RequestVerdict::NotEnoughTraffic);
    QCOMPARE(verdictOf(request(OperationKind::Create, "100.000000001")),
             RequestVerdict::NotEnoughTraffic);
    QCOMPARE(verdictOf(request(OperationKind::Create, "100")), RequestVerdict::Fine);
    SubUserRequest named = request(OperationKind::Create);
    named.username = QStringLiteral("  ");
    QCOMPARE(verdictOf(named), RequestVerdict::NameEmpty);
    named.username = QString(256, u'x');
    QCOMPARE(verdictOf(named), RequestVerdict::NameTooLong);
    named.username = QStringLiteral("gw.example:8080:bob:hunter2");
    QCOMPARE(verdictOf(named), RequestVerdict::NameIsSecret);
    // Together they are more than the pool holds.
    SubUserRequest second = request(OperationKind::Create, "60");
    second.username = QStringLiteral("another new customer");
    const auto both = confirm({request(OperationKind::Create, "60"), second});
    QVERIFY(both);
    QCOMPARE(both->items[1].verdict, RequestVerdict::NotEnoughTraffic);
    QVERIFY(!both->isFine());
    const auto twice = confirm({request(OperationKind::Create), request(OperationKind::Create)});
    QVERIFY(twice);
    QCOMPARE(twice->items[1].verdict, RequestVerdict::NameTwice);
    const auto same = confirm({request(OperationKind::Give), request(OperationKind::Give)});
    QVERIFY(same);
    QCOMPARE(same->items[1].verdict, RequestVerdict::Twice);
    QVERIFY(desk().operations().empty());
}

void TestServing::namesAreLookedUp()
{
    m->fault("paged-lists=1");
    openDesk();
    SubUserRequest wanted = request(OperationKind::Create);
    wanted.username = there(SubUserId(m->server.subUserIds().back()))
                          ->value(QLatin1String("username"))
                          .toString();
    const auto shown = confirm({wanted});
    QVERIFY(shown);
    QCOMPARE(shown->items.front().verdict, RequestVerdict::NameTaken);
    // Made in the meantime: found when it is its turn.
    const auto fine = confirm({request(OperationKind::Create)});
    QVERIFY(fine);
    elsewhere(CreateSubUser{
        {request(OperationKind::Create).username, gb("1"), QStringLiteral("mobile"), {}}});
    m->clock.advance(11min);
    const QString id = run(fine->number).operations.front();
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::NotSent; }));
    QCOMPARE(of(id).notSentFor, NotSentFor::NameTaken);
    QCOMPARE(arrived(OperationKind::Create), 1u); // the other one
}

void TestServing::namesAreTrimmedAndComposed()
{
    openDesk();
    SubUserRequest wanted = request(OperationKind::Create);
    wanted.username = QStringLiteral("  Zoe\u0308 ");
    auto shown = confirm({wanted});
    QVERIFY(shown);
    QCOMPARE(shown->items.front().request.username, QStringLiteral("Zo\u00eb"));
    // Carried out by a service that writes names in its own way, and the answer lost.
    lose(OperationKind::Create, false);
    const QString id = run(shown->number).operations.front();
    QVERIFY(waitUntil([&] { return !of(id).isUnderWay(); }));
    elsewhere(
        CreateSubUser{{QStringLiteral("Zoe\u0308 "), gb("3"), QStringLiteral("residential"), {}}});
    waitForLooks(id);
    QCOMPARE(of(id).state, OrderState::Completed);
    QCOMPARE(of(id).request.subUser.value(), m->server.subUserIds().back());
    shown = confirm({wanted});
    QVERIFY(shown);
    QCOMPARE(shown->items.front().verdict, RequestVerdict::NameTaken);
}

/// The list that is read for the first of them tells it for all.
void TestServing::aQueuedNameThatWasTakenMeanwhile()
{
    openDesk();
    SubUserRequest second = request(OperationKind::Create);
    second.username = QStringLiteral("another new customer");
    const auto shown = confirm({request(OperationKind::Create), second});
    QVERIFY(shown);
    elsewhere(CreateSubUser{{second.username, gb("1"), QStringLiteral("mobile"), {}}});
    m->clock.advance(11min);
    const RunAnswer answer = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    QCOMPARE(of(answer.operations[0]).state, OrderState::Completed);
    QCOMPARE(of(answer.operations[1]).state, OrderState::NotSent);
    QCOMPARE(of(answer.operations[1]).notSentFor, NotSentFor::NameTaken);
    QCOMPARE(arrived(OperationKind::Create), 2u); // the first one, and that of elsewhere
}

void TestServing::anUnreadableRowDoesNotStopCreations()
{
    m->fault("unreadable-list-rows=2");
    openDesk();
    QCOMPARE(of(sendAndWait(request(OperationKind::Create))).state, OrderState::Completed);
    // Its name can be read: it is taken, or at least nobody can say that it is not.
    SubUserRequest taken = request(OperationKind::Create);
    taken.username =
        there(SubUserId(m->server.subUserIds()[1]))->value(QLatin1String("username")).toString();
    const auto shown = confirm({taken});
    QVERIFY(!shown || !shown->isFine());
    QCOMPARE(arrived(OperationKind::Create), 1u);
}

void TestServing::doesNotTakeMoreThanShown()
{
    openDesk();
    for (const OperationKind kind : {OperationKind::Take, OperationKind::Delete}) {
        const auto shown = confirm({request(kind)});
        QVERIFY(shown);
        elsewhere(AddSubUserTraffic{m_subUser, gb("4")});
        m->clock.advance(61s);
        const QString id = run(shown->number).operations.front();
        QVERIFY(waitUntil([&] { return !of(id).isUnderWay(); }));
        QCOMPARE(of(id).state, OrderState::NotSent);
        QCOMPARE(of(id).notSentFor, NotSentFor::Changed);
        QCOMPARE(arrived(kind), 0u);
    }
}

/// The list of names says nothing of what is left: that is read before it is taken.
void TestServing::besideNewNamesTheOthersAreReadToo()
{
    openDesk();
    SubUserRequest take = request(OperationKind::Take);
    auto shown = confirm({request(OperationKind::Create), take});
    QVERIFY(shown);
    QCOMPARE(shown->items[1].verdict, RequestVerdict::LeftUnknown);
    QCOMPARE(run(shown->number).kind, RunAnswer::NotFine);
    take.shownLeft = leftThere(m_subUser);
    shown = confirm({request(OperationKind::Create), take});
    QVERIFY(shown);
    elsewhere(AddSubUserTraffic{m_subUser, gb("4")});
    const RunAnswer answer = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    QCOMPARE(of(answer.operations[0]).state, OrderState::Completed);
    QCOMPARE(of(answer.operations[1]).state, OrderState::NotSent);
    QCOMPARE(of(answer.operations[1]).notSentFor, NotSentFor::Changed);
    QCOMPARE(arrived(OperationKind::Take), 0u);
    // A deletion whose figure was not shown returns nothing that was not shown either.
    auto several = ofEach(OperationKind::Delete);
    for (SubUserRequest &each : several) {
        each.shownLeft.reset();
    }
    shown = confirm(several);
    QVERIFY(shown);
    const RunAnswer deleted = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    for (qsizetype i = 0; i < deleted.operations.size(); ++i) {
        const SubUserOrder &each = of(deleted.operations[i]);
        const bool hadSome = each.before.left > TrafficAmount();
        QCOMPARE(each.state, hadSome ? OrderState::NotSent : OrderState::Completed);
    }
    QVERIFY(there(m_subUser));
}

/// Found gone by whatever is read: its row goes too.
void TestServing::whatIsGoneLeavesTheTable()
{
    openDesk();
    const auto isListed = [&](SubUserId id) { return m->session->rows().subUser(id).has_value(); };
    m->session->refresh(Area::SubUsers);
    const auto all = m->server.subUserIds();
    for (const auto id : all) {
        QVERIFY(waitUntil([&] { return isListed(SubUserId(id)); }));
    }
    QSignalSpy gone(&desk(), &SubUserDesk::subUserGone);
    // By what is read to be shown.
    elsewhere(DeleteSubUser{m_subUser});
    auto shown = confirm({request(OperationKind::Give)});
    QVERIFY(shown);
    QCOMPARE(shown->items.front().verdict, RequestVerdict::Gone);
    QVERIFY(waitUntil([&] { return !isListed(m_subUser); }));
    QCOMPARE(gone.count(), 1);
    // By what is read before it is sent.
    const auto other =
        std::find_if(all.begin(), all.end(), [&](auto id) { return SubUserId(id) != m_subUser; });
    SubUserRequest wanted = request(OperationKind::Give);
    wanted.subUser = SubUserId(*other);
    shown = confirm({wanted});
    QVERIFY(shown && shown->isFine());
    elsewhere(DeleteSubUser{wanted.subUser});
    m->clock.advance(61s);
    const QString id = run(shown->number).operations.front();
    QVERIFY(waitUntil([&] { return !of(id).isUnderWay(); }));
    QCOMPARE(of(id).notSentFor, NotSentFor::Gone);
    QVERIFY(waitUntil([&] { return !isListed(wanted.subUser); }));
    QCOMPARE(gone.count(), 2);
    QCOMPARE(arrived(OperationKind::Give), 0u);
}

void TestServing::manyDeletionsReadTheListOnce()
{
    openDesk();
    m->session->refresh(Area::SubUsers);
    const auto isLoaded = [&] { return m->areaIs(Area::SubUsers, AreaStatus::Loaded); };
    QVERIFY(waitUntil(isLoaded));
    const auto before = listsRead();
    const auto ids = m->server.subUserIds();
    const auto shown = confirm(ofEach(OperationKind::Delete));
    QVERIFY(shown);
    const QSignalSpy idle(&desk(), &OrderEngine::idle);
    const RunAnswer answer = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay() && !idle.empty(); }));
    for (const QString &id : answer.operations) {
        QCOMPARE(of(id).state, OrderState::Completed);
    }
    for (const auto id : ids) {
        QVERIFY(waitUntil([&] { return !m->session->rows().subUser(SubUserId(id)); }));
    }
    QVERIFY(waitUntil([&] { return listsRead() > before && isLoaded(); }));
    QCOMPARE(listsRead(), before + 1);
}

void TestServing::manyOneAfterTheOther()
{
    openDesk();
    std::vector<SubUserRequest> all;
    std::vector<TrafficAmount> before;
    for (const auto id : m->server.subUserIds()) {
        SubUserRequest each = request(OperationKind::Give, "1.25");
        each.subUser = SubUserId(id);
        all.push_back(each);
        before.push_back(*leftThere(each.subUser));
    }
    const auto shown = confirm(all);
    QVERIFY(shown);
    const RunAnswer answer = run(shown->number);
    QCOMPARE(answer.operations.size(), qsizetype(all.size()));
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    for (size_t i = 0; i < all.size(); ++i) {
        const auto &operation = of(answer.operations[qsizetype(i)]);
        QCOMPARE(operation.state, OrderState::Completed);
        QCOMPARE(operation.batch, answer.batch);
        QCOMPARE(operation.before.left, std::optional(before[i])); // read before it was sent
        QCOMPARE(leftThere(all[i].subUser), before[i].plus(gb("1.25")));
    }
    QCOMPARE(arrived(OperationKind::Give), quint64(all.size()));
}

void TestServing::aRefusalEndsOnlyItself()
{
    openDesk();
    std::vector<SubUserRequest> all;
    for (const auto id : m->server.subUserIds()) {
        all.push_back(request(OperationKind::Give, "1"));
        all.back().subUser = SubUserId(id);
    }
    const auto shown = confirm(all);
    QVERIFY(shown);
    for (const char *pool : {"residential", "mobile", "residential_premium", "mobile_premium"}) {
        [[maybe_unused]] const bool had = m->server.setPoolGb(pool, "0.5");
    }
    const RunAnswer answer = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    for (const QString &id : answer.operations) {
        QCOMPARE(of(id).state, OrderState::Refused);
        QCOMPARE(of(id).error->kind, ErrorKind::NotEnoughMoney);
    }
    QCOMPARE(performed(OperationKind::Give), 0u);
}

void TestServing::anOutageStopsTheRest()
{
    m.reset();
    makeDesk({4, 6, 30, 100, false});
    openDesk();
    const auto shown = confirm(ofEach(OperationKind::Give));
    QVERIFY(shown);
    m->fault("error-502,on=getSubUser,after=1");
    const RunAnswer answer = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    QCOMPARE(of(answer.operations[0]).state, OrderState::Completed);
    // One may be a coincidence, three in a row are not.
    for (const int i : {1, 2, 3}) {
        QCOMPARE(of(answer.operations[i]).state, OrderState::NotSent);
        QCOMPARE(of(answer.operations[i]).notSentFor, NotSentFor::Error);
    }
    for (const int i : {4, 5}) {
        QCOMPARE(of(answer.operations[i]).notSentFor, NotSentFor::Stopped);
    }
    QCOMPARE(arrived(OperationKind::Give), 1u);
    // The same after a restart: what was not sent is known.
    m->server.faults().clearAll();
    openDesk();
    QCOMPARE(of(answer.operations[5]).state, OrderState::NotSent);
    QCOMPARE(arrived(OperationKind::Give), 1u);
}

void TestServing::oneThatCannotBeReadEndsOnlyItself()
{
    openDesk();
    const auto shown = confirm(ofEach(OperationKind::Give));
    QVERIFY(shown);
    m->fault("truncated-json,on=getSubUser,after=1,next=3"); // it is asked for three times
    const RunAnswer answer = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    for (const int i : {0, 2, 3}) {
        QCOMPARE(of(answer.operations[i]).state, OrderState::Completed);
    }
    QCOMPARE(of(answer.operations[1]).state, OrderState::NotSent);
    QCOMPARE(of(answer.operations[1]).notSentFor, NotSentFor::Error);
    QCOMPARE(of(answer.operations[1]).error->kind, ErrorKind::NotUnderstood);
    QCOMPARE(arrived(OperationKind::Give), 3u);
}

void TestServing::noAccessStopsTheRest()
{
    openDesk();
    const auto shown = confirm(ofEach(OperationKind::Give));
    QVERIFY(shown);
    m->fault("forbid=1005,on=getSubUser,after=1");
    const RunAnswer answer = run(shown->number);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    QCOMPARE(of(answer.operations[0]).state, OrderState::Completed);
    QCOMPARE(of(answer.operations[1]).notSentFor, NotSentFor::Error);
    QCOMPARE(of(answer.operations[2]).notSentFor, NotSentFor::Stopped);
    QCOMPARE(of(answer.operations[3]).notSentFor, NotSentFor::Stopped);
    QCOMPARE(arrived(OperationKind::Give), 1u);
}

void TestServing::cancelsWhatWaits()
{
    openDesk();
    std::vector<SubUserRequest> all;
    for (const auto id : m->server.subUserIds()) {
        all.push_back(request(OperationKind::Give, "1"));
        all.back().subUser = SubUserId(id);
    }
    const auto shown = confirm(all);
    QVERIFY(shown);
    std::optional<RunAnswer> answer;
    m->fault("latency=100,on=getSubUser");
    desk().run(shown->number, false, &m_guard, [&](const RunAnswer &got) {
        answer = got;
        desk().cancel(got.operations[2]);
    });
    QVERIFY(waitUntil([&] { return answer.has_value(); }));
    desk().cancel(answer->operations[3]);
    QCOMPARE(of(answer->operations[3]).notSentFor, NotSentFor::Cancelled);
    desk().cancelBatch(answer->batch);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    for (const QString &id : answer->operations) {
        QCOMPARE(of(id).state, OrderState::NotSent);
        QCOMPARE(of(id).notSentFor, NotSentFor::Cancelled);
    }
    QCOMPARE(arrived(OperationKind::Give), 0u);
}

/// Before the journal has them.
void TestServing::cancelsWhatIsBeingWritten()
{
    openDesk();
    const auto shown = confirm(ofEach(OperationKind::Give));
    QVERIFY(shown);
    std::optional<RunAnswer> answer;
    desk().run(shown->number, false, &m_guard, [&](const RunAnswer &got) { answer = got; });
    QCOMPARE(desk().operations().size(), shown->items.size());
    const QString first = desk().operations().front().id;
    const QString batch = desk().operations().front().batch;
    desk().cancel(first);
    QCOMPARE(of(first).notSentFor, NotSentFor::Cancelled);
    desk().cancelBatch(batch);
    QVERIFY(!desk().isUnderWay());
    QVERIFY(waitUntil([&] { return answer.has_value(); }));
    QCOMPARE(answer->kind, RunAnswer::Queued);
    openDesk();
    QCOMPARE(desk().operations().size(), shown->items.size());
    for (const SubUserOrder &each : desk().operations()) {
        QCOMPARE(each.state, OrderState::NotSent);
        QCOMPARE(each.notSentFor, NotSentFor::Cancelled);
    }
    QVERIFY(desk().interrupted().isEmpty());
    QCOMPARE(arrived(OperationKind::Give), 0u);
}

void TestServing::viewOnly()
{
    openDesk();
    const auto shown = confirm({request(OperationKind::Give)});
    QVERIFY(shown);
    m->client->setViewOnly(true);
    QCOMPARE(desk().problem()->kind, DeskProblem::ViewOnly);
    QCOMPARE(run(shown->number).kind, RunAnswer::Closed);
    const auto asked = ask({request(OperationKind::Give)});
    QVERIFY(!*asked);
    QCOMPARE(asked->error().kind, ErrorKind::ViewOnly);
    QVERIFY(desk().operations().empty());
    m->client->setViewOnly(false);
    QCOMPARE(run(shown->number).kind, RunAnswer::Queued);
    QVERIFY(waitUntil([&] { return !desk().isUnderWay(); }));
    QCOMPARE(arrived(OperationKind::Give), 1u);
}

/// Switched on between "sending" and the request: it is not sent, now or later.
void TestServing::viewOnlyInBetween()
{
    openDesk();
    const auto shown = confirm({request(OperationKind::Give)});
    QVERIFY(shown);
    std::optional<RunAnswer> answer;
    desk().run(shown->number, false, &m_guard, [&](const RunAnswer &got) {
        answer = got;
        QMetaObject::invokeMethod(
            &m_guard, [this] { m->client->setViewOnly(true); }, Qt::QueuedConnection);
    });
    QVERIFY(waitUntil([&] { return answer && !desk().isUnderWay(); }));
    const auto &operation = of(answer->operations.front());
    QCOMPARE(operation.state, OrderState::NotSent);
    QCOMPARE(operation.error->kind, ErrorKind::ViewOnly);
    QVERIFY(!operation.sentAt);
    m->client->setViewOnly(false);
    openDesk();
    QCOMPARE(of(answer->operations.front()).state, OrderState::NotSent);
    QCOMPARE(arrived(OperationKind::Give), 0u);
}

void TestServing::twoClicksSendOnce()
{
    openDesk();
    const auto first = confirm({request(OperationKind::Give)});
    const auto second = confirm({request(OperationKind::Give)}); // another window
    QVERIFY(first && second);
    std::vector<RunAnswer::Kind> got;
    for (const quint64 number : {first->number, first->number, second->number}) {
        desk().run(number, false, &m_guard,
                   [&](const RunAnswer &answer) { got.push_back(answer.kind); });
    }
    QVERIFY(waitUntil([&] { return got.size() == 3 && !desk().isUnderWay(); }));
    QCOMPARE(std::count(got.begin(), got.end(), RunAnswer::Queued), 1);
    QCOMPARE(std::count(got.begin(), got.end(), RunAnswer::AlreadyUsed), 1);
    QCOMPARE(std::count(got.begin(), got.end(), RunAnswer::Busy), 1);
    QCOMPARE(arrived(OperationKind::Give), 1u);
}

void TestServing::anUnknownOneHasToBeAccepted()
{
    m->serving.looks.pauses = {1h};
    openDesk();
    const auto shown = confirm({request(OperationKind::Give)}); // in another window
    QVERIFY(shown);
    lose(OperationKind::Give, true);
    const QString first = sendAndWait(request(OperationKind::Give));
    QCOMPARE(of(first).state, OrderState::Unknown);
    QCOMPARE(run(shown->number).kind, RunAnswer::NeedsRiskAccepted);
    // What is read before the second one settles the first: it is the one that the second replaces.
    const QString second = run(shown->number, true).operations.front();
    QVERIFY(waitUntil([&] { return !of(second).isUnderWay(); }));
    QCOMPARE(of(first).state, OrderState::Completed);
    QCOMPARE(of(first).decidedBy, DecidedBy::Evidence);
    QCOMPARE(of(first).moved, std::optional(gb("3")));
    QCOMPARE(of(second).notSentFor, NotSentFor::Earlier);
    QCOMPARE(arrived(OperationKind::Give), 1u);
    // The same when it is only shown.
    lose(OperationKind::Take, true);
    const QString third = sendAndWait(request(OperationKind::Take));
    QCOMPARE(of(third).state, OrderState::Unknown);
    const auto again = confirm({request(OperationKind::Take)});
    QVERIFY(again);
    QCOMPARE(of(third).state, OrderState::Completed);
    QCOMPARE(again->items.front().verdict, RequestVerdict::NothingLeft);
}

void TestServing::withoutAHistoryTheUserDecides()
{
    sandbox::Offer offer;
    offer.without = {"listSubUserAllocations"};
    QVERIFY(!m->server.setOffer(offer));
    openDesk();
    for (const bool done : {true, false}) {
        lose(OperationKind::Give, done);
        const auto left = leftThere(m_subUser);
        const QString id = sendAndWait(request(OperationKind::Give));
        waitForLooks(id);
        QCOMPARE(of(id).state, OrderState::Unknown);
        const SubUserLook &look = of(id).looks.back();
        QCOMPARE(look.says, LookSays::Incomplete);
        QCOMPARE(look.reading.history, SubUserReading::History::NotOffered);
        // Both readings are there for the user.
        QCOMPARE(of(id).before.left, left);
        QCOMPARE(look.reading.left, leftThere(m_subUser));
        desk().userDecides(id, done ? SubUserDesk::Decision::Done : SubUserDesk::Decision::NotDone);
        QCOMPARE(of(id).state, done ? OrderState::Completed : OrderState::NotDone);
        QCOMPARE(of(id).decidedBy, DecidedBy::User);
    }
}

void TestServing::withoutListedDropsTheUserDecides()
{
    m->fault("unlisted-drops");
    openDesk();
    lose(OperationKind::Take, true);
    const QString id = sendAndWait(request(OperationKind::Take));
    waitForLooks(id);
    QCOMPARE(of(id).state, OrderState::Unknown);
    QCOMPARE(of(id).looks.back().says, LookSays::Incomplete);
    QCOMPARE(of(id).looks.back().reading.left, std::optional(TrafficAmount()));
    desk().userDecides(id, SubUserDesk::Decision::Done);
    QCOMPARE(of(id).state, OrderState::Completed);
    // While traffic is left nothing was taken.
    QCOMPARE(of(sendAndWait(request(OperationKind::Give))).state, OrderState::Completed);
    lose(OperationKind::Take, false);
    const QString lost = sendAndWait(request(OperationKind::Take));
    waitForLooks(lost);
    QCOMPARE(of(lost).state, OrderState::NotDone);
}

void TestServing::aMissingCallIsNotCarriedOut_data()
{
    QTest::addColumn<OperationKind>("kind");
    QTest::addColumn<int>("answer");
    for (const OperationKind kind : operationKinds) {
        for (const auto answer :
             {sandbox::MissingAnswer::Status404, sandbox::MissingAnswer::Status405,
              sandbox::MissingAnswer::Status501, sandbox::MissingAnswer::Json404,
              sandbox::MissingAnswer::HtmlPage404, sandbox::MissingAnswer::HtmlPage200}) {
            QTest::addRow("%s %d", nameOfKind(kind), int(answer)) << kind << int(answer);
        }
    }
}

/// An answer about a sub-user that was there before says nothing about the order.
void TestServing::anAnswerAboutAnEarlierSubUserIsNone()
{
    openDesk();
    m->fault("earlier-object,next=1,on=createSubUser");
    const QString id = sendAndWait(request(OperationKind::Create));
    QCOMPARE(of(id).state, OrderState::Unknown);
    waitForLooks(id);
    QCOMPARE(of(id).state, OrderState::Completed);
    QCOMPARE(of(id).decidedBy, DecidedBy::Evidence);
}

void TestServing::aMissingCallIsNotCarriedOut()
{
    QFETCH(OperationKind, kind);
    QFETCH(int, answer);
    sandbox::Offer offer;
    offer.without = {callOfKind(kind)};
    offer.missingAnswer = static_cast<sandbox::MissingAnswer>(answer);
    QVERIFY(!m->server.setOffer(offer));
    openDesk();
    const QString id = sendAndWait(request(kind));
    using Missing = sandbox::MissingAnswer;
    const bool isCertain =
        offer.missingAnswer == Missing::Status405 || offer.missingAnswer == Missing::Status501;
    if (!isCertain) {
        // A success that says nothing, or a 404 that may be a gateway's: what is read settles it.
        QCOMPARE(of(id).state, OrderState::Unknown);
        waitForLooks(id);
        QCOMPARE(of(id).state, OrderState::NotDone);
        QVERIFY(mayBeLate(of(id)));
    } else {
        QCOMPARE(of(id).state, OrderState::Refused);
        QCOMPARE(of(id).decidedBy, DecidedBy::Answer);
    }
    if (of(id).state == OrderState::Refused) {
        QCOMPARE(of(id).error->kind, ErrorKind::NotOffered);
    }
    QCOMPARE(performed(kind), 0u);
}

/// The service has no call for one sub-user, or none that it answers: the list tells.
void TestServing::onlyTheListReportsTheSubUser()
{
    sandbox::Offer offer;
    offer.without = {"getSubUser"};
    QVERIFY(!m->server.setOffer(offer));
    m->fault("paged-lists=1");
    openDesk();
    m_subUser = SubUserId(m->server.subUserIds().back());
    for (const bool done : {true, false}) {
        lose(OperationKind::Give, done);
        const QString id = sendAndWait(request(OperationKind::Give));
        QCOMPARE(of(id).state, OrderState::Unknown);
        waitForLooks(id);
        QCOMPARE(of(id).state, done ? OrderState::Completed : OrderState::NotDone);
    }
    for (const bool done : {false, true}) {
        lose(OperationKind::Delete, done);
        const QString id = sendAndWait(request(OperationKind::Delete));
        QCOMPARE(of(id).state, OrderState::Unknown);
        waitForLooks(id);
        QCOMPARE(of(id).state, done ? OrderState::Completed : OrderState::NotDone);
        if (done) { // on no page, which one list does not prove
            QVERIFY(of(id).looks.size() >= 2);
            QCOMPARE(of(id).looks.front().reading.presence, SubUserReading::Presence::NotSeen);
            QCOMPARE(of(id).looks.front().says, LookSays::Incomplete);
        }
    }
}

/// As of a proxy on the way, or of a service that is being repaired: not of the sub-user.
void TestServing::aNotFoundWithoutACodeProvesNothing()
{
    m->serving.looks.pauses = {1h};
    openDesk();
    lose(OperationKind::Delete, false);
    const QString id = sendAndWait(request(OperationKind::Delete));
    QCOMPARE(of(id).state, OrderState::Unknown);
    sandbox::Offer offer;
    offer.without = {"getSubUser", "listSubUsers"};
    offer.missingAnswer = sandbox::MissingAnswer::Status404;
    QVERIFY(!m->server.setOffer(offer));
    for (size_t looks = of(id).looks.size(); looks < 4; ++looks) {
        desk().look(id);
        QVERIFY(waitUntil([&] { return of(id).looks.size() > looks; }));
        QCOMPARE(of(id).state, OrderState::Unknown);
        QCOMPARE(of(id).looks.back().says, LookSays::Incomplete);
    }
    QVERIFY(there(m_subUser));
}

void TestServing::aLateOneIsForTheUserToDecide()
{
    openDesk();
    lose(OperationKind::Give, false);
    const QString id = sendAndWait(request(OperationKind::Give));
    waitForLooks(id);
    QCOMPARE(of(id).state, OrderState::NotDone);
    elsewhere(AddSubUserTraffic{m_subUser, gb("7")}); // of somebody else
    desk().look(id);
    QVERIFY(waitUntil([&] { return desk().isLooking(id); }));
    QVERIFY(waitUntil([&] { return !desk().isLooking(id); }));
    QCOMPARE(of(id).state, OrderState::NotDone);
    elsewhere(AddSubUserTraffic{m_subUser, gb("3")}); // the service had it in a queue
    openDesk();                                       // looked for at each start
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::Unknown; }));
    QVERIFY(of(id).isLate);
    const auto &candidates = of(id).looks.back().candidates;
    const auto own = std::find_if(candidates.begin(), candidates.end(),
                                  [](const auto &each) { return each.fits; });
    QVERIFY(own != candidates.end());
    QCOMPARE(own->amount, std::optional(gb("3")));
    const qint64 row = own->id;
    // Only a row that was shown can be chosen.
    QVERIFY(!desk().userDecides(id, SubUserDesk::Decision::Done, row + 1'000));
    QVERIFY(!desk().userDecides(id, SubUserDesk::Decision::Done, row, 0));
    QCOMPARE(of(id).state, OrderState::Unknown);
    QVERIFY(desk().userDecides(id, SubUserDesk::Decision::Done, row));
    QCOMPARE(of(id).state, OrderState::Completed);
    QCOMPARE(of(id).proof, std::optional(row));
    QCOMPARE(of(id).moved, std::optional(gb("3")));
}

void TestServing::aLateOneIsNoticedByItself()
{
    m->serving.looks.latePause = 20ms;
    openDesk();
    lose(OperationKind::Give, false);
    const QString id = sendAndWait(request(OperationKind::Give));
    findNotDone(id);
    elsewhere(AddSubUserTraffic{m_subUser, gb("3")}); // the service had it in a queue
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::Unknown; }));
    QVERIFY(of(id).isLate);
    // The user has made it by hand: another one is noticed again.
    QVERIFY(desk().userDecides(id, SubUserDesk::Decision::NotDone));
    elsewhere(AddSubUserTraffic{m_subUser, gb("3")});
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::Unknown; }));
}

void TestServing::twoLateOnesOfOneAmount()
{
    m->serving.looks.latePause = 20ms;
    openDesk();
    QStringList both;
    for (int i = 0; i < 2; ++i) {
        lose(OperationKind::Give, false);
        both.append(sendAndWait(request(OperationKind::Give), true));
        findNotDone(both.back());
    }
    elsewhere(AddSubUserTraffic{m_subUser, gb("3")}); // one of them; nobody knows which
    for (const QString &id : std::as_const(both)) {
        QVERIFY(waitUntil([&] { return of(id).state == OrderState::Unknown; }));
        QVERIFY(of(id).isLate);
    }
    const qint64 row = of(both[0]).looks.back().candidates.front().id;
    QVERIFY(desk().userDecides(both[1], SubUserDesk::Decision::Done, row));
    QVERIFY(!desk().userDecides(both[0], SubUserDesk::Decision::Done, row));
    QCOMPARE(of(both[1]).moved, std::optional(gb("3")));
}

/// Names that a service takes for different ones: it made two of one creation.
void TestServing::aCreationCarriedOutTwice()
{
    m->fault("paged-lists=1");
    m->serving.looks.pauses = {1h};
    openDesk();
    SubUserRequest wanted = request(OperationKind::Create);
    wanted.username = QStringLiteral("Zo\u00eb");
    lose(OperationKind::Create, false);
    const QString id = sendAndWait(wanted);
    for (const auto &name : {QStringLiteral("Zo\u00eb"), QStringLiteral("Zoe\u0308")}) {
        elsewhere(CreateSubUser{{name, gb("3"), QStringLiteral("residential"), {}}});
    }
    desk().look(id);
    QVERIFY(waitUntil([&] { return !of(id).looks.empty(); }));
    QCOMPARE(of(id).looks.back().candidates.size(), size_t(2));
    QCOMPARE(of(id).state, OrderState::Unknown);
    QCOMPARE(of(id).looks.back().says, LookSays::Conflict);
}

void TestServing::whatWasNotShownIsNotDismissed()
{
    m->serving.looks.latePause = 20ms;
    openDesk();
    lose(OperationKind::Give, false);
    const QString id = sendAndWait(request(OperationKind::Give));
    const auto candidates = [&] { return of(id).looks.back().candidates; };
    elsewhere(AddSubUserTraffic{m_subUser, gb("7")}); // no proof, but a candidate
    QVERIFY(waitUntil([&] { return !of(id).looks.empty() && candidates().size() == 1; }));
    const qint64 seen = of(id).looks.back().number;
    QVERIFY(seen > 0);
    m->clock.setBack(1h); // of looks the number counts, not the time
    elsewhere(AddSubUserTraffic{m_subUser, gb("3")});
    QVERIFY(waitUntil([&] { return candidates().front().amount == gb("3"); }));
    const qint64 late = candidates().front().id;
    QVERIFY(desk().userDecides(id, SubUserDesk::Decision::NotDone, std::nullopt, seen));
    QCOMPARE(of(id).dismissed.size(), size_t(1));
    QVERIFY(of(id).dismissed.front() != late);
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::Unknown; }));
    QVERIFY(of(id).isLate);
}

/// A take-back without a row is seen by what fell; the user said that this fall was not its own.
void TestServing::aFallThatWasShownIsDismissed()
{
    m->fault("unlisted-drops");
    m->serving.looks.latePause = 20ms;
    openDesk();
    SubUserRequest wanted = request(OperationKind::Take);
    wanted.amount = gb("0.3");
    lose(OperationKind::Take, true);
    const QString id = sendAndWait(wanted);
    waitForLooks(id);
    QCOMPARE(of(id).state, OrderState::Unknown);
    QCOMPARE(of(id).looks.back().fall, std::optional(gb("0.3")));
    QVERIFY(desk().userDecides(id, SubUserDesk::Decision::NotDone));
    QCOMPARE(of(id).dismissedFall, std::optional(gb("0.3")));
    const auto lateFor = of(id).lateFor;
    for (int looks = 0; looks < 3; ++looks) {
        m->clock.advance(1min);
        const auto mark = of(id).lateMark;
        QVERIFY(waitUntil([&] { return of(id).lateMark != mark; }));
        QCOMPARE(of(id).state, OrderState::NotDone);
    }
    QVERIFY(of(id).lateFor > lateFor);
    elsewhere(DropSubUserTraffic{m_subUser, gb("0.3")});
    QVERIFY(waitUntil([&] { return of(id).looks.back().fall == gb("0.6"); }));
    QCOMPARE(of(id).state, OrderState::NotDone); // one look is not enough
    m->clock.advance(1min);
    QVERIFY(waitUntil([&] { return of(id).state == OrderState::Unknown; }));
    QVERIFY(of(id).isLate);
}

/// The look began before the user decided.
void TestServing::aRunningLookUndoesNoDecision()
{
    m->serving.looks.pauses = {1h};
    openDesk();
    lose(OperationKind::Delete, true);
    const QString id = sendAndWait(request(OperationKind::Delete));
    QCOMPARE(of(id).state, OrderState::Unknown);
    const auto counted = [this] { return m->server.counters().of("getSubUser").arrived; };
    const auto before = counted();
    m->server.setLatency(200ms);
    desk().look(id);
    QVERIFY(waitUntil([&] { return counted() > before; }));
    QVERIFY(desk().isLooking(id));
    QVERIFY(desk().userDecides(id, SubUserDesk::Decision::NotDone));
    (void)ask({request(OperationKind::Create)}); // is answered after the look
    QCOMPARE(of(id).state, OrderState::NotDone);
}

/// The pool rises by what is taken back, and falls by what is given: neither is an order's trace.
void TestServing::purchasesAreNotMisled()
{
    m->buying.looks.pauses = {5ms, 10ms, 20ms};
    openDesk();
    PurchaseDesk &purchases = m->session->purchases();
    QVERIFY(waitUntil([&] { return purchases.isReady(); }));
    const QString type = there(m_subUser)->value(QLatin1String("service_type")).toString();
    for (const bool bought : {false, true}) {
        std::optional<quint64> number;
        const Call call = purchases.prepare(type, gb(bought ? "2" : "1"), &m_guard,
                                            [&](const Result<Confirmation> &shown) {
                                                QVERIFY(shown);
                                                number = shown->number;
                                            });
        QVERIFY(waitUntil([&] { return number.has_value(); }));
        m->fault(bought ? "do-and-drop,next=1,on=topUpTraffic" : "drop,next=1,on=topUpTraffic");
        // Looked at only after the operation.
        m->fault("error-500,on=listTransactions,next=1000");
        std::optional<BuyAnswer> ordered;
        purchases.buy(*number, true, &m_guard, [&](const BuyAnswer &answer) { ordered = answer; });
        const auto order = [&] { return purchases.orders().front(); };
        QVERIFY(waitUntil([&] { return ordered && order().state == OrderState::Unknown; }));
        const auto kind = bought ? OperationKind::Give : OperationKind::Take;
        QCOMPARE(of(sendAndWait(request(kind))).state, OrderState::Completed);
        m->server.faults().clearAll();
        for (int round = 0; round < 40 && order().isOpen(); ++round) {
            m->clock.advance(1min);
            const auto looks = [&] {
                return order().looks.empty() ? qint64(0) : order().looks.back().number;
            };
            const qint64 before = looks();
            purchases.look(order().id);
            QVERIFY(waitUntil([&] { return looks() > before || !order().isOpen(); }));
        }
        QCOMPARE(order().state, bought ? OrderState::Completed : OrderState::NotDone);
    }
}

void TestServing::aClockThatJumps()
{
    openDesk();
    lose(OperationKind::Give, false);
    const QString lost = sendAndWait(request(OperationKind::Give));
    m->clock.setBack(48h);
    waitForLooks(lost);
    QCOMPARE(of(lost).state, OrderState::NotDone);
    // A confirmation from the future is not fresh.
    const auto shown = confirm({request(OperationKind::Take)});
    QVERIFY(shown);
    m->clock.setBack(1h);
    elsewhere(AddSubUserTraffic{m_subUser, gb("4")});
    const QString id = run(shown->number).operations.front();
    QVERIFY(waitUntil([&] { return !of(id).isUnderWay(); }));
    QCOMPARE(of(id).notSentFor, NotSentFor::Changed);
    lose(OperationKind::Give, true);
    const QString done = sendAndWait(request(OperationKind::Give, "6"), true);
    waitForLooks(done);
    QCOMPARE(of(done).state, OrderState::Completed);
}

void TestServing::waitsForTheLimits()
{
    openDesk();
    const auto shown = confirm({request(OperationKind::Give)});
    QVERIFY(shown);
    m->fault("too-many-requests=1,on=getSubUser,next=1");
    m->clock.advance(61s);
    const QString id = run(shown->number).operations.front();
    QVERIFY(waitUntil([&] { return !of(id).isUnderWay(); }));
    QCOMPARE(of(id).state, OrderState::Completed);
    QCOMPARE(arrived(OperationKind::Give), 1u);
}

void TestServing::commandsSendNothing()
{
    openDesk();
    lose(OperationKind::Give, true);
    m->serving.looks.pauses = {1h};
    const QString id = sendAndWait(request(OperationKind::Give));
    m->followsOrders = false;
    openDesk();
    for (const OrderEngine *engine : {static_cast<OrderEngine *>(&m->session->purchases()),
                                      static_cast<OrderEngine *>(&m->session->serving()),
                                      static_cast<OrderEngine *>(&m->session->creating())}) {
        QVERIFY(engine->problem());
    }
    QCOMPARE(desk().problem()->kind, DeskProblem::Offline);
    QVERIFY(desk().operation(id) != nullptr);
    QVERIFY(!desk().isLooking(id));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestServing)
#include "test_serving.moc"
