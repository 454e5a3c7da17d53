// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/plancard.h"

#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/accesstext.h"
#include "ui/base/errortext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace relaybook {

namespace {

using FiguresSet = TrafficFigures::Set;
using PlanStatus = TrafficFigures::Status;

constexpr qsizetype longestPlanName = 60;

QStringList planFacts(const AccountPlan &plan)
{
    QStringList facts;
    if (plan.active && !*plan.active) {
        facts.append(PlanCard::tr("not active"));
    }
    if (plan.until) {
        facts.append(PlanCard::tr("until %1").arg(format::dateTime(*plan.until)));
    } else if (plan.since) {
        facts.append(PlanCard::tr("since %1").arg(format::dateTime(*plan.since)));
    }
    return facts;
}

QStringList trafficFacts(const PeriodTraffic &traffic)
{
    if (!traffic.total) {
        return {};
    }
    QStringList facts{PlanCard::tr("%1 in 24 hours").arg(format::traffic(*traffic.total))};
    if (traffic.most && traffic.mostAt && traffic.parts > 1) {
        facts.append(
            PlanCard::tr("most: %1 on %2", "traffic, date and time")
                .arg(format::traffic(*traffic.most), format::shortDateTime(*traffic.mostAt)));
    }
    return facts;
}

} // namespace

PlanCard::PlanCard(AccountSession &account, const Theme &theme, QWidget *parent)
    : Card(theme, parent)
    , m_account(account)
    , m_title(new Label(theme, Role::Text, TextStyle::BodyBold, this))
    , m_text(new ElidedLabel(theme, Role::QuietText, TextStyle::Body, this))
    , m_again(new QPushButton(tr("Try again"), this))
    , m_accountIsLoading(account.status(Area::Account).state == AreaStatus::Loading)
{
    setObjectName(QStringLiteral("planCard"));
    m_title->setObjectName(QStringLiteral("planName"));
    m_text->setObjectName(QStringLiteral("planText"));
    m_again->setObjectName(QStringLiteral("planAgain"));
    m_again->setAccessibleName(tr("Try again to load the plan"));
    m_again->setAutoDefault(false);
    setButtonKind(*m_again, ButtonKind::Link);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 10, 16, 10);
    row->setSpacing(12);
    row->addWidget(m_title);
    row->addWidget(m_text, 1);
    row->addWidget(m_again);
    connect(&account.figures(), &TrafficFigures::changed, this, &PlanCard::refreshView);
    connect(&account, &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::Account) {
            onAccountChanged();
        }
    });
    connect(&account.notices(), &AccountNotices::reportedChanged, this, &PlanCard::refreshView);
    connect(m_again, &QPushButton::clicked, this, &PlanCard::loadFailed);
    refreshView();
}

void PlanCard::want()
{
    m_account.figures().want(FiguresSet::Plan);
    m_account.figures().want(FiguresSet::AccountTraffic);
}

void PlanCard::loadFailed()
{
    for (const FiguresSet set : {FiguresSet::Plan, FiguresSet::AccountTraffic}) {
        if (m_account.figures().status(set).error) {
            m_account.figures().load(set);
        }
    }
}

// When the user loads the account again, these figures are loaded too, because they are shown
// beside its balance.
void PlanCard::onAccountChanged()
{
    const bool isLoading = m_account.status(Area::Account).state == AreaStatus::Loading;
    const bool isAsked = isLoading && !m_accountIsLoading;
    m_accountIsLoading = isLoading;
    if (isAsked && parentWidget()->isVisible()) {
        m_account.figures().load(FiguresSet::Plan);
        m_account.figures().load(FiguresSet::AccountTraffic);
    }
}

void PlanCard::refreshView()
{
    const PlanStatus plan = m_account.figures().status(FiguresSet::Plan);
    const PlanStatus traffic = m_account.figures().status(FiguresSet::AccountTraffic);
    const AccountPlan &planRead = m_account.figures().plan();
    const QStringList facts =
        planFacts(planRead) + trafficFacts(m_account.figures().accountTraffic());
    const bool isKnown = !planRead.name.isEmpty() || !facts.isEmpty();
    const bool isFailed = plan.state == PlanStatus::Failed || traffic.state == PlanStatus::Failed;
    const auto &error = plan.state == PlanStatus::Failed ? plan.error : traffic.error;
    const bool isNew = isFailed && !isReportedAbove(m_account, {}, error);
    m_again->setVisible(isFailed);
    if (isKnown) {
        m_title->setText(
            planRead.name.isEmpty()
                ? tr("Traffic")
                : tr("Plan: %1").arg(isolated(format::shortened(planRead.name, longestPlanName))));
        m_text->setText(facts.join(QStringLiteral(" · ")));
        m_text->setRole(Role::QuietText);
        if (plan.asOf || traffic.asOf) {
            const Instant newest =
                std::max(plan.asOf.value_or(Instant{}), traffic.asOf.value_or(Instant{}));
            setToolTip(tr("As of %1").arg(format::dateTime(newest)));
        }
    } else if (isFailed) {
        showError(plan.state == PlanStatus::Failed ? *plan.error : *traffic.error);
    }
    setAccessibleName(m_title->text());
    setAccessibleDescription(m_text->text());
    setVisible(isKnown || isNew);
}

void PlanCard::showError(const ApiError &error)
{
    m_title->setText(tr("Plan and traffic"));
    m_text->setText(tr("Could not be loaded. %1").arg(errorText(error).title));
    m_text->setRole(Role::Bad);
    setToolTip({});
}

} // namespace relaybook
