// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that edits the internal note of a sub-user. A draft survives crashes; a note that was
// changed at the service in the meantime is never overwritten without asking.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

#include <QTimer>

class QPlainTextEdit;
class QToolButton;

namespace relaybook {

class Label;

/// Merges two notes: `theirs`, then what of `mine` is not in it yet; if one contains the other,
/// that one.
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
    void sayUnknown();
    void readUnknown();
    [[nodiscard]] bool canRead() const;
    [[nodiscard]] static bool cannotBeRead(const ApiError &error);
    void saveUnread();
    void warnAndSave(const QString &warning);
    void sawTheirs(const QString &theirs);
    void compareAndSave(const Result<SubUser> &theirs);
    void sendNote();
    void saved();
    void refused(const ApiError &error);
    void showConflict(const QString &theirs);
    void updateSubmit();
    void resolve(const QString &theirs, const QString &text);
    void whenEdited();
    void keepDraft();
    void discardDraft();
    void showFieldError(const QString &words);

    [[nodiscard]] QString text() const;
    void setText(const QString &text);

    AccountSession &m_account;
    const SubUserId m_id;
    QString m_base;        ///< the service's note that the edited text is based on
    bool m_known;          ///< whether m_base is known to be the service's note
    bool m_warned = false; ///< the user was told that saving replaces a note that is not known
    bool m_chosen = false; ///< between the own note and the one at the service
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
