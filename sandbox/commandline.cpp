// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/commandline.h"

#include "sandbox/call.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace sandbox {

namespace {

constexpr std::size_t helpWidth = 96;

std::optional<std::int64_t> numberIn(const std::string &text)
{
    std::int64_t value = 0;
    const char *const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (text.empty() || error != std::errc{} || end != last) {
        return std::nullopt;
    }
    return value;
}

/// An option with a value: what it is called, how help explains it, and what it does. Returns what
/// is wrong with the value, or nothing.
struct ValueOption
{
    std::string_view name;
    std::string_view value;
    std::string_view help;
    std::string (*take)(const std::string &value, Options &options);
};

struct Switch
{
    std::string_view name;
    std::string_view help;
    void (*take)(CommandLine &line);
};

/// Checks a whole number and hands it on.
template <typename Target>
std::string takeNumber(const std::string &value, std::int64_t least, std::int64_t most,
                       Target &target)
{
    const auto number = numberIn(value);
    if (!number || *number < least || *number > most) {
        return "a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
               " is needed, not '" + value + "'";
    }
    target = static_cast<Target>(*number);
    return {};
}

std::string takePort(const std::string &value, Options &options)
{
    return takeNumber(value, 0, 65'535, options.port);
}

std::string takeSeed(const std::string &value, Options &options)
{
    return takeNumber(value, 0, INT64_MAX, options.seed);
}

std::string takeProxies(const std::string &value, Options &options)
{
    return takeNumber(value, 0, 1'000'000, options.proxies);
}

std::string takeSubUsers(const std::string &value, Options &options)
{
    return takeNumber(value, 0, 1'000'000, options.subUsers);
}

std::string takeTransactions(const std::string &value, Options &options)
{
    return takeNumber(value, 0, 20'000'000, options.transactions);
}

std::string takeLatency(const std::string &value, Options &options)
{
    std::int64_t milliseconds = 0;
    std::string wrong = takeNumber(value, 0, 3'600'000, milliseconds);
    options.latency = std::chrono::milliseconds{milliseconds};
    return wrong;
}

std::string takeFault(const std::string &value, Options &options)
{
    auto [setting, wrong] = parseFault(value);
    if (!wrong.empty()) {
        return wrong;
    }
    options.faults.push_back(std::move(setting));
    return {};
}

std::string takeWithout(const std::string &value, Options &options)
{
    return addWithout(options.offer, value).value_or(std::string());
}

std::string takeMissingAnswer(const std::string &value, Options &options)
{
    const auto answer = missingAnswerFromWord(value);
    if (!answer) {
        return "404, 405, 501, html or html200 is needed, not '" + value + "'";
    }
    options.offer.missingAnswer = *answer;
    return {};
}

std::string takeLiveInterval(const std::string &value, Options &options)
{
    std::int64_t milliseconds = 0;
    std::string wrong = takeNumber(value, 1, 86'400'000, milliseconds);
    options.liveInterval = std::chrono::milliseconds{milliseconds};
    options.live = true;
    return wrong;
}

std::string takeStateDir(const std::string &value, Options &options)
{
    options.stateDir = std::filesystem::path(std::u8string(value.begin(), value.end()));
    return value.empty() ? "the name of a folder is needed" : "";
}

std::string takeMaxPerPage(const std::string &value, Options &options)
{
    return takeNumber(value, 1, 100'000, options.maxPerPage);
}

std::string takeCreatedAt(const std::string &value, Options &options)
{
    std::int64_t seconds = 0;
    std::string wrong = takeNumber(value, 0, 32'503'680'000, seconds);
    options.createdAt = seconds;
    return wrong;
}

constexpr std::array valueOptions{
    ValueOption{"--port", "N", "listen on this port of 127.0.0.1 (0: any that is free)", takePort},
    ValueOption{"--seed", "N",
                "the account is made from this number (1); the same number, sizes "
                "and first moment make the same account",
                takeSeed},
    ValueOption{"--proxies", "N", "how many proxies the account has (1284)", takeProxies},
    ValueOption{"--sub-users", "N", "how many sub-users (312)", takeSubUsers},
    ValueOption{"--transactions", "N", "how many transactions, over two years (48902)",
                takeTransactions},
    ValueOption{"--latency", "MS", "every answer waits so many milliseconds", takeLatency},
    ValueOption{"--fault", "NAME[=ARG]",
                "switch a fault on (see below); may be given several times", takeFault},
    ValueOption{"--without", "OPERATION[,OPERATION]...",
                "do not offer these operations (see below); may be given several times",
                takeWithout},
    ValueOption{"--missing-answer", "404|405|501|html|html200",
                "how an operation that is not offered answers: with an empty body and this status "
                "(404), with 404 and a web page, or with 200 and a web page",
                takeMissingAnswer},
    ValueOption{"--live-interval", "MS",
                "--live with so many milliseconds between two steps "
                "(20000)",
                takeLiveInterval},
    ValueOption{"--state-dir", "DIR",
                "keep the state in this folder and go on from there at the "
                "next start; its first sizes and seed stay",
                takeStateDir},
    ValueOption{"--max-per-page", "N", "the largest page that is granted (100)", takeMaxPerPage},
    ValueOption{"--created-at", "SECONDS",
                "the first moment of a new account, in seconds since "
                "1970, instead of now",
                takeCreatedAt},
};

constexpr std::array switches{
    Switch{"--no-rate-limit", "limit nothing, and announce limits of 1,000,000",
           [](CommandLine &line) { line.options.rateLimit = false; }},
    Switch{"--only-documented",
           "offer only the operations that every service has (see below); of the reseller's "
           "balance, answer only the members named *_pricing_tiers",
           [](CommandLine &line) { line.options.offer.onlyDocumented = true; }},
    Switch{"--live", "a purchase, deposit or refund now and then, and pools being used up",
           [](CommandLine &line) { line.options.live = true; }},
    Switch{"--inspect",
           "serve /__sandbox/state, /__sandbox/transactions and /__sandbox/faults to "
           "whoever asks: for tests",
           [](CommandLine &line) { line.options.inspect = true; }},
    Switch{"--help", "say all this", [](CommandLine &line) { line.help = true; }},
    Switch{"--version", "say the version", [](CommandLine &line) { line.version = true; }},
};

/// Words broken at the width, each line after an indent.
void appendWrapped(std::string &out, std::string_view text, std::size_t indent)
{
    std::size_t column = indent;
    out.append(indent, ' ');
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (column + end > helpWidth && column > indent) {
            out += '\n';
            out.append(indent, ' ');
            column = indent;
        }
        out += text.substr(0, end);
        column += end;
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!text.empty()) {
            out += ' ';
            ++column;
        }
    }
    out += '\n';
}

void appendEntry(std::string &out, const std::string &name, std::string_view help)
{
    constexpr std::size_t indent = 8;
    out += "  " + name + '\n';
    appendWrapped(out, help, indent);
}

void appendOperations(std::string &out)
{
    out += "\nOperations, for --without and for on=WHERE; * marks those of --only-documented:\n";
    std::size_t longest = 0;
    for (const Operation *operation : allOperations()) {
        longest = std::max(longest, operation->id.size());
    }
    for (const Operation *operation : allOperations()) {
        out += operation->evidence == Evidence::Certain ? "* " : "  ";
        out += operation->id;
        out.append(longest + 2 - operation->id.size(), ' ');
        out += operation->method;
        out += ' ';
        out += operation->pattern;
        out += '\n';
    }
}

} // namespace

CommandLine readCommandLine(const std::vector<std::string> &words)
{
    CommandLine line;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        const std::string name = words[i].substr(0, equals);
        const auto *const simple = std::find_if(
            switches.begin(), switches.end(), [&](const Switch &s) { return s.name == words[i]; });
        if (simple != switches.end()) {
            simple->take(line);
            continue;
        }
        const auto *const valued =
            std::find_if(valueOptions.begin(), valueOptions.end(),
                         [&](const ValueOption &option) { return option.name == name; });
        if (valued == valueOptions.end()) {
            line.wrong = "The option '" + words[i] + "' is not known; --help lists them.";
            return line;
        }
        if (equals == std::string::npos && i + 1 == words.size()) {
            line.wrong = "The option " + name + " needs a value; --help explains it.";
            return line;
        }
        const std::string value =
            equals == std::string::npos ? words[++i] : words[i].substr(equals + 1);
        if (const std::string wrong = valued->take(value, line.options); !wrong.empty()) {
            line.wrong = "The option " + name + " is not understood: " + wrong + ".";
            return line;
        }
    }
    return line;
}

std::string helpText()
{
    std::string out =
        "relaybook-sandbox: the whole service in a box, on 127.0.0.1, with a made-up account.\n"
        "It prints one line of JSON when it listens (url, email, password, personal_token,\n"
        "reseller_key, and the first proxy_ids and sub_user_ids) and runs until it is stopped\n"
        "with Ctrl+C.\n\n"
        "Usage: relaybook-sandbox [OPTION]...\n\nOptions:\n";
    for (const ValueOption &option : valueOptions) {
        appendEntry(out, std::string(option.name) + " " + std::string(option.value), option.help);
    }
    for (const Switch &option : switches) {
        appendEntry(out, std::string(option.name), option.help);
    }
    appendOperations(out);
    out += "\nFaults, for --fault NAME[=ARG][,next=N][,after=N][,on=WHERE]:\n";
    appendWrapped(out,
                  "next=N: only the next N requests that match; after=N: let N pass first; WHERE: "
                  "an operation of the interface (topUpTraffic), a verb (POST), the beginning of a "
                  "path (/reseller) or both ('GET /v1/proxies'). In brackets: what holds without "
                  "an argument.",
                  2);
    out += '\n';
    for (const FaultInfo &fault : faultTable()) {
        std::string name(fault.name);
        if (!fault.argument.empty()) {
            name += "[=" + std::string(fault.argument) + "]";
        }
        appendEntry(out, name, fault.help);
    }
    return out;
}

} // namespace sandbox
