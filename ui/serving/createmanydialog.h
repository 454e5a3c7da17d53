// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that creates many sub-users from a pasted table or a CSV file: a verdict for each line,
// and the sum against the reseller's traffic, before anything is sent.
#pragma once

#include "ui/serving/newsubusers.h"
#include "ui/serving/servingdialog.h"

#include <QHash>

class QCheckBox;
class QPlainTextEdit;

namespace relaybook {

class Banner;
class Card;
class FieldRow;
class FindingLine;
class Label;
class NewSubUsersModel;
class ServiceBox;
class TableView;
class UnitEdit;

class CreateManyDialog : public ServingDialog
{
    Q_OBJECT

public:
    CreateManyDialog(const PageContext &context, QWidget *parent);
    ~CreateManyDialog() override;

    /// Reads the file into the text field, or says why it cannot be read.
    void loadFile(const QString &path);
    void askAgain(const std::vector<SubUserRequest> &requests) override;
    void showFormAgain() override { showLines(); }

Q_SIGNALS:
    /// The user wants to see the credentials of what these operations created.
    void credentialsWanted(const QStringList &operations);

protected:
    [[nodiscard]] bool isDirty() const override;
    [[nodiscard]] Texts formTexts() const override;
    [[nodiscard]] Texts textsOf(const SubUserConfirmation &confirmation) const override;
    void readForm() override;
    [[nodiscard]] std::vector<SubUserRequest> requests() const override;
    [[nodiscard]] QList<RowList::Row>
    confirmRows(const SubUserConfirmation &confirmation) const override;
    void showFormProblem(const QString &text) override;
    void showVerdicts(const SubUserConfirmation &confirmation) override;
    [[nodiscard]] int formWidth() const override { return 740; }
    void focusForm() override;
    void whenEnded() override;

private:
    [[nodiscard]] QWidget *makeForm();
    [[nodiscard]] QWidget *makeDefaults();
    void buildPreview();
    void offerInterrupted();
    [[nodiscard]] QString titlesNote() const;
    void chooseFile();
    void whenEdited();
    void readLines();
    void showLines();
    [[nodiscard]] QString summaryText(qint64 fine) const;
    void showPreview();
    void loadTakenNames();

    QPlainTextEdit *m_edit;
    UnitEdit *m_amount;
    ServiceBox *m_service;
    FieldRow *m_amountRow;
    Banner *m_interrupted;
    bool m_isInterruptedOffered = false;
    FindingLine *m_problem;
    Label *m_summary;
    QCheckBox *m_onlyWrong; ///< shows only the lines that cannot be created
    RowList *m_sums;
    Card *m_frame;
    TableView *m_preview;
    NewSubUsersModel *m_lines;
    QPushButton *m_credentials;
    NewSubUserTable m_table;
    QSet<QString> m_takenNames;         ///< nameKey() of the sub-users that are stored
    QHash<QString, QString> m_verdicts; ///< by name: why the service does not create it
    QString m_refusal;                  ///< why the last attempt was not sent
    QTimer m_readSoon;
};

} // namespace relaybook
