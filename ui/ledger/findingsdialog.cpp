// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/findingsdialog.h"

#include "models/export/checkresulttext.h"
#include "models/tables/tablecolumn.h"
#include "models/text/format.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tableview.h"

#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int findingsSheetWidth = 760;
constexpr int listHeight = 320;
constexpr int idRole = KeyRole;
constexpr int timeWidth = 150;

} // namespace

FindingsDialog::FindingsDialog(const Theme &theme, const LedgerEvidence &evidence,
                               const QString &currency, QWidget *parent)
    : SheetDialog(theme, tr("Findings in the ledger"), parent)
    , m_lines(new QStandardItemModel(0, 2, this))
    , m_list(new TableView(theme, this))
    , m_go(new QPushButton(tr("Show in the ledger"), this))
{
    setObjectName(QStringLiteral("findingsDialog"));
    setSubtitle(tr("%1 transactions checked").arg(format::count(evidence.verdict.count)));
    setSheetWidth(findingsSheetWidth);
    setCloseOnly();

    buildTable();
    auto *card = new Card(theme, this);
    auto *column = new QVBoxLayout(card);
    column->addWidget(m_list);
    card->setFlush(true);
    contentLayout()->addWidget(card);

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
    connect(m_list, &QAbstractItemView::activated, this, &FindingsDialog::goToRow);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { m_go->setEnabled(currentId().isValid()); });
    fill(evidence, currency);
    m_list->setFocus();
}

void FindingsDialog::buildTable()
{
    m_list->setObjectName(QStringLiteral("findingsList"));
    m_list->setAccessibleName(tr("Findings"));
    m_list->setSortingEnabled(false);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setMinimumHeight(listHeight);
    m_lines->setHorizontalHeaderLabels({tr("Finding"), tr("When")});
    m_list->setModel(m_lines);
    TableHeader *header = m_list->header();
    header->setContextMenuPolicy(Qt::NoContextMenu); // both columns are always shown
    header->setSectionsMovable(false);
    header->setSectionsClickable(false);
    // The sentences contain amounts, too.
    m_list->fitColumns(
        {{.isExact = true, .stretches = true}, {.usual = timeWidth, .isExact = true}});
}

void FindingsDialog::addGroup(const QString &title)
{
    auto *group = new QStandardItem(title);
    group->setData(toVariant(CellKind::Heading), CellKindRole);
    group->setFlags(Qt::ItemIsEnabled);
    m_lines->appendRow(group);
    m_list->setSpan(m_lines->rowCount() - 1, 0, 1, m_lines->columnCount());
}

void FindingsDialog::addLine(const QString &what, const std::optional<Instant> &when,
                             const std::optional<TransactionId> &id)
{
    auto *finding = new QStandardItem(what);
    auto *time = new QStandardItem(when ? format::dateTime(*when) : QString());
    time->setData(toVariant(CellKind::Time), CellKindRole);
    if (id) {
        finding->setData(id->value(), idRole);
    }
    m_lines->appendRow({finding, time});
    if (!m_list->currentIndex().isValid()) {
        m_list->setCurrentIndex(finding->index());
    }
}

void FindingsDialog::fill(const LedgerEvidence &evidence, const QString &currency)
{
    const LedgerCheckResult &verdict = evidence.verdict;
    m_go->setEnabled(false);
    if (!evidence.breaks.empty()) {
        const auto shown = static_cast<qint64>(evidence.breaks.size());
        addGroup(shown < verdict.breakCount
                     ? tr("Gaps in balance: oldest %1 of %2")
                           .arg(format::count(shown), format::count(verdict.breakCount))
                     : tr("Gaps in balance: %1").arg(format::count(shown)));
        for (const LedgerEvidence::Break &each : evidence.breaks) {
            addLine(breakText(each.found, currency), each.found.laterAt, each.found.later);
        }
    }
    if (!evidence.rewritten.empty()) {
        addGroup(tr("Changed at the service: %1").arg(evidence.rewritten.size()));
        for (const LedgerEvidence::Rewritten &each : evidence.rewritten) {
            const std::optional<Instant> when =
                each.earlier.empty() ? std::nullopt : std::optional(each.earlier.back().replacedAt);
            addLine(tr("Transaction %1 was changed at the service.").arg(each.now.id.text()), when,
                    each.now.id);
        }
    }
    if (!evidence.vanished.empty()) {
        addGroup(tr("Removed at the service: %1").arg(evidence.vanished.size()));
        for (const VanishedRow &each : evidence.vanished) {
            addLine(
                tr("Transaction %1 is no longer listed by the service.").arg(each.row.id.text()),
                each.noticedAt, each.row.id);
        }
    }
    if (!evidence.unreadable.empty()) {
        addGroup(tr("Could not be read: %1").arg(evidence.unreadable.size()));
        for (const LedgerEvidence::Unreadable &each : evidence.unreadable) {
            const UnreadableRow &form = each.form;
            const auto *words = each.kept ? QT_TR_NOOP("Transaction %1, earlier values kept: %2")
                                          : QT_TR_NOOP("Transaction %1: %2");
            addLine(form.id ? tr(words).arg(form.id->text(), form.problem) : form.problem, {},
                    each.kept ? form.id : std::nullopt);
        }
    }
    if (m_lines->rowCount() == 0) {
        addGroup(tr("There are no findings."));
    }
}

QVariant FindingsDialog::currentId() const
{
    return m_list->currentIndex().siblingAtColumn(0).data(idRole);
}

void FindingsDialog::goToRow()
{
    const QVariant id = currentId();
    if (id.isValid()) {
        const TransactionId wanted(id.toLongLong());
        accept();
        Q_EMIT rowWanted(wanted);
    }
}

} // namespace relaybook
