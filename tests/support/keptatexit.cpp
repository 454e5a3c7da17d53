// SPDX-License-Identifier: GPL-3.0-or-later
// Part of every program that is built with the sanitizers, on Linux: keeps what Clang's leak check
// needs, which comes after Qt's own end.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include <cstring>

namespace {

/// The function of this name that a program without this file would call.
template <typename Function>
Function *original(const char *name)
{
    return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

} // namespace

// At a program's end Qt deletes its key to what it keeps of each thread. A thread that
// QThread::wait() has waited for may still be at its last step then, and no longer finds what it
// should free: 152 bytes, a QThreadData, in one of two hundred programs that had used D-Bus. So
// Qt's key is kept until the program has ended. The keys of other libraries aren't: OpenSSL deletes
// its own so that a late thread does not free again what is freed already.
extern "C" int pthread_key_delete(pthread_key_t key) noexcept
{
    Dl_info caller{};
    if (dladdr(__builtin_return_address(0), &caller) != 0 &&
        std::strstr(caller.dli_fname, "libQt6Core") != nullptr) {
        return 0;
    }
    static const auto deleteKey = original<int(pthread_key_t)>("pthread_key_delete");
    return deleteKey(key);
}

// Qt closes libsecret at a program's end. In Debian 13 libgcrypt, which only libsecret uses, goes
// with it, and the 208 bytes that libgcrypt's variables referred to are reported as leaked by a
// library without a name, which no suppression can tell from others. So libsecret stays.
extern "C" int dlclose(void *library) noexcept
{
    const link_map *loaded = nullptr;
    if (dlinfo(library, RTLD_DI_LINKMAP, &loaded) == 0 &&
        std::strstr(loaded->l_name, "libsecret") != nullptr) {
        return 0;
    }
    static const auto close = original<int(void *)>("dlclose");
    return close(library);
}
