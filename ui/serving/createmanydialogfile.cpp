// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CreateManyDialog that fills the text field: from a file, or with the rest of a list
// that an end of the program interrupted.
#include "models/text/delimitedtext.h"
#include "models/text/format.h"
#include "ui/serving/createmanydialog.h"
#include "ui/serving/servingtext.h"
#include "ui/widgets/banner.h"

#include <QFile>
#include <QFileDialog>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSet>

namespace relaybook {

namespace {

// 5,000 lines of a name, an amount, a service and a note of 10,000 characters.
constexpr qint64 largestListFile = 64'000'000;

/// The creations of the newest batch that waited when the program ended, and were not asked for
/// again since.
std::vector<SubUserRequest> interruptedCreations(const SubUserOrders &all)
{
    QString batch;
    QSet<QString> later;
    std::vector<SubUserRequest> found;
    for (auto each = all.rbegin(); each != all.rend(); ++each) {
        if (each->request.kind != ServingKind::Create) {
            continue;
        }
        const bool isInterrupted =
            each->state == OrderState::NotSent && each->notSentFor == NotSentFor::Interrupted;
        const QString key = nameKey(each->request.username);
        if (isInterrupted && !later.contains(key) && (batch.isEmpty() || batch == each->batch)) {
            batch = each->batch;
            found.push_back(each->request);
        }
        later.insert(key);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

} // namespace

void CreateManyDialog::offerInterrupted()
{
    const std::vector<SubUserRequest> rest = interruptedCreations(desk().operations());
    if (rest.empty() || m_isInterruptedOffered) {
        return;
    }
    m_isInterruptedOffered = true;
    m_interrupted->setMessage(
        Tone::Warning,
        tr("%1 sub-users of your last list were not created.", nullptr,
           static_cast<int>(rest.size()))
            .arg(format::count(rest.size())),
        tr("Relaybook closed before it was their turn. Nothing was sent for them."));
    auto *load = m_interrupted->addLink(tr("Load these lines"), QStringLiteral("loadInterrupted"));
    connect(load, &QPushButton::clicked, this, [this, rest] {
        m_interrupted->hide();
        askAgain(rest);
        focusForm();
    });
    m_interrupted->show();
}

void CreateManyDialog::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Open a CSV file"));
    dialog->setObjectName(QStringLiteral("listFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("CSV files (*.csv *.txt *.tsv)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &CreateManyDialog::loadFile);
    dialog->open();
}

void CreateManyDialog::loadFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        showMessage(Tone::Bad, tr("The file could not be opened."), file.errorString());
        return;
    }
    if (file.size() > largestListFile) {
        showMessage(
            Tone::Bad, tr("The file is too large."),
            tr("At most %1 sub-users can be created at once.").arg(format::count(mostNewSubUsers)));
        return;
    }
    const auto text = textOfFile(file.readAll());
    if (!text) {
        showMessage(Tone::Bad, tr("The file is not text in UTF-8."),
                    tr("Save it as “CSV UTF-8” in your spreadsheet program, then open it again."));
        return;
    }
    hideMessage();
    m_edit->setPlainText(*text);
    whenEdited();
    focusForm();
}

} // namespace relaybook
