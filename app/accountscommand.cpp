// SPDX-License-Identifier: GPL-3.0-or-later
// The command "accounts": lists the stored accounts.
#include "app/commandtable.h"
#include "models/accounts/accountchoice.h"
#include "models/accounts/storedaccounts.h"
#include "models/text/format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace relaybook {
namespace {

class AccountsCommand : public Command
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::AccountsCommand)

public:
    using Command::Command;
    void start() override;

private:
    void printTable(const std::vector<StoredAccount> &accounts) const;
};

bool isSandboxAccount(const StoredAccount &account)
{
    return account.service == sandboxService();
}

/// Whether the account is signed in, as far as is known without opening the keychain.
bool isSignedIn(const StoredAccount &account)
{
    return isSandboxAccount(account) ||
           (!account.keychain.entry.isEmpty() && !account.keychain.isSignedOut);
}

QString signInText(const StoredAccount &account)
{
    if (isSandboxAccount(account)) {
        return AccountsCommand::tr("not needed", "sign-in of an account");
    }
    if (!isSignedIn(account)) {
        return AccountsCommand::tr("signed out");
    }
    const KeychainPlace &place = account.keychain;
    if (place.hasPersonal && place.hasReseller) {
        return AccountsCommand::tr("personal token, Reseller Key");
    }
    if (place.hasPersonal) {
        return AccountsCommand::tr("personal token");
    }
    return place.hasReseller ? AccountsCommand::tr("Reseller Key")
                             : AccountsCommand::tr("signed in");
}

QJsonObject accountObject(const StoredAccount &account, const std::vector<StoredAccount> &all)
{
    const bool isSandbox = isSandboxAccount(account);
    QJsonArray tokens;
    if (isSignedIn(account) && (isSandbox || account.keychain.hasPersonal)) {
        tokens.append(QStringLiteral("personal"));
    }
    if (isSignedIn(account) && (isSandbox || account.keychain.hasReseller)) {
        tokens.append(QStringLiteral("reseller"));
    }
    return {
        {QStringLiteral("key"), account.key},
        {QStringLiteral("name"), distinctName(account, all)},
        {QStringLiteral("service"), isSandbox ? QJsonValue() : QJsonValue(account.service)},
        {QStringLiteral("sandbox"), isSandbox},
        {QStringLiteral("account_id"), account.accountId},
        {QStringLiteral("email"), account.email},
        {QStringLiteral("signed_in"), isSignedIn(account)},
        {QStringLiteral("tokens"), tokens},
        {QStringLiteral("view_only"), account.options.viewOnly},
        {QStringLiteral("last_used"), jsonTime(account.usedAt)},
        {QStringLiteral("problem"),
         account.optionsProblem.isEmpty() ? QJsonValue() : QJsonValue(account.optionsProblem)},
    };
}

using Cells = std::array<QString, 6>;

Cells cellsOf(const StoredAccount &account, const std::vector<StoredAccount> &all)
{
    return {shortKey(account, all),
            distinctName(account, all),
            displayAddress(account),
            signInText(account),
            account.options.viewOnly ? AccountsCommand::tr("yes") : AccountsCommand::tr("no"),
            account.usedAt ? format::dateTime(*account.usedAt) : QString()};
}

/// Pads all cells but the last of a row to the width of their column.
QString tableOf(const std::vector<Cells> &rows)
{
    std::array<qsizetype, std::tuple_size_v<Cells>> widths{};
    for (const Cells &row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths.at(i) = std::max(widths.at(i), row.at(i).size());
        }
    }
    QStringList lines;
    for (const Cells &row : rows) {
        QString line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row.at(i).leftJustified(widths.at(i)) + QStringLiteral("  ");
        }
        lines.append(line.trimmed());
    }
    return lines.join(u'\n');
}

void AccountsCommand::start()
{
    const auto accounts = storedAccounts(dataDir());
    if (line().json) {
        QJsonArray array;
        for (const StoredAccount &each : accounts) {
            array.append(accountObject(each, accounts));
        }
        Console::print(QJsonObject{{QStringLiteral("accounts"), array}});
    } else if (accounts.empty()) {
        console().say(tr("No account is stored on this computer yet."));
    } else {
        printTable(accounts);
    }
    end(Done);
}

void AccountsCommand::printTable(const std::vector<StoredAccount> &accounts) const
{
    std::vector<Cells> rows{
        {tr("Key"), tr("Name"), tr("Address"), tr("Sign-in"), tr("View only"), tr("Last used")}};
    for (const StoredAccount &each : accounts) {
        rows.push_back(cellsOf(each, accounts));
    }
    Console::print(tableOf(rows));
    for (const StoredAccount &each : accounts) {
        if (!each.optionsProblem.isEmpty()) {
            console().say(tr("%1: %2", "account: problem")
                              .arg(distinctName(each, accounts), each.optionsProblem));
        }
    }
}

} // namespace

CommandInfo accountsCommand()
{
    return {
        .mode = CommandLine::Mode::Accounts,
        .name = QStringLiteral("accounts"),
        .usage = QStringLiteral("[--json]"),
        .help = AccountsCommand::tr(
            "List the accounts stored on this computer: key, name, address, whether it is signed "
            "in, and when it was used last. Does not open the keychain."),
        .more = AccountsCommand::tr("The one used last comes first. Signed in means that the "
                                    "window stored tokens in the keychain. Does not wait."),
        .options = {QStringLiteral("data-dir"), QStringLiteral("json")},
        .data = [](const CommandLine &) { return CommandData::Nothing; },
        .make = makeCommand<AccountsCommand>,
    };
}

} // namespace relaybook
