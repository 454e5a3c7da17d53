// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/rowmetadata.h"

#include "api/json/jsonscanner.h"

#include <QByteArray>

namespace relaybook {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

QString memberText(std::string_view object, std::string_view name)
{
    const auto value = findMember(object, name);
    if (!value) {
        return {};
    }
    if (const auto inner = JsonScanner(*value).string()) {
        return QString::fromUtf8(unescapedJson(*inner));
    }
    const bool isNumber = !value->empty() && (value->front() == '-' || isDigit(value->front()));
    return isNumber ? QString::fromUtf8(value->data(), static_cast<qsizetype>(value->size()))
                    : QString();
}

QString metadataText(std::string_view raw, std::string_view member)
{
    const auto metadata = findMember(raw, "metadata");
    return metadata ? memberText(*metadata, member) : QString();
}

} // namespace relaybook
