// SPDX-License-Identifier: GPL-3.0-or-later
// The input fields of a sign-in, with the result of checking each of them.
#pragma once

#include "models/account/signin.h"

#include <QWidget>

class QLineEdit;

namespace relaybook {

class FieldRow;
class FindingLine;
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

    [[nodiscard]] SignInInput input() const;
    /// True if nothing but the address was typed.
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool isWithEmail() const { return m_withEmail; }
    /// What is missing before anything can be checked, as a sentence; empty if nothing is.
    [[nodiscard]] QString missingText() const;
    /// Checks what can be checked without the service; errors are shown at their fields.
    [[nodiscard]] bool isComplete();
    void focusOnFirstError();
    void show(const SignInFindings &findings);
    /// Shows that the accepted token belongs to another account than the open one.
    void refuseAccount(const QString &name);
    void clearFindings();

    using QWidget::show;

Q_SIGNALS:
    void edited();

private:
    void build(const Theme &theme);
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
    QString m_removedFrom; ///< the address that was corrected last
    bool m_withEmail = false;
    bool m_restricted = false;
};

} // namespace relaybook
