// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/orderproblem.h"

#include "models/accounts/accountsession.h"
#include "ui/base/accesstext.h"

#include "ui/base/confirmdialog.h"
#include "ui/base/errortext.h"
#include "ui/widgets/banner.h"

#include <QCoreApplication>
#include <QDir>
#include <QPointer>
#include <QPushButton>

#include <utility>

namespace relaybook {

namespace {

struct OrderProblem
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::OrderProblem)
};

void addLink(Banner &banner, const Theme &theme, QWidget *parent, const QString &label,
             const ConfirmDialog::Question &question, const QString &name,
             const std::function<void()> &agreed)
{
    auto *link = banner.addLink(label, name);
    QObject::connect(link, &QPushButton::clicked, parent, [&theme, parent, question, agreed] {
        auto *dialog = new ConfirmDialog(theme, question, parent);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        QObject::connect(dialog, &QDialog::accepted, parent, agreed);
        dialog->open();
    });
}

void addRemedies(Banner &banner, const Theme &theme, QWidget *parent, bool isMissing,
                 OrderJournal &journal)
{
    const auto setAside = [&journal, shown = QPointer<Banner>(&banner)] {
        const auto path = journal.setAside();
        if (!path && shown) {
            const ErrorText text = errorText(path.error());
            shown->setMessage(Tone::Bad, text.title, text.advice);
        }
    };
    addLink(
        banner, theme, parent, OrderProblem::tr("Start a new file…"),
        {QStringLiteral("journalAsideDialog"), OrderProblem::tr("Start a new file of orders?"),
         OrderProblem::tr("Relaybook then no longer knows your earlier orders. Check the "
                          "transactions, sub-users and proxies first: an order whose answer was "
                          "lost may have been carried out. The old file is kept."),
         OrderProblem::tr("Start a new file")},
        QStringLiteral("setJournalAside"), setAside);
    if (isMissing) {
        return;
    }
    addLink(banner, theme, parent, OrderProblem::tr("Use this file…"),
            {QStringLiteral("journalAsItIsDialog"),
             OrderProblem::tr("Use this file of orders as it is?"),
             OrderProblem::tr("It may be an older copy, or its end may be lost: later orders are "
                              "then missing from it. Check the transactions, sub-users and proxies "
                              "first: an order whose answer was lost may have been carried out. If "
                              "the file cannot be read, start a new file instead."),
             OrderProblem::tr("Use this file")},
            QStringLiteral("useJournalAsItIs"), [&journal] { journal.useAsItIs(); });
}

} // namespace

OrderProblemText orderProblemText(const DeskProblem &problem, const AccountSession &account)
{
    const QString path = QDir::toNativeSeparators(problem.path);
    switch (problem.kind) {
    case DeskProblem::Opening:
        return {OrderProblem::tr("Loading your earlier orders…"),
                OrderProblem::tr("You can continue in a moment.")};
    case DeskProblem::Offline:
        return {OrderProblem::tr("Orders are not possible now."),
                OrderProblem::tr("They need a connection and a Reseller Key.")};
    case DeskProblem::Damaged:
        return {OrderProblem::tr("Orders are disabled: the file with your orders is damaged."),
                OrderProblem::tr("The file “%1” cannot be read, or is older than expected (%2). It "
                                 "was not changed. Without it an order could be sent twice. To "
                                 "order again, look for your orders in the transactions, "
                                 "sub-users and proxies. Then restore the file from a backup and "
                                 "restart Relaybook, start a new file, or use it as it is.")
                    .arg(path, problem.detail)};
    case DeskProblem::Missing:
        return {OrderProblem::tr("Orders are disabled: the file with your orders is missing."),
                OrderProblem::tr("The file “%1” no longer exists. Without it an order could be "
                                 "sent twice. Restore it from a backup, or start a new file.")
                    .arg(path)};
    case DeskProblem::Newer:
        return {
            OrderProblem::tr("Orders are disabled: the file with your orders needs a newer "
                             "version of Relaybook."),
            OrderProblem::tr("The file “%1” was not changed. Use the newer version.").arg(path)};
    case DeskProblem::Locked:
        return {OrderProblem::tr("Orders are disabled: another program is using the file with your "
                                 "orders."),
                OrderProblem::tr("Close the other Relaybook window that has “%1” open.").arg(path)};
    case DeskProblem::Full:
        return {OrderProblem::tr("Orders are disabled: the disk is full."),
                OrderProblem::tr("An order is stored before it is sent. Free some disk space for "
                                 "“%1”.")
                    .arg(path)};
    case DeskProblem::CantWrite:
        return {
            OrderProblem::tr("Orders are disabled: the file with your orders cannot be written."),
            OrderProblem::tr("An order is stored before it is sent. The file is “%1”.").arg(path)};
    case DeskProblem::TokenAwaited:
        return {OrderProblem::tr("Waiting for the keychain…"),
                OrderProblem::tr("You can continue as soon as this account's sign-in has been "
                                 "read. The keychain may be asking for its password.")};
    case DeskProblem::TokenUnread: {
        const bool isReseller = account.tokenState(TokenKind::Reseller) != TokenState::Usable;
        const TokenKind token = isReseller ? TokenKind::Reseller : TokenKind::Personal;
        const AccessText access = accessText(account.tokenState(token), token);
        return {OrderProblem::tr("Orders are not possible now."),
                OrderProblem::tr("%1. %2", "two sentences").arg(access.title, access.text)};
    }
    case DeskProblem::ViewOnly:
        return {OrderProblem::tr("This account is set to view only."),
                OrderProblem::tr("Turn off “View only” for this account to send orders.")};
    }
    return {};
}

void showOrderProblem(Banner &banner, const Theme &theme, QWidget *parent,
                      const DeskProblem &problem, AccountSession &account)
{
    OrderJournal &journal = account.orders();
    const OrderProblemText text = orderProblemText(problem, account);
    const bool isWaiting =
        problem.kind == DeskProblem::Opening || problem.kind == DeskProblem::TokenAwaited;
    banner.clearLinks();
    banner.setMessage(isWaiting ? Tone::Accent : Tone::Warning, text.title, text.text);
    if (problem.kind == DeskProblem::Damaged || problem.kind == DeskProblem::Missing) {
        addRemedies(banner, theme, parent, problem.kind == DeskProblem::Missing, journal);
    } else if (problem.kind == DeskProblem::Full || problem.kind == DeskProblem::Locked ||
               problem.kind == DeskProblem::CantWrite) {
        auto *link =
            banner.addLink(OrderProblem::tr("Try again"), QStringLiteral("openJournalAgain"));
        QObject::connect(link, &QPushButton::clicked, parent, [&journal] { journal.tryAgain(); });
    }
}

} // namespace relaybook
