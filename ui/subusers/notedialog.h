// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that edits the internal note of a sub-user. A draft survives crashes; a note that was
// changed at the service in the meantime is never overwritten without asking.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

#include <QTimer>

class QToolButton;

namespace relaybook {

class Label;
class NoteEdit;

/// Merges two notes: `theirs`, then `mine`. If one contains the other, only that one.
[[nodiscard]] QString putTogether(const QString &theirs, const QString &mine);

class NoteDialog : public ActionDialog
{
    Q_OBJECT

public:
    NoteDialog(const PageContext &context, const SubUser &subUser, QWidget *parent);
    ~NoteDialog() override;

Q_SIGNALS:
    /// The note was saved. `before` is what it replaced; nothing if that is not known.
    void noteSaved(const std::optional<QString> &before, const QString &now);

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
    void warnUnknown();
    void readUnknown();
    [[nodiscard]] bool canRead() const;
    [[nodiscard]] static bool cannotBeRead(const ApiError &error);
    void saveUnread();
    void warnAndSave(const QString &warning);
    void takeOrCompare(const QString &theirs);
    void compareAndSave(const Result<SubUser> &theirs);
    void sendNote();
    void saved();
    void refused(const ApiError &error);
    void showConflict(const QString &theirs);
    void updateSubmit();
    void resolve(const QString &theirs, const QString &text);
    void onEdited();
    void keepDraft();
    void discardDraft();
    void showFieldError(const QString &words);

    [[nodiscard]] QString text() const;
    void setText(const QString &text);

    /// How well the service's note is known. The value only moves down this list.
    enum class Base {
        Unknown, ///< m_base is a guess
        Known,   ///< m_base was the service's note when it was last read
        Chosen,  ///< like Known, and the user chose between the own note and the service's
    };
    /// The value only moves down this list.
    enum class Phase {
        Editing,
        Warned, ///< the user knows that saving replaces a note which could not be compared
        Gone,   ///< the sub-user does not exist any more
        Saved,
    };
    [[nodiscard]] bool isOver() const { return m_phase == Phase::Gone || m_phase == Phase::Saved; }

    AccountSession &m_account;
    const SubUserId m_id;
    QString m_base; ///< the note that the edited text is based on
    Base m_baseState;
    Phase m_phase = Phase::Editing;
    NoteEdit *m_edit;
    Label *m_error;
    Label *m_count;
    QToolButton *m_earlier;
    QTimer m_draftTimer;
    Call m_read;
    Call m_save;
};

} // namespace relaybook
