// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/screenshots.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QPainter>

#include <cstdio>

namespace relaybook {
namespace {

constexpr QSize pictureSize(1280, 800);
constexpr auto tickEvery = std::chrono::milliseconds(40);
// A page counts as still when nothing was loading for this many ticks.
constexpr int calmTicksNeeded = 4;
constexpr auto patience = std::chrono::seconds(60);

} // namespace

Screenshots::Screenshots(const QString &folder)
    : m_folder(folder)
{
    m_timer.setInterval(tickEvery);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::tick);
    addPages();
    addEmptyStates();
    addDialogs();
}

Screenshots::~Screenshots() = default;

void Screenshots::addScene(const QString &name, std::function<void()> enter,
                           std::function<bool()> ready)
{
    m_scenes.push_back({name, std::move(enter), std::move(ready)});
}

void Screenshots::addPages()
{
    const auto settled = [this] { return pageIsSettled(); };
    addScene(
        u"overview"_qs, [this] { trigger("showOverviewAction"); }, settled);
    addScene(
        u"proxies"_qs,
        [this] {
            trigger("showProxiesAction");
            selectRow("proxiesPage", 2);
        },
        settled);
    addScene(
        u"sub-users"_qs,
        [this] {
            trigger("showSubUsersAction");
            selectRow("subUsersPage", 1);
        },
        settled);
    addScene(
        u"transactions"_qs,
        [this] {
            trigger("showTransactionsAction");
            selectRow("transactionsPage", 4);
        },
        settled);
}

void Screenshots::addEmptyStates()
{
    addScene(
        u"nothing-matches"_qs,
        [this] {
            trigger("showSubUsersAction");
            search("subUsersPage", u"agncy"_qs);
        },
        [this] { return pageIsSettled(); });
}

void Screenshots::addDialogs()
{
    const auto settled = [this] { return pageIsSettled(); };
    addScene(
        u"note"_qs,
        [this] {
            trigger("showSubUsersAction");
            search("subUsersPage", {});
            selectRow("subUsersPage", 1);
            trigger("editAction");
        },
        settled);
    addScene(
        u"edit-proxy"_qs,
        [this] {
            trigger("showProxiesAction");
            selectRow("proxiesPage", 2);
            trigger("editAction");
        },
        settled);
    const std::pair<QString, const char *> actions[] = {
        {u"sign-in"_qs, "connectAction"},   {u"top-up"_qs, "topUpAction"},
        {u"settings"_qs, "settingsAction"}, {u"shortcuts"_qs, "shortcutsAction"},
        {u"about"_qs, "aboutAction"},       {u"reset-sandbox"_qs, "resetSandboxAction"},
    };
    for (const auto &[name, action] : actions) {
        addScene(name, [this, action = action] {
            trigger("showOverviewAction");
            trigger(action);
        });
    }
    addScene(u"welcome"_qs, [this] {
        trigger("showOverviewAction");
        m_program->window().showWelcome();
    });
}

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
    const bool loaded = session != nullptr && session->ledger().state == LedgerProgress::Complete;
    if (std::chrono::milliseconds(m_sinceProgress.elapsed()) > patience) {
        fail(loaded ? tr("“%1” did not come to rest.").arg(m_scenes.at(m_scene).name)
                    : tr("The sandbox's data did not arrive."));
        return;
    }
    if (!loaded) {
        return;
    }
    if (!m_entered) {
        enterScene();
    }
    m_calmTicks = m_scenes.at(m_scene).ready() ? m_calmTicks + 1 : 0;
    if (m_calmTicks >= calmTicksNeeded) {
        shoot();
    }
}

void Screenshots::enterScene()
{
    m_entered = true;
    m_calmTicks = 0;
    m_scenes.at(m_scene).enter();
}

void Screenshots::shoot()
{
    const QString name = m_scenes.at(m_scene).name % (m_dark ? u"-dark.png"_qs : u"-light.png"_qs);
    if (!windowWithDialogs().save(m_folder.filePath(name))) {
        fail(tr("“%1” can't be written.").arg(m_folder.filePath(name)));
        return;
    }
    leaveScene();
    m_sinceProgress.restart();
    m_entered = false;
    if (++m_scene < m_scenes.size()) {
        return;
    }
    if (m_dark) {
        m_timer.stop();
        Q_EMIT finished(0);
        return;
    }
    m_scene = 0;
    m_dark = true;
    m_program->theme().setMode(Theme::Mode::Dark);
}

void Screenshots::leaveScene()
{
    for (auto *dialog : m_program->window().findChildren<QDialog *>()) {
        if (dialog->isVisible()) {
            dialog->reject();
        }
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

void Screenshots::selectRow(const char *page, int row)
{
    auto *widget = m_program->window().findChild<QWidget *>(QLatin1String(page));
    auto *view = widget != nullptr ? widget->findChild<QAbstractItemView *>() : nullptr;
    if (view != nullptr && view->model() != nullptr) {
        view->setCurrentIndex(view->model()->index(row, 0));
    }
}

void Screenshots::search(const char *page, const QString &text)
{
    auto *widget = m_program->window().findChild<QWidget *>(QLatin1String(page));
    if (auto *field = widget != nullptr ? widget->findChild<QLineEdit *>() : nullptr) {
        field->setText(text);
    }
}

bool Screenshots::pageIsSettled() const
{
    const auto *session = m_program->session();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        if (session == nullptr || session->status(area).state == AreaStatus::Loading) {
            return false;
        }
    }
    return true;
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
