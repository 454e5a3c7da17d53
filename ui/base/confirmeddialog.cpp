// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/confirmeddialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/base/orderconfirm.h"
#include "ui/base/orderproblem.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accountmark.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/banner.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace relaybook {

ConfirmedDialog::ConfirmedDialog(const PageContext &context, TokenKind token, OrderEngine &engine,
                                 QWidget *parent)
    : ActionDialog(context.theme, QString(), token, parent)
    , m_account(context.account)
    , m_engine(engine)
    , m_isSandbox(isInSandbox(parent))
    , m_confirm(new OrderConfirm(context.theme, this))
    , m_back(addFooterButton(tr("Back"), "back"))
    , m_showAmounts(addFooterButton(tr("Show amounts"), "showAmounts"))
{
    build();
}

void ConfirmedDialog::build()
{
    contentLayout()->addWidget(m_confirm);
    m_confirm->setAccount(accountOf(parentWidget()));
    m_showAmounts->setToolTip(
        tr("Shows the amounts and names in this dialog. Everything else stays "
           "hidden."));
    m_showAmounts->setVisible(isPrivacyOn());
    connect(m_showAmounts, &QPushButton::clicked, this, &ConfirmedDialog::showAmounts);
    if (m_isSandbox) {
        submitButton()->setIcon(theme().icon(Icon::Sandbox, Role::OnAccent));
    }
    constexpr int afterDoubleClick = 200;
    m_settle.setSingleShot(true);
    m_settle.setInterval(QApplication::doubleClickInterval() + afterDoubleClick);
    connect(m_confirm, &OrderConfirm::agreedChanged, this, &ConfirmedDialog::updateButtons);
    connect(m_back, &QPushButton::clicked, this, [this] { goTo(Step::Form); });
    connect(&m_settle, &QTimer::timeout, this, &ConfirmedDialog::updateButtons);
    connect(&m_engine, &OrderEngine::stateChanged, this, &ConfirmedDialog::showProblem);
}

void ConfirmedDialog::setForm(QWidget *form)
{
    m_form = form;
    contentLayout()->insertWidget(0, form);
}

void ConfirmedDialog::showAmounts()
{
    setAmountsShown(*this);
    m_showAmounts->hide();
    const RealTexts shown;
    m_confirm->setAccount(accountOf(parentWidget()));
    showTextsAgain();
    for (auto *view : findChildren<QAbstractItemView *>()) { // their columns may be wider now
        const QAbstractItemModel *model = view->model();
        if (model != nullptr && model->rowCount() > 0) {
            Q_EMIT view->model()->dataChanged(
                model->index(0, 0), model->index(model->rowCount() - 1, model->columnCount() - 1));
        }
    }
    updateButtons();
}

void ConfirmedDialog::goTo(Step step)
{
    m_step = step;
    const bool form = step == Step::Form;
    m_form->setVisible(form);
    m_confirm->setVisible(step == Step::Confirm || step == Step::Sending);
    m_back->setVisible(step == Step::Confirm && hasForm());
    submitButton()->setVisible(true);
    setSubmitKeys(form ? SubmitKeys::FieldEnter : SubmitKeys::None);
    setSheetWidth(widthOf(step));
    if (form) {
        setCancelText(tr("Cancel"));
        setFooterNote({});
    } else if (step == Step::Confirm) {
        m_settle.start();
        cancelButton()->setFocus();
    }
    whenShown(step);
    updateButtons();
    if (m_engine.problem()) {
        showProblem(); // what was said while the form was read was covered
    }
}

void ConfirmedDialog::beginSending()
{
    m_step = Step::Sending;
    m_back->hide();
}

void ConfirmedDialog::updateButtons()
{
    if (m_step == Step::Results) {
        describeButtons();
        return;
    }
    if (state() == State::Submitting) {
        return;
    }
    const RealTexts shown(areAmountsShown(*this));
    const bool isBlind = isPrivacyOn();
    const auto marked = [this](const QString &text) {
        return m_isSandbox ? tr("%1 (sandbox)").arg(text) : text;
    };
    const bool isForm = m_step == Step::Form;
    if (isForm || hasConfirmation()) {
        const Texts texts = isForm ? formTexts() : confirmTexts();
        setTitle(texts.title);
        setSubtitle(texts.subtitle);
        if (!isForm) {
            setAccessibleDescription(accessibleDescription() % u' ' % m_confirm->spoken());
        }
        const QString submit = marked(texts.submit);
        if (isForm) {
            setSubmitText(tr("%1…", "leads to a confirmation").arg(submit), tr("Loading…"));
        } else {
            setSubmitText(submit, tr("Sending…"));
        }
    }
    const bool isReady = isForm ? isFormReady()
                                : hasConfirmation() && m_confirm->isAgreed() && isConfirmed() &&
                                      !m_settle.isActive() && !isBlind;
    submitButton()->setToolTip(isBlind && !isForm
                                   ? tr("The amounts are hidden. Show them before you confirm.")
                                   : QString());
    submitButton()->setEnabled(isReady && !m_isOver && !m_engine.problem());
    describeButtons();
}

/// When the step changes, screen readers say no more than the button that has the focus.
void ConfirmedDialog::describeButtons()
{
    const bool isConfirm = m_step == Step::Confirm || m_step == Step::Sending;
    const QString spoken = isConfirm ? m_confirm->spoken() : QString();
    cancelButton()->setAccessibleDescription(spoken);
    submitButton()->setAccessibleDescription(
        QString(submitButton()->toolTip() % u' ' % spoken).trimmed());
}

void ConfirmedDialog::showProblem()
{
    updateButtons();
    // What was sent goes on, and the results say what became of it.
    if (m_isOver || (m_step != Step::Form && m_step != Step::Confirm)) {
        return;
    }
    const auto problem = m_engine.problem();
    const bool wasShown = std::exchange(m_isProblemShown, problem.has_value());
    if (problem) {
        banner()->show();
        showOrderProblem(*banner(), theme(), this, *problem, m_account);
    } else if (wasShown) {
        hideMessage(); // what else was said stays
    }
}

void ConfirmedDialog::closeOnly()
{
    m_isOver = true;
    nothingLeftToSave();
}

// The figures shown first should not be old either; they are read once more before anything is
// sent.
void ConfirmedDialog::refreshFigures()
{
    constexpr auto freshFor = std::chrono::seconds(60);
    const auto asOf = m_account.summary().poolsAsOf;
    if (!asOf || !format::isFresh(*asOf, m_account.clock().now(), freshFor)) {
        m_account.refresh(Area::Account);
    }
}

void ConfirmedDialog::startSubmit()
{
    if (m_step == Step::Form) {
        m_settle.start(); // Cancel has the focus while it loads
        prepare();
    } else if (isPrivacyOn() && !areAmountsShown(*this)) {
        fail(); // nobody confirms what is not shown
    } else {
        send();
    }
}

} // namespace relaybook
