// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/searchproblems.h"

#include "ui/theme/theme.h"

namespace relaybook {

SearchProblems::SearchProblems(const Theme &theme, QWidget *parent)
    : Label(theme, Role::Warning, TextStyle::Body, parent)
{
    constexpr std::chrono::milliseconds typingPause{600};
    setObjectName(QStringLiteral("searchProblems"));
    setWordWrap(true);
    hide();
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(&m_pause, &QTimer::timeout, this, &SearchProblems::showProblems);
}

void SearchProblems::setProblems(const QStringList &problems)
{
    m_problems = problems;
    if (problems.isEmpty()) {
        m_pause.stop();
        showProblems();
    } else {
        m_pause.start();
    }
}

void SearchProblems::showProblems()
{
    QString text;
    for (const QString &problem : std::as_const(m_problems)) {
        text = text.isEmpty() ? problem : tr("%1 %2", "two sentences").arg(text, problem);
    }
    setText(text);
    setVisible(!text.isEmpty());
}

} // namespace relaybook
