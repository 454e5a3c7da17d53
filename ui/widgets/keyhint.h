// SPDX-License-Identifier: GPL-3.0-or-later
// A key cap that shows the keyboard shortcut beside the control that does the same.
#pragma once

#include <QKeySequence>
#include <QWidget>

class QPainter;

namespace relaybook {

class Theme;

class KeyHint : public QWidget
{
    Q_OBJECT
public:
    KeyHint(const Theme &theme, const QKeySequence &keys, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

    /// For widgets that paint the cap themselves.
    [[nodiscard]] static QSize capSize(const Theme &theme, const QString &text);
    static void paintCap(QPainter &painter, const QRect &rect, const Theme &theme,
                         const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    QString m_text;
};

} // namespace relaybook
