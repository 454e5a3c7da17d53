// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders/prepareagain.h"

#include "models/accounts/accountsession.h"
#include "models/serving/operationmade.h"
#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/undobar.h"
#include "ui/orderview/subuserordertext.h"
#include "ui/serving/servingdialogs.h"

#include <QSet>

#include <algorithm>

namespace relaybook {

PrepareAgain::PrepareAgain(const PageContext &context, Page &page, UndoBar &said,
                           SecretClipboard &secrets)
    : QObject(&page)
    , m_context(context)
    , m_page(page)
    , m_said(said)
    , m_dialogs(new ServingDialogs(context, {page, said, secrets}))
{
}

bool PrepareAgain::isOffered(const QStringList &orderIds) const
{
    return giveBackOf(orderIds) ||
           std::any_of(orderIds.begin(), orderIds.end(), [this](const QString &id) {
               const auto order = findOrder(m_context.account, id);
               return order && commonOf(*order).movedNothing();
           });
}

QString PrepareAgain::buttonText(const QStringList &orderIds) const
{
    if (const auto back = giveBackOf(orderIds)) {
        return giveBackText(*back);
    }
    return orderIds.size() == 1 ? tr("Prepare again…") : tr("Prepare these again…");
}

QString PrepareAgain::whyNot(const QStringList &orderIds) const
{
    if (orderIds.size() > mostTargets) {
        return tr("Select at most %1 orders.").arg(format::count(mostTargets));
    }
    if (const auto back = giveBackOf(orderIds)) {
        const QString reason = whyNoChange(m_context.account, Area::SubUsers);
        return reason.isEmpty() ? whyNotServed({*back}) : reason;
    }
    QSet<int> kinds;
    for (const QString &id : orderIds) {
        const auto order = findOrder(m_context.account, id);
        if (!order || !commonOf(*order).movedNothing()) {
            return tr("Only orders that were refused, not sent or not done can be prepared again.");
        }
        const Order &common = commonOf(*order);
        kinds.insert(static_cast<int>(engineOf(m_context.account, *order).summaryOf(common).kind));
    }
    if (kinds.size() != 1) {
        return tr("Select orders of one kind.");
    }
    switch (static_cast<OrderKind>(*kinds.begin())) {
    case OrderKind::TopUp:
        return orderIds.size() > 1              ? tr("Top-ups are prepared one at a time.")
               : m_context.account.isViewOnly() ? viewOnlyReason()
                                                : QString();
    case OrderKind::CreateProxy:
        return orderIds.size() > 1 ? tr("New proxies are prepared one at a time.")
                                   : whyNoChange(m_context.account, Area::Proxies);
    case OrderKind::Give:
    case OrderKind::TakeBack:
    case OrderKind::CreateSubUser:
    case OrderKind::DeleteSubUser:
        break;
    }
    const QString reason = whyNoChange(m_context.account, Area::SubUsers);
    return reason.isEmpty() ? whyNotServed(requestsOf(orderIds)) : reason;
}

QString PrepareAgain::whyNotServed(const std::vector<SubUserRequest> &requests) const
{
    QSet<QString> customers;
    bool isAnyThere = false;
    bool fillsAlike = true;
    for (const SubUserRequest &each : requests) {
        customers.insert(keyOf(each));
        isAnyThere = isAnyThere || !isGone(each);
        fillsAlike = fillsAlike && each.fillUpTo == requests.front().fillUpTo;
    }
    if (!isAnyThere) {
        return tr("%n of these sub-users no longer exist.", nullptr,
                  static_cast<int>(requests.size()));
    }
    if (customers.size() < static_cast<qsizetype>(requests.size())) {
        return tr("A sub-user is in more than one of these orders. Select one of them.");
    }
    return fillsAlike ? QString()
                      : tr("These orders fill up to different amounts. Select those with the same "
                           "amount.");
}

/// For the only order of the list.
std::optional<SubUserRequest> PrepareAgain::giveBackOf(const QStringList &orderIds) const
{
    const SubUserDesk &desk = m_context.account.serving();
    const SubUserOrder *order = orderIds.size() == 1 ? desk.order(orderIds.front()) : nullptr;
    return order != nullptr ? relaybook::giveBackOf(*order, desk.operations()) : std::nullopt;
}

/// In the order in which they were prepared.
std::vector<SubUserRequest> PrepareAgain::requestsOf(const QStringList &orderIds) const
{
    if (const auto back = giveBackOf(orderIds)) {
        return {*back};
    }
    std::vector<SubUserRequest> requests;
    for (auto id = orderIds.crbegin(); id != orderIds.crend(); ++id) {
        if (const SubUserOrder *order = m_context.account.serving().order(*id)) {
            requests.push_back(order->request);
        }
    }
    return requests;
}

/// The whole list was loaded, even if it is being loaded again, and the sub-user is not in it.
bool PrepareAgain::isGone(const SubUserRequest &request) const
{
    const AreaStatus list = m_context.account.status(Area::SubUsers);
    const bool isKnown =
        list.state == AreaStatus::Loaded || (list.state == AreaStatus::Loading && list.asOf);
    return request.kind != SubUserRequest::Kind::Create && isKnown &&
           !m_context.account.rows().subUser(request.subUser);
}

void PrepareAgain::open(const QStringList &orderIds)
{
    const QString reason = whyNot(orderIds);
    if (!reason.isEmpty() || !isOffered(orderIds)) {
        m_said.say(Tone::Warning, reason);
        return;
    }
    auto requests = requestsOf(orderIds);
    if (!requests.empty()) {
        openServed(std::move(requests));
        return;
    }
    const QString &id = orderIds.front();
    const TopUpOrder *topUp = m_context.account.purchases().order(id);
    const auto &pools = m_context.account.summary().pools;
    if (topUp != nullptr && std::none_of(pools.begin(), pools.end(), [topUp](const auto &pool) {
            return pool.type == topUp->proxyType;
        })) {
        m_said.say(Tone::Warning,
                   tr("The service no longer lists traffic of the type %1.")
                       .arg(isolated(format::proxyType(topUp->proxyType))),
                   tr("Choose another type."));
    }
    Q_EMIT m_page.orderAgainRequested(id);
}

void PrepareAgain::openServed(std::vector<SubUserRequest> requests)
{
    QStringList gone;
    for (const SubUserRequest &each : requests) {
        if (isGone(each)) {
            gone.append(subUserText(each));
        }
    }
    std::erase_if(requests, [this](const SubUserRequest &each) { return isGone(each); });
    m_dialogs->openAgain(requests);
    if (!gone.isEmpty()) {
        constexpr qsizetype mostNames = 3;
        m_said.say(Tone::Warning,
                   tr("%1 sub-users no longer exist and were left out.", nullptr,
                      static_cast<int>(gone.size()))
                       .arg(format::count(gone.size())),
                   gone.size() > mostNames ? QString() : gone.join(QStringLiteral(", ")));
    }
    const auto &pools = m_context.account.summary().pools;
    const SubUserRequest &first = requests.front();
    if (requests.size() == 1 && first.kind == SubUserRequest::Kind::Create &&
        !first.serviceType.isEmpty() &&
        std::none_of(pools.begin(), pools.end(),
                     [&first](const auto &pool) { return pool.type == first.serviceType; })) {
        m_said.say(Tone::Warning,
                   tr("The service no longer lists traffic of the type %1.")
                       .arg(isolated(format::proxyType(first.serviceType))),
                   tr("Choose another service."));
    }
}

} // namespace relaybook
