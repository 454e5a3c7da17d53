// SPDX-License-Identifier: GPL-3.0-or-later
// The banners above the pages: messages that belong to no page, shown until they are dismissed.

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

    /// Shows the notices of this account from now on; may be null. Banners stay.
    void setAccount(AccountSession *account);

    /// A whole sentence about something that went wrong outside of any page.
    void showProblem(const QString &sentence);
    /// Returns the banner that shows the sentence already, if there is one.
    Banner *showNotice(Tone tone, const QString &sentence);

private:
    void offerToSetKeepFileAside(const QString &problem);

    const Theme &m_theme;
    AccountSession *m_account = nullptr;
    QPointer<Banner> m_keepFileNotice; // about a file of this account; removed with it
    int m_count = 0;
};

} // namespace relaybook
