// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subusers/accessrules.h"

#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "models/serving/subuserreader.h"

#include <QSet>

#include <algorithm>

namespace relaybook {
namespace {

constexpr size_t mostOfOneCall = 500;

bool isMissingHere(const ApiError &error)
{
    return (isNotOffered(error) && !saysRowIsGone(error)) || error.isPage;
}

/// Whether loading the list now would fail in the same way.
bool isOutOfReach(const ApiError &error)
{
    return error.kind == ErrorKind::Offline || error.kind == ErrorKind::Timeout ||
           error.kind == ErrorKind::Tls || error.kind == ErrorKind::Unauthorized ||
           error.kind == ErrorKind::TokenUnavailable || error.kind == ErrorKind::BadSettings;
}

/// Whether the service refused only this line; it may accept others.
bool isOfTheLine(const ApiError &error)
{
    return error.kind == ErrorKind::Validation ||
           (error.kind == ErrorKind::Refused && !isMissingHere(error));
}

QString wordsOf(const ApiError &error)
{
    for (const FieldError &field : error.fields) {
        if (!field.message.isEmpty()) {
            return field.message;
        }
    }
    return error.description.isEmpty() ? error.message : error.description;
}

/// The number of the entry in "entries.3" or "entries[3]".
std::optional<size_t> entryOf(const QString &field, size_t count)
{
    QString digits = field.mid(field.lastIndexOf(u'.') + 1);
    digits = digits.mid(digits.lastIndexOf(u'[') + 1).remove(u']');
    bool isNumber = false;
    const qulonglong index = digits.toULongLong(&isNumber);
    return isNumber && index < count ? std::optional(static_cast<size_t>(index)) : std::nullopt;
}

bool isOfOlderService(const ApiError &error)
{
    return std::any_of(error.fields.begin(), error.fields.end(), [](const FieldError &each) {
        return each.field == QLatin1String("ip_or_cidr");
    });
}

} // namespace

AccessRules::AccessRules(AccessKind kind, SubUserId id, ApiClient *client, const Clock &clock)
    : m_kind(kind)
    , m_id(id)
    , m_client(client)
    , m_clock(clock)
{
}

AccessRules::~AccessRules() = default;

template <class Endpoint, class Take>
void AccessRules::send(const Endpoint &endpoint, Take take)
{
    m_call = m_client->send(endpoint, this, take);
}

// -------------------------------------------------------------------------------------- the list

void AccessRules::load()
{
    if (isBusy()) {
        return;
    }
    readList();
}

void AccessRules::readList()
{
    m_status.error.reset();
    if (m_client == nullptr) {
        m_status.state = SubUserProfile::Status::NotLoaded;
        m_status.error.emplace();
        m_status.error->kind = ErrorKind::Offline;
        Q_EMIT changed();
        return;
    }
    m_status.state = SubUserProfile::Status::Loading;
    Q_EMIT changed();
    const auto take = [this](const Result<ListOf<AccessRule>> &answer) { onList(answer); };
    if (m_kind == AccessKind::Allowlist) {
        send(ListAllowed{m_id}, take);
    } else {
        send(ListBlocked{m_id}, take);
    }
}

void AccessRules::onList(const Result<ListOf<AccessRule>> &answer)
{
    if (answer) {
        m_status = {SubUserProfile::Status::Loaded, {}, m_clock.now()};
        m_rules = answer->items;
        m_unreadable = answer->unreadable;
        m_isKnown = true;
        m_mustRead = false;
        dropKnown();
    } else if (isMissingHere(answer.error())) {
        m_status.state = SubUserProfile::Status::NotOffered;
        m_mustRead = false; // the list cannot be loaded; the service refuses duplicates itself
    } else {
        m_status.state = SubUserProfile::Status::NotLoaded;
        m_status.error = answer.error();
    }
    // The macro in front misleads the check. NOLINTNEXTLINE(readability-misleading-indentation)
    Q_EMIT changed();
    if (m_isEnding) {
        finish();
    } else if (isBusy()) {
        if (m_mustRead) { // the result of the last call is unknown, so nothing more is sent
            m_error = m_status.error;
            finish();
        } else {
            next();
        }
    }
}

/// Lines that the list has now were added, by this program or by another one.
void AccessRules::dropKnown()
{
    if (m_work != Work::Add) {
        return;
    }
    const auto before = m_queue.size();
    QStringList values;
    for (const AccessLine &line : m_queue) {
        values.append(line.value);
    }
    const auto checked = readAccessLines(m_kind, values.join(u'\n'), m_rules);
    if (checked.size() != before) {
        return;
    }
    std::vector<AccessLine> left;
    for (size_t i = 0; i < before; ++i) {
        if (checked.at(i).verdict != AccessLine::Verdict::Known) {
            left.push_back(std::move(m_queue.at(i)));
        }
    }
    m_done += static_cast<int>(before - left.size());
    m_queue = std::move(left);
}

// ----------------------------------------------------------------------------- adding and removing

void AccessRules::add(const std::vector<AccessLine> &lines)
{
    if (isBusy() || m_client == nullptr) {
        return;
    }
    m_work = Work::Add;
    m_queue.clear();
    m_refused.clear();
    m_error.reset();
    m_oneByOne = false;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(m_queue),
                 [](const AccessLine &line) { return line.isGood(); });
    m_done = 0;
    m_total = static_cast<int>(m_queue.size());
    if (m_mustRead) {
        m_call.cancel();
        readList();
    } else {
        next();
    }
}

void AccessRules::remove(const std::vector<AccessRuleId> &ids)
{
    if (isBusy() || m_client == nullptr) {
        return;
    }
    m_work = Work::Remove;
    m_error.reset();
    m_removed.clear();
    m_removing = ids;
    std::reverse(m_removing.begin(), m_removing.end()); // taken from the end
    m_done = 0;
    m_total = static_cast<int>(ids.size());
    next();
}

void AccessRules::stop()
{
    if (!isBusy() || m_isEnding) {
        return;
    }
    if (!m_call.withdraw()) {
        m_mustRead = true;
    }
    end();
}

void AccessRules::next()
{
    Q_EMIT progressed();
    if (m_work == Work::Remove) {
        if (m_removing.empty()) {
            end();
        } else {
            removeOne();
        }
    } else if (m_queue.empty()) {
        end();
    } else if (bulkSize() > 0) {
        addMany();
    } else {
        addOne();
    }
}

/// How many of the first lines are sent in one call. A line with a comment is sent alone.
size_t AccessRules::bulkSize() const
{
    if (m_kind == AccessKind::Allowlist || !m_hasBulk || m_oneByOne) {
        return 0;
    }
    const auto most =
        m_queue.begin() + static_cast<std::ptrdiff_t>(std::min(m_queue.size(), mostOfOneCall));
    const auto end = std::find_if(m_queue.begin(), most,
                                  [](const AccessLine &line) { return !line.comment.isEmpty(); });
    return static_cast<size_t>(end - m_queue.begin());
}

void AccessRules::addOne()
{
    const AccessLine &line = m_queue.front();
    const auto take = [this](const Result<RuleAnswer> &answer) { onAdded(answer); };
    if (m_kind == AccessKind::Allowlist) {
        send(AddAllowed{m_id, line.value, line.comment, m_isOlder}, take);
    } else {
        send(AddBlocked{m_id, line.value, line.comment}, take);
    }
}

void AccessRules::onAdded(const Result<RuleAnswer> &answer)
{
    if (answer) {
        ++m_done;
        m_queue.erase(m_queue.begin());
    } else if (!m_isOlder && m_kind == AccessKind::Allowlist &&
               answer.error().kind == ErrorKind::Validation && isOfOlderService(answer.error())) {
        m_isOlder = true;
    } else if (isOfTheLine(answer.error())) {
        refuse(0, wordsOf(answer.error()));
    } else {
        halt(answer.error());
        return;
    }
    next();
}

void AccessRules::addMany()
{
    const size_t count = bulkSize();
    QStringList patterns;
    for (size_t i = 0; i < count; ++i) {
        patterns.append(m_queue.at(i).value);
    }
    send(AddBlockedBulk{m_id, patterns},
         [this, count](const Result<Done> &answer) { onBulk(count, answer); });
}

void AccessRules::onBulk(size_t count, const Result<Done> &answer)
{
    const auto end = m_queue.begin() + static_cast<std::ptrdiff_t>(count);
    if (answer) {
        m_done += static_cast<int>(count);
        m_queue.erase(m_queue.begin(), end);
        next();
        return;
    }
    const ApiError &error = answer.error();
    if (isMissingHere(error)) {
        m_hasBulk = false;
        next();
        return;
    }
    if (!isOfTheLine(error)) {
        halt(error);
        return;
    }
    // The refused lines, last one first, so that removing one does not move the others.
    std::vector<std::pair<size_t, QString>> meant;
    for (const FieldError &field : error.fields) {
        if (const auto entry = entryOf(field.field, count)) {
            meant.emplace_back(*entry, field.message);
        }
    }
    std::sort(meant.begin(), meant.end(),
              [](const auto &a, const auto &b) { return a.first > b.first; });
    std::optional<size_t> last;
    for (const auto &[index, words] : meant) {
        if (last != index) {
            refuse(index, words);
        }
        last = index;
    }
    m_oneByOne = meant.empty(); // one by one, each line gets its own answer
    // The other lines of the call may have been added.
    m_mustRead = true;
    readList();
}

void AccessRules::refuse(size_t index, const QString &words)
{
    AccessLine line = m_queue.at(index);
    line.verdict = AccessLine::Verdict::Refused;
    line.other = words;
    m_refused.push_back(std::move(line));
    m_queue.erase(m_queue.begin() + static_cast<std::ptrdiff_t>(index));
}

void AccessRules::removeOne()
{
    const AccessRuleId rule = m_removing.back();
    const auto take = [this](const Result<Done> &answer) { onRemoved(answer); };
    if (m_kind == AccessKind::Allowlist) {
        send(RemoveAllowed{m_id, rule}, take);
    } else {
        send(RemoveBlocked{m_id, rule}, take);
    }
}

void AccessRules::onRemoved(const Result<Done> &answer)
{
    constexpr int notFound = 404;
    const bool isGone = !answer && answer.error().httpStatus == notFound;
    if (!answer && !isGone) {
        halt(answer.error());
        return;
    }
    // Not found: the rule was already removed. If the service lacks the call, loading the list
    // fails too.
    m_removed.push_back(m_removing.back());
    m_removing.pop_back();
    ++m_done;
    next();
}

// ------------------------------------------------------------------------------------------ ending

void AccessRules::halt(const ApiError &error)
{
    m_error = editError(error);
    if (isMissingHere(error)) {
        m_error->kind = ErrorKind::NotOffered;
    }
    m_mustRead = m_mustRead || m_error->mayHaveHappened;
    end();
}

void AccessRules::end()
{
    const bool changedNothing = m_done == 0 && !m_mustRead;
    if (changedNothing || (m_error && isOutOfReach(*m_error))) {
        finish();
        return;
    }
    m_isEnding = true;
    readList();
}

void AccessRules::finish()
{
    if (m_work == Work::Remove && !m_error && m_status.state == SubUserProfile::Status::Loaded) {
        QSet<qint64> here;
        for (const AccessRule &rule : m_rules) {
            here.insert(rule.id.value());
        }
        const auto stayed =
            std::count_if(m_removed.begin(), m_removed.end(),
                          [&here](AccessRuleId rule) { return here.contains(rule.value()); });
        if (stayed > 0) {
            m_error.emplace();
            m_error->kind = ErrorKind::NotOffered;
            m_done -= static_cast<int>(stayed);
        }
    }
    m_isEnding = false;
    m_work = Work::None;
    Q_EMIT ended();
}

std::vector<AccessLine> AccessRules::left() const
{
    std::vector<AccessLine> left = m_refused;
    left.insert(left.end(), m_queue.begin(), m_queue.end());
    std::stable_sort(left.begin(), left.end(),
                     [](const AccessLine &a, const AccessLine &b) { return a.number < b.number; });
    return left;
}

} // namespace relaybook
