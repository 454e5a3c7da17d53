// SPDX-License-Identifier: GPL-3.0-or-later
// The banners above the pages: what happened outside of any page, until it is dismissed.

#pragma once

#include "models/cellroles.h"

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

    /// Shows its notices from now on; null: there is no account. Banners stay.
    void setAccount(AccountSession *account);

    /// A whole sentence about something that went wrong outside of any page.
    void showProblem(const QString &sentence);
    /// A sentence that is shown already gets no second banner.
    Banner *showNotice(Tone tone, const QString &sentence);

private:
    void offerToSetKeepFileAside(const QString &problem);

    const Theme &m_theme;
    AccountSession *m_account = nullptr;
    QPointer<Banner> m_keepFileNotice; // speaks of a file of this account, and goes with it
    int m_count = 0;
};

} // namespace relaybook
