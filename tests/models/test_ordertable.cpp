// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the table model of orders with 100,000 of them: a change touches one row, filters and
// searches are fast, and rows appear in and vanish from a filtered table as their orders change.
#include "api/http/authsession.h"
#include "models/tables/ordertablemodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <deque>

using namespace relaybook;

namespace {

/// Orders that are only shown: nothing is sent.
class ShownOrders final : public OrderEngine
{
public:
    ShownOrders(OrderJournal &journal, AuthSession &auth, const Clock &clock,
                QString name = QStringLiteral("order"))
        : OrderEngine({journal, nullptr, auth, clock}, {{}, false, {TokenKind::Reseller}}, {})
        , m_name(std::move(name))
    {
    }

    Order &add(OrderState state, Instant at)
    {
        Order order;
        order.id = m_name % u'-' % QString::number(m_orders.size());
        order.state = state;
        order.preparedAt = at;
        m_places.insert(order.id, m_orders.size());
        m_orders.push_back(order);
        return m_orders.back();
    }
    Order &at(std::size_t place) { return m_orders.at(place); }
    void report(const QStringList &ids) { Q_EMIT ordersChanged(ids); }

    [[nodiscard]] const Order *order(const QString &id) const override
    {
        const auto place = m_places.constFind(id);
        return place == m_places.cend() ? nullptr : &m_orders[*place];
    }
    void forEach(const std::function<void(const Order &order)> &visit) const override
    {
        for (const Order &each : m_orders) {
            visit(each);
        }
    }
    [[nodiscard]] OrderSummary summaryOf(const Order &order) const override
    {
        ++summaries;
        OrderSummary summary;
        const auto place = static_cast<int>(m_places.value(order.id));
        summary.kind = static_cast<OrderKind>(place % (static_cast<int>(lastOrderKind) + 1));
        summary.type = QStringLiteral("mobile");
        summary.customer = QStringLiteral("customer_%1").arg(place % 1000);
        summary.amount = TrafficAmount::fromUnits(TrafficAmount::unitsPerGb * (place % 50));
        return summary;
    }

    mutable int summaries = 0; ///< how many were made

private:
    ReadRow beginReading() override
    {
        return [](const QString &, const QByteArray &) { return true; };
    }
    void takeRead() override {}
    void forget() override {}
    [[nodiscard]] std::function<JournalRow()> rowOf(const Order & /*order*/) const override
    {
        return [] { return JournalRow(); };
    }
    [[nodiscard]] Order *find(const QString &id) override
    {
        const auto place = m_places.constFind(id);
        return place == m_places.cend() ? nullptr : &m_orders[*place];
    }
    [[nodiscard]] QString objectOf(const Order & /*order*/) const override { return {}; }
    [[nodiscard]] Request requestOf(const Order & /*order*/) const override { return {}; }
    [[nodiscard]] qint64 callsFor(const Order & /*order*/) const override { return 1; }
    [[nodiscard]] Call readBefore(const QString & /*id*/, Read /*done*/) override { return {}; }
    [[nodiscard]] std::optional<NotSentFor> whyNotAsShown(const Order & /*order*/) const override
    {
        return std::nullopt;
    }
    [[nodiscard]] Call sendOrder(const QString & /*id*/, Answered /*done*/) override { return {}; }
    [[nodiscard]] Call readForLook(const QString & /*id*/, std::function<void()> /*done*/) override
    {
        return {};
    }

    const QString m_name;
    std::deque<Order> m_orders;
    QHash<QString, std::size_t> m_places;
};

} // namespace

class TestOrderTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aChangeTouchesOneRow();
    void changesFollowTheFilter();
    void enginesAreMergedByTime();
    void manyAreSearchedInSlices();
    void countsAreThoseOfTheOtherFilters();

private:
    static constexpr int many = 100'000;
    [[nodiscard]] static Instant second(qint64 number)
    {
        constexpr qint64 begin = 1'760'000'000'000;
        return fromMillis(begin + 1000 * number);
    }
    void addMany(int count)
    {
        for (int i = 0; i < count; ++i) {
            m_orders->add(i % 10 == 0 ? OrderState::Refused : OrderState::Completed, second(i));
        }
    }

    QTemporaryDir m_folder;
    SystemClock m_clock;
    AuthSession m_auth;
    std::unique_ptr<OrderJournal> m_journal;
    std::unique_ptr<ShownOrders> m_orders;
};

void TestOrderTable::init()
{
    m_journal = std::make_unique<OrderJournal>(m_folder.path(), m_clock, JournalMemory());
    m_orders = std::make_unique<ShownOrders>(*m_journal, m_auth, m_clock);
}

void TestOrderTable::cleanup()
{
    m_orders.reset();
    m_journal.reset();
}

void TestOrderTable::aChangeTouchesOneRow()
{
    addMany(many);
    OrderTableModel model({m_orders.get()});
    QCOMPARE(model.rowCount(), many);
    QCOMPARE(model.orderIdAt(0), m_orders->at(many - 1).id); // newest first
    QCOMPARE(model.rowOf(m_orders->at(0).id), many - 1);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    m_orders->summaries = 0;
    QElapsedTimer timer;
    timer.start();
    constexpr int changes = 1000;
    for (int i = 0; i < changes; ++i) {
        m_orders->at(static_cast<std::size_t>(i)).state = OrderState::Unknown;
        m_orders->report({m_orders->at(static_cast<std::size_t>(i)).id});
    }
    const Order &added = m_orders->add(OrderState::Waiting, second(many));
    m_orders->report({added.id});
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(m_orders->summaries < 10 * changes); // not of all orders
    QCOMPARE(changed.size(), changes);
    QCOMPARE(changed.at(7).at(0).toModelIndex().row(), many - 1 - 7);
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(model.orderIdAt(0), added.id);
}

void TestOrderTable::changesFollowTheFilter()
{
    addMany(40);
    OrderTableModel model({m_orders.get()});
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFilterText(QStringLiteral("state:refused"));
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.storedCount(), 40);
    const auto setState = [this](std::size_t place, OrderState state) {
        m_orders->at(place).state = state;
        m_orders->report({m_orders->at(place).id});
    };
    setState(15, OrderState::Refused); // between two rows
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.rowOf(QStringLiteral("order-15")), 2);
    setState(20, OrderState::NotDone);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.rowOf(QStringLiteral("order-20")), -1);
    setState(30, OrderState::Refused); // unchanged, and stays
    QCOMPARE(model.rowCount(), 4);
    m_orders->report({m_orders->add(OrderState::Completed, second(41)).id});
    QCOMPARE(model.rowCount(), 4);
    m_orders->report({m_orders->add(OrderState::Refused, second(42)).id});
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.orderIdAt(0), QStringLiteral("order-41"));
    QCOMPARE(model.orderIds(OrderTableModel::Which::Shown).size(), 5);
    QCOMPARE(model.orderIds(OrderTableModel::Which::All).size(), 42);
    model.setFilterText({});
    QCOMPARE(model.rowCount(), 42);
}

void TestOrderTable::enginesAreMergedByTime()
{
    ShownOrders others(*m_journal, m_auth, m_clock, QStringLiteral("other"));
    for (const int i : {0, 2, 4}) {
        m_orders->add(OrderState::Completed, second(i));
        others.add(OrderState::Completed, second(i + 1));
    }
    const OrderTableModel model({m_orders.get(), &others});
    QCOMPARE(model.orderIds(OrderTableModel::Which::All),
             (QStringList{QStringLiteral("other-2"), QStringLiteral("order-2"),
                          QStringLiteral("other-1"), QStringLiteral("order-1"),
                          QStringLiteral("other-0"), QStringLiteral("order-0")}));
}

/// The texts of many orders take longer than a frame.
void TestOrderTable::manyAreSearchedInSlices()
{
    constexpr int some = 3'000;
    addMany(some);
    OrderTableModel model({m_orders.get()});
    const QSignalSpy settled(&model, &OrderTableModel::settled);
    model.setFilterText(QStringLiteral("kind:take-back state:refused")); // without texts
    QVERIFY(model.isSettled());
    const int filtered = model.rowCount();
    QVERIFY(filtered > 0 && filtered < some);
    model.setFilterText(QStringLiteral("nothing like this"));
    QVERIFY(!model.isSettled());
    QCOMPARE(model.rowCount(), filtered); // the rows of before, until the texts are made
    model.setFilterText(QStringLiteral("customer_77")); // typed meanwhile
    QVERIFY(!model.isSettled());
    const qsizetype before = settled.size();
    m_orders->report({m_orders->add(OrderState::Completed, second(some)).id}); // settles nothing
    QCOMPARE(settled.size(), before);
    QTRY_VERIFY(model.isSettled());
    QCOMPARE(settled.size(), before + 1);
    const int found = model.rowCount();
    QVERIFY(found > 0 && found < some);
    model.setFilterText(QStringLiteral("customer_777")); // the texts are there
    QVERIFY(model.isSettled());
    QVERIFY(model.rowCount() > 0 && model.rowCount() <= found);
    model.setFilterText({});
    QCOMPARE(model.rowCount(), some + 1);
}

void TestOrderTable::countsAreThoseOfTheOtherFilters()
{
    addMany(60);
    OrderTableModel model({m_orders.get()});
    model.setFilterText(QStringLiteral("state:refused"));
    const auto counts = model.counts({{QStringLiteral("kind"), {}}, {QStringLiteral("state"), {}}});
    QCOMPARE(counts.size(), std::size_t(2));
    QCOMPARE(counts.at(0).size(), std::size_t(3)); // the tenths are of three kinds
    QCOMPARE(counts.at(0).front().rows, qint64(2));
    QCOMPARE(counts.at(1), (std::vector<ValueCount>{{QStringLiteral("completed"), 54},
                                                    {QStringLiteral("refused"), 6}}));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestOrderTable)
#include "test_ordertable.moc"
