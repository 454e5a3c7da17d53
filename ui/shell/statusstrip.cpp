// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/statusstrip.h"

#include "models/text/format.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/usagebar.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace relaybook {

namespace {

constexpr int stripMargin = 20;
constexpr int stripSpacing = 5;
constexpr int gapAfterConnection = 10;
constexpr int gapBeforeFact = 16;

class Dot final : public QWidget
{
public:
    Dot(const Theme &theme, QWidget *parent)
        : QWidget(parent)
        , m_theme(theme)
    {
        setFixedSize(8, 8);
    }

    void setTone(Tone tone)
    {
        m_tone = tone;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QColor colour = m_theme.colour(textRole(m_tone));
        // A filled dot means that all is well, a ring anything else, so that the colour is not
        // needed.
        if (m_tone == Tone::Good) {
            paint::box(painter, rect(), 4, colour, {});
        } else {
            paint::box(painter, rect(), 4, {}, colour, 2);
        }
    }

private:
    const Theme &m_theme;
    Tone m_tone = Tone::Quiet;
};

} // namespace

StatusStrip::StatusStrip(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_dot(new Dot(theme, this))
    , m_connection(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_privacy(new QToolButton(this))
    , m_asOf(new ElidedLabel(theme, Role::QuietText, TextStyle::Caption, this))
    , m_task(new QWidget(this))
    , m_taskText(new ElidedLabel(theme, Role::QuietText, TextStyle::Caption, m_task))
    , m_progress(new QProgressBar(m_task))
    , m_percent(new Label(theme, Role::QuietText, TextStyle::Caption, m_task))
    , m_pause(new QToolButton(m_task))
    , m_cancel(new QToolButton(m_task))
    , m_fact(new ElidedLabel(theme, Role::QuietText, TextStyle::Caption, this))
{
    setObjectName(QStringLiteral("statusStrip"));
    setAccessibleName(tr("Status"));
    m_connection->setObjectName(QStringLiteral("connection"));
    buildPrivacy();
    m_asOf->setObjectName(QStringLiteral("asOf"));
    m_taskText->setObjectName(QStringLiteral("taskText"));
    m_progress->setObjectName(QStringLiteral("taskProgress"));
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(120, 6);
    m_percent->setObjectName(QStringLiteral("taskPercent"));
    m_percent->setMinimumWidth(
        QFontMetrics(theme.font(TextStyle::Caption)).horizontalAdvance(QStringLiteral("100 %")));
    m_cancel->setObjectName(QStringLiteral("taskCancel"));
    m_cancel->setAccessibleName(tr("Cancel the background work"));
    m_cancel->setToolTip(m_cancel->accessibleName());
    m_cancel->setIcon(theme.icon(Icon::Close));
    m_cancel->setAutoRaise(true);
    m_pause->setObjectName(QStringLiteral("taskPause"));
    m_pause->setAutoRaise(true);
    sizeIcons();
    setTaskPause(Pause::Not);
    m_fact->setObjectName(QStringLiteral("fact"));

    auto *task = new QHBoxLayout(m_task);
    task->setContentsMargins(0, 0, 0, 0);
    task->setSpacing(8);
    task->addWidget(m_taskText, 1);
    task->addWidget(m_progress);
    task->addWidget(m_percent);
    task->addWidget(m_pause);
    task->addWidget(m_cancel);
    m_task->hide();

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(stripMargin, 0, stripMargin, 0);
    row->setSpacing(stripSpacing);
    row->addWidget(m_dot);
    row->addWidget(m_connection);
    row->addSpacing(gapAfterConnection);
    row->addWidget(m_privacy);
    row->addWidget(m_asOf);
    row->addStretch(1);
    row->addWidget(m_task);
    row->addSpacing(gapBeforeFact);
    row->addWidget(m_fact);
    setFixedHeight(std::max(26, QFontMetrics(theme.font(TextStyle::Caption)).height() + 10));
    connect(m_cancel, &QToolButton::clicked, this, &StatusStrip::cancelTaskWanted);
    connect(m_pause, &QToolButton::clicked, this, [this] {
        if (m_pauseState == Pause::CanPause) {
            Q_EMIT pauseTaskWanted();
        } else {
            Q_EMIT goOnWithTaskWanted();
        }
    });
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void StatusStrip::buildPrivacy()
{
    m_privacy->setObjectName(QStringLiteral("privacyMark"));
    m_privacy->setText(tr("Privacy mode"));
    m_privacy->setAccessibleName(tr("Privacy mode is on. Leave it"));
    m_privacy->setToolTip(tr("Amounts, names, notes and credentials are hidden. What you copy or "
                             "export has the real values. Click to show everything again."));
    m_privacy->setIcon(m_theme.icon(Icon::Hide));
    m_privacy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_privacy->setFont(m_theme.font(TextStyle::CaptionBold));
    m_privacy->setAutoRaise(true);
    m_privacy->hide();
    connect(m_privacy, &QToolButton::clicked, this, &StatusStrip::leavePrivacyWanted);
}

void StatusStrip::setPrivacy(bool isOn)
{
    m_privacy->setVisible(isOn);
    fit();
}

void StatusStrip::setConnection(Tone tone, const QString &text)
{
    static_cast<Dot *>(m_dot)->setTone(tone);
    m_connection->setText(text);
    fit();
}

void StatusStrip::setAsOf(const QString &text)
{
    m_asOf->setText(text);
    fit();
}

void StatusStrip::setFact(const QString &text)
{
    m_fact->setText(text);
    fit();
}

void StatusStrip::setTask(const QString &text, std::optional<double> share)
{
    m_taskText->setText(text);
    m_progress->setRange(0, share ? 1000 : 0);
    if (share) {
        const double cut = std::clamp(*share, 0.0, 1.0);
        m_progress->setValue(static_cast<int>(std::lround(cut * 1000)));
        // Rounded down: 100 % is shown only at the end.
        m_percent->setText(format::percent(static_cast<int>(cut * 100)));
    }
    m_percent->setVisible(share.has_value());
    m_task->show();
    fit();
}

void StatusStrip::clearTask()
{
    m_task->hide();
    fit();
}

void StatusStrip::setTaskPause(Pause pause)
{
    m_pauseState = pause;
    m_pause->setVisible(pause != Pause::Not);
    m_cancel->setVisible(pause != Pause::CanOnlyGoOn);
    const bool goesOn = pause != Pause::CanGoOn && pause != Pause::CanOnlyGoOn;
    m_pause->setIcon(m_theme.icon(goesOn ? Icon::Pause : Icon::Play));
    m_pause->setAccessibleName(goesOn ? tr("Pause the background work")
                                      : tr("Resume the background work"));
    m_pause->setToolTip(m_pause->accessibleName());
    fit();
}

int StatusStrip::widthNeeded() const
{
    m_task->layout()->invalidate(); // its cached sizes are older than the last visibility change
    int width = 2 * stripMargin + gapAfterConnection + gapBeforeFact + m_dot->width();
    for (const QWidget *part :
         std::initializer_list<const QWidget *>{m_connection, m_privacy, m_asOf, m_fact}) {
        width += part->isHidden() ? 0 : part->sizeHint().width() + stripSpacing;
    }
    return width + m_task->layout()->sizeHint().width() + 2 * stripSpacing;
}

/// In a narrow window, hides what can be seen elsewhere: the amount stored, the bar beside its
/// percentage, and the age of the data. The text about the task is hidden last.
void StatusStrip::fit()
{
    if (layout() == nullptr) {
        return; // still being built
    }
    const std::initializer_list<QWidget *> inOrder{m_fact, m_progress, m_asOf};
    for (QWidget *part : inOrder) {
        part->setVisible(true);
    }
    for (QWidget *part : inOrder) {
        if (m_task->isHidden() || widthNeeded() <= width()) {
            return;
        }
        part->setVisible(false);
    }
}

/// For the font, which grows with the zoom.
void StatusStrip::sizeIcons()
{
    constexpr int task = 12;
    constexpr int mark = 14;
    constexpr int around = 8;
    const auto square = [this](int usual) {
        const int side = metric::scaled(usual, fontMetrics());
        return QSize(side, side);
    };
    for (QToolButton *button : {m_cancel, m_pause}) {
        button->setIconSize(square(task));
        button->setFixedSize(square(task) + QSize(around, around));
    }
    m_privacy->setIconSize(square(mark));
}

void StatusStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && layout() != nullptr) {
        sizeIcons();
    }
}

void StatusStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void StatusStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint::lineAt(painter, rect(), Qt::TopEdge, m_theme.colour(Role::Line));
}

} // namespace relaybook
