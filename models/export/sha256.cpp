// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/sha256.h"

#include "api/http/openssl.h"

#include <QCryptographicHash>

#include <array>
#include <optional>
#include <type_traits>
#include <utility>

namespace relaybook {

class Sha256::Engine
{
public:
    Engine() = default;
    Engine(const Engine &) = delete;
    Engine &operator=(const Engine &) = delete;
    virtual ~Engine() = default;
    virtual void add(std::string_view bytes) = 0;
    [[nodiscard]] virtual QByteArray finish() = 0;
    [[nodiscard]] virtual By by() const = 0;
};

namespace {

/// What is needed of OpenSSL's libcrypto.
struct Crypto
{
    void *(*newContext)() = nullptr;
    void (*freeContext)(void *) = nullptr;
    const void *(*sha256)() = nullptr;
    int (*begin)(void *, const void *, void *) = nullptr;
    int (*update)(void *, const void *, size_t) = nullptr;
    int (*finish)(void *, unsigned char *, unsigned int *) = nullptr;
    void (*forgetThread)() = nullptr;
};

std::optional<Crypto> findCrypto()
{
    const auto find = [](auto &function, const char *name) {
        // A library gives functions of any form by their names alone.
        function = reinterpret_cast<std::decay_t<decltype(function)>>(cryptoFunction(name));
        return function != nullptr;
    };
    Crypto found;
    if (find(found.newContext, "EVP_MD_CTX_new") && find(found.freeContext, "EVP_MD_CTX_free") &&
        find(found.sha256, "EVP_sha256") && find(found.begin, "EVP_DigestInit_ex") &&
        find(found.update, "EVP_DigestUpdate") && find(found.finish, "EVP_DigestFinal_ex") &&
        find(found.forgetThread, "OPENSSL_thread_stop")) {
        return found;
    }
    return std::nullopt;
}

const std::optional<Crypto> &crypto()
{
    static const std::optional<Crypto> found = findCrypto();
    return found;
}

class OpenSslEngine final : public Sha256::Engine
{
public:
    explicit OpenSslEngine(const Crypto &crypto)
        : m_crypto(crypto)
        , m_context(crypto.newContext(), crypto.freeContext)
    {
    }
    OpenSslEngine(const OpenSslEngine &) = delete;
    OpenSslEngine &operator=(const OpenSslEngine &) = delete;
    /// What OpenSSL keeps of this thread is freed now: where OpenSSL was used before
    /// api/http/openssl.h could prepare it, the thread's end would be too late.
    ~OpenSslEngine() override
    {
        m_context.reset();
        m_crypto.forgetThread();
    }
    [[nodiscard]] bool begin()
    {
        return m_context && m_crypto.begin(m_context.get(), m_crypto.sha256(), nullptr) == 1;
    }
    void add(std::string_view bytes) override
    {
        m_crypto.update(m_context.get(), bytes.data(), bytes.size());
    }
    QByteArray finish() override
    {
        constexpr size_t largest = 64; // of all digests
        std::array<unsigned char, largest> digest{};
        unsigned int length = 0;
        m_crypto.finish(m_context.get(), digest.data(), &length);
        return QByteArray(reinterpret_cast<const char *>(digest.data()), static_cast<int>(length))
            .toHex();
    }
    [[nodiscard]] Sha256::By by() const override { return Sha256::By::Fastest; }

private:
    const Crypto &m_crypto;
    std::unique_ptr<void, void (*)(void *)> m_context;
};

class QtEngine final : public Sha256::Engine
{
public:
    void add(std::string_view bytes) override
    {
        m_hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    }
    QByteArray finish() override { return m_hash.result().toHex(); }
    [[nodiscard]] Sha256::By by() const override { return Sha256::By::Qt; }

private:
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

std::unique_ptr<Sha256::Engine> makeEngine(Sha256::By by)
{
    if (by == Sha256::By::Fastest && crypto()) {
        auto engine = std::make_unique<OpenSslEngine>(*crypto());
        if (engine->begin()) {
            return engine;
        }
    }
    return std::make_unique<QtEngine>();
}

} // namespace

Sha256::Sha256(By by)
    : m_engine(makeEngine(by))
{
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes)
{
    m_engine->add(bytes);
}

QByteArray Sha256::finish()
{
    return m_engine->finish();
}

Sha256::By Sha256::by() const
{
    return m_engine->by();
}

namespace {

constexpr size_t enough = 1U << 18U;

} // namespace

void Sha256Beside::add(std::string_view bytes)
{
    if (!m_filling) {
        m_filling = m_spares.take();
        m_filling->clear();
        m_filling->reserve(enough + enough / 2);
    }
    m_filling->append(bytes);
    if (m_filling->size() >= enough) {
        handOver();
    }
}

void Sha256Beside::handOver()
{
    if (m_filling) {
        m_beside.put(std::move(m_filling));
    }
}

QByteArray Sha256Beside::finish()
{
    handOver();
    m_beside.finish();
    return m_hash.finish();
}

} // namespace relaybook
