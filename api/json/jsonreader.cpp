// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/jsonreader.h"

#include "api/json/jsonrepair.h"

#include <QRegularExpression>
#include <QThreadStorage>
#include <QUrl>

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace relaybook {

namespace dom = simdjson::dom;

namespace {

/// Larger documents get a parser of their own, because a parser keeps ten times a document's size.
constexpr qsizetype keptParserLimit = 1024 * 1024;

/// One per thread, because its buffers are worth reusing. Busy while a reader uses it.
struct ThreadParser
{
    dom::parser parser;
    bool busy = false;
};

/// Not a thread_local variable: GCC on Windows frees its memory before its destructor runs.
ThreadParser &threadParser()
{
    static QThreadStorage<ThreadParser *> parsers;
    if (!parsers.hasLocalData()) {
        parsers.setLocalData(new ThreadParser);
    }
    return *parsers.localData();
}

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

/// The error text of simdjson. Newer versions add a name before it and more text after it.
QString sentenceOf(simdjson::error_code error)
{
    static const QRegularExpression name(QStringLiteral("^[A-Z0-9_]+: "));
    QString text = QString::fromLatin1(simdjson::error_message(error));
    text.remove(name);
    return text.section(QStringLiteral("  "), 0, 0);
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
    /// Frees the parser's indexes before rows are read. They are needed only for parsing, and as
    /// large as the document.
    void dropIndexes() const
    {
        if (own && own->implementation) {
            own->implementation->structural_indexes.reset();
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

JsonReader::JsonReader(const QByteArray &body)
    : m_parsed(std::make_unique<Parsed>())
    , m_body(body)
    , m_masker(DecodingScope::current())
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
    while (m_text.ends_with('\0')) {
        m_text.remove_suffix(1);
    }
    auto &parser = m_parsed->parserFor(m_body.size());
    // The parser reads some bytes beyond the end. Without room for them it copies the document.
    // capacity() does not tell: it counts the room at the beginning, which remove(0, …) leaves.
    const bool hasRoom =
        m_body.data_ptr().freeSpaceAtEnd() >= static_cast<qsizetype>(simdjson::SIMDJSON_PADDING);
    auto error = parser.parse(m_text.data(), m_text.size(), !hasRoom).get(m_parsed->root);
    const bool mayBeRepaired =
        m_text.find_first_of("{[") != std::string_view::npos && !m_body.trimmed().startsWith('<');
    if (error != simdjson::SUCCESS && mayBeRepaired) {
        const std::string_view original = m_text;
        const auto parseInstead = [&](QByteArray text) {
            m_rewritten = std::move(text);
            m_text = viewOf(m_rewritten);
            return parser.parse(m_text.data(), m_text.size()).get(m_parsed->root);
        };
        const auto firstError = error;
        error = parseInstead(repairedJson(original));
        if (error != simdjson::SUCCESS) {
            dom::parser rowParser;
            const auto isJson = [&rowParser](std::string_view row) {
                return rowParser.parse(row.data(), row.size()).error() == simdjson::SUCCESS;
            };
            auto rows = withoutBrokenRows(original, isJson);
            error = rows ? parseInstead(*std::move(rows)) : firstError;
        }
    }
    m_parsed->dropIndexes();
    if (error != simdjson::SUCCESS) {
        complain(QString(), QString(u"the answer is not JSON: " % sentenceOf(error)));
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

namespace {

/// Whether a member has a value that is not null, false, 0 or empty.
bool isSaying(const JsonValue &value)
{
    bool hasMembers = value.isArray() && value.count() > 0;
    if (value.isObject()) {
        value.forEachMember([&](const QString &, const JsonValue &) { hasMembers = true; });
    }
    if (value.isObject() || value.isArray()) {
        return hasMembers;
    }
    const QString text = value.asText().trimmed().toLower();
    return !text.isEmpty() && text != u"false" && text != u"no" && text != u"0";
}

/// A number of rows or pages; nothing if it cannot be one: -1 says that they are not counted.
std::optional<qint64> countIn(const JsonValue &place, std::initializer_list<const char *> names)
{
    constexpr qint64 most = 1'000'000'000'000;
    for (const char *name : names) {
        bool isNumber = false;
        const qint64 count =
            place.member(name).asFigure().value_or(QString()).toLongLong(&isNumber);
        if (isNumber && count >= 0 && count <= most) {
            return count;
        }
    }
    return std::nullopt;
}

/// Where services put the data of a page: beside the list or around it, or in an object there.
std::vector<JsonValue> placesOfPaging(const JsonValue &top)
{
    std::vector<JsonValue> places;
    const JsonValue inner = top.member("data");
    for (const JsonValue &place : {top.member("meta"), inner.member("meta"), inner, top}) {
        places.push_back(place);
        for (const char *name : {"pagination", "paging", "page"}) {
            places.push_back(place.member(name));
        }
    }
    return places;
}

} // namespace

void JsonReader::complainOfFailure()
{
    const JsonValue top = root();
    const JsonValue inner = top.member("data");
    const JsonValue error = top.member("error");
    const bool hasRows = inner.isArray() && inner.count() > 0;
    const bool isRefused = top.boolean("success") == false || top.boolean("ok") == false;
    const auto isEmpty = [&inner] { return !isSaying(inner); }; // reads every row of a keyed list
    // Each of these says that an empty answer is no empty list.
    constexpr qint64 firstOfErrors = 400;
    const QString status = top.text("status").toLower();
    const bool isFailed = status == u"error" || status == u"fail" || status == u"failed";
    const bool hasCode = countIn(top, {"code"}).value_or(0) >= firstOfErrors;
    const char *where = nullptr;
    if (isRefused && !hasRows) {
        where = "success";
    } else if (isSaying(error) && isEmpty()) {
        where = "error";
    } else if (inner.exists() && (isFailed || hasCode || isSaying(top.member("errors"))) &&
               isEmpty()) {
        where = isFailed ? "status" : hasCode ? "code" : "errors";
    }
    if (where == nullptr) {
        return;
    }
    const QString words = error.isObject() ? error.text("message") : error.asText();
    const QString message = top.text("message");
    complain(QString::fromLatin1(where), !message.isEmpty() ? message
                                         : !words.isEmpty() ? words
                                         : isRefused        ? QStringLiteral("is false")
                                                            : QStringLiteral("is an error"));
}

/// Collects the secrets of the whole document first, because one may also be in a text before the
/// member that names it.
void JsonReader::learnSecrets()
{
    static constexpr std::string_view word = "password";
    static const std::boyer_moore_horspool_searcher password(word.begin(), word.end());
    static constexpr std::string_view start = "\"proxy_"; // proxy_http, proxy_socks5, proxy_auth
    static const std::boyer_moore_horspool_searcher proxy(start.begin(), start.end());
    const auto holds = [this](const auto &searcher) {
        return std::search(m_text.begin(), m_text.end(), searcher) != m_text.end();
    };
    if (!std::exchange(m_isLearned, true) && (holds(password) || holds(proxy))) {
        m_masker.learnFrom(m_text);
    }
}

JsonValue JsonReader::data()
{
    learnSecrets();
    complainOfFailure();
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
    if (!missing && outer.isKeyed()) {
        outer.m_isKeyedList = true;
        return outer;
    }
    if (outer.exists() && (missing || (!outer.isArray() && !outer.isNull()))) {
        complain(missing ? QStringLiteral("data") : outer.path(),
                 missing ? QStringLiteral("is missing") : QStringLiteral("is not a list"));
    }
    return outer;
}

std::optional<PageMeta> JsonReader::pageMeta()
{
    std::optional<PageMeta> meta;
    for (const JsonValue &place : placesOfPaging(root())) {
        const auto total = countIn(place, {"total", "total_count", "totalCount", "totalElements"});
        if (!total || (meta && meta->total >= *total)) {
            continue; // the largest of several totals: one may be that of the page
        }
        meta = PageMeta();
        meta->total = *total;
        // A list that is complete on one page need not have these members.
        const bool isWhole = meta->total <= list().count();
        meta->perPage = countIn(place, {"per_page"}).value_or(isWhole ? list().count() : 0);
        meta->currentPage = countIn(place, {"current_page"}).value_or(isWhole ? 1 : 0);
        const qint64 rows = meta->perPage > 0 ? meta->perPage : list().count();
        const qint64 pages = rows > 0 ? (meta->total + rows - 1) / rows : 1;
        meta->lastPage = countIn(place, {"last_page", "total_pages", "totalPages"})
                             .value_or(std::max<qint64>(pages, 1));
    }
    return meta;
}

NextPage JsonReader::nextPage()
{
    NextPage next;
    const auto note = [&next](const JsonValue &value, QLatin1String parameter = {}) {
        next.isGiven = next.isGiven || value.exists();
        const JsonValue link = value.member("href").exists() ? value.member("href") : value;
        if (next.isSet || !isSaying(link)) {
            return;
        }
        next.isSet = true;
        const QString text = link.asExactText().value_or(QString()).trimmed();
        if (text.contains(u'?')) {
            next.query = QUrl(text).query(QUrl::FullyEncoded);
        } else if (!parameter.isEmpty() && !text.isEmpty()) {
            next.query = parameter % u'=' % QString::fromLatin1(QUrl::toPercentEncoding(text));
        }
    };
    for (const JsonValue &place : placesOfPaging(root())) {
        note(place.member("links").member("next"));
        note(place.member("_links").member("next"));
        for (const char *name : {"next_page_url", "next", "next_page", "has_more", "hasMore",
                                 "has_next", "has_next_page", "truncated"}) {
            note(place.member(name));
        }
        note(place.member("next_cursor"), QLatin1String("cursor"));
        note(place.member("next_page_token"), QLatin1String("page_token"));
        next.perPage = std::max<qint64>(next.perPage, countIn(place, {"per_page"}).value_or(0));
        next.isFromZero = next.isFromZero || countIn(place, {"current_page"}) == 0;
        for (const char *name : {"per_page", "current_page", "last_page", "total_pages",
                                 "totalPages", "limit", "offset", "page_size", "page"}) {
            next.isPaged = next.isPaged || place.member(name).asFigure();
        }
        next.isPaged = next.isPaged || next.isGiven ||
                       place.member("links").member("last").exists() ||
                       (place.member("total").asFigure() && !countIn(place, {"total"}));
    }
    return next;
}

void JsonReader::complain(const QString &path, const QString &what)
{
    if (!m_problem) {
        m_problem = JsonProblem{m_masker.masked(path, {}), what};
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
    error.isPage = m_body.trimmed().startsWith('<');
    return error;
}

} // namespace relaybook
