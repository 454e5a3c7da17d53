// SPDX-License-Identifier: GPL-3.0-or-later
// The page that the window shows while no account is open: it offers to connect an account or to
// open the sandbox, so that closing the welcome dialog is no dead end. While an account is being
// opened, which takes long only if its stored data has to be updated or read first, it says so.
#pragma once

#include <QWidget>

class QPushButton;

namespace relaybook {

class Label;
class Theme;

/// The content is built when the page is first shown: most starts open an account at once.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(const Theme &theme, QWidget *parent = nullptr);

    enum class State {
        NoAccount,
        UpdatingData, ///< of an account that will be shown then
        ReadingLog,   ///< the same for what a killed program left beside its data file
    };
    void setState(State state);

Q_SIGNALS:
    void connectRequested();
    void sandboxRequested();

protected:
    bool event(QEvent *event) override;

private:
    void build();
    void updateTexts();
    QPushButton *addButton(const QString &text, const char *name);

    const Theme &m_theme;
    Label *m_title = nullptr; ///< this and what follows: null until it is built
    Label *m_words = nullptr;
    QPushButton *m_toAccount = nullptr;
    QPushButton *m_toSandbox = nullptr;
    bool m_built = false;
    State m_state = State::NoAccount;
};

} // namespace relaybook
