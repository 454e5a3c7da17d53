// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/findingline.h"

#include "ui/theme/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/usagebar.h"

#include <QHBoxLayout>
#include <QPainter>

namespace relaybook {

namespace {

Icon iconFor(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return Icon::Good;
    case Tone::Warning:
        return Icon::Warning;
    case Tone::Bad:
        return Icon::Alert;
    case Tone::Accent:
        return Icon::Clock;
    case Tone::Neutral:
    case Tone::Quiet:
        return Icon::Info;
    }
    return Icon::Info;
}

} // namespace

class FindingLine::Mark : public QWidget
{
public:
    Mark(const Theme &theme, QWidget *parent)
        : QWidget(parent)
        , m_theme(theme)
    {
        setFixedSize(16, QFontMetrics(theme.font(TextStyle::Caption)).height());
    }

    void setTone(Tone tone)
    {
        m_tone = tone;
        update();
    }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        Q_UNUSED(event)
        QPainter painter(this);
        m_theme.paintIcon(painter, rect(), iconFor(m_tone), textRole(m_tone));
    }

private:
    const Theme &m_theme;
    Tone m_tone = Tone::Quiet;
};

FindingLine::FindingLine(const Theme &theme, const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_mark(new Mark(theme, this))
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
    setAccessibleName(text);
    setVisible(!text.isEmpty());
}

QString FindingLine::text() const
{
    return m_text->text();
}

} // namespace relaybook
