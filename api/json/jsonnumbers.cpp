// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/jsonnumbers.h"

#include "api/json/jsonscanner.h"

#include <algorithm>
#include <string>

namespace relaybook {

namespace {

/// Whether neither 64 bits nor a double can hold the number.
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

} // namespace

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

} // namespace relaybook
