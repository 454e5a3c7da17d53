// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <new>

namespace relaybook {

void Sha256::Free::operator()(evp_md_ctx_st *context) const
{
    EVP_MD_CTX_free(context);
}

Sha256::Sha256()
    : m_context(EVP_MD_CTX_new())
{
    if (!m_context || EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) != 1) {
        throw std::bad_alloc();
    }
}

void Sha256::add(std::string_view bytes)
{
    EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size());
}

QByteArray Sha256::finish()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(m_context.get(), digest.data(), &length);
    return QByteArray(reinterpret_cast<const char *>(digest.data()), static_cast<int>(length))
        .toHex();
}

namespace {

constexpr size_t enough = 1U << 18U;

} // namespace

void Sha256Beside::add(std::string_view bytes)
{
    m_filling.append(bytes);
    if (m_filling.size() >= enough) {
        handOver();
    }
}

void Sha256Beside::handOver()
{
    m_beside.put(std::move(m_filling));
    m_filling = {};
    m_filling.reserve(enough + enough / 2);
}

QByteArray Sha256Beside::finish()
{
    handOver();
    m_beside.finish();
    return m_hash.finish();
}

} // namespace relaybook
