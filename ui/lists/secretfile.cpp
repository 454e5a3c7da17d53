// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/secretfile.h"

#include "api/types/systemreason.h"
#include "ui/base/confirmdialog.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QSaveFile>

namespace relaybook {

namespace {

struct SecretFile
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::SecretFile)
};

void askBeforeSaving(const Theme &theme, const QString &path, QWidget *parent, QObject *guard,
                     const std::function<void(const QString &path)> &save)
{
    const ConfirmDialog::Question question{
        QStringLiteral("saveCredentialsDialog"),
        SecretFile::tr("Save passwords in a file?"),
        SecretFile::tr("“%1” will contain user names and passwords that anybody who gets the file "
                       "can use. On this computer only you can read it, but backups and "
                       "synchronized folders may copy it. Delete it when it is no longer needed.")
            .arg(QDir::toNativeSeparators(path)),
        SecretFile::tr("Save the file"),
    };
    auto *dialog = new ConfirmDialog(theme, question, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, guard, [path, save] { save(path); });
    dialog->open();
}

} // namespace

void askForSecretFile(const Theme &theme, const SecretFileWanted &wanted, QWidget *parent,
                      QObject *guard, std::function<void(const QString &path)> save)
{
    auto *dialog = new QFileDialog(parent, wanted.title);
    dialog->setObjectName(QStringLiteral("credentialsFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({wanted.filter});
    dialog->setDefaultSuffix(wanted.suffix);
    dialog->selectFile(wanted.name);
    QObject::connect(dialog, &QFileDialog::fileSelected, guard,
                     [&theme, parent, guard, save = std::move(save)](const QString &path) {
                         askBeforeSaving(theme, path, parent, guard, save);
                     });
    dialog->open();
}

std::optional<QString> writeForUserOnly(const QString &path, const Secret &content)
{
    QSaveFile file(path);
    const QByteArray &bytes = content.reveal();
    // Before anything is written: QSaveFile takes the permissions of the file that it replaces.
    const bool isPrivate = file.open(QIODevice::WriteOnly) &&
                           file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    // commit() of Qt 6.4 takes a file whose last bytes could not be written.
    if (isPrivate && file.write(bytes) == bytes.size() && file.flush() && file.commit()) {
        return std::nullopt;
    }
    return SecretFile::tr("The file “%1” could not be saved (%2). Choose another folder.")
        .arg(QDir::toNativeSeparators(path),
             systemReason(file.errorString(),
                          SecretFile::tr("the system gave no reason; the disk may be full")));
}

} // namespace relaybook
