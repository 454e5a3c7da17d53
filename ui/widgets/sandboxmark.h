// SPDX-License-Identifier: GPL-3.0-or-later
// The "Sandbox" label in the warning colour: nothing done here is real. It is shown in the side bar
// and at the top of every dialog that a sandbox window opens.
#pragma once

#include <QWidget>

namespace relaybook {

class Theme;

class SandboxMark : public QWidget
{
    Q_OBJECT
public:
    SandboxMark(const Theme &theme, const QString &text, QWidget *parent);

    /// Shows the icon alone; the text is in the tool tip.
    void setCompact(bool compact);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    QString m_text;
    bool m_compact = false;
};

} // namespace relaybook
