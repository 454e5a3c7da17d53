// SPDX-License-Identifier: GPL-3.0-or-later
// Draws every page and dialog, light and dark, as PNG files: the real window on a sandbox of its
// own.

#pragma once

#include "app/program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QObject>
#include <QTemporaryDir>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace relaybook {

class Screenshots : public QObject
{
    Q_OBJECT

public:
    explicit Screenshots(const QString &folder);
    ~Screenshots() override;

    void start();

Q_SIGNALS:
    /// 0 when every picture is written; otherwise what went wrong stands on standard error.
    void finished(int exitCode);

private:
    struct Scene
    {
        QString name;
        /// Brings the window there.
        std::function<void()> enter;
        /// Nothing is loading any more.
        std::function<bool()> ready;
    };

    void addPages();
    void addEmptyStates();
    void addDialogs();
    void addScene(
        const QString &name, std::function<void()> enter,
        std::function<bool()> ready = [] { return true; });
    void tick();
    void enterScene();
    void shoot();
    void leaveScene();
    void fail(const QString &sentence);
    void trigger(const char *action);
    void selectRow(const char *page, int row);
    void search(const char *page, const QString &text);
    [[nodiscard]] bool pageIsSettled() const;
    [[nodiscard]] QPixmap windowWithDialogs() const;

    QDir m_folder;
    QTemporaryDir m_data;
    std::unique_ptr<Program> m_program;
    std::vector<Scene> m_scenes;
    std::size_t m_scene = 0;
    bool m_dark = false;
    bool m_entered = false;
    int m_calmTicks = 0;
    QTimer m_timer;
    QElapsedTimer m_sinceProgress;
};

} // namespace relaybook
