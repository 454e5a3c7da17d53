// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the dialogs that move traffic to and from sub-users: the user fills in a form,
// confirms exactly the requests that will be sent, and each is sent once. Of several, a table shows
// the results. Operations that were sent continue if the dialog is closed.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/serving/subuserdesk.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"
#include "ui/widgets/rowlist.h"

#include <QTimer>

#include <optional>
#include <vector>

class QPushButton;

namespace relaybook {

class ServingConfirm;
class ServingResults;

class ServingDialog : public ActionDialog
{
    Q_OBJECT

public:
    enum class Step { Form, Confirm, Sending, Results };

    [[nodiscard]] Step step() const { return m_step; }
    /// The operations that this dialog confirmed last.
    [[nodiscard]] const QStringList &operations() const { return m_operations; }
    /// Those and all that it confirmed before.
    [[nodiscard]] const QStringList &allOperations() const { return m_allOperations; }

    /// While operations are carried out, the dialog closes and they continue; a single one that
    /// still waits is cancelled.
    void reject() override;

Q_SIGNALS:
    /// The only operation has a result that is more than an error at a field.
    void operationEnded(const QString &id);

protected:
    ServingDialog(const PageContext &context, QWidget *parent);

    struct Texts
    {
        QString title;
        QString subtitle;
        QString submit; ///< the button, without "…"
    };
    /// Of the form, and of the confirmation when there is one.
    [[nodiscard]] virtual Texts formTexts() const = 0;
    [[nodiscard]] virtual Texts confirmTexts(const SubUserConfirmation &confirmation) const = 0;
    /// Reads what was typed since it was read last.
    virtual void readForm() {}
    /// What the form asks for; empty as long as something is missing in it.
    [[nodiscard]] virtual std::vector<SubUserRequest> requests() const = 0;
    [[nodiscard]] virtual QList<RowList::Row>
    confirmRows(const SubUserConfirmation &confirmation) const = 0;
    /// Called before the confirmation is shown.
    virtual void beforeConfirm(const SubUserConfirmation &confirmation);
    /// Whether the requests that were read for the confirmation are what the user asked for; if
    /// not, requests() is read again.
    [[nodiscard]] virtual bool isAsAsked(const SubUserConfirmation &confirmation);
    /// What else the user has to do before the button confirms.
    [[nodiscard]] virtual bool isConfirmed() const { return true; }
    /// Says at the form why nothing was sent; an empty text removes it.
    virtual void showFormProblem(const QString &text) = 0;
    /// The confirmation has requests that cannot be sent.
    virtual void showVerdicts(const SubUserConfirmation &confirmation);
    /// Asks for these again, of which nothing was moved.
    virtual void askAgain(const std::vector<SubUserRequest> &requests) = 0;
    /// Whether there is something to fill in, to which the user can go back.
    [[nodiscard]] virtual bool hasForm() const { return true; }
    [[nodiscard]] virtual int formWidth() const { return 560; }
    /// The form was shown again, or for the first time.
    virtual void focusForm() {}
    /// All operations ended.
    virtual void whenEnded() {}

    void setForm(QWidget *form);
    [[nodiscard]] ServingConfirm &confirmPart() const { return *m_confirm; }
    [[nodiscard]] ServingResults &results() const { return *m_results; }
    [[nodiscard]] AccountSession &account() const { return m_account; }
    [[nodiscard]] SubUserDesk &desk() const { return m_desk; }
    [[nodiscard]] const Theme &ownTheme() const { return m_theme; }
    /// Call it at the end of the derived class's constructor.
    void begin();
    /// The form changed.
    void updateButtons();
    /// "about 3 min", because of the service's limits; empty where that is not worth a word.
    [[nodiscard]] QString limitText(SubUserRequest::Kind kind, qint64 count) const;
    void closeOnly();

    void startSubmit() override;
    void stopSubmit() override;

private:
    void build();
    void goTo(Step step);
    void prepare();
    void confirm(const SubUserConfirmation &confirmation);
    [[nodiscard]] const SubUserOrder *unknownAmong(const SubUserConfirmation &asked) const;
    void send();
    void answered(const RunAnswer &answer);
    void follow();
    void refused(const SubUserOrder &operation);
    void updateResults();
    void openOperation(const QString &id);
    void showProblem();

    const Theme &m_theme;
    AccountSession &m_account;
    SubUserDesk &m_desk;
    const bool m_sandbox;
    Step m_step = Step::Form;
    QWidget *m_form = nullptr;
    ServingConfirm *m_confirm;
    ServingResults *m_results;
    QPushButton *m_back;
    QPushButton *m_cancelRest;
    Call m_prepare;
    std::optional<SubUserConfirmation> m_confirmation;
    bool m_isProblemShown = false;
    QStringList m_operations;
    QStringList m_allOperations;
    QString m_batch;
    bool m_isRead = false; ///< the requests were calculated again once for what was just read
    bool m_isOver = false; ///< nothing can be sent any more
    // A double click on the first button must not also press the second one.
    QTimer m_settle;
};

} // namespace relaybook
