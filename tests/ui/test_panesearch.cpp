// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the search of a page finds a row by each text that its detail pane shows, and by each
// value in "All fields".
#include "models/tables/keyedtablemodel.h"
#include "models/text/format.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/ledger/transactionspage.h"
#include "ui/proxies/proxiespage.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/rowlist.h"

#include <QApplication>
#include <QTreeWidget>

namespace relaybook {

using testing::ListFixture;

namespace {

/// The traffic of a proxy by day is read when it is shown, and not stored.
bool isStored(const QWidget &list)
{
    const QWidget *box = list.parentWidget();
    while (box != nullptr && box->objectName() != QLatin1String("proxyTraffic")) {
        box = box->parentWidget();
    }
    return box == nullptr;
}

} // namespace

class TestPaneSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_desk.reset(); }

    void proxiesAreFound();
    void subUsersAreFound();
    void transactionsAreFound();

private:
    [[nodiscard]] KeyedTableModel &model()
    {
        return *qobject_cast<KeyedTableModel *>(m_desk->table().model());
    }
    [[nodiscard]] QStringList textsOfPane(const QStringList &labels);
    [[nodiscard]] QStringList textsOfAllFields();
    void findNothing();
    void findTexts(const QStringList &texts);
    void findEveryText(const QStringList &labels);

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

void TestPaneSearch::init()
{
    m_theme.apply(*qApp);
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->open();
    m_desk->account().start();
}

/// Lists of values, the credentials with their passwords masked, trees of metadata and the labels
/// of this page.
QStringList TestPaneSearch::textsOfPane(const QStringList &labels)
{
    QStringList texts;
    const auto *pane = m_desk->find("detailPane");
    for (const auto *list : pane->findChildren<RowList *>()) {
        if (isStored(*list)) {
            for (const RowList::Row &row : list->rows()) {
                texts.append(row.value);
            }
        }
    }
    for (const auto *address : pane->findChildren<QLabel *>(QStringLiteral("secretText"))) {
        texts.append(address->text());
    }
    for (auto *tree : pane->findChildren<QTreeWidget *>(QStringLiteral("metadataTree"))) {
        for (QTreeWidgetItemIterator item(tree); *item != nullptr; ++item) {
            texts.append((*item)->text(1));
        }
    }
    for (const QString &label : labels) {
        if (m_desk->isShown(qPrintable(label))) {
            texts.append(m_desk->text(qPrintable(label)));
        }
    }
    texts.removeAll(format::nothing());
    texts.removeAll(QString());
    texts.removeDuplicates();
    return texts;
}

/// As the service sent them. A value that is null, true or false is nothing to look for.
QStringList TestPaneSearch::textsOfAllFields()
{
    QStringList texts;
    for (QTreeWidgetItemIterator item(m_desk->find<QTreeWidget>("allFieldsTree")); *item != nullptr;
         ++item) {
        texts.append((*item)->text(1));
    }
    texts.removeAll(QStringLiteral("null"));
    texts.removeAll(QStringLiteral("true"));
    texts.removeAll(QStringLiteral("false"));
    texts.removeAll(QString());
    // Of a value that is a secret as a whole, nothing is shown.
    texts.removeIf([](const QString &text) { return text.count(u'•') == text.size(); });
    texts.removeDuplicates();
    return texts;
}

/// So that no row is found by the search before.
void TestPaneSearch::findNothing()
{
    m_desk->find<QLineEdit>("search")->setText(QStringLiteral("zebracrossing"));
    QTRY_COMPARE(model().rowCount(), 0);
}

/// In the current row.
void TestPaneSearch::findTexts(const QStringList &texts)
{
    const qint64 key = model().keyAt(m_desk->table().currentIndex().row());
    for (const QString &text : texts) {
        findNothing();
        m_desk->find<QLineEdit>("search")->setText(text);
        const auto isFound = [&] { return model().rowOf(key) >= 0; };
        QVERIFY2(relaybook::testing::waitUntil(isFound), qPrintable(text));
    }
}

void TestPaneSearch::findEveryText(const QStringList &labels)
{
    const int all = model().rowCount();
    for (const int row : {0, 3, 11, 24, 38}) {
        findNothing();
        m_desk->find<QLineEdit>("search")->clear();
        QTRY_VERIFY(model().isSettled() && model().rowCount() == all);
        m_desk->chooseRow(row);
        QTRY_VERIFY(textsOfPane(labels).size() > 3);
        QTRY_VERIFY(!m_desk->isShown("readCredentialsButton"));
        QStringList texts = textsOfPane(labels);
        QTRY_VERIFY(m_desk->isShown("allFieldsButton"));
        m_desk->click("allFieldsButton");
        QTRY_VERIFY(textsOfAllFields().size() > 5);
        texts += textsOfAllFields();
        m_desk->click("summaryButton");
        texts.removeDuplicates();
        findTexts(texts);
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

void TestPaneSearch::proxiesAreFound()
{
    QVERIFY(m_desk->show<ProxiesPage>());
    QTRY_COMPARE(m_desk->rows(), 60);
    findEveryText({QStringLiteral("inspectorTitle"), QStringLiteral("inspectorSubtitle")});
}

void TestPaneSearch::subUsersAreFound()
{
    QVERIFY(m_desk->show<SubUsersPage>());
    QTRY_COMPARE(m_desk->rows(), 40);
    findEveryText({QStringLiteral("inspectorTitle"), QStringLiteral("inspectorSubtitle"),
                   QStringLiteral("noteText"), QStringLiteral("noteAsOf"),
                   QStringLiteral("trafficLeft"), QStringLiteral("trafficUsed")});
}

void TestPaneSearch::transactionsAreFound()
{
    QVERIFY(m_desk->show<TransactionsPage>());
    QTRY_COMPARE(m_desk->rows(), 250);
    m_desk->table().setFocus();
    m_desk->chooseRow(0);
    QTest::keyClick(&m_desk->table(), Qt::Key_Return); // the details stay open
    QTRY_VERIFY(m_desk->isShown("detailPane"));
    findEveryText({QStringLiteral("inspectorTitle"), QStringLiteral("inspectorSubtitle")});
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, relaybook::TestPaneSearch)
#include "test_panesearch.moc"
