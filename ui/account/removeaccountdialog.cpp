// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/removeaccountdialog.h"

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
    return account.isSandbox ? RemoveAccountDialog::tr("Remove the sandbox?")
                             : RemoveAccountDialog::tr("Remove “%1”?").arg(plainLine(account.name));
}

QString wordsOfRemoval(const RemoveAccountDialog::Question &question)
{
    if (question.account.isSandbox) {
        return RemoveAccountDialog::tr(
            "This deletes everything you did in the sandbox (notes, changed proxies, purchases) "
            "and its stored data. You can open it again at any time, with its sample data. Your "
            "own accounts are not affected.");
    }
    return RemoveAccountDialog::tr(
        "This signs the account out and deletes what is stored of it on this computer: downloaded "
        "data, unsaved drafts, earlier notes, changes that were found, and settings. The account "
        "at the service is not affected. It cannot be undone.");
}

QString wordsAboutOrders(const std::optional<int> &orders)
{
    return orders ? RemoveAccountDialog::tr("%n orders with their receipts and evidence are "
                                            "deleted too. The service does not have them.",
                                            nullptr, *orders)
                  : RemoveAccountDialog::tr("Its orders with their receipts and evidence are "
                                            "deleted too. The service does not have them.");
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
    // Of an account that is not open, it is not known here whether there are orders.
    const bool mayHaveOrders = !question.account.isSandbox && question.orders.value_or(1) > 0;
    if (!mayHaveOrders) {
        return;
    }
    auto *orders = new Label(theme(), Role::Text, TextStyle::BodyBold,
                             wordsAboutOrders(question.orders), this);
    orders->setObjectName(QStringLiteral("removeOrders"));
    orders->setWordWrap(true);
    contentLayout()->addWidget(orders);
    m_nameToType = question.account.name.simplified();
    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("typedNameEdit"));
    auto *row = new FieldRow(theme(), tr("Account name, to confirm"), m_name, this);
    row->setHint(tr("Type “%1”.").arg(m_nameToType));
    contentLayout()->addWidget(row);
    connect(m_name, &QLineEdit::textChanged, this, &RemoveAccountDialog::updateSubmit);
}

bool RemoveAccountDialog::isNameTyped() const
{
    return m_name == nullptr ||
           m_name->text().simplified().compare(m_nameToType, Qt::CaseInsensitive) == 0;
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
