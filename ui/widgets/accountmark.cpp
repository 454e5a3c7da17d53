// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/accountmark.h"

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
    setAccessibleName(tr("Account: %1").arg(account.name));
    setAccessibleDescription(account.place);
    setPlainToolTip(this, tr("%1\n%2").arg(account.name, account.place));
    update();
}

QSize AccountLine::sizeHint() const
{
    const QFontMetrics name(m_theme.font(TextStyle::BodyBold));
    const QFontMetrics place(m_theme.font(TextStyle::Body));
    return {initialsSide + 2 * accountGap + name.horizontalAdvance(m_account.name) +
                place.horizontalAdvance(m_account.place),
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
        std::min(place.horizontalAdvance(m_account.place) + 1, std::max(leastPlaceWidth, room / 2));
    const int forName =
        std::min(name.horizontalAdvance(m_account.name) + 1, room - accountGap - forPlace);
    painter.setFont(m_theme.font(TextStyle::BodyBold));
    painter.setPen(m_theme.colour(Role::Text));
    painter.drawText(placed({left, 0, forName, height()}), leading,
                     name.elidedText(m_account.name, Qt::ElideRight, forName));
    painter.setFont(m_theme.font(TextStyle::Body));
    painter.setPen(m_theme.colour(Role::QuietText));
    painter.drawText(placed({left + forName + accountGap, 0, forPlace, height()}), leading,
                     place.elidedText(m_account.place, Qt::ElideMiddle, forPlace));
}

} // namespace relaybook
