// SPDX-License-Identifier: GPL-3.0-or-later
// A card with one figure: what it is, how much, and a line below, with a thin bar where there is a
// share to show.
#pragma once

#include "ui/widgets/card.h"
#include "ui/widgets/usagebar.h"

#include <optional>

namespace relaybook {

class ElidedLabel;

class FigureCard : public Card
{
    Q_OBJECT
public:
    explicit FigureCard(const Theme &theme, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setFigure(const QString &figure);
    void setSubLine(const QString &text);
    // Without a share there is no bar.
    void setBar(std::optional<double> share, Tone tone = Tone::Accent);

private:
    void updateName();

    ElidedLabel *m_title;
    ElidedLabel *m_figure;
    ElidedLabel *m_subLine;
    UsageBar *m_bar;
};

} // namespace relaybook
