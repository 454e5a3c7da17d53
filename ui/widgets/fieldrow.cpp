// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fieldrow.h"

#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace relaybook {

namespace {

class AlertIcon final : public QWidget
{
public:
    AlertIcon(const Theme &theme, QWidget *parent)
        : QWidget(parent)
        , m_theme(theme)
    {
        setFixedSize(14, QFontMetrics(theme.font(TextStyle::Caption)).height());
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        m_theme.paintIcon(painter, rect(), Icon::Alert, Role::Bad);
    }

private:
    const Theme &m_theme;
};

} // namespace

FieldRow::FieldRow(const Theme &theme, const QString &label, QWidget *field, QWidget *parent)
    : QWidget(parent)
    , m_field(field)
    , m_hintLine(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_errorLine(new QWidget(this))
    , m_errorText(new Label(theme, Role::Bad, TextStyle::Caption, m_errorLine))
{
    auto *name = new Label(theme, Role::QuietText, TextStyle::Caption, label, this);
    name->setBuddy(field);
    QString plain = label;
    field->setAccessibleName(plain.remove(QLatin1Char('&')));
    if (!label.contains(QLatin1Char('&'))) {
        name->setText(label);
    }
    m_hintLine->setWordWrap(true);
    m_hintLine->hide();
    m_errorText->setWordWrap(true);
    m_errorText->setObjectName(QStringLiteral("fieldError"));
    m_errorLine->hide();
    auto *errorRow = new QHBoxLayout(m_errorLine);
    errorRow->setContentsMargins(0, 0, 0, 0);
    errorRow->setSpacing(5);
    errorRow->addWidget(new AlertIcon(theme, m_errorLine), 0, Qt::AlignTop);
    errorRow->addWidget(m_errorText, 1);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(5);
    column->addWidget(name);
    column->addWidget(field);
    column->addWidget(m_hintLine);
    column->addWidget(m_errorLine);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

// A field with a button beside it has no focus proxy, because Tab would then stop at it twice.
void FieldRow::focusField()
{
    auto *typedInto = m_field->findChild<QLineEdit *>(QString(), Qt::FindDirectChildrenOnly);
    const bool isOnlyAround = m_field->focusPolicy() == Qt::NoFocus && typedInto != nullptr;
    (isOnlyAround ? typedInto : m_field)->setFocus();
}

void FieldRow::setHint(const QString &hint)
{
    m_hint = hint;
    updateLines();
}

void FieldRow::setPrevious(const QString &previous)
{
    m_previous = previous;
    updateLines();
}

void FieldRow::setError(const QString &error)
{
    m_error = error;
    updateLines();
}

void FieldRow::updateLines()
{
    const QString second =
        m_previous.isEmpty() ? m_hint : tr("was %1").arg(isolated(privateText(m_previous)));
    m_hintLine->setRole(m_previous.isEmpty() ? Role::QuietText : Role::Accent);
    m_hintLine->setText(second);
    m_hintLine->setVisible(!second.isEmpty());
    m_errorText->setText(m_error);
    m_errorLine->setVisible(!m_error.isEmpty());
    setInvalid(*m_field, !m_error.isEmpty());
    m_field->setAccessibleDescription(shownSentence(m_error.isEmpty() ? second : m_error));
}

QHBoxLayout *fieldsInRow(const QList<FieldRow *> &rows)
{
    auto *layout = new QHBoxLayout;
    layout->setSpacing(10);
    for (FieldRow *row : rows) {
        layout->addWidget(row, 1, Qt::AlignTop);
    }
    return layout;
}

UnitEdit::UnitEdit(const Theme &theme, const QString &unit, QWidget *parent)
    : QLineEdit(parent)
    , m_theme(theme)
{
    setUnit(unit);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void UnitEdit::setUnit(const QString &unit)
{
    m_unit = unit;
    const int room = fontMetrics().horizontalAdvance(unit) + 8;
    if (layoutDirection() == Qt::RightToLeft) {
        setTextMargins(room, 0, 0, 0);
    } else {
        setTextMargins(0, 0, room, 0);
    }
    update();
}

void UnitEdit::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    painter.setPen(m_theme.colour(isEnabled() ? Role::QuietText : Role::DisabledText));
    const auto where =
        QStyle::visualAlignment(layoutDirection(), Qt::AlignRight | Qt::AlignVCenter);
    painter.drawText(rect().adjusted(metric::fieldPadding, 0, -metric::fieldPadding, 0),
                     static_cast<int>(where), m_unit);
}

} // namespace relaybook
