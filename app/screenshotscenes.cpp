// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn: the scenes of Screenshots, and what a user would do in each.
#include "app/screenshots.h"

#include "models/ledgeraudit.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QMenu>

namespace relaybook {
namespace {

constexpr auto overview = "showOverviewAction";
constexpr auto proxies = "showProxiesAction";
constexpr auto subUsers = "showSubUsersAction";
constexpr auto transactions = "showTransactionsAction";
constexpr auto activity = "showActivityAction";

/// The topmost of that name: a dialog may have the names of one below it.
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
    m_scenes.insert(m_scenes.end(), pages.begin(), pages.end());
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
    m_scenes.insert(m_scenes.end(), dialogs.begin(), dialogs.end());
}

/// What leaves its traces in everything after it: a purchase, one whose answer is lost, a ledger
/// that does not add up.
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
        return m_program->session()->auditor().verdict().state == LedgerVerdict::Broken;
    };
    const Deed refresh = [this] {
        trigger("refreshAction");
        return true;
    };
    const Deed welcome = [this] {
        m_program->window().showWelcome();
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
    m_scenes.insert(m_scenes.end(), stories.begin(), stories.end());
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
            Q_EMIT found->aboutToShow(); // it is filled then
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
            fail(tr("The sandbox knows no fault “%1”.").arg(QLatin1String(fault)));
        }
        return true;
    };
}

} // namespace relaybook
