// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/actiondialog.h"

#include "ui/base/errordetails.h"
#include "ui/base/errortext.h"
#include "ui/base/signinhost.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

namespace relaybook {

ActionDialog::ActionDialog(const Theme &theme, const QString &title, TokenKind token,
                           QWidget *parent)
    : SheetDialog(theme, title, parent)
    , m_token(token)
{
}

void ActionDialog::failWith(const ApiError &error)
{
    fail();
    showError(error);
}

void ActionDialog::showError(const ApiError &error)
{
    const ErrorText text = errorText(error);
    // A rate limit is not a mistake, and it passes.
    const bool isLimit = error.kind == ErrorKind::TooManyRequests && !error.mayHaveHappened;
    showMessage(isLimit ? Tone::Accent : Tone::Bad, text.title, text.advice);
    if (isSolvedBySignIn(error) && m_token != TokenKind::None) {
        auto *signIn = banner()->addLink(tr("Sign in again…"), QStringLiteral("signInAgain"));
        connect(signIn, &QPushButton::clicked, this, &ActionDialog::askToSignIn);
    }
    if (!text.details.isEmpty()) {
        auto *details = banner()->addLink(tr("Details"), QStringLiteral("showDetails"));
        connect(details, &QPushButton::clicked, this,
                [this, error] { openErrorDetails(theme(), error, this); });
    }
}

void ActionDialog::askToSignIn()
{
    for (QWidget *up = parentWidget(); up != nullptr; up = up->parentWidget()) {
        if (auto *host = dynamic_cast<SignInHost *>(up)) {
            host->askToSignIn(m_token);
            return;
        }
    }
}

void ActionDialog::showMessage(Tone tone, const QString &lead, const QString &text)
{
    hideMessage();
    banner()->setMessage(tone, lead, text);
    banner()->show();
}

void ActionDialog::hideMessage()
{
    banner()->clearLinks();
    banner()->hide();
}

void ActionDialog::sayOnItsWay()
{
    showMessage(Tone::Warning, tr("The change was already sent."),
                tr("The service may have applied it. What you typed is kept."));
}

void ActionDialog::nothingLeftToSave()
{
    submitButton()->setEnabled(false);
    setCancelText(tr("Close"));
}

} // namespace relaybook
