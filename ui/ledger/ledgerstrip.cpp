// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerstrip.h"

#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

// A check that takes less time is not shown, because it would only flicker.
constexpr std::chrono::milliseconds checkingAfter{400};

bool hasOthers(const LedgerCheckResult &verdict)
{
    return verdict.rewritten > 0 || verdict.vanished > 0 || verdict.spoiled > 0 ||
           verdict.unreadable > 0;
}

} // namespace

LedgerStrip::LedgerStrip(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_banner(new Banner(theme, Banner::Shape::Inline, this))
{
    setObjectName(QStringLiteral("ledgerStrip"));
    m_banner->setObjectName(QStringLiteral("ledgerBanner"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_banner);
    m_delay.setSingleShot(true);
    m_delay.setInterval(checkingAfter);
    connect(&m_delay, &QTimer::timeout, this, &LedgerStrip::showNow);
    hide();
}

void LedgerStrip::setQuiet(bool quiet)
{
    if (quiet != m_quiet) {
        m_quiet = quiet;
        showFacts();
    }
}

void LedgerStrip::setFacts(const CheckResultFacts &facts)
{
    if (facts != m_facts) {
        m_facts = facts;
        showFacts();
    }
}

void LedgerStrip::showFacts()
{
    if (m_quiet) {
        m_delay.stop();
        hide();
        return;
    }
    const bool waits = m_facts.verdict.state == LedgerCheckResult::Checking && !m_facts.readsAgain;
    if (!waits) {
        m_delay.stop();
        showNow();
    } else if (!m_delay.isActive()) {
        m_delay.start();
    }
}

void LedgerStrip::showNow()
{
    const CheckResultTexts words = checkResultTexts(m_facts);
    m_banner->setMessage(words.tone, words.lead, words.text);
    const QStringList wanted = linksWanted();
    // Unchanged links are not replaced, so that they keep the focus and react to the mouse.
    if (wanted != m_links) {
        m_links = wanted;
        const bool hadFocus = isAncestorOf(focusWidget());
        m_banner->clearLinks();
        addLinks();
        if (auto *first = m_banner->findChild<QPushButton *>(m_links.value(0)); hadFocus && first) {
            first->setFocus(Qt::OtherFocusReason);
        }
    }
    setVisible(true);
}

QStringList LedgerStrip::linksWanted() const
{
    const LedgerCheckResult &verdict = m_facts.verdict;
    QStringList links;
    const auto sync = [this, &links] {
        if (m_facts.sync.state == LedgerProgress::Running) {
            links.append(QStringLiteral("pauseReading"));
        } else if (!m_facts.offline && m_facts.sync.state != LedgerProgress::Waiting &&
                   m_facts.sync.state != LedgerProgress::Complete) {
            links.append(QStringLiteral("goOnReading"));
        }
    };
    switch (verdict.state) {
    case LedgerCheckResult::NeverChecked:
        if (m_facts.sync.state != LedgerProgress::Complete) {
            sync();
            break;
        }
        links.append(QStringLiteral("checkNow"));
        break;
    case LedgerCheckResult::Checking:
        if (m_facts.readsAgain) {
            sync();
        }
        links.append(QStringLiteral("cancelCheck"));
        if ((m_facts.before == LedgerCheckResult::Broken ||
             m_facts.before == LedgerCheckResult::Unclear) &&
            !m_facts.open.breaks.empty()) {
            links.append(QStringLiteral("showBreak"));
        }
        break;
    case LedgerCheckResult::Incomplete:
        sync();
        break;
    case LedgerCheckResult::Consistent:
        break;
    case LedgerCheckResult::Unclear:
    case LedgerCheckResult::Broken:
        if (!m_facts.open.breaks.empty()) {
            links.append(QStringLiteral("showBreak"));
        }
        if (verdict.state == LedgerCheckResult::Broken) {
            links.append(QStringLiteral("saveEvidence"));
        }
        break;
    }
    if (verdict.state != LedgerCheckResult::Checking &&
        (verdict.breakCount > 0 || hasOthers(verdict))) {
        links.append(QStringLiteral("showFindings"));
    }
    return links;
}

void LedgerStrip::addLinks()
{
    for (const QString &name : std::as_const(m_links)) {
        if (name == QLatin1String("pauseReading")) {
            addLink(tr("Pause"), name, &LedgerStrip::pauseWanted);
        } else if (name == QLatin1String("goOnReading")) {
            addLink(tr("Resume"), name, &LedgerStrip::goOnWanted);
        } else if (name == QLatin1String("checkNow")) {
            addLink(tr("Check now"), name, &LedgerStrip::checkWanted);
        } else if (name == QLatin1String("cancelCheck")) {
            addLink(tr("Cancel"), name, &LedgerStrip::cancelWanted);
        } else if (name == QLatin1String("showBreak")) {
            auto *link = m_banner->addLink(tr("Show"), name);
            connect(link, &QPushButton::clicked, this,
                    [this] { Q_EMIT showBreakWanted(m_facts.open.breaks.front()); });
        } else if (name == QLatin1String("saveEvidence")) {
            addLink(tr("Save evidence…"), name, &LedgerStrip::evidenceWanted);
        } else {
            addLink(tr("All findings…"), name, &LedgerStrip::findingsWanted);
        }
    }
}

void LedgerStrip::addLink(const QString &text, const QString &name, void (LedgerStrip::*signal)())
{
    connect(m_banner->addLink(text, name), &QPushButton::clicked, this, signal);
}

} // namespace relaybook
