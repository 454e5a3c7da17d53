// SPDX-License-Identifier: GPL-3.0-or-later
// What a customer needs to use a sub-user's access, as text and as a document to print. Contains
// the password.
#pragma once

#include "api/types/subuser.h"
#include "models/text/credentialformat.h"

#include <QImage>

#include <memory>
#include <optional>
#include <vector>

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

/// The card of a sub-user with the credentials that are known; not complete if some are missing.
[[nodiscard]] HandOver handOverOf(const SubUser &row, const std::optional<SubUserAccess> &known);

/// What the reseller adds to each printed card.
struct HandOverOwn
{
    QString words; ///< below the access: may have several lines
    QImage logo;   ///< above it; null: none
};
/// The logo in the file; null if it is no image, or too large for one.
[[nodiscard]] QImage logoIn(const QString &path);

/// One line for each field, for a message to the customers; an empty line between two cards.
[[nodiscard]] Secret handOverText(const std::vector<HandOver> &cards);
/// A page for each card, with all fields and the QR code. For any thread.
[[nodiscard]] std::unique_ptr<QTextDocument> handOverDocument(const std::vector<HandOver> &cards,
                                                              const HandOverOwn &own = {});
/// The pages as PDF. For any thread.
[[nodiscard]] Secret handOverPdf(const std::vector<HandOver> &cards, const HandOverOwn &own = {});

} // namespace relaybook
