// SPDX-License-Identifier: GPL-3.0-or-later
// Creating, cloning, deleting and testing on the proxies page, and the message about a creation
// whose result is not known.
#include "models/tables/proxytablemodel.h"
#include "ui/base/orderproblem.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/detailpane.h"
#include "ui/lists/manytests.h"
#include "ui/lists/proxytestdialog.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/lists/undobar.h"
#include "ui/orderview/orderdialog.h"
#include "ui/proxies/deleteproxydialog.h"
#include "ui/proxies/newproxydialog.h"
#include "ui/proxies/proxiespage.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/tableview.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>

namespace relaybook {

void ProxiesPage::buildCreating()
{
    m_newButton = new QPushButton(theme().icon(Icon::Plus), {}, &header());
    m_newButton->setObjectName(QStringLiteral("newProxyButton"));
    m_newButton->setAccessibleName(tr("New proxy"));
    m_newButton->setAutoDefault(false);
    header().addWidget(m_newButton);
    connect(m_newButton, &QPushButton::clicked, this, [this] { openNewProxy({}); });
    m_creation = new Banner(theme(), Banner::Shape::Inline, this);
    m_creation->setObjectName(QStringLiteral("creationBanner"));
    m_creation->hide();
    addAbove(m_creation);
    connect(&account().creating(), &ProxyDesk::changed, this, &ProxiesPage::showCreatingTrouble);
    connect(this, &Page::commandsChanged, this, &ProxiesPage::updateCreating);
    showCreatingTrouble();
}

/// Why no proxy can be created; empty if one can.
QString ProxiesPage::whyNotCreate() const
{
    QString reason = whyNoChange(account(), Area::Proxies);
    if (!reason.isEmpty()) {
        return reason;
    }
    if (account().creating().isMissing()) {
        return tr("This service does not create proxies.");
    }
    const auto problem = account().creating().problem();
    if (!problem || problem->kind == DeskProblem::Opening) {
        return {};
    }
    return orderProblemText(*problem, account()).title;
}

void ProxiesPage::updateCreating()
{
    const QString reason = whyNotCreate();
    m_newButton->setEnabled(reason.isEmpty());
    m_newButton->setToolTip(reason.isEmpty() ? tr("Create a proxy") : reason);
    m_newButton->setAccessibleDescription(reason);
}

void ProxiesPage::openNewProxy(const Proxy &like)
{
    auto *dialog = new NewProxyDialog(context(), like, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NewProxyDialog::proxyCreated, this,
            [this] { undoBar().say(Tone::Good, tr("Proxy created")); });
    connect(dialog, &NewProxyDialog::resultUnknown, this, [this](const QString &orderId) {
        auto *order = new OrderDialog(theme(), account(), orderId, this);
        order->setAttribute(Qt::WA_DeleteOnClose);
        order->open();
    });
    dialog->open();
}

void ProxiesPage::goTo(const ProxyId &id)
{
    if (const auto key = account().rows().keyOf(id)) {
        goToRow(*key);
    }
}

void ProxiesPage::openAgain(const NewProxy &wanted)
{
    Proxy like; // no `raw`: it is not the clone of a proxy that is there
    const ProxyEdit &options = wanted.options;
    like.name = options.name.value_or(QString());
    like.type = wanted.type;
    like.country = wanted.country;
    like.region = options.region.value_or(QString());
    like.city = options.city.value_or(QString());
    like.behavior = wanted.behavior;
    like.rotateType = options.rotateType.value_or(QString());
    like.rotateIntervalMinutes = options.rotateIntervalMinutes;
    like.trafficLimit = options.trafficLimit;
    openNewProxy(like);
}

void ProxiesPage::openDelete()
{
    auto *dialog = new DeleteProxyDialog(context(), *m_proxy, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DeleteProxyDialog::proxyDeleted, this, [this](const ProxyId &id) {
        account().addedRows().remove(std::vector{id});
        undoBar().say(Tone::Good, tr("Proxy deleted"));
    });
    dialog->open();
}

void ProxiesPage::buildTesting()
{
    auto *line = new QWidget(&details().summary());
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    auto *test = new QPushButton(theme().icon(Icon::Play), tr("Test proxy…"), line);
    test->setObjectName(QStringLiteral("testProxyButton"));
    test->setAccessibleName(tr("Test this proxy"));
    test->setAutoDefault(false);
    row->addWidget(test);
    row->addStretch(1);
    details().summary().addWidget(line);
    connect(test, &QPushButton::clicked, this, &ProxiesPage::openTest);
}

void ProxiesPage::buildManyTests()
{
    const auto tested = [this](int row) -> std::optional<TestedProxy> {
        const auto proxy = static_cast<const ProxyTableModel &>(model()).at(row);
        return proxy ? std::optional<TestedProxy>(proxy->id) : std::nullopt;
    };
    const auto access = [this](int row, ProxyProtocol protocol) {
        return accessOfRow(row, protocol);
    };
    m_manyTests =
        new ManyTests({context(), table(), model(), searchField(), false, tested, access}, this);
    addAbove(m_manyTests->banner());
    m_manyTests->makeButton(*addForSeveral(tr("Test…"), QStringLiteral("severalTest")));
}

void ProxiesPage::openTest()
{
    if (m_proxy) {
        openProxyTest(context(), m_proxy->id, secrets(), this);
    }
}

void ProxiesPage::addCreatingActions(QMenu &menu)
{
    const QString reason = whyNotCreate();
    QAction *clone = menu.addAction(theme().icon(Icon::Plus), tr("Clone…"), this, [this] {
        if (m_proxy) {
            openNewProxy(*m_proxy);
        }
    });
    clone->setObjectName(QStringLiteral("cloneAction"));
    clone->setEnabled(m_proxy && isReported(*m_proxy) && reason.isEmpty());
    clone->setToolTip(reason);
    QAction *remove = menu.addAction(theme().icon(Icon::Delete), tr("Delete…"), this, [this] {
        if (canDelete()) {
            openDelete();
        }
    });
    remove->setObjectName(QStringLiteral("deleteProxyAction"));
    if (canDelete()) {
        remove->setShortcut(QKeySequence(Qt::Key_Delete));
    }
    remove->setEnabled(canDelete());
    remove->setToolTip(whyNoChange(account(), Area::Proxies));
    addManyDeletionsAction(menu);
}

bool ProxiesPage::canDelete() const
{
    return m_proxy && account().canChange(Area::Proxies) && !account().isOffline();
}

// Nothing can be created while the order file is unusable: shows the problem and what can be done.
void ProxiesPage::showCreatingTrouble()
{
    updateCreating();
    const auto problem = account().creating().problem();
    m_creation->setVisible(problem && problem->isOfJournal());
    const QString shown =
        m_creation->isHidden() ? QString() : orderProblemText(*problem, account()).text;
    if (m_creationShown != shown) { // new links would lose the focus
        m_creationShown = shown;
        if (!shown.isEmpty()) {
            showOrderProblem(*m_creation, theme(), this, *problem, account());
        }
    }
}

bool ProxiesPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &table() && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isDelete = key->key() == Qt::Key_Delete && key->modifiers() == Qt::NoModifier;
        if (isDelete && canDelete()) {
            openDelete();
            return true;
        }
        if (isDelete && selection().selectedRows() > 1) {
            openManyDeletions();
            return true;
        }
    }
    return ListPage::eventFilter(watched, event);
}

} // namespace relaybook
