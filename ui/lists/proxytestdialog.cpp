// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/proxytestdialog.h"

#include "models/subusers/accessrules.h"
#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/charts/testline.h"
#include "ui/lists/credentialsbox.h"
#include "ui/lists/proxytestform.h"
#include "ui/lists/proxytesttext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"
#include "ui/widgets/rowlist.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace relaybook {

namespace {

constexpr int testSheetWidth = 560;
constexpr int rotationRequests[] = {2, 5, 10, 20};
constexpr int usualRotationIndex = 1;

/// Whether other credentials, with another host or port, may be the solution.
bool mayHaveOldCredentials(ProxyTestOutcome outcome)
{
    return outcome == ProxyTestOutcome::SignInRefused ||
           outcome == ProxyTestOutcome::SignInNeeded || outcome == ProxyTestOutcome::UnknownHost ||
           outcome == ProxyTestOutcome::Refused || outcome == ProxyTestOutcome::NotAProxy;
}

} // namespace

ProxyTestDialog::ProxyTestDialog(const PageContext &context, TestedProxy tested,
                                 SecretClipboard &clipboard, QWidget *parent)
    : SheetDialog(context.theme, {}, parent)
    , m_context(context)
    , m_tested(std::move(tested))
{
    setObjectName(QStringLiteral("proxyTestDialog"));
    m_form = new ProxyTestForm(m_context, this);
    setTitle(isSubUser() ? tr("Test as customer") : tr("Test proxy"));
    setSubtitle(shownText(facts().name));
    setSheetWidth(testSheetWidth);
    setCloseOnly(); // Enter sends nothing
    contentLayout()->setSpacing(12);
    m_cost = new Label(theme(), Role::Text, TextStyle::Body, this);
    m_cost->setObjectName(QStringLiteral("testCost"));
    m_cost->setWordWrap(true);
    contentLayout()->addWidget(m_cost);
    contentLayout()->addWidget(m_form);
    connect(m_form, &ProxyTestForm::changed, this, &ProxyTestDialog::update);
    buildResults(clipboard);
    buildRotation();
    buildButtons();
    connect(&m_context.account, &AccountSession::areaChanged, this, [this](Area area) {
        if (area == (isSubUser() ? Area::SubUsers : Area::Proxies)) {
            update();
        }
    });
    connect(&m_context.account, &AccountSession::viewOnlyChanged, this,
            &ProxyTestDialog::whenViewOnly);
    connect(&desk(), &ProxyTestDesk::tested, this, [this](const QString &key) {
        if (key == keyOf(m_tested)) {
            showHistory();
        }
    });
    showHistory();
    update();
    cancelButton()->setFocus();
}

ProxyTestDialog::~ProxyTestDialog() = default;

void ProxyTestDialog::buildResults(SecretClipboard &clipboard)
{
    m_credentials = new CredentialsBox(theme(), clipboard, this);
    contentLayout()->addWidget(m_credentials);
    connect(m_credentials, &CredentialsBox::readWanted, this, &ProxyTestDialog::readCredentials);
    m_rows = new RowList(theme(), this);
    m_rows->setObjectName(QStringLiteral("testRows"));
    m_rows->setAccessibleName(tr("Stages and result of the test"));
    m_rows->hide();
    contentLayout()->addWidget(m_rows);
    m_line = new TestLine(theme(), this);
    m_line->setObjectName(QStringLiteral("testLine"));
    m_history = new Label(theme(), Role::QuietText, TextStyle::Caption, this);
    m_history->setObjectName(QStringLiteral("testHistory"));
    m_history->setWordWrap(true);
    auto *column = new QVBoxLayout;
    column->setSpacing(4);
    column->addWidget(m_line);
    column->addWidget(m_history);
    contentLayout()->addLayout(column);
}

void ProxyTestDialog::buildRotation()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    m_requests = new QComboBox(this);
    m_requests->setObjectName(QStringLiteral("rotationRequests"));
    m_requests->setAccessibleName(tr("Number of requests of a rotation test"));
    auto *name = new Label(theme(), Role::QuietText, TextStyle::Body, tr("Rotation"), this);
    name->setBuddy(m_requests); // Qt calls a box by its entry
    for (const int requests : rotationRequests) {
        m_requests->addItem(tr("%1 requests").arg(requests), requests);
    }
    m_requests->setCurrentIndex(usualRotationIndex);
    m_rotate = new QPushButton(tr("Test rotation"), this);
    m_rotate->setObjectName(QStringLiteral("testRotation"));
    m_rotate->setAccessibleName(m_rotate->text());
    m_rotate->setToolTip(tr("Loads the page several times and counts the exit addresses. Each "
                            "request costs as much as a test."));
    m_rotate->setAccessibleDescription(m_rotate->toolTip());
    m_rotate->setAutoDefault(false);
    row->addWidget(name);
    row->addWidget(m_requests);
    row->addWidget(m_rotate);
    row->addStretch(1);
    m_rotation = new Label(theme(), Role::Text, TextStyle::Body, this);
    m_rotation->setObjectName(QStringLiteral("rotationResult"));
    m_rotation->setWordWrap(true);
    m_rotation->hide();
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addLayout(row);
    column->addWidget(m_rotation);
    contentLayout()->addLayout(column);
    connect(m_rotate, &QPushButton::clicked, this,
            [this] { start(m_requests->currentData().toInt()); });
}

void ProxyTestDialog::buildButtons()
{
    m_test = addMainButton({}, "testButton");
    connect(m_test, &QPushButton::clicked, this, [this] { start(1); });
    // A button of its own: a click that comes too late must not start another test.
    m_cancelTest = addFooterButton(tr("Cancel test"), "cancelTestButton");
    connect(m_cancelTest, &QPushButton::clicked, this, &ProxyTestDialog::cancel);
}

bool ProxyTestDialog::isSubUser() const
{
    return std::holds_alternative<SubUserId>(m_tested);
}

ProxyTestFacts ProxyTestDialog::facts() const
{
    ProxyTestFacts facts =
        desk().factsOf(m_tested, m_last ? m_last->protocol : m_form->protocol(), m_lastPage);
    if (m_allowlist && m_allowlist->isKnown()) {
        facts.allowlist = m_allowlist->rules();
    }
    if (m_blocklist && m_blocklist->isKnown()) {
        facts.blocklist = m_blocklist->rules();
    }
    return facts;
}

// ---- what can be tested

void ProxyTestDialog::update()
{
    const QString whyNot = whyNoTest(desk());
    m_cost->setText(whyNot.isEmpty() ? testCostText(facts(), m_form->page().value_or(QUrl()))
                                     : whyNot);
    updateCredentials();
    const bool runs = isRunning();
    const bool canTest = m_hasCredentials && m_form->page().has_value() && whyNot.isEmpty();
    QString text = isSubUser() ? tr("Test as customer") : tr("Test proxy");
    if (m_hasTested) {
        text = tr("Test again");
    }
    m_test->setText(text);
    m_test->setAccessibleName(text);
    m_test->setEnabled(!runs && canTest);
    m_cancelTest->setEnabled(runs);
    m_rotate->setEnabled(!runs && canTest);
    m_requests->setEnabled(!runs);
    m_form->setLocked(runs);
    for (QPushButton *button : {m_test, m_rotate}) {
        button->setAccessibleDescription(whyNot.isEmpty() ? button->toolTip() : whyNot);
    }
}

void ProxyTestDialog::whenViewOnly()
{
    if (isRunning() && desk().isViewOnly()) {
        cancel();
    } else {
        update();
    }
}

void ProxyTestDialog::updateCredentials()
{
    m_hasCredentials = desk().accessOf(m_tested, m_form->protocol()).has_value();
    m_credentials->setVisible(!m_hasCredentials);
    if (m_hasCredentials) {
        m_saysMissing = false;
    } else if (!std::exchange(m_saysMissing, true)) {
        m_credentials->showMissing(m_context.account,
                                   isSubUser() ? ReadCall::SubUser : ReadCall::Proxy,
                                   tr("This service does not send the credentials."));
    }
}

void ProxyTestDialog::readCredentials()
{
    m_credentials->showReading();
    auto &actions = m_context.account.actions();
    if (const auto *id = std::get_if<ProxyId>(&m_tested)) {
        m_read =
            actions.readProxy(*id, this, [this](const Result<Proxy> &answer) { whenRead(answer); });
    } else {
        m_read = actions.readSubUser(std::get<SubUserId>(m_tested), this,
                                     [this](const Result<SubUser> &answer) { whenRead(answer); });
    }
}

template <class Row>
void ProxyTestDialog::whenRead(const Result<Row> &answer)
{
    m_saysMissing = false; // so that update() says again why there are none
    update();
    if (!m_hasCredentials) {
        m_credentials->showAnswer(answer, false);
        return;
    }
    banner()->clearLinks();
    if (answer) {
        banner()->setMessage(Tone::Accent, tr("The credentials were loaded."),
                             tr("Test with them now."));
    } else {
        const ErrorText text = errorText(answer.error());
        banner()->setMessage(Tone::Bad, text.title, text.advice);
    }
    banner()->show();
    m_test->setFocus(); // the button that had it is gone
}

// ---- the test

void ProxyTestDialog::start(int requests, const std::optional<QUrl> &otherPage)
{
    const auto used = otherPage ? otherPage : m_form->page();
    if (isRunning() || !used) {
        return;
    }
    auto run = desk().makeRun(m_tested, m_form->protocol(), *used, requests);
    if (!run) {
        update();
        return;
    }
    m_run = std::move(run);
    m_lastPage = *used;
    if (!otherPage) {
        m_form->storePage();
    }
    m_earlier = desk().testsOf(m_tested);
    banner()->hide();
    m_allowlist.reset();
    m_blocklist.reset();
    m_last.reset();
    m_rotation->hide();
    m_hasTested = true;
    connect(m_run.get(), &ProxyTestRun::progressed, this, &ProxyTestDialog::showRows);
    connect(m_run.get(), &ProxyTestRun::finished, this, &ProxyTestDialog::whenFinished);
    m_run->start();
    showRows();
    update();
    m_cancelTest->setFocus(); // the other buttons are disabled
    bringIntoSight({m_rows});
}

void ProxyTestDialog::cancel()
{
    m_run.reset();
    m_rows->hide();
    m_rotation->hide();
    banner()->clearLinks();
    banner()->setMessage(Tone::Accent, tr("The test was cancelled."),
                         tr("What was sent until then may count as traffic."));
    banner()->show();
    update();
}

void ProxyTestDialog::showRows()
{
    const bool isSecure = m_lastPage.scheme() == QLatin1String("https");
    QList<RowList::Row> rows = testStageRows(m_run->result(), isRunning(), isSecure);
    if (m_last) {
        rows.append(testResultRows(*m_last, facts(), m_earlier));
    }
    m_rows->setRows(rows);
    m_rows->show();
    if (m_run->config().requests > 1) {
        m_rotation->setText(rotationText());
        m_rotation->setVisible(isRunning()); // then the banner says it
    }
}

void ProxyTestDialog::whenFinished()
{
    m_last = desk().recordOf(*m_run);
    showResult();
    if (m_last->result.outcome == ProxyTestOutcome::Forbidden && isSubUser()) {
        readRules();
    }
    update();
}

void ProxyTestDialog::showResult()
{
    const ProxyTestFacts known = facts();
    const ProxyTestExplanation explanation = explain(m_last->result, known);
    const bool works = m_last->result.outcome == ProxyTestOutcome::Works;
    const bool isOther = isOtherCountry(known.country, m_last->result.country) == true;
    Tone tone = works ? Tone::Good : Tone::Bad;
    QString advice = explanation.advice;
    if (works && isOther) {
        tone = Tone::Warning;
        advice = tr("Its exit is in another country than the one that was promised. Databases of "
                    "addresses differ: test another page before you complain.");
    }
    if (m_run->config().requests > 1) {
        advice = advice.isEmpty() ? rotationText() : QString(rotationText() % u' ' % advice);
    }
    banner()->clearLinks();
    banner()->setMessage(tone, explanation.happened, advice);
    if (mayHaveOldCredentials(m_last->result.outcome)) {
        auto *load = banner()->addLink(tr("Load credentials"), QStringLiteral("loadAgain"));
        connect(load, &QPushButton::clicked, this, &ProxyTestDialog::readCredentials);
    }
    if (mayHaveIpv6ExitOnly(m_last->result, known)) {
        auto *other = banner()->addLink(tr("Test a page with IPv6"), QStringLiteral("testIpv6"));
        other->setToolTip(ipv6TestPage().toString());
        connect(other, &QPushButton::clicked, this, [this] { start(1, ipv6TestPage()); });
    }
    const bool lacksTraffic = !works && !withoutTraffic(known).isEmpty();
    if (isSubUser() && lacksTraffic && m_context.account.canChange(Area::SubUsers)) {
        auto *give = banner()->addLink(tr("Give traffic…"), QStringLiteral("giveTraffic"));
        connect(give, &QPushButton::clicked, this, &ProxyTestDialog::giveWanted);
    }
    banner()->show();
    showRows();
}

QString ProxyTestDialog::rotationText() const
{
    return tr("%1 of %2 requests: %3 different exit addresses.")
        .arg(format::count(m_run->done()), format::count(m_run->config().requests),
             format::count(m_run->addresses().size()));
}

void ProxyTestDialog::showHistory()
{
    const std::vector<ProxyTestRecord> tests = desk().testsOf(m_tested);
    std::vector<TestLine::Point> points;
    points.reserve(tests.size());
    for (auto each = tests.rbegin(); each != tests.rend(); ++each) {
        points.push_back({each->result.total, each->result.outcome != ProxyTestOutcome::Works});
    }
    const QString summary = testHistoryText(tests);
    m_line->setVisible(points.size() > 1);
    m_line->setPoints(std::move(points), summary);
    m_history->setText(summary);
}

// The rules are read only when they may explain the result.
void ProxyTestDialog::readRules()
{
    const SubUserId id = std::get<SubUserId>(m_tested);
    m_allowlist = m_context.account.accessRules(AccessKind::Allowlist, id);
    m_blocklist = m_context.account.accessRules(AccessKind::Blocklist, id);
    for (AccessRules *rules : {m_allowlist.get(), m_blocklist.get()}) {
        connect(rules, &AccessRules::changed, this, [this] {
            if (m_last) {
                showResult();
            }
        });
        rules->load();
    }
}

ProxyTestDialog *openProxyTest(const PageContext &context, const TestedProxy &tested,
                               SecretClipboard &clipboard, QWidget *parent)
{
    auto *dialog = new ProxyTestDialog(context, tested, clipboard, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return dialog;
}

} // namespace relaybook
