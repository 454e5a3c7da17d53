// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a service that sends HTML and very long names in every field: the window shows them as they
// are written, loads nothing, and does not grow.
#include "api/http/serviceconnection.h"
#include "models/accounts/accountsession.h"
#include "models/sync/ledgercheck.h"
#include "tests/support/scriptedserver.h"
#include "ui/base/page.h"
#include "ui/base/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/theme/theme.h"
#include "ui/widgets/sheetdialog.h"
#include "ui/widgets/tabledelegate.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>

using namespace relaybook;
using relaybook::testing::Answer;
using relaybook::testing::Exchange;
using relaybook::testing::Received;
using relaybook::testing::ScriptedServer;

namespace {

constexpr int widest = 1400; // of a window on a small screen

/// The two texts that the service sends in every field.
QByteArray html()
{
    return R"(<b>bold</b> & <img src='http://127.0.0.1:9/x.png'>)";
}

QByteArray endless()
{
    return QByteArray(5000, 'W');
}

/// JSON of the whole service with `w` in every free text field.
QByteArray answerTo(const QByteArray &path, const QByteArray &w)
{
    const auto fill = [&w](QByteArray json) {
        return json.replace("'W'", QByteArray('"' + w + '"'));
    };
    if (path.startsWith("/v1/account/transactions")) {
        return fill(R"({"data":[{"id":2,"user_id":'W',"type":'W',"amount":1,"balance_before":10,
            "balance_after":9,"description":'W',"product_id":'W',"metadata":{"note":'W'},
            "created_at":"2026-11-20T12:00:00Z","updated_at":"2026-11-20T12:00:00Z"},
            {"id":1,"type":"deposit","amount":10,"balance_before":0,"balance_after":10,
            "description":'W',"product_id":'W',"created_at":"2026-11-19T12:00:00Z"},
            {"id":'W',"amount":'W',"description":'W'}],
            "meta":{"current_page":1,"last_page":1,"per_page":100,"total":3}})");
    }
    if (path.startsWith("/v1/account/balance")) {
        return R"({"data":{"balance":9,"currency":"USD"}})";
    }
    if (path.startsWith("/v1/account/categories")) {
        return fill(R"({"data":[{"slug":'W',"name":'W',"tiers":[]}]})");
    }
    if (path.startsWith("/v1/account")) {
        return fill(R"({"data":{"id":7,"name":'W',"email":'W',"balance":9,"currency":"USD",
            "reseller_enabled":true,"plan":'W'}})");
    }
    if (path.startsWith("/v1/proxies")) {
        return fill(R"({"data":[{"id":"p-1","proxy_id":'W',"name":'W',"type":'W',"country":'W',
            "region":'W',"city":'W',"behavior":'W',"rotate_type":'W',"rotate_interval":5,
            "traffic_limit_gb":5,"traffic_gb":1,"host":'W',"port_http":80,"port_socks5":81,
            "product":{"name":'W','W':'W'},"created_at":"2026-11-20T12:00:00Z"}],"total":1})");
    }
    if (path.startsWith("/v1/geo")) {
        return fill(R"({"data":[{"code":"DE","name":'W'}]})");
    }
    if (path.startsWith("/reseller/access-token")) {
        return R"({"data":{"access_token":"1|abcdefghijklmnopqrstuvwxyz","expires_at":null}})";
    }
    if (path.startsWith("/reseller/balance")) {
        return R"({"data":{"traffic_balance_gb":5,"reseller_)" + w + R"(_gb":3,")" + w +
               R"(_price_per_gb":2,"reseller_mobile_gb":2,"mobile_price_per_gb":2}})";
    }
    if (path.startsWith("/reseller/sub-users")) {
        return fill(R"({"data":[{"id":4,"username":'W',"note":'W',"service_type":'W',
            "traffic_balance_gb":1,"traffic_used_bytes":5,"proxy":{"host":'W',"port_http":80},
            "created_at":"2026-11-20T12:00:00Z"}],"total":1})");
    }
    return R"({"data":[]})";
}

QString pathOf(const QObject *object)
{
    QStringList path;
    for (; object != nullptr; object = object->parent()) {
        const QString name = object->objectName();
        path.prepend(name.isEmpty() ? QLatin1String(object->metaObject()->className()) : name);
    }
    return path.join(QLatin1String(" / "));
}

/// Whether Qt would interpret the service's text as a tag.
bool isInterpreted(const QString &text)
{
    if (!Qt::mightBeRichText(text)) {
        return false;
    }
    QTextDocument document;
    document.setHtml(text);
    const QString shown = document.toPlainText();
    return text.contains(QLatin1String("bold")) && !shown.contains(QLatin1String("<b>bold</b>"));
}

bool isTooWide(const QString &toolTip)
{
    QLabel label(toolTip);
    return label.sizeHint().width() > widest;
}

} // namespace

class TestPlainText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init();
    void cleanup();

    void everyPage_data();
    void everyPage();
    void dialogs_data();
    void dialogs();

private:
    static void texts();
    void walk(QWidget *root, QStringList &complaints);
    void lookAt(const QWidget &widget, QStringList &complaints);
    void lookAtItems(QAbstractItemView *view, QStringList &complaints);
    void openMenus(QWidget *root, QStringList &complaints);
    void open(const QByteArray &text);
    void trigger(const QString &action);

    Theme m_theme;
    QTemporaryDir m_folder;
    SystemClock m_clock;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<ServiceConnection> m_connection;
    std::unique_ptr<AccountSession> m_session;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<QTemporaryDir> m_data;
};

void TestPlainText::init()
{
    m_data = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_data->path());
}

void TestPlainText::cleanup()
{
    m_window.reset();
    m_session.reset();
    m_connection.reset();
    m_server.reset();
    m_settings.reset();
}

void TestPlainText::open(const QByteArray &text)
{
    m_server = std::make_unique<ScriptedServer>();
    m_server->start();
    m_server->then([text](const Received &request, const Exchange &exchange) {
        exchange.answer({200, answerTo(request.target, text), {}});
    });
    const auto service = ServiceAddress::parse(m_server->url());
    QVERIFY(service);
    m_connection = std::make_unique<ServiceConnection>(
        ApiClient::Config{.service = *service, .tls = {}}, m_clock);
    m_connection->auth().setPersonalToken(Secret(QByteArray("1|abc")));
    m_connection->auth().setResellerKey(Secret(QByteArray("key")));
    AccountSession::Config config;
    config.dataDir = m_data->path();
    config.service = m_server->url();
    config.account = QStringLiteral("tester");
    auto opened =
        AccountSession::open(config, &m_connection->client(), m_connection->auth(), m_clock);
    QVERIFY(opened);
    m_session = std::move(*opened);
    m_window = std::make_unique<MainWindow>(m_theme, *m_settings);
    m_window->resize(1200, 800);
    WindowAccount account;
    account.account = m_session.get();
    account.address = m_server->url();
    m_window->show();
    m_window->setAccount(account);
    m_session->start();
    QTRY_VERIFY(m_session->summary().transactions == 2 && m_session->summary().proxies == 1 &&
                m_session->summary().subUsers == 1 && m_session->summary().pools.size() == 2 &&
                !m_session->summary().name.isEmpty());
    QTRY_VERIFY(!m_session->ledger().check().isChecking());
}

void TestPlainText::trigger(const QString &name)
{
    auto *action = m_window->findChild<QAction *>(name);
    QVERIFY2(action != nullptr && action->isEnabled(), qPrintable(name));
    action->trigger();
    QTest::qWait(0);
}

void TestPlainText::lookAt(const QWidget &widget, QStringList &complaints)
{
    const auto *label = qobject_cast<const QLabel *>(&widget);
    if (label != nullptr && label->textFormat() != Qt::PlainText && isInterpreted(label->text())) {
        complaints += u"label: " % pathOf(label);
    }
    for (const QString &tip : {widget.toolTip(), widget.statusTip(), widget.whatsThis()}) {
        if (isInterpreted(tip) || isTooWide(tip)) {
            complaints += u"tool tip: " % pathOf(&widget);
        }
    }
    if (widget.isVisible() && widget.minimumSizeHint().width() > widest) {
        complaints += u"too wide: " % pathOf(&widget);
    }
    for (const QAction *action : widget.actions()) {
        if (isInterpreted(action->toolTip()) || isInterpreted(action->statusTip())) {
            complaints += u"action: " % pathOf(action);
        }
    }
}

void TestPlainText::lookAtItems(QAbstractItemView *view, QStringList &complaints)
{
    const QAbstractItemModel *model = view->model();
    if (model == nullptr || !view->isVisible()) {
        return;
    }
    std::function<void(const QModelIndex &)> walkItems = [&](const QModelIndex &parent) {
        for (int row = 0; row < std::min(5, model->rowCount(parent)); ++row) {
            for (int column = 0; column < model->columnCount(parent); ++column) {
                const QModelIndex index = model->index(row, column, parent);
                const QRect rect = view->visualRect(index);
                if (!rect.isEmpty()) {
                    QHelpEvent event(QEvent::ToolTip, rect.center(),
                                     view->viewport()->mapToGlobal(rect.center()));
                    QApplication::sendEvent(view->viewport(), &event);
                    const QString tip = QToolTip::text();
                    if (isInterpreted(tip) || isTooWide(tip)) {
                        complaints +=
                            QStringLiteral("cell %1, %2: ").arg(row).arg(column) % pathOf(view);
                    }
                }
                if (column == 0) {
                    walkItems(index);
                }
            }
        }
    };
    walkItems({});
}

void TestPlainText::openMenus(QWidget *root, QStringList &complaints)
{
    for (QMenu *menu : root->findChildren<QMenu *>()) {
        Q_EMIT menu->aboutToShow();
        lookAt(*menu, complaints);
        if (menu->sizeHint().width() > widest) {
            complaints += u"menu: " % pathOf(menu);
        }
    }
}

void TestPlainText::walk(QWidget *root, QStringList &complaints)
{
    lookAt(*root, complaints);
    for (QWidget *widget : root->findChildren<QWidget *>()) {
        lookAt(*widget, complaints);
    }
    for (auto *view : root->findChildren<QAbstractItemView *>()) {
        if (qobject_cast<QHeaderView *>(view) == nullptr) {
            lookAtItems(view, complaints);
        }
    }
    openMenus(root, complaints);
}

void TestPlainText::texts()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QByteArray>("text");
}

void TestPlainText::everyPage_data()
{
    texts();
    for (const char *action : {"showOverviewAction", "showProxiesAction", "showSubUsersAction",
                               "showTransactionsAction", "showActivityAction"}) {
        QTest::addRow("%s, HTML", action) << QString::fromLatin1(action) << html();
        QTest::addRow("%s, endless", action) << QString::fromLatin1(action) << endless();
    }
}

void TestPlainText::everyPage()
{
    QFETCH(QString, action);
    QFETCH(QByteArray, text);
    open(text);
    trigger(action);
    auto *table = m_window->currentPage()->findChild<QAbstractItemView *>(QStringLiteral("table"));
    QTRY_VERIFY(action == QLatin1String("showActivityAction") || table == nullptr ||
                table->model() == nullptr || !table->isVisible() || table->model()->rowCount() > 0);
    for (auto *view : m_window->currentPage()->findChildren<QAbstractItemView *>()) {
        if (view->isVisible() && view->model() != nullptr &&
            qobject_cast<QHeaderView *>(view) == nullptr) {
            view->setCurrentIndex(view->model()->index(0, 0));
        }
    }
    QTest::qWait(0);
    QStringList complaints;
    walk(m_window.get(), complaints);
    // All fields of the row.
    if (auto *fields = m_window->currentPage()->findChild<QAbstractButton *>(
            QStringLiteral("allFieldsButton"));
        fields != nullptr && fields->isVisible()) {
        fields->click();
        QTest::qWait(0);
        walk(m_window.get(), complaints);
    }
    complaints.removeDuplicates();
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
    QVERIFY2(m_window->width() <= widest, qPrintable(QString::number(m_window->width())));
    QVERIFY(m_window->windowTitle().size() < 300);
}

void TestPlainText::dialogs_data()
{
    QTest::addColumn<QString>("page");
    texts();
    const std::pair<const char *, const char *> dialogs[] = {
        {"showOverviewAction", "topUpAction"},
        {"showOverviewAction", "exportAction"},
        {"showProxiesAction", "editButton"},
        {"showSubUsersAction", "noteButton"},
    };
    for (const auto &[page, opener] : dialogs) {
        QTest::addRow("%s, HTML", opener)
            << QString::fromLatin1(page) << QString::fromLatin1(opener) << html();
        QTest::addRow("%s, endless", opener)
            << QString::fromLatin1(page) << QString::fromLatin1(opener) << endless();
    }
}

void TestPlainText::dialogs()
{
    QFETCH(QString, page);
    QFETCH(QString, action);
    QFETCH(QByteArray, text);
    open(text);
    trigger(page);
    if (action.endsWith(QLatin1String("Action"))) {
        trigger(action);
    } else {
        auto *view =
            m_window->currentPage()->findChild<QAbstractItemView *>(QStringLiteral("table"));
        QVERIFY(view != nullptr);
        QTRY_VERIFY(view->model()->rowCount() > 0);
        view->setCurrentIndex(view->model()->index(0, 0));
        view->setFocus();
        trigger(QStringLiteral("editAction"));
    }
    SheetDialog *sheet = nullptr;
    const auto visible = [&] {
        for (auto *each : m_window->findChildren<SheetDialog *>()) {
            sheet = each->isVisible() ? each : sheet;
        }
        return sheet != nullptr;
    };
    QTRY_VERIFY(visible());
    QTest::qWait(0);
    QStringList complaints;
    if (sheet == nullptr) {
        QFAIL("no dialog opened"); // the analyzer does not see that this was waited for
    }
    walk(sheet, complaints);
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
    QVERIFY2(sheet->width() <= m_window->width(), qPrintable(QString::number(sheet->width())));
    QVERIFY2(m_window->width() <= widest, qPrintable(QString::number(m_window->width())));
    sheet->reject();
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestPlainText)
#include "test_plaintext.moc"
