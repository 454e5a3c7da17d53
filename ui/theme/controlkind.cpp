// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/controlkind.h"

#include <QAbstractButton>
#include <QPushButton>
#include <QVariant>

namespace relaybook {

namespace {

constexpr char kindProperty[] = "relaybookButtonKind";
constexpr char invalidProperty[] = "relaybookInvalid";
constexpr char placeholderProperty[] = "relaybookPlaceholder";

} // namespace

void setButtonKind(QAbstractButton &button, ButtonKind kind)
{
    button.setProperty(kindProperty, static_cast<int>(kind));
    QFont font = button.font();
    font.setBold(kind == ButtonKind::Primary);
    button.setFont(font);
    if (kind == ButtonKind::Link) {
        button.setCursor(Qt::PointingHandCursor);
    }
    button.updateGeometry();
    button.update();
}

ButtonKind buttonKind(const QWidget *button)
{
    const QVariant kind = button ? button->property(kindProperty) : QVariant();
    return kind.isValid() ? static_cast<ButtonKind>(kind.toInt()) : ButtonKind::Normal;
}

void setInvalid(QWidget &field, bool invalid)
{
    field.setProperty(invalidProperty, invalid);
    field.update();
}

bool isInvalid(const QWidget *field)
{
    return field && field->property(invalidProperty).toBool();
}

void setPlaceholderShown(QWidget &field, bool shown)
{
    field.setProperty(placeholderProperty, shown);
    field.update();
}

bool isPlaceholderShown(const QWidget *field)
{
    return field && field->property(placeholderProperty).toBool();
}

} // namespace relaybook
