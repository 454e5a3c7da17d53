// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/accountmark.h"

#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plaintext.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int accountGap = 10;
constexpr int leastPlaceWidth = 120;

} // namespace

AccountMark accountOf(const QWidget *widget)
{
    for (const QWidget *each = widget; each != nullptr; each = each->parentWidget()) {
        if (const auto *host = dynamic_cast<const AccountHost *>(each); host != nullptr) {
            return host->shownAccount();
        }
    }
    return {};
}

bool isInSandbox(const QWidget *widget)
{
    return accountOf(widget).isSandbox;
}

AccountLine::AccountLine(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("accountLine"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void AccountLine::setAccount(const AccountMark &account)
{
    m_account = account;
    m_name = isolated(privateText(account.name));
    m_place = shownText(account.place);
    setAccessibleName(tr("Account: %1").arg(m_name));
    setAccessibleDescription(m_place);
    setPlainToolTip(this, tr("%1\n%2").arg(m_name, m_place));
    update();
}

QSize AccountLine::sizeHint() const
{
    const QFontMetrics name(m_theme.font(TextStyle::BodyBold));
    const QFontMetrics place(m_theme.font(TextStyle::Body));
    return {initialsSide + 2 * accountGap + name.horizontalAdvance(m_name) +
                place.horizontalAdvance(m_place),
            std::max(initialsSide, name.height())};
}

QSize AccountLine::minimumSizeHint() const
{
    return {initialsSide + 2 * accountGap + 2 * leastPlaceWidth, sizeHint().height()};
}

// The name is cut first: it may be anything, while the host says where the money goes.
void AccountLine::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const auto placed = [this](const QRect &rect) {
        return QStyle::visualRect(layoutDirection(), this->rect(), rect);
    };
    const auto leading = static_cast<int>(
        QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter));
    paintInitials(painter, m_theme,
                  placed({0, (height() - initialsSide) / 2, initialsSide, initialsSide}),
                  m_account);
    const QFontMetrics name(m_theme.font(TextStyle::BodyBold));
    const QFontMetrics place(m_theme.font(TextStyle::Body));
    const int left = initialsSide + accountGap;
    const int room = width() - left;
    const int forPlace =
        std::min(place.horizontalAdvance(m_place) + 1, std::max(leastPlaceWidth, room / 2));
    const int forName = std::min(name.horizontalAdvance(m_name) + 1, room - accountGap - forPlace);
    painter.setFont(m_theme.font(TextStyle::BodyBold));
    painter.setPen(m_theme.colour(Role::Text));
    painter.drawText(placed({left, 0, forName, height()}), leading,
                     name.elidedText(m_name, Qt::ElideRight, forName));
    painter.setFont(m_theme.font(TextStyle::Body));
    painter.setPen(m_theme.colour(Role::QuietText));
    painter.drawText(placed({left + forName + accountGap, 0, forPlace, height()}), leading,
                     place.elidedText(m_place, Qt::ElideMiddle, forPlace));
}

} // namespace relaybook
