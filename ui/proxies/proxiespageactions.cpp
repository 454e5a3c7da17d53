// SPDX-License-Identifier: GPL-3.0-or-later
// Creating, cloning and deleting on the proxies page, and the message about a creation whose result
// is not known.
#include "ui/base/orderproblem.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/undobar.h"
#include "ui/orderview/proxyordertext.h"
#include "ui/proxies/deleteproxydialog.h"
#include "ui/proxies/newproxydialog.h"
#include "ui/proxies/proxiespage.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/tableview.h"

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
    connect(&account().creating(), &ProxyDesk::changed, this, &ProxiesPage::showCreation);
    connect(&account().creating(), &ProxyDesk::settled, this, &ProxiesPage::showSettled);
    connect(this, &Page::commandsChanged, this, &ProxiesPage::updateCreating);
    showCreation();
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
    return orderProblemText(*problem).title;
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
    dialog->open();
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
    remove->setShortcut(QKeySequence(Qt::Key_Delete));
    remove->setEnabled(canDelete());
    remove->setToolTip(whyNoChange(account(), Area::Proxies));
}

bool ProxiesPage::canDelete() const
{
    return m_proxy && account().canChange(Area::Proxies) && !account().isOffline();
}

// ---- a creation whose answer was lost

void ProxiesPage::showCreation()
{
    updateCreating();
    const auto problem = account().creating().problem();
    if (problem && problem->isOfJournal()) {
        showCreatingTrouble(*problem);
        return;
    }
    const ProxyOrder *open = account().creating().open();
    const bool isUnknown = open != nullptr && open->state == OrderState::Unknown;
    m_creation->setVisible(isUnknown);
    if (!isUnknown) {
        m_creationShown.clear();
        return;
    }
    QString text =
        open->listWasRead
            ? tr("Relaybook loads the list of proxies to find out. Nothing is sent again.")
            : tr("This service does not list proxies, so only you can find out. Nothing "
                 "is sent again.");
    if (open->candidates.size() > 1) {
        QStringList names;
        for (const ProxyId &id : open->candidates) {
            names.append(candidateText(account().rows(), id));
        }
        text = tr("Several new proxies in the list fit: %1.").arg(names.join(QStringLiteral(", ")));
    }
    const QString lead =
        tr("It is not known whether the proxy %1 was created.").arg(wantedText(open->wanted));
    // What the user decides about is only there after the first look since the start.
    const bool isDecidable = !open->listWasRead || !account().creating().isLookAwaited(open->id);
    const QString shown = lead % text % (isDecidable ? u'd' : u' ');
    if (m_creationShown == shown) {
        return; // new links would lose the focus
    }
    m_creationShown = shown;
    m_creation->clearLinks();
    m_creation->setMessage(Tone::Warning, lead, text);
    const auto add = [this](const QString &words, const char *name, auto action) {
        auto *link = m_creation->addLink(words, QLatin1String(name));
        connect(link, &QPushButton::clicked, this, action);
    };
    const QString id = open->id;
    add(tr("Look now"), "creationLook", [this, id] { account().creating().look(id); });
    if (isDecidable) {
        add(tr("It was created"), "creationDone",
            [this, id] { account().creating().userDecides(id, true); });
        add(tr("It was not created"), "creationNotDone",
            [this, id] { account().creating().userDecides(id, false); });
    }
}

// Nothing can be created while the order file is unusable: shows the problem and what can be done.
void ProxiesPage::showCreatingTrouble(const DeskProblem &problem)
{
    const QString shown = orderProblemText(problem).text;
    if (m_creationShown != shown) { // new links would lose the focus
        m_creationShown = shown;
        showOrderProblem(*m_creation, theme(), this, problem, account().creating().journal());
    }
    m_creation->show();
}

void ProxiesPage::showSettled(const QString &id)
{
    const ProxyOrder *creation = account().creating().order(id);
    if (creation == nullptr) {
        return;
    }
    if (creation->state == OrderState::Completed) {
        undoBar().say(Tone::Good, tr("The proxy was created"),
                      tr("It was found in the list: %1").arg(wantedText(creation->wanted)));
    } else if (creation->state == OrderState::Refused) {
        undoBar().say(Tone::Warning, tr("The proxy was not created"),
                      tr("This service does not create proxies."));
    } else {
        undoBar().say(Tone::Warning, tr("The proxy was not created"),
                      tr("The list does not show it: %1").arg(wantedText(creation->wanted)));
    }
}

bool ProxiesPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &table() && event->type() == QEvent::KeyPress && canDelete()) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Delete && key->modifiers() == Qt::NoModifier) {
            openDelete();
            return true;
        }
    }
    return ListPage::eventFilter(watched, event);
}

} // namespace relaybook
