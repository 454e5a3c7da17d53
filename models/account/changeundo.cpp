// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/changeundo.h"

#include "api/types/masktext.h"
#include "models/account/accountactions.h"
#include "models/account/storedrows.h"

#include <utility>

namespace relaybook {

namespace {

bool isSaved(const SavedNote &change, const SubUser &now)
{
    return now.note.value_or(QString()) == change.saved;
}

bool isSaved(const SavedProxy &change, const Proxy &now)
{
    return fieldsLeftOut(change.saved, now).isEmpty();
}

ChangeUndo::Outcome outcomeIf(bool isApplied)
{
    return isApplied ? ChangeUndo::Outcome::Undone : ChangeUndo::Outcome::NotApplied;
}

} // namespace

std::optional<SavedProxy> savedProxy(const Proxy &before, const ProxyEdit &sent, const Proxy &now)
{
    if (!isReported(before)) {
        return std::nullopt;
    }
    // A region without its country is another place.
    const bool isPlaceUnknown =
        sent.country &&
        (holdsMask(before.country) || holdsMask(before.region) || holdsMask(before.city));
    SavedProxy change{now.id, {}, {}, sent.lifetimeMinutes.has_value() || isPlaceUnknown};
    const auto take = [&](auto field, auto value, bool wasSent) {
        if (!wasSent || before.*value == now.*value) {
            return;
        }
        if constexpr (std::is_same_v<std::decay_t<decltype(before.*value)>, QString>) {
            if (holdsMask(before.*value)) { // what it was is not known
                change.isPart = true;
                return;
            }
        }
        change.before.*field = before.*value;
        change.saved.*field = now.*value;
        if (!(change.before.*field) || !(change.saved.*field)) {
            change.before.*field = std::nullopt;
            change.saved.*field = std::nullopt;
            change.isPart = true;
        }
    };
    // A new country also changes the region and the city.
    const bool place = sent.country && !isPlaceUnknown;
    take(&ProxyEdit::name, &Proxy::name, sent.name.has_value());
    take(&ProxyEdit::country, &Proxy::country, place);
    take(&ProxyEdit::region, &Proxy::region, place || (sent.region && !sent.country));
    take(&ProxyEdit::city, &Proxy::city, place || (sent.city && !sent.country));
    take(&ProxyEdit::behavior, &Proxy::behavior, sent.behavior.has_value());
    take(&ProxyEdit::rotateType, &Proxy::rotateType, sent.rotateType.has_value());
    take(&ProxyEdit::rotateIntervalMinutes, &Proxy::rotateIntervalMinutes,
         sent.rotateIntervalMinutes.has_value());
    take(&ProxyEdit::trafficLimit, &Proxy::trafficLimit, sent.trafficLimit.has_value());
    return change.before.isEmpty() ? std::nullopt : std::optional(change);
}

ChangeUndo::ChangeUndo(AccountActions &actions, const StoredRows &rows, QObject *parent)
    : QObject(parent)
    , m_actions(actions)
    , m_rows(rows)
{
}

bool ChangeUndo::isCurrent(const SavedNote &change) const
{
    const auto row = m_rows.subUser(change.id);
    return row && isSaved(change, *row);
}

bool ChangeUndo::isCurrent(const SavedProxy &change) const
{
    const auto row = m_rows.proxy(change.id);
    return row && isSaved(change, *row);
}

// If the service lacks the call for one row, the stored row is compared.
template <class Row, class Change>
void ChangeUndo::compareAndSend(const Result<Row> &now, const Change &change, Place place,
                                const Handler &handler)
{
    if (!now && now.error().kind != ErrorKind::NotOffered) {
        handler(tl::unexpected(now.error()));
    } else if (now ? isSaved(change, *now) : isCurrent(change)) {
        send(change, place, handler);
    } else {
        handler(Outcome::ChangedSince);
    }
}

// Answered undos are removed here and not in their own handlers, which are members of them.
ChangeUndo::Place ChangeUndo::begin(Handler &handler)
{
    m_running.remove_if([](const Running &each) { return each.isAnswered; });
    const Place place = m_running.emplace(m_running.end());
    handler = [place, reported = std::move(handler)](const Result<Outcome> &outcome) {
        place->isAnswered = true;
        reported(outcome);
    };
    return place;
}

void ChangeUndo::undo(const SavedNote &change, Handler handler)
{
    const Place place = begin(handler);
    place->read = m_actions.readSubUser(
        change.id, this,
        [this, change, place, handler = std::move(handler)](const Result<SubUser> &now) {
            compareAndSend(now, change, place, handler);
        });
}

void ChangeUndo::undo(const SavedProxy &change, Handler handler)
{
    const Place place = begin(handler);
    place->read = m_actions.readProxy(
        change.id, this,
        [this, change, place, handler = std::move(handler)](const Result<Proxy> &now) {
            compareAndSend(now, change, place, handler);
        });
}

void ChangeUndo::send(const SavedNote &change, Place place, const Handler &handler)
{
    place->save = m_actions.saveNote(
        change.id, change.before, this, [change, handler](const Result<SubUser> &saved) {
            handler(saved.map([&change](const SubUser &row) {
                return outcomeIf(row.note.value_or(QString()) == change.before);
            }));
        });
}

void ChangeUndo::send(const SavedProxy &change, Place place, const Handler &handler)
{
    place->save = m_actions.saveProxy(change.id, change.before, this,
                                      [handler](const Result<ProxySaved> &saved) {
                                          handler(saved.map([](const ProxySaved &proxy) {
                                              return outcomeIf(proxy.leftOut.isEmpty());
                                          }));
                                      });
}

} // namespace relaybook
