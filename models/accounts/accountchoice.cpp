// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/accountchoice.h"

#include "models/text/showntext.h"

#include <QCoreApplication>
#include <QStringList>
#include <QUrl>

#include <algorithm>
#include <iterator>

namespace relaybook {
namespace {

struct AccountChoiceText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::AccountChoice)
};

/// Normalized, so that two spellings of the same name are equal.
QString comparable(const QString &text)
{
    return text.trimmed().normalized(QString::NormalizationForm_C).toCaseFolded();
}

/// False for the sandbox, which has a name instead.
bool hasAddress(const StoredAccount &account)
{
    return !QUrl(account.service).host().isEmpty();
}

QStringList namesOf(const StoredAccount &account)
{
    QStringList names{account.givenName, account.name, account.email, account.service, account.key};
    if (hasAddress(account)) {
        const QUrl service(account.service);
        names << service.host() << service.authority();
    }
    return names;
}

bool isNamed(const StoredAccount &account, const QString &wanted)
{
    const QStringList names = namesOf(account);
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

QString listOf(const std::vector<StoredAccount> &listed, const std::vector<StoredAccount> &stored)
{
    QStringList lines;
    for (const StoredAccount &each : listed) {
        QStringList words{displayName(each)};
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
    auto found = filtered(
        stored, [&wanted](const StoredAccount &account) { return isNamed(account, wanted); });
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

QString displayAddress(const StoredAccount &account)
{
    return hasAddress(account) ? account.service : AccountChoiceText::tr("Sandbox");
}

QString shortKey(const StoredAccount &account, const std::vector<StoredAccount> &stored)
{
    constexpr qsizetype shortest = 8;
    for (qsizetype length = shortest; length < account.key.size(); ++length) {
        QString beginning = account.key.left(length);
        const auto others =
            std::count_if(stored.begin(), stored.end(), [&](const StoredAccount &each) {
                return each.key != account.key && each.key.startsWith(beginning);
            });
        if (others == 0) {
            return beginning;
        }
    }
    return account.key;
}

} // namespace relaybook
