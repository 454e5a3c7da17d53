// SPDX-License-Identifier: GPL-3.0-or-later
// Sends warnings to the user's webhook, one after the other in their order: reads the address from
// the keychain, tries a failed message again a few times, and writes the log of deliveries.

#pragma once

#include "api/types/clock.h"
#include "api/types/networksettings.h"
#include "api/types/secret.h"
#include "api/webhook/webhookcall.h"
#include "api/webhook/webhookmessage.h"
#include "models/notify/deliverylog.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <tl/expected.hpp>
#include <vector>

namespace relaybook {

class Keychain;

/// Lives on the GUI thread. The address is in the keychain only, or in memory if that cannot store
/// it; never in a file, a log or a text.
class WebhookDesk : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        Keychain &keychain;
        const Clock &clock;
        /// How the calls of this account reach the internet; nothing if that is not confirmed.
        std::function<std::optional<NetworkSettings>(const QString &account)> network;
        bool isOffline = false; ///< nothing is sent
        /// After each failure but the last one, or longer if the service asks for that. So a
        /// message is sent once more than there are.
        std::vector<std::chrono::milliseconds> retryAfter{
            std::chrono::seconds(30), std::chrono::minutes(2), std::chrono::minutes(10)};
        std::function<void(WebhookCall::Config &)> adjust = {}; ///< for tests
    };
    explicit WebhookDesk(Parts parts);
    ~WebhookDesk() override;

    struct Message
    {
        QString kind;       ///< warningKindName(), or testKind
        QString account;    ///< its key
        QString name;       ///< of the account
        QString text;       ///< one or more sentences
        QString hiddenText; ///< what is sent in privacy mode instead of name and text
        QStringList keys;   ///< of its warnings, for ended()
    };
    static inline const QString testKind = QStringLiteral("test");
    /// Of messages that wait; one more ends the oldest that is not being sent.
    static constexpr std::size_t mostWaiting = 20;

    /// What was stored: the keychain entry with the address (empty: none), and the log.
    void restore(const QString &entry, const DeliveryLog &log);
    [[nodiscard]] const QString &entry() const { return m_entry; }
    [[nodiscard]] const DeliveryLog &log() const { return m_log; }
    [[nodiscard]] bool isOffline() const { return m_parts.isOffline; }
    /// Whether there is an address to send to.
    [[nodiscard]] bool isSet() const { return !m_entry.isEmpty() || isForSession(); }
    /// Whether the address is known until the program ends only.
    [[nodiscard]] bool isForSession() const { return !m_sessionTarget.address.isEmpty(); }

    /// Where messages are sent, and the key that signs them; empty: they are not signed.
    struct Target
    {
        Secret address;
        Secret key = {};
    };
    /// Stores an address that whyNoWebhookAddress() accepts, and a key that whyNoWebhookKey() does.
    /// addressChanged() follows. What waits is sent to the new address.
    void setAddress(const Target &target);
    /// The form of the messages from now on.
    void setForm(WebhookForm form) { m_form = form; }
    /// Removes it from the keychain, and drops what waits and a test. addressChanged() follows.
    void removeAddress();
    /// Sends it when those before it have ended. ended() follows, unless the program ends before.
    void send(const Message &message);
    /// Sends it at once, and only once. tested() follows, unless the address is removed before.
    /// Does nothing while one is being sent.
    void test(const Message &message);
    [[nodiscard]] bool isTesting() const { return m_isTesting; }
    /// Tries what waits for its next attempt now; for tests.
    void retryNow();

Q_SIGNALS:
    /// entry() or isSet() changed, or could not be changed: `problem` is a sentence, else empty.
    void addressChanged(const QString &problem);
    /// A message was delivered or given up. `isDelivered` also if it may have arrived.
    void ended(const QStringList &keys, bool isDelivered);
    void logChanged();
    void tested(const relaybook::WebhookResult &result);

private:
    struct Waiting
    {
        Message message;
        QByteArray id; ///< the same for all attempts
        int attempts = 0;
    };
    using AddressHandler = std::function<void(const tl::expected<Target, WebhookOutcome> &)>;

    void whenNotStored();
    void readAddress(const QString &account, AddressHandler handler);
    void sendNext();
    WebhookCall *post(const Waiting &waiting, const Target &target,
                      const std::function<void(const WebhookResult &)> &then);
    void whenTried(const WebhookResult &result);
    void whenTested(const Message &message, const WebhookResult &result);
    void addToLog(const QString &kind, const WebhookResult &result, int attempts);

    Parts m_parts;
    QString m_entry;
    Target m_sessionTarget;
    WebhookForm m_form = WebhookForm::ByAddress;
    DeliveryLog m_log;
    std::deque<Waiting> m_waiting;
    QTimer m_retry;
    QString m_pendingEntry;   ///< that is being written
    bool m_isSending = false; ///< the first of m_waiting
    bool m_isTesting = false;
    QPointer<WebhookCall> m_call;
    QPointer<WebhookCall> m_testCall;
    quint64 m_addressTurn = 0; ///< answers of the keychain to an earlier change are ignored
    quint64 m_sendingTurn = 0;
    quint64 m_testTurn = 0;
};

} // namespace relaybook
