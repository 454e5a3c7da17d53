// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers shared by the endpoints: they build requests and decode responses. Only for the .cpp
// files of this folder.

#pragma once

#include "api/http/request.h"
#include "api/json/jsonreader.h"
#include "api/types/account.h"
#include "api/types/done.h"
#include "api/types/listof.h"
#include "api/types/pricelist.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "api/types/transaction.h"

namespace relaybook {

/// A GET request without parameters.
[[nodiscard]] Request readRequest(TokenKind token, const QString &path);
/// The parameters of a page of a list: those of the link to it, if there is one (NextPage::query).
[[nodiscard]] QUrlQuery pageQuery(qint64 page, qint64 perPage, const QString &link);
/// A request that changes something. `body` is "{}" for a POST, PUT or PATCH without parameters,
/// and empty for a DELETE.
[[nodiscard]] Request changeRequest(Verb verb, TokenKind token, const QString &path,
                                    const QByteArray &body, Effect effect = Effect::Changes);
/// The text percent-encoded, as one segment of a path.
[[nodiscard]] QString segment(const QString &text);

[[nodiscard]] Account readAccount(const JsonValue &value);
[[nodiscard]] Proxy readProxy(const JsonValue &value);
[[nodiscard]] SubUser readSubUser(const JsonValue &value);
[[nodiscard]] Transaction readTransaction(const JsonValue &value);
/// Adds the price tiers found in `value` to `prices`. Accepts all usual forms of a tier (contract
/// section 4).
void readTiers(const JsonValue &value, PriceList &prices);

/// Decodes a response that is {"message": …} or has no body.
[[nodiscard]] Result<Done> decodeDone(const QByteArray &body);
/// The response as compact JSON without its wrapper, secrets masked.
[[nodiscard]] Result<QByteArray> decodeRaw(const QByteArray &body);

/// Decodes a list. Rows that cannot be read are left out and counted, unless there are no others:
/// one odd row must not hide the rest.
template <class T>
[[nodiscard]] Result<ListOf<T>> decodeList(const QByteArray &body, T (*read)(const JsonValue &))
{
    JsonReader reader(body);
    ListOf<T> entries;
    const JsonValue list = reader.list();
    if (reader.hasProblem()) {
        return reader.finish(std::move(entries));
    }
    entries.items.reserve(static_cast<std::size_t>(list.count()));
    std::optional<JsonProblem> first;
    list.forEachItem([&](const JsonValue &row) {
        T item = read(row);
        if (auto problem = reader.takeProblem()) {
            first = first ? first : std::move(problem);
            ++entries.unreadable;
        } else {
            entries.items.push_back(std::move(item));
        }
    });
    if (entries.items.empty() && first) {
        reader.complain(first->path, first->what);
    }
    return reader.finish(std::move(entries));
}

/// The `id` of a row, which is a string or a number. If it is neither, reports a problem and
/// returns an empty text.
[[nodiscard]] QString readId(const JsonValue &row);
/// The `id` of a row that must be a whole number; otherwise like readId().
[[nodiscard]] QString readNumericId(const JsonValue &row);

/// Decodes a page of a list. A row that cannot be read goes to `unreadable`, with its id if `id`
/// can read it; the other rows are still decoded.
template <class T>
[[nodiscard]] Result<PageOf<T>> decodePage(const QByteArray &body, T (*read)(const JsonValue &),
                                           QString (*id)(const JsonValue &))
{
    JsonReader reader(body);
    PageOf<T> page;
    const JsonValue list = reader.list();
    if (reader.hasProblem()) {
        return reader.finish(std::move(page));
    }
    page.items.reserve(static_cast<std::size_t>(list.count()));
    list.forEachItem([&](const JsonValue &row) {
        T item = read(row);
        if (const auto problem = reader.takeProblem()) {
            page.unreadable.push_back({id(row), problem->path % u' ' % problem->what, row.raw()});
            [[maybe_unused]] const auto noId = reader.takeProblem();
        } else {
            page.items.push_back(std::move(item));
        }
    });
    page.meta = reader.pageMeta();
    page.next = reader.nextPage();
    return reader.finish(std::move(page));
}

} // namespace relaybook
