// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes that Screenshots draws.
#include "app/pictures/findvisible.h"
#include "app/pictures/screenshots.h"

#include "models/account/proxydeletionrun.h"
#include "models/account/proxyeditrun.h"
#include "models/proxytests/proxytestdesk.h"
#include "models/sync/ledgercheck.h"
#include "ui/theme/zoom.h"
#include "ui/widgets/placebox.h"
#include "ui/widgets/tableview.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QItemSelectionModel>
#include <QJsonDocument>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>

namespace relaybook {
namespace {

constexpr auto overview = "showOverviewAction";
constexpr auto proxies = "showProxiesAction";
constexpr auto subUsers = "showSubUsersAction";
constexpr auto transactions = "showTransactionsAction";
constexpr auto activity = "showActivityAction";

/// Opens the dialog of one note for all sub-users in the table.
bool openNotes(const QWidget &window)
{
    auto *table = findVisible<TableView>(window, "table");
    table->selectAll();
    Q_EMIT table->contextMenuWanted(table->currentIndex(), table->mapToGlobal(QPoint()));
    auto *menu = findVisible<QMenu>(window, "rowMenu");
    menu->findChild<QAction *>(QStringLiteral("manyNotesAction"))->trigger();
    menu->close();
    return true;
}

bool writeNotes(const QWidget &window)
{
    findVisible<QPlainTextEdit>(window, "manyNotesEdit")
        ->setPlainText(QStringLiteral("Price list of 2026 was sent"));
    return true;
}

/// Opens a dialog for the first proxies of the table.
bool openForProxies(const QWidget &window, const QString &action)
{
    constexpr int lastRow = 7;
    auto *table = findVisible<TableView>(window, "table");
    const auto &model = *table->model();
    if (model.rowCount() <= lastRow) {
        return false;
    }
    table->selectionModel()->select({model.index(0, 0), model.index(lastRow, 0)},
                                    QItemSelectionModel::ClearAndSelect |
                                        QItemSelectionModel::Rows);
    Q_EMIT table->contextMenuWanted(table->currentIndex(), table->mapToGlobal(QPoint()));
    auto *menu = findVisible<QMenu>(window, "rowMenu");
    menu->findChild<QAction *>(action)->trigger();
    menu->close();
    return true;
}

} // namespace

void Screenshots::addPages()
{
    const std::vector<Scene> pages{
        {QStringLiteral("overview"), overview},
        {QStringLiteral("proxies"), proxies, 2},
        {QStringLiteral("sub-users"), subUsers, 12, {}, nullptr, {wait("coverage")}},
        {QStringLiteral("sub-users-several"), subUsers, -1, {}, "selectAllAction"},
        {QStringLiteral("proxies-several"), proxies, -1, {}, "selectAllAction"},
        {QStringLiteral("transactions"), transactions, 4},
        {QStringLiteral("transactions-filtered"), transactions, -1,
         QStringLiteral("type:purchase amount:>50")},
        {QStringLiteral("transactions-charts"),
         transactions,
         -1,
         {},
         nullptr,
         {click("chartsButton")}},
        {QStringLiteral("nothing-matches"), subUsers, -1, QStringLiteral("agncy")},
        {QStringLiteral("activity-empty"), activity},
        {QStringLiteral("attention"), overview, -1, {}, nullptr, {click("attention")}},
    };
    std::vector<Scene> &all = m_parts.front().scenes;
    all.insert(all.end(), pages.begin(), pages.end());
}

void Screenshots::addDialogs()
{
    const UserAction amount = type("amountEdit", QStringLiteral("95"));
    const UserAction askToDelete = [this] {
        auto *table = findVisible<TableView>(m_program->window(), "table");
        QKeyEvent press(QEvent::KeyPress, Qt::Key_Delete, Qt::NoModifier);
        QCoreApplication::sendEvent(table, &press);
        return true;
    };
    const UserAction openManyNotes = [this] { return openNotes(m_program->window()); };
    const UserAction writeNote = [this] { return writeNotes(m_program->window()); };
    const QString someRules = QStringLiteral("203.0.113.0/24 # office\n203.0.113.9\n2001:db8::1\n"
                                             "10.0.0.300");
    const std::vector<Scene> dialogs{
        {QStringLiteral("note"), subUsers, 12, {}, "editAction"},
        {QStringLiteral("sub-user"),
         subUsers,
         12,
         {},
         nullptr,
         {click("openSubUserButton"), wait("allocationRows")}},
        {QStringLiteral("many-notes"),
         subUsers,
         12,
         {},
         nullptr,
         {openManyNotes, wait("manyNotesDialog"), writeNote}},
        {QStringLiteral("new-proxy"),
         proxies,
         2,
         {},
         nullptr,
         {click("newProxyButton"), wait("newProxyDialog")}},
        {QStringLiteral("delete-proxy"),
         proxies,
         2,
         {},
         nullptr,
         {askToDelete, wait("deleteProxyDialog")}},
        {QStringLiteral("access-rules"),
         subUsers,
         12,
         {},
         nullptr,
         {click("openSubUserButton"), waitEnabled("openAllowlist"), click("openAllowlist"),
          wait("rulesEdit"), paste("rulesEdit", someRules), waitEnabled("submit")}},
        {QStringLiteral("edit-proxy"), proxies, 2, {}, "editAction"},
        {QStringLiteral("copy-credentials"),
         proxies,
         2,
         {},
         "copyCredentialsAsAction",
         {click("formatOwn")}},
        {QStringLiteral("hand-over"),
         subUsers,
         12,
         {},
         nullptr,
         {waitEnabled("handOverButton"), click("handOverButton"), click("showHandOverCode")}},
        {QStringLiteral("sign-in"), overview, -1, {}, "connectAction"},
        {QStringLiteral("sign-in-email"), overview, -1, {}, "connectAction", {click("useEmail")}},
        {QStringLiteral("top-up-empty"), overview, -1, {}, "topUpAction"},
        {QStringLiteral("top-up"), overview, -1, {}, "topUpAction", {amount}},
        {QStringLiteral("top-up-confirm"),
         overview,
         -1,
         {},
         "topUpAction",
         {amount, click("submit"), wait("orderConfirm"), waitEnabled("submit")}},
        {QStringLiteral("settings"), overview, -1, {}, "settingsAction"},
        {QStringLiteral("settings-data"),
         overview,
         -1,
         {},
         "settingsAction",
         {wait("dataRows1"), click("to_dataSettings")}},
        {QStringLiteral("settings-webhook"),
         overview,
         -1,
         {},
         "settingsAction",
         {wait("dataRows1"), click("to_notificationSettings"),
          type("webhookAddress", QStringLiteral("http://chat.example/hook")), click("saveWebhook"),
          wait("webhookResult")}},
        {QStringLiteral("export"), transactions, -1, {}, "exportAction"},
        {QStringLiteral("palette"), overview, -1, {}, "findAnythingAction"},
        {QStringLiteral("palette-found"),
         overview,
         -1,
         {},
         "findAnythingAction",
         {type("paletteEdit", QStringLiteral("mobile"))}},
        {QStringLiteral("palette-nothing"),
         overview,
         -1,
         {},
         "findAnythingAction",
         {type("paletteEdit", QStringLiteral("agncy")), wait("paletteNothing")}},
        {QStringLiteral("shortcuts"), overview, -1, {}, "shortcutsAction"},
        {QStringLiteral("about"), overview, -1, {}, "aboutAction"},
        {QStringLiteral("reset-sandbox"), overview, -1, {}, "resetSandboxAction"},
        {QStringLiteral("dates"),
         transactions,
         -1,
         {},
         nullptr,
         {choose("datesChipMenu", "otherDates"), wait("datesDialog")}},
        {QStringLiteral("amounts"),
         transactions,
         -1,
         {},
         nullptr,
         {choose("amountChipMenu", "otherAmounts"), wait("amountsDialog")}},
        {QStringLiteral("check-cost"),
         transactions,
         -1,
         {},
         nullptr,
         {click("checkLedgerButton"), wait("checkCostDialog")}},
    };
    std::vector<Scene> &all = m_parts.front().scenes;
    all.insert(all.end(), dialogs.begin(), dialogs.end());
}

/// The dialogs of operations on sub-users.
void Screenshots::addServing()
{
    const UserAction selectAll = [this] {
        trigger("selectAllAction");
        return true;
    };
    const auto start = [this](const char *action) {
        return UserAction([this, action] {
            auto *found = m_program->window().findChild<QAction *>(QLatin1String(action));
            const bool ready = found != nullptr && found->isEnabled();
            if (ready) {
                found->trigger();
            }
            return ready;
        });
    };
    const UserAction paste = [this] {
        auto *edit = findVisible<QPlainTextEdit>(m_program->window(), "linesEdit");
        if (edit != nullptr) {
            edit->setPlainText(QStringLiteral("user name;traffic;service;note\n"
                                              "acme-berlin;25;residential;Invoice 2240\n"
                                              "acme-lagos;10;Mobile;\n"
                                              "acme-berlin;5;;\n"
                                              "acme-osaka;ten;;\n"
                                              "acme-lima;12.5;;Trial until Dec 1\n"));
        }
        return edit != nullptr;
    };
    const UserAction amount = type("amountEdit", QStringLiteral("10"));
    const UserAction less = type("amountEdit", QStringLiteral("5"));
    const UserAction confirm = waitEnabled("submit");
    const std::vector<Scene> dialogs{
        {QStringLiteral("give"), subUsers, 12, {}, nullptr, {click("giveButton"), amount}},
        {QStringLiteral("give-confirm"),
         subUsers,
         12,
         {},
         nullptr,
         {click("giveButton"), amount, click("submit"), wait("orderConfirm"), confirm}},
        {QStringLiteral("give-many"),
         subUsers,
         -1,
         QStringLiteral("left:<1"),
         nullptr,
         {selectAll, start("giveTrafficAction"), wait("giveDialog"), click("fillUp"), amount}},
        {QStringLiteral("take-back"), subUsers, 12, {}, nullptr, {click("takeButton"), less}},
        {QStringLiteral("take-back-confirm"),
         subUsers,
         12,
         {},
         nullptr,
         {click("takeButton"), less, click("submit"), wait("orderConfirm"), confirm}},
        {QStringLiteral("delete-sub-user"),
         subUsers,
         12,
         {},
         nullptr,
         {click("deleteButton"), wait("orderConfirm")}},
        {QStringLiteral("new-sub-user"),
         subUsers,
         12,
         {},
         nullptr,
         {click("createButton"), type("nameEdit", QStringLiteral("acme-berlin")), amount}},
        {QStringLiteral("new-sub-users"),
         subUsers,
         12,
         {},
         nullptr,
         {start("createSubUsersAction"), wait("createManyDialog"), paste, wait("createPreview")}},
    };
    std::vector<Scene> &all = m_parts.front().scenes;
    all.insert(all.end(), dialogs.begin(), dialogs.end());
}

/// Scenes that change everything after them: a purchase, a purchase whose answer is lost, a ledger
/// with breaks.
void Screenshots::addStories()
{
    const auto buy = [this](const QString &gigabytes) {
        return std::vector<UserAction>{type("amountEdit", gigabytes), click("submit"),
                                       wait("orderConfirm"), click("submit"), wait("orderDialog")};
    };
    const std::vector<UserAction> rename{type("nameEdit", QStringLiteral("ads-verify-ar-new")),
                                         click("submit"), wait("undoBar")};
    std::vector<UserAction> lost = buy(QStringLiteral("100"));
    lost.insert(lost.begin(), setFault("drop,on=topUpTraffic,next=1"));
    lost.emplace_back(
        [this] { return !m_program->session()->purchases().orders().front().looks.empty(); });
    const auto check = [this](const char *fault, LedgerCheckResult::State state) {
        return std::vector<UserAction>{setFault(fault),
                                       click("checkLedgerButton"),
                                       wait("checkCostDialog"),
                                       click("submit"),
                                       [this, state] {
                                           const auto &done = m_program->session()->ledger();
                                           return done.check().verdict().state == state;
                                       },
                                       click("showBreak")};
    };
    const UserAction openManyNotes = [this] { return openNotes(m_program->window()); };
    const UserAction writeNote = [this] { return writeNotes(m_program->window()); };
    const UserAction fillProxy = [this] {
        const auto &window = m_program->window();
        findVisible<QLineEdit>(window, "nameEdit")->setText(QStringLiteral("price-watch-de-99"));
        findVisible<WordBox>(window, "typeBox")->setValue(QStringLiteral("mobile"));
        findVisible<PlaceBox>(window, "countryBox")->setValue(QStringLiteral("DE"));
        findVisible<WordBox>(window, "behaviorBox")->setValue(QStringLiteral("keep"));
        return true;
    };
    const UserAction welcome = [this] {
        m_program->window().signIn().showWelcome();
        return true;
    };
    const auto give = [this](const char *amountOfGb) {
        return std::vector<UserAction>{click("giveButton"),
                                       type("amountEdit", QString::fromLatin1(amountOfGb)),
                                       click("submit"), wait("orderConfirm"), click("submit")};
    };
    std::vector<UserAction> given = give("10");
    given.push_back(wait("undoBar"));
    // The first answers are correct: the faults begin with the confirmation.
    std::vector<UserAction> unknown = give("25");
    unknown.insert(unknown.end() - 1, {setFault("drop,on=addSubUserTraffic,next=1"),
                                       setFault("error-500,on=listSubUserAllocations")});
    unknown.push_back(wait("orderDecision"));
    const std::vector<Scene> stories{
        {QStringLiteral("order-bought"),
         overview,
         -1,
         {},
         "topUpAction",
         buy(QStringLiteral("95"))},
        {QStringLiteral("order-unknown"), overview, -1, {}, "topUpAction", lost},
        {QStringLiteral("overview-unknown"), overview},
        {QStringLiteral("activity"), activity, 0},
        {QStringLiteral("ledger-not-clear"),
         transactions,
         -1,
         {},
         nullptr,
         check("broken-chain=48890:row", LedgerCheckResult::Unclear)},
        {QStringLiteral("ledger-break"),
         transactions,
         -1,
         {},
         nullptr,
         check("broken-chain=40000:row", LedgerCheckResult::Broken)},
        {QStringLiteral("findings"),
         transactions,
         -1,
         {},
         nullptr,
         {click("showFindings"), wait("findingsDialog")}},
        {QStringLiteral("evidence"),
         transactions,
         -1,
         {},
         nullptr,
         {click("showFindings"), wait("findingsDialog"), click("collectFindingEvidence"),
          wait("evidenceDialog"), waitEnabled("submit")}},
        {QStringLiteral("overview-attention"), overview, -1, {}, nullptr, {wait("attentionCard")}},
        {QStringLiteral("attention-all"),
         overview,
         -1,
         {},
         nullptr,
         {click("attention"), wait("attentionRow1")}},
        {QStringLiteral("proxy-saved"), proxies, 2, {}, "editAction", rename},
        {QStringLiteral("new-proxy-confirm"),
         proxies,
         2,
         {},
         nullptr,
         {click("newProxyButton"), wait("newProxyDialog"), fillProxy, click("submit"),
          waitEnabled("submit")}},
        {QStringLiteral("proxy-unknown"),
         proxies,
         2,
         {},
         nullptr,
         {setFault("drop,on=createProxy,next=1"), click("newProxyButton"), wait("newProxyDialog"),
          fillProxy, click("submit"), waitEnabled("submit"), click("submit"), wait("orderDialog")}},
        {QStringLiteral("proxies-unknown"), proxies, 2},
        {QStringLiteral("some-notes-refused"),
         subUsers,
         -1,
         QStringLiteral("client_00"),
         nullptr,
         {setFault("error-500,on=updateSubUserNote,after=3,next=2"), openManyNotes,
          wait("manyNotesDialog"), writeNote, click("replaceNotes"), click("submit"),
          wait("sheetBanner")}},
        {QStringLiteral("sub-user-created"),
         subUsers,
         12,
         {},
         nullptr,
         {click("createButton"), type("nameEdit", QStringLiteral("acme-berlin")),
          type("amountEdit", QStringLiteral("5")), click("submit"), wait("orderConfirm"),
          click("submit"), wait("createdDialog")}},
        {QStringLiteral("traffic-given"), subUsers, 12, {}, nullptr, given},
        {QStringLiteral("operation-unknown"), subUsers, 14, {}, nullptr, unknown},
        {QStringLiteral("activity-all"), activity, 0},
        {QStringLiteral("activity-filtered"),
         activity,
         0,
         {},
         nullptr,
         {type("search", QStringLiteral("state:unknown,completed kind:give"))}},
        {QStringLiteral("activity-nothing-matches"),
         activity,
         -1,
         {},
         nullptr,
         {type("search", QStringLiteral("customer:nobody"))}},
        {QStringLiteral("welcome"), overview, -1, {}, nullptr, {welcome}},
    };
    std::vector<Scene> &all = m_parts.front().scenes;
    all.insert(all.end(), stories.begin(), stories.end());
}

/// A change of many proxies: what is chosen, its preview, its end with failures; a deletion, of
/// which two are still there after their answers were lost; then a change that is
/// still running when the program ends, and what the next start offers.
void Screenshots::addManyEdits()
{
    const auto fill = [this](const QString &limit) {
        return std::vector<UserAction>{[this] {
                                           return openForProxies(m_program->window(),
                                                                 QStringLiteral("editManyAction"));
                                       },
                                       wait("editProxiesDialog"),
                                       click("choose_traffic_limit"),
                                       type("limitEdit", limit),
                                       click("choose_name"),
                                       type("nameEdit", QStringLiteral("crawler-{n}"))};
    };
    const auto with = [](std::vector<UserAction> actions, const std::vector<UserAction> &more) {
        actions.insert(actions.end(), more.begin(), more.end());
        return actions;
    };
    const std::vector<UserAction> preview{click("submit"), wait("editPreview")};
    const UserAction ended = [this] { return !m_program->session()->proxyEdits().isRunning(); };
    const UserAction underWay = [this] {
        return m_program->session()->proxyEdits().count(BatchRun::State::Done) == 3;
    };
    const QString limit = QStringLiteral("50");
    const std::vector<UserAction> askToDelete{
        [this] { return openForProxies(m_program->window(), QStringLiteral("deleteManyAction")); },
        wait("deleteProxiesDialog"), type("typedNumberEdit", QStringLiteral("8"))};
    const UserAction deleted = [this] {
        return !m_program->session()->proxyDeletions().isRunning();
    };
    const std::vector<Scene> scenes{
        {QStringLiteral("edit-proxies"), proxies, 0, {}, nullptr, fill(limit)},
        {QStringLiteral("edit-proxies-preview"),
         proxies,
         0,
         {},
         nullptr,
         with(fill(limit), preview)},
        {QStringLiteral("edit-proxies-failed"),
         proxies,
         0,
         {},
         nullptr,
         with(with(fill(limit), preview),
              {setFault("error-500=undone,on=updateProxy,after=2,next=2"), click("submit"),
               wait("proxyEditRunDialog"), ended})},
        {QStringLiteral("delete-proxies"), proxies, 0, {}, nullptr, askToDelete},
        {QStringLiteral("delete-proxies-failed"),
         proxies,
         0,
         {},
         nullptr,
         with(askToDelete, {setFault("error-500=undone,on=deleteProxy,after=2,next=2"),
                            click("submit"), wait("proxyDeletionRunDialog"), deleted})},
        {QStringLiteral("edit-proxies-running"),
         proxies,
         0,
         {},
         nullptr,
         with(with(fill(QStringLiteral("60")), preview),
              {setFault("latency=600000,on=updateProxy,after=3"), click("submit"),
               wait("proxyEditRunDialog"), underWay})},
    };
    std::vector<Scene> &all = m_parts.front().scenes;
    all.insert(all.end(), scenes.begin(), scenes.end());
    const UserAction refresh = [this] {
        trigger("refreshAction");
        return true;
    };
    Part restarted;
    restarted.isRestart = true;
    // The fault stays: it would be seen in later scenes of this service.
    restarted.scenes = {{QStringLiteral("edit-proxies-left-over"), proxies, 0},
                        {QStringLiteral("edit-proxies-discard"),
                         proxies,
                         0,
                         {},
                         nullptr,
                         {click("discardEdits"), wait("keepEdits")}},
                        {QStringLiteral("error-details"),
                         proxies,
                         -1,
                         {},
                         nullptr,
                         {click("keepEdits"), setFault("error-500,on=listProxies"), refresh,
                          click("bannerDetails"), wait("errorDetailsDialog")}}};
    m_parts.push_back(std::move(restarted));
}

/// Each page and dialog with a service that offers only the certain operations.
void Screenshots::addCertainOnly()
{
    const auto submitted = [this](const char *dialog) {
        return UserAction([this, dialog] {
            return findVisible<QWidget>(m_program->window(), dialog) == nullptr;
        });
    };
    const UserAction amount = type("amountEdit", QStringLiteral("95"));
    const UserAction welcomeName = [this] {
        SignInResult result;
        result.address = QStringLiteral("https://api.example.net");
        StoredAccount stored;
        stored.givenName = QStringLiteral("North Relay");
        m_program->window().signIn().askWhichAccount(result, {stored});
        return true;
    };
    Part part;
    part.certainOnly = true;
    part.scenes = {
        {QStringLiteral("certain-overview"), overview},
        {QStringLiteral("certain-proxies-none"), proxies},
        {QStringLiteral("certain-sub-users-none"), subUsers},
        {QStringLiteral("certain-add-proxies"),
         proxies,
         -1,
         {},
         nullptr,
         {click("addButton"), pasteIds(true, 3), waitEnabled("submit")}},
        {QStringLiteral("certain-add-sub-users"),
         subUsers,
         -1,
         {},
         nullptr,
         {click("addButton"), pasteIds(false, 3), waitEnabled("submit")}},
        {QStringLiteral("certain-proxies"),
         proxies,
         -1,
         {},
         nullptr,
         {click("addButton"), pasteIds(true, 2), waitEnabled("submit"), click("submit"),
          submitted("addProxiesDialog")}},
        {QStringLiteral("certain-edit-proxy"), proxies, 0, {}, "editAction"},
        {QStringLiteral("certain-sub-users"),
         subUsers,
         -1,
         {},
         nullptr,
         {click("addButton"), pasteIds(false, 2), waitEnabled("submit"), click("submit"),
          submitted("addSubUsersDialog")}},
        {QStringLiteral("certain-note"), subUsers, 0, {}, "editAction"},
        {QStringLiteral("certain-sub-user"),
         subUsers,
         0,
         {},
         nullptr,
         {click("openSubUserButton"), wait("allocationsNote")}},
        {QStringLiteral("certain-transactions"), transactions, 4},
        {QStringLiteral("certain-top-up"), overview, -1, {}, "topUpAction", {amount}},
        {QStringLiteral("certain-top-up-confirm"),
         overview,
         -1,
         {},
         "topUpAction",
         {amount, click("submit"), wait("orderConfirm"), waitEnabled("submit")}},
        {QStringLiteral("certain-order-bought"),
         overview,
         -1,
         {},
         "topUpAction",
         {amount, click("submit"), wait("orderConfirm"), waitEnabled("submit"), click("submit"),
          wait("orderDialog")}},
        {QStringLiteral("certain-overview-bought"), overview},
        {QStringLiteral("certain-activity"), activity, 0},
        {QStringLiteral("which-account"),
         overview,
         -1,
         {},
         nullptr,
         {welcomeName, wait("whichAccountDialog")}},
    };
    m_parts.push_back(std::move(part));
}

/// Tests of one and of many proxies, through the gateway.
void Screenshots::addTests()
{
    const UserAction someAreTested = [this] {
        const ProxyTestBatch *batch = m_program->session()->proxyTests().batch();
        return batch != nullptr && batch->tested() > 0 &&
               batch->count(ProxyTestBatch::State::Running) ==
                   static_cast<qint64>(ProxyTestBatch::atOnce);
    };
    const UserAction testsHaveEnded = [this] {
        return !m_program->session()->proxyTests().batch()->isOpen();
    };
    Part part;
    part.gateway = true;
    part.scenes = {
        {QStringLiteral("test-proxy"),
         proxies,
         2,
         {},
         nullptr,
         {click("testProxyButton"), wait("testButton")}},
        {QStringLiteral("test-proxy-works"),
         proxies,
         2,
         {},
         nullptr,
         {click("testProxyButton"), click("testButton"), wait("sheetBanner")}},
        {QStringLiteral("test-proxy-failed"),
         proxies,
         2,
         {},
         nullptr,
         {setFault("gateway-407,next=1"), click("testProxyButton"), click("testButton"),
          wait("sheetBanner")}},
        {QStringLiteral("test-customer"),
         subUsers,
         12,
         {},
         nullptr,
         {click("testProxyButton"), wait("testButton")}},
        {QStringLiteral("tests"),
         proxies,
         -1,
         {},
         "selectAllAction",
         {click("severalTest"), wait("startTests")}},
        // The last answers come when both pictures are drawn.
        {QStringLiteral("tests-running"),
         proxies,
         -1,
         {},
         "selectAllAction",
         {setFault("gateway-407,next=3"), setFault("gateway-silent,after=24,next=16"),
          click("severalTest"), click("startTests"), someAreTested}},
        {QStringLiteral("tests-ended"),
         proxies,
         -1,
         {},
         nullptr,
         {testsHaveEnded, click("showTests"), wait("showFailedTests")}},
        {QStringLiteral("proxies-tested"), proxies, 2},
        {QStringLiteral("proxies-failed-tests"), proxies, -1, QStringLiteral("test:failed")},
    };
    m_parts.push_back(std::move(part));
}

/// Pages and dialogs in privacy mode, which the first scene turns on.
/// Tables in each look that the settings offer.
void Screenshots::addLooks()
{
    const auto set = [this](Setting setting, const QVariant &value) -> UserAction {
        return [this, setting, value] {
            m_program->settings().setValue(setting, value);
            return true;
        };
    };
    const auto scene = [](const QString &name, const char *page, int row,
                          std::vector<UserAction> actions) {
        return Scene{name, page, row, {}, nullptr, std::move(actions)};
    };
    Part part;
    part.scenes = {
        scene(QStringLiteral("high-contrast-transactions"), transactions, 4,
              {set(Setting::HighContrast, true)}),
        scene(QStringLiteral("high-contrast-overview"), overview, -1, {}),
        scene(QStringLiteral("zoom-150"), subUsers, 2,
              {set(Setting::HighContrast, false), set(Setting::Zoom, 150)}),
        // Last, because the font of the next part is that of this one.
        scene(QStringLiteral("compact"), proxies, 2,
              {set(Setting::Zoom, usualZoom), set(Setting::Density, QStringLiteral("compact"))}),
    };
    m_parts.push_back(std::move(part));
}

void Screenshots::addPrivacy()
{
    const UserAction turnOn = [this] {
        trigger("privacyAction");
        return true;
    };
    const UserAction amount = type("amountEdit", QStringLiteral("95"));
    Part part;
    part.scenes = {
        {QStringLiteral("privacy-overview"),
         overview,
         -1,
         {},
         nullptr,
         {turnOn, wait("privacyMark")}},
        {QStringLiteral("privacy-sub-users"), subUsers, 12},
        {QStringLiteral("privacy-transactions"),
         transactions,
         4,
         {},
         nullptr,
         {click("chartsButton")}},
        {QStringLiteral("privacy-top-up-confirm"),
         overview,
         -1,
         {},
         "topUpAction",
         {amount, click("submit"), wait("orderConfirm")}},
        {QStringLiteral("privacy-top-up-shown"),
         overview,
         -1,
         {},
         "topUpAction",
         {amount, click("submit"), wait("orderConfirm"), click("showAmounts"),
          waitEnabled("submit")}},
    };
    m_parts.push_back(std::move(part));
}

} // namespace relaybook
