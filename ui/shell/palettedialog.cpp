// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/palettedialog.h"

#include "ui/theme/icon.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int paletteWidth = 640;
constexpr int paletteRows = 10; // that are in view at once
constexpr int paletteRowPadding = 7;
constexpr int paletteSide = 10;
constexpr int paletteIcon = 16;

Icon iconOfKind(PaletteResult::Kind kind)
{
    switch (kind) {
    case PaletteResult::Kind::Command:
        return Icon::Play;
    case PaletteResult::Kind::Page:
        return Icon::Overview;
    case PaletteResult::Kind::Setting:
        return Icon::Settings;
    case PaletteResult::Kind::SubUser:
        return Icon::SubUsers;
    case PaletteResult::Kind::Proxy:
        return Icon::Proxies;
    case PaletteResult::Kind::Order:
        return Icon::CreditCard;
    case PaletteResult::Kind::Transaction:
        break;
    }
    return Icon::Transactions;
}

/// One line: an icon, the name, more about it, and the kind at the end.
class PaletteDelegate final : public QStyledItemDelegate
{
public:
    PaletteDelegate(const Theme &theme, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem & /*option*/,
                   const QModelIndex & /*index*/) const override
    {
        const QFontMetrics metrics(m_theme.font(TextStyle::BodyBold));
        return {0, std::max(metrics.height(), paletteIcon) + 2 * paletteRowPadding};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        painter->save();
        painter->setClipRect(option.rect);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
            paint::box(*painter, option.rect.adjusted(1, 1, -1, -1), paint::controlRadius,
                       m_theme.colour(selected ? Role::AccentTint : Role::Hover), {});
        }
        const auto placed = [&option](const QRect &rect) {
            return QStyle::visualRect(option.direction, option.rect, rect);
        };
        const auto aligned = [&option](Qt::Alignment side) {
            return static_cast<int>(QStyle::visualAlignment(option.direction, side) |
                                    Qt::AlignVCenter);
        };
        QRect room = option.rect.adjusted(paletteSide, 0, -paletteSide, 0);
        const auto kind =
            static_cast<PaletteResult::Kind>(index.data(PaletteResults::KindRole).toInt());
        QRect icon(room.left(), 0, paletteIcon, paletteIcon);
        icon.moveTop(room.top() + (room.height() - paletteIcon) / 2);
        m_theme.paintIcon(*painter, placed(icon), iconOfKind(kind), Role::QuietText);
        room.setLeft(icon.right() + paletteSide);

        const QFont quiet = m_theme.font(TextStyle::Caption);
        const QString kindWord = index.data(PaletteResults::KindTextRole).toString();
        const int kindWidth = QFontMetrics(quiet).horizontalAdvance(kindWord) + 1;
        painter->setFont(quiet);
        painter->setPen(m_theme.colour(Role::QuietText));
        painter->drawText(
            placed({room.right() - kindWidth + 1, room.top(), kindWidth, room.height()}),
            aligned(Qt::AlignRight), kindWord);
        room.setRight(room.right() - kindWidth - paletteSide);

        const QFont bold = m_theme.font(TextStyle::BodyBold);
        const QFontMetrics boldMetrics(bold);
        const QString text = index.data(Qt::DisplayRole).toString();
        const int textWidth = std::min(boldMetrics.horizontalAdvance(text) + 1, room.width());
        painter->setFont(bold);
        painter->setPen(m_theme.colour(Role::Text));
        painter->drawText(placed({room.left(), room.top(), textWidth, room.height()}),
                          aligned(Qt::AlignLeft),
                          boldMetrics.elidedText(text, Qt::ElideRight, textWidth));
        room.setLeft(room.left() + textWidth + paletteSide);

        const QFontMetrics quietMetrics(quiet);
        painter->setFont(quiet);
        painter->setPen(m_theme.colour(Role::QuietText));
        if (room.width() > 0) {
            painter->drawText(
                placed(room), aligned(Qt::AlignLeft),
                quietMetrics.elidedText(index.data(PaletteResults::DetailRole).toString(),
                                        Qt::ElideRight, room.width()));
        }
        painter->restore();
    }

private:
    const Theme &m_theme;
};

} // namespace

PaletteDialog::PaletteDialog(const Theme &theme, std::unique_ptr<PaletteResults> results,
                             bool canGive, QWidget *parent)
    : SheetDialog(theme, tr("Find anything"), parent)
    , m_results(std::move(results))
    , m_canGive(canGive)
    , m_edit(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_nothing(new Label(theme, Role::QuietText, TextStyle::Body, this))
{
    setObjectName(QStringLiteral("paletteDialog"));
    setSheetWidth(paletteWidth);
    setCloseOnly();
    build();
    connect(m_results.get(), &PaletteResults::updated, this, &PaletteDialog::whenUpdated);
    whenUpdated();
    m_edit->setFocus();
}

PaletteDialog::~PaletteDialog()
{
    m_list->setModel(nullptr); // before the results are gone
}

void PaletteDialog::build()
{
    m_edit->setObjectName(QStringLiteral("paletteEdit"));
    m_edit->setAccessibleName(tr("Find sub-users, proxies, orders, transactions, pages, commands "
                                 "and settings"));
    m_edit->setPlaceholderText(tr("Sub-user, proxy, order, transaction, page, command or setting"));
    m_edit->setClearButtonEnabled(false);
    m_edit->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Results"));
    m_list->setModel(m_results.get());
    m_list->setItemDelegate(new PaletteDelegate(theme(), m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->installEventFilter(this);
    const int row = m_list->itemDelegate()->sizeHint({}, {}).height();
    m_list->setFixedHeight(row * paletteRows);
    m_nothing->setObjectName(QStringLiteral("paletteNothing"));
    m_nothing->setWordWrap(true);
    m_nothing->hide();
    contentLayout()->addWidget(m_edit);
    contentLayout()->addWidget(m_nothing);
    contentLayout()->addWidget(m_list);
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString &typed) {
        m_chosen.clear();
        m_results->setText(typed);
    });
    connect(m_list, &QAbstractItemView::clicked, this, &PaletteDialog::openCurrent);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &PaletteDialog::showActions);
}

/// The first row is selected until the user goes to another one, which then stays selected while
/// more results arrive.
void PaletteDialog::whenUpdated()
{
    const bool isEmpty = m_results->rowCount() == 0;
    m_nothing->setVisible(isEmpty);
    m_nothing->setText(!m_results->isSettled() ? tr("Searching…")
                                               : tr("Nothing matches. Names, notes, ids, dates and "
                                                    "amounts of what is stored on this computer "
                                                    "are searched."));
    int row = 0;
    for (int each = 0; each < m_results->rowCount() && !m_chosen.isEmpty(); ++each) {
        row = m_results->at(each)->id() == m_chosen ? each : row;
    }
    if (!isEmpty) {
        m_list->setCurrentIndex(m_results->index(row));
    }
    showActions();
}

void PaletteDialog::goTo(int row)
{
    const int last = m_results->rowCount() - 1;
    if (last >= 0) {
        const int at = std::clamp(row, 0, last);
        m_chosen = m_results->at(at)->id();
        m_list->setCurrentIndex(m_results->index(at));
    }
}

const PaletteResult *PaletteDialog::current() const
{
    return m_results->at(m_list->currentIndex().row());
}

void PaletteDialog::showActions()
{
    const PaletteResult *result = current();
    if (result == nullptr) {
        setFooterNote({});
        m_edit->setAccessibleDescription({});
        return;
    }
    const bool isRow = result->kind != PaletteResult::Kind::Command &&
                       result->kind != PaletteResult::Kind::Page &&
                       result->kind != PaletteResult::Kind::Setting;
    QStringList actions{isRow ? tr("Enter: open")
                              : (result->kind == PaletteResult::Kind::Command ? tr("Enter: run")
                                                                              : tr("Enter: show"))};
    if (result->kind == PaletteResult::Kind::SubUser && m_canGive) {
        actions.append(tr("Ctrl+Enter: give traffic"));
    }
    if (isRow) {
        actions.append(tr("Ctrl+C: copy"));
    }
    setFooterNote(actions.join(QStringLiteral(" · ")));
    // The keyboard stays in the field, so screen readers read the selected result there.
    m_edit->setAccessibleDescription(
        tr("%1. %2", "the selected result, what can be done with it")
            .arg(m_list->currentIndex().data(Qt::AccessibleTextRole).toString(),
                 actions.join(QStringLiteral(", "))));
}

void PaletteDialog::openCurrent()
{
    if (const PaletteResult *result = current()) {
        const PaletteResult kept = *result; // the dialog may be gone after it is closed
        done(Accepted);
        Q_EMIT chosen(kept);
    }
}

void PaletteDialog::give()
{
    const PaletteResult *result = current();
    if (result != nullptr && result->kind == PaletteResult::Kind::SubUser && m_canGive) {
        const PaletteResult kept = *result;
        done(Accepted);
        Q_EMIT giveWanted(kept);
    }
}

void PaletteDialog::copy()
{
    if (const PaletteResult *result = current()) {
        QGuiApplication::clipboard()->setText(result->copied);
        setFooterNote(tr("Copied."));
    }
}

bool PaletteDialog::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey =
        event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey || (watched != m_edit && watched != m_list)) {
        return SheetDialog::eventFilter(watched, event);
    }
    auto *key = static_cast<QKeyEvent *>(event);
    const bool isCopy = key->matches(QKeySequence::Copy) && !m_edit->hasSelectedText();
    if (event->type() == QEvent::ShortcutOverride) {
        if (isCopy) {
            event->accept();
        }
        return false;
    }
    if (isCopy) {
        copy();
        return true;
    }
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!key->isAutoRepeat()) {
            (key->modifiers().testFlag(Qt::ControlModifier)) ? give() : openCurrent();
        }
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (watched == m_edit) { // the keyboard stays in the field
            const int step = key->key() == Qt::Key_PageUp || key->key() == Qt::Key_PageDown
                                 ? paletteRows - 1
                                 : 1;
            const bool isUp = key->key() == Qt::Key_Up || key->key() == Qt::Key_PageUp;
            goTo(m_list->currentIndex().row() + (isUp ? -step : step));
            return true;
        }
        break;
    default:
        break;
    }
    return SheetDialog::eventFilter(watched, event);
}

} // namespace relaybook
