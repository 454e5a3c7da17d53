// SPDX-License-Identifier: GPL-3.0-or-later
// The inputs of a sign-in and what was found about each of them.
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
    // For a token that is added or renewed: the address is given, only one kind is asked for.
    void restrictTo(Field field);
    void focusOn(Field field);

    [[nodiscard]] SignInInput input() const;
    // Nothing but the address was typed.
    [[nodiscard]] bool isEmpty() const;
    // What can be said without the service; errors go to their fields.
    [[nodiscard]] bool isComplete();
    void focusOnFirstError();
    void show(const SignInFindings &findings);
    // What was accepted belongs to another account than the one that is open.
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
    bool m_withEmail = false;
    bool m_restricted = false;
};

} // namespace relaybook
