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
constexpr QLatin1String welcomeScene("welcome");

} // namespace

Screenshots::Screenshots(const QString &folder)
    : m_folder(folder)
{
    m_timer.setInterval(tickEvery);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::tick);
    const char *overview = "showOverviewAction";
    const char *proxies = "showProxiesAction";
    const char *subUsers = "showSubUsersAction";
    m_scenes = {
        {u"overview"_qs, overview, -1, {}, nullptr},
        {u"proxies"_qs, proxies, 2, {}, nullptr},
        {u"sub-users"_qs, subUsers, 12, {}, nullptr},
        {u"transactions"_qs, "showTransactionsAction", 4, {}, nullptr},
        {u"transactions-filtered"_qs, "showTransactionsAction", -1, u"type:purchase amount:>50"_qs,
         nullptr},
        {u"nothing-matches"_qs, subUsers, -1, u"agncy"_qs, nullptr},
        {u"note"_qs, subUsers, 12, {}, "editAction"},
        {u"edit-proxy"_qs, proxies, 2, {}, "editAction"},
        {u"sign-in"_qs, overview, -1, {}, "connectAction"},
        {u"top-up"_qs, overview, -1, {}, "topUpAction"},
        {u"activity"_qs, "showActivityAction", -1, {}, nullptr},
        {u"settings"_qs, overview, -1, {}, "settingsAction"},
        {u"export"_qs, "showTransactionsAction", -1, {}, "exportAction"},
        {u"shortcuts"_qs, overview, -1, {}, "shortcutsAction"},
        {u"about"_qs, overview, -1, {}, "aboutAction"},
        {u"reset-sandbox"_qs, overview, -1, {}, "resetSandboxAction"},
        {welcomeScene, overview, -1, {}, nullptr},
    };
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
        m_step = Step::Rest;
        return false;
    case Step::Rest:
        return true;
    }
    return true;
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
    m_step = Step::Page;
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
