// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exportdialog.h"

#include "models/account/accountsession.h"
#include "models/export/sessionexport.h"
#include "models/format.h"
#include "ui/base/errortext.h"
#include "ui/base/settings.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fieldrow.h"

#include <QButtonGroup>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>

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
    setSubmitText(tr("Export"), tr("Exporting…"));
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
    return exportRequestFor(m_context.account, what(), m_clock).provenance.stored.value_or(0);
}

ExportRequest ExportDialog::request(bool filtered) const
{
    ExportRequest request = exportRequestFor(m_context.account, what(), m_clock);
    request.format = format();
    request.path = path();
    request.table = view().table;
    if (filtered) {
        request.filter = view().filter;
        request.text = view().text;
        request.provenance.filter = view().words;
    }
    if (m_columns->checkedId() == some) {
        request.columns = view().columns;
    }
    return request;
}

QString ExportDialog::path() const
{
    return QDir::cleanPath(QDir::fromNativeSeparators(m_path->text().trimmed()));
}

QString ExportDialog::usualName() const
{
    const QString day = QDate::currentDate().toString(Qt::ISODate);
    return exportWhatName(what()) % QLatin1Char('-') % day % QLatin1Char('.') %
           exportFormatName(format());
}

void ExportDialog::whenWhatChanged()
{
    m_filteredRows.reset();
    const bool filtered = hasFilter();
    m_rows->button(some)->setEnabled(filtered);
    m_rows->button(filtered ? some : all)->setChecked(true);
    const bool shown = !view().columns.isEmpty();
    m_columns->button(some)->setEnabled(shown);
    m_columns->button(shown ? some : all)->setChecked(true);
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
    label(m_rows->button(all), tr("All (%1)").arg(format::count(storedRows())));
    if (!hasFilter()) {
        label(m_rows->button(some), tr("Matching the filter"));
    } else if (!m_filteredRows) {
        label(m_rows->button(some),
              tr("Matching “%1”").arg(format::shortened(view().words, longestFilter)));
    } else {
        label(m_rows->button(some), tr("Matching “%1” (%2)")
                                        .arg(format::shortened(view().words, longestFilter),
                                             format::count(*m_filteredRows)));
    }
}

void ExportDialog::whenFormatChanged()
{
    if (m_nameIsOurs) {
        QString folder = m_context.settings.text(Setting::ExportFolder);
        if (folder.isEmpty() || !QFileInfo(folder).isDir()) {
            folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
        }
        // Not every system has created its documents folder.
        if (!QFileInfo(folder).isDir()) {
            folder = QDir::homePath();
        }
        m_path->setText(QDir::toNativeSeparators(QDir(folder).filePath(usualName())));
    } else {
        // A name that the user typed is kept; only its ending is changed.
        const QFileInfo file(path());
        if (exportFormatNamed(file.suffix().toLower())) {
            m_path->setText(
                QDir::toNativeSeparators(QDir(file.path())
                                             .filePath(file.completeBaseName() % QLatin1Char('.') %
                                                       exportFormatName(format()))));
        }
    }
    whenPathEdited();
}

void ExportDialog::whenPathEdited()
{
    m_file->clearError();
    const QFileInfo file(path());
    m_file->setHint(file.isFile() ? tr("This file already exists and will be replaced.")
                                  : formatText(format()));
}

void ExportDialog::choosePath()
{
    auto *dialog = new QFileDialog(this, tr("Export to"), QFileInfo(path()).path());
    dialog->setObjectName(QStringLiteral("exportFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(exportFormatName(format()));
    dialog->selectFile(QFileInfo(path()).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &chosen) {
        m_nameIsOurs = false;
        m_path->setText(QDir::toNativeSeparators(chosen));
        whenPathEdited();
        // The system's file dialog has already asked.
        submitButton()->setFocus();
    });
    dialog->open();
}

void ExportDialog::startSubmit()
{
    m_file->clearError();
    if (m_path->text().trimmed().isEmpty()) {
        fail();
        m_file->setError(tr("Enter or choose a file."));
        m_path->setFocus();
        return;
    }
    if (!QFileInfo(path()).isAbsolute()) {
        fail();
        m_file->setError(tr("Enter an absolute path."));
        m_path->setFocus();
        return;
    }
    if (m_job.isRunning()) {
        // The file of the export that was just cancelled is still being removed.
        fail(tr("The previous export is still finishing. Try again in a moment."));
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
        // Also if Cancel came too late: then the file exists, and the dialog says so.
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
        m_path->setFocus();
        return;
    }
    fail(error.message, serviceText(error));
}

void ExportDialog::showDone(const ExportOutcome &outcome)
{
    const QString folder = QFileInfo(outcome.path).absolutePath();
    m_context.settings.setValue(Setting::ExportFolder, folder);
    banner()->clearLinks();
    QString words = tr("Saved to %1.").arg(QDir::toNativeSeparators(outcome.path));
    if (outcome.unreadable > 0) {
        words += QLatin1Char('\n') % tr("%n row(s) could not be read: they have readable=false and "
                                        "their JSON in raw_json.",
                                        nullptr, int(outcome.unreadable));
    }
    if (outcome.cutTexts > 0) {
        words += QLatin1Char('\n') % tr("%n text(s) are too long for a spreadsheet cell and were "
                                        "cut, with a mark at the end.",
                                        nullptr, int(outcome.cutTexts));
    }
    banner()->setMessage(Tone::Good, tr("%n row(s) exported.", nullptr, int(outcome.rows)), words);
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
