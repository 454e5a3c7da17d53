// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/openssl.h"

#include <QCoreApplication>
#include <QLibrary>

#include <array>
#include <cstdint>
#include <utility>

#ifdef Q_OS_LINUX
#include <dlfcn.h>
#endif

namespace relaybook {

namespace {

constexpr const char *beginName = "OPENSSL_init_crypto";

// A library gives functions of any form by their names alone.
template <class Found>
void keepMemoryAtTheEnd(Found found)
{
    constexpr std::uint64_t noFreeingAtExit = 0x00080000; // OPENSSL_INIT_NO_ATEXIT
    using Begin = int (*)(std::uint64_t, const void *);
    if (const auto begin = reinterpret_cast<Begin>(found)) {
        begin(noFreeingAtExit, nullptr); // it counts in the first call only
    }
}

QLibrary *loadCrypto()
{
#ifdef Q_OS_WIN
    // From beside the program and from nowhere else: any folder may hold a file of that name.
    const std::array names{std::pair{
        QString(QCoreApplication::applicationDirPath() % QStringLiteral("/libcrypto-3-x64")),
        QString()}};
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
            keepMemoryAtTheEnd(library.resolve(beginName));
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
#ifdef Q_OS_UNIX // Windows ends all other threads before anything is freed
    (void)cryptoFunction(beginName);
#endif
}

void prepareLoadedOpenSsl()
{
#ifdef Q_OS_LINUX
    for (const char *name : {"libcrypto.so.3", "libcrypto.so.1.1"}) {
        if (void *loaded = dlopen(name, RTLD_LAZY | RTLD_NOLOAD)) {
            keepMemoryAtTheEnd(dlsym(loaded, beginName));
            dlclose(loaded);
        }
    }
#endif
}

} // namespace relaybook
