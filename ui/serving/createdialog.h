// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that creates one sub-user: user name, traffic, service and note.
#pragma once

#include "ui/serving/servingdialog.h"

class QLineEdit;

namespace relaybook {

class FieldRow;
class RowList;
class ServiceBox;
class UnitEdit;

class CreateDialog : public ServingDialog
{
    Q_OBJECT

public:
    CreateDialog(const PageContext &context, QWidget *parent);
    /// Fills in what was asked for before.
    void fill(const SubUserRequest &before);

protected:
    [[nodiscard]] bool isDirty() const override;
    [[nodiscard]] Texts formTexts() const override;
    [[nodiscard]] Texts textsOf(const SubUserConfirmation &confirmation) const override;
    [[nodiscard]] std::vector<SubUserRequest> requests() const override;
    [[nodiscard]] QList<RowList::Row>
    confirmRows(const SubUserConfirmation &confirmation) const override;
    void showFormProblem(const QString &text) override;
    void showVerdicts(const SubUserConfirmation &confirmation) override;
    void askAgain(const std::vector<SubUserRequest> &requests) override;
    void showFormAgain() override { update(); }
    void focusForm() override;

private:
    [[nodiscard]] QWidget *makeForm();
    void whenEdited();
    void update();
    [[nodiscard]] SubUserRequest request() const;

    QLineEdit *m_name;
    UnitEdit *m_amount;
    ServiceBox *m_service;
    QLineEdit *m_note;
    FieldRow *m_nameRow;
    FieldRow *m_amountRow;
    RowList *m_sums;
    std::optional<TrafficAmount> m_read; ///< the amount
    QString m_refusal;                   ///< why the last attempt was not sent
};

} // namespace relaybook
