// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/faults.h"

#include "sandbox/decimal.h"

#include <algorithm>
#include <charconv>

namespace sandbox {

namespace {

std::optional<long> numberIn(std::string_view text)
{
    long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

bool isWordOf(std::string_view list, char separator, std::string_view word)
{
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(separator), list.size());
        if (list.substr(0, end) == word) {
            return true;
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

std::string inQuotes(std::string_view text)
{
    return "'" + std::string(text) + "'";
}

/// Takes one ",word=value" of a fault's text. Returns what is wrong, or nothing.
std::string readScope(FaultSetting &setting, std::string_view word)
{
    const std::size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
    if (key == "on" && !value.empty()) {
        setting.on = value;
        return {};
    }
    const auto number = numberIn(value);
    if ((key != "next" && key != "after") || !number || *number < 0 || *number > 1'000'000) {
        return inQuotes(word) + " is not understood after a fault; use next=N, after=N or on=WHERE";
    }
    (key == "next" ? setting.next : setting.after) = static_cast<int>(*number);
    return {};
}

} // namespace

std::pair<FaultSetting, std::string> parseFault(std::string_view text)
{
    FaultSetting setting;
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view first = text.substr(0, comma);
    const std::size_t equals = std::min(first.find('='), first.size());
    setting.name = first.substr(0, equals);
    if (equals < first.size()) {
        setting.arg = first.substr(equals + 1);
    }
    text.remove_prefix(comma);
    while (!text.empty()) {
        text.remove_prefix(1);
        const std::size_t end = std::min(text.find(','), text.size());
        if (std::string wrong = readScope(setting, text.substr(0, end)); !wrong.empty()) {
            return {setting, wrong};
        }
        text.remove_prefix(end);
    }
    return {setting, checkFault(setting).value_or(std::string())};
}

std::optional<std::string> checkFault(const FaultSetting &setting)
{
    const FaultInfo *info = findFault(setting.name);
    if (info == nullptr) {
        return "There is no fault named " + inQuotes(setting.name) + "; --help lists them";
    }
    if (setting.arg.empty()) {
        return std::nullopt;
    }
    if (info->argument.empty()) {
        return "The fault " + inQuotes(setting.name) + " takes no argument";
    }
    if (info->choices == "#" && !numberIn(setting.arg)) {
        return "The fault " + inQuotes(setting.name) + " takes a number, not " +
               inQuotes(setting.arg);
    }
    if (info->argument == "GB" && !parseFixed(setting.arg, 9)) {
        return "The fault " + inQuotes(setting.name) + " takes gigabytes, not " +
               inQuotes(setting.arg);
    }
    if (info->choices.size() > 1 && !isWordOf(info->choices, '|', setting.arg)) {
        return "The fault " + inQuotes(setting.name) + " takes one of " +
               std::string(info->choices) + ", not " + inQuotes(setting.arg);
    }
    return std::nullopt;
}

const std::string *TakenFaults::find(Fault fault) const
{
    const auto found = std::find_if(m_list.begin(), m_list.end(),
                                    [&](const auto &taken) { return taken.first == fault; });
    return found == m_list.end() ? nullptr : &found->second;
}

std::string_view TakenFaults::arg(Fault fault) const
{
    const std::string *found = find(fault);
    return found == nullptr ? std::string_view() : std::string_view(*found);
}

long TakenFaults::number(Fault fault, long fallback) const
{
    return numberIn(arg(fault)).value_or(fallback);
}

std::optional<std::string> Faults::set(const FaultSetting &setting)
{
    if (auto wrong = checkFault(setting)) {
        return wrong;
    }
    const FaultInfo *info = findFault(setting.name);
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_active, [&](const Active &active) {
            return active.setting.name == setting.name && active.setting.on == setting.on;
        });
        Active active{info->fault, setting, -1, setting.after};
        const bool expiresOnce = info->fault == Fault::ExpireToken && setting.arg.empty();
        if (setting.next > 0) {
            active.left = setting.next;
        } else if (info->once || expiresOnce) {
            active.left = 1;
        }
        m_active.push_back(std::move(active));
    }
    changed();
    return std::nullopt;
}

std::optional<std::string> Faults::set(std::string_view text)
{
    const auto [setting, wrong] = parseFault(text);
    if (!wrong.empty()) {
        return wrong;
    }
    return set(setting);
}

void Faults::clear(std::string_view name)
{
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_active, [&](const Active &active) { return active.setting.name == name; });
    }
    changed();
}

void Faults::clearAll()
{
    {
        const std::lock_guard lock(m_mutex);
        m_active.clear();
    }
    changed();
}

std::vector<FaultSetting> Faults::active() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<FaultSetting> list;
    for (const Active &active : m_active) {
        list.push_back(active.setting);
    }
    return list;
}

long Faults::hits(std::string_view name) const
{
    const FaultInfo *info = findFault(name);
    if (info == nullptr) {
        return 0;
    }
    const std::lock_guard lock(m_mutex);
    const auto index = static_cast<std::size_t>(info->fault);
    return index < m_hits.size() ? m_hits[index] : 0;
}

bool Faults::matches(const Active &active, const RequestTraits &request)
{
    const FaultInfo &info = infoOf(active.fault);
    if (info.scope == FaultScope::Connections ||
        (info.scope == FaultScope::Gateway) != request.gateway) {
        return false;
    }
    if (info.scope == FaultScope::Listed && !isWordOf(info.operations, ' ', request.operation)) {
        return false;
    }
    const std::string_view on = active.setting.on;
    if (on.empty()) {
        switch (info.scope) {
        case FaultScope::Changing:
            return request.changing && (request.personal || request.reseller);
        case FaultScope::Reseller:
            return request.reseller;
        case FaultScope::Personal:
            return request.personal;
        default:
            return true;
        }
    }
    const std::size_t space = on.find(' ');
    if (space != std::string_view::npos) {
        return request.method == on.substr(0, space) &&
               request.path.starts_with(on.substr(space + 1));
    }
    if (on.front() == '/') {
        return request.path.starts_with(on);
    }
    return request.operation == on || request.method == on;
}

bool Faults::strike(Active &active)
{
    if (active.left == 0) {
        return false;
    }
    if (active.skip > 0) {
        --active.skip;
        return false;
    }
    if (active.left > 0) {
        --active.left;
    }
    const auto index = static_cast<std::size_t>(active.fault);
    if (m_hits.size() <= index) {
        m_hits.resize(faultTable().size());
    }
    ++m_hits.at(index);
    return true;
}

void Faults::removeSpent()
{
    std::erase_if(m_active, [](const Active &active) { return active.left == 0; });
    m_any = !m_active.empty();
}

TakenFaults Faults::take(const RequestTraits &request)
{
    TakenFaults taken;
    if (!m_any) {
        return taken;
    }
    const std::lock_guard lock(m_mutex);
    for (Active &active : m_active) {
        if (matches(active, request) && strike(active)) {
            taken.add(active.fault, active.setting.arg);
        }
    }
    removeSpent();
    return taken;
}

bool Faults::takeConnection()
{
    if (!m_any) {
        return false;
    }
    const std::lock_guard lock(m_mutex);
    bool close = false;
    for (Active &active : m_active) {
        if (active.fault == Fault::CloseOnAccept) {
            close = strike(active) || close;
        }
    }
    removeSpent();
    return close;
}

bool Faults::refusing() const
{
    const std::lock_guard lock(m_mutex);
    return refusingNow();
}

bool Faults::refusingNow() const
{
    return std::any_of(m_active.begin(), m_active.end(),
                       [](const Active &active) { return active.fault == Fault::Refuse; });
}

void Faults::onRefusal(std::function<void()> listener)
{
    const std::lock_guard lock(m_mutex);
    m_listener = std::move(listener);
}

void Faults::changed()
{
    std::function<void()> listener;
    {
        const std::lock_guard lock(m_mutex);
        m_any = !m_active.empty();
        const bool refusing = refusingNow();
        // Only changes of the listening socket are reported: the listener may have to wait for the
        // thread that switches another fault.
        if (refusing != m_wasRefusing) {
            listener = m_listener;
        }
        m_wasRefusing = refusing;
    }
    if (listener) {
        listener();
    }
}

} // namespace sandbox
