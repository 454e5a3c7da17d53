// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/topupdialog.h"

#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/base/exacttime.h"
#include "ui/orders/topupconfirm.h"
#include "ui/orders/topupform.h"
#include "ui/orders/topuptext.h"
#include "ui/orderview/ordertext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/sandboxmark.h"

#include <QApplication>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr int formWidth = 760;
constexpr int confirmWidth = 560;
constexpr auto freshFor = 60s;

} // namespace

TopUpDialog::TopUpDialog(const PageContext &context, const QString &trafficType, QWidget *parent)
    : ActionDialog(context.theme, QString(), TokenKind::Reseller, parent)
    , m_theme(context.theme)
    , m_account(context.account)
    , m_desk(context.account.purchases())
    , m_deskAtEnd(&m_desk)
    , m_sandbox(isInSandbox(parent))
    , m_form(new TopUpForm(context.theme, this))
    , m_confirm(new TopUpConfirm(context.theme, this))
    , m_back(new QPushButton(tr("Back"), this))
{
    setObjectName(QStringLiteral("topUpDialog"));
    build();
    connectParts();
    m_form->setSummary(m_account.summary());
    m_form->chooseType(trafficType);
    reportRepeats();
    goTo(Step::Form);
    showProblem();
    // The figures shown first should not be old either; they are read once more before anything is
    // sent.
    const auto asOf = m_account.summary().poolsAsOf;
    if (!asOf || !format::isFresh(*asOf, SystemClock().now(), freshFor)) {
        m_account.refresh(Area::Account);
    }
}

// Without reject(), e.g. because another account is shown. An order that was sent is not touched.
// At the end of the program, its window is hidden: nothing is sent any more, and the next start
// says so.
TopUpDialog::~TopUpDialog()
{
    const bool isEnd = parentWidget() == nullptr || !parentWidget()->window()->isVisible();
    if (m_deskAtEnd && !isEnd) {
        m_deskAtEnd->disconnect(this);
        m_deskAtEnd->withdraw(this);
    }
}

void TopUpDialog::build()
{
    contentLayout()->addWidget(m_form);
    contentLayout()->addWidget(m_confirm);
    m_back->setObjectName(QStringLiteral("back"));
    m_back->setAccessibleName(m_back->text());
    m_back->setAutoDefault(false);
    addFooterWidget(m_back);
    if (m_sandbox) {
        submitButton()->setIcon(m_theme.icon(Icon::Sandbox, Role::OnAccent));
    }
    m_settle.setSingleShot(true);
    m_settle.setInterval(QApplication::doubleClickInterval() + 200);
    m_age.setInterval(1s);
    m_age.start();
}

void TopUpDialog::connectParts()
{
    connect(m_form, &TopUpForm::changed, this, &TopUpDialog::updateForm);
    connect(m_confirm, &TopUpConfirm::agreedChanged, this, &TopUpDialog::updateButtons);
    connect(m_back, &QPushButton::clicked, this, [this] { goTo(Step::Form); });
    connect(&m_settle, &QTimer::timeout, this, &TopUpDialog::updateButtons);
    connect(&m_age, &QTimer::timeout, this, &TopUpDialog::updateAge);
    connect(&m_account, &AccountSession::summaryChanged, this, [this] {
        m_form->setSummary(m_account.summary());
        reportRepeats();
    });
    connect(&m_desk, &PurchaseDesk::orderChanged, this, &TopUpDialog::reportRepeats);
    connect(&m_desk, &OrderEngine::stateChanged, this, &TopUpDialog::showProblem);
    connect(&m_desk, &PurchaseDesk::orderChanged, this, &TopUpDialog::follow);
}

void TopUpDialog::reportRepeats()
{
    constexpr auto repeatWithin = std::chrono::minutes(10);
    QStringList lately;
    for (const TrafficPool &pool : m_account.summary().pools) {
        if (m_desk.boughtWithin(pool.type, repeatWithin)) {
            lately.append(pool.type);
        }
    }
    m_form->setBoughtLately(lately);
}

void TopUpDialog::setAmount(TrafficAmount amount)
{
    m_form->setAmount(amount);
}

// ----------------------------------------------------------------------------------- the two steps

void TopUpDialog::goTo(Step step)
{
    m_step = step;
    const bool form = step == Step::Form;
    m_form->setVisible(form);
    m_confirm->setVisible(!form);
    m_back->setVisible(step == Step::Confirm);
    if (form) {
        setTitle(tr("Top up traffic"));
        setSubtitle(m_sandbox
                        ? tr("Nothing here is real: you buy from the sandbox on this computer.")
                        : tr("Traffic is paid from your USD balance and counted per proxy type."));
    } else {
        setTitle(tr("Buy this?"));
        setSubtitle(tr("This order will be sent once. It is stored on this computer first."));
    }
    setSheetWidth(form ? formWidth : confirmWidth);
    setSubmitKeys(form ? SubmitKeys::CtrlEnter : SubmitKeys::None);
    if (form) {
        m_confirmation.reset();
        m_form->focusAmount();
    } else {
        m_settle.start();
        cancelButton()->setFocus();
    }
    updateButtons();
    updateAge();
}

void TopUpDialog::updateForm()
{
    if (m_step == Step::Form) {
        updateButtons();
        updateAge();
    }
}

void TopUpDialog::updateButtons()
{
    const QString &currency = m_account.summary().currency;
    const auto marked = [this](const QString &text) {
        return m_sandbox ? tr("%1 (sandbox)").arg(text) : text;
    };
    if (state() == State::Submitting) {
        return;
    }
    if (m_step == Step::Form) {
        const auto draft = m_form->draft();
        const QString text =
            draft ? buyText(draft->amount, draft->quote, currency) : tr("Buy traffic");
        setSubmitText(tr("%1…", "leads to a confirmation").arg(marked(text)),
                      tr("Loading prices…"));
        submitButton()->setEnabled(draft.has_value() && !m_desk.problem());
        return;
    }
    if (m_confirmation) {
        setSubmitText(marked(buyText(m_confirmation->amount, m_confirmation->quote, currency)),
                      tr("Sending…"));
    }
    submitButton()->setEnabled(m_confirmation && m_confirm->isAgreed() && !m_settle.isActive() &&
                               !m_desk.problem());
}

void TopUpDialog::updateAge()
{
    const AccountSummary &summary = m_account.summary();
    const auto draft = m_form->draft();
    PriceList::Source source = PriceList::Source::None;
    for (const TrafficPool &pool : summary.pools) {
        if (draft && pool.type == draft->proxyType) {
            source = pool.prices.source;
        }
    }
    if (m_step == Step::Sending) {
        reportWait();
    }
    reportPause();
    reportLimit();
    if (m_step == Step::Form) {
        setFooterNote(draft ? priceSourceText(source, summary.poolsAsOf, SystemClock().now())
                            : QString());
    } else {
        setFooterNote({});
    }
}

// -------------------------------------------------------------------------------------- submitting

void TopUpDialog::startSubmit()
{
    m_limitUntil.reset();
    if (m_step == Step::Form) {
        prepare();
    } else {
        send();
    }
}

// Only reading the prices can be stopped; an order that is being sent cannot be cancelled from
// here.
void TopUpDialog::stopSubmit()
{
    m_prepare.cancel();
    m_reportsPause = false;
    hideMessage(); // the pause that was waited for
    updateButtons();
}

void TopUpDialog::reject()
{
    if (m_step == Step::Sending) {
        // If nothing was sent yet, nothing will be: an order must not be sent after its dialog was
        // closed while it waited.
        m_desk.disconnect(this); // or follow() would return to the form
        m_desk.withdraw(this);   // while this dialog still shows the order: the user knows
        m_orderId.clear();       // from here on the window shows the progress
        done(Rejected);          // there is nothing left to discard
        return;
    }
    ActionDialog::reject();
}

void TopUpDialog::prepare()
{
    const auto draft = m_form->draft();
    if (!draft) {
        fail();
        return;
    }
    const auto shown = draft->quote ? std::optional(draft->quote->cost) : std::nullopt;
    m_prepare = m_desk.prepare(draft->proxyType, draft->amount, this,
                               [this, shown](const Result<Confirmation> &answer) {
                                   m_reportsPause = false;
                                   hideMessage();
                                   fail(); // back to Editing: of the next step or of this one
                                   if (answer) {
                                       confirm(*answer, shown);
                                   } else {
                                       showError(answer.error());
                                       updateButtons();
                                   }
                               });
    reportPause();
}

// Prices are loaded as soon as the service's limits allow it: that may take an hour.
void TopUpDialog::reportPause()
{
    if (m_step != Step::Form || state() != State::Submitting) {
        return;
    }
    constexpr auto worthAWord = 1s;
    const auto wait = m_desk.prepareWait();
    if (wait >= worthAWord) {
        m_reportsPause = true;
        const Instant until = SystemClock().now() + wait;
        showMessage(Tone::Accent,
                    tr("The service's limit on requests is reached until %1.")
                        .arg(exactTime(until, SystemClock().now())),
                    tr("Prices and balance are loaded %1; then you are asked to confirm. Nothing "
                       "was ordered yet, and you can cancel.")
                        .arg(inText(wait)));
    } else if (std::exchange(m_reportsPause, false)) {
        hideMessage();
    }
}

void TopUpDialog::confirm(const Confirmation &confirmation, const std::optional<Money> &shown)
{
    hideMessage();
    m_confirmation = confirmation;
    m_confirm->show(confirmation, m_account.summary().currency, shown,
                    m_desk.unknownOf(confirmation.proxyType));
    goTo(Step::Confirm);
}

void TopUpDialog::send()
{
    if (!m_confirmation) {
        fail();
        goTo(Step::Form);
        return;
    }
    m_step = Step::Sending;
    m_back->hide();
    m_desk.buy(m_confirmation->number, m_confirm->isRiskAccepted(), this,
               [this](const BuyAnswer &answer) { answered(answer); });
}

void TopUpDialog::answered(const BuyAnswer &answer)
{
    if (answer.kind == BuyAnswer::Ordered) {
        m_orderId = answer.orderId;
        follow(answer.orderId);
        return;
    }
    fail();
    setCancelText(tr("Cancel"));
    const auto shown = m_confirmation && m_confirmation->quote
                           ? std::optional(m_confirmation->quote->cost)
                           : std::nullopt;
    if (answer.kind == BuyAnswer::AlreadyUsed) {
        goTo(Step::Form);
        showMessage(Tone::Warning, tr("This order was already placed."),
                    tr("Nothing was sent a second time. The Activity page shows the order."));
        return;
    }
    const Confirmation present = answer.again.value_or(m_confirmation.value_or(Confirmation{}));
    confirm(present, shown);
    if (answer.kind == BuyAnswer::Busy) {
        showMessage(Tone::Warning, tr("Another order is in progress."),
                    tr("Wait for its answer, then buy this one."));
    } else if (answer.kind == BuyAnswer::OtherOrder) {
        showMessage(Tone::Warning, tr("A charge for an earlier order of this type was found."),
                    tr("This order was not sent. Check the Activity page before you buy: it may "
                       "already be bought."));
    } else if (answer.kind == BuyAnswer::Closed) {
        showProblem();
    } else if (answer.error) {
        showError(*answer.error);
    }
}

void TopUpDialog::follow(const QString &orderId)
{
    if (orderId != m_orderId || m_step != Step::Sending) {
        return;
    }
    const TopUpOrder *order = m_desk.order(orderId);
    if (order == nullptr || order->isUnderWay()) {
        reportWait();
        return;
    }
    hideMessage();
    if (const auto again = m_desk.takeNewPrice(orderId)) {
        BuyAnswer answer;
        answer.kind = order->notSentFor == NotSentFor::Earlier ? BuyAnswer::OtherOrder
                                                               : BuyAnswer::PriceChanged;
        answer.again = again;
        m_orderId.clear();
        answered(answer);
        return;
    }
    if (order->state == OrderState::Refused || order->state == OrderState::NotSent) {
        refused(*order);
        return;
    }
    m_orderId.clear();
    m_step = Step::Confirm;
    succeed();
    Q_EMIT orderPlaced(orderId);
}

// While the order waits for its token or for the rate limits, it can be cancelled.
void TopUpDialog::reportWait()
{
    const auto wait = m_desk.waitsFor(m_orderId);
    const TopUpOrder *order = m_desk.order(m_orderId);
    // Before there is an order, the prices are read.
    const bool unsent =
        m_orderId.isEmpty() || (order != nullptr && order->state == OrderState::Waiting);
    const bool goesOn = wait && banner()->isVisible(); // the order now waits for an answer
    if (wait && (wait->count() > 0 || goesOn)) {
        showMessage(Tone::Accent, tr("Your order is waiting %1.").arg(waitText(*wait)),
                    tr("Nothing was sent yet. The price is checked again before sending. If it has "
                       "changed, you are asked to confirm again."));
    } else {
        hideMessage();
    }
    setCancelText(unsent ? tr("Cancel order") : tr("Close, keep checking"));
}

// Nothing was spent: returns to the unchanged form, with the reason at the field.
void TopUpDialog::refused(const TopUpOrder &order)
{
    m_orderId.clear();
    fail();
    setCancelText(tr("Cancel"));
    goTo(Step::Form);
    const ApiError error = order.error.value_or(ApiError{});
    if (error.kind == ErrorKind::TooManyRequests) {
        startLimitNotice(error);
        return;
    }
    // Of other refusals the service's words may be meant for programmers; they are in the details.
    const bool isAboutTheOrder =
        error.kind == ErrorKind::Validation || error.kind == ErrorKind::Refused;
    const QString words = !error.fields.empty() ? error.fields.front().message
                          : isAboutTheOrder     ? serviceText(error)
                                                : QString();
    showError(error);
    m_form->setFieldError(
        order.state == OrderState::NotSent ? tr("The order was not sent. Nothing was spent.")
        : words.isEmpty()                  ? tr("The service refused the order. Nothing was spent.")
                          : tr("The service says: %1 Nothing was spent.").arg(words));
}

// The form stays as it is and nothing is marked: the user did nothing wrong. Buying again is up to
// the user.
void TopUpDialog::startLimitNotice(const ApiError &error)
{
    constexpr auto usualPause = 60s;
    showError(error); // with its details
    m_limitUntil = SystemClock().now() + error.retryAfter.value_or(usualPause);
    reportLimit();
}

void TopUpDialog::reportLimit()
{
    if (!m_limitUntil) {
        return;
    }
    const Instant now = SystemClock().now();
    const bool isOver = now >= *m_limitUntil;
    const QString text =
        isOver ? tr("The pause is over: you can buy now.")
               : tr("Nothing was spent, and nothing is sent again by itself. You can buy %1.")
                     .arg(inText(*m_limitUntil - now));
    banner()->setMessage(Tone::Accent, tr("The service asks for a pause between orders."), text);
    if (isOver) {
        m_limitUntil.reset();
    }
}

} // namespace relaybook
