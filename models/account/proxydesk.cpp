// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/proxydesk.h"

#include "api/endpoints/proxies.h"
#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "models/account/accountactions.h"
#include "models/account/proxydeskparts.h"
#include "models/account/storedrows.h"
#include "models/orders/answermeaning.h"
#include "models/sync/arearefresh.h"

#include <QUuid>

#include <algorithm>

namespace relaybook {
namespace {

bool isOpenCreation(OrderState state)
{
    return state == OrderState::Sending || state == OrderState::Unknown;
}

/// An answer about another type is an error, because this order may still have been carried out.
Result<Proxy> proxyOf(const ProxyOrder &order, const Result<Proxy> &answer)
{
    if (!answer || answer->type.isEmpty() ||
        answer->type.compare(order.wanted.type, Qt::CaseInsensitive) == 0) {
        return answer;
    }
    return tl::unexpected(answerAboutAnother(answer->type));
}

} // namespace

ProxyDesk::ProxyDesk(OrderJournal &journal, Parts parts, Tuning tuning)
    : m_journal(journal)
    , m_parts(std::move(parts))
    , m_tuning(std::move(tuning))
{
    if (m_parts.client != nullptr) {
        connect(m_parts.client, &ApiClient::viewOnlyChanged, this, &ProxyDesk::changed);
    }
    connect(&m_parts.auth, &AuthSession::changed, this, [this] {
        m_isMissing = false;
        Q_EMIT changed();
    });
    m_lookTimer.setSingleShot(true);
    connect(&m_lookTimer, &QTimer::timeout, this, &ProxyDesk::look);
    connect(&m_journal, &OrderJournal::changed, this, &ProxyDesk::changed);
    joinJournal();
}

ProxyDesk::~ProxyDesk() = default;

// ----------------------------------------------------------------------------------------- state

std::optional<DeskProblem> ProxyDesk::problem() const
{
    if (auto problem = m_journal.problem()) {
        return problem;
    }
    const auto closed = [this](DeskProblem::Kind kind) { return m_journal.problemOfKind(kind); };
    if (m_parts.client == nullptr || !m_parts.auth.has(TokenKind::Personal)) {
        return closed(DeskProblem::Offline);
    }
    if (m_parts.client->isViewOnly()) {
        return closed(DeskProblem::ViewOnly);
    }
    return std::nullopt;
}

ProxyOrder *ProxyDesk::find(const QString &id)
{
    const auto found = std::find_if(m_creations.begin(), m_creations.end(),
                                    [&](const ProxyOrder &each) { return each.id == id; });
    return found == m_creations.end() ? nullptr : &*found;
}

const ProxyOrder *ProxyDesk::creation(const QString &id) const
{
    return const_cast<ProxyDesk *>(this)->find(id); // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

const ProxyOrder *ProxyDesk::open() const
{
    const auto found =
        std::find_if(m_creations.begin(), m_creations.end(),
                     [](const ProxyOrder &each) { return isOpenCreation(each.state); });
    return found == m_creations.end() ? nullptr : &*found;
}

ProxyOrder *ProxyDesk::unknown()
{
    const auto found =
        std::find_if(m_creations.begin(), m_creations.end(),
                     [](const ProxyOrder &each) { return each.state == OrderState::Unknown; });
    return found == m_creations.end() ? nullptr : &*found;
}

// ------------------------------------------------------------------------------------- creating

void ProxyDesk::report(const Result<ProxyOrder> &result)
{
    const auto waiting = std::move(m_waiting);
    if (waiting && waiting->guard && waiting->handler) {
        waiting->handler(result);
    }
}

void ProxyDesk::create(const NewProxy &wanted, QObject *guard, Handler handler)
{
    const auto refuse = [&](const ApiError &error) {
        QMetaObject::invokeMethod(
            guard, [handler, error] { handler(tl::unexpected(error)); }, Qt::QueuedConnection);
    };
    if (const auto trouble = problem()) {
        ApiError error;
        error.kind = errorKindOf(trouble->kind);
        error.message = trouble->detail;
        refuse(error);
        return;
    }
    if (open() != nullptr || m_waiting) {
        refuse(ownError(QStringLiteral("another creation has no outcome yet")));
        return;
    }
    ProxyOrder creation;
    creation.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    creation.wanted = wanted;
    m_waiting = std::make_unique<Waiting>(Waiting{creation, guard, std::move(handler)});
    m_parts.areas.refresh(Area::Proxies);
    QMetaObject::invokeMethod(this, &ProxyDesk::onListChanged, Qt::QueuedConnection);
}

bool ProxyDesk::withdraw()
{
    if (m_waiting && m_waiting->isWritten) {
        return false;
    }
    m_waiting.reset();
    return open() == nullptr;
}

void ProxyDesk::onListChanged()
{
    const AreaStatus status = m_parts.listStatus();
    if (status.state == AreaStatus::Loading || status.state == AreaStatus::NeverLoaded) {
        return;
    }
    const bool isNew = status.state == AreaStatus::Loaded && status.asOf != m_listAsOf;
    m_listAsOf = status.asOf;
    if (m_waiting && !m_waiting->isWritten) {
        if (status.state == AreaStatus::Failed || status.state == AreaStatus::NoAccess) {
            report(tl::unexpected(status.error.value_or(ApiError())));
            return;
        }
        // The list may show that an earlier order was carried out, which this one would repeat.
        const int outcomes = m_outcomes;
        if (isNew) {
            judge();
        }
        if (m_waiting == nullptr) { // a receiver of the signals has withdrawn it
            return;
        }
        if (outcomes != m_outcomes || open() != nullptr) {
            report(tl::unexpected(
                ownError(QStringLiteral("the list shows news of an earlier order for a proxy"))));
        } else {
            begin();
        }
        return;
    }
    if (isNew) {
        judge();
    }
}

/// The creation is on disk before the first byte of its call is sent.
void ProxyDesk::begin()
{
    m_waiting->isWritten = true;
    ProxyOrder &creation = m_waiting->creation;
    creation.preparedAt = m_parts.clock.now();
    creation.listWasRead = m_parts.listStatus().state == AreaStatus::Loaded;
    const QSet<ProxyId> ids = m_parts.rows.proxyIds();
    creation.before.assign(ids.begin(), ids.end());
    creation.state = OrderState::Sending;
    const QString id = creation.id;
    m_creations.push_back(creation);
    Q_EMIT changed();
    put(m_creations.back(), [this, id](const StoreResult<Stored> &written) {
        if (written) {
            send(id);
            return;
        }
        m_creations.pop_back();
        report(tl::unexpected(ownError(QStringLiteral("the creation could not be stored"))));
        Q_EMIT changed();
    });
}

void ProxyDesk::send(const QString &id)
{
    m_call =
        m_parts.client->send(CreateProxy{find(id)->wanted}, this,
                             [this, id](const Result<Proxy> &answer) { onAnswer(id, answer); });
}

void ProxyDesk::onAnswer(const QString &id, const Result<Proxy> &received)
{
    ProxyOrder &creation = *find(id);
    const Result<Proxy> answer = proxyOf(creation, received);
    if (answer) {
        creation.proxy = answer->id;
        releaseProxy(answer->id, id);
        m_parts.actions.storeRead(*answer);
        end(creation, OrderState::Completed, DecidedBy::Answer);
    } else {
        creation.error = answer.error();
        if (isNotOffered(answer.error())) {
            creation.error->kind = ErrorKind::NotOffered;
            creation.error->mayHaveHappened = false;
            m_isMissing = true;
        }
        const AnswerMeaning meaning = meaningOf(*creation.error);
        if (meaning == AnswerMeaning::Refused || meaning == AnswerMeaning::NotOffered) {
            end(creation, OrderState::Refused, DecidedBy::Answer);
        } else if (meaning == AnswerMeaning::NotSent) {
            end(creation, OrderState::NotSent, DecidedBy::Answer);
        } else {
            creation.state = OrderState::Unknown;
            put(creation);
            m_looks = 0;
            lookLater();
        }
    }
    const ProxyOrder reported = creation;
    report(reported);
    Q_EMIT changed();
}

/// Called when an answer proves which order created the proxy. If another order was only assumed to
/// have created it, that order is Unknown again.
void ProxyDesk::releaseProxy(const ProxyId &proxy, const QString &exceptOf)
{
    for (ProxyOrder &each : m_creations) {
        if (each.id != exceptOf && each.state == OrderState::Completed && each.proxy == proxy &&
            each.decidedBy != DecidedBy::Answer) {
            each.state = OrderState::Unknown;
            each.decidedBy = DecidedBy::Nobody;
            each.proxy = ProxyId();
            each.endedAt.reset();
            put(each);
            m_looks = 0;
            lookLater();
        }
    }
}

void ProxyDesk::end(ProxyOrder &creation, OrderState state, DecidedBy by)
{
    creation.state = state;
    creation.decidedBy = by;
    creation.endedAt = m_parts.clock.now();
    if (state != OrderState::NotDone) { // else needed to recognise a proxy that appears late
        creation.before.clear();
    }
    put(creation);
}

} // namespace relaybook
