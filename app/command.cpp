// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

#include <cstdio>

namespace relaybook {

QString Command::interruptedText() const
{
    return tr("Interrupted. The data loaded so far is stored. The next run continues from there.");
}

void Command::end(int exitCode)
{
    if (std::exchange(m_over, true)) {
        return;
    }
    const bool isWritten = std::ferror(stdout) == 0;
    if (!isWritten) {
        console().say(tr("The output could not be written completely: the disk is full, or the "
                         "program that reads it has ended."));
    }
    Q_EMIT finished(isWritten || exitCode == Interrupted ? exitCode : int(NotDone));
}

void Command::fail(const QString &sentences)
{
    if (!m_over) {
        console().say(sentences);
        if (line().json) {
            Console::printError(sentences);
        }
    }
    end(NotDone);
}

} // namespace relaybook
