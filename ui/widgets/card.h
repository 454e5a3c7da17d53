// SPDX-License-Identifier: GPL-3.0-or-later
// A panel with a thin outline and round corners. Inset: in the window's own colour, for a box on a
// card. Flush: its content reaches the edge (a table), and its corners are rounded too.
#pragma once

#include "ui/theme/role.h"

#include <QWidget>

class QVBoxLayout;

namespace relaybook {

class CornerMask;
class Theme;

class Card : public QWidget
{
    Q_OBJECT
public:
    explicit Card(const Theme &theme, QWidget *parent = nullptr);

    void setInset(bool inset);
    /// Makes the card inset and adds a column for its content, with the usual margins of such
    /// boxes.
    QVBoxLayout *addInsetColumn();
    /// Makes the content margins as narrow as the outline, and paints the corners over the content.
    void setFlush(bool flush);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void childEvent(QChildEvent *event) override;

    [[nodiscard]] const Theme &theme() const { return m_theme; }

private:
    void follow();

    const Theme &m_theme;
    Ground m_ground = Ground::Surface;
    CornerMask *m_mask = nullptr;
};

} // namespace relaybook
