// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/whichaccountdialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"
#include "ui/widgets/plaintext.h"

#include <QButtonGroup>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QUrl>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int whichSheetWidth = 480;
constexpr int newAccount = -2; // a negative id that the group does not assign itself

QString hostOf(const QString &address)
{
    const QString host = QUrl(address).host();
    return host.isEmpty() ? address : host;
}

/// Two accounts may have the same name: the time of the last use distinguishes them.
QString storedAccountName(const StoredAccount &account)
{
    QString shown = hostOf(account.service);
    for (const QString &name : {account.email, account.name, account.givenName}) {
        shown = name.isEmpty() ? shown : name;
    }
    shown = withoutKey(isolated(privateText(shown)));
    return account.usedAt ? WhichAccountDialog::tr("“%1”, last used on %2")
                                .arg(shown, format::dateTime(*account.usedAt))
                          : WhichAccountDialog::tr("“%1”").arg(shown);
}

} // namespace

WhichAccountDialog::WhichAccountDialog(const Theme &theme, SignInResult result,
                                       std::vector<StoredAccount> possible, QWidget *parent)
    : SheetDialog(theme,
                  possible.empty() ? tr("Name this account") : tr("Is this the same account?"),
                  parent)
    , m_result(std::move(result))
    , m_possible(std::move(possible))
    , m_choices(new QButtonGroup(this))
    , m_name(new QLineEdit(this))
{
    setObjectName(QStringLiteral("whichAccountDialog"));
    setSheetWidth(whichSheetWidth);
    setSubmitText(tr("Connect"), tr("Connecting…"));
    build(theme);
    whenChosen();
}

WhichAccountDialog::~WhichAccountDialog() = default;

void WhichAccountDialog::build(const Theme &theme)
{
    auto *words = new Label(
        theme, Role::Text, TextStyle::Body,
        m_possible.empty() ? tr("The service does not report which account this sign-in belongs "
                                "to. Enter a name for the account on this computer.")
                           : tr("Relaybook cannot determine whether this sign-in belongs to an "
                                "account that is stored on this computer. If it does, choose that "
                                "account to continue with its orders, drafts and earlier notes. "
                                "Choose it only if you know that it is the same account."),
        this);
    words->setObjectName(QStringLiteral("whichWords"));
    words->setWordWrap(true);
    contentLayout()->addWidget(words);
    for (std::size_t i = 0; i < m_possible.size(); ++i) {
        auto *choice =
            new QRadioButton(tr("It is %1").arg(storedAccountName(m_possible.at(i))), this);
        choice->setObjectName(QStringLiteral("sameAccount%1").arg(i + 1));
        m_choices->addButton(choice, static_cast<int>(i));
        contentLayout()->addWidget(choice);
    }
    auto *other = new QRadioButton(tr("It is another account"), this);
    other->setObjectName(QStringLiteral("otherAccount"));
    m_choices->addButton(other, newAccount);
    contentLayout()->addWidget(other);
    other->setVisible(!m_possible.empty());
    m_name->setObjectName(QStringLiteral("accountNameEdit"));
    m_name->setText(m_result.givenName.isEmpty() ? hostOf(m_result.address) : m_result.givenName);
    m_nameRow = new FieldRow(theme, tr("Name"), m_name, this);
    contentLayout()->addWidget(m_nameRow);
    if (m_possible.empty()) {
        other->setChecked(true);
    } // else nothing is selected: Enter alone must not merge two accounts
    connect(m_choices, &QButtonGroup::idToggled, this, &WhichAccountDialog::whenChosen);
    if (m_possible.empty()) {
        m_name->selectAll();
        m_name->setFocus();
    } else {
        m_choices->button(0)->setFocus();
    }
}

void WhichAccountDialog::whenChosen()
{
    m_nameRow->setVisible(m_choices->checkedId() == newAccount);
    submitButton()->setEnabled(m_choices->checkedButton() != nullptr);
    m_nameRow->clearError();
}

void WhichAccountDialog::startSubmit()
{
    const int chosen = m_choices->checkedId();
    const QString name = m_name->text().trimmed();
    if (chosen == newAccount && name.isEmpty()) {
        fail();
        m_nameRow->setError(tr("Enter a name."));
        m_name->setFocus();
        return;
    }
    m_result.accountAsked = true;
    if (chosen == newAccount) {
        m_result.givenName = name;
    } else {
        m_result.storedAccount = m_possible.at(static_cast<std::size_t>(chosen)).account;
    }
    const SignInResult result = m_result;
    succeed();
    Q_EMIT answered(result);
}

} // namespace relaybook
