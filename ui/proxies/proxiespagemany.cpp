// SPDX-License-Identifier: GPL-3.0-or-later
// Changing and deleting many proxies on the proxies page: the commands for the selected rows, and
// the messages about what runs in the background, was left over by an earlier session, or has
// ended.
#include "models/account/proxydeletionrun.h"
#include "models/account/proxyeditrun.h"
#include "models/tables/proxytablemodel.h"
#include "models/text/format.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/selectedrowswalk.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/lists/storedrunbanner.h"
#include "ui/proxies/deleteproxiesdialog.h"
#include "ui/proxies/editproxiesdialog.h"
#include "ui/proxies/proxiespage.h"
#include "ui/proxies/proxydeletionrundialog.h"
#include "ui/proxies/proxyeditrundialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tableview.h"

#include <QMenu>
#include <QPushButton>

#include <memory>
#include <utility>
#include <vector>

namespace relaybook {

QPushButton *ProxiesPage::addManyButton(const QString &text, const QString &name,
                                        QString (ProxiesPage::*whyNot)() const,
                                        void (ProxiesPage::*open)())
{
    QPushButton *many = addForSeveral(text, name);
    connect(many, &QPushButton::clicked, this, open);
    connect(this, &Page::commandsChanged, many, [this, many, whyNot] {
        const QString why = (this->*whyNot)();
        many->setEnabled(why.isEmpty());
        many->setToolTip(why);
        many->setAccessibleDescription(why);
    });
    return many;
}

void ProxiesPage::buildMany()
{
    addManyButton(tr("Edit…"), QStringLiteral("severalEdit"), &ProxiesPage::whyNotEditMany,
                  &ProxiesPage::openManyEdits);
    m_manyRows = new SelectedRowsWalk(table(), static_cast<ProxyTableModel &>(model()), this);
    connect(m_manyRows, &SelectedRowsWalk::finished, this, [this] {
        if (const auto open = std::exchange(m_openMany, nullptr)) {
            open();
        }
    });
    ProxyEditRun &edits = account().proxyEdits();
    auto *edited =
        addRunBanner<ProxyEditRunDialog>(edits, proxyEditTexts(edits), QStringLiteral("edit"));
    edited->setLinksAtEnd([this, edited] { addUndoOfEdits(*edited); });
    ProxyDeletionRun &deletions = account().proxyDeletions();
    addRunBanner<ProxyDeletionRunDialog>(deletions, proxyDeletionTexts(deletions),
                                         QStringLiteral("deletion"));
}

template <class Dialog>
StoredRunBanner *ProxiesPage::addRunBanner(StoredRun &run, std::unique_ptr<StoredRunTexts> texts,
                                           const QString &name)
{
    auto *banner = new StoredRunBanner(theme(), run, std::move(texts), name, this);
    addAbove(banner);
    connect(banner, &StoredRunBanner::dialogWanted, this, &ProxiesPage::openRun<Dialog>);
    connect(&account(), &AccountSession::viewOnlyChanged, banner, &StoredRunBanner::showRun);
    connect(&run, &BatchRun::changed, this, &Page::commandsChanged);
    banner->showRun();
    return banner;
}

template <class Dialog>
void ProxiesPage::openRun()
{
    auto *dialog = new Dialog(context(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

/// Why the selected rows cannot be changed or deleted together; empty if they can.
QString ProxiesPage::whyNotMany() const
{
    QString why = whyNoChange(account(), Area::Proxies);
    if (why.isEmpty() && !account().canChange(Area::Proxies)) {
        return tr("Proxies can't be changed now.");
    }
    if (why.isEmpty() && selection().selectedRows() > StoredRun::mostRows) {
        return tr("At most %1 proxies can be selected for this. Select fewer.")
            .arg(format::count(StoredRun::mostRows));
    }
    return why;
}

QString ProxiesPage::whyNotEditMany() const
{
    QString why = whyNotMany();
    return why.isEmpty() && account().proxyEdits().isOpen()
               ? tr("A change of proxies is not finished. Continue or cancel it first.")
               : why;
}

QString ProxiesPage::whyNotDeleteMany() const
{
    QString why = whyNotMany();
    if (!why.isEmpty()) {
        return why;
    }
    if (account().isOffline()) {
        return tr("Proxies can't be changed now.");
    }
    if (account().proxyDeletions().isMissing()) {
        return tr("This service does not delete proxies.");
    }
    const ProxyDeletionRun &run = account().proxyDeletions();
    if (!run.isOpen()) {
        return {};
    }
    const bool isEnded = !run.isRunning() && run.count(BatchRun::State::Waiting) == 0;
    return isEnded ? tr("The results of some deletions are not known. Close their message first.")
                   : tr("A deletion of proxies is not finished. Continue or cancel it first.");
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

void ProxiesPage::addManyDeletionsAction(QMenu &menu)
{
    const auto count = selection().selectedRows();
    if (count < 2) {
        return;
    }
    QAction *many = menu.addAction(
        theme().icon(Icon::Delete),
        tr("Delete %1 proxies…", nullptr, static_cast<int>(count)).arg(format::count(count)), this,
        &ProxiesPage::openManyDeletions);
    many->setObjectName(QStringLiteral("deleteManyAction"));
    many->setShortcut(QKeySequence(Qt::Key_Delete));
    const QString why = whyNotDeleteMany();
    many->setToolTip(why);
    many->setEnabled(why.isEmpty());
}

/// Reads the selected proxies in slices, and then opens the dialog that `open` makes of them.
template <class Row, class Make, class Open>
void ProxiesPage::openWithSelected(const Make &make, Open open)
{
    selection().keepFirst();
    const auto rows = std::make_shared<std::vector<Row>>();
    m_openMany = [rows, open] {
        if (!rows->empty()) {
            open(std::move(*rows));
        }
    };
    m_manyRows->start([this, rows, make](int row) {
        // The table may still show older values than those that are stored.
        if (auto proxy = account().rows().proxyByKey(model().keyAt(row))) {
            rows->push_back(make(std::move(*proxy)));
        }
    });
}

void ProxiesPage::openManyEdits()
{
    if (!whyNotEditMany().isEmpty() || selection().selectedRows() < 2) {
        return;
    }
    const auto withoutOtherFields = [](Proxy proxy) {
        if (isReported(proxy)) {
            proxy.raw = QByteArrayLiteral("{}");
        }
        return proxy;
    };
    openWithSelected<Proxy>(withoutOtherFields, [this](std::vector<Proxy> proxies) {
        auto *dialog = new EditProxiesDialog(context(), std::move(proxies), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &EditProxiesDialog::started, this,
                &ProxiesPage::openRun<ProxyEditRunDialog>, Qt::QueuedConnection);
        dialog->open();
    });
}

void ProxiesPage::openManyDeletions()
{
    if (!whyNotDeleteMany().isEmpty() || selection().selectedRows() < 2) {
        return;
    }
    openWithSelected<ProxyToDelete>(
        [](const Proxy &proxy) { return proxyToDelete(proxy); },
        [this](std::vector<ProxyToDelete> proxies) {
            auto *dialog = new DeleteProxiesDialog(context(), std::move(proxies), this);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &DeleteProxiesDialog::started, this,
                    &ProxiesPage::openRun<ProxyDeletionRunDialog>, Qt::QueuedConnection);
            dialog->open();
        });
}

void ProxiesPage::addUndoOfEdits(StoredRunBanner &banner)
{
    ProxyEditRun &run = account().proxyEdits();
    if (!run.canUndo()) {
        return;
    }
    QPushButton *undo = banner.addLink(tr("Undo"), QStringLiteral("undoEditsHere"));
    const QString why = whyNoChange(account(), Area::Proxies);
    undo->setEnabled(why.isEmpty());
    undo->setToolTip(why);
    undo->setAccessibleDescription(why);
    connect(
        undo, &QPushButton::clicked, this, [&run] { run.undo(); }, Qt::QueuedConnection);
}

} // namespace relaybook
