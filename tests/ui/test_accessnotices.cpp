// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the banners about the sign-in of the shown account: when they come, what they offer, and
// that they go with the state.
#include "tests/ui/someaccounts.h"
#include "ui/shell/accessnotices.h"
#include "ui/shell/noticestack.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QMap>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace relaybook;
using relaybook::testing::sandboxAccount;
using relaybook::testing::signedInAccount;

class TestAccessNotices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup();

    void nothingIsSaidOfASignedInAccount();
    void theKeychainIsWaitedForQuietly();
    void aKeychainThatStoresIsWaitedForToo();
    void aQuickKeychainIsNotMentioned();
    void everyStateOffersWhatHelps_data();
    void everyStateOffersWhatHelps();
    void theBannerGoesWithTheState();
    void whatTheAccountSaysIsShown();
    void aDismissedBannerStaysAway();
    void aLinkMayRemoveItsOwnBanner();
    void anUnreachableServiceCanBeChecked();
    void onlyTheMostImportantIsShown();
    void anOwnersHiddenBannerStaysHidden();

private:
    [[nodiscard]] QStringList said() const
    {
        QStringList sentences;
        for (const auto *banner : m_window->findChildren<Banner *>()) {
            if (banner->isVisible()) {
                sentences.append(banner->lead());
            }
        }
        return sentences;
    }
    [[nodiscard]] QPushButton *link(const char *name) const
    {
        for (auto *button : m_window->findChildren<QPushButton *>(QLatin1String(name))) {
            if (button->isVisible()) {
                return button;
            }
        }
        return nullptr;
    }
    [[nodiscard]] static AccountEntry with(AccountAccess access)
    {
        AccountEntry account = signedInAccount();
        account.access = access;
        return account;
    }
    void make(std::chrono::milliseconds patience)
    {
        m_access = std::make_unique<AccessNotices>(*m_notices, nullptr, patience);
    }

    Theme m_theme;
    std::unique_ptr<QWidget> m_window;
    NoticeStack *m_notices = nullptr;
    std::unique_ptr<AccessNotices> m_access;
};

void TestAccessNotices::init()
{
    m_window = std::make_unique<QWidget>();
    m_notices = new NoticeStack(m_theme);
    m_window->setLayout(m_notices);
    m_window->resize(900, 300);
    m_window->show();
    make(std::chrono::milliseconds(0));
}

void TestAccessNotices::cleanup()
{
    m_access.reset();
    m_window.reset();
}

void TestAccessNotices::nothingIsSaidOfASignedInAccount()
{
    m_access->showAccount(with(AccountAccess::SignedIn));
    m_access->showAccount(with(AccountAccess::NotOpened));
    m_access->showAccount(with(AccountAccess::UpdatingData)); // the page says so
    m_access->showAccount(with(AccountAccess::ReadingLog));
    m_access->showAccount(with(AccountAccess::Offline));
    AccountEntry sandbox = sandboxAccount();
    sandbox.isInKeychain = false;
    m_access->showAccount(sandbox);
    m_access->showAccount(std::nullopt);
    QCOMPARE(said(), QStringList());
}

void TestAccessNotices::theKeychainIsWaitedForQuietly()
{
    m_access->showAccount(with(AccountAccess::ReadingKeychain));
    QCOMPARE(said(), QStringList()); // not at once
    QTRY_COMPARE(said().size(), 1);
    QVERIFY(said().front().contains(QStringLiteral("asking for your permission")));
    QVERIFY(link("noticeSignIn") == nullptr);
    m_access->showAccount(with(AccountAccess::SignedIn));
    QCOMPARE(said(), QStringList());
}

void TestAccessNotices::aKeychainThatStoresIsWaitedForToo()
{
    AccountEntry account = with(AccountAccess::SignedIn);
    account.isInKeychain = false;
    account.isBeingStored = true;
    m_access->showAccount(account);
    QCOMPARE(said(), QStringList()); // not at once
    QTRY_COMPARE(said().size(), 1);
    QVERIFY(said().front().contains(QStringLiteral("asking for your permission to store")));
    account.isBeingStored = false;
    m_access->showAccount(account);
    QCOMPARE(said(), QStringList{QStringLiteral("The sign-in is kept for this session only.")});
    account.isInKeychain = true;
    m_access->showAccount(account);
    QCOMPARE(said(), QStringList());
}

void TestAccessNotices::aQuickKeychainIsNotMentioned()
{
    make(std::chrono::hours(1));
    m_access->showAccount(with(AccountAccess::ReadingKeychain));
    m_access->showAccount(with(AccountAccess::SignedIn));
    QCOMPARE(said(), QStringList());
}

void TestAccessNotices::everyStateOffersWhatHelps_data()
{
    QTest::addColumn<AccountAccess>("access");
    QTest::addColumn<QString>("says");
    QTest::addColumn<bool>("tryAgain");
    QTest::addColumn<bool>("signIn");
    QTest::newRow("locked") << AccountAccess::KeychainLocked << QStringLiteral("locked") << true
                            << true;
    QTest::newRow("missing") << AccountAccess::KeychainMissing << QStringLiteral("this session")
                             << true << true;
    QTest::newRow("unreadable") << AccountAccess::SecretsUnreadable << QStringLiteral("replaces")
                                << false << true;
    QTest::newRow("other network")
        << AccountAccess::OtherNetwork << QStringLiteral("save them") << false << false;
    QTest::newRow("signed out") << AccountAccess::SignedOut << QStringLiteral("not signed in")
                                << false << true;
    QTest::newRow("rejected") << AccountAccess::Rejected << QStringLiteral("no longer accepts")
                              << false << true;
    QTest::newRow("unusable") << AccountAccess::Unusable << QStringLiteral("cannot be opened")
                              << false << false;
}

void TestAccessNotices::everyStateOffersWhatHelps()
{
    QFETCH(AccountAccess, access);
    QFETCH(QString, says);
    QFETCH(bool, tryAgain);
    QFETCH(bool, signIn);
    m_access->showAccount(with(access));
    QCOMPARE(said().size(), 1);
    QVERIFY2(said().front().contains(says), qPrintable(said().front()));
    QCOMPARE(link("readKeychainAgain") != nullptr, tryAgain);
    QCOMPARE(link("noticeSignIn") != nullptr, signIn);
    QSignalSpy again(m_access.get(), &AccessNotices::tryAgainRequested);
    QSignalSpy wanted(m_access.get(), &AccessNotices::signInRequested);
    if (tryAgain) {
        link("readKeychainAgain")->click();
    }
    if (signIn) {
        link("noticeSignIn")->click();
    }
    QCOMPARE(again.size(), tryAgain ? 1 : 0);
    QCOMPARE(wanted.size(), signIn ? 1 : 0);
    QSignalSpy settings(m_access.get(), &AccessNotices::settingsRequested);
    const bool hasSettings = access == AccountAccess::OtherNetwork;
    QCOMPARE(link("noticeAccountSettings") != nullptr, hasSettings);
    if (hasSettings) {
        link("noticeAccountSettings")->click();
        QCOMPARE(settings.size(), 1);
    }
}

void TestAccessNotices::theBannerGoesWithTheState()
{
    m_access->showAccount(with(AccountAccess::KeychainLocked));
    QCOMPARE(said().size(), 1);
    m_access->showAccount(with(AccountAccess::SecretsUnreadable));
    QCOMPARE(said().size(), 1);
    QVERIFY(said().front().contains(QStringLiteral("cannot be read")));
    AccountEntry other = signedInAccount(QStringLiteral("Other"));
    m_access->showAccount(other);
    QCOMPARE(said(), QStringList());
    other.isInKeychain = false;
    m_access->showAccount(other);
    QCOMPARE(said().size(), 1);
    m_access->showAccount(std::nullopt);
    QCOMPARE(said(), QStringList());
}

void TestAccessNotices::whatTheAccountSaysIsShown()
{
    AccountEntry account = with(AccountAccess::Unusable);
    account.problem = QStringLiteral("The file is of a newer version.");
    m_access->showAccount(account);
    QCOMPARE(said(), QStringList{account.problem});
}

void TestAccessNotices::aDismissedBannerStaysAway()
{
    AccountEntry account = with(AccountAccess::KeychainLocked);
    m_access->showAccount(account);
    m_window->findChild<QToolButton *>(QStringLiteral("bannerDismiss"))->click();
    account.balance = Money::parse(u"1"); // something else changed
    m_access->showAccount(account);
    QCOMPARE(said(), QStringList());
    m_access->showAccount(with(AccountAccess::SignedIn));
    m_access->showAccount(account);
    QCOMPARE(said().size(), 1);
}

void TestAccessNotices::aLinkMayRemoveItsOwnBanner()
{
    m_access->showAccount(with(AccountAccess::KeychainLocked));
    connect(m_access.get(), &AccessNotices::tryAgainRequested, this,
            [this] { m_access->showAccount(with(AccountAccess::SignedIn)); });
    QTest::mouseClick(link("readKeychainAgain"), Qt::LeftButton);
    QCOMPARE(said(), QStringList());
}

void TestAccessNotices::anUnreachableServiceCanBeChecked()
{
    m_access->setReachable(false);
    QCOMPARE(said(), QStringList()); // no account
    m_access->showAccount(with(AccountAccess::SignedIn));
    QCOMPARE(said(), QStringList()); // not known of this one
    m_access->setReachable(false);
    QCOMPARE(said().size(), 1);
    QSignalSpy check(m_access.get(), &AccessNotices::checkRequested);
    link("checkConnectionLink")->click();
    QCOMPARE(check.size(), 1);
    m_access->setReachable(true);
    QCOMPARE(said(), QStringList());
    m_access->setReachable(false);
    m_access->showAccount(signedInAccount(QStringLiteral("Other")));
    QCOMPARE(said(), QStringList());
}

/// The order is in NoticeStack; the others are behind a button.
void TestAccessNotices::onlyTheMostImportantIsShown()
{
    const auto sentence = [](const char *text) { return QString::fromLatin1(text); };
    m_notices->showNotice(Tone::Good, sentence("news"));
    QVERIFY(link("moreNotices") == nullptr);
    m_notices->showNotice(Tone::Accent, sentence("information"));
    m_notices->showNotice(Tone::Warning, sentence("warning"));
    m_access->showAccount(with(AccountAccess::SignedIn));
    m_access->setReachable(false);
    m_notices->showProblem(sentence("problem"));
    Banner *order =
        m_notices->showNotice(Tone::Warning, sentence("order"), NoticeStack::About::Order);
    m_notices->showNotice(Tone::Warning, sentence("newer warning"));
    QCOMPARE(said(), QStringList{sentence("order")});
    QPushButton *more = link("moreNotices");
    QVERIFY(more != nullptr);
    QCOMPARE(more->text(), QStringLiteral("6 more"));
    QCOMPARE(more->accessibleName(), QStringLiteral("Show 6 more messages"));

    more->setFocus();
    QTest::keyClick(more, Qt::Key_Space);
    QCOMPARE(more->text(), QStringLiteral("Show less"));
    QCOMPARE(said().size(), 7);
    m_window->layout()->activate();
    QMap<int, QString> byHeight;
    for (const auto *banner : m_window->findChildren<Banner *>()) {
        byHeight.insert(banner->mapTo(m_window.get(), QPoint()).y(), banner->lead());
    }
    QCOMPARE(byHeight.values(),
             (QStringList{sentence("order"), sentence("problem"),
                          sentence("The service cannot be reached. Stored data is shown."),
                          sentence("newer warning"), sentence("warning"), sentence("information"),
                          sentence("news")}));
    QTest::keyClick(more, Qt::Key_Space);
    QCOMPARE(said(), QStringList{sentence("order")});

    // What is over goes, and the next one is shown.
    delete order;
    QCOMPARE(said(), QStringList{sentence("problem")});
    QCOMPARE(more->text(), QStringLiteral("5 more"));
    m_access->setReachable(true);
    QCOMPARE(more->text(), QStringLiteral("4 more"));
    for (int left = 4; left > 0; --left) {
        for (auto *cross : m_window->findChildren<QToolButton *>(QStringLiteral("bannerDismiss"))) {
            if (cross->isVisible()) {
                cross->click();
                break;
            }
        }
    }
    QCOMPARE(said(), QStringList{sentence("news")});
    QVERIFY(link("moreNotices") == nullptr);
}

void TestAccessNotices::anOwnersHiddenBannerStaysHidden()
{
    Banner *order =
        m_notices->showNotice(Tone::Warning, QStringLiteral("order"), NoticeStack::About::Order);
    m_notices->showNotice(Tone::Accent, QStringLiteral("information"));
    order->hide();
    QCOMPARE(said(), QStringList{QStringLiteral("information")});
    QVERIFY(link("moreNotices") == nullptr);
    order->show();
    QCOMPARE(said(), QStringList{QStringLiteral("order")});
    QVERIFY(link("moreNotices") != nullptr);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestAccessNotices)
#include "test_accessnotices.moc"
