// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the checksum of an export, which is calculated on a thread of its own, and the queue to
// that thread: in order, in a bounded number of buffers.
#include "models/export/hashthread.h"

#include <QTest>

#include <future>
#include <numeric>
#include <random>
#include <set>

namespace relaybook {

class TestHashThread : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void publishedSums();
    void anySizesOfPieces();
    void leftInTheMiddle();
    void buffersAreBoundedAndUsedAgain();
};

void TestHashThread::publishedSums()
{
    HashThread nothing;
    QCOMPARE(nothing.finish(),
             QByteArray("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    HashThread abc;
    abc.add("a");
    abc.add("bc");
    QCOMPARE(abc.finish(),
             QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
}

/// More than the queue holds, in pieces from nothing to more than a buffer.
void TestHashThread::anySizesOfPieces()
{
    std::mt19937_64 random(11);
    QByteArray all;
    HashThread hash;
    for (int i = 0; i < 3000; ++i) {
        const std::size_t length = i % 499 == 0 ? 900'000 : random() % 800;
        const std::string piece(length, char(random()));
        hash.add(piece);
        all.append(piece.data(), qsizetype(piece.size()));
    }
    QCOMPARE(hash.finish(), QCryptographicHash::hash(all, QCryptographicHash::Sha256).toHex());
}

/// An export that is cancelled or fails never asks for the sum.
void TestHashThread::leftInTheMiddle()
{
    HashThread hash;
    for (int i = 0; i < 3000; ++i) {
        hash.add(std::string(1000, 'x'));
    }
}

void TestHashThread::buffersAreBoundedAndUsedAgain()
{
    using Buffer = std::pair<int, std::string>;
    constexpr int count = 1000;
    std::promise<void> queueIsFull;
    std::vector<int> processed;
    BufferThread<Buffer> thread([&](Buffer &buffer) {
        if (processed.empty()) {
            queueIsFull.get_future().wait();
        }
        processed.push_back(buffer.first);
        buffer.second = "processed";
    });
    std::set<Buffer *> buffers;
    int usedAgain = 0;
    for (int i = 0; i < count; ++i) {
        auto buffer = thread.buffer();
        buffers.insert(buffer.get());
        usedAgain += buffer->second == "processed" ? 1 : 0;
        buffer->first = i;
        thread.put(std::move(buffer));
        if (i == int(thread.mostWaiting)) { // one more is being processed
            queueIsFull.set_value();
        }
    }
    thread.finish();
    std::vector<int> expected(count);
    std::iota(expected.begin(), expected.end(), 0);
    QVERIFY(processed == expected);
    // Those that wait, the one that is processed, and the one that is filled.
    QVERIFY2(buffers.size() <= thread.mostWaiting + 2, qPrintable(QString::number(buffers.size())));
    QCOMPARE(usedAgain, count - int(buffers.size()));
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestHashThread)
#include "test_hashthread.moc"
