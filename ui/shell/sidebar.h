// SPDX-License-Identifier: GPL-3.0-or-later
// The left edge of the window: whose account this is, the pages with their counts, the button that
// buys, and the settings. Which page is shown is the window's business.
#pragma once

#include "ui/theme/icon.h"

#include <QHash>
#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QPushButton;
class QVBoxLayout;

namespace relaybook {

class AccountBlock;
class NavEntry;
class SandboxMark;
class Theme;

class SideBar : public QWidget
{
    Q_OBJECT
public:
    explicit SideBar(const Theme &theme, QWidget *parent = nullptr);

    // The badge shows the initials of the name.
    void setAccount(const QString &name, const QString &address);
    // Marks the whole bar: nothing here is a real account.
    void setSandbox(bool sandbox);

    // The id names the page for entryChosen() and the button ("nav-" and the id).
    QAbstractButton *addEntry(const QString &id, Icon icon, const QString &text);
    // Finished text; empty: no count.
    void setCount(const QString &id, const QString &count);
    // Marks the entry without emitting entryChosen().
    void setCurrent(const QString &id);
    [[nodiscard]] QString current() const { return m_current; }

    [[nodiscard]] QPushButton *primaryButton() const { return m_primary; }
    // Looks like an entry, never is the current one.
    [[nodiscard]] QAbstractButton *settingsButton() const;
    [[nodiscard]] QAbstractButton *accountButton() const;

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void entryChosen(const QString &id);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    AccountBlock *m_account;
    SandboxMark *m_sandboxMark;
    QVBoxLayout *m_entries;
    QButtonGroup *m_group;
    QHash<QString, NavEntry *> m_byId;
    QPushButton *m_primary;
    NavEntry *m_settings;
    QString m_current;
};

} // namespace relaybook
