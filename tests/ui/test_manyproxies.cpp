// SPDX-License-Identifier: GPL-3.0-or-later
// Tests changing and deleting many proxies through the page: choosing fields, the preview, the
// confirmation of what is lost, the run in the background with its results, and what is offered
// after a restart.
#include "api/endpoints/proxies.h"
#include "models/account/proxydeletionrun.h"
#include "models/account/proxyeditrun.h"
#include "models/text/privacymode.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/lists/batchresults.h"
#include "ui/proxies/manyproxychanges.h"
#include "ui/proxies/proxiespage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/placebox.h"
#include "ui/widgets/sheetdialog.h"

#include <QCheckBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListView>
#include <QScopeGuard>

using namespace relaybook;
using relaybook::testing::ListFixture;
using relaybook::testing::waitUntil;
using RowState = BatchRun::State;

class TestManyProxies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void whatTheChosenFieldsMean_data();
    void whatTheChosenFieldsMean();
    void theChangeAsAText();
    void needsSeveralRows();
    void problemsStandAtTheirFields();
    void thePreviewLeavesOutWhatStaysAsItIs();
    void goesBackToTheFields();
    void changesAndUndoes();
    void whatCannotBeUndoneIsSaidBefore();
    void namesByAPattern();
    void triesOnlyTheFailedAgain();
    void asksAboutWhatWasChangedElsewhere();
    void pausesAndContinues();
    void isOfferedAfterARestart();
    void isDiscardedAfterARestart();
    void viewOnlyRefuses();
    void theFailedAreOfferedAfterARestart();

    void deletingSaysWhatIsLost();
    void deletesMany();
    void onlyTheRefusedAreDeletedAgain();
    void aLostDeletionIsLookedUp();
    void theRestIsCancelled();
    void deletionsAreOfferedAfterARestart();
    void aMissingDeletionIsSaid();
    void viewOnlyRefusesToDelete();
    void privacyModeHidesWhatIsDeleted();

private:
    bool showLoaded();
    bool openDialog();
    [[nodiscard]] SheetDialog *dialog(const char *name) { return m_desk->find<SheetDialog>(name); }
    void choose(const char *field, const char *edit, const QString &text);
    void submit(const char *name);
    /// Chooses a limit for the rows and starts the change.
    void startLimit(int first, int last, const QString &limit);
    [[nodiscard]] ProxyId idAt(int row);
    [[nodiscard]] QJsonObject there(const ProxyId &id);
    [[nodiscard]] double limitThere(const ProxyId &id)
    {
        return there(id).value(QStringLiteral("traffic_limit_gb")).toVariant().toDouble();
    }
    /// Opens the confirmation for the rows.
    bool askToDelete(int first, int last);
    /// Confirms the deletion of the rows.
    void startDeletion(int first, int last);
    [[nodiscard]] ProxyDeletionRun &deletion() { return m_desk->account().proxyDeletions(); }
    [[nodiscard]] std::uint64_t deletions()
    {
        return m_desk->server().counters().of("deleteProxy").arrived;
    }
    void changeElsewhere(const ProxyId &id, const char16_t *limit);
    [[nodiscard]] QString preview(int row);
    [[nodiscard]] QString result(int row);
    [[nodiscard]] QString lead(const char *name = "proxyEditRunDialog");
    [[nodiscard]] ProxyEditRun &run() { return m_desk->account().proxyEdits(); }
    [[nodiscard]] std::uint64_t sent()
    {
        return m_desk->server().counters().of("updateProxy").arrived;
    }
    bool fault(const char *text) { return !m_desk->server().faults().set(std::string_view(text)); }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestManyProxies::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.subUsers = 3;
    m_desk->sandboxOptions.proxies = 12;
}

bool TestManyProxies::showLoaded()
{
    m_desk->open();
    m_desk->account().start();
    m_desk->show<ProxiesPage>();
    return waitUntil([&] {
        return m_desk->rows() == 12 &&
               m_desk->account().status(Area::Proxies).state == AreaStatus::Loaded;
    });
}

bool TestManyProxies::openDialog()
{
    return m_desk->chooseInMenu("editManyAction") && waitUntil([&] {
               auto *opened = dialog("editProxiesDialog");
               return opened && opened->isVisible();
           });
}

void TestManyProxies::choose(const char *field, const char *edit, const QString &text)
{
    auto *opened = dialog("editProxiesDialog");
    auto *choice = opened->findChild<QCheckBox *>(QLatin1String(field));
    QVERIFY2(choice, field);
    if (!choice->isChecked()) {
        choice->click();
    }
    auto *input = opened->findChild<QWidget *>(QLatin1String(edit));
    QVERIFY2(input && input->isEnabled(), edit);
    if (auto *line = qobject_cast<QLineEdit *>(input)) {
        line->setText(text);
    } else if (auto *place = qobject_cast<PlaceBox *>(input)) {
        place->setEditText(text);
    } else if (auto *word = qobject_cast<WordBox *>(input)) {
        word->setValue(text);
    }
}

void TestManyProxies::submit(const char *name)
{
    auto *opened = dialog(name);
    QVERIFY2(opened, name);
    auto *button = opened->findChild<QPushButton *>(QStringLiteral("submit"));
    QVERIFY(button->isVisible());
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
}

void TestManyProxies::startLimit(int first, int last, const QString &limit)
{
    m_desk->chooseRows(first, last);
    QVERIFY(openDialog());
    choose("choose_traffic_limit", "limitEdit", limit);
    submit("editProxiesDialog");
    QTRY_VERIFY(m_desk->isShown("editPreview"));
    submit("editProxiesDialog");
    QTRY_VERIFY(dialog("proxyEditRunDialog") && dialog("proxyEditRunDialog")->isVisible());
}

ProxyId TestManyProxies::idAt(int row)
{
    const auto key = static_cast<KeyedTableModel &>(*m_desk->table().model()).keyAt(row);
    return m_desk->account().rows().proxyByKey(key).value_or(Proxy()).id;
}

QJsonObject TestManyProxies::there(const ProxyId &id)
{
    const auto row = m_desk->server().proxy(id.value().toStdString());
    return QJsonDocument::fromJson(QByteArray::fromStdString(row.value_or("{}"))).object();
}

void TestManyProxies::changeElsewhere(const ProxyId &id, const char16_t *limit)
{
    ProxyEdit edit;
    edit.trafficLimit = TrafficAmount::parseGb(limit).value();
    bool isChanged = false;
    const Call call = m_desk->client().send(
        UpdateProxy{id, edit}, this, [&](const auto &answer) { isChanged = answer.has_value(); });
    QTRY_VERIFY(isChanged);
}

QString TestManyProxies::preview(int row)
{
    return m_desk->find<QListView>("editPreview")->model()->index(row, 0).data().toString();
}

QString TestManyProxies::result(int row)
{
    const auto *model = m_desk->find<QListView>("runResults")->model();
    const auto found =
        model->match(model->index(0, 0), BatchRunModel::RowRole, row, 1, Qt::MatchExactly);
    return found.isEmpty() ? QString() : found.front().data().toString();
}

QString TestManyProxies::lead(const char *name)
{
    auto *opened = dialog(name);
    const auto *banner =
        opened ? opened->findChild<Banner *>(QStringLiteral("sheetBanner")) : nullptr;
    return banner && banner->isVisible() ? banner->lead() : QString();
}

// ---- the rules

namespace {

Proxy editedProxy()
{
    Proxy proxy;
    proxy.id = ProxyId(QStringLiteral("p"));
    proxy.name = QStringLiteral("old");
    proxy.country = QStringLiteral("DE");
    proxy.region = QStringLiteral("Hesse");
    proxy.city = QStringLiteral("Frankfurt");
    proxy.rotateType = rotateAtInterval;
    proxy.rotateIntervalMinutes = 10;
    proxy.trafficLimit = TrafficAmount::parseGb(u"20").value();
    proxy.raw = QByteArrayLiteral("{}");
    return proxy;
}

} // namespace

void TestManyProxies::whatTheChosenFieldsMean_data()
{
    QTest::addColumn<ProxyForm>("chosen");
    QTest::addColumn<ProxyEdit>("edit");
    using Field = ProxyField;
    ProxyEdit edit;
    QTest::newRow("nothing") << ProxyForm() << edit;
    edit.name = QStringLiteral("crawler-7-7");
    QTest::newRow("a pattern") << ProxyForm{{Field::Name, QStringLiteral("crawler-{n}-{n}")}}
                               << edit;
    QTest::newRow("the same limit")
        << ProxyForm{{Field::TrafficLimit, QStringLiteral("20.0")}} << ProxyEdit();
    edit = {};
    edit.trafficLimit = TrafficAmount::parseGb(u"50").value();
    QTest::newRow("a limit") << ProxyForm{{Field::TrafficLimit, QStringLiteral("50")}} << edit;
    edit = {};
    edit.country = QStringLiteral("FR");
    edit.region = QString();
    edit.city = QString();
    QTest::newRow("a country clears its parts")
        << ProxyForm{{Field::Country, QStringLiteral("fr")}} << edit;
    edit.city = QStringLiteral("Paris");
    QTest::newRow("a country with a city")
        << ProxyForm{{Field::Country, QStringLiteral("FR")}, {Field::City, QStringLiteral("Paris")}}
        << edit;
    QTest::newRow("the same country")
        << ProxyForm{{Field::Country, QStringLiteral("DE")}} << ProxyEdit();
    edit = {};
    edit.rotateType = rotateEachRequest;
    QTest::newRow("no interval with every request")
        << ProxyForm{{Field::RotateType, rotateEachRequest},
                     {Field::RotateInterval, QStringLiteral("5")}}
        << edit;
}

void TestManyProxies::whatTheChosenFieldsMean()
{
    QFETCH(ProxyForm, chosen);
    QFETCH(ProxyEdit, edit);
    const Proxy proxy = editedProxy();
    QCOMPARE(readForm(proxy, formWith(proxy, chosen, 7)).edit, edit);
    QCOMPARE(manyProxyChange(proxy, chosen, 7).has_value(), !edit.isEmpty());
}

void TestManyProxies::theChangeAsAText()
{
    const Proxy proxy = editedProxy();
    const auto change =
        manyProxyChange(proxy, {{ProxyField::TrafficLimit, QStringLiteral("50")}}, 1);
    QVERIFY(change);
    QVERIFY2(change->text.contains(QString::fromUtf8("Traffic limit: 20 GB → 50 GB")),
             qPrintable(change->text));
    // A value with a masked secret stays, and what is not known is named so.
    Proxy masked = proxy;
    masked.name = QString::fromUtf8("bob:•••@gw.example");
    QVERIFY(!manyProxyChange(masked, {{ProxyField::Name, QStringLiteral("new")}}, 1));
    Proxy unknown;
    unknown.id = proxy.id;
    const auto blind =
        manyProxyChange(unknown, {{ProxyField::TrafficLimit, QStringLiteral("50")}}, 1);
    QVERIFY(blind);
    QVERIFY2(blind->text.contains(QLatin1String("not known")), qPrintable(blind->text));
}

// ---- the page

void TestManyProxies::needsSeveralRows()
{
    QVERIFY(showLoaded());
    const auto *edit = m_desk->find<QPushButton>("editButton");
    m_desk->chooseRows(0, 2); // the button that edits one says why it is off
    QTRY_VERIFY(!edit->isEnabled());
    QVERIFY(edit->toolTip().startsWith(QLatin1String("Several rows are selected.")));
    m_desk->chooseRows(0, 0);
    QTRY_VERIFY(edit->isEnabled());
    QVERIFY(!edit->toolTip().startsWith(QLatin1String("Several")));
    m_desk->chooseRow(3);
    QVERIFY(!m_desk->chooseInMenu("editManyAction"));
    m_desk->chooseRows(3, 4);
    QVERIFY(openDialog());
    auto *button = dialog("editProxiesDialog")->findChild<QPushButton *>(QStringLiteral("submit"));
    QVERIFY(!button->isEnabled()); // nothing is chosen
    QVERIFY(m_desk->text("editTime").startsWith(QLatin1String("Changing 2 proxies takes")));
}

void TestManyProxies::problemsStandAtTheirFields()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 3);
    QVERIFY(openDialog());
    choose("choose_rotate_interval", "intervalEdit", QStringLiteral("0"));
    choose("choose_name", "nameEdit", {});
    submit("editProxiesDialog");
    QStringList errors;
    for (const QLabel *each :
         dialog("editProxiesDialog")->findChildren<QLabel *>(QStringLiteral("fieldError"))) {
        if (each->isVisible()) {
            errors.append(each->text());
        }
    }
    QCOMPARE(errors.size(), 2);
    QVERIFY(!m_desk->isShown("editPreview"));
    QCOMPARE(dialog("editProxiesDialog")->state(), SheetDialog::State::Editing);
}

void TestManyProxies::thePreviewLeavesOutWhatStaysAsItIs()
{
    QVERIFY(showLoaded());
    changeElsewhere(idAt(1), u"77");
    m_desk->account().refresh(Area::Proxies);
    QTRY_VERIFY(m_desk->account().rows().proxy(idAt(1))->trafficLimit ==
                TrafficAmount::parseGb(u"77").value());
    m_desk->chooseRows(0, 3);
    QVERIFY(openDialog());
    choose("choose_traffic_limit", "limitEdit", QStringLiteral("77"));
    submit("editProxiesDialog");
    QTRY_VERIFY(m_desk->isShown("editPreview"));
    QCOMPARE(m_desk->find<QListView>("editPreview")->model()->rowCount(), 3);
    QVERIFY2(preview(0).contains(QString::fromUtf8("→ 77 GB")), qPrintable(preview(0)));
    auto *opened = dialog("editProxiesDialog");
    QStringList texts;
    for (const QLabel *each : opened->findChildren<QLabel *>()) {
        texts.append(each->text());
    }
    QVERIFY(texts.join(u'\n').contains(QLatin1String("would not change")));
    QCOMPARE(opened->findChild<QPushButton *>(QStringLiteral("submit"))->text(),
             QStringLiteral("Change 3 proxies"));
    QVERIFY(m_desk->text("editCheck").contains(QLatin1String("read again")));
    const auto before = sent();
    opened->reject();
    QVERIFY(m_desk->find<QPushButton>("discardChanges")); // it asks
    QCOMPARE(sent(), before);
}

void TestManyProxies::goesBackToTheFields()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 3);
    QVERIFY(openDialog());
    choose("choose_traffic_limit", "limitEdit", QStringLiteral("77"));
    submit("editProxiesDialog");
    QTRY_VERIFY(m_desk->isShown("editPreview"));
    m_desk->click("backToFields");
    QVERIFY(!m_desk->isShown("editPreview"));
    QCOMPARE(m_desk->find<QLineEdit>("limitEdit")->text(), QStringLiteral("77"));
    choose("choose_traffic_limit", "limitEdit", QStringLiteral("88"));
    submit("editProxiesDialog");
    QTRY_VERIFY(m_desk->isShown("editPreview"));
    QVERIFY(preview(0).contains(QLatin1String("88 GB")));
}

void TestManyProxies::changesAndUndoes()
{
    QVERIFY(showLoaded());
    for (int row = 0; row < 5; ++row) {
        changeElsewhere(idAt(row), u"20");
    }
    m_desk->account().refresh(Area::Proxies);
    QTRY_VERIFY(m_desk->account().rows().proxy(idAt(4))->trafficLimit ==
                TrafficAmount::parseGb(u"20").value());
    startLimit(0, 4, QStringLiteral("77"));
    QTRY_VERIFY(!run().isRunning());
    QCOMPARE(run().count(RowState::Done), 5);
    QVERIFY2(result(4).endsWith(QLatin1String(": Changed")), qPrintable(result(4)));
    QVERIFY(!dialog("proxyEditRunDialog")
                 ->findChild<QPushButton *>(QStringLiteral("submit"))
                 ->isVisible());
    const ProxyId last = idAt(4);
    QCOMPARE(limitThere(last), 77.0);
    m_desk->click("undoEdits");
    QTRY_VERIFY(run().isUndo() && !run().isRunning());
    QCOMPARE(limitThere(last), 20.0);
    QVERIFY(!m_desk->isShown("undoEdits"));
    dialog("proxyEditRunDialog")->reject();
    QVERIFY(m_desk->find<Banner>("editRunBanner")
                ->lead()
                .startsWith(QLatin1String("5 of 5 proxies changed back")));
}

/// A limit cannot be taken away again; the name can be restored all the same.
void TestManyProxies::whatCannotBeUndoneIsSaidBefore()
{
    QVERIFY(showLoaded());
    ProxyId id;
    int unlimited = 0;
    for (int row = 0; row < 10; ++row) {
        if (!m_desk->account().rows().proxy(idAt(row))->trafficLimit) {
            id = idAt(row);
            ++unlimited;
        }
    }
    QVERIFY(unlimited > 0 && unlimited < 10);
    const QString name = there(id).value(QStringLiteral("name")).toString();
    m_desk->chooseRows(0, 9);
    QVERIFY(openDialog());
    choose("choose_traffic_limit", "limitEdit", QStringLiteral("77"));
    choose("choose_name", "nameEdit", QStringLiteral("limited-{n}"));
    submit("editProxiesDialog");
    QTRY_VERIFY(m_desk->isShown("editPreview"));
    QCOMPARE(
        lead("editProxiesDialog"),
        QStringLiteral("The change of %1 proxies cannot be undone completely.").arg(unlimited));
    submit("editProxiesDialog");
    QTRY_VERIFY(run().size() == 10 && !run().isRunning());
    QCOMPARE(limitThere(id), 77.0);
    QCOMPARE(run().partlyUndoable(), qint64{unlimited});
    QCOMPARE(run().notUndoable(), qint64{0});
    m_desk->click("undoEdits");
    QTRY_VERIFY(run().isUndo() && !run().isRunning());
    QCOMPARE(there(id).value(QStringLiteral("name")).toString(), name);
    QCOMPARE(limitThere(id), 77.0);
    QVERIFY(!run().canUndo());
}

void TestManyProxies::namesByAPattern()
{
    QVERIFY(showLoaded());
    const ProxyId second = idAt(1);
    m_desk->chooseRows(0, 2);
    QVERIFY(openDialog());
    choose("choose_name", "nameEdit", QStringLiteral("crawler-{n}"));
    submit("editProxiesDialog");
    QTRY_VERIFY(m_desk->isShown("editPreview"));
    QVERIFY(preview(1).contains(QLatin1String("crawler-2")));
    submit("editProxiesDialog");
    QTRY_VERIFY(run().size() == 3 && !run().isRunning());
    QCOMPARE(there(second).value(QStringLiteral("name")).toString(), QStringLiteral("crawler-2"));
}

void TestManyProxies::triesOnlyTheFailedAgain()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("error-500=undone,on=updateProxy,after=2,next=2"));
    const auto before = sent();
    startLimit(0, 9, QStringLiteral("77"));
    QTRY_COMPARE(lead(), QStringLiteral("2 proxies were not changed."));
    QVERIFY2(result(2).contains(QLatin1String("Not changed")), qPrintable(result(2)));
    // They are first, and can be alone.
    const auto *list = m_desk->find<QListView>("runResults");
    QCOMPARE(list->model()->index(0, 0).data(BatchRunModel::RowRole).toInt(), 2);
    QCOMPARE(list->model()->index(1, 0).data(BatchRunModel::RowRole).toInt(), 3);
    QCOMPARE(list->model()->index(2, 0).data(BatchRunModel::RowRole).toInt(), 0);
    QCOMPARE(list->model()->rowCount(), 10);
    auto *only = m_desk->find<QCheckBox>("onlyNotDone");
    QVERIFY(only->isVisible());
    only->click();
    QCOMPARE(list->model()->rowCount(), 2);
    only->click();
    QCOMPARE(list->model()->rowCount(), 10);
    only->click();
    QCOMPARE(sent(), before + 10);
    QCOMPARE(
        dialog("proxyEditRunDialog")->findChild<QPushButton *>(QStringLiteral("submit"))->text(),
        QStringLiteral("Try 2 again"));
    submit("proxyEditRunDialog");
    QTRY_COMPARE(run().count(RowState::Done), 10);
    QVERIFY(!only->isVisible());
    QCOMPARE(list->model()->rowCount(), 10);
    QCOMPARE(sent(), before + 12);
    QVERIFY(lead().isEmpty());
}

void TestManyProxies::asksAboutWhatWasChangedElsewhere()
{
    QVERIFY(showLoaded());
    const ProxyId id = idAt(1);
    m_desk->chooseRows(0, 3);
    QVERIFY(openDialog());
    choose("choose_traffic_limit", "limitEdit", QStringLiteral("77"));
    submit("editProxiesDialog");
    QTRY_VERIFY(m_desk->isShown("editPreview"));
    changeElsewhere(id, u"500");
    submit("editProxiesDialog");
    QTRY_COMPARE(lead(), QStringLiteral("1 proxies were changed elsewhere meanwhile."));
    QVERIFY2(result(1).contains(QLatin1String("500 GB")), qPrintable(result(1)));
    QCOMPARE(limitThere(id), 500.0);
    m_desk->click("changeAnyway");
    QTRY_COMPARE(limitThere(id), 77.0);
    QTRY_COMPARE(run().count(RowState::Done), 4);
}

void TestManyProxies::pausesAndContinues()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("latency=600000,on=updateProxy,after=3,next=1"));
    const auto before = sent();
    startLimit(0, 9, QStringLiteral("77"));
    QTRY_COMPARE(sent(), before + 4);
    auto *button = dialog("proxyEditRunDialog")->findChild<QPushButton *>(QStringLiteral("submit"));
    QCOMPARE(button->text(), QStringLiteral("Pause"));
    submit("proxyEditRunDialog");
    QVERIFY(!button->isEnabled()); // the one on its way ends first
    m_desk->server().endLatency();
    QTRY_VERIFY(!run().isRunning());
    QCOMPARE(lead(), QStringLiteral("6 of 10 changes of proxies were not sent."));
    QCOMPARE(button->text(), QStringLiteral("Continue"));
    // Closing the dialog loses nothing: the page leads back to it.
    dialog("proxyEditRunDialog")->reject();
    QTRY_VERIFY(!dialog("proxyEditRunDialog"));
    m_desk->chooseRows(0, 1);
    QVERIFY(!m_desk->chooseInMenu("editManyAction")); // one change at a time
    m_desk->click("showEdits");
    QTRY_VERIFY(dialog("proxyEditRunDialog"));
    submit("proxyEditRunDialog");
    QTRY_COMPARE(run().count(RowState::Done), 10);
    QCOMPARE(sent(), before + 10);
}

void TestManyProxies::isOfferedAfterARestart()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("latency=600000,on=updateProxy,after=3,next=1"));
    const auto before = sent();
    startLimit(0, 9, QStringLiteral("77"));
    QTRY_COMPARE(sent(), before + 4);
    m_desk->server().faults().clearAll();
    m_desk->close();
    m_desk->server().endLatency();
    QVERIFY(showLoaded());
    auto *banner = m_desk->find<Banner>("editRunBanner");
    QVERIFY(banner->isVisible());
    QCOMPARE(banner->lead(), QStringLiteral("6 of 10 changes of proxies were not sent."));
    m_desk->click("continueEdits");
    QTRY_VERIFY(dialog("proxyEditRunDialog"));
    QVERIFY2(result(3).contains(QLatin1String("not known")), qPrintable(result(3)));
    submit("proxyEditRunDialog");
    QTRY_VERIFY(!run().isRunning());
    QCOMPARE(run().count(RowState::Done), 10);
}

void TestManyProxies::isDiscardedAfterARestart()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("latency=600000,on=updateProxy"));
    const auto before = sent();
    startLimit(0, 9, QStringLiteral("77"));
    QTRY_COMPARE(sent(), before + 1);
    m_desk->server().faults().clearAll();
    m_desk->close();
    m_desk->server().endLatency();
    QVERIFY(showLoaded());
    const auto after = sent();
    m_desk->click("discardEdits"); // asks
    QTRY_VERIFY(m_desk->isShown("keepEdits"));
    // Where “Discard…” was, so that the second press of a double click discards nothing.
    auto *keep = m_desk->find<QPushButton>("keepEdits");
    QVERIFY(keep->x() > m_desk->find<QPushButton>("reallyDiscardEdits")->x());
    QCOMPARE(keep->window()->focusWidget(), keep);
    m_desk->click("keepEdits");
    QTRY_VERIFY(m_desk->isShown("continueEdits"));
    m_desk->click("discardEdits");
    QTRY_VERIFY(m_desk->isShown("reallyDiscardEdits"));
    m_desk->click("reallyDiscardEdits");
    QTRY_VERIFY(!m_desk->find<Banner>("editRunBanner")->isVisible());
    QVERIFY(showLoaded());
    QVERIFY(!m_desk->find<Banner>("editRunBanner")->isVisible());
    QCOMPARE(sent(), after);
}

void TestManyProxies::viewOnlyRefuses()
{
    QVERIFY(showLoaded());
    m_desk->chooseRows(0, 3);
    QVERIFY(openDialog());
    choose("choose_traffic_limit", "limitEdit", QStringLiteral("77"));
    submit("editProxiesDialog");
    QTRY_VERIFY(m_desk->isShown("editPreview"));
    m_desk->client().setViewOnly(true);
    auto *button = dialog("editProxiesDialog")->findChild<QPushButton *>(QStringLiteral("submit"));
    QTRY_VERIFY(!button->isEnabled());
    QVERIFY(button->toolTip().startsWith(QLatin1String("This account is view only")));
    dialog("editProxiesDialog")->reject();
    m_desk->find<QPushButton>("discardChanges")->click();
    QTRY_VERIFY(!dialog("editProxiesDialog"));
    QVERIFY(!m_desk->chooseInMenu("editManyAction"));
    QCOMPARE(sent(), 0U);
}

void TestManyProxies::theFailedAreOfferedAfterARestart()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("repeat-secrets=422,on=updateProxy,after=2,next=2"));
    startLimit(0, 9, QStringLiteral("77"));
    QTRY_COMPARE(lead(), QStringLiteral("2 proxies were not changed."));
    const QString reason = result(2);
    const auto before = sent();
    m_desk->close();
    QVERIFY(showLoaded());
    auto *banner = m_desk->find<Banner>("editRunBanner");
    QVERIFY(banner->isVisible());
    QCOMPARE(banner->lead(), QStringLiteral("2 proxies were not changed."));
    m_desk->click("continueEdits");
    QTRY_VERIFY(dialog("proxyEditRunDialog"));
    QCOMPARE(result(2), reason);
    QVERIFY2(reason.contains(QLatin1String("Not changed: ")), qPrintable(reason));
    submit("proxyEditRunDialog");
    QTRY_COMPARE(run().count(RowState::Done), 10);
    QCOMPARE(sent(), before + 2);
}

// ---- deleting

bool TestManyProxies::askToDelete(int first, int last)
{
    m_desk->chooseRows(first, last);
    return m_desk->chooseInMenu("deleteManyAction") && waitUntil([&] {
               auto *opened = dialog("deleteProxiesDialog");
               return opened && opened->isVisible();
           });
}

void TestManyProxies::startDeletion(int first, int last)
{
    QVERIFY(askToDelete(first, last));
    m_desk->find<QLineEdit>("typedNumberEdit")->setText(QString::number(last - first + 1));
    submit("deleteProxiesDialog");
    QTRY_VERIFY(dialog("proxyDeletionRunDialog") && dialog("proxyDeletionRunDialog")->isVisible());
}

void TestManyProxies::deletingSaysWhatIsLost()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(3);
    QVERIFY(!m_desk->chooseInMenu("deleteManyAction"));
    m_desk->chooseRows(0, 4);
    m_desk->table().setFocus();
    QTest::keyClick(&m_desk->table(), Qt::Key_Delete);
    QTRY_VERIFY(dialog("deleteProxiesDialog"));
    auto *opened = dialog("deleteProxiesDialog");
    const QString words = m_desk->text("deleteWords");
    QVERIFY2(words.contains(QLatin1String("cannot be undone")), qPrintable(words));
    int unused = 0;
    const auto *names = m_desk->find<QListView>("proxiesToDelete")->model();
    QCOMPARE(names->rowCount(), 5);
    for (int row = 0; row < 5; ++row) {
        const Proxy proxy = m_desk->account().rows().proxy(idAt(row)).value_or(Proxy());
        QVERIFY2(names->index(row, 0).data().toString().contains(proxy.name),
                 qPrintable(names->index(row, 0).data().toString()));
        if (proxy.trafficLimit && proxy.trafficUsed && *proxy.trafficLimit > *proxy.trafficUsed) {
            ++unused;
        }
    }
    QCOMPARE(words.contains(QLatin1String("are not used")), unused > 0);
    QVERIFY(m_desk->text("deleteTime").startsWith(QLatin1String("Deleting 5 proxies takes")));
    auto *button = opened->submitButton();
    QCOMPARE(button->text(), QStringLiteral("Delete 5 proxies"));
    QVERIFY(!button->isEnabled());
    m_desk->find<QLineEdit>("typedNumberEdit")->setText(QStringLiteral("4"));
    QVERIFY(!button->isEnabled());
    m_desk->find<QLineEdit>("typedNumberEdit")->setText(QStringLiteral("5"));
    QVERIFY(button->isEnabled());
    QTest::keyClick(opened, Qt::Key_Return);
    QTest::keyClick(opened, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(opened->state(), SheetDialog::State::Editing);
    opened->reject();
    QTRY_VERIFY(!dialog("deleteProxiesDialog"));
    QCOMPARE(deletions(), 0U);
    QCOMPARE(deletion().size(), 0);
}

void TestManyProxies::deletesMany()
{
    QVERIFY(showLoaded());
    const ProxyId kept = idAt(5);
    startDeletion(0, 4);
    QTRY_COMPARE(deletion().count(RowState::Done), 5);
    QTRY_VERIFY(!deletion().isRunning());
    QVERIFY2(result(4).endsWith(QLatin1String(": Deleted")), qPrintable(result(4)));
    QTRY_COMPARE(m_desk->rows(), 7);
    QCOMPARE(m_desk->server().proxyIds().size(), 7U);
    QVERIFY(m_desk->server().proxy(kept.value().toStdString()));
    QCOMPARE(deletions(), 5U);
    auto *opened = dialog("proxyDeletionRunDialog");
    QVERIFY(!opened->submitButton()->isVisible());
    opened->reject();
    auto *banner = m_desk->find<Banner>("deletionRunBanner");
    QCOMPARE(banner->lead(), QStringLiteral("5 of 5 proxies deleted"));
    QCOMPARE(banner->tone(), Tone::Good);
}

void TestManyProxies::onlyTheRefusedAreDeletedAgain()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("repeat-secrets=422,on=deleteProxy,after=2,next=2"));
    startDeletion(0, 9);
    const char *run = "proxyDeletionRunDialog";
    QTRY_COMPARE(lead(run), QStringLiteral("2 proxies were not deleted."));
    QVERIFY2(result(2).contains(QLatin1String("Not deleted: ")), qPrintable(result(2)));
    QCOMPARE(deletions(), 10U);
    QCOMPARE(dialog(run)->submitButton()->text(), QStringLiteral("Try 2 again"));
    submit(run);
    QTRY_COMPARE(deletion().count(RowState::Done), 10);
    QCOMPARE(deletions(), 12U);
    QVERIFY(lead(run).isEmpty());
    QTRY_COMPARE(m_desk->rows(), 2);
}

void TestManyProxies::aLostDeletionIsLookedUp()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("do-and-drop,on=deleteProxy,after=1,next=1"));
    QVERIFY(fault("drop,on=deleteProxy,after=3,next=1"));
    startDeletion(0, 5);
    const char *run = "proxyDeletionRunDialog";
    QTRY_COMPARE(lead(run), QStringLiteral("1 proxies were not deleted."));
    QVERIFY2(result(1).endsWith(QLatin1String(": Deleted")), qPrintable(result(1)));
    QVERIFY2(result(3).contains(QLatin1String("still there")), qPrintable(result(3)));
    QCOMPARE(deletions(), 6U);
    QTRY_COMPARE(m_desk->rows(), 7);
    submit(run);
    QTRY_COMPARE(m_desk->rows(), 6);
    QCOMPARE(deletions(), 7U);
}

void TestManyProxies::theRestIsCancelled()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("latency=600000,on=deleteProxy,after=3,next=1"));
    startDeletion(0, 9);
    QTRY_COMPARE(deletions(), 4U);
    QCOMPARE(dialog("proxyDeletionRunDialog")->submitButton()->text(), QStringLiteral("Pause"));
    m_desk->click("cancelRest");
    m_desk->server().endLatency();
    QTRY_VERIFY(!deletion().isRunning());
    QCOMPARE(deletion().count(RowState::Skipped), 6);
    QVERIFY2(result(9).endsWith(QLatin1String(": Not sent")), qPrintable(result(9)));
    QTRY_COMPARE(m_desk->rows(), 8);
    QCOMPARE(deletions(), 4U);
}

void TestManyProxies::deletionsAreOfferedAfterARestart()
{
    QVERIFY(showLoaded());
    QVERIFY(fault("latency=600000,on=deleteProxy,after=3,next=1"));
    startDeletion(0, 9);
    QTRY_COMPARE(deletions(), 4U);
    m_desk->server().faults().clearAll();
    m_desk->close();
    m_desk->server().endLatency();
    m_desk->open();
    m_desk->show<ProxiesPage>();
    auto *banner = m_desk->find<Banner>("deletionRunBanner");
    QTRY_VERIFY(banner->isVisible());
    QCOMPARE(banner->lead(), QStringLiteral("6 of 10 deletions of proxies were not sent."));
    m_desk->click("continueDeletions");
    QTRY_VERIFY(dialog("proxyDeletionRunDialog"));
    QVERIFY2(result(3).contains(QLatin1String("not known")), qPrintable(result(3)));
    submit("proxyDeletionRunDialog");
    QTRY_VERIFY(!deletion().isRunning());
    QVERIFY(deletion().count(RowState::Unknown) == 0);
    QCOMPARE(deletion().count(RowState::Done) + deletion().count(RowState::Failed), 10);
    QCOMPARE(deletions(), 10U);
}

void TestManyProxies::aMissingDeletionIsSaid()
{
    m_desk->sandboxOptions.offer.without = {"deleteProxy"};
    QVERIFY(showLoaded());
    startDeletion(0, 3);
    QTRY_COMPARE(lead("proxyDeletionRunDialog"),
                 QStringLiteral("This service does not delete proxies."));
    QCOMPARE(deletions(), 1U);
    m_desk->click("cancelRest");
    dialog("proxyDeletionRunDialog")->reject();
    QTRY_VERIFY(!dialog("proxyDeletionRunDialog"));
    QCOMPARE(m_desk->rows(), 12);
    m_desk->chooseRows(0, 3);
    QVERIFY(!m_desk->chooseInMenu("deleteManyAction"));
    auto *several = m_desk->find<QPushButton>("severalDelete");
    QVERIFY(!several->isEnabled());
    QCOMPARE(several->toolTip(), QStringLiteral("This service does not delete proxies."));
}

void TestManyProxies::viewOnlyRefusesToDelete()
{
    QVERIFY(showLoaded());
    QVERIFY(askToDelete(0, 3));
    m_desk->find<QLineEdit>("typedNumberEdit")->setText(QStringLiteral("4"));
    auto *button = dialog("deleteProxiesDialog")->submitButton();
    QVERIFY(button->isEnabled());
    m_desk->client().setViewOnly(true);
    QTRY_VERIFY(!button->isEnabled());
    QVERIFY(button->toolTip().startsWith(QLatin1String("This account is view only")));
    dialog("deleteProxiesDialog")->reject();
    QTRY_VERIFY(!dialog("deleteProxiesDialog"));
    QVERIFY(!m_desk->chooseInMenu("deleteManyAction"));
    QTest::keyClick(&m_desk->table(), Qt::Key_Delete);
    QVERIFY(!dialog("deleteProxiesDialog"));
    QCOMPARE(deletions(), 0U);
}

void TestManyProxies::privacyModeHidesWhatIsDeleted()
{
    setPrivacyOn(true);
    const auto off = qScopeGuard([] { setPrivacyOn(false); });
    QVERIFY(showLoaded());
    const QString name = m_desk->account().rows().proxy(idAt(1)).value_or(Proxy()).name;
    QVERIFY(!name.isEmpty());
    QVERIFY(askToDelete(0, 3));
    const auto *names = m_desk->find<QListView>("proxiesToDelete")->model();
    QVERIFY(!names->index(1, 0).data().toString().contains(name));
    auto *opened = dialog("deleteProxiesDialog");
    m_desk->find<QLineEdit>("typedNumberEdit")->setText(QStringLiteral("4"));
    QVERIFY(!opened->submitButton()->isEnabled()); // nobody deletes what is not shown
    opened->submit();
    QCOMPARE(deletion().size(), 0);
    m_desk->click("showAmounts");
    QVERIFY(names->index(1, 0).data().toString().contains(name));
    submit("deleteProxiesDialog");
    QTRY_VERIFY(dialog("proxyDeletionRunDialog"));
    QTRY_COMPARE(deletion().count(RowState::Done), 4);
    QVERIFY(!result(1).contains(name)); // the results are hidden like everything else
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestManyProxies)
#include "test_manyproxies.moc"
