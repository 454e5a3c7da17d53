// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style.h"

#include "ui/theme/colours.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStyleOption>
#include <QTextDocument>
#include <QTextEdit>

#include <algorithm>

namespace relaybook {

namespace {

/// The view that a scroll bar belongs to; null if it is of something else.
const QAbstractItemView *itemViewOf(const QWidget *bar)
{
    const QWidget *container = bar != nullptr ? bar->parentWidget() : nullptr;
    return container != nullptr ? qobject_cast<const QAbstractItemView *>(container->parentWidget())
                                : nullptr;
}

} // namespace

Style::Style()
    : QProxyStyle(QStringLiteral("fusion"))
{
    setObjectName(QStringLiteral("relaybook"));
}

QColor Style::colour(Role role) const
{
    return colourOf(role, m_look.isDark, m_look.isStrong);
}

void Style::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    // Our scroll bars have the background of their view.
    if (auto *bar = qobject_cast<QScrollBar *>(widget)) {
        bar->setAttribute(Qt::WA_OpaquePaintEvent, false);
    }
    // The rounded frame paints the background of a text edit; a filled viewport would cover its
    // corners.
    if (auto *edit = qobject_cast<QTextEdit *>(widget)) {
        edit->viewport()->setAutoFillBackground(false);
        edit->document()->setDocumentMargin(metric::fieldPadding - 2);
    } else if (auto *plain = qobject_cast<QPlainTextEdit *>(widget)) {
        plain->viewport()->setAutoFillBackground(false);
        plain->document()->setDocumentMargin(metric::fieldPadding - 2);
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const
{
    switch (element) {
    case PE_PanelLineEdit: {
        const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
        // Inside a spin box or an editable combo box, the outer control paints the field.
        if (frame && frame->lineWidth > 0) {
            drawField(*option, *painter, widget);
        }
        return;
    }
    case PE_FrameLineEdit:
        return;
    case PE_Frame:
        if (qobject_cast<const QTextEdit *>(widget) ||
            qobject_cast<const QPlainTextEdit *>(widget)) {
            drawField(*option, *painter, widget);
        } else {
            paint::box(*painter, option->rect, paint::controlRadius, {}, colour(Role::Line));
        }
        return;
    case PE_FrameFocusRect:
        drawFocusRing(*option, *painter, widget);
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheckBox(*option, *painter);
        return;
    case PE_IndicatorRadioButton:
        drawRadioButton(*option, *painter);
        return;
    case PE_PanelButtonTool:
    case PE_PanelButtonBevel:
        drawToolButtonPanel(*option, *painter);
        return;
    case PE_FrameMenu:
        return;
    case PE_PanelMenu:
        painter->fillRect(option->rect, colour(Role::Surface));
        paint::box(*painter, option->rect, 0, {}, colour(Role::Line));
        return;
    case PE_PanelTipLabel:
        painter->fillRect(option->rect, colour(Role::Surface));
        paint::box(*painter, option->rect, 0, {}, colour(Role::StrongLine));
        return;
    case PE_PanelMenuBar:
    case PE_PanelStatusBar:
    case PE_FrameStatusBarItem:
    case PE_FrameTabWidget:
        return;
    case PE_FrameTabBarBase:
        paint::lineAt(*painter, option->rect, Qt::BottomEdge, colour(Role::Line));
        return;
    case PE_PanelItemViewRow:
        return;
    case PE_PanelItemViewItem:
        if (option->state.testFlag(State_Selected)) {
            paint::box(*painter, option->rect, 4, colour(Role::AccentTint), {});
        } else if (option->state.testFlag(State_MouseOver) &&
                   option->state.testFlag(State_Enabled)) {
            paint::box(*painter, option->rect, 4, colour(Role::Hover), {});
        }
        return;
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowLeft:
    case PE_IndicatorArrowRight: {
        const auto direction = element == PE_IndicatorArrowDown   ? paint::Direction::Down
                               : element == PE_IndicatorArrowUp   ? paint::Direction::Up
                               : element == PE_IndicatorArrowLeft ? paint::Direction::Left
                                                                  : paint::Direction::Right;
        const bool enabled = option->state.testFlag(State_Enabled);
        paint::chevron(*painter, option->rect, direction,
                       colour(enabled ? Role::QuietText : Role::DisabledText));
        return;
    }
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                        const QWidget *widget) const
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
    const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option);
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
    const auto *progress = qstyleoption_cast<const QStyleOptionProgressBar *>(option);
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    const auto *viewItem = qstyleoption_cast<const QStyleOptionViewItem *>(option);
    if (element == CE_PushButton && button) {
        drawButton(*button, *painter, widget);
    } else if (element == CE_PushButtonBevel && button) {
        drawButtonBevel(*button, *painter, widget);
    } else if (element == CE_PushButtonLabel && button) {
        drawButtonLabel(*button, *painter, widget);
    } else if (element == CE_ComboBoxLabel && combo) {
        drawComboBoxLabel(*combo, *painter, widget);
    } else if (element == CE_MenuItem && item) {
        drawMenuItem(*item, *painter);
    } else if (element == CE_MenuBarItem && item) {
        drawMenuBarItem(*item, *painter, widget);
    } else if (element == CE_MenuBarEmptyArea) {
        painter->fillRect(option->rect, colour(Role::SideBar));
    } else if (element == CE_TabBarTabShape && tab) {
        drawTab(*tab, *painter);
    } else if (element == CE_TabBarTabLabel && tab) {
        drawTabLabel(*tab, *painter);
    } else if (element == CE_Header && header) {
        drawHeader(*header, *painter);
    } else if (element == CE_HeaderEmptyArea) {
        paint::lineAt(*painter, option->rect, Qt::BottomEdge, colour(Role::Line));
    } else if (element == CE_ItemViewItem && viewItem) {
        drawViewItem(*viewItem, *painter, widget);
    } else if (element == CE_ProgressBar && progress) {
        drawProgressBar(*progress, *painter);
    }
    // The other elements are not drawn: a menu's panel is enough, and a splitter changes the mouse
    // pointer.
    else if (element != CE_MenuEmptyArea && element != CE_Splitter && element != CE_SizeGrip) {
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void Style::drawViewItem(const QStyleOptionViewItem &option, QPainter &painter,
                         const QWidget *widget) const
{
    // A selected item has a tinted background, not the accent colour, so its text keeps its colour.
    // The tint shows which item is selected, so no ring is needed.
    QStyleOptionViewItem item = option;
    item.palette.setColor(QPalette::HighlightedText, colour(Role::Text));
    item.state.setFlag(State_HasFocus, false);
    QProxyStyle::drawControl(CE_ItemViewItem, &item, &painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                               QPainter *painter, const QWidget *widget) const
{
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
    const auto *tool = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    if (control == CC_ComboBox && combo) {
        drawComboBox(*combo, *painter, widget);
    } else if (control == CC_SpinBox && spin) {
        drawSpinBox(*spin, *painter, widget);
    } else if (control == CC_ScrollBar && slider) {
        if (const auto *view = itemViewOf(widget)) {
            painter->fillRect(option->rect, view->palette().color(QPalette::Base));
        }
        drawScrollBar(*slider, *painter);
    } else if (control == CC_ToolButton && tool &&
               tool->toolButtonStyle == Qt::ToolButtonIconOnly) {
        QStyleOptionToolButton plain = *tool; // the icon says that there is a menu
        plain.features.setFlag(QStyleOptionToolButton::HasMenu, false);
        QProxyStyle::drawComplexControl(control, &plain, painter, widget);
    } else {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

QRect Style::subElementRect(SubElement element, const QStyleOption *option,
                            const QWidget *widget) const
{
    switch (element) {
    case SE_LineEditContents: {
        const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
        // The line edit itself leaves 2 pixels free on each side.
        const int side = frame && frame->lineWidth > 0 ? metric::fieldPadding - 2 : 0;
        return option->rect.adjusted(side, 0, -side, 0);
    }
    case SE_PushButtonFocusRect:
    case SE_ToolButtonLayoutItem:
        return option->rect;
    case SE_CheckBoxFocusRect:
    case SE_RadioButtonFocusRect: {
        const QRect contents = QProxyStyle::subElementRect(element, option, widget);
        return contents.adjusted(-4, -2, 4, 2).intersected(option->rect);
    }
    default:
        return QProxyStyle::subElementRect(element, option, widget);
    }
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex *option,
                            SubControl subControl, const QWidget *widget) const
{
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control == CC_ComboBox) {
        return comboBoxRect(*option, subControl);
    }
    if (control == CC_SpinBox && spin) {
        return spinBoxRect(*spin, subControl);
    }
    if (control == CC_ScrollBar && slider) {
        return scrollBarRect(*slider, subControl);
    }
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                              const QWidget *widget) const
{
    using metric::controlHeight;
    switch (type) {
    case CT_PushButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            return buttonSize(*button, widget);
        }
        break;
    case CT_LineEdit:
        return {size.width() + 2 * metric::fieldPadding,
                std::max(size.height() + 10, controlHeight)};
    case CT_ComboBox:
        return {size.width() + metric::fieldPadding + 32,
                std::max(size.height() + 12, controlHeight)};
    case CT_SpinBox:
        return {size.width() + 32, std::max(size.height(), controlHeight)};
    case CT_ToolButton:
        return QSize(size.width() + 12, size.height() + 8).expandedTo({28, 28});
    case CT_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option)) {
            return menuItemSize(*item, size);
        }
        break;
    case CT_MenuBarItem:
        return {size.width() + 20, std::max(size.height() + 10, 28)};
    case CT_TabBarTab:
        return {size.width() + 8, std::max(size.height() + 8, 36)};
    case CT_ItemViewItem: {
        const QSize item = QProxyStyle::sizeFromContents(type, option, size, widget);
        return {item.width(), std::max(item.height(), 28)};
    }
    case CT_HeaderSection:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            const int text = header->fontMetrics.horizontalAdvance(header->text);
            return {text + 2 * metric::cellPadding(m_look.isCompact) + 16,
                    metric::rowHeight(m_look.isCompact, header->fontMetrics)};
        }
        break;
    default:
        break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

int Style::pixelMetric(PixelMetric which, const QStyleOption *option, const QWidget *widget) const
{
    switch (which) {
    case PM_ScrollBarExtent:
        return 12;
    case PM_ScrollBarSliderMin:
        return 32;
    case PM_ScrollView_ScrollBarSpacing:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_MenuBarHMargin:
    case PM_MenuBarPanelWidth:
    case PM_MenuHMargin:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarBaseOverlap:
        return 0;
    case PM_MenuVMargin:
    case PM_MenuBarItemSpacing:
    case PM_MenuBarVMargin:
        return 4;
    case PM_MenuPanelWidth:
        return 1;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
        return metric::iconSize(widget != nullptr ? widget->fontMetrics()
                                                  : QFontMetrics(QApplication::font()));
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return 16;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return 8;
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
        return 12;
    case PM_SplitterWidth:
        return 14; // the gap between two cards
    case PM_HeaderMargin:
        return metric::cellPadding(m_look.isCompact);
    case PM_ToolTipLabelFrameWidth:
    case PM_FocusFrameHMargin: // the gap beside the text of a list's item
        return 6;
    default:
        return QProxyStyle::pixelMetric(which, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                     QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_ComboBox_Popup: // a list under the box, not a menu over it
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ItemView_ShowDecorationSelected:
    case SH_ItemView_ActivateItemOnSingleClick:
        return 0;
    case SH_UnderlineShortcut: // menus only: underlined letters on every button are noise
        return qobject_cast<const QMenu *>(widget) || qobject_cast<const QMenuBar *>(widget) ? 1
                                                                                             : 0;
    case SH_ComboBox_ListMouseTracking:
    case SH_Menu_MouseTracking:
    case SH_MenuBar_MouseTracking:
        return 1;
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration:
        return m_look.isCalm ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
    case SH_Table_GridLineColor:
        return static_cast<int>(colour(Role::Line).rgba());
    case SH_ToolTip_WakeUpDelay:
        return 500;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

// Every menu bar requests the icon of its overflow button. In the base style that is an image,
// which loads all of Qt's image plugins; the window sets one of our icons on that button.
QIcon Style::standardIcon(StandardPixmap which, const QStyleOption *option,
                          const QWidget *widget) const
{
    return which == SP_ToolBarHorizontalExtensionButton
               ? QIcon()
               : QProxyStyle::standardIcon(which, option, widget);
}

int metric::rowHeight(bool compact, const QFontMetrics &font)
{
    // The first of each is for the usual font, the second for a larger one.
    return compact ? std::max(24, font.height() + 5) : std::max(32, font.height() + 9);
}

int metric::scaled(int width, const QFontMetrics &font)
{
    constexpr int usualCharacter = 7; // average width in the font that the widths were chosen for
    return std::max(width, width * font.averageCharWidth() / usualCharacter);
}

int metric::iconSize(const QFontMetrics &font)
{
    constexpr int usual = 16;
    return scaled(usual, font) / 2 * 2; // an even size has a middle
}

} // namespace relaybook
