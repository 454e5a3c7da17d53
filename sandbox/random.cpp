// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/random.h"

#include <string_view>

namespace sandbox {

namespace {

std::string drawn(Random &random, std::string_view alphabet, int length)
{
    std::string out;
    out.reserve(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i) {
        out.push_back(random.pick(alphabet));
    }
    return out;
}

} // namespace

std::string Random::word(int length)
{
    return drawn(*this, "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789", length);
}

std::string Random::hex(int length)
{
    return drawn(*this, "0123456789abcdef", length);
}

std::string Random::uuid()
{
    std::string text = hex(32);
    text[12] = '4';
    text[16] = pick(std::string_view("89ab"));
    return text.substr(0, 8) + '-' + text.substr(8, 4) + '-' + text.substr(12, 4) + '-' +
           text.substr(16, 4) + '-' + text.substr(20);
}

} // namespace sandbox
