// SPDX-License-Identifier: GPL-3.0-or-later
// Details of a transaction in the pane beside the ledger: its fields, its neighbours in the chain
// of balances, its metadata as a tree, and its earlier versions if it was changed at the service.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/sync/ledgercheck.h"

#include <QObject>

class QPushButton;
class QTreeWidget;

namespace relaybook {

class AllFieldsTree;
class Banner;
class DetailPane;
class InspectorSection;
class RowList;
class Theme;

class LedgerDetails : public QObject
{
    Q_OBJECT

public:
    /// Fills the pane's inspector, which owns all the widgets.
    LedgerDetails(AccountSession &account, const Theme &theme, DetailPane &pane, QObject *parent);

    void showNothing();
    /// `breaks`: the breaks that the transaction is part of.
    void showRow(const Transaction &row, const std::vector<LedgerBreak> &breaks);
    /// When Relaybook noticed that the service no longer lists the transaction; empty if it is
    /// listed.
    void setVanished(const std::optional<Instant> &noticedAt);

Q_SIGNALS:
    /// The user wants to see the previous or next transaction in the chain.
    void rowWanted(relaybook::TransactionId id);

private:
    void build();
    [[nodiscard]] QPushButton *makeStep(const QString &text, const char *name,
                                        const QString &toolTip);
    void showFields(const Transaction &row, const std::vector<LedgerBreak> &breaks);
    void showChain(const std::vector<LedgerBreak> &breaks);
    void showMetadata(const QByteArray &raw);
    void showEarlierForms(const Transaction &row);
    void showUnreadableForm(TransactionId id);
    [[nodiscard]] QString money(Money amount) const;
    [[nodiscard]] QString productText(const Transaction &row) const;

    AccountSession &m_account;
    const Theme &m_theme;
    DetailPane &m_pane;
    Banner *m_vanished = nullptr;
    Banner *m_rewritten = nullptr;
    Banner *m_spoiled = nullptr;
    RowList *m_fields = nullptr;
    InspectorSection *m_chain = nullptr;
    QPushButton *m_collect = nullptr;
    InspectorSection *m_metadata = nullptr;
    AllFieldsTree *m_metadataTree = nullptr;
    InspectorSection *m_forms = nullptr;
    QTreeWidget *m_formsTree = nullptr;
    std::optional<LedgerBreak> m_gap; ///< the first one of the transaction
    QPushButton *m_previous = nullptr;
    QPushButton *m_next = nullptr;
    std::optional<TransactionId> m_before;
    std::optional<TransactionId> m_after;
};

} // namespace relaybook
