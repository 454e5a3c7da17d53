// SPDX-License-Identifier: GPL-3.0-or-later
// An answer of the service as a document: tolerant in form, and it names the place where it gave
// up. What stands in it is read by JsonValue.

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

/// What could not be read, and where: {"data[3].amount", "is no number"}.
struct JsonProblem
{
    QString path;
    QString what;
    friend bool operator==(const JsonProblem &, const JsonProblem &) = default;
};

/// Parses a whole document (a cut-off one is refused) and collects the first problem. One thread
/// uses it from beginning to end.
class JsonReader
{
public:
    explicit JsonReader(const QByteArray &body);
    JsonReader(const JsonReader &) = delete;
    JsonReader &operator=(const JsonReader &) = delete;
    ~JsonReader();

    /// True where there was nothing but white space: some answers are so (contract section 4).
    [[nodiscard]] bool isEmpty() const { return m_empty; }
    [[nodiscard]] JsonValue root();
    /// `data` of an answer, or the answer itself where it came without the wrapper.
    [[nodiscard]] JsonValue data();
    /// The list of an answer: `data`, `data.data`, or the answer itself. Null is an empty list.
    [[nodiscard]] JsonValue list();
    /// The paging beside the list or around it; `total` alone makes a single page.
    [[nodiscard]] std::optional<PageMeta> pageMeta();

    void complain(const QString &path, const QString &what);
    [[nodiscard]] bool hasProblem() const { return m_problem.has_value(); }
    /// The problem so far, which is forgotten: for rows that are allowed to be unreadable.
    [[nodiscard]] std::optional<JsonProblem> takeProblem();

    /// The value, or NotUnderstood where anything was complained of.
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
    [[nodiscard]] SecretMasker &masker() { return m_masker; }
    [[nodiscard]] ApiError error() const;

    std::unique_ptr<Parsed> m_parsed;
    QByteArray m_body;
    std::string_view m_text;
    QByteArray m_rewritten; ///< the document with its oversized numbers as texts
    bool m_empty = false;
    SecretMasker m_masker;
    std::optional<JsonProblem> m_problem;
};

} // namespace relaybook
