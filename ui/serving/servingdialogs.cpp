// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingdialogs.h"

#include "models/accounts/accountsession.h"
#include "models/serving/operationmade.h"
#include "models/text/format.h"
#include "ui/lists/undobar.h"
#include "ui/orderview/orderdialog.h"
#include "ui/orderview/ordertext.h"
#include "ui/orderview/subuserordertext.h"
#include "ui/serving/createddialog.h"
#include "ui/serving/createdialog.h"
#include "ui/serving/createmanydialog.h"
#include "ui/serving/givedialog.h"
#include "ui/serving/returndialog.h"
#include "ui/serving/servingtext.h"

#include <algorithm>
#include <utility>

namespace relaybook {

ServingDialogs::ServingDialogs(const PageContext &context, const Parts &parts)
    : QObject(&parts.page)
    , m_context(context)
    , m_parts(parts)
{
    connect(&context.account.serving(), &OrderEngine::ordersChanged, this,
            [this](const QStringList &ids) {
                const auto isAwaited = [this](const QString &id) { return m_awaited.contains(id); };
                if (std::any_of(ids.begin(), ids.end(), isAwaited)) {
                    showAwaited();
                }
            });
}

bool ServingDialogs::isOpen() const
{
    return m_dialog != nullptr;
}

void ServingDialogs::open(What what, ServingTargets targets, QWidget *parent)
{
    if (targets.empty() || m_dialog != nullptr) {
        return;
    }
    QWidget *over = parent != nullptr ? parent : &m_parts.page;
    ServingDialog *dialog = nullptr;
    switch (what) {
    case What::Give:
        dialog = new GiveDialog(m_context, std::move(targets), over);
        break;
    case What::TakeBack:
        dialog =
            new ReturnDialog(m_context, ReturnDialog::What::TakeBack, std::move(targets), over);
        break;
    case What::Delete:
        dialog = new ReturnDialog(m_context, ReturnDialog::What::Delete, std::move(targets), over);
        break;
    }
    follow(*dialog);
}

void ServingDialogs::openAgain(const std::vector<SubUserRequest> &requests)
{
    if (requests.empty() || m_dialog != nullptr) {
        return;
    }
    const auto targets = [&] {
        ServingTargets made;
        for (const SubUserRequest &each : requests) {
            const auto row = m_context.account.rows().subUser(each.subUser);
            made.push_back(row ? targetOf(*row)
                               : ServingTarget{each.subUser,
                                               subUserText(each),
                                               each.username,
                                               each.serviceType,
                                               std::nullopt,
                                               {}});
        }
        return made;
    };
    switch (requests.front().kind) {
    case SubUserRequest::Kind::Give: {
        auto *dialog = new GiveDialog(m_context, targets(), &m_parts.page);
        dialog->fill(requests);
        follow(*dialog);
        break;
    }
    case SubUserRequest::Kind::Take: {
        auto *dialog =
            new ReturnDialog(m_context, ReturnDialog::What::TakeBack, targets(), &m_parts.page);
        dialog->fill(requests);
        follow(*dialog);
        break;
    }
    case SubUserRequest::Kind::Delete:
        open(What::Delete, targets());
        break;
    case SubUserRequest::Kind::Create:
        if (requests.size() == 1) {
            auto *dialog = new CreateDialog(m_context, &m_parts.page);
            dialog->fill(requests.front());
            follow(*dialog);
        } else {
            openCreateMany();
            qobject_cast<CreateManyDialog *>(m_dialog)->askAgain(requests);
        }
        break;
    }
}

void ServingDialogs::openCreate()
{
    if (m_dialog == nullptr) {
        follow(*new CreateDialog(m_context, &m_parts.page));
    }
}

void ServingDialogs::openCreateMany()
{
    if (m_dialog != nullptr) {
        return;
    }
    auto *dialog = new CreateManyDialog(m_context, &m_parts.page);
    connect(dialog, &CreateManyDialog::credentialsWanted, this,
            [this, dialog](const QStringList &operations) { showCreated(operations, dialog); });
    follow(*dialog);
}

void ServingDialogs::follow(ServingDialog &dialog)
{
    m_dialog = &dialog;
    dialog.setAttribute(Qt::WA_DeleteOnClose);
    m_created.clear();
    connect(&dialog, &ServingDialog::operationEnded, this, &ServingDialogs::reportEnd);
    connect(&dialog, &ServingDialog::topUpWanted, &m_parts.page, &Page::topUpForRequested);
    connect(&dialog, &QDialog::finished, this, [this, &dialog] {
        // After operationEnded, which may show them.
        QMetaObject::invokeMethod(
            this, [this, sent = dialog.allOperations()] { awaitCreated(sent); },
            Qt::QueuedConnection);
    });
    dialog.open();
}

void ServingDialogs::reportEnd(const QString &operationId)
{
    SubUserDesk &desk = m_context.account.serving();
    const SubUserOrder *operation = desk.operation(operationId);
    if (operation == nullptr) {
        return;
    }
    if (operation->state == OrderState::Completed && !giveBackOf(*operation, desk.operations())) {
        if (showCreated({operationId}, &m_parts.page)) {
            return;
        }
        const QString otherwise = otherwiseText(*operation);
        const QString left = operation->newBalance
                                 ? tr("%1 left.").arg(format::trafficExact(*operation->newBalance))
                                 : QString();
        m_parts.said.say(operationTone(*operation), orderHeading(operation).title,
                         QString(otherwise % u' ' % left).trimmed());
        return;
    }
    auto *dialog = new OrderDialog(m_context.theme, m_context.account, operationId, &m_parts.page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->offerAgain(); // also of what is found later
    connect(dialog, &OrderDialog::againWanted, this, [this](const QString &id) {
        const SubUserDesk &orders = m_context.account.serving();
        if (const SubUserOrder *ended = orders.operation(id)) {
            openAgain({giveBackOf(*ended, orders.operations()).value_or(ended->request)});
        }
    });
    dialog->open();
}

// Credentials are told once: closing the dialog while a list is created must not lose them.
void ServingDialogs::awaitCreated(const QStringList &operations)
{
    for (const QString &id : operations) {
        if (!m_created.contains(id)) {
            m_awaited.append(id);
        }
    }
    showAwaited();
}

void ServingDialogs::showAwaited()
{
    const SubUserDesk &desk = m_context.account.serving();
    const bool isOver =
        std::none_of(m_awaited.begin(), m_awaited.end(), [&desk](const QString &id) {
            const SubUserOrder *operation = desk.operation(id);
            return operation != nullptr && operation->isUnderWay();
        });
    if (isOver && !m_awaited.isEmpty()) {
        showCreated(std::exchange(m_awaited, {}), &m_parts.page);
    }
}

// The desk gives each only once: the results can be shown again as long as their dialog is open.
bool ServingDialogs::showCreated(const QStringList &operations, QWidget *parent)
{
    std::vector<SubUser> created;
    QStringList otherwise;
    for (const QString &id : operations) {
        if (const auto taken = m_context.account.serving().takeCreated(id)) {
            m_created.insert(id, *taken);
        }
        if (const auto found = m_created.constFind(id); found != m_created.constEnd()) {
            created.push_back(*found);
            const SubUserOrder *operation = m_context.account.serving().operation(id);
            const QString text = operation != nullptr ? otherwiseText(*operation) : QString();
            if (!text.isEmpty()) {
                otherwise.append(text);
            }
        }
    }
    if (created.empty()) {
        return false;
    }
    const SubUserId first = created.front().id;
    const bool isOne = created.size() == 1;
    auto *dialog =
        new CreatedDialog(m_context, std::move(created), otherwise, m_parts.secrets, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (isOne) {
        Q_EMIT this->created(first);
        connect(dialog, &CreatedDialog::pageWanted, this,
                [this, first] { Q_EMIT pageWanted(first); });
    }
    dialog->open();
    return true;
}

} // namespace relaybook
