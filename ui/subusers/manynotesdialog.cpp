// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/manynotesdialog.h"

#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/lists/batchresults.h"
#include "ui/subusers/noteedit.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QPushButton>
#include <QRadioButton>
#include <QStringList>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int manyNotesEditorHeight = 96;
constexpr int manyNotesSheetWidth = 560;
constexpr qsizetype longestSubUserName = 80;

QString noteResultText(const NoteRun &run, qint64 index)
{
    const BatchRun::Row &row = run.row(index);
    switch (row.state) {
    case NoteRun::State::Waiting:
    case NoteRun::State::Skipped:
        return run.isLost(index) ? ManyNotesDialog::tr("It is not known whether it was saved")
                                 : ManyNotesDialog::tr("Waiting");
    case NoteRun::State::Running:
        return ManyNotesDialog::tr("Saving…");
    case NoteRun::State::Done:
        return ManyNotesDialog::tr("Saved");
    case NoteRun::State::Unchanged:
        return ManyNotesDialog::tr("Has this note already");
    case NoteRun::State::Gone:
        return ManyNotesDialog::tr("This sub-user was deleted");
    case NoteRun::State::Failed:
    case NoteRun::State::Unknown:
    case NoteRun::State::Changed:
        break;
    }
    if (run.isNoteUnknown(index)) {
        return ManyNotesDialog::tr("Not saved: its present note is not known, and this service "
                                   "does not show it");
    }
    if (!row.error) {
        return run.isLost(index) ? ManyNotesDialog::tr("It is not known whether it was saved")
                                 : ManyNotesDialog::tr("Not saved");
    }
    const QString words = serviceText(*row.error);
    const QString why = words.isEmpty() ? errorText(*row.error).title : words;
    return run.isLost(index)
               ? ManyNotesDialog::tr("It is not known whether it was saved: %1").arg(why)
               : ManyNotesDialog::tr("Not saved: %1").arg(why);
}

} // namespace

ManyNotesDialog::ManyNotesDialog(const PageContext &context, std::vector<SubUserId> subUsers,
                                 QWidget *parent)
    : ActionDialog(context.theme,
                   tr("Note for %1 sub-users", nullptr, static_cast<int>(subUsers.size()))
                       .arg(format::count(subUsers.size())),
                   TokenKind::Reseller, parent)
    , m_account(context.account)
    , m_subUsers(std::move(subUsers))
    , m_run(context.account.actions(), context.account.rows(),
            [&account = context.account] {
                account.refresh(Area::SubUsers);
                return account.status(Area::SubUsers).state == AreaStatus::Loading;
            })
    , m_add(new QRadioButton(tr("Add to each note, on a line of its own"), this))
    , m_replace(new QRadioButton(tr("Replace each note"), this))
    , m_edit(new NoteEdit(this))
    , m_progress(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_results(new BatchResults(
          m_run, [this](qint64 row) { return resultText(row); }, context.theme,
          QStringLiteral("noteResults"), tr("Result for each sub-user"), this))
{
    setObjectName(QStringLiteral("manyNotesDialog"));
    setSubtitle(tr("Internal. Your customers never see it."));
    setSheetWidth(manyNotesSheetWidth);
    setSubmitKeys(SubmitKeys::CtrlEnter);
    build();
    updateSubmit();
    connect(m_edit, &QPlainTextEdit::textChanged, this, &ManyNotesDialog::updateSubmit);
    connect(m_replace, &QRadioButton::toggled, this, &ManyNotesDialog::updateSubmit);
    connect(&m_run, &NoteRun::rowChanged, this, &ManyNotesDialog::showProgress);
    connect(&m_account, &AccountSession::areaChanged, this, [this](Area area) {
        if (m_isBegun && area == Area::SubUsers &&
            m_account.status(Area::SubUsers).state != AreaStatus::Loading) {
            m_run.onListLoaded();
            showProgress();
        }
    });
    connect(&m_run, &NoteRun::finished, this, &ManyNotesDialog::whenFinished);
    m_edit->setFocus();
}

ManyNotesDialog::~ManyNotesDialog() = default;

void ManyNotesDialog::build()
{
    m_add->setObjectName(QStringLiteral("addToNotes"));
    m_replace->setObjectName(QStringLiteral("replaceNotes"));
    for (QRadioButton *way : {m_add, m_replace}) {
        way->setAccessibleName(way->text());
    }
    m_add->setChecked(true);
    m_edit->setObjectName(QStringLiteral("manyNotesEdit"));
    m_edit->setAccessibleName(tr("Note"));
    m_edit->setTabChangesFocus(true);
    m_edit->setFixedHeight(manyNotesEditorHeight);
    m_progress->setObjectName(QStringLiteral("manyNotesProgress"));
    m_progress->setWordWrap(true);
    m_results->hide();
    QVBoxLayout *column = contentLayout();
    column->addWidget(m_add);
    column->addWidget(m_replace);
    column->addWidget(m_edit);
    column->addWidget(m_progress);
    column->addWidget(m_results);
}

bool ManyNotesDialog::isDirty() const
{
    return m_isBegun ? false : !m_edit->note().trimmed().isEmpty();
}

void ManyNotesDialog::updateSubmit()
{
    if (m_isBegun) {
        return;
    }
    const auto count = static_cast<int>(m_subUsers.size());
    const bool isEmpty = m_edit->note().trimmed().isEmpty();
    if (m_replace->isChecked() && isEmpty) {
        setSubmitText(tr("Remove %1 notes", nullptr, count).arg(format::count(count)),
                      tr("Removing…"));
        m_progress->setText(tr("The notes of these sub-users are removed. Earlier notes stay in "
                               "the list of each note's dialog."));
    } else {
        setSubmitText(m_replace->isChecked()
                          ? tr("Replace %1 notes", nullptr, count).arg(format::count(count))
                          : tr("Add to %1 notes", nullptr, count).arg(format::count(count)),
                      tr("Saving…"));
        m_progress->setText(m_replace->isChecked()
                                ? tr("What the notes contain now is replaced. It stays in the list "
                                     "of earlier notes.")
                                : tr("Each note is read first. A note that ends with this text "
                                     "already stays as it is."));
    }
    submitButton()->setEnabled(m_replace->isChecked() || !isEmpty);
}

void ManyNotesDialog::startSubmit()
{
    hideMessage();
    if (m_isBegun) {
        m_run.retry();
        return;
    }
    m_isBegun = true;
    m_edit->setReadOnly(true);
    m_add->setEnabled(false);
    m_replace->setEnabled(false);
    const QString text = m_edit->note();
    m_run.start(m_subUsers, m_replace->isChecked() ? NoteRun::Way::Replace : NoteRun::Way::Add,
                text.trimmed().isEmpty() ? QString() : text);
    m_results->show();
    showProgress();
}

QString ManyNotesDialog::resultText(qint64 row) const
{
    const auto stored = m_account.rows().subUser(m_run.idOf(row));
    const QString name = stored ? format::subUserName(*stored) : m_run.idOf(row).text();
    return tr("%1: %2", "name of a sub-user, what became of its note")
        .arg(isolated(format::shortened(name, longestSubUserName)), noteResultText(m_run, row));
}

void ManyNotesDialog::showProgress()
{
    const qint64 done = m_run.count(NoteRun::State::Done) + m_run.count(NoteRun::State::Unchanged);
    const qint64 failed = m_run.count(NoteRun::State::Failed) + m_run.count(NoteRun::State::Gone);
    const auto total = static_cast<int>(m_run.size());
    QString text = tr("%2 of %1 notes saved", nullptr, total)
                       .arg(format::count(total))
                       .arg(format::count(done));
    if (failed > 0) {
        text = tr("%1 · %2 not saved", "how many notes were saved, how many were not")
                   .arg(text, format::count(failed));
    }
    if (const qint64 unknown = m_run.lostCount(); unknown > 0) {
        text = tr("%1 · %2 unknown", "how many notes were saved, of how many it is not known")
                   .arg(text, format::count(unknown));
    }
    if (m_run.isPreparing()) {
        text = tr("Loading what the notes contain now…");
    }
    m_progress->setText(text);
}

void ManyNotesDialog::stopSubmit()
{
    m_run.stop();
    showResult();
}

void ManyNotesDialog::whenFinished()
{
    showProgress();
    if (m_run.left() == 0 && m_run.count(NoteRun::State::Gone) == 0) {
        Q_EMIT notesSaved(m_run.size());
        succeed();
        return;
    }
    fail();
    showResult();
}

void ManyNotesDialog::showResult()
{
    showProgress();
    const auto left = static_cast<int>(m_run.left());
    setCancelText(tr("Close"));
    if (left == 0) {
        showMessage(Tone::Warning,
                    tr("%1 of these sub-users were deleted.", nullptr,
                       static_cast<int>(m_run.count(NoteRun::State::Gone)))
                        .arg(format::count(m_run.count(NoteRun::State::Gone))),
                    tr("All other notes were saved."));
        nothingLeftToSave();
        return;
    }
    const auto &stopped = m_run.stoppedBy();
    const auto unknown = static_cast<int>(m_run.lostCount());
    QStringList lead;
    if (const int notSaved = left - unknown; notSaved > 0) {
        lead.append(tr("%1 notes were not saved.", nullptr, notSaved).arg(format::count(notSaved)));
    }
    if (unknown > 0) {
        lead.append(tr("It is not known whether %1 notes were saved.", nullptr, unknown)
                        .arg(format::count(unknown)));
    }
    showMessage(Tone::Warning, lead.join(u' '),
                stopped ? errorText(*stopped).title
                        : tr("The list says why. Only these are tried again."));
    setSubmitText(tr("Try %1 again", nullptr, left).arg(format::count(left)), tr("Saving…"));
    submitButton()->setEnabled(true);
    if (!m_results->selectFirst(NoteRun::State::Failed)) {
        m_results->selectFirst(NoteRun::State::Unknown);
    }
}

} // namespace relaybook
