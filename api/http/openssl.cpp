// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/openssl.h"

#include <QCoreApplication>
#include <QLibrary>

#include <array>
#include <cstdint>
#include <utility>

namespace relaybook {

namespace {

void keepMemoryAtTheEnd(QLibrary &library)
{
    constexpr std::uint64_t noFreeingAtExit = 0x00080000; // OPENSSL_INIT_NO_ATEXIT
    // A library gives functions of any form by their names alone.
    using Begin = int (*)(std::uint64_t, const void *);
    if (const auto begin = reinterpret_cast<Begin>(library.resolve("OPENSSL_init_crypto"))) {
        begin(noFreeingAtExit, nullptr); // it counts in the first call only
    }
}

QLibrary *loadCrypto()
{
#ifdef Q_OS_WIN
    // From beside the program and from nowhere else: any folder may hold a file of that name.
    const std::array names{std::pair{
        QCoreApplication::applicationDirPath() % QStringLiteral("/libcrypto-3-x64"), QString()}};
#else
    const std::array names{std::pair{QStringLiteral("crypto"), QStringLiteral("3")},
                           std::pair{QStringLiteral("crypto"), QStringLiteral("1.1")}};
#endif
    static QLibrary library;
    // It stays: nothing that is in use may be unloaded with this object.
    library.setLoadHints(QLibrary::PreventUnloadHint);
    for (const auto &[name, version] : names) {
        library.setFileNameAndVersion(name, version);
        if (library.load()) {
            keepMemoryAtTheEnd(library);
            return &library;
        }
    }
    return nullptr;
}

} // namespace

QFunctionPointer cryptoFunction(const char *name)
{
    static QLibrary *const library = loadCrypto();
    return library != nullptr ? library->resolve(name) : nullptr;
}

void prepareTls()
{
    // Windows ends all other threads before anything is freed, and on macOS Qt has the system's
    // TLS.
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    (void)cryptoFunction("OPENSSL_init_crypto");
#endif
}

} // namespace relaybook
