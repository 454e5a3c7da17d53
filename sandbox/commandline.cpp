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

/// An option with a value: its name, its help, and what it does. Returns an error message, or
/// nothing.
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

/// Checks a whole number and passes it on.
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
        return "404, 405, 501, json, html or html200 is needed, not '" + value + "'";
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
    return value.empty() ? "the name of a folder is missing" : "";
}

std::string takeMaxPerPage(const std::string &value, Options &options)
{
    return takeNumber(value, 1, 100'000, options.maxPerPage);
}

std::string takeHost(const std::string &value, Options &options)
{
    options.hosts.push_back(lowered(value));
    return value.empty() ? "the name of a host is missing" : "";
}

std::string takeCreatedAt(const std::string &value, Options &options)
{
    std::int64_t seconds = 0;
    std::string wrong = takeNumber(value, 0, 32'503'680'000, seconds);
    options.createdAt = seconds;
    return wrong;
}

constexpr std::array valueOptions{
    ValueOption{"--port", "N", "listen on this port of 127.0.0.1 (0: any free port)", takePort},
    ValueOption{"--seed", "N",
                "seed of the generated account (1); the same seed, sizes and creation time give "
                "the same account, but for the password, tokens and key, which are always new",
                takeSeed},
    ValueOption{"--proxies", "N", "number of proxies (1284)", takeProxies},
    ValueOption{"--sub-users", "N", "number of sub-users (312)", takeSubUsers},
    ValueOption{"--transactions", "N", "number of transactions, over two years (48902)",
                takeTransactions},
    ValueOption{"--latency", "MS", "delay every answer by this many milliseconds", takeLatency},
    ValueOption{"--fault", "NAME[=ARG]", "switch on a fault (see below); can be used several times",
                takeFault},
    ValueOption{"--without", "OPERATION[,OPERATION]...",
                "do not offer these operations (see below); can be used several times",
                takeWithout},
    ValueOption{"--missing-answer", "404|405|501|json|html|html200",
                "the answer of an operation that is not offered: this status with an empty body "
                "(404), status 404 with a JSON error object (json) or a web page (html), or status "
                "200 with a web page (html200)",
                takeMissingAnswer},
    ValueOption{"--live-interval", "MS",
                "--live with this many milliseconds between two steps (20000)", takeLiveInterval},
    ValueOption{"--state-dir", "DIR",
                "store the state in this folder and continue from it at the next start; sizes, "
                "seed, tokens and key of the first start are kept",
                takeStateDir},
    ValueOption{"--host", "NAME",
                "also answer requests for this host name, besides localhost, 127.0.0.1 and [::1]; "
                "can be used several times",
                takeHost},
    ValueOption{"--max-per-page", "N", "the largest page size that is allowed (100)",
                takeMaxPerPage},
    ValueOption{"--created-at", "SECONDS",
                "creation time of a new account, in seconds since 1970, instead of now",
                takeCreatedAt},
};

constexpr std::array switches{
    Switch{"--no-rate-limit", "do not limit requests, and report limits of 1,000,000",
           [](CommandLine &line) { line.options.rateLimit = false; }},
    Switch{"--only-documented",
           "offer only the operations that every service has (see below); the reseller balance "
           "contains only the members named *_pricing_tiers",
           [](CommandLine &line) { line.options.offer.onlyDocumented = true; }},
    Switch{
        "--gateway",
        "run an HTTP and a SOCKS5 proxy that accept the credentials of the proxies and sub-users "
        "and count their traffic; only the sandbox's own test page can be reached through them. "
        "All proxies and sub-users report their host and ports, which are in the printed line "
        "too, with the address of the page (test_page)",
        [](CommandLine &line) { line.options.gateway = true; }},
    Switch{"--live", "add a purchase, deposit or refund from time to time, and use up traffic",
           [](CommandLine &line) { line.options.live = true; }},
    Switch{"--inspect",
           "serve /__sandbox/state, /__sandbox/transactions and /__sandbox/faults without a "
           "sign-in: for tests",
           [](CommandLine &line) { line.options.inspect = true; }},
    Switch{"--help", "show this help", [](CommandLine &line) { line.help = true; }},
    Switch{"--version", "show the version", [](CommandLine &line) { line.version = true; }},
};

/// Breaks the text into lines of the given width, each after an indent.
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
            line.wrong = "Unknown option '" + words[i] + "'. Run with --help to see all options.";
            return line;
        }
        if (equals == std::string::npos && i + 1 == words.size()) {
            line.wrong =
                "The option " + name + " needs a value. Run with --help to see all options.";
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

std::vector<OptionText> optionTexts()
{
    std::vector<OptionText> texts;
    texts.reserve(std::size(valueOptions) + std::size(switches));
    for (const ValueOption &option : valueOptions) {
        texts.push_back({option.name, option.value, option.help});
    }
    for (const Switch &option : switches) {
        texts.push_back({option.name, {}, option.help});
    }
    return texts;
}

std::string helpText()
{
    std::string out =
        "relaybook-sandbox: a complete proxy service with sample data, on 127.0.0.1.\n"
        "When it is ready it prints one line of JSON (url, email, password, personal_token,\n"
        "reseller_key, and the first proxy_ids and sub_user_ids). It runs until it is stopped\n"
        "with Ctrl+C.\n\n"
        "Usage: relaybook-sandbox [OPTION]...\n\nOptions:\n";
    for (const OptionText &option : optionTexts()) {
        std::string name(option.name);
        if (!option.value.empty()) {
            name += " " + std::string(option.value);
        }
        appendEntry(out, name, option.help);
    }
    appendOperations(out);
    out += "\nFaults, for --fault NAME[=ARG][,next=N][,after=N][,on=WHERE]:\n";
    appendWrapped(
        out,
        "next=N: only the next N matching requests; after=N: skip the first N; WHERE: an operation "
        "(topUpTraffic), an HTTP method (POST), the beginning of a path (/reseller) or both ('GET "
        "/v1/proxies'). The value in parentheses is the default. The faults gateway-... concern "
        "connections to the gateway (--gateway); WHERE is then httpGateway or socks5Gateway.",
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
