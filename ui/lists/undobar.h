// SPDX-License-Identifier: GPL-3.0-or-later
// A short message at the bottom of a page that says what was saved, with a button that undoes it
// while the saved values are the current ones.
#pragma once

#include "models/account/changeundo.h"
#include "models/cellroles.h"

#include <QObject>
#include <QTimer>

#include <functional>

class QPushButton;
class QShortcut;
class QWidget;

namespace relaybook {

class AccountSession;
class Banner;
class Theme;

class UndoBar : public QObject
{
    Q_OBJECT

public:
    /// `page` is the widget at whose bottom the message is shown.
    UndoBar(const Theme &theme, AccountSession &account, QWidget *page);

    /// Says this for some seconds, without Undo.
    void say(Tone tone, const QString &lead, const QString &text = {});
    /// Says this, and offers to undo it.
    template <class Change>
    void offer(const QString &lead, const Change &change)
    {
        offer(lead, {[this, change] { return m_undo.isCurrent(change); },
                     [this, change] {
                         m_undo.undo(change, [this](const Result<ChangeUndo::Outcome> &outcome) {
                             showOutcome(outcome);
                         });
                     }});
    }
    /// The stored values may have changed.
    void check();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Offer
    {
        std::function<bool()> isCurrent;
        std::function<void()> undo;
    };
    void offer(const QString &lead, Offer offered);
    void withdraw();
    void undo();
    void showOutcome(const Result<ChangeUndo::Outcome> &outcome);
    void place();
    void hideLater();

    QWidget *m_page;
    ChangeUndo m_undo;
    Banner *m_banner;
    QShortcut *m_shortcut;
    Offer m_offer;
    QTimer m_hiding;
};

} // namespace relaybook
