// SPDX-License-Identifier: GPL-3.0-or-later
// Labels in the colour and font of a role, which follow changes of the theme. An eliding label cuts
// off its text with an ellipsis; the whole text is then in the tool tip, and always available to
// screen readers. Figures are not cut: a label that shows them wraps, or gets their width.
#pragma once

#include "ui/theme/role.h"

#include <QLabel>

namespace relaybook {

class Theme;

class Label : public QLabel
{
    Q_OBJECT
public:
    Label(const Theme &theme, Role role, TextStyle style, QWidget *parent = nullptr);
    Label(const Theme &theme, Role role, TextStyle style, const QString &text,
          QWidget *parent = nullptr);

    /// Cut off after longestParagraphs, and shown as shownSentence().
    void setText(const QString &text);
    void setRole(Role role);
    [[nodiscard]] Role role() const { return m_role; }
    void setTextStyle(TextStyle style);

    /// Plain text that the user may select and copy.
    void setSelectable(bool selectable);

    /// A very long word of the service does not make the window wider.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    [[nodiscard]] const Theme &theme() const { return m_theme; }

private:
    void follow();

    const Theme &m_theme;
    Role m_role;
    TextStyle m_style;
};

class ElidedLabel : public Label
{
    Q_OBJECT
public:
    using Label::Label;

    /// Off for secrets: a tool tip would show the hidden text.
    void setToolTipWhenCut(bool show) { m_toolTip = show; }
    /// Uses two lines before it cuts the text. Its place must be high enough for both.
    void setTwoLines(bool allowed) { m_twoLines = allowed; }
    /// The width in which the text is not cut.
    [[nodiscard]] int wholeWidth() const;
    [[nodiscard]] bool isCut() const;

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    /// Where the second line begins so that both are as short as possible; -1 if there is none.
    [[nodiscard]] qsizetype breakAt() const;
    [[nodiscard]] QString shown() const;

    bool m_toolTip = true;
    bool m_twoLines = false;
};

} // namespace relaybook
