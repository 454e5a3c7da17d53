// SPDX-License-Identifier: GPL-3.0-or-later
// The fields for the connection to a service: the proxy with its sign-in, and an own certificate
// file. Errors are shown at their fields. Typed text is kept when the kind of proxy changes.
#pragma once

#include "api/types/proxypassword.h"

#include <QWidget>

#include <utility>
#include <vector>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace relaybook {

class FieldRow;
class Label;
class SecretEdit;
class Theme;

class NetworkForm final : public QWidget
{
    Q_OBJECT

public:
    explicit NetworkForm(const Theme &theme, QWidget *parent = nullptr);

    /// The stored password is not shown. It is used as long as the proxy and its user are unchanged
    /// and no other password is typed.
    /// `warning`: a sentence that is shown above the fields.
    void setSettings(const NetworkSettings &settings, const QString &warning = {});
    /// The typed settings; the fields of a proxy are included only if a proxy is chosen.
    [[nodiscard]] NetworkSettings settings() const;
    /// Checks what can be checked without the network; shows each error at its field.
    [[nodiscard]] bool isComplete();
    void focusOnFirstError();

Q_SIGNALS:
    void edited();

private:
    void buildProxy(const Theme &theme);
    void buildCertificates(const Theme &theme);
    void showKind();
    void whenEdited();
    void chooseFile();
    void checkHost();
    void checkPort();
    void checkUser();
    void checkFile();
    void takeApart();
    void showPasswordHint();
    [[nodiscard]] NetworkSettings::Proxy kind() const;
    [[nodiscard]] std::vector<FieldRow *> rows() const;

    QComboBox *m_kind;
    QLineEdit *m_host;
    QLineEdit *m_port;
    QLineEdit *m_user;
    SecretEdit *m_password;
    QLineEdit *m_file;
    Label *m_warning;
    QWidget *m_proxyFields;
    FieldRow *m_kindRow;
    FieldRow *m_hostRow;
    FieldRow *m_portRow;
    FieldRow *m_userRow;
    FieldRow *m_passwordRow;
    FieldRow *m_fileRow;
    ProxyPassword m_stored;
    /// A certificate file and its hash when it was chosen; none after the field was changed.
    std::pair<QString, QString> m_hashOf;
};

/// Why a certificate file cannot be used, as a sentence; empty if its content shows no problem.
/// Reads at most a megabyte of the file.
[[nodiscard]] QString certificateFileProblem(const QString &path);

} // namespace relaybook
