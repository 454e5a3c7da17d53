// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that collects the evidence of one matter for the service's support, shows what will be in
// the file, and saves it. It is opened from "Needs attention", from findings in the ledger and from
// orders.
#pragma once

#include "models/export/evidencejob.h"
#include "ui/widgets/sheetdialog.h"

#include <QTimer>

class QPlainTextEdit;
class QTreeWidget;

namespace relaybook {

class AccountSession;
class Label;

class EvidenceDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// Begins to collect at once. `account` is used by the constructor only.
    EvidenceDialog(const Theme &theme, AccountSession &account, const EvidenceMatter &matter,
                   QWidget *parent);
    ~EvidenceDialog() override;

protected:
    /// Asks for the file, and saves it.
    void startSubmit() override;
    void stopSubmit() override;

private:
    void build();
    void whenMade(const QString &problem);
    void showLeftOut(const EvidenceKit &kit);
    void showFile();
    void showMore();
    void showTexts();
    void whenSaved(const QString &path, const QString &problem);

    EvidenceJob m_job;
    Label *m_state;
    QTreeWidget *m_files;
    QPlainTextEdit *m_preview;
    Label *m_leftOut;
    Label *m_privacy;
    QPushButton *m_show;
    QByteArray m_shown;      ///< the content of the file in the preview
    qsizetype m_shownTo = 0; ///< how much of it is in the preview yet
    QTimer m_more;           ///< a long file is shown piece by piece
};

/// Opens the dialog over the window of `parent`.
void openEvidence(const Theme &theme, AccountSession &account, const EvidenceMatter &matter,
                  QWidget *parent);

} // namespace relaybook
