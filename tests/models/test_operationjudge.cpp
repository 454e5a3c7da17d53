// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what a look at a sub-user says of an operation, with snapshots made by hand: histories that
// are behind, that lack rows, or that have rows of somebody else.
#include "models/serving/operationfields.h"
#include "models/serving/operationjudge.h"
#include "models/serving/operationpools.h"
#include "tests/models/pricetables.h"
#include "tests/models/walkedpages.h"

#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace relaybook;
using namespace std::chrono_literals;
using relaybook::testing::gb;

namespace {

const Instant judgeStart = Instant(std::chrono::milliseconds(1'790'000'000'000));

SubUserOrder operationOf(const char *id, SubUserRequest::Kind kind, const char *amount,
                         std::chrono::minutes after, qint64 mark = 10)
{
    SubUserOrder operation;
    operation.id = QString::fromLatin1(id);
    operation.request.kind = kind;
    operation.request.subUser = SubUserId(7);
    operation.request.amount = gb(amount);
    operation.state = OrderState::Unknown;
    operation.preparedAt = judgeStart + after;
    operation.sentAt = operation.preparedAt;
    operation.sentNumber = toMillis(operation.preparedAt);
    operation.before.at = operation.preparedAt;
    operation.before.presence = SubUserReading::Presence::There;
    operation.before.left = gb("5");
    operation.before.used = gb("2");
    operation.before.history = SubUserReading::History::Whole;
    operation.before.mark = AllocationMark{{mark}, false};
    return operation;
}

void endAt(SubUserOrder &operation, Instant at)
{
    operation.endedAt = at;
    operation.endedNumber = toMillis(at);
}

SubUserOrder answeredOperation(SubUserOrder operation)
{
    operation.state = OrderState::Completed;
    operation.decidedBy = DecidedBy::Answer;
    operation.moved = operation.request.amount;
    endAt(operation, operation.preparedAt);
    return operation;
}

/// One that was sent and that ended at these numbers of the journal.
SubUserOrder numbered(SubUserOrder operation, qint64 sent, qint64 ended)
{
    operation.sentNumber = sent;
    operation.endedNumber = ended;
    return operation;
}

Allocation movedRow(qint64 id, const char *amount, std::chrono::minutes at)
{
    Allocation row;
    row.id = id;
    row.createdAt = judgeStart + at;
    row.added = gb(amount);
    return row;
}

/// A history of one page.
ListWalk<Allocation> historyOf(const std::vector<Allocation> &rows)
{
    PageOf<Allocation> page;
    page.items = rows;
    page.meta = PageMeta{1, 1, 100, static_cast<qint64>(rows.size())};
    ListWalk<Allocation> history;
    history.add(1, page);
    return history;
}

/// The rows beside those that were known before, newest first.
SubUserSnapshot servedSnapshot(std::vector<Allocation> rows, const char *left, const char *used)
{
    for (const qint64 known : {8, 10}) {
        if (std::none_of(rows.begin(), rows.end(),
                         [known](const Allocation &row) { return row.id == known; })) {
            rows.push_back(movedRow(known, "3", -60min));
        }
    }
    std::sort(rows.begin(), rows.end(),
              [](const Allocation &a, const Allocation &b) { return a.id > b.id; });
    SubUserSnapshot snapshot;
    snapshot.reading.at = judgeStart + 20min;
    snapshot.reading.presence = SubUserReading::Presence::There;
    snapshot.reading.history = SubUserReading::History::Whole;
    snapshot.reading.left = gb(left);
    snapshot.reading.used = gb(used);
    snapshot.history = historyOf(rows);
    return snapshot;
}

/// A trace that is no row has to be told by two looks in a row.
bool isTraceTwice(SubUserOrders all, size_t which, SubUserSnapshot snapshot)
{
    const SubUserLook first = judge(all[which], all, snapshot);
    all[which].looks.push_back(first);
    if (first.isTrace || judge(all[which], all, snapshot).isTrace) {
        return false;
    }
    snapshot.reading.at += 1min;
    return judge(all[which], all, snapshot).isTrace;
}

} // namespace

class TestOperationJudge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void giving_data();
    void giving();
    void aRowOfAnotherIsNoEvidence();
    void aHistoryThatIsBehind();
    void anAnswerWithoutAMark();
    void aGiftBesideTheLateRowOfAnEarlierOne();
    void aGiftBesideOneThatWasFoundLater();
    void anEarlierRowThatComesLate();
    void theHistoryHasToReachBack();
    void whatIsRounded();
    void withoutFiguresNothingIsRuledOut();
    void takingBack();
    void takingBackBesideAHistoryThatIsBehind();
    void aGiftAndATakeBackMayCancelEachOther();
    void creating();
    void namesThatTheServiceChanges();
    void deleting();
    void aTraceOfLateOnes();
    void aLaterAnswerAndASetClock();
    void aTraceOfLateDeletions();
    void aTakeBackWithoutARowIsATrace_data();
    void aTakeBackWithoutARowIsATrace();
    void aFallIsToldByTwoLooks();
    void aTakeBackBesideAnotherWithoutRows();
    void aTakeBackBesideWhatIsNotListed();
    void anAmountIsTakenBackAsAsked_data();
    void anAmountIsTakenBackAsAsked();
    void aTimeAheadHidesNoRow_data();
    void aTimeAheadHidesNoRow();
    void whatWasMovedHasATrace_data();
    void whatWasMovedHasATrace();
    void rowsDatedBackAreNew();
    void aRemovedRowHidesNothing();
    void anEmptyHistoryBefore();
    void poolsBesideOperations();
    void poolsWithoutCertainty();
    void storedWhole();
    void anythingElseIsNoOperation();
};

void TestOperationJudge::giving_data()
{
    QTest::addColumn<QList<int>>("rows"); // in hundredths of a GB
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("used");
    QTest::addColumn<int>("says");
    QTest::newRow("nothing") << QList<int>{} << "5"
                             << "2" << int(LookSays::NoTrace);
    QTest::newRow("used meanwhile") << QList<int>{} << "4"
                                    << "3" << int(LookSays::NoTrace);
    QTest::newRow("its row") << QList<int>{300} << "8"
                             << "2" << int(LookSays::Done);
    QTest::newRow("its row, used meanwhile") << QList<int>{300} << "1"
                                             << "9" << int(LookSays::Done);
    QTest::newRow("given, no row") << QList<int>{} << "8"
                                   << "2" << int(LookSays::Conflict);
    QTest::newRow("given twice, one row") << QList<int>{300} << "11"
                                          << "2" << int(LookSays::Conflict);
    QTest::newRow("two such rows") << QList<int>{300, 300} << "11"
                                   << "2" << int(LookSays::Conflict);
    QTest::newRow("another amount") << QList<int>{400} << "9"
                                    << "2" << int(LookSays::Conflict);
    QTest::newRow("its row and another") << QList<int>{300, 400} << "12"
                                         << "2" << int(LookSays::Conflict);
    QTest::newRow("taken back, then given") << QList<int>{-500, 300} << "3"
                                            << "2" << int(LookSays::Conflict);
}

void TestOperationJudge::giving()
{
    QFETCH(QList<int>, rows);
    QFETCH(QString, left);
    QFETCH(QString, used);
    QFETCH(int, says);
    std::vector<Allocation> history{movedRow(10, "3", -60min)}; // of before
    qint64 id = 11;
    for (const int hundredths : rows) {
        Allocation row = movedRow(id++, "0", 1min);
        row.added = TrafficAmount::fromUnits(qint64(hundredths) * 10'000'000);
        history.push_back(row);
    }
    const SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3", 0min)};
    const auto look =
        judge(all[0], all, servedSnapshot(history, qPrintable(left), qPrintable(used)));
    QCOMPARE(int(look.says), says);
    QCOMPARE(look.newRows, qint64(rows.size()));
}

void TestOperationJudge::aRowOfAnotherIsNoEvidence()
{
    const std::vector<Allocation> one{movedRow(11, "3", 2min)};
    // A later one of the same amount was answered: the row is its own.
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3", 0min),
                      answeredOperation(operationOf("b", SubUserRequest::Kind::Give, "3", 1min))};
    QCOMPARE(judge(all[0], all, servedSnapshot(one, "8", "2")).says, LookSays::NoTrace);
    // A second row is then the first one's.
    QCOMPARE(judge(all[0], all, servedSnapshot({one[0], movedRow(12, "3", 2min)}, "11", "2")).says,
             LookSays::Done);
    // Without an answer either may have caused it.
    all[1] = operationOf("b", SubUserRequest::Kind::Give, "3", 1min);
    for (const SubUserOrder &each : all) {
        const auto look = judge(each, all, servedSnapshot(one, "8", "2"));
        QCOMPARE(look.says, LookSays::Conflict);
        QVERIFY(look.candidates.front().isShared);
    }
    // Proof of another.
    all[1].state = OrderState::Completed;
    all[1].proof = 11;
    QCOMPARE(judge(all[0], all, servedSnapshot(one, "8", "2")).says, LookSays::NoTrace);
    // Of another sub-user it says nothing.
    all[1].request.subUser = SubUserId(8);
    QCOMPARE(judge(all[0], all, servedSnapshot(one, "8", "2")).says, LookSays::Done);
    // Found not done, but it may come late.
    all[1] = operationOf("b", SubUserRequest::Kind::Give, "3", 1min);
    all[1].state = OrderState::NotDone;
    endAt(all[1], judgeStart + 5min);
    QCOMPARE(judge(all[0], all, servedSnapshot(one, "8", "2")).says, LookSays::Conflict);
}

void TestOperationJudge::aHistoryThatIsBehind()
{
    const SubUserOrders all{
        operationOf("a", SubUserRequest::Kind::Give, "3", 0min),
        answeredOperation(operationOf("b", SubUserRequest::Kind::Give, "4", 1min))};
    QCOMPARE(judge(all[0], all, servedSnapshot({}, "5", "2")).says, LookSays::Incomplete);
    QCOMPARE(judge(all[0], all, servedSnapshot({movedRow(11, "4", 2min)}, "9", "2")).says,
             LookSays::NoTrace);
    auto later = servedSnapshot({}, "5", "2");
    later.reading.at = judgeStart + 2h; // no longer awaited
    QCOMPARE(judge(all[0], all, later).says, LookSays::NoTrace);
}

/// Nobody knows which rows were there before it: an old one of its amount may not be its own.
void TestOperationJudge::anAnswerWithoutAMark()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3", 0min),
                      answeredOperation(operationOf("b", SubUserRequest::Kind::Give, "3", 1min))};
    const auto one = servedSnapshot({movedRow(11, "3", 2min)}, "8", "2");
    QCOMPARE(judge(all[0], all, one).says, LookSays::NoTrace);
    all[1].before.history = SubUserReading::History::NotRead;
    all[1].before.mark.reset();
    QCOMPARE(judge(all[0], all, one).says, LookSays::Conflict);
    all[1].request.amount = gb("4");
    all[1].moved = gb("4");
    auto behind = servedSnapshot({}, "5", "2");
    QCOMPARE(judge(all[0], all, behind).says, LookSays::Incomplete); // its row is awaited
    behind.reading.at = judgeStart + 2h;
    QCOMPARE(judge(all[0], all, behind).says, LookSays::NoTrace);
    const std::vector<Allocation> both{movedRow(12, "4", 3min), movedRow(11, "3", 2min)};
    QCOMPARE(judge(all[0], all, servedSnapshot(both, "12", "2")).says, LookSays::Done);
    // The first row is somebody else's, of before.
    QCOMPARE(judge(all[0], all, servedSnapshot(both, "9", "2")).says, LookSays::Incomplete);
    // Two rows, one of each.
    const std::vector<Allocation> equal{movedRow(12, "3", 3min), movedRow(11, "3", 2min)};
    SubUserOrders same = all;
    same[1].request.amount = gb("3");
    same[1].moved = gb("3");
    QCOMPARE(judge(same[0], same, servedSnapshot(equal, "11", "2")).says, LookSays::Done);
    // A take-back is told beside it.
    all[0] = operationOf("a", SubUserRequest::Kind::Take, "2", 0min);
    all[0].state = OrderState::NotDone;
    QVERIFY(isTraceTwice(all, 0, servedSnapshot({movedRow(12, "4", 3min)}, "7", "2")));
    // Of an earlier one an old row may not be its own.
    std::swap(all[0], all[1]);
    all[0].moved = gb("3");
    all[1] = operationOf("a", SubUserRequest::Kind::Give, "3", 2min);
    QCOMPARE(judge(all[1], all, one).says, LookSays::Conflict);
    QCOMPARE(judge(all[1], all, servedSnapshot({}, "5", "2")).says, LookSays::NoTrace);
    endAt(all[0], judgeStart - 2h); // its row is no longer awaited
    QCOMPARE(judge(all[1], all, one).says, LookSays::Done);
}

/// A sub-user is created, then given more, and the history is behind: what is in the figures of
/// before is not missing in them now.
void TestOperationJudge::aGiftBesideTheLateRowOfAnEarlierOne()
{
    SubUserOrders all{answeredOperation(operationOf("b", SubUserRequest::Kind::Create, "7", -1min)),
                      operationOf("a", SubUserRequest::Kind::Give, "3", 0min)};
    const std::vector<Allocation> rows{movedRow(12, "3", 2min), movedRow(11, "7", 1min)};
    QCOMPARE(judge(all[1], all, servedSnapshot(rows, "8", "2")).says, LookSays::Done);
    QCOMPARE(judge(all[1], all, servedSnapshot(rows, "5", "2")).says, LookSays::Incomplete);
    // The figures say neither.
    QCOMPARE(judge(all[1], all, servedSnapshot(rows, "10", "2")).says, LookSays::Incomplete);
    // The rise may be that of the lost one, whose row is to come.
    for (const char *left : {"5", "12"}) {
        QCOMPARE(judge(all[1], all, servedSnapshot({rows[1]}, left, "2")).says,
                 LookSays::Incomplete);
    }
    SubUserOrders small = all;
    small[0].request.amount = gb("1");
    small[0].moved = gb("1");
    QCOMPARE(judge(small[1], small, servedSnapshot({movedRow(11, "1", 1min)}, "6", "2")).says,
             LookSays::NoTrace);
    // What is in the figures of before does not count as given since.
    SubUserOrders taken = all;
    taken[1] = operationOf("a", SubUserRequest::Kind::Take, "0", 0min);
    taken[1].state = OrderState::NotDone;
    QVERIFY(!isTraceTwice(taken, 1, servedSnapshot({rows[1]}, "3", "2")));
    QVERIFY(isTraceTwice(taken, 1, servedSnapshot({rows[1]}, "0", "2")));
    // It explains one row only.
    const std::vector<Allocation> two{rows[0], rows[1], movedRow(13, "7", 3min)};
    QCOMPARE(judge(all[1], all, servedSnapshot(two, "8", "2")).says, LookSays::Incomplete);
}

/// One that was looked for when the next was prepared: the figures of before may have it.
void TestOperationJudge::aGiftBesideOneThatWasFoundLater()
{
    SubUserOrders all{operationOf("b", SubUserRequest::Kind::Give, "4", -1min),
                      operationOf("a", SubUserRequest::Kind::Give, "3", 0min)};
    all[0].state = OrderState::Completed;
    all[0].decidedBy = DecidedBy::Evidence;
    endAt(all[0], judgeStart + 5min);
    all[0].proof = 11;
    const std::vector<Allocation> rows{movedRow(12, "3", 2min), movedRow(11, "4", 1min)};
    QCOMPARE(judge(all[1], all, servedSnapshot(rows, "8", "2")).says, LookSays::Done);
    QCOMPARE(judge(all[1], all, servedSnapshot(rows, "12", "2")).says, LookSays::Done);
    for (const char *left : {"5", "9", "10"}) {
        QCOMPARE(judge(all[1], all, servedSnapshot(rows, left, "2")).says, LookSays::Incomplete);
    }
}

/// The row of an answer that came before should not be new: it proves nothing, and denies nothing.
void TestOperationJudge::anEarlierRowThatComesLate()
{
    const SubUserOrders all{
        answeredOperation(operationOf("b", SubUserRequest::Kind::Give, "3", -1min)),
        operationOf("a", SubUserRequest::Kind::Give, "3", 0min)};
    QCOMPARE(judge(all[1], all, servedSnapshot({movedRow(11, "3", 1min)}, "8", "2")).says,
             LookSays::Conflict);
}

void TestOperationJudge::theHistoryHasToReachBack()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3", 0min)};
    auto snapshot = servedSnapshot({movedRow(11, "3", 1min)}, "8", "2");
    for (const SubUserReading::History history :
         {SubUserReading::History::NotRead, SubUserReading::History::NotOffered,
          SubUserReading::History::NotWhole}) {
        snapshot.reading.history = history;
        QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Incomplete);
    }
    snapshot.reading.history = SubUserReading::History::Whole;
    const ListWalk<Allocation> whole = std::exchange(snapshot.history, ListWalk<Allocation>());
    PageOf<Allocation> first;
    first.items = {movedRow(12, "1", 2min), movedRow(11, "3", 1min)};
    first.meta = PageMeta{1, 2, 2, 4};
    snapshot.history.add(1, first);
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Incomplete);
    QCOMPARE(judge(all[0], all, snapshot).reading.history, SubUserReading::History::NotWhole);
    snapshot.history = whole;
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Done);
    all[0].before.history = SubUserReading::History::NotOffered;
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Incomplete);
    snapshot.reading.presence = SubUserReading::Presence::Gone;
    all[0].before.history = SubUserReading::History::Whole;
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Incomplete);
    // What has to be read: back to an answered one whose row was not found yet.
    all.insert(all.begin(),
               answeredOperation(operationOf("b", SubUserRequest::Kind::Give, "3", -1min, 9)));
    const auto marks = [&all] {
        std::vector<AllocationMark> until;
        addMarks(until, all[1], all);
        return until;
    };
    const std::vector<AllocationMark> both{{{10}, false}, {{9}, false}};
    QCOMPARE(marks(), both);
    endAt(all[0], judgeStart - 48h);
    QCOMPARE(marks(), std::vector{both.front()});
}

/// A service may round its rows to two decimals: half of the last one is still the same amount.
void TestOperationJudge::whatIsRounded()
{
    const SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3.005", 0min)};
    QCOMPARE(judge(all[0], all, servedSnapshot({movedRow(11, "3.01", 1min)}, "8.01", "2")).says,
             LookSays::Done);
    QCOMPARE(judge(all[0], all, servedSnapshot({movedRow(11, "3.011", 1min)}, "8.01", "2")).says,
             LookSays::Conflict);
    // As little as the figures are rounded by: they cannot tell that it was not given.
    const SubUserOrders little{operationOf("a", SubUserRequest::Kind::Give, "0.01", 0min)};
    QCOMPARE(judge(little[0], little, servedSnapshot({}, "5", "2")).says, LookSays::NoTrace);
    QVERIFY(judge(little[0], little, servedSnapshot({}, "5.01", "2")).says != LookSays::NoTrace);
}

/// A history without its row may be behind: only the sub-user's figures rule it out.
void TestOperationJudge::withoutFiguresNothingIsRuledOut()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3", 0min)};
    auto snapshot = servedSnapshot({}, "5", "2");
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::NoTrace);
    // Less than before: use and its count are behind each other.
    QCOMPARE(judge(all[0], all, servedSnapshot({}, "4", "2")).says, LookSays::Incomplete);
    snapshot.reading.used.reset();
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Incomplete);
    snapshot.reading.left = gb("8"); // more than can be
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Conflict);
    snapshot.reading.left.reset();
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Incomplete);
    // Its row is evidence without them.
    snapshot.history = servedSnapshot({movedRow(11, "3", 1min)}, "5", "2").history;
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Done);
}

void TestOperationJudge::takingBack()
{
    const SubUserOrders all{operationOf("a", SubUserRequest::Kind::Take, "0", 0min)};
    const auto says = [&](const std::vector<Allocation> &rows, const char *left, const char *used) {
        return judge(all[0], all, servedSnapshot(rows, left, used)).says;
    };
    QCOMPARE(says({movedRow(11, "-5", 1min)}, "0", "2"), LookSays::Done);
    QCOMPARE(says({movedRow(11, "-4.2", 1min)}, "0", "2.8"),
             LookSays::Done); // used meanwhile
    QCOMPARE(says({movedRow(11, "-6", 1min)}, "0", "2"),
             LookSays::Conflict); // more than there was
    QCOMPARE(says({}, "5", "2"), LookSays::NoTrace);
    QCOMPARE(says({}, "0.5", "6.5"), LookSays::NoTrace);
    QCOMPARE(says({}, "0", "2"), LookSays::Incomplete); // not listed
    QCOMPARE(says({}, "0", "7"), LookSays::Incomplete); // or used up
    QCOMPARE(says({movedRow(11, "3", 1min)}, "3", "2"), LookSays::Conflict);
    auto unknownLeft = servedSnapshot({}, "0", "2");
    unknownLeft.reading.left.reset();
    QCOMPARE(judge(all[0], all, unknownLeft).says, LookSays::Incomplete);
}

void TestOperationJudge::takingBackBesideAHistoryThatIsBehind()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Take, "0", 0min),
                      answeredOperation(operationOf("b", SubUserRequest::Kind::Give, "4", 1min))};
    // What the answer gave is not listed: neither may be what was taken back before it.
    QCOMPARE(judge(all[0], all, servedSnapshot({}, "5", "2")).says, LookSays::Incomplete);
    QCOMPARE(judge(all[0], all, servedSnapshot({movedRow(11, "4", 2min)}, "9", "2")).says,
             LookSays::Incomplete); // given since: what is left may be of that
    // Its row says that all was taken, and what is left says that it was not.
    all.pop_back();
    QCOMPARE(judge(all[0], all, servedSnapshot({movedRow(11, "-5", 1min)}, "5", "-3")).says,
             LookSays::Conflict);
    // A history that lists what is taken back lacks the row of an answer.
    SubUserOrder taken = operationOf("b", SubUserRequest::Kind::Take, "0", 1min);
    taken.before.mark = AllocationMark{{8}, false};
    taken = answeredOperation(taken);
    taken.moved = gb("2");
    all[0].request.kind = SubUserRequest::Kind::Give;
    all[0].request.amount = gb("3");
    all.push_back(taken);
    QCOMPARE(judge(all[0], all, servedSnapshot({movedRow(9, "-7", -70min)}, "5", "2")).says,
             LookSays::Incomplete);
    // What the later answer took may be what the gift gave.
    QCOMPARE(judge(all[0], all, servedSnapshot({movedRow(9, "7", -70min)}, "5", "2")).says,
             LookSays::NoTrace); // not 2
    all[1].moved = gb("3");
    QCOMPARE(judge(all[0], all, servedSnapshot({movedRow(9, "7", -70min)}, "5", "2")).says,
             LookSays::Incomplete);
    // What an earlier answer took is in the figures before the gift.
    std::swap(all[0], all[1]);
    all[0].endedNumber = *all[1].sentNumber - 1;
    QCOMPARE(judge(all[1], all, servedSnapshot({movedRow(9, "7", -70min)}, "5", "2")).says,
             LookSays::NoTrace);
}

/// Neither is in the history, and the figures are as before.
void TestOperationJudge::aGiftAndATakeBackMayCancelEachOther()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Take, "2", 0min),
                      operationOf("b", SubUserRequest::Kind::Give, "2", 1min)};
    const SubUserSnapshot snapshot = servedSnapshot({}, "5", "2");
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Incomplete);
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::Incomplete);
    // One that may have taken all of 5 cannot have taken 3, unless 2 were used.
    all[0].request.amount = TrafficAmount();
    all[1].request.amount = gb("3");
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::NoTrace);
    QCOMPARE(judge(all[1], all, servedSnapshot({}, "3", "4")).says, LookSays::Incomplete);
    all[1].request.amount = gb("10"); // nor 10
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::NoTrace);
    // Several may: 4 taken, 2 and 2 given.
    all[0].request.amount = gb("4");
    all[1].request.amount = gb("2");
    all.push_back(operationOf("c", SubUserRequest::Kind::Give, "2", 2min));
    for (const SubUserOrder &each : all) {
        QCOMPARE(judge(each, all, snapshot).says, LookSays::Incomplete);
    }
    all.pop_back();
    for (SubUserOrder &each : all) { // two of one kind cannot
        each.request.kind = SubUserRequest::Kind::Give;
        each.request.amount = gb("2");
    }
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::NoTrace);
    // A row, and less in the figures than it gives: it was taken back, or it is a row of before.
    all[1] = operationOf("b", SubUserRequest::Kind::Take, "2", 1min);
    const auto row = movedRow(11, "2", 2min);
    QCOMPARE(judge(all[0], all, servedSnapshot({row}, "5", "2")).says, LookSays::Incomplete);
    QCOMPARE(judge(all[0], all, servedSnapshot({row}, "7", "2")).says, LookSays::Done);
    all[1].state = OrderState::Completed; // the user says so
    all[1].decidedBy = DecidedBy::User;
    endAt(all[1], judgeStart + 5min);
    QCOMPARE(judge(all[0], all, servedSnapshot({row}, "5", "2")).says, LookSays::Done);
    // What another one took by its row is not missing.
    all[0] = operationOf("a", SubUserRequest::Kind::Take, "2", 0min);
    all[1] = answeredOperation(operationOf("b", SubUserRequest::Kind::Take, "3", 1min));
    all[1].proof = 11;
    QCOMPARE(judge(all[0], all, servedSnapshot({movedRow(11, "-3", 2min)}, "2", "2")).says,
             LookSays::NoTrace);
    // An earlier take-back that was answered hides no late one.
    all[0] = answeredOperation(operationOf("a", SubUserRequest::Kind::Take, "2", 0min));
    all[1] = operationOf("b", SubUserRequest::Kind::Take, "2", 1min);
    all[1].state = OrderState::NotDone;
    QVERIFY(isTraceTwice(all, 1, servedSnapshot({}, "3", "2")));
}

void TestOperationJudge::creating()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Create, "3", 0min)};
    SubUserRequest &request = all[0].request;
    request.subUser = SubUserId();
    request.username = QStringLiteral("Ann");
    request.serviceType = QStringLiteral("mobile");
    all[0].before.presence = SubUserReading::Presence::Gone;
    SubUser made;
    made.id = SubUserId(9);
    made.username = request.username;
    made.serviceType = request.serviceType;
    made.trafficLeft = gb("3");
    made.trafficUsed = gb("0");
    auto snapshot = servedSnapshot({}, "0", "0");
    snapshot.found = {made};
    const auto says = [&] { return judge(all[0], all, snapshot).says; };
    QCOMPARE(says(), LookSays::Done);
    snapshot.found[0].trafficLeft = gb("4");
    QCOMPARE(says(), LookSays::Conflict);
    snapshot.found[0] = made;
    snapshot.found[0].serviceType = QStringLiteral("residential");
    QCOMPARE(says(), LookSays::Conflict);
    snapshot.found[0] = made;
    snapshot.found[0].username = QStringLiteral("ann");
    QCOMPARE(says(), LookSays::Conflict);
    snapshot.found[0] = made;
    all[0].before.named = {made.id}; // it was there before
    QCOMPARE(says(), LookSays::NoTrace);
    all[0].before.named.clear();
    all[0].before.presence = SubUserReading::Presence::NotRead;
    QCOMPARE(says(), LookSays::Conflict);
    snapshot.found.clear();
    snapshot.reading.presence = SubUserReading::Presence::NotRead;
    QCOMPARE(says(), LookSays::Incomplete);
    snapshot.reading.presence = SubUserReading::Presence::Gone;
    QCOMPARE(says(), LookSays::NoTrace);
}

void TestOperationJudge::namesThatTheServiceChanges()
{
    QCOMPARE(properName(QStringLiteral(" \t Zoe\u0308 \u00a0")), QStringLiteral("Zo\u00eb"));
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Create, "3", 0min)};
    SubUserRequest &request = all[0].request;
    request.subUser = SubUserId();
    request.username = QStringLiteral("Zo\u00eb");
    all[0].before.presence = SubUserReading::Presence::Gone;
    SubUser made;
    made.id = SubUserId(9);
    made.username = QStringLiteral(" Zoe\u0308 ");
    made.trafficLeft = gb("3");
    auto snapshot = servedSnapshot({}, "0", "0");
    snapshot.found = {made};
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Done);
    // Of a list that was not read to its end, the second one may be missing.
    snapshot.reading.presence = SubUserReading::Presence::NotRead;
    const SubUserLook half = judge(all[0], all, snapshot);
    QCOMPARE(half.says, LookSays::Incomplete);
    QCOMPARE(half.candidates.size(), size_t(1));
    snapshot.reading.presence = SubUserReading::Presence::There;
    made.id = SubUserId(10);
    made.username = request.username;
    snapshot.found.push_back(made);
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Conflict);
}

void TestOperationJudge::deleting()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Delete, "0", 0min)};
    auto snapshot = servedSnapshot({}, "0", "0");
    const auto says = [&](SubUserReading::Presence presence) {
        snapshot.reading.presence = presence;
        return judge(all[0], all, snapshot).says;
    };
    QCOMPARE(says(SubUserReading::Presence::There), LookSays::NoTrace);
    QCOMPARE(says(SubUserReading::Presence::NotRead), LookSays::Incomplete);
    QCOMPARE(says(SubUserReading::Presence::Gone), LookSays::Done);
    // It may have moved to another page while the list was read: not twice in a row.
    QCOMPARE(says(SubUserReading::Presence::NotSeen), LookSays::Incomplete);
    SubUserLook look;
    look.reading.presence = SubUserReading::Presence::There;
    all[0].looks = {look};
    QCOMPARE(says(SubUserReading::Presence::NotSeen), LookSays::Incomplete);
    look.reading.presence = SubUserReading::Presence::NotSeen;
    all[0].looks.push_back(look);
    QCOMPARE(says(SubUserReading::Presence::NotSeen), LookSays::Done);
}

/// Two were found not done; one of them is carried out late. Its row may be that of either, but it
/// has to be said.
void TestOperationJudge::aTraceOfLateOnes()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3", 0min),
                      operationOf("b", SubUserRequest::Kind::Give, "3", 1min)};
    for (SubUserOrder &each : all) {
        each.state = OrderState::NotDone;
        endAt(each, judgeStart + 5min);
    }
    const auto snapshot = servedSnapshot({movedRow(11, "3", 8min)}, "8", "2");
    QVERIFY(judge(all[0], all, snapshot).isTrace);
    QVERIFY(judge(all[1], all, snapshot).isTrace);
    QVERIFY(judge(all[0], all, snapshot).candidates.front().isShared);
    QVERIFY(!judge(all[0], all, servedSnapshot({}, "5", "2")).isTrace);
    // The first one is Unknown again: still of both.
    all[0].state = OrderState::Unknown;
    all[0].isLate = true;
    QVERIFY(judge(all[1], all, snapshot).isTrace);
    // One whose outcome was never known comes first.
    all[0].isLate = false;
    QVERIFY(!judge(all[1], all, snapshot).isTrace);
    // It explains one row, not two.
    QVERIFY(judge(all[1], all,
                  servedSnapshot({movedRow(12, "3", 9min), movedRow(11, "3", 8min)}, "11", "2"))
                .isTrace);
}

/// A later answer has a row of its own, also if the clock was set back by days in between.
void TestOperationJudge::aLaterAnswerAndASetClock()
{
    SubUserOrders all{
        operationOf("a", SubUserRequest::Kind::Give, "3", 0min),
        answeredOperation(operationOf("b", SubUserRequest::Kind::Give, "3", -72 * 60min))};
    const auto snapshot = servedSnapshot({movedRow(11, "3", 2min)}, "8", "2");
    QVERIFY(judge(all[0], all, snapshot).candidates.empty());
    QVERIFY(judge(all[0], all, snapshot).says != LookSays::Done);
    // An earlier answer whose row comes late is in the figures of before, also if the clock was
    // set forward by days in between.
    std::swap(all[0], all[1]);
    const auto late = servedSnapshot({movedRow(11, "3", 2min)}, "5", "2");
    QCOMPARE(judge(all[1], all, late).says, LookSays::Incomplete);
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::Done);
    // A later one whose row is listed explains the rise, and one that took all explains the fall.
    all.push_back(answeredOperation(operationOf("c", SubUserRequest::Kind::Give, "3", 1min)));
    QCOMPARE(judge(all[1], all,
                   servedSnapshot({movedRow(12, "3", 3min), movedRow(11, "3", 2min)}, "8", "2"))
                 .says,
             LookSays::Incomplete);
    all[2] = answeredOperation(operationOf("c", SubUserRequest::Kind::Take, "8", 1min));
    QCOMPARE(judge(all[1], all, servedSnapshot({movedRow(11, "3", 2min)}, "0", "2")).says,
             LookSays::Done);
}

/// That a sub-user is gone may be the trace of either.
void TestOperationJudge::aTraceOfLateDeletions()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Delete, "0", 0min),
                      operationOf("b", SubUserRequest::Kind::Delete, "0", 1min)};
    for (SubUserOrder &each : all) {
        each.state = OrderState::NotDone;
    }
    auto snapshot = servedSnapshot({}, "0", "0");
    QVERIFY(!judge(all[0], all, snapshot).isTrace); // it is there
    snapshot.reading.presence = SubUserReading::Presence::Gone;
    QVERIFY(judge(all[0], all, snapshot).isTrace);
    all[0].state = OrderState::Unknown;
    all[0].isLate = true;
    QVERIFY(judge(all[1], all, snapshot).isTrace);
    all[0].isLate = false;
    QVERIFY(!judge(all[1], all, snapshot).isTrace);
    all[0].state = OrderState::Completed;
    all[0].decidedBy = DecidedBy::Evidence;
    QVERIFY(!judge(all[1], all, snapshot).isTrace);
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::NoTrace);
    // It was there after the other one, so that one may not have been done.
    all[0].endedNumber = *all[1].sentNumber - 1;
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::Conflict);
    QVERIFY(!isDeletedByOther(all[1], all));
    // Sent before the other one was found done, although it was prepared later.
    all[0].endedNumber = *all[1].sentNumber + 1;
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::NoTrace);
    QVERIFY(isDeletedByOther(all[1], all));
    all[0].decidedBy = DecidedBy::User; // when it was done is not known
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::Conflict);
    // Of a batch one is sent later than a single one that was prepared after it; and the clock may
    // have been set.
    all[0].decidedBy = DecidedBy::Answer;
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::NoTrace);
    all[0].endedNumber = *all[1].sentNumber - 1;
    all[0].endedAt = all[1].before.at + 24h;
    QCOMPARE(judge(all[1], all, snapshot).says, LookSays::Conflict);
    std::swap(all[0], all[1]);
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Conflict);
}

void TestOperationJudge::aTakeBackWithoutARowIsATrace_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("used");
    QTest::addColumn<bool>("isTrace");
    // It had 5 left and 2 used, so it was given 7 in all.
    QTest::newRow("all was taken back") << QByteArray("0") << QByteArray("2") << true;
    QTest::newRow("some was used before") << QByteArray("0") << QByteArray("4") << true;
    QTest::newRow("all was used") << QByteArray("0") << QByteArray("7") << false;
    QTest::newRow("nothing happened") << QByteArray("5") << QByteArray("2") << false;
    QTest::newRow("more fell than was left") << QByteArray("0") << QByteArray("1") << false;
}

/// Not every history lists what is taken back: what it was given in all shows it too.
void TestOperationJudge::aTakeBackWithoutARowIsATrace()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, used);
    QFETCH(bool, isTrace);
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Take, "0", 0min)};
    all[0].state = OrderState::NotDone;
    SubUserSnapshot snapshot = servedSnapshot({}, left.constData(), used.constData());
    QCOMPARE(isTraceTwice(all, 0, snapshot), isTrace);
    // The service has no history.
    snapshot.reading.history = SubUserReading::History::NotOffered;
    all[0].before.mark.reset();
    QVERIFY(!isTraceTwice(all, 0, snapshot)); // it had one before, so others may be in it
    all[0].before.history = SubUserReading::History::NotOffered;
    QCOMPARE(isTraceTwice(all, 0, snapshot), isTrace);
    // Another one may have done it.
    all.push_back(answeredOperation(operationOf("b", SubUserRequest::Kind::Take, "0", 1min)));
    all.back().moved = gb("6"); // all that fell
    QVERIFY(!isTraceTwice(all, 0, snapshot));
    all.pop_back();
    // The user has decided, with this figure in view or without any.
    all[0].decidedBy = DecidedBy::User;
    QVERIFY(!isTraceTwice(all, 0, snapshot));
    all[0].dismissedFall = judge(all[0], all, snapshot).fall;
    QVERIFY(!isTraceTwice(all, 0, snapshot));
    // What falls after that was not in view.
    for (const char *seen : {"0", "-3"}) {
        all[0].dismissedFall = gb(seen);
        QCOMPARE(isTraceTwice(all, 0, snapshot), isTrace);
    }
}

/// Figures and rows are not read at one time: a gift that is listed may not be in the figures yet.
void TestOperationJudge::aFallIsToldByTwoLooks()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Take, "2", 0min)};
    all[0].state = OrderState::NotDone;
    const auto behind = servedSnapshot({movedRow(11, "2", 1min)}, "5", "2");
    const auto now = servedSnapshot({movedRow(11, "2", 1min)}, "7", "2");
    auto later = behind;
    later.reading.at += 2min;
    for (const auto &each : {behind, now, later}) {
        all[0].looks.push_back(judge(all[0], all, each));
        QVERIFY(!all[0].looks.back().isTrace);
    }
    later.reading.at += 30s;
    QVERIFY(!judge(all[0], all, later).isTrace);
    later.reading.at += 30s;
    QVERIFY(judge(all[0], all, later).isTrace); // for the user: it stays so
    // The row of an earlier answer comes late: the figures of before have it.
    all.push_front(answeredOperation(operationOf("b", SubUserRequest::Kind::Give, "2", -1min)));
    all[1].looks.clear();
    QVERIFY(!isTraceTwice(all, 1, behind));
    QVERIFY(isTraceTwice(all, 1, servedSnapshot({movedRow(11, "2", 1min)}, "3", "2")));
}

/// An answer tells what another one took: a late one took what fell beyond that.
void TestOperationJudge::aTakeBackBesideAnotherWithoutRows()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Take, "2", 0min),
                      operationOf("b", SubUserRequest::Kind::Take, "2", 1min)};
    all[0].state = OrderState::NotDone;
    all[1].state = OrderState::Completed;
    all[1].decidedBy = DecidedBy::Answer;
    all[1].moved = gb("2");
    QVERIFY(!isTraceTwice(all, 0, servedSnapshot({}, "3", "2")));
    QVERIFY(isTraceTwice(all, 0, servedSnapshot({}, "1", "2")));
    // One that is listed is told by its row.
    const auto listed = servedSnapshot({movedRow(11, "-2", 1min)}, "3", "2");
    QVERIFY(!isTraceTwice(all, 0, listed));
    QVERIFY(isTraceTwice(all, 0, servedSnapshot({movedRow(11, "-2", 1min)}, "1", "2")));
    all[1].moved.reset();
    QVERIFY(!isTraceTwice(all, 0, servedSnapshot({}, "1", "2")));
}

/// What is known of others without rows: two late ones, one that the user knows of, and gifts.
void TestOperationJudge::aTakeBackBesideWhatIsNotListed()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Take, "2", 0min),
                      operationOf("b", SubUserRequest::Kind::Take, "2", 1min)};
    all[0].state = OrderState::NotDone;
    all[1].state = OrderState::NotDone;
    const auto fell = servedSnapshot({}, "3", "2");
    QVERIFY(isTraceTwice(all, 0, fell)); // of either
    QVERIFY(isTraceTwice(all, 1, fell));
    // The first was decided by the user before the second was prepared: that one's figures of
    // before have it.
    all[0].state = OrderState::Completed;
    all[0].decidedBy = DecidedBy::User;
    endAt(all[0], judgeStart + 30s);
    QVERIFY(isTraceTwice(all, 1, fell));
    endAt(all[0], judgeStart + 2min); // it is not known how much it took since
    QVERIFY(!isTraceTwice(all, 1, fell));
    // A gift hides what was taken, unless it is counted.
    all[0] = operationOf("a", SubUserRequest::Kind::Take, "2", 0min);
    all[0].state = OrderState::NotDone;
    all[1] = answeredOperation(operationOf("b", SubUserRequest::Kind::Give, "3", 1min));
    QVERIFY(isTraceTwice(all, 0, servedSnapshot({movedRow(11, "3", 1min)}, "6", "2")));
    QVERIFY(!isTraceTwice(all, 0, servedSnapshot({}, "8", "2")));
    SubUserSnapshot given = servedSnapshot({}, "6", "2");
    QVERIFY(!isTraceTwice(all, 0, given)); // figures and rows may be behind the answer
    given.reading.at = judgeStart + 90min;
    QVERIFY(isTraceTwice(all, 0, given));
    // A row of another amount may be the gift's.
    SubUserSnapshot otherwise = servedSnapshot({movedRow(11, "2.9", 1min)}, "5.9", "2");
    otherwise.reading.at = given.reading.at;
    QVERIFY(!isTraceTwice(all, 0, otherwise));
    all[0].before.history = SubUserReading::History::NotOffered;
    all[0].before.mark.reset();
    given.reading.history = SubUserReading::History::NotOffered;
    QVERIFY(isTraceTwice(all, 0, given));
}

void TestOperationJudge::anAmountIsTakenBackAsAsked_data()
{
    QTest::addColumn<QByteArray>("row"); // what the history says was taken; empty: no row
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("used"); // empty: not told
    QTest::addColumn<LookSays>("says");
    QTest::addColumn<bool>("isTrace");
    const auto none = QByteArray();
    const auto add = [](const char *name, const QByteArray &row, const QByteArray &left,
                        const QByteArray &used, LookSays says, bool isTrace) {
        QTest::newRow(name) << row << left << used << says << isTrace;
    };
    // It had 5 left and 2 used, and 2 were to be taken back.
    add("taken", "-2", "3", "2", LookSays::Done, true);
    add("taken, use not told", "-2", "3", none, LookSays::Done, true);
    add("taken, then used", "-2", "0", "5", LookSays::Done, true);
    add("a service that takes all", "-5", "0", "2", LookSays::Conflict, true);
    add("somebody else took another amount", "-1", "4", "2", LookSays::Conflict, true);
    add("the figures say that less is missing", "-2", "4", "2", LookSays::Conflict, true);
    add("not listed", none, "3", "2", LookSays::Incomplete, true);
    add("all, not listed", none, "0", "2", LookSays::Incomplete, true);
    add("nothing happened", none, "5", "2", LookSays::NoTrace, false);
    add("nothing happened, use not told", none, "5", none, LookSays::Incomplete, false);
    add("less was used than the amount", none, "3.5", "3.5", LookSays::NoTrace, false);
    add("as much was used as the amount", none, "3", "4", LookSays::Incomplete, false);
    add("a part is missing, use not told", none, "4", none, LookSays::Incomplete, false);
    add("nearly as much is missing, use not told", none, "3.01", none, LookSays::Incomplete, false);
    add("more was used", none, "1", "6", LookSays::Incomplete, false);
    add("used, the count is behind", none, "3.5", "2", LookSays::Incomplete, false);
    add("taken, the count is ahead", none, "3", "4.1", LookSays::Incomplete, false);
    add("somebody gave some", "1", "6", "2", LookSays::Conflict, false);
}

void TestOperationJudge::anAmountIsTakenBackAsAsked()
{
    QFETCH(QByteArray, row);
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, used);
    QFETCH(LookSays, says);
    QFETCH(bool, isTrace);
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Take, "2", 0min)};
    std::vector<Allocation> rows;
    if (!row.isEmpty()) {
        rows.push_back(movedRow(11, row.constData(), 1min));
    }
    SubUserSnapshot snapshot =
        servedSnapshot(rows, left.constData(), used.isEmpty() ? "0" : used.constData());
    if (used.isEmpty()) {
        snapshot.reading.used.reset();
        all[0].before.used.reset();
    }
    const SubUserLook look = judge(all[0], all, snapshot);
    QCOMPARE(int(look.says), int(says));
    if (!row.isEmpty()) {
        QCOMPARE(look.candidates.size(), size_t(1));
        QCOMPARE(look.candidates.front().fits, row == "-2");
    }
    all[0].state = OrderState::NotDone;
    QCOMPARE(judge(all[0], all, snapshot).isTrace || isTraceTwice(all, 0, snapshot), isTrace);
}

void TestOperationJudge::aTimeAheadHidesNoRow_data()
{
    QTest::addColumn<SubUserRequest::Kind>("kind");
    QTest::addColumn<QByteArray>("moved");
    QTest::addColumn<int>("hours");
    QTest::addColumn<bool>("staysFirst"); // a service that sorts by time
    for (const int hours : {1, 8, 24 * 365}) {
        for (const bool first : {true, false}) {
            QTest::addRow("give, %d h%s", hours, first ? ", first" : "")
                << SubUserRequest::Kind::Give << QByteArray("3") << hours << first;
            QTest::addRow("take, %d h%s", hours, first ? ", first" : "")
                << SubUserRequest::Kind::Take << QByteArray("-5") << hours << first;
        }
    }
}

/// A known row has a time in the future: the new one has an earlier one, and may follow it in the
/// list.
void TestOperationJudge::aTimeAheadHidesNoRow()
{
    QFETCH(SubUserRequest::Kind, kind);
    QFETCH(QByteArray, moved);
    QFETCH(int, hours);
    QFETCH(bool, staysFirst);
    const bool isGive = kind == SubUserRequest::Kind::Give;
    SubUserOrders all{operationOf("a", kind, isGive ? "3" : "0", 0min)};
    const Allocation ahead = movedRow(9, "1", std::chrono::hours(hours));
    const Allocation known = movedRow(10, "1", -60min);
    const Allocation row = movedRow(11, moved.constData(), 1min);
    SubUserSnapshot before = servedSnapshot({}, "5", "2");
    before.history = historyOf(staysFirst ? std::vector{ahead, known} : std::vector{known, ahead});
    all[0].before.mark = before.history.mark();
    SubUserSnapshot snapshot = servedSnapshot({}, isGive ? "8" : "0", "2");
    snapshot.history =
        historyOf(staysFirst ? std::vector{ahead, row, known} : std::vector{row, known, ahead});
    const SubUserLook look = judge(all[0], all, snapshot);
    QCOMPARE(look.says, LookSays::Done);
    QCOMPARE(look.candidates.front().id, row.id);
    QCOMPARE(look.newRows, qint64(1));
    QCOMPARE(judge(all[0], all, before).says, LookSays::NoTrace);
    // A new row with a time in the future does not hide the one that follows it.
    snapshot.history = historyOf({movedRow(12, "1", 24h * 365), row, known, ahead});
    QCOMPARE(judge(all[0], all, snapshot).newRows, qint64(2));
}

/// The service's clock is 8 hours behind for new rows: they are listed among older ones.
void TestOperationJudge::whatWasMovedHasATrace_data()
{
    using Kind = SubUserRequest::Kind;
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QByteArray>("amount"); // of Take: 0 is all
    QTest::addColumn<int>("known");         // rows before the operation
    QTest::addColumn<int>("newer");         // of others since then, 1 GB each
    QTest::addColumn<bool>("total");        // the service counts the rows
    QTest::addColumn<bool>("told");         // and tells what was used
    for (const auto &[kind, amount] :
         {std::pair(Kind::Give, "5"), std::pair(Kind::Take, "0"), std::pair(Kind::Take, "2")}) {
        for (const int known : {0, 1, 60, 100, 250}) {
            for (const int newer : {0, 18, 500}) {
                for (const bool total : {true, false}) {
                    for (const bool told : {true, false}) {
                        QTest::addRow("%s %s, %d known, %d newer%s%s",
                                      kind == Kind::Give ? "give" : "take", amount, known, newer,
                                      total ? "" : ", not counted", told ? "" : ", no use")
                            << kind << QByteArray(amount) << known << newer << total << told;
                    }
                }
            }
        }
    }
}

/// Wherever the row of an operation that was carried out is listed: dated ahead, or back by
/// minutes, hours or days. A history need not list what was taken back at all.
void TestOperationJudge::whatWasMovedHasATrace()
{
    QFETCH(SubUserRequest::Kind, kind);
    QFETCH(QByteArray, amount);
    QFETCH(int, known);
    QFETCH(int, newer);
    QFETCH(bool, total);
    QFETCH(bool, told);
    const int count = known + newer;
    std::vector<Allocation> rows;
    rows.reserve(size_t(count));
    for (int i = 0; i < count; ++i) {
        rows.push_back(movedRow(i + 1, "1", std::chrono::minutes(i)));
    }
    std::reverse(rows.begin(), rows.end());
    const auto read = [&](const std::vector<Allocation> &listed,
                          const std::vector<AllocationMark> &until) {
        return testing::walkedPages(ListWalk<Allocation>(), listed, until, total);
    };
    SubUserOrder operation = operationOf("lost", kind, amount.constData(), 0min);
    operation.before.mark = read({rows.begin() + newer, rows.end()}, {}).mark();
    if (!told) {
        operation.before.used.reset();
    }
    if (!operation.before.mark) {
        operation.before.history = SubUserReading::History::NotWhole;
    }
    const auto says = [&](const std::vector<Allocation> &listed, const TrafficAmount &left) {
        SubUserSnapshot snapshot = servedSnapshot({}, "0", "2");
        snapshot.reading.left = left;
        if (!told) {
            snapshot.reading.used.reset();
        }
        snapshot.history = read(listed, operation.before.mark ? std::vector{*operation.before.mark}
                                                              : std::vector<AllocationMark>());
        snapshot.reading.mark = snapshot.history.mark();
        snapshot.reading.history = snapshot.history.isComplete() && snapshot.reading.mark
                                       ? SubUserReading::History::Whole
                                       : SubUserReading::History::NotWhole;
        return judge(operation, {operation}, snapshot).says;
    };
    const bool isGive = kind == SubUserRequest::Kind::Give;
    const auto others = TrafficAmount::fromUnits(newer * TrafficAmount::unitsPerGb);
    const auto before = *operation.before.left->plus(others);
    // What moved; a service may ignore the amount and take all of the 5 GB.
    std::vector<QByteArray> moves{isGive ? "5" : "-5"};
    if (amount == "2") {
        moves.emplace_back("-2");
    }
    for (const int place : {0, 1, newer, newer + 1, newer + 50, newer + 89, newer + 95, newer + 120,
                            count - 1, count}) {
        if (place < 0 || place > count) {
            continue;
        }
        for (const QByteArray &move : moves) {
            std::vector<Allocation> moved = rows;
            moved.insert(moved.begin() + place,
                         movedRow(9999, move.constData(), std::chrono::minutes(count - place)));
            QVERIFY2(says(moved, *before.plus(gb(move.constData()))) != LookSays::NoTrace,
                     qPrintable(QString::number(place)));
        }
    }
    for (const QByteArray &move : moves) { // not listed at all
        QVERIFY(says(rows, *before.plus(gb(move.constData()))) != LookSays::NoTrace);
    }
    if (newer == 0 && told && operation.before.mark) {
        QCOMPARE(says(rows, before), LookSays::NoTrace);
    }
}

void TestOperationJudge::rowsDatedBackAreNew()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3", 0min)};
    std::vector<Allocation> rows{movedRow(10, "1", -60min), movedRow(9, "1", -12h)};
    all[0].before.mark = historyOf(rows).mark();
    rows.insert(rows.begin() + 1, movedRow(11, "3", 1min - 8h));
    SubUserSnapshot snapshot = servedSnapshot({}, "8", "2");
    snapshot.history = historyOf(rows);
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Done);
    // All have the same time, or none.
    for (const auto time : {std::optional(judgeStart), std::optional<Instant>()}) {
        for (Allocation &row : rows) {
            row.createdAt = time;
        }
        snapshot.history = historyOf(rows);
        QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Done);
    }
    // The list is oldest first.
    snapshot.history =
        historyOf({movedRow(9, "1", -12h), movedRow(10, "1", -60min), movedRow(11, "3", 1min)});
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Done);
}

void TestOperationJudge::aRemovedRowHidesNothing()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3", 0min)};
    all[0].before.mark = AllocationMark{{12, 10, 9}, false};
    const auto snapshot = servedSnapshot({movedRow(11, "3", 1min)}, "8", "2");
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Done);
    // None of the known ones is listed any more: nobody can tell what is new.
    all[0].before.mark = AllocationMark{{12, 9}, false};
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Incomplete);
}

void TestOperationJudge::anEmptyHistoryBefore()
{
    SubUserOrders all{operationOf("a", SubUserRequest::Kind::Give, "3", 0min)};
    SubUserSnapshot snapshot = servedSnapshot({}, "5", "2");
    snapshot.history = historyOf({});
    all[0].before.mark = snapshot.history.mark();
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::NoTrace);
    snapshot.history = historyOf({movedRow(11, "3", -8h)});
    snapshot.reading.left = gb("8");
    QCOMPARE(judge(all[0], all, snapshot).says, LookSays::Done);
}

void TestOperationJudge::poolsBesideOperations()
{
    const QString type = QStringLiteral("residential");
    const PoolReadings readings{10, 20, 50};
    const auto only = [&](SubUserOrder operation) {
        operation.request.serviceType = type;
        return poolMoves({std::move(operation)}, type, readings);
    };
    const auto given = [](qint64 sent, qint64 ended) {
        return numbered(answeredOperation(operationOf("a", SubUserRequest::Kind::Give, "3", 5min)),
                        sent, ended);
    };
    const auto isNearTo = [](const std::optional<TrafficAmount> &amount, const char *wanted) {
        const auto off = amount ? amount->minus(gb(wanted)) : std::nullopt;
        return off && std::abs(off->units()) <= gb("0.02").units();
    };
    QCOMPARE(poolMoves({}, type, readings), PoolMoves());
    const PoolMoves out = only(given(25, 30));
    QVERIFY(isNearTo(out.least, "-3") && isNearTo(out.most, "-3"));
    SubUserOrder taken = numbered(
        answeredOperation(operationOf("a", SubUserRequest::Kind::Take, "0", 5min)), 25, 30);
    taken.moved = gb("4.5");
    const PoolMoves back = only(taken);
    QVERIFY(isNearTo(back.least, "4.5") && isNearTo(back.most, "4.5"));
    // What was not moved, or before the pool was read, or in another pool.
    SubUserOrder refused = given(25, 30);
    for (const auto state : {OrderState::Refused, OrderState::NotSent, OrderState::Waiting}) {
        refused.state = state;
        QCOMPARE(only(refused), PoolMoves());
    }
    QCOMPARE(only(given(5, 9)), PoolMoves());
    const SubUserOrders somewhere{taken};
    QVERIFY(poolMoves(somewhere, type, readings) != PoolMoves()); // its pool is not known
    SubUserOrders other{taken};
    other[0].request.serviceType = QStringLiteral("mobile");
    QCOMPARE(poolMoves(other, type, readings), PoolMoves());
    // Whatever the clock said, only the numbers count.
    for (const auto at : {-24h, 24h}) {
        SubUserOrder moved = given(25, 30);
        moved.preparedAt += at;
        *moved.endedAt -= at;
        QCOMPARE(only(moved), out);
        SubUserOrder early = given(5, 9);
        early.preparedAt += at;
        *early.endedAt += at;
        QCOMPARE(only(early), PoolMoves());
    }
}

void TestOperationJudge::poolsWithoutCertainty()
{
    const QString type = QStringLiteral("residential");
    const PoolReadings readings{10, 20, 50};
    const auto limits = [&](SubUserOrder operation, const PoolReadings &at) {
        operation.request.serviceType = type;
        return poolMoves({std::move(operation)}, type, at);
    };
    const auto isAround = [](const PoolMoves &moves, const char *least, const char *most) {
        return moves.least && moves.most && *moves.least <= gb(least) && *moves.most >= gb(most) &&
               *moves.least > *gb(least).minus(gb("0.03")) &&
               *moves.most < *gb(most).plus(gb("0.03"));
    };
    SubUserOrder give = operationOf("a", SubUserRequest::Kind::Give, "3", 5min);
    give.sentNumber = 25;
    QVERIFY(isAround(limits(give, readings), "-3", "0")); // no outcome
    // Found not done: a pool that did not rise stays evidence, one that rose does not.
    give.state = OrderState::NotDone;
    give.endedNumber = 30;
    QCOMPARE(limits(give, readings), PoolMoves());
    SubUserOrder late = operationOf("a", SubUserRequest::Kind::Take, "0", 5min);
    late.state = OrderState::NotDone;
    late.sentNumber = 25;
    late.endedNumber = 30;
    QVERIFY(isAround(limits(late, readings), "0", "5"));
    // Also where the user said so: that answers what was found, not what is still to come.
    SubUserOrder decided = late;
    decided.request.kind = SubUserRequest::Kind::Delete;
    decided.decidedBy = DecidedBy::User;
    QVERIFY(isAround(limits(decided, readings), "0", "5"));
    late.lateFor = std::chrono::milliseconds(8 * 24h).count();
    QCOMPARE(limits(late, readings), PoolMoves());
    // Under way while the pool was asked for, or answered after that; or it is not known when.
    const SubUserOrder done =
        answeredOperation(operationOf("a", SubUserRequest::Kind::Give, "3", 5min));
    for (const auto &[sent, ended] : {std::pair<qint64, qint64>{9, 11},
                                      {9, 30},
                                      {15, 30},
                                      {9, 60},
                                      {15, 18},
                                      {25, 60},
                                      {60, 70}}) {
        QVERIFY(isAround(limits(numbered(done, sent, ended), readings), "-3", "0"));
    }
    QVERIFY(isAround(limits(done, readings), "-3", "0"));
    for (const PoolReadings &unknown :
         {PoolReadings{{}, {}, 50}, PoolReadings{10, {}, 50}, PoolReadings{10, 20, {}}}) {
        QVERIFY(isAround(limits(numbered(done, 25, 30), unknown), "-3", "0"));
    }
    QVERIFY(isAround(limits(numbered(done, 5, 9), {{}, {}, 50}), "-3", "0"));
    SubUserOrder gone = numbered(
        answeredOperation(operationOf("a", SubUserRequest::Kind::Delete, "0", 5min)), 25, 30);
    gone.moved.reset();
    QVERIFY(isAround(limits(gone, readings), "0", "5")); // customers use it meanwhile
    gone.before.left.reset();
    QVERIFY(!limits(gone, readings).most);
}

void TestOperationJudge::storedWhole()
{
    SubUserOrder operation =
        answeredOperation(operationOf("a", SubUserRequest::Kind::Give, "3.000000001", 0min));
    operation.batch = QStringLiteral("batch");
    operation.request.username = QStringLiteral("Zoë \u202e<b>");
    operation.request.note = QString();
    operation.request.shownLeft = gb("5");
    operation.before.pool = gb("-0.5");
    operation.before.poolAt = judgeStart - 3min;
    operation.before.named = {SubUserId(3)};
    operation.newBalance = gb("8");
    operation.madeName = QStringLiteral("Zoë_1 \u202e<b>");
    operation.madeService = QStringLiteral("mobile");
    operation.proof = 11;
    operation.dismissed = {4, 5};
    operation.dismissedFall = gb("2");
    operation.isLate = true;
    operation.riskAccepted = true;
    operation.error = ApiError();
    operation.error->kind = ErrorKind::Validation;
    operation.error->fields = {{QStringLiteral("traffic_gb"), QStringLiteral("too much")}};
    SubUserLook look;
    look.number = 15;
    look.isTrace = true;
    look.reading = operation.before;
    look.says = LookSays::Conflict;
    look.candidates = {
        {11, gb("3"), false, true, QStringLiteral("Zoe_1"), QStringLiteral("mobile")},
        {12, {}, true, false, {}, {}}};
    look.newRows = 2;
    look.ofOthers = 1;
    look.fall = gb("-0.5");
    look.error = operation.error;
    operation.looks = {look};
    const auto read = operationFromJson(operationToJson(operation));
    if (!read) {
        QFAIL("it could not be read");
    }
    QVERIFY(*read == operation);
    for (int state = 0; state <= int(lastOrderState); ++state) {
        operation.state = static_cast<OrderState>(state);
        QVERIFY(operationFromJson(operationToJson(operation)) == operation);
    }
    for (int why = 0; why <= int(lastNotSentFor); ++why) {
        operation.notSentFor = static_cast<NotSentFor>(why);
        QVERIFY(operationFromJson(operationToJson(operation)) == operation);
    }
    // Enumerators are stored by number: these are on people's disks.
    QCOMPARE(int(OrderState::NotSent), 6);
    QCOMPARE(int(SubUserRequest::Kind::Delete), 3);
    QCOMPARE(int(NotSentFor::Stopped), 9);
    QCOMPARE(int(NotSentFor::Fuller), 10);
    QCOMPARE(int(NotSentFor::Emptier), 11);
    QCOMPARE(int(NotSentFor::TookMore), 12);
    QCOMPARE(int(SubUserReading::Presence::NotSeen), 3);
}

void TestOperationJudge::anythingElseIsNoOperation()
{
    const QByteArray whole =
        operationToJson(operationOf("a", SubUserRequest::Kind::Give, "3", 0min));
    QVERIFY(operationFromJson(whole));
    QVERIFY(!operationFromJson("{}"));
    QVERIFY(!operationFromJson("[]"));
    QVERIFY(!operationFromJson(whole.left(whole.size() / 2)));
    QVERIFY(!operationFromJson(QByteArray(whole).replace("\"state\":4", "\"state\":7")));
    QVERIFY(!operationFromJson(QByteArray(whole).replace("\"kind\":0", "\"kind\":4")));
    QVERIFY(!operationFromJson(QByteArray(whole).replace("\"3000000000\"", "\"much\"")));
    for (const char *list : {"named", "dismissed"}) {
        const QByteArray none = QByteArray("\"") + list + "\":[]";
        QVERIFY(whole.contains(none));
        for (const char *odd : {"\"x\"", "7", "null", "\"99999999999999999999\""}) {
            const QByteArray one = QByteArray("\"") + list + "\":[" + odd + "]";
            QVERIFY2(!operationFromJson(QByteArray(whole).replace(none, one)), odd);
        }
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestOperationJudge)
#include "test_operationjudge.moc"
