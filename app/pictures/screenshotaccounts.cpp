// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes of Screenshots with several accounts: the switcher, the dialogs about accounts, and
// the states of their sign-in. The accounts are examples.
#include "app/pictures/screenshots.h"

#include "ui/account/accountsettingsdialog.h"
#include "ui/account/connectioncheckdialog.h"
#include "ui/account/manageaccountsdialog.h"
#include "ui/account/removeaccountdialog.h"
#include "ui/account/renameaccountdialog.h"
#include "ui/account/signoutdialog.h"
#include "ui/shell/accessnotices.h"
#include "ui/shell/accountpopup.h"
#include "ui/widgets/sheetdialog.h"

#include <QAbstractButton>
#include <QLineEdit>

namespace relaybook {
namespace {

AccountEntry exampleAccount(const QString &name, const QString &host, const QString &balance)
{
    AccountEntry account;
    account.key = name;
    account.name = name;
    account.address = QStringLiteral("https://") % host;
    account.access = AccountAccess::SignedIn;
    account.balance = Money::parse(balance);
    account.currency = QStringLiteral("USD");
    account.plainName = name;
    account.colour = static_cast<int>(name.size()) % accountColours;
    return account;
}

AccountEntry northRelay()
{
    return exampleAccount(QStringLiteral("North Relay"), QStringLiteral("api.example.net"),
                          QStringLiteral("3184.2"));
}

std::vector<AccountEntry> exampleAccounts()
{
    AccountEntry alpine =
        exampleAccount(QStringLiteral("Alpine Proxies"), QStringLiteral("panel.alpine.example"),
                       QStringLiteral("212.05"));
    alpine.isViewOnly = true;
    AccountEntry long1 = exampleAccount(
        QStringLiteral("Distribution Company of the Western Islands, Limited"),
        QStringLiteral("reseller-panel.western-islands.example.com"), QStringLiteral("48120"));
    long1.access = AccountAccess::KeychainLocked;
    long1.openOrders = 2;
    AccountEntry north = northRelay();
    north.isShown = true;
    AccountEntry out = exampleAccount(QStringLiteral("\u0634\u0631\u0643\u0629 \u0627\u0644\u0646"
                                                     "\u0648\u0631"),
                                      QStringLiteral("api.noor.example"), QStringLiteral("90.5"));
    out.access = AccountAccess::SignedOut;
    out.openOrders = 1;
    out.unknownOrders = 1;
    AccountEntry sandbox =
        exampleAccount(QStringLiteral("Sandbox"), QString(), QStringLiteral("2945.92"));
    sandbox.isSandbox = true;
    return {alpine, long1, north, out, sandbox};
}

std::vector<ConnectionStep> exampleSteps(bool isRunning)
{
    const auto text = [](const char *words) { return QString::fromLatin1(words); };
    std::vector<ConnectionStep> steps{
        {QStringLiteral("name"), text("Name"), ConnectionStep::Good,
         text("api.example.net is 203.0.113.7.")},
        {QStringLiteral("connection"), text("Connection"), ConnectionStep::Good,
         text("Connected in 42 ms, without a proxy.")},
        {QStringLiteral("tls"), text("TLS"), ConnectionStep::Good,
         text("TLS 1.3. The certificate is valid until March 4, 2027.")},
        {QStringLiteral("clock"), text("Answer and clock"), ConnectionStep::Warning,
         text("This computer's clock is 7 minutes behind the service's. Set it to the current "
              "time.")},
        {QStringLiteral("personal-token"), text("Personal token"), ConnectionStep::Good,
         text("Accepted: opens balance, proxies and transactions.")},
        {QStringLiteral("reseller-key"), text("Reseller Key"), ConnectionStep::Bad,
         text("The service does not accept this Reseller Key. Sign in again with a new one.")},
        {QStringLiteral("limits"), text("Limits"), ConnectionStep::Good,
         text("57 of 60 requests left this minute.")},
    };
    if (isRunning) {
        constexpr std::size_t running = 3;
        for (std::size_t i = running; i < steps.size(); ++i) {
            steps.at(i).state = i == running ? ConnectionStep::Running : ConnectionStep::Waiting;
            steps.at(i).verdict.clear();
        }
    }
    return steps;
}

AccountOptions exampleOptions()
{
    AccountOptions options;
    options.viewOnly = true;
    options.network.proxy = NetworkSettings::Proxy::Socks5;
    options.network.host = QStringLiteral("proxy.office.example");
    constexpr int socksPort = 1080;
    options.network.port = socksPort;
    options.network.user = QStringLiteral("ada");
    options.network.password = Secret(QStringLiteral("example"));
    return options;
}

QDialog *exampleCheck(MainWindow &window, const Theme &theme, bool isRunning)
{
    auto *dialog = new ConnectionCheckDialog(theme, QStringLiteral("North Relay"), &window);
    dialog->setReport(QStringLiteral("Example"));
    dialog->showSteps(exampleSteps(isRunning), isRunning);
    return dialog;
}

} // namespace

Screenshots::UserAction Screenshots::open(const MakeDialog &make)
{
    return [this, make] {
        QDialog *dialog = make(m_program->window(), m_program->theme());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
        return true;
    };
}

void Screenshots::addAccounts()
{
    constexpr auto page = "showOverviewAction";
    const auto scene = [](const QString &name, std::vector<UserAction> actions) {
        return Scene{name, page, -1, {}, nullptr, std::move(actions)};
    };
    const UserAction popup = [this] {
        MainWindow &window = m_program->window();
        auto *list = new AccountPopup(m_program->theme(), exampleAccounts(), &window);
        list->openAt(*window.findChild<QAbstractButton *>(QStringLiteral("account")));
        return true;
    };
    const UserAction typed = [this] {
        m_program->window().signIn().open(m_sandbox->url());
        const std::pair<const char *, QString> fields[] = {
            {"personalTokenEdit", QString::fromUtf8(m_sandbox->personalToken().reveal())},
            {"resellerKeyEdit", QString::fromUtf8(m_sandbox->resellerKey().reveal())},
        };
        for (const auto &[name, text] : fields) {
            auto *field = m_program->window().findChild<QLineEdit *>(QLatin1String(name));
            field->setText(text);
            Q_EMIT field->textEdited(text);
        }
        return true;
    };
    const UserAction settings = open([](MainWindow &window, const Theme &theme) {
        auto *dialog = new AccountSettingsDialog(theme, northRelay(), exampleOptions(), &window);
        dialog->setCanCheck(true);
        return dialog;
    });
    const UserAction locked = [this] {
        auto *notices = new AccessNotices(m_program->window().notices(), &m_program->window());
        AccountEntry account = northRelay();
        account.access = AccountAccess::KeychainLocked;
        notices->showAccount(account);
        notices->setReachable(false);
        return true;
    };
    const UserAction viewOnly = [this] {
        OpenAccounts &accounts = m_program->accounts();
        accounts.setOptions(accounts.shownEntry()->key, {true, {}});
        return true;
    };
    Part part;
    part.scenes = {
        scene(QStringLiteral("account-switcher"), {popup}),
        {QStringLiteral("account-switcher-one"), page, -1, {}, "switchAccountAction"},
        scene(QStringLiteral("accounts"), {open([](MainWindow &window, const Theme &theme) {
                  return new ManageAccountsDialog(theme, exampleAccounts(), &window);
              })}),
        scene(QStringLiteral("account-rename"), {open([](MainWindow &window, const Theme &theme) {
                  return new RenameAccountDialog(
                      theme, QStringLiteral("North Relay"),
                      [](const QString &) { return QString(); }, &window);
              })}),
        scene(QStringLiteral("account-settings"), {settings}),
        scene(QStringLiteral("account-settings-other-proxy"),
              {settings, type("proxyPortEdit", QStringLiteral("1081"))}),
        scene(QStringLiteral("account-settings-wrong"),
              {open([](MainWindow &window, const Theme &theme) {
                   AccountOptions options = exampleOptions();
                   options.network.host.clear();
                   options.network.caFile = QStringLiteral("/etc/office-ca.pem");
                   return new AccountSettingsDialog(theme, northRelay(), options, &window);
               }),
               click("submit")}),
        scene(QStringLiteral("sign-out"), {open([](MainWindow &window, const Theme &theme) {
                  return new SignOutDialog(theme, northRelay(), {}, &window);
              })}),
        scene(QStringLiteral("remove-account"), {open([](MainWindow &window, const Theme &theme) {
                  auto *dialog = new RemoveAccountDialog(theme, {northRelay(), {}}, &window);
                  dialog->setOrders(OrderCounts{3, 0});
                  return dialog;
              })}),
        scene(QStringLiteral("connection-check-running"),
              {open([](MainWindow &window, const Theme &theme) {
                  return exampleCheck(window, theme, true);
              })}),
        scene(QStringLiteral("connection-check"), {open([](MainWindow &window, const Theme &theme) {
                  return exampleCheck(window, theme, false);
              })}),
        scene(QStringLiteral("sign-in-checked"), {typed, click("submit"), waitEnabled("submit")}),
        {QStringLiteral("sign-in-more"), page, -1, {}, "connectAction", {click("moreButton")}},
        scene(QStringLiteral("view-only"), {viewOnly}),
        scene(QStringLiteral("keychain-locked"), {locked}),
    };
    m_parts.push_back(std::move(part));
}

} // namespace relaybook
