// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/screenshots.h"

#include "app/terminal.h"
#include "models/sync/ledgerindexer.h"
#include "ui/charts/balancechart.h"
#include "ui/charts/spendchart.h"
#include "ui/shell/accountpopup.h"

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

constexpr auto tickEvery = std::chrono::milliseconds(40);
// A page counts as finished when nothing was loading for this many ticks.
constexpr int calmTicksNeeded = 4;
constexpr auto patience = std::chrono::minutes(3); // a busy computer needs several ticks
} // namespace

Screenshots::Screenshots(const QString &folder, const QSize &size)
    : m_folder(folder)
    , m_size(size)
{
    m_timer.setInterval(tickEvery);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::tick);
    addPages();
    addDialogs();
    addServing();
    addStories();
    addManyEdits();
    addCertainOnly();
    addTests();
    addLooks();
    addPrivacy();
    addAccounts();
}

Screenshots::~Screenshots() = default;

void Screenshots::start()
{
    if (!m_folder.mkpath(QStringLiteral("."))) {
        fail(tr("The folder “%1” cannot be created.").arg(m_folder.path()));
        return;
    }
    if (beginPart()) {
        m_timer.start();
    }
}

/// Starts a part with its own data, so that nothing an earlier part stored is visible.
bool Screenshots::beginPart()
{
    m_program.reset();
    if (!m_parts.at(m_part).isRestart) {
        m_data = std::make_unique<QTemporaryDir>();
    }
    sandbox::EmbeddedOptions options;
    options.offer.onlyDocumented = m_parts.at(m_part).certainOnly;
    options.gateway = m_parts.at(m_part).gateway;
    auto sandbox = std::make_unique<EmbeddedSandbox>(m_data->path(), options);
    if (const auto started = sandbox->start(); !started) {
        fail(started.error().message);
        return false;
    }
    m_sandbox = sandbox.get();
    CommandLine line;
    line.sandbox = true;
    m_program = std::make_unique<Program>(
        line, Program::Parts{m_data->path(), std::move(sandbox), systemKeychain()}, *qApp);
    m_program->theme().setMode(Theme::Mode::Light);
    m_program->start();
    m_program->window().resize(m_size);
    m_sinceProgress.start();
    m_scene = 0;
    return true;
}

void Screenshots::tick()
{
    auto *session = m_program->session();
    const bool loaded = session != nullptr &&
                        session->ledger().progress().state == LedgerProgress::Complete &&
                        session->ledger().indexer().isCaughtUp();
    if (std::chrono::milliseconds(m_sinceProgress.elapsed()) > patience) {
        fail(loaded ? tr("“%1” did not finish drawing in time.").arg(scenes().at(m_scene).name)
                    : tr("The sandbox's data was not loaded in time."));
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

/// One step per tick: rows, and the commands for them, appear through the event loop.
bool Screenshots::showScene()
{
    const Scene &scene = scenes().at(m_scene);
    switch (m_step) {
    case Step::Page:
        trigger(scene.page);
        if (auto *field = m_program->window().currentPage()->findChild<QLineEdit *>(
                QStringLiteral("search"))) {
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
        if (scene.action != nullptr) {
            trigger(scene.action);
        }
        m_step = Step::UserActions;
        m_deed = 0;
        return false;
    case Step::UserActions:
        if (m_deed == scene.actions.size()) {
            m_step = Step::Rest;
        } else if (scene.actions.at(m_deed)()) {
            ++m_deed;
        }
        return false;
    case Step::Rest:
        return true;
    }
    return true;
}

void Screenshots::shoot()
{
    const QString name = scenes().at(m_scene).name %
                         (m_dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"));
    if (!windowWithDialogs().save(m_folder.filePath(name))) {
        fail(tr("“%1” cannot be written.").arg(m_folder.filePath(name)));
        return;
    }
    m_sinceProgress.restart();
    m_calmTicks = 0;
    m_dark = !m_dark;
    m_program->theme().setMode(m_dark ? Theme::Mode::Dark : Theme::Mode::Light);
    if (m_dark) {
        return; // the same scene again
    }
    endScene();
}

void Screenshots::endScene()
{
    leaveScene();
    m_step = Step::Page;
    if (++m_scene < scenes().size()) {
        return;
    }
    if (++m_part < m_parts.size()) {
        (void)beginPart(); // errors were already reported
        return;
    }
    m_timer.stop();
    Q_EMIT finished(0);
}

void Screenshots::leaveScene()
{
    for (auto *dialog : m_program->window().findChildren<QDialog *>()) {
        if (dialog->isVisible()) {
            dialog->done(
                QDialog::Rejected); // also closes a dialog that would ask about unsaved text
        }
    }
    for (auto *popup : m_program->window().findChildren<AccountPopup *>()) {
        popup->close();
    }
    auto *charts = m_program->window().currentPage()->findChild<QAbstractButton *>(
        QStringLiteral("chartsButton"));
    if (charts != nullptr && charts->isChecked()) {
        charts->click();
    }
}

void Screenshots::fail(const QString &sentence)
{
    m_timer.stop();
    writeText(stderr, sentence % u'\n');
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
    auto *view =
        m_program->window().currentPage()->findChild<QAbstractItemView *>(QStringLiteral("table"));
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
    for (auto *dialog : m_program->window().findChildren<QWidget *>()) {
        const bool isPopup = dialog->windowType() == Qt::Popup;
        if (dialog->isVisible() && (isPopup || qobject_cast<QDialog *>(dialog) != nullptr)) {
            const QPoint place =
                dialog->mapToGlobal(QPoint()) - m_program->window().mapToGlobal(QPoint());
            painter.drawPixmap(place, dialog->grab());
        }
    }
    return picture;
}

} // namespace relaybook
