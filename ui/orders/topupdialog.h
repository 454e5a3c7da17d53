// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that buys traffic: the user fills in the order, confirms exactly the object that will be
// sent, and it is sent once. An order that was sent continues if the dialog is closed; one that
// still waits is withdrawn.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/buying/purchasedesk.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

#include <QPointer>
#include <QTimer>

#include <optional>

class QPushButton;

namespace relaybook {

class TopUpConfirm;
class TopUpForm;

class TopUpDialog : public ActionDialog
{
    Q_OBJECT

public:
    /// `trafficType` is the requested type; empty: none in particular.
    TopUpDialog(const PageContext &context, const QString &trafficType, QWidget *parent);
    ~TopUpDialog() override;

    enum class Step { Form, Confirm, Sending };
    /// The order that this dialog is sending; empty if there is none.
    [[nodiscard]] const QString &orderId() const { return m_orderId; }
    [[nodiscard]] Step step() const { return m_step; }

    void setAmount(TrafficAmount amount);

    /// While an order is being sent, the dialog closes and the order continues.
    void reject() override;

Q_SIGNALS:
    /// The order has a result that is more than an error at a field and should be shown.
    void orderPlaced(const QString &orderId);

protected:
    void startSubmit() override;
    void stopSubmit() override;

private:
    void build();
    void connectParts();
    void reportRepeats();
    void goTo(Step step);
    void updateForm();
    void updateButtons();
    void updateAge();
    void showProblem();

    void prepare();
    void confirm(const Confirmation &confirmation, const std::optional<Money> &shown);
    void send();
    void answered(const BuyAnswer &answer);
    void follow(const QString &orderId);
    void reportWait();
    void reportPause();
    void refused(const TopUpOrder &order);
    void startLimitNotice(const ApiError &error);
    void reportLimit();

    const Theme &m_theme;
    AccountSession &m_account;
    PurchaseDesk &m_desk;
    const QPointer<PurchaseDesk> m_deskAtEnd; ///< null if the account went before the dialog
    const bool m_sandbox;
    Step m_step = Step::Form;
    TopUpForm *m_form;
    TopUpConfirm *m_confirm;
    QPushButton *m_back;
    Call m_prepare;
    std::optional<Confirmation> m_confirmation;
    QString m_orderId;
    std::optional<Instant>
        m_limitUntil;            ///< the service asked for a pause between orders until then
    bool m_reportsPause = false; ///< the message is that of the pause before the prices are loaded
    QTimer m_age;
    // A double click on the first button must not also press the second one.
    QTimer m_settle;
};

} // namespace relaybook
