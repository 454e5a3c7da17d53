// SPDX-License-Identifier: GPL-3.0-or-later
// The page that the window shows while no account is open: it offers to connect an account or to
// open the sandbox, so that closing the welcome dialog is no dead end.
#pragma once

#include <QWidget>

class QPushButton;

namespace relaybook {

class Theme;

/// The content is built when the page is first shown: most starts open an account at once.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(const Theme &theme, QWidget *parent = nullptr);

Q_SIGNALS:
    void connectRequested();
    void sandboxRequested();

protected:
    bool event(QEvent *event) override;

private:
    void build();
    QPushButton *addButton(const QString &text, const char *name);

    const Theme &m_theme;
    bool m_built = false;
};

} // namespace relaybook
