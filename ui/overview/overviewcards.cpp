// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewcards.h"

#include "models/tables/usage.h"
#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/showntext.h"
#include "ui/base/accesstext.h"
#include "ui/base/forecasttext.h"
#include "ui/base/viewonlytext.h"
#include "ui/overview/noticecard.h"
#include "ui/theme/style.h"
#include "ui/widgets/cardflow.h"
#include "ui/widgets/figurecard.h"

#include <algorithm>

namespace relaybook {

namespace {

constexpr int cardGap = 14;
constexpr int leastCardWidth = 210;

QString priceText(const PriceList &prices)
{
    if (prices.tiers.size() > 1) {
        const auto cheaper = [](const Tier &a, const Tier &b) {
            return a.pricePerGb < b.pricePerGb;
        };
        const auto [least, most] =
            std::minmax_element(prices.tiers.begin(), prices.tiers.end(), cheaper);
        return OverviewCards::tr("%1 to %2 per GB, by amount")
            .arg(format::money(least->pricePerGb), format::money(most->pricePerGb));
    }
    const auto price = prices.tiers.empty() ? prices.flatPricePerGb
                                            : std::optional(prices.tiers.front().pricePerGb);
    return price ? OverviewCards::tr("%1 per GB").arg(format::money(*price))
                 : OverviewCards::tr("The service reports no price");
}

} // namespace

OverviewCards::OverviewCards(AccountSession &account, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_account(account)
    , m_theme(theme)
    , m_flow(new CardFlow(metric::scaled(leastCardWidth, fontMetrics()), cardGap, this))
    , m_balance(new FigureCard(theme, this))
    , m_noBalance(new NoticeCard(theme, QStringLiteral("noBalanceCard"), this))
    , m_noPools(new NoticeCard(theme, QStringLiteral("noPoolsCard"), this))
{
    setObjectName(QStringLiteral("overviewCards"));
    m_balance->setObjectName(QStringLiteral("balanceCard"));
    m_balance->setTitle(tr("Balance"));
    m_balance->hide();
    m_noBalance->hide();
    m_noPools->hide();
    connect(m_noBalance, &NoticeCard::actionTriggered, this,
            [this] { whenAccessWanted(TokenKind::Personal); });
    connect(m_noPools, &NoticeCard::actionTriggered, this,
            [this] { whenAccessWanted(TokenKind::Reseller); });
}

void OverviewCards::setForecasts(std::vector<std::optional<TrafficForecast>> forecasts,
                                 const LedgerExtent &ledger)
{
    m_forecasts = std::move(forecasts);
    m_purchasesFrom = ledger;
    updatePools();
}

void OverviewCards::setBalanceNote(const QString &note, const QString &madeFrom)
{
    m_balanceNote = note;
    m_balanceMadeFrom = madeFrom;
    updateBalance();
}

void OverviewCards::updateCards()
{
    const AccountSummary &summary = m_account.summary();
    std::vector<QWidget *> cards;
    updateBalance();
    updatePools();
    // A stored balance is shown with its age, also while there is no token to load it with.
    const bool isShown = summary.hasPersonal || summary.balanceAsOf;
    if (!isShown) {
        sayAccess(*m_noBalance, tr("Balance"), TokenKind::Personal);
    }
    cards.push_back(isShown ? static_cast<QWidget *>(m_balance) : m_noBalance);
    for (std::size_t i = 0; i < summary.pools.size(); ++i) {
        cards.push_back(m_pools.at(i));
    }
    if (summary.pools.empty()) {
        cards.push_back(m_noPools);
    }
    placeCards(cards);
}

void OverviewCards::sayAccess(NoticeCard &card, const QString &title, TokenKind token)
{
    const AccessText words = accessText(m_account.tokenState(token), token);
    card.setNotice(title, tr("%1.", "a sentence without its full stop").arg(words.title),
                   words.action);
}

void OverviewCards::whenAccessWanted(TokenKind token)
{
    if (accessText(m_account.tokenState(token), token).does == AccessText::Does::LookAgain) {
        m_account.refreshAll();
    } else {
        Q_EMIT signInRequested(token);
    }
}

void OverviewCards::updateBalance()
{
    const AccountSummary &summary = m_account.summary();
    const bool loading = m_account.status(Area::Account).state == AreaStatus::Loading;
    const auto money = [&summary](Money amount) {
        return format::money(amount, format::Sign::WhereNegative, summary.currency);
    };
    if (summary.balance) {
        m_balance->setFigure(money(format::downToCents(*summary.balance)), money(*summary.balance));
    } else {
        m_balance->setFigure(
            format::orNothing(balanceText({}, summary.balanceDigits, summary.currency)));
    }
    QString asOf = loading ? tr("Loading…") : tr("Not loaded yet");
    const bool isUnclear = summary.balanceFrom == AccountSummary::BalanceFrom::UnclearTransactions;
    if (isUnclear) {
        asOf = tr("The newest transactions end at different balances");
        m_balance->setToolTip(tr("This service does not report the balance itself. See the ledger "
                                 "check on the page Transactions."));
    } else if (summary.balanceFrom == AccountSummary::BalanceFrom::NewestTransaction) {
        asOf = tr("Newest transaction: %1").arg(format::shortDateTime(*summary.balanceAsOf));
        m_balance->setToolTip(tr("This service does not report the balance itself."));
    } else if (summary.balanceAsOf) {
        asOf = loading ? tr("Updating…")
                       : format::updated(*summary.balanceAsOf, m_account.clock().now());
        m_balance->setToolTip({});
    }
    // Continues the line above: "Spent $13,338.96 this month / from 940 of 48,902 transactions". A
    // balance that comes from a transaction shows the date of the transaction there. The amount
    // spent is then hidden until the ledger is complete.
    const bool isPartial = !m_balanceMadeFrom.isEmpty();
    const bool waits =
        isUnclear ||
        (isPartial && summary.balanceFrom == AccountSummary::BalanceFrom::NewestTransaction);
    const bool hasNote = !m_balanceNote.isEmpty() && !waits;
    m_balance->setSubLine(hasNote ? m_balanceNote : asOf);
    m_balance->setNote(!hasNote ? QString() : isPartial ? m_balanceMadeFrom : asOf);
}

FigureCard *OverviewCards::poolCard(std::size_t index)
{
    while (m_pools.size() <= index) {
        auto *card = new FigureCard(m_theme, this);
        const auto number = m_pools.size() + 1;
        card->setObjectName(QStringLiteral("poolCard%1").arg(number));
        card->hide();
        m_pools.push_back(card);
        connect(card, &FigureCard::actionTriggered, this, [this, index = number - 1] {
            const auto &pools = m_account.summary().pools;
            if (index < pools.size()) {
                Q_EMIT topUpRequested(pools.at(index).type);
            }
        });
    }
    return m_pools.at(index);
}

void OverviewCards::updatePools()
{
    const AccountSummary &summary = m_account.summary();
    for (std::size_t i = 0; i < summary.pools.size(); ++i) {
        updatePool(i);
    }
    if (!summary.hasReseller) {
        sayAccess(*m_noPools, tr("Traffic"), TokenKind::Reseller);
    } else if (m_account.status(Area::Account).state == AreaStatus::Loaded) {
        m_noPools->setNotice(tr("Traffic"), tr("The service lists no traffic type."));
    } else {
        m_noPools->setNotice(tr("Traffic"), tr("The traffic left is not loaded yet."));
    }
}

void OverviewCards::updatePool(std::size_t index)
{
    const TrafficPool &pool = m_account.summary().pools.at(index);
    const auto forecast = index < m_forecasts.size() ? m_forecasts.at(index) : std::nullopt;
    FigureCard *card = poolCard(index);
    const QString type = isolated(format::proxyType(pool.type));
    card->setTitle(type);
    card->setAction(tr("Top up"), tr("Top up %1").arg(type));
    card->setActionBlocked(m_account.isViewOnly() ? viewOnlyReason() : QString());
    card->setFigure(pool.left ? format::traffic(*pool.left) : format::nothing());
    const QString price = priceText(pool.prices);
    const auto &leftAsOf = m_account.summary().leftAsOf;
    const auto reported = leftAsOf.find(pool.type);
    if (!pool.left || reported != leftAsOf.end()) {
        card->setBar(std::nullopt);
        card->setSubLine(pool.left
                             ? tr("Last reported: %1").arg(format::shortDateTime(reported->second))
                             : tr("Traffic left not reported"));
        card->setNote(price);
        card->setToolTip(tr("This service reports the traffic left only when you buy traffic."));
        return;
    }
    if (!forecast) {
        card->setBar(std::nullopt);
        card->setSubLine(price);
        card->setNote({});
        card->setToolTip({});
        return;
    }
    const bool isLow = forecast->mayRunOut();
    // The bar is relative to the highest amount seen, so it needs some days of readings. It is
    // hidden if the text beside it has no figure.
    const bool isForecast =
        forecast->state == TrafficForecast::Lasts || forecast->state == TrafficForecast::UsedUp;
    const bool hasShare = isForecast && forecast->readDays >= TrafficForecast::daysNeeded;
    card->setBar(hasShare ? usedShare(pool.left, forecast->mostSeen) : std::nullopt,
                 isLow ? Tone::Warning : Tone::Accent);
    card->setSubLine(daysLeftText(*forecast), isLow ? Tone::Warning : Tone::Quiet);
    const QString pace = paceText(*forecast, m_purchasesFrom);
    card->setNote(pace.isEmpty() ? price : pace);
    const QString how = forecastExplained(*forecast, m_purchasesFrom);
    card->setToolTip(QStringList{how, price}.join(QLatin1Char('\n')));
}

void OverviewCards::placeCards(const std::vector<QWidget *> &cards)
{
    if (cards == m_placed) {
        return;
    }
    for (QWidget *card : m_placed) {
        m_flow->removeWidget(card);
        card->hide();
    }
    m_placed = cards;
    for (QWidget *card : cards) {
        m_flow->addWidget(card);
        card->show();
    }
}

} // namespace relaybook
