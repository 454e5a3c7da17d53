// SPDX-License-Identifier: GPL-3.0-or-later
// A value of an answer: exact in figures, tolerant in how they are written.

#pragma once

#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/money.h"
#include "api/types/secret.h"
#include "api/types/trafficamount.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace relaybook {

class JsonReader;

/// A figure and whether it had more digits than are kept.
struct ReadMoney
{
    Money value;
    bool rounded = false;
};

/// A value of the document; valid as long as its reader. The readers of members take numbers as
/// numbers or texts, and null as absent (contract section 1). What is required and not there, or is
/// there and cannot be read, is reported to the reader, and something empty is returned.
class JsonValue
{
public:
    [[nodiscard]] bool exists() const { return m_exists; }
    [[nodiscard]] bool isNull() const; ///< null or not there
    [[nodiscard]] bool isObject() const;
    [[nodiscard]] bool isArray() const;
    [[nodiscard]] bool isText() const;
    [[nodiscard]] qint64 count() const; ///< of an array; 0 otherwise

    /// `key` has to live as long as what is returned: a literal.
    [[nodiscard]] JsonValue member(std::string_view key) const;
    /// The first of several spellings that is there and not null.
    [[nodiscard]] JsonValue anyOf(std::initializer_list<std::string_view> keys) const;
    void forEachItem(const std::function<void(const JsonValue &)> &visit) const;
    void
    forEachMember(const std::function<void(const QString &key, const JsonValue &)> &visit) const;

    /// A text, or a number or word as a text, or an object as compact masked JSON; empty for null.
    [[nodiscard]] QString asText() const;
    [[nodiscard]] std::optional<QString> asOptionalText() const;
    /// A number exactly as it can be read back, or a text that is one; nothing for anything else.
    [[nodiscard]] std::optional<QString> asFigure() const;

    /// Null is absent; what is no figure is complained of.
    [[nodiscard]] std::optional<Money> asMoney() const;
    /// Null is absent, and so is a text that is no number ("unlimited"): it stays readable in
    /// raw(). Anything else is complained of.
    [[nodiscard]] std::optional<TrafficAmount> asGigabytes() const;

    [[nodiscard]] QString text(std::string_view key) const { return member(key).asText(); }
    [[nodiscard]] QString requiredText(std::string_view key) const;
    [[nodiscard]] Secret secret(std::string_view key) const;
    [[nodiscard]] ReadMoney requiredMoney(std::string_view key) const;
    [[nodiscard]] std::optional<Money> money(std::string_view key) const
    {
        return member(key).asMoney();
    }
    [[nodiscard]] qint64 requiredInteger(std::string_view key) const;
    [[nodiscard]] Instant requiredInstant(std::string_view key) const;
    [[nodiscard]] TrafficAmount requiredGigabytes(std::string_view key) const;
    [[nodiscard]] std::optional<TrafficAmount> gigabytes(std::string_view key) const
    {
        return member(key).asGigabytes();
    }
    [[nodiscard]] std::optional<TrafficAmount> megabytes(std::string_view key) const;
    [[nodiscard]] std::optional<TrafficAmount> bytes(std::string_view key) const;
    /// What describes only: unreadable is absent, it stays readable in raw().
    [[nodiscard]] std::optional<qint64> integer(std::string_view key) const;
    [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
    [[nodiscard]] std::optional<Instant> instant(std::string_view key) const;

    /// The value as compact JSON with its figures as they were written, secrets masked.
    [[nodiscard]] QByteArray raw() const;
    /// text() with what looks like a credential masked: for what is stored and never sent back.
    [[nodiscard]] QString maskedText(std::string_view key) const;
    /// "data[3].amount".
    [[nodiscard]] QString path() const;
    void complain(const QString &what) const;

private:
    friend class JsonReader;
    /// simdjson's element, kept out of this header.
    struct Element
    {
        const void *document = nullptr;
        std::size_t index = 0;
    };
    explicit JsonValue(JsonReader *reader)
        : m_reader(reader)
    {
    }
    [[nodiscard]] std::string pathText() const;
    [[nodiscard]] std::string_view source() const;

    JsonReader *m_reader;
    Element m_element;
    bool m_exists = false;
    // The path is put together when somebody asks: a page of the ledger has a thousand values.
    std::string m_parentPath;
    std::string_view m_key; ///< a literal of the caller's, or text of the document
    std::optional<std::size_t> m_index;
    std::string_view m_parentSource;   ///< where `m_source` is to be looked for, by the key
    mutable std::string_view m_source; ///< the text of this value; found when first asked for
};

} // namespace relaybook
