// SPDX-License-Identifier: GPL-3.0-or-later
// The export dialog: writes rows to a file. The user chooses which rows, which format and which
// file; the dialog shows the progress, and afterwards where the file is.
#pragma once

#include "api/types/clock.h"
#include "models/export/exportjob.h"
#include "ui/base/page.h"
#include "ui/widgets/sheetdialog.h"

class QButtonGroup;
class QProgressBar;
class QRadioButton;

namespace relaybook {

class Banner;
class ExportFileRow;

class ExportDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// `views`: what the pages show now, at most one per list; `first` is selected.
    ExportDialog(const PageContext &context, std::vector<ExportView> views, ExportWhat first,
                 QWidget *parent);
    ~ExportDialog() override;

protected:
    void startSubmit() override;
    void stopSubmit() override;

private:
    // exportdialoglayout.cpp
    void build();
    QButtonGroup *addChoice(const QString &title,
                            const QList<std::pair<QString, QString>> &buttons);

    void whenWhatChanged();
    void whenFormatChanged();
    void whenPathChanged();
    void whenLedgerChanged();
    void showExtent();
    void nameSubmit();
    [[nodiscard]] QString submitText() const;
    void askBeforeReplacing();
    void countFiltered();
    void showCounts();
    void showProgress(qint64 done, qint64 total);
    void whenFinished(const Result<ExportOutcome> &outcome);
    void showDone(const ExportOutcome &outcome);
    void openFolder(const QString &path);

    [[nodiscard]] ExportWhat what() const;
    [[nodiscard]] ExportFormat format() const;
    [[nodiscard]] const ExportView &view() const;
    [[nodiscard]] bool hasFilter() const;
    [[nodiscard]] ExportRequest request(bool filtered) const;
    [[nodiscard]] QString usualName() const;
    [[nodiscard]] bool isIncomplete() const;
    [[nodiscard]] bool canFinishDownload() const;
    [[nodiscard]] qint64 storedRows() const;

    PageContext m_context;
    std::vector<ExportView> m_views;
    ExportJob m_job;
    ExportJob m_counter;
    std::optional<qint64> m_filteredRows;
    bool m_asksToReplace = false; ///< the banner asks whether a file may be replaced
    bool m_isDone = false;

    QButtonGroup *m_what = nullptr;
    QButtonGroup *m_format = nullptr;
    QButtonGroup *m_rows = nullptr;
    QButtonGroup *m_columns = nullptr;
    Banner *m_extent = nullptr; ///< says that the ledger is not complete
    ExportFileRow *m_file = nullptr;
    QProgressBar *m_progress = nullptr;
};

} // namespace relaybook
