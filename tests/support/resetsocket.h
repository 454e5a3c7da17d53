// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTcpSocket;

namespace relaybook::testing {

/// Ends a connection with a TCP reset: SO_LINGER 0.
void resetSocket(QTcpSocket &socket);

} // namespace relaybook::testing
