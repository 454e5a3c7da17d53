// SPDX-License-Identifier: GPL-3.0-or-later
// View of one order with everything that is known about it, kept up to date while it is visible. If
// the evidence does not decide the outcome, the user decides, with both readings shown.
#pragma once

#include "models/buying/purchasedesk.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QVBoxLayout;

namespace relaybook {

class AccountSession;
class Card;
class FindingLine;
class Label;
class RowList;
class Theme;

class OrderView : public QWidget
{
    Q_OBJECT

public:
    OrderView(const Theme &theme, AccountSession &account, QWidget *parent);

    void setOrder(const QString &orderId);
    [[nodiscard]] const TopUpOrder *order() const;
    /// Whether the user has to decide now.
    [[nodiscard]] bool isDecidable() const;

Q_SIGNALS:
    void orderChanged();

private:
    void build();
    void buildDecision(QVBoxLayout *column);
    void update();
    void updateFindings(const TopUpOrder &order, const QString &currency);
    void updateDecision(const TopUpOrder &order);
    [[nodiscard]] QString candidateText(const Look::Candidate &candidate) const;
    void askToDecide(PurchaseDesk::Verdict verdict);

    const Theme &m_theme;
    AccountSession &m_account;
    PurchaseDesk &m_desk;
    QString m_orderId;
    RowList *m_rows;
    Label *m_look;
    QVBoxLayout *m_findings;
    Card *m_decision;
    QComboBox *m_candidates;
    QTimer m_clock; ///< updates "5 s ago" as time passes
};

} // namespace relaybook
