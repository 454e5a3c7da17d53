// SPDX-License-Identifier: GPL-3.0-or-later
// A surface with a hairline and round corners. Inset: on the window's own colour, for a box that
// stands on a surface. Flush: its content reaches the edge (a table) and is cut round with it.
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
    // Makes it inset and gives it a column for its content, with the margins of every such box.
    QVBoxLayout *addInsetColumn();
    // Content margins become the width of the line, and the corners are painted over the content.
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
