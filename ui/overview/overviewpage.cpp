// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewpage.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/coverageline.h"
#include "ui/base/errordetails.h"
#include "ui/base/errortext.h"
#include "ui/base/poolforecasts.h"
#include "ui/overview/attentioncard.h"
#include "ui/overview/overviewcards.h"
#include "ui/overview/overviewcharts.h"
#include "ui/overview/plancard.h"
#include "ui/overview/recentcard.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/focusorder.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/tableview.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr auto clockTick = 1s; // as in the status strip

// Both kinds of token can read the account's figures, so the failed call shows which token was
// used.
TokenKind tokenBehind(const ApiError &error)
{
    return isOfReseller(error) ? TokenKind::Reseller : TokenKind::Personal;
}

} // namespace

OverviewPage::OverviewPage(const PageContext &context, QWidget *parent)
    : Page(parent)
    , m_account(context.account)
    , m_theme(context.theme)
    , m_header(new PageHeader(context.theme, tr("Overview"), this))
    , m_refresh(new QPushButton(tr("Refresh"), this))
    , m_trouble(new Banner(context.theme, Banner::Shape::Inline, this))
    , m_attention(new AttentionCard(context.account, context.theme, this))
    , m_span(new QPushButton(this))
    , m_forecasts(new PoolForecasts(context.account, *this))
    , m_cards(new OverviewCards(context.account, context.theme, this))
    , m_plan(new PlanCard(context.account, context.theme, this))
    , m_charts(new OverviewCharts(context.account, context.theme, this))
    , m_recent(new RecentCard(context.account, context.theme, this))
{
    setObjectName(QStringLiteral("overviewPage"));
    setAccessibleName(title());
    buildHeader();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 12, 20, 14);
    column->setSpacing(12);
    column->addWidget(m_header);
    column->addWidget(m_trouble);
    column->addWidget(m_attention);
    column->addWidget(m_cards);
    column->addWidget(m_plan);
    column->addWidget(makeSubUsersCard());
    column->addWidget(m_charts);
    column->addWidget(m_recent, 1);
    connectParts();
    updateForecasts();
    refreshView();
}

void OverviewPage::buildHeader()
{
    m_refresh->setObjectName(QStringLiteral("refreshButton"));
    m_refresh->setAccessibleName(m_refresh->text());
    m_refresh->setIcon(m_theme.icon(Icon::Refresh));
    m_refresh->setAutoDefault(false);
    buildSpan();
    m_header->addWidget(m_refresh);
    connect(m_refresh, &QPushButton::clicked, this, [this] { perform(Command::Refresh); });
    m_trouble->setObjectName(QStringLiteral("overviewTrouble"));
    m_trouble->hide();
}

void OverviewPage::buildSpan()
{
    m_span->setObjectName(QStringLiteral("spanButton"));
    m_span->setAutoDefault(false);
    auto *menu = new QMenu(m_span);
    menu->setObjectName(QStringLiteral("spanMenu"));
    const std::pair<std::optional<int>, QString> spans[] = {
        {30, tr("Last 30 days")},
        {60, tr("Last 60 days")},
        {365, tr("Last 365 days")},
        {std::nullopt, tr("All days")},
    };
    for (const auto &[days, text] : spans) {
        QAction *action = menu->addAction(text);
        action->setObjectName(QStringLiteral("span%1").arg(days.value_or(0)));
        connect(action, &QAction::triggered, this,
                [this, days = days, text = text] { setSpan(days, text); });
    }
    m_span->setMenu(menu);
    m_header->addWidget(m_span);
    setSpan(spans[1].first, spans[1].second);
}

// A card of its own: what sub-users hold is not in the pools above.
QWidget *OverviewPage::makeSubUsersCard()
{
    auto *card = new Card(m_theme, this);
    card->setObjectName(QStringLiteral("subUsersCard"));
    auto *row = new QHBoxLayout(card);
    row->setContentsMargins(16, 10, 16, 10);
    auto *line =
        new CoverageLine(m_account, m_theme, *m_forecasts, CoverageLine::Shows::SubUsers, *this);
    row->addWidget(line);
    card->setVisible(!line->isHidden());
    connect(line, &CoverageLine::shownChanged, card, &QWidget::setVisible);
    return card;
}

void OverviewPage::setSpan(std::optional<int> days, const QString &text)
{
    m_span->setText(text);
    m_span->setAccessibleName(tr("Period of the balance chart: %1").arg(text));
    m_charts->setDays(days);
}

void OverviewPage::connectParts()
{
    connect(&m_account, &AccountSession::summaryChanged, this, &OverviewPage::refreshView);
    connect(&m_account, &AccountSession::areaChanged, this, &OverviewPage::refreshView);
    connect(&m_account.notices(), &AccountNotices::reportedChanged, this,
            &OverviewPage::updateTrouble);
    connect(&m_account, &AccountSession::viewOnlyChanged, this, &OverviewPage::refreshView);
    connect(m_forecasts, &PoolForecasts::changed, this, &OverviewPage::updateForecasts);
    connect(m_attention, &AttentionCard::actionWanted, this, &Page::attentionActionRequested);
    connect(m_attention, &AttentionCard::allWanted, this,
            [this] { Q_EMIT pageRequested(QStringLiteral("subUsersPage")); });
    connect(m_attention, &AttentionCard::listWanted, this, &Page::attentionRequested);
    connect(m_cards, &OverviewCards::signInRequested, this, &Page::signInRequested);
    connect(m_cards, &OverviewCards::topUpRequested, this,
            [this](const QString &type) { Q_EMIT topUpRequested(type); });
    connect(m_charts, &OverviewCharts::spentThisMonth, m_cards, &OverviewCards::setBalanceNote);
    connect(m_charts, &OverviewCharts::rowsChosen, this, &Page::ledgerRequested);
    connect(m_recent, &RecentCard::signInRequested, this,
            [this] { Q_EMIT signInRequested(TokenKind::Personal); });
    connect(m_recent, &RecentCard::selectionChanged, this, &Page::commandsChanged);
    connect(m_recent, &RecentCard::allRequested, this,
            [this] { Q_EMIT pageRequested(QStringLiteral("transactionsPage")); });
    m_clock.setInterval(clockTick);
    connect(&m_clock, &QTimer::timeout, m_cards, &OverviewCards::updateBalance);
}

QString OverviewPage::title() const
{
    return tr("Overview");
}

bool OverviewPage::can(Command command) const
{
    switch (command) {
    case Command::Refresh:
        return !m_account.isOffline();
    case Command::Copy:
        return m_recent->table().selectionModel()->hasSelection();
    case Command::SelectAll:
        return m_recent->hasRows();
    case Command::Search:
    case Command::Edit:
    case Command::CopyCredentials:
    case Command::CopyCredentialsAs:
    case Command::ToggleInspector:
        return false;
    }
    return false;
}

void OverviewPage::perform(Command command)
{
    if (!can(command)) {
        return;
    }
    if (command == Command::Refresh) {
        m_account.refreshAll();
    } else if (command == Command::Copy) {
        m_recent->table().copySelection();
    } else if (command == Command::SelectAll) {
        m_recent->table().selectAll();
    }
}

void OverviewPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_recent->setSuspended(false);
    m_charts->setSuspended(false);
    m_clock.start();
    refreshView();
    m_plan->want();
}

bool OverviewPage::event(QEvent *event)
{
    // Cards, charts and links are added later, so the Tab order is set again.
    if (event->type() == QEvent::LayoutRequest) {
        orderFocusAsSeen(*this);
    }
    return Page::event(event);
}

void OverviewPage::hideEvent(QHideEvent *event)
{
    Page::hideEvent(event);
    m_clock.stop();
    m_recent->setSuspended(true);
    m_charts->setSuspended(true);
}

void OverviewPage::refreshView()
{
    m_header->setNote(privateText(m_account.summary().name));
    m_refresh->setEnabled(can(Command::Refresh) &&
                          m_account.status(Area::Account).state != AreaStatus::Loading);
    m_cards->updateCards();
    m_charts->setVisible(m_account.summary().transactions > 0);
    updateTrouble();
    m_recent->updateState();
    Q_EMIT commandsChanged();
}

void OverviewPage::updateForecasts()
{
    m_cards->setForecasts(m_forecasts->all(), m_forecasts->bought().ledger);
}

void OverviewPage::addAccessLink(const AccessText &access)
{
    if (access.does == AccessText::Does::SignIn) {
        auto *signIn = m_trouble->addLink(access.action, QStringLiteral("overviewSignIn"));
        connect(signIn, &QPushButton::clicked, this,
                [this] { Q_EMIT signInRequested(TokenKind::Personal); });
    } else if (access.does == AccessText::Does::LookAgain) {
        auto *again = m_trouble->addLink(access.action, QStringLiteral("overviewTryAgain"));
        connect(again, &QPushButton::clicked, &m_account, &AccountSession::refreshAll);
    }
}

void OverviewPage::updateTrouble()
{
    const AreaStatus status = m_account.status(Area::Account);
    const auto access = accessProblem(m_account, Area::Account);
    const bool failed = status.state == AreaStatus::Failed && status.error &&
                        !isReportedAbove(m_account, access, status.error);
    m_trouble->setVisible(failed);
    if (!failed) {
        m_shownError.reset();
        m_shownAccess.reset();
        return;
    }
    if (status.error == m_shownError && access == m_shownAccess) {
        return; // new links would lose the focus
    }
    m_shownAccess = access;
    m_shownError = status.error;
    m_trouble->clearLinks();
    if (access) {
        m_trouble->setMessage(access->tone, access->title, access->text);
        addAccessLink(*access);
        return;
    }
    const ErrorText text = errorText(*status.error);
    const QString asOf =
        status.asOf ? tr("The data shown was loaded on %1.").arg(format::dateTime(*status.asOf))
                    : text.advice;
    m_trouble->setMessage(Tone::Bad, text.title, asOf);
    if (isSolvedBySignIn(*status.error)) {
        auto *signIn = m_trouble->addLink(tr("Sign in…"), QStringLiteral("overviewSignIn"));
        connect(signIn, &QPushButton::clicked, this,
                [this, token = tokenBehind(*status.error)] { Q_EMIT signInRequested(token); });
    }
    auto *again = m_trouble->addLink(tr("Try again"), QStringLiteral("overviewTryAgain"));
    connect(again, &QPushButton::clicked, &m_account, &AccountSession::refreshAll);
    auto *details = m_trouble->addLink(tr("Details"), QStringLiteral("overviewDetails"));
    connect(details, &QPushButton::clicked, this,
            [this, error = *status.error] { openErrorDetails(m_theme, error, this); });
}

} // namespace relaybook
