// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded into a program by LD_PRELOAD: what OpenSSL keeps of a thread is freed as late as a busy
// computer may do it, after OpenSSL has freed everything at the program's end. The program says
// when everything was freed, and at its end, whether a thread of OpenSSL's was held up. For Linux.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

using Function = void (*)(void *);

std::atomic<Function> freeThread{nullptr};
std::atomic<Function> freeAll{nullptr};
std::atomic<bool> isHeldUp{false};
std::atomic<bool> isAllFreed{false};
std::atomic<bool> isThreadFreed{false};

bool isOfOpenSsl(Function function)
{
    Dl_info found;
    return dladdr(reinterpret_cast<void *>(function), &found) != 0 &&
           std::strstr(found.dli_fname, "libcrypto") != nullptr;
}

bool waitFor(const std::atomic<bool> &state)
{
    using namespace std::chrono_literals;
    for (auto waited = 0ms; waited < 2s && !state; waited += 1ms) {
        std::this_thread::sleep_for(1ms);
    }
    return state;
}

void freeThreadLate(void *data)
{
    isHeldUp = true;
    (void)waitFor(isAllFreed);
    freeThread.load()(data);
    isThreadFreed = true;
}

void freeAllWhileHeldUp(void *data)
{
    (void)waitFor(isHeldUp);
    freeAll.load()(data);
    std::fputs("everything was freed at the end\n", stderr);
    isAllFreed = true;
    (void)waitFor(isThreadFreed);
}

template <class Wanted>
Wanted next(const char *name)
{
    return reinterpret_cast<Wanted>(dlsym(RTLD_NEXT, name));
}

// Registered before main(), so it is called after what main() registers.
[[gnu::constructor]] void begin()
{
    std::atexit([] {
        if (freeThread.load() != nullptr && waitFor(isHeldUp)) {
            std::fputs("a thread's end was late\n", stderr);
        }
    });
}

} // namespace

extern "C" int pthread_key_create(pthread_key_t *key, Function free)
{
    static const auto create = next<int (*)(pthread_key_t *, Function)>("pthread_key_create");
    Function none = nullptr;
    const bool isOurs =
        free != nullptr && isOfOpenSsl(free) && freeThread.compare_exchange_strong(none, free);
    return create(key, isOurs ? freeThreadLate : free);
}

extern "C" int __cxa_atexit(Function function, void *data, void *library)
{
    static const auto registerEnd = next<int (*)(Function, void *, void *)>("__cxa_atexit");
    Function none = nullptr;
    const bool isOurs = isOfOpenSsl(function) && freeAll.compare_exchange_strong(none, function);
    return registerEnd(isOurs ? freeAllWhileHeldUp : function, data, library);
}
