// SPDX-License-Identifier: GPL-3.0-or-later
// Tests handing a sub-user's access over to the customer: what the card says, that the password is
// hidden until it is shown, the QR code, and the PDF.
#include "tests/support/waituntil.h"
#include "tests/ui/accessibletext.h"
#include "tests/ui/listfixture.h"
#include "ui/base/settings.h"
#include "ui/lists/secretclipboard.h"
#include "ui/serving/handoverdialog.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/qrcode.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPushButton>
#include <QTextDocument>

using namespace relaybook;
using relaybook::testing::accessibleText;
using relaybook::testing::ListFixture;

namespace {

const QString secretPassword = QStringLiteral("p:a@ss%/#1");

HandOver someCard()
{
    HandOver card;
    card.name = QStringLiteral("client_003");
    card.service = QStringLiteral("Mobile");
    card.http.host = QStringLiteral("gw.example.net");
    card.http.port = 5000;
    card.http.user = QStringLiteral("sub-1");
    card.http.password = Secret(secretPassword);
    card.socks5 = card.http;
    card.socks5.protocol = ProxyProtocol::Socks5;
    card.socks5.port = 5001;
    return card;
}

} // namespace

class TestHandOver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void cleanup() { m_desk.reset(); }

    void theTextHasAllParts();
    void thePageHasAllPartsAndTheCode();
    void aCardWithoutPasswordIsNotComplete();
    void aCodeHasDarkModulesInALightMargin();
    void aTextThatIsTooLongHasNoCode();
    void thePasswordIsHiddenUntilItIsShown();
    void thePdfIsForTheUserAlone();
    void manyHaveAPageEach();
    void ownWordsAndLogo();
    void opensFromThePage();
    void saysHowManyAreLeftOut();
    void opensForSeveral();

private:
    void openDesk()
    {
        m_desk = std::make_unique<ListFixture>(m_theme);
        m_desk->open();
    }
    static void savePdf(HandOverDialog &dialog, const QString &path)
    {
        dialog.findChild<QAbstractButton *>(QStringLiteral("saveHandOver"))->click();
        auto *files = dialog.findChild<QFileDialog *>(QStringLiteral("credentialsFileDialog"));
        QVERIFY(files != nullptr);
        Q_EMIT files->fileSelected(path);
        files->close();
        auto *question = dialog.findChild<SheetDialog *>(QStringLiteral("saveCredentialsDialog"));
        QVERIFY(question != nullptr);
        QVERIFY(!QFile::exists(path));
        question->submit();
        QTRY_VERIFY(accessibleText(dialog).contains(QStringLiteral("Saved in")));
    }
    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
    SecretClipboard m_clipboard;
};

void TestHandOver::theTextHasAllParts()
{
    const QString text = QString::fromUtf8(handOverText({someCard()}).reveal());
    QCOMPARE(text, QStringLiteral("Host: gw.example.net\n"
                                  "HTTP port: 5000\n"
                                  "SOCKS5 port: 5001\n"
                                  "User name: sub-1\n"
                                  "Password: p:a@ss%/#1\n"
                                  "Test: curl --proxy "
                                  "'http://sub-1:p%3Aa%40ss%25%2F%231@gw.example.net:5000' "
                                  "https://example.com/"));
}

void TestHandOver::thePageHasAllPartsAndTheCode()
{
    const auto page = handOverDocument({someCard()});
    const QString text = page->toPlainText();
    for (const char *part : {"client_003", "Mobile", "gw.example.net", "5000", "5001", "sub-1"}) {
        QVERIFY2(text.contains(QLatin1String(part)), part);
    }
    QVERIFY(text.contains(secretPassword));
    QVERIFY(text.contains(QChar::ObjectReplacementCharacter)); // the image
}

void TestHandOver::aCardWithoutPasswordIsNotComplete()
{
    HandOver card = someCard();
    QVERIFY(card.isComplete());
    card.http.password.reset();
    QVERIFY(!card.isComplete());
    card = someCard();
    card.http.port.reset(); // SOCKS5 is left
    QVERIFY(card.isComplete());
    QVERIFY(handOverAddress(card).text.reveal().startsWith("socks5://"));
    card.socks5.port.reset();
    QVERIFY(!card.isComplete());
}

void TestHandOver::aCodeHasDarkModulesInALightMargin()
{
    const QImage code = qrCode("http://sub-1:secret@gw.example.net:5000");
    QVERIFY(!code.isNull());
    QCOMPARE(code.width(), code.height());
    QCOMPARE((code.width() - 8 - 21) % 4, 0); // the sizes that exist
    for (int i = 0; i < code.width(); ++i) {
        QCOMPARE(code.pixelColor(i, 3), QColor(Qt::white));
        QCOMPARE(code.pixelColor(3, i), QColor(Qt::white));
    }
    for (const QPoint corner :
         {QPoint(4, 4), QPoint(code.width() - 5, 4), QPoint(4, code.width() - 5)}) {
        QCOMPARE(code.pixelColor(corner), QColor(Qt::black)); // the three marks
    }
    QVERIFY(qrCode("a") != qrCode("b"));
}

void TestHandOver::aTextThatIsTooLongHasNoCode()
{
    QVERIFY(qrCode({}).isNull());
    QVERIFY(!qrCode(QByteArray(2000, 'a')).isNull());
    QVERIFY(qrCode(QByteArray(4000, 'a')).isNull());
}

void TestHandOver::thePasswordIsHiddenUntilItIsShown()
{
    openDesk();
    HandOverDialog dialog(m_desk->context(), {someCard()}, 0, m_clipboard, nullptr);
    dialog.open();
    const auto *code = dialog.findChild<QLabel *>(QStringLiteral("handOverCode"));
    QVERIFY(code->pixmap(Qt::ReturnByValue).isNull());
    QVERIFY(!accessibleText(dialog).contains(secretPassword));
    QVERIFY(accessibleText(dialog).contains(QStringLiteral("gw.example.net")));
    auto *show = dialog.findChild<QAbstractButton *>(QStringLiteral("showHandOverCode"));
    show->click();
    QVERIFY(!code->pixmap(Qt::ReturnByValue).isNull());
    show->click();
    QVERIFY(code->pixmap(Qt::ReturnByValue).isNull());
    dialog.findChild<QAbstractButton *>(QStringLiteral("copyHandOver"))->click();
    QVERIFY(QGuiApplication::clipboard()->text().contains(secretPassword));
    m_clipboard.clearNow();
}

void TestHandOver::thePdfIsForTheUserAlone()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("access.pdf"));
    openDesk();
    HandOverDialog dialog(m_desk->context(), {someCard()}, 0, m_clipboard, nullptr);
    dialog.open();
    savePdf(dialog, path);
    QFile saved(path);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QVERIFY(saved.readAll().startsWith("%PDF-"));
#ifdef Q_OS_UNIX
    QVERIFY(!saved.permissions().testAnyFlags(QFile::ReadGroup | QFile::ReadOther));
#endif
}

void TestHandOver::manyHaveAPageEach()
{
    std::vector<HandOver> cards;
    for (int i = 0; i < 30; ++i) {
        cards.push_back(someCard());
        cards.back().name = QStringLiteral("customer_%1").arg(i);
    }
    const QString text = QString::fromUtf8(handOverText(cards).reveal());
    QCOMPARE(text.count(secretPassword), 30);
    QVERIFY(text.startsWith(QStringLiteral("Access for ")));
    openDesk();
    HandOverDialog dialog(m_desk->context(), cards, 2, m_clipboard, nullptr);
    dialog.open();
    const QString shown = accessibleText(dialog);
    QVERIFY(!shown.contains(secretPassword));
    QVERIFY(shown.contains(QStringLiteral("customer_0")));
    QVERIFY(shown.contains(QStringLiteral("and 18 more")));
    QVERIFY(shown.contains(QStringLiteral("2 are left out")));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("access.pdf"));
    savePdf(dialog, path);
    QFile saved(path);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QCOMPARE(saved.readAll().count("/Type /Page\n"), 30);
}

void TestHandOver::ownWordsAndLogo()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("logo.png"));
    QImage logo(200, 100, QImage::Format_RGB32);
    logo.fill(Qt::red);
    QVERIFY(logo.save(path));
    QCOMPARE(logoIn(path).size(), QSize(200, 100));
    const HandOverOwn own{QStringLiteral("Write to help@shop.example\nor call."), logoIn(path)};
    const QString text = handOverDocument({someCard(), someCard()}, own)->toPlainText();
    QCOMPARE(text.count(QStringLiteral("help@shop.example")), 2);
    QCOMPARE(text.count(QChar::ObjectReplacementCharacter), 4); // a logo and a code each
    QVERIFY(handOverPdf({someCard()}, own).reveal().size() >
            handOverPdf({someCard()}).reveal().size());
    // What cannot be read is left out, and said.
    QVERIFY(logoIn(folder.filePath(QStringLiteral("none.png"))).isNull());
    QVERIFY(logoIn({}).isNull());
    openDesk();
    m_desk->context().settings.setValue(Setting::CardLogo,
                                        folder.filePath(QStringLiteral("none.png")));
    HandOverDialog dialog(m_desk->context(), {someCard()}, 0, m_clipboard, nullptr);
    dialog.open();
    QVERIFY(accessibleText(dialog).contains(QStringLiteral("The logo of the settings")));
}

void TestHandOver::opensFromThePage()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->open();
    m_desk->account().start();
    QVERIFY(m_desk->show<SubUsersPage>());
    QTRY_COMPARE(m_desk->rows(), 40);
    m_desk->chooseRow(2);
    QTRY_VERIFY(m_desk->find<QAbstractButton>("handOverButton")->isEnabled());
    const QString name = m_desk->text("inspectorTitle");
    m_desk->click("handOverButton");
    auto *dialog = m_desk->find<HandOverDialog>("handOverDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(dialog->windowTitle().contains(name));
    dialog->reject();
    QVERIFY(m_desk->chooseInMenu("handOverAction"));
    QTRY_VERIFY(m_desk->isShown("handOverDialog"));
}

void TestHandOver::saysHowManyAreLeftOut()
{
    openDesk();
    for (const int cards : {1, 2}) {
        const HandOverDialog dialog(m_desk->context(), std::vector(std::size_t(cards), someCard()),
                                    3, m_clipboard, nullptr);
        QVERIFY(dialog.findChild<FindingLine *>(QStringLiteral("handOverLeftOut"))
                    ->text()
                    .contains(QStringLiteral("3 are left out")));
    }
}

void TestHandOver::opensForSeveral()
{
    openDesk();
    m_desk->account().start();
    QVERIFY(m_desk->show<SubUsersPage>());
    QTRY_COMPARE(m_desk->rows(), 40);
    m_desk->table().selectAll();
    const auto openedFor40 = [this] {
        const auto *dialog = m_desk->find<HandOverDialog>("handOverDialog");
        return dialog != nullptr && dialog->isVisible() &&
               dialog->windowTitle().contains(QStringLiteral("40"));
    };
    QVERIFY(m_desk->chooseInMenu("handOverAction"));
    QTRY_VERIFY(openedFor40());
    delete m_desk->find<HandOverDialog>("handOverDialog");
    m_desk->find<QPushButton>("severalHandOver")->click();
    QTRY_VERIFY(openedFor40());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestHandOver)
#include "test_handover.moc"
