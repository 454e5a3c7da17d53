// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/unclearlines.h"

#include "models/text/format.h"
#include "ui/base/confirmdialog.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct UnclearText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::UnclearLines)
};

} // namespace

QString unclearLineText()
{
    return UnclearText::tr("The user name or the password contains a character that this format "
                           "has between its parts, so programs may read the line wrongly. Use the "
                           "URL format.");
}

void askToCopyUnclear(const Theme &theme, const UnclearLines &lines, QWidget *parent,
                      const UnclearAnswers &answers)
{
    const ConfirmDialog::Question question{
        QStringLiteral("unclearLinesDialog"),
        UnclearText::tr("%1 of %2 lines cannot be split again", nullptr,
                        static_cast<int>(lines.unclear))
            .arg(format::count(lines.unclear))
            .arg(format::count(lines.all)),
        UnclearText::tr("Their user names or passwords contain a character that this format has "
                        "between its parts, so programs may read them wrongly. The URL format "
                        "encodes such characters: use it instead."),
        UnclearText::tr("Copy anyway"),
    };
    auto *dialog = new ConfirmDialog(theme, question, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, dialog, answers.copy);
    QObject::connect(dialog, &QDialog::rejected, dialog, answers.cancel);
    dialog->open();
}

} // namespace relaybook
