// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/credentialsbox.h"

#include "models/accounts/accountsession.h"
#include "models/text/credentialformat.h"
#include "ui/base/errordetails.h"
#include "ui/base/errortext.h"
#include "ui/lists/secretclipboard.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/secretrow.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace relaybook {

QString secretMaskText()
{
    return QStringLiteral("••••••");
}

QString maskedAddress(const Secret &address)
{
    const QString text = QString::fromUtf8(address.reveal());
    const qsizetype scheme = text.indexOf(QLatin1String("://"));
    const qsizetype at = text.lastIndexOf(QLatin1Char('@'));
    if (scheme < 0 || at < scheme) {
        return secretMaskText();
    }
    const qsizetype user = scheme + 3;
    const qsizetype colon = text.indexOf(QLatin1Char(':'), user);
    // A user name without a password may be a token.
    const QString name = colon > 0 && colon < at ? text.mid(user, colon - user + 1) : QString();
    return text.left(user) % name % secretMaskText() % text.mid(at);
}

CredentialsBox::CredentialsBox(const Theme &theme, SecretClipboard &clipboard, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_clipboard(clipboard)
    , m_text(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_read(new QPushButton(tr("Load credentials"), this))
    , m_details(new QPushButton(tr("Details"), this))
{
    setObjectName(QStringLiteral("credentials"));
    m_text->setObjectName(QStringLiteral("credentialsText"));
    m_text->setWordWrap(true);
    m_text->hide();
    m_read->setObjectName(QStringLiteral("readCredentialsButton"));
    m_read->setAutoDefault(false);
    m_read->hide();
    m_details->setObjectName(QStringLiteral("credentialsDetailsButton"));
    m_details->setAccessibleName(tr("Details of why the credentials could not be loaded"));
    m_details->setAutoDefault(false);
    setButtonKind(*m_details, ButtonKind::Link);
    m_details->hide();
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(12);
    buttons->addWidget(m_read);
    buttons->addWidget(m_details);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_text);
    column->addLayout(buttons);
    connect(m_read, &QPushButton::clicked, this, &CredentialsBox::readWanted);
    connect(m_details, &QPushButton::clicked, this, [this] {
        if (m_error) {
            openErrorDetails(m_theme, *m_error, this);
        }
    });
    // Another copy is reported elsewhere; the message about the earlier one is removed here.
    connect(&clipboard, &SecretClipboard::copied, this, [this] { withdrawCopied(); });
    connect(&clipboard, &SecretClipboard::cleared, this, [this] { withdrawCopied(); });
}

CredentialsBox::Line CredentialsBox::lineOf(const ProxyAccess &access, CredentialFormat format)
{
    const CredentialTemplate form(templateOf(format));
    const CredentialTemplate::Line line = form.fill(access);
    return {line.text.isEmpty() ? secretMaskText() : form.masked(access, secretMaskText()),
            line.text, line.isUnclear};
}

void CredentialsBox::addLine(const QString &name, const QString &objectName)
{
    auto *row = new SecretRow(m_theme, name, this);
    row->setObjectName(objectName);
    row->hide();
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->insertWidget(static_cast<int>(m_rows.size()), row);
    m_rows.append(row);
    connect(row, &SecretRow::copyRequested, this, [this](const QString &secret) {
        m_clipboard.copy(Secret(secret));
        sayCopied();
    });
}

void CredentialsBox::showLines(const QList<Line> &lines)
{
    Q_ASSERT(lines.size() == m_rows.size());
    for (int i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->setSecret(lines[i].masked, QString::fromUtf8(lines[i].secret.reveal()));
        // Hides the lines that the service did not send.
        m_rows[i]->setVisible(!lines[i].secret.isEmpty());
    }
    m_read->hide();
    m_error.reset();
    m_details->hide();
    const bool isUnclear =
        std::any_of(lines.begin(), lines.end(), [](const Line &line) { return line.isUnclear; });
    m_usualText = isUnclear ? tr("The first line cannot be split again by every program, because "
                                 "the user name or the password contains a “:”. Copy the address "
                                 "instead.")
                            : QString();
    say(m_usualText, false);
}

void CredentialsBox::showMissing(const AccountSession &account, ReadCall call,
                                 const QString &notSent)
{
    if (account.isOffline()) {
        showReason(
            tr("Credentials are not stored on this computer; they are loaded when connected."),
            false);
    } else if (account.offer().isMissing(call)) {
        showReason(notSent, false);
    } else {
        showReason(tr("Credentials are not stored on this computer."), true);
    }
}

void CredentialsBox::showReason(const QString &reason, bool canRead)
{
    for (SecretRow *row : std::as_const(m_rows)) {
        row->setSecret({}, {});
        row->hide();
    }
    m_error.reset();
    m_usualText.clear();
    m_details->hide();
    m_read->setText(tr("Load credentials"));
    m_read->setAccessibleName(m_read->text());
    m_read->setEnabled(true);
    m_read->setVisible(canRead);
    say(reason, false);
}

void CredentialsBox::showReading()
{
    m_read->setText(tr("Loading…"));
    m_read->setAccessibleName(m_read->text());
    m_read->setEnabled(false);
    m_details->hide();
}

void CredentialsBox::showError(const ApiError &error)
{
    m_error = error;
    m_read->setText(tr("Try again"));
    m_read->setAccessibleName(tr("Try again to load the credentials"));
    m_read->setEnabled(true);
    m_read->show();
    m_details->show();
    say(errorText(error).title, true);
}

void CredentialsBox::say(const QString &text, bool isError)
{
    m_saysCopied = false;
    m_text->setRole(isError ? Role::Bad : Role::QuietText);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
}

void CredentialsBox::withdrawCopied()
{
    if (std::exchange(m_saysCopied, false)) {
        say(m_usualText, false);
    }
}

void CredentialsBox::sayCopied()
{
    say(tr("Copied.") % u' ' % m_clipboard.clearingText(), false);
    m_saysCopied = true;
}

} // namespace relaybook
