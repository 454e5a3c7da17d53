// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/topupform.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/charts/pricecurve.h"
#include "ui/orders/tiertable.h"
#include "ui/orders/topuptext.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"
#include "ui/widgets/placebox.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/rowlist.h"
#include "ui/widgets/typednumber.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr int columnGap = 20;
constexpr int sideWidth = 320;
constexpr int sumLabelWidth = 176;
constexpr qint64 quickAmounts[] = {10, 50, 100, 250, 500, 1000};

TrafficAmount wholeGb(qint64 gigabytes)
{
    return TrafficAmount::fromUnits(gigabytes * TrafficAmount::unitsPerGb);
}

} // namespace

TopUpForm::TopUpForm(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_type(new CalmComboBox(this))
    , m_typeRow(new FieldRow(theme, tr("Proxy type"), m_type, this))
    , m_edit(new UnitEdit(theme, tr("GB"), this))
    , m_amountRow(new FieldRow(theme, tr("Amount"), m_edit, this))
    , m_quick(new QHBoxLayout)
    , m_advice(new Banner(theme, Banner::Shape::Stacked, this))
    , m_repeat(new Banner(theme, Banner::Shape::Stacked, this))
    , m_curve(new PriceCurve(theme, this))
    , m_tiers(new TierTable(theme, this))
    , m_noPrice(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_sums(new RowList(theme, this))
{
    setObjectName(QStringLiteral("topUpForm"));
    build();
    connect(m_type, &QComboBox::currentIndexChanged, this, &TopUpForm::whenEdited);
    connect(m_edit, &QLineEdit::textChanged, this, &TopUpForm::whenEdited);
    connect(m_tiers, &TierTable::amountChosen, this, [this](TrafficAmount amount) {
        setAmount(amount);
        focusAmount();
    });
    update();
}

void TopUpForm::build()
{
    m_type->setObjectName(QStringLiteral("typeBox"));
    m_edit->setObjectName(QStringLiteral("amountEdit"));
    constexpr int longestAmount = 24;
    m_edit->setMaxLength(longestAmount);
    auto *left = new QVBoxLayout;
    left->setSpacing(12);
    left->addWidget(m_typeRow);
    buildAmount(left);
    left->addWidget(m_advice);
    left->addWidget(m_repeat);
    left->addWidget(m_curve, 1);
    left->addStretch(); // where there is no curve
    auto *right = new QVBoxLayout;
    right->setSpacing(12);
    auto *tierCard = new Card(m_theme, this);
    tierCard->setFixedWidth(metric::scaled(sideWidth, fontMetrics()));
    auto *tierColumn = new QVBoxLayout(tierCard);
    tierColumn->addWidget(m_tiers);
    tierCard->setFlush(true);
    right->addWidget(tierCard);
    buildSums(right);
    right->addStretch(1);
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, this);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(columnGap);
    m_columns->addLayout(left, 1);
    m_columns->addLayout(right);
}

/// That of one column above the other.
QSize TopUpForm::minimumSizeHint() const
{
    const int left = m_columns->itemAt(0)->minimumSize().width();
    const int right = m_columns->itemAt(1)->minimumSize().width();
    return {std::max(left, right), QWidget::minimumSizeHint().height()};
}

/// Where there is no room for both side by side, the figures stand below.
void TopUpForm::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int both = m_columns->itemAt(0)->minimumSize().width() + columnGap +
                     m_columns->itemAt(1)->minimumSize().width();
    const auto direction = width() < both ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (m_columns->direction() != direction) {
        m_columns->setDirection(direction);
    }
}

void TopUpForm::buildAmount(QVBoxLayout *column)
{
    m_quick->setSpacing(6);
    for (const qint64 amount : quickAmounts) {
        auto *button = new QPushButton(format::count(amount), this);
        button->setObjectName(QStringLiteral("quick%1").arg(amount));
        button->setAccessibleName(tr("%1 GB").arg(format::count(amount)));
        button->setAutoDefault(false);
        constexpr int narrow = 52;
        button->setMinimumWidth(narrow);
        m_quick->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, amount] {
            setAmount(wholeGb(amount));
            focusAmount();
        });
    }
    m_quick->addStretch(1);
    auto *group = new QVBoxLayout;
    group->setSpacing(8);
    group->addWidget(m_amountRow);
    group->addLayout(m_quick);
    column->addLayout(group);
    m_advice->setObjectName(QStringLiteral("topUpAdvice"));
    m_advice->hide();
    m_repeat->setObjectName(QStringLiteral("topUpRepeat"));
    m_repeat->hide();
}

void TopUpForm::buildSums(QVBoxLayout *column)
{
    auto *card = new Card(m_theme, this);
    card->setFixedWidth(metric::scaled(sideWidth, fontMetrics()));
    m_sums->setObjectName(QStringLiteral("topUpSums"));
    m_sums->setAccessibleName(tr("Cost and balances after the order"));
    m_sums->setLabelWidth(sumLabelWidth);
    m_sums->alignValuesAtEnd(); // under the prices
    m_noPrice->setObjectName(QStringLiteral("topUpNoPrice"));
    m_noPrice->setWordWrap(true);
    m_noPrice->hide();
    auto *inside = card->addInsetColumn();
    inside->setSpacing(10);
    inside->addWidget(m_noPrice);
    inside->addWidget(m_sums);
    column->addWidget(card);
}

void TopUpForm::setSummary(const AccountSummary &summary)
{
    const RealTexts shown(areAmountsShown(*this));
    m_summary = summary;
    fillTypes();
    update();
}

// Fills in the types in the order of the summary; the user's choice stays, whatever moved.
void TopUpForm::fillTypes()
{
    const QString chosen = m_type->currentData().toString();
    const QSignalBlocker quiet(m_type);
    m_type->clear();
    for (const TrafficPool &each : m_summary.pools) {
        const QString name = plainLine(format::proxyType(each.type));
        m_type->addItem(each.left ? tr("%1 · %2 left").arg(name, format::traffic(*each.left))
                                  : name,
                        each.type);
    }
    m_type->setCurrentIndex(std::max(m_type->findData(chosen), m_type->count() > 0 ? 0 : -1));
}

void TopUpForm::setBoughtLately(const QStringList &types)
{
    if (types != m_boughtLately) {
        m_boughtLately = types;
        updateAdvice();
    }
}

void TopUpForm::chooseType(const QString &proxyType)
{
    if (const int index = m_type->findData(proxyType); index >= 0) {
        m_type->setCurrentIndex(index);
    }
}

void TopUpForm::setAmount(TrafficAmount amount)
{
    m_edit->setText(typedText(amount));
}

void TopUpForm::propose(TrafficAmount amount, int days)
{
    m_proposed = amount;
    m_proposedType = m_type->currentData().toString();
    m_proposedDays = days;
    setAmount(amount);
}

void TopUpForm::setFieldError(const QString &sentence)
{
    m_refusal = sentence;
    m_amountRow->setError(sentence);
}

void TopUpForm::whenEdited()
{
    m_refusal.clear();
    update();
}

void TopUpForm::focusAmount()
{
    m_edit->setFocus();
    m_edit->selectAll();
}

bool TopUpForm::isTouched() const
{
    return !m_edit->text().trimmed().isEmpty();
}

const TrafficPool *TopUpForm::pool() const
{
    const QString type = m_type->currentData().toString();
    for (const TrafficPool &each : m_summary.pools) {
        if (each.type == type) {
            return &each;
        }
    }
    return nullptr;
}

std::optional<Quote> TopUpForm::price() const
{
    if (pool() == nullptr || !m_amount) {
        return std::nullopt;
    }
    const auto found = quote(pool()->prices, *m_amount);
    return found ? std::optional(*found) : std::nullopt;
}

bool TopUpForm::isTooDear() const
{
    const auto found = price();
    return found && m_summary.balance && found->cost > *m_summary.balance;
}

std::optional<OrderDraft> TopUpForm::draft() const
{
    if (pool() == nullptr || !m_amount || isTooDear()) {
        return std::nullopt;
    }
    return OrderDraft{pool()->type, *m_amount, quote(pool()->prices, *m_amount)};
}

QString TopUpForm::sum(Money amount) const
{
    return format::money(amount, format::Sign::WhereNegative, m_summary.currency);
}

void TopUpForm::update()
{
    const RealTexts shown(areAmountsShown(*this));
    const auto typed = readOrderAmount(m_edit->text());
    m_amount = typed.value;
    m_amountRow->setError(typed.problem.isEmpty() ? m_refusal : typed.problem);
    const PriceList prices = pool() != nullptr ? pool()->prices : PriceList{};
    m_tiers->setPrices(prices, m_summary.currency);
    m_tiers->setAmount(m_amount);
    m_curve->setPrices(prices);
    m_curve->setAmount(m_amount);
    m_curve->setVisible(prices.source != PriceList::Source::None);
    updateHint();
    updateSums();
    updateAdvice();
    Q_EMIT changed();
}

// Shows the next tier, if it is worth mentioning and nothing more important is shown.
void TopUpForm::updateHint()
{
    QString hint;
    if (pool() != nullptr && m_amount) {
        const Advice advice = advise(pool()->prices, *m_amount);
        if (advice.next && !advice.cheaper && advice.next->savedPerGb.units() > 0) {
            hint = tr("Add %1 to reach the next tier: %2 per GB, %3 less.")
                       .arg(format::trafficExact(advice.next->missing),
                            sum(advice.next->atStart.ratePerGb), sum(advice.next->savedPerGb));
        }
    }
    m_amountRow->setHint(hint);
}

void TopUpForm::updateSums()
{
    const auto found = price();
    QList<RowList::Row> rows;
    const QString nothing = format::nothing();
    rows.append({found ? calculationText(*found, m_summary.currency) : tr("Cost"),
                 found ? sum(found->cost) : nothing});
    if (found && found->isRounded()) {
        rows.append({tr("Rounding"), roundingText(*found, m_summary.currency)});
    }
    const auto &balance = m_summary.balance;
    const bool isOfLedger = m_summary.balanceFrom == AccountSummary::BalanceFrom::NewestTransaction;
    rows.append({isOfLedger ? tr("Last known balance") : tr("Balance now"),
                 balance ? sum(*balance) : tr("not known")});
    const auto left = found && balance ? balance->minus(found->cost) : std::nullopt;
    RowList::Row after{tr("Balance after"), left ? sum(*left) : nothing};
    after.bold = left.has_value();
    after.tone = left && left->isNegative() ? Tone::Bad : Tone::Neutral;
    rows.append(after);
    // Traffic left that was read on another day is no basis for a figure of today.
    const bool isOfToday = pool() != nullptr && m_summary.leftAsOf.count(pool()->type) == 0;
    const auto had = isOfToday ? pool()->left : std::nullopt;
    const auto has = had && m_amount ? had->plus(*m_amount) : std::nullopt;
    RowList::Row poolAfter{pool() != nullptr
                               ? tr("%1 after").arg(isolated(format::proxyType(pool()->type)))
                               : tr("Traffic after"),
                           has ? format::traffic(*has) : nothing};
    poolAfter.bold = has.has_value();
    rows.append(poolAfter);
    m_sums->setRows(rows);
    const auto quoted =
        pool() != nullptr && m_amount ? quote(pool()->prices, *m_amount) : Quoted<Quote>(Quote{});
    m_noPrice->setVisible(!quoted);
    m_noPrice->setText(quoted ? QString() : noQuoteText(quoted.error()));
}

void TopUpForm::updateAdvice()
{
    const RealTexts shown(areAmountsShown(*this));
    m_advice->clearLinks();
    const auto found = price();
    const auto advice = found ? advise(pool()->prices, *m_amount) : Advice{};
    const bool offers = advice.cheaper.has_value();
    const bool proposes =
        m_proposed && m_amount == m_proposed && m_type->currentData().toString() == m_proposedType;
    m_advice->setVisible(isTooDear() || offers || proposes);
    if (isTooDear()) {
        adviseMoney(*found);
    } else if (offers) {
        adviseCheaper(*advice.cheaper);
    } else if (proposes) {
        adviseProposed(advice);
    }
    const bool repeated = pool() != nullptr && m_boughtLately.contains(pool()->type);
    m_repeat->setVisible(repeated);
    if (repeated) {
        m_repeat->setMessage(Tone::Accent,
                             tr("%1 was bought less than 10 minutes ago.")
                                 .arg(isolated(format::proxyType(pool()->type))),
                             tr("This would be an additional order."));
    }
}

void TopUpForm::adviseMoney(const Quote &quote)
{
    const Money balance = m_summary.balance.value_or(Money());
    const auto missing = quote.cost.minus(balance);
    m_advice->setMessage(
        Tone::Bad, tr("The balance is %1 too low.").arg(sum(missing.value_or(quote.cost))),
        tr("This order costs %1, and the balance is %2.").arg(sum(quote.cost), sum(balance)));
    if (const auto fits = largestFor(pool()->prices, balance)) {
        addTakeOver(fits->amount,
                    tr("Use %1 for %2, the most you can pay")
                        .arg(format::trafficExact(fits->amount), sum(fits->cost)),
                    QStringLiteral("useLargest"));
    }
}

void TopUpForm::adviseProposed(const Advice &advice)
{
    m_advice->setMessage(Tone::Accent, tr("This is a proposal."),
                         tr("At today's use, what is left and %2 more would last for %1 days.",
                            nullptr, m_proposedDays)
                             .arg(format::count(m_proposedDays))
                             .arg(format::trafficExact(*m_proposed)));
    if (advice.next && advice.next->savedPerGb.units() > 0) {
        const Quote &next = advice.next->atStart;
        addTakeOver(next.amount,
                    tr("Use %1 for %2 per GB, the next tier")
                        .arg(format::trafficExact(next.amount), sum(next.ratePerGb)),
                    QStringLiteral("useNextTier"));
    }
}

void TopUpForm::adviseCheaper(const CheaperOffer &offer)
{
    const QString larger = format::trafficExact(offer.offer.amount);
    const QString asked = format::trafficExact(*m_amount);
    const auto now = price();
    const QString lead = offer.saved.isZero()
                             ? tr("%1 costs the same as %2.").arg(larger, asked)
                             : tr("%1 costs %2 less than %3.").arg(larger, sum(offer.saved), asked);
    m_advice->setMessage(Tone::Warning, lead,
                         tr("At %1 every gigabyte costs %2: %3 instead of %4.")
                             .arg(larger, sum(offer.offer.ratePerGb), sum(offer.offer.cost),
                                  now ? sum(now->cost) : format::nothing()));
    addTakeOver(offer.offer.amount, tr("Use %1").arg(larger), QStringLiteral("useCheaper"));
}

void TopUpForm::addTakeOver(TrafficAmount amount, const QString &text, const QString &name)
{
    auto *link = m_advice->addLink(text, name);
    connect(link, &QPushButton::clicked, this, [this, amount] {
        setAmount(amount);
        focusAmount();
    });
}

} // namespace relaybook
