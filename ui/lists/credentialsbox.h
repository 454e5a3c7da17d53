// SPDX-License-Identifier: GPL-3.0-or-later
// The credentials of the selected row: masked until shown, copied for a short time, and read from
// the service on demand, because they are kept nowhere on this computer.
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

// "http://user:••••••@host:port" of "http://user:password@host:port"; nothing but the mask where it
// is no such address.
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

    // Before anything is shown; the name is read out and stands in tool tips.
    void addLine(const QString &name, const QString &objectName);
    // One for each added line.
    void showLines(const QList<Line> &lines);
    // None here: `reason` says why, and where they can be read a button offers it.
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
