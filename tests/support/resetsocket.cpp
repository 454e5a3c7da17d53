// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/resetsocket.h"

#include <QTcpSocket>

#ifdef Q_OS_WIN
#include <winsock2.h>
#else
#include <sys/socket.h>
#endif

namespace relaybook::testing {

void resetSocket(QTcpSocket &socket)
{
    linger now{};
    now.l_onoff = 1;
    ::setsockopt(static_cast<int>(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER,
                 reinterpret_cast<const char *>(&now), sizeof(now));
    socket.abort();
}

} // namespace relaybook::testing
