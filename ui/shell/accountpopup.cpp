// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/accountpopup.h"

#include "ui/account/accountlist.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int popupWidth = 340;
constexpr int popupPadding = 5;
constexpr int popupGap = 4;
constexpr int lineRoom = 9;
constexpr int rowsInPopup = 8;
// The list takes at most 1/popupShare of the screen's height; further rows scroll.
constexpr int popupShare = 2;

} // namespace

AccountPopup::AccountPopup(const Theme &theme, const std::vector<AccountEntry> &accounts,
                           QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_theme(theme)
    , m_list(new AccountList(theme, this))
{
    setObjectName(QStringLiteral("accountPopup"));
    setWindowTitle(tr("Accounts"));
    setAccessibleName(tr("Accounts"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(
        Qt::WA_NoMouseReplay); // a click on the block closes the list and must not open it again
    theme.followGround(*this, Ground::Surface);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(popupPadding, popupPadding, popupPadding, popupPadding);
    column->setSpacing(0);
    column->addWidget(m_list);
    column->addSpacing(lineRoom);
    auto *add = addCommand(*column, Icon::Plus, tr("Add account…"), "addAccount");
    auto *manage = addCommand(*column, Icon::Settings, tr("Manage accounts…"), "manageAccounts");
    const auto choose = [this](const QString &key) {
        close(); // deletes itself later
        Q_EMIT chosen(key);
    };
    connect(m_list, &AccountList::clickedOn, this, choose);
    connect(m_list, &AccountList::chosen, this, choose);
    connect(add, &QPushButton::clicked, this, [this] {
        close();
        Q_EMIT addRequested();
    });
    connect(manage, &QPushButton::clicked, this, [this] {
        close();
        Q_EMIT manageRequested();
    });
    setAccounts(accounts);
    setFocusProxy(m_list);
}

QPushButton *AccountPopup::addCommand(QVBoxLayout &column, Icon icon, const QString &text,
                                      const char *name)
{
    auto *button = new QPushButton(m_theme.icon(icon), text, this);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    setButtonKind(*button, ButtonKind::Quiet);
    column.addWidget(button, 0, Qt::AlignLeading);
    return button;
}

void AccountPopup::setAccounts(const std::vector<AccountEntry> &accounts)
{
    m_list->setAccounts(accounts);
    m_accounts = static_cast<int>(accounts.size());
    fitHeight();
}

void AccountPopup::fitHeight()
{
    const int rows = std::clamp(m_accounts, 1, rowsInPopup);
    const int room = screen()->availableGeometry().height() / popupShare;
    m_list->setFixedHeight(std::min(m_list->heightOf(rows), room));
    m_list->setVisible(m_accounts > 0);
    adjustSize();
}

void AccountPopup::openAt(const QWidget &block)
{
    m_list->selectShown();
    const QRect room = block.screen()->availableGeometry();
    setFixedWidth(std::min(metric::scaled(popupWidth, fontMetrics()), room.width()));
    adjustSize();
    const bool toTheLeft = layoutDirection() == Qt::RightToLeft;
    QPoint place = block.mapToGlobal(QPoint(0, block.height() + popupGap));
    if (toTheLeft) {
        place.rx() += block.width() - width();
    }
    place.setX(
        std::clamp(place.x(), room.left(), std::max(room.left(), room.right() + 1 - width())));
    place.setY(
        std::clamp(place.y(), room.top(), std::max(room.top(), room.bottom() + 1 - height())));
    move(place);
    show();
    m_list->scrollTo(m_list->currentIndex());
    m_list->setFocus(Qt::PopupFocusReason);
}

void AccountPopup::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        close();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter: // on some desktops, only Space presses a button
        if (auto *button = qobject_cast<QPushButton *>(focusWidget())) {
            button->click();
        }
        return;
    case Qt::Key_Down: // pressed on the last row of the list, or on a button
        focusNextChild();
        return;
    case Qt::Key_Up:
        focusPreviousChild();
        return;
    default:
        QFrame::keyPressEvent(event);
    }
}

void AccountPopup::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Role::Surface));
    paint::box(painter, rect(), 0, {}, m_theme.colour(Role::Line));
    if (m_accounts > 0) {
        const QRect list = m_list->geometry();
        const QRect between(popupPadding, list.bottom() + 1, width() - 2 * popupPadding,
                            lineRoom / 2 + 1);
        paint::lineAt(painter, between, Qt::BottomEdge, m_theme.colour(Role::Line));
    }
}

} // namespace relaybook
