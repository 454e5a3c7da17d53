// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates SHA-256 on its own thread.

#pragma once

#include "models/export/bufferthread.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <memory>
#include <string>
#include <string_view>

namespace relaybook {

/// Calculates the SHA-256 of bytes that are added piece by piece; the next rows are read in the
/// meantime. To be used by one thread.
class HashThread
{
public:
    HashThread();
    void add(std::string_view bytes);
    /// The hash in hexadecimal; nothing can be added afterwards.
    [[nodiscard]] QByteArray finish();

private:
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
    std::unique_ptr<std::string> m_filling;
    BufferThread<std::string> m_thread;
};

} // namespace relaybook
