// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that takes back an amount, or all that is left, of one sub-user or of many, or deletes
// them: says first how much returns. Before traffic is lost to a sub-user that is deleted, its name
// has to be typed.
#pragma once

#include "ui/serving/servingdialog.h"
#include "ui/serving/servingtarget.h"

class QLineEdit;

namespace relaybook {

class FieldRow;
class FindingLine;
class Label;
class RowList;
class UnitEdit;

class ReturnDialog : public ServingDialog
{
    Q_OBJECT

public:
    enum class What { TakeBack, Delete };

    ReturnDialog(const PageContext &context, What what, ServingTargets targets, QWidget *parent);

    /// Take back: fills in what requests for the same sub-users asked for before, in their order.
    void fill(const std::vector<SubUserRequest> &before);

protected:
    [[nodiscard]] Texts formTexts() const override;
    [[nodiscard]] Texts textsOf(const SubUserConfirmation &confirmation) const override;
    [[nodiscard]] std::vector<SubUserRequest> requests() const override;
    [[nodiscard]] QList<RowList::Row>
    confirmRows(const SubUserConfirmation &confirmation) const override;
    void beforeConfirm(const SubUserConfirmation &confirmation) override;
    void readForm() override { showTargets(); }
    void focusForm() override;
    void showVerdicts(const SubUserConfirmation &confirmation) override;
    [[nodiscard]] bool isConfirmed() const override;
    void showFormProblem(const QString &text) override;
    void askAgain(const std::vector<SubUserRequest> &requests) override;
    void showFormAgain() override { showTargets(); }
    [[nodiscard]] bool hasForm() const override { return !isDelete(); }

private:
    [[nodiscard]] QWidget *makeForm();
    [[nodiscard]] std::optional<TrafficAmount> amountFor(const ServingTarget &target) const;
    [[nodiscard]] bool isAmountAsked() const;
    void noteReading(const SubUserConfirmation &confirmation);
    void showTargets();
    [[nodiscard]] SubUserRequest::Kind kind() const;
    [[nodiscard]] bool isDelete() const { return m_what == What::Delete; }
    [[nodiscard]] bool isReturnable(const ServingTarget &target) const;
    [[nodiscard]] QString nameToType() const;
    [[nodiscard]] QString submitText(qint64 count, const std::optional<TrafficAmount> &total) const;
    [[nodiscard]] QList<RowList::Row> rowsOf(const std::vector<SubUserRequest> &asked,
                                             const std::vector<TrafficPool> &pools) const;

    const What m_what;
    ServingTargets m_targets;
    UnitEdit *m_edit;
    FieldRow *m_amountRow;
    std::optional<TrafficAmount> m_amount; ///< as typed; nothing: all that is left
    RowList *m_sums;
    Label *m_leftOut;
    FindingLine *m_problem;
    QLineEdit *m_name;
    FieldRow *m_nameRow;
};

} // namespace relaybook
