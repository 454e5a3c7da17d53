// SPDX-License-Identifier: GPL-3.0-or-later
// How the user wants credentials to be copied, and how that is stored in the settings.
#pragma once

#include "models/text/credentialformat.h"

namespace relaybook {

class Settings;

struct CredentialChoice
{
    CredentialFormat format = CredentialFormat::Url;
    ProxyProtocol protocol = ProxyProtocol::Http;
    QString ownTemplate; ///< used with CredentialFormat::Own
    int ownLines = 1;    ///< lines for each row with that template, 1 to mostLines
    static constexpr int mostLines = 1000;
    /// For all rows together; about a hundred megabytes.
    static constexpr qint64 mostInAll = 1'000'000;

    /// The template of the format, or the user's own.
    [[nodiscard]] CredentialTemplate lineTemplate() const;
    /// The lines for each row: 1 unless they would differ.
    [[nodiscard]] int lines() const;
    friend bool operator==(const CredentialChoice &, const CredentialChoice &) = default;
};

/// The last choice on the page with this name, or `format` if there was none. All pages share one
/// template.
[[nodiscard]] CredentialChoice storedChoice(const Settings &settings, const QString &page,
                                            CredentialFormat format);
void storeChoice(Settings &settings, const QString &page, const CredentialChoice &choice);

} // namespace relaybook
