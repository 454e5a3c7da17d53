// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/oncebody.h"

#include <algorithm>
#include <cstring>

namespace relaybook {

OnceBody::OnceBody(QByteArray bytes, QObject *parent)
    : QIODevice(parent)
    , m_bytes(std::move(bytes))
{
    // Unbuffered: QIODevice would otherwise read ahead and answer a seek() from its own buffer.
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

qint64 OnceBody::readData(char *data, qint64 maxSize)
{
    const qint64 size = std::min<qint64>(maxSize, m_bytes.size() - m_at);
    if (size <= 0) {
        return m_at == m_bytes.size() ? -1 : 0;
    }
    m_wasRead = true;
    std::memcpy(data, m_bytes.constData() + m_at, static_cast<std::size_t>(size));
    m_at += size;
    return size;
}

qint64 OnceBody::writeData(const char * /*data*/, qint64 /*size*/)
{
    return -1;
}

} // namespace relaybook
