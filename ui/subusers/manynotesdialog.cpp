// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/manynotesdialog.h"

#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/subusers/noteedit.h"
#include "ui/subusers/noterunmodel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"

#include <QListView>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int manyNotesEditorHeight = 96;
constexpr int resultsHeight = 170;
constexpr int manyNotesSheetWidth = 560;

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
    , m_results(new NoteRunModel(m_run, context.account.rows(), context.theme, this))
    , m_add(new QRadioButton(tr("Add to each note, on a line of its own"), this))
    , m_replace(new QRadioButton(tr("Replace each note"), this))
    , m_edit(new NoteEdit(this))
    , m_progress(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_frame(new Card(context.theme, this))
    , m_list(new QListView(m_frame))
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
    m_list->setObjectName(QStringLiteral("noteResults"));
    m_list->setAccessibleName(tr("Result for each sub-user"));
    m_list->setModel(m_results);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setFrameShape(QFrame::NoFrame);
    m_frame->setFixedHeight(resultsHeight);
    auto *framed = new QVBoxLayout(m_frame);
    framed->addWidget(m_list);
    m_frame->setFlush(true);
    m_frame->hide();
    QVBoxLayout *column = contentLayout();
    column->addWidget(m_add);
    column->addWidget(m_replace);
    column->addWidget(m_edit);
    column->addWidget(m_progress);
    column->addWidget(m_frame);
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
    m_results->reload();
    m_frame->show();
    showProgress();
}

void ManyNotesDialog::showProgress()
{
    const qint64 done = m_run.count(NoteRun::State::Saved) + m_run.count(NoteRun::State::Unchanged);
    const qint64 failed = m_run.count(NoteRun::State::NotSaved) + m_run.count(NoteRun::State::Gone);
    const auto total = static_cast<int>(m_run.rows().size());
    QString text = tr("%2 of %1 notes saved", nullptr, total)
                       .arg(format::count(total))
                       .arg(format::count(done));
    if (failed > 0) {
        text = tr("%1 · %2 not saved", "how many notes were saved, how many were not")
                   .arg(text, format::count(failed));
    }
    if (m_run.isLoadingList()) {
        text = tr("Loading what the notes contain now…");
    }
    m_progress->setText(text);
    if (!m_run.isRunning()) {
        return;
    }
    for (std::size_t i = static_cast<std::size_t>(done + failed); i < m_run.rows().size(); ++i) {
        if (m_run.rows()[i].state == NoteRun::State::Running) {
            m_list->scrollTo(m_results->index(static_cast<int>(i)));
            break;
        }
    }
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
        Q_EMIT notesSaved(static_cast<qint64>(m_run.rows().size()));
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
    showMessage(
        Tone::Warning, tr("%1 notes were not saved.", nullptr, left).arg(format::count(left)),
        stopped ? errorText(*stopped).title : tr("The list says why. Only these are tried again."));
    setSubmitText(tr("Try %1 again", nullptr, left).arg(format::count(left)), tr("Saving…"));
    submitButton()->setEnabled(true);
    // Selects the first one that was not saved.
    for (std::size_t i = 0; i < m_run.rows().size(); ++i) {
        if (m_run.rows()[i].state == NoteRun::State::NotSaved) {
            m_list->setCurrentIndex(m_results->index(static_cast<int>(i)));
            break;
        }
    }
}

} // namespace relaybook
