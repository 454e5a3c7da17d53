// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger check on the transactions page: the strip, the marked rows, navigation to them, and
// saving the evidence.
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "ui/attention/evidencedialog.h"
#include "ui/base/confirmdialog.h"
#include "ui/ledger/findingsdialog.h"
#include "ui/ledger/ledgerdetails.h"
#include "ui/ledger/ledgerevidence.h"
#include "ui/ledger/ledgerstrip.h"
#include "ui/ledger/transactionspage.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/theme/controlkind.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/tableview.h"

#include <QFileDialog>
#include <QPushButton>

#include <algorithm>

namespace relaybook {

void TransactionsPage::connectProof()
{
    connect(&account().ledger().check(), &LedgerCheck::changed, this,
            &TransactionsPage::showVerdict);
    connect(&account().ledger(), &AccountLedger::changed, this, &TransactionsPage::showVerdict);
    connect(&account().kept(), &KeepFile::acknowledgedChanged, this,
            &TransactionsPage::showVerdict);
    connect(&account(), &AccountSession::summaryChanged, this, &TransactionsPage::showVerdict);
    connect(&model(), &KeyedTableModel::settled, this, &TransactionsPage::goToWanted);
    connect(&m_waitTick, &QTimer::timeout, this, &TransactionsPage::showVerdict);
    connect(m_strip, &LedgerStrip::showBreakWanted, this, &TransactionsPage::showBreak);
    connect(m_strip, &LedgerStrip::findingsWanted, this, &TransactionsPage::openFindings);
    connect(m_strip, &LedgerStrip::evidenceWanted, this, &TransactionsPage::saveEvidence);
    connect(m_strip, &LedgerStrip::checkWanted, this, &TransactionsPage::checkLedger);
    connect(m_strip, &LedgerStrip::cancelWanted, this,
            [this] { account().ledger().check().cancel(); });
    connect(m_strip, &LedgerStrip::pauseWanted, this, [this] { account().ledger().pause(); });
    connect(m_strip, &LedgerStrip::goOnWanted, this, [this] { account().ledger().resume(); });
}

// Asks first if the check takes long or needs a large part of the service's limit.
void TransactionsPage::checkLedger()
{
    if (account().isOffline()) {
        account().ledger().check().checkStored();
        return;
    }
    const AccountLedger::CheckCost cost = account().ledger().costOfCheck();
    constexpr qint64 fewCalls = 60;
    if (cost.calls <= fewCalls && cost.time < std::chrono::minutes(1)) {
        account().ledger().check().checkAll();
    } else {
        askBeforeCheck(cost);
    }
}

void TransactionsPage::askBeforeCheck(const AccountLedger::CheckCost &cost)
{
    const auto time = std::chrono::ceil<std::chrono::seconds>(cost.time);
    const ConfirmDialog::Question question{
        QStringLiteral("checkCostDialog"),
        tr("Load all transactions again?"),
        tr("This sends %1 requests and takes %2. It runs in the background and can be cancelled. "
           "The last result stays visible.")
            .arg(format::count(cost.calls), format::duration(time)),
        tr("Load and check"),
    };
    auto *dialog = new ConfirmDialog(theme(), question, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    setButtonKind(*dialog->submitButton(), ButtonKind::Primary);
    dialog->setSubmitKeys(SheetDialog::SubmitKeys::Enter);
    const auto *stored = dialog->addFooterButton(tr("Check stored data"), "checkStoredButton");
    connect(stored, &QPushButton::clicked, this, [this, dialog] {
        dialog->reject();
        account().ledger().check().checkStored();
    });
    connect(dialog, &QDialog::accepted, this, [this] { account().ledger().check().checkAll(); });
    dialog->open();
}

void TransactionsPage::showVerdict()
{
    CheckResultFacts facts;
    facts.verdict = account().ledger().check().verdict();
    facts.open = withoutAcknowledged(facts.verdict, account().kept(), account().ledger().history());
    facts.sync = account().ledger().progress();
    facts.readsAgain = account().ledger().check().isChecking() &&
                       (isAtWork(facts.sync.state) || facts.sync.state == LedgerProgress::Paused);
    facts.before = account().ledger().check().lastVerdict().state;
    if (facts.sync.state == LedgerProgress::Waiting && facts.sync.waitingUntil) {
        facts.waits = std::chrono::ceil<std::chrono::seconds>(*facts.sync.waitingUntil -
                                                              account().clock().now());
        // The remaining time is shown in minutes, near the end in seconds.
        constexpr std::chrono::minutes saidInSeconds{2};
        m_waitTick.start(*facts.waits < saidInSeconds ? std::chrono::seconds(1)
                                                      : std::chrono::seconds(20));
    } else {
        m_waitTick.stop();
    }
    facts.offline = account().isOffline();
    facts.currency = account().summary().currency;
    m_strip->setFacts(facts);
    const bool rows = account().summary().transactions > 0;
    m_strip->setQuiet(!rows);
    m_check->setEnabled(rows && !account().ledger().check().isChecking());
    if (facts.verdict.breaks != m_breaks) {
        takeBreaks();
    }
}

// Marks the rows with breaks, and passes those of the selected row to the details.
void TransactionsPage::takeBreaks()
{
    m_breaks = account().ledger().check().verdict().breaks;
    QHash<qint64, LedgerMarks> marks;
    for (const LedgerBreak &found : m_breaks) {
        switch (found.kind) {
        case LedgerBreak::Row:
            marks[found.later.value()] |= LedgerMark::Amount;
            break;
        case LedgerBreak::Pair:
            marks[found.later.value()] |=
                found.isProven() ? LedgerMark::Before : LedgerMark::UnclearBefore;
            break;
        case LedgerBreak::Newest:
            marks[found.later.value()] |= LedgerMark::After;
            break;
        case LedgerBreak::Ring:
            marks[found.earlier.value()] |= LedgerMark::UnclearBefore;
            marks[found.later.value()] |= LedgerMark::UnclearAfter;
            break;
        }
    }
    m_rows.setMarks(marks);
    showRow(currentKey());
}

std::vector<LedgerBreak> TransactionsPage::breaksOf(TransactionId id) const
{
    std::vector<LedgerBreak> found;
    std::copy_if(m_breaks.begin(), m_breaks.end(), std::back_inserter(found),
                 [id](const LedgerBreak &each) { return each.earlier == id || each.later == id; });
    return found;
}

void TransactionsPage::showRow(std::optional<qint64> key)
{
    const auto row = key ? account().rows().transaction(TransactionId(*key)) : std::nullopt;
    if (!row) {
        m_details->showNothing();
        return;
    }
    m_details->showRow(*row, breaksOf(row->id));
    m_details->setVanished(account().ledger().history().vanishedAt(row->id));
}

void TransactionsPage::showBreak(const LedgerBreak &found)
{
    goTo(found.later);
}

void TransactionsPage::goTo(TransactionId id)
{
    if (!account().rows().transaction(id)) {
        report(Tone::Warning, tr("Transaction %1 is not stored on this computer.").arg(id.text()));
        return;
    }
    m_wanted = id;
    goToWanted();
    if (m_wanted && isFiltered()) {
        say(tr("The filters were cleared to show this transaction"));
        searchField().clear();
    }
}

// If the row is not loaded yet, tries again after the next answer of the store.
void TransactionsPage::goToWanted()
{
    if (!m_wanted || !selection().choose(m_wanted->value())) {
        return;
    }
    m_wanted.reset();
    setInspectorShown(true);
    table().setFocus(Qt::OtherFocusReason);
}

void TransactionsPage::openFindings()
{
    auto *collector = new EvidenceCollector(account(), account().clock().now(), this);
    connect(collector, &EvidenceCollector::collected, this, [this](const LedgerEvidence &evidence) {
        auto *dialog = new FindingsDialog(theme(), evidence, account().summary().currency,
                                          account().kept(), window());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &FindingsDialog::rowWanted, this, &TransactionsPage::goTo);
        connect(dialog, &FindingsDialog::evidenceWanted, this, &TransactionsPage::saveEvidence);
        connect(dialog, &FindingsDialog::evidenceOfGapWanted, this,
                [this, dialog](const LedgerBreak &gap) {
                    openEvidence(theme(), account(), gap, dialog);
                });
        dialog->open();
    });
    collector->start();
}

void TransactionsPage::saveEvidence()
{
    auto *dialog = new QFileDialog(this, tr("Save evidence"));
    dialog->setObjectName(QStringLiteral("evidenceFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Text (*.txt)"), tr("JSON (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("txt"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        dialog->setDefaultSuffix(filter.contains(QLatin1String("json")) ? QStringLiteral("json")
                                                                        : QStringLiteral("txt"));
    });
    const QString day = dayIn(m_zone, account().clock().now()).toString(Qt::ISODate);
    dialog->selectFile(QStringLiteral("ledger-evidence-%1.txt").arg(day));
    connect(dialog, &QFileDialog::fileSelected, this, &TransactionsPage::writeEvidenceTo);
    dialog->open();
}

void TransactionsPage::writeEvidenceTo(const QString &path)
{
    auto *collector = new EvidenceCollector(account(), account().clock().now(), this);
    connect(collector, &EvidenceCollector::collected, this,
            [this, path](const LedgerEvidence &evidence) {
                const auto problem = writeEvidence(evidence, path);
                report(problem ? Tone::Bad : Tone::Good,
                       problem ? *problem : tr("The evidence was saved to “%1”.").arg(path));
            });
    collector->start();
}

void TransactionsPage::report(Tone tone, const QString &sentence)
{
    m_reported->setMessage(tone, sentence);
    m_reported->show();
}

} // namespace relaybook
