// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/signinform.h"

#include "api/types/addresstext.h"
#include "ui/account/networkform.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/secretedit.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int longestAccountName = 80;

} // namespace

SignInForm::SignInForm(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_address(new QLineEdit)
    , m_token(new SecretEdit(theme, QStringLiteral("personalTokenEdit")))
    , m_email(new QLineEdit)
    , m_password(new SecretEdit(theme, QStringLiteral("passwordEdit")))
    , m_key(new SecretEdit(theme, QStringLiteral("resellerKeyEdit")))
{
    setObjectName(QStringLiteral("signInForm"));
    m_address->setObjectName(QStringLiteral("addressEdit"));
    m_address->setInputMethodHints(Qt::ImhUrlCharactersOnly);
    m_address->setPlaceholderText(QStringLiteral("https://"));
    m_email->setObjectName(QStringLiteral("emailEdit"));
    m_email->setInputMethodHints(Qt::ImhEmailCharactersOnly);
    buildMore(theme);
    build(theme);
    auto *toEmail = m_token->addLink(tr("or sign in with e-mail"), QStringLiteral("useEmail"));
    auto *toToken = m_password->addLink(tr("or use a token"), QStringLiteral("useToken"));
    connect(toEmail, &QPushButton::clicked, this, [this] { useEmail(true); });
    connect(toToken, &QPushButton::clicked, this, [this] { useEmail(false); });
    for (QLineEdit *line :
         std::initializer_list<QLineEdit *>{m_address, m_token, m_email, m_password, m_key}) {
        connect(line, &QLineEdit::textEdited, this, &SignInForm::whenEdited);
    }
    m_emailPair->hide();
    noteMissingKind();
}

void SignInForm::build(const Theme &theme)
{
    m_addressRow = new FieldRow(theme, tr("Service address"), m_address, this);
    connect(m_address, &QLineEdit::editingFinished, this, &SignInForm::correctAddress);
    m_tokenRow = new FieldRow(theme, tr("Personal token"), m_token, this);
    m_emailRow = new FieldRow(theme, tr("E-mail"), m_email, this);
    m_passwordRow = new FieldRow(theme, tr("Password"), m_password, this);
    m_keyRow = new FieldRow(theme, tr("Reseller Key"), m_key, this);
    m_emailPair = new QWidget(this);
    auto *pair = new QHBoxLayout(m_emailPair);
    pair->setContentsMargins(0, 0, 0, 0);
    pair->setSpacing(12);
    pair->addWidget(m_emailRow, 1, Qt::AlignTop);
    pair->addWidget(m_passwordRow, 1, Qt::AlignTop);

    m_personalFinding = new FindingLine(theme, QStringLiteral("personalFinding"), this);
    m_resellerFinding = new FindingLine(theme, QStringLiteral("resellerFinding"), this);
    m_missing = new FindingLine(theme, QStringLiteral("missingKind"), this);
    auto *findings = new QVBoxLayout;
    findings->setSpacing(4);
    findings->addWidget(m_personalFinding);
    findings->addWidget(m_resellerFinding);
    findings->addWidget(m_missing);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_addressRow);
    column->addWidget(m_tokenRow);
    column->addWidget(m_emailPair);
    column->addWidget(m_keyRow);
    column->addWidget(m_moreButton, 0, Qt::AlignLeading);
    column->addWidget(m_more);
    column->addLayout(findings);
    column->addWidget(m_checkConnection, 0, Qt::AlignLeading);
}

void SignInForm::buildMore(const Theme &theme)
{
    const auto addLink = [this](const QString &text, const char *name) {
        auto *link = new QPushButton(text, this);
        link->setObjectName(QLatin1String(name));
        link->setAccessibleName(text);
        link->setAutoDefault(false);
        setButtonKind(*link, ButtonKind::Link);
        return link;
    };
    m_moreButton = addLink({}, "moreButton");
    m_moreButton->setCheckable(true);
    connect(m_moreButton, &QPushButton::toggled, this, &SignInForm::showMore);
    m_checkConnection = addLink(tr("Check the connection step by step…"), "checkConnection");
    m_checkConnection->hide();
    connect(m_checkConnection, &QPushButton::clicked, this, [this] {
        if (isComplete()) {
            Q_EMIT connectionCheckRequested();
        } else {
            focusOnFirstError();
        }
    });
    m_more = new QWidget(this);
    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("ownNameEdit"));
    m_name->setMaxLength(longestAccountName);
    m_name->setPlaceholderText(tr("The name at the service"));
    m_nameRow = new FieldRow(theme, tr("Account name (optional)"), m_name, m_more);
    m_network = new NetworkForm(theme, m_more);
    connect(m_network, &NetworkForm::edited, this, &SignInForm::whenEdited);
    auto *column = new QVBoxLayout(m_more);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_nameRow);
    column->addWidget(m_network);
    showMore(false);
}

void SignInForm::showMore(bool shown)
{
    m_more->setVisible(shown);
    updateMore();
}

void SignInForm::updateMore()
{
    const QString text = m_more->isVisibleTo(this) ? tr("Fewer options")
                         : m_asksForName           ? tr("More: name, proxy and certificate")
                                                   : tr("More: proxy and certificate");
    m_moreButton->setText(text);
    m_moreButton->setAccessibleName(text);
}

void SignInForm::setNetwork(const NetworkSettings &network, bool isConfirmed)
{
    m_network->setSettings(
        network, isConfirmed ? QString()
                             : tr("These settings are stored in a file that other programs can "
                                  "change. Check them before you sign in."));
    m_moreButton->setChecked(network != NetworkSettings() || !isConfirmed);
}

void SignInForm::setAsksForName(bool asks)
{
    m_asksForName = asks;
    m_nameRow->setVisible(asks);
    updateMore();
}

QString SignInForm::accountName() const
{
    return m_asksForName ? m_name->text().simplified() : QString();
}

void SignInForm::setAddress(const QString &address)
{
    m_address->setText(address);
    noteMissingKind();
}

void SignInForm::restrictTo(Field field)
{
    m_restricted = true;
    m_address->setReadOnly(true);
    m_tokenRow->setVisible(field == Field::Personal && !m_withEmail);
    m_emailPair->setVisible(field == Field::Personal && m_withEmail);
    m_keyRow->setVisible(field == Field::Reseller);
    noteMissingKind();
    focusOn(field);
}

void SignInForm::focusOn(Field field)
{
    switch (field) {
    case Field::Address:
        m_address->setFocus();
        return;
    case Field::Personal:
        (m_withEmail ? m_email : m_token)->setFocus();
        return;
    case Field::Reseller:
        m_key->setFocus();
        return;
    }
}

void SignInForm::useEmail(bool email)
{
    m_withEmail = email;
    m_tokenRow->setVisible(!email);
    m_emailPair->setVisible(email);
    focusOn(Field::Personal);
    whenEdited();
}

void SignInForm::correctAddress()
{
    const QString typed = m_address->text().trimmed();
    const QString corrected = withoutCallPath(typed);
    const QString removed = typed.mid(corrected.size());
    const bool isMoreThanSlashes = removed.count(u'/') < removed.size();
    m_addressRow->setHint({});
    // If the user types a removed path again, it is kept: the service may be at such a path.
    if (isMoreThanSlashes && typed != m_removedFrom) {
        m_removedFrom = typed;
        m_address->setText(corrected);
        m_addressRow->setHint(
            tr("“%1” was removed: Relaybook adds it to each call itself.").arg(removed));
    }
}

SignInInput SignInForm::input() const
{
    SignInInput input;
    input.address = m_address->text().trimmed();
    if (m_withEmail) {
        input.email = m_email->text().trimmed();
        input.password = Secret(m_password->text());
    } else {
        input.personalToken = m_token->secret();
    }
    input.resellerKey = m_key->secret();
    input.network = m_network->settings();
    return input;
}

bool SignInForm::isEmpty() const
{
    const SignInInput typed = input();
    return typed.email.isEmpty() && typed.password.isEmpty() && typed.personalToken.isEmpty() &&
           typed.resellerKey.isEmpty();
}

bool SignInForm::isComplete()
{
    clearErrors();
    const SignInInput typed = input();
    if (typed.address.isEmpty()) {
        m_addressRow->setError(tr("Enter the address of the service."));
    }
    if (m_withEmail && typed.email.isEmpty() && !typed.password.isEmpty()) {
        m_emailRow->setError(tr("Enter the e-mail address of your account."));
    }
    if (m_withEmail && !typed.email.isEmpty() && typed.password.isEmpty()) {
        m_passwordRow->setError(tr("Enter the password."));
    }
    if (isEmpty()) {
        const QString needed = tr("Enter a personal sign-in, a Reseller Key, or both.");
        const QString needsIt = tr("Enter it to continue.");
        const QString sentence = m_restricted ? needsIt : needed;
        (m_withEmail ? m_emailRow : m_tokenRow)->setError(sentence);
        m_keyRow->setError(sentence);
    }
    const bool isReachable = m_network->isComplete();
    if (!isReachable) {
        m_moreButton->setChecked(true); // an error must not be hidden
    }
    return firstError() == nullptr && isReachable;
}

QString SignInForm::missingText() const
{
    const SignInInput typed = input();
    const bool hasSecret =
        !typed.personalToken.isEmpty() || !typed.password.isEmpty() || !typed.resellerKey.isEmpty();
    if (typed.address.isEmpty()) {
        return hasSecret ? tr("Enter the service's address.")
                         : tr("Enter the service's address and your sign-in.");
    }
    if (hasSecret) {
        return {};
    }
    if (m_withEmail && !typed.email.isEmpty()) {
        return tr("Enter the password.");
    }
    return m_restricted  ? tr("Enter it to continue.")
           : m_withEmail ? tr("Enter your e-mail and password, a Reseller Key, or both.")
                         : tr("Enter a personal token, a Reseller Key, or both.");
}

FieldRow *SignInForm::firstError() const
{
    for (FieldRow *row : {m_addressRow, m_tokenRow, m_emailRow, m_passwordRow, m_keyRow}) {
        if (row->hasError() && row->isVisibleTo(this)) {
            return row;
        }
    }
    return nullptr;
}

void SignInForm::focusOnFirstError()
{
    if (FieldRow *row = firstError()) {
        row->focusField();
    } else {
        m_network->focusOnFirstError();
    }
}

void SignInForm::clearErrors()
{
    for (FieldRow *row : {m_addressRow, m_tokenRow, m_emailRow, m_passwordRow, m_keyRow}) {
        row->clearError();
    }
}

void SignInForm::whenEdited()
{
    clearFindings();
    Q_EMIT edited();
}

} // namespace relaybook
