// SPDX-License-Identifier: GPL-3.0-or-later
// The proxies page: a table of proxies, and beside it how the selected one is reached and what it
// used.
#pragma once

#include "models/account/accountsession.h"
#include "ui/lists/listpage.h"
#include "ui/widgets/rowlist.h"

namespace relaybook {

class CredentialsBox;

class ProxiesPage : public ListPage
{
    Q_OBJECT

public:
    explicit ProxiesPage(const PageContext &context, QWidget *parent = nullptr);
    ~ProxiesPage() override;

protected:
    [[nodiscard]] ListTexts textsFor(const ListFacts &facts) const override;
    void showRow(std::optional<qint64> key) override;
    [[nodiscard]] bool canEdit() const override;
    void edit() override;
    void addRowActions(QMenu &menu) override;

private:
    void buildDetails();
    [[nodiscard]] static QList<RowList::Row> factsOf(const Proxy &proxy);
    void showCredentials();
    void readCredentials();
    void showSaved(const Proxy &before, const ProxyEdit &sent, const Proxy &now);
    [[nodiscard]] bool hasCredentials() const;
    [[nodiscard]] ProxyAccess accessOfRow(int row, ProxyProtocol protocol) const;

    std::optional<Proxy> m_proxy;
    std::optional<ProxyCredentials> m_shownCredentials;
    CredentialsBox *m_credentials = nullptr;
    RowList *m_rows = nullptr;
    QPushButton *m_editButton = nullptr;
    QPushButton *m_editHere = nullptr;
    Call m_read;
};

} // namespace relaybook
