// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/pageheader.h"

#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>

#include <algorithm>

namespace relaybook {

PageHeader::PageHeader(const Theme &theme, const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(theme, Role::Text, TextStyle::PageTitle, title, this))
    , m_note(new ElidedLabel(theme, Role::QuietText, TextStyle::Caption, this))
    , m_row(new QHBoxLayout(this))
{
    m_title->setObjectName(QStringLiteral("pageTitle"));
    m_note->setObjectName(QStringLiteral("pageNote"));
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(10);
    m_note->setTwoLines(true);
    m_row->addWidget(m_title);
    m_row->addWidget(m_note, 1);
    fit();
    // Later: the labels take their new font by the same signal.
    connect(&theme, &Theme::changed, this, &PageHeader::fit, Qt::QueuedConnection);
}

void PageHeader::fit()
{
    // The same height with and without controls, and with a note of two lines.
    setMinimumHeight(std::max(metric::controlHeight, 2 * m_note->fontMetrics().height()));
    keepTitle();
    keepNote();
}

// The title stays readable when the window is narrow; the controls become smaller.
void PageHeader::keepTitle()
{
    constexpr int longest = 220;
    m_title->setMinimumWidth(std::min(longest, m_title->sizeHint().width()));
}

void PageHeader::setTitle(const QString &title)
{
    m_title->setText(title);
    keepTitle();
}

void PageHeader::setNote(const QString &note)
{
    m_note->setText(note);
    keepNote();
}

// A count and a progress are never cut, a name is.
void PageHeader::keepNote()
{
    const int longest = metric::scaled(180, fontMetrics());
    m_note->setMinimumWidth(std::min(longest, m_note->wholeWidth()));
}

void PageHeader::addWidget(QWidget *widget)
{
    m_row->addWidget(widget);
}

void PageHeader::insertBefore(QWidget *other, QWidget *widget)
{
    m_row->insertWidget(m_row->indexOf(other), widget);
}

} // namespace relaybook
