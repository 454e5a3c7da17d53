// SPDX-License-Identifier: GPL-3.0-or-later
// The step before an order is sent: which account pays, exactly what will be sent, what it changes,
// and what the user has to agree to.
#pragma once

#include "ui/widgets/rowlist.h"

#include <QWidget>

class QCheckBox;
class QVBoxLayout;

namespace relaybook {

class AccountLine;
class Banner;
class Theme;
struct AccountMark;

class OrderConfirm : public QWidget
{
    Q_OBJECT

public:
    OrderConfirm(const Theme &theme, QWidget *parent);

    void setAccount(const AccountMark &account);
    void setRows(const QList<RowList::Row> &rows);
    /// Account and rows as one text, for screen readers.
    [[nodiscard]] QString spoken() const;
    /// That something is another than what the form showed; without `lead` there is nothing to say.
    void setChanged(const QString &lead, const QString &text);
    /// That an earlier order is unresolved, and what the user agrees to by continuing. Without
    /// `lead` there is none.
    void setUnresolved(const QString &lead, const QString &text, const QString &agreement);
    /// That no price is known, and what the user agrees to; empty if one is.
    void setNoPrice(const QString &agreement);
    /// Adds a widget between the figures and what is agreed to.
    void addWidget(QWidget *widget);

    /// Whether the user has ticked everything that must be agreed to.
    [[nodiscard]] bool isAgreed() const;
    [[nodiscard]] bool isRiskAccepted() const;

Q_SIGNALS:
    void agreedChanged();

private:
    AccountLine *m_account;
    Banner *m_changed;
    Banner *m_unresolved;
    RowList *m_rows;
    QVBoxLayout *m_extra;
    QCheckBox *m_noPrice;
    QCheckBox *m_risk;
};

} // namespace relaybook
