// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/accountoptions.h"

#include "api/types/proxypassword.h"
#include "models/store/keepfile.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace relaybook {
namespace {

constexpr int networkVersion = 1;
constexpr int lastPort = 65535;

struct AccountOptionsText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::AccountOptions)
};

struct ProxyWord
{
    NetworkSettings::Proxy proxy;
    const char *word;
};
constexpr std::array proxyWords{ProxyWord{NetworkSettings::Proxy::None, "none"},
                                ProxyWord{NetworkSettings::Proxy::System, "system"},
                                ProxyWord{NetworkSettings::Proxy::Http, "http"},
                                ProxyWord{NetworkSettings::Proxy::Socks5, "socks5"}};

QString networkText(const NetworkSettings &network)
{
    if (network == NetworkSettings()) {
        return {};
    }
    const auto *word = std::find_if(proxyWords.begin(), proxyWords.end(),
                                    [&](const auto &each) { return each.proxy == network.proxy; });
    const QJsonObject object{{QStringLiteral("version"), networkVersion},
                             {QStringLiteral("proxy"), QLatin1String(word->word)},
                             {QStringLiteral("host"), network.host},
                             {QStringLiteral("port"), network.port},
                             {QStringLiteral("user"), network.user},
                             {QStringLiteral("ca_file"), network.caFile},
                             {QStringLiteral("ca_sha256"), network.caHash}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

tl::unexpected<ApiError> unknownOptions()
{
    ApiError error;
    error.kind = ErrorKind::Local;
    error.message = AccountOptionsText::tr(
        "The connection settings of this account are damaged, or were stored by a newer version of "
        "Relaybook. Nothing is sent until you check them in the account's settings.");
    return tl::unexpected(std::move(error));
}

Result<NetworkSettings> networkFromText(const QString &text)
{
    if (text.isEmpty()) {
        return NetworkSettings();
    }
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    const QByteArray proxy = object.value(QLatin1String("proxy")).toString().toLatin1();
    const auto *word = std::find_if(proxyWords.begin(), proxyWords.end(),
                                    [&proxy](const auto &each) { return each.word == proxy; });
    if (object.value(QLatin1String("version")).toInt() != networkVersion ||
        word == proxyWords.end()) {
        return unknownOptions();
    }
    NetworkSettings network;
    network.proxy = word->proxy;
    network.host = object.value(QLatin1String("host")).toString();
    network.port = object.value(QLatin1String("port")).toInt();
    network.user = object.value(QLatin1String("user")).toString();
    network.caFile = object.value(QLatin1String("ca_file")).toString();
    network.caHash = object.value(QLatin1String("ca_sha256")).toString();
    if (hasOwnProxy(network) &&
        (network.host.isEmpty() || network.port < 1 || network.port > lastPort)) {
        return unknownOptions();
    }
    return network;
}

} // namespace

void rememberOptions(KeepFile &kept, const AccountOptions &options)
{
    kept.setFact(QStringLiteral("view_only"),
                 options.viewOnly ? QStringLiteral("1") : QStringLiteral("0"));
    kept.setFact(QStringLiteral("network"), networkText(options.network));
}

void rememberKeychain(KeepFile &kept, const KeychainPlace &place)
{
    QStringList kinds;
    if (place.hasPersonal) {
        kinds.append(QStringLiteral("personal"));
    }
    if (place.hasReseller) {
        kinds.append(QStringLiteral("reseller"));
    }
    kept.setFact(QStringLiteral("signed_out"), place.isSignedOut ? QStringLiteral("1") : QString());
    // The entry last, because the others are used only if it is set.
    kept.setFact(QStringLiteral("keychain_kinds"), kinds.join(u' '));
    kept.setFact(QStringLiteral("keychain_entry"), place.entry);
}

Result<AccountOptions> optionsFromFacts(const QHash<QString, QString> &facts)
{
    auto network = networkFromText(facts.value(QStringLiteral("network")));
    if (!network) {
        return tl::unexpected(network.error());
    }
    AccountOptions options;
    // An unknown value, stored by a newer version, counts as view only, which is safer.
    const QString viewOnly = facts.value(QStringLiteral("view_only"));
    options.viewOnly = !viewOnly.isEmpty() && viewOnly != QLatin1String("0");
    options.network = std::move(*network);
    return options;
}

KeychainPlace keychainFromFacts(const QHash<QString, QString> &facts)
{
    const QStringList kinds = facts.value(QStringLiteral("keychain_kinds")).split(u' ');
    KeychainPlace place;
    place.entry = facts.value(QStringLiteral("keychain_entry"));
    place.hasPersonal = kinds.contains(QLatin1String("personal"));
    place.hasReseller = kinds.contains(QLatin1String("reseller"));
    place.isSignedOut = !facts.value(QStringLiteral("signed_out")).isEmpty();
    return place;
}

} // namespace relaybook
