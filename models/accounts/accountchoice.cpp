// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/accountchoice.h"

#include "models/text/showntext.h"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>
#include <QUrl>

#include <algorithm>
#include <iterator>
#include <utility>

namespace relaybook {
namespace {

struct AccountChoiceText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::AccountChoice)
};

/// Normalized, so that two spellings of the same name are equal.
QString comparable(const QString &text)
{
    return text.simplified().normalized(QString::NormalizationForm_C).toCaseFolded();
}

/// False for the sandbox, which has a name instead.
bool hasAddress(const StoredAccount &account)
{
    return !QUrl(account.service).host().isEmpty();
}

QStringList namesOf(const StoredAccount &account, const QString &distinct)
{
    QStringList names{distinct,      account.givenName, account.name,
                      account.email, account.service,   account.key};
    if (hasAddress(account)) {
        const QUrl service(account.service);
        names << service.host() << service.authority();
    }
    return names;
}

/// Whether one of the names is `wanted`, which is comparable().
bool isAmong(const QStringList &names, const QString &wanted)
{
    return std::any_of(names.begin(), names.end(), [&wanted](const QString &name) {
        return !name.isEmpty() && comparable(name) == wanted;
    });
}

template <class Fits>
std::vector<StoredAccount> filtered(const std::vector<StoredAccount> &stored, Fits fits)
{
    std::vector<StoredAccount> found;
    std::copy_if(stored.begin(), stored.end(), std::back_inserter(found), fits);
    return found;
}

/// Names come from the service, and are shown in a terminal.
QString oneLine(const QString &text)
{
    return shownText(text.simplified());
}

/// The beginning of `key` that no other key has.
QString shortKey(const QString &key, const QStringList &keys)
{
    constexpr qsizetype shortest = 8;
    for (qsizetype length = shortest; length < key.size(); ++length) {
        QString beginning = key.left(length);
        const bool isOfOther = std::any_of(keys.begin(), keys.end(), [&](const QString &each) {
            return each != key && each.startsWith(beginning);
        });
        if (!isOfOther) {
            return beginning;
        }
    }
    return key;
}

/// What tells an account from others of the same name, the clearest first. Empty texts are skipped.
QStringList detailsOf(const NamedAccount &account, const QStringList &keys)
{
    return {QUrl(account.service).authority(), oneLine(account.email), shortKey(account.key, keys)};
}

QString listOf(const std::vector<StoredAccount> &listed, const std::vector<StoredAccount> &stored)
{
    QStringList lines;
    for (const StoredAccount &each : listed) {
        QStringList words{distinctName(each, stored)};
        if (!each.email.isEmpty() && each.email != each.name) {
            words.append(oneLine(each.email));
        }
        words.append(displayAddress(each));
        words.removeDuplicates();
        lines.append(QStringLiteral("  %1  %2")
                         .arg(shortKey(each, stored), words.join(QStringLiteral(", "))));
    }
    return lines.join(u'\n');
}

QString unknown(const QString &name, const std::vector<StoredAccount> &stored)
{
    if (stored.empty()) {
        return AccountChoiceText::tr("No account matches “%1”: no account is stored on this "
                                     "computer yet.")
            .arg(oneLine(name));
    }
    return QString(AccountChoiceText::tr("No account matches “%1”. Use the name or the key of one "
                                         "of these accounts:")
                       .arg(oneLine(name)) %
                   u'\n' % listOf(stored, stored));
}

} // namespace

tl::expected<StoredAccount, QString> chooseAccount(const QString &name,
                                                   const std::vector<StoredAccount> &stored)
{
    const QString wanted = comparable(name);
    auto found = filtered(stored, [&wanted](const StoredAccount &account) {
        return isAmong({account.givenName}, wanted);
    });
    if (found.empty()) {
        found = filtered(stored, [&](const StoredAccount &account) {
            return isAmong(namesOf(account, distinctName(account, stored)), wanted);
        });
    }
    constexpr qsizetype fewest = 4; // fewer may be a mistyped name
    if (found.empty() && wanted.size() >= fewest) {
        found = filtered(stored, [&wanted](const StoredAccount &account) {
            return comparable(account.key).startsWith(wanted);
        });
    }
    if (found.size() == 1) {
        return found.front();
    }
    if (found.empty()) {
        return tl::unexpected(unknown(name, stored));
    }
    return tl::unexpected(
        QString(AccountChoiceText::tr("Several accounts match “%1”. Use the key of one of them:")
                    .arg(oneLine(name)) %
                u'\n' % listOf(found, stored)));
}

QString displayName(const StoredAccount &account)
{
    for (const QString &name : {account.givenName, account.name}) {
        if (QString shown = oneLine(name); !shown.isEmpty()) {
            return shown;
        }
    }
    return hasAddress(account) ? QUrl(account.service).host() : displayAddress(account);
}

bool isSameName(const QString &a, const QString &b)
{
    return comparable(a) == comparable(b);
}

QStringList distinctNames(const std::vector<NamedAccount> &accounts)
{
    QStringList names;
    QStringList keys;
    for (const NamedAccount &each : accounts) {
        names.append(each.name);
        keys.append(each.key);
    }
    std::vector<QStringList> added(accounts.size());
    constexpr qsizetype mostDetails = 3;
    for (qsizetype level = 0; level < mostDetails; ++level) {
        QHash<QString, int> uses;
        for (const QString &name : std::as_const(names)) {
            ++uses[comparable(name)];
        }
        for (std::size_t i = 0; i < accounts.size(); ++i) {
            QString &name = names[static_cast<qsizetype>(i)];
            const QString detail = detailsOf(accounts[i], keys).at(level);
            if (uses.value(comparable(name)) > 1 && !detail.isEmpty()) {
                added[i].append(detail);
                name = AccountChoiceText::tr("%1 (%2)", "name of an account, where it is")
                           .arg(accounts[i].name, added[i].join(QStringLiteral(", ")));
            }
        }
    }
    return names;
}

QStringList distinctNames(const std::vector<StoredAccount> &stored)
{
    std::vector<NamedAccount> named;
    named.reserve(stored.size());
    for (const StoredAccount &each : stored) {
        named.push_back({displayName(each), each.service, each.email, each.key});
    }
    return distinctNames(named);
}

QString distinctName(const StoredAccount &account, const std::vector<StoredAccount> &stored)
{
    const QStringList names = distinctNames(stored);
    for (std::size_t i = 0; i < stored.size(); ++i) {
        if (stored[i].key == account.key) {
            return names.at(static_cast<qsizetype>(i));
        }
    }
    return displayName(account);
}

QString displayAddress(const StoredAccount &account)
{
    return hasAddress(account) ? account.service : AccountChoiceText::tr("Sandbox");
}

QString shortKey(const StoredAccount &account, const std::vector<StoredAccount> &stored)
{
    QStringList keys;
    for (const StoredAccount &each : stored) {
        keys.append(each.key);
    }
    return shortKey(account.key, keys);
}

} // namespace relaybook
