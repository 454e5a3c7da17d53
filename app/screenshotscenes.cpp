// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes that Screenshots draws, and what a user does in each of them.
#include "app/screenshots.h"

#include "models/sync/ledgercheck.h"

#include <QAbstractButton>
#include <QJsonDocument>
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

/// The topmost widget with that name: a dialog may use the names of one below it.
template <class T>
T *findVisible(const QWidget &window, const char *name)
{
    T *found = nullptr;
    for (T *each : window.findChildren<T *>(QLatin1String(name))) {
        found = each->isVisible() ? each : found;
    }
    return found;
}

} // namespace

void Screenshots::addPages()
{
    const std::vector<Scene> pages{
        {u"overview"_qs, overview},
        {u"proxies"_qs, proxies, 2},
        {u"sub-users"_qs, subUsers, 12},
        {u"transactions"_qs, transactions, 4},
        {u"transactions-filtered"_qs, transactions, -1, u"type:purchase amount:>50"_qs},
        {u"transactions-charts"_qs, transactions, -1, {}, nullptr, {click("chartsButton")}},
        {u"nothing-matches"_qs, subUsers, -1, u"agncy"_qs},
        {u"activity-empty"_qs, activity},
    };
    std::vector<Scene> &all = m_parts.front().scenes;
    all.insert(all.end(), pages.begin(), pages.end());
}

void Screenshots::addDialogs()
{
    const Deed amount = type("amountEdit", u"95"_qs);
    const std::vector<Scene> dialogs{
        {u"note"_qs, subUsers, 12, {}, "editAction"},
        {u"edit-proxy"_qs, proxies, 2, {}, "editAction"},
        {u"sign-in"_qs, overview, -1, {}, "connectAction"},
        {u"sign-in-email"_qs, overview, -1, {}, "connectAction", {click("useEmail")}},
        {u"top-up-empty"_qs, overview, -1, {}, "topUpAction"},
        {u"top-up"_qs, overview, -1, {}, "topUpAction", {amount}},
        {u"top-up-confirm"_qs,
         overview,
         -1,
         {},
         "topUpAction",
         {amount, click("submit"), wait("topUpConfirm"), waitEnabled("submit")}},
        {u"settings"_qs, overview, -1, {}, "settingsAction"},
        {u"export"_qs, transactions, -1, {}, "exportAction"},
        {u"shortcuts"_qs, overview, -1, {}, "shortcutsAction"},
        {u"about"_qs, overview, -1, {}, "aboutAction"},
        {u"reset-sandbox"_qs, overview, -1, {}, "resetSandboxAction"},
        {u"dates"_qs,
         transactions,
         -1,
         {},
         nullptr,
         {choose("datesChipMenu", "otherDates"), wait("datesDialog")}},
        {u"amounts"_qs,
         transactions,
         -1,
         {},
         nullptr,
         {choose("amountChipMenu", "otherAmounts"), wait("amountsDialog")}},
    };
    std::vector<Scene> &all = m_parts.front().scenes;
    all.insert(all.end(), dialogs.begin(), dialogs.end());
}

/// Scenes that change everything after them: a purchase, a purchase whose answer is lost, a ledger
/// with breaks.
void Screenshots::addStories()
{
    const auto buy = [this](const QString &gigabytes) {
        return std::vector<Deed>{type("amountEdit", gigabytes), click("submit"),
                                 wait("topUpConfirm"), click("submit"), wait("orderDialog")};
    };
    std::vector<Deed> lost = buy(u"100"_qs);
    lost.insert(lost.begin(), setFault("drop,on=topUpTraffic,next=1"));
    lost.emplace_back(
        [this] { return !m_program->session()->purchases().orders().front().looks.empty(); });
    const Deed broken = [this] {
        return m_program->session()->ledger().check().verdict().state == LedgerCheckResult::Broken;
    };
    const Deed refresh = [this] {
        trigger("refreshAction");
        return true;
    };
    const Deed welcome = [this] {
        m_program->window().signIn().showWelcome();
        return true;
    };
    const std::vector<Scene> stories{
        {u"order-bought"_qs, overview, -1, {}, "topUpAction", buy(u"95"_qs)},
        {u"order-unknown"_qs, overview, -1, {}, "topUpAction", lost},
        {u"overview-unknown"_qs, overview},
        {u"activity"_qs, activity, 0},
        {u"ledger-break"_qs,
         transactions,
         -1,
         {},
         nullptr,
         {setFault("broken-chain=48890:row"), click("checkLedgerButton"), broken,
          click("showBreak")}},
        {u"findings"_qs,
         transactions,
         -1,
         {},
         nullptr,
         {click("showFindings"), wait("findingsDialog")}},
        {u"error-details"_qs,
         proxies,
         -1,
         {},
         nullptr,
         {setFault("error-500,on=listProxies"), refresh, click("bannerDetails"),
          wait("errorDetailsDialog")}},
        {u"welcome"_qs, overview, -1, {}, nullptr, {welcome}},
    };
    std::vector<Scene> &all = m_parts.front().scenes;
    all.insert(all.end(), stories.begin(), stories.end());
}

/// Each page and dialog with a service that offers only the certain operations.
void Screenshots::addCertainOnly()
{
    const auto submitted = [this](const char *dialog) {
        return Deed([this, dialog] {
            return findVisible<QWidget>(m_program->window(), dialog) == nullptr;
        });
    };
    const Deed amount = type("amountEdit", u"95"_qs);
    const Deed welcomeName = [this] {
        SignInResult result;
        result.address = u"https://api.example.net"_qs;
        StoredAccount stored;
        stored.givenName = u"North Relay"_qs;
        m_program->window().signIn().askWhichAccount(result, {stored});
        return true;
    };
    Part part;
    part.certainOnly = true;
    part.scenes = {
        {u"certain-overview"_qs, overview},
        {u"certain-proxies-none"_qs, proxies},
        {u"certain-sub-users-none"_qs, subUsers},
        {u"certain-add-proxies"_qs,
         proxies,
         -1,
         {},
         nullptr,
         {click("addButton"), pasteIds(true, 3), waitEnabled("submit")}},
        {u"certain-add-sub-users"_qs,
         subUsers,
         -1,
         {},
         nullptr,
         {click("addButton"), pasteIds(false, 3), waitEnabled("submit")}},
        {u"certain-proxies"_qs,
         proxies,
         -1,
         {},
         nullptr,
         {click("addButton"), pasteIds(true, 2), waitEnabled("submit"), click("submit"),
          submitted("addProxiesDialog")}},
        {u"certain-edit-proxy"_qs, proxies, 0, {}, "editAction"},
        {u"certain-sub-users"_qs,
         subUsers,
         -1,
         {},
         nullptr,
         {click("addButton"), pasteIds(false, 2), waitEnabled("submit"), click("submit"),
          submitted("addSubUsersDialog")}},
        {u"certain-note"_qs, subUsers, 0, {}, "editAction"},
        {u"certain-transactions"_qs, transactions, 4},
        {u"certain-top-up"_qs, overview, -1, {}, "topUpAction", {amount}},
        {u"certain-top-up-confirm"_qs,
         overview,
         -1,
         {},
         "topUpAction",
         {amount, click("submit"), wait("topUpConfirm"), waitEnabled("submit")}},
        {u"certain-order-bought"_qs,
         overview,
         -1,
         {},
         "topUpAction",
         {amount, click("submit"), wait("topUpConfirm"), waitEnabled("submit"), click("submit"),
          wait("orderDialog")}},
        {u"certain-overview-bought"_qs, overview},
        {u"certain-activity"_qs, activity, 0},
        {u"which-account"_qs, overview, -1, {}, nullptr, {welcomeName, wait("whichAccountDialog")}},
    };
    m_parts.push_back(std::move(part));
}

Screenshots::Deed Screenshots::pasteIds(bool ofProxies, int rows)
{
    return [this, ofProxies, rows] {
        auto *edit = findVisible<QPlainTextEdit>(m_program->window(), "idsEdit");
        if (edit == nullptr) {
            return false;
        }
        const auto all = ofProxies ? m_sandbox->service().proxies() : std::vector<std::string>();
        QStringList lines;
        for (int i = 0; i < rows; ++i) {
            lines.append(ofProxies ? QJsonDocument::fromJson(
                                         QByteArray::fromStdString(all.at(std::size_t(i))))[u"id"]
                                         .toString()
                                   : u"%1 Office %1"_qs.arg(i + 1));
        }
        if (rows > 2) {
            lines.append(u"not-an-id"_qs); // a line with another result
        }
        edit->setPlainText(lines.join(u'\n'));
        return true;
    };
}

Screenshots::Deed Screenshots::click(const char *name) const
{
    return [this, name] {
        auto *button = findVisible<QAbstractButton>(m_program->window(), name);
        const bool ready = button != nullptr && button->isEnabled();
        if (ready) {
            button->click();
        }
        return ready;
    };
}

Screenshots::Deed Screenshots::type(const char *name, const QString &text) const
{
    return [this, name, text] {
        auto *field = findVisible<QLineEdit>(m_program->window(), name);
        if (field != nullptr) {
            field->setText(text);
        }
        return field != nullptr;
    };
}

Screenshots::Deed Screenshots::choose(const char *menu, const char *action) const
{
    return [this, menu, action] {
        auto *found = m_program->window().findChild<QMenu *>(QLatin1String(menu));
        if (found != nullptr) {
            Q_EMIT found->aboutToShow(); // the menu is filled then
        }
        auto *entry =
            found != nullptr ? found->findChild<QAction *>(QLatin1String(action)) : nullptr;
        if (entry != nullptr) {
            entry->trigger();
        }
        return entry != nullptr;
    };
}

Screenshots::Deed Screenshots::wait(const char *name) const
{
    return [this, name] { return findVisible<QWidget>(m_program->window(), name) != nullptr; };
}

Screenshots::Deed Screenshots::waitEnabled(const char *name) const
{
    return [this, name] {
        const auto *found = findVisible<QWidget>(m_program->window(), name);
        return found != nullptr && found->isEnabled();
    };
}

Screenshots::Deed Screenshots::setFault(const char *fault)
{
    return [this, fault] {
        if (m_sandbox->service().setFault(fault)) {
            fail(tr("The sandbox has no fault “%1”.").arg(QLatin1String(fault)));
        }
        return true;
    };
}

} // namespace relaybook
