// SPDX-License-Identifier: GPL-3.0-or-later
// OpenSSL's libcrypto, which Qt uses for TLS. It is loaded when it is needed, as a program without
// it starts faster and is smaller, and its memory stays until the program is gone.

#pragma once

namespace relaybook {

/// To be called before Qt uses TLS for the first time; later calls do nothing. Thread-safe.
///
/// OpenSSL frees what it keeps of a thread when that thread ends, and everything when the program
/// ends. Qt waits for the thread of its connections, but not for this last step of it: if both
/// happen at once, the memory is freed twice, and a program that had done its work ends with a
/// crash. So the system gets this memory back at the program's end, and OpenSSL frees nothing then.
void prepareTls();

/// As prepareTls() if OpenSSL was loaded with the program, as by a Qt that calculates hashes with
/// it; loads nothing itself. To be called at the start of main().
void prepareLoadedOpenSsl();

} // namespace relaybook
