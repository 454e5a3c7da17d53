// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out why a secure connection failed, from what Qt and OpenSSL report.

#pragma once

#include "api/types/tlsfailure.h"

#include <QList>
#include <QSslError>

class QSslCertificate;

namespace relaybook {

/// The problem of the certificate. If there are several: its dates, else its host, else its
/// authority.
[[nodiscard]] TlsFailure tlsFailureOf(const QList<QSslError> &errors);
/// The problem of a handshake that failed before there was a certificate. `text` is the system's.
[[nodiscard]] TlsFailure tlsFailureOf(const QString &text);

/// The name of who issued it, for people.
[[nodiscard]] QString issuerOf(const QSslCertificate &certificate);

} // namespace relaybook
