// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/screenshots.h"

#include "models/ledgeraudit.h"
#include "ui/charts/balancechart.h"
#include "ui/charts/spendchart.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>
#include <cstdio>

namespace relaybook {
namespace {

constexpr QSize pictureSize(1280, 800);
constexpr auto tickEvery = std::chrono::milliseconds(40);
// A page counts as still when nothing was loading for this many ticks.
constexpr int calmTicksNeeded = 4;
constexpr auto patience = std::chrono::seconds(60);
constexpr QLatin1String welcomeScene("welcome");
constexpr auto overview = "showOverviewAction";
constexpr auto proxies = "showProxiesAction";
constexpr auto subUsers = "showSubUsersAction";
constexpr auto transactions = "showTransactionsAction";
constexpr auto activity = "showActivityAction";
constexpr auto chartsButton = "chartsButton";

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

Screenshots::Screenshots(const QString &folder)
    : m_folder(folder)
{
    m_timer.setInterval(tickEvery);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::tick);
    addPages();
    addDialogs();
    addStories();
    m_scenes.push_back({welcomeScene, overview});
}

void Screenshots::addPages()
{
    const std::vector<Scene> pages{
        {u"overview"_qs, overview},
        {u"proxies"_qs, proxies, 2},
        {u"sub-users"_qs, subUsers, 12},
        {u"transactions"_qs, transactions, 4},
        {u"transactions-filtered"_qs, transactions, -1, u"type:purchase amount:>50"_qs},
        {u"transactions-charts"_qs, transactions, -1, {}, nullptr, {click(chartsButton)}},
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
         {setFault("broken-chain=48890:pair"), click("checkLedgerButton"), broken}},
    };
    m_scenes.insert(m_scenes.end(), stories.begin(), stories.end());
}

Screenshots::~Screenshots() = default;

void Screenshots::start()
{
    if (!m_folder.mkpath(u"."_qs)) {
        fail(tr("The folder “%1” can't be made.").arg(m_folder.path()));
        return;
    }
    auto sandbox = std::make_unique<EmbeddedSandbox>(m_data.path(), false);
    if (const auto started = sandbox->start(); !started) {
        fail(started.error().message);
        return;
    }
    m_sandbox = sandbox.get();
    CommandLine line;
    line.sandbox = true;
    m_program = std::make_unique<Program>(line, m_data.path(), std::move(sandbox), *qApp);
    m_program->theme().setMode(Theme::Mode::Light);
    m_program->start();
    m_program->window().resize(pictureSize);
    m_sinceProgress.start();
    m_timer.start();
}

void Screenshots::tick()
{
    const auto *session = m_program->session();
    const bool loaded = session != nullptr && session->ledger().state == LedgerProgress::Complete &&
                        session->isLedgerCountedIn();
    if (std::chrono::milliseconds(m_sinceProgress.elapsed()) > patience) {
        fail(loaded ? tr("“%1” did not come to rest.").arg(m_scenes.at(m_scene).name)
                    : tr("The sandbox's data did not arrive."));
        return;
    }
    if (!loaded) {
        return;
    }
    m_calmTicks = showScene() && pageIsSettled() ? m_calmTicks + 1 : 0;
    if (m_calmTicks >= calmTicksNeeded) {
        shoot();
    }
}

/// One step of the way a tick: rows, and the commands for them, come with the event loop.
bool Screenshots::showScene()
{
    const Scene &scene = m_scenes.at(m_scene);
    switch (m_step) {
    case Step::Page:
        trigger(scene.page);
        if (auto *field = m_program->window().currentPage()->findChild<QLineEdit *>(u"search"_qs)) {
            field->setText(scene.search);
        }
        m_step = Step::Row;
        return false;
    case Step::Row:
        if (scene.row < 0 || selectRow(scene.row)) {
            m_step = Step::Dialog;
        }
        return false;
    case Step::Dialog:
        if (scene.name == welcomeScene) {
            m_program->window().showWelcome();
        } else if (scene.action != nullptr) {
            trigger(scene.action);
        }
        m_step = Step::Deeds;
        m_deed = 0;
        return false;
    case Step::Deeds:
        if (m_deed == scene.deeds.size()) {
            m_step = Step::Rest;
        } else if (scene.deeds.at(m_deed)()) {
            ++m_deed;
        }
        return false;
    case Step::Rest:
        return true;
    }
    return true;
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

void Screenshots::shoot()
{
    const QString name = m_scenes.at(m_scene).name % (m_dark ? u"-dark.png"_qs : u"-light.png"_qs);
    if (!windowWithDialogs().save(m_folder.filePath(name))) {
        fail(tr("“%1” can't be written.").arg(m_folder.filePath(name)));
        return;
    }
    m_sinceProgress.restart();
    m_calmTicks = 0;
    m_dark = !m_dark;
    m_program->theme().setMode(m_dark ? Theme::Mode::Dark : Theme::Mode::Light);
    if (m_dark) {
        return; // the same scene once more
    }
    leaveScene();
    m_step = Step::Page;
    if (++m_scene == m_scenes.size()) {
        m_timer.stop();
        Q_EMIT finished(0);
    }
}

void Screenshots::leaveScene()
{
    for (auto *dialog : m_program->window().findChildren<QDialog *>()) {
        if (dialog->isVisible()) {
            dialog->reject();
        }
    }
    auto *charts = findVisible<QAbstractButton>(m_program->window(), chartsButton);
    if (charts != nullptr && charts->isChecked()) {
        charts->click();
    }
}

void Screenshots::fail(const QString &sentence)
{
    m_timer.stop();
    std::fputs(QString(sentence % u'\n').toLocal8Bit().constData(), stderr);
    Q_EMIT finished(1);
}

void Screenshots::trigger(const char *action)
{
    if (auto *found = m_program->window().findChild<QAction *>(QLatin1String(action))) {
        found->trigger();
    }
}

bool Screenshots::selectRow(int row)
{
    auto *view = m_program->window().currentPage()->findChild<QAbstractItemView *>(u"table"_qs);
    if (view == nullptr || view->model() == nullptr || view->model()->rowCount() <= row) {
        return false;
    }
    view->setCurrentIndex(view->model()->index(row, 0));
    return true;
}

bool Screenshots::pageIsSettled() const
{
    const auto *session = m_program->session();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        if (session == nullptr || session->status(area).state == AreaStatus::Loading) {
            return false;
        }
    }
    const auto allKnown = [](const auto &charts) {
        return std::all_of(charts.begin(), charts.end(), [](const auto *chart) {
            return chart->isKnown() || !chart->isVisible();
        });
    };
    const MainWindow &window = m_program->window();
    return allKnown(window.findChildren<BalanceChart *>()) &&
           allKnown(window.findChildren<SpendChart *>());
}

QPixmap Screenshots::windowWithDialogs() const
{
    QPixmap picture = m_program->window().grab();
    QPainter painter(&picture);
    for (auto *dialog : m_program->window().findChildren<QDialog *>()) {
        if (dialog->isVisible()) {
            const QPoint place =
                dialog->mapToGlobal(QPoint()) - m_program->window().mapToGlobal(QPoint());
            painter.drawPixmap(place, dialog->grab());
        }
    }
    return picture;
}

} // namespace relaybook
