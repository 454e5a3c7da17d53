// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/orderguard.h"

#include "models/accounts/accountsession.h"
#include "models/accounts/openaccounts.h"
#include "models/buying/purchasedesk.h"
#include "models/serving/subuserdesk.h"
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
    return desk.underWay() != nullptr || desk.waitsFor(QString()).has_value() ||
           m_account->creating().isUnderWay();
}

bool OrderGuard::isOrderSent() const
{
    const TopUpOrder *order = m_account->purchases().underWay();
    const ProxyOrder *proxy = m_account->creating().open();
    return (order != nullptr && order->state == OrderState::Sending) ||
           (proxy != nullptr && proxy->state == OrderState::Sending);
}

OrderGuard::Standing OrderGuard::standing() const
{
    if (isOrderUnderWay()) {
        return isOrderSent() ? Standing::Sent : Standing::Waits;
    }
    if (isServingUnderWay()) {
        return isServingSent() ? Standing::Sent : Standing::Waits;
    }
    return Standing::Nothing;
}

// Shows only one question at a time.
void OrderGuard::askDespiteOrder(const std::function<ConfirmDialog::Question()> &questionOfNow,
                                 const std::function<void()> &then)
{
    const ConfirmDialog::Question question = questionOfNow();
    if (auto *open = m_sheets.shown<ConfirmDialog>(question.name); open != nullptr) {
        open->activateWindow();
        return;
    }
    const auto onAccepted = [this, asked = standing(), questionOfNow, then] {
        // If waiting orders were sent while the question was open, the user did not agree to that:
        // asks again. If their result is known by now, it is shown first.
        const Standing now = standing();
        if (asked != Standing::Waits || now == Standing::Waits) {
            then();
        } else if (now == Standing::Sent) {
            askDespiteOrder(questionOfNow, then);
        }
    };
    auto *dialog = new ConfirmDialog(m_theme, question, m_sheets.top());
    connect(dialog, &QDialog::accepted, this, onAccepted, Qt::QueuedConnection);
    SheetStack::open(dialog);
}

void OrderGuard::leaveAccount(const std::function<void()> &leave)
{
    if (isOrderUnderWay() || isServingUnderWay()) {
        askDespiteOrder([this] { return questionBeforeLeaving(); }, leave);
    } else {
        leave();
    }
}

ConfirmDialog::Question OrderGuard::questionBeforeLeaving() const
{
    ConfirmDialog::Question question{
        QStringLiteral("leaveOrderDialog"), {}, {}, tr("Leave anyway")};
    if (!isOrderUnderWay()) {
        question.title =
            isServingSent()
                ? tr("A change of sub-users is in progress. Leave this account now?")
                : tr("Changes of sub-users are waiting to be sent. Leave this account now?");
        question.words =
            isServingSent()
                ? tr("The service has not answered yet. The change is stored on this computer and "
                     "is not sent again; those that wait are not sent at all. When you open this "
                     "account again, Relaybook checks what happened to it. It is safer to wait a "
                     "moment.")
                : tr("What was not sent yet will not be sent, and moves no traffic.");
        return question;
    }
    const bool waits = !isOrderSent();
    question.title = waits ? tr("An order is waiting to be sent. Leave this account now?")
                           : tr("An order is in progress. Leave this account now?");
    question.words =
        waits ? tr("It will not be sent, and nothing will be spent.")
              : tr("The service has not answered yet. The order is stored on this computer and "
                   "is not sent again. When you open this account again, Relaybook checks what "
                   "happened to it. It is safer to wait a moment.");
    return question;
}

bool OrderGuard::isOrderOfAnotherUnderWay() const
{
    if (m_accounts == nullptr) {
        return false;
    }
    const auto &all = m_accounts->entries();
    return std::any_of(all.begin(), all.end(), [this](const AccountEntry &account) {
        return !account.isShown && !m_accounts->removal().whyNotSignOut(account.key).isEmpty() &&
               !m_accounts->removal().isOnlyServingUnderWay(account.key);
    });
}

bool OrderGuard::isServingUnderWay() const
{
    return m_account != nullptr && m_account->serving().isUnderWay();
}

bool OrderGuard::isServingOfAnotherUnderWay() const
{
    if (m_accounts == nullptr) {
        return false;
    }
    const auto &all = m_accounts->entries();
    return std::any_of(all.begin(), all.end(), [this](const AccountEntry &account) {
        return !account.isShown && m_accounts->removal().isOnlyServingUnderWay(account.key);
    });
}

bool OrderGuard::isServingSent() const
{
    const auto &all = m_account->serving().operations();
    return std::any_of(all.begin(), all.end(),
                       [](const SubUserOrder &each) { return each.state == OrderState::Sending; });
}

ConfirmDialog::Question OrderGuard::questionOfServing() const
{
    ConfirmDialog::Question question{
        QStringLiteral("quitDialog"), tr("A change of sub-users is in progress. Quit now?"),
        tr("The service has not answered yet. The change is stored on this computer and is not "
           "sent again; those that wait are not sent at all. After the next start, Relaybook "
           "checks what happened to it. It is safer to wait a moment."),
        tr("Quit anyway")};
    if (!isServingUnderWay()) {
        question.title = tr("A change of another account's sub-users is in progress. Quit now?");
    } else if (!isServingSent() && !isServingOfAnotherUnderWay()) {
        question.title = tr("Changes of sub-users are waiting to be sent. Quit now?");
        question.words = tr("What was not sent yet will not be sent, and moves no traffic.");
    }
    return question;
}

ConfirmDialog::Question OrderGuard::questionBeforeQuitting() const
{
    if (!isOrderUnderWay() && !isOrderOfAnotherUnderWay()) {
        return questionOfServing();
    }
    const QString after = tr("The service has not answered yet. The order is stored on this "
                             "computer and is not sent again. After the next start, Relaybook "
                             "checks what happened to it. It is safer to wait a moment.");
    ConfirmDialog::Question question{QStringLiteral("quitDialog"),
                                     tr("An order is in progress. Quit now?"), after,
                                     tr("Quit anyway")};
    const bool isServing = isServingUnderWay() || isServingOfAnotherUnderWay();
    const QString too =
        isServing ? QString(u' ' % tr("Changes of sub-users are in progress, too: those that wait "
                                      "are not sent. After the next start, Relaybook checks what "
                                      "happened to those that were sent."))
                  : QString();
    if (!isOrderUnderWay()) {
        question.title = tr("An order of another account is in progress. Quit now?");
        question.words += too;
        return question;
    }
    if (!isOrderSent()) {
        question.title = tr("An order is waiting to be sent. Quit now?");
        question.words = isOrderOfAnotherUnderWay()
                             ? tr("It will not be sent, and nothing will be spent for it. An order "
                                  "of another account is in progress, too: after the next start, "
                                  "Relaybook checks what happened to that one.")
                             : tr("It will not be sent, and nothing will be spent.");
    }
    question.words += too;
    return question;
}

bool OrderGuard::mayQuit()
{
    const bool isOrder = isOrderUnderWay() || isOrderOfAnotherUnderWay();
    if (m_quitAnyway || (!isOrder && !isServingUnderWay() && !isServingOfAnotherUnderWay())) {
        return true;
    }
    askDespiteOrder([this] { return questionBeforeQuitting(); },
                    [this] {
                        m_quitAnyway = true;
                        m_sheets.window().close();
                        m_quitAnyway = false;
                    });
    return false;
}

} // namespace relaybook
