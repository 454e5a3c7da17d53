// SPDX-License-Identifier: GPL-3.0-or-later
// Changing many proxies on the proxies page: the command for the selected rows, and the message
// about a change that runs in the background, was left over by an earlier session, or has ended.
#include "models/account/proxyeditrun.h"
#include "models/tables/proxytablemodel.h"
#include "models/text/format.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/selectedrowswalk.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/proxies/editproxiesdialog.h"
#include "ui/proxies/proxiespage.h"
#include "ui/proxies/proxyeditrundialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/tableview.h"

#include <QMenu>
#include <QPushButton>

#include <utility>

namespace relaybook {

void ProxiesPage::buildManyEdits()
{
    QPushButton *many = addForSeveral(tr("Edit…"), QStringLiteral("severalEdit"));
    connect(many, &QPushButton::clicked, this, &ProxiesPage::openManyEdits);
    connect(this, &Page::commandsChanged, many, [this, many] {
        const QString why = whyNotEditMany();
        many->setEnabled(why.isEmpty());
        many->setToolTip(why);
        many->setAccessibleDescription(why);
    });
    m_editRun = new Banner(theme(), Banner::Shape::Inline, this);
    m_editRun->setObjectName(QStringLiteral("editRunBanner"));
    m_editRun->hide();
    addAbove(m_editRun);
    connect(m_editRun, &Banner::dismissed, this, [this] { account().proxyEdits().discard(); });
    m_editedRows = new SelectedRowsWalk(table(), static_cast<ProxyTableModel &>(model()), this);
    connect(m_editedRows, &SelectedRowsWalk::finished, this, [this] {
        if (m_edited.empty()) {
            return;
        }
        auto *dialog = new EditProxiesDialog(context(), std::exchange(m_edited, {}), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &EditProxiesDialog::started, this, &ProxiesPage::openEditRun,
                Qt::QueuedConnection);
        dialog->open();
    });
    const ProxyEditRun &run = account().proxyEdits();
    connect(&run, &BatchRun::changed, this, [this] {
        showEditRun();
        // The macro in front misleads the check. NOLINTNEXTLINE(readability-misleading-indentation)
        Q_EMIT commandsChanged();
    });
    connect(&run, &BatchRun::rowChanged, this, [this] {
        const ProxyEditRun &edits = account().proxyEdits();
        if (edits.isRunning()) {
            m_editRun->setMessage(Tone::Accent, proxyEditProgress(edits));
        }
    });
    connect(&account(), &AccountSession::viewOnlyChanged, this, &ProxiesPage::showEditRun);
    showEditRun();
}

/// Why the selected rows cannot be changed together; empty if they can.
QString ProxiesPage::whyNotEditMany() const
{
    const QString why = whyNoChange(account(), Area::Proxies);
    if (!why.isEmpty()) {
        return why;
    }
    if (!account().canChange(Area::Proxies)) {
        return tr("Proxies can't be changed now.");
    }
    if (account().proxyEdits().isOpen()) {
        return tr("A change of proxies is not finished. Continue or cancel it first.");
    }
    if (selection().selectedRows() > ProxyEditRun::mostRows) {
        return tr("At most %1 proxies can be changed together. Select fewer.")
            .arg(format::count(ProxyEditRun::mostRows));
    }
    return {};
}

void ProxiesPage::addManyEditsAction(QMenu &menu)
{
    const auto count = selection().selectedRows();
    if (count < 2) {
        return;
    }
    QAction *many = menu.addAction(
        theme().icon(Icon::Edit),
        tr("Edit %1 proxies…", nullptr, static_cast<int>(count)).arg(format::count(count)), this,
        &ProxiesPage::openManyEdits);
    many->setObjectName(QStringLiteral("editManyAction"));
    const QString why = whyNotEditMany();
    many->setToolTip(why);
    many->setEnabled(why.isEmpty());
}

void ProxiesPage::openManyEdits()
{
    if (!whyNotEditMany().isEmpty() || selection().selectedRows() < 2) {
        return;
    }
    selection().keepFirst();
    m_edited.clear();
    m_editedRows->start([this](int row) {
        // The table may still show older values than those that are stored.
        if (auto proxy = account().rows().proxyByKey(model().keyAt(row))) {
            if (isReported(*proxy)) {
                proxy->raw = QByteArrayLiteral("{}"); // the other fields are not needed
            }
            m_edited.push_back(std::move(*proxy));
        }
    });
}

void ProxiesPage::openEditRun()
{
    auto *dialog = new ProxyEditRunDialog(context(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void ProxiesPage::showEditRun()
{
    const ProxyEditRun &run = account().proxyEdits();
    m_editRun->clearLinks();
    m_editRun->setDismissible(false);
    m_editRun->setVisible(run.size() > 0);
    if (run.size() == 0) {
        return;
    }
    const auto addShow = [this](const QString &text, const QString &name) {
        QPushButton *link = m_editRun->addLink(text, name);
        connect(link, &QPushButton::clicked, this, &ProxiesPage::openEditRun);
        return link;
    };
    if (run.isRunning()) {
        m_editRun->setMessage(Tone::Accent, proxyEditProgress(run));
        addShow(tr("Show"), QStringLiteral("showEdits"));
    } else if (run.isLeftOver()) {
        m_editRun->setMessage(Tone::Warning, proxyEditsNotSent(run),
                              tr("Relaybook was closed before."));
        addShow(tr("Continue…"), QStringLiteral("continueEdits"));
        QPushButton *discard = m_editRun->addLink(tr("Discard"), QStringLiteral("discardEdits"));
        connect(
            discard, &QPushButton::clicked, this, [this] { account().proxyEdits().discard(); },
            Qt::QueuedConnection); // it removes this button
    } else if (run.count(BatchRun::State::Waiting) + run.count(BatchRun::State::Changed) > 0) {
        m_editRun->setMessage(Tone::Warning,
                              run.count(BatchRun::State::Changed) > 0
                                  ? tr("Some proxies were changed elsewhere meanwhile.")
                                  : proxyEditsNotSent(run));
        addShow(tr("Show"), QStringLiteral("showEdits"));
    } else {
        showEditRunEnd();
    }
}

void ProxiesPage::showEditRunEnd()
{
    ProxyEditRun &run = account().proxyEdits();
    const bool isFine = proxyEditsFailed(run) == 0;
    m_editRun->setMessage(isFine ? Tone::Good : Tone::Warning, proxyEditProgress(run));
    m_editRun->setDismissible(true);
    QPushButton *show = m_editRun->addLink(tr("Show"), QStringLiteral("showEdits"));
    connect(show, &QPushButton::clicked, this, &ProxiesPage::openEditRun);
    if (run.canUndo()) {
        QPushButton *undo = m_editRun->addLink(tr("Undo"), QStringLiteral("undoEditsHere"));
        const QString why = whyNoChange(account(), Area::Proxies);
        undo->setEnabled(why.isEmpty());
        undo->setToolTip(why);
        undo->setAccessibleDescription(why);
        connect(
            undo, &QPushButton::clicked, this, [&run] { run.undo(); }, Qt::QueuedConnection);
    }
}

} // namespace relaybook
