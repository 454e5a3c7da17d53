// SPDX-License-Identifier: GPL-3.0-or-later
// Dims a window while a dialog is open above it, and paints the dialog's shadow: a shadow that the
// dialog paints itself needs a compositor, which not every X server has.
#pragma once

#include <QPointer>
#include <QWidget>

namespace relaybook {

class Theme;

class Scrim : public QWidget
{
    Q_OBJECT
public:
    /// Covers the window until it is destroyed; follows the window's size and the dialog's
    /// position.
    Scrim(const Theme &theme, QWidget *window, QWidget *dialog);

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    QPointer<QWidget> m_dialog;
};

} // namespace relaybook
