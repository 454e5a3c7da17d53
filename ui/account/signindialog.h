// SPDX-License-Identifier: GPL-3.0-or-later
// Signing in: what was typed is tried part by part and said back; connecting is a second step. Also
// the welcome of the first start, with the sandbox as the other way.
#pragma once

#include "models/account/signin.h"
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
        Welcome,     // the first start
        Connect,     // an account
        AddPersonal, // the kind of token that this account still lacks
        AddReseller,
        RenewPersonal, // the service takes the token no longer
        RenewReseller,
    };
    using MakeSignIn = std::function<std::unique_ptr<SignIn>()>;

    SignInDialog(const Theme &theme, Purpose purpose, const MakeSignIn &makeSignIn,
                 QWidget *parent);
    ~SignInDialog() override;

    void setAddress(const QString &address);
    // Whose token is added or renewed, as far as it is known: one of another account is refused.
    void expectAccount(const QString &id, const QString &userId, const QString &email);
    // Of an attempt that was made elsewhere.
    void showFindings(const SignInFindings &findings);
    [[nodiscard]] Purpose purpose() const { return m_purpose; }

Q_SIGNALS:
    void connected(const relaybook::SignInResult &result);
    void sandboxRequested();

protected:
    [[nodiscard]] bool isDirty() const override;
    // It is about an account of a service, whatever the window shows.
    [[nodiscard]] bool isAboutAccount() const override { return false; }
    void startSubmit() override;
    void stopSubmit() override;

private:
    void buildChoices();
    void choose(bool sandbox);
    void whenEdited();
    void whenFinished();
    void updateSubmitText();
    [[nodiscard]] static QString keptNote();
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
};

} // namespace relaybook
