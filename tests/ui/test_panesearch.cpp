// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the search of a page finds a row by each text that its detail pane shows.
#include "models/format.h"
#include "models/tables/keyedtablemodel.h"
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

/// A search that finds nothing stands between two, so that no row is found by the one before.
void TestPaneSearch::findEveryText(const QStringList &labels)
{
    auto *field = m_desk->find<QLineEdit>("search");
    for (const int row : {0, 3, 11, 24, 38}) {
        field->clear();
        QTRY_VERIFY(model().isSettled() && model().rowCount() > row);
        const qint64 key = model().keyAt(row);
        m_desk->chooseRow(row);
        QTRY_VERIFY(textsOfPane(labels).size() > 3);
        QTRY_VERIFY(!m_desk->isShown("readCredentialsButton"));
        const QStringList texts = textsOfPane(labels);
        for (const QString &text : texts) {
            field->setText(QStringLiteral("zebracrossing"));
            QTRY_COMPARE(model().rowCount(), 0);
            field->setText(text);
            const auto isFound = [&] { return model().rowOf(key) >= 0; };
            QVERIFY2(QTest::qWaitFor(isFound, 10'000), qPrintable(text));
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
    findEveryText({QStringLiteral("inspectorTitle"), QStringLiteral("inspectorSubtitle")});
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, relaybook::TestPaneSearch)
#include "test_panesearch.moc"
