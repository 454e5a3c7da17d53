// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/notedialog.h"

#include "models/sync/serviceoffer.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/subusers/noteedit.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/keyhint.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr auto draftDelay = 300ms;
constexpr int editorHeight = 120;
constexpr qsizetype menuTextLength = 60;

} // namespace

QString putTogether(const QString &theirs, const QString &mine)
{
    if (mine.contains(theirs)) {
        return mine;
    }
    if (theirs.contains(mine)) {
        return theirs;
    }
    return theirs % QLatin1Char('\n') % mine;
}

NoteDialog::NoteDialog(const PageContext &context, const SubUser &subUser, QWidget *parent)
    : ActionDialog(context.theme, tr("Note for %1").arg(isolated(format::subUserName(subUser))),
                   TokenKind::Reseller, parent)
    , m_account(context.account)
    , m_id(subUser.id)
    , m_base(subUser.note.value_or(QString()))
    , m_baseState(isNoteKnown(subUser) ? Base::Known : Base::Unknown)
    , m_edit(new NoteEdit(this))
    , m_error(new Label(context.theme, Role::Bad, TextStyle::Caption, this))
    , m_count(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_earlier(new QToolButton(this))
{
    setObjectName(QStringLiteral("noteDialog"));
    setSubtitle(tr("Internal. Your customer never sees it."));
    setSubmitText(tr("Save note"), tr("Saving…"));
    build();
    m_edit->setNote(m_base);
    onEdited();
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(draftDelay);
    connect(&m_draftTimer, &QTimer::timeout, this, &NoteDialog::keepDraft);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &NoteDialog::onEdited);
    connect(this, &SheetDialog::stateChanged, this, &NoteDialog::updateSubmit);
    if (m_baseState == Base::Unknown) {
        warnUnknown();
    }
    restoreDraft();
    offerEarlierNotes();
    m_edit->moveCursor(QTextCursor::End); // most notes are continued
    m_edit->setFocus();
    if (m_baseState == Base::Unknown) {
        readUnknown();
    }
}

NoteDialog::~NoteDialog() = default;

void NoteDialog::build()
{
    m_edit->setObjectName(QStringLiteral("noteEdit"));
    m_edit->setAccessibleName(tr("Note"));
    m_edit->setTabChangesFocus(true);
    m_edit->setFixedHeight(editorHeight);
    m_error->setObjectName(QStringLiteral("noteError"));
    m_error->setWordWrap(true);
    m_error->hide();
    m_count->setObjectName(QStringLiteral("noteCount"));
    m_earlier->setObjectName(QStringLiteral("earlierNotes"));
    m_earlier->setText(tr("Earlier notes"));
    m_earlier->setAccessibleName(m_earlier->text());
    m_earlier->setPopupMode(QToolButton::InstantPopup);
    m_earlier->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_earlier->setAutoRaise(true);
    auto *line = new QHBoxLayout;
    line->addWidget(m_earlier);
    line->addStretch(1);
    line->addWidget(m_count);
    auto *column = new QVBoxLayout;
    column->setSpacing(4);
    column->addWidget(m_edit);
    column->addWidget(m_error);
    column->addLayout(line);
    contentLayout()->addLayout(column);
    addFooterWidget(new KeyHint(theme(), QKeySequence(Qt::CTRL | Qt::Key_Enter), this));
    setFooterNote(tr("saves; drafts are kept"));
}

QString NoteDialog::text() const
{
    return m_edit->note();
}

void NoteDialog::setText(const QString &text)
{
    m_edit->replaceNote(text);
}

void NoteDialog::restoreDraft()
{
    const auto draft = m_account.kept().draft(m_id);
    if (!draft || draft->text == m_base) {
        return;
    }
    setText(draft->text);
    showMessage(
        Tone::Accent, tr("Your draft was restored."),
        tr("You wrote it on %1 and did not save it.").arg(format::dateTime(draft->savedAt)));
    auto *discard = banner()->addLink(tr("Discard the draft"), QStringLiteral("discardDraft"));
    connect(discard, &QPushButton::clicked, this, &NoteDialog::discardDraft);
    // The draft was based on another note: the user must see what was changed in between.
    if (draft->basedOn != m_base) {
        showConflict(m_base);
    }
}

void NoteDialog::discardDraft()
{
    hideMessage();
    setText(m_base);
    m_draftTimer.stop();
    m_account.kept().dropDraft(m_id);
    m_edit->setFocus();
}

void NoteDialog::offerEarlierNotes()
{
    const std::vector<EarlierNote> notes = m_account.kept().earlierNotes(m_id);
    m_earlier->setVisible(!notes.empty());
    auto *menu = new QMenu(m_earlier);
    menu->setObjectName(QStringLiteral("earlierNotesMenu"));
    for (const EarlierNote &note : notes) {
        const QString words = note.text.isEmpty()
                                  ? tr("(empty)")
                                  : privateText(format::shortened(note.text, menuTextLength));
        QAction *action =
            menu->addAction(tr("%1: %2").arg(format::dateTime(note.replacedAt), words));
        connect(action, &QAction::triggered, this, [this, earlier = note.text] {
            setText(earlier);
            m_edit->setFocus();
        });
    }
    m_earlier->setMenu(menu);
}

void NoteDialog::warnUnknown()
{
    showMessage(Tone::Warning, tr("The current note is not known on this computer."),
                tr("Saving replaces the note at the service."));
}

// Reads an unknown note when the dialog opens. A known one is only read right before saving.
void NoteDialog::readUnknown()
{
    if (!canRead()) {
        return;
    }
    m_read = m_account.actions().readSubUser(m_id, this, [this](const Result<SubUser> &theirs) {
        if (theirs) {
            if (m_baseState == Base::Unknown) {
                m_baseState = Base::Known;
                hideMessage();
            }
            takeOrCompare(theirs->note.value_or(QString()));
            updateSubmit();
        } else if (theirs.error().kind == ErrorKind::NotFound) {
            refused(theirs.error());
        }
        // Other errors are reported if they occur again when saving.
    });
}

void NoteDialog::takeOrCompare(const QString &theirs)
{
    if (theirs == m_base) {
        return;
    }
    const bool untouched = text() == m_base;
    if (untouched || text() == theirs) {
        m_base = theirs;
        setText(theirs);
        return;
    }
    showConflict(theirs);
}

bool NoteDialog::isDirty() const
{
    return !isOver() && text() != m_base;
}

void NoteDialog::startSubmit()
{
    showFieldError({});
    m_draftTimer.stop();
    keepDraft();
    if (!canRead()) {
        saveUnread();
        return;
    }
    m_read = m_account.actions().readSubUser(
        m_id, this, [this](const Result<SubUser> &theirs) { compareAndSave(theirs); });
}

// The service has a call that returns a single sub-user.
bool NoteDialog::canRead() const
{
    return m_account.offer().isWorthAsking(ReadCall::SubUser);
}

// Every service can save a note, but not every service can return a single sub-user. After these
// errors the note can be saved all the same.
bool NoteDialog::cannotBeRead(const ApiError &error)
{
    return error.kind == ErrorKind::NotUnderstood || error.kind == ErrorKind::ServiceFailure ||
           error.kind == ErrorKind::Forbidden || error.kind == ErrorKind::Refused;
}

// Saves without comparing, because the note at the service cannot be read. If it was never known,
// the user is warned first.
void NoteDialog::saveUnread()
{
    if (m_baseState != Base::Unknown) {
        sendNote();
    } else {
        warnAndSave(tr("That note is not known on this computer and cannot be restored. Save again "
                       "to replace it."));
    }
}

void NoteDialog::warnAndSave(const QString &warning)
{
    if (m_phase == Phase::Warned) {
        sendNote();
        return;
    }
    m_phase = Phase::Warned;
    fail();
    showMessage(Tone::Warning, tr("Saving replaces the note at the service."), warning);
    setSubmitText(tr("Replace note"), tr("Saving…"));
}

void NoteDialog::stopSubmit()
{
    m_read.cancel();
    if (!m_save.withdraw()) {
        sayOnItsWay();
    }
}

void NoteDialog::compareAndSave(const Result<SubUser> &theirs)
{
    if (!theirs && theirs.error().kind == ErrorKind::NotOffered) {
        saveUnread();
        return;
    }
    if (!theirs && cannotBeRead(theirs.error())) {
        if (m_baseState != Base::Unknown) {
            warnAndSave(tr("The note at the service could not be loaded. It may have changed. Save "
                           "again to replace it."));
        } else {
            saveUnread();
        }
        return;
    }
    if (!theirs) {
        refused(theirs.error());
        return;
    }
    if (m_baseState == Base::Unknown) {
        m_baseState = Base::Known;
    }
    const QString now = theirs->note.value_or(QString());
    if (now == text()) {
        // Somebody else saved the same text, or an earlier answer was lost.
        Q_EMIT noteSaved(std::nullopt, now);
        saved();
        return;
    }
    if (now != m_base) {
        fail();
        showConflict(now);
        return;
    }
    sendNote();
}

void NoteDialog::sendNote()
{
    m_save =
        m_account.actions().saveNote(m_id, text(), this, [this](const Result<SubUser> &answer) {
            if (answer) {
                const bool isBaseCertain = m_baseState != Base::Unknown && m_phase != Phase::Warned;
                Q_EMIT noteSaved(isBaseCertain ? std::optional(m_base) : std::nullopt,
                                 answer->note.value_or(QString()));
                saved();
            } else {
                refused(answer.error());
            }
        });
}

void NoteDialog::saved()
{
    m_phase = Phase::Saved;
    m_draftTimer.stop();
    m_account.kept().dropDraft(m_id);
    succeed();
}

void NoteDialog::refused(const ApiError &error)
{
    fail();
    if (error.kind == ErrorKind::Validation) {
        const QString words =
            error.fields.empty() ? serviceText(error) : privateText(error.fields.front().message);
        if (!words.isEmpty()) {
            showFieldError(tr("The service says: %1").arg(words));
            return;
        }
    }
    showError(error);
    if (error.kind == ErrorKind::NotFound) {
        m_phase = Phase::Gone;
        nothingLeftToSave();
    }
}

void NoteDialog::showConflict(const QString &theirs)
{
    const QString words =
        theirs.isEmpty()
            ? tr("The note at the service is now empty.")
            : tr("Note at the service: “%1”").arg(isolated(privateText(theirs.simplified())));
    showMessage(Tone::Warning, tr("This note was changed at the service."), words);
    auto *keep = banner()->addLink(tr("Keep my note"), QStringLiteral("keepMine"));
    connect(keep, &QPushButton::clicked, this, [this, theirs] { resolve(theirs, text()); });
    auto *take = banner()->addLink(tr("Use the service's note"), QStringLiteral("takeTheirs"));
    connect(take, &QPushButton::clicked, this, [this, theirs] { resolve(theirs, theirs); });
    auto *both = banner()->addLink(tr("Combine both notes"), QStringLiteral("putBothTogether"));
    connect(both, &QPushButton::clicked, this,
            [this, theirs] { resolve(theirs, putTogether(theirs, text())); });
}

void NoteDialog::resolve(const QString &theirs, const QString &text)
{
    hideMessage();
    if (m_baseState == Base::Known) {
        m_baseState = Base::Chosen;
    }
    m_base = theirs;
    if (text != this->text()) {
        setText(text);
    }
    keepDraft();
    updateSubmit();
    m_edit->setFocus();
}

// Without a difference there is nothing to save, with two exceptions: if the note at the service is
// unknown, the same text may be a change; and after a choice between two notes, the button confirms
// whichever was chosen.
void NoteDialog::updateSubmit()
{
    if (state() == State::Editing && !isOver()) {
        submitButton()->setEnabled(m_baseState != Base::Known || isDirty());
    }
}

void NoteDialog::onEdited()
{
    m_count->setText(tr("%1 characters", nullptr, int(text().toUcs4().size()))
                         .arg(format::count(text().toUcs4().size())));
    showFieldError({});
    updateSubmit();
    if (isDirty() || m_account.kept().draft(m_id)) {
        m_draftTimer.start();
    }
}

void NoteDialog::keepDraft()
{
    if (m_phase == Phase::Saved) {
        return;
    }
    if (isDirty()) {
        m_account.kept().saveDraft(m_id, text(), m_base);
    } else {
        m_account.kept().dropDraft(m_id);
    }
}

void NoteDialog::hideEvent(QHideEvent *event)
{
    // The timer has not yet stored what was typed last.
    if (m_draftTimer.isActive() || isDirty()) {
        m_draftTimer.stop();
        keepDraft();
    }
    ActionDialog::hideEvent(event);
}

void NoteDialog::showFieldError(const QString &words)
{
    m_error->setText(words);
    m_error->setVisible(!words.isEmpty());
    m_edit->setAccessibleDescription(words);
    setInvalid(*m_edit, !words.isEmpty());
}

} // namespace relaybook
