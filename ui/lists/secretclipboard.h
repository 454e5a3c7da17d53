// SPDX-License-Identifier: GPL-3.0-or-later
// Copies a secret to the clipboard for a short time: keeps it out of clipboard histories, and
// removes it again if nothing else was copied since.
#pragma once

#include "api/types/secret.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace relaybook {

class SecretClipboard : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds defaultLifetime{30};

    explicit SecretClipboard(QObject *parent = nullptr);
    /// Clears the clipboard: a secret must not outlive the page it was copied from, nor the
    /// program.
    ~SecretClipboard() override;

    void copy(const Secret &secret);
    /// Clears the clipboard now, if it still holds what was copied last.
    void clearNow();

    [[nodiscard]] std::chrono::milliseconds lifetime() const
    {
        return m_timer.intervalAsDuration();
    }
    void setLifetime(std::chrono::milliseconds lifetime) { m_timer.setInterval(lifetime); }

Q_SIGNALS:
    void copied();
    void cleared();

private:
    QTimer m_timer;
    QByteArray m_hash; ///< of what was copied: enough to recognize it without storing a copy
};

} // namespace relaybook
