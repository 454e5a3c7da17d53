// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/evidencedialog.h"

#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amountsshown.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"

#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStringList>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextOption>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <initializer_list>
#include <variant>

namespace relaybook {

namespace {

constexpr int evidenceSheetWidth = 760;
constexpr int evidenceFilesHeight = 128;
constexpr int evidencePreviewHeight = 200;
constexpr int evidenceNameWidth = 420;
/// So many bytes of a file are added to the preview at once, up to the end of a line.
constexpr qsizetype evidencePiece = 8'000;

/// The lines as they are shown: without invisible characters, and with each part between quotes by
/// itself, so that a right-to-left name does not reorder what is around it.
QString evidenceLines(const QString &text)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines) {
        QStringList parts = line.split(u'"');
        for (QString &part : parts) {
            part = isolated(part);
        }
        line = parts.join(u'"');
    }
    return lines.join(u'\n');
}

struct EvidenceTitles
{
    QString operator()(const DoubleCharge &charge) const
    {
        const auto count = static_cast<int>(charge.rows.size());
        return EvidenceDialog::tr("%1 equal charges", nullptr, count).arg(format::count(count));
    }
    QString operator()(const LedgerBreak &gap) const
    {
        return EvidenceDialog::tr("Gap in balance at transaction %1").arg(gap.later.text());
    }
    QString operator()(const DifferingOrder & /*order*/) const
    {
        return EvidenceDialog::tr("An order that differs from what was confirmed");
    }
};

} // namespace

EvidenceDialog::EvidenceDialog(const Theme &theme, AccountSession &account,
                               const EvidenceMatter &matter, QWidget *parent)
    : SheetDialog(theme, tr("Evidence for the service"), parent)
    , m_state(new Label(theme, Role::Text, TextStyle::Body, this))
    , m_files(new QTreeWidget(this))
    , m_preview(new QPlainTextEdit(this))
    , m_leftOut(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_privacy(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_show(addFooterButton(tr("Show the texts"), "showEvidenceTexts"))
{
    setObjectName(QStringLiteral("evidenceDialog"));
    setSubtitle(std::visit(EvidenceTitles(), matter));
    setSheetWidth(evidenceSheetWidth);
    setSubmitText(tr("Save as…"), tr("Saving…"));
    submitButton()->setEnabled(false);
    build();
    connect(&m_job, &EvidenceJob::made, this, &EvidenceDialog::whenMade);
    connect(&m_job, &EvidenceJob::saved, this, &EvidenceDialog::whenSaved);
    m_job.start(evidenceRequestFor(account, matter));
    cancelButton()->setFocus();
}

EvidenceDialog::~EvidenceDialog() = default;

void EvidenceDialog::build()
{
    m_state->setObjectName(QStringLiteral("evidenceState"));
    m_state->setWordWrap(true);
    m_state->setText(tr("Collecting the evidence…"));
    m_files->setObjectName(QStringLiteral("evidenceFiles"));
    m_files->setAccessibleName(tr("Files in the archive"));
    m_files->setHeaderLabels({tr("File"), tr("Bytes")});
    m_files->headerItem()->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    m_files->setRootIsDecorated(false);
    m_files->setUniformRowHeights(true);
    m_files->setMinimumHeight(evidenceFilesHeight);
    m_files->header()->resizeSection(0, evidenceNameWidth);
    m_preview->setObjectName(QStringLiteral("evidencePreview"));
    m_preview->setAccessibleName(tr("Text of the selected file"));
    m_preview->setReadOnly(true);
    m_preview->setTabChangesFocus(true);
    m_preview->setUndoRedoEnabled(false);
    m_preview->setMinimumHeight(evidencePreviewHeight);
    m_preview->setFont(theme().font(TextStyle::Mono));
    QTextOption option = m_preview->document()->defaultTextOption();
    option.setTextDirection(Qt::LeftToRight); // a name does not turn the line that it is in
    m_preview->document()->setDefaultTextOption(option);
    m_leftOut->setObjectName(QStringLiteral("evidenceLeftOut"));
    m_leftOut->setWordWrap(true);
    m_leftOut->hide();
    m_privacy->setObjectName(QStringLiteral("evidencePrivacy"));
    m_privacy->setWordWrap(true);
    m_privacy->setText(
        tr("The texts are hidden here in privacy mode. The file contains the real values."));
    m_privacy->setVisible(isPrivacyOn());
    m_show->setToolTip(tr("Shows the texts in this dialog. Everything else stays hidden."));
    m_show->setVisible(isPrivacyOn());
    for (QWidget *part :
         std::initializer_list<QWidget *>{m_state, m_files, m_preview, m_leftOut, m_privacy}) {
        contentLayout()->addWidget(part);
    }
    m_more.setInterval(0);
    connect(&m_more, &QTimer::timeout, this, &EvidenceDialog::showMore);
    connect(m_files, &QTreeWidget::currentItemChanged, this, &EvidenceDialog::showFile);
    connect(m_show, &QPushButton::clicked, this, &EvidenceDialog::showTexts);
}

void EvidenceDialog::whenMade(const QString &problem)
{
    if (!problem.isEmpty()) {
        m_state->setText(tr("No evidence was collected."));
        banner()->setMessage(Tone::Bad, problem);
        banner()->show();
        setCloseOnly();
        return;
    }
    const EvidenceKit &kit = *m_job.kit();
    m_state->setText(tr("These files will be saved in one ZIP archive. Read them before you send "
                        "it to the service's support."));
    for (const EvidenceFile &file : kit.files) {
        auto *item = new QTreeWidgetItem(m_files, {file.name, format::count(file.content.size())});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    }
    showLeftOut(kit);
    submitButton()->setEnabled(true);
    m_files->setCurrentItem(m_files->topLevelItem(0));
    if (cancelButton()->hasFocus()) {
        m_files->setFocus();
    }
}

void EvidenceDialog::showLeftOut(const EvidenceKit &kit)
{
    QStringList sentences{
        tr("Left out: tokens and passwords, ids of requests (the service has none), and all other "
           "transactions, proxies and sub-users.")};
    if (!kit.notStored.empty()) {
        const auto count = static_cast<int>(kit.notStored.size());
        sentences.append(
            tr("%1 transactions are missing: they are not stored on this computer.", nullptr, count)
                .arg(format::count(count)));
    }
    if (kit.rowsLeftOut > 0) {
        const auto count = static_cast<int>(kit.rowsLeftOut);
        sentences.append(tr("%1 further rows are left out: a file has at most %2.", nullptr, count)
                             .arg(format::count(count), format::count(mostEvidenceRows)));
    }
    m_leftOut->setText(sentences.join(u' '));
    m_leftOut->show();
}

void EvidenceDialog::showFile()
{
    m_more.stop();
    m_preview->clear();
    m_shown.clear();
    m_shownTo = 0;
    const int row = m_files->indexOfTopLevelItem(m_files->currentItem());
    if (row < 0) {
        return;
    }
    m_shown = m_job.kit()->files.at(static_cast<std::size_t>(row)).content;
    if (isPrivacyOn() && !areAmountsShown(*this)) {
        m_preview->setPlainText(privateText(QString::fromLatin1(m_shown.left(1))));
        return;
    }
    showMore();
    m_more.start();
}

/// Adds the next piece, so that the window stays responsive with thousands of rows.
void EvidenceDialog::showMore()
{
    if (m_shownTo >= m_shown.size()) {
        m_more.stop();
        return;
    }
    const qsizetype end = m_shown.indexOf('\n', m_shownTo + evidencePiece);
    const qsizetype to = end < 0 ? m_shown.size() : end + 1;
    const QString piece = QString::fromUtf8(m_shown.mid(m_shownTo, to - m_shownTo));
    m_shownTo = to;
    QTextCursor cursor(m_preview->document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertText(evidenceLines(piece));
}

void EvidenceDialog::showTexts()
{
    setAmountsShown(*this);
    m_show->hide();
    m_privacy->setText(tr("The file contains the real values."));
    showFile();
    m_files->setFocus();
}

void EvidenceDialog::startSubmit()
{
    auto *dialog = new QFileDialog(this, tr("Save evidence"));
    dialog->setObjectName(QStringLiteral("evidenceKitFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("ZIP archive (*.zip)")});
    dialog->setDefaultSuffix(QStringLiteral("zip"));
    dialog->selectFile(m_job.kit()->name);
    connect(dialog, &QDialog::rejected, this, [this] { fail(); });
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog](const QString &path) {
        disconnect(dialog, &QDialog::rejected, this, nullptr); // from now on the job ends it
        m_job.save(path);
    });
    dialog->open();
}

void EvidenceDialog::stopSubmit()
{
    m_job.cancelSaving();
}

void EvidenceDialog::whenSaved(const QString &path, const QString &problem)
{
    if (!problem.isEmpty()) {
        fail(problem);
        return;
    }
    fail(); // back to Editing: what was saved stays in view
    banner()->clearLinks();
    banner()->setMessage(Tone::Good, tr("The evidence was saved."),
                         tr("Saved to %1.").arg(isolated(QDir::toNativeSeparators(path))));
    banner()->show();
    setCloseOnly();
    cancelButton()->setFocus();
}

void openEvidence(const Theme &theme, AccountSession &account, const EvidenceMatter &matter,
                  QWidget *parent)
{
    auto *dialog = new EvidenceDialog(theme, account, matter, parent->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace relaybook
