// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the dialog with a sub-user's IP allowlist or domain blocklist: verdicts before sending,
// what stays after refusals and errors, removing, and copying from another sub-user.
#include "api/endpoints/subusers.h"
#include "models/subusers/accessrules.h"
#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/subusers/accessrulesdialog.h"
#include "ui/subusers/copyrulesdialog.h"
#include "ui/subusers/subuserdialog.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QListView>
#include <QPlainTextEdit>
#include <QPointer>

using namespace relaybook;
using relaybook::testing::ListFixture;

class TestAccessRulesDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup() { m_desk.reset(); }

    void linesGetVerdictsAndTheGoodOnesAreAdded();
    void anEmptyAllowlistIsExplained();
    void theLastRuleIsRemovedAfterAQuestion();
    void manyDomainsAreAdded();
    void refusedLinesStayToBeCorrected();
    void afterAnErrorTheRestIsContinued();
    void addingCanBeStopped();
    void rulesAreCopiedFromAnotherSubUser();
    void unsentLinesAreNotLostByAccident();
    void viewOnlyRefuses();
    void aMissingListIsSaidOnThePage();
    void anErrorOfTheListIsTriedAgain();

private:
    [[nodiscard]] std::vector<int> rowsWithoutRules();
    SubUserDialog *openPage();
    AccessRulesDialog *openList(AccessKind kind);
    [[nodiscard]] SubUserDialog *page() const { return shown<SubUserDialog>(); }
    [[nodiscard]] AccessRulesDialog *dialog() const { return shown<AccessRulesDialog>(); }
    template <class Dialog>
    [[nodiscard]] Dialog *shown() const;
    [[nodiscard]] QString text(QWidget *parent, const char *label) const;
    [[nodiscard]] bool isShown(QWidget *parent, const char *name) const;
    [[nodiscard]] QStringList items(const char *list) const;
    void paste(const QString &lines);
    void press(QWidget *parent, const char *button);
    void addAll();
    template <class Endpoint>
    void elsewhere(const Endpoint &endpoint);
    [[nodiscard]] std::uint64_t made(const char *operation) const;

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
    SubUserId m_id;
};

void TestAccessRulesDialog::init()
{
    m_desk = std::make_unique<ListFixture>(m_theme);
    m_desk->sandboxOptions.proxies = 5;
    m_desk->sandboxOptions.transactions = 5;
    m_desk->sandboxOptions.subUsers = 20;
}

template <class Dialog>
Dialog *TestAccessRulesDialog::shown() const
{
    for (auto *each : m_desk->window().findChildren<Dialog *>()) {
        if (each->isVisible()) {
            return each;
        }
    }
    return nullptr;
}

QString TestAccessRulesDialog::text(QWidget *parent, const char *label) const
{
    const auto *found = parent ? parent->findChild<QLabel *>(QLatin1String(label)) : nullptr;
    return found ? found->text() : QStringLiteral("(no %1)").arg(QLatin1String(label));
}

bool TestAccessRulesDialog::isShown(QWidget *parent, const char *name) const
{
    const auto *found = parent ? parent->findChild<QWidget *>(QLatin1String(name)) : nullptr;
    return found && found->isVisible();
}

QStringList TestAccessRulesDialog::items(const char *list) const
{
    QStringList items;
    const auto *view = dialog()->findChild<QListView *>(QLatin1String(list));
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        items.append(view->model()->index(row, 0).data().toString());
    }
    return items;
}

void TestAccessRulesDialog::paste(const QString &lines)
{
    dialog()->findChild<QPlainTextEdit *>(QStringLiteral("rulesEdit"))->setPlainText(lines);
    QTRY_VERIFY(isShown(dialog(), "ruleVerdictFrame"));
    QTRY_COMPARE(items("ruleVerdicts").size(), lines.split(u'\n', Qt::SkipEmptyParts).size());
}

void TestAccessRulesDialog::press(QWidget *parent, const char *button)
{
    auto *found = parent->findChild<QAbstractButton *>(QLatin1String(button));
    QVERIFY2(found && found->isVisible() && found->isEnabled(), button);
    found->click();
}

void TestAccessRulesDialog::addAll()
{
    press(dialog(), "submit");
    QVERIFY(
        testing::waitUntil([this] { return dialog()->state() == SheetDialog::State::Editing; }));
}

template <class Endpoint>
void TestAccessRulesDialog::elsewhere(const Endpoint &endpoint)
{
    bool done = false;
    const Call call = m_desk->client().send(endpoint, this,
                                            [&](const auto &answer) { done = answer.has_value(); });
    QTRY_VERIFY(done);
}

std::uint64_t TestAccessRulesDialog::made(const char *operation) const
{
    return m_desk->server().counters().of(operation).performed;
}

// The sandbox gives rules to some of its sub-users.
std::vector<int> TestAccessRulesDialog::rowsWithoutRules()
{
    std::vector<int> rows;
    for (int row = 0; row < m_desk->rows(); ++row) {
        const qint64 id = m_desk->table().model()->index(row, 0).data(KeyRole).toLongLong();
        const std::string lists = m_desk->server().subUserLists(id).value_or("");
        if (lists.find(R"("blocklist":[])") != std::string::npos &&
            lists.find(R"("whitelist":[])") != std::string::npos) {
            rows.push_back(row);
        }
    }
    return rows;
}

SubUserDialog *TestAccessRulesDialog::openPage()
{
    m_desk->open();
    m_desk->account().start();
    m_desk->show<SubUsersPage>();
    const bool loaded = testing::waitUntil([&] {
        return m_desk->rows() == 20 &&
               m_desk->account().status(Area::SubUsers).state == AreaStatus::Loaded;
    });
    if (!loaded) {
        return nullptr;
    }
    m_desk->table().setFocus();
    const std::vector<int> rows = rowsWithoutRules();
    if (rows.size() < 3) {
        return nullptr;
    }
    m_desk->chooseRow(rows.at(0));
    m_id = SubUserId(m_desk->table().model()->index(rows.at(0), 0).data(KeyRole).toLongLong());
    QTest::keyClick(&m_desk->table(), Qt::Key_Return);
    const bool opened = testing::waitUntil([&] {
        const QString count = text(page(), "allowlistCount");
        return page() && count != QStringLiteral("Loading…") && !count.startsWith(u'(');
    });
    return opened ? page() : nullptr;
}

AccessRulesDialog *TestAccessRulesDialog::openList(AccessKind kind)
{
    if (!openPage()) {
        return nullptr;
    }
    press(page(), kind == AccessKind::Allowlist ? "openAllowlist" : "openBlocklist");
    const bool ready =
        testing::waitUntil([&] { return dialog() && !isShown(dialog(), "rulesNote"); });
    return ready ? dialog() : nullptr;
}

void TestAccessRulesDialog::linesGetVerdictsAndTheGoodOnesAreAdded()
{
    QVERIFY(openList(AccessKind::Allowlist));
    QVERIFY(text(page(), "allowlistCount").startsWith(QStringLiteral("Empty:")));
    auto *submit = dialog()->findChild<QPushButton *>(QStringLiteral("submit"));
    QVERIFY(!submit->isEnabled());
    paste(QStringLiteral("203.0.113.7/24 # office\n203.0.113.9\n2001:db8::1\nnonsense\n10.1\n"
                         "2001:DB8:0::1\n0.0.0.0/0"));
    const QStringList verdicts = items("ruleVerdicts");
    QVERIFY(verdicts.at(0).contains(QStringLiteral("covered by 0.0.0.0/0")));
    paste(QStringLiteral("203.0.113.7/24 # office\n203.0.113.9\n2001:db8::1\nnonsense\n10.1\n"
                         "2001:DB8:0::1"));
    const QStringList all = items("ruleVerdicts");
    QVERIFY(all.at(0).contains(QStringLiteral("Will be added as 203.0.113.0/24.")));
    QVERIFY(all.at(1).contains(QStringLiteral("Already covered by 203.0.113.0/24.")));
    QVERIFY(all.at(2).contains(QStringLiteral("Will be added.")));
    QVERIFY(all.at(3).contains(QStringLiteral("Not an IP address")));
    QVERIFY(all.at(4).contains(QStringLiteral("Not an IP address")));
    QVERIFY(all.at(5).contains(QStringLiteral("The same as an earlier line.")));
    QCOMPARE(text(dialog(), "rulesSummary"), QStringLiteral("2 of 6 lines will be added."));
    QCOMPARE(submit->text(), QStringLiteral("Add 2 rules"));
    QTest::keyClick(dialog(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(items("ruleList"), (QStringList{QStringLiteral("203.0.113.0/24 · office"),
                                                 QStringLiteral("2001:db8::1")}));
    QTRY_VERIFY(dialog()->state() == SheetDialog::State::Editing);
    QCOMPARE(made("addAllowed"), std::uint64_t{2});
    // The bad ones stay to be corrected, the others do not.
    QCOMPARE(dialog()->findChild<QPlainTextEdit *>(QStringLiteral("rulesEdit"))->toPlainText(),
             QStringLiteral("nonsense\n10.1"));
    QCOMPARE(dialog()->banner()->lead(), QStringLiteral("2 rules were added."));
    QVERIFY(!isShown(dialog(), "emptyListMeaning"));
    dialog()->reject();
    QTRY_VERIFY(!dialog());
    QTRY_COMPARE(text(page(), "allowlistCount"), QStringLiteral("2 rules"));
}

void TestAccessRulesDialog::anEmptyAllowlistIsExplained()
{
    QVERIFY(openList(AccessKind::Allowlist));
    QVERIFY(isShown(dialog(), "emptyListMeaning"));
    QVERIFY(text(dialog(), "emptyListMeaning").contains(QStringLiteral("every address")));
    QVERIFY(!isShown(dialog(), "removeRules"));
    QVERIFY(!isShown(dialog(), "ruleFrame"));
    paste(QStringLiteral("0.0.0.0/0"));
    QVERIFY(items("ruleVerdicts").at(0).contains(QStringLiteral("It lets every address in.")));
}

void TestAccessRulesDialog::theLastRuleIsRemovedAfterAQuestion()
{
    QVERIFY(openList(AccessKind::Allowlist));
    paste(QStringLiteral("203.0.113.7\n203.0.113.8\n203.0.113.9"));
    addAll();
    QTRY_COMPARE(items("ruleList").size(), qsizetype{3});
    auto *list = dialog()->findChild<QListView *>(QStringLiteral("ruleList"));
    auto *remove = dialog()->findChild<QAbstractButton *>(QStringLiteral("removeRules"));
    QVERIFY(!remove->isEnabled());
    list->setCurrentIndex(list->model()->index(1, 0));
    press(dialog(), "removeRules"); // one of three: no question
    QTRY_COMPARE(items("ruleList"),
                 (QStringList{QStringLiteral("203.0.113.7"), QStringLiteral("203.0.113.9")}));
    QTRY_COMPARE(dialog()->banner()->lead(), QStringLiteral("1 rules were removed."));
    list->selectAll();
    press(dialog(), "removeRules");
    QCOMPARE(dialog()->banner()->lead(), QStringLiteral("This empties the allowlist."));
    QVERIFY(dialog()->banner()->text().contains(QStringLiteral("lets everyone in")));
    press(dialog(), "keepRules");
    QVERIFY(!dialog()->banner()->isVisible());
    QCOMPARE(made("removeAllowed"), std::uint64_t{1});
    list->selectAll();
    press(dialog(), "removeRules");
    press(dialog(), "removeAnyway");
    QTRY_VERIFY(isShown(dialog(), "emptyListMeaning"));
    QCOMPARE(made("removeAllowed"), std::uint64_t{3});
}

void TestAccessRulesDialog::manyDomainsAreAdded()
{
    QVERIFY(openList(AccessKind::Blocklist));
    QStringList lines;
    for (int i = 0; i < 620; ++i) {
        lines.append(QStringLiteral("shop-%1.example.com").arg(i));
    }
    lines.append(QStringLiteral("https://example.com/x"));
    lines.append(QStringLiteral("203.0.113.7"));
    paste(lines.join(u'\n'));
    QCOMPARE(text(dialog(), "rulesSummary"), QStringLiteral("620 of 622 lines will be added."));
    addAll();
    QTRY_COMPARE(items("ruleList").size(), qsizetype{620});
    QCOMPARE(made("addBlockedBulk"), std::uint64_t{2});
    QCOMPARE(dialog()->findChild<QPlainTextEdit *>(QStringLiteral("rulesEdit"))->toPlainText(),
             QStringLiteral("https://example.com/x\n203.0.113.7"));
}

void TestAccessRulesDialog::refusedLinesStayToBeCorrected()
{
    QVERIFY(openList(AccessKind::Allowlist));
    elsewhere(AddAllowed{m_id, QStringLiteral("203.0.113.8"), {}});
    // An odd rule of the service: it has the address in a form that is not the same here.
    paste(QStringLiteral("203.0.113.7\n203.0.113.8\n203.0.113.9"));
    QVERIFY(
        !m_desk->server().faults().set(std::string_view("error-500=undone,on=listAllowed,next=8")));
    addAll();
    QCOMPARE(made("addAllowed"), std::uint64_t{3}); // with the one from elsewhere
    const auto *edit = dialog()->findChild<QPlainTextEdit *>(QStringLiteral("rulesEdit"));
    QCOMPARE(edit->toPlainText(), QStringLiteral("203.0.113.8"));
    QVERIFY(items("ruleVerdicts").at(0).contains(QStringLiteral("This entry already exists.")));
    QVERIFY(dialog()->banner()->text().contains(QStringLiteral("The service refused 1 rules.")));
    QVERIFY(!dialog()->findChild<QPushButton *>(QStringLiteral("submit"))->isEnabled());
}

void TestAccessRulesDialog::afterAnErrorTheRestIsContinued()
{
    QVERIFY(openList(AccessKind::Allowlist));
    paste(QStringLiteral("203.0.113.7\n203.0.113.8\n203.0.113.9\nbad"));
    QVERIFY(
        !m_desk->server().faults().set(std::string_view("do-and-drop=close,on=addAllowed,next=1")));
    addAll();
    QVERIFY(dialog()->banner()->isVisible());
    QVERIFY(dialog()->banner()->tone() != Tone::Good);
    QVERIFY2(dialog()->banner()->text().contains(QStringLiteral("Add them again to continue.")),
             qPrintable(dialog()->banner()->text()));
    QCOMPARE(dialog()->findChild<QPlainTextEdit *>(QStringLiteral("rulesEdit"))->toPlainText(),
             QStringLiteral("203.0.113.8\n203.0.113.9\nbad"));
    addAll();
    QTRY_COMPARE(items("ruleList").size(), qsizetype{3});
    QCOMPARE(made("addAllowed"), std::uint64_t{3}); // none of them twice
    QCOMPARE(dialog()->findChild<QPlainTextEdit *>(QStringLiteral("rulesEdit"))->toPlainText(),
             QStringLiteral("bad"));
}

void TestAccessRulesDialog::addingCanBeStopped()
{
    QVERIFY(openList(AccessKind::Allowlist));
    QStringList lines;
    for (int i = 1; i < 120; ++i) {
        lines.append(QStringLiteral("203.0.113.%1").arg(i));
    }
    paste(lines.join(u'\n'));
    press(dialog(), "submit");
    QVERIFY(dialog()->state() == SheetDialog::State::Submitting);
    QTRY_VERIFY(dialog()->banner()->lead().startsWith(QStringLiteral("Added ")) &&
                !dialog()->banner()->lead().startsWith(QStringLiteral("Added 0 ")));
    press(dialog(), "cancel");
    QTRY_VERIFY(items("ruleVerdicts").size() < 119);
    QTRY_VERIFY(dialog()->findChild<QPushButton *>(QStringLiteral("submit"))->isEnabled());
    const auto added = items("ruleList").size();
    QVERIFY(added < 119);
    QCOMPARE(items("ruleVerdicts").size() + added, qsizetype{119});
    addAll();
    QTRY_COMPARE(items("ruleList").size(), qsizetype{119});
    QCOMPARE(made("addAllowed"), std::uint64_t{119});
}

void TestAccessRulesDialog::rulesAreCopiedFromAnotherSubUser()
{
    QVERIFY(openList(AccessKind::Blocklist));
    const int otherRow = rowsWithoutRules().at(1);
    const SubUserId other(m_desk->table().model()->index(otherRow, 0).data(KeyRole).toLongLong());
    const SubUserId without(
        m_desk->table().model()->index(rowsWithoutRules().at(2), 0).data(KeyRole).toLongLong());
    const QString name = m_desk->cell(otherRow, 0);
    elsewhere(AddBlocked{other, QStringLiteral("a.example.com"), QStringLiteral("ads")});
    elsewhere(AddBlocked{other, QStringLiteral("b.example.com"), {}});
    elsewhere(AddBlocked{m_id, QStringLiteral("b.example.com"), {}});
    press(dialog(), "copyRules");
    CopyRulesDialog *copy = nullptr;
    QTRY_VERIFY((copy = shown<CopyRulesDialog>()));
    auto *submit = copy->findChild<QPushButton *>(QStringLiteral("submit"));
    QVERIFY(!submit->isEnabled());
    copy->findChild<QLineEdit *>(QStringLiteral("copyRulesSearch"))->setText(name);
    auto *table = copy->findChild<QAbstractItemView *>(QStringLiteral("copyRulesTable"));
    const auto rowOf = [&table](SubUserId id) {
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (table->model()->index(row, 0).data(KeyRole).toLongLong() == id.value()) {
                return row;
            }
        }
        return -1;
    };
    QTRY_VERIFY(table->model()->rowCount() < 20 && rowOf(other) >= 0);
    table->setCurrentIndex(table->model()->index(rowOf(other), 0));
    QTRY_VERIFY(submit->isEnabled());
    const QPointer<CopyRulesDialog> open(copy);
    submit->click();
    QTRY_VERIFY(open.isNull());
    QTRY_COMPARE(dialog()->findChild<QPlainTextEdit *>(QStringLiteral("rulesEdit"))->toPlainText(),
                 QStringLiteral("a.example.com # ads\nb.example.com"));
    QCOMPARE(made("addBlockedBulk"), std::uint64_t{0}); // nothing is sent by copying
    addAll();
    QTRY_COMPARE(items("ruleList").size(), qsizetype{2});
    QVERIFY(items("ruleList").contains(QStringLiteral("a.example.com · ads")));
    // One without rules is said so.
    press(dialog(), "copyRules");
    QTRY_VERIFY((copy = shown<CopyRulesDialog>()));
    table = copy->findChild<QAbstractItemView *>(QStringLiteral("copyRulesTable"));
    QTRY_COMPARE(table->model()->rowCount(), 20);
    table->setCurrentIndex(table->model()->index(rowOf(without), 0));
    press(copy, "submit");
    QTRY_COMPARE(copy->banner()->lead(), QStringLiteral("This sub-user has no rules."));
    table->setCurrentIndex(table->model()->index(rowOf(m_id), 0));
    QTRY_VERIFY(!copy->findChild<QPushButton *>(QStringLiteral("submit"))->isEnabled());
}

void TestAccessRulesDialog::unsentLinesAreNotLostByAccident()
{
    QVERIFY(openList(AccessKind::Allowlist));
    paste(QStringLiteral("203.0.113.7"));
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QVERIFY(dialog());
    QCOMPARE(dialog()->banner()->lead(), QStringLiteral("Close without saving?"));
    press(dialog(), "discardChanges");
    QTRY_VERIFY(!dialog());
    QVERIFY(page());
}

void TestAccessRulesDialog::viewOnlyRefuses()
{
    QVERIFY(openList(AccessKind::Allowlist));
    paste(QStringLiteral("203.0.113.7\n203.0.113.8"));
    addAll();
    QTRY_COMPARE(items("ruleList").size(), qsizetype{2});
    m_desk->client().setViewOnly(true);
    paste(QStringLiteral("203.0.113.9"));
    auto *list = dialog()->findChild<QListView *>(QStringLiteral("ruleList"));
    list->setCurrentIndex(list->model()->index(0, 0));
    for (const char *name : {"submit", "removeRules", "copyRules"}) {
        auto *button = dialog()->findChild<QAbstractButton *>(QLatin1String(name));
        QTRY_VERIFY2(!button->isEnabled(), name);
        QVERIFY2(!button->toolTip().isEmpty(), name);
    }
    QTest::keyClick(dialog(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(made("addAllowed"), std::uint64_t{2});
}

void TestAccessRulesDialog::aMissingListIsSaidOnThePage()
{
    m_desk->sandboxOptions.offer.without = {"listAllowed"};
    QVERIFY(openPage());
    QCOMPARE(text(page(), "allowlistCount"),
             QStringLiteral("This service does not offer this list."));
    QVERIFY(!page()->findChild<QAbstractButton *>(QStringLiteral("openAllowlist"))->isEnabled());
    QVERIFY(page()->findChild<QAbstractButton *>(QStringLiteral("openBlocklist"))->isEnabled());
}

void TestAccessRulesDialog::anErrorOfTheListIsTriedAgain()
{
    m_desk->startSandbox();
    QVERIFY(!m_desk->server().faults().set(std::string_view("error-500,on=listBlocked")));
    QVERIFY(openList(AccessKind::Blocklist));
    QTRY_VERIFY(isShown(dialog(), "rulesTrouble"));
    QVERIFY(!isShown(dialog(), "emptyListMeaning")); // it is not known to be empty
    QTRY_VERIFY(isShown(page(), "accessTrouble"));   // the page loads its lists by itself
    m_desk->server().faults().clearAll();
    press(dialog(), "rulesAgain");
    QTRY_VERIFY(isShown(dialog(), "emptyListMeaning"));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestAccessRulesDialog)
#include "test_accessrulesdialog.moc"
