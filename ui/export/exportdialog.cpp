// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exportdialog.h"

#include "models/accounts/accountsession.h"
#include "models/export/exportname.h"
#include "models/export/sessionexport.h"
#include "models/tables/ledgerdates.h"
#include "models/text/format.h"
#include "models/text/ledgerextenttext.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/base/settings.h"
#include "ui/export/exportfilerow.h"
#include "ui/widgets/banner.h"

#include <QButtonGroup>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

constexpr int exportSheetWidth = 600;
constexpr int all = 0;  // button ids for rows and columns
constexpr int some = 1; // as shown on the page
constexpr qsizetype longestFilter = 40;

} // namespace

ExportDialog::ExportDialog(const PageContext &context, std::vector<ExportView> views,
                           ExportWhat first, QWidget *parent)
    : SheetDialog(context.theme, tr("Export"), parent)
    , m_context(context)
    , m_views(std::move(views))
{
    setObjectName(QStringLiteral("exportDialog"));
    setSubtitle(
        tr("Exports the data stored on this computer. Proxy credentials are never exported."));
    setSheetWidth(exportSheetWidth);
    build();
    for (const ExportWhat rare : {ExportWhat::Orders, ExportWhat::Breaks}) {
        const bool here = std::any_of(m_views.begin(), m_views.end(),
                                      [rare](const auto &each) { return each.what == rare; });
        m_what->button(int(rare))->setVisible(here);
    }
    m_what->button(int(first))->setChecked(true);
    m_format->button(int(ExportFormat::Csv))->setChecked(true);
    whenWhatChanged();
    whenFormatChanged();
    connect(m_what, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on) {
            whenWhatChanged();
        }
    });
    connect(m_format, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on) {
            whenFormatChanged();
        }
    });
    connect(m_rows, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on) {
            whenFormatChanged();
            nameSubmit();
        }
    });
    connect(&m_context.account, &AccountSession::summaryChanged, this,
            &ExportDialog::whenLedgerChanged);
    connect(&m_context.account.ledger(), &AccountLedger::stateChanged, this,
            &ExportDialog::whenLedgerChanged);
    connect(&m_counter, &ExportJob::counted, this, [this](const Result<qint64> &rows) {
        m_filteredRows = rows ? std::optional(*rows) : std::nullopt;
        showCounts();
    });
    connect(&m_job, &ExportJob::progress, this, &ExportDialog::showProgress);
    connect(&m_job, &ExportJob::finished, this, &ExportDialog::whenFinished);
    m_what->button(int(first))->setFocus();
}

ExportDialog::~ExportDialog() = default;

ExportWhat ExportDialog::what() const
{
    return static_cast<ExportWhat>(m_what->checkedId());
}

ExportFormat ExportDialog::format() const
{
    return static_cast<ExportFormat>(m_format->checkedId());
}

const ExportView &ExportDialog::view() const
{
    static const ExportView none;
    for (const ExportView &each : m_views) {
        if (each.what == what()) {
            return each;
        }
    }
    return none;
}

bool ExportDialog::hasFilter() const
{
    return !view().words.isEmpty();
}

qint64 ExportDialog::storedRows() const
{
    if (view().table) {
        return static_cast<qint64>(view().table->rows.size());
    }
    return exportRequestFor(m_context.account, what(), m_context.account.clock())
        .provenance.stored.value_or(0);
}

ExportRequest ExportDialog::request(bool filtered) const
{
    ExportRequest request = exportRequestFor(m_context.account, what(), m_context.account.clock());
    request.format = format();
    request.path = m_file->path();
    request.table = view().table;
    if (filtered) {
        request.table = view().filteredTable ? view().filteredTable : view().table;
        request.filter = view().filter;
        request.text = view().text;
        request.provenance.filter = view().words;
    }
    if (m_columns->checkedId() == some) {
        request.columns = view().columns;
    }
    return request;
}

QString ExportDialog::usualName() const
{
    ExportNameParts parts;
    parts.what = what();
    if (m_rows->checkedId() == some) {
        parts.filter = view().filter;
        parts.text = view().text;
    }
    parts.incomplete = isIncomplete();
    parts.zone = QTimeZone::systemTimeZone();
    parts.today = dayIn(parts.zone, m_context.account.clock().now());
    return exportName(parts) % QLatin1Char('.') % exportFileEnding(format());
}

bool ExportDialog::isIncomplete() const
{
    return what() == ExportWhat::Transactions && !m_context.account.summary().ledger.complete;
}

bool ExportDialog::canFinishDownload() const
{
    const AccountSession &account = m_context.account;
    return !account.isOffline() && account.summary().hasPersonal &&
           !isAtWork(account.ledger().progress().state);
}

// Includes the number of rows, once it is known.
QString ExportDialog::submitText() const
{
    const auto rows = m_rows->checkedId() == some ? m_filteredRows : std::optional(storedRows());
    if (isIncomplete()) {
        return tr("Export what is stored");
    }
    if (!rows) {
        return tr("Export");
    }
    const auto count = static_cast<int>(*rows);
    switch (what()) {
    case ExportWhat::Transactions:
        return tr("Export %1 transactions", nullptr, count).arg(format::count(count));
    case ExportWhat::Proxies:
        return tr("Export %1 proxies", nullptr, count).arg(format::count(count));
    case ExportWhat::SubUsers:
        return tr("Export %1 sub-users", nullptr, count).arg(format::count(count));
    case ExportWhat::Orders:
        return tr("Export %1 orders", nullptr, count).arg(format::count(count));
    case ExportWhat::Breaks:
        return tr("Export %1 gaps in balance", nullptr, count).arg(format::count(count));
    }
    return tr("Export");
}

void ExportDialog::nameSubmit()
{
    setSubmitText(submitText(), tr("Exporting…"));
}

// Warns before the export if the ledger is not complete.
void ExportDialog::showExtent()
{
    const bool incomplete = isIncomplete();
    m_extent->setVisible(incomplete);
    nameSubmit();
    m_extent->clearLinks();
    if (!incomplete) {
        return;
    }
    const AccountSession &account = m_context.account;
    const QString advice =
        canFinishDownload() ? tr("Finish the download first, or export what is stored here.")
        : isAtWork(account.ledger().progress().state)
            ? tr("Wait until the download is finished, or export what is stored here.")
            : tr("Connect to load the others, or export what is stored here.");
    m_extent->setMessage(
        Tone::Warning,
        tr("Not all transactions are loaded: %1.").arg(heldOfTotal(account.summary().ledger)),
        advice);
    if (canFinishDownload()) {
        auto *finish =
            m_extent->addLink(tr("Finish the download"), QStringLiteral("finishDownload"));
        connect(finish, &QPushButton::clicked, this, [this] {
            submitButton()->setFocus();
            m_context.account.ledger().resume();
        });
    }
}

void ExportDialog::whenLedgerChanged()
{
    if (m_isDone || state() != State::Editing || what() != ExportWhat::Transactions) {
        return;
    }
    const bool hadFocus = m_extent->isAncestorOf(focusWidget());
    const bool wasIncomplete = !m_extent->isHidden();
    showExtent();
    showCounts();
    if (auto *finish = m_extent->findChild<QPushButton *>(QStringLiteral("finishDownload"));
        hadFocus && finish != nullptr) {
        finish->setFocus();
    }
    if (wasIncomplete != isIncomplete()) {
        countFiltered();
        whenFormatChanged();
    }
}

void ExportDialog::whenWhatChanged()
{
    m_filteredRows.reset();
    const bool filtered = hasFilter();
    m_rows->button(some)->setEnabled(filtered);
    // The filter of a page that is not shown may be old, so it is not used by default.
    m_rows->button(filtered && view().inFront ? some : all)->setChecked(true);
    const bool shown = !view().columns.isEmpty();
    m_columns->button(some)->setEnabled(shown);
    m_columns->button(shown ? some : all)->setChecked(true);
    showExtent();
    showCounts();
    countFiltered();
    whenFormatChanged();
}

void ExportDialog::countFiltered()
{
    if (hasFilter()) {
        m_counter.count(request(true));
    }
}

void ExportDialog::showCounts()
{
    const auto label = [](QAbstractButton *button, const QString &text) {
        button->setText(text);
        button->setAccessibleName(text);
    };
    label(m_rows->button(all),
          isIncomplete()
              ? tr("All stored (%1)").arg(heldOfTotal(m_context.account.summary().ledger))
              : tr("All (%1)").arg(format::count(storedRows())));
    if (!hasFilter()) {
        label(m_rows->button(some), tr("Matching the filter"));
    } else if (!m_filteredRows) {
        label(m_rows->button(some),
              tr("Matching “%1”").arg(isolated(format::shortened(view().words, longestFilter))));
    } else {
        label(m_rows->button(some),
              tr("Matching “%1” (%2)")
                  .arg(isolated(format::shortened(view().words, longestFilter)),
                       format::count(*m_filteredRows)));
    }
    nameSubmit();
}

void ExportDialog::whenFormatChanged()
{
    m_file->propose(usualName(), format());
}

void ExportDialog::whenPathChanged()
{
    if (std::exchange(m_asksToReplace, false)) {
        banner()->hide();
    }
}

// Asks in the banner. Nothing is written before the user answers.
void ExportDialog::askBeforeReplacing()
{
    m_asksToReplace = true;
    banner()->clearLinks();
    banner()->setMessage(Tone::Warning, tr("“%1” already exists.").arg(m_file->takenName()),
                         tr("Replace it, or keep both files?"));
    auto *replace = banner()->addLink(tr("Replace"), QStringLiteral("replaceFile"));
    auto *keep = banner()->addLink(tr("Keep both"), QStringLiteral("keepBoth"));
    auto *cancel = banner()->addLink(tr("Cancel"), QStringLiteral("cancelReplace"));
    for (QPushButton *link : {replace, keep, cancel}) {
        link->setAutoDefault(true); // Enter presses the focused link, not "Export"
    }
    connect(replace, &QPushButton::clicked, this, [this] {
        m_asksToReplace = false;
        m_file->agreeToReplace();
        submit();
    });
    connect(keep, &QPushButton::clicked, this, [this] {
        m_file->keepBoth();
        submit();
    });
    connect(cancel, &QPushButton::clicked, this, [this] {
        whenPathChanged();
        m_file->focusField();
    });
    banner()->show();
    keep->setFocus();
}

void ExportDialog::startSubmit()
{
    if (!m_file->check()) {
        fail();
        m_file->focusField();
        return;
    }
    if (m_job.isRunning()) {
        // The file of the export that was just cancelled is still being removed.
        fail(tr("The previous export is still finishing. Try again in a moment."));
        return;
    }
    if (m_file->mustAsk()) {
        fail();
        askBeforeReplacing();
        return;
    }
    m_progress->setRange(0, 0);
    m_progress->show();
    m_job.start(request(m_rows->checkedId() == some));
}

void ExportDialog::stopSubmit()
{
    m_job.cancel();
    m_progress->hide();
    setFooterNote({});
}

void ExportDialog::showProgress(qint64 done, qint64 total)
{
    if (state() != State::Submitting) {
        return;
    }
    constexpr int steps = 1000;
    m_progress->setRange(0, steps);
    m_progress->setValue(total > 0 ? int(double(done) / double(total) * steps) : 0);
    setFooterNote(tr("%1 of %2 rows").arg(format::count(done), format::count(total)));
}

void ExportDialog::whenFinished(const Result<ExportOutcome> &outcome)
{
    m_progress->hide();
    setFooterNote({});
    if (outcome) {
        // If Cancel came too late, the file exists, and the dialog shows it.
        fail();
        showDone(*outcome);
        return;
    }
    const ApiError &error = outcome.error();
    if (error.kind == ErrorKind::Cancelled) {
        return;
    }
    if (!error.fields.empty()) {
        fail();
        m_file->setError(error.message);
        m_file->focusField();
        return;
    }
    fail(error.message, serviceText(error));
}

void ExportDialog::showDone(const ExportOutcome &outcome)
{
    m_isDone = true;
    m_extent->hide();
    const QString folder = QFileInfo(outcome.path).absolutePath();
    m_context.settings.setValue(Setting::ExportFolder, folder);
    banner()->clearLinks();
    QString words = tr("Saved to %1.").arg(QDir::toNativeSeparators(outcome.path));
    if (outcome.unreadable > 0) {
        words += QLatin1Char('\n') % tr("%1 row(s) could not be read: they have readable=false and "
                                        "their JSON in raw_json.",
                                        nullptr, int(outcome.unreadable))
                                         .arg(format::count(outcome.unreadable));
    }
    if (outcome.cutTexts > 0) {
        words += QLatin1Char('\n') % tr("%1 text(s) are too long for a spreadsheet cell and were "
                                        "cut, with a mark at the end.",
                                        nullptr, int(outcome.cutTexts))
                                         .arg(format::count(outcome.cutTexts));
    }
    if (outcome.isIncomplete()) {
        words += QLatin1Char('\n') %
                 tr("Not all transactions were loaded: %1.").arg(heldOfTotal(*outcome.ledger));
        banner()->setMessage(
            Tone::Warning,
            tr("%1 row(s) exported, but the ledger is not complete.", nullptr, int(outcome.rows))
                .arg(format::count(outcome.rows)),
            words);
    } else {
        banner()->setMessage(
            Tone::Good,
            tr("%1 row(s) exported.", nullptr, int(outcome.rows)).arg(format::count(outcome.rows)),
            words);
    }
    auto *show = banner()->addLink(tr("Show in folder"), QStringLiteral("showInFolder"));
    connect(show, &QPushButton::clicked, this, [this, folder] { openFolder(folder); });
    banner()->show();
    setCloseOnly();
    submitButton()->setEnabled(false);
    for (auto *group : {m_what, m_rows, m_columns, m_format}) {
        for (auto *button : group->buttons()) {
            button->setEnabled(false);
        }
    }
    m_file->setEnabled(false);
    cancelButton()->setFocus();
}

void ExportDialog::openFolder(const QString &path)
{
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path))) {
        banner()->setMessage(Tone::Warning, tr("The folder could not be opened."),
                             tr("Its path is %1.").arg(QDir::toNativeSeparators(path)));
    }
}

} // namespace relaybook
