// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

namespace relaybook {

QString Command::interruptedText() const
{
    return tr("Interrupted. The data loaded so far is stored. The next run continues from there.");
}

void Command::end(int exitCode)
{
    if (!std::exchange(m_over, true)) {
        Q_EMIT finished(exitCode);
    }
}

void Command::fail(const QString &sentences)
{
    if (!m_over) {
        console().say(sentences);
    }
    end(NotDone);
}

} // namespace relaybook
