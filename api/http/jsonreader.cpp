// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/jsonreader.h"

#include "api/http/jsonmask.h"
#include "api/http/jsonscanner.h"

#include <simdjson.h>

#include <bit>

namespace relaybook {

namespace dom = simdjson::dom;

namespace {

/// A larger document gets a parser of its own, so that a thread does not keep ten times its size.
constexpr qsizetype keptParserLimit = 1024 * 1024;

/// One per thread, as the parser's buffers are worth keeping. Busy while a reader works with it.
struct ThreadParser
{
    dom::parser parser;
    bool busy = false;
};

ThreadParser &threadParser()
{
    thread_local ThreadParser parser;
    return parser;
}

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

/// True for a number that 64 bits or a double do not hold.
bool isOversized(std::string_view token)
{
    constexpr std::size_t safeDigits = 18;
    if (token.find_first_of(".eE") == std::string_view::npos) {
        return token.size() > safeDigits;
    }
    bool ok = false;
    const double value =
        QByteArrayView(token.data(), static_cast<qsizetype>(token.size())).toDouble(&ok);
    return !ok || value - value != 0;
}

/// The document with its oversized numbers in quotes: the parser refuses a whole document for one.
QByteArray withOversizedAsTexts(std::string_view text)
{
    QByteArray out;
    out.reserve(static_cast<qsizetype>(text.size()) + 64);
    const auto append = [&out](std::string_view part) {
        out.append(part.data(), static_cast<qsizetype>(part.size()));
    };
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        std::size_t end = at + 1;
        if (c == '"') {
            JsonScanner scanner(text.substr(at));
            const auto inner = scanner.string();
            end = inner ? at + inner->size() + 2 : text.size();
            append(text.substr(at, end - at));
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            end = std::min(text.find_first_not_of("0123456789+-.eE", at), text.size());
            const auto token = text.substr(at, end - at);
            append(isOversized(token) ? '"' + std::string(token) + '"' : std::string(token));
        } else {
            out += c;
        }
        at = end;
    }
    return out;
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

struct JsonReader::Parsed
{
    std::unique_ptr<dom::parser> own;
    ThreadParser *shared = nullptr;
    dom::element root;

    Parsed() = default;
    Parsed(const Parsed &) = delete;
    Parsed &operator=(const Parsed &) = delete;
    ~Parsed()
    {
        if (shared != nullptr) {
            shared->busy = false;
        }
    }
    dom::parser &parserFor(qsizetype size)
    {
        ThreadParser &thread = threadParser();
        if (shared == nullptr && own == nullptr && !thread.busy && size <= keptParserLimit) {
            shared = &thread;
            shared->busy = true;
        }
        if (shared != nullptr) {
            return shared->parser;
        }
        if (!own) {
            own = std::make_unique<dom::parser>();
        }
        return *own;
    }
};

static_assert(sizeof(dom::element) == 2 * sizeof(void *));
static_assert(std::is_trivially_copyable_v<dom::element>);

namespace {

template <class Element>
dom::element elementOf(const Element &stored)
{
    static_assert(sizeof(Element) == sizeof(dom::element));
    return std::bit_cast<dom::element>(stored);
}

} // namespace

// ---------------------------------------------------------------------------------- JsonReader

JsonReader::JsonReader(const QByteArray &body)
    : m_parsed(std::make_unique<Parsed>())
    , m_body(body)
{
    m_empty = body.trimmed().isEmpty();
    if (m_empty) {
        complain(QString(), QStringLiteral("the answer has no body"));
    } else if (!parse()) {
        m_parsed->root = {};
    }
}

JsonReader::~JsonReader() = default;

bool JsonReader::parse()
{
    m_text = viewOf(m_body);
    if (m_text.substr(0, 3) == "\xEF\xBB\xBF") {
        m_text.remove_prefix(3);
    }
    auto &parser = m_parsed->parserFor(m_body.size());
    auto error = parser.parse(m_text.data(), m_text.size()).get(m_parsed->root);
    if (error == simdjson::NUMBER_ERROR) {
        m_rewritten = withOversizedAsTexts(m_text);
        m_text = viewOf(m_rewritten);
        error = parser.parse(m_text.data(), m_text.size()).get(m_parsed->root);
    }
    if (error != simdjson::SUCCESS) {
        complain(QString(), QString(u"the answer is no JSON: " %
                                    QString::fromLatin1(simdjson::error_message(error))));
        m_text = {};
        return false;
    }
    return true;
}

JsonValue JsonReader::root()
{
    JsonValue value(this);
    value.m_exists = !m_text.empty();
    value.m_element = std::bit_cast<JsonValue::Element>(m_parsed->root);
    value.m_source = m_text;
    return value;
}

JsonValue JsonReader::data()
{
    JsonValue top = root();
    JsonValue inner = top.member("data");
    return inner.exists() ? inner : top;
}

JsonValue JsonReader::list()
{
    JsonValue outer = data();
    if (outer.isObject() && outer.member("data").exists()) {
        outer = outer.member("data");
    }
    const bool missing = outer.path().isEmpty() && !outer.isArray();
    if (outer.exists() && (missing || (!outer.isArray() && !outer.isNull()))) {
        complain(missing ? QStringLiteral("data") : outer.path(),
                 missing ? QStringLiteral("is missing") : QStringLiteral("is no list"));
    }
    return outer;
}

std::optional<PageMeta> JsonReader::pageMeta()
{
    const JsonValue top = root();
    const JsonValue inner = top.member("data");
    for (const JsonValue &place : {top.member("meta"), inner.member("meta"), inner, top}) {
        const auto total = place.integer("total");
        if (!total) {
            continue;
        }
        PageMeta meta;
        meta.total = *total;
        meta.perPage = place.integer("per_page").value_or(list().count());
        meta.currentPage = place.integer("current_page").value_or(1);
        const auto pages =
            meta.perPage > 0 ? (meta.total + meta.perPage - 1) / meta.perPage : qint64(1);
        const bool paged = !place.member("per_page").isNull();
        meta.lastPage = place.integer("last_page").value_or(paged ? std::max<qint64>(pages, 1) : 1);
        return meta;
    }
    return std::nullopt;
}

void JsonReader::complain(const QString &path, const QString &what)
{
    if (!m_problem) {
        m_problem = JsonProblem{path, what};
    }
}

std::optional<JsonProblem> JsonReader::takeProblem()
{
    return std::exchange(m_problem, std::nullopt);
}

ApiError JsonReader::error() const
{
    ApiError error;
    error.kind = ErrorKind::NotUnderstood;
    error.jsonPath = m_problem->path; // NOLINT(bugprone-unchecked-optional-access): finish() asked
    error.message = m_problem->what;  // NOLINT(bugprone-unchecked-optional-access)
    return error;
}

// ----------------------------------------------------------------------------------- JsonValue

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

qint64 JsonValue::count() const
{
    dom::array array;
    if (!m_exists || elementOf(m_element).get(array) != simdjson::SUCCESS) {
        return 0;
    }
    // size() is capped at 2^24 - 1 elements: more do not fit into an answer of 64 MiB anyway.
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
    for (const auto &field : object) {
        JsonValue child(m_reader);
        child.m_parentPath = here;
        child.m_key = field.key;
        child.m_exists = true;
        child.m_element = std::bit_cast<Element>(field.value);
        if (!scanner.string() || !scanner.take(':')) {
            return; // cannot be: the parser has accepted the document
        }
        child.m_source = scanner.value().value_or(std::string_view());
        scanner.take(',');
        visit(fromUtf8(field.key), child);
    }
}

QString JsonValue::asText() const
{
    return asOptionalText().value_or(QString());
}

std::optional<QString> JsonValue::asOptionalText() const
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
        // The wire's own digits, where noise and more than fifteen of them are still to be seen.
        return fromUtf8(source());
    case dom::element_type::STRING:
        return fromUtf8(element.get_string().value_unsafe()).trimmed();
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

Secret JsonValue::secret(std::string_view key) const
{
    const JsonValue value = member(key);
    return value.isText() ? Secret(value.asText()) : Secret();
}

ReadMoney JsonValue::requiredMoney(std::string_view key) const
{
    const JsonValue value = member(key);
    const auto figure = value.asFigure();
    const auto scaled = figure ? parseDecimal(*figure, Money::digits) : std::nullopt;
    if (!scaled) {
        value.complain(value.isNull() ? QStringLiteral("is missing")
                                      : QStringLiteral("is no amount of money"));
        return {};
    }
    return {Money::fromUnits(scaled->units), !scaled->exact};
}

std::optional<Money> JsonValue::asMoney() const
{
    const auto figure = asFigure();
    if (isNull() || (figure && figure->isEmpty())) {
        return std::nullopt;
    }
    const auto parsed = figure ? Money::parse(*figure) : std::nullopt;
    if (!parsed) {
        complain(QStringLiteral("is no amount of money"));
    }
    return parsed;
}

qint64 JsonValue::requiredInteger(std::string_view key) const
{
    const auto number = integer(key);
    if (!number) {
        const JsonValue value = member(key);
        value.complain(value.isNull() ? QStringLiteral("is missing")
                                      : QStringLiteral("is no whole number"));
    }
    return number.value_or(0);
}

Instant JsonValue::requiredInstant(std::string_view key) const
{
    const auto time = instant(key);
    if (!time) {
        const JsonValue value = member(key);
        value.complain(value.isNull() ? QStringLiteral("is missing")
                                      : QStringLiteral("is no time"));
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
                                      : QStringLiteral("is no amount of traffic"));
    }
    return amount.value_or(TrafficAmount{});
}

std::optional<TrafficAmount> JsonValue::asGigabytes() const
{
    const auto figure = asFigure();
    if (!figure && !isNull()) {
        complain(QStringLiteral("is no amount of traffic"));
    }
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
    return value.isText() ? parseInstant(value.asText()) : std::nullopt;
}

QByteArray JsonValue::raw() const
{
    return m_exists ? maskSecrets(source()) : QByteArray();
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
