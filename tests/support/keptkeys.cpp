// SPDX-License-Identifier: GPL-3.0-or-later
// Part of every program that is built with the sanitizers, on Linux: what Qt keeps of a thread is
// freed, however late the thread ends.
//
// At a program's end Qt deletes its key (pthread_key_delete) to what it keeps of each thread. A
// thread that QThread::wait() has waited for may still be at its last step then, and no longer
// finds what it should free. Clang's leak check comes after that, and saw it in one of two hundred
// programs that had used D-Bus: 152 bytes, a QThreadData. So Qt's key is kept until the program has
// ended. The keys of other libraries aren't: OpenSSL deletes its own so that a late thread does not
// free again what is freed already.
#include <dlfcn.h>
#include <pthread.h>

#include <cstring>

extern "C" int pthread_key_delete(pthread_key_t key) noexcept
{
    Dl_info caller{};
    if (dladdr(__builtin_return_address(0), &caller) != 0 &&
        std::strstr(caller.dli_fname, "libQt6Core") != nullptr) {
        return 0;
    }
    using Delete = int (*)(pthread_key_t);
    static const auto deleteKey = reinterpret_cast<Delete>(dlsym(RTLD_NEXT, "pthread_key_delete"));
    return deleteKey(key);
}
