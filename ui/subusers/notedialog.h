// SPDX-License-Identifier: GPL-3.0-or-later
// Edits the internal note of a sub-user. A draft outlives crashes; a note that was changed on the
// service in the meantime is never overwritten without a word.
#pragma once

#include "models/account/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

#include <QTimer>

class QPlainTextEdit;
class QToolButton;

namespace relaybook {

class Label;

// Theirs, then what of mine is not in it yet; one of them where it holds the other.
[[nodiscard]] QString putTogether(const QString &theirs, const QString &mine);

class NoteDialog : public ActionDialog
{
    Q_OBJECT

public:
    NoteDialog(const PageContext &context, const SubUser &subUser, QWidget *parent);
    ~NoteDialog() override;

protected:
    [[nodiscard]] bool isDirty() const override;
    [[nodiscard]] bool keepsDraft() const override { return true; }
    void startSubmit() override;
    void stopSubmit() override;
    void hideEvent(QHideEvent *event) override;

private:
    void build();
    void restoreDraft();
    void offerEarlierNotes();
    void sayUnknown();
    void readUnknown();
    [[nodiscard]] bool canRead() const;
    void saveUnread();
    void sawTheirs(const QString &theirs);
    void compareAndSave(const Result<SubUser> &theirs);
    void sendNote();
    void saved();
    void refused(const ApiError &error);
    void showConflict(const QString &theirs);
    void resolve(const QString &theirs, const QString &text);
    void whenEdited();
    void keepDraft();
    void discardDraft();
    void showFieldError(const QString &words);

    [[nodiscard]] QString text() const;
    void setText(const QString &text);

    AccountSession &m_account;
    const SubUserId m_id;
    QString m_base;        // the service's note that the text goes out from
    bool m_known;          // whether m_base is that; else the service's is not known
    bool m_warned = false; // that saving replaces a note that is not known
    QPlainTextEdit *m_edit;
    Label *m_error;
    Label *m_count;
    QToolButton *m_earlier;
    QTimer m_draftTimer;
    Call m_read;
    Call m_save;
    bool m_gone = false;
    bool m_finished = false;
};

} // namespace relaybook
