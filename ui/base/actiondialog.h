// SPDX-License-Identifier: GPL-3.0-or-later
// A sheet that talks to the service: an error stands in it in words, with the service's own under
// "Details", and what was typed stays.
#pragma once

#include "models/account/accountsession.h"
#include "models/cellroles.h"
#include "ui/widgets/sheetdialog.h"

namespace relaybook {

class ActionDialog : public SheetDialog
{
    Q_OBJECT

public:
    // The token is the one that the dialog's calls bear.
    ActionDialog(const Theme &theme, const QString &title, TokenKind token, QWidget *parent);

protected:
    // Ends the submission with this error in the banner.
    void failWith(const ApiError &error);
    // The same without a submission: something that was read on the way.
    void showError(const ApiError &error);
    void showMessage(Tone tone, const QString &lead, const QString &text);
    void hideMessage();
    // Cancelled too late: whether the change was made is not known here.
    void sayOnItsWay();
    // There is nothing left to save: the button that closed by giving up now just closes.
    void nothingLeftToSave();

private:
    void askToSignIn();

    const TokenKind m_token;
};

} // namespace relaybook
