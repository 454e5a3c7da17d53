// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/webhooktext.h"

#include "models/notify/warning.h"
#include "models/notify/webhookdesk.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/attention/warningtext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct WebhookWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::WebhookText)
};

QString nameOfDelivery(const QString &kind)
{
    if (kind == WebhookDesk::testKind) {
        return WebhookWords::tr("Test message");
    }
    for (const WarningKind each : warningKinds) {
        if (kind == warningKindName(each)) {
            return warningKindText(each);
        }
    }
    return shownText(kind); // of a later version
}

QString sentenceOf(const WebhookResult &result)
{
    const QString status = format::count(result.status);
    switch (result.outcome) {
    case WebhookOutcome::Delivered:
        return WebhookWords::tr("Delivered.");
    case WebhookOutcome::Refused:
        return WebhookWords::tr("The webhook refused the message (HTTP %1). Check the address.")
            .arg(status);
    case WebhookOutcome::TooMany:
        return WebhookWords::tr("The webhook received too many messages (HTTP %1). Try again "
                                "later.")
            .arg(status);
    case WebhookOutcome::ServiceFailure:
        return WebhookWords::tr("The webhook's service failed (HTTP %1). Try again later.")
            .arg(status);
    case WebhookOutcome::Redirected:
        return WebhookWords::tr("The webhook refers to another address (HTTP %1). Nothing was sent "
                                "there. Enter the address that is valid now.")
            .arg(status);
    case WebhookOutcome::TimedOut:
        return WebhookWords::tr(
            "The webhook did not answer in time. The message may have arrived.");
    case WebhookOutcome::Unreachable:
        return WebhookWords::tr("The webhook could not be reached. Check the address and the "
                                "connection to the internet.");
    case WebhookOutcome::ClosedEarly:
        return WebhookWords::tr("The webhook closed the connection without an answer. The message "
                                "may have arrived.");
    case WebhookOutcome::TlsFailed:
        return WebhookWords::tr("No secure connection to the webhook could be made, so nothing was "
                                "sent. Check its certificate and this computer's clock.");
    case WebhookOutcome::ProxyFailed:
        return WebhookWords::tr(
            "The webhook could not be reached with the proxy and the certificates "
            "of the account's settings. Check them.");
    case WebhookOutcome::AddressUnusable:
        return WebhookWords::tr("The stored address is not one of a webhook. Enter it again.");
    case WebhookOutcome::NoAddress:
        return WebhookWords::tr("No address is stored. Enter it again.");
    case WebhookOutcome::KeychainFailed:
        return WebhookWords::tr("The address could not be read from the system's keychain. Unlock "
                                "it, then try again.");
    case WebhookOutcome::NetworkUnconfirmed:
        return WebhookWords::tr(
            "The keychain did not confirm the account's connection settings, so "
            "nothing was sent.");
    case WebhookOutcome::Offline:
        break;
    }
    return WebhookWords::tr("Relaybook was started with --offline, so nothing was sent.");
}

} // namespace

QString webhookResultText(const WebhookResult &result)
{
    const QString sentence = sentenceOf(result);
    // The words may quote the message.
    return result.words.isEmpty() || isPrivacyOn()
               ? sentence
               : WebhookWords::tr("%1 It said: “%2”.", "a sentence, the webhook's own words")
                     .arg(sentence, isolated(shownText(result.words)));
}

QString webhookDeliveryText(const WebhookDelivery &delivery)
{
    return WebhookWords::tr("%1 · %2 · %3", "when, what, result")
        .arg(format::shortDateTime(delivery.at), nameOfDelivery(delivery.kind),
             webhookResultText(delivery.result));
}

} // namespace relaybook
