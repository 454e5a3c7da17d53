// SPDX-License-Identifier: GPL-3.0-or-later
// Not a test: writes pictures of the transactions page, light and dark, to compare with the mock-
// ups: plain, filtered, with charts, with a break, and from right to left.
// Usage: relaybook_ledgergallery DIR
#include "models/sync/ledgercheck.h"
#include "tests/ui/listfixture.h"
#include "ui/ledger/transactionspage.h"
#include "ui/shell/mainwindow.h"
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QDir>
#include <QMenu>

using namespace relaybook;
using relaybook::testing::ListFixture;

namespace {

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

    void run(bool broken)
    {
        m_desk.startSandbox();
        const auto all = m_desk.server().transactions();
        if (broken) {
            const std::string row = std::to_string(all.at(all.size() - 6).id);
            if (m_desk.server().faults().set("broken-chain=" + row)) {
                qFatal("The sandbox does not know the fault.");
            }
        }
        m_desk.open();
        m_desk.account().start();
        waitFor([&] {
            const auto state = m_desk.account().ledger().check().verdict().state;
            return state == LedgerCheckResult::Consistent || state == LedgerCheckResult::Broken;
        });
        for (const bool dark : {false, true}) {
            m_desk.settings().setValue(Setting::Appearance,
                                       dark ? QStringLiteral("dark") : QStringLiteral("light"));
            m_suffix = dark ? QStringLiteral("-dark") : QString();
            openWindow();
            broken ? brokenPictures() : soundPictures();
            m_window.reset();
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
        m_window->showPage(QStringLiteral("transactionsPage"));
        m_page = qobject_cast<TransactionsPage *>(m_window->currentPage());
    }

    template <class Widget>
    [[nodiscard]] Widget *find(const char *name)
    {
        return m_page->findChild<Widget *>(QLatin1String(name));
    }
    void search(const QString &words) { find<QLineEdit>("search")->setText(words); }
    void click(const char *button) { find<QAbstractButton>(button)->click(); }

    void shoot(const QString &name)
    {
        QTest::qWait(700);
        m_window->grab().save(QDir(m_folder).filePath(name + m_suffix + QStringLiteral(".png")));
    }

    void soundPictures()
    {
        shoot(QStringLiteral("ledger"));
        search(QStringLiteral("type:purchase amount:>50 after:2026-10-01"));
        shoot(QStringLiteral("ledger-filtered"));
        search(QStringLiteral("amount:lots card"));
        shoot(QStringLiteral("ledger-problem"));
        search({});
        auto *menu = find<QWidget>("datesChip")->findChild<QMenu *>();
        menu->popup(QPoint(100, 100));
        QTest::qWait(200);
        menu->grab().save(QDir(m_folder).filePath(QStringLiteral("menu-dates") + m_suffix +
                                                  QStringLiteral(".png")));
        menu->hide();
        click("chartsButton");
        shoot(QStringLiteral("ledger-charts"));
        auto *table = find<TableView>("table");
        table->selectAll();
        click("inspectorButton");
        shoot(QStringLiteral("ledger-selected"));
        m_window->setLayoutDirection(Qt::RightToLeft);
        shoot(QStringLiteral("ledger-rtl"));
        m_window->setLayoutDirection(Qt::LeftToRight);
        m_window->resize(880, 560);
        shoot(QStringLiteral("ledger-small"));
        click("chartsButton");
        click("inspectorButton");
    }

    void brokenPictures()
    {
        shoot(QStringLiteral("break"));
        search(QStringLiteral("type:purchase amount:>50"));
        shoot(QStringLiteral("break-filtered"));
        search({});
        click("showBreak");
        shoot(QStringLiteral("break-shown"));
        click("inspectorButton");
    }

    Theme &m_theme;
    QString m_folder;
    ListFixture m_desk;
    std::unique_ptr<MainWindow> m_window;
    TransactionsPage *m_page = nullptr;
    QString m_suffix;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const QString folder = QApplication::arguments().value(1, QStringLiteral("gallery"));
    QDir().mkpath(folder);
    Theme theme;
    theme.apply(app);
    Gallery(theme, folder).run(false);
    Gallery(theme, folder).run(true);
    return 0;
}
