// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a response of the service as JSON. It accepts several forms of a response and reports the
// path of the first problem. The values are read with JsonValue.

#pragma once

#include "api/json/jsonmask.h"
#include "api/json/jsonvalue.h"
#include "api/types/page.h"
#include "api/types/result.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <string_view>

namespace relaybook {

/// A value that could not be read, and its path: {"data[3].amount", "is no number"}.
struct JsonProblem
{
    QString path;
    QString what;
    friend bool operator==(const JsonProblem &, const JsonProblem &) = default;
};

/// Parses a complete document (a truncated one is refused) and keeps the first problem. Bytes and
/// rows that no strict parser accepts are repaired, so that they cost one value or row. Must be
/// used by one thread only.
class JsonReader
{
public:
    explicit JsonReader(const QByteArray &body);
    JsonReader(const JsonReader &) = delete;
    JsonReader &operator=(const JsonReader &) = delete;
    ~JsonReader();

    /// True if the body was empty or only white space, as some responses are (contract section 4).
    [[nodiscard]] bool isEmpty() const { return m_empty; }
    [[nodiscard]] JsonValue root();
    /// Reports a problem if the response says that the call failed, in the service's words:
    /// {"success": false, "message": …}, or an `error` and no `data`. data() and list() do so too.
    void complainOfFailure();
    /// The member `data` of the response, or the response itself if it has no wrapper.
    [[nodiscard]] JsonValue data();
    /// The list in the response: `data`, `data.data`, or the response itself. Null and {} are empty
    /// lists, unless the response says that the call failed. An object whose keys are whole numbers
    /// and whose values are objects is a list of these.
    [[nodiscard]] JsonValue list();
    /// The paging members next to the list or around it. If there is only `total`, the list is a
    /// single page.
    [[nodiscard]] std::optional<PageMeta> pageMeta();
    /// The link or cursor of the next page: `links.next`, `next_page_url`, `next`, `next_cursor`,
    /// next to the list, around it, or in `meta`; or `has_more`.
    [[nodiscard]] NextPage nextPage();

    /// Reports a problem; only the first one is kept.
    void complain(const QString &path, const QString &what);
    [[nodiscard]] bool hasProblem() const { return m_problem.has_value(); }
    /// Returns the problem and clears it: for lists in which single rows may be unreadable.
    [[nodiscard]] std::optional<JsonProblem> takeProblem();

    /// Returns the value, or the error NotUnderstood if a problem was reported.
    template <class T>
    [[nodiscard]] Result<T> finish(T value)
    {
        if (m_problem) {
            return tl::unexpected<ApiError>(error());
        }
        return value;
    }

private:
    friend class JsonValue;
    struct Parsed;

    bool parse();
    void learnSecrets();
    [[nodiscard]] SecretMasker &masker() { return m_masker; }
    [[nodiscard]] ApiError error() const;

    std::unique_ptr<Parsed> m_parsed;
    QByteArray m_body;
    std::string_view m_text;
    QByteArray m_rewritten; ///< the document after repairs; see jsonrepair.h
    bool m_empty = false;
    SecretMasker m_masker;
    bool m_isLearned = false; ///< the secrets of the document are known to m_masker
    std::optional<JsonProblem> m_problem;
};

} // namespace relaybook
