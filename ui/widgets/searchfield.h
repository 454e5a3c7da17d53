// SPDX-License-Identifier: GPL-3.0-or-later
// The search line of a page: icon, cross when there is something to clear, and its shortcut shown
// while it is empty and unused.
#pragma once

#include <QKeySequence>
#include <QLineEdit>

class QAction;

namespace relaybook {

class Theme;

class SearchField : public QLineEdit
{
    Q_OBJECT
public:
    explicit SearchField(const Theme &theme, QWidget *parent = nullptr);

    // The shortcut is the window's business; here it is only shown.
    void setShortcutHint(const QKeySequence &keys);
    // For words that are longer than a name; narrower where the room ends. 0: the usual width.
    void setRoomyWidth(int width);

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    // Down or Enter: the user is done typing and wants the first of what was found.
    void leftForResults();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    const Theme &m_theme;
    QAction *m_clear;
    QString m_hint;
    int m_roomyWidth = 0;
};

} // namespace relaybook
