// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger as the service tells it, the newest on top, and beside it all of the selected row.
#pragma once

#include "models/accountsession.h"
#include "ui/pages/ledgerfooter.h"
#include "ui/pages/listpage.h"

namespace relaybook {

class InspectorSection;
class Label;
class RowList;
class TransactionTableModel;

class TransactionsPage : public ListPage
{
    Q_OBJECT

public:
    explicit TransactionsPage(const PageContext &context, QWidget *parent = nullptr);
    ~TransactionsPage() override;

protected:
    [[nodiscard]] EmptyStateContent wordsFor(ListState::Body body,
                                             const ListFacts &facts) const override;
    void showRow(std::optional<qint64> key) override;
    void rowsChanged() override;
    // The ledger is filled up from its older end; what is on screen stays as it is.
    [[nodiscard]] bool isRefreshing() const override { return false; }

private:
    void buildDetails();
    void showMetadata(const QByteArray &raw);
    [[nodiscard]] std::optional<Money> netOfSelection() const;
    void showPlace();

    TransactionTableModel &m_rows;
    RowList *m_fields = nullptr;
    InspectorSection *m_metadata = nullptr;
    Label *m_metadataText = nullptr;
    LedgerFooter *m_footer = nullptr;
    LedgerFooter::Figures m_figures;
};

} // namespace relaybook
