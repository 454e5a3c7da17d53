// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pageroles.h"

#include <QAbstractButton>
#include <QAccessibleWidget>

namespace relaybook {

namespace {

/// An entry of the side bar. One that shows no page is a button.
class EntryRole final : public QAccessibleWidget
{
public:
    explicit EntryRole(QAbstractButton *entry)
        : QAccessibleWidget(entry)
    {
    }
    [[nodiscard]] QAccessible::Role role() const override
    {
        return entry().isCheckable() ? QAccessible::PageTab : QAccessible::Button;
    }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.selectable = entry().isCheckable();
        state.selected = entry().isChecked();
        return state;
    }
    [[nodiscard]] QStringList actionNames() const override
    {
        return QStringList{pressAction()} + QAccessibleWidget::actionNames();
    }
    void doAction(const QString &name) override
    {
        if (name == pressAction() || name == toggleAction()) { // Windows toggles a tab
            entry().click();
        } else {
            QAccessibleWidget::doAction(name);
        }
    }

private:
    [[nodiscard]] QAbstractButton &entry() const
    {
        return *static_cast<QAbstractButton *>(object());
    }
};

/// Called with the name of each class of the object, the most derived one first.
QAccessibleInterface *pageInterface(const QString &name, QObject *object)
{
    auto *widget = qobject_cast<QWidget *>(object);
    if (widget == nullptr) {
        return nullptr;
    }
    if (name == QLatin1String("relaybook::NavEntry")) {
        return new EntryRole(static_cast<QAbstractButton *>(widget));
    }
    if (name == QLatin1String("relaybook::Page")) {
        return new QAccessibleWidget(widget, QAccessible::Pane);
    }
    if (name == QLatin1String("QStackedWidget")) {
        return new QAccessibleWidget(widget, QAccessible::Client);
    }
    return nullptr;
}

} // namespace

void setPageRoles()
{
    QAccessible::installFactory(pageInterface);
}

} // namespace relaybook
