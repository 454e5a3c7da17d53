// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares OpenSSL's libcrypto, which Qt uses for TLS. It is loaded only when needed, because
// without it the program starts faster and uses less memory. Its memory is not freed before the
// program ends.

#pragma once

#include <QString>

namespace relaybook {

/// To be called before Qt uses TLS for the first time; later calls do nothing. Thread-safe.
///
/// OpenSSL frees the memory of a thread when that thread ends, and all of its memory when the
/// program ends. Qt does not wait until its connection thread has freed its memory: if both happen
/// at the same time, memory is freed twice, and the program crashes after its work is done. After
/// this call, OpenSSL frees nothing at the program's end; the system does.
void prepareTls();

/// Like prepareTls(), but only if OpenSSL was loaded with the program, e.g. by a Qt that calculates
/// hashes with it; loads nothing itself. To be called at the start of main().
void prepareLoadedOpenSsl();

/// Name and version of the library that Qt uses for TLS, e.g. "OpenSSL 3.0.17", without the date of
/// OpenSSL; empty if there is none. Loads the library, which takes some milliseconds the first
/// time.
[[nodiscard]] QString tlsLibrary();

} // namespace relaybook
