// SPDX-License-Identifier: GPL-3.0-or-later
// What a customer needs to use a sub-user's access, as text and as a document to print. Contains
// the password.
#pragma once

#include "models/text/credentialformat.h"

#include <memory>

class QTextDocument;

namespace relaybook {

struct HandOver
{
    QString name; ///< of the sub-user
    QString service;
    ProxyAccess http;
    ProxyAccess socks5;

    /// Whether there is a host, a port and a password.
    [[nodiscard]] bool isComplete() const;
    /// The access data that the curl line and the QR code have: HTTP if there is a port for it.
    [[nodiscard]] const ProxyAccess &usual() const { return http.port ? http : socks5; }
};

/// A label and its value. The password is left out.
struct HandOverField
{
    QString label;
    QString value;
};
[[nodiscard]] QList<HandOverField> handOverFields(const HandOver &card);

/// "curl --proxy …" for a Unix shell, and the address that the QR code has.
[[nodiscard]] CredentialTemplate::Line handOverCurl(const HandOver &card);
[[nodiscard]] CredentialTemplate::Line handOverAddress(const HandOver &card);

/// One line for each field, for a message to the customer.
[[nodiscard]] Secret handOverText(const HandOver &card);
/// A page with all fields and the QR code.
[[nodiscard]] std::unique_ptr<QTextDocument> handOverDocument(const HandOver &card);
/// The page as PDF.
[[nodiscard]] Secret handOverPdf(const HandOver &card);

} // namespace relaybook
