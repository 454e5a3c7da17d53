// SPDX-License-Identifier: GPL-3.0-or-later
// The field for the file of an export: proposes a free name until the user enters one, and knows
// which existing file may be replaced.

#pragma once

#include "models/export/exportvalues.h"
#include "ui/widgets/fieldrow.h"

class QLineEdit;

namespace relaybook {

class Settings;
struct PageContext;

class ExportFileRow : public FieldRow
{
    Q_OBJECT

public:
    ExportFileRow(const PageContext &context, QWidget *parent);

    /// Proposes this name in the folder of the last export, with a number if it is taken. Of a name
    /// that the user entered, only the ending is changed.
    void propose(const QString &name, ExportFormat format);
    [[nodiscard]] QString path() const;

    /// Shows what is wrong with the path; true if nothing is.
    [[nodiscard]] bool check();
    /// Whether the export would replace an existing file without the user's agreement. If a
    /// proposed name is now taken, chooses a free name instead.
    [[nodiscard]] bool mustAsk();
    /// The name of the file that would be replaced.
    [[nodiscard]] QString takenName() const;
    void agreeToReplace();
    /// Changes the name to a free one.
    void keepBoth();

Q_SIGNALS:
    void pathChanged();
    /// The user chose a file in the system's file dialog.
    void pathChosen();

private:
    void choose();
    void setPath(const QString &path);
    void proposeAgain();
    void showHint();

    Settings &m_settings;
    QLineEdit *m_path;
    QString m_proposed; ///< the name that was proposed last, without a number
    ExportFormat m_format = ExportFormat::Csv;
    bool m_nameIsOurs = true; ///< until the user enters a name
    QString m_mayReplace;     ///< the path of a file that the user agreed to replace
};

} // namespace relaybook
