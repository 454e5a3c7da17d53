// SPDX-License-Identifier: GPL-3.0-or-later
// What several endpoints read and build in the same way. For the .cpp files of this folder.

#pragma once

#include "api/http/request.h"
#include "api/json/jsonreader.h"
#include "api/types/account.h"
#include "api/types/done.h"
#include "api/types/pricelist.h"
#include "api/types/proxy.h"
#include "api/types/subuser.h"
#include "api/types/transaction.h"

namespace relaybook {

[[nodiscard]] Request readRequest(TokenKind token, const QString &path);
/// `body` is "{}" where a POST, PUT or PATCH has nothing to say, and empty for a DELETE.
[[nodiscard]] Request changeRequest(Verb verb, TokenKind token, const QString &path,
                                    const QByteArray &body, Effect effect = Effect::Changes);
/// A text as one segment of a path.
[[nodiscard]] QString segment(const QString &text);

[[nodiscard]] Account readAccount(const JsonValue &value);
[[nodiscard]] Proxy readProxy(const JsonValue &value);
[[nodiscard]] SubUser readSubUser(const JsonValue &value);
[[nodiscard]] Transaction readTransaction(const JsonValue &value);
/// Adds the tiers found in `value`, in any of the usual spellings (contract section 4).
void readTiers(const JsonValue &value, PriceList &prices);

/// {message} or an empty body.
[[nodiscard]] Result<Done> decodeDone(const QByteArray &body);
/// The answer as compact JSON without its wrapper, secrets masked.
[[nodiscard]] Result<QByteArray> decodeRaw(const QByteArray &body);

template <class T>
[[nodiscard]] Result<std::vector<T>> decodeList(const QByteArray &body,
                                                T (*read)(const JsonValue &))
{
    JsonReader reader(body);
    std::vector<T> items;
    const JsonValue list = reader.list();
    items.reserve(static_cast<std::size_t>(list.count()));
    list.forEachItem([&](const JsonValue &item) { items.push_back(read(item)); });
    return reader.finish(std::move(items));
}

/// `id` of a row, which is a text or a number; empty, and complained of, where it is neither.
[[nodiscard]] QString readId(const JsonValue &row);
/// The same of a row whose id has to be a whole number.
[[nodiscard]] QString readNumericId(const JsonValue &row);

/// A row that cannot be read does not spoil its page: it goes to `unreadable`, with its id where
/// `id` can read that.
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
    return reader.finish(std::move(page));
}

} // namespace relaybook
