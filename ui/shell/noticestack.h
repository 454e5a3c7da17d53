// SPDX-License-Identifier: GPL-3.0-or-later
// The messages above the pages that belong to no page. Only the most important one is shown; a
// button shows the others.

#pragma once

#include "models/account/accountnotices.h"
#include "models/cellroles.h"

#include <QGridLayout>
#include <QList>
#include <QPointer>

#include <vector>

class QPushButton;

namespace relaybook {

class AccountSession;
class Banner;
class Theme;

/// The order of importance: an order whose result is not certain, as it may have spent money;
/// other problems; the sign-in and the connection; other warnings; information; good news. The
/// newest of a kind comes first. A banner that its owner hides or deletes makes room for the next.
class NoticeStack : public QGridLayout
{
    Q_OBJECT

public:
    enum class About { Other, Order, Access };

    explicit NoticeStack(const Theme &theme);

    /// Shows the notices of this account from now on; may be null. Removes the banners that were
    /// shown while there was another account, because they would seem to be about this one.
    void setAccount(AccountSession *account);

    /// Shows a sentence about a problem. It stays until it is dismissed or another account is
    /// shown.
    void showProblem(const QString &sentence);
    /// Shows a sentence about the account. If a banner already shows it, returns that banner.
    Banner *showNotice(Tone tone, const QString &sentence, About about = About::Other);
    /// Like showNotice(), for a banner that its owner removes.
    Banner *showLasting(Tone tone, const QString &sentence, About about = About::Other);
    /// What these banners report, for the pages of the account; see AccountNotices::setReported().
    void setReported(const AccountNotices::Reported &reported);
    /// The same for Reported::unknownOrders, which setReported() leaves as it is.
    void setUnknownOrdersReported(bool reported);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Entry
    {
        QPointer<QWidget> place;  ///< hidden while only the most important banner is shown
        QPointer<QWidget> banner; ///< a Banner, hidden by its owner
        int rank = 0;             ///< the most important has the lowest
    };
    void dropNoticesOfAccount();
    void offerToSetKeepFileAside(const QString &problem);
    void arrange();
    void updateMore(int others);
    QPushButton &moreButton();

    const Theme &m_theme;
    AccountSession *m_account = nullptr;
    AccountNotices::Reported m_reported;
    std::vector<Entry> m_entries; ///< the oldest first
    QList<QPointer<Banner>> m_ofAccount;
    QPointer<QPushButton> m_more;
    int m_count = 0;
    bool m_isExpanded = false;
    bool m_isArranging = false;
};

} // namespace relaybook
