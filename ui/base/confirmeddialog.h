// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the dialogs that spend money or traffic: the user fills in a form, confirms exactly
// what will be sent, and it is sent once. An order that was sent continues if the dialog is closed.
// In privacy mode the amounts are hidden here, too, until the user asks for them; hidden ones
// cannot be confirmed.
#pragma once

#include "models/orders/orderengine.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

#include <QTimer>

class QPushButton;

namespace relaybook {

class OrderConfirm;

class ConfirmedDialog : public ActionDialog
{
    Q_OBJECT

public:
    enum class Step { Form, Confirm, Sending, Results };

    [[nodiscard]] Step step() const { return m_step; }
    /// The orders whose outcome this dialog shows, or passes on to the one that shows it.
    [[nodiscard]] virtual QStringList orders() const = 0;

protected:
    /// `engine` carries out the orders; `token` is the one that their calls use.
    ConfirmedDialog(const PageContext &context, TokenKind token, OrderEngine &engine,
                    QWidget *parent);

    struct Texts
    {
        QString title;
        QString subtitle;
        QString submit; ///< the button, without "…"
    };
    /// Of the form, and of the confirmation when there is one.
    [[nodiscard]] virtual Texts formTexts() const = 0;
    [[nodiscard]] virtual Texts confirmTexts() const = 0;
    /// Whether there is something to fill in, to which the user can go back.
    [[nodiscard]] virtual bool hasForm() const { return true; }
    [[nodiscard]] virtual bool isFormReady() const = 0;
    [[nodiscard]] virtual bool hasConfirmation() const = 0;
    /// What else the user has to do before the button confirms.
    [[nodiscard]] virtual bool isConfirmed() const { return true; }
    [[nodiscard]] virtual int widthOf(Step step) const = 0;
    /// Reads what is to be confirmed; ends in fail(), and in goTo(Step::Confirm) if all is well.
    virtual void prepare() = 0;
    /// Sends what was confirmed.
    virtual void send() = 0;
    /// After goTo(). Of the form: forget what was confirmed, and give a field the focus.
    virtual void whenShown(Step step) = 0;

    void setForm(QWidget *form);
    void goTo(Step step);
    /// The order is being stored and sent: there is no way back.
    void beginSending();
    void setStep(Step step) { m_step = step; }
    /// What the form or the confirmation shows has changed.
    virtual void updateButtons();
    /// Shows why nothing can be sent, or removes that.
    virtual void showProblem();
    /// Nothing can be sent any more.
    void closeOnly();
    /// Makes all texts of the present step again: the amounts are shown now.
    virtual void showTextsAgain() = 0;
    /// Loads the account's figures, unless they are fresh.
    void refreshFigures();

    [[nodiscard]] OrderConfirm &confirmPart() const { return *m_confirm; }
    [[nodiscard]] AccountSession &account() const { return m_account; }
    [[nodiscard]] bool isSandbox() const { return m_isSandbox; }

    void startSubmit() override;
    [[nodiscard]] bool takesEnter() const override
    {
        return (m_step == Step::Form && state() == State::Editing) || !m_settle.isActive();
    }

private:
    void build();
    void describeButtons();
    void showAmounts();

    AccountSession &m_account;
    OrderEngine &m_engine;
    const bool m_isSandbox;
    Step m_step = Step::Form;
    QWidget *m_form = nullptr;
    OrderConfirm *m_confirm;
    QPushButton *m_back;
    QPushButton *m_showAmounts;
    bool m_isProblemShown = false;
    bool m_isOver = false;
    // A double click on the first button, or a second Enter, must not also press the next one.
    QTimer m_settle;
};

} // namespace relaybook
