// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figurecard.h"

#include "models/text/format.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/highlight.h"
#include "ui/widgets/label.h"
#include "ui/widgets/tonemark.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace relaybook {

FigureCard::FigureCard(const Theme &theme, QWidget *parent)
    : Card(theme, parent)
    , m_title(new ElidedLabel(theme, Role::QuietText, TextStyle::Caption, this))
    , m_figure(new ElidedLabel(theme, Role::Text, TextStyle::Figure, this))
    , m_mark(new ToneMark(theme, this))
    , m_subLine(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_note(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_action(new QPushButton(this))
    , m_bar(new UsageBar(theme, this))
    , m_highlight(new Highlight(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setMinimumWidth(168);
    m_bar->setFixedWidth(70);
    m_bar->hide();
    m_mark->setObjectName(QStringLiteral("cardMark"));
    m_mark->hide();
    m_subLine->setObjectName(QStringLiteral("cardSubLine"));
    m_subLine->setWordWrap(true);
    m_note->setWordWrap(true);
    m_note->hide();
    m_action->setObjectName(QStringLiteral("cardAction"));
    m_action->setAutoDefault(false);
    m_action->hide();
    // Keeps the figures of cards with and without an action on one line.
    QSizePolicy kept = m_action->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_action->setSizePolicy(kept);
    setButtonKind(*m_action, ButtonKind::Link);
    connect(m_action, &QPushButton::clicked, this, &FigureCard::actionTriggered);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title, 1);
    head->addWidget(m_action);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_bar, 0, Qt::AlignVCenter);
    line->addWidget(m_mark, 0, Qt::AlignVCenter);
    line->addWidget(m_subLine, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(m_figure);
    column->addLayout(line);
    column->addWidget(m_note);
    column->addStretch(1); // for cards beside one with more lines
}

void FigureCard::paintEvent(QPaintEvent *)
{
    const QColor ground = palette().color(QPalette::Window);
    QPainter painter(this);
    paint::box(painter, rect(), paint::cardRadius,
               m_highlight->over(ground, theme().colour(Role::AccentTint)),
               theme().colour(Role::Line));
}

void FigureCard::resizeEvent(QResizeEvent *event)
{
    fitFigure();
    Card::resizeEvent(event);
}

/// A figure is never cut: one that is too long gets smaller.
void FigureCard::fitFigure()
{
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    TextStyle fitting = TextStyle::BodyBold;
    for (const TextStyle style : {TextStyle::Title, TextStyle::Figure}) {
        const QFontMetrics metrics(theme().font(style));
        fitting = metrics.horizontalAdvance(m_figure->text()) < room ? style : fitting;
    }
    m_figure->setTextStyle(fitting);
}

void FigureCard::setTitle(const QString &title)
{
    m_title->setText(title);
    updateName();
}

void FigureCard::setFigure(const QString &figure, const QString &exact)
{
    const QString before = m_exact;
    m_shown = figure;
    m_exact = exact.isEmpty() ? figure : exact;
    m_figure->setText(figure);
    fitFigure();
    // The card has its own tool tip, which is shown if the figure has none.
    m_figure->setToolTip(m_exact == figure ? QString() : m_exact);
    const bool isKnown = !before.isEmpty() && before != format::nothing();
    // With another title it is another figure, so the change is not highlighted.
    if (std::exchange(m_highlightTitle, m_title->text()) == m_title->text() && isKnown &&
        m_exact != before) {
        m_highlight->flash();
    }
    updateName();
}

void FigureCard::setSubLine(const QString &text, Tone tone)
{
    m_mark->setTone(tone);
    m_mark->setVisible(tone != Tone::Quiet);
    m_subLine->setRole(textRole(tone));
    m_subLine->setText(text);
    updateName();
}

void FigureCard::setNote(const QString &text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    updateName();
}

void FigureCard::setAction(const QString &text, const QString &name)
{
    m_action->setText(text);
    m_action->setAccessibleName(name);
    m_action->setVisible(!text.isEmpty());
}

void FigureCard::setActionBlocked(const QString &reason)
{
    m_action->setEnabled(reason.isEmpty());
    m_action->setToolTip(reason);
    m_action->setAccessibleDescription(reason);
}

void FigureCard::setBar(std::optional<double> share, Tone tone)
{
    m_bar->setVisible(share.has_value());
    if (share) {
        m_bar->setShare(*share, tone);
    }
}

void FigureCard::updateName()
{
    setAccessibleName(tr("%1: %2").arg(m_title->text(), m_shown)); // what is heard is what is seen
    const QString facts = m_note->text().isEmpty()
                              ? m_subLine->text()
                              : tr("%1. %2.", "two facts").arg(m_subLine->text(), m_note->text());
    setAccessibleDescription(
        m_exact == m_shown ? facts : tr("Exactly %1. %2", "an amount, facts").arg(m_exact, facts));
}

} // namespace relaybook
