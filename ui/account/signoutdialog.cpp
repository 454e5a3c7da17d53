// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/signoutdialog.h"

#include "models/text/privacymode.h"
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

QString wordsOfKeychain()
{
    return SignOutDialog::tr(
        "The sign-in of this account is removed from this computer and from its keychain; you need "
        "it to sign in again. If Relaybook created the token with your e-mail and password, the "
        "token is revoked at the service.");
}

QString wordsOfStoredData(const AccountEntry &account)
{
    return account.isUnreadable
               ? SignOutDialog::tr("The stored data stays as it is.")
               : SignOutDialog::tr("Downloaded data, your orders and drafts stay on this computer "
                                   "and can be viewed.");
}

QString wordsOfDeletedData()
{
    return SignOutDialog::tr("Downloaded data, your orders and drafts are deleted from this "
                             "computer. The next step says what else, and asks again before "
                             "anything is done.");
}

QString wordsOfSignOut(const AccountEntry &account, bool alsoRemove)
{
    QStringList sentences;
    if (account.isUnreadable) {
        sentences.append(account.problem);
    }
    sentences << wordsOfKeychain()
              << (alsoRemove ? wordsOfDeletedData() : wordsOfStoredData(account));
    return sentences.join(u' ');
}

} // namespace

SignOutDialog::SignOutDialog(const Theme &theme, const AccountEntry &account, const QString &whyNot,
                             QWidget *parent)
    : SheetDialog(theme, tr("Sign out of “%1”?").arg(plainLine(privateText(account.name))), parent)
    , m_account(account)
    , m_words(new Label(theme, Role::Text, TextStyle::Body, {}, this))
    , m_remove(new QCheckBox(tr("Also delete the data stored on this computer"), this))
{
    setObjectName(QStringLiteral("signOutDialog"));
    setSheetWidth(signOutSheetWidth);
    m_words->setObjectName(QStringLiteral("signOutWords"));
    m_words->setWordWrap(true);
    contentLayout()->addWidget(m_words);
    m_remove->setObjectName(QStringLiteral("alsoRemove"));
    m_remove->setAccessibleName(m_remove->text());
    contentLayout()->addWidget(m_remove);
    setSubmitKeys(SubmitKeys::None);
    setButtonKind(*submitButton(), ButtonKind::Danger);
    connect(m_remove, &QCheckBox::toggled, this, &SignOutDialog::updateForChoice);
    updateForChoice();
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

void SignOutDialog::updateForChoice()
{
    m_words->setText(wordsOfSignOut(m_account, m_remove->isChecked()));
    setAccessibleDescription(m_words->text());
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
