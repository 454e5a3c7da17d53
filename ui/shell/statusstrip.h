// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar of the window: whether the service is reachable, how old the data is, the task
// running in the background and how to stop it, and one fact at the end.
#pragma once

#include "models/cellroles.h"

#include <QWidget>

#include <optional>

class QProgressBar;
class QToolButton;

namespace relaybook {

class ElidedLabel;
class Label;
class Theme;

class StatusStrip : public QWidget
{
    Q_OBJECT
public:
    explicit StatusStrip(const Theme &theme, QWidget *parent = nullptr);

    /// "Connected", "Offline": the dot has the tone's colour, the text says the same.
    void setConnection(Tone tone, const QString &text);
    /// "Updated 12 s ago".
    void setAsOf(const QString &text);
    /// "48,902 transactions stored on this computer".
    void setFact(const QString &text);
    /// Shows the running task. If `share` is empty, its length is not known.
    void setTask(const QString &text, std::optional<double> share);
    void clearTask();
    /// Whether the task can be paused, or is paused and can be resumed; shown as a button beside
    /// Cancel.
    enum class Pause {
        Not,
        CanPause,
        CanGoOn,
        CanOnlyGoOn, ///< there is nothing to cancel
    };
    void setTaskPause(Pause pause);
    /// Shows that privacy mode is on; the mark leaves it.
    void setPrivacy(bool isOn);

Q_SIGNALS:
    void cancelTaskWanted();
    void pauseTaskWanted();
    void goOnWithTaskWanted();
    void leavePrivacyWanted();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildPrivacy();
    [[nodiscard]] int widthNeeded() const;
    void sizeIcons();
    void fit();

    const Theme &m_theme;
    QWidget *m_dot;
    Label *m_connection;
    QToolButton *m_privacy;
    ElidedLabel *m_asOf;
    QWidget *m_task;
    ElidedLabel *m_taskText;
    QProgressBar *m_progress;
    Label *m_percent;
    QToolButton *m_pause;
    QToolButton *m_cancel;
    Pause m_pauseState = Pause::Not;
    ElidedLabel *m_fact;
};

} // namespace relaybook
