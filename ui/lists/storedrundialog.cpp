// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/storedrundialog.h"

#include "models/text/format.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/batchresults.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace relaybook {

namespace {

constexpr int storedRunWidth = 620;

} // namespace

StoredRunDialog::StoredRunDialog(const PageContext &context, const QString &title, Area area,
                                 StoredRun &run, std::unique_ptr<StoredRunTexts> texts,
                                 const QString &results, QWidget *parent)
    : ActionDialog(context.theme, title, tokenServing(area), parent)
    , m_account(context.account)
    , m_area(area)
    , m_run(run)
    , m_texts(std::move(texts))
    , m_progress(new Label(context.theme, Role::Text, TextStyle::Body, this))
    , m_time(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_results(new BatchResults(
          m_run, [this](qint64 row) { return m_texts->row(row); }, context.theme,
          QStringLiteral("runResults"), results, this))
    , m_cancelRest(addFooterButton(tr("Cancel the rest"), "cancelRest"))
{
    setSheetWidth(storedRunWidth);
    setSubmitKeys(SubmitKeys::None);
    setCancelText(tr("Close"));
    m_progress->setObjectName(QStringLiteral("runProgress"));
    m_progress->setWordWrap(true);
    m_time->setObjectName(QStringLiteral("runTimeLeft"));
    m_time->setWordWrap(true);
    QVBoxLayout *column = contentLayout();
    column->addWidget(m_progress);
    column->addWidget(m_time);
    column->addWidget(m_results);
}

StoredRunDialog::~StoredRunDialog() = default;

void StoredRunDialog::begin()
{
    connect(&m_run, &BatchRun::rowChanged, this, &StoredRunDialog::showProgress);
    connect(&m_run, &BatchRun::changed, this, &StoredRunDialog::showState);
    connect(&m_account, &AccountSession::viewOnlyChanged, this, [this] { updateButtons(); });
    connect(m_cancelRest, &QPushButton::clicked, this, [this] { m_run.cancel(); });
    showState();
}

QString StoredRunDialog::whyNot() const
{
    return whyNoChange(m_account, m_area);
}

StoredRunDialog::MainAction StoredRunDialog::mainAction() const
{
    if (m_run.isRunning()) {
        return MainAction::Pause;
    }
    if (m_run.count(BatchRun::State::Waiting) > 0) {
        return MainAction::Continue;
    }
    return m_run.left() > 0 ? MainAction::Retry : MainAction::Nothing;
}

void StoredRunDialog::showState()
{
    setSubtitle(m_run.isRunning() ? tr("You can close this: it goes on in the background.")
                                  : QString());
    showProgress();
    updateButtons();
    hideMessage();
    if (!m_run.isRunning()) {
        showOutcome();
    }
}

void StoredRunDialog::showProgress()
{
    m_progress->setText(m_texts->progress());
    const qint64 waiting =
        m_run.count(BatchRun::State::Waiting) + m_run.count(BatchRun::State::Running);
    // The service may answer more slowly than its limit allows.
    const auto time =
        std::max(m_run.timeFor(waiting),
                 m_run.timeAtThisPace(waiting).value_or(std::chrono::milliseconds::zero()));
    m_time->setVisible(waiting > 0);
    m_time->setText(
        m_run.isStopping()
            ? tr("What is on its way ends first.")
            : tr("The rest takes %1.")
                  .arg(format::duration(std::chrono::duration_cast<std::chrono::seconds>(time))));
}

void StoredRunDialog::updateButtons()
{
    const QString why = whyNot();
    m_cancelRest->setVisible(m_run.isRunning() || m_run.count(BatchRun::State::Waiting) > 0);
    m_cancelRest->setEnabled(!m_run.isStopping());
    showMain();
    const bool isPause = mainAction() == MainAction::Pause;
    submitButton()->setVisible(mainAction() != MainAction::Nothing);
    submitButton()->setEnabled(isPause ? !m_run.isStopping() : why.isEmpty());
    submitButton()->setToolTip(isPause ? QString() : why);
    submitButton()->setAccessibleDescription(submitButton()->toolTip());
}

void StoredRunDialog::showMain()
{
    const auto left = static_cast<int>(m_run.left());
    QString text;
    switch (mainAction()) {
    case MainAction::Pause:
        text = tr("Pause");
        break;
    case MainAction::Continue:
        text = tr("Continue");
        break;
    case MainAction::Retry:
    case MainAction::Nothing:
        text = m_run.count(BatchRun::State::Failed) == 0
                   ? tr("Check %1 again", nullptr, left).arg(format::count(left))
                   : tr("Try %1 again", nullptr, left).arg(format::count(left));
        break;
    }
    setSubmitText(text, text);
}

void StoredRunDialog::startSubmit()
{
    const MainAction action = mainAction();
    fail(); // the work is not this dialog's
    switch (action) {
    case MainAction::Pause:
        m_run.stop();
        break;
    case MainAction::Continue:
        m_run.resume();
        break;
    case MainAction::Retry:
        m_run.retry();
        break;
    case MainAction::Nothing:
        break;
    }
}

void StoredRunDialog::showOutcome()
{
    if (const auto &stopped = m_run.stoppedBy()) {
        showError(*stopped);
        m_results->selectFirst(BatchRun::State::Failed);
    } else if (m_run.count(BatchRun::State::Waiting) > 0) {
        showMessage(Tone::Accent, m_texts->notSent(),
                    tr("They are kept until you continue or cancel them."));
    } else if (const QString notDone = m_texts->notDone(); !notDone.isEmpty()) {
        showMessage(Tone::Warning, notDone, m_texts->aboutNotDone());
        if (!m_results->selectFirst(BatchRun::State::Failed)) {
            m_results->selectFirst(BatchRun::State::Unknown);
        }
    }
}

} // namespace relaybook
