// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/deleteproxydialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/proxies/proxydeletion.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accountmark.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int deleteSheetWidth = 460;

} // namespace

DeleteProxyDialog::DeleteProxyDialog(const PageContext &context, const Proxy &proxy,
                                     QWidget *parent)
    : ActionDialog(context.theme, tr("Delete proxy"), TokenKind::Personal, parent)
    , m_account(context.account)
    , m_proxy(proxy)
{
    setObjectName(QStringLiteral("deleteProxyDialog"));
    setSubtitle(shownText(proxy.name.isEmpty() ? proxy.id.value() : privateText(proxy.name)));
    setSheetWidth(deleteSheetWidth);
    auto *account = new AccountLine(context.theme, this);
    account->setAccount(accountOf(parent));
    account->setVisible(!account->account().name.isEmpty());
    contentLayout()->addWidget(account);
    auto *words = new Label(context.theme, Role::Text, TextStyle::Body, whatIsLost(), this);
    words->setObjectName(QStringLiteral("deleteWords"));
    words->setWordWrap(true);
    contentLayout()->addWidget(words);
    setAccessibleDescription(words->text());
    setSubmitText(tr("Delete proxy"), tr("Deleting…"));
    setSubmitKeys(SubmitKeys::None);
    setButtonKind(*submitButton(), ButtonKind::Danger);
    cancelButton()->setFocus();
    showWhenAsked(*this, [this, words] {
        setSubtitle(shownText(m_proxy.name.isEmpty() ? m_proxy.id.value() : m_proxy.name));
        words->setText(whatIsLost());
        setAccessibleDescription(words->text());
    });
}

DeleteProxyDialog::~DeleteProxyDialog() = default;

QString DeleteProxyDialog::whatIsLost() const
{
    QStringList parts{tr("The addresses, the login and the settings of this proxy are lost, and "
                         "programs that use it stop working.")};
    if (const auto left = unusedTraffic(m_proxy); left && !left->isZero()) {
        parts.append(tr("%1 of its %2 are not used. The service does not say whether they are "
                        "returned.")
                         .arg(format::traffic(*left), format::traffic(*m_proxy.trafficLimit)));
    }
    parts.append(tr("This cannot be undone."));
    return parts.join(QLatin1Char(' '));
}

void DeleteProxyDialog::startSubmit()
{
    if (isPrivacyOn() && !areAmountsShown(*this)) {
        fail();
        return;
    }
    m_call = m_account.actions().deleteProxy(
        m_proxy.id, this, [this](const Result<Done> &answer) { whenAnswered(answer); });
}

void DeleteProxyDialog::stopSubmit()
{
    if (!m_call.withdraw()) {
        sayOnItsWay();
        offerToLook();
    }
}

void DeleteProxyDialog::whenAnswered(const Result<Done> &answer)
{
    // If the proxy was deleted elsewhere, the user has the wanted result, too.
    if (answer || answer.error().kind == ErrorKind::NotFound) {
        Q_EMIT proxyDeleted(m_proxy.id);
        succeed();
        return;
    }
    if (answer.error().kind == ErrorKind::NotOffered) {
        fail();
        showMessage(Tone::Accent, tr("This service does not delete proxies."),
                    tr("Nothing was deleted. Delete the proxy in the panel of the service."));
        nothingLeftToSave();
        return;
    }
    if (answer.error().mayHaveHappened) {
        lookWhatIsThere();
        return;
    }
    failWith(answer.error());
}

void DeleteProxyDialog::offerToLook()
{
    if (!m_account.offer().isWorthAsking(ReadCall::Proxy)) {
        return; // the list shows whether the proxy still exists
    }
    auto *look = banner()->addLink(tr("Check now"), QStringLiteral("lookNow"));
    connect(look, &QPushButton::clicked, this, &DeleteProxyDialog::lookWhatIsThere);
}

// Only reads the proxy. The deletion is never sent again automatically.
void DeleteProxyDialog::lookWhatIsThere()
{
    m_call = m_account.actions().readProxy(
        m_proxy.id, this, [this](const Result<Proxy> &answer) { whenLooked(answer); });
}

void DeleteProxyDialog::whenLooked(const Result<Proxy> &answer)
{
    const bool isGone = !answer && answer.error().kind == ErrorKind::NotFound;
    if (isGone) {
        Q_EMIT proxyDeleted(m_proxy.id);
    }
    if (isGone && state() == State::Submitting) {
        succeed();
        return;
    }
    if (state() == State::Submitting) {
        fail();
    }
    if (isGone) {
        showMessage(Tone::Good, tr("The proxy was deleted."), {});
        nothingLeftToSave();
    } else if (answer) {
        showMessage(Tone::Warning, tr("The proxy was not deleted."),
                    tr("The answer of the service was lost, and the proxy is still there."));
    } else {
        showMessage(Tone::Warning, tr("It is not known whether the proxy was deleted."),
                    tr("The answer of the service was lost. Nothing is sent again. The list of "
                       "proxies shows whether it is still there."));
        offerToLook();
    }
}

} // namespace relaybook
