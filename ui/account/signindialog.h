// SPDX-License-Identifier: GPL-3.0-or-later
// The sign-in dialog: checks each part of what was typed with the service and shows the result
// beside it; connecting is a second step. It is also the welcome dialog of the first start, which
// offers the sandbox as the other choice.
#pragma once

#include "models/accounts/signin.h"
#include "ui/base/actiondialog.h"

#include <functional>
#include <memory>
#include <optional>

namespace relaybook {

class ChoiceCard;
class SignInForm;

class SignInDialog : public ActionDialog
{
    Q_OBJECT

public:
    enum class Purpose {
        Welcome,     ///< the first start
        Connect,     ///< connects an account
        AddPersonal, ///< adds the kind of token that this account does not have yet
        AddReseller,
        RenewPersonal, ///< the service no longer accepts the token
        RenewReseller,
    };
    using MakeSignIn = std::function<std::unique_ptr<SignIn>()>;

    SignInDialog(const Theme &theme, Purpose purpose, const MakeSignIn &makeSignIn,
                 QWidget *parent);
    ~SignInDialog() override;

    void setAddress(const QString &address);
    /// `isConfirmed`: not only a file says so.
    void setNetwork(const NetworkSettings &network, bool isConfirmed);
    /// Whether this computer has a keychain, if that is known: the note at the bottom says where
    /// the sign-in is stored.
    void setHasKeychain(std::optional<bool> has);
    /// Offers the connection check after a check that could not reach the service.
    void setCanCheckConnection(bool can);
    /// The account whose token is added or renewed, as far as it is known. A token of another
    /// account is refused.
    void expectAccount(const QString &id, const QString &userId, const QString &email);
    /// Shows the results of a sign-in attempt that was made elsewhere.
    void showFindings(const SignInFindings &findings);
    [[nodiscard]] Purpose purpose() const { return m_purpose; }
    /// Whether it only welcomes: nothing is typed and nothing is being checked.
    [[nodiscard]] bool isUntouchedWelcome() const;

Q_SIGNALS:
    void connected(const relaybook::SignInResult &result);
    void sandboxRequested();
    /// `input`: the typed values.
    void connectionCheckRequested(const relaybook::SignInInput &input);

protected:
    [[nodiscard]] bool isDirty() const override;
    /// The dialog is always about an account of a service, whatever the window shows.
    [[nodiscard]] bool isAboutAccount() const override { return false; }
    void startSubmit() override;
    void stopSubmit() override;

private:
    void buildChoices();
    void choose(bool sandbox);
    void whenEdited();
    void whenFinished();
    void updateSubmit();
    [[nodiscard]] QString keptNote() const;
    [[nodiscard]] bool isOfAnotherAccount(const SignInResult &result) const;

    Purpose m_purpose;
    QString m_expectedId;
    QString m_expectedUserId;
    QString m_expectedEmail;
    std::unique_ptr<SignIn> m_signIn;
    SignInForm *m_form;
    ChoiceCard *m_connectCard = nullptr;
    ChoiceCard *m_sandboxCard = nullptr;
    std::optional<SignInResult> m_result;
    std::optional<bool> m_hasKeychain;
    bool m_fitsKeychain = true; ///< what is typed
};

} // namespace relaybook
