// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/findingsdialog.h"

#include "models/export/checkresulttext.h"
#include "models/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plaintext.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int findingsSheetWidth = 760;
constexpr int listHeight = 360;
constexpr int idRole = Qt::UserRole;
constexpr int timeWidth = 150;

} // namespace

FindingsDialog::FindingsDialog(const Theme &theme, const LedgerEvidence &evidence,
                               const QString &currency, QWidget *parent)
    : SheetDialog(theme, tr("Findings in the ledger"), parent)
    , m_theme(theme)
    , m_list(new QTreeWidget(this))
    , m_go(new QPushButton(tr("Show in the ledger"), this))
{
    setObjectName(QStringLiteral("findingsDialog"));
    setSubtitle(tr("%1 transactions checked").arg(format::count(evidence.verdict.count)));
    setSheetWidth(findingsSheetWidth);
    setCloseOnly();

    m_list->setObjectName(QStringLiteral("findingsList"));
    m_list->setAccessibleName(tr("Findings"));
    m_list->setHeaderLabels({tr("Finding"), tr("When")});
    m_list->setUniformRowHeights(true);
    m_list->setRootIsDecorated(false);
    m_list->setMinimumHeight(listHeight);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::Fixed);
    m_list->header()->resizeSection(1, timeWidth);
    contentLayout()->addWidget(m_list);

    m_go->setObjectName(QStringLiteral("showFinding"));
    m_go->setAccessibleName(m_go->text());
    m_go->setAutoDefault(false);
    auto *save = new QPushButton(tr("Save evidence…"), this);
    save->setObjectName(QStringLiteral("saveFindings"));
    save->setAccessibleName(save->text());
    save->setAutoDefault(false);
    addFooterWidget(m_go);
    addFooterWidget(save);
    connect(save, &QPushButton::clicked, this, &FindingsDialog::evidenceWanted);
    connect(m_go, &QPushButton::clicked, this, &FindingsDialog::goToRow);
    connect(m_list, &QTreeWidget::itemActivated, this, &FindingsDialog::goToRow);
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem *item) {
        m_go->setEnabled(item != nullptr && item->data(0, idRole).isValid());
    });
    fill(evidence, currency);
    m_list->setFocus();
}

QTreeWidgetItem *FindingsDialog::addGroup(const QString &title)
{
    auto *group = new QTreeWidgetItem(m_list, {title});
    group->setFont(0, m_theme.font(TextStyle::BodyBold));
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled);
    return group;
}

void FindingsDialog::addLine(QTreeWidgetItem *group, const QString &what,
                             const std::optional<Instant> &when,
                             const std::optional<TransactionId> &id)
{
    auto *item = new QTreeWidgetItem(group, {what, when ? format::dateTime(*when) : QString()});
    setPlainToolTip(item, 0, what);
    if (id) {
        item->setData(0, idRole, id->value());
    }
    if (m_list->currentItem() == nullptr) {
        m_list->setCurrentItem(item);
    }
}

void FindingsDialog::fill(const LedgerEvidence &evidence, const QString &currency)
{
    const LedgerCheckResult &verdict = evidence.verdict;
    m_go->setEnabled(false);
    if (!evidence.breaks.empty()) {
        const auto shown = static_cast<qint64>(evidence.breaks.size());
        auto *group =
            addGroup(shown < verdict.breakCount
                         ? tr("Gaps in balance: oldest %1 of %2")
                               .arg(format::count(shown), format::count(verdict.breakCount))
                         : tr("Gaps in balance: %1").arg(format::count(shown)));
        for (const LedgerEvidence::Break &each : evidence.breaks) {
            addLine(group, breakText(each.found, currency), each.found.laterAt, each.found.later);
        }
    }
    if (!evidence.rewritten.empty()) {
        auto *group = addGroup(tr("Changed at the service: %1").arg(evidence.rewritten.size()));
        for (const LedgerEvidence::Rewritten &each : evidence.rewritten) {
            const std::optional<Instant> when =
                each.earlier.empty() ? std::nullopt : std::optional(each.earlier.back().replacedAt);
            addLine(group, tr("Transaction %1 was changed at the service.").arg(each.now.id.text()),
                    when, each.now.id);
        }
    }
    if (!evidence.vanished.empty()) {
        auto *group = addGroup(tr("Removed at the service: %1").arg(evidence.vanished.size()));
        for (const VanishedRow &each : evidence.vanished) {
            addLine(
                group,
                tr("Transaction %1 is no longer listed by the service.").arg(each.row.id.text()),
                each.noticedAt, each.row.id);
        }
    }
    if (!evidence.unreadable.empty()) {
        auto *group = addGroup(tr("Could not be read: %1").arg(evidence.unreadable.size()));
        for (const LedgerEvidence::Unreadable &each : evidence.unreadable) {
            const UnreadableRow &form = each.form;
            const auto *words = each.kept ? QT_TR_NOOP("Transaction %1, earlier values kept: %2")
                                          : QT_TR_NOOP("Transaction %1: %2");
            addLine(group, form.id ? tr(words).arg(form.id->text(), form.problem) : form.problem,
                    {}, each.kept ? form.id : std::nullopt);
        }
    }
    if (m_list->topLevelItemCount() == 0) {
        addGroup(tr("There are no findings."));
    }
    m_list->expandAll();
}

void FindingsDialog::goToRow()
{
    const QTreeWidgetItem *item = m_list->currentItem();
    const QVariant id = item != nullptr ? item->data(0, idRole) : QVariant();
    if (id.isValid()) {
        const TransactionId wanted(id.toLongLong());
        accept();
        Q_EMIT rowWanted(wanted);
    }
}

} // namespace relaybook
