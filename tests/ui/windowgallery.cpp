// SPDX-License-Identifier: GPL-3.0-or-later
// Not a test: writes pictures of the window, its pages and dialogs in their states, as they look on
// the screen.
// Usage: relaybook_windowgallery DIR [light|dark]
#include "api/endpoints/subusers.h"
#include "resources/resources.h"
#include "tests/ui/windowfixture.h"
#include "ui/proxies/proxydialog.h"
#include "ui/subusers/notedialog.h"

#include <QApplication>
#include <QDir>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>

#include <functional>

using namespace relaybook;
using relaybook::testing::WindowFixture;

namespace {

class Gallery
{
public:
    Gallery(const QDir &folder, bool dark)
        : m_folder(folder)
        , m_look(dark ? QStringLiteral("dark") : QStringLiteral("light"))
    {
        m_theme.apply(*qApp);
    }

    void paint()
    {
        paintEmpty();
        paintAccount();
        paintLacking();
    }

private:
    void begin(const std::function<void(WindowFixture &)> &prepare)
    {
        m_desk = std::make_unique<WindowFixture>(m_theme);
        m_desk->settings().setValue(Setting::Appearance, m_look);
        prepare(*m_desk);
    }
    void shoot(const char *name)
    {
        QTest::qWait(150);
        QWidget &window = m_desk->window();
        const QRect frame(window.mapToGlobal(QPoint()), window.size());
        const QPixmap picture =
            window.screen()->grabWindow(0, frame.x(), frame.y(), frame.width(), frame.height());
        picture.save(
            m_folder.filePath(QStringLiteral("%1-%2.png").arg(QLatin1String(name), m_look)));
    }
    void place()
    {
        m_desk->window().move(0, 0);
        m_desk->window().resize(1280, 800);
        QTest::qWait(50);
    }
    void closeSheets()
    {
        for (int i = 0; i < 3; ++i) {
            for (auto *sheet : m_desk->window().findChildren<SheetDialog *>()) {
                if (sheet->isVisible()) {
                    sheet->setResult(0);
                    sheet->hide();
                    sheet->deleteLater();
                }
            }
            QTest::qWait(20);
        }
    }

    void paintEmpty()
    {
        begin([](WindowFixture &) {});
        m_desk->showWindow();
        place();
        shoot("start");
        m_desk->window().signIn().showWelcome();
        shoot("welcome");
        WindowFixture::click(m_desk->sheet("welcomeDialog"), "sandboxChoice");
        shoot("welcome-sandbox");
        closeSheets();
        m_desk->window().signIn().open(m_desk->url());
        auto *dialog = m_desk->sheet("signInDialog");
        const sandbox::Access access = m_desk->server().access();
        WindowFixture::type(dialog, "personalTokenEdit", QStringLiteral("1|nonsense"));
        WindowFixture::type(dialog, "resellerKeyEdit", QString::fromStdString(access.resellerKey));
        WindowFixture::click(dialog, "submit");
        QTest::qWait(500);
        shoot("signin-refused");
        WindowFixture::type(dialog, "personalTokenEdit",
                            QString::fromStdString(access.personalToken));
        WindowFixture::click(dialog, "submit");
        QTest::qWait(500);
        shoot("signin-found");
        WindowFixture::click(dialog, "useEmail");
        shoot("signin-email");
    }

    void paintAccount()
    {
        begin([](WindowFixture &desk) {
            desk.sandboxOptions = {};
            desk.sandboxOptions.rateLimit = false;
            desk.windowAccount.sandbox = true;
        });
        m_desk->showWindow();
        place();
        m_desk->openAccount();
        QTest::qWait(600);
        shoot("reading");
        if (!QTest::qWaitFor([this] { return m_desk->isLoaded(); }, 60'000)) {
            qFatal("the sandbox's data did not arrive");
        }
        shoot("overview");
        for (const char *page : {"showProxiesAction", "showSubUsersAction",
                                 "showTransactionsAction", "showActivityAction"}) {
            m_desk->trigger(page);
            shoot(page);
        }
        paintSheets();
        paintBuying();
        paintNote();
        paintProxy();
        m_desk->trigger("showOverviewAction");
        if (m_desk->server().faults().set("error-500")) {
            qFatal("no such fault");
        }
        m_desk->trigger("refreshAction");
        QTest::qWait(3000);
        m_desk->window().notices().showProblem(QStringLiteral(
            "The stored data of this account was damaged; the file was moved to cache.damaged and "
            "everything is loaded again."));
        shoot("overview-trouble");
    }

    void paintSheets()
    {
        m_desk->trigger("showOverviewAction");
        const std::pair<const char *, const char *> sheets[] = {
            {"topUpAction", "topup"},   {"settingsAction", "settings"},
            {"exportAction", "export"}, {"shortcutsAction", "shortcuts"},
            {"aboutAction", "about"},   {"resetSandboxAction", "reset"},
        };
        for (const auto &[action, name] : sheets) {
            m_desk->trigger(action);
            shoot(name);
            closeSheets();
        }
    }

    void paintBuying()
    {
        m_desk->trigger("showOverviewAction");
        m_desk->trigger("topUpAction");
        auto *dialog = m_desk->sheet("topUpDialog");
        const std::pair<const char *, const char *> amounts[] = {
            {"95", "topup-95"}, {"1,234", "topup-doubt"}, {"900000", "topup-dear"}};
        for (const auto &[amount, name] : amounts) {
            WindowFixture::type(dialog, "amountEdit", QString::fromLatin1(amount));
            shoot(name);
        }
        orderIt("95", "topup-confirm");
        QTest::qWait(1200);
        shoot("order-settled");
        closeSheets();
        breakAt("do-and-drop=close,next=1,on=topUpTraffic");
        breakAt("error-500,on=listTransactions");
        m_desk->trigger("topUpAction");
        orderIt("95", "topup-repeat");
        QTest::qWait(2500);
        shoot("order-unknown");
        closeSheets();
        m_desk->trigger("showActivityAction");
        QTest::qWait(6000);
        shoot("activity-orders");
        m_desk->server().faults().clearAll();
    }
    void orderIt(const char *amount, const char *name)
    {
        auto *dialog = m_desk->sheet("topUpDialog");
        WindowFixture::type(dialog, "amountEdit", QString::fromLatin1(amount));
        dialog->submitButton()->click();
        QTest::qWait(1500);
        shoot(name);
        dialog->submitButton()->click();
    }
    void breakAt(const char *fault)
    {
        if (m_desk->server().faults().set(fault)) {
            qFatal("no such fault");
        }
    }

    void paintNote()
    {
        m_desk->trigger("showSubUsersAction");
        const SubUserId id(m_desk->server().subUserIds().at(3));
        const auto subUser = m_desk->session().rows().subUser(id).value_or(SubUser{});
        auto *dialog = new NoteDialog(m_desk->context(), subUser, &m_desk->window());
        dialog->open();
        QTest::qWait(200);
        shoot("note");
        auto *edit = WindowFixture::in<QPlainTextEdit>(dialog, "noteEdit");
        edit->setPlainText(QStringLiteral("VIP — do not cut off.\nInvoice 2231 paid until Dec 1."));
        QObject guard;
        bool done = false;
        const Call call = m_desk->connection().client().send(
            UpdateSubUserNote{id, QStringLiteral("VIP — do not cut off. Renewed Nov 20.")}, &guard,
            [&done](const Result<NoteAnswer> &) { done = true; });
        [[maybe_unused]] const bool changed = QTest::qWaitFor([&done] { return done; });
        WindowFixture::click(dialog, "submit");
        QTest::qWait(400);
        shoot("note-conflict");
        closeSheets();
        auto *again = new NoteDialog(m_desk->context(), subUser, &m_desk->window());
        again->open();
        QTest::qWait(300);
        shoot("note-draft");
        closeSheets();
    }

    void paintProxy()
    {
        m_desk->trigger("showProxiesAction");
        Proxy proxy;
        for (const std::string &id : m_desk->server().proxyIds()) {
            proxy = m_desk->session()
                        .rows()
                        .proxy(ProxyId(QString::fromStdString(id)))
                        .value_or(Proxy{});
            if (proxy.rotateType == QLatin1String("interval") && !proxy.city.isEmpty()) {
                break;
            }
        }
        auto *dialog = new ProxyDialog(m_desk->context(), proxy, &m_desk->window());
        dialog->open();
        QTest::qWait(400);
        shoot("proxy");
        WindowFixture::type(dialog, "nameEdit", QStringLiteral("price-watch-london"));
        WindowFixture::type(dialog, "intervalEdit", QStringLiteral("0"));
        WindowFixture::type(dialog, "limitEdit", QStringLiteral("1,234"));
        WindowFixture::click(dialog, "submit");
        QTest::qWait(200);
        shoot("proxy-errors");
        WindowFixture::type(dialog, "intervalEdit", QStringLiteral("20"));
        WindowFixture::type(dialog, "limitEdit", QStringLiteral("80"));
        [[maybe_unused]] auto fault = m_desk->server().faults().set("ignore-open-fields,next=1");
        WindowFixture::click(dialog, "submit");
        QTest::qWait(400);
        shoot("proxy-leftout");
        WindowFixture::type(dialog, "nameEdit", QStringLiteral("price-watch-paris"));
        fault = m_desk->server().faults().set("forbid=1005,next=1,on=updateProxy");
        WindowFixture::click(dialog, "submit");
        QTest::qWait(400);
        shoot("proxy-forbidden");
        WindowFixture::click(dialog, "showDetails");
        shoot("error-details");
        closeSheets();
        closeSheets();
    }

    void paintLacking()
    {
        begin([](WindowFixture &desk) { desk.reseller = false; });
        m_desk->showWindow();
        place();
        m_desk->openAccount();
        QTest::qWait(1500);
        shoot("no-reseller");
        begin([](WindowFixture &desk) { desk.personal = false; });
        m_desk->showWindow();
        place();
        m_desk->openAccount();
        QTest::qWait(1500);
        shoot("no-personal");
        m_desk->close();
    }

    QDir m_folder;
    QString m_look;
    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    installTranslations(application);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        qWarning("usage: relaybook_windowgallery DIR [light|dark]");
        return 2;
    }
    QDir folder(arguments.at(1));
    folder.mkpath(QStringLiteral("."));
    Gallery(folder, arguments.value(2) == QLatin1String("dark")).paint();
    return 0;
}
