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

    /// Shows the notices of this account from now on; may be null. Removes the banners about the
    /// previous account, because they would seem to be about this one.
    void setAccount(AccountSession *account);

    /// Shows a sentence about a problem that belongs to no page and no account.
    void showProblem(const QString &sentence);
    /// Shows a sentence about the account. If a banner already shows it, returns that banner.
    Banner *showNotice(Tone tone, const QString &sentence);
    /// Like showNotice(), for a banner that its owner removes.
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
