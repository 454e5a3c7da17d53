// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the settings dialog: its sections, how they are opened, and what each of them changes.
#include "models/store/accountkey.h"
#include "tests/ui/someaccounts.h"
#include "tests/ui/windowfixture.h"
#include "ui/settings/datasettings.h"
#include "ui/shell/settingsdialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"
#include "ui/widgets/rowlist.h"
#include "ui/widgets/tableview.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace relaybook;
using relaybook::testing::sandboxAccount;
using relaybook::testing::signedInAccount;
using relaybook::testing::WindowFixture;

namespace {

AccountEntry storedEntry(const char *name, const QString &dataDir, qint64 cacheSize)
{
    AccountEntry account = signedInAccount(QLatin1String(name));
    account.key = accountKey(QStringLiteral("https://a.example"), QLatin1String(name));
    const QString folder = accountsFolder(dataDir) + u'/' + account.key;
    const bool isMade = QDir().mkpath(folder);
    QFile file(folder + QStringLiteral("/cache.sqlite"));
    if (isMade && file.open(QIODevice::WriteOnly)) {
        file.write(QByteArray(cacheSize, 'x'));
    }
    return account;
}

QString dataSizeIn(const QWidget &parent)
{
    const auto *label = parent.findChild<QLabel *>(QStringLiteral("dataSize"));
    return label != nullptr ? label->text() : QString();
}

} // namespace

class TestSettingsDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { m_desk = std::make_unique<WindowFixture>(m_theme); }
    void cleanup() { m_desk.reset(); }

    void sectionsAreInTheirOrder();
    void everyEntryLeadsToItsControl();
    void aSectionIsOpenedByItsName();
    void aTestPageIsStoredIfItIsOne();
    void theLookChangesAtOnce();
    void keysChangeTheZoom();
    void privacyModeIsSwitchedByTheWindow();
    void sizesOfAccountsAreShown();
    void onlyTheShownAccountIsLoadedAgain();
    void aDamagedFileIsReportedOnce();

private:
    [[nodiscard]] SheetDialog *openAt(const QString &name)
    {
        m_desk->window().openSettings(name);
        return m_desk->sheet("settingsDialog");
    }
    /// Whether the widget is in view now.
    [[nodiscard]] static bool isInView(SheetDialog &dialog, const QWidget &part)
    {
        const auto *area = WindowFixture::in<QScrollArea>(&dialog, "sheetContent");
        const QPoint top = part.mapTo(area->viewport(), QPoint(0, 0));
        return area->viewport()->rect().contains(top);
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestSettingsDialog::sectionsAreInTheirOrder()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    QWidget window;
    SettingsDialog dialog({m_theme, settings}, &window);
    dialog.open();
    const std::vector<SettingsPart> parts = settingsParts();
    const QStringList wanted{QStringLiteral("General"),
                             QStringLiteral("Appearance"),
                             QStringLiteral("Refresh"),
                             QStringLiteral("Warnings"),
                             QStringLiteral("Notifications"),
                             QStringLiteral("Privacy"),
                             QStringLiteral("Data on this computer")};
    QStringList titles;
    int above = -1;
    for (const SettingsPart &part : parts) {
        titles.append(part.title);
        const auto *section = dialog.findChild<SettingsSection *>(QLatin1String(part.name));
        QVERIFY2(section != nullptr, part.name);
        QTRY_VERIFY2(section->y() > above, part.name);
        above = section->y();
        const auto *label = qobject_cast<const QLabel *>(&section->titleLabel());
        QVERIFY(label != nullptr && label->text() == part.title);
        QVERIFY(dialog.findChild<QPushButton *>(QStringLiteral("to_") + QLatin1String(part.name)) !=
                nullptr);
    }
    QCOMPARE(titles, wanted);
}

void TestSettingsDialog::everyEntryLeadsToItsControl()
{
    m_desk->showWindow();
    for (const SettingsPart &part : settingsParts()) {
        for (const SettingsSection::Entry &entry : part.entries) {
            SheetDialog *dialog = openAt(entry.field);
            QVERIFY2(dialog != nullptr, qPrintable(entry.field));
            const QWidget *section = WindowFixture::in(dialog, part.name);
            QVERIFY2(dialog->focusWidget() != nullptr &&
                         section->isAncestorOf(dialog->focusWidget()),
                     qPrintable(entry.field));
            QVERIFY2(!entry.title.isEmpty(), qPrintable(entry.field));
            dialog->reject();
            QTRY_VERIFY(m_desk->sheet("settingsDialog") == nullptr);
        }
    }
}

void TestSettingsDialog::aSectionIsOpenedByItsName()
{
    m_desk->showWindow();
    m_desk->window().resize(800, 600);
    const QPointer<SheetDialog> dialog = openAt(QStringLiteral("privacySettings"));
    QVERIFY(dialog != nullptr);
    const auto *section = dialog->findChild<SettingsSection *>(QStringLiteral("privacySettings"));
    QTRY_VERIFY(isInView(*dialog, section->titleLabel()));
    QTRY_VERIFY(WindowFixture::in(dialog, "privacyMode")->hasFocus());
    // The links at the top, and a second call, use the same dialog.
    WindowFixture::in<QPushButton>(dialog, "to_warningSettings")->click();
    QTRY_VERIFY(WindowFixture::in(dialog, "attentionDays")->hasFocus());
    m_desk->window().openSettings(QStringLiteral("appearanceSettings"));
    QVERIFY(m_desk->sheet("settingsDialog") == dialog);
    QVERIFY(WindowFixture::in(dialog, "appearanceSystem")->hasFocus() ||
            WindowFixture::in(dialog, "appearanceLight")->hasFocus() ||
            WindowFixture::in(dialog, "appearanceDark")->hasFocus());
}

void TestSettingsDialog::aTestPageIsStoredIfItIsOne()
{
    m_desk->showWindow();
    SheetDialog *dialog = openAt(QStringLiteral("usualTestPage"));
    const QString before = m_desk->settings().text(Setting::ProxyTestPage);
    auto *edit = WindowFixture::in<QLineEdit>(dialog, "usualTestPage");
    const auto typeAndLeave = [edit](const QString &text) {
        edit->setFocus();
        QTRY_VERIFY(edit->hasFocus());
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Tab);
        QTRY_VERIFY(!edit->hasFocus());
    };
    typeAndLeave(QStringLiteral("ftp://check.example"));
    QVERIFY(!WindowFixture::errorAt(dialog, "usualTestPage").isEmpty());
    QCOMPARE(m_desk->settings().text(Setting::ProxyTestPage), before);
    typeAndLeave(QStringLiteral("https://check.example/ip"));
    QCOMPARE(WindowFixture::errorAt(dialog, "usualTestPage"), QString());
    QCOMPARE(m_desk->settings().text(Setting::ProxyTestPage),
             QStringLiteral("https://check.example/ip"));
    // A query may hold a key of the page's provider.
    typeAndLeave(QStringLiteral("https://check.example/ip?key=secret"));
    QVERIFY(!WindowFixture::errorAt(dialog, "usualTestPage").isEmpty());
    QCOMPARE(m_desk->settings().text(Setting::ProxyTestPage),
             QStringLiteral("https://check.example/ip"));
}

void TestSettingsDialog::theLookChangesAtOnce()
{
    m_desk->open();
    m_desk->trigger("showProxiesAction");
    auto *table = WindowFixture::in<TableView>(m_desk->window().currentPage(), "table");
    QTRY_VERIFY(table->model()->rowCount() > 2);
    QCOMPARE(table->rowHeight(1), 32);
    SheetDialog *dialog = openAt(QStringLiteral("appearanceSettings"));
    WindowFixture::in<QAbstractButton>(dialog, "densityCompact")->click();
    QCOMPARE(table->rowHeight(1), 24);
    QVERIFY(m_theme.isCompact());
    WindowFixture::in<QAbstractButton>(dialog, "densityComfortable")->click();
    QCOMPARE(table->rowHeight(1), 32);
    WindowFixture::in<QAbstractButton>(dialog, "highContrast")->click();
    QVERIFY(m_theme.isStrong());
    WindowFixture::in<QAbstractButton>(dialog, "highContrast")->click();
    QVERIFY(!m_theme.isStrong());
    WindowFixture::in<QAbstractButton>(dialog, "lessMotion")->click();
    QVERIFY(m_theme.isLessMotion());
    WindowFixture::in<QAbstractButton>(dialog, "lessMotion")->click();
    QVERIFY(!m_theme.isLessMotion());
    auto *zoom = WindowFixture::in<QComboBox>(dialog, "zoomBox");
    zoom->setCurrentIndex(zoom->findData(200));
    QCOMPARE(m_theme.zoom(), 200);
    QVERIFY(table->rowHeight(1) > QFontMetrics(m_theme.font(TextStyle::Body)).height());
    zoom->setCurrentIndex(zoom->findData(100));
    QCOMPARE(m_theme.zoom(), 100);
}

void TestSettingsDialog::keysChangeTheZoom()
{
    m_desk->showWindow();
    const qreal before = QApplication::font().pointSizeF();
    MainWindow &window = m_desk->window();
    QTest::keyClick(&window, Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(m_theme.zoom(), 110);
    QTest::keyClick(&window, Qt::Key_Equal, Qt::ControlModifier);
    QCOMPARE(m_theme.zoom(), 125);
    QVERIFY(QApplication::font().pointSizeF() > before);
    QTest::keyClick(&window, Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(m_theme.zoom(), 110);
    QCOMPARE(m_desk->settings().number(Setting::Zoom), 110);
    QTest::keyClick(&window, Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(m_theme.zoom(), 100);
    QCOMPARE(QApplication::font().pointSizeF(), before);
}

void TestSettingsDialog::privacyModeIsSwitchedByTheWindow()
{
    m_desk->open();
    SheetDialog *dialog = openAt(QStringLiteral("privacyMode"));
    WindowFixture::in<QCheckBox>(dialog, "privacyMode")->click();
    QTRY_VERIFY(m_desk->settings().flag(Setting::PrivacyMode));
    // The pages and dialogs were made again, and the settings are open where they were.
    QTRY_VERIFY(m_desk->sheet("settingsDialog") != nullptr);
    dialog = m_desk->sheet("settingsDialog");
    auto *box = WindowFixture::in<QCheckBox>(dialog, "privacyMode");
    QVERIFY(box->isChecked());
    QTRY_VERIFY(box->hasFocus());
    box->click();
    QTRY_VERIFY(!m_desk->settings().flag(Setting::PrivacyMode));
}

void TestSettingsDialog::sizesOfAccountsAreShown()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    QWidget window;
    SettingsDialog dialog({m_theme, settings}, &window);
    const AccountEntry small = storedEntry("Small", folder.path(), 1000);
    const AccountEntry large = storedEntry("Large", folder.path(), 3 * 1024 * 1024);
    dialog.setAccounts({small, large});
    QCOMPARE(dataSizeIn(dialog), QStringLiteral("Counting…"));
    dialog.open();
    QTRY_VERIFY(dialog.findChild<RowList *>(QStringLiteral("dataRows2")) != nullptr);
    QVERIFY2(dataSizeIn(dialog).startsWith(QStringLiteral("3 MB in all")),
             qPrintable(dataSizeIn(dialog)));
    const auto *heading = dialog.findChild<QLabel *>(QStringLiteral("dataAccount1"));
    QVERIFY(heading->text().contains(QStringLiteral("Small")));
    QVERIFY(heading->text().endsWith(QStringLiteral("1 KB")));
    const auto rows = dialog.findChild<RowList *>(QStringLiteral("dataRows2"))->rows();
    QCOMPARE(rows.constFirst().value, QStringLiteral("3 MB, can be loaded again"));
    QCOMPARE(rows.size(), 2); // nothing was set aside
    // An account that was removed meanwhile.
    dialog.setAccounts({large});
    QVERIFY(dialog.findChild<QLabel *>(QStringLiteral("dataAccount1"))
                ->text()
                .contains(QStringLiteral("Large")));
    QVERIFY(dialog.findChild<QLabel *>(QStringLiteral("dataAccount2")) == nullptr);
    // A new balance does not take the keyboard away from a button.
    auto *remove = dialog.findChild<QPushButton *>(QStringLiteral("dataRemove1"));
    const QPointer<QPushButton> kept = remove;
    AccountEntry refreshed = large;
    refreshed.balance = Money::parse(u"7");
    dialog.setAccounts({refreshed});
    QVERIFY(kept != nullptr);
}

void TestSettingsDialog::onlyTheShownAccountIsLoadedAgain()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    QWidget window;
    SettingsDialog dialog({m_theme, settings}, &window);
    AccountEntry shown = signedInAccount(QStringLiteral("Shown"));
    shown.isShown = true;
    AccountEntry opening = signedInAccount(QStringLiteral("Opening"));
    opening.access = AccountAccess::UpdatingData;
    dialog.setAccounts(
        {signedInAccount(QStringLiteral("Other")), shown, opening, sandboxAccount()});
    dialog.open();
    std::vector<std::pair<SettingsAction, QString>> wanted;
    connect(
        &dialog, &SettingsDialog::wanted, this,
        [&wanted](SettingsAction action, const QString &key) { wanted.emplace_back(action, key); });
    const auto button = [&dialog](const char *name) {
        return dialog.findChild<QPushButton *>(QLatin1String(name));
    };
    QVERIFY(button("dataLoadAgain1") == nullptr);
    QVERIFY(button("dataLoadAgain2") != nullptr);
    QVERIFY(button("dataLoadAgain3") == nullptr);
    QVERIFY(!button("dataRemove3")->isEnabled());
    QCOMPARE(button("dataRemove4")->text(), QStringLiteral("Remove the sandbox…"));
    button("dataLoadAgain2")->click();
    button("dataRemove1")->click();
    button("openDataFolder")->click();
    QCOMPARE(wanted.size(), std::size_t(3));
    QVERIFY(wanted.at(0).first == SettingsAction::LoadAgain);
    QVERIFY(wanted.at(1).first == SettingsAction::RemoveAccount);
    QCOMPARE(wanted.at(1).second, QStringLiteral("key of Other"));
    QVERIFY(wanted.at(2).first == SettingsAction::OpenDataFolder);
    shown.access = AccountAccess::SignedOut; // nothing could be loaded
    dialog.setAccounts({shown});
    QVERIFY(button("dataLoadAgain1") == nullptr);
}

void TestSettingsDialog::aDamagedFileIsReportedOnce()
{
    m_desk->open();
    m_desk->settings().setValue(Setting::AttentionDays, 9);
    m_desk->close();
    m_desk->settings().save(); // also what the window stored when it was closed
    QFile file(m_desk->folder() + QStringLiteral("/settings.ini"));
    QVERIFY(file.open(QIODevice::Append));
    file.write("[wind");
    file.close();
    m_desk->reopen();
    const auto reports = [this] {
        QStringList texts;
        for (const Banner *banner : m_desk->window().findChildren<Banner *>()) {
            if (banner->lead().contains(QStringLiteral("settings file"))) {
                texts.append(banner->lead());
            }
        }
        return texts;
    };
    QCOMPARE(reports().size(), 1); // also after the account was opened
    QVERIFY(reports().constFirst().contains(QStringLiteral("settings.damaged-")));
    QCOMPARE(m_desk->settings().number(Setting::AttentionDays), 9);
    m_desk->reopen();
    QCOMPARE(reports(), QStringList());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestSettingsDialog)
#include "test_settingsdialog.moc"
