// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/listnote.h"

#include "ui/widgets/pageheader.h"

#include <chrono>

namespace relaybook {

ListNote::ListNote(PageHeader &header, QObject *parent)
    : QObject(parent)
    , m_header(header)
{
    constexpr std::chrono::seconds messageFor{5};
    m_timer.setSingleShot(true);
    m_timer.setInterval(messageFor);
    connect(&m_timer, &QTimer::timeout, this, [this] { say({}); });
}

void ListNote::setUsual(const QString &text)
{
    m_usual = text;
    show();
}

void ListNote::say(const QString &message)
{
    showProgress(message);
    if (!message.isEmpty()) {
        m_timer.start();
    }
}

void ListNote::showProgress(const QString &message)
{
    m_timer.stop();
    m_message = message;
    show();
}

void ListNote::show()
{
    m_header.setNote(m_message.isEmpty() ? m_usual : m_message);
}

} // namespace relaybook
