// SPDX-License-Identifier: GPL-3.0-or-later
// A value in a JSON response. Numbers are read exactly and may be written as numbers or as strings.

#pragma once

#include "api/json/secrettext.h"
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

/// An amount of money, and whether it was rounded because it had more than eight decimals.
struct ReadMoney
{
    Money value;
    bool rounded = false;
};

/// As ReadMoney, but nothing if the amount is too large for Money.
struct ReadAmount
{
    std::optional<Money> value;
    bool rounded = false;
};

/// A value of the document; valid as long as its reader. The functions that read members accept
/// numbers as numbers or strings, and treat null as absent (contract section 1). A required member
/// that is missing, or a member that cannot be read, is reported to the reader, and an empty value
/// is returned.
class JsonValue
{
public:
    [[nodiscard]] bool exists() const { return m_exists; }
    [[nodiscard]] bool isNull() const; ///< null or missing
    [[nodiscard]] bool isObject() const;
    [[nodiscard]] bool isArray() const;
    [[nodiscard]] bool isText() const;
    [[nodiscard]] qint64 count() const; ///< of an array or a keyed list; 0 otherwise

    /// The member `key`. `key` must outlive the returned value, so use a literal.
    [[nodiscard]] JsonValue member(std::string_view key) const;
    /// The first of several member names that exists and is not null.
    [[nodiscard]] JsonValue anyOf(std::initializer_list<std::string_view> keys) const;
    void forEachItem(const std::function<void(const JsonValue &)> &visit) const;
    /// Names of members that look like secrets are masked.
    void
    forEachMember(const std::function<void(const QString &key, const JsonValue &)> &visit) const;

    /// The value as text: a string, a number, true or false, or an object as compact JSON; empty
    /// for null. Secrets in it are masked, because almost every text is stored: see SecretMasker.
    [[nodiscard]] QString asText() const;
    /// As the service wrote it, also if it holds secrets: for passwords, which are not stored, and
    /// for what people write into notes, which stays theirs. Nothing for null.
    [[nodiscard]] std::optional<QString> asExactText() const;
    /// The text of a number as written, also if it is a string that contains one, but "1,057.15"
    /// without its comma; nothing for anything else.
    [[nodiscard]] std::optional<QString> asFigure() const;

    /// An amount of money; nothing for null. A value that is not a number is reported.
    [[nodiscard]] std::optional<Money> asMoney() const;
    /// An amount of traffic; nothing for null and for a string that is not a number ("unlimited"),
    /// which stays readable in raw(). Anything else is reported.
    [[nodiscard]] std::optional<TrafficAmount> asGigabytes() const;

    /// Like asGigabytes(), but whatever is not an amount is treated as absent.
    [[nodiscard]] std::optional<TrafficAmount> asGigabytesIfReadable() const;

    [[nodiscard]] QString text(std::string_view key) const { return member(key).asText(); }
    /// A text that was made of this value, with its secrets masked.
    [[nodiscard]] QString masked(const QString &text) const;
    [[nodiscard]] QString exactText(std::string_view key) const
    {
        return member(key).asExactText().value_or(QString());
    }
    [[nodiscard]] QString requiredText(std::string_view key) const;
    /// The exact text, but empty if it looks like a secret: for types, by which rows and receipts
    /// are compared. One that only equals somebody's password stays.
    [[nodiscard]] QString typeText(std::string_view key) const
    {
        const QString type = exactText(key);
        return looksLikeSecret(type) ? QString() : type;
    }
    /// A text that goes back to the service, such as an id: one that holds a secret is reported
    /// too, and empty.
    [[nodiscard]] QString requiredName(std::string_view key) const { return member(key).asName(); }
    [[nodiscard]] QString asName() const;
    [[nodiscard]] Secret secret(std::string_view key) const;
    [[nodiscard]] ReadMoney requiredMoney(std::string_view key) const;
    /// Like requiredMoney(), but an amount that is too large for Money is not reported.
    [[nodiscard]] ReadAmount requiredAmount(std::string_view key) const;
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
    /// For descriptive members: a value that cannot be read is treated as absent, and stays
    /// readable in raw().
    [[nodiscard]] std::optional<qint64> integer(std::string_view key) const;
    [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
    [[nodiscard]] std::optional<Instant> instant(std::string_view key) const;

    /// The value as compact JSON with numbers as written, secrets masked.
    [[nodiscard]] QByteArray raw() const;
    /// The path of the value: "data[3].amount".
    [[nodiscard]] QString path() const;
    /// Reports a problem with this value to the reader.
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
    [[nodiscard]] bool isKeyed() const;
    [[nodiscard]] std::string pathText() const;
    [[nodiscard]] std::string_view source() const;

    JsonReader *m_reader;
    Element m_element;
    bool m_exists = false;
    bool m_isKeyedList = false; ///< an object that stands for the list of its values
    // The path is built only on demand, because a page of the ledger has a thousand values.
    std::string m_parentPath;
    std::string_view m_key; ///< a literal of the caller, or text of the document
    std::optional<std::size_t> m_index;
    std::string_view m_parentSource;   ///< text in which `m_source` is searched by key
    mutable std::string_view m_source; ///< the text of this value; found on first use
};

} // namespace relaybook
