// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/notify/webhookdesk.h"

#include "models/notify/chattext.h"
#include "models/secrets/keychain.h"
#include "models/text/privacymode.h"

#include <QRandomGenerator>

#include <algorithm>
#include <optional>
#include <utility>

namespace relaybook {

namespace {

QByteArray bodyOf(const WebhookDesk::Message &message, WebhookForm form)
{
    const bool isHidden = isPrivacyOn();
    WebhookMessage words;
    words.kind = message.kind;
    words.account = isHidden ? QString() : chatText(message.name);
    words.text = chatText(isHidden ? message.hiddenText : message.text);
    if (!words.account.isEmpty()) {
        words.text = QStringLiteral("%1: %2").arg(words.account, words.text);
    }
    return webhookBody(form, words);
}

QByteArray newMessageId()
{
    return "msg_" + QByteArray::number(QRandomGenerator::global()->generate64(), 16);
}

} // namespace

WebhookDesk::WebhookDesk(Parts parts)
    : m_parts(std::move(parts))
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &WebhookDesk::sendNext);
}

WebhookDesk::~WebhookDesk() = default;

void WebhookDesk::restore(const QString &entry, const DeliveryLog &log)
{
    m_entry = entry;
    m_log = log;
}

// ------------------------------------------------------------------------------------- the address

void WebhookDesk::setAddress(const Target &target)
{
    for (const auto &why : {whyNoWebhookAddress(target.address), whyNoWebhookKey(target.key)}) {
        if (why) {
            Q_EMIT addressChanged(*why);
            return;
        }
    }
    // Two folders of data on one computer have an entry each.
    const QString known = m_entry.isEmpty() ? m_pendingEntry : m_entry;
    const QString entry =
        known.isEmpty() ? QStringLiteral("webhook-%1")
                              .arg(QRandomGenerator::global()->generate64(), 16, 16, QChar(u'0'))
                        : known;
    AccountSecrets secrets;
    secrets.webhookAddress = target.address;
    secrets.webhookKey = target.key;
    const auto whenWritten = [this, entry, target, turn = ++m_addressTurn](
                                 const tl::expected<void, KeychainError> &written) {
        if (turn != m_addressTurn) {
            return;
        }
        m_sessionTarget = written ? Target() : target;
        m_pendingEntry.clear();
        if (written) {
            m_entry = entry;
            retryNow(); // a pause that the service before asked for is not that of this one
            Q_EMIT addressChanged({});
        } else {
            whenNotStored();
        }
    };
    m_pendingEntry = entry;
    m_parts.keychain.write(entry, secrets, this, whenWritten);
}

/// The address before it would be used again after a restart, without a word.
void WebhookDesk::whenNotStored()
{
    const QString before = std::exchange(m_entry, {});
    if (before.isEmpty()) {
        Q_EMIT addressChanged(tr("The system's keychain did not store the address. It is used "
                                 "until Relaybook is closed."));
        return;
    }
    m_parts.keychain.remove(before, this, [](const tl::expected<void, KeychainError> &) {});
    Q_EMIT addressChanged(tr("The system's keychain did not store the address. It is used until "
                             "Relaybook is closed. The earlier address is not used any more, but "
                             "may still be in the keychain."));
}

void WebhookDesk::removeAddress()
{
    ++m_addressTurn;
    ++m_sendingTurn;
    ++m_testTurn;
    m_retry.stop();
    m_isSending = false;
    m_isTesting = false;
    delete m_call;
    delete m_testCall;
    for (const Waiting &each : std::exchange(m_waiting, {})) {
        Q_EMIT ended(each.message.keys, false);
    }
    m_sessionTarget = {};
    if (const QString pending = std::exchange(m_pendingEntry, {});
        !pending.isEmpty() && pending != m_entry) {
        // Later than the write, which may still be on its way.
        m_parts.keychain.remove(pending, this, [](const tl::expected<void, KeychainError> &) {});
    }
    if (m_entry.isEmpty()) {
        Q_EMIT addressChanged({});
        return;
    }
    m_parts.keychain.remove(
        m_entry, this,
        [this, turn = m_addressTurn](const tl::expected<void, KeychainError> &removed) {
            if (turn != m_addressTurn) {
                return;
            }
            if (removed) {
                m_entry.clear();
            }
            Q_EMIT addressChanged(
                removed ? QString()
                        : tr("The address could not be removed from the system's keychain. Unlock "
                             "it, then try again."));
        });
}

void WebhookDesk::readAddress(const QString &account, AddressHandler handler)
{
    using Answer = tl::expected<Target, WebhookOutcome>;
    std::optional<Answer> known;
    if (m_parts.isOffline) {
        known = tl::unexpected(WebhookOutcome::Offline);
    } else if (!m_parts.network(account)) {
        known = tl::unexpected(WebhookOutcome::NetworkUnconfirmed);
    } else if (isForSession()) {
        known = m_sessionTarget;
    } else if (m_entry.isEmpty()) {
        known = tl::unexpected(WebhookOutcome::NoAddress);
    }
    if (known) {
        QMetaObject::invokeMethod(
            this, [handler = std::move(handler), known] { handler(*known); }, Qt::QueuedConnection);
        return;
    }
    m_parts.keychain.read(
        m_entry, this,
        [handler = std::move(handler)](const tl::expected<AccountSecrets, KeychainError> &read) {
            if (!read) {
                handler(tl::unexpected(WebhookOutcome::KeychainFailed));
            } else if (read->webhookAddress.isEmpty()) {
                handler(tl::unexpected(WebhookOutcome::NoAddress));
            } else {
                handler(Target{read->webhookAddress, read->webhookKey});
            }
        });
}

// ----------------------------------------------------------------------------------------- sending

WebhookCall *WebhookDesk::post(const Waiting &waiting, const Target &target,
                               const std::function<void(const WebhookResult &)> &then)
{
    const auto network = m_parts.network(waiting.message.account);
    if (!network) { // no longer
        QMetaObject::invokeMethod(
            this, [then] { then({WebhookOutcome::NetworkUnconfirmed}); }, Qt::QueuedConnection);
        return nullptr;
    }
    WebhookCall::Config config;
    config.address = target.address;
    config.body = bodyOf(waiting.message,
                         m_form == WebhookForm::ByAddress ? webhookFormOf(target.address) : m_form);
    config.headers = webhookSignature(target.key, waiting.id, m_parts.clock.now(), config.body);
    config.network = *network;
    if (m_parts.adjust) {
        m_parts.adjust(config);
    }
    auto *call = new WebhookCall(std::move(config), m_parts.clock, this);
    connect(call, &WebhookCall::finished, this, [call, then](const WebhookResult &result) {
        call->deleteLater();
        then(result);
    });
    call->start();
    return call;
}

void WebhookDesk::send(const Message &message)
{
    if (m_waiting.size() >= mostWaiting) {
        const auto oldest = m_waiting.begin() + (m_isSending ? 1 : 0);
        const Waiting dropped = *oldest;
        m_waiting.erase(oldest);
        Q_EMIT ended(dropped.message.keys, false);
    }
    m_waiting.push_back({message, newMessageId()});
    if (!m_retry.isActive()) {
        sendNext();
    }
}

void WebhookDesk::sendNext()
{
    if (m_isSending || m_waiting.empty()) {
        return;
    }
    m_isSending = true;
    ++m_waiting.front().attempts;
    // The turn has passed if the address was removed meanwhile.
    readAddress(m_waiting.front().message.account,
                [this, turn = ++m_sendingTurn](const tl::expected<Target, WebhookOutcome> &target) {
                    if (turn != m_sendingTurn) {
                        return;
                    }
                    if (!target) {
                        whenTried({target.error()});
                        return;
                    }
                    m_call =
                        post(m_waiting.front(), *target, [this, turn](const WebhookResult &result) {
                            if (turn == m_sendingTurn) {
                                whenTried(result);
                            }
                        });
                });
}

void WebhookDesk::whenTried(const WebhookResult &result)
{
    m_isSending = false;
    m_call.clear(); // it emits its signal now, and deletes itself later
    const Waiting tried = m_waiting.front();
    const auto attempt = static_cast<std::size_t>(tried.attempts);
    const std::chrono::milliseconds asked = result.retryAfter; // 15 minutes at most
    if (isWorthRetrying(result.outcome) && attempt <= m_parts.retryAfter.size()) {
        m_retry.start(std::max(m_parts.retryAfter.at(attempt - 1), asked));
        return;
    }
    m_waiting.pop_front();
    addToLog(tried.message.kind, result, tried.attempts);
    // What may have arrived is not told again every hour.
    Q_EMIT ended(tried.message.keys,
                 result.outcome == WebhookOutcome::Delivered || mayHaveArrived(result.outcome));
    if (asked > std::chrono::milliseconds::zero()) {
        m_retry.start(asked); // the next message waits too
    } else {
        sendNext();
    }
}

void WebhookDesk::retryNow()
{
    if (m_retry.isActive()) {
        m_retry.stop();
        sendNext();
    }
}

void WebhookDesk::test(const Message &message)
{
    if (std::exchange(m_isTesting, true)) {
        return;
    }
    // The turn has passed if the address was removed meanwhile.
    readAddress(message.account, [this, message, turn = ++m_testTurn](
                                     const tl::expected<Target, WebhookOutcome> &target) {
        if (turn != m_testTurn) {
            return;
        }
        if (target) {
            m_testCall = post({message, newMessageId()}, *target,
                              [this, message, turn](const WebhookResult &result) {
                                  if (turn == m_testTurn) {
                                      whenTested(message, result);
                                  }
                              });
        } else {
            whenTested(message, {target.error()});
        }
    });
}

void WebhookDesk::whenTested(const Message &message, const WebhookResult &result)
{
    m_isTesting = false;
    m_testCall.clear();
    addToLog(message.kind, result, 1);
    Q_EMIT tested(result);
}

void WebhookDesk::addToLog(const QString &kind, const WebhookResult &result, int attempts)
{
    m_log.add({m_parts.clock.now(), kind, result, attempts});
    Q_EMIT logChanged();
}

} // namespace relaybook
