// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/storedrunbanner.h"

#include <utility>

namespace relaybook {

StoredRunBanner::StoredRunBanner(const Theme &theme, StoredRun &run,
                                 std::unique_ptr<StoredRunTexts> texts, const QString &name,
                                 QWidget *parent)
    : Banner(theme, Shape::Inline, parent)
    , m_run(run)
    , m_texts(std::move(texts))
    , m_name(name.left(1).toUpper() % name.mid(1) % u's')
{
    setObjectName(QString(name % QLatin1String("RunBanner")));
    hide();
    connect(this, &Banner::dismissed, this, [this] { m_run.discard(); });
    connect(&m_run, &BatchRun::changed, this, &StoredRunBanner::showRun);
    connect(&m_run, &BatchRun::rowChanged, this, [this] {
        if (m_run.isRunning()) {
            setMessage(Tone::Accent, m_texts->progress());
        }
    });
}

StoredRunBanner::~StoredRunBanner() = default;

void StoredRunBanner::setLinksAtEnd(std::function<void()> add)
{
    m_addLinksAtEnd = std::move(add);
    showRun();
}

void StoredRunBanner::addShow(const QString &text, const QString &name)
{
    connect(addLink(text, name + m_name), &QPushButton::clicked, this,
            &StoredRunBanner::dialogWanted);
}

/// A link that removes itself.
QPushButton *StoredRunBanner::addLater(const QString &text, const QString &name,
                                       std::function<void()> act)
{
    QPushButton *link = addLink(text, name + m_name);
    connect(link, &QPushButton::clicked, this, std::move(act), Qt::QueuedConnection);
    return link;
}

void StoredRunBanner::askToDiscard()
{
    setMessage(Tone::Warning, tr("Discard the rest?"),
               tr("What was not sent is not sent any more, and results that are not known are not "
                  "looked up. What was done stays."));
    addLater(tr("Discard"), QStringLiteral("reallyDiscard"), [this] { m_run.discard(); });
    // Where “Discard…” was, so that a double click keeps it.
    m_keep = addLater(tr("Keep it"), QStringLiteral("keep"), [this] {
        m_asksToDiscard = false;
        showRun();
    });
}

void StoredRunBanner::showRun()
{
    clearLinks();
    setDismissible(false);
    setVisible(m_run.size() > 0);
    m_asksToDiscard = m_asksToDiscard && m_run.size() > 0 && m_run.isLeftOver();
    if (m_run.size() == 0) {
        return;
    }
    if (m_asksToDiscard) {
        askToDiscard();
        return;
    }
    const bool isUnsent = m_run.count(BatchRun::State::Waiting) > 0;
    if (m_run.isRunning()) {
        setMessage(Tone::Accent, m_texts->progress());
        addShow(tr("Show"), QStringLiteral("show"));
    } else if (m_run.isLeftOver()) {
        setMessage(Tone::Warning, isUnsent ? m_texts->notSent() : m_texts->notDone(),
                   tr("Relaybook was closed before."));
        addShow(tr("Continue…"), QStringLiteral("continue"));
        addLater(tr("Discard…"), QStringLiteral("discard"), [this] {
            m_asksToDiscard = true;
            showRun();
            if (m_keep) {
                m_keep->setFocus(Qt::OtherFocusReason); // which this link had
            }
        });
    } else if (isUnsent || m_run.count(BatchRun::State::Changed) > 0) {
        setMessage(Tone::Warning, m_run.count(BatchRun::State::Changed) > 0
                                      ? m_texts->changedElsewhere()
                                      : m_texts->notSent());
        addShow(tr("Show"), QStringLiteral("show"));
    } else {
        setMessage(m_texts->notDone().isEmpty() ? Tone::Good : Tone::Warning, m_texts->progress());
        setDismissible(true);
        addShow(tr("Show"), QStringLiteral("show"));
        if (m_addLinksAtEnd) {
            m_addLinksAtEnd();
        }
    }
}

} // namespace relaybook
