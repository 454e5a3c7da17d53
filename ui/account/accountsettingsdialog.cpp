// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/accountsettingsdialog.h"

#include "models/text/privacymode.h"
#include "ui/account/accounttext.h"
#include "ui/account/networkform.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/plaintext.h"

#include <QCheckBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int accountSettingsWidth = 520;
constexpr int headingGap = 8;
constexpr int sectionGap = 4;

} // namespace

AccountSettingsDialog::AccountSettingsDialog(const Theme &theme, const AccountEntry &account,
                                             const AccountOptions &options, QWidget *parent)
    : SheetDialog(theme, tr("Account settings"), parent)
    , m_before(options)
    , m_hasNetwork(!account.isSandbox)
{
    setObjectName(QStringLiteral("accountSettingsDialog"));
    setSheetWidth(accountSettingsWidth);
    const QString name = plainLine(privateText(account.name));
    const QString place = plainLine(accountPlace(account));
    setSubtitle(name == place ? name : tr("%1 (%2)", "account and place").arg(name, place));
    buildViewOnly();
    // What cannot be used until the user saves it, changed or not.
    m_isUnconfirmed =
        account.access == AccountAccess::OtherNetwork || account.access == AccountAccess::Unusable;
    if (m_hasNetwork) {
        buildNetwork(m_isUnconfirmed ? account.problem : QString());
    }
    setSubmitText(tr("Save settings"), tr("Saving…"));
    m_viewOnly->setFocus();
}

void AccountSettingsDialog::buildViewOnly()
{
    m_viewOnly = new QCheckBox(tr("View only"), this);
    m_viewOnly->setObjectName(QStringLiteral("viewOnly"));
    m_viewOnly->setAccessibleName(m_viewOnly->text());
    m_viewOnly->setChecked(m_before.viewOnly);
    auto *words = new Label(theme(), Role::QuietText, TextStyle::Body,
                            tr("Relaybook refuses every change and every purchase for this "
                               "account, whatever asks for it. Reading and signing in still work."),
                            this);
    words->setWordWrap(true);
    m_viewOnly->setAccessibleDescription(words->text());
    auto *column = new QVBoxLayout;
    column->setSpacing(headingGap);
    column->addWidget(m_viewOnly);
    column->addWidget(words);
    contentLayout()->addLayout(column);
}

void AccountSettingsDialog::buildNetwork(const QString &warning)
{
    auto *title = new Label(theme(), Role::Text, TextStyle::BodyBold, tr("Connection"), this);
    m_network = new NetworkForm(theme(), this);
    m_network->setSettings(m_before.network, warning);
    m_before.network = m_network->settings(); // normalized, so that equal settings compare equal
    auto *column = new QVBoxLayout;
    column->setSpacing(headingGap);
    column->addWidget(title);
    column->addWidget(m_network);
    contentLayout()->addSpacing(sectionGap);
    contentLayout()->addLayout(column);
    m_check = new QPushButton(tr("Check connection…"), this);
    m_check->setObjectName(QStringLiteral("checkConnection"));
    m_check->setAccessibleName(m_check->text());
    m_check->setToolTip(tr("Checks the connection with what is typed here, before it is saved."));
    m_check->setAutoDefault(false);
    m_check->hide();
    addFooterWidget(m_check);
    connect(m_check, &QPushButton::clicked, this, &AccountSettingsDialog::check);
}

void AccountSettingsDialog::setCanCheck(bool can)
{
    if (m_check != nullptr) {
        m_check->setVisible(can);
    }
}

AccountOptions AccountSettingsDialog::options() const
{
    AccountOptions options = m_before;
    options.viewOnly = m_viewOnly->isChecked();
    if (m_network != nullptr) {
        options.network = m_network->settings();
    }
    return options;
}

bool AccountSettingsDialog::isDirty() const
{
    return options() != m_before;
}

void AccountSettingsDialog::check()
{
    if (m_network->isComplete()) {
        Q_EMIT checkRequested(m_network->settings());
    } else {
        m_network->focusOnFirstError();
    }
}

void AccountSettingsDialog::startSubmit()
{
    if (m_network != nullptr && !m_network->isComplete()) {
        fail();
        m_network->focusOnFirstError();
        return;
    }
    const AccountOptions typed = options();
    succeed();
    // Unchanged too: the keychain may have refused it before.
    Q_EMIT saved(typed, m_isUnconfirmed || typed.network != m_before.network);
}

} // namespace relaybook
