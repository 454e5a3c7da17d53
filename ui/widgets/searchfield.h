// SPDX-License-Identifier: GPL-3.0-or-later
// The search field of a page: icon, cross to clear the text, and its shortcut, which is shown while
// the field is empty and has no focus.
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

    /// Only shows the shortcut; the window handles it.
    void setShortcutHint(const QKeySequence &keys);
    /// For search queries longer than a name; narrower if there is not enough room. 0: the usual
    /// width.
    void setRoomyWidth(int width);

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// Down or Enter: the user has finished typing and wants the first result.
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
