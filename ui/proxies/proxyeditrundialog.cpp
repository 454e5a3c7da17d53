// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/proxyeditrundialog.h"

#include "models/account/proxyeditrun.h"
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/batchresults.h"
#include "ui/proxies/manyproxychanges.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

using RowState = BatchRun::State;

constexpr int editRunWidth = 620;

struct EditRunWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ProxyEditRunDialog)
};

int editedNumber(qint64 count)
{
    return static_cast<int>(count);
}

QString proxyEditsFailedText(const ProxyEditRun &run)
{
    QStringList parts;
    const qint64 notChanged = run.count(RowState::Failed) + run.count(RowState::Gone);
    if (notChanged > 0) {
        parts.append(
            EditRunWords::tr("%1 proxies were not changed.", nullptr, editedNumber(notChanged))
                .arg(format::count(notChanged)));
    }
    if (const qint64 unknown = run.count(RowState::Unknown); unknown > 0) {
        parts.append(EditRunWords::tr("It is not known whether %1 proxies were changed.", nullptr,
                                      editedNumber(unknown))
                         .arg(format::count(unknown)));
    }
    return parts.join(u' ');
}

} // namespace

qint64 proxyEditsFailed(const ProxyEditRun &run)
{
    return run.count(RowState::Failed) + run.count(RowState::Gone) + run.count(RowState::Unknown);
}

QString proxyEditProgress(const ProxyEditRun &run)
{
    const qint64 done = run.count(RowState::Done) + run.count(RowState::Unchanged);
    QStringList parts{
        EditRunWords::tr("%2 of %1 proxies changed", nullptr, editedNumber(run.size()))
            .arg(format::count(run.size()))
            .arg(format::count(done))};
    if (run.isUndo()) {
        parts.front() =
            EditRunWords::tr("%2 of %1 proxies changed back", nullptr, editedNumber(run.size()))
                .arg(format::count(run.size()))
                .arg(format::count(done));
    }
    const qint64 notChanged = run.count(RowState::Failed) + run.count(RowState::Gone);
    if (notChanged > 0) {
        parts.append(EditRunWords::tr("%1 not changed", "proxies").arg(format::count(notChanged)));
    }
    if (run.count(RowState::Unknown) > 0) {
        parts.append(EditRunWords::tr("%1 not known", "proxies")
                         .arg(format::count(run.count(RowState::Unknown))));
    }
    if (run.count(RowState::Changed) > 0) {
        parts.append(EditRunWords::tr("%1 changed elsewhere", "proxies")
                         .arg(format::count(run.count(RowState::Changed))));
    }
    if (run.count(RowState::Skipped) > 0) {
        parts.append(EditRunWords::tr("%1 not sent", "changes of proxies")
                         .arg(format::count(run.count(RowState::Skipped))));
    }
    return parts.join(QStringLiteral(" · "));
}

QString proxyEditsNotSent(const ProxyEditRun &run)
{
    const qint64 waiting = run.count(RowState::Waiting);
    if (waiting == 0) {
        return EditRunWords::tr("It is not known whether %1 proxies were changed.", nullptr,
                                editedNumber(run.count(RowState::Unknown)))
            .arg(format::count(run.count(RowState::Unknown)));
    }
    return EditRunWords::tr("%2 of %1 changes of proxies were not sent.", nullptr,
                            editedNumber(run.size()))
        .arg(format::count(run.size()))
        .arg(format::count(waiting));
}

ProxyEditRunDialog::ProxyEditRunDialog(const PageContext &context, QWidget *parent)
    : ActionDialog(context.theme, tr("Changes of proxies"), TokenKind::Personal, parent)
    , m_account(context.account)
    , m_run(context.account.proxyEdits())
    , m_progress(new Label(context.theme, Role::Text, TextStyle::Body, this))
    , m_time(new Label(context.theme, Role::QuietText, TextStyle::Body, this))
    , m_results(new BatchResults(
          m_run, [this](qint64 row) { return proxyEditText(m_run, row); }, context.theme,
          QStringLiteral("editResults"), tr("Result for each proxy"), this))
    , m_cancelRest(addFooterButton(tr("Cancel the rest"), "cancelEdits"))
    , m_undo(addFooterButton(tr("Undo"), "undoEdits"))
{
    setObjectName(QStringLiteral("proxyEditRunDialog"));
    setSheetWidth(editRunWidth);
    setSubmitKeys(SubmitKeys::None);
    setCancelText(tr("Close"));
    build();
    connect(&m_run, &BatchRun::rowChanged, this, &ProxyEditRunDialog::showProgress);
    connect(&m_run, &BatchRun::changed, this, &ProxyEditRunDialog::showState);
    connect(&m_account, &AccountSession::viewOnlyChanged, this, &ProxyEditRunDialog::updateButtons);
    connect(m_cancelRest, &QPushButton::clicked, this, [this] { m_run.cancel(); });
    connect(m_undo, &QPushButton::clicked, this, [this] { m_run.undo(); });
    showState();
}

ProxyEditRunDialog::~ProxyEditRunDialog() = default;

void ProxyEditRunDialog::build()
{
    m_progress->setObjectName(QStringLiteral("editProgress"));
    m_progress->setWordWrap(true);
    m_time->setObjectName(QStringLiteral("editTimeLeft"));
    m_time->setWordWrap(true);
    QVBoxLayout *column = contentLayout();
    column->addWidget(m_progress);
    column->addWidget(m_time);
    column->addWidget(m_results);
}

ProxyEditRunDialog::MainAction ProxyEditRunDialog::mainAction() const
{
    if (m_run.isRunning()) {
        return MainAction::Pause;
    }
    if (m_run.count(RowState::Waiting) > 0) {
        return MainAction::Continue;
    }
    return m_run.left() > 0 ? MainAction::Retry : MainAction::Nothing;
}

void ProxyEditRunDialog::showState()
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

void ProxyEditRunDialog::showProgress()
{
    m_progress->setText(proxyEditProgress(m_run));
    const qint64 waiting = m_run.count(RowState::Waiting) + m_run.count(RowState::Running);
    m_time->setVisible(waiting > 0);
    m_time->setText(
        m_run.isStopping()
            ? tr("The change that is on its way ends first.")
            : tr("The rest takes %1.")
                  .arg(format::duration(
                      std::chrono::duration_cast<std::chrono::seconds>(m_run.timeFor(waiting)))));
}

void ProxyEditRunDialog::updateButtons()
{
    const QString why = whyNoChange(m_account, Area::Proxies);
    const bool isOpen = m_run.isRunning() || m_run.count(RowState::Waiting) > 0;
    m_cancelRest->setVisible(isOpen);
    m_cancelRest->setEnabled(!m_run.isStopping());
    m_undo->setVisible(!isOpen && m_run.canUndo());
    m_undo->setEnabled(why.isEmpty());
    m_undo->setToolTip(why);
    m_undo->setAccessibleDescription(why);
    showMain();
    const bool isPause = mainAction() == MainAction::Pause;
    submitButton()->setVisible(mainAction() != MainAction::Nothing);
    submitButton()->setEnabled(isPause ? !m_run.isStopping() : why.isEmpty());
    submitButton()->setToolTip(isPause ? QString() : why);
    submitButton()->setAccessibleDescription(submitButton()->toolTip());
}

void ProxyEditRunDialog::showMain()
{
    switch (mainAction()) {
    case MainAction::Pause:
        setSubmitText(tr("Pause"), tr("Pause"));
        break;
    case MainAction::Continue:
        setSubmitText(tr("Continue"), tr("Continue"));
        break;
    case MainAction::Retry:
    case MainAction::Nothing: {
        const bool isUnknownOnly = m_run.count(RowState::Failed) == 0;
        const QString text = isUnknownOnly
                                 ? tr("Check %1 again", nullptr, editedNumber(m_run.left()))
                                       .arg(format::count(m_run.left()))
                                 : tr("Try %1 again", nullptr, editedNumber(m_run.left()))
                                       .arg(format::count(m_run.left()));
        setSubmitText(text, text);
        break;
    }
    }
}

void ProxyEditRunDialog::startSubmit()
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

void ProxyEditRunDialog::showOutcome()
{
    if (const auto &stopped = m_run.stoppedBy()) {
        showError(*stopped);
        m_results->selectFirst(RowState::Failed);
        return;
    }
    if (m_run.count(RowState::Changed) > 0) {
        askAboutChanged();
        return;
    }
    const qint64 failed = proxyEditsFailed(m_run);
    if (m_run.count(RowState::Waiting) > 0) {
        showMessage(Tone::Accent, proxyEditsNotSent(m_run),
                    tr("They are kept until you continue or cancel them."));
    } else if (failed > 0) {
        showMessage(Tone::Warning, proxyEditsFailedText(m_run),
                    m_run.count(RowState::Gone) > 0
                        ? tr("The list says why.")
                        : tr("The list says why. Only these are tried again."));
        if (!m_results->selectFirst(RowState::Failed)) {
            m_results->selectFirst(RowState::Unknown);
        }
    }
}

void ProxyEditRunDialog::askAboutChanged()
{
    const qint64 changed = m_run.count(RowState::Changed);
    showMessage(Tone::Warning,
                tr("%1 proxies were changed elsewhere meanwhile.", nullptr, editedNumber(changed))
                    .arg(format::count(changed)),
                m_run.isUndo() ? tr("Nothing was sent for them. The list shows their values.")
                               : tr("Nothing was sent for them. The list shows their values: "
                                    "change them anyway?"));
    if (!m_run.isUndo()) {
        auto *anyway = banner()->addLink(tr("Change anyway"), QStringLiteral("changeAnyway"));
        anyway->setEnabled(whyNoChange(m_account, Area::Proxies).isEmpty());
        connect(
            anyway, &QPushButton::clicked, this, [this] { m_run.changeAnyway(); },
            Qt::QueuedConnection); // it removes this button
    }
    auto *leave = banner()->addLink(tr("Leave them"), QStringLiteral("leaveChanged"));
    connect(
        leave, &QPushButton::clicked, this, [this] { m_run.leaveChanged(); }, Qt::QueuedConnection);
    m_results->selectFirst(RowState::Changed);
}

} // namespace relaybook
