// SPDX-License-Identifier: GPL-3.0-or-later
// Draws every page and dialog, light and dark, as PNG files, with the real window and a separate
// sandbox.

#pragma once

#include "app/program.h"

#include <QDialog>
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
    /// The window gets this size, in pixels of the screen.
    Screenshots(const QString &folder, const QSize &size);
    ~Screenshots() override;

    void start();

Q_SIGNALS:
    /// 0 if every picture was written; otherwise the reason is on standard error.
    void finished(int exitCode);

private:
    /// Called once per tick until it returns true.
    using UserAction = std::function<bool()>;
    struct Scene
    {
        QString name;
        const char *page;                  ///< the action that shows the page
        int row = -1;                      ///< row to select; none if negative
        QString search{};                  ///< text to type into the page's search field
        const char *action{};              ///< opens a dialog; null for none
        std::vector<UserAction> actions{}; ///< what a user does then, one after another
    };
    /// The progress of a scene.
    enum class Step { Page, Row, Dialog, UserActions, Rest };

    /// What is drawn with one new sandbox and one new Program.
    struct Part
    {
        bool certainOnly = false; ///< the service offers only the certain operations
        bool gateway = false;     ///< its proxies can be tested; their ports differ in each run
        bool isRestart = false;   ///< the data is that of the part before, as after a restart
        std::vector<Scene> scenes;
    };

    void addPages();
    void addDialogs();
    void addServing();
    void addStories();
    void addManyEdits();
    void addCertainOnly();
    void addTests();
    void addLooks();
    void addPrivacy();
    void addAccounts();
    [[nodiscard]] bool beginPart();
    void endScene();

    void tick();
    [[nodiscard]] bool showScene();
    [[nodiscard]] UserAction click(const char *name) const;
    [[nodiscard]] UserAction type(const char *name, const QString &text) const;
    [[nodiscard]] UserAction paste(const char *name, const QString &text) const;
    [[nodiscard]] UserAction choose(const char *menu, const char *action) const;
    [[nodiscard]] UserAction wait(const char *name) const;
    [[nodiscard]] UserAction waitEnabled(const char *name) const;
    [[nodiscard]] UserAction setFault(const char *fault);
    /// Opens the dialog that `make` makes for this window.
    using MakeDialog = std::function<QDialog *(MainWindow &window, const Theme &theme)>;
    [[nodiscard]] UserAction open(const MakeDialog &make);
    /// Pastes as many lines as `rows`, with ids that the sandbox has.
    [[nodiscard]] UserAction pasteIds(bool ofProxies, int rows);
    [[nodiscard]] const std::vector<Scene> &scenes() const { return m_parts.at(m_part).scenes; }
    void shoot();
    void leaveScene();
    void fail(const QString &sentence);
    void trigger(const char *action);
    [[nodiscard]] bool selectRow(int row);
    [[nodiscard]] bool pageIsSettled() const;
    [[nodiscard]] QPixmap windowWithDialogs() const;

    QDir m_folder;
    QSize m_size;
    std::unique_ptr<QTemporaryDir> m_data;
    EmbeddedSandbox *m_sandbox = nullptr; ///< owned by m_program
    std::unique_ptr<Program> m_program;
    std::vector<Part> m_parts{Part{}};
    std::size_t m_part = 0;
    std::size_t m_scene = 0;
    std::size_t m_deed = 0;
    bool m_dark = false;
    Step m_step = Step::Page;
    int m_calmTicks = 0;
    QTimer m_timer;
    QElapsedTimer m_sinceProgress;
};

} // namespace relaybook
