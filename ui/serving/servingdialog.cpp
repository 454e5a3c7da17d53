// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingdialog.h"

#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/orderview/orderdialog.h"
#include "ui/serving/servingconfirm.h"
#include "ui/serving/servingresults.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/sandboxmark.h"

#include <QApplication>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace relaybook {

namespace {

constexpr int servingWidth = 560;
constexpr int servingManyWidth = 680;
constexpr auto poolsFreshFor = std::chrono::seconds(60);

} // namespace

ServingDialog::ServingDialog(const PageContext &context, QWidget *parent)
    : ActionDialog(context.theme, QString(), TokenKind::Reseller, parent)
    , m_theme(context.theme)
    , m_account(context.account)
    , m_desk(context.account.serving())
    , m_sandbox(isInSandbox(parent))
    , m_confirm(new ServingConfirm(context.theme, this))
    , m_results(new ServingResults(context.theme, context.account.serving(), this))
    , m_back(new QPushButton(tr("Back"), this))
    , m_cancelRest(new QPushButton(tr("Cancel the rest"), this))
{
    build();
}

void ServingDialog::build()
{
    contentLayout()->addWidget(m_confirm);
    contentLayout()->addWidget(m_results);
    m_back->setObjectName(QStringLiteral("back"));
    m_cancelRest->setObjectName(QStringLiteral("cancelRest"));
    for (QPushButton *button : {m_back, m_cancelRest}) {
        button->setAccessibleName(button->text());
        button->setAutoDefault(false);
        addFooterWidget(button);
    }
    if (m_sandbox) {
        submitButton()->setIcon(m_theme.icon(Icon::Sandbox, Role::OnAccent));
    }
    m_settle.setSingleShot(true);
    m_settle.setInterval(QApplication::doubleClickInterval() + 200);
    connect(m_confirm, &ServingConfirm::agreedChanged, this, &ServingDialog::updateButtons);
    connect(m_back, &QPushButton::clicked, this, [this] { goTo(Step::Form); });
    connect(m_cancelRest, &QPushButton::clicked, this, [this] { m_desk.cancelBatch(m_batch); });
    connect(m_results, &ServingResults::changed, this, &ServingDialog::updateResults);
    connect(m_results, &ServingResults::operationWanted, this, &ServingDialog::openOperation);
    connect(&m_settle, &QTimer::timeout, this, &ServingDialog::updateButtons);
    connect(&m_desk, &OrderEngine::stateChanged, this, &ServingDialog::showProblem);
    connect(&m_desk, &OrderEngine::ordersChanged, this, [this](const QStringList &ids) {
        if (m_step == Step::Sending && ids.contains(m_operations.value(0))) {
            follow();
        }
    });
}

void ServingDialog::setForm(QWidget *form)
{
    m_form = form;
    contentLayout()->insertWidget(0, form);
}

void ServingDialog::begin()
{
    goTo(Step::Form);
    showProblem();
    // The figures shown first should not be old either; they are read once more before anything is
    // sent.
    const auto asOf = m_account.summary().poolsAsOf;
    if (!asOf || !format::isFresh(*asOf, SystemClock().now(), poolsFreshFor)) {
        m_account.refresh(Area::Account);
    }
}

void ServingDialog::beforeConfirm(const SubUserConfirmation & /*confirmation*/) {}

bool ServingDialog::isAsAsked(const SubUserConfirmation & /*confirmation*/)
{
    return true;
}

// --------------------------------------------------------------------------------------- the steps

void ServingDialog::goTo(Step step)
{
    m_step = step;
    const bool form = step == Step::Form;
    const bool results = step == Step::Results;
    m_form->setVisible(form);
    m_confirm->setVisible(step == Step::Confirm || step == Step::Sending);
    m_results->setVisible(results);
    m_back->setVisible(step == Step::Confirm && hasForm());
    m_cancelRest->setVisible(results);
    submitButton()->setVisible(true);
    setSubmitKeys(form ? SubmitKeys::CtrlEnter : SubmitKeys::None);
    const bool many = results || (m_confirmation && m_confirmation->items.size() > 1);
    const int width = many ? servingManyWidth : servingWidth;
    setSheetWidth(form ? formWidth() : width);
    if (form) {
        m_confirmation.reset();
        m_isRead = false;
        setCancelText(tr("Cancel"));
        setFooterNote({});
        focusForm();
    } else if (step == Step::Confirm) {
        m_settle.start();
        cancelButton()->setFocus();
    }
    updateButtons();
}

void ServingDialog::updateButtons()
{
    if (state() == State::Submitting || m_step == Step::Results) {
        return;
    }
    const auto marked = [this](const QString &text) {
        return m_sandbox ? tr("%1 (sandbox)").arg(text) : text;
    };
    if (m_step == Step::Form) {
        const Texts texts = formTexts();
        setTitle(texts.title);
        setSubtitle(texts.subtitle);
        setSubmitText(tr("%1…", "leads to a confirmation").arg(marked(texts.submit)),
                      tr("Loading…"));
        submitButton()->setEnabled(!m_isOver && !requests().empty() && !m_desk.problem());
        return;
    }
    if (m_confirmation) {
        const Texts texts = confirmTexts(*m_confirmation);
        setTitle(texts.title);
        setSubtitle(texts.subtitle);
        setSubmitText(marked(texts.submit), tr("Sending…"));
    }
    submitButton()->setEnabled(m_confirmation && m_confirm->isAgreed() && isConfirmed() &&
                               !m_settle.isActive() && !m_desk.problem());
}

void ServingDialog::closeOnly()
{
    m_isOver = true;
    nothingLeftToSave();
}

QString ServingDialog::limitText(SubUserRequest::Kind kind, qint64 count) const
{
    constexpr auto worthAWord = std::chrono::seconds(5);
    const auto time = m_desk.limitTime(kind, count);
    if (time < worthAWord) {
        return {};
    }
    return tr("%1, because of the service's limit on requests", "about 3 min")
        .arg(format::duration(std::chrono::duration_cast<std::chrono::seconds>(time)));
}

// -------------------------------------------------------------------------------------- submitting

void ServingDialog::startSubmit()
{
    if (m_step == Step::Form) {
        m_isRead = false;
        readForm();
        prepare();
    } else if (m_step == Step::Results) {
        const auto again = m_results->unmoved();
        fail();
        goTo(Step::Form);
        askAgain(again);
        hideMessage(); // what it said before was covered by the results
        showProblem();
    } else {
        send();
    }
}

// Only reading the figures can be stopped.
void ServingDialog::stopSubmit()
{
    m_prepare.cancel();
    updateButtons();
}

void ServingDialog::reject()
{
    if (m_step == Step::Sending) {
        if (m_operations.isEmpty()) { // they are still being stored
            m_desk.cancelBatch(m_batch);
        }
        for (const QString &id : std::as_const(m_operations)) {
            const SubUserOrder *operation = m_desk.operation(id);
            if (operation != nullptr && operation->state == OrderState::Waiting) {
                m_desk.cancel(id);
            }
        }
        m_desk.disconnect(this);
        done(Rejected); // there is nothing left to discard
        return;
    }
    if (m_step == Step::Results) {
        done(Rejected);
        return;
    }
    ActionDialog::reject();
}

void ServingDialog::prepare()
{
    showFormProblem({});
    std::vector<SubUserRequest> asked = requests();
    if (asked.empty()) { // also where what was just read leaves nothing to ask for
        fail();
        updateButtons();
        return;
    }
    m_prepare =
        m_desk.prepare(std::move(asked), this, [this](const Result<SubUserConfirmation> &answer) {
            hideMessage();
            if (answer && !isAsAsked(*answer) && !std::exchange(m_isRead, true)) {
                prepare();
                return;
            }
            fail(); // back to Editing: of the next step or of this one
            if (answer) {
                confirm(*answer);
            } else {
                showError(answer.error());
                updateButtons();
            }
        });
}

void ServingDialog::confirm(const SubUserConfirmation &confirmation)
{
    if (!confirmation.isFine()) {
        showVerdicts(confirmation);
        updateButtons();
        return;
    }
    m_confirmation = confirmation;
    m_confirm->show(confirmation, confirmRows(confirmation), unknownAmong(confirmation));
    beforeConfirm(confirmation);
    goTo(Step::Confirm);
}

void ServingDialog::showVerdicts(const SubUserConfirmation &confirmation)
{
    for (const auto &item : confirmation.items) {
        if (item.verdict == RequestVerdict::Fine) {
            continue;
        }
        const QString text = verdictText(item.verdict);
        const bool isOnly = confirmation.items.size() == 1;
        if (isOnly && item.verdict == RequestVerdict::Gone) {
            showMessage(Tone::Warning, text, tr("Nothing was sent."));
            closeOnly();
        } else if (isOnly || item.verdict == RequestVerdict::NotEnoughTraffic) {
            showFormProblem(text);
        } else {
            showFormProblem(
                tr("%1: %2", "a sub-user, what is wrong").arg(subUserText(item.request), text));
        }
        return;
    }
}

const SubUserOrder *ServingDialog::unknownAmong(const SubUserConfirmation &asked) const
{
    const SubUserOrders &all = m_desk.operations();
    for (auto each = all.rbegin(); each != all.rend(); ++each) {
        if (each->state != OrderState::Unknown) {
            continue;
        }
        for (const auto &item : asked.items) {
            if (isOfSameSubUser(item.request, each->request)) {
                return &*each;
            }
        }
    }
    return nullptr;
}

void ServingDialog::send()
{
    if (!m_confirmation) {
        fail();
        goTo(Step::Form);
        return;
    }
    m_step = Step::Sending;
    m_back->hide();
    m_operations.clear();
    m_batch = m_desk.run(m_confirmation->number, m_confirm->isRiskAccepted(), this,
                         [this](const RunAnswer &answer) { answered(answer); });
}

void ServingDialog::answered(const RunAnswer &answer)
{
    if (answer.kind == RunAnswer::Queued) {
        m_operations = answer.operations;
        m_allOperations += answer.operations;
        m_batch = answer.batch;
        if (m_operations.size() > 1) {
            fail(); // back to Editing: the table shows the progress
            m_results->setOperations(m_operations);
            goTo(Step::Results);
            updateResults();
        } else {
            follow();
        }
        return;
    }
    fail();
    setCancelText(tr("Cancel"));
    if (answer.kind == RunAnswer::NeedsRiskAccepted && m_confirmation) {
        m_step = Step::Confirm;
        confirm(*m_confirmation); // the risk has to be accepted now
        return;
    }
    goTo(Step::Form);
    if (answer.kind == RunAnswer::AlreadyUsed) {
        showMessage(Tone::Warning, tr("This was already sent."),
                    tr("Nothing was sent a second time. The Activity page shows the operation."));
    } else if (answer.kind == RunAnswer::Busy) {
        showMessage(Tone::Warning, tr("An operation of this sub-user is in progress."),
                    tr("Nothing was sent. Wait for its result, then try again."));
    } else {
        showProblem();
    }
}

void ServingDialog::follow()
{
    const QString id = m_operations.value(0);
    const SubUserOrder *operation = m_desk.operation(id);
    if (operation == nullptr || m_step != Step::Sending) {
        return;
    }
    const bool waits = operation->state == OrderState::Waiting;
    setCancelText(waits ? tr("Cancel operation") : tr("Close, keep checking"));
    if (operation->isUnderWay()) {
        return;
    }
    hideMessage();
    if (operation->state == OrderState::Refused || operation->state == OrderState::NotSent) {
        refused(*operation);
        return;
    }
    m_step = Step::Confirm;
    whenEnded();
    succeed();
    Q_EMIT operationEnded(id);
}

// Nothing was moved: returns to the unchanged form, with the reason.
void ServingDialog::refused(const SubUserOrder &operation)
{
    const QString reason = operationResultText(operation);
    const bool isGone = operation.notSentFor == NotSentFor::Gone ||
                        (operation.error && operation.error->kind == ErrorKind::NotFound);
    const std::optional<ApiError> error = operation.error;
    fail();
    goTo(Step::Form);
    if (error) {
        showError(*error);
    }
    showFormProblem(tr("%1 This operation moved no traffic.").arg(reason));
    if (isGone) {
        if (!error) {
            showMessage(Tone::Warning, reason, tr("No traffic was moved."));
        }
        closeOnly();
    }
}

// ----------------------------------------------------------------------------------- many at once

void ServingDialog::updateResults()
{
    if (m_step != Step::Results) {
        return;
    }
    const ServingResults::Counts counts = m_results->counts();
    const bool busy = counts.underWay > 0;
    setTitle(busy ? tr("Sending…") : tr("Results"));
    setSubtitle(busy ? tr("You can close this window: the operations continue, and the Activity "
                          "page shows them.")
                     : QString());
    m_cancelRest->setVisible(counts.waiting > 0);
    setCancelText(tr("Close"));
    const auto again = static_cast<int>(m_results->unmoved().size());
    submitButton()->setVisible(!busy && again > 0);
    setSubmitText(tr("Try again with %n sub-users…", nullptr, again), tr("Loading…"));
    submitButton()->setEnabled(!busy && again > 0);
    setFooterNote(counts.unknown > 0 && !busy ? tr("Unknown ones are checked and never sent again.")
                                              : QString());
    if (!busy) {
        whenEnded();
    }
}

void ServingDialog::openOperation(const QString &id)
{
    if (m_desk.operation(id) == nullptr) {
        return;
    }
    auto *dialog = new OrderDialog(m_theme, m_account, id, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace relaybook
