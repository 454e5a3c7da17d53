// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/networkform.h"

#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"
#include "ui/widgets/secretedit.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int lowestPort = 1;
constexpr int highestPort = 65'535;
constexpr int portDigits = 5;
constexpr int portWidth = 90;
constexpr qint64 mostOfACertificateFile = 1'048'576;
constexpr qint64 largestCertificateFile = 16 * mostOfACertificateFile;

QLineEdit *namedEdit(const char *name)
{
    auto *edit = new QLineEdit;
    edit->setObjectName(QLatin1String(name));
    return edit;
}

} // namespace

QString certificateFileProblem(const QString &path)
{
    const QFileInfo info(path);
    if (!info.isAbsolute()) {
        return NetworkForm::tr("Enter an absolute path.");
    }
    if (!info.exists()) {
        return NetworkForm::tr("There is no such file.");
    }
    if (!info.isFile()) {
        return NetworkForm::tr("This is not a file.");
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return NetworkForm::tr("The file cannot be read: %1.").arg(file.errorString());
    }
    if (file.size() > largestCertificateFile) {
        return NetworkForm::tr("The file is too large for certificates.");
    }
    const QByteArray start = file.read(mostOfACertificateFile);
    if (!start.contains("-----BEGIN CERTIFICATE-----")) {
        return NetworkForm::tr("The file has no certificate in PEM format.");
    }
    // The user probably chose the wrong file of a pair. The private key in it is not used.
    return start.contains("PRIVATE KEY-----")
               ? NetworkForm::tr("The file has a private key in it. Choose a file that has "
                                 "certificates only.")
               : QString();
}

NetworkForm::NetworkForm(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_kind(new QComboBox)
    , m_host(namedEdit("proxyHostEdit"))
    , m_port(namedEdit("proxyPortEdit"))
    , m_user(namedEdit("proxyUserEdit"))
    , m_password(new SecretEdit(theme, QStringLiteral("proxyPasswordEdit")))
    , m_file(namedEdit("caFileEdit"))
    , m_warning(new Label(theme, Role::Warning, TextStyle::Body, QString(), this))
    , m_proxyFields(new QWidget(this))
{
    setObjectName(QStringLiteral("networkForm"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    buildProxy(theme);
    buildCertificates(theme);
    m_warning->setObjectName(QStringLiteral("confirmNetwork"));
    m_warning->setWordWrap(true);
    m_warning->hide();
    column->addWidget(m_warning);
    column->addWidget(m_kindRow);
    column->addWidget(m_proxyFields);
    column->addWidget(m_fileRow);
    for (QLineEdit *edit :
         std::initializer_list<QLineEdit *>{m_host, m_port, m_user, m_password, m_file}) {
        connect(edit, &QLineEdit::textEdited, this, &NetworkForm::whenEdited);
        // textChanged() also covers changes by a screen reader or by takeApart().
        connect(edit, &QLineEdit::textChanged, this, &NetworkForm::showPasswordHint);
    }
    connect(m_file, &QLineEdit::textEdited, this, [this] { m_hashOf = {}; });
    connect(m_host, &QLineEdit::editingFinished, this, &NetworkForm::takeApart);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        showKind();
        showPasswordHint();
        whenEdited();
    });
    showKind();
}

void NetworkForm::buildProxy(const Theme &theme)
{
    m_kind->setObjectName(QStringLiteral("proxyKind"));
    const std::pair<NetworkSettings::Proxy, QString> kinds[] = {
        {NetworkSettings::Proxy::None, tr("No proxy")},
        {NetworkSettings::Proxy::System, tr("The system's proxy")},
        {NetworkSettings::Proxy::Http, tr("HTTP proxy")},
        {NetworkSettings::Proxy::Socks5, tr("SOCKS5 proxy")},
    };
    for (const auto &[kind, text] : kinds) {
        m_kind->addItem(text, static_cast<int>(kind));
    }
    m_host->setInputMethodHints(Qt::ImhUrlCharactersOnly);
    m_port->setInputMethodHints(Qt::ImhDigitsOnly);
    m_port->setMaxLength(portDigits);
    m_port->setFixedWidth(portWidth);
    m_kindRow = new FieldRow(theme, tr("Proxy for Relaybook's requests"), m_kind, this);
    m_hostRow = new FieldRow(theme, tr("Proxy host"), m_host, m_proxyFields);
    m_portRow = new FieldRow(theme, tr("Proxy port"), m_port, m_proxyFields);
    m_userRow = new FieldRow(theme, tr("Proxy user (optional)"), m_user, m_proxyFields);
    m_passwordRow = new FieldRow(theme, tr("Proxy password"), m_password, m_proxyFields);
    auto *place = new QHBoxLayout;
    place->setSpacing(12);
    place->addWidget(m_hostRow, 1, Qt::AlignTop);
    place->addWidget(m_portRow, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout(m_proxyFields);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addLayout(place);
    column->addLayout(fieldsInRow({m_userRow, m_passwordRow}));
}

void NetworkForm::buildCertificates(const Theme &theme)
{
    auto *field = new QWidget;
    auto *button = new QPushButton(tr("Choose…"));
    button->setObjectName(QStringLiteral("chooseCaFile"));
    button->setAccessibleName(tr("Choose a certificate file"));
    button->setAutoDefault(false);
    auto *row = new QHBoxLayout(field);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_file, 1);
    row->addWidget(button);
    m_fileRow = new FieldRow(theme, tr("Own certificate file (optional)"), field, this);
    m_fileRow->setHint(tr("A PEM file with certificate authorities that are trusted as well as the "
                          "system's. Certificates are always checked."));
    m_file->setAccessibleName(tr("Own certificate file (optional)"));
    connect(button, &QPushButton::clicked, this, &NetworkForm::chooseFile);
}

NetworkSettings::Proxy NetworkForm::kind() const
{
    return static_cast<NetworkSettings::Proxy>(m_kind->currentData().toInt());
}

void NetworkForm::showKind()
{
    m_proxyFields->setVisible(hasOwnProxy(settings()));
    m_kindRow->setHint(kind() == NetworkSettings::Proxy::System
                           ? tr("As it is set for this computer.")
                           : QString());
}

void NetworkForm::setSettings(const NetworkSettings &settings, const QString &warning)
{
    m_warning->setText(warning);
    m_warning->setVisible(!warning.isEmpty());
    const QSignalBlocker quiet(m_kind);
    m_stored = ProxyPassword::of(settings);
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(settings.proxy)));
    m_host->setText(settings.host);
    m_port->setText(settings.port > 0 ? QString::number(settings.port) : QString());
    m_user->setText(settings.user);
    m_password->clear();
    m_file->setText(QDir::toNativeSeparators(settings.caFile));
    m_hashOf = {QDir::cleanPath(settings.caFile), settings.caHash};
    showKind();
    showPasswordHint();
}

void NetworkForm::showPasswordHint()
{
    const NetworkSettings typed = settings();
    const bool isStored = !m_stored.passwordFor(typed).isEmpty();
    const bool isOfAnother = !m_stored.isEmpty() && !isStored && !typed.user.isEmpty();
    m_password->setPlaceholderText(isStored ? tr("Stored. Type to replace it.") : QString());
    m_passwordRow->setHint(isOfAnother && typed.password.isEmpty()
                               ? tr("Type the password: the stored one was entered for another "
                                    "proxy or user.")
                               : QString());
}

NetworkSettings NetworkForm::settings() const
{
    NetworkSettings settings;
    settings.proxy = kind();
    if (hasOwnProxy(settings)) {
        settings.host = m_host->text().trimmed();
        settings.port = m_port->text().trimmed().toInt();
        settings.user = m_user->text().trimmed();
        // Not trimmed: a password may begin or end with a space.
        const Secret typed(m_password->text());
        settings.password = typed.isEmpty() ? m_stored.passwordFor(settings) : typed;
    }
    const QString file = m_file->text().trimmed();
    settings.caFile = file.isEmpty() ? file : QDir::cleanPath(QDir::fromNativeSeparators(file));
    settings.caHash = settings.caFile == m_hashOf.first ? m_hashOf.second : QString();
    return settings;
}

std::vector<FieldRow *> NetworkForm::rows() const
{
    return {m_hostRow, m_portRow, m_userRow, m_passwordRow, m_fileRow};
}

void NetworkForm::whenEdited()
{
    for (FieldRow *row : rows()) {
        row->clearError();
    }
    Q_EMIT edited();
}

// Splits a pasted "http://10.0.0.1:3128" into the fields for host and port.
void NetworkForm::takeApart()
{
    const QString typed = m_host->text().trimmed();
    if (!typed.contains(u':') || typed.count(u':') > 2) {
        return; // a plain name, or an IPv6 address
    }
    const QUrl url(
        typed.contains(QLatin1String("://")) ? typed : QString(QLatin1String("http://") % typed));
    if (url.isValid() && !url.host().isEmpty() && url.userInfo().isEmpty()) {
        m_host->setText(url.host());
        if (url.port() > 0) {
            m_port->setText(QString::number(url.port()));
        }
    }
}

void NetworkForm::checkHost()
{
    const QString host = settings().host;
    if (host.isEmpty()) {
        m_hostRow->setError(tr("Enter the proxy's host name or IP address."));
    } else if (host.contains(u'/') || host.contains(u'@') || host.contains(u' ')) {
        m_hostRow->setError(tr("Enter the host name or IP address alone, without http:// and "
                               "without a user."));
    }
}

void NetworkForm::checkPort()
{
    bool isNumber = false;
    const int port = m_port->text().trimmed().toInt(&isNumber);
    if (!isNumber || port < lowestPort || port > highestPort) {
        m_portRow->setError(tr("A number from 1 to 65535."));
    }
}

void NetworkForm::checkUser()
{
    if (m_user->text().trimmed().isEmpty() && !m_password->text().isEmpty()) {
        m_userRow->setError(tr("Enter the user that belongs to the password."));
    }
}

void NetworkForm::checkFile()
{
    const QString path = settings().caFile;
    if (path.isEmpty()) {
        return;
    }
    const QString problem = certificateFileProblem(path);
    m_fileRow->setError(problem);
    QFile file(path);
    if (!problem.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return;
    }
    QCryptographicHash sum(QCryptographicHash::Sha256);
    sum.addData(&file);
    const QString hash = QString::fromLatin1(sum.result().toHex());
    if (path == m_hashOf.first && !m_hashOf.second.isEmpty() && hash != m_hashOf.second) {
        m_fileRow->setError(
            tr("The file changed since it was chosen. If you trust it, choose it again."));
        return;
    }
    m_hashOf = {path, hash};
}

bool NetworkForm::isComplete()
{
    takeApart();
    for (FieldRow *row : rows()) {
        row->clearError();
    }
    if (hasOwnProxy(settings())) {
        checkHost();
        checkPort();
        checkUser();
    }
    checkFile();
    const auto all = rows();
    return std::none_of(all.begin(), all.end(),
                        [](const FieldRow *row) { return row->hasError(); });
}

void NetworkForm::focusOnFirstError()
{
    for (FieldRow *row : rows()) {
        if (row->hasError()) {
            row->focusField();
            return;
        }
    }
}

void NetworkForm::chooseFile()
{
    auto *dialog =
        new QFileDialog(window(), tr("Certificate file"), QFileInfo(settings().caFile).path());
    dialog->setObjectName(QStringLiteral("caFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptOpen);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Certificates (*.pem *.crt *.cer)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &chosen) {
        m_file->setText(QDir::toNativeSeparators(chosen));
        m_hashOf = {};
        whenEdited();
        checkFile();
    });
    dialog->open();
}

} // namespace relaybook
