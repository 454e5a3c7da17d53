// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/manytestsdialog.h"

#include "models/accounts/accountsession.h"
#include "models/proxytests/proxytestcost.h"
#include "models/proxytests/proxytestdesk.h"
#include "models/text/format.h"
#include "ui/lists/failedtestsmodel.h"
#include "ui/lists/proxytestform.h"
#include "ui/lists/proxytesttext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"
#include "ui/widgets/wholerowtext.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

constexpr int manyTestsSheetWidth = 560;
constexpr int failedListHeight = 170;
constexpr qint64 bytesOfMegabyte = 1024 * 1024;
constexpr qint64 limitsInMegabytes[] = {1, 5, 20, 100, 500};
constexpr int usualLimitIndex = 1;

} // namespace

ManyTestsDialog::ManyTestsDialog(const PageContext &context, RowsToTest rows, QWidget *parent)
    : SheetDialog(context.theme, {}, parent)
    , m_context(context)
    , m_toTest(std::move(rows))
{
    build();
    update();
    cancelButton()->setFocus();
}

ManyTestsDialog::ManyTestsDialog(const PageContext &context, QWidget *parent)
    : SheetDialog(context.theme, {}, parent)
    , m_context(context)
{
    m_toTest.areSubUsers = batch() != nullptr && batch()->isOfSubUsers();
    build();
    showBatch();
    cancelButton()->setFocus();
}

ManyTestsDialog::~ManyTestsDialog() = default;

void ManyTestsDialog::build()
{
    setObjectName(QStringLiteral("manyTestsDialog"));
    setSheetWidth(manyTestsSheetWidth);
    setCloseOnly(); // Enter sends nothing
    contentLayout()->setSpacing(12);
    m_cost = new Label(theme(), Role::Text, TextStyle::Body, this);
    m_cost->setObjectName(QStringLiteral("manyTestsCost"));
    m_cost->setWordWrap(true);
    contentLayout()->addWidget(m_cost);
    m_form = new ProxyTestForm(m_context, this);
    contentLayout()->addWidget(m_form);
    connect(m_form, &ProxyTestForm::changed, this, &ManyTestsDialog::update);
    buildLimit();
    buildProgress();
    buildButtons();
    connect(&m_context.account, &AccountSession::viewOnlyChanged, this, &ManyTestsDialog::update);
    connect(&desk(), &ProxyTestDesk::batchReplaced, this, [this] {
        if (m_isBegun && batch() != nullptr) {
            showBatch();
        } else if (m_isBegun) {
            reject();
        }
    });
}

void ManyTestsDialog::buildLimit()
{
    m_limitLine = new QWidget(this);
    auto *row = new QHBoxLayout(m_limitLine);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto *label = new Label(theme(), Role::Text, TextStyle::BodyBold,
                            tr("Stop when this much traffic was used"), m_limitLine);
    m_limit = new QComboBox(m_limitLine);
    m_limit->setObjectName(QStringLiteral("testLimit"));
    m_limit->setAccessibleName(label->text());
    label->setBuddy(m_limit); // Qt calls a box by its entry
    for (const qint64 megabytes : limitsInMegabytes) {
        m_limit->addItem(format::fileSize(megabytes * bytesOfMegabyte),
                         megabytes * bytesOfMegabyte);
    }
    m_limit->setCurrentIndex(usualLimitIndex);
    row->addWidget(label);
    row->addWidget(m_limit);
    row->addStretch(1);
    contentLayout()->addWidget(m_limitLine);
    connect(m_limit, &QComboBox::currentIndexChanged, this, &ManyTestsDialog::update);
}

void ManyTestsDialog::buildProgress()
{
    m_bar = new QProgressBar(this);
    m_bar->setObjectName(QStringLiteral("manyTestsBar"));
    m_bar->setAccessibleName(tr("Rows tested"));
    m_bar->setTextVisible(false);
    m_progress = new Label(theme(), Role::Text, TextStyle::Body, this);
    m_progress->setObjectName(QStringLiteral("manyTestsProgress"));
    m_progress->setWordWrap(true);
    m_frame = new Card(theme(), this);
    m_frame->setFixedHeight(failedListHeight);
    m_list = new QListView(m_frame);
    m_list->setObjectName(QStringLiteral("failedTests"));
    m_list->setAccessibleName(tr("Tests that failed"));
    m_failed = new FailedTestsModel(desk(), theme(), this);
    m_list->setModel(m_failed);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setFrameShape(QFrame::NoFrame);
    auto *framed = new QVBoxLayout(m_frame);
    framed->addWidget(m_list);
    m_frame->setFlush(true);
    contentLayout()->addWidget(m_bar);
    contentLayout()->addWidget(m_progress);
    contentLayout()->addWidget(m_frame);
    contentLayout()->addWidget(new WholeRowText(theme(), *m_list, this));
}

void ManyTestsDialog::buildButtons()
{
    m_start = addMainButton({}, "startTests");
    connect(m_start, &QPushButton::clicked, this, &ManyTestsDialog::start);
    m_pause = addFooterButton({}, "pauseTests");
    connect(m_pause, &QPushButton::clicked, this, &ManyTestsDialog::togglePause);
    m_cancelTests = addFooterButton(tr("Cancel tests"), "cancelTests");
    connect(m_cancelTests, &QPushButton::clicked, this, [this] {
        if (batch() != nullptr) {
            batch()->cancel();
            update();
            cancelButton()->setFocus(); // the button that had it is hidden
        }
    });
}

ProxyTestDesk &ManyTestsDialog::desk() const
{
    return m_context.account.proxyTests();
}

ProxyTestBatch *ManyTestsDialog::batch() const
{
    return desk().batch();
}

qint64 ManyTestsDialog::byteLimit() const
{
    return m_limit->currentData().toLongLong();
}

// ---- before the tests

void ManyTestsDialog::update()
{
    const bool hasBatch = m_isBegun && batch() != nullptr;
    m_form->setVisible(!m_isBegun);
    m_limitLine->setVisible(!m_isBegun);
    m_start->setVisible(!m_isBegun);
    m_bar->setVisible(hasBatch);
    m_progress->setVisible(hasBatch);
    const bool isOpen = hasBatch && batch()->isOpen();
    m_pause->setVisible(isOpen);
    m_cancelTests->setVisible(isOpen);
    m_frame->setVisible(hasBatch && m_failed->rowCount() > 0);
    if (hasBatch) {
        updateBatch();
    } else if (!m_isBegun) {
        updateBefore();
    }
}

void ManyTestsDialog::updateBefore()
{
    const auto rows = static_cast<qint64>(m_toTest.tested.size());
    const auto plural = static_cast<int>(rows);
    const qint64 tests = rows - m_toTest.withoutPassword;
    setTitle(m_toTest.areSubUsers
                 ? tr("Test %1 sub-users as customer", nullptr, plural).arg(format::count(rows))
                 : tr("Test %1 proxies", nullptr, plural).arg(format::count(rows)));
    const QString whyNot = whyNoTest(desk());
    m_cost->setText(whyNot.isEmpty() ? costText() : whyNot);
    m_start->setText(
        tr("Start %1 tests", nullptr, static_cast<int>(tests)).arg(format::count(tests)));
    m_start->setAccessibleName(m_start->text());
    m_start->setAccessibleDescription(whyNot);
    m_start->setToolTip(whyNot);
    m_start->setEnabled(whyNot.isEmpty() && tests > 0 && m_form->page().has_value());
}

QString ManyTestsDialog::costText() const
{
    const qint64 tests = static_cast<qint64>(m_toTest.tested.size()) - m_toTest.withoutPassword;
    const qint64 each = usualTestBytes(m_form->page().value_or(QUrl()));
    QStringList parts;
    parts.append((m_toTest.areSubUsers
                      ? tr("Each test loads about %1 (up to %2 if the page is large) and uses the "
                           "traffic of its customer: about %3 in all.")
                      : tr("Each test loads about %1 (up to %2 if the page is large) and uses the "
                           "traffic of its proxy: about %3 in all."))
                     .arg(format::fileSize(each), format::fileSize(largestTestPage),
                          format::fileSize(each * tests)));
    if (each * tests > byteLimit()) {
        const qint64 most = byteLimit() / each;
        parts.append(tr("With this limit, about %1 are tested.", nullptr, static_cast<int>(most))
                         .arg(format::count(most)));
    }
    if (m_toTest.withoutPassword > 0) {
        parts.append(tr("%1 are not tested: password unknown.", nullptr,
                        static_cast<int>(m_toTest.withoutPassword))
                         .arg(format::count(m_toTest.withoutPassword)));
    }
    return parts.join(u' ');
}

void ManyTestsDialog::start()
{
    const auto page = m_form->page();
    if (m_isBegun || !page) {
        return;
    }
    m_form->storePage();
    ProxyTestBatch::Plan plan{m_toTest.tested, m_form->protocol(), *page, byteLimit()};
    if (desk().startBatch(std::move(plan)) == nullptr && batch() == nullptr) {
        update();
        return;
    }
    showBatch(); // another one, if that was begun meanwhile
    m_pause->setFocus();
}

// ---- the tests

void ManyTestsDialog::showBatch()
{
    m_isBegun = true;
    m_shownEnd.reset();
    banner()->hide();
    m_failed->setBatch(batch());
    if (batch() != nullptr) {
        m_toTest = {{}, 0, batch()->isOfSubUsers()};
        connect(batch(), &ProxyTestBatch::changed, this, &ManyTestsDialog::update);
    }
    update();
}

void ManyTestsDialog::togglePause()
{
    if (batch() == nullptr) {
        return;
    }
    if (batch()->phase() == ProxyTestBatch::Phase::Paused) {
        batch()->resume();
    } else {
        batch()->pause();
    }
    update();
}

void ManyTestsDialog::updateBatch()
{
    const ProxyTestBatch &tests = *batch();
    const auto total = static_cast<qint64>(tests.rows().size());
    setTitle(tests.isOfSubUsers()
                 ? tr("Tests of %1 sub-users as customer", nullptr, static_cast<int>(total))
                       .arg(format::count(total))
                 : tr("Tests of %1 proxies", nullptr, static_cast<int>(total))
                       .arg(format::count(total)));
    const bool isPaused = tests.phase() == ProxyTestBatch::Phase::Paused;
    const QString limit = format::fileSize(tests.byteLimit());
    m_cost->setText(
        isPaused ? tr("The tests are paused. They stop when about %1 were used.").arg(limit)
        : tests.isOpen()
            ? tr("You can close this dialog: the tests go on. They stop when about %1 were used.")
                  .arg(limit)
            : tr("The tests used about %1 of traffic.").arg(format::fileSize(tests.bytes())));
    m_pause->setText(isPaused ? tr("Continue") : tr("Pause"));
    m_pause->setAccessibleName(isPaused ? tr("Continue the tests") : tr("Pause the tests"));
    const qint64 waiting =
        tests.count(ProxyTestBatch::State::Waiting) + tests.count(ProxyTestBatch::State::Running);
    m_bar->setRange(0, static_cast<int>(total));
    m_bar->setValue(static_cast<int>(total - waiting));
    m_progress->setText(progressText());
    showEnd();
}

QString ManyTestsDialog::progressText() const
{
    const ProxyTestBatch &tests = *batch();
    const qint64 failed = tests.count(ProxyTestBatch::State::Failed);
    QStringList parts{tr("%1 of %2 tested")
                          .arg(format::count(tests.tested()))
                          .arg(format::count(static_cast<qint64>(tests.rows().size())))};
    parts.append(tr("%1 failed", nullptr, static_cast<int>(failed)).arg(format::count(failed)));
    if (const QString notTested = notTestedText(); !notTested.isEmpty()) {
        parts.append(notTested);
    }
    if (tests.isOpen()) {
        parts.append(tr("about %1 used").arg(format::fileSize(tests.bytes())));
    }
    return parts.join(tr(" · ", "between two facts"));
}

QString ManyTestsDialog::notTestedText() const
{
    QStringList parts;
    if (const qint64 unknown = batch()->count(ProxyTestBatch::State::PasswordUnknown)) {
        parts.append(tr("%1 not tested: password unknown", nullptr, static_cast<int>(unknown))
                         .arg(format::count(unknown)));
    }
    if (const qint64 gone = batch()->count(ProxyTestBatch::State::Gone)) {
        parts.append(tr("%1 not tested: removed meanwhile", nullptr, static_cast<int>(gone))
                         .arg(format::count(gone)));
    }
    return parts.join(tr(" · ", "between two facts"));
}

void ManyTestsDialog::showEnd()
{
    ProxyTestBatch &tests = *batch();
    if (m_shownEnd == tests.phase() || tests.isOpen()) {
        return;
    }
    m_shownEnd = tests.phase();
    banner()->clearLinks();
    const qint64 failed = tests.count(ProxyTestBatch::State::Failed);
    const qint64 left = tests.count(ProxyTestBatch::State::Waiting);
    const QString untested =
        tr("%1 were not tested yet.", nullptr, static_cast<int>(left)).arg(format::count(left));
    switch (tests.phase()) {
    case ProxyTestBatch::Phase::Running:
    case ProxyTestBatch::Phase::Paused:
        return;
    case ProxyTestBatch::Phase::Finished:
        if (failed > 0) {
            banner()->setMessage(Tone::Warning,
                                 tr("%1 tests failed.", nullptr, static_cast<int>(failed))
                                     .arg(format::count(failed)),
                                 tr("The list says why."));
        } else if (tests.tested() > 0) {
            banner()->setMessage(Tone::Good, tr("All that were tested work."));
        } else {
            banner()->setMessage(Tone::Warning, tr("Nothing was tested."),
                                 tr("Load the credentials first: refresh the list."));
        }
        break;
    case ProxyTestBatch::Phase::Cancelled:
        banner()->setMessage(
            Tone::Accent, tr("The tests were cancelled."),
            QString(untested % u' ' % tr("What was sent until then may count as traffic.")));
        break;
    case ProxyTestBatch::Phase::LimitReached: {
        banner()->setMessage(
            Tone::Warning,
            tr("The limit of %1 is reached.").arg(format::fileSize(tests.byteLimit())), untested);
        auto *more =
            banner()->addLink(tr("Continue with as much again"), QStringLiteral("raiseTestLimit"));
        connect(more, &QPushButton::clicked, this, [this] {
            batch()->raiseLimit();
            m_shownEnd.reset();
            banner()->hide();
            update();
            m_pause->setFocus(); // the link that had it is hidden
        });
        break;
    }
    case ProxyTestBatch::Phase::ViewOnly:
        banner()->setMessage(Tone::Warning, tr("The tests were stopped."),
                             QString(whyNoTest(desk()) % u' ' % untested).trimmed());
        break;
    }
    if (failed > 0) {
        auto *show = banner()->addLink(tr("Show in the table"), QStringLiteral("showFailedTests"));
        connect(show, &QPushButton::clicked, this, [this] {
            Q_EMIT failedWanted();
            reject();
        });
    }
    banner()->show();
    if (!cancelButton()->hasFocus() && focusWidget() != m_list) {
        cancelButton()->setFocus();
    }
}

} // namespace relaybook
