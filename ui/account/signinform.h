// SPDX-License-Identifier: GPL-3.0-or-later
// The input fields of a sign-in, with the result of checking each of them.
#pragma once

#include "models/accounts/signin.h"

#include <QList>
#include <QWidget>

class QLineEdit;
class QPushButton;

namespace relaybook {

class FieldRow;
class FindingLine;
class NetworkForm;
class SecretEdit;
class Theme;

class SignInForm : public QWidget
{
    Q_OBJECT

public:
    enum class Field { Address, Personal, Reseller };

    explicit SignInForm(const Theme &theme, QWidget *parent = nullptr);

    void setAddress(const QString &address);
    /// For a token that is added or renewed: the address is fixed, and only this kind of token is
    /// asked for.
    void restrictTo(Field field);
    void focusOn(Field field);
    /// The connection settings; their fields are shown if the settings are not the default.
    /// `isConfirmed`: not only a file says so; otherwise the user is asked to check them.
    void setNetwork(const NetworkSettings &network, bool isConfirmed = true);
    /// The field for the user's own name of the account is shown for a new account only.
    void setAsksForName(bool asks);
    /// The user's own name for the account; empty if none was typed.
    [[nodiscard]] QString accountName() const;
    /// Shows the link to the connection check after a check that could not reach the service.
    void setCanCheckConnection(bool can) { m_canCheckConnection = can; }

    [[nodiscard]] SignInInput input() const;
    /// True if nothing but the address was typed.
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool isWithEmail() const { return m_withEmail; }
    /// Names the input that is missing before a check, as a sentence; empty if none is missing.
    [[nodiscard]] QString missingText() const;
    /// Checks what can be checked without the service; errors are shown at their fields.
    [[nodiscard]] bool isComplete();
    void focusOnFirstError();
    void show(const SignInFindings &findings);
    /// Shows that the accepted token belongs to another account than the open one.
    void refuseAccount(const QString &name);
    void clearFindings();
    /// Where the results are shown: the first field with an error, or else the lines at the end.
    [[nodiscard]] QList<QWidget *> verdicts() const;

    using QWidget::show;

Q_SIGNALS:
    void edited();
    void connectionCheckRequested();

private:
    void build(const Theme &theme);
    void buildMore(const Theme &theme);
    void showMore(bool shown);
    void updateMore();
    void useEmail(bool email);
    void noteMissingKind();
    void showPersonal(const SignInFindings &findings);
    void showReseller(const SignInFindings &findings);
    void clearErrors();
    [[nodiscard]] FieldRow *firstError() const;
    void whenEdited();
    void correctAddress();

    QLineEdit *m_address;
    SecretEdit *m_token;
    QLineEdit *m_email;
    SecretEdit *m_password;
    SecretEdit *m_key;
    FieldRow *m_addressRow;
    FieldRow *m_tokenRow;
    FieldRow *m_emailRow;
    FieldRow *m_passwordRow;
    FieldRow *m_keyRow;
    QWidget *m_emailPair;
    FindingLine *m_personalFinding;
    FindingLine *m_resellerFinding;
    FindingLine *m_missing;
    QPushButton *m_checkConnection;
    QPushButton *m_moreButton;
    QWidget *m_more;
    FieldRow *m_nameRow;
    QLineEdit *m_name;
    NetworkForm *m_network;
    QString m_removedFrom; ///< the address that was corrected last
    bool m_withEmail = false;
    bool m_restricted = false;
    bool m_asksForName = true;
    bool m_canCheckConnection = false;
};

} // namespace relaybook
