// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/subuserhistory.h"

#include "models/accounts/accountsession.h"
#include "models/subusers/subusertransactions.h"
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/subusers/subusertext.h"
#include "ui/theme/controlkind.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSet>

#include <algorithm>

namespace relaybook {

namespace {

/// The most transactions that are examined, because a name that is a common word finds many.
constexpr int mostLookedAt = 200;
constexpr int mostListed = 5;
constexpr qsizetype descriptionLength = 120;

QPushButton *linkButton(const QString &text, const QString &name, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    setButtonKind(*button, ButtonKind::Link);
    return button;
}

} // namespace

// ----------------------------------------------------------------------------------- allocations

AllocationSection::AllocationSection(const Theme &theme, SubUserProfile &profile, QWidget *parent)
    : ProfileSection(theme, tr("Allocation history"), QStringLiteral("allocations"), parent)
    , m_profile(profile)
    , m_pager(new QWidget(this))
    , m_place(new Label(theme, Role::QuietText, TextStyle::Caption, m_pager))
    , m_newer(linkButton(tr("Newer"), QStringLiteral("newerAllocations"), m_pager))
    , m_older(linkButton(tr("Older"), QStringLiteral("olderAllocations"), m_pager))
{
    rows()->setObjectName(QStringLiteral("allocationRows"));
    m_newer->setAccessibleName(tr("Newer allocations"));
    m_older->setAccessibleName(tr("Older allocations"));
    buildPager();
    connect(this, &ProfileSection::againWanted, this,
            [this] { m_profile.load(SubUserProfile::Part::History); });
}

void AllocationSection::buildPager()
{
    m_place->setObjectName(QStringLiteral("allocationPlace"));
    auto *line = new QHBoxLayout(m_pager);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(12);
    line->addWidget(m_newer);
    line->addWidget(m_older);
    line->addStretch(1);
    line->addWidget(m_place);
    m_pager->hide();
    addWidget(m_pager);
    connect(m_newer, &QPushButton::clicked, this,
            [this] { m_profile.showHistory(m_profile.historyPage() - 1); });
    connect(m_older, &QPushButton::clicked, this,
            [this] { m_profile.showHistory(m_profile.historyPage() + 1); });
}

void AllocationSection::showProfile()
{
    const auto &status = m_profile.status(SubUserProfile::Part::History);
    const auto &page = m_profile.history();
    QList<RowList::Row> lines;
    for (const Allocation &row : page.items) {
        const bool isBack = row.added && row.added->isNegative();
        lines.append({format::dateTime(row.createdAt), allocationText(row),
                      isBack ? Tone::Warning : Tone::Neutral});
    }
    rows()->setRows(lines);
    rows()->setVisible(!lines.isEmpty());
    showStatus(status, !lines.isEmpty(),
               tr("This service does not report the allocation history."));
    const auto unreadable = static_cast<int>(page.unreadable.size());
    if (status.state == SubUserProfile::Status::Loaded) {
        showNote(unreadable > 0 ? tr("%1 rows of this page could not be read.", nullptr, unreadable)
                                      .arg(format::count(unreadable))
                 : lines.isEmpty() && !m_profile.hasOlderHistory()
                     ? tr("No traffic was given or taken back yet.")
                     : QString());
    }
    const auto pages = m_profile.historyPages();
    const qint64 at = m_profile.historyPage();
    const bool hasOlder = m_profile.hasOlderHistory();
    m_pager->setVisible((at > 1 || hasOlder) && !lines.isEmpty());
    const bool isLoading = status.state == SubUserProfile::Status::Loading;
    const bool isOpen = !isLoading && !m_profile.isGone();
    m_newer->setEnabled(isOpen && at > 1);
    m_older->setEnabled(isOpen && hasOlder);
    m_place->setText(isLoading ? tr("Loading…")
                     : pages   ? tr("Page %1 of %2").arg(format::count(at), format::count(*pages))
                               : tr("Page %1").arg(format::count(at)));
}

// ---------------------------------------------------------------------------------- transactions

NamingTransactionsSection::NamingTransactionsSection(AccountSession &account, const Theme &theme,
                                                     QWidget *parent)
    : ProfileSection(theme, tr("Transactions of this sub-user"), QStringLiteral("naming"), parent)
    , m_account(account)
    , m_all(linkButton(tr("Show in Transactions"), QStringLiteral("showNaming"), this))
{
    rows()->setObjectName(QStringLiteral("namingRows"));
    m_all->hide();
    addTitleWidget(m_all);
    connect(m_all, &QPushButton::clicked, this, [this] {
        LedgerFilter filter;
        filter.text = m_shown;
        Q_EMIT ledgerRequested(filter);
    });
}

NamingTransactionsSection::~NamingTransactionsSection() = default;

void NamingTransactionsSection::showSubUser(const SubUser &row)
{
    const bool isSame =
        !m_searches.empty() && row.id == m_subUser.id && row.username == m_subUser.username;
    m_subUser = row;
    if (isSame) {
        return;
    }
    m_searches.clear();
    const QStringList texts = searchesFor(row);
    for (const QString &text : texts) {
        Search search{text, m_account.queries().makeTransactionModel()};
        search.model->setLimit(mostLookedAt);
        LedgerFilter filter;
        filter.text = text;
        search.model->setLedgerFilter(filter);
        connect(search.model.get(), &KeyedTableModel::settled, this,
                &NamingTransactionsSection::collect);
        m_searches.push_back(std::move(search));
    }
    collect();
}

bool NamingTransactionsSection::isComplete() const
{
    return std::all_of(m_searches.begin(), m_searches.end(),
                       [](const Search &each) { return each.model->isSettled(); });
}

void NamingTransactionsSection::collect()
{
    if (!isComplete()) {
        showNote(tr("Loading…"));
        return;
    }
    std::vector<Transaction> found;
    QSet<qint64> ids;
    int most = 0;
    m_shown.clear();
    for (const Search &each : m_searches) {
        int count = 0;
        for (int row = 0; row < each.model->rowCount(); ++row) {
            const auto transaction = each.model->at(row);
            if (!transaction || !namesSubUser(*transaction, m_subUser)) {
                continue;
            }
            ++count;
            if (!ids.contains(transaction->id.value())) {
                ids.insert(transaction->id.value());
                found.push_back(*transaction);
            }
        }
        if (count > most) {
            most = count;
            m_shown = each.text;
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Transaction &a, const Transaction &b) {
        return a.createdAt > b.createdAt;
    });
    QList<RowList::Row> lines;
    for (const Transaction &row : found) {
        if (lines.size() == mostListed) {
            break;
        }
        const QString change = ledgerChangeText(row, m_account.summary().currency);
        lines.append({format::dateTime(row.createdAt),
                      tr("%1 · %2", "amount, description")
                          .arg(change, isolated(privateText(format::shortened(
                                           row.description, descriptionLength))))});
    }
    rows()->setRows(lines);
    rows()->setVisible(!lines.isEmpty());
    m_all->setVisible(!lines.isEmpty());
    const auto more = static_cast<int>(found.size() - static_cast<size_t>(lines.size()));
    showNote(lines.isEmpty() ? tr("None of the transactions on this computer names it.")
             : more > 0      ? tr("And %1 more.", nullptr, more).arg(format::count(more))
                             : QString());
}

} // namespace relaybook
