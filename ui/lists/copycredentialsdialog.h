// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that chooses the format in which the credentials of the selected rows are copied, with a
// preview of the first row in which the password is hidden.
#pragma once

#include "ui/lists/credentialchoice.h"
#include "ui/widgets/sheetdialog.h"

#include <functional>
#include <optional>

class QButtonGroup;
class QHBoxLayout;
class QLineEdit;

namespace relaybook {

class FieldRow;
class Label;

class CopyCredentialsDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// Returns the access data of the first selected row.
    using Example = std::function<ProxyAccess(ProxyProtocol protocol)>;

    CopyCredentialsDialog(const Theme &theme, qint64 rows, const CredentialChoice &choice,
                          Example example, QWidget *parent);
    ~CopyCredentialsDialog() override;

    [[nodiscard]] CredentialChoice choice() const;

Q_SIGNALS:
    void chosen(const relaybook::CredentialChoice &choice);
    /// The same, but for a file.
    void fileWanted(const relaybook::CredentialChoice &choice);

protected:
    void startSubmit() override;

private:
    void buildProtocols(ProxyProtocol chosen);
    void buildFormats(CredentialFormat chosen);
    void buildTemplate(const CredentialChoice &choice);
    void buildPreview();
    void buildSave();
    void showChoice();
    void showPreview(const CredentialChoice &choice, bool isValid);
    void showLines(const CredentialChoice &choice);
    /// Nothing if it is not a number of lines.
    [[nodiscard]] std::optional<int> typedLines() const;
    [[nodiscard]] static QString hintOf(bool isUnknown, bool isUnclear);
    [[nodiscard]] QString problemOf(const CredentialTemplate &line) const;

    Example m_example;
    qint64 m_rows;
    QButtonGroup *m_protocols = nullptr;
    QButtonGroup *m_formats = nullptr;
    QLineEdit *m_template = nullptr;
    FieldRow *m_templateRow = nullptr;
    QLineEdit *m_lines = nullptr;
    FieldRow *m_linesRow = nullptr;
    QPushButton *m_save = nullptr;
    QLineEdit *m_preview = nullptr;
    FieldRow *m_previewRow = nullptr;
    Label *m_moreLines = nullptr; ///< of the preview
};

} // namespace relaybook
