// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attentionlist.h"

#include "models/accounts/accountsession.h"
#include "models/attention/attentiondesk.h"
#include "models/export/evidencekit.h"
#include "models/text/showntext.h"
#include "ui/attention/evidencedialog.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/tonemark.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace relaybook {

namespace {

constexpr int rowSpacing = 12;
constexpr int textSpacing = 2;

} // namespace

AttentionList::AttentionList(AccountSession &account, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_account(account)
    , m_theme(theme)
    , m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("attentionList"));
    setAccessibleName(tr("Needs attention"));
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(rowSpacing);
}

void AttentionList::setGroups(const std::vector<AttentionGroup> &groups)
{
    std::vector<Row> rows;
    for (const AttentionGroup &group : groups) {
        for (const AttentionEntry &entry : group.shown) {
            rows.push_back({entry, attentionText(entry, m_account), 0});
        }
        if (!group.shown.empty()) {
            rows.back().more = group.more;
        }
    }
    if (rows != m_rows) {
        m_rows = std::move(rows);
        build();
    }
}

void AttentionList::build()
{
    const QWidget *focused = focusWidget();
    const bool hadFocus = focused != nullptr && focused->hasFocus() && isAncestorOf(focused);
    const QString name = hadFocus ? focused->objectName() : QString();
    while (QLayoutItem *item = m_column->takeAt(0)) {
        // Later, because a button of the row may be the sender.
        item->widget()->hide();
        item->widget()->setParent(nullptr);
        item->widget()->deleteLater();
        delete item;
    }
    std::size_t number = 0;
    for (const Row &row : m_rows) {
        m_column->addWidget(makeRow(row, ++number));
        if (row.more > 0) {
            m_column->addWidget(makeMore(row));
        }
    }
    if (hadFocus) {
        auto *same = findChild<QWidget *>(name);
        if (QWidget *next = same != nullptr ? same : firstButton()) {
            next->setFocus(Qt::OtherFocusReason);
        }
    }
}

QWidget *AttentionList::firstButton() const
{
    return findChild<QPushButton *>(QStringLiteral("attentionAction1"));
}

QWidget *AttentionList::makeRow(const Row &row, std::size_t number)
{
    auto *line = new QWidget(this);
    line->setObjectName(QStringLiteral("attentionRow%1").arg(number));
    auto *mark = new ToneMark(m_theme, line);
    mark->setTone(row.words.tone);
    auto *title = new Label(m_theme, Role::Text, TextStyle::BodyBold, row.words.title, line);
    title->setObjectName(QStringLiteral("attentionTitle%1").arg(number));
    title->setWordWrap(true);
    auto *text = new Label(m_theme, Role::QuietText, TextStyle::Body, row.words.text, line);
    text->setObjectName(QStringLiteral("attentionText%1").arg(number));
    text->setWordWrap(true);
    text->setVisible(!row.words.text.isEmpty());
    line->setAccessibleName(title->text());
    line->setAccessibleDescription(text->text());
    auto *action = new QPushButton(row.words.action, line);
    action->setObjectName(QStringLiteral("attentionAction%1").arg(number));
    action->setAccessibleName(
        tr("%1: %2", "what the button does, why").arg(row.words.action, row.words.title));
    action->setAutoDefault(false);
    action->setEnabled(row.words.blocked.isEmpty());
    action->setToolTip(row.words.blocked);
    action->setAccessibleDescription(row.words.blocked);
    action->setVisible(!row.words.action.isEmpty());
    connect(action, &QPushButton::clicked, this,
            [this, entry = row.entry] { Q_EMIT actionWanted(entry); });
    auto *texts = new QVBoxLayout;
    texts->setSpacing(textSpacing);
    texts->addWidget(title);
    texts->addWidget(text);
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(mark, 0, Qt::AlignTop);
    layout->addLayout(texts, 1);
    layout->addWidget(action, 0, Qt::AlignTop);
    layout->addWidget(makeLater(row, number, line), 0, Qt::AlignTop);
    return line;
}

QWidget *AttentionList::makeLater(const Row &row, std::size_t number, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("attentionLater%1").arg(number));
    button->setIcon(m_theme.icon(Icon::More));
    const auto matter = evidenceMatterOf(row.entry, m_account);
    button->setAccessibleName(
        (matter ? tr("Evidence, or hide: %1") : tr("Hide: %1")).arg(row.words.title));
    button->setToolTip(matter ? tr("Collect evidence, remind me later, or never")
                              : tr("Remind me later, or never"));
    button->setFocusPolicy(Qt::TabFocus);
    button->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(button);
    menu->setObjectName(QStringLiteral("attentionLaterMenu%1").arg(number));
    menu->setAccessibleName(button->accessibleName());
    if (matter) {
        auto *evidence = menu->addAction(tr("Collect evidence…"));
        evidence->setObjectName(QStringLiteral("collectEvidence"));
        connect(evidence, &QAction::triggered, this,
                [this, matter = *matter] { openEvidence(m_theme, m_account, matter, this); });
        menu->addSeparator();
    }
    auto *tomorrow = menu->addAction(tr("Remind me tomorrow"));
    tomorrow->setObjectName(QStringLiteral("remindTomorrow"));
    auto *never = menu->addAction(tr("Never for this one"));
    never->setObjectName(QStringLiteral("neverForThis"));
    // Later, because the menu belongs to a row that goes.
    connect(
        tomorrow, &QAction::triggered, this,
        [this, key = row.entry.key] { m_account.attention().remindTomorrow(key); },
        Qt::QueuedConnection);
    connect(
        never, &QAction::triggered, this,
        [this, key = row.entry.key] { m_account.attention().hideForEver(key); },
        Qt::QueuedConnection);
    if (!hidingKeyOf(row.entry.kind).isEmpty()) {
        auto *kind = menu->addAction(tr("Never for this kind"));
        kind->setObjectName(QStringLiteral("neverForKind"));
        connect(
            kind, &QAction::triggered, this,
            [this, kind = row.entry.kind] { m_account.attention().hideKind(kind); },
            Qt::QueuedConnection);
    }
    button->setMenu(menu);
    return button;
}

QWidget *AttentionList::makeMore(const Row &row)
{
    const QString text = moreAttentionText(row.entry.kind, row.more);
    if (row.entry.kind != AttentionKind::SubUserRunsOut) {
        auto *label = new Label(m_theme, Role::QuietText, TextStyle::Body, text, this);
        label->setObjectName(
            QStringLiteral("attentionMore%1").arg(static_cast<int>(row.entry.kind)));
        return label;
    }
    auto *line = new QWidget(this);
    auto *link = new QPushButton(text, line);
    link->setObjectName(QStringLiteral("attentionMore"));
    link->setAccessibleName(tr("Show all sub-users: %1").arg(text));
    link->setAutoDefault(false);
    setButtonKind(*link, ButtonKind::Link);
    connect(link, &QPushButton::clicked, this,
            [this, kind = row.entry.kind] { Q_EMIT allWanted(kind); });
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(link);
    layout->addStretch(1);
    return line;
}

} // namespace relaybook
