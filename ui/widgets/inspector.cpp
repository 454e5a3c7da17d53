// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/inspector.h"

#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/plaintext.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace relaybook {

InspectorSection::InspectorSection(const Theme &theme, const QString &title, QWidget *parent)
    : Card(theme, parent)
    , m_title(new ElidedLabel(theme, Role::Text, TextStyle::BodyBold, title, this))
    , m_head(new QHBoxLayout)
    , m_column(new QVBoxLayout(this))
    , m_rows(new RowList(theme, this))
{
    setInset(true);
    setAccessibleName(title);
    m_head->setSpacing(8);
    m_head->addWidget(m_title, 1);
    m_column->setContentsMargins(14, 12, 14, 14);
    m_column->setSpacing(8);
    m_column->addLayout(m_head);
    m_column->addWidget(m_rows);
}

void InspectorSection::setTitle(const QString &title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void InspectorSection::addWidget(QWidget *widget)
{
    m_column->addWidget(widget);
}

void InspectorSection::addTitleWidget(QWidget *widget)
{
    m_head->addWidget(widget);
}

Inspector::Inspector(const Theme &theme, QWidget *parent, const QString &name)
    : Card(theme, parent)
    , m_title(new Label(theme, Role::Text, TextStyle::Title, this))
    , m_subtitle(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_scroll(new QScrollArea(this))
    , m_footer(new QWidget(this))
{
    setObjectName(name);
    setAccessibleName(tr("Details"));
    m_title->setObjectName(name + QStringLiteral("Title"));
    m_title->setWordWrap(true);
    m_title->setSelectable(true);
    m_title->setFocusPolicy(Qt::ClickFocus);
    m_subtitle->setObjectName(name + QStringLiteral("Subtitle"));
    m_subtitle->setWordWrap(true);
    m_subtitle->hide();

    m_scroll->setObjectName(name + QStringLiteral("Content"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto *body = new QWidget(m_scroll);
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(16, 0, 16, 12);
    m_column->setSpacing(12);
    m_column->addStretch(1);
    m_scroll->setWidget(body);
    m_scroll->viewport()->setAutoFillBackground(false);
    body->setAutoFillBackground(false);

    auto *footer = new QHBoxLayout(m_footer);
    footer->setContentsMargins(16, 8, 16, 16);
    footer->setSpacing(8);
    m_footerStart = new QHBoxLayout;
    m_footerEnd = new QHBoxLayout;
    footer->addLayout(m_footerStart);
    footer->addStretch(1);
    footer->addLayout(m_footerEnd);
    m_footer->hide();

    auto *head = new QVBoxLayout;
    head->setContentsMargins(16, 16, 16, 12);
    head->setSpacing(3);
    head->addWidget(m_title);
    head->addWidget(m_subtitle);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(1, 1, 1, 1);
    outer->setSpacing(0);
    outer->addLayout(head);
    outer->addWidget(m_scroll, 1);
    outer->addWidget(m_footer);
    constexpr int leastWidth = 276;
    setMinimumWidth(metric::scaled(leastWidth, fontMetrics()));
}

// A long name would leave no room for anything else. Names differ at both ends, so the middle is
// cut.
void Inspector::setTitle(const QString &title)
{
    // Two lines of the usual width: in a low window there is no room for a third.
    constexpr qsizetype longest = 48;
    constexpr qsizetype atEnd = 18;
    const bool isLong = title.size() > longest;
    m_title->setText(isLong ? QString(title.left(longest - atEnd - 1) % u'…' % title.right(atEnd))
                            : title);
    setPlainToolTip(m_title, isLong ? title : QString());
}

void Inspector::setSubtitle(const QString &subtitle)
{
    m_subtitle->setText(subtitle);
    m_subtitle->setVisible(!subtitle.isEmpty());
}

void Inspector::addWidget(QWidget *widget)
{
    m_column->insertWidget(m_column->count() - 1, widget);
}

RowList *Inspector::addRows()
{
    auto *rows = new RowList(theme(), this);
    addWidget(rows);
    return rows;
}

InspectorSection *Inspector::addSection(const QString &title)
{
    auto *section = new InspectorSection(theme(), title, this);
    addWidget(section);
    return section;
}

void Inspector::addFooterWidget(QWidget *widget, bool atEnd)
{
    (atEnd ? m_footerEnd : m_footerStart)->addWidget(widget);
    m_footer->show();
}

void Inspector::setPlaceholder(QWidget *placeholder)
{
    delete m_placeholder;
    m_placeholder = placeholder;
    placeholder->setParent(this);
    placeholder->setGeometry(rect().adjusted(1, 1, -1, -1));
    placeholder->hide();
}

void Inspector::setPlaceholderVisible(bool visible)
{
    m_title->setVisible(!visible);
    m_subtitle->setVisible(!visible && !m_subtitle->text().isEmpty());
    m_scroll->setVisible(!visible);
    m_footer->setVisible(!visible && (m_footerStart->count() > 0 || m_footerEnd->count() > 0));
    if (!m_placeholder) {
        return;
    }
    m_placeholder->setVisible(visible);
    m_placeholder->raise();
}

void Inspector::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    if (m_placeholder) {
        m_placeholder->setGeometry(rect().adjusted(1, 1, -1, -1));
    }
}

} // namespace relaybook
