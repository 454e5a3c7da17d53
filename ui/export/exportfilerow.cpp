// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exportfilerow.h"

#include "models/export/exportname.h"
#include "models/export/provenance.h"
#include "ui/base/page.h"
#include "ui/base/settings.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardPaths>

#include <optional>

namespace relaybook {

namespace {

QString hintOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return ExportFileRow::tr("For scripts and other programs; to open the file in Excel, "
                                 "choose “CSV for Excel”. A second file next to it describes "
                                 "where the rows came from.");
    case ExportFormat::CsvExcel:
        return ExportFileRow::tr("To open in Excel, with this computer's decimal sign and "
                                 "separator; for scripts, choose “CSV”. A second file next to it "
                                 "describes where the rows came from.");
    case ExportFormat::Json:
        return ExportFileRow::tr("For programs: amounts as exact text, metadata unchanged.");
    case ExportFormat::Xlsx:
        break;
    }
    return ExportFileRow::tr("For spreadsheets: amounts as numbers, times as dates in UTC with the "
                             "exact text next to them.");
}

/// Empty if there is no file to replace.
std::optional<QString> replaceHintOf(const QString &path, bool isAgreed)
{
    if (!QFileInfo(path).isFile()) {
        return std::nullopt;
    }
    return isAgreed ? ExportFileRow::tr("This file already exists and will be replaced.")
                    : ExportFileRow::tr(
                          "This file already exists. You will be asked before it is replaced.");
}

} // namespace

ExportFileRow::ExportFileRow(const PageContext &context, QWidget *parent)
    : FieldRow(context.theme, tr("&File"), new QWidget, parent)
    , m_settings(context.settings)
    , m_path(new QLineEdit)
{
    setObjectName(QStringLiteral("fileRow"));
    m_path->setObjectName(QStringLiteral("pathEdit"));
    m_path->setAccessibleName(tr("File"));
    auto *button = new QPushButton(tr("Choose…"));
    button->setObjectName(QStringLiteral("choosePath"));
    button->setAccessibleName(tr("Choose a file"));
    button->setAutoDefault(false);
    auto *row = new QHBoxLayout(field());
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_path, 1);
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this, &ExportFileRow::choose);
    connect(m_path, &QLineEdit::textEdited, this, [this] {
        m_nameIsOurs = false;
        showHint();
    });
}

QString ExportFileRow::path() const
{
    return QDir::cleanPath(QDir::fromNativeSeparators(m_path->text().trimmed()));
}

void ExportFileRow::setPath(const QString &path)
{
    m_path->setText(QDir::toNativeSeparators(path));
}

void ExportFileRow::propose(const QString &name, ExportFormat format)
{
    m_proposed = name;
    m_format = format;
    const QFileInfo file(path());
    if (m_nameIsOurs) {
        proposeAgain();
    } else if (isExportFileEnding(file.suffix())) {
        setPath(
            QDir(file.path())
                .filePath(file.completeBaseName() % QLatin1Char('.') % exportFileEnding(format)));
    }
    showHint();
}

void ExportFileRow::proposeAgain()
{
    QString folder = m_settings.text(Setting::ExportFolder);
    if (folder.isEmpty() || !QFileInfo(folder).isDir()) {
        folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    }
    // The documents folder does not exist on every system.
    if (!QFileInfo(folder).isDir()) {
        folder = QDir::homePath();
    }
    setPath(freeExportPath(QDir(folder).filePath(m_proposed), m_format));
}

void ExportFileRow::showHint()
{
    clearError();
    setHint(replaceHintOf(path(), path() == m_mayReplace).value_or(hintOf(m_format)));
    Q_EMIT pathChanged();
}

void ExportFileRow::choose()
{
    auto *dialog = new QFileDialog(window(), tr("Export to"), QFileInfo(path()).path());
    dialog->setObjectName(QStringLiteral("exportFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->selectFile(QFileInfo(path()).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &chosen) {
        m_nameIsOurs = false;
        const bool isNamed = QFileInfo(chosen).fileName().contains(QLatin1Char('.'));
        setPath(isNamed ? chosen : QString(chosen % QLatin1Char('.') % exportFileEnding(m_format)));
        // If an ending was added to the name, the system's file dialog did not ask about that file.
        m_mayReplace = isNamed && QFileInfo::exists(path()) ? path() : QString();
        showHint();
        Q_EMIT pathChosen();
    });
    dialog->open();
}

bool ExportFileRow::check()
{
    clearError();
    if (m_path->text().trimmed().isEmpty()) {
        setError(tr("Enter or choose a file."));
        return false;
    }
    if (!QFileInfo(path()).isAbsolute()) {
        setError(tr("Enter an absolute path."));
        return false;
    }
    const QString ending = QFileInfo(path()).suffix();
    const QString usual = exportFileEnding(m_format);
    if (isExportFileEnding(ending) && ending.toLower() != usual) {
        // Other programs could not open the file.
        setError(tr("The name ends in “.%1”, but the format is %2. Change one of them.")
                     .arg(ending, usual.toUpper()));
        return false;
    }
    return true;
}

bool ExportFileRow::mustAsk()
{
    if (m_nameIsOurs && wouldReplace(path(), m_format)) {
        proposeAgain();
    }
    const bool isFolder = QFileInfo(path()).isDir(); // no file can be written there
    return path() != m_mayReplace && !isFolder && wouldReplace(path(), m_format);
}

QString ExportFileRow::takenName() const
{
    const QFileInfo file(path());
    const bool isTaken = file.exists() || file.isSymLink();
    return QFileInfo(isTaken ? path() : provenancePathOf(path())).fileName();
}

void ExportFileRow::agreeToReplace()
{
    m_mayReplace = path();
}

void ExportFileRow::keepBoth()
{
    setPath(freeExportPath(path(), m_format));
    showHint();
}

} // namespace relaybook
