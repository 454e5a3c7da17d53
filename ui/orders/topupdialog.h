// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that buys traffic: the user fills in the order, confirms exactly the object that will be
// sent, and it is sent once. An order that was sent continues if the dialog is closed; one that
// still waits is withdrawn.
#pragma once

#include "models/buying/purchasedesk.h"
#include "ui/base/confirmeddialog.h"

#include <QPointer>
#include <QTimer>

#include <optional>

namespace relaybook {

class TopUpForm;

class TopUpDialog : public ConfirmedDialog
{
    Q_OBJECT

public:
    /// `trafficType` is the requested type; empty: none in particular.
    TopUpDialog(const PageContext &context, const QString &trafficType, QWidget *parent);
    ~TopUpDialog() override;

    /// The order that this dialog is sending.
    [[nodiscard]] QStringList orders() const override;

    void setAmount(TrafficAmount amount);
    /// Fills in an amount that lasts for AttentionLimits::proposedDays, and says so.
    void propose(TrafficAmount amount);

    /// While an order is being sent, the dialog closes and the order continues.
    void reject() override;

Q_SIGNALS:
    /// The order has a result that is more than an error at a field and should be shown.
    void orderPlaced(const QString &orderId);

protected:
    [[nodiscard]] Texts formTexts() const override;
    [[nodiscard]] Texts confirmTexts() const override;
    [[nodiscard]] bool isFormReady() const override;
    [[nodiscard]] bool hasConfirmation() const override { return m_confirmation.has_value(); }
    [[nodiscard]] int widthOf(Step step) const override;
    void whenShown(Step step) override;
    void showTextsAgain() override;
    void showProblem() override;
    void prepare() override;
    void send() override;
    void startSubmit() override;
    void stopSubmit() override;

private:
    void connectParts();
    void reportRepeats();
    void updateForm();
    void updateAge();
    void confirm(const Confirmation &confirmation, const std::optional<Money> &shown);
    void answered(const BuyAnswer &answer);
    void follow(const QString &orderId);
    void reportWait();
    void reportPause();
    void refused(const TopUpOrder &order);
    void startLimitNotice(const ApiError &error);
    void reportLimit();

    PurchaseDesk &m_desk;
    const QPointer<PurchaseDesk> m_deskAtEnd; ///< null if the account went before the dialog
    TopUpForm *m_form;
    Call m_prepare;
    std::optional<Confirmation> m_confirmation;
    std::optional<Money> m_shownCost; ///< what the form showed before it
    QString m_orderId;
    std::optional<Instant>
        m_limitUntil;            ///< the service asked for a pause between orders until then
    bool m_reportsPause = false; ///< the message is that of the pause before the prices are loaded
    QTimer m_age;
};

} // namespace relaybook
