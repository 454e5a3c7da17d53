// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/findingline.h"

#include "ui/theme/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/tonemark.h"
#include "ui/widgets/usagebar.h"

#include <QHBoxLayout>

namespace relaybook {

FindingLine::FindingLine(const Theme &theme, const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_mark(new ToneMark(theme, this))
    , m_text(new Label(theme, Role::QuietText, TextStyle::Caption, this))
{
    setObjectName(name);
    m_text->setObjectName(QString(name % QStringLiteral("Text")));
    m_text->setWordWrap(true);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_mark, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    hide();
}

void FindingLine::setFinding(Tone tone, const QString &text)
{
    m_mark->setTone(tone);
    m_text->setRole(textRole(tone));
    m_text->setText(text);
    setAccessibleName(m_text->text());
    setVisible(!text.isEmpty());
}

QString FindingLine::text() const
{
    return m_text->text();
}

} // namespace relaybook
