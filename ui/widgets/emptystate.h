// SPDX-License-Identifier: GPL-3.0-or-later
// Placeholder that a list shows while it has no rows: the reason, and what to do about it. The four
// kinds (nothing yet, nothing matches, not loaded, no access) differ only in their content.
#pragma once

#include "ui/theme/icon.h"

#include <QWidget>

class QPushButton;

namespace relaybook {

class Label;
class Theme;

struct EmptyStateContent
{
    Icon icon = Icon::Empty;
    QString title;
    QString text;
    QString action;            ///< empty: no button
    bool actionIsMain = false; ///< the accent button; else a plain one
    QString link = {};         // below the button, for more information; empty: none

    friend bool operator==(const EmptyStateContent &, const EmptyStateContent &) = default;
};

class EmptyState : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(const Theme &theme, QWidget *parent = nullptr);

    void setContent(const EmptyStateContent &content);
    /// Disables the button; its tool tip then says why. Empty: enabled.
    void setActionBlocked(const QString &reason);
    [[nodiscard]] const EmptyStateContent &content() const { return m_content; }

Q_SIGNALS:
    void actionTriggered();
    void linkTriggered();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void placeIcon();

    const Theme &m_theme;
    EmptyStateContent m_content;
    QWidget *m_tile;
    Label *m_title;
    Label *m_text;
    QPushButton *m_button;
    QPushButton *m_link;
};

} // namespace relaybook
