// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/proxytablemodel.h"
#include "tests/support/waituntil.h"
#include "tests/ui/accessibletext.h"
#include "tests/ui/listfixture.h"
#include "tests/ui/sheetcontent.h"
#include "ui/lists/allfields.h"
#include "ui/lists/secretclipboard.h"
#include "ui/proxies/proxiespage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/sheetdialog.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFileDialog>
#include <QMenu>
#include <QMimeData>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTimer>

#include <functional>
#include <vector>

using namespace relaybook;
using relaybook::testing::accessibleText;
using relaybook::testing::ListFixture;

class TestProxiesPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void inspectorReportsTheRow();
    void allFieldsShowsWhatTheServiceSent();
    void copiesOneFieldsValue();
    void secretsAreMaskedUntilShown();
    void copiedSecretsLeaveTheClipboard();
    void hiddenCredentialsAreReadOnDemand();
    void readingCredentialsCanFailAndBeTriedAgain();
    void copiesCredentialsOfAllSelectedRows();
    void saysACopyOnce();
    void saysHowManyHaveNoCredentials();
    void theFormatIsChosenAndRemembered();
    void unclearLinesAreCountedBefore();
    void thePreviewIsInSightWhileTyping();
    void oneProxyMakesManyLines();
    void credentialsAreSavedInAFileOfTheUserAlone();
    void thePreviewStaysWithItsProxy();
    void editsByKeyMouseAndButton();
    void aSavedEditCanBeUndone();
    void undoRestoresWhatTheEditReplaced();
    void aRowThatIsEditedStaysSelected();
    void rowsThatMoveStaySelected();
    void allOfASearchIsNotAllOfTheTable();
    void aRowThatIsUsedStaysSelected_data();
    void aRowThatIsUsedStaysSelected();
    void aPartOfAnEditIsAWarningAndWaitsForItsDialog();
    void contextMenuOffersWhatWorks();

private:
    ProxiesPage *showLoaded();
    ProxiesPage *showSortedByName();
    void openOwnTemplate(const QString &line, int lines);
    [[nodiscard]] std::string httpAddress(const QString &name) const;

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestProxiesPage::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.transactions = 5;
}

ProxiesPage *TestProxiesPage::showLoaded()
{
    m_desk->open();
    m_desk->account().start();
    auto *page = m_desk->show<ProxiesPage>();
    const bool loaded = testing::waitUntil([&] {
        return m_desk->rows() == 60 &&
               m_desk->account().status(Area::Proxies).state == AreaStatus::Loaded;
    });
    return loaded ? page : nullptr;
}

ProxiesPage *TestProxiesPage::showSortedByName()
{
    auto *page = showLoaded();
    if (page == nullptr) {
        return nullptr;
    }
    const int name = ProxyTableModel::column("name");
    m_desk->find<TableView>("table")->sortByColumn(name, Qt::AscendingOrder);
    const bool isSorted =
        testing::waitUntil([&] { return m_desk->text("inspectorTitle") == m_desk->cell(0, name); });
    return isSorted ? page : nullptr;
}

void TestProxiesPage::inspectorReportsTheRow()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(4);
    const QString said = accessibleText(*m_desk->find("detailPane"));
    QCOMPARE(m_desk->text("inspectorTitle"), m_desk->cell(4, ProxyTableModel::column("name")));
    for (const int column :
         {ProxyTableModel::column("traffic"), ProxyTableModel::column("rotation"),
          ProxyTableModel::column("numeric-id"), ProxyTableModel::column("host"),
          ProxyTableModel::column("created")}) {
        QVERIFY2(said.contains(m_desk->cell(4, column)), qPrintable(m_desk->cell(4, column)));
    }
    QVERIFY(m_desk->text("inspectorSubtitle")
                .startsWith(m_desk->cell(4, ProxyTableModel::column("type"))));
}

void TestProxiesPage::allFieldsShowsWhatTheServiceSent()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(3);
    m_desk->click("allFieldsButton");
    auto *tree = m_desk->find<AllFieldsTree>("allFieldsTree");
    QTRY_VERIFY(tree->isVisible());
    QHash<QString, QString> fields;
    for (int i = 0; i < tree->topLevelItemCount(); ++i) {
        fields.insert(tree->topLevelItem(i)->text(0), tree->topLevelItem(i)->text(1));
    }
    for (const char *name : {"id", "proxy_id", "name", "type", "country", "traffic_gb", "host",
                             "proxy_http", "traffic_stats", "product", "created_at"}) {
        QVERIFY2(fields.contains(QLatin1String(name)), name);
    }
    QCOMPARE(fields.value(QStringLiteral("name")),
             m_desk->cell(3, ProxyTableModel::column("name")));
    QVERIFY(!fields.value(QStringLiteral("proxy_http")).isEmpty());
    const std::string secret = httpAddress(m_desk->cell(3, ProxyTableModel::column("name")));
    QVERIFY(!fields.value(QStringLiteral("proxy_http")).contains(QString::fromStdString(secret)));

    // It stays open from row to row, and the way back works.
    m_desk->chooseRow(8);
    QVERIFY(tree->isVisible());
    const auto found = tree->findItems(m_desk->cell(8, ProxyTableModel::column("name")),
                                       Qt::MatchExactly | Qt::MatchRecursive, 1);
    QCOMPARE(found.size(), 1);
    m_desk->click("summaryButton");
    QTRY_VERIFY(!tree->isVisible());
}

void TestProxiesPage::copiesOneFieldsValue()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(3);
    m_desk->click("allFieldsButton");
    auto *tree = m_desk->find<AllFieldsTree>("allFieldsTree");
    const auto items = tree->findItems(QStringLiteral("country"), Qt::MatchExactly, 0);
    QCOMPARE(items.size(), 1);
    tree->setFocus();
    tree->setCurrentItem(items.first());
    QTest::keySequence(tree, QKeySequence(QKeySequence::Copy));
    QCOMPARE(QGuiApplication::clipboard()->text(), items.first()->text(1));
    QCOMPARE(items.first()->text(1).size(), 2);
}

std::string TestProxiesPage::httpAddress(const QString &name) const
{
    const QString wanted = QStringLiteral("\"name\":\"%1\"").arg(name);
    for (const std::string &id : m_desk->server().proxyIds()) {
        const QString json = QString::fromStdString(m_desk->server().proxy(id).value_or(""));
        if (json.contains(wanted)) {
            const qsizetype start = json.indexOf(QStringLiteral("http://"));
            return json.mid(start, json.indexOf(QLatin1Char('"'), start) - start).toStdString();
        }
    }
    return {};
}

void TestProxiesPage::secretsAreMaskedUntilShown()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(4);
    const QString address =
        QString::fromStdString(httpAddress(m_desk->cell(4, ProxyTableModel::column("name"))));
    QVERIFY(!address.isEmpty());
    const QString password = address.section(QLatin1Char('@'), 0, -2).section(QLatin1Char(':'), 2);
    QVERIFY(password.size() > 4);
    QTRY_VERIFY(m_desk->isShown("httpSecret"));
    auto *row = m_desk->find("httpSecret");
    auto *text = row->findChild<QLabel *>(QStringLiteral("secretText"));
    QVERIFY(text->text().contains(QStringLiteral("••••••")));
    QVERIFY(!accessibleText(m_desk->window()).contains(password));

    auto *show = row->findChild<QAbstractButton *>(QStringLiteral("secretShow"));
    QTest::mouseClick(show, Qt::LeftButton);
    QCOMPARE(text->text(), address);
    QVERIFY(accessibleText(m_desk->window()).contains(password));
    // Another row is masked again, and so is this one when it is selected again.
    m_desk->chooseRow(5);
    m_desk->chooseRow(4);
    QVERIFY(!accessibleText(m_desk->window()).contains(password));
}

void TestProxiesPage::copiedSecretsLeaveTheClipboard()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(4);
    const QString address =
        QString::fromStdString(httpAddress(m_desk->cell(4, ProxyTableModel::column("name"))));
    auto *clipboard = page->findChild<SecretClipboard *>();
    clipboard->setLifetime(std::chrono::milliseconds(100));
    QSignalSpy cleared(clipboard, &SecretClipboard::cleared);
    auto *row = m_desk->find("httpSecret");
    QTRY_VERIFY(row->isVisible());
    QTest::mouseClick(row->findChild<QAbstractButton *>(QStringLiteral("secretCopy")),
                      Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), address);
    QVERIFY(m_desk->isShown("credentialsText"));
    QTRY_COMPARE(cleared.count(), 1);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString());

    QVERIFY(page->can(Page::Command::CopyCredentials));
    page->perform(Page::Command::CopyCredentials);
    QCOMPARE(QGuiApplication::clipboard()->text(), address);
}

void TestProxiesPage::hiddenCredentialsAreReadOnDemand()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("hidden-credentials"));
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(4);
    QVERIFY(!m_desk->isShown("httpSecret"));
    QVERIFY(!page->can(Page::Command::CopyCredentials));
    m_desk->click("readCredentialsButton");
    QTRY_VERIFY(m_desk->isShown("httpSecret"));
    QVERIFY(!m_desk->isShown("readCredentialsButton"));
    QVERIFY(page->can(Page::Command::CopyCredentials));
}

void TestProxiesPage::readingCredentialsCanFailAndBeTriedAgain()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("hidden-credentials"));
    QVERIFY(showLoaded());
    QVERIFY(!m_desk->server().faults().set("error-500,on=getProxy"));
    m_desk->click("readCredentialsButton");
    QTRY_VERIFY(m_desk->isShown("credentialsDetailsButton"));
    QVERIFY(m_desk->text("credentialsText").contains(QStringLiteral("problem is on its side")));
    m_desk->server().faults().clear("error-500");
    m_desk->click("readCredentialsButton");
    QTRY_VERIFY(m_desk->isShown("httpSecret"));
    QVERIFY(!m_desk->isShown("credentialsDetailsButton"));
}

void TestProxiesPage::copiesCredentialsOfAllSelectedRows()
{
    auto *page = showLoaded();
    QVERIFY(page);
    // In the order shown, which is not that of the names.
    auto *table = m_desk->find<TableView>("table");
    const int name = ProxyTableModel::column("name");
    table->sortByColumn(name, Qt::DescendingOrder);
    page->perform(Page::Command::SelectAll);
    page->perform(Page::Command::CopyCredentials);
    QStringList expected;
    for (int row = 0; row < m_desk->rows(); ++row) {
        expected.append(QString::fromStdString(httpAddress(m_desk->cell(row, name))));
    }
    QVERIFY(expected.size() > 4);
    QTRY_COMPARE(QGuiApplication::clipboard()->text().split(QLatin1Char('\n')), expected);
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasFormat(
        QStringLiteral("x-kde-passwordManagerHint")));
    // In a window of 800 × 600 too, all of it can be read.
    m_desk->window().resize(736, 560);
    const auto *said = m_desk->find<Banner>("undoBar");
    QTRY_VERIFY(said->isVisible());
    QCOMPARE(said->lead(),
             QStringLiteral("Copied the credentials of %1 rows.").arg(expected.size()));
    QCOMPARE(said->text(), QStringLiteral("Cleared from the clipboard in 30 seconds."));
    const auto *label = said->findChild<QLabel *>(QStringLiteral("bannerText"));
    QVERIFY(said->visibleRegion().boundingRect() == said->rect());
    QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
    QVERIFY(!m_desk->text("pageNote").contains(QStringLiteral("Copying")));
}

/// The message below the rows, or the one beside the line that was copied: not both.
void TestProxiesPage::saysACopyOnce()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(2);
    QTRY_VERIFY(m_desk->isShown("httpSecret"));
    page->perform(Page::Command::CopyCredentials);
    const auto *said = m_desk->find<Banner>("undoBar");
    QTRY_VERIFY(said->isVisible());
    QVERIFY(!m_desk->isShown("credentialsText"));
    auto *copyLine =
        m_desk->find("httpSecret")->findChild<QAbstractButton *>(QStringLiteral("secretCopy"));
    QVERIFY(copyLine != nullptr);
    copyLine->click();
    QVERIFY(m_desk->isShown("credentialsText"));
    QVERIFY(m_desk->text("credentialsText").startsWith(QStringLiteral("Copied")));
    page->perform(Page::Command::CopyCredentials);
    QTRY_VERIFY(!m_desk->isShown("credentialsText"));
}

void TestProxiesPage::saysHowManyHaveNoCredentials()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("hidden-credentials"));
    auto *page = showLoaded();
    QVERIFY(page);
    QGuiApplication::clipboard()->setText(QStringLiteral("a shopping list"));
    page->perform(Page::Command::SelectAll);
    page->perform(Page::Command::CopyCredentials);
    const int rows = m_desk->rows();
    const auto *said = m_desk->find<Banner>("undoBar");
    QTRY_COMPARE(said->lead(), QStringLiteral("Nothing was copied."));
    QCOMPARE(said->text(), QStringLiteral("%1 of %1 have no credentials here.").arg(rows));
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("a shopping list"));
    // One of them is read: it alone is copied.
    m_desk->chooseRow(4);
    m_desk->click("readCredentialsButton");
    QTRY_VERIFY(m_desk->isShown("httpSecret"));
    page->perform(Page::Command::SelectAll);
    page->perform(Page::Command::CopyCredentials);
    QTRY_VERIFY(said->lead().startsWith(QStringLiteral("Copied the credentials of 1 row")));
    QCOMPARE(said->text(), QStringLiteral("%1 of %2 have no credentials here. Cleared from the "
                                          "clipboard in 30 seconds.")
                               .arg(rows - 1)
                               .arg(rows));
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("http://")));
    QVERIFY(!QGuiApplication::clipboard()->text().contains(QLatin1Char('\n')));
}

void TestProxiesPage::theFormatIsChosenAndRemembered()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(4);
    const QString address =
        QString::fromStdString(httpAddress(m_desk->cell(4, ProxyTableModel::column("name"))));
    const QString password = address.section(QLatin1Char('@'), 0, 0).section(QLatin1Char(':'), 2);
    page->perform(Page::Command::CopyCredentialsAs);
    QTRY_VERIFY(m_desk->isShown("copyCredentialsDialog"));
    QVERIFY(!m_desk->isShown("templateEdit"));
    QVERIFY(m_desk->find<QLineEdit>("formatPreview")->text().startsWith(QStringLiteral("http://")));
    m_desk->find<QAbstractButton>("formatOwn")->click();
    auto *line = m_desk->find<QLineEdit>("templateEdit");
    line->setText(QStringLiteral("{pass} {host}"));
    auto *copy = m_desk->find<SheetDialog>("copyCredentialsDialog")->submitButton();
    QVERIFY(!copy->isEnabled());
    QVERIFY(
        accessibleText(*m_desk->find("copyCredentialsDialog")).contains(QStringLiteral("{pass}")));
    line->setText(QStringLiteral("{scheme}={user}/{password}"));
    m_desk->find<QAbstractButton>("protocolSocks5")->click();
    QVERIFY(m_desk->find<QLineEdit>("formatPreview")->text().startsWith(QStringLiteral("socks5=")));
    QVERIFY(!m_desk->find<QLineEdit>("formatPreview")->text().contains(password));
    copy->click();
    QTRY_VERIFY(QGuiApplication::clipboard()->text().endsWith(QLatin1Char('/') + password));
    // Only the template is stored, and used the next time.
    QGuiApplication::clipboard()->clear();
    QCOMPARE(m_desk->settings().text(Setting::CredentialTemplate),
             QStringLiteral("{scheme}={user}/{password}"));
    page->perform(Page::Command::CopyCredentials);
    QTRY_VERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("socks5=")));
}

/// Lines that no program can split again are counted before they are copied.
void TestProxiesPage::unclearLinesAreCountedBefore()
{
    auto *page = showLoaded();
    QVERIFY(page);
    // The digit is in some of the passwords.
    const QString line = QStringLiteral("{password}7{port}");
    m_desk->settings().setValue(Setting::CredentialTemplate, line);
    m_desk->settings().setValue(Setting::CredentialFormat, QStringLiteral("own"),
                                QStringLiteral("proxiesPage"));
    int unclear = 0;
    for (int row = 0; row < m_desk->rows(); ++row) {
        const QString address =
            QString::fromStdString(httpAddress(m_desk->cell(row, ProxyTableModel::column("name"))));
        const QString login = address.section(QLatin1Char('@'), 0, 0);
        unclear += login.section(QLatin1Char(':'), 2).contains(QLatin1Char('7')) ? 1 : 0;
    }
    QVERIFY(unclear > 0 && unclear < m_desk->rows());
    QGuiApplication::clipboard()->setText(QStringLiteral("a shopping list"));
    for (const bool copies : {false, true}) {
        page->perform(Page::Command::SelectAll);
        page->perform(Page::Command::CopyCredentials);
        QTRY_VERIFY(m_desk->find("unclearLinesDialog") != nullptr);
        auto *dialog = m_desk->find<SheetDialog>("unclearLinesDialog");
        const QString said = accessibleText(*dialog);
        const QString count = QStringLiteral("%1 of %2 lines").arg(unclear).arg(m_desk->rows());
        QVERIFY2(said.contains(count) && said.contains(QStringLiteral("URL format")),
                 qPrintable(said));
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("a shopping list"));
        if (copies) {
            dialog->submit();
            QTRY_COMPARE(QGuiApplication::clipboard()->text().split(QLatin1Char('\n')).size(),
                         m_desk->rows());
        } else {
            dialog->reject();
        }
        QTRY_VERIFY(m_desk->find("unclearLinesDialog") == nullptr);
    }
}

// On a screen that is too low for the whole dialog.
void TestProxiesPage::thePreviewIsInSightWhileTyping()
{
    auto *page = showLoaded();
    QVERIFY(page);
    page->window()->resize(910, 512);
    m_desk->chooseRow(4);
    page->perform(Page::Command::CopyCredentialsAs);
    QTRY_VERIFY(m_desk->isShown("copyCredentialsDialog"));
    const auto *area = m_desk->find<QScrollArea>(testing::sheetContent);
    testing::makeHigherThanScreen(*area);
    QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
    m_desk->find<QAbstractButton>("formatOwn")->click();
    const auto isInSight = [this, area](const char *name) {
        return testing::isInSight(*area, *m_desk->find(name));
    };
    auto *line = m_desk->find<QLineEdit>("templateEdit");
    QVERIFY(QTest::qWaitForWindowActive(line->window()));
    QTRY_VERIFY(isInSight("formatPreview")); // the choice brings it there, too
    line->setFocus();
    area->verticalScrollBar()->setValue(0);
    QVERIFY(!isInSight("formatPreview"));
    QTest::keyClicks(line, QStringLiteral("{host}"));
    QTRY_VERIFY(isInSight("formatPreview"));
    QVERIFY(isInSight("templateEdit"));
    // A user who scrolls away is left there until the next key.
    QTest::keyClick(m_desk->find<SheetDialog>("copyCredentialsDialog")->cancelButton(),
                    Qt::Key_Home);
    QCoreApplication::processEvents();
    QCOMPARE(area->verticalScrollBar()->value(), 0);
}

void TestProxiesPage::openOwnTemplate(const QString &line, int lines)
{
    m_desk->settings().setValue(Setting::CredentialTemplate, line);
    m_desk->find<ListPage>("proxiesPage")->perform(Page::Command::CopyCredentialsAs);
    QTRY_VERIFY(m_desk->isShown("copyCredentialsDialog"));
    m_desk->find<QAbstractButton>("formatOwn")->click();
    QVERIFY(m_desk->isShown("linesEdit"));
    auto *edit = m_desk->find<QLineEdit>("linesEdit");
    const auto *copy = m_desk->find<SheetDialog>("copyCredentialsDialog")->submitButton();
    for (const char *wrong : {"", "0", "1001", "two"}) {
        edit->setText(QLatin1String(wrong));
        QVERIFY2(!copy->isEnabled(), wrong);
    }
    edit->setText(QString::number(lines));
    QVERIFY(copy->isEnabled());
}

void TestProxiesPage::oneProxyMakesManyLines()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(4);
    openOwnTemplate(QStringLiteral("{host}:{port:10000-10049}:{user}-{session}"), 50);
    auto *dialog = m_desk->find<SheetDialog>("copyCredentialsDialog");
    QVERIFY(accessibleText(*dialog).contains(QStringLiteral("50 lines for each")));
    const QString more = m_desk->text("formatPreviewMore");
    QCOMPARE(more.count(u'\n'), 2);
    QVERIFY2(more.contains(QStringLiteral(":10001:")) && more.contains(QStringLiteral(":10049:")),
             qPrintable(more));
    dialog->submitButton()->click();
    QTRY_COMPARE(QGuiApplication::clipboard()->text().count(u'\n'), 49);
    QSet<QString> sessions;
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QVERIFY(lines.at(i).contains(QStringLiteral(":%1:").arg(10000 + i)));
        sessions.insert(lines.at(i).section(u'-', -1));
    }
    QCOMPARE(sessions.size(), 50);
    // A template whose lines would be equal makes one.
    m_desk->find<ListPage>("proxiesPage")->perform(Page::Command::CopyCredentialsAs);
    QTRY_VERIFY(m_desk->isShown("copyCredentialsDialog"));
    QCOMPARE(m_desk->find<QLineEdit>("linesEdit")->text(), QStringLiteral("50"));
    m_desk->find<QLineEdit>("templateEdit")->setText(QStringLiteral("{host}:{port}"));
    QVERIFY(!m_desk->isShown("linesEdit"));
    m_desk->find<SheetDialog>("copyCredentialsDialog")->submitButton()->click();
    QTRY_COMPARE(QGuiApplication::clipboard()->text().count(u'\n'), 0);
}

void TestProxiesPage::credentialsAreSavedInAFileOfTheUserAlone()
{
    QVERIFY(showLoaded());
    m_desk->chooseRow(4);
    const QString path = m_desk->folder() + QStringLiteral("/credentials.txt");
    {
        QFile before(path); // one that everybody can read
        QVERIFY(before.open(QIODevice::WriteOnly));
        QVERIFY(before.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther));
    }
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    openOwnTemplate(QStringLiteral("{n}:{user}:{password}"), 3);
    m_desk->click("saveCredentialsButton");
    QTRY_VERIFY(m_desk->find<QFileDialog>("credentialsFileDialog") != nullptr);
    auto *files = m_desk->find<QFileDialog>("credentialsFileDialog");
    Q_EMIT files->fileSelected(path);
    files->close();
    QTRY_VERIFY(m_desk->isShown("saveCredentialsDialog"));
    QCOMPARE(QFileInfo(path).size(), 0); // nothing before the user agreed
    m_desk->find<SheetDialog>("saveCredentialsDialog")->submitButton()->click();
    QTRY_VERIFY(QFileInfo(path).size() > 0);
    QFile saved(path);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = saved.readAll().split('\n');
    QCOMPARE(lines.size(), 4); // each line ends
    QVERIFY(lines.at(2).startsWith("3:") && lines.at(3).isEmpty());
#ifdef Q_OS_UNIX
    QVERIFY(!saved.permissions().testAnyFlags(QFile::ReadGroup | QFile::ReadOther));
#endif
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
    QTRY_VERIFY(accessibleText(m_desk->window()).contains(QStringLiteral("Saved 3 lines")));
}

void TestProxiesPage::thePreviewStaysWithItsProxy()
{
    auto *page = showLoaded();
    QVERIFY(page);
    const int name = ProxyTableModel::column("name");
    m_desk->chooseRow(4);
    const QString chosen = m_desk->cell(4, name);
    page->perform(Page::Command::CopyCredentialsAs);
    QTRY_VERIFY(m_desk->isShown("copyCredentialsDialog"));
    const auto preview = [this] { return m_desk->find<QLineEdit>("formatPreview")->text(); };
    const QString before = preview();
    QVERIFY(!before.isEmpty());
    auto *model = qobject_cast<KeyedTableModel *>(m_desk->table().model());
    QVERIFY(model != nullptr);
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        model->setSort(name, order);
        QTRY_VERIFY(model->isSettled());
        m_desk->find<QAbstractButton>("protocolSocks5")->click();
        QVERIFY(preview() != before);
        m_desk->find<QAbstractButton>("protocolHttp")->click();
        QCOMPARE(preview(), before);
    }
    QVERIFY(m_desk->cell(4, name) != chosen);
}

void TestProxiesPage::editsByKeyMouseAndButton()
{
    QVERIFY(showLoaded());
    auto &table = m_desk->table();
    table.setFocus();
    table.setCurrentIndex(table.model()->index(4, 0));
    const auto openDialog = [&]() -> QDialog * {
        const auto dialogs = m_desk->window().findChildren<QDialog *>();
        return dialogs.size() == 1 && dialogs.first()->isVisible() ? dialogs.first() : nullptr;
    };
    const QPoint row4(40, 16 + 32 * 4);
    const std::vector<std::function<void()>> ways{
        [&] { QTest::keyClick(&table, Qt::Key_F2); },
        [&] { QTest::keyClick(&table, Qt::Key_Return); },
        [&] {
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, row4);
            QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, row4);
        },
        [&] { m_desk->click("editButton"); },
        [&] { m_desk->click("inspectorEditButton"); },
    };
    for (const auto &way : ways) {
        way();
        QTRY_VERIFY(openDialog());
        openDialog()->reject();
        QTRY_VERIFY(m_desk->window().findChildren<QDialog *>().isEmpty());
    }
}

void TestProxiesPage::aSavedEditCanBeUndone()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(4);
    const QString before = m_desk->text("inspectorTitle");
    page->perform(Page::Command::Edit);
    QTRY_VERIFY(m_desk->isShown("nameEdit"));
    m_desk->find<QLineEdit>("nameEdit")->setText(QStringLiteral("aaa renamed"));
    m_desk->find<SheetDialog>("proxyDialog")->submit();
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("Proxy saved"));
    QTRY_COMPARE(m_desk->text("inspectorTitle"), QStringLiteral("aaa renamed"));
    QTRY_VERIFY(m_desk->find("proxyDialog") == nullptr);
    m_desk->find<QAbstractButton>("undoButton")->click();
    QTRY_COMPARE(m_desk->find<Banner>("undoBar")->lead(), QStringLiteral("The change was undone."));
    QTRY_COMPARE(m_desk->text("inspectorTitle"), before);
}

/// While the dialog was open, the name was changed elsewhere.
void TestProxiesPage::undoRestoresWhatTheEditReplaced()
{
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(4);
    page->perform(Page::Command::Edit);
    QTRY_VERIFY(m_desk->isShown("nameEdit"));
    const auto key = static_cast<KeyedTableModel *>(m_desk->table().model())->keyAt(4);
    const auto proxy = m_desk->account().rows().proxyByKey(key);
    QVERIFY(proxy);
    ProxyEdit elsewhere;
    elsewhere.name = QStringLiteral("aaa meanwhile");
    bool isSaved = false;
    const Call call = m_desk->account().actions().saveProxy(
        proxy->id, elsewhere, page,
        [&](const Result<ProxySaved> &saved) { isSaved = saved.has_value(); });
    QTRY_VERIFY(isSaved);
    QTRY_COMPARE(m_desk->account().rows().proxy(proxy->id)->name, *elsewhere.name);
    m_desk->find<QLineEdit>("nameEdit")->setText(QStringLiteral("aaa renamed"));
    m_desk->find<SheetDialog>("proxyDialog")->submit();
    QTRY_COMPARE(m_desk->text("inspectorTitle"), QStringLiteral("aaa renamed"));
    QTRY_VERIFY(m_desk->find("proxyDialog") == nullptr);
    m_desk->find<QAbstractButton>("undoButton")->click();
    QTRY_COMPARE(m_desk->text("inspectorTitle"), *elsewhere.name);
}

/// Nobody clicked it: it is selected because it is the first.
void TestProxiesPage::aRowThatIsEditedStaysSelected()
{
    auto *page = showSortedByName();
    QVERIFY(page);
    const int name = ProxyTableModel::column("name");
    auto *table = m_desk->find<TableView>("table");
    const QString before = m_desk->cell(0, name);
    const auto selected = [&] {
        const auto rows = table->selectionModel()->selectedRows(name);
        return rows.size() == 1 ? rows.first().data().toString() : QString();
    };
    page->perform(Page::Command::Edit);
    QTRY_VERIFY(m_desk->isShown("nameEdit"));
    const QString after = QStringLiteral("zzz renamed");
    m_desk->find<QLineEdit>("nameEdit")->setText(after);
    m_desk->find<SheetDialog>("proxyDialog")->submit();
    QTRY_VERIFY(m_desk->find("proxyDialog") == nullptr);
    QTRY_VERIFY(m_desk->cell(0, name) != before);
    QTRY_COMPARE(selected(), after);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), after);
    m_desk->find<QAbstractButton>("undoButton")->click();
    QTRY_COMPARE(m_desk->cell(0, name), before);
    QTRY_COMPARE(selected(), before);
    QTRY_COMPARE(m_desk->text("inspectorTitle"), before);
}

/// Renamed rows are removed from the sorted table, and inserted at another place.
void TestProxiesPage::rowsThatMoveStaySelected()
{
    auto *page = showSortedByName();
    QVERIFY(page);
    const int name = ProxyTableModel::column("name");
    auto *table = m_desk->find<TableView>("table");
    m_desk->chooseRows(1, 5);
    const auto selected = [&] {
        QStringList ids;
        for (const QModelIndex &row : table->selectionModel()->selectedRows()) {
            ids.append(
                m_desk->account().rows().proxyByKey(row.data(KeyRole).toLongLong())->id.value());
        }
        ids.sort();
        return ids;
    };
    const QStringList before = selected();
    QCOMPARE(before.size(), 5);
    for (const QString &renamed : {QStringLiteral("zzz 1"), QStringLiteral("zzz 2")}) {
        ProxyEdit edit;
        edit.name = renamed;
        bool isSaved = false;
        const auto moved = static_cast<const ProxyTableModel &>(*table->model()).at(2)->id;
        const Call call = m_desk->account().actions().saveProxy(
            moved, edit, page,
            [&](const Result<ProxySaved> &saved) { isSaved = saved.has_value(); });
        QTRY_VERIFY(isSaved);
        QTRY_COMPARE(m_desk->cell(m_desk->rows() - 1, name), renamed);
        QTRY_COMPARE(selected(), before);
    }
    QCOMPARE(m_desk->text("severalTitle"), QStringLiteral("5 proxies"));
    // What the user selects after that stays alone.
    m_desk->chooseRows(0, 0);
    const auto loadedBefore = m_desk->account().status(Area::Proxies).asOf;
    page->perform(Page::Command::Refresh);
    QTRY_VERIFY(m_desk->account().status(Area::Proxies).asOf != loadedBefore);
    QTRY_VERIFY(static_cast<const ProxyTableModel &>(*table->model()).isSettled());
    QCOMPARE(selected().size(), 1);
}

/// Else the next command would be about rows that were never selected.
void TestProxiesPage::allOfASearchIsNotAllOfTheTable()
{
    auto *page = showLoaded();
    QVERIFY(page);
    const int all = m_desk->rows();
    auto *table = m_desk->find<TableView>("table");
    const auto selected = [&] { return table->selectionModel()->selectedRows().size(); };
    m_desk->search(QStringLiteral("mobile"));
    QTRY_VERIFY(m_desk->rows() > 1 && m_desk->rows() < all);
    QTRY_VERIFY(static_cast<const ProxyTableModel &>(*table->model()).isSettled());
    const auto found = m_desk->rows();
    table->selectAll();
    QCOMPARE(selected(), found);
    m_desk->find<QLineEdit>("search")->clear();
    QTRY_COMPARE(m_desk->rows(), all);
    table->sortByColumn(ProxyTableModel::column("name"), Qt::DescendingOrder);
    QTRY_VERIFY(static_cast<const ProxyTableModel &>(*table->model()).isSettled());
    QTRY_COMPARE(m_desk->rows(), all);
    QCOMPARE(selected(), found);
}

void TestProxiesPage::aRowThatIsUsedStaysSelected_data()
{
    QTest::addColumn<QByteArray>("use");
    for (const char *use : {"nothing", "copyRows", "copyCredentials", "details"}) {
        QTest::newRow(use) << QByteArray(use);
    }
}

void TestProxiesPage::aRowThatIsUsedStaysSelected()
{
    QFETCH(QByteArray, use);
    auto *page = showSortedByName();
    QVERIFY(page);
    const int name = ProxyTableModel::column("name");
    auto *table = m_desk->find<TableView>("table");
    const QString first = m_desk->cell(0, name);
    if (use == "copyRows") {
        page->perform(Page::Command::Copy);
    } else if (use == "copyCredentials") {
        page->perform(Page::Command::CopyCredentials);
    } else if (use == "details") {
        QTest::mouseClick(m_desk->find("inspectorTitle"), Qt::LeftButton);
    }
    table->sortByColumn(name, Qt::DescendingOrder);
    QTRY_VERIFY(m_desk->cell(0, name) != first);
    const QString expected = use == "nothing" ? m_desk->cell(0, name) : first;
    QTRY_COMPARE(m_desk->text("inspectorTitle"), expected);
}

void TestProxiesPage::aPartOfAnEditIsAWarningAndWaitsForItsDialog()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set("ignore-open-fields"));
    auto *page = showLoaded();
    QVERIFY(page);
    m_desk->chooseRow(4);
    page->perform(Page::Command::Edit);
    QTRY_VERIFY(m_desk->isShown("nameEdit"));
    m_desk->find<QLineEdit>("nameEdit")->setText(QStringLiteral("taken"));
    m_desk->find<QLineEdit>("limitEdit")->setText(QStringLiteral("987"));
    m_desk->find<SheetDialog>("proxyDialog")->submit();
    auto *bar = m_desk->find<Banner>("undoBar");
    QTRY_COMPARE(bar->lead(), QStringLiteral("The service did not apply all changes"));
    QCOMPARE(bar->tone(), Tone::Warning);
    // Its time passes behind the dialog.
    const auto letTimePass = [this] {
        return QMetaObject::invokeMethod(m_desk->find<QTimer>("undoBarHiding"), "timeout");
    };
    QVERIFY(m_desk->isShown("proxyDialog"));
    QVERIFY(letTimePass());
    QVERIFY(m_desk->isShown("undoButton"));
    m_desk->find<SheetDialog>("proxyDialog")->reject();
    QTRY_VERIFY(m_desk->find("proxyDialog") == nullptr);
    QVERIFY(m_desk->isShown("undoButton"));
    QVERIFY(letTimePass());
    QVERIFY(!m_desk->isShown("undoBar"));
}

void TestProxiesPage::contextMenuOffersWhatWorks()
{
    QVERIFY(showLoaded());
    auto *table = m_desk->find<TableView>("table");
    table->setCurrentIndex(table->model()->index(4, 0));
    QTRY_VERIFY(m_desk->isShown("httpSecret"));
    Q_EMIT table->contextMenuWanted(table->currentIndex(), table->mapToGlobal(QPoint(60, 60)));
    auto *menu = m_desk->find<QMenu>("rowMenu");
    QVERIFY(menu && menu->isVisible());
    const auto action = [&](const char *name) {
        return menu->findChild<QAction *>(QLatin1String(name));
    };
    for (const char *name : {"editAction", "copyHttpAction", "copySocks5Action", "copyRowsAction",
                             "allFieldsAction"}) {
        QVERIFY2(action(name) && action(name)->isEnabled(), name);
    }
    action("copySocks5Action")->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("socks5://")));
    menu->close();
    QTRY_VERIFY(m_desk->find<QMenu>("rowMenu") == nullptr);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_F10, Qt::ShiftModifier);
    menu = m_desk->find<QMenu>("rowMenu");
    QVERIFY(menu && menu->isVisible());
    menu->close();
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestProxiesPage)
#include "test_proxiespage.moc"
