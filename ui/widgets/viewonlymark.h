// SPDX-License-Identifier: GPL-3.0-or-later
// The "View only" label: nothing can be changed or bought with the shown account.
#pragma once

#include <QWidget>

namespace relaybook {

class Theme;

class ViewOnlyMark final : public QWidget
{
    Q_OBJECT
public:
    ViewOnlyMark(const Theme &theme, QWidget *parent);

    /// Shows the icon alone; the text is in the tool tip.
    void setCompact(bool compact);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void updateToolTip();

    const Theme &m_theme;
    QString m_text;
    bool m_compact = false;
};

} // namespace relaybook
