// SPDX-License-Identifier: GPL-3.0-or-later
// The banners above the pages: messages that belong to no page, shown until they are dismissed.

#pragma once

#include "models/cellroles.h"

#include <QList>
#include <QPointer>
#include <QVBoxLayout>

namespace relaybook {

class AccountSession;
class Banner;
class Theme;

class NoticeStack : public QVBoxLayout
{
    Q_OBJECT

public:
    explicit NoticeStack(const Theme &theme);

    /// Shows the notices of this account from now on; may be null. The banners about the account
    /// before go: they would be taken for this one's.
    void setAccount(AccountSession *account);

    /// A whole sentence about something that went wrong outside of any page and account.
    void showProblem(const QString &sentence);
    /// About the account. Returns the banner that shows the sentence already, if there is one.
    Banner *showNotice(Tone tone, const QString &sentence);
    /// The same for a banner that its owner removes.
    Banner *showLasting(Tone tone, const QString &sentence);

private:
    void dropNoticesOfAccount();
    void offerToSetKeepFileAside(const QString &problem);

    const Theme &m_theme;
    AccountSession *m_account = nullptr;
    QList<QPointer<Banner>> m_ofAccount;
    int m_count = 0;
};

} // namespace relaybook
