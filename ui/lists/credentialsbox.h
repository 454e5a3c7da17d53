// SPDX-License-Identifier: GPL-3.0-or-later
// Box with the credentials of the selected row: masked until shown, copied for a short time only,
// and read from the service on demand, because they are not stored on this computer.
#pragma once

#include "api/types/result.h"
#include "api/types/secret.h"

#include <QList>
#include <QWidget>

#include <optional>

class QPushButton;

namespace relaybook {

class AccountSession;
class Label;
class SecretClipboard;
class SecretRow;
class Theme;
struct ProxyAccess;
enum class CredentialFormat;
enum class ReadCall;

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
        bool isUnclear = false; ///< see CredentialTemplate::Line
    };

    /// The access data in this form. A password that cannot be masked inside the line hides all of
    /// it.
    [[nodiscard]] static Line lineOf(const ProxyAccess &access, CredentialFormat format);

    /// Call it before anything is shown. `name` is used for screen readers and tool tips.
    void addLine(const QString &name, const QString &objectName);
    /// Shows one value for each added line.
    void showLines(const QList<Line> &lines);
    /// Empties the box when no row is selected.
    void clear() { showReason({}, false); }
    /// Shows why there are no credentials, and a button that loads them if that is possible.
    /// `notSent` is the reason if the service does not have `call`, which loads them.
    void showMissing(const AccountSession &account, ReadCall call, const QString &notSent);
    void showReading();
    /// Shows the error if loading failed. Call it after showLines() or showMissing().
    template <class Row>
    void showAnswer(const Result<Row> &answer, bool hasCredentials)
    {
        if (answer && !hasCredentials) {
            showReason(tr("The service did not send the credentials."), true);
        } else if (!answer && answer.error().kind != ErrorKind::NotOffered) {
            showError(answer.error());
        }
    }

Q_SIGNALS:
    void readWanted();

private:
    void showReason(const QString &reason, bool canRead);
    void showError(const ApiError &error);
    void say(const QString &text, bool isError);
    void sayCopied();
    void withdrawCopied();

    const Theme &m_theme;
    SecretClipboard &m_clipboard;
    QList<SecretRow *> m_rows;
    Label *m_text;
    QPushButton *m_read;
    QPushButton *m_details;
    std::optional<ApiError> m_error;
    QString m_usualText;       ///< shown below the lines unless there is something else to say
    bool m_saysCopied = false; ///< shows the message that a line was copied
};

} // namespace relaybook
