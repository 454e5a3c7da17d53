// SPDX-License-Identifier: GPL-3.0-or-later
// Box with the credentials of the selected row: masked until shown, copied for a short time only,
// and read from the service on demand, because they are not stored on this computer.
#pragma once

#include "api/types/apierror.h"
#include "api/types/secret.h"

#include <QList>
#include <QWidget>

#include <optional>

class QPushButton;

namespace relaybook {

class Label;
class SecretClipboard;
class SecretRow;
class Theme;

/// "http://user:••••••@host:port" from "http://user:password@host:port"; only the mask if the text
/// is not such an address.
[[nodiscard]] QString maskedAddress(const Secret &address);
[[nodiscard]] QString secretMaskText();

class CredentialsBox : public QWidget
{
    Q_OBJECT

public:
    CredentialsBox(const Theme &theme, SecretClipboard &clipboard, QWidget *parent = nullptr);

    struct Line
    {
        QString masked;
        Secret secret;
    };

    /// Call it before anything is shown. `name` is used for screen readers and tool tips.
    void addLine(const QString &name, const QString &objectName);
    /// Shows one value for each added line.
    void showLines(const QList<Line> &lines);
    /// Shows that there are no credentials: `reason` says why, and a button offers to read them if
    /// `canRead`.
    void showMissing(const QString &reason, bool canRead);
    void showReading();
    void showError(const ApiError &error);

Q_SIGNALS:
    void readWanted();

private:
    void say(const QString &text, bool isError);
    void onCopied();

    const Theme &m_theme;
    SecretClipboard &m_clipboard;
    QList<SecretRow *> m_rows;
    Label *m_text;
    QPushButton *m_read;
    QPushButton *m_details;
    std::optional<ApiError> m_error;
};

} // namespace relaybook
