// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded into a program by LD_PRELOAD: the system never finds the address of a name. It writes a
// line to standard error when it is asked. For Linux.
#include <netdb.h>
#include <unistd.h>

#include <string_view>

extern "C" int getaddrinfo(const char * /*node*/, const char * /*service*/,
                           const addrinfo * /*hints*/, addrinfo ** /*result*/)
{
    constexpr std::string_view line = "The resolver is asked.\n";
    (void)!::write(STDERR_FILENO, line.data(), line.size());
    while (true) {
        ::pause();
    }
}
