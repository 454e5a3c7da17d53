// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/openssl.h"

#include <QLibrary>
#include <QSslSocket>

#include <cstdint>

#ifdef Q_OS_LINUX
#include <dlfcn.h>
#endif

namespace relaybook {

namespace {

constexpr const char *beginName = "OPENSSL_init_crypto";

// Symbols of a library have no types.
template <class Found>
void keepMemoryAtTheEnd(Found found)
{
    constexpr std::uint64_t noFreeingAtExit = 0x00080000; // OPENSSL_INIT_NO_ATEXIT
    using Begin = int (*)(std::uint64_t, const void *);
    if (const auto begin = reinterpret_cast<Begin>(found)) {
        begin(noFreeingAtExit, nullptr); // only the first call has an effect
    }
}

#ifdef Q_OS_UNIX
/// Loads libcrypto 3 or 1.1. Because of the load hint it stays loaded after this object is deleted.
bool prepareCrypto()
{
    for (const auto *version : {"3", "1.1"}) {
        QLibrary library(QStringLiteral("crypto"), QLatin1String(version));
        library.setLoadHints(QLibrary::PreventUnloadHint);
        if (library.load()) {
            keepMemoryAtTheEnd(library.resolve(beginName));
            return true;
        }
    }
    return false;
}
#endif

} // namespace

void prepareTls()
{
#ifdef Q_OS_UNIX // Windows ends all other threads before it frees anything
    [[maybe_unused]] static const bool isPrepared = prepareCrypto();
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

QString tlsLibrary()
{
    prepareTls();
    // Without its date, which would be in one language only: "OpenSSL 3.0.19".
    const QString text = QSslSocket::sslLibraryVersionString();
    return text.startsWith(QLatin1String("OpenSSL ")) ? text.section(u' ', 0, 1) : text;
}

} // namespace relaybook
