// SPDX-License-Identifier: GPL-3.0-or-later
// Tests passing rows from one thread to another: unchanged and in order, either all of them or none
// after the reader refused.
#include "models/export/rowpipe.h"

#include <QTest>

#include <random>

namespace relaybook {

class TestRowPipe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsArriveAsTheyWere();
    void noMoreAfterNo();
    void leftInTheMiddle();
};

namespace {

struct Row
{
    bool absent;
    std::int64_t number;
    std::string text;
    std::string other;
    friend bool operator==(const Row &, const Row &) = default;
};

// Short rows and rows longer than any batch, with all byte values.
std::vector<Row> someRows(std::size_t count)
{
    std::mt19937_64 random(7);
    std::vector<Row> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t length = i % 997 == 0 ? 300'000 : random() % 400;
        std::string text(length, char(random()));
        rows.push_back({random() % 5 == 0, std::int64_t(random()), text, std::to_string(i)});
    }
    return rows;
}

bool put(RowPipe &pipe, const Row &row)
{
    std::string gone = row.text; // no longer exists after the row was added
    const bool wanted = pipe.add({{row.absent, row.number, gone}, {false, 0, row.other}});
    gone.assign(gone.size(), '#');
    return wanted;
}

} // namespace

void TestRowPipe::rowsArriveAsTheyWere()
{
    const std::vector<Row> rows = someRows(20'000);
    std::vector<Row> taken;
    std::thread::id writer;
    RowPipe pipe(2, [&](ExportCells &cells) {
        writer = std::this_thread::get_id();
        taken.push_back({cells.at(0).absent, cells.at(0).number, std::string(cells.at(0).text),
                         std::string(cells.at(1).text)});
        cells.at(1).text = "changed";
        return true;
    });
    for (const Row &row : rows) {
        QVERIFY(put(pipe, row));
    }
    pipe.finish();
    QCOMPARE(taken.size(), rows.size());
    QVERIFY(taken == rows);
    QVERIFY(writer != std::this_thread::get_id());
}

void TestRowPipe::noMoreAfterNo()
{
    const std::vector<Row> rows = someRows(20'000);
    std::size_t taken = 0;
    RowPipe pipe(2, [&](ExportCells &) { return ++taken < 1000; });
    std::size_t given = 0;
    while (given < rows.size() && put(pipe, rows.at(given))) {
        ++given;
    }
    QVERIFY(given < rows.size());
    pipe.finish();
    QCOMPARE(taken, std::size_t(1000));
}

void TestRowPipe::leftInTheMiddle()
{
    std::size_t taken = 0;
    {
        RowPipe pipe(2, [&](ExportCells &) {
            ++taken;
            return true;
        });
        for (std::int64_t i = 0; i < 50; ++i) {
            QVERIFY(put(pipe, {false, i, "short", "too"}));
        }
    }
    QCOMPARE(taken, std::size_t(0)); // the reader failed before a batch was full
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestRowPipe)
#include "test_rowpipe.moc"
