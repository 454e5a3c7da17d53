// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingdialog.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/base/errortext.h"
#include "ui/base/orderconfirm.h"
#include "ui/lists/columns.h"
#include "ui/orderview/orderdialog.h"
#include "ui/serving/servingitemsmodel.h"
#include "ui/serving/servingresults.h"
#include "ui/serving/servingsums.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tableview.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace relaybook {

namespace {

constexpr int servingWidth = 560;
constexpr int servingManyWidth = 680;
constexpr int itemsHeight = 190;

/// So many as are missing below zero, rounded up.
TrafficAmount wholeGigabytes(TrafficAmount below)
{
    constexpr qint64 one = TrafficAmount::unitsPerGb;
    constexpr qint64 most = std::numeric_limits<qint64>::max() / one;
    const qint64 whole = -(below.units() / one) + (below.units() % one == 0 ? 0 : 1);
    return TrafficAmount::fromUnits(std::min(whole, most) * one);
}

} // namespace

ServingDialog::ServingDialog(const PageContext &context, QWidget *parent)
    : ConfirmedDialog(context, TokenKind::Reseller, context.account.serving(), parent)
    , m_desk(context.account.serving())
    , m_frame(new Card(context.theme, this))
    , m_table(new TableView(context.theme, m_frame))
    , m_items(new ServingItemsModel(this))
    , m_results(new ServingResults(context.theme, context.account.serving(), this))
    , m_cancelRest(new QPushButton(tr("Cancel the rest"), this))
    , m_topUp(new QPushButton(this))
{
    build();
    buildItems();
}

void ServingDialog::build()
{
    contentLayout()->addWidget(m_results);
    m_cancelRest->setObjectName(QStringLiteral("cancelRest"));
    m_cancelRest->setAccessibleName(m_cancelRest->text());
    m_cancelRest->setAutoDefault(false);
    addFooterWidget(m_cancelRest);
    connect(m_cancelRest, &QPushButton::clicked, this, [this] { m_desk.cancelBatch(m_batch); });
    m_topUp->setObjectName(QStringLiteral("topUpMissing"));
    m_topUp->setAutoDefault(false);
    setButtonKind(*m_topUp, ButtonKind::Link);
    m_topUp->hide();
    connect(m_topUp, &QPushButton::clicked, this,
            [this] { Q_EMIT topUpWanted(m_shortPool, m_missing); });
    connect(m_results, &ServingResults::changed, this, &ServingDialog::updateResults);
    connect(m_results, &ServingResults::operationWanted, this, &ServingDialog::openOperation);
    connect(&m_desk, &OrderEngine::ordersChanged, this, [this](const QStringList &ids) {
        if (step() == Step::Sending && ids.contains(m_operations.value(0))) {
            follow();
        }
    });
}

void ServingDialog::buildItems()
{
    m_frame->setFixedHeight(itemsHeight);
    m_table->setObjectName(QStringLiteral("servingItems"));
    m_table->setAccessibleName(tr("Sub-users"));
    m_table->setSortingEnabled(false);
    m_table->setModel(m_items);
    m_table->fitColumns(columnWidths(infosOf(ServingItemsModel::columnTable())));
    auto *framed = new QVBoxLayout(m_frame);
    framed->addWidget(m_table);
    m_frame->setFlush(true);
    confirmPart().addWidget(m_frame);
}

void ServingDialog::begin()
{
    goTo(Step::Form);
    showProblem();
    refreshFigures();
}

void ServingDialog::beforeConfirm(const SubUserConfirmation & /*confirmation*/) {}

bool ServingDialog::isAsAsked(const SubUserConfirmation & /*confirmation*/)
{
    return true;
}

// --------------------------------------------------------------------------------------- the steps

int ServingDialog::widthOf(Step step) const
{
    if (step == Step::Form) {
        return formWidth();
    }
    const bool many = step == Step::Results || (m_confirmation && m_confirmation->items.size() > 1);
    return many ? servingManyWidth : servingWidth;
}

void ServingDialog::whenShown(Step step)
{
    m_results->setVisible(step == Step::Results);
    m_cancelRest->setVisible(step == Step::Results);
    if (step == Step::Form) {
        m_confirmation.reset();
        m_isRead = false;
        focusForm();
    }
}

void ServingDialog::showTextsAgain()
{
    showFormAgain();
    if (step() == Step::Confirm && m_confirmation) {
        confirm(*m_confirmation);
    }
}

ConfirmedDialog::Texts ServingDialog::confirmTexts() const
{
    return textsOf(*m_confirmation);
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

QString ServingDialog::shortageText(const std::vector<SubUserRequest> &asked) const
{
    for (const PoolChange &pool : poolChanges(asked, account().summary().pools)) {
        if (pool.isShort()) {
            return tr("%1: only %2 left.", "a pool, an amount")
                .arg(poolText(pool.serviceType), format::trafficExact(*pool.now));
        }
    }
    return {};
}

void ServingDialog::updateTopUpLink(const std::vector<SubUserRequest> &asked)
{
    const auto changes = poolChanges(asked, account().summary().pools);
    const auto missing = std::find_if(changes.begin(), changes.end(),
                                      [](const PoolChange &pool) { return pool.isShort(); });
    const bool isShort = missing != changes.end() && account().canChange(Area::SubUsers);
    if (isShort) {
        m_shortPool = missing->serviceType;
        m_missing = wholeGigabytes(*missing->after);
        m_topUp->setText(tr("Buy the missing %1…").arg(format::trafficExact(m_missing)));
        m_topUp->setAccessibleName(m_topUp->text());
    }
    m_topUp->setVisible(isShort);
}

// -------------------------------------------------------------------------------------- submitting

void ServingDialog::startSubmit()
{
    if (step() == Step::Form) {
        m_isRead = false;
        readForm();
    } else if (step() == Step::Results) {
        const auto again = m_results->unmoved();
        fail();
        goTo(Step::Form);
        askAgain(again);
        hideMessage(); // what it said before was covered by the results
        showProblem();
        return;
    }
    ConfirmedDialog::startSubmit();
}

// Only reading the figures can be stopped.
void ServingDialog::stopSubmit()
{
    m_prepare.cancel();
    updateButtons();
}

QStringList ServingDialog::orders() const
{
    return isVisible() ? m_operations : QStringList();
}

void ServingDialog::reject()
{
    if (step() == Step::Sending) {
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
    if (step() == Step::Results) {
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
    const RealTexts shown(areAmountsShown(*this));
    if (!confirmation.isFine()) {
        showVerdicts(confirmation);
        updateButtons();
        return;
    }
    m_confirmation = confirmation;
    confirmPart().setRows(confirmRows(confirmation));
    const bool many = confirmation.items.size() > 1;
    m_items->setItems(many ? confirmation.items : std::vector<SubUserConfirmation::Item>());
    m_frame->setVisible(many);
    showUnresolved(unknownAmong(confirmation));
    beforeConfirm(confirmation);
    goTo(Step::Confirm);
}

void ServingDialog::showUnresolved(const std::vector<const SubUserOrder *> &earlier)
{
    if (earlier.empty()) {
        confirmPart().setUnresolved({}, {}, {});
        return;
    }
    constexpr std::size_t mostNamed = 5;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(earlier.size(), mostNamed); ++i) {
        const SubUserOrder &each = *earlier.at(i);
        lines.append(tr("“%1” was sent on %2 and may have been carried out.")
                         .arg(requestSentence(each.request),
                              format::dateTime(each.sentAt.value_or(each.preparedAt))));
    }
    if (earlier.size() > mostNamed) {
        lines.append(tr("%1 more are on the Activity page.", "earlier orders",
                        static_cast<int>(earlier.size() - mostNamed))
                         .arg(format::count(earlier.size() - mostNamed)));
    }
    confirmPart().setUnresolved(
        tr("%n earlier orders are still unresolved.", nullptr, static_cast<int>(earlier.size())),
        lines.join(u'\n'), tr("Continue anyway: both may be carried out."));
}

void ServingDialog::showVerdicts(const SubUserConfirmation &confirmation)
{
    const RealTexts shown(areAmountsShown(*this));
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

std::vector<const SubUserOrder *>
ServingDialog::unknownAmong(const SubUserConfirmation &asked) const
{
    std::vector<const SubUserOrder *> unknown;
    const SubUserOrders &all = m_desk.operations();
    for (auto each = all.rbegin(); each != all.rend(); ++each) {
        const auto isOfIt = [&each](const auto &item) {
            return isOfSameSubUser(item.request, each->request);
        };
        if (each->state == OrderState::Unknown &&
            std::any_of(asked.items.begin(), asked.items.end(), isOfIt)) {
            unknown.push_back(&*each);
        }
    }
    return unknown;
}

void ServingDialog::send()
{
    if (!m_confirmation) {
        fail();
        goTo(Step::Form);
        return;
    }
    beginSending();
    m_operations.clear();
    m_batch = m_desk.run(m_confirmation->number, confirmPart().isRiskAccepted(), this,
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
        setStep(Step::Confirm);
        confirm(*m_confirmation); // the risk has to be accepted now
        return;
    }
    goTo(Step::Form);
    if (answer.kind == RunAnswer::AlreadyUsed) {
        showMessage(Tone::Warning, tr("This was already sent."),
                    tr("Nothing was sent a second time. The Activity page shows the order."));
    } else if (answer.kind == RunAnswer::Busy) {
        showMessage(Tone::Warning, tr("An order for this sub-user is in progress."),
                    tr("Nothing was sent. Wait for its result, then try again."));
    } else {
        showProblem();
    }
}

void ServingDialog::follow()
{
    const QString id = m_operations.value(0);
    const SubUserOrder *operation = m_desk.operation(id);
    if (operation == nullptr || step() != Step::Sending) {
        return;
    }
    const bool waits = operation->state == OrderState::Waiting;
    setCancelText(waits ? tr("Cancel order") : tr("Close, keep checking"));
    if (operation->isUnderWay()) {
        return;
    }
    hideMessage();
    if (operation->state == OrderState::Refused || operation->state == OrderState::NotSent) {
        refused(*operation);
        return;
    }
    setStep(Step::Confirm);
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
    showFormProblem(tr("%1 This order moved no traffic.").arg(reason));
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
    if (step() != Step::Results) {
        return;
    }
    const ServingResults::Counts counts = m_results->counts();
    const bool busy = counts.underWay > 0;
    setTitle(busy ? tr("Sending…") : tr("Results"));
    setSubtitle(busy ? tr("You can close this window: the orders continue, and the Activity "
                          "page shows them.")
                     : QString());
    m_cancelRest->setVisible(counts.waiting > 0);
    setCancelText(tr("Close"));
    const auto again = static_cast<int>(m_results->unmoved().size());
    submitButton()->setVisible(!busy && again > 0);
    setSubmitText(tr("Try again with %1 sub-users…", nullptr, again).arg(format::count(again)),
                  tr("Loading…"));
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
    auto *dialog = new OrderDialog(theme(), account(), id, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace relaybook
