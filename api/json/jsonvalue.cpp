// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/jsonvalue.h"

#include "api/json/jsonreader.h"
#include "api/json/jsonscanner.h"

#include <QRegularExpression>

#include <simdjson.h>

#include <algorithm>
#include <bit>

namespace relaybook {

namespace dom = simdjson::dom;

namespace {

static_assert(sizeof(dom::element) == 2 * sizeof(void *));
static_assert(std::is_trivially_copyable_v<dom::element>);

template <class Element>
dom::element elementOf(const Element &stored)
{
    static_assert(sizeof(Element) == sizeof(dom::element));
    return std::bit_cast<dom::element>(stored);
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// "1057.15" for "1,057.15". Only with decimals after a point: "1,057" may also be 1.057.
QString withoutThousands(const QString &figure)
{
    static const QRegularExpression grouped(QStringLiteral("^-?[0-9]{1,3}(,[0-9]{3})+\\.[0-9]+$"));
    return figure.contains(u',') && grouped.match(figure).hasMatch() ? QString(figure).remove(u',')
                                                                     : figure;
}

} // namespace

bool JsonValue::isNull() const
{
    return !m_exists || elementOf(m_element).is_null();
}

bool JsonValue::isObject() const
{
    return m_exists && elementOf(m_element).is_object();
}

bool JsonValue::isArray() const
{
    return m_exists && elementOf(m_element).is_array();
}

bool JsonValue::isText() const
{
    return m_exists && elementOf(m_element).is_string();
}

/// Whether this is an object with whole numbers as keys and objects as values, as PHP writes a list
/// with gaps: {"1": {…}, "3": {…}}.
bool JsonValue::isKeyed() const
{
    dom::object object;
    if (!m_exists || elementOf(m_element).get(object) != simdjson::SUCCESS) {
        return false;
    }
    return std::all_of(object.begin(), object.end(), [](const auto &field) {
        const std::string_view key = field.key;
        return !key.empty() && field.value.is_object() &&
               std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
    });
}

qint64 JsonValue::count() const
{
    dom::array array;
    dom::object object;
    if (m_isKeyedList && elementOf(m_element).get(object) == simdjson::SUCCESS) {
        return static_cast<qint64>(object.size());
    }
    if (!m_exists || elementOf(m_element).get(array) != simdjson::SUCCESS) {
        return 0;
    }
    // size() is limited to 2^24 - 1 elements; a response of 64 MiB has no more.
    return static_cast<qint64>(array.size());
}

JsonValue JsonValue::member(std::string_view key) const
{
    JsonValue child(m_reader);
    child.m_parentPath = pathText();
    child.m_key = key;
    dom::object object;
    if (!m_exists || elementOf(m_element).get(object) != simdjson::SUCCESS) {
        return child;
    }
    dom::element found;
    if (object.at_key(key).get(found) != simdjson::SUCCESS) {
        return child;
    }
    child.m_exists = true;
    child.m_element = std::bit_cast<Element>(found);
    child.m_parentSource = source();
    return child;
}

JsonValue JsonValue::anyOf(std::initializer_list<std::string_view> keys) const
{
    for (const auto key : keys) {
        JsonValue found = member(key);
        if (!found.isNull()) {
            return found;
        }
    }
    return member(*keys.begin());
}

void JsonValue::forEachItem(const std::function<void(const JsonValue &)> &visit) const
{
    dom::array array;
    if (m_isKeyedList) {
        forEachMember([&visit](const QString & /*key*/, const JsonValue &row) { visit(row); });
        return;
    }
    if (!m_exists || elementOf(m_element).get(array) != simdjson::SUCCESS) {
        return;
    }
    JsonScanner scanner(source());
    scanner.take('[');
    const std::string here = pathText();
    std::size_t index = 0;
    for (const dom::element element : array) {
        JsonValue item(m_reader);
        item.m_parentPath = here;
        item.m_index = index++;
        item.m_exists = true;
        item.m_element = std::bit_cast<Element>(element);
        item.m_source = scanner.value().value_or(std::string_view());
        scanner.take(',');
        visit(item);
    }
}

void JsonValue::forEachMember(
    const std::function<void(const QString &, const JsonValue &)> &visit) const
{
    dom::object object;
    if (!m_exists || elementOf(m_element).get(object) != simdjson::SUCCESS) {
        return;
    }
    JsonScanner scanner(source());
    scanner.take('{');
    const std::string here = pathText();
    SecretMasker byForm;
    for (const auto &field : object) {
        JsonValue child(m_reader);
        child.m_parentPath = here;
        child.m_key = field.key;
        child.m_exists = true;
        child.m_element = std::bit_cast<Element>(field.value);
        if (!scanner.string() || !scanner.take(':')) {
            return; // impossible: the parser has accepted the document
        }
        child.m_source = scanner.value().value_or(std::string_view());
        scanner.take(',');
        visit(byForm.masked(fromUtf8(field.key), {}), child);
    }
}

QString JsonValue::asText() const
{
    const auto text = asExactText();
    return text ? m_reader->masker().masked(*text, m_key) : QString();
}

QString JsonValue::masked(const QString &text) const
{
    return m_reader->masker().masked(text, {});
}

std::optional<QString> JsonValue::asExactText() const
{
    if (isNull()) {
        return std::nullopt;
    }
    const dom::element element = elementOf(m_element);
    switch (element.type()) {
    case dom::element_type::STRING:
        return fromUtf8(element.get_string().value_unsafe());
    case dom::element_type::BOOL:
        return element.get_bool().value_unsafe() ? QStringLiteral("true") : QStringLiteral("false");
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
    case dom::element_type::DOUBLE:
        return asFigure();
    case dom::element_type::ARRAY:
    case dom::element_type::OBJECT:
        return QString::fromUtf8(raw());
    case dom::element_type::NULL_VALUE:
        break;
    }
    return std::nullopt;
}

std::optional<QString> JsonValue::asFigure() const
{
    if (isNull()) {
        return std::nullopt;
    }
    const dom::element element = elementOf(m_element);
    switch (element.type()) {
    case dom::element_type::INT64:
        return QString::number(element.get_int64().value_unsafe());
    case dom::element_type::UINT64:
        return QString::number(element.get_uint64().value_unsafe());
    case dom::element_type::DOUBLE:
        // The digits as the service wrote them, before a double adds noise or loses digits after
        // the fifteenth.
        return fromUtf8(source());
    case dom::element_type::STRING:
        return withoutThousands(fromUtf8(element.get_string().value_unsafe()).trimmed());
    case dom::element_type::ARRAY:
    case dom::element_type::OBJECT:
    case dom::element_type::BOOL:
    case dom::element_type::NULL_VALUE:
        break;
    }
    return std::nullopt;
}

QString JsonValue::requiredText(std::string_view key) const
{
    const JsonValue value = member(key);
    QString text = value.asText();
    if (text.isEmpty()) {
        value.complain(value.exists() ? QStringLiteral("is empty") : QStringLiteral("is missing"));
    }
    return text;
}

QString JsonValue::asName() const
{
    QString text = asExactText().value_or(QString());
    if (text.isEmpty()) {
        complain(isNull() ? QStringLiteral("is missing") : QStringLiteral("is empty"));
    } else if (looksLikeSecret(text)) {
        complain(QStringLiteral("contains a password or token"));
        return {};
    }
    return text;
}

Secret JsonValue::secret(std::string_view key) const
{
    const JsonValue value = member(key);
    return value.isText() ? Secret(value.asExactText().value_or(QString())) : Secret();
}

ReadMoney JsonValue::requiredMoney(std::string_view key) const
{
    const ReadAmount amount = requiredAmount(key);
    if (!amount.value) { // reported, unless it is too large
        member(key).complain(QStringLiteral("is not an amount of money"));
    }
    return {amount.value.value_or(Money()), amount.rounded};
}

ReadAmount JsonValue::requiredAmount(std::string_view key) const
{
    const JsonValue value = member(key);
    const auto figure = value.asFigure();
    const auto scaled = figure ? parseDecimal(*figure, Money::digits) : std::nullopt;
    if (scaled) {
        return {Money::fromUnits(scaled->units), !scaled->exact};
    }
    if (!figure || !isDecimal(*figure)) {
        value.complain(value.isNull() ? QStringLiteral("is missing")
                                      : QStringLiteral("is not an amount of money"));
    }
    return {};
}

std::optional<Money> JsonValue::asMoney() const
{
    const auto figure = asFigure();
    if (isNull() || (figure && figure->isEmpty())) {
        return std::nullopt;
    }
    const auto parsed = figure ? Money::parse(*figure) : std::nullopt;
    if (!parsed) {
        complain(QStringLiteral("is not an amount of money"));
    }
    return parsed;
}

qint64 JsonValue::requiredInteger(std::string_view key) const
{
    const auto number = integer(key);
    if (!number) {
        const JsonValue value = member(key);
        value.complain(value.isNull() ? QStringLiteral("is missing")
                                      : QStringLiteral("is not a whole number"));
    }
    return number.value_or(0);
}

Instant JsonValue::requiredInstant(std::string_view key) const
{
    const auto time = instant(key);
    if (!time) {
        const JsonValue value = member(key);
        value.complain(value.isNull() ? QStringLiteral("is missing")
                                      : QStringLiteral("is not a time"));
    }
    return time.value_or(Instant{});
}

TrafficAmount JsonValue::requiredGigabytes(std::string_view key) const
{
    const JsonValue value = member(key);
    const auto figure = value.asFigure();
    const auto amount = figure ? TrafficAmount::parseGb(*figure) : std::nullopt;
    if (!amount) {
        value.complain(value.isNull() ? QStringLiteral("is missing")
                                      : QStringLiteral("is not an amount of traffic"));
    }
    return amount.value_or(TrafficAmount{});
}

std::optional<TrafficAmount> JsonValue::asGigabytes() const
{
    const auto figure = asFigure();
    if (!figure && !isNull()) {
        complain(QStringLiteral("is not an amount of traffic"));
    }
    return figure ? TrafficAmount::parseGb(*figure) : std::nullopt;
}

std::optional<TrafficAmount> JsonValue::asGigabytesIfReadable() const
{
    const auto figure = asFigure();
    return figure ? TrafficAmount::parseGb(*figure) : std::nullopt;
}

std::optional<TrafficAmount> JsonValue::megabytes(std::string_view key) const
{
    const auto figure = member(key).asFigure();
    const auto amount = figure ? TrafficAmount::parseGb(*figure) : std::nullopt;
    constexpr int megabytesPerGigabyte = 3; // powers of ten
    return amount ? std::optional(TrafficAmount::fromUnits(
                        roundedDivision(amount->units(), megabytesPerGigabyte)))
                  : std::nullopt;
}

std::optional<TrafficAmount> JsonValue::bytes(std::string_view key) const
{
    const auto count = integer(key);
    return count ? std::optional(TrafficAmount::fromBytes(*count)) : std::nullopt;
}

std::optional<qint64> JsonValue::integer(std::string_view key) const
{
    const auto figure = member(key).asFigure();
    const auto scaled = figure ? parseDecimal(*figure, 0) : std::nullopt;
    return scaled && scaled->exact ? std::optional<qint64>(scaled->units) : std::nullopt;
}

std::optional<bool> JsonValue::boolean(std::string_view key) const
{
    const QString text = member(key).asText();
    if (text == QLatin1String("true") || text == QLatin1String("1")) {
        return true;
    }
    if (text == QLatin1String("false") || text == QLatin1String("0")) {
        return false;
    }
    return std::nullopt;
}

std::optional<Instant> JsonValue::instant(std::string_view key) const
{
    const JsonValue value = member(key);
    if (value.isObject()) { // PHP's form: {"date": …, "timezone_type": 3, "timezone": "UTC"}
        return parseInstantIn(value.text("timezone"), value.text("date"));
    }
    const auto figure = value.asFigure();
    if (!figure) {
        return std::nullopt;
    }
    const auto time = value.isText() ? parseInstant(*figure) : std::nullopt;
    return time ? time : instantOfNumber(*figure);
}

QByteArray JsonValue::raw() const
{
    return m_exists ? m_reader->masker().mask(source()) : QByteArray();
}

std::string JsonValue::pathText() const
{
    if (m_index) {
        return m_parentPath + '[' + std::to_string(*m_index) + ']';
    }
    if (m_parentPath.empty()) {
        return std::string(m_key);
    }
    return m_parentPath + '.' + std::string(m_key);
}

QString JsonValue::path() const
{
    return fromUtf8(pathText());
}

void JsonValue::complain(const QString &what) const
{
    m_reader->complain(path(), what);
}

std::string_view JsonValue::source() const
{
    if (m_source.empty() && !m_parentSource.empty()) {
        m_source = findMember(m_parentSource, m_key).value_or(std::string_view());
    }
    return m_source;
}

} // namespace relaybook
