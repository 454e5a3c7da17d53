// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of the system's keychain, through QtKeychain.
#include "models/secrets/entrystore.h"
#include "models/secrets/secretservice.h"

#include <qt6keychain/keychain.h>

#include <QObject>

#include <utility>

namespace relaybook {
namespace {

/// The name under which all entries are listed in the system's own program for passwords.
QString serviceName()
{
    return QStringLiteral("Relaybook");
}

/// In Windows' Credential Manager an entry has no name beside this one.
QString keyOf(const QString &entry)
{
#ifdef Q_OS_WIN
    return serviceName() + u' ' + entry;
#else
    return entry;
#endif
}

/// A started job must not be destroyed before it has finished: libsecret would call back into it.
/// So jobs have no parent, and delete themselves.
class SystemEntries final : public EntryStore
{
public:
    void read(const QString &entry, ReadDone done) override;
    void write(const QString &entry, const Secret &text, Done done) override;
    void remove(const QString &entry, Done done) override;

private:
    void start(QKeychain::Job *job, const QString &entry, std::function<void()> finished);
    void explain(const QKeychain::Job &job, const QString &entry,
                 std::function<void(const KeychainError &)> done);
    void lookForLocked(const QString &entry, Done done);

    QObject m_context; ///< its end is that of all handlers
};

void SystemEntries::start(QKeychain::Job *job, const QString &entry, std::function<void()> finished)
{
    job->setAutoDelete(true);
    job->setInsecureFallback(false); // a plain file
    job->setKey(keyOf(entry));
    QObject::connect(job, &QKeychain::Job::finished, &m_context, std::move(finished));
    job->start();
}

KeychainError::Kind kindOf(QKeychain::Error error, SecretServiceState service)
{
    switch (error) {
    case QKeychain::AccessDeniedByUser:
    case QKeychain::AccessDenied:
        return KeychainError::Locked;
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented:
        return KeychainError::Missing;
    default:
        break;
    }
    switch (service) {
    case SecretServiceState::Missing:
        return KeychainError::Missing;
    case SecretServiceState::Locked:
        return KeychainError::Locked;
    case SecretServiceState::Other:
        break;
    }
    return KeychainError::Failed;
}

void SystemEntries::explain(const QKeychain::Job &job, const QString &entry,
                            std::function<void(const KeychainError &)> done)
{
    askSecretService(serviceName(), entry, &m_context,
                     [error = job.error(), text = job.errorString(),
                      done = std::move(done)](SecretServiceState service) {
                         done({kindOf(error, service), text});
                     });
}

/// Whether an entry that is said not to exist is only locked.
void SystemEntries::lookForLocked(const QString &entry, Done done)
{
    askSecretService(serviceName(), entry, &m_context,
                     [done = std::move(done)](SecretServiceState service) {
                         if (service == SecretServiceState::Locked) {
                             done(tl::unexpected(KeychainError{KeychainError::Locked, {}}));
                         } else {
                             done({});
                         }
                     });
}

/// Once the job is gone, its text is only in the secret, which overwrites it.
Secret takeText(QKeychain::ReadPasswordJob &job)
{
    Secret text(job.binaryData());
    QObject::connect(&job, &QObject::destroyed, &job, [text] {});
    return text;
}

void SystemEntries::read(const QString &entry, ReadDone done)
{
    auto *job = new QKeychain::ReadPasswordJob(serviceName());
    start(job, entry, [this, job, entry, done = std::move(done)] {
        if (job->error() == QKeychain::NoError) {
            done(std::optional(takeText(*job)));
        } else if (job->error() == QKeychain::EntryNotFound) {
            lookForLocked(entry, [done](const tl::expected<void, KeychainError> &result) {
                using Found = tl::expected<std::optional<Secret>, KeychainError>;
                done(result ? Found(std::nullopt) : Found(tl::unexpected(result.error())));
            });
        } else {
            explain(*job, entry,
                    [done](const KeychainError &error) { done(tl::unexpected(error)); });
        }
    });
}

void SystemEntries::write(const QString &entry, const Secret &text, Done done)
{
    auto *job = new QKeychain::WritePasswordJob(serviceName());
    QString plain = QString::fromUtf8(text.reveal());
    job->setTextData(plain);
    plain.fill(QChar());
    start(job, entry, [this, job, entry, done = std::move(done)] {
        if (job->error() == QKeychain::NoError) {
            done({});
        } else {
            explain(*job, entry,
                    [done](const KeychainError &error) { done(tl::unexpected(error)); });
        }
    });
}

void SystemEntries::remove(const QString &entry, Done done)
{
    auto *job = new QKeychain::DeletePasswordJob(serviceName());
    start(job, entry, [this, job, entry, done = std::move(done)] {
        if (job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound) {
            lookForLocked(entry, done);
        } else {
            explain(*job, entry,
                    [done](const KeychainError &error) { done(tl::unexpected(error)); });
        }
    });
}

} // namespace

std::unique_ptr<EntryStore> systemEntries()
{
    return std::make_unique<SystemEntries>();
}

} // namespace relaybook
