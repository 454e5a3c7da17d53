// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/subusercredentials.h"

#include "ui/lists/credentialchoice.h"

namespace relaybook {

SubUserCredentials::SubUserCredentials(AccountSession &account, const Theme &theme,
                                       SecretClipboard &clipboard, QWidget *parent)
    : CredentialsBox(theme, clipboard, parent)
    , m_account(account)
{
    addLine(tr("Host, port, user name and password"), QStringLiteral("plainSecret"));
    addLine(tr("SOCKS5 address"), QStringLiteral("socks5Secret"));
    connect(this, &CredentialsBox::readWanted, this, &SubUserCredentials::read);
    connect(&account, &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::SubUsers) {
            update();
        }
    });
}

void SubUserCredentials::showSubUser(const std::optional<SubUser> &subUser)
{
    const bool other = !subUser || !m_subUser || subUser->id != m_subUser->id;
    m_subUser = subUser;
    if (!other) {
        return; // an answer that is awaited, or was an error, stays shown
    }
    m_read.cancel();
    if (m_subUser) {
        update();
    } else {
        clear();
    }
}

bool SubUserCredentials::hasCredentials() const
{
    const auto found = m_subUser ? m_account.credentials().of(m_subUser->id) : std::nullopt;
    return found && !found->password.isEmpty();
}

void SubUserCredentials::update()
{
    if (!m_subUser) {
        return;
    }
    if (hasCredentials()) {
        const auto found = m_account.credentials().of(m_subUser->id);
        // Most programs that use a proxy read host, port, user name and password.
        const auto http = accessOf(*m_subUser, found, ProxyProtocol::Http);
        const auto socks5 = accessOf(*m_subUser, found, ProxyProtocol::Socks5);
        showLines({lineOf(http, CredentialFormat::HostPortUserPassword),
                   lineOf(socks5, CredentialFormat::Url)});
    } else {
        showMissing(m_account, ReadCall::SubUser,
                    tr("This service does not send the credentials."));
    }
    // The macro in front misleads the check. NOLINTNEXTLINE(readability-misleading-indentation)
    Q_EMIT changed();
}

void SubUserCredentials::read()
{
    if (!m_subUser) {
        return;
    }
    showReading();
    m_read =
        m_account.actions().readSubUser(m_subUser->id, this, [this](const Result<SubUser> &answer) {
            update();
            showAnswer(answer, hasCredentials());
        });
}

} // namespace relaybook
