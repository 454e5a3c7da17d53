// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows while no account is open: the two ways to go on, so that closing the
// welcome is no dead end.
#pragma once

#include <QWidget>

class QPushButton;

namespace relaybook {

class Theme;

/// Its content is made when it is first shown: most starts open an account at once.
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
