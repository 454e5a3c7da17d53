// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/signoutdialog.h"

#include "ui/theme/controlkind.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"
#include "ui/widgets/plaintext.h"

#include <QCheckBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int signOutSheetWidth = 480;

QString wordsOfSignOut(const AccountEntry &account)
{
    if (account.isUnreadable) {
        return SignOutDialog::tr(
                   "%1 The sign-in of this account is removed from the keychain all the same; you "
                   "need it to sign in again. If Relaybook created the token with your e-mail and "
                   "password, the token is revoked at the service. The stored data stays as it is.",
                   "why its data cannot be opened")
            .arg(account.problem);
    }
    return SignOutDialog::tr(
        "The sign-in of this account is removed from this computer and from its keychain; you "
        "need it to sign in again. If Relaybook created the token with your e-mail and "
        "password, the token is revoked at the service. Downloaded data, your orders and "
        "drafts stay on this computer and can be viewed.");
}

} // namespace

SignOutDialog::SignOutDialog(const Theme &theme, const AccountEntry &account, const QString &whyNot,
                             QWidget *parent)
    : SheetDialog(theme, tr("Sign out of “%1”?").arg(plainLine(account.name)), parent)
    , m_remove(new QCheckBox(tr("Also delete the data stored on this computer"), this))
{
    setObjectName(QStringLiteral("signOutDialog"));
    setSheetWidth(signOutSheetWidth);
    auto *words = new Label(theme, Role::Text, TextStyle::Body, wordsOfSignOut(account), this);
    words->setObjectName(QStringLiteral("signOutWords"));
    words->setWordWrap(true);
    setAccessibleDescription(words->text());
    contentLayout()->addWidget(words);
    m_remove->setObjectName(QStringLiteral("alsoRemove"));
    m_remove->setAccessibleName(m_remove->text());
    contentLayout()->addWidget(m_remove);
    setSubmitKeys(SubmitKeys::None);
    setButtonKind(*submitButton(), ButtonKind::Danger);
    connect(m_remove, &QCheckBox::toggled, this, &SignOutDialog::updateSubmit);
    updateSubmit();
    setWhyNot(whyNot);
    cancelButton()->setFocus();
}

void SignOutDialog::setWhyNot(const QString &whyNot)
{
    submitButton()->setEnabled(whyNot.isEmpty());
    submitButton()->setToolTip(whyNot);
    if (whyNot.isEmpty()) {
        banner()->hide();
        return;
    }
    banner()->setMessage(Tone::Warning, tr("This account cannot be signed out now."), whyNot);
    banner()->show();
}

void SignOutDialog::updateSubmit()
{
    if (m_remove->isChecked()) {
        setSubmitText(tr("Continue…"), tr("Continue…"));
    } else {
        setSubmitText(tr("Sign out"), tr("Signing out…"));
    }
}

void SignOutDialog::startSubmit()
{
    const bool alsoRemove = m_remove->isChecked();
    succeed();
    if (alsoRemove) {
        Q_EMIT removeRequested();
    } else {
        Q_EMIT signOutConfirmed();
    }
}

} // namespace relaybook
