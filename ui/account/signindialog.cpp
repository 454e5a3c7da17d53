// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/signindialog.h"

#include "models/accounts/keychaintext.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/account/signinform.h"
#include "ui/widgets/choicecard.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

QString titleOf(SignInDialog::Purpose purpose)
{
    switch (purpose) {
    case SignInDialog::Purpose::Welcome:
        return SignInDialog::tr("Welcome");
    case SignInDialog::Purpose::Connect:
        return SignInDialog::tr("Connect an account");
    case SignInDialog::Purpose::AddPersonal:
        return SignInDialog::tr("Add a personal token");
    case SignInDialog::Purpose::AddReseller:
        return SignInDialog::tr("Add a Reseller Key");
    case SignInDialog::Purpose::RenewPersonal:
    case SignInDialog::Purpose::RenewReseller:
        return SignInDialog::tr("Sign in again");
    }
    return {};
}

QString subtitleOf(SignInDialog::Purpose purpose, bool withEmail)
{
    switch (purpose) {
    case SignInDialog::Purpose::Welcome:
        return SignInDialog::tr("Manage your proxies, sub-users, traffic and money in one window.");
    case SignInDialog::Purpose::Connect:
        return withEmail ? SignInDialog::tr("Enter the service's address and your e-mail and "
                                            "password, a Reseller Key, or both.")
                         : SignInDialog::tr("Enter the service's address and a personal token, a "
                                            "Reseller Key, or both.");
    case SignInDialog::Purpose::AddPersonal:
        return SignInDialog::tr(
            "It gives access to the balance, proxies and transactions of this account.");
    case SignInDialog::Purpose::AddReseller:
        return SignInDialog::tr("It gives access to the sub-users and traffic of this account.");
    case SignInDialog::Purpose::RenewPersonal:
        return SignInDialog::tr("The service no longer accepts your personal token. Everything you "
                                "have open or typed is kept.");
    case SignInDialog::Purpose::RenewReseller:
        return SignInDialog::tr("The service no longer accepts your Reseller Key. Everything you "
                                "have open or typed is kept.");
    }
    return {};
}

// Wide enough for the two cards of the welcome dialog and a scroll bar.
constexpr int signInSheetWidth = 620;

} // namespace

SignInDialog::SignInDialog(const Theme &theme, Purpose purpose, const MakeSignIn &makeSignIn,
                           QWidget *parent)
    : ActionDialog(theme, titleOf(purpose), TokenKind::None, parent)
    , m_purpose(purpose)
    , m_signIn(makeSignIn())
    , m_form(new SignInForm(theme, this))
{
    setObjectName(purpose == Purpose::Welcome ? QStringLiteral("welcomeDialog")
                                              : QStringLiteral("signInDialog"));
    setSubtitle(subtitleOf(purpose, false));
    setSheetWidth(signInSheetWidth);
    if (purpose == Purpose::Welcome) {
        buildChoices();
    }
    contentLayout()->addWidget(m_form);
    if (purpose == Purpose::AddPersonal || purpose == Purpose::RenewPersonal) {
        m_form->restrictTo(SignInForm::Field::Personal);
    } else if (purpose == Purpose::AddReseller || purpose == Purpose::RenewReseller) {
        m_form->restrictTo(SignInForm::Field::Reseller);
    } else {
        m_form->focusOn(SignInForm::Field::Address);
    }
    setFooterNote(keptNote());
    updateSubmit();
    m_form->setAsksForName(purpose == Purpose::Welcome || purpose == Purpose::Connect);
    connect(m_form, &SignInForm::edited, this, &SignInDialog::whenEdited);
    connect(m_form, &SignInForm::connectionCheckRequested, this,
            [this] { Q_EMIT connectionCheckRequested(m_form->input()); });
    connect(this, &SheetDialog::stateChanged, this, &SignInDialog::updateSubmit);
    connect(m_signIn.get(), &SignIn::changed, this, [this] { showFindings(m_signIn->findings()); });
    connect(m_signIn.get(), &SignIn::waiting, this, [this](Instant until) {
        setFooterNote(tr("The service's limit on requests is reached: resuming at %1.")
                          .arg(format::dateTime(until)));
    });
    connect(m_signIn.get(), &SignIn::finished, this, &SignInDialog::whenFinished);
}

SignInDialog::~SignInDialog() = default;

QString SignInDialog::keptNote() const
{
    if (!m_hasKeychain) {
        return tr("Kept in your system's keychain if there is one, never in a file.");
    }
    if (*m_hasKeychain && !m_fitsKeychain) {
        return tr("Too long for this system's keychain: kept for this session only.");
    }
    return *m_hasKeychain ? tr("Kept in your system's keychain, never in a file.")
                          : tr("This computer has no keychain that Relaybook can use: kept for "
                               "this session only.");
}

void SignInDialog::setHasKeychain(std::optional<bool> has)
{
    m_hasKeychain = has;
    setFooterNote(keptNote());
}

void SignInDialog::setNetwork(const NetworkSettings &network, bool isConfirmed)
{
    m_form->setNetwork(network, isConfirmed);
}

void SignInDialog::setCanCheckConnection(bool can)
{
    m_form->setCanCheckConnection(can);
}

void SignInDialog::buildChoices()
{
    m_connectCard = new ChoiceCard(theme(), tr("Connect an account"),
                                   tr("You need the service's address and a personal token, "
                                      "a Reseller Key, or both."),
                                   this);
    m_connectCard->setObjectName(QStringLiteral("connectChoice"));
    m_sandboxCard = new ChoiceCard(theme(), tr("Try the sandbox"),
                                   tr("A complete service with sample data that runs only on this "
                                      "computer. No account needed."),
                                   this);
    m_sandboxCard->setObjectName(QStringLiteral("sandboxChoice"));
    m_connectCard->setChecked(true);
    auto *row = new QHBoxLayout;
    row->setSpacing(14);
    row->addWidget(m_connectCard);
    row->addWidget(m_sandboxCard);
    contentLayout()->addLayout(row);
    connect(m_sandboxCard, &QAbstractButton::toggled, this, &SignInDialog::choose);
}

void SignInDialog::setAddress(const QString &address)
{
    m_form->setAddress(address);
    if (!address.isEmpty() && (m_purpose == Purpose::Welcome || m_purpose == Purpose::Connect)) {
        m_form->focusOn(SignInForm::Field::Personal);
    }
    updateSubmit();
}

void SignInDialog::expectAccount(const QString &id, const QString &userId, const QString &email)
{
    m_expectedId = id;
    m_expectedUserId = userId;
    m_expectedEmail = email;
}

// The service does not report the owner of a Reseller Key. Some services do not report the owner of
// a token either.
bool SignInDialog::isOfAnotherAccount(const SignInResult &result) const
{
    const QString id = result.account ? result.account->id : QString();
    const QString email = result.account ? result.account->email : QString();
    const auto differ = [](const QString &a, const QString &b) {
        return !a.isEmpty() && !b.isEmpty() && a.compare(b, Qt::CaseInsensitive) != 0;
    };
    if (!m_expectedId.isEmpty() && !id.isEmpty()) {
        return id != m_expectedId;
    }
    return differ(m_expectedUserId, result.userId) || differ(m_expectedEmail, email);
}

void SignInDialog::showFindings(const SignInFindings &findings)
{
    m_form->show(findings);
    bringIntoSight(m_form->verdicts());
}

void SignInDialog::choose(bool sandbox)
{
    hideMessage();
    m_form->setVisible(!sandbox);
    setFooterNote(sandbox ? tr("Nothing you do there is real.") : keptNote());
    updateSubmit();
}

bool SignInDialog::isUntouchedWelcome() const
{
    return m_purpose == Purpose::Welcome && state() == State::Editing && m_form->isEmpty();
}

bool SignInDialog::isDirty() const
{
    return false; // secrets are quickly pasted again, so closing does not ask
}

void SignInDialog::startSubmit()
{
    if (m_sandboxCard && m_sandboxCard->isChecked()) {
        succeed();
        Q_EMIT sandboxRequested();
        return;
    }
    if (m_result) {
        SignInResult result = *m_result;
        result.givenName = m_form->accountName();
        m_signIn->handOver(); // the dialog may be deleted before the account is open
        succeed();
        Q_EMIT connected(result);
        return;
    }
    if (!m_form->isComplete()) {
        fail();
        m_form->focusOnFirstError();
        return;
    }
    m_signIn->check(m_form->input());
}

void SignInDialog::stopSubmit()
{
    m_signIn->cancel();
    setFooterNote(keptNote());
    m_form->clearFindings();
}

void SignInDialog::whenEdited()
{
    hideMessage();
    m_result.reset();
    setSubtitle(subtitleOf(m_purpose, m_form->isWithEmail()));
    if (const bool fits = fitsKeychain(m_form->input()); fits != m_fitsKeychain) {
        m_fitsKeychain = fits;
        setFooterNote(keptNote());
    }
    updateSubmit();
}

void SignInDialog::whenFinished()
{
    fail(); // back to editing: connecting is the user's second step
    const QString left = m_signIn->tokenLeft();
    setFooterNote(left.isEmpty()
                      ? keptNote()
                      : tr("The service created the token “%1” but did not say how to revoke it. "
                           "Delete it in the service's list of tokens when you no longer need it.")
                            .arg(left));
    m_form->show(m_signIn->findings());
    m_result = m_signIn->result();
    if (m_result && isOfAnotherAccount(*m_result)) {
        const Account other = m_result->account.value_or(Account());
        const QString id = other.id.isEmpty() ? m_result->userId : other.id;
        m_form->refuseAccount(other.email.isEmpty() ? id : privateText(other.email));
        m_result.reset();
    }
    updateSubmit();
    if (m_result) {
        submitButton()->setFocus();
    } else {
        m_form->focusOnFirstError();
    }
    bringIntoSight(m_form->verdicts());
}

void SignInDialog::updateSubmit()
{
    const bool sandbox = m_sandboxCard && m_sandboxCard->isChecked();
    const QString missing = sandbox || m_result ? QString() : m_form->missingText();
    if (state() == State::Editing) {
        submitButton()->setEnabled(missing.isEmpty());
        submitButton()->setToolTip(missing);
        submitButton()->setAccessibleDescription(missing);
    }
    if (sandbox) {
        setSubmitText(tr("Open the sandbox"), tr("Opening…"));
    } else if (m_result) {
        setSubmitText(tr("Connect"), tr("Connecting…"));
    } else {
        setSubmitText(tr("Check sign-in"), tr("Checking…"));
    }
}

} // namespace relaybook
