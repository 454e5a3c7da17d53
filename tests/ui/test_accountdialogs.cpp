// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the dialogs about accounts by the values that they get and give back: list, rename,
// settings, sign out, remove, connection check.
#include "tests/ui/someaccounts.h"
#include "ui/account/accountlist.h"
#include "ui/account/accountsettingsdialog.h"
#include "ui/account/connectioncheckdialog.h"
#include "ui/account/manageaccountsdialog.h"
#include "ui/account/networkform.h"
#include "ui/account/removeaccountdialog.h"
#include "ui/account/renameaccountdialog.h"
#include "ui/account/signoutdialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCryptographicHash>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <memory>

using namespace relaybook;
using relaybook::testing::sandboxAccount;
using relaybook::testing::signedInAccount;
using relaybook::testing::someAccounts;

namespace {

template <class Widget = QPushButton>
Widget *part(QWidget &parent, const char *name)
{
    return parent.findChild<Widget *>(QLatin1String(name));
}

void typeInto(QWidget &parent, const char *name, const QString &text)
{
    auto *edit = part<QLineEdit>(parent, name);
    QVERIFY2(edit != nullptr && edit->isEnabled(), name);
    edit->setFocus();
    QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, text);
}

QStringList errorsIn(QWidget &parent)
{
    QStringList errors;
    for (const auto *label : parent.findChildren<QLabel *>(QStringLiteral("fieldError"))) {
        if (label->isVisible()) {
            errors.append(label->text());
        }
    }
    return errors;
}

void chooseProxy(QWidget &parent, NetworkSettings::Proxy kind)
{
    auto *box = part<QComboBox>(parent, "proxyKind");
    box->setCurrentIndex(box->findData(static_cast<int>(kind)));
}

NetworkSettings ownProxy()
{
    NetworkSettings network;
    network.proxy = NetworkSettings::Proxy::Socks5;
    network.host = QStringLiteral("proxy.example.net");
    network.port = 1080;
    network.user = QStringLiteral("ada");
    network.password = Secret(QStringLiteral("of the proxy"));
    return network;
}

const QByteArray somePem = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

} // namespace

class TestAccountDialogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_window->resize(1000, 700);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void commandsFollowTheSelectedAccount();
    void commandsNameTheSelectedAccount();
    void aRemovedAccountIsNoLongerSelected();
    void renamingGivesBackTheName_data();
    void renamingGivesBackTheName();
    void aTakenNameIsRefused();
    void settingsComeBackAsTheyWere();
    void settingsGiveBackWhatWasTyped();
    void theStoredPasswordIsNotShown();
    void anotherProxyDoesNotGetThePassword_data();
    void anotherProxyDoesNotGetThePassword();
    void aPastedAddressDoesNotGetThePassword();
    void changedSettingsAreConfirmedBySaving();
    void aCertificateFileIsStoredWithItsHash();
    void proxyErrorsStandAtTheirFields();
    void anAddressIsTakenApart_data();
    void anAddressIsTakenApart();
    void certificateFiles_data();
    void certificateFiles();
    void unsavedSettingsAreAskedFor();
    void typedSettingsCanBeChecked();
    void theSandboxHasNoProxy();
    void signingOutSaysWhatHappens();
    void signingOutMayLeadToRemoval();
    void aReasonKeepsFromSigningOut();
    void removalNeedsTheName();
    void removalShowsInvisibleCharacters();
    void removalWithoutOrdersNeedsNoName();
    void removalSaysWhatIsKnownOfTheOrders();
    void anUnreadableAccountCanGo();
    void removalOfTheSandbox();
    void aReasonKeepsFromRemoval();
    void stepsAreShownWhileTheyRun();
    void theReportIsCopied();
    void aFailedStepIsSaidOnTop();

private:
    template <class Dialog>
    Dialog &opened(Dialog *dialog)
    {
        dialog->open();
        return *dialog;
    }

    Theme m_theme;
    std::unique_ptr<QWidget> m_window;
};

void TestAccountDialogs::commandsFollowTheSelectedAccount()
{
    const auto accounts = someAccounts();
    auto &dialog = opened(new ManageAccountsDialog(m_theme, accounts, m_window.get()));
    // The shown account comes first.
    QCOMPARE(part<AccountList>(dialog, "accountList")->currentKey(), accounts.at(1).key);
    QVERIFY(!part(dialog, "showAccount")->isEnabled());
    QVERIFY(part(dialog, "signOut")->isEnabled());
    dialog.select(accounts.at(0).key); // signed out
    QVERIFY(part(dialog, "showAccount")->isEnabled());
    QVERIFY(!part(dialog, "signOut")->isEnabled());
    QVERIFY(part(dialog, "remove")->isEnabled());
    dialog.select(accounts.at(3).key); // the sandbox
    QVERIFY(!part(dialog, "signOut")->isEnabled());
    QVERIFY(part(dialog, "remove")->isEnabled());
    dialog.setCanCheck(false);
    QVERIFY(!part(dialog, "checkConnection")->isEnabled());
    dialog.setAccounts({});
    for (const char *name : {"showAccount", "rename", "accountSettings", "signOut", "remove"}) {
        QVERIFY2(!part(dialog, name)->isEnabled(), name);
    }
    QVERIFY(part(dialog, "addAccount")->isEnabled());
}

void TestAccountDialogs::commandsNameTheSelectedAccount()
{
    const auto accounts = someAccounts();
    auto &dialog = opened(new ManageAccountsDialog(m_theme, accounts, m_window.get()));
    dialog.select(accounts.at(2).key);
    const std::pair<const char *, void (ManageAccountsDialog::*)(const QString &)> commands[] = {
        {"showAccount", &ManageAccountsDialog::showRequested},
        {"rename", &ManageAccountsDialog::renameRequested},
        {"accountSettings", &ManageAccountsDialog::settingsRequested},
        {"checkConnection", &ManageAccountsDialog::checkRequested},
        {"signOut", &ManageAccountsDialog::signOutRequested},
        {"remove", &ManageAccountsDialog::removeRequested},
    };
    for (const auto &[button, signal] : commands) {
        QSignalSpy requested(&dialog, signal);
        part(dialog, button)->click();
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested.front().front().toString(), accounts.at(2).key);
    }
    QSignalSpy shown(&dialog, &ManageAccountsDialog::showRequested);
    QTest::keyClick(part<AccountList>(dialog, "accountList"), Qt::Key_Return);
    QCOMPARE(shown.size(), 1);
}

void TestAccountDialogs::aRemovedAccountIsNoLongerSelected()
{
    auto accounts = someAccounts();
    auto &dialog = opened(new ManageAccountsDialog(m_theme, accounts, m_window.get()));
    dialog.select(accounts.at(2).key);
    accounts.erase(accounts.begin() + 2);
    dialog.setAccounts(accounts);
    QCOMPARE(part<AccountList>(dialog, "accountList")->currentKey(), accounts.at(2).key);
    accounts.at(2).problem = QStringLiteral("The disk is full.");
    dialog.setAccounts(accounts);
    QCOMPARE(part<QLabel>(dialog, "accountProblem")->text(), QStringLiteral("The disk is full."));
}

void TestAccountDialogs::renamingGivesBackTheName_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("given");
    QTest::newRow("another") << QStringLiteral("  My   shop ")
                             << QStringList{QStringLiteral("My shop")};
    QTest::newRow("empty") << QString() << QStringList{QString()};
    QTest::newRow("the same") << QStringLiteral("North Relay") << QStringList();
}

void TestAccountDialogs::renamingGivesBackTheName()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, given);
    auto &dialog = opened(new RenameAccountDialog(
        m_theme, QStringLiteral("North Relay"), [](const QString &) { return QString(); },
        m_window.get()));
    QSignalSpy renamed(&dialog, &RenameAccountDialog::renamed);
    typeInto(dialog, "accountNameEdit", typed);
    QTest::keyClick(&dialog, Qt::Key_Return);
    QVERIFY(!dialog.isVisible());
    QStringList names;
    for (const auto &arguments : renamed) {
        names.append(arguments.front().toString());
    }
    QCOMPARE(names, given);
}

void TestAccountDialogs::aTakenNameIsRefused()
{
    const QString why = QStringLiteral("Another account has the name “South”.");
    auto &dialog = opened(new RenameAccountDialog(
        m_theme, QStringLiteral("North Relay"),
        [&why](const QString &name) { return name == QStringLiteral("South") ? why : QString(); },
        m_window.get()));
    const QSignalSpy renamed(&dialog, &RenameAccountDialog::renamed);
    typeInto(dialog, "accountNameEdit", QStringLiteral(" South "));
    QTest::keyClick(&dialog, Qt::Key_Return);
    QVERIFY(dialog.isVisible());
    QCOMPARE(renamed.size(), 0);
    QVERIFY(part<QLineEdit>(dialog, "accountNameEdit")->accessibleDescription().contains(why));
    typeInto(dialog, "accountNameEdit", QStringLiteral("East"));
    QTest::keyClick(&dialog, Qt::Key_Return);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(renamed.size(), 1);
}

void TestAccountDialogs::settingsComeBackAsTheyWere()
{
    const AccountOptions before{true, ownProxy()};
    auto &dialog =
        opened(new AccountSettingsDialog(m_theme, signedInAccount(), before, m_window.get()));
    QCOMPARE(part<QLineEdit>(dialog, "proxyHostEdit")->text(), before.network.host);
    QCOMPARE(part<QLineEdit>(dialog, "proxyPortEdit")->text(), QStringLiteral("1080"));
    QVERIFY(part<QCheckBox>(dialog, "viewOnly")->isChecked());
    QCOMPARE(part<NetworkForm>(dialog, "networkForm")->settings(), before.network);
    QSignalSpy saved(&dialog, &AccountSettingsDialog::saved);
    dialog.submit();
    QVERIFY(!dialog.isVisible());
    QCOMPARE(saved.size(), 1); // unchanged, it is stored again
    QVERIFY(!saved.front().back().toBool());
}

void TestAccountDialogs::settingsGiveBackWhatWasTyped()
{
    auto &dialog =
        opened(new AccountSettingsDialog(m_theme, signedInAccount(), {}, m_window.get()));
    QVERIFY(!part<QWidget>(dialog, "proxyHostEdit")->isVisible());
    chooseProxy(dialog, NetworkSettings::Proxy::Socks5);
    QVERIFY(part<QWidget>(dialog, "proxyHostEdit")->isVisible());
    typeInto(dialog, "proxyHostEdit", QStringLiteral("proxy.example.net"));
    typeInto(dialog, "proxyPortEdit", QStringLiteral("1080"));
    typeInto(dialog, "proxyUserEdit", QStringLiteral("ada"));
    typeInto(dialog, "proxyPasswordEdit", QStringLiteral("of the proxy"));
    part<QCheckBox>(dialog, "viewOnly")->setChecked(true);
    // Another kind and back: nothing that was typed is lost.
    chooseProxy(dialog, NetworkSettings::Proxy::None);
    QCOMPARE(part<NetworkForm>(dialog, "networkForm")->settings(), NetworkSettings());
    chooseProxy(dialog, NetworkSettings::Proxy::Socks5);
    AccountOptions given;
    connect(&dialog, &AccountSettingsDialog::saved, this,
            [&given](const AccountOptions &options) { given = options; });
    dialog.submit();
    QCOMPARE(given.viewOnly, true);
    QCOMPARE(given.network, ownProxy());
}

void TestAccountDialogs::theStoredPasswordIsNotShown()
{
    auto &dialog = opened(
        new AccountSettingsDialog(m_theme, signedInAccount(), {false, ownProxy()}, m_window.get()));
    auto *form = part<NetworkForm>(dialog, "networkForm");
    auto *password = part<QLineEdit>(dialog, "proxyPasswordEdit");
    QVERIFY(password->text().isEmpty());
    QVERIFY(!password->placeholderText().isEmpty());
    typeInto(dialog, "proxyPasswordEdit", QStringLiteral(" new "));
    QCOMPARE(form->settings().password, Secret(QStringLiteral(" new ")));
    // As the account does it: without another one, the same proxy keeps its own.
    typeInto(dialog, "proxyPasswordEdit", QString());
    QCOMPARE(form->settings().password, ownProxy().password);
}

void TestAccountDialogs::anotherProxyDoesNotGetThePassword_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("other");
    QTest::newRow("host") << QByteArray("proxyHostEdit") << QStringLiteral("other.example.net");
    QTest::newRow("port") << QByteArray("proxyPortEdit") << QStringLiteral("1081");
    QTest::newRow("user") << QByteArray("proxyUserEdit") << QStringLiteral("bob");
    QTest::newRow("kind") << QByteArray() << QString();
}

void TestAccountDialogs::anotherProxyDoesNotGetThePassword()
{
    QFETCH(QByteArray, field);
    QFETCH(QString, other);
    auto &dialog = opened(
        new AccountSettingsDialog(m_theme, signedInAccount(), {false, ownProxy()}, m_window.get()));
    dialog.setCanCheck(true);
    QList<NetworkSettings> checked;
    connect(&dialog, &AccountSettingsDialog::checkRequested, this,
            [&checked](const NetworkSettings &network) { checked.append(network); });
    const auto *password = part<QLineEdit>(dialog, "proxyPasswordEdit");
    const auto hints = [&dialog] {
        QStringList found;
        for (const auto *label : dialog.findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().startsWith(QStringLiteral("Type the pass"))) {
                found.append(label->text());
            }
        }
        return found;
    };
    const auto put = [&](const QString &text, NetworkSettings::Proxy kind) {
        if (field.isEmpty()) {
            chooseProxy(dialog, kind);
        } else {
            typeInto(dialog, field.constData(), text);
        }
        part(dialog, "checkConnection")->click();
    };
    const QString before =
        field.isEmpty() ? QString() : part<QLineEdit>(dialog, field.constData())->text();
    QVERIFY(hints().isEmpty());
    put(other, NetworkSettings::Proxy::Http);
    QCOMPARE(checked.size(), 1);
    QVERIFY(checked.back().password.isEmpty());
    QVERIFY(password->placeholderText().isEmpty());
    QCOMPARE(hints().size(), 1);
    // All as before: it is used again.
    put(before, ownProxy().proxy);
    QCOMPARE(checked.size(), 2);
    QCOMPARE(checked.back(), ownProxy());
    QVERIFY(!password->placeholderText().isEmpty());
    QVERIFY(hints().isEmpty());
    // One that is typed belongs to what is typed.
    put(other, NetworkSettings::Proxy::Http);
    typeInto(dialog, "proxyPasswordEdit", QStringLiteral("new"));
    QVERIFY(hints().isEmpty());
    part(dialog, "checkConnection")->click();
    QCOMPARE(checked.back().password, Secret(QStringLiteral("new")));
}

// The address is taken apart after the last key.
void TestAccountDialogs::aPastedAddressDoesNotGetThePassword()
{
    NetworkForm form(m_theme);
    form.setSettings(ownProxy());
    const auto *password = part<QLineEdit>(form, "proxyPasswordEdit");
    const auto paste = [&form](int port) {
        typeInto(form, "proxyHostEdit", QStringLiteral("%1:%2").arg(ownProxy().host).arg(port));
        QTest::keyClick(part<QLineEdit>(form, "proxyHostEdit"), Qt::Key_Return);
    };
    paste(1081);
    QCOMPARE(form.settings().port, 1081);
    QCOMPARE(form.settings().host, ownProxy().host);
    QVERIFY(form.settings().password.isEmpty());
    QVERIFY(password->placeholderText().isEmpty());
    paste(ownProxy().port);
    QCOMPARE(form.settings(), ownProxy());
    QVERIFY(!password->placeholderText().isEmpty());
}

/// What only a file says is used after the user saved it, also unchanged.
void TestAccountDialogs::changedSettingsAreConfirmedBySaving()
{
    AccountEntry account = signedInAccount();
    account.access = AccountAccess::OtherNetwork;
    account.problem = QStringLiteral("The connection settings of this account changed.");
    auto &dialog =
        opened(new AccountSettingsDialog(m_theme, account, {false, ownProxy()}, m_window.get()));
    QCOMPARE(part<QLabel>(dialog, "confirmNetwork")->text(), account.problem);
    QSignalSpy saved(&dialog, &AccountSettingsDialog::saved);
    dialog.submit();
    QCOMPARE(saved.size(), 1);
    QCOMPARE(saved.front().front().value<AccountOptions>().network, ownProxy());
}

/// Other bytes than those that were chosen are not used: their hash is stored with the path.
void TestAccountDialogs::aCertificateFileIsStoredWithItsHash()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    const QByteArray text = "-----BEGIN CERTIFICATE-----\n";
    file.write(text);
    file.close();
    auto &dialog =
        opened(new AccountSettingsDialog(m_theme, signedInAccount(), {}, m_window.get()));
    QSignalSpy saved(&dialog, &AccountSettingsDialog::saved);
    typeInto(dialog, "caFileEdit", file.fileName());
    dialog.submit();
    QCOMPARE(saved.size(), 1);
    const auto network = saved.front().front().value<AccountOptions>().network;
    QCOMPARE(network.caFile, file.fileName());
    QCOMPARE(
        network.caHash,
        QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex()));
    // Another change does not take a file that was replaced since.
    QVERIFY(file.open());
    file.write("-----BEGIN CERTIFICATE-----\nof another\n");
    file.close();
    auto &later = opened(
        new AccountSettingsDialog(m_theme, signedInAccount(), {false, network}, m_window.get()));
    QSignalSpy laterSaved(&later, &AccountSettingsDialog::saved);
    part<QCheckBox>(later, "viewOnly")->setChecked(true);
    later.submit();
    QCOMPARE(laterSaved.size(), 0);
    QVERIFY(errorsIn(later).front().contains(QStringLiteral("changed since it was chosen")));
    typeInto(later, "caFileEdit", QString()); // chosen again
    typeInto(later, "caFileEdit", file.fileName());
    later.submit();
    QCOMPARE(laterSaved.size(), 1);
    QVERIFY(laterSaved.front().front().value<AccountOptions>().network.caHash != network.caHash);
}

void TestAccountDialogs::proxyErrorsStandAtTheirFields()
{
    auto &dialog =
        opened(new AccountSettingsDialog(m_theme, signedInAccount(), {}, m_window.get()));
    QSignalSpy saved(&dialog, &AccountSettingsDialog::saved);
    chooseProxy(dialog, NetworkSettings::Proxy::Http);
    typeInto(dialog, "proxyPortEdit", QStringLiteral("70000"));
    typeInto(dialog, "proxyPasswordEdit", QStringLiteral("of nobody"));
    typeInto(dialog, "caFileEdit", QStringLiteral("/no/such/file.pem"));
    dialog.submit();
    QVERIFY(dialog.isVisible());
    QCOMPARE(saved.size(), 0);
    QCOMPARE(errorsIn(dialog).size(), 4); // host, port, user, file
    QTRY_VERIFY(part<QWidget>(dialog, "proxyHostEdit")->hasFocus());
    QCOMPARE(part<QLineEdit>(dialog, "proxyPasswordEdit")->text(), QStringLiteral("of nobody"));
    typeInto(dialog, "proxyHostEdit", QStringLiteral("user@host"));
    QVERIFY(errorsIn(dialog).isEmpty()); // until the next try
    dialog.submit();
    QVERIFY(errorsIn(dialog).front().contains(QStringLiteral("alone")));
    // Without a proxy, its fields are not looked at.
    chooseProxy(dialog, NetworkSettings::Proxy::None);
    typeInto(dialog, "caFileEdit", QString());
    part<QCheckBox>(dialog, "viewOnly")->setChecked(true);
    dialog.submit();
    QCOMPARE(saved.size(), 1);
}

void TestAccountDialogs::anAddressIsTakenApart_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::newRow("name") << QStringLiteral("proxy.example.net")
                          << QStringLiteral("proxy.example.net") << 3128;
    QTest::newRow("with a port") << QStringLiteral("10.0.0.1:8080") << QStringLiteral("10.0.0.1")
                                 << 8080;
    QTest::newRow("an address") << QStringLiteral("http://proxy.example.net:8080")
                                << QStringLiteral("proxy.example.net") << 8080;
    QTest::newRow("IPv6") << QStringLiteral("2001:db8::1") << QStringLiteral("2001:db8::1") << 3128;
}

void TestAccountDialogs::anAddressIsTakenApart()
{
    QFETCH(QString, typed);
    QFETCH(QString, host);
    QFETCH(int, port);
    NetworkForm form(m_theme);
    chooseProxy(form, NetworkSettings::Proxy::Http);
    typeInto(form, "proxyPortEdit", QStringLiteral("3128"));
    typeInto(form, "proxyHostEdit", typed);
    QVERIFY(form.isComplete());
    QCOMPARE(form.settings().host, host);
    QCOMPARE(form.settings().port, port);
}

void TestAccountDialogs::certificateFiles_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("problem");
    QTest::newRow("a certificate") << somePem << QString();
    QTest::newRow("a text before it") << QByteArray("# ours\n" + somePem) << QString();
    QTest::newRow("empty") << QByteArray() << QStringLiteral("no certificate");
    QTest::newRow("another format") << QByteArray("\x30\x82\x01") << QStringLiteral("PEM");
    QTest::newRow("with a key")
        << QByteArray(somePem + "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n")
        << QStringLiteral("private key");
}

void TestAccountDialogs::certificateFiles()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, problem);
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("ca.pem")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    const QString said = certificateFileProblem(file.fileName());
    QCOMPARE(said.isEmpty(), problem.isEmpty());
    QVERIFY2(said.contains(problem), qPrintable(said));
    QVERIFY(!certificateFileProblem(folder.path()).isEmpty());
    QVERIFY(!certificateFileProblem(QStringLiteral("ca.pem")).isEmpty());
    QVERIFY(!certificateFileProblem(folder.filePath(QStringLiteral("none.pem"))).isEmpty());

    // It is checked as soon as it is chosen.
    NetworkForm form(m_theme, m_window.get());
    form.show();
    part(form, "chooseCaFile")->click();
    auto *chooser = m_window->findChild<QFileDialog *>(QStringLiteral("caFileDialog"));
    QVERIFY(chooser != nullptr);
    Q_EMIT chooser->fileSelected(file.fileName());
    chooser->close();
    QCOMPARE(form.settings().caFile, file.fileName());
    QCOMPARE(errorsIn(form).isEmpty(), problem.isEmpty());
}

void TestAccountDialogs::unsavedSettingsAreAskedFor()
{
    auto &dialog =
        opened(new AccountSettingsDialog(m_theme, signedInAccount(), {}, m_window.get()));
    part<QCheckBox>(dialog, "viewOnly")->setChecked(true);
    dialog.reject();
    QVERIFY(dialog.isVisible());
    part<QCheckBox>(dialog, "viewOnly")->setChecked(false);
    dialog.reject();
    QVERIFY(!dialog.isVisible());
}

void TestAccountDialogs::typedSettingsCanBeChecked()
{
    auto &dialog =
        opened(new AccountSettingsDialog(m_theme, signedInAccount(), {}, m_window.get()));
    QVERIFY(!part(dialog, "checkConnection")->isVisible());
    dialog.setCanCheck(true);
    std::vector<NetworkSettings> requested;
    connect(&dialog, &AccountSettingsDialog::checkRequested, this,
            [&requested](const NetworkSettings &network) { requested.push_back(network); });
    chooseProxy(dialog, NetworkSettings::Proxy::Socks5);
    part(dialog, "checkConnection")->click();
    QVERIFY(requested.empty()); // a host and a port are missing
    QCOMPARE(errorsIn(dialog).size(), 2);
    typeInto(dialog, "proxyHostEdit", QStringLiteral("proxy.example.net"));
    typeInto(dialog, "proxyPortEdit", QStringLiteral("1080"));
    part(dialog, "checkConnection")->click();
    QCOMPARE(requested.size(), std::size_t(1));
    QCOMPARE(requested.front().port, 1080);
    QVERIFY(dialog.isVisible());
}

void TestAccountDialogs::theSandboxHasNoProxy()
{
    auto &dialog = opened(new AccountSettingsDialog(m_theme, sandboxAccount(), {}, m_window.get()));
    QVERIFY(part<NetworkForm>(dialog, "networkForm") == nullptr);
    dialog.setCanCheck(true);
    QSignalSpy saved(&dialog, &AccountSettingsDialog::saved);
    part<QCheckBox>(dialog, "viewOnly")->setChecked(true);
    dialog.submit();
    QCOMPARE(saved.size(), 1);
}

void TestAccountDialogs::signingOutSaysWhatHappens()
{
    auto &dialog = opened(new SignOutDialog(m_theme, signedInAccount(), {}, m_window.get()));
    const QString words = part<QLabel>(dialog, "signOutWords")->text();
    for (const char *what : {"keychain", "revoked", "stay on this computer"}) {
        QVERIFY2(words.contains(QLatin1String(what)), what);
    }
    QSignalSpy confirmed(&dialog, &SignOutDialog::signOutConfirmed);
    QTest::keyClick(&dialog, Qt::Key_Return); // does not confirm
    QCOMPARE(confirmed.size(), 0);
    QVERIFY(dialog.isVisible());
    dialog.submitButton()->click();
    QCOMPARE(confirmed.size(), 1);
}

void TestAccountDialogs::signingOutMayLeadToRemoval()
{
    auto &dialog = opened(new SignOutDialog(m_theme, signedInAccount(), {}, m_window.get()));
    QSignalSpy confirmed(&dialog, &SignOutDialog::signOutConfirmed);
    QSignalSpy remove(&dialog, &SignOutDialog::removeRequested);
    auto *alsoRemove = part<QCheckBox>(dialog, "alsoRemove");
    const auto *words = part<QLabel>(dialog, "signOutWords");
    const QString withoutRemoval = words->text();
    alsoRemove->setChecked(true);
    QCOMPARE(dialog.submitButton()->text(), QStringLiteral("Continue…"));
    QVERIFY2(!words->text().contains(QStringLiteral("stay")), qPrintable(words->text()));
    QVERIFY2(words->text().contains(QStringLiteral("are deleted from this computer")),
             qPrintable(words->text()));
    QCOMPARE(dialog.accessibleDescription(), words->text());
    alsoRemove->setChecked(false);
    QCOMPARE(words->text(), withoutRemoval);
    alsoRemove->setChecked(true);
    dialog.submitButton()->click();
    QCOMPARE(confirmed.size(), 0); // the removal asks first
    QCOMPARE(remove.size(), 1);
}

void TestAccountDialogs::aReasonKeepsFromSigningOut()
{
    const QString reason = QStringLiteral("An order is on its way.");
    auto &dialog = opened(new SignOutDialog(m_theme, signedInAccount(), reason, m_window.get()));
    QVERIFY(!dialog.submitButton()->isEnabled());
    QVERIFY(dialog.banner()->isVisible());
    QCOMPARE(dialog.banner()->text(), reason);
    dialog.setWhyNot({});
    QVERIFY(dialog.submitButton()->isEnabled());
    QVERIFY(!dialog.banner()->isVisible());
}

void TestAccountDialogs::removalShowsInvisibleCharacters()
{
    AccountEntry account = signedInAccount();
    account.name = QStringLiteral("North\u202e yaleR");
    auto &dialog = opened(new RemoveAccountDialog(m_theme, {account, {}}, m_window.get()));
    dialog.setOrders(OrderCounts{3, 0});
    QCOMPARE(dialog.windowTitle(), QStringLiteral("Remove “North⟨U+202E⟩ yaleR”?"));
    auto *edit = part<QLineEdit>(dialog, "typedNameEdit");
    QVERIFY(edit->accessibleDescription().contains(
        QStringLiteral("Type “North yaleR”. The name has invisible characters: "
                       "“North⟨U+202E⟩ yaleR”.")));
    for (const QString &typed : {QStringLiteral("North Relay"), QStringLiteral("North")}) {
        edit->setText(typed);
        QVERIFY2(!dialog.submitButton()->isEnabled(), qPrintable(typed));
    }
    for (const QString &typed :
         {QStringLiteral("North yaleR"), QStringLiteral("North⟨U+202E⟩ yaleR"), account.name}) {
        edit->setText(typed);
        QVERIFY2(dialog.submitButton()->isEnabled(), qPrintable(typed));
    }
}

void TestAccountDialogs::removalNeedsTheName()
{
    auto &dialog =
        opened(new RemoveAccountDialog(m_theme, {signedInAccount(), {}}, m_window.get()));
    QVERIFY(!dialog.submitButton()->isEnabled()); // while the orders are counted, too
    dialog.setOrders(OrderCounts{3, 0});
    QVERIFY(part<QLabel>(dialog, "removeOrders")->text().startsWith(QStringLiteral("3 orders")));
    QSignalSpy confirmed(&dialog, &RemoveAccountDialog::removeConfirmed);
    QVERIFY(!dialog.submitButton()->isEnabled());
    typeInto(dialog, "typedNameEdit", QStringLiteral("North"));
    QVERIFY(!dialog.submitButton()->isEnabled());
    typeInto(dialog, "typedNameEdit", QStringLiteral(" north relay"));
    QVERIFY(dialog.submitButton()->isEnabled());
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(confirmed.size(), 0); // Enter does not delete
    dialog.submitButton()->click();
    QCOMPARE(confirmed.size(), 1);
}

void TestAccountDialogs::removalWithoutOrdersNeedsNoName()
{
    auto &dialog =
        opened(new RemoveAccountDialog(m_theme, {signedInAccount(), {}}, m_window.get()));
    dialog.setOrders(OrderCounts{0, 0});
    QVERIFY(dialog.submitButton()->isEnabled());
    QVERIFY(!part<QLineEdit>(dialog, "typedNameEdit")->isVisible());
    QVERIFY(!part<QLabel>(dialog, "removeOrders")->isVisible());
}

void TestAccountDialogs::removalSaysWhatIsKnownOfTheOrders()
{
    auto &dialog =
        opened(new RemoveAccountDialog(m_theme, {signedInAccount(), {}}, m_window.get()));
    const auto *orders = part<QLabel>(dialog, "removeOrders");
    QVERIFY(orders->text().startsWith(QStringLiteral("Its orders")));
    dialog.setOrders(OrderCounts{3, 1});
    QVERIFY2(orders->text().contains(QStringLiteral("The result of 1 of them is unknown")),
             qPrintable(orders->text()));
    dialog.setOrders(std::nullopt);
    QVERIFY2(orders->text().contains(QStringLiteral("is not known")), qPrintable(orders->text()));
    QVERIFY(part<QLineEdit>(dialog, "typedNameEdit")->isVisible());
    QVERIFY(!dialog.submitButton()->isEnabled());
}

/// What is deleted, and what is not, is told of it too.
void TestAccountDialogs::anUnreadableAccountCanGo()
{
    AccountEntry account = signedInAccount();
    account.access = AccountAccess::Unusable;
    account.isUnreadable = true;
    account.problem = QStringLiteral("The data was stored by a newer version.");
    auto &manage = opened(new ManageAccountsDialog(m_theme, {account}, m_window.get()));
    QVERIFY(part(manage, "signOut")->isEnabled());
    QVERIFY(part(manage, "remove")->isEnabled());
    account.isSignedOut = true;
    manage.setAccounts({account});
    QVERIFY(!part(manage, "signOut")->isEnabled());
    QVERIFY(part(manage, "remove")->isEnabled());
    manage.reject();

    auto &signOut = opened(new SignOutDialog(m_theme, account, {}, m_window.get()));
    QString words = part<QLabel>(signOut, "signOutWords")->text();
    QVERIFY2(words.contains(account.problem), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("data stays as it is")), qPrintable(words));
    part<QCheckBox>(signOut, "alsoRemove")->setChecked(true);
    words = part<QLabel>(signOut, "signOutWords")->text();
    QVERIFY2(words.contains(account.problem), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("are deleted from this computer")), qPrintable(words));
    signOut.reject();
    auto &remove = opened(new RemoveAccountDialog(m_theme, {account, {}}, m_window.get()));
    words = part<QLabel>(remove, "removeWords")->text();
    QVERIFY2(words.contains(account.problem), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("cannot read")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("not affected")), qPrintable(words));
    remove.reject();

    account.isNameless = true;
    account.isSignedOut = false;
    auto &again = opened(new ManageAccountsDialog(m_theme, {account}, m_window.get()));
    QVERIFY(!part(again, "signOut")->isEnabled());
    QVERIFY(part(again, "remove")->isEnabled());
    again.reject();
    auto &nameless = opened(new RemoveAccountDialog(m_theme, {account, {}}, m_window.get()));
    words = part<QLabel>(nameless, "removeWords")->text();
    QVERIFY2(words.contains(QStringLiteral("stays in the keychain")), qPrintable(words));
}

void TestAccountDialogs::removalOfTheSandbox()
{
    auto &dialog = opened(new RemoveAccountDialog(m_theme, {sandboxAccount(), {}}, m_window.get()));
    dialog.setOrders(OrderCounts{2, 0});
    QVERIFY(dialog.submitButton()->isEnabled());
    QVERIFY(part<QLabel>(dialog, "removeWords")->text().contains(QStringLiteral("sample data")));
}

void TestAccountDialogs::aReasonKeepsFromRemoval()
{
    auto &dialog = opened(new RemoveAccountDialog(
        m_theme, {signedInAccount(), QStringLiteral("An order is open.")}, m_window.get()));
    dialog.setOrders(OrderCounts{1, 0});
    typeInto(dialog, "typedNameEdit", QStringLiteral("North Relay"));
    QVERIFY(!dialog.submitButton()->isEnabled());
    QCOMPARE(dialog.banner()->text(), QStringLiteral("An order is open."));
    dialog.setWhyNot({});
    QVERIFY(dialog.submitButton()->isEnabled());
}

void TestAccountDialogs::stepsAreShownWhileTheyRun()
{
    std::vector<ConnectionStep> steps{
        {QStringLiteral("name"), QStringLiteral("Host name"), ConnectionStep::Good,
         QStringLiteral("Found 203.0.113.7.")},
        {QStringLiteral("tls"), QStringLiteral("TLS"), ConnectionStep::Running, {}},
        {QStringLiteral("clock"), QStringLiteral("Clock"), ConnectionStep::Waiting, {}},
    };
    auto &dialog =
        opened(new ConnectionCheckDialog(m_theme, QStringLiteral("North Relay"), m_window.get()));
    dialog.showSteps(steps, true);
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    const auto lines = dialog.findChildren<CheckStepLine *>();
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines.at(0)->accessibleName(), QStringLiteral("Host name: good. Found 203.0.113.7."));
    QCOMPARE(lines.at(1)->accessibleName(), QStringLiteral("TLS: running."));
    QVERIFY(!dialog.banner()->isVisible());
    QVERIFY(!part(dialog, "copyReport")->isEnabled());
    QSignalSpy stop(&dialog, &ConnectionCheckDialog::cancelRequested);
    QSignalSpy again(&dialog, &ConnectionCheckDialog::checkAgainRequested);
    part(dialog, "checkAgain")->click(); // is "Stop" now
    QCOMPARE(stop.size(), 1);
    // A check that was stopped says nothing about the connection.
    auto stopped = steps;
    stopped.at(1).state = ConnectionStep::Skipped;
    stopped.at(2).state = ConnectionStep::Skipped;
    dialog.showSteps(stopped, false);
    QCOMPARE(dialog.banner()->tone(), Tone::Accent);
    part(dialog, "checkAgain")->click();
    QCOMPARE(again.size(), 1);
    dialog.showSteps(steps, true);
    const QImage running = lines.at(1)->grab().toImage();
    steps.at(1).state = ConnectionStep::Good;
    steps.at(2).state = ConnectionStep::Good;
    dialog.showSteps(steps, false);
    QVERIFY(lines.at(1)->grab().toImage() != running);
    QCOMPARE(dialog.banner()->tone(), Tone::Good);
    part(dialog, "checkAgain")->click();
    QCOMPARE(again.size(), 2);
    dialog.showSteps({}, false);
    QVERIFY(dialog.findChildren<CheckStepLine *>().isEmpty());
}

void TestAccountDialogs::theReportIsCopied()
{
    auto &dialog =
        opened(new ConnectionCheckDialog(m_theme, QStringLiteral("North Relay"), m_window.get()));
    dialog.showSteps(
        {{QStringLiteral("name"), QStringLiteral("Host name"), ConnectionStep::Good, {}}}, false);
    QVERIFY(!part(dialog, "copyReport")->isEnabled());
    dialog.setReport(QStringLiteral("the report"));
    part(dialog, "copyReport")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("the report"));
}

void TestAccountDialogs::aFailedStepIsSaidOnTop()
{
    const std::pair<ConnectionStep::State, Tone> results[] = {
        {ConnectionStep::Bad, Tone::Bad},
        {ConnectionStep::Warning, Tone::Warning},
        {ConnectionStep::Skipped, Tone::Good}, // a token that the account does not have
    };
    auto &dialog =
        opened(new ConnectionCheckDialog(m_theme, QStringLiteral("North Relay"), m_window.get()));
    for (const auto &[state, tone] : results) {
        dialog.showSteps({{QStringLiteral("a"), QStringLiteral("A"), ConnectionStep::Good, {}},
                          {QStringLiteral("b"), QStringLiteral("B"), state, {}}},
                         false);
        QVERIFY(dialog.banner()->isVisible());
        QCOMPARE(dialog.banner()->tone(), tone);
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestAccountDialogs)
#include "test_accountdialogs.moc"
