// SPDX-License-Identifier: GPL-3.0-or-later
// QStyle that draws Qt's standard controls: Fusion's behaviour with the program's colours and
// shapes. Everything is drawn directly, because a style sheet on the application would slow down
// the start and every large view.
#pragma once

#include "ui/theme/role.h"
#include "ui/theme/themelook.h"

#include <QColor>
#include <QFontMetrics>
#include <QProxyStyle>

class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionHeader;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionTab;
class QStyleOptionViewItem;

namespace relaybook {

class Style final : public QProxyStyle
{
    Q_OBJECT
public:
    Style();

    /// Only the theme calls this: a repaint must follow (setting a new application palette causes
    /// one).
    void setLook(const ThemeLook &look) { m_look = look; }

    void polish(QWidget *widget) override;
    using QProxyStyle::polish;

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                            QPainter *painter, const QWidget *widget) const override;
    [[nodiscard]] QRect subElementRect(SubElement element, const QStyleOption *option,
                                       const QWidget *widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option,
                                       SubControl subControl, const QWidget *widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption *option,
                                         const QSize &size, const QWidget *widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric which, const QStyleOption *option,
                                  const QWidget *widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                                QStyleHintReturn *data) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap which, const QStyleOption *option,
                                     const QWidget *widget) const override;

private:
    [[nodiscard]] QColor colour(Role role) const;
    void drawViewItem(const QStyleOptionViewItem &option, QPainter &painter,
                      const QWidget *widget) const;

    // stylebuttons.cpp
    void drawButton(const QStyleOptionButton &option, QPainter &painter,
                    const QWidget *widget) const;
    void drawButtonBevel(const QStyleOptionButton &option, QPainter &painter,
                         const QWidget *widget) const;
    void drawButtonLabel(const QStyleOptionButton &option, QPainter &painter,
                         const QWidget *widget) const;
    void drawToolButtonPanel(const QStyleOption &option, QPainter &painter) const;
    void drawFocusRing(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawCheckBox(const QStyleOption &option, QPainter &painter) const;
    void drawRadioButton(const QStyleOption &option, QPainter &painter) const;
    [[nodiscard]] QSize buttonSize(const QStyleOptionButton &option, const QWidget *widget) const;

    // stylefields.cpp
    void drawField(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawComboBox(const QStyleOptionComboBox &option, QPainter &painter,
                      const QWidget *widget) const;
    void drawComboBoxLabel(const QStyleOptionComboBox &option, QPainter &painter,
                           const QWidget *widget) const;
    void drawSpinBox(const QStyleOptionSpinBox &option, QPainter &painter,
                     const QWidget *widget) const;
    void drawScrollBar(const QStyleOptionSlider &option, QPainter &painter) const;
    void drawProgressBar(const QStyleOptionProgressBar &option, QPainter &painter) const;
    [[nodiscard]] static QRect comboBoxRect(const QStyleOptionComplex &option,
                                            SubControl subControl);
    [[nodiscard]] static QRect spinBoxRect(const QStyleOptionSpinBox &option,
                                           SubControl subControl);
    [[nodiscard]] QRect scrollBarRect(const QStyleOptionSlider &option,
                                      SubControl subControl) const;

    // stylemenus.cpp
    void drawMenuItem(const QStyleOptionMenuItem &option, QPainter &painter) const;
    void drawMenuBarItem(const QStyleOptionMenuItem &option, QPainter &painter,
                         const QWidget *widget) const;
    void drawTab(const QStyleOptionTab &option, QPainter &painter) const;
    void drawTabLabel(const QStyleOptionTab &option, QPainter &painter) const;
    void drawHeader(const QStyleOptionHeader &option, QPainter &painter) const;
    [[nodiscard]] static QSize menuItemSize(const QStyleOptionMenuItem &option, const QSize &size);

    ThemeLook m_look;
};

/// Sizes that pages and painters need to align with the style.
namespace metric {
inline constexpr int controlHeight = 32;
inline constexpr int fieldPadding = 10;

/// The height of a table's row, and the space at both sides of its cells.
[[nodiscard]] int rowHeight(bool compact, const QFontMetrics &font);
[[nodiscard]] constexpr int cellPadding(bool compact)
{
    return compact ? 6 : 10;
}

/// A width that was chosen for the usual font, in pixels; larger if the user's font is larger.
[[nodiscard]] int scaled(int width, const QFontMetrics &font);
/// The width and height of an icon beside a text in this font.
[[nodiscard]] int iconSize(const QFontMetrics &font);
} // namespace metric

} // namespace relaybook
