// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/removeaccountdialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/typedname.h"
#include "ui/theme/controlkind.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"
#include "ui/widgets/plaintext.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int removeSheetWidth = 480;

QString titleOfRemoval(const AccountEntry &account)
{
    return account.isSandbox
               ? RemoveAccountDialog::tr("Remove the sandbox?")
               : RemoveAccountDialog::tr("Remove “%1”?").arg(plainLine(privateText(account.name)));
}

QString wordsOfRemoval(const RemoveAccountDialog::Question &question)
{
    if (question.account.isSandbox) {
        return RemoveAccountDialog::tr(
            "This deletes everything you did in the sandbox (notes, changed proxies, purchases) "
            "and its stored data. You can open it again at any time, with its sample data. Your "
            "own accounts are not affected.");
    }
    if (question.account.isNameless) {
        return RemoveAccountDialog::tr(
                   "%1 If you remove the account, all that is stored of it on this computer is "
                   "deleted: orders, downloaded data, unsaved drafts, earlier notes, and settings. "
                   "Its sign-in stays in the keychain: delete it there, among the entries named "
                   "“Relaybook”. The account at the service and files that you exported are not "
                   "affected. It cannot be undone.",
                   "why its data cannot be opened")
            .arg(question.account.problem);
    }
    if (question.account.isUnreadable) {
        return RemoveAccountDialog::tr(
                   "%1 If you remove the account all the same, its sign-in is removed from the "
                   "keychain, and all that is stored of it on this computer is deleted, including "
                   "what this version of Relaybook cannot read: downloaded data, unsaved drafts, "
                   "earlier notes, changes that were found, and settings. The account at the "
                   "service and files that you exported are not affected. It cannot be undone.",
                   "why its data cannot be opened")
            .arg(question.account.problem);
    }
    return RemoveAccountDialog::tr(
        "This signs the account out and deletes what is stored of it on this computer: downloaded "
        "data, unsaved drafts, earlier notes, changes that were found, and settings. The account "
        "at the service is not affected. It cannot be undone.");
}

QString wordsWithoutCount()
{
    return RemoveAccountDialog::tr("Its orders with their receipts and evidence are deleted too. "
                                   "The service does not have them.");
}

QString wordsAboutOrders(const std::optional<OrderCounts> &orders)
{
    if (!orders) {
        return RemoveAccountDialog::tr("%1 How many there are is not known, because their file "
                                       "cannot be read.")
            .arg(wordsWithoutCount());
    }
    const QString words =
        RemoveAccountDialog::tr("%1 orders with their receipts and evidence are deleted too. The "
                                "service does not have them.",
                                nullptr, static_cast<int>(orders->all))
            .arg(format::count(orders->all));
    return orders->unknown == 0 ? words
                                : RemoveAccountDialog::tr("%2 The result of %1 of them is unknown.",
                                                          "a sentence about all orders",
                                                          static_cast<int>(orders->unknown))
                                      .arg(format::count(orders->unknown))
                                      .arg(words);
}

} // namespace

RemoveAccountDialog::RemoveAccountDialog(const Theme &theme, const Question &question,
                                         QWidget *parent)
    : SheetDialog(theme, titleOfRemoval(question.account), parent)
{
    setObjectName(QStringLiteral("removeAccountDialog"));
    setSheetWidth(removeSheetWidth);
    build(question);
    setSubmitText(question.account.isSandbox ? tr("Remove the sandbox") : tr("Remove the account"),
                  tr("Removing…"));
    setSubmitKeys(SubmitKeys::None);
    setButtonKind(*submitButton(), ButtonKind::Danger);
    setWhyNot(question.whyNot);
    cancelButton()->setFocus();
}

void RemoveAccountDialog::build(const Question &question)
{
    auto *words = new Label(theme(), Role::Text, TextStyle::Body, wordsOfRemoval(question), this);
    words->setObjectName(QStringLiteral("removeWords"));
    words->setWordWrap(true);
    setAccessibleDescription(words->text());
    contentLayout()->addWidget(words);
    if (question.account.isSandbox) {
        return;
    }
    m_orders = new Label(theme(), Role::Text, TextStyle::BodyBold, wordsWithoutCount(), this);
    m_orders->setObjectName(QStringLiteral("removeOrders"));
    m_orders->setWordWrap(true);
    contentLayout()->addWidget(m_orders);
    m_needsName = true;
    m_nameToType = question.account.name.simplified();
    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("typedNameEdit"));
    m_nameRow = new FieldRow(theme(), tr("Account name, to confirm"), m_name, this);
    m_nameRow->setHint(nameToTypeText(m_nameToType));
    contentLayout()->addWidget(m_nameRow);
    connect(m_name, &QLineEdit::textChanged, this, &RemoveAccountDialog::updateSubmit);
}

void RemoveAccountDialog::setOrders(const std::optional<OrderCounts> &orders)
{
    if (m_orders == nullptr) {
        return; // the sandbox's orders are not real
    }
    m_orders->setText(wordsAboutOrders(orders));
    const bool any = !orders || orders->all > 0;
    m_orders->setVisible(any);
    m_nameRow->setVisible(any);
    m_needsName = any;
    updateSubmit();
}

bool RemoveAccountDialog::isNameTyped() const
{
    return !m_needsName || relaybook::isNameTyped(m_name->text(), m_nameToType);
}

void RemoveAccountDialog::setWhyNot(const QString &whyNot)
{
    m_whyNot = whyNot;
    if (whyNot.isEmpty()) {
        banner()->hide();
    } else {
        banner()->setMessage(Tone::Warning, tr("This account cannot be removed now."), whyNot);
        banner()->show();
    }
    updateSubmit();
}

void RemoveAccountDialog::updateSubmit()
{
    const QString missing = !m_whyNot.isEmpty() ? m_whyNot
                            : isNameTyped()     ? QString()
                                                : tr("Type the name of the account first.");
    submitButton()->setEnabled(missing.isEmpty());
    submitButton()->setToolTip(missing);
    submitButton()->setAccessibleDescription(missing);
}

void RemoveAccountDialog::startSubmit()
{
    succeed();
    Q_EMIT removeConfirmed();
}

} // namespace relaybook
