// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that shows the credentials of sub-users that were just created, and copies them in every
// format. They are in memory only.
#pragma once

#include "ui/base/page.h"
#include "ui/lists/credentialchoice.h"
#include "ui/widgets/sheetdialog.h"

#include "api/types/subuser.h"

#include <vector>

namespace relaybook {

class FindingLine;
class SecretClipboard;

class CreatedDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// `otherwise` says of each that is not as it was asked for, how. `clipboard` outlives the
    /// dialog: what was copied stays there for a short time.
    CreatedDialog(const PageContext &context, std::vector<SubUser> created,
                  const QStringList &otherwise, SecretClipboard &clipboard, QWidget *parent);

Q_SIGNALS:
    /// The user wants to see the page of the sub-user; the dialog has closed.
    void pageWanted();

protected:
    /// Asks for the format; the dialog stays open.
    void startSubmit() override;

private:
    void buildOtherwise(const QStringList &otherwise);
    void buildLines();
    [[nodiscard]] ProxyAccess accessAt(std::size_t index, ProxyProtocol protocol) const;
    /// Into the clipboard, or into the file `path`.
    void copyAll(const CredentialChoice &choice, const QString &path);
    void saveLines(const Secret &lines, const QString &path);
    void copyLines(const Secret &lines, int copied);

    PageContext m_context;
    const std::vector<SubUser> m_created;
    SecretClipboard &m_clipboard;
    FindingLine *m_copied;
};

} // namespace relaybook
