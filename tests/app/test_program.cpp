// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the whole program: a session with a service, with everything it logs and writes searched
// for secrets; the embedded sandbox across a restart; the first start.
#include "app/program.h"

#include "models/accounts/storedaccounts.h"
#include "models/store/accountkey.h"
#include "sandbox/server.h"
#include "tests/models/endless.h"
#include "tests/models/laterformat.h"
#include "tests/support/fakekeychain.h"
#include "tests/support/paths.h"
#include "tests/support/scriptedserver.h"
#include "ui/widgets/sheetdialog.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QLoggingCategory>
#include <QMutex>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace relaybook;

namespace {

/// Everything that was logged since the test began.
struct Log
{
    QMutex mutex;
    QString text;
};
Log &theLog()
{
    static Log log;
    return log;
}

void keepLog(QtMsgType, const QMessageLogContext &context, const QString &message)
{
    Log &log = theLog();
    const QMutexLocker lock(&log.mutex);
    log.text += QLatin1String(context.category) % u": " % message % u'\n';
}

QString takeLog()
{
    Log &log = theLog();
    const QMutexLocker lock(&log.mutex);
    return std::exchange(log.text, QString());
}

QByteArray everythingBelow(const QString &folder)
{
    QByteArray all;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly)) {
            all += file.readAll();
        }
    }
    return all;
}

QJsonObject objectOf(const std::optional<std::string> &json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json.value_or("{}"))).object();
}

} // namespace

class TestProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aNoteThatIsBeingWrittenIsKept();
    void firstStartShowsTheWelcome();
    void theSandboxIsLoadedWithoutALimit();
    void theSandboxLimitsRequestsIfAsked();
    void aSessionLeavesNoSecretBehind();
    void changesAreInTheSandboxAndThereAfterARestart();
    void resetMakesTheSandboxNew();
    void whatIsStoredOpensOffline();
    void offlineSendsNothing();
    void withoutAnAccountTheStartShowsTheWelcome();
    void aTokenAddedToAKeyKeepsWhatIsThere();
    void bothTokensAtOnceReadThePools();
    void aRestartIsConnectedWithoutTyping();
    void theStartShowsTheNamedAccount();
    void aSecondStartIsTakenOver();
    void aSecondStartLeavesDialogsAlone();
    void keysDoNotReachTheWindowBehindADialog();
    void theWindowWorksWhileStoredDataIsUpdated();
    void anOutageAtTheStartKeepsWhatIsStored_data();
    void anOutageAtTheStartKeepsWhatIsStored();
    void anOutageAtTheFirstStartKeepsWhatWasGiven();
    void theEndInterruptsWhatIsStored();
    void tokensOfASignInAreGivenBack_data();
    void tokensOfASignInAreGivenBack();

private:
    std::unique_ptr<Program> start(CommandLine line, const FileFormat &format = cacheFormat());
    static void waitUntilLoaded(Program &program);
    /// Clicks "Try the sandbox" on the welcome dialog.
    static void tryTheSandbox(Program &program);
    static bool namesALimit(Program &program);
    template <class Widget>
    static Widget *find(Program &program, const char *name)
    {
        return program.window().findChild<Widget *>(QLatin1String(name));
    }
    static void trigger(Program &program, const char *name);
    static QAbstractItemView *tableOf(Program &program, const char *page);
    static void editFirstNote(Program &program, const QString &text);
    static void renameFirstProxy(Program &program, const QString &name);
    static std::unique_ptr<sandbox::Server> startServer(std::uint64_t seed = 1);
    static QWidget *signInDialog(Program &program);
    static void typeInto(QWidget *dialog, const char *field, const std::string &text);
    static void checkAndConnect(QWidget *dialog);

    /// Ends the program; what is in the keychain stays for the next start.
    void quit(std::unique_ptr<Program> &program)
    {
        m_entries = m_keychain->entries;
        program.reset();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    ScriptTokens m_tokens;
    std::map<QString, AccountSecrets> m_entries;
    std::optional<KeychainError> m_keychainError;
    QPointer<testing::FakeKeychain> m_keychain;
};

void TestProgram::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_entries.clear();
    m_keychainError.reset();
}

void TestProgram::cleanup()
{
    m_tokens = {};
    m_folder.reset();
}

std::unique_ptr<Program> TestProgram::start(CommandLine line, const FileFormat &format)
{
    // The keychain is another program's: it outlives this one.
    auto keychain = std::make_unique<testing::FakeKeychain>();
    keychain->entries = m_entries;
    keychain->error = m_keychainError;
    m_keychain = keychain.get();
    auto program = std::make_unique<Program>(
        std::move(line),
        Program::Parts{m_folder->path(), nullptr, std::move(keychain), format, m_tokens}, *qApp);
    program->start();
    return program;
}

void TestProgram::waitUntilLoaded(Program &program)
{
    QTRY_VERIFY(program.session() != nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(program.session()->ledger().progress().state,
                              LedgerProgress::Complete, 120'000);
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
        QTRY_COMPARE(program.session()->status(area).state, AreaStatus::Loaded);
    }
}

void TestProgram::trigger(Program &program, const char *name)
{
    auto *action = find<QAction>(program, name);
    QVERIFY2(action != nullptr, name);
    QTRY_VERIFY2(action->isEnabled(), name);
    action->trigger();
}

QAbstractItemView *TestProgram::tableOf(Program &program, const char *page)
{
    auto *widget = find<QWidget>(program, page);
    return widget != nullptr ? widget->findChild<QAbstractItemView *>(QStringLiteral("table"))
                             : nullptr;
}

void TestProgram::editFirstNote(Program &program, const QString &text)
{
    trigger(program, "showSubUsersAction");
    auto *table = tableOf(program, "subUsersPage");
    QVERIFY(table != nullptr);
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->setCurrentIndex(table->model()->index(0, 0));
    trigger(program, "editAction");
    QTRY_VERIFY(find<SheetDialog>(program, "noteDialog") != nullptr);
    const QPointer<SheetDialog> dialog = find<SheetDialog>(program, "noteDialog");
    auto *field = dialog->findChild<QPlainTextEdit *>();
    QVERIFY(field != nullptr);
    field->selectAll();
    QTest::keyClicks(field, text);
    dialog->submit();
    // It has succeeded and is closed.
    QTRY_VERIFY(dialog == nullptr || !dialog->isVisible());
}

/// SIGTERM, as at the end of a session: nothing is asked, and nothing that was typed is lost.
void TestProgram::aNoteThatIsBeingWrittenIsKept()
{
    CommandLine line;
    line.sandbox = true;
    auto program = start(line);
    waitUntilLoaded(*program);
    trigger(*program, "showSubUsersAction");
    auto *table = tableOf(*program, "subUsersPage");
    QVERIFY(table != nullptr);
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->setCurrentIndex(table->model()->index(0, 0));
    trigger(*program, "editAction");
    QTRY_VERIFY(find<SheetDialog>(*program, "noteDialog") != nullptr);
    auto *field = find<SheetDialog>(*program, "noteDialog")->findChild<QPlainTextEdit *>();
    QVERIFY(field != nullptr);
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("half a note"));
    program->endNow();
    QVERIFY(!program->window().isVisible());
    quit(program);
    program = start(line);
    waitUntilLoaded(*program);
    trigger(*program, "showSubUsersAction");
    table = tableOf(*program, "subUsersPage");
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->setCurrentIndex(table->model()->index(0, 0));
    trigger(*program, "editAction");
    QTRY_VERIFY(find<SheetDialog>(*program, "noteDialog") != nullptr);
    field = find<SheetDialog>(*program, "noteDialog")->findChild<QPlainTextEdit *>();
    QTRY_COMPARE(field->toPlainText(), QStringLiteral("half a note"));
}

void TestProgram::renameFirstProxy(Program &program, const QString &name)
{
    trigger(program, "showProxiesAction");
    auto *table = tableOf(program, "proxiesPage");
    QVERIFY(table != nullptr);
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->setCurrentIndex(table->model()->index(0, 0));
    trigger(program, "editAction");
    QTRY_VERIFY(find<SheetDialog>(program, "proxyDialog") != nullptr);
    const QPointer<SheetDialog> dialog = find<SheetDialog>(program, "proxyDialog");
    auto *field = dialog->findChild<QLineEdit *>(QStringLiteral("nameEdit"));
    QVERIFY(field != nullptr);
    field->selectAll();
    QTest::keyClicks(field, name);
    dialog->submit();
    // It has succeeded and is closed.
    QTRY_VERIFY(dialog == nullptr || !dialog->isVisible());
}

void TestProgram::firstStartShowsTheWelcome()
{
    const auto program = start({});
    QTRY_VERIFY(find<SheetDialog>(*program, "welcomeDialog") != nullptr);
    QVERIFY(find<SheetDialog>(*program, "welcomeDialog")->isVisible());
    QVERIFY(program->session() == nullptr);
}

void TestProgram::tryTheSandbox(Program &program)
{
    QTRY_VERIFY(find<SheetDialog>(program, "welcomeDialog") != nullptr);
    auto *dialog = find<SheetDialog>(program, "welcomeDialog");
    dialog->findChild<QAbstractButton *>(QStringLiteral("sandboxChoice"))->click();
    dialog->findChild<QAbstractButton *>(QStringLiteral("submit"))->click();
    QTRY_VERIFY(program.session() != nullptr);
}

bool TestProgram::namesALimit(Program &program)
{
    const auto *task = find<QLabel>(program, "taskText");
    return task != nullptr && task->text().contains(QStringLiteral("Limit on requests"));
}

/// The first thing that a user sees: all of the ledger within seconds.
void TestProgram::theSandboxIsLoadedWithoutALimit()
{
    const auto program = start({});
    tryTheSandbox(*program);
    bool reported = false;
    const auto isLoaded = [&] {
        reported = reported || namesALimit(*program);
        return program->session()->ledger().progress().state == LedgerProgress::Complete;
    };
    // A service with limits needs ten minutes.
    QTRY_VERIFY_WITH_TIMEOUT(isLoaded() || reported, 120'000);
    QVERIFY(!reported);
    QCOMPARE(program->session()->summary().transactions, 48'902);
}

void TestProgram::theSandboxLimitsRequestsIfAsked()
{
    CommandLine line;
    line.sandboxRateLimit = true;
    const auto program = start(line);
    tryTheSandbox(*program);
    QTRY_VERIFY_WITH_TIMEOUT(namesALimit(*program), 60'000);
    QVERIFY(program->session()->ledger().progress().state != LedgerProgress::Complete);
}

void TestProgram::aSessionLeavesNoSecretBehind()
{
    QLoggingCategory::setFilterRules(QStringLiteral("*.debug=true\nqt.*=false"));
    takeLog();
    const auto previous = qInstallMessageHandler(keepLog);

    sandbox::Options options;
    options.rateLimit = false;
    options.proxies = 30;
    options.subUsers = 20;
    options.transactions = 300;
    sandbox::Server server(std::move(options));
    QVERIFY(!server.start());
    const sandbox::Access access = server.access();
    m_tokens.personalToken = Secret(QByteArray::fromStdString(access.personalToken));
    m_tokens.resellerKey = Secret(QByteArray::fromStdString(access.resellerKey));
    CommandLine line;
    line.service = QString::fromStdString(access.url);
    auto program = start(line);
    waitUntilLoaded(*program);
    editFirstNote(*program, QStringLiteral("seen by the test"));
    renameFirstProxy(*program, QStringLiteral("renamed-by-the-test"));
    // Secrets are shown and copied, and errors are shown.
    for (const char *page : {"showProxiesAction", "showSubUsersAction", "showTransactionsAction"}) {
        trigger(*program, page);
        for (auto *button : program->window().findChildren<QAbstractButton *>()) {
            if (button->isVisible() && button->isEnabled() &&
                (button->objectName() == u"secretShow" || button->objectName() == u"secretCopy")) {
                button->click();
            }
        }
    }
    QVERIFY(!server.faults().set("error-500,next=3"));
    trigger(*program, "refreshAction");
    server.expireResellerToken();
    trigger(*program, "showSubUsersAction");
    trigger(*program, "refreshAction");
    QTRY_COMPARE(program->session()->status(Area::SubUsers).state, AreaStatus::Loaded);
    program.reset();
    qInstallMessageHandler(previous);
    QLoggingCategory::setFilterRules({});

    const QString log = takeLog();
    const QByteArray files = everythingBelow(m_folder->path());
    // The log was recorded, and the files contain the account.
    QVERIFY2(log.contains(QStringLiteral("GET /v1/proxies")), qPrintable(log.left(400)));
    QVERIFY(log.contains(QStringLiteral("PATCH /reseller/sub-users/")));
    QVERIFY(files.contains("renamed-by-the-test"));

    QByteArrayList secrets = {QByteArray::fromStdString(access.personalToken),
                              QByteArray::fromStdString(access.resellerKey),
                              QByteArray::fromStdString(access.password)};
    const auto proxy = objectOf(server.proxy(server.proxyIds().front()));
    const QString link = proxy.value(QStringLiteral("proxy_http")).toString();
    secrets.append(
        link.section(QStringLiteral("//"), 1).section(u'@', 0, 0).section(u':', 1).toUtf8());
    const auto subUser = objectOf(server.subUser(server.subUserIds().front()));
    secrets.append(subUser.value(QStringLiteral("proxy"))
                       .toObject()
                       .value(QStringLiteral("proxy_password"))
                       .toString()
                       .toUtf8());
    for (const QByteArray &secret : secrets) {
        QVERIFY2(secret.size() > 5, secret.constData());
        QVERIFY2(!log.contains(QString::fromUtf8(secret)), secret.constData());
        QVERIFY2(!files.contains(secret), secret.constData());
    }
    QVERIFY(!log.contains(QStringLiteral("Bearer")));
}

void TestProgram::changesAreInTheSandboxAndThereAfterARestart()
{
    CommandLine line;
    line.sandbox = true;
    auto program = start(line);
    waitUntilLoaded(*program);
    editFirstNote(*program, QStringLiteral("Paid in advance"));
    renameFirstProxy(*program, QStringLiteral("aaa-renamed"));
    const auto shown = [](Program &of, const char *page, const QString &text) {
        auto *table = tableOf(of, page);
        for (int row = 0; table != nullptr && row < table->model()->rowCount(); ++row) {
            for (int column = 0; column < 3; ++column) {
                if (table->model()->index(row, column).data().toString() == text) {
                    return true;
                }
            }
        }
        return false;
    };
    QTRY_VERIFY(shown(*program, "proxiesPage", QStringLiteral("aaa-renamed")));
    QTRY_VERIFY(shown(*program, "subUsersPage", QStringLiteral("Paid in advance")));
    // In the service itself, not only here.
    const std::vector<std::string> proxies = program->sandbox()->service().proxies();
    QVERIFY(std::any_of(proxies.begin(), proxies.end(), [](const std::string &proxy) {
        return objectOf(proxy).value(QStringLiteral("name")) == QStringLiteral("aaa-renamed");
    }));
    // Its proxies can be used: they are at its gateway.
    const sandbox::Access access = program->sandbox()->service().access();
    QVERIFY(!access.testPage.empty());
    QVERIFY(std::all_of(proxies.begin(), proxies.end(), [&access](const std::string &proxy) {
        return objectOf(proxy).value(QStringLiteral("port_http")) == access.gateway.portHttp;
    }));
    program.reset();

    program = start(line);
    waitUntilLoaded(*program);
    trigger(*program, "showProxiesAction");
    QTRY_VERIFY(shown(*program, "proxiesPage", QStringLiteral("aaa-renamed")));
    trigger(*program, "showSubUsersAction");
    QTRY_VERIFY(shown(*program, "subUsersPage", QStringLiteral("Paid in advance")));
}

void TestProgram::resetMakesTheSandboxNew()
{
    CommandLine line;
    line.sandbox = true;
    auto program = start(line);
    waitUntilLoaded(*program);
    renameFirstProxy(*program, QStringLiteral("aaa-renamed"));
    Q_EMIT program->window().sandboxResetRequested();
    waitUntilLoaded(*program);
    trigger(*program, "showProxiesAction");
    auto *table = tableOf(*program, "proxiesPage");
    QTRY_VERIFY(table->model()->rowCount() > 0);
    QVERIFY(table->model()->index(0, 0).data().toString() != QStringLiteral("aaa-renamed"));
}

void TestProgram::whatIsStoredOpensOffline()
{
    CommandLine line;
    line.sandbox = true;
    auto program = start(line);
    waitUntilLoaded(*program);
    program.reset();

    line.offline = true;
    program = start(line);
    QVERIFY(program->session() != nullptr);
    QVERIFY(program->session()->isOffline());
    QVERIFY(program->sandbox() == nullptr);
    trigger(*program, "showTransactionsAction");
    auto *table = tableOf(*program, "transactionsPage");
    QTRY_COMPARE(table->model()->rowCount(), 48'902);
}

void TestProgram::offlineSendsNothing()
{
    QTcpServer service;
    QVERIFY(service.listen(QHostAddress::LocalHost));
    const std::string address = "http://127.0.0.1:" + std::to_string(service.serverPort());
    CommandLine line;
    line.offline = true;
    m_tokens.personalToken = Secret(QByteArray("1|never-sent"));
    auto program = start(line);
    CommandLine second;
    second.service = QString::fromStdString(address);
    program->takeOver(second);
    QTRY_VERIFY(signInDialog(*program) != nullptr);
    QWidget *dialog = signInDialog(*program);
    typeInto(dialog, "personalTokenEdit", "1|never-sent");
    typeInto(dialog, "resellerKeyEdit", "never-sent");
    auto *submit = dialog->findChild<QAbstractButton *>(QStringLiteral("submit"));
    submit->click();
    const auto says = [dialog] {
        const auto labels = dialog->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->isVisible() && label->text().contains(QLatin1String("--offline"));
        });
    };
    QTRY_VERIFY(says());
    QVERIFY(submit->isEnabled());
    QVERIFY(!service.hasPendingConnections());
    QVERIFY(!service.waitForNewConnection(100));
}

void TestProgram::withoutAnAccountTheStartShowsTheWelcome()
{
    CommandLine line;
    line.sandbox = true;
    auto program = start(line);
    waitUntilLoaded(*program);
    program->accounts().removal().remove(QString(program->accounts().shownEntry()->key));
    QVERIFY(program->session() == nullptr);
    program.reset();

    program = start({});
    QTRY_VERIFY(find<SheetDialog>(*program, "welcomeDialog") != nullptr);
    QVERIFY(program->session() == nullptr);
    // Until an account is opened again.
    Q_EMIT program->window().sandboxRequested();
    QTRY_VERIFY(program->session() != nullptr);
    program.reset();

    program = start({});
    QVERIFY(program->session() != nullptr);
}

std::unique_ptr<sandbox::Server> TestProgram::startServer(std::uint64_t seed)
{
    sandbox::Options options;
    options.seed = seed;
    options.rateLimit = false;
    options.proxies = 10;
    options.subUsers = 10;
    options.transactions = 50;
    auto server = std::make_unique<sandbox::Server>(std::move(options));
    return server->start() ? nullptr : std::move(server);
}

QWidget *TestProgram::signInDialog(Program &program)
{
    for (auto *dialog :
         program.window().findChildren<SheetDialog *>(QStringLiteral("signInDialog"))) {
        if (dialog->isVisible()) {
            return dialog;
        }
    }
    return nullptr;
}

void TestProgram::typeInto(QWidget *dialog, const char *field, const std::string &text)
{
    auto *edit = dialog->findChild<QLineEdit *>(QLatin1String(field));
    QVERIFY2(edit != nullptr && edit->isVisible(), field);
    edit->clear();
    QTest::keyClicks(edit, QString::fromStdString(text));
}

void TestProgram::checkAndConnect(QWidget *dialog)
{
    auto *submit = dialog->findChild<QAbstractButton *>(QStringLiteral("submit"));
    submit->click();
    QTRY_COMPARE(submit->text(), QStringLiteral("Connect"));
    submit->click();
}

void TestProgram::aTokenAddedToAKeyKeepsWhatIsThere()
{
    const auto server = startServer();
    QVERIFY(server != nullptr);
    const sandbox::Access access = server->access();
    const SubUserId subUser(server->subUserIds().front());
    m_tokens.resellerKey = Secret(QByteArray::fromStdString(access.resellerKey));
    CommandLine line;
    line.service = QString::fromStdString(access.url);
    auto program = start(line);
    // The service does not say whose a key is: the user names the account.
    QTRY_VERIFY(find<QDialog>(*program, "whichAccountDialog") != nullptr);
    find<QDialog>(*program, "whichAccountDialog")
        ->findChild<QAbstractButton *>(QStringLiteral("submit"))
        ->click();
    QTRY_VERIFY(program->session() != nullptr);
    QTRY_COMPARE(program->session()->status(Area::SubUsers).state, AreaStatus::Loaded);
    const QPointer<AccountSession> session = program->session();
    session->kept().saveDraft(subUser, QStringLiteral("not lost"), {});

    auto *add = find<QAbstractButton>(*program, "noBalanceCardAction");
    QVERIFY(add != nullptr);
    QTRY_VERIFY(add->isVisible());
    add->click();
    QTRY_VERIFY(signInDialog(*program) != nullptr);
    QWidget *dialog = signInDialog(*program);
    typeInto(dialog, "personalTokenEdit", access.personalToken);
    checkAndConnect(dialog);
    waitUntilLoaded(*program);
    // The account that was open, now with both tokens.
    QCOMPARE(program->session(), session.data());
    QVERIFY(session->summary().hasReseller);
    QVERIFY(session->summary().balance.has_value());
    QVERIFY(session->kept().draft(subUser).has_value());
    session->flush();
    QCOMPARE(storedAccounts(m_folder->path()).size(), std::size_t(1));
    program.reset();

    // Also at the next start, where its name could be told.
    m_tokens.personalToken = Secret(QByteArray::fromStdString(access.personalToken));
    program = start(line);
    waitUntilLoaded(*program);
    QVERIFY(program->session()->kept().draft(subUser).has_value());
    QCOMPARE(storedAccounts(m_folder->path()).size(), std::size_t(1));
}

void TestProgram::bothTokensAtOnceReadThePools()
{
    const auto server = startServer();
    QVERIFY(server != nullptr);
    const sandbox::Access access = server->access();
    m_tokens.personalToken = Secret(QByteArray::fromStdString(access.personalToken));
    CommandLine line;
    line.service = QString::fromStdString(access.url);
    const auto program = start(line);
    QTRY_VERIFY(program->session() != nullptr);
    QTRY_COMPARE(program->session()->ledger().progress().state, LedgerProgress::Complete);
    QTRY_COMPARE(program->session()->status(Area::Account).state, AreaStatus::Loaded);
    const QPointer<AccountSession> session = program->session();
    QVERIFY(session->summary().pools.empty());

    trigger(*program, "connectAction");
    QTRY_VERIFY(signInDialog(*program) != nullptr);
    QWidget *dialog = signInDialog(*program);
    typeInto(dialog, "addressEdit", access.url);
    typeInto(dialog, "personalTokenEdit", access.personalToken);
    typeInto(dialog, "resellerKeyEdit", access.resellerKey);
    checkAndConnect(dialog);
    QTRY_VERIFY(session == nullptr || !session->summary().pools.empty());
    QVERIFY(session != nullptr);
    QCOMPARE(program->session(), session.data());
    waitUntilLoaded(*program);
}

void TestProgram::aRestartIsConnectedWithoutTyping()
{
    const auto server = startServer();
    QVERIFY(server != nullptr);
    const sandbox::Access access = server->access();
    CommandLine line;
    line.service = QString::fromStdString(access.url);
    auto program = start(line);
    QTRY_VERIFY(signInDialog(*program) != nullptr);
    typeInto(signInDialog(*program), "personalTokenEdit", access.personalToken);
    typeInto(signInDialog(*program), "resellerKeyEdit", access.resellerKey);
    checkAndConnect(signInDialog(*program));
    waitUntilLoaded(*program);
    QTRY_COMPARE(m_keychain->entries.size(), std::size_t(1));
    quit(program);

    const auto listed = server->counters().of("listSubUsers").answered;
    program = start({});
    waitUntilLoaded(*program);
    QTRY_VERIFY(server->counters().of("listSubUsers").answered > listed);
    QCOMPARE(program->accounts().shownEntry()->access, AccountAccess::SignedIn);
    QVERIFY(signInDialog(*program) == nullptr);
    QVERIFY(find<SheetDialog>(*program, "welcomeDialog") == nullptr);
    QVERIFY(!program->session()->isOffline());
}

/// --account shows one that is not the last used one.
void TestProgram::theStartShowsTheNamedAccount()
{
    const auto one = startServer();
    const auto two = startServer(2);
    QStringList keys;
    for (const auto *server : {one.get(), two.get()}) {
        const sandbox::Access access = server->access();
        CommandLine line;
        line.service = QString::fromStdString(access.url);
        auto program = start(line);
        QTRY_VERIFY(signInDialog(*program) != nullptr);
        typeInto(signInDialog(*program), "personalTokenEdit", access.personalToken);
        checkAndConnect(signInDialog(*program));
        QTRY_VERIFY(program->session() != nullptr);
        QTRY_COMPARE(m_keychain->entries.size(), std::size_t(keys.size() + 1));
        keys.append(program->accounts().shownEntry()->key);
        quit(program);
    }
    auto program = start({});
    QCOMPARE(program->accounts().shownEntry()->key, keys.last());
    quit(program);
    CommandLine line;
    line.account = keys.first();
    program = start(line);
    QCOMPARE(program->accounts().shownEntry()->key, keys.first());
    QTRY_COMPARE(program->accounts().shownEntry()->access, AccountAccess::SignedIn);
}

void TestProgram::aSecondStartIsTakenOver()
{
    const auto program = start({});
    QTRY_VERIFY(find<SheetDialog>(*program, "welcomeDialog") != nullptr);
    program->window().showMinimized();
    CommandLine line;
    line.sandbox = true;
    program->takeOver(line);
    QVERIFY(program->session() != nullptr);
    QVERIFY(program->accounts().shownEntry()->isSandbox);
    QVERIFY(!program->window().isMinimized());
    line = {};
    line.account = QStringLiteral("nobody has this name");
    QVERIFY(program->takeOver(line).startsWith(QStringLiteral("No account matches")));
    QVERIFY(program->accounts().shownEntry()->isSandbox);
    line = {};
    line.service = QStringLiteral("ftp://panel.example");
    QVERIFY(!program->takeOver(line).isEmpty());
    QVERIFY(signInDialog(*program) == nullptr);
}

/// The amount of a top-up is typed when another account is asked for.
void TestProgram::aSecondStartLeavesDialogsAlone()
{
    const auto server = startServer();
    const sandbox::Access access = server->access();
    m_tokens.personalToken = Secret(QByteArray::fromStdString(access.personalToken));
    CommandLine line;
    line.service = QString::fromStdString(access.url);
    const auto program = start(line);
    QTRY_VERIFY(program->session() != nullptr);
    CommandLine sandbox;
    sandbox.sandbox = true;
    QCOMPARE(program->takeOver(sandbox), QString());
    waitUntilLoaded(*program);
    trigger(*program, "topUpAction");
    QTRY_VERIFY(find<SheetDialog>(*program, "topUpDialog") != nullptr);
    const QPointer<SheetDialog> topUp = find<SheetDialog>(*program, "topUpDialog");
    auto *amount = topUp->findChild<QLineEdit *>(QStringLiteral("amountEdit"));
    amount->setText(QStringLiteral("95"));

    const QString why = program->takeOver(line);
    QVERIFY2(why.contains(QStringLiteral("a dialog is open")), qPrintable(why));
    for (const CommandLine &harmless : {CommandLine(), sandbox}) {
        QCOMPARE(program->takeOver(harmless), QString());
    }
    QVERIFY(topUp != nullptr && topUp->isVisible());
    QCOMPARE(amount->text(), QStringLiteral("95"));
    QVERIFY(program->accounts().shownEntry()->isSandbox);
    QTRY_COMPARE(QApplication::activeWindow(), topUp.data());
    topUp->reject();
    QTRY_VERIFY(topUp == nullptr);
    QCOMPARE(program->takeOver(line), QString());
    QVERIFY(!program->accounts().shownEntry()->isSandbox);
}

/// Something else may activate the window, such as a click in the list of windows.
void TestProgram::keysDoNotReachTheWindowBehindADialog()
{
    CommandLine line;
    line.sandbox = true;
    const auto program = start(line);
    waitUntilLoaded(*program);
    trigger(*program, "topUpAction");
    QTRY_VERIFY(find<SheetDialog>(*program, "topUpDialog") != nullptr);
    const auto *topUp = find<SheetDialog>(*program, "topUpDialog");
    QTRY_COMPARE(QApplication::activeWindow(), topUp);
    const QString page = program->window().currentPage()->objectName();
    const auto press = [&program](Qt::Key key, Qt::KeyboardModifiers modifiers) {
        program->window().activateWindow();
        QCoreApplication::processEvents();
        QTest::keyClick(QGuiApplication::focusWindow(), key, modifiers);
        QTest::keyClick(program->window().windowHandle(), key, modifiers);
    };
    press(Qt::Key_4, Qt::ControlModifier);     // another page
    press(Qt::Key_Comma, Qt::ControlModifier); // the settings
    press(Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(program->window().currentPage()->objectName(), page);
    QVERIFY(find<SheetDialog>(*program, "settingsDialog") == nullptr);
    QVERIFY(program->window().isVisible());
    QVERIFY(topUp->isVisible());
    QCOMPARE(QApplication::activeWindow(), topUp);
}

/// The stored data has an older format. Until it is updated, the window says so, and its dialogs
/// can be used.
void TestProgram::theWindowWorksWhileStoredDataIsUpdated()
{
    const auto server = startServer();
    QVERIFY(server != nullptr);
    const sandbox::Access access = server->access();
    m_tokens.personalToken = Secret(QByteArray::fromStdString(access.personalToken));
    CommandLine line;
    line.service = QString::fromStdString(access.url);
    auto program = start(line);
    QTRY_VERIFY(program->session() != nullptr);
    QTRY_COMPARE(program->session()->ledger().progress().state, LedgerProgress::Complete);
    const QString key = program->accounts().shownEntry()->key;
    const qint64 transactions = program->session()->summary().transactions;
    quit(program);
    const QString folder = accountsFolder(m_folder->path()) + u'/' + key;
    testing::HeldCache held(folder);

    line.offline = true;
    program = start(line, testing::laterFormat());
    const QString updating = QStringLiteral("Updating the stored data…");
    QTRY_VERIFY(find<QLabel>(*program, "startTitle") != nullptr);
    QCOMPARE(find<QLabel>(*program, "startTitle")->text(), updating);
    QVERIFY(find<QLabel>(*program, "startTitle")->isVisible());
    QVERIFY(!find<QAbstractButton>(*program, "startConnect")->isVisible());
    QVERIFY(program->session() == nullptr);
    const QString name = program->accounts().shownEntry()->name;
    QVERIFY(find<QAbstractButton>(*program, "account")->accessibleName().contains(name));
    trigger(*program, "manageAccountsAction");
    QTRY_VERIFY(find<SheetDialog>(*program, "manageAccountsDialog") != nullptr);
    QVERIFY(find<SheetDialog>(*program, "manageAccountsDialog")->isVisible());
    QVERIFY(!find<QAction>(*program, "renameAccountAction")->isEnabled());
    QCOMPARE(program->accounts().shownEntry()->access, AccountAccess::UpdatingData);

    held.release();
    QTRY_VERIFY(program->session() != nullptr);
    QTRY_VERIFY(!find<QLabel>(*program, "startTitle")->isVisible());
    // What the user has opened stays.
    const QPointer<SheetDialog> dialog = find<SheetDialog>(*program, "manageAccountsDialog");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    dialog->reject();
    trigger(*program, "renameAccountAction");
    QTRY_VERIFY(find<SheetDialog>(*program, "renameAccountDialog") != nullptr);
    find<SheetDialog>(*program, "renameAccountDialog")->reject();
    trigger(*program, "showTransactionsAction");
    auto *table = tableOf(*program, "transactionsPage");
    if (table == nullptr) {
        QFAIL("there is no table of transactions");
    }
    QTRY_COMPARE(table->model()->rowCount(), static_cast<int>(transactions));
}

void TestProgram::anOutageAtTheStartKeepsWhatIsStored_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("refreshes");
    QTest::newRow("outage, Try again") << QByteArray("refuse") << false;
    QTest::newRow("outage, F5") << QByteArray("refuse") << true;
    QTest::newRow("500, F5") << QByteArray("error-500") << true;
    QTest::newRow("protection, Try again") << QByteArray("protection=403") << false;
}

/// Not being reached is not being refused: nobody has to sign in, and the stored data is shown.
void TestProgram::anOutageAtTheStartKeepsWhatIsStored()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, refreshes);
    const auto server = startServer();
    QVERIFY(server != nullptr);
    m_tokens.personalToken = Secret(QByteArray::fromStdString(server->access().personalToken));
    CommandLine line;
    line.service = QString::fromStdString(server->access().url);
    auto program = start(line);
    QTRY_VERIFY(program->session() != nullptr);
    QTRY_COMPARE(program->session()->ledger().progress().state, LedgerProgress::Complete);
    const qint64 transactions = program->session()->summary().transactions;
    quit(program);

    QVERIFY(!server->faults().set(std::string_view(fault.constData())));
    program = start(line);
    const auto again = [&program] { return find<QAbstractButton>(*program, "scriptSignInAgain"); };
    QTRY_VERIFY(again() != nullptr);
    QVERIFY(signInDialog(*program) == nullptr);
    QVERIFY(program->session() != nullptr);
    QCOMPARE(program->session()->summary().transactions, transactions);
    QVERIFY(program->session()->status(Area::SubUsers).state != AreaStatus::NoAccess);

    server->faults().clearAll();
    if (refreshes) {
        trigger(*program, "refreshAction");
    } else {
        again()->click();
    }
    QTRY_COMPARE(program->session()->status(Area::Proxies).state, AreaStatus::Loaded);
    QTRY_VERIFY(again() == nullptr);
    QVERIFY(signInDialog(*program) == nullptr);
}

/// The same if nothing is stored: what was given is kept for the next attempt.
void TestProgram::anOutageAtTheFirstStartKeepsWhatWasGiven()
{
    const auto server = startServer();
    QVERIFY(server != nullptr);
    m_tokens.personalToken = Secret(QByteArray::fromStdString(server->access().personalToken));
    CommandLine line;
    line.service = QString::fromStdString(server->access().url);
    QVERIFY(!server->faults().set("error-500"));
    const auto program = start(line);
    const auto again = [&program] { return find<QAbstractButton>(*program, "scriptSignInAgain"); };
    QTRY_VERIFY(again() != nullptr);
    QVERIFY(signInDialog(*program) == nullptr);
    QVERIFY(program->session() == nullptr);
    const auto *text = again()->parentWidget()->findChild<QLabel *>(QStringLiteral("bannerText"));
    QVERIFY(text != nullptr && text->text().contains(line.service));

    server->faults().clearAll();
    again()->click();
    QTRY_VERIFY(program->session() != nullptr);
    QTRY_COMPARE(program->session()->status(Area::Proxies).state, AreaStatus::Loaded);
    QTRY_VERIFY(again() == nullptr);
    QVERIFY(signInDialog(*program) == nullptr);
}

/// The writer's thread never comes to the end of the new transaction.
void TestProgram::theEndInterruptsWhatIsStored()
{
    const auto server = startServer();
    QVERIFY(server != nullptr);
    const sandbox::Access access = server->access();
    m_tokens.personalToken = Secret(QByteArray::fromStdString(access.personalToken));
    m_tokens.resellerKey = Secret(QByteArray::fromStdString(access.resellerKey));
    CommandLine line;
    line.service = QString::fromStdString(access.url);
    auto program = start(line);
    waitUntilLoaded(*program);
    const qint64 before = program->session()->summary().transactions;
    const QString cache = accountsFolder(m_folder->path()) + u'/' +
                          program->accounts().shownEntry()->key + QLatin1String("/cache.sqlite");
    testing::makeChangesEndless(cache, "INSERT", "transactions");
    QVERIFY(server->bookTransaction());
    trigger(*program, "refreshAction");
    QTRY_VERIFY(testing::isBeingWritten(cache));
    program.reset();
    QVERIFY(!testing::isBeingWritten(cache));

    testing::makeChangesFinite(cache);
    program = start(line);
    QTRY_VERIFY(program->session() != nullptr);
    QTRY_COMPARE(program->session()->summary().transactions, before + 1);
    waitUntilLoaded(*program);
}

void TestProgram::tokensOfASignInAreGivenBack_data()
{
    QTest::addColumn<bool>("disconnect");
    QTest::addColumn<bool>("hasKeychain");
    QTest::addColumn<int>("revocations");
    QTest::newRow("on sign-out") << true << true << 1;
    QTest::newRow("on sign-out without a keychain") << true << false << 1;
    QTest::newRow("on quit without a keychain") << false << false << 1;
    QTest::newRow("not on quit, for the next start") << false << true << 0;
}

/// After a sign-in by e-mail, the token that the service created for it is revoked when nothing
/// knows it any more.
void TestProgram::tokensOfASignInAreGivenBack()
{
    QFETCH(bool, disconnect);
    QFETCH(bool, hasKeychain);
    QFETCH(int, revocations);
    if (!hasKeychain) {
        m_keychainError = KeychainError{KeychainError::Missing, {}};
    }
    QByteArrayList revoked;
    testing::ScriptedServer server;
    server.start();
    server.then([&revoked](const testing::Received &request, const testing::Exchange &exchange) {
        if (request.verb == "DELETE") {
            revoked.append(request.line() + ' ' + request.header("Authorization"));
            exchange.answer({200, R"({"message":"done"})", {}});
        } else if (request.verb == "POST") {
            exchange.answer({201, R"({"data":{"token":"31|abc","token_id":31}})", {}});
        } else if (request.target == "/v1/account") {
            exchange.answer({200, R"({"data":{"id":1,"name":"A","email":"a@b.example"}})", {}});
        } else {
            exchange.answer({404, R"({"error":{"code":3001,"message":"no"}})", {}});
        }
    });
    CommandLine line;
    line.service = server.url();
    auto program = start(line);
    QTRY_VERIFY(signInDialog(*program) != nullptr);
    QWidget *dialog = signInDialog(*program);
    dialog->findChild<QAbstractButton *>(QStringLiteral("useEmail"))->click();
    typeInto(dialog, "emailEdit", "a@b.example");
    typeInto(dialog, "passwordEdit", "swordfish");
    checkAndConnect(dialog);
    QTRY_VERIFY(program->session() != nullptr);
    QTRY_VERIFY(signInDialog(*program) == nullptr);
    QVERIFY(revoked.isEmpty());
    QTRY_COMPARE(m_keychain->entries.size(), std::size_t(hasKeychain ? 1 : 0));
    if (disconnect) {
        program->accounts().removal().signOut(QString(program->accounts().shownEntry()->key));
        QTRY_COMPARE(revoked.size(), 1);
        QVERIFY(m_keychain->entries.empty());
    }
    program.reset();
    QCOMPARE(revoked,
             QByteArrayList(revocations, QByteArray("DELETE /v1/auth/tokens/31 Bearer 31|abc")));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestProgram)
#include "test_program.moc"
