// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of dialogs that send something to the service: shows an error in plain words, with the
// service's own text under "Details", and keeps what was typed.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/cellroles.h"
#include "ui/widgets/sheetdialog.h"

namespace relaybook {

class ActionDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// `token` is the token that the dialog's calls use.
    ActionDialog(const Theme &theme, const QString &title, TokenKind token, QWidget *parent);

protected:
    /// Ends the submission and shows this error in the banner.
    void failWith(const ApiError &error);
    /// Shows the error of a load while no submission is running.
    void showError(const ApiError &error);
    void showMessage(Tone tone, const QString &lead, const QString &text);
    void hideMessage();
    /// Says that cancelling was too late: the change may have been made.
    void sayOnItsWay();
    /// Changes the Cancel button to a plain Close button, because nothing is left to save.
    void nothingLeftToSave();

private:
    void askToSignIn();

    const TokenKind m_token;
};

} // namespace relaybook
