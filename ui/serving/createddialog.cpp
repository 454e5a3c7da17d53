// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/createddialog.h"

#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/lists/copycredentialsdialog.h"
#include "ui/lists/credentialsbox.h"
#include "ui/lists/credentialscopy.h"
#include "ui/lists/secretclipboard.h"
#include "ui/lists/secretfile.h"
#include "ui/lists/unclearlines.h"
#include "ui/serving/handoverdialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/plaintext.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

// The choice is the one of the table of sub-users.
QString createdPage()
{
    return QStringLiteral("subUsersPage");
}

} // namespace

CreatedDialog::CreatedDialog(const PageContext &context, std::vector<SubUser> created,
                             const QStringList &otherwise, SecretClipboard &clipboard,
                             QWidget *parent)
    : SheetDialog(context.theme, QString(), parent)
    , m_context(context)
    , m_created(std::move(created))
    , m_clipboard(clipboard)
    , m_copied(new FindingLine(context.theme, QStringLiteral("createdCopied"), this))
{
    setObjectName(QStringLiteral("createdDialog"));
    setTitle(m_created.size() == 1
                 ? tr("%1 was created").arg(plainLine(privateText(m_created.front().username)))
                 : tr("%1 sub-users were created", nullptr, static_cast<int>(m_created.size()))
                       .arg(format::count(m_created.size())));
    const bool isListed = context.account.status(Area::SubUsers).state != AreaStatus::NotOffered;
    setSubtitle(isListed
                    ? tr("Copy the credentials for your customer now, or later on the sub-user's "
                         "page if the service lists them.")
                    : tr("Copy the credentials for your customer now. Relaybook does not store "
                         "them."));
    setSubmitKeys(SubmitKeys::None);
    setSubmitText(tr("Copy credentials as…"), tr("Copying…"));
    setCancelText(tr("Close"));
    buildOtherwise(otherwise);
    if (m_created.size() == 1) {
        buildLines();
        auto *page = new QPushButton(tr("Open its page"), this);
        page->setObjectName(QStringLiteral("openCreatedPage"));
        page->setAutoDefault(false);
        addFooterWidget(page);
        connect(page, &QPushButton::clicked, this, [this] {
            accept();
            Q_EMIT pageWanted();
        });
    }
    m_copied->setFinding(Tone::Good, {});
    contentLayout()->addWidget(m_copied);
    if (m_created.size() <= HandOverDialog::mostCards) {
        auto *handOver = new QPushButton(tr("Hand over…"), this);
        handOver->setObjectName(QStringLiteral("handOverCreated"));
        handOver->setAutoDefault(false);
        addFooterWidget(handOver);
        connect(handOver, &QPushButton::clicked, this, [this] {
            if (!openHandOver(m_context, m_created, static_cast<qint64>(m_created.size()),
                              m_clipboard, this)) {
                m_copied->setFinding(Tone::Warning,
                                     tr("The service did not send all parts of the access."));
            }
        });
    }
}

// Before the credentials: who hands them on must know that the customer has another name, or less.
void CreatedDialog::buildOtherwise(const QStringList &otherwise)
{
    constexpr qsizetype mostLines = 5;
    QStringList lines = otherwise.mid(0, mostLines);
    if (otherwise.size() > mostLines) {
        lines.append(tr("%1 more are not as requested: see Activity.", nullptr,
                        static_cast<int>(otherwise.size() - mostLines))
                         .arg(format::count(otherwise.size() - mostLines)));
    }
    auto *line = new FindingLine(theme(), QStringLiteral("createdOtherwise"), this);
    line->setFinding(Tone::Warning, lines.join(u'\n'));
    contentLayout()->addWidget(line);
}

void CreatedDialog::buildLines()
{
    auto *box = new CredentialsBox(theme(), m_clipboard, this);
    box->setObjectName(QStringLiteral("createdCredentials"));
    box->addLine(tr("Host, port, user name and password"), QStringLiteral("createdPlain"));
    box->addLine(tr("SOCKS5 address"), QStringLiteral("createdSocks5"));
    box->showLines(
        {CredentialsBox::lineOf(accessAt(0, ProxyProtocol::Http),
                                CredentialFormat::HostPortUserPassword),
         CredentialsBox::lineOf(accessAt(0, ProxyProtocol::Socks5), CredentialFormat::Url)});
    contentLayout()->addWidget(box);
}

ProxyAccess CreatedDialog::accessAt(std::size_t index, ProxyProtocol protocol) const
{
    const SubUser &row = m_created.at(index);
    return accessOf(row, row.access, protocol);
}

void CreatedDialog::startSubmit()
{
    fail(); // back to Editing at once
    const CredentialChoice present =
        storedChoice(m_context.settings, createdPage(), CredentialFormat::HostPortUserPassword);
    auto *dialog = new CopyCredentialsDialog(
        theme(), static_cast<qint64>(m_created.size()), present,
        [this](ProxyProtocol protocol) { return accessAt(0, protocol); }, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CopyCredentialsDialog::chosen, this, [this](const CredentialChoice &choice) {
        storeChoice(m_context.settings, createdPage(), choice);
        copyAll(choice, {});
    });
    connect(dialog, &CopyCredentialsDialog::fileWanted, this,
            [this](const CredentialChoice &choice) {
                storeChoice(m_context.settings, createdPage(), choice);
                askForSecretFile(theme(),
                                 {tr("Save credentials"), tr("Text (*.txt)"), QStringLiteral("txt"),
                                  QStringLiteral("credentials.txt")},
                                 this, this,
                                 [this, choice](const QString &path) { copyAll(choice, path); });
            });
    dialog->open();
}

void CreatedDialog::copyAll(const CredentialChoice &choice, const QString &path)
{
    CredentialLines lines(choice);
    for (std::size_t i = 0; i < m_created.size(); ++i) {
        lines.addRow(accessAt(i, choice.protocol));
    }
    const CredentialsCopied result = lines.result();
    const Secret secret = lines.take();
    const auto finish = [this, secret, path, copied = static_cast<int>(result.copied)] {
        if (path.isEmpty()) {
            copyLines(secret, copied);
        } else {
            saveLines(secret, path);
        }
    };
    if (result.unclear == 0) {
        finish();
        return;
    }
    askToCopyUnclear(theme(), {result.unclear, result.lines}, this, {finish, [] {}});
}

void CreatedDialog::saveLines(const Secret &lines, const QString &path)
{
    const auto problem = writeForUserOnly(path, Secret(lines.reveal() + '\n'));
    m_copied->setFinding(problem ? Tone::Bad : Tone::Good,
                         problem ? *problem : tr("Saved in “%1”.").arg(path));
}

void CreatedDialog::copyLines(const Secret &lines, int copied)
{
    if (copied > 0) {
        m_clipboard.copy(lines);
    }
    const int all = static_cast<int>(m_created.size());
    m_copied->setFinding(
        copied == all ? Tone::Good : Tone::Warning,
        copied == 0 ? tr("Nothing was copied: the service did not send the credentials.")
                    : QString(tr("Copied the credentials of %1 sub-users.", nullptr, copied)
                                  .arg(format::count(copied)) %
                              u' ' % m_clipboard.clearingText()));
}

} // namespace relaybook
