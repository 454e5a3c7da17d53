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
    void askIfLocked(std::function<void(bool)> done) override
    {
        askDefaultCollection(&m_context, std::move(done));
    }

private:
    void start(QKeychain::Job *job, const QString &entry, std::function<void()> finished);
    void explain(const QKeychain::Job &job, const QString &entry,
                 std::function<void(const KeychainError &)> done);
    using Again = std::function<void()>;
    void readOnce(const QString &entry, bool mayTryAgain, ReadDone done);
    void removeOnce(const QString &entry, bool mayTryAgain, Done done);
    void lookForEntry(const QString &entry, Again again, Done done);

    QObject m_context; ///< when it is destroyed, no handler is called any more
};

void SystemEntries::start(QKeychain::Job *job, const QString &entry, std::function<void()> finished)
{
    job->setAutoDelete(true);
    job->setInsecureFallback(false); // no fallback to a plain file
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
    case SecretServiceState::Unlocked:
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

/// Checks whether an entry that QtKeychain did not find is only locked. If the user refused the
/// question but unlocked the entry elsewhere, it can be read now: then calls `again`, unless it is
/// empty.
void SystemEntries::lookForEntry(const QString &entry, Again again, Done done)
{
    askSecretService(
        serviceName(), entry, &m_context,
        [again = std::move(again), done = std::move(done)](SecretServiceState service) {
            if (service == SecretServiceState::Locked) {
                done(tl::unexpected(KeychainError{KeychainError::Locked, {}}));
            } else if (service != SecretServiceState::Unlocked) {
                done({});
            } else if (again) {
                again();
            } else {
                done(tl::unexpected(KeychainError{KeychainError::Failed, {}}));
            }
        });
}

/// When the job is deleted, the text is only in the secret, which overwrites it.
Secret takeText(QKeychain::ReadPasswordJob &job)
{
    Secret text(job.binaryData());
    QObject::connect(&job, &QObject::destroyed, &job, [text] {});
    return text;
}

void SystemEntries::read(const QString &entry, ReadDone done)
{
    readOnce(entry, true, std::move(done));
}

void SystemEntries::readOnce(const QString &entry, bool mayTryAgain, ReadDone done)
{
    auto *job = new QKeychain::ReadPasswordJob(serviceName());
    start(job, entry, [this, job, entry, mayTryAgain, done = std::move(done)] {
        if (job->error() == QKeychain::NoError) {
            done(std::optional(takeText(*job)));
        } else if (job->error() == QKeychain::EntryNotFound) {
            const Again again = [this, entry, done] { readOnce(entry, false, done); };
            lookForEntry(entry, mayTryAgain ? again : Again(), [done](const auto &result) {
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
    removeOnce(entry, true, std::move(done));
}

void SystemEntries::removeOnce(const QString &entry, bool mayTryAgain, Done done)
{
    auto *job = new QKeychain::DeletePasswordJob(serviceName());
    start(job, entry, [this, job, entry, mayTryAgain, done = std::move(done)] {
        if (job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound) {
            const Again again = [this, entry, done] { removeOnce(entry, false, done); };
            lookForEntry(entry, mayTryAgain ? again : Again(), done);
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
