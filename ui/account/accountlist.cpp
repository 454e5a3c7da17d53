// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/accountlist.h"

#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/account/accounttext.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/initials.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/usagebar.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int accountRowPadding = 10;
constexpr int accountRowGap = 10;
constexpr int accountLinePadding = 8;
constexpr int accountLineGap = 2;
constexpr int accountTickWidth = 16;
constexpr int accountMarkSide = 14;
constexpr int accountMarkGap = 6;
constexpr int ordersPadding = 6;
constexpr int focusWidth = 2;

} // namespace

void AccountListModel::setAccounts(std::vector<AccountEntry> accounts)
{
    const bool sameRows =
        std::equal(accounts.begin(), accounts.end(), m_accounts.begin(), m_accounts.end(),
                   [](const AccountEntry &a, const AccountEntry &b) { return a.key == b.key; });
    if (!sameRows) {
        beginResetModel();
        m_accounts = std::move(accounts);
        endResetModel();
        return;
    }
    std::swap(m_accounts, accounts); // `accounts` has the old rows now
    for (std::size_t i = 0; i < m_accounts.size(); ++i) {
        if (m_accounts.at(i) != accounts.at(i)) {
            const QModelIndex changed = index(static_cast<int>(i));
            Q_EMIT dataChanged(changed, changed);
        }
    }
}

void AccountListModel::setBalancesShown(bool shown)
{
    if (m_withBalances != shown) {
        m_withBalances = shown;
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
    }
}

int AccountListModel::rowOf(const QString &key) const
{
    const auto found =
        std::find_if(m_accounts.begin(), m_accounts.end(),
                     [&key](const AccountEntry &account) { return account.key == key; });
    return found == m_accounts.end() ? -1 : static_cast<int>(found - m_accounts.begin());
}

int AccountListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_accounts.size());
}

QVariant AccountListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const AccountEntry &account = at(index.row());
    switch (role) {
    case Qt::DisplayRole: // also searched when the user types
        return shownText(privateText(account.name));
    case Qt::AccessibleTextRole:
        return accountSentence(account, m_withBalances);
    case Qt::ToolTipRole:
        return plainToolTip(account.problem.isEmpty()
                                ? accountSentence(account, m_withBalances)
                                : tr("%1\n%2", "an account, and what is wrong with it")
                                      .arg(accountSentence(account, m_withBalances),
                                           shownSentence(account.problem)));
    default:
        return {};
    }
}

struct AccountRowDelegate::Room
{
    Qt::LayoutDirection direction;
    QRect row;
    int left;  // left edge of both lines, as if the text ran from left to right
    int right; // right edge of both lines
    QRect tick;
    int firstTop;  // top of the first line
    int secondTop; // top of the second line
    int firstHeight;
    int secondHeight;

    [[nodiscard]] QRect placed(const QRect &rect) const
    {
        return QStyle::visualRect(direction, row, rect);
    }
    [[nodiscard]] int alignment(Qt::Alignment side) const
    {
        return static_cast<int>(QStyle::visualAlignment(direction, side | Qt::AlignVCenter));
    }
};

AccountRowDelegate::AccountRowDelegate(const Theme &theme, const AccountListModel &model,
                                       QWidget *view)
    : QStyledItemDelegate(view)
    , m_theme(theme)
    , m_model(model)
{
}

QSize AccountRowDelegate::sizeHint(const QStyleOptionViewItem & /*option*/,
                                   const QModelIndex & /*index*/) const
{
    const int lines = QFontMetrics(m_theme.font(TextStyle::BodyBold)).height() + accountLineGap +
                      QFontMetrics(m_theme.font(TextStyle::Small)).height();
    return {0, std::max(lines, initialsSide) + 2 * accountLinePadding};
}

void AccountRowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const
{
    const AccountEntry &account = m_model.at(index.row());
    const QRect row = option.rect;
    painter->save();
    painter->setClipRect(row);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool over = option.state.testFlag(QStyle::State_MouseOver);
    if (selected || over) {
        paint::box(*painter, row.adjusted(1, 1, -1, -1), paint::controlRadius,
                   m_theme.colour(selected ? Role::AccentTint : Role::Hover), {});
    }
    if (option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        paint::box(*painter, row.adjusted(1, 1, -1, -1), paint::controlRadius, {},
                   m_theme.colour(Role::Accent), focusWidth);
    }
    const int firstHeight = QFontMetrics(m_theme.font(TextStyle::BodyBold)).height();
    const int secondHeight = QFontMetrics(m_theme.font(TextStyle::Small)).height();
    const int top = row.top() + (row.height() - firstHeight - accountLineGap - secondHeight) / 2;
    const QRect badge(row.left() + accountRowPadding, row.top() + (row.height() - initialsSide) / 2,
                      initialsSide, initialsSide);
    const QRect tick(row.right() + 1 - accountRowPadding - accountTickWidth,
                     row.top() + (row.height() - accountTickWidth) / 2, accountTickWidth,
                     accountTickWidth);
    const Room room{option.direction,
                    row,
                    badge.right() + 1 + accountRowGap,
                    tick.left() - accountRowGap,
                    tick,
                    top,
                    top + firstHeight + accountLineGap,
                    firstHeight,
                    secondHeight};
    paintInitials(*painter, m_theme, room.placed(badge),
                  {account.name, {}, account.colour, account.isSandbox});
    paintLines(*painter, account, room);
    if (account.isShown) {
        paint::tick(*painter, room.placed(tick), m_theme.colour(Role::Accent));
    }
    painter->restore();
}

void AccountRowDelegate::paintLines(QPainter &painter, const AccountEntry &account, Room room) const
{
    const QString balance = m_model.areBalancesShown() ? accountBalance(account) : QString();
    painter.setFont(m_theme.font(TextStyle::Body));
    painter.setPen(m_theme.colour(Role::Text));
    const int balanceWidth = QFontMetrics(painter.font()).horizontalAdvance(balance);
    painter.drawText(
        room.placed({room.right - balanceWidth, room.firstTop, balanceWidth, room.firstHeight}),
        room.alignment(Qt::AlignRight), balance);
    const QFont bold = m_theme.font(TextStyle::BodyBold);
    painter.setFont(bold);
    const int nameEnd = balance.isEmpty() ? room.right : room.right - balanceWidth - accountRowGap;
    const QRect name(room.left, room.firstTop, nameEnd - room.left, room.firstHeight);
    painter.drawText(room.placed(name), room.alignment(Qt::AlignLeft),
                     QFontMetrics(bold).elidedText(plainLine(privateText(account.name)),
                                                   Qt::ElideRight, name.width()));

    room.right = paintMarks(painter, account, room);
    const AccountStateText state = accountState(account);
    const QFont small = m_theme.font(TextStyle::Small);
    const QFontMetrics metrics(small);
    painter.setFont(small);
    const int whole = room.right - room.left;
    // The state may need an action by the user, so the place is shortened first.
    const QString stateText = metrics.elidedText(state.text, Qt::ElideRight, whole);
    const int stateWidth = metrics.horizontalAdvance(stateText);
    const int placeRoom = state.text.isEmpty() ? whole : whole - stateWidth - accountRowGap;
    const QString place =
        metrics.elidedText(plainLine(accountPlace(account)), Qt::ElideMiddle, placeRoom);
    const int placeWidth = placeRoom > 0 ? metrics.horizontalAdvance(place) : 0;
    if (placeWidth > 0) {
        painter.setPen(m_theme.colour(Role::QuietText));
        painter.drawText(room.placed({room.left, room.secondTop, placeWidth, room.secondHeight}),
                         room.alignment(Qt::AlignLeft), place);
    }
    painter.setPen(m_theme.colour(textRole(state.tone)));
    const int stateLeft = placeWidth > 0 ? room.left + placeWidth + accountRowGap : room.left;
    painter.drawText(room.placed({stateLeft, room.secondTop, stateWidth, room.secondHeight}),
                     room.alignment(Qt::AlignLeft), stateText);
}

/// Returns where the second line ends.
int AccountRowDelegate::paintMarks(QPainter &painter, const AccountEntry &account,
                                   const Room &room) const
{
    int end = room.right;
    if (account.openOrders > 0) {
        const QString number = QString::number(account.openOrders);
        const QFont font = m_theme.font(TextStyle::CaptionBold);
        const int width = std::max(room.secondHeight, QFontMetrics(font).horizontalAdvance(number) +
                                                          ordersPadding * 2);
        const QRect pill = room.placed({end - width, room.secondTop, width, room.secondHeight});
        const Role role = account.unknownOrders > 0 ? Role::Warning : Role::Accent;
        paint::box(painter, pill, pill.height() / 2.0, m_theme.colour(role), {});
        painter.setFont(font);
        painter.setPen(m_theme.colour(Role::OnAccent));
        painter.drawText(pill, Qt::AlignCenter, number);
        end -= width + accountMarkGap;
    }
    if (account.isViewOnly) {
        const QRect eye(end - accountMarkSide,
                        room.secondTop + (room.secondHeight - accountMarkSide) / 2, accountMarkSide,
                        accountMarkSide);
        m_theme.paintIcon(painter, room.placed(eye), Icon::Show, Role::QuietText);
        end -= accountMarkSide + accountMarkGap;
    }
    return end;
}

AccountList::AccountList(const Theme &theme, QWidget *parent)
    : QListView(parent)
    , m_model(new AccountListModel(this))
{
    setObjectName(QStringLiteral("accountList"));
    setAccessibleName(tr("Accounts"));
    setModel(m_model);
    setItemDelegate(new AccountRowDelegate(theme, *m_model, this));
    setFrameShape(QFrame::NoFrame);
    setEditTriggers(NoEditTriggers);
    setUniformItemSizes(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    connect(this, &QListView::clicked, this,
            [this](const QModelIndex &index) { Q_EMIT clickedOn(m_model->at(index.row()).key); });
    connect(this, &QListView::doubleClicked, this,
            [this](const QModelIndex &index) { Q_EMIT chosen(m_model->at(index.row()).key); });
}

void AccountList::setAccounts(const std::vector<AccountEntry> &accounts)
{
    const QString current = currentKey();
    m_model->setAccounts(accounts);
    if (currentKey() != current) {
        setCurrentKey(current);
    }
}

QString AccountList::currentKey() const
{
    const AccountEntry *account = currentAccount();
    return account != nullptr ? account->key : QString();
}

void AccountList::setCurrentKey(const QString &key)
{
    setCurrentIndex(m_model->index(m_model->rowOf(key)));
}

void AccountList::selectShown()
{
    int shown = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        shown = m_model->at(row).isShown ? row : shown;
    }
    setCurrentIndex(m_model->index(shown));
}

const AccountEntry *AccountList::currentAccount() const
{
    const QModelIndex index = currentIndex();
    return index.isValid() ? &m_model->at(index.row()) : nullptr;
}

int AccountList::heightOf(int rows) const
{
    return rows * itemDelegate()->sizeHint({}, {}).height();
}

void AccountList::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && currentIndex().isValid()) {
        Q_EMIT chosen(currentKey());
        event->accept();
        return;
    }
    QListView::keyPressEvent(event);
}

void AccountList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    Q_EMIT currentMoved();
}

} // namespace relaybook
