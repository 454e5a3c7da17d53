// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what the window says of sub-users that the service creates otherwise than it was asked for:
// beside their credentials, in the row of the result, and on the Activity page, also after a start.
#include "models/tables/ordertablemodel.h"
#include "tests/ui/servingwindow.h"
#include "ui/orders/activitypage.h"
#include "ui/serving/createmanydialog.h"
#include "ui/serving/operationmodel.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QPlainTextEdit>

using namespace relaybook;
using namespace relaybook::testing;

class TestServingOtherwise : public QObject, private testing::ServingWindow
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { makeWindow(m_theme); }
    void cleanup() { m.reset(); }

    void oneIsSaidEverywhere();
    void asAskedSaysNothing();
    void ofManyEachIsSaid();

private:
    [[nodiscard]] QString warning() const
    {
        const auto *line =
            WindowFixture::in<FindingLine>(m->sheet("createdDialog"), "createdOtherwise");
        return line->isVisible() ? line->text() : QString();
    }
    void createOne()
    {
        WindowFixture::click(&page(), "createButton");
        QTRY_VERIFY(dialog() != nullptr);
        WindowFixture::type(dialog(), "nameEdit", QStringLiteral("anna"));
        WindowFixture::type(dialog(), "amountEdit", QStringLiteral("5"));
        goToConfirm();
        send();
        QTRY_VERIFY(m->sheet("createdDialog") != nullptr);
    }
    [[nodiscard]] ActivityPage &activity() const
    {
        return *m->window().findChild<ActivityPage *>(QStringLiteral("activityPage"));
    }
    [[nodiscard]] static QString cell(const QAbstractItemView &view, const char *column,
                                      int role = Qt::DisplayRole)
    {
        return view.model()->index(0, OperationModel::column(column)).data(role).toString();
    }
    [[nodiscard]] static Tone badgeTone(const QAbstractItemView &view)
    {
        return view.model()->index(0, OperationModel::column("state")).data(ToneRole).value<Tone>();
    }
    void checkActivity(const QString &text)
    {
        m->trigger("showActivityAction");
        auto &list = *WindowFixture::in<TableView>(&activity(), "table");
        QTRY_COMPARE(list.model()->rowCount(), 1);
        const auto shown = [&list](const char *column) {
            return list.model()->index(0, OrderTableModel::column(column));
        };
        QCOMPARE(shown("what").data().toString(), QStringLiteral("anna_1"));
        QCOMPARE(shown("amount").data().toString(), QStringLiteral("4 GB"));
        QCOMPARE(shown("state").data(ToneRole).value<Tone>(), Tone::Warning);
        QVERIFY(!shown("found").data().toString().isEmpty());
        const QString facts = rowsOf(&activity(), "orderFacts");
        QVERIFY2(facts.contains(QStringLiteral("Create anna with 5 GB")) &&
                     facts.contains(QStringLiteral("Not as requested: ") % text),
                 qPrintable(facts));
    }

    Theme m_theme;
};

void TestServingOtherwise::oneIsSaidEverywhere()
{
    openPage();
    fault("create-otherwise");
    createOne();
    const QString text = warning();
    QVERIFY2(text.startsWith(QStringLiteral(
                 "The service created “anna_1” with 4 GB, not “anna” with 5 GB. The service of "
                 "“anna_1” is ")) &&
                 text.endsWith(QStringLiteral(", not Residential.")),
             qPrintable(text));
    m->sheet("createdDialog")->reject();
    checkActivity(text);
    m->reopen();
    checkActivity(text);
}

void TestServingOtherwise::asAskedSaysNothing()
{
    openPage();
    createOne();
    QVERIFY(warning().isEmpty());
    QVERIFY(!WindowFixture::in<FindingLine>(m->sheet("createdDialog"), "createdOtherwise")
                 ->isVisible());
}

void TestServingOtherwise::ofManyEachIsSaid()
{
    openPage();
    fault("create-otherwise=name,next=1");
    trigger("createSubUsersAction");
    QTRY_VERIFY(dialog() != nullptr);
    WindowFixture::in<QPlainTextEdit>(dialog(), "linesEdit")
        ->setPlainText(QStringLiteral("anna;5\nberta;5\n"));
    goToConfirm();
    send();
    QTRY_COMPARE(desk().operations().size(), std::size_t(2));
    QTRY_VERIFY(!desk().isUnderWay());
    auto *results = WindowFixture::in<QAbstractItemView>(dialog(), "servingTable");
    const QString text = QStringLiteral("The service created “anna_1”, not “anna”.");
    QTRY_COMPARE(cell(*results, "result"), text);
    QCOMPARE(badgeTone(*results), Tone::Warning);
    QTRY_COMPARE(WindowFixture::in<FindingLine>(dialog(), "servingSummary")->text(),
                 QStringLiteral("2 completed, 1 of them not as requested"));
    dialog()->reject();
    QTRY_VERIFY(m->sheet("createdDialog") != nullptr);
    QCOMPARE(warning(), text);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestServingOtherwise)
#include "test_servingotherwise.moc"
