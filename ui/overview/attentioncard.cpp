// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/attentioncard.h"

#include "models/attention/attentiondesk.h"
#include "models/text/format.h"
#include "ui/attention/attentionlist.h"
#include "ui/theme/controlkind.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr std::size_t shownOnOverview = 3;

} // namespace

AttentionCard::AttentionCard(AccountSession &account, const Theme &theme, QWidget *parent)
    : Card(theme, parent)
    , m_account(account)
    , m_list(new AttentionList(account, theme, this))
    , m_all(new QPushButton(this))
{
    setObjectName(QStringLiteral("attentionCard"));
    setAccessibleName(tr("Needs attention"));
    auto *title = new Label(theme, Role::Text, TextStyle::BodyBold, accessibleName(), this);
    m_all->setObjectName(QStringLiteral("allAttention"));
    m_all->setAutoDefault(false);
    setButtonKind(*m_all, ButtonKind::Link);
    auto *head = new QHBoxLayout;
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(m_all);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 10, 16, 12);
    column->setSpacing(10);
    column->addLayout(head);
    column->addWidget(m_list);
    connect(m_list, &AttentionList::actionWanted, this, &AttentionCard::actionWanted);
    connect(m_list, &AttentionList::allWanted, this, &AttentionCard::allWanted);
    connect(m_all, &QPushButton::clicked, this, &AttentionCard::listWanted);
    connect(&account.attention(), &AttentionDesk::changed, this, &AttentionCard::showEntries);
    for (const auto changed : {&AccountSession::viewOnlyChanged, &AccountSession::summaryChanged}) {
        connect(&account, changed, this, &AttentionCard::showEntries);
    }
    connect(&account.notices(), &AccountNotices::reportedChanged, this,
            &AttentionCard::showEntries);
    showEntries();
}

bool AttentionCard::isSaidElsewhere(const AttentionEntry &entry) const
{
    const AccountNotices::Reported &reported = m_account.notices().reported();
    switch (entry.kind) {
    case AttentionKind::SignIn:
        return reported.noAccess;
    case AttentionKind::UnknownOrder:
        return reported.unknownOrders;
    case AttentionKind::UnreadableList:
        return entry.area == Area::Account; // the page's own banner
    default:
        return false;
    }
}

void AttentionCard::showEntries()
{
    std::vector<AttentionEntry> entries;
    for (const AttentionEntry &entry : m_account.attention().entries()) {
        if (entries.size() < shownOnOverview && !isSaidElsewhere(entry)) {
            entries.push_back(entry);
        }
    }
    m_list->setGroups(groupedAttention(entries));
    setVisible(!entries.empty());
    const qint64 count = m_account.attention().count();
    m_all->setVisible(count > static_cast<qint64>(entries.size()));
    m_all->setText(tr("Show all %1").arg(format::count(count)));
    m_all->setAccessibleName(tr("Show all %1 entries").arg(format::count(count)));
}

} // namespace relaybook
