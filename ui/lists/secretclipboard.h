// SPDX-License-Identifier: GPL-3.0-or-later
// Copies a secret to the clipboard for a short time: keeps it out of clipboard histories, and
// removes it again if nothing else was copied since.
#pragma once

#include "api/types/secret.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace relaybook {

class Settings;

/// The times of which the user can choose one; 0: never.
inline constexpr std::chrono::seconds clipboardLifetimes[] = {
    std::chrono::seconds(15), std::chrono::seconds(30), std::chrono::minutes(1),
    std::chrono::minutes(5), std::chrono::seconds(0)};
/// The time in the settings; half a minute if they have none of these.
[[nodiscard]] std::chrono::seconds clipboardLifetime(const Settings &settings);

class SecretClipboard : public QObject
{
    Q_OBJECT

public:
    /// Clears the clipboard after 30 seconds.
    explicit SecretClipboard(QObject *parent = nullptr);
    /// Clears it after the time in the settings, which must outlive this object.
    explicit SecretClipboard(const Settings &settings, QObject *parent = nullptr);
    /// Clears the clipboard: a secret must not outlive the page it was copied from, nor the
    /// program, unless the user wants it never to be cleared.
    ~SecretClipboard() override;

    void copy(const Secret &secret);
    /// Clears the clipboard now, if it still holds what was copied last.
    void clearNow();

    [[nodiscard]] std::chrono::milliseconds lifetime() const
    {
        return m_timer.intervalAsDuration();
    }
    /// 0: never. It applies to a secret that is in the clipboard now, too.
    void setLifetime(std::chrono::milliseconds lifetime);
    /// A sentence for the message after copying: "Cleared from the clipboard in 30 seconds."
    [[nodiscard]] QString clearingText() const;

Q_SIGNALS:
    void copied();
    void cleared();

private:
    void endWithPage();
    void startTimer();

    QTimer m_timer;
    QByteArray m_hash; ///< of what was copied: enough to recognize it without storing a copy
};

} // namespace relaybook
