// SPDX-License-Identifier: GPL-3.0-or-later
// View of one order of any kind with everything that is known about it, kept up to date while it is
// visible. If the evidence does not decide the outcome, the user decides, with both readings shown.
#pragma once

#include "models/accounts/anyorder.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace relaybook {

class AccountSession;
class CalmComboBox;
class Card;
class FieldRow;
class Label;
class RowList;
class Theme;
struct OrderCandidate;
struct OrderContext;
struct OrderFinding;

class OrderView : public QWidget
{
    Q_OBJECT

public:
    OrderView(const Theme &theme, AccountSession &account, QWidget *parent);

    /// If the id is empty, or no order has it, nothing is shown.
    void setOrder(const QString &orderId);
    [[nodiscard]] const QString &orderId() const { return m_orderId; }
    [[nodiscard]] std::optional<AnyOrder> order() const;

    /// The button beside the view: looks for an Unknown order again, or cancels one that waits.
    struct Act
    {
        QString text;
        bool isPossible = true;
    };
    /// Nothing if there is nothing to do now.
    [[nodiscard]] std::optional<Act> actNow() const;
    /// See giveBackOf().
    [[nodiscard]] std::optional<SubUserRequest> giveBack() const;
    void act();

Q_SIGNALS:
    void orderChanged();

private:
    void build();
    void buildDecision(QVBoxLayout *column);
    void update();
    void updateFindings(const std::vector<OrderFinding> &findings);
    void updateCandidates(const std::vector<OrderCandidate> &candidates);
    void askToDecide(bool isDone);
    void decide(const QString &id, bool isDone, const QVariant &chosen,
                std::optional<qint64> seenLook);

    const Theme &m_theme;
    AccountSession &m_account;
    QString m_orderId;
    RowList *m_rows;
    Label *m_look;
    QVBoxLayout *m_findings;
    Card *m_decision;
    FieldRow *m_candidatesRow = nullptr;
    CalmComboBox *m_candidates;
    QTimer m_clock; ///< updates "5 s ago" as time passes
};

} // namespace relaybook
