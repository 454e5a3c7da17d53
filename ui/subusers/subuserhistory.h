// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of the sub-user's page: its allocation history page by page, and the transactions that
// name it.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/subusers/profilesection.h"

#include <memory>

namespace relaybook {

class TransactionTableModel;

class AllocationSection : public ProfileSection
{
    Q_OBJECT

public:
    AllocationSection(const Theme &theme, SubUserProfile &profile, QWidget *parent);

    void showProfile();

private:
    void buildPager();

    SubUserProfile &m_profile;
    QWidget *m_pager;
    Label *m_place;
    QPushButton *m_newer;
    QPushButton *m_older;
};

/// The stored transactions: no call is made for them.
class NamingTransactionsSection : public ProfileSection
{
    Q_OBJECT

public:
    NamingTransactionsSection(AccountSession &account, const Theme &theme, QWidget *parent);
    ~NamingTransactionsSection() override;

    void showSubUser(const SubUser &row);

Q_SIGNALS:
    void ledgerRequested(const relaybook::LedgerFilter &filter);

private:
    struct Search
    {
        QString text;
        std::unique_ptr<TransactionTableModel> model;
    };
    void collect();
    [[nodiscard]] bool isComplete() const;

    AccountSession &m_account;
    SubUser m_subUser;
    std::vector<Search> m_searches;
    QString m_shown; ///< the search whose transactions "Show all" shows
    QPushButton *m_all;
};

} // namespace relaybook
