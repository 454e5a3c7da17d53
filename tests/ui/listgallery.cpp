// SPDX-License-Identifier: GPL-3.0-or-later
// Not a test: writes pictures of the list pages in their window, in every state, to compare with
// the mock-ups.
// Usage: relaybook_listgallery DIR
#include "tests/ui/listfixture.h"
#include "ui/ledger/transactionspage.h"
#include "ui/proxies/proxiespage.h"
#include "ui/shell/mainwindow.h"
#include "ui/subusers/subuserspage.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QToolButton>
#include <QTreeWidget>

using namespace relaybook;
using relaybook::testing::ListFixture;

namespace {

void rest(int milliseconds = 400)
{
    QTest::qWait(milliseconds);
}

class Gallery
{
public:
    Gallery(Theme &theme, QString folder)
        : m_theme(theme)
        , m_folder(std::move(folder))
        , m_desk(theme)
    {
        m_desk.sandboxOptions = {};
        m_desk.sandboxOptions.rateLimit = false;
        m_desk.sandboxOptions.transactions = 4000;
    }

    void run()
    {
        m_desk.open();
        m_desk.account().start();
        waitFor([&] {
            return m_desk.account().summary().transactions >= 4000 &&
                   m_desk.account().summary().proxies >= 1284;
        });
        putOddNotes();
        for (const bool dark : {false, true}) {
            m_desk.settings().setValue(Setting::Appearance,
                                       dark ? QStringLiteral("dark") : QStringLiteral("light"));
            m_suffix = dark ? QStringLiteral("-dark") : QString();
            pages();
        }
    }

    void states()
    {
        for (const bool dark : {false, true}) {
            m_desk.settings().setValue(Setting::Appearance,
                                       dark ? QStringLiteral("dark") : QStringLiteral("light"));
            m_suffix = dark ? QStringLiteral("-dark") : QString();
            noAccess();
            notLoaded();
        }
    }

private:
    static void waitFor(const std::function<bool()> &done)
    {
        if (!QTest::qWaitFor(done, 60'000)) {
            qFatal("The sandbox's data did not arrive.");
        }
    }

    void openWindow()
    {
        m_window = std::make_unique<MainWindow>(m_theme, m_desk.settings());
        m_window->setAccount({&m_desk.account(), true, false, {}});
        m_window->resize(1280, 800);
        m_window->show();
        rest();
    }

    [[nodiscard]] TableView *table()
    {
        return m_window->currentPage()->findChild<TableView *>(QStringLiteral("table"));
    }

    void shoot(const QString &name)
    {
        rest();
        m_window->grab().save(QDir(m_folder).filePath(name + m_suffix + QStringLiteral(".png")));
    }

    void choose(int row) { table()->setCurrentIndex(table()->model()->index(row, 0)); }

    void putOddNotes()
    {
        openWindow();
        m_window->showPage(QStringLiteral("subUsersPage"));
        rest();
        const QStringList notes{
            QStringLiteral("First line\nSecond line, and a third\nThird"),
            QStringLiteral("שלם עד 1 בדצמבר, חשבונית 2231"),
            QStringLiteral("VIP 👩‍💻🇯🇵 — never cut off ✅"),
            QStringLiteral("A note that goes on and on because its writer had a lot to say about "
                           "the customer, their habits, and the three invoices of last year"),
        };
        for (int i = 0; i < notes.size(); ++i) {
            const qint64 key = table()->model()->index(i + 4, 0).data(KeyRole).toLongLong();
            bool done = false;
            const Call call =
                m_desk.account().actions().saveNote(SubUserId(key), notes.at(i), m_window.get(),
                                                    [&](const Result<SubUser> &) { done = true; });
            waitFor([&] { return done; });
        }
        m_window.reset();
    }

    void pages()
    {
        openWindow();
        m_window->showPage(QStringLiteral("proxiesPage"));
        rest();
        choose(2);
        shoot(QStringLiteral("proxies"));
        auto *secret = m_window->currentPage()->findChild<QWidget *>(QStringLiteral("httpSecret"));
        secret->findChild<QToolButton *>(QStringLiteral("secretShow"))->click();
        secret->findChild<QPushButton *>(QStringLiteral("secretCopy"))->click();
        shoot(QStringLiteral("proxies-secret"));
        m_window->showPage(QStringLiteral("subUsersPage"));
        rest();
        choose(1);
        shoot(QStringLiteral("subusers"));
        choose(4);
        shoot(QStringLiteral("subusers-note"));
        m_window->currentPage()->findChild<QLineEdit *>()->setText(QStringLiteral("agncyx"));
        shoot(QStringLiteral("nothing-matches"));
        m_window->currentPage()->findChild<QLineEdit *>()->clear();
        m_window->showPage(QStringLiteral("transactionsPage"));
        rest();
        choose(4);
        shoot(QStringLiteral("transactions"));
        auto *button =
            m_window->currentPage()->findChild<QToolButton *>(QStringLiteral("inspectorButton"));
        button->click();
        table()->setFocus();
        table()->selectionModel()->select(
            QItemSelection(table()->model()->index(3, 0), table()->model()->index(6, 0)),
            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        shoot(QStringLiteral("transactions-inspector"));
        m_window->currentPage()
            ->findChild<QPushButton *>(QStringLiteral("allFieldsButton"))
            ->click();
        auto *tree = m_window->currentPage()->findChild<QTreeWidget *>();
        tree->setFocus();
        tree->setCurrentItem(tree->topLevelItem(3));
        shoot(QStringLiteral("transactions-fields"));
        button->click();
        trouble();
        m_window.reset();
    }

    void trouble()
    {
        m_window->showPage(QStringLiteral("proxiesPage"));
        if (m_desk.server().faults().set("error-502")) {
            qFatal("The sandbox does not know this fault.");
        }
        m_window->currentPage()->perform(Page::Command::Refresh);
        rest(1500);
        shoot(QStringLiteral("trouble"));
        m_desk.server().faults().clearAll();
        m_desk.account().refreshAll();
        rest(1500);
    }

    void noAccess()
    {
        m_desk.reseller = false;
        m_desk.open();
        m_desk.account().start();
        openWindow();
        m_window->showPage(QStringLiteral("subUsersPage"));
        rest(1500);
        shoot(QStringLiteral("no-access"));
        m_window.reset();
        m_desk.reseller = true;
    }

    void notLoaded()
    {
        if (m_desk.server().faults().set("drop")) {
            qFatal("The sandbox does not know this fault.");
        }
        m_desk.open();
        m_desk.account().start();
        openWindow();
        m_window->showPage(QStringLiteral("subUsersPage"));
        rest(1500);
        shoot(QStringLiteral("not-loaded"));
        m_window.reset();
        m_desk.server().faults().clearAll();
    }

    Theme &m_theme;
    QString m_folder;
    QString m_suffix;
    ListFixture m_desk;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    if (argc != 2) {
        qFatal("Usage: relaybook_listgallery DIR");
    }
    const QString folder = QString::fromLocal8Bit(argv[1]);
    QDir().mkpath(folder);
    Theme theme;
    theme.apply(app);
    Gallery(theme, folder).run();
    Gallery(theme, folder).states();
    return 0;
}
