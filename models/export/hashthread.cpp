// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/hashthread.h"

#include <utility>

namespace relaybook {
namespace {

constexpr std::size_t hashedAtOnce = 1U << 18U;

} // namespace

HashThread::HashThread()
    : m_thread([this](const std::string &bytes) {
        m_hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    })
{
}

void HashThread::add(std::string_view bytes)
{
    if (!m_filling) {
        m_filling = m_thread.buffer();
        m_filling->clear();
        m_filling->reserve(hashedAtOnce + hashedAtOnce / 2);
    }
    m_filling->append(bytes);
    if (m_filling->size() >= hashedAtOnce) {
        m_thread.put(std::move(m_filling));
    }
}

QByteArray HashThread::finish()
{
    if (m_filling) {
        m_thread.put(std::move(m_filling));
    }
    m_thread.finish();
    return m_hash.result().toHex();
}

} // namespace relaybook
