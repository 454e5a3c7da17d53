// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/orderguard.h"

#include "models/account/accountsession.h"
#include "models/account/openaccounts.h"
#include "models/buying/purchasedesk.h"
#include "ui/shell/sheetstack.h"

#include <algorithm>

namespace relaybook {

OrderGuard::OrderGuard(const Theme &theme, SheetStack &sheets, QObject *parent)
    : QObject(parent)
    , m_theme(theme)
    , m_sheets(sheets)
{
}

void OrderGuard::setAccount(AccountSession *account)
{
    m_account = account;
}

bool OrderGuard::isOrderUnderWay() const
{
    if (m_account == nullptr) {
        return false;
    }
    const PurchaseDesk &desk = m_account->purchases();
    return desk.underWay() != nullptr || desk.waitsFor(QString()).has_value();
}

// Once, however often it is asked for.
void OrderGuard::askDespiteOrder(const ConfirmDialog::Question &question,
                                 const std::function<void()> &then)
{
    if (auto *open = m_sheets.shown<ConfirmDialog>(question.name); open != nullptr) {
        open->activateWindow();
        return;
    }
    auto *dialog = new ConfirmDialog(m_theme, question, m_sheets.top());
    connect(dialog, &QDialog::accepted, this, then, Qt::QueuedConnection);
    SheetStack::open(dialog);
}

void OrderGuard::leaveAccount(const std::function<void()> &leave)
{
    if (!isOrderUnderWay()) {
        leave();
        return;
    }
    const Order *order = m_account->purchases().underWay();
    const bool waits = order == nullptr || order->state == Order::State::Prepared;
    askDespiteOrder(
        {
            QStringLiteral("leaveOrderDialog"),
            waits ? tr("An order is waiting to be sent. Leave this account now?")
                  : tr("An order is in progress. Leave this account now?"),
            waits ? tr("It will not be sent, and nothing will be spent.")
                  : tr("The service has not answered yet. The order is stored on this computer and "
                       "is not sent again. When you open this account again, Relaybook checks what "
                       "happened to it. It is safer to wait a moment."),
            tr("Leave anyway"),
        },
        leave);
}

bool OrderGuard::isOrderOfAnotherUnderWay() const
{
    if (m_accounts == nullptr) {
        return false;
    }
    const auto &all = m_accounts->entries();
    return std::any_of(all.begin(), all.end(), [this](const AccountEntry &account) {
        return !account.isShown && !m_accounts->whyNotSignOut(account.key).isEmpty();
    });
}

ConfirmDialog::Question OrderGuard::questionBeforeQuitting() const
{
    const QString after = tr("The service has not answered yet. The order is stored on this "
                             "computer and is not sent again. After the next start, Relaybook "
                             "checks what happened to it. It is safer to wait a moment.");
    ConfirmDialog::Question question{QStringLiteral("quitDialog"),
                                     tr("An order is in progress. Quit now?"), after,
                                     tr("Quit anyway")};
    if (!isOrderUnderWay()) {
        question.title = tr("An order of another account is in progress. Quit now?");
        return question;
    }
    const Order *order = m_account->purchases().underWay();
    if (order == nullptr || order->state == Order::State::Prepared) {
        question.title = tr("An order is waiting to be sent. Quit now?");
        question.words = isOrderOfAnotherUnderWay()
                             ? tr("It will not be sent, and nothing will be spent for it. An order "
                                  "of another account is in progress, too: after the next start, "
                                  "Relaybook checks what happened to that one.")
                             : tr("It will not be sent, and nothing will be spent.");
    }
    return question;
}

bool OrderGuard::mayQuit()
{
    if (m_quitAnyway || (!isOrderUnderWay() && !isOrderOfAnotherUnderWay())) {
        return true;
    }
    askDespiteOrder(questionBeforeQuitting(), [this] {
        m_quitAnyway = true;
        m_sheets.window().close();
        m_quitAnyway = false;
    });
    return false;
}

} // namespace relaybook
