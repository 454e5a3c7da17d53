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

BIO *memoryOf(const QByteArray &text)
{
    BIO *bio = BIO_new(BIO_s_mem());
    BIO_write(bio, text.constData(), static_cast<int>(text.size()));
    return bio;
}

void addExtension(X509 *certificate, int nid, const char *value)
{
    const ExtensionPtr extension(X509V3_EXT_conf_nid(nullptr, nullptr, nid, value));
    X509_add_ext(certificate, extension.get(), -1);
}

/// Signed by `authority`, or by itself.
TestCertificate makeSigned(TestCertificate::Kind kind, const TestCertificate *authority)
{
    using Kind = TestCertificate::Kind;
    constexpr long day = 24L * 3600;
    static long serial = 0; // an authority issues no number twice
    const KeyPtr key(EVP_EC_gen("P-256"));
    const CertificatePtr certificate(X509_new());
    X509 *raw = certificate.get();
    X509_set_version(raw, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(raw), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(raw), -10 * day);
    X509_gmtime_adj(X509_getm_notAfter(raw), kind == Kind::Expired ? -day : 10 * day);
    X509_set_pubkey(raw, key.get());

    const bool other = kind == Kind::OtherHost;
    const unsigned char *name =
        reinterpret_cast<const unsigned char *>(other ? "other.example" : "localhost");
    X509_NAME *subject = X509_get_subject_name(raw);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, name, -1, -1, 0);
    addExtension(raw, NID_subject_alt_name,
                 other ? "DNS:other.example" : "DNS:localhost,IP:127.0.0.1,IP:0.0.0.0");
    if (authority == nullptr) {
        // No two authorities share a name: the one of the issuer is looked for by it.
        const QByteArray organisation = "Test Authority " + QByteArray::number(qlonglong(serial));
        X509_NAME_add_entry_by_txt(
            subject, "O", MBSTRING_ASC,
            reinterpret_cast<const unsigned char *>(organisation.constData()), -1, -1, 0);
        X509_set_issuer_name(raw, subject);
        addExtension(raw, NID_basic_constraints, "critical,CA:TRUE");
        X509_sign(raw, key.get(), EVP_sha256());
    } else {
        const BioPtr issuerText(memoryOf(authority->certificate.toPem()));
        const BioPtr signerText(memoryOf(authority->key.toPem()));
        const CertificatePtr issuer(PEM_read_bio_X509(issuerText.get(), nullptr, nullptr, nullptr));
        const KeyPtr signer(PEM_read_bio_PrivateKey(signerText.get(), nullptr, nullptr, nullptr));
        X509_set_issuer_name(raw, X509_get_subject_name(issuer.get()));
        addExtension(raw, NID_basic_constraints, "critical,CA:FALSE");
        X509_sign(raw, signer.get(), EVP_sha256());
    }

    const BioPtr certificateText(BIO_new(BIO_s_mem()));
    const BioPtr keyText(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(certificateText.get(), raw);
    PEM_write_bio_PrivateKey(keyText.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    return {QSslCertificate(textOf(certificateText.get()), QSsl::Pem),
            QSslKey(textOf(keyText.get()), QSsl::Ec, QSsl::Pem)};
}

} // namespace

TestCertificate TestCertificate::make(Kind kind)
{
    return makeSigned(kind, nullptr);
}

TestCertificate TestCertificate::issue(Kind kind) const
{
    return makeSigned(kind, this);
}

QSslConfiguration TestCertificate::trustingClient() const
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setCaCertificates({certificate});
    return tls;
}

} // namespace relaybook::testing
