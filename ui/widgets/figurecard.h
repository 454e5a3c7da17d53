// SPDX-License-Identifier: GPL-3.0-or-later
// A card with one figure: title, value and a line below, with a thin bar if there is a share to
// show.
#pragma once

#include "ui/widgets/card.h"
#include "ui/widgets/usagebar.h"

#include <optional>

class QPushButton;

namespace relaybook {

class ElidedLabel;
class Label;
class Highlight;
class ToneMark;

class FigureCard : public Card
{
    Q_OBJECT
public:
    explicit FigureCard(const Theme &theme, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    /// `exact` is the figure with all its digits, if `figure` has fewer: for the tool tip and for
    /// screen readers. Another figure than before is highlighted for a moment.
    void setFigure(const QString &figure, const QString &exact = {});
    /// A warning is shown by an icon too, never by colour alone.
    void setSubLine(const QString &text, Tone tone = Tone::Quiet);
    /// A second, dimmer line; empty: none.
    void setNote(const QString &text);
    /// A link after the title; `name` is its text for screen readers.
    void setAction(const QString &text, const QString &name);
    /// Disables the link; its tool tip then says why. Empty: enabled.
    void setActionBlocked(const QString &reason);
    /// If `share` is empty, there is no bar.
    void setBar(std::optional<double> share, Tone tone = Tone::Accent);

Q_SIGNALS:
    void actionTriggered();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateName();
    void fitFigure();

    QString m_shown;
    QString m_exact;
    ElidedLabel *m_title;
    ElidedLabel *m_figure;
    ToneMark *m_mark;
    Label *m_subLine;
    Label *m_note;
    QPushButton *m_action;
    UsageBar *m_bar;
    Highlight *m_highlight;
    QString m_highlightTitle; ///< the title when the figure was set
};

} // namespace relaybook
