// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/naventry.h"

#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/initials.h"
#include "ui/widgets/plaintext.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int iconX = 10;
constexpr int gapAfterIcon = 10;
constexpr int endPadding = 10;
constexpr int gapBeforeEnd = 8;
constexpr int pillPadding = 2;
constexpr int dotSide = 8;
constexpr int dotRim = 2;
constexpr int badgeX = 8;
constexpr int compactEntryWidth = 40;
constexpr int switchIconSide = 14;
constexpr int blockEnd = 8;

bool keyboardFocus(const QWidget &widget)
{
    return widget.hasFocus() && widget.window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

// The dot has a rim in the background colour, which separates it from the icon.
void paintDotAt(QPainter &painter, const Theme &theme, const QRect &icon,
                Qt::LayoutDirection direction, Role role)
{
    const int side = dotSide + 2 * dotRim;
    const QPoint corner = direction == Qt::RightToLeft ? icon.topLeft() : icon.topRight();
    const QRect rim(corner - QPoint(side / 2, side / 2), QSize(side, side));
    paint::box(painter, rim, side / 2.0, theme.colour(Role::SideBar), {});
    paint::box(painter, rim.adjusted(dotRim, dotRim, -dotRim, -dotRim), dotSide / 2.0,
               theme.colour(role), {});
}

} // namespace

NavEntry::NavEntry(const Theme &theme, Icon icon, const QString &text, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_icon(icon)
{
    setText(text);
    setAccessibleName(text);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void NavEntry::setEndText(const QString &text)
{
    if (m_endText == text) {
        return;
    }
    m_endText = text;
    describe();
}

void NavEntry::setBadge(const std::optional<NavBadge> &badge)
{
    if (m_badge != badge) {
        m_badge = badge;
        describe();
    }
}

void NavEntry::setState(const QString &state)
{
    if (m_state != state) {
        m_state = state;
        describe();
    }
}

void NavEntry::describe()
{
    setAccessibleDescription(m_badge               ? m_badge->description
                             : m_endText.isEmpty() ? m_state
                                                   : m_endText);
    updateToolTip();
    update();
}

void NavEntry::setCompact(bool compact)
{
    m_compact = compact;
    updateToolTip();
    updateGeometry();
    update();
}

void NavEntry::updateToolTip()
{
    const QString end = accessibleDescription();
    setToolTip(!m_compact      ? m_badge || !m_state.isEmpty() ? end : QString()
                    : end.isEmpty() ? text()
                               : tr("%1 (%2)", "page and count").arg(text(), end));
}

QSize NavEntry::sizeHint() const
{
    return {m_compact ? compactEntryWidth : 192,
            std::max(32, QFontMetrics(m_theme.font(TextStyle::Body)).height() + 14)};
}

void NavEntry::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const bool current = isChecked();
    const bool over = underMouse() && isEnabled();
    if (current) {
        paint::box(painter, rect(), paint::controlRadius, m_theme.colour(Role::AccentTint), {});
    } else if (over) {
        paint::box(painter, rect(), paint::controlRadius,
                   m_theme.colour(isDown() ? Role::Pressed : Role::Hover), {});
    }
    if (keyboardFocus(*this)) {
        paint::box(painter, rect(), paint::controlRadius, {}, m_theme.colour(Role::Accent), 2);
    }

    Role role = current ? Role::Accent : over ? Role::Text : Role::QuietText;
    if (!isEnabled()) {
        role = Role::DisabledText;
    }
    const int size = metric::iconSize(fontMetrics());
    const int x = m_compact ? (width() - size) / 2 : iconX;
    const QRect icon(x, (height() - size) / 2, size, size);
    m_theme.paintIcon(painter, placed(icon), m_icon, role);
    if (!m_compact) {
        paintWords(painter, role);
        paintEnd(painter);
    } else if (m_badge) {
        paintDot(painter, placed(icon));
    }
}

QRect NavEntry::placed(const QRect &rect) const
{
    return QStyle::visualRect(layoutDirection(), this->rect(), rect);
}

QFont NavEntry::endFont() const
{
    QFont font = m_theme.font(m_badge ? TextStyle::CaptionBold : TextStyle::Small);
    font.setBold(m_badge || isChecked());
    return font;
}

// As wide as its text, and at least as wide as high.
QRect NavEntry::endRect() const
{
    const QString &end = m_badge ? m_badge->text : m_endText;
    if (end.isEmpty()) {
        return {};
    }
    const QFontMetrics metrics(endFont());
    const int text = metrics.horizontalAdvance(end);
    const int pill = metrics.height() + 2 * pillPadding;
    const int rectWidth = m_badge ? std::max(pill, text + 3 * pillPadding) : text;
    const int rectHeight = m_badge ? pill : height();
    return {width() - endPadding - rectWidth, (height() - rectHeight) / 2, rectWidth, rectHeight};
}

Role NavEntry::badgeRole() const
{
    return m_badge->warns ? Role::Warning : Role::Accent;
}

void NavEntry::paintWords(QPainter &painter, Role role) const
{
    const QRect end = endRect();
    const QFont font = m_theme.font(isChecked() ? TextStyle::BodyBold : TextStyle::Body);
    const int textEnd = end.isNull() ? width() - endPadding : end.left() - gapBeforeEnd;
    const int textX = iconX + metric::iconSize(fontMetrics()) + gapAfterIcon;
    const QRect textRect(textX, 0, textEnd - textX, height());
    painter.setFont(font);
    painter.setPen(m_theme.colour(role));
    const auto leading =
        QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter);
    painter.drawText(placed(textRect), static_cast<int>(leading),
                     QFontMetrics(font).elidedText(text(), Qt::ElideRight, textRect.width()));
}

void NavEntry::paintEnd(QPainter &painter) const
{
    const QRect end = placed(endRect());
    painter.setFont(endFont());
    if (m_badge) {
        paint::box(painter, end, end.height() / 2.0, m_theme.colour(badgeRole()), {});
        painter.setPen(m_theme.colour(Role::OnAccent));
        painter.drawText(end, Qt::AlignCenter, m_badge->text);
    } else if (!m_endText.isEmpty()) {
        painter.setPen(m_theme.colour(isEnabled() ? Role::QuietText : Role::DisabledText));
        painter.drawText(end, Qt::AlignCenter, m_endText);
    }
}

void NavEntry::paintDot(QPainter &painter, const QRect &icon) const
{
    paintDotAt(painter, m_theme, icon, layoutDirection(), badgeRole());
}

AccountBlock::AccountBlock(const Theme &theme, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void AccountBlock::setAccount(const AccountMark &account)
{
    m_shown = account;
    setAccessibleName(tr("Account: %1").arg(isolated(privateText(account.name))));
    describe();
}

void AccountBlock::setBadge(const std::optional<NavBadge> &badge)
{
    if (m_badge != badge) {
        m_badge = badge;
        describe();
    }
}

void AccountBlock::setSwitching(bool canSwitch)
{
    m_canSwitch = canSwitch;
    update();
}

void AccountBlock::describe()
{
    QString description = shownText(m_shown.place);
    if (m_badge) {
        description = description.isEmpty() ? m_badge->description
                                            : tr("%1\n%2").arg(description, m_badge->description);
    }
    setAccessibleDescription(description);
    const QString name = isolated(privateText(m_shown.name));
    setPlainToolTip(this, description.isEmpty() ? name : tr("%1\n%2").arg(name, description));
    update();
}

void AccountBlock::setCompact(bool compact)
{
    m_compact = compact;
    updateGeometry();
    update();
}

QString AccountBlock::initials(const QString &name)
{
    return initialsOf(name);
}

QSize AccountBlock::sizeHint() const
{
    const int lines = QFontMetrics(m_theme.font(TextStyle::BodyBold)).height() +
                      QFontMetrics(m_theme.font(TextStyle::Small)).height();
    return {m_compact ? compactEntryWidth : 192, std::max(initialsSide, lines) + 12};
}

QRect AccountBlock::placed(const QRect &rect) const
{
    return QStyle::visualRect(layoutDirection(), this->rect(), rect);
}

void AccountBlock::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (underMouse() && isEnabled()) {
        paint::box(painter, rect(), paint::controlRadius,
                   m_theme.colour(isDown() ? Role::Pressed : Role::Hover), {});
    }
    if (keyboardFocus(*this)) {
        paint::box(painter, rect(), paint::controlRadius, {}, m_theme.colour(Role::Accent), 2);
    }
    const int left = m_compact ? (width() - initialsSide) / 2 : badgeX;
    const QRect badge(left, (height() - initialsSide) / 2, initialsSide, initialsSide);
    paintInitials(painter, m_theme, placed(badge), m_shown);
    if (m_badge) {
        paintDotAt(painter, m_theme, placed(badge), layoutDirection(),
                   m_badge->warns ? Role::Warning : Role::Accent);
    }
    if (!m_compact) {
        paintWords(painter, badge.right() + 9);
    }
}

void AccountBlock::paintWords(QPainter &painter, int left) const
{
    int end = width() - blockEnd;
    if (m_canSwitch) {
        const QRect arrows(end - switchIconSide, (height() - switchIconSide) / 2, switchIconSide,
                           switchIconSide);
        m_theme.paintIcon(painter, placed(arrows), Icon::Sort, Role::QuietText);
        end = arrows.left() - blockEnd / 2;
    }
    const QFontMetrics nameMetrics(m_theme.font(TextStyle::BodyBold));
    const QFontMetrics addressMetrics(m_theme.font(TextStyle::Small));
    const int room = end - left;
    const int lines =
        nameMetrics.height() + (m_shown.place.isEmpty() ? 0 : addressMetrics.height() + 1);
    const int top = (height() - lines) / 2;
    const auto leading =
        static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignTop));
    painter.setFont(m_theme.font(TextStyle::BodyBold));
    painter.setPen(m_theme.colour(Role::Text));
    painter.drawText(
        placed({left, top, room, nameMetrics.height()}), leading,
        nameMetrics.elidedText(shownText(privateText(m_shown.name)), Qt::ElideRight, room));
    painter.setFont(m_theme.font(TextStyle::Small));
    painter.setPen(m_theme.colour(Role::QuietText));
    painter.drawText(placed({left, top + nameMetrics.height() + 1, room, addressMetrics.height()}),
                     leading,
                     addressMetrics.elidedText(shownText(m_shown.place), Qt::ElideMiddle, room));
}

} // namespace relaybook
