// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that writes one note to many sub-users: adds it to their notes or replaces them, shows the
// result for each sub-user, and tries again those that were not saved.
#pragma once

#include "models/subusers/noterun.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

class QRadioButton;

namespace relaybook {

class BatchResults;
class Label;
class NoteEdit;

class ManyNotesDialog : public ActionDialog
{
    Q_OBJECT

public:
    ManyNotesDialog(const PageContext &context, std::vector<SubUserId> subUsers, QWidget *parent);
    ~ManyNotesDialog() override;

Q_SIGNALS:
    /// Every sub-user has the wanted note. `count` does not include those that were deleted.
    void notesSaved(qint64 count);

protected:
    [[nodiscard]] bool isDirty() const override;
    void startSubmit() override;
    void stopSubmit() override;

private:
    void build();
    void updateSubmit();
    [[nodiscard]] QString resultText(qint64 row) const;
    void showProgress();
    void whenFinished();
    void showResult();

    AccountSession &m_account;
    std::vector<SubUserId> m_subUsers;
    NoteRun m_run;
    QRadioButton *m_add;
    QRadioButton *m_replace;
    NoteEdit *m_edit;
    Label *m_progress;
    BatchResults *m_results;
    bool m_isBegun = false; ///< the text and the choice beside it are fixed
};

} // namespace relaybook
