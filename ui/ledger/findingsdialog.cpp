// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/findingsdialog.h"

#include "models/account/ledgerfindings.h"
#include "models/export/checkresulttext.h"
#include "models/tables/tablecolumn.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/ledger/acknowledgedialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tableview.h"

#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int findingsSheetWidth = 900;
constexpr int listHeight = 320;
constexpr int idRole = KeyRole;
constexpr int findingKeyRole = Qt::UserRole + 100; // beyond those of cellroles.h
constexpr int timeWidth = 150;
constexpr int statusWidth = 120;
constexpr int statusColumn = 2;
constexpr int columns = 3;

} // namespace

FindingsDialog::FindingsDialog(const Theme &theme, const LedgerEvidence &evidence,
                               const QString &currency, KeepFile &kept, QWidget *parent)
    : SheetDialog(theme, tr("Findings in the ledger"), parent)
    , m_kept(kept)
    , m_lines(new QStandardItemModel(0, columns, this))
    , m_list(new TableView(theme, this))
    , m_go(addFooterButton(tr("Show in the ledger"), "showFinding"))
    , m_collect(addFooterButton(tr("Evidence of this gap…"), "collectFindingEvidence"))
    , m_acknowledge(addFooterButton(tr("Acknowledge…"), "acknowledgeFinding"))
    , m_reopen(addFooterButton(tr("Reopen"), "reopenFinding"))
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

    QPushButton *save = addFooterButton(tr("Save all findings…"), "saveFindings");
    m_reopen->setAccessibleName(tr("Reopen the acknowledged findings"));
    save->setAccessibleName(tr("Save all findings"));
    m_collect->setAccessibleName(tr("Collect the evidence of this gap for the service"));
    connect(save, &QPushButton::clicked, this, &FindingsDialog::evidenceWanted);
    connect(m_collect, &QPushButton::clicked, this, [this] {
        if (const LedgerBreak *gap = currentGap()) {
            Q_EMIT evidenceOfGapWanted(*gap);
        }
    });
    connect(m_go, &QPushButton::clicked, this, &FindingsDialog::goToRow);
    connect(m_acknowledge, &QPushButton::clicked, this, &FindingsDialog::acknowledge);
    connect(m_reopen, &QPushButton::clicked, this, [this] { m_kept.reopen(selectedKeys(true)); });
    connect(&kept, &KeepFile::acknowledgedChanged, this, &FindingsDialog::showStatus);
    connect(m_list, &QAbstractItemView::activated, this, &FindingsDialog::goToRow);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &FindingsDialog::updateButtons);
    fill(evidence, currency);
    showStatus();
    m_list->setFocus();
}

void FindingsDialog::buildTable()
{
    m_list->setObjectName(QStringLiteral("findingsList"));
    m_list->setAccessibleName(tr("Findings"));
    m_list->setSortingEnabled(false);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setMinimumHeight(listHeight);
    m_lines->setHorizontalHeaderLabels({tr("Finding"), tr("When"), tr("Status")});
    m_list->setModel(m_lines);
    TableHeader *header = m_list->header();
    header->setContextMenuPolicy(Qt::NoContextMenu); // all columns are always shown
    header->setSectionsMovable(false);
    header->setSectionsClickable(false);
    // The sentences contain amounts, too.
    m_list->fitColumns({{.isExact = true, .stretches = true},
                        {.usual = timeWidth, .isExact = true},
                        {.usual = statusWidth}});
}

void FindingsDialog::addGroup(const QString &title)
{
    auto *group = new QStandardItem(title);
    group->setData(toVariant(CellKind::Heading), CellKindRole);
    group->setFlags(Qt::ItemIsEnabled);
    m_lines->appendRow(group);
    m_list->setSpan(m_lines->rowCount() - 1, 0, 1, m_lines->columnCount());
}

void FindingsDialog::addLine(const QString &key, const QString &what,
                             const std::optional<Instant> &when,
                             const std::optional<TransactionId> &id)
{
    auto *finding = new QStandardItem(what);
    auto *time = new QStandardItem(when ? format::dateTime(*when) : QString());
    time->setData(toVariant(CellKind::Time), CellKindRole);
    if (id) {
        finding->setData(id->value(), idRole);
    }
    finding->setData(key, findingKeyRole);
    m_lines->appendRow({finding, time, new QStandardItem});
    if (!m_list->currentIndex().isValid()) {
        m_list->setCurrentIndex(finding->index());
    }
}

void FindingsDialog::fill(const LedgerEvidence &evidence, const QString &currency)
{
    const LedgerCheckResult &verdict = evidence.verdict;
    if (!evidence.breaks.empty()) {
        const auto shown = static_cast<qint64>(evidence.breaks.size());
        const QString gaps = format::count(verdict.breakCount - verdict.unclearCount);
        const QString title = verdict.unclearCount > 0
                                  ? tr("Gaps in balance: %1, and not clear: %2")
                                        .arg(gaps, format::count(verdict.unclearCount))
                                  : tr("Gaps in balance: %1").arg(gaps);
        addGroup(
            shown < verdict.breakCount
                ? tr("%1; %2 of them are listed", "%1: a title").arg(title, format::count(shown))
                : title);
        for (const LedgerEvidence::Break &each : evidence.breaks) {
            if (each.found.isProven()) { // only then the service can be asked to correct it
                m_gaps.push_back(each.found);
            }
            addLine(findingKey(each.found), breakText(each.found, currency), each.found.laterAt,
                    each.found.later);
        }
    }
    if (!evidence.rewritten.empty()) {
        addGroup(tr("Changed at the service: %1").arg(evidence.rewritten.size()));
        for (const LedgerEvidence::Rewritten &each : evidence.rewritten) {
            const std::optional<Instant> when =
                each.earlier.empty() ? std::nullopt : std::optional(each.earlier.back().replacedAt);
            addLine(changedKey(each.now.id, each.earlier),
                    tr("Transaction %1 was changed at the service.").arg(each.now.id.text()), when,
                    each.now.id);
        }
    }
    if (!evidence.vanished.empty()) {
        addGroup(tr("Removed at the service: %1").arg(evidence.vanished.size()));
        for (const VanishedRow &each : evidence.vanished) {
            addLine(
                removedKey(each.row.id, each.noticedAt),
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
            addLine(unreadableKey(form, each.kept.has_value()),
                    form.id ? tr(words).arg(form.id->text(), form.problem) : form.problem, {},
                    each.kept ? form.id : std::nullopt);
        }
    }
    if (m_lines->rowCount() == 0) {
        addGroup(tr("There are no findings."));
    }
}

void FindingsDialog::showStatus()
{
    for (int row = 0; row < m_lines->rowCount(); ++row) {
        const QString key = m_lines->item(row)->data(findingKeyRole).toString();
        QStandardItem *status = m_lines->item(row, statusColumn);
        if (key.isEmpty() || status == nullptr) {
            continue; // a heading
        }
        const auto found = m_kept.acknowledged().constFind(key);
        const bool isOpen = found == m_kept.acknowledged().cend();
        QString text = tr("Open");
        if (!isOpen) {
            const QString when = format::shortDateTime(found->at);
            text = found->note.isEmpty() ? tr("Acknowledged %1", "date and time").arg(when)
                                         : tr("Acknowledged %1: %2", "date and time, note")
                                               .arg(when, isolated(privateText(found->note)));
        }
        status->setText(text);
        status->setToolTip(text);
        status->setData(toVariant(isOpen ? CellKind::Text : CellKind::QuietText), CellKindRole);
    }
    updateButtons();
}

void FindingsDialog::updateButtons()
{
    m_go->setEnabled(currentId().isValid());
    m_collect->setEnabled(currentGap() != nullptr);
    m_acknowledge->setEnabled(!selectedKeys(false).isEmpty());
    m_reopen->setEnabled(!selectedKeys(true).isEmpty());
}

QStringList FindingsDialog::selectedKeys(bool areAcknowledged) const
{
    QStringList keys;
    for (const QModelIndex &index : m_list->selectionModel()->selectedRows()) {
        const QString key = index.data(findingKeyRole).toString();
        if (!key.isEmpty() && m_kept.acknowledged().contains(key) == areAcknowledged) {
            keys.append(key);
        }
    }
    return keys;
}

void FindingsDialog::acknowledge()
{
    const QStringList keys = selectedKeys(false);
    QStringList sentences;
    for (int row = 0; row < m_lines->rowCount(); ++row) {
        if (keys.contains(m_lines->item(row)->data(findingKeyRole).toString())) {
            sentences.append(m_lines->item(row)->text());
        }
    }
    auto *dialog = new AcknowledgeDialog(theme(), sentences, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, keys] { m_kept.acknowledge(keys, dialog->note()); });
    dialog->open();
}

QVariant FindingsDialog::currentId() const
{
    return m_list->currentIndex().siblingAtColumn(0).data(idRole);
}

const LedgerBreak *FindingsDialog::currentGap() const
{
    const QString key = m_list->currentIndex().siblingAtColumn(0).data(findingKeyRole).toString();
    const auto found = std::find_if(m_gaps.begin(), m_gaps.end(), [&key](const LedgerBreak &gap) {
        return findingKey(gap) == key;
    });
    return found == m_gaps.end() ? nullptr : &*found;
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
