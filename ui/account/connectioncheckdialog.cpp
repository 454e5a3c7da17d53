// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/connectioncheckdialog.h"

#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"
#include "ui/widgets/plaintext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int checkSheetWidth = 560;
constexpr int stepGap = 10;
constexpr int verdictGap = 1;
constexpr int stateMarkRoom = 26;

struct StepLook
{
    Icon icon;
    Role role;
    QString word;
};

StepLook lookOfStep(ConnectionStep::State state)
{
    switch (state) {
    case ConnectionStep::Waiting:
        return {Icon::Minus, Role::DisabledText, ConnectionCheckDialog::tr("waiting", "a step")};
    case ConnectionStep::Running:
        return {Icon::Clock, Role::Accent, ConnectionCheckDialog::tr("running", "a step")};
    case ConnectionStep::Good:
        return {Icon::Good, Role::Good, ConnectionCheckDialog::tr("good", "a step")};
    case ConnectionStep::Warning:
        return {Icon::Warning, Role::Warning, ConnectionCheckDialog::tr("warning", "a step")};
    case ConnectionStep::Bad:
        return {Icon::Bad, Role::Bad, ConnectionCheckDialog::tr("failed", "a step")};
    case ConnectionStep::Skipped:
        return {Icon::Minus, Role::QuietText, ConnectionCheckDialog::tr("skipped", "a step")};
    }
    return {Icon::Minus, Role::QuietText, {}};
}

bool hasStepIn(const std::vector<ConnectionStep> &steps, ConnectionStep::State state)
{
    return std::any_of(steps.begin(), steps.end(),
                       [state](const ConnectionStep &step) { return step.state == state; });
}

} // namespace

QString connectionStepSentence(const ConnectionStep &step)
{
    const QString state = lookOfStep(step.state).word;
    return step.verdict.isEmpty()
               ? ConnectionCheckDialog::tr("%1: %2.", "step and state").arg(step.title, state)
               : ConnectionCheckDialog::tr("%1: %2. %3", "step, state and verdict")
                     .arg(step.title, state, step.verdict);
}

CheckStepLine::CheckStepLine(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_title(new Label(theme, Role::Text, TextStyle::BodyBold, this))
    , m_verdict(new Label(theme, Role::QuietText, TextStyle::Body, this))
{
    m_title->setObjectName(QStringLiteral("stepTitle"));
    m_title->setWordWrap(true);
    m_verdict->setObjectName(QStringLiteral("stepVerdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setSelectable(true);
    m_verdict->setFocusPolicy(Qt::ClickFocus);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(stateMarkRoom, 0, 0, 0);
    column->setSpacing(verdictGap);
    column->addWidget(m_title);
    column->addWidget(m_verdict);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void CheckStepLine::show(const ConnectionStep &step)
{
    m_step = step;
    setObjectName(QStringLiteral("step-") % step.name);
    setAccessibleName(connectionStepSentence(step));
    const bool isAhead =
        step.state == ConnectionStep::Waiting || step.state == ConnectionStep::Skipped;
    m_title->setText(step.title);
    m_title->setRole(isAhead ? Role::QuietText : Role::Text);
    m_verdict->setText(step.verdict);
    m_verdict->setAccessibleName(connectionStepSentence(step));
    const bool isProblem =
        step.state == ConnectionStep::Bad || step.state == ConnectionStep::Warning;
    m_verdict->setRole(isProblem ? Role::Text : Role::QuietText);
    m_verdict->setVisible(!step.verdict.isEmpty());
    update();
}

void CheckStepLine::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const QRect first(0, m_title->y(), metric::iconSize(fontMetrics()),
                      QFontMetrics(m_theme.font(TextStyle::BodyBold)).height());
    const StepLook look = lookOfStep(m_step.state);
    m_theme.paintIcon(painter, QStyle::visualRect(layoutDirection(), rect(), first), look.icon,
                      look.role);
}

ConnectionCheckDialog::ConnectionCheckDialog(const Theme &theme, const QString &place,
                                             QWidget *parent)
    : SheetDialog(theme, tr("Connection check"), parent)
{
    setObjectName(QStringLiteral("connectionCheckDialog"));
    setSheetWidth(checkSheetWidth);
    setSubtitle(plainLine(place));
    build();
    setCloseOnly();
    showSteps({}, false);
    cancelButton()->setFocus();
}

void ConnectionCheckDialog::build()
{
    auto *card = new Card(theme(), this);
    m_lines = card->addInsetColumn();
    m_lines->setSpacing(stepGap);
    contentLayout()->addWidget(card);
    m_copy = addFooterButton(tr("Copy report"), "copyReport");
    m_again = addFooterButton(tr("Check again"), "checkAgain");
    connect(m_copy, &QPushButton::clicked, this, &ConnectionCheckDialog::copyReport);
    connect(m_again, &QPushButton::clicked, this, &ConnectionCheckDialog::pressMainButton);
}

void ConnectionCheckDialog::showSteps(const std::vector<ConnectionStep> &steps, bool isRunning)
{
    while (m_steps.size() > steps.size()) {
        delete m_steps.back();
        m_steps.pop_back();
    }
    while (m_steps.size() < steps.size()) {
        m_steps.push_back(new CheckStepLine(theme(), this));
        m_lines->addWidget(m_steps.back());
        m_steps.back()->show();
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
        m_steps.at(i)->show(steps.at(i));
    }
    m_isRunning = isRunning;
    const QString again = isRunning ? tr("Stop") : tr("Check again");
    m_again->setText(again);
    m_again->setAccessibleName(again);
    m_copy->setEnabled(!isRunning && !m_report.isEmpty());
    updateSummary(steps);
}

void ConnectionCheckDialog::updateSummary(const std::vector<ConnectionStep> &steps)
{
    if (m_isRunning || steps.empty()) {
        banner()->hide();
        return;
    }
    if (m_isStopped) {
        banner()->setMessage(Tone::Accent, tr("The check was stopped."));
    } else if (hasStepIn(steps, ConnectionStep::Bad)) {
        banner()->setMessage(Tone::Bad, tr("The connection does not work."),
                             tr("The step that failed says what to do."));
    } else if (hasStepIn(steps, ConnectionStep::Warning)) {
        banner()->setMessage(Tone::Warning, tr("The connection works, with a warning."));
    } else {
        banner()->setMessage(Tone::Good, tr("The connection works."));
    }
    banner()->show();
}

void ConnectionCheckDialog::setReport(const QString &report)
{
    m_report = report;
    m_copy->setEnabled(!m_isRunning && !report.isEmpty());
}

void ConnectionCheckDialog::copyReport()
{
    QGuiApplication::clipboard()->setText(m_report);
    setFooterNote(tr("Copied."));
}

void ConnectionCheckDialog::pressMainButton()
{
    setFooterNote({});
    m_isStopped = m_isRunning;
    if (m_isRunning) {
        Q_EMIT cancelRequested();
    } else {
        Q_EMIT checkAgainRequested();
    }
}

} // namespace relaybook
