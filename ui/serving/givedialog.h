// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that gives traffic to one sub-user or to many: an amount to each, or as much as each one
// needs to have a given amount.
#pragma once

#include "ui/serving/servingdialog.h"
#include "ui/serving/servingtarget.h"

class QButtonGroup;

namespace relaybook {

class FieldRow;
class Label;
class RowList;
class UnitEdit;

class GiveDialog : public ServingDialog
{
    Q_OBJECT

public:
    GiveDialog(const PageContext &context, ServingTargets targets, QWidget *parent);
    /// Fills in what was to be given before, one request for each target in their order.
    void fill(const std::vector<SubUserRequest> &before);

protected:
    [[nodiscard]] Texts formTexts() const override;
    [[nodiscard]] Texts textsOf(const SubUserConfirmation &confirmation) const override;
    [[nodiscard]] std::vector<SubUserRequest> requests() const override;
    [[nodiscard]] QList<RowList::Row>
    confirmRows(const SubUserConfirmation &confirmation) const override;
    [[nodiscard]] bool isAsAsked(const SubUserConfirmation &confirmation) override;
    void showFormProblem(const QString &text) override;
    void askAgain(const std::vector<SubUserRequest> &requests) override;
    void showFormAgain() override { updateSums(); }
    void focusForm() override;

private:
    [[nodiscard]] QWidget *makeForm();
    [[nodiscard]] QWidget *makeModes();
    [[nodiscard]] QWidget *makeQuickAmounts();
    void whenEdited();
    void setAmount(TrafficAmount amount);
    [[nodiscard]] bool isFillUp() const;
    [[nodiscard]] std::optional<TrafficAmount> amountFor(const ServingTarget &target) const;
    [[nodiscard]] std::vector<SubUserRequest> requestsOfForm() const;
    void updateSums();
    [[nodiscard]] QString leftOutText(qint64 leftOut) const;

    ServingTargets m_targets;
    QButtonGroup *m_modes;
    UnitEdit *m_edit;
    FieldRow *m_amountRow;
    RowList *m_sums;
    Label *m_leftOut;
    std::optional<TrafficAmount> m_amount;
    QString m_refusal; ///< why the last attempt was not sent, until the amount is changed
};

} // namespace relaybook
