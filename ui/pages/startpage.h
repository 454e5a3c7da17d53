// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows while no account is open: the two ways to go on, so that closing the
// welcome is no dead end.
#pragma once

#include <QWidget>

class QPushButton;

namespace relaybook {

class Theme;

class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(const Theme &theme, QWidget *parent = nullptr);

Q_SIGNALS:
    void connectRequested();
    void sandboxRequested();

private:
    QPushButton *addButton(const QString &text, const char *name);
};

} // namespace relaybook
