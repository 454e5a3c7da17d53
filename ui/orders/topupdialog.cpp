// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/topupdialog.h"

#include "models/attention/attentiondesk.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/base/errortext.h"
#include "ui/base/exacttime.h"
#include "ui/base/orderconfirm.h"
#include "ui/orders/topupconfirm.h"
#include "ui/orders/topupform.h"
#include "ui/orders/topuptext.h"
#include "ui/orderview/ordertext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/banner.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr int formWidth = 760;
constexpr int confirmWidth = 560;

} // namespace

TopUpDialog::TopUpDialog(const PageContext &context, const QString &trafficType, QWidget *parent)
    : ConfirmedDialog(context, TokenKind::Reseller, context.account.purchases(), parent)
    , m_desk(context.account.purchases())
    , m_deskAtEnd(&m_desk)
    , m_form(new TopUpForm(context.theme, this))
{
    setObjectName(QStringLiteral("topUpDialog"));
    setForm(m_form);
    m_age.setInterval(1s);
    m_age.start();
    connectParts();
    m_form->setSummary(account().summary());
    m_form->chooseType(trafficType);
    reportRepeats();
    goTo(Step::Form);
    showProblem();
    refreshFigures();
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

void TopUpDialog::connectParts()
{
    connect(m_form, &TopUpForm::changed, this, &TopUpDialog::updateForm);
    connect(&m_age, &QTimer::timeout, this, &TopUpDialog::updateAge);
    connect(&account(), &AccountSession::summaryChanged, this, [this] {
        m_form->setSummary(account().summary());
        reportRepeats();
    });
    connect(&m_desk, &PurchaseDesk::orderChanged, this, &TopUpDialog::reportRepeats);
    connect(&m_desk, &PurchaseDesk::orderChanged, this, &TopUpDialog::follow);
}

void TopUpDialog::reportRepeats()
{
    constexpr auto repeatWithin = std::chrono::minutes(10);
    QStringList lately;
    for (const TrafficPool &pool : account().summary().pools) {
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

void TopUpDialog::propose(TrafficAmount amount)
{
    m_form->propose(amount, account().attention().limits().proposedDays);
}

// ----------------------------------------------------------------------------------- the two steps

int TopUpDialog::widthOf(Step step) const
{
    return step == Step::Form ? formWidth : confirmWidth;
}

void TopUpDialog::whenShown(Step step)
{
    if (step == Step::Form) {
        m_confirmation.reset();
        m_form->focusAmount();
    }
    updateAge();
}

void TopUpDialog::showTextsAgain()
{
    m_form->setSummary(account().summary());
    if (step() == Step::Confirm && m_confirmation) {
        confirm(*m_confirmation, m_shownCost);
    }
}

void TopUpDialog::updateForm()
{
    if (step() == Step::Form) {
        updateButtons();
        updateAge();
    }
}

ConfirmedDialog::Texts TopUpDialog::formTexts() const
{
    const auto draft = m_form->draft();
    return {tr("Top up traffic"),
            isSandbox() ? tr("Nothing here is real: you buy from the sandbox on this computer.")
                        : tr("Traffic is paid from your USD balance and counted per proxy type."),
            draft ? buyText(draft->amount, draft->quote, account().summary().currency)
                  : tr("Buy traffic")};
}

ConfirmedDialog::Texts TopUpDialog::confirmTexts() const
{
    return {tr("Buy this?"),
            tr("This order will be sent once. It is stored on this computer first."),
            buyText(m_confirmation->amount, m_confirmation->quote, account().summary().currency)};
}

bool TopUpDialog::isFormReady() const
{
    return m_form->draft().has_value();
}

void TopUpDialog::showProblem()
{
    if (m_desk.problem()) {
        m_limitUntil.reset();
    }
    ConfirmedDialog::showProblem();
}

void TopUpDialog::updateAge()
{
    const AccountSummary &summary = account().summary();
    const auto draft = m_form->draft();
    PriceList::Source source = PriceList::Source::None;
    for (const TrafficPool &pool : summary.pools) {
        if (draft && pool.type == draft->proxyType) {
            source = pool.prices.source;
        }
    }
    if (step() == Step::Sending) {
        reportWait();
    }
    reportPause();
    reportLimit();
    if (step() == Step::Form) {
        setFooterNote(draft ? priceSourceText(source, summary.poolsAsOf, account().clock().now())
                            : QString());
    } else {
        setFooterNote({});
    }
}

// -------------------------------------------------------------------------------------- submitting

void TopUpDialog::startSubmit()
{
    m_limitUntil.reset();
    ConfirmedDialog::startSubmit();
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

QStringList TopUpDialog::orders() const
{
    return m_orderId.isEmpty() ? QStringList() : QStringList{m_orderId};
}

void TopUpDialog::reject()
{
    if (step() == Step::Sending) {
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
    if (step() != Step::Form || state() != State::Submitting) {
        return;
    }
    constexpr auto worthAWord = 1s;
    const auto wait = m_desk.prepareWait();
    if (wait >= worthAWord) {
        m_reportsPause = true;
        const Instant until = account().clock().now() + wait;
        showMessage(Tone::Accent,
                    tr("The service's limit on requests is reached until %1.")
                        .arg(exactTime(until, account().clock().now())),
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
    m_shownCost = shown;
    const RealTexts inDialog(areAmountsShown(*this));
    showTopUp(confirmPart(), confirmation, account().summary().currency, shown,
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
    beginSending();
    m_desk.buy(m_confirmation->number, confirmPart().isRiskAccepted(), this,
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
    if (orderId != m_orderId || step() != Step::Sending) {
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
    setStep(Step::Confirm);
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
    const QString words = !error.fields.empty() ? privateText(error.fields.front().message)
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
    m_limitUntil = account().clock().now() + error.retryAfter.value_or(usualPause);
    reportLimit();
}

void TopUpDialog::reportLimit()
{
    if (!m_limitUntil) {
        return;
    }
    const Instant now = account().clock().now();
    const bool isOver = now >= *m_limitUntil;
    const QString text =
        isOver ? tr("You can try again now.")
               : tr("Nothing was spent, and nothing is sent again by itself. You can try again %1.")
                     .arg(inText(*m_limitUntil - now));
    banner()->setMessage(Tone::Accent, tr("The service asks for a pause between orders."), text);
    if (isOver) {
        m_limitUntil.reset();
    }
}

} // namespace relaybook
