// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/journalremedy.h"

#include "ui/base/confirmdialog.h"
#include "ui/widgets/banner.h"

#include <QCoreApplication>
#include <QPushButton>

#include <utility>

namespace relaybook {

namespace {

struct JournalRemedyText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::JournalRemedyText)
};

void askFirst(const Theme &theme, QWidget *parent, const JournalRemedy::Question &question,
              const QString &action, std::function<void()> agreed)
{
    auto *dialog =
        new ConfirmDialog(theme, {question.name, question.title, question.words, action}, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, parent, std::move(agreed));
    dialog->open();
}

} // namespace

void addJournalRemedy(Banner &banner, const Theme &theme, QWidget *parent, bool isMissing,
                      const JournalRemedy &remedy)
{
    auto *aside = banner.addLink(JournalRemedyText::tr("Start a new file…"),
                                 QStringLiteral("setJournalAside"));
    QObject::connect(aside, &QPushButton::clicked, parent, [&theme, parent, remedy] {
        askFirst(theme, parent, remedy.newFile, JournalRemedyText::tr("Start a new file"),
                 [remedy] {
                     if (const auto path = remedy.setAside(); !path && remedy.failed) {
                         remedy.failed(path.error());
                     }
                 });
    });
    if (isMissing) {
        return;
    }
    auto *use =
        banner.addLink(JournalRemedyText::tr("Use this file…"), QStringLiteral("useJournalAsItIs"));
    QObject::connect(use, &QPushButton::clicked, parent, [&theme, parent, remedy] {
        askFirst(theme, parent, remedy.asItIs, JournalRemedyText::tr("Use this file"),
                 remedy.useAsItIs);
    });
}

} // namespace relaybook
