// SPDX-License-Identifier: GPL-3.0-or-later
// The page that the window shows while no account is open: it offers to connect an account or to
// open the sandbox, so that closing the welcome dialog is no dead end. It also shows that an
// account is being opened, if its stored data has to be updated or read first.
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
        UpdatingData, ///< an account's stored data is being updated; the account is shown
                      ///< afterwards
        ReadingLog,   ///< the log that a killed program left beside an account's data file is being
                      ///< read
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
    Label *m_title = nullptr; ///< like the members below, null until the content is built
    Label *m_words = nullptr;
    QPushButton *m_toAccount = nullptr;
    QPushButton *m_toSandbox = nullptr;
    bool m_built = false;
    State m_state = State::NoAccount;
};

} // namespace relaybook
