// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the welcome dialog and the sign-in: the two choices, each part checked with its result
// shown, errors at their field.
#include "tests/support/wine.h"
#include "tests/ui/sheetcontent.h"
#include "tests/ui/windowfixture.h"
#include "ui/account/signinform.h"
#include "ui/base/page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/findingline.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>

using namespace relaybook;
using relaybook::testing::WindowFixture;

namespace {

// A server that is not the service: it gives the same answer to every request.
class SameAnswer : public QTcpServer
{
public:
    SameAnswer(const QByteArray &status, const QByteArray &type, const QByteArray &body)
    {
        const QByteArray answer = "HTTP/1.1 " + status + "\r\nContent-Type: " + type +
                                  "\r\nContent-Length: " + QByteArray::number(body.size()) +
                                  "\r\nConnection: close\r\n\r\n" + body;
        connect(this, &QTcpServer::newConnection, this, [this, answer] {
            while (QTcpSocket *socket = nextPendingConnection()) {
                connect(socket, &QTcpSocket::readyRead, socket, [socket, answer] {
                    if (socket->readAll().contains("\r\n\r\n")) {
                        socket->write(answer);
                    }
                });
            }
        });
        listen(QHostAddress::LocalHost);
    }
    [[nodiscard]] QString url() const
    {
        return QStringLiteral("http://127.0.0.1:%1").arg(serverPort());
    }
};

} // namespace

class TestSignIn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void welcomeLeadsToTheSandbox();
    void closedWelcomeIsNoDeadEnd();
    void bothTokens();
    void oneKindIsEnough_data();
    void oneKindIsEnough();
    void emailAndPassword();
    void missingInputIsSaidAtItsField();
    void nothingIsCheckedWithoutASecret();
    void refusedPartsAreSaidAtTheirField();
    void tokensAreCleaned();
    void anOddCharacterIsSaidAtItsField();
    void wrongPassword();
    void addressIsChecked_data();
    void addressIsChecked();
    void aFailedTryWithEmailLeavesNothingToLookFor_data();
    void aFailedTryWithEmailLeavesNothingToLookFor();
    void anAddressWithThePathOfACallIsCorrected();
    void aPlainServiceIsTypedWithHttp_data();
    void aPlainServiceIsTypedWithHttp();
    void verdictsAreInSight();
    void nothingAtTheAddress_data();
    void nothingAtTheAddress();
    void whatIsNotUnderstoodIsNamed();
    void whyAKeyIsOfNoUseIsSaid();
    void secretsAreMaskedUntilShown();
    void editingAfterTheCheckChecksAnew();
    void checkingCanBeCancelled();
    void aLimitIsWaitedForVisibly();
    void keyIsAddedToAnOpenAccount();
    void aTokenOfAnotherAccountIsRefused();
    void pageAsksForTheTokenThatIsRefused_data();
    void pageAsksForTheTokenThatIsRefused();
    void overviewAsksForTheTokenThatIsRefused();
    void recentTransactionsAskForTheToken();
    void refusedTogetherAreAskedForInTurn();
    void findingsFromElsewhereAreShown();
    void whereASignInIsKeptIsSaid();
    void proxyAndNameComeWithTheSignIn();
    void aWrongProxyIsSaidAtItsField();
    void aFailedCheckLeadsToTheConnectionCheck();

private:
    SheetDialog *open();
    void openLoaded();
    // The service refuses the account's token; the sign-in dialog that opens is closed.
    void refuse(TokenKind token);
    [[nodiscard]] SignInDialog *signIn()
    {
        return qobject_cast<SignInDialog *>(m_desk->sheet("signInDialog"));
    }
    void closeSignIn()
    {
        WindowFixture::click(signIn(), "cancel");
        QTRY_VERIFY(signIn() == nullptr);
    }
    [[nodiscard]] static QString finding(SheetDialog *dialog, const char *name)
    {
        const auto *line = WindowFixture::in<FindingLine>(dialog, name);
        return line->isVisible() ? line->text() : QString();
    }
    [[nodiscard]] sandbox::Access access() { return m_desk->server().access(); }
    void typeToken(SheetDialog *dialog)
    {
        WindowFixture::type(dialog, "personalTokenEdit",
                            QString::fromStdString(access().personalToken));
    }
    void typeKey(SheetDialog *dialog)
    {
        WindowFixture::type(dialog, "resellerKeyEdit",
                            QString::fromStdString(access().resellerKey));
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestSignIn::init()
{
    m_desk = std::make_unique<WindowFixture>(m_theme);
    m_desk->sandboxOptions.proxies = 5;
    m_desk->sandboxOptions.subUsers = 5;
    m_desk->sandboxOptions.transactions = 20;
    m_desk->showWindow();
}

SheetDialog *TestSignIn::open()
{
    m_desk->window().signIn().open(m_desk->url());
    return m_desk->sheet("signInDialog");
}

void TestSignIn::welcomeLeadsToTheSandbox()
{
    QSignalSpy wanted(&m_desk->window(), &MainWindow::sandboxRequested);
    m_desk->window().signIn().showWelcome();
    SheetDialog *welcome = m_desk->sheet("welcomeDialog");
    QVERIFY(welcome != nullptr);
    QVERIFY(WindowFixture::in(welcome, "signInForm")->isVisible());
    WindowFixture::click(welcome, "sandboxChoice");
    QVERIFY(!WindowFixture::in(welcome, "signInForm")->isVisible());
    QCOMPARE(welcome->submitButton()->text(), QStringLiteral("Open the sandbox"));
    WindowFixture::click(welcome, "submit");
    QCOMPARE(wanted.size(), 1);
    QTRY_VERIFY(m_desk->sheet("welcomeDialog") == nullptr);
}

void TestSignIn::closedWelcomeIsNoDeadEnd()
{
    m_desk->window().signIn().showWelcome();
    QTest::keyClick(m_desk->sheet("welcomeDialog"), Qt::Key_Escape);
    QTRY_VERIFY(m_desk->sheet("welcomeDialog") == nullptr);
    QSignalSpy wanted(&m_desk->window(), &MainWindow::sandboxRequested);
    WindowFixture::click(&m_desk->window(), "startSandbox");
    QCOMPARE(wanted.size(), 1);
    WindowFixture::click(&m_desk->window(), "startConnect");
    QVERIFY(m_desk->sheet("signInDialog") != nullptr);
}

void TestSignIn::bothTokens()
{
    QSignalSpy connected(&m_desk->window().signIn(), &SignInFlow::connected);
    SheetDialog *dialog = open();
    typeToken(dialog);
    typeKey(dialog);
    QVERIFY(finding(dialog, "missingKind").isEmpty());
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
    QVERIFY2(finding(dialog, "personalFinding").contains(QString::fromStdString(access().email)),
             qPrintable(finding(dialog, "personalFinding")));
    QVERIFY2(finding(dialog, "resellerFinding").contains(QStringLiteral("3")),
             qPrintable(finding(dialog, "resellerFinding")));
    QCOMPARE(connected.size(), 0);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_COMPARE(connected.size(), 1);
    const auto result = connected.front().front().value<SignInResult>();
    QCOMPARE(result.address, m_desk->url());
    QVERIFY(!result.personalToken.isEmpty() && !result.resellerKey.isEmpty());
    QVERIFY(result.account.has_value());
    // The address is stored, the secrets are not.
    m_desk->settings().save();
    QFile file(m_desk->folder() + QStringLiteral("/settings.ini"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray written = file.readAll();
    QVERIFY(written.contains("127.0.0.1"));
    QVERIFY(!written.contains(QByteArray::fromStdString(access().personalToken)));
    QVERIFY(!written.contains(QByteArray::fromStdString(access().resellerKey)));
}

void TestSignIn::oneKindIsEnough_data()
{
    QTest::addColumn<bool>("token");
    QTest::addColumn<QString>("lacks");
    QTest::newRow("token") << true << QStringLiteral("Without a Reseller Key");
    QTest::newRow("key") << false << QStringLiteral("Without a personal token");
}

void TestSignIn::oneKindIsEnough()
{
    QFETCH(bool, token);
    QFETCH(QString, lacks);
    QSignalSpy connected(&m_desk->window().signIn(), &SignInFlow::connected);
    SheetDialog *dialog = open();
    token ? typeToken(dialog) : typeKey(dialog);
    QVERIFY2(finding(dialog, "missingKind").startsWith(lacks),
             qPrintable(finding(dialog, "missingKind")));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
    QVERIFY(finding(dialog, "missingKind").startsWith(lacks));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(connected.size(), 1);
    const auto result = connected.front().front().value<SignInResult>();
    QCOMPARE(result.personalToken.isEmpty(), !token);
    QCOMPARE(result.resellerKey.isEmpty(), token);
}

void TestSignIn::emailAndPassword()
{
    QSignalSpy connected(&m_desk->window().signIn(), &SignInFlow::connected);
    SheetDialog *dialog = open();
    WindowFixture::click(dialog, "useEmail");
    WindowFixture::type(dialog, "emailEdit", QString::fromStdString(access().email));
    WindowFixture::type(dialog, "passwordEdit", QString::fromStdString(access().password));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(connected.size(), 1);
    QVERIFY(!connected.front().front().value<SignInResult>().personalToken.isEmpty());
}

void TestSignIn::missingInputIsSaidAtItsField()
{
    m_desk->window().signIn().open();
    SheetDialog *dialog = m_desk->sheet("signInDialog");
    WindowFixture::type(dialog, "addressEdit", m_desk->url());
    WindowFixture::click(dialog, "useEmail");
    WindowFixture::type(dialog, "passwordEdit", QStringLiteral("secret"));
    WindowFixture::click(dialog, "submit");
    QVERIFY(!WindowFixture::errorAt(dialog, "emailEdit").isEmpty());
    QTRY_VERIFY(WindowFixture::in(dialog, "emailEdit")->hasFocus());
    WindowFixture::type(dialog, "emailEdit", QStringLiteral("ada@example.net"));
    QVERIFY(WindowFixture::errorAt(dialog, "emailEdit").isEmpty());
    WindowFixture::type(dialog, "passwordEdit", QString());
    WindowFixture::type(dialog, "resellerKeyEdit", QStringLiteral("key"));
    WindowFixture::click(dialog, "submit");
    QVERIFY(!WindowFixture::errorAt(dialog, "passwordEdit").isEmpty());
}

// The button waits for an address and one secret, and says what is missing.
void TestSignIn::nothingIsCheckedWithoutASecret()
{
    m_desk->window().signIn().open();
    SheetDialog *dialog = m_desk->sheet("signInDialog");
    const QPushButton *button = dialog->submitButton();
    WindowFixture::type(dialog, "addressEdit", QString());
    QVERIFY(!button->isEnabled());
    QVERIFY(button->toolTip().contains(QStringLiteral("address")));
    WindowFixture::type(dialog, "addressEdit", m_desk->url());
    QVERIFY(!button->isEnabled());
    QVERIFY(button->toolTip().contains(QStringLiteral("personal token")));
    QTest::keyClick(WindowFixture::in(dialog, "addressEdit"), Qt::Key_Return);
    QCOMPARE(dialog->state(), SheetDialog::State::Editing);
    QVERIFY(dialog->isVisible());
    WindowFixture::type(dialog, "resellerKeyEdit", QStringLiteral("key"));
    QVERIFY(button->isEnabled());
    QVERIFY(button->toolTip().isEmpty());
    WindowFixture::type(dialog, "resellerKeyEdit", QString());
    QVERIFY(!button->isEnabled());
    WindowFixture::click(dialog, "useEmail");
    QVERIFY(WindowFixture::textOf(dialog, "sheetSubtitle").contains(QStringLiteral("e-mail")));
    WindowFixture::type(dialog, "emailEdit", QStringLiteral("ada@example.net"));
    QVERIFY(!button->isEnabled());
    QCOMPARE(button->toolTip(), QStringLiteral("Enter the password."));
    WindowFixture::type(dialog, "passwordEdit", QStringLiteral("secret"));
    QVERIFY(button->isEnabled());
}

void TestSignIn::refusedPartsAreSaidAtTheirField()
{
    SheetDialog *dialog = open();
    WindowFixture::type(dialog, "personalTokenEdit", QStringLiteral("1|wrong"));
    typeKey(dialog);
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->state(), SheetDialog::State::Editing);
    QVERIFY2(WindowFixture::errorAt(dialog, "personalTokenEdit").contains(QStringLiteral("token")),
             qPrintable(WindowFixture::errorAt(dialog, "personalTokenEdit")));
    QVERIFY(WindowFixture::errorAt(dialog, "resellerKeyEdit").isEmpty());
    QVERIFY(!finding(dialog, "resellerFinding").isEmpty());
    QCOMPARE(dialog->submitButton()->text(), QStringLiteral("Check sign-in"));
    // What was typed is still there.
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "personalTokenEdit")->text(),
             QStringLiteral("1|wrong"));
    WindowFixture::type(dialog, "resellerKeyEdit",
                        QStringLiteral("00000000-0000-4000-8000-000000000000"));
    typeToken(dialog);
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "resellerKeyEdit").isEmpty());
    QVERIFY(
        WindowFixture::errorAt(dialog, "resellerKeyEdit").contains(QStringLiteral("Reseller Key")));
}

void TestSignIn::tokensAreCleaned()
{
    SheetDialog *dialog = open();
    const auto paste = [dialog](const char *field, const QString &text) {
        QGuiApplication::clipboard()->setText(text);
        WindowFixture::in<QLineEdit>(dialog, field)->paste();
    };
    paste(
        "personalTokenEdit",
        QStringLiteral("\uFEFF'Bearer %1'\n").arg(QString::fromStdString(access().personalToken)));
    paste("resellerKeyEdit", QStringLiteral("X-Reseller-Key: %1\u200B")
                                 .arg(QString::fromStdString(access().resellerKey)));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
}

void TestSignIn::anOddCharacterIsSaidAtItsField()
{
    SheetDialog *dialog = open();
    typeToken(dialog);
    WindowFixture::type(dialog, "resellerKeyEdit", QStringLiteral("9f2c 1d7e"));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(WindowFixture::errorAt(dialog, "resellerKeyEdit"),
                 QStringLiteral("The Reseller Key has a space at place 5. Copy it again."));
    QVERIFY(WindowFixture::errorAt(dialog, "personalTokenEdit").isEmpty());
    QCOMPARE(dialog->submitButton()->text(), QStringLiteral("Check sign-in"));
}

void TestSignIn::wrongPassword()
{
    SheetDialog *dialog = open();
    WindowFixture::click(dialog, "useEmail");
    WindowFixture::type(dialog, "emailEdit", QString::fromStdString(access().email));
    WindowFixture::type(dialog, "passwordEdit", QStringLiteral("not it"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "passwordEdit").isEmpty());
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "passwordEdit")->text(),
             QStringLiteral("not it"));
}

void TestSignIn::addressIsChecked_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("says");
    QTest::newRow("plain http") << QStringLiteral("http://panel.example.com")
                                << QStringLiteral("https");
    QTest::newRow("nonsense") << QStringLiteral("ftp://x") << QStringLiteral("https");
    QTest::newRow("one slash") << QStringLiteral("http:/panel.example.com")
                               << QStringLiteral("a colon and two slashes");
    QTest::newRow("no colon") << QStringLiteral("https//panel.example.com")
                              << QStringLiteral("a colon and two slashes");
    QTest::newRow("nobody there") << QStringLiteral("http://127.0.0.1:1")
                                  << QStringLiteral("could not be reached");
}

void TestSignIn::addressIsChecked()
{
    QFETCH(QString, address);
    QFETCH(QString, says);
    SheetDialog *dialog = open();
    WindowFixture::type(dialog, "addressEdit", address);
    typeToken(dialog);
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "addressEdit").isEmpty());
    QVERIFY2(WindowFixture::errorAt(dialog, "addressEdit").contains(says),
             qPrintable(WindowFixture::errorAt(dialog, "addressEdit")));
    QVERIFY(WindowFixture::errorAt(dialog, "personalTokenEdit").isEmpty());
}

void TestSignIn::aFailedTryWithEmailLeavesNothingToLookFor_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("redirect") << QStringLiteral("redirect") << QByteArray("addressEdit");
    QTest::newRow("another page") << QStringLiteral("truncated-json") << QByteArray("addressEdit");
    QTest::newRow("no answer") << QStringLiteral("half-then-hang") << QByteArray("addressEdit");
    QTest::newRow("cut off") << QStringLiteral("drop") << QByteArray("passwordEdit");
}

void TestSignIn::aFailedTryWithEmailLeavesNothingToLookFor()
{
    QFETCH(QString, fault);
    QFETCH(QByteArray, field);
    if (fault == QLatin1String("half-then-hang")) {
        m_desk->idleTimeout = std::chrono::seconds(1);
    }
    QVERIFY(!m_desk->server().faults().set(fault.toStdString() + ",on=issueToken"));
    SheetDialog *dialog = open();
    WindowFixture::click(dialog, "useEmail");
    WindowFixture::type(dialog, "emailEdit", QString::fromStdString(access().email));
    WindowFixture::type(dialog, "passwordEdit", QString::fromStdString(access().password));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, field.constData()).isEmpty());
    const QString words = WindowFixture::errorAt(dialog, field.constData());
    QVERIFY2(!words.contains(QStringLiteral("The change was sent")), qPrintable(words));
    QVERIFY2(!words.contains(QStringLiteral("before you send it again")), qPrintable(words));
}

void TestSignIn::anAddressWithThePathOfACallIsCorrected()
{
    SheetDialog *dialog = open();
    WindowFixture::type(dialog, "addressEdit", QString(m_desk->url() + QStringLiteral("/v1/")));
    QTest::keyClick(WindowFixture::in(dialog, "addressEdit"), Qt::Key_Return);
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "addressEdit")->text(), m_desk->url());
    const auto labels = dialog->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->isVisible() && label->text().contains(QStringLiteral("“/v1/” was removed"));
    }));
    typeKey(dialog);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
}

void TestSignIn::aPlainServiceIsTypedWithHttp_data()
{
    QTest::addColumn<bool>("answers");
    QTest::newRow("answers what it cannot read") << true;
    QTest::newRow("waits for the end of a line, which TLS does not have") << false;
}

// An address without a scheme is taken as https. There is no certificate that is to blame.
void TestSignIn::aPlainServiceIsTypedWithHttp()
{
    QFETCH(bool, answers);
    if (answers) {
        SKIP_UNDER_WINE("it does not tell that an answer is not TLS, as Windows does");
    } else {
        m_desk->idleTimeout = std::chrono::seconds(1);
    }
    QTcpServer plain; // not the sandbox: which of the two it does depends on its library
    connect(&plain, &QTcpServer::newConnection, &plain, [&plain, answers] {
        QTcpSocket *socket = plain.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket, answers] {
            socket->readAll();
            if (answers) {
                socket->write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                socket->disconnectFromHost();
            }
        });
    });
    QVERIFY(plain.listen(QHostAddress::LocalHost));
    const QString address = QStringLiteral("127.0.0.1:%1").arg(plain.serverPort());
    SheetDialog *dialog = open();
    WindowFixture::type(dialog, "addressEdit", address);
    typeToken(dialog);
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "addressEdit").isEmpty());
    const QString words = WindowFixture::errorAt(dialog, "addressEdit");
    QVERIFY2(words.contains(QString(u"enter http://" % address)), qPrintable(words));
    QVERIFY2(!words.contains(QStringLiteral("certificate is not valid")), qPrintable(words));
}

// In a window of 1366 x 768 at 150 %, the form is higher than the dialog. (It is made higher
// than the screen, so that it is on every screen.)
void TestSignIn::verdictsAreInSight()
{
    m_desk->window().resize(910, 512);
    m_desk->window().signIn().showWelcome();
    SheetDialog *dialog = m_desk->sheet("welcomeDialog");
    QVERIFY(dialog != nullptr);
    const auto *area = WindowFixture::in<QScrollArea>(dialog, testing::sheetContent);
    testing::makeHigherThanScreen(*area);
    WindowFixture::in<QAbstractButton>(dialog, "moreButton")->setChecked(true);
    QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
    WindowFixture::type(dialog, "addressEdit", m_desk->url());
    typeToken(dialog);
    typeKey(dialog);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
    QTRY_VERIFY(testing::isInSight(*area, *WindowFixture::in(dialog, "personalFinding")));
    QVERIFY(testing::isInSight(*area, *WindowFixture::in(dialog, "resellerFinding")));
}

void TestSignIn::nothingAtTheAddress_data()
{
    QTest::addColumn<bool>("token");
    QTest::newRow("token") << true;
    QTest::newRow("key") << false;
}

void TestSignIn::nothingAtTheAddress()
{
    QFETCH(bool, token);
    const SameAnswer service("404 Not Found", "text/html", "<html>Not found</html>");
    SheetDialog *dialog = open();
    WindowFixture::type(dialog, "addressEdit", service.url());
    token ? typeToken(dialog) : typeKey(dialog);
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "addressEdit").isEmpty());
    const QString words = WindowFixture::errorAt(dialog, "addressEdit");
    QVERIFY2(words.contains(QStringLiteral("no such service at this address")), qPrintable(words));
    QVERIFY(WindowFixture::errorAt(dialog, "personalTokenEdit").isEmpty());
    QVERIFY(WindowFixture::errorAt(dialog, "resellerKeyEdit").isEmpty());
}

/// The dialog has no details that could be named.
void TestSignIn::whatIsNotUnderstoodIsNamed()
{
    const SameAnswer service("200 OK", "application/json", R"({"data": "x"})");
    SheetDialog *dialog = open();
    WindowFixture::type(dialog, "addressEdit", service.url());
    typeToken(dialog);
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "addressEdit").isEmpty());
    const QString words = WindowFixture::errorAt(dialog, "addressEdit");
    QVERIFY2(words.contains(QStringLiteral("could not be understood")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("Place in the answer: ")), qPrintable(words));
    QVERIFY2(!words.contains(QStringLiteral("details")), qPrintable(words));
}

void TestSignIn::whyAKeyIsOfNoUseIsSaid()
{
    QVERIFY(!m_desk->server().faults().set("forbid=1007,on=issueResellerToken"));
    SheetDialog *dialog = open();
    typeKey(dialog);
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "resellerKeyEdit").isEmpty());
    const QString words = WindowFixture::errorAt(dialog, "resellerKeyEdit");
    QVERIFY2(words.contains(QStringLiteral("not a reseller")), qPrintable(words));
}

void TestSignIn::secretsAreMaskedUntilShown()
{
    SheetDialog *dialog = open();
    auto *token = WindowFixture::in<QLineEdit>(dialog, "personalTokenEdit");
    QCOMPARE(token->echoMode(), QLineEdit::Password);
    WindowFixture::click(dialog, "personalTokenEditEye");
    QCOMPARE(token->echoMode(), QLineEdit::Normal);
    WindowFixture::click(dialog, "personalTokenEditEye");
    QCOMPARE(token->echoMode(), QLineEdit::Password);
}

void TestSignIn::editingAfterTheCheckChecksAnew()
{
    SheetDialog *dialog = open();
    typeToken(dialog);
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
    WindowFixture::type(dialog, "personalTokenEdit", QStringLiteral("1|other"));
    QCOMPARE(dialog->submitButton()->text(), QStringLiteral("Check sign-in"));
    QVERIFY(finding(dialog, "personalFinding").isEmpty());
}

void TestSignIn::checkingCanBeCancelled()
{
    QVERIFY(!m_desk->server().faults().set("latency=3000"));
    SheetDialog *dialog = open();
    typeToken(dialog);
    WindowFixture::click(dialog, "submit");
    QCOMPARE(dialog->state(), SheetDialog::State::Submitting);
    QVERIFY(!finding(dialog, "personalFinding").isEmpty());
    WindowFixture::click(dialog, "cancel");
    QCOMPARE(dialog->state(), SheetDialog::State::Editing);
    QVERIFY(finding(dialog, "personalFinding").isEmpty());
    QVERIFY(!WindowFixture::in<QLineEdit>(dialog, "personalTokenEdit")->text().isEmpty());
    m_desk->server().faults().clearAll();
}

void TestSignIn::aLimitIsWaitedForVisibly()
{
    QVERIFY(!m_desk->server().faults().set("too-many-requests=2,next=1"));
    SheetDialog *dialog = open();
    typeToken(dialog);
    const auto *note = WindowFixture::in<QLabel>(dialog, "sheetNote");
    const QString before = note->text();
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY2(note->text().contains(QStringLiteral("limit on requests is reached")),
                 qPrintable(note->text()));
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
    QCOMPARE(note->text(), before);
}

void TestSignIn::keyIsAddedToAnOpenAccount()
{
    m_desk->reseller = false;
    m_desk->openAccount();
    QTRY_VERIFY(WindowFixture::in(&m_desk->window(), "noPoolsCardAction")->isVisible());
    QSignalSpy connected(&m_desk->window().signIn(), &SignInFlow::connected);
    WindowFixture::click(&m_desk->window(), "noPoolsCardAction");
    SheetDialog *dialog = m_desk->sheet("signInDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(!WindowFixture::in(dialog, "personalTokenEdit")->isVisible());
    QCOMPARE(WindowFixture::in<QLineEdit>(dialog, "addressEdit")->text(), m_desk->url());
    typeKey(dialog);
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(connected.size(), 1);
    const auto result = connected.front().front().value<SignInResult>();
    QVERIFY(result.personalToken.isEmpty());
    QVERIFY(!result.resellerKey.isEmpty());
}

void TestSignIn::openLoaded()
{
    m_desk->openAccount();
    QTRY_VERIFY(m_desk->isLoaded());
}

void TestSignIn::refuse(TokenKind token)
{
    if (token == TokenKind::Personal) {
        m_desk->server().revokePersonalTokens();
        m_desk->session().refreshAll();
    } else {
        m_desk->connection().auth().setResellerKey(
            Secret(QStringLiteral("00000000-0000-4000-8000-000000000000")));
    }
    QTRY_VERIFY(signIn() != nullptr);
}

void TestSignIn::aTokenOfAnotherAccountIsRefused()
{
    openLoaded();
    const SameAnswer service(
        "200 OK", "application/json",
        // An account, and a page of transactions with its rows inside.
        R"({"data":{"id":"777","name":"Else","email":"else@example.net","currency":"USD",)"
        R"("data":[]}})");
    m_desk->window().signIn().setSignIn([this, &service] {
        return std::make_unique<SignIn>([this, &service](const QString &, const NetworkSettings &) {
            return m_desk->connectTo(service.url());
        });
    });
    QSignalSpy connected(&m_desk->window().signIn(), &SignInFlow::connected);
    refuse(TokenKind::Personal);
    SignInDialog *dialog = signIn();
    WindowFixture::type(dialog, "personalTokenEdit", QStringLiteral("1|of-somebody-else"));
    WindowFixture::click(dialog, "submit");
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "personalTokenEdit").isEmpty());
    const QString words = WindowFixture::errorAt(dialog, "personalTokenEdit");
    QVERIFY2(words.contains(QStringLiteral("another account (else@example.net)")),
             qPrintable(words));
    QVERIFY(finding(dialog, "personalFinding").isEmpty());
    // Checking twice does not make it connectable.
    QCOMPARE(dialog->submitButton()->text(), QStringLiteral("Check sign-in"));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->state(), SheetDialog::State::Editing);
    QCOMPARE(dialog->submitButton()->text(), QStringLiteral("Check sign-in"));
    QCOMPARE(connected.size(), 0);
    m_desk->window().signIn().setSignIn({});
}

void TestSignIn::pageAsksForTheTokenThatIsRefused_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<bool>("both");
    QTest::addColumn<SignInDialog::Purpose>("purpose");
    QTest::newRow("proxies") << QStringLiteral("proxiesPage") << true
                             << SignInDialog::Purpose::RenewPersonal;
    QTest::newRow("transactions") << QStringLiteral("transactionsPage") << true
                                  << SignInDialog::Purpose::RenewPersonal;
    QTest::newRow("sub-users") << QStringLiteral("subUsersPage") << true
                               << SignInDialog::Purpose::RenewReseller;
    QTest::newRow("sub-users, key only")
        << QStringLiteral("subUsersPage") << false << SignInDialog::Purpose::RenewReseller;
}

void TestSignIn::pageAsksForTheTokenThatIsRefused()
{
    QFETCH(QString, page);
    QFETCH(bool, both);
    QFETCH(SignInDialog::Purpose, purpose);
    m_desk->personal = both;
    openLoaded();
    m_desk->window().showPage(page);
    refuse(purpose == SignInDialog::Purpose::RenewPersonal ? TokenKind::Personal
                                                           : TokenKind::Reseller);
    closeSignIn();
    auto *banner = WindowFixture::in(m_desk->window().currentPage(), "troubleBanner");
    QVERIFY(banner != nullptr);
    QTRY_VERIFY(banner->isVisible());
    WindowFixture::click(banner, "bannerSignIn");
    QTRY_VERIFY(signIn() != nullptr);
    QCOMPARE(signIn()->purpose(), purpose);
}

void TestSignIn::overviewAsksForTheTokenThatIsRefused()
{
    openLoaded();
    for (const TokenKind token : {TokenKind::Reseller, TokenKind::Personal}) {
        refuse(token);
        closeSignIn();
        auto *trouble = WindowFixture::in(m_desk->window().currentPage(), "overviewTrouble");
        QTRY_VERIFY(trouble->isVisible());
        WindowFixture::click(trouble, "overviewSignIn");
        QTRY_VERIFY(signIn() != nullptr);
        QCOMPARE(signIn()->purpose(), token == TokenKind::Personal
                                          ? SignInDialog::Purpose::RenewPersonal
                                          : SignInDialog::Purpose::RenewReseller);
        closeSignIn();
        if (token == TokenKind::Reseller) {
            m_desk->connection().auth().setResellerKey(
                Secret(QByteArray::fromStdString(access().resellerKey)));
            QTRY_VERIFY(!trouble->isVisible());
        }
    }
}

void TestSignIn::recentTransactionsAskForTheToken()
{
    m_desk->server().revokePersonalTokens();
    m_desk->openAccount();
    QTRY_VERIFY(signIn() != nullptr);
    closeSignIn();
    auto *empty = WindowFixture::in(m_desk->window().currentPage(), "recentEmpty");
    QTRY_VERIFY(empty->isVisible());
    auto *action = WindowFixture::in<QAbstractButton>(empty, "emptyStateAction");
    QTRY_COMPARE(action->text(), QStringLiteral("Sign in…"));
    WindowFixture::click(empty, "emptyStateAction");
    QTRY_VERIFY(signIn() != nullptr);
    QCOMPARE(signIn()->purpose(), SignInDialog::Purpose::RenewPersonal);
}

void TestSignIn::refusedTogetherAreAskedForInTurn()
{
    using Purpose = SignInDialog::Purpose;
    openLoaded();
    m_desk->server().revokePersonalTokens();
    refuse(TokenKind::Reseller);
    for (const Area area : {Area::Proxies, Area::SubUsers}) {
        QTRY_COMPARE(m_desk->session().status(area).state, AreaStatus::Failed);
    }
    const Purpose first = signIn()->purpose();
    QVERIFY(first == Purpose::RenewPersonal || first == Purpose::RenewReseller);
    WindowFixture::click(signIn(), "cancel");
    const Purpose second =
        first == Purpose::RenewPersonal ? Purpose::RenewReseller : Purpose::RenewPersonal;
    QTRY_VERIFY(signIn() != nullptr && signIn()->purpose() == second);
    // Each is requested once.
    closeSignIn();
    QCoreApplication::processEvents();
    QVERIFY(signIn() == nullptr);
}

void TestSignIn::findingsFromElsewhereAreShown()
{
    SignInFindings findings;
    findings.address.state = SignInFindings::Check::State::Accepted;
    ApiError error;
    error.kind = ErrorKind::Unauthorized;
    findings.personal = {SignInFindings::Check::State::Refused, error};
    m_desk->window().signIn().open(m_desk->url(), findings);
    SheetDialog *dialog = m_desk->sheet("signInDialog");
    QVERIFY(!WindowFixture::errorAt(dialog, "personalTokenEdit").isEmpty());
}

void TestSignIn::whereASignInIsKeptIsSaid()
{
    // What is not known is not claimed.
    QVERIFY(WindowFixture::textOf(open(), "sheetNote").contains(QStringLiteral("if there is one")));
    closeSignIn();
    m_desk->window().signIn().setHasKeychain(true);
    QVERIFY(WindowFixture::textOf(open(), "sheetNote").contains(QStringLiteral("keychain, never")));
    closeSignIn();
    m_desk->window().signIn().setHasKeychain(false);
    QVERIFY(WindowFixture::textOf(open(), "sheetNote").contains(QStringLiteral("this session")));
}

void TestSignIn::proxyAndNameComeWithTheSignIn()
{
    QSignalSpy connected(&m_desk->window().signIn(), &SignInFlow::connected);
    SheetDialog *dialog = open();
    QVERIFY(!WindowFixture::in(dialog, "proxyKind")->isVisible());
    WindowFixture::click(dialog, "moreButton");
    WindowFixture::type(dialog, "ownNameEdit", QStringLiteral(" My  shop "));
    typeToken(dialog);
    WindowFixture::click(dialog, "moreButton"); // what was typed counts, shown or not
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(dialog->submitButton()->text(), QStringLiteral("Connect"));
    WindowFixture::click(dialog, "submit");
    QTRY_COMPARE(connected.size(), 1);
    const auto result = connected.front().front().value<SignInResult>();
    QCOMPARE(result.givenName, QStringLiteral("My shop"));
    QCOMPARE(result.network, NetworkSettings());
    // The proxy of the account that is signed in again is shown, and comes back with the input.
    NetworkSettings network;
    network.proxy = NetworkSettings::Proxy::Socks5;
    network.host = QStringLiteral("proxy.example.net");
    network.port = 1080;
    network.user = QStringLiteral("ada");
    network.password = Secret(QStringLiteral("of the proxy"));
    SignInForm form(m_theme);
    QVERIFY(!WindowFixture::in<QAbstractButton>(&form, "moreButton")->isChecked());
    form.setNetwork(network);
    QVERIFY(WindowFixture::in<QAbstractButton>(&form, "moreButton")->isChecked());
    QCOMPARE(form.input().network, network);
}

void TestSignIn::aWrongProxyIsSaidAtItsField()
{
    SheetDialog *dialog = open();
    typeToken(dialog);
    WindowFixture::click(dialog, "moreButton");
    auto *kind = WindowFixture::in<QComboBox>(dialog, "proxyKind");
    kind->setCurrentIndex(kind->findData(static_cast<int>(NetworkSettings::Proxy::Http)));
    WindowFixture::click(dialog, "moreButton");
    WindowFixture::click(dialog, "submit");
    QCOMPARE(dialog->state(), SheetDialog::State::Editing);
    // The fields with the error are shown again.
    QTRY_VERIFY(!WindowFixture::errorAt(dialog, "proxyHostEdit").isEmpty());
    QTRY_VERIFY(WindowFixture::in(dialog, "proxyHostEdit")->hasFocus());
}

void TestSignIn::aFailedCheckLeadsToTheConnectionCheck()
{
    const QString nobody = QStringLiteral("http://127.0.0.1:1");
    SignInFlow &flow = m_desk->window().signIn();
    for (const bool can : {false, true}) {
        flow.setCanCheckConnection(can);
        flow.open(nobody);
        SheetDialog *dialog = m_desk->sheet("signInDialog");
        typeKey(dialog);
        auto *link = WindowFixture::in(dialog, "checkConnection");
        QVERIFY(!link->isVisible());
        WindowFixture::click(dialog, "submit");
        QTRY_VERIFY(!WindowFixture::errorAt(dialog, "addressEdit").isEmpty());
        QCOMPARE(link->isVisible(), can);
        if (can) {
            QSignalSpy requested(&flow, &SignInFlow::connectionCheckRequested);
            WindowFixture::click(dialog, "checkConnection");
            QCOMPARE(requested.size(), 1);
            const auto input = requested.front().front().value<SignInInput>();
            QCOMPARE(input.address, nobody);
            QVERIFY(!input.resellerKey.isEmpty());
        }
        closeSignIn();
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestSignIn)
#include "test_signin.moc"
