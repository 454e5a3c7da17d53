// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/tlserrors.h"

#include <QDateTime>
#include <QSslCertificate>

#include <algorithm>
#include <array>

namespace relaybook {
namespace {

TlsFailure::Problem problemOf(QSslError::SslError error)
{
    switch (error) {
    case QSslError::CertificateExpired:
        return TlsFailure::Expired;
    case QSslError::CertificateNotYetValid:
        return TlsFailure::NotYetValid;
    case QSslError::HostNameMismatch:
        return TlsFailure::OtherHost;
    case QSslError::SelfSignedCertificate:
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::CertificateUntrusted:
    case QSslError::InvalidCaCertificate:
        return TlsFailure::UnknownAuthority;
    default:
        return TlsFailure::Unknown;
    }
}

} // namespace

TlsFailure tlsFailureOf(const QList<QSslError> &errors)
{
    for (const auto problem : {TlsFailure::Expired, TlsFailure::NotYetValid, TlsFailure::OtherHost,
                               TlsFailure::UnknownAuthority}) {
        const auto found =
            std::find_if(errors.begin(), errors.end(), [problem](const QSslError &each) {
                return problemOf(each.error()) == problem;
            });
        if (found != errors.end()) {
            const QSslCertificate certificate = found->certificate();
            return {problem, fromMillis(certificate.effectiveDate().toMSecsSinceEpoch()),
                    fromMillis(certificate.expiryDate().toMSecsSinceEpoch()),
                    issuerOf(certificate)};
        }
    }
    return {};
}

// Qt has no code for it. OpenSSL says so in English: the first text if the service refuses our
// version, the second one if we refuse the service's.
TlsFailure tlsFailureOf(const QString &text)
{
    TlsFailure failure;
    for (const char *said : {"alert protocol version", "unsupported protocol"}) {
        if (text.contains(QLatin1String(said))) {
            failure.problem = TlsFailure::TooOld;
        }
    }
    return failure;
}

/// Who signed the service's certificate, in words.
QString issuerOf(const QSslCertificate &certificate)
{
    for (const auto part : {QSslCertificate::Organization, QSslCertificate::CommonName}) {
        const QStringList names = certificate.issuerInfo(part);
        if (!names.isEmpty()) {
            return names.join(QLatin1String(", "));
        }
    }
    return {};
}

} // namespace relaybook
