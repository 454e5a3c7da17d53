// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/operationwatcher.h"

#include "models/accounts/accountsession.h"
#include "models/serving/subuserdesk.h"
#include "ui/serving/servingdialog.h"
#include "ui/serving/servingtext.h"
#include "ui/shell/noticestack.h"
#include "ui/shell/sheetstack.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

#include <algorithm>
#include <utility>

namespace relaybook {

OperationWatcher::OperationWatcher(SheetStack &sheets, NoticeStack &notices, QObject *parent)
    : QObject(parent)
    , m_sheets(sheets)
    , m_notices(notices)
{
    // Thousands may change at once, and counting them takes time.
    m_soon.setSingleShot(true);
    m_soon.setInterval(std::chrono::milliseconds(50));
    connect(&m_soon, &QTimer::timeout, this, &OperationWatcher::update);
}

void OperationWatcher::setAccount(AccountSession *account)
{
    if (m_account != nullptr) {
        m_account->serving().disconnect(this);
        m_account->creating().disconnect(this);
    }
    m_soon.stop();
    m_underWay.clear();
    m_shown.clear();
    if (m_unknownNotice != nullptr) {
        m_unknownNotice->deleteLater();
        m_unknownNotice.clear();
    }
    m_unknownReported = 0;
    m_account = account;
    if (m_account != nullptr) {
        const SubUserDesk &desk = m_account->serving();
        connect(&desk, &OrderEngine::ordersChanged, this, &OperationWatcher::whenOperationsChanged);
        connect(&desk, &OrderEngine::stateChanged, this, &OperationWatcher::update);
        connect(&m_account->creating(), &ProxyDesk::changed, this, &OperationWatcher::update);
    }
    update();
}

void OperationWatcher::whenOperationsChanged(const QStringList &operationIds)
{
    // Remembers this now: the dialog may be closed before the changes are reported.
    const QSet<QString> followed = followedOperations();
    for (const QString &id : operationIds) {
        const SubUserOrder *operation = m_account->serving().operation(id);
        if (operation != nullptr && operation->isUnderWay()) {
            m_underWay.insert(id); // it may end before update()
        } else if (operation != nullptr && followed.contains(id)) {
            m_underWay.remove(id);
            m_shown.insert(id);
        }
    }
    if (!m_soon.isActive()) {
        m_soon.start();
    }
}

void OperationWatcher::update()
{
    const int openBefore = std::exchange(m_open, 0);
    const int unknownBefore = std::exchange(m_unknown, 0);
    const bool wasCreationOpen = std::exchange(
        m_isCreationOpen, m_account != nullptr && m_account->creating().open() != nullptr);
    if (m_account != nullptr) {
        const SubUserDesk &desk = m_account->serving();
        m_unknown = static_cast<int>(desk.unknownCount());
        m_open = m_unknown;
        for (const SubUserOrder &each : desk.operations()) {
            if (each.isUnderWay()) {
                ++m_open;
                m_underWay.insert(each.id);
            }
        }
        reportInterrupted();
        reportEnded();
    }
    reportUnknown();
    if (m_open != openBefore || m_unknown != unknownBefore || m_isCreationOpen != wasCreationOpen) {
        Q_EMIT openOperationsChanged();
    }
}

void OperationWatcher::reportInterrupted()
{
    const QStringList &interrupted = m_account->serving().interrupted();
    if (interrupted.isEmpty() || m_reportedInterrupted.contains(interrupted.front())) {
        return;
    }
    m_reportedInterrupted.insert(interrupted.front());
    m_notices.showNotice(
        Tone::Warning,
        tr("%n operations on sub-users were waiting to be sent when Relaybook closed. They were "
           "not sent, and no traffic was moved.",
           nullptr, static_cast<int>(interrupted.size())));
}

// One sentence for all, because there may be many after an outage.
void OperationWatcher::reportUnknown()
{
    if (m_unknown == 0 && m_unknownNotice != nullptr) {
        m_unknownNotice->deleteLater();
        m_unknownNotice.clear();
    }
    const bool isNew = m_unknown > m_unknownReported;
    m_unknownReported = m_unknown;
    if (m_unknown == 0 || (m_unknownNotice == nullptr && !isNew)) {
        return; // there is nothing to report, or the user dismissed it
    }
    const QString text =
        tr("The result of %n operations on sub-users is unknown.", nullptr, m_unknown);
    if (m_unknownNotice == nullptr) {
        m_unknownNotice = m_notices.showNotice(Tone::Warning, text);
        m_unknownNotice->clearLinks();
        auto *show = m_unknownNotice->addLink(tr("Show"), QStringLiteral("showOperations"));
        show->setAccessibleName(tr("Show the operations"));
        connect(show, &QPushButton::clicked, this, &OperationWatcher::pageRequested);
    } else {
        m_unknownNotice->setMessage(Tone::Warning, text);
    }
    m_unknownNotice->setVisible(!m_pageShown);
}

void OperationWatcher::setPageShown(bool shown)
{
    m_pageShown = shown;
    if (m_unknownNotice != nullptr) {
        m_unknownNotice->setVisible(!shown);
    }
}

QSet<QString> OperationWatcher::followedOperations() const
{
    QSet<QString> followed;
    for (const auto *dialog : m_sheets.window().findChildren<ServingDialog *>()) {
        if (dialog->isVisible()) { // one that was closed is deleted a moment later
            const QStringList &shown = dialog->operations();
            followed.unite(QSet<QString>(shown.begin(), shown.end()));
        }
    }
    return followed;
}

// Once nothing is running, reports operations that ended while no dialog showed them.
void OperationWatcher::reportEnded()
{
    const SubUserDesk &desk = m_account->serving();
    if (desk.isUnderWay() || m_underWay.isEmpty()) {
        return;
    }
    const QSet<QString> followed = followedOperations();
    int completed = 0;
    int others = 0;
    for (const QString &id : std::exchange(m_underWay, {})) {
        const SubUserOrder *each = desk.operation(id);
        if (each == nullptr || m_shown.contains(id) || followed.contains(id)) {
            continue;
        }
        (each->state == OrderState::Completed ? completed : others) += 1;
    }
    if (completed + others == 0) {
        return;
    }
    Banner *banner = m_notices.showNotice(
        others == 0 ? Tone::Good : Tone::Warning,
        others == 0 ? tr("%n operations on sub-users are completed.", nullptr, completed)
                    : tr("%n operations on sub-users are not completed.", nullptr, others));
    banner->clearLinks();
    auto *show = banner->addLink(tr("Show"), QStringLiteral("showEndedOperations"));
    show->setAccessibleName(tr("Show the operations"));
    connect(show, &QPushButton::clicked, this, [this, banner] {
        banner->deleteLater();
        Q_EMIT pageRequested();
    });
}

} // namespace relaybook
