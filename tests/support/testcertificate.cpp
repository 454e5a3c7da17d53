// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcertificate.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>

namespace relaybook::testing {
namespace {

template <auto Free>
struct Deleter
{
    template <class T>
    void operator()(T *object) const
    {
        Free(object);
    }
};
using KeyPtr = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using CertificatePtr = std::unique_ptr<X509, Deleter<X509_free>>;
using ExtensionPtr = std::unique_ptr<X509_EXTENSION, Deleter<X509_EXTENSION_free>>;
using BioPtr = std::unique_ptr<BIO, Deleter<BIO_free_all>>;

QByteArray textOf(BIO *bio)
{
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return {data, size};
}

void addExtension(X509 *certificate, int nid, const char *value)
{
    const ExtensionPtr extension(X509V3_EXT_conf_nid(nullptr, nullptr, nid, value));
    X509_add_ext(certificate, extension.get(), -1);
}

} // namespace

TestCertificate TestCertificate::make(Kind kind)
{
    constexpr long day = 24L * 3600;
    const KeyPtr key(EVP_EC_gen("P-256"));
    const CertificatePtr certificate(X509_new());
    X509 *raw = certificate.get();
    X509_set_version(raw, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(raw), 1);
    X509_gmtime_adj(X509_getm_notBefore(raw), -10 * day);
    X509_gmtime_adj(X509_getm_notAfter(raw), kind == Kind::Expired ? -day : 10 * day);
    X509_set_pubkey(raw, key.get());

    const bool other = kind == Kind::OtherHost;
    const unsigned char *name =
        reinterpret_cast<const unsigned char *>(other ? "other.example" : "localhost");
    X509_NAME *subject = X509_get_subject_name(raw);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, name, -1, -1, 0);
    X509_set_issuer_name(raw, subject);
    addExtension(raw, NID_basic_constraints, "critical,CA:TRUE");
    addExtension(raw, NID_subject_alt_name,
                 other ? "DNS:other.example" : "DNS:localhost,IP:127.0.0.1");
    X509_sign(raw, key.get(), EVP_sha256());

    const BioPtr certificateText(BIO_new(BIO_s_mem()));
    const BioPtr keyText(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(certificateText.get(), raw);
    PEM_write_bio_PrivateKey(keyText.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    return {QSslCertificate(textOf(certificateText.get()), QSsl::Pem),
            QSslKey(textOf(keyText.get()), QSsl::Ec, QSsl::Pem)};
}

QSslConfiguration TestCertificate::trustingClient() const
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setCaCertificates({certificate});
    return tls;
}

} // namespace relaybook::testing
