// SPDX-License-Identifier: GPL-3.0-or-later
// A short message at the bottom of a page about a saved change, with a button that undoes it. The
// button is offered while the saved values are the current ones and the account may be changed.
#pragma once

#include "models/account/changeundo.h"
#include "models/accounts/accountsession.h"
#include "models/cellroles.h"

#include <QObject>
#include <QTimer>

#include <functional>

class QPushButton;
class QShortcut;
class QWidget;

namespace relaybook {

class Banner;
class Theme;

class UndoBar : public QObject
{
    Q_OBJECT

public:
    /// `page` is the widget at whose bottom the message is shown.
    UndoBar(const Theme &theme, AccountSession &account, QWidget *page);

    /// The widget that gets the keyboard focus when an Undo that has it is hidden; if it is a
    /// table, the message is shown over its rows, but not over the current one, which was changed.
    void setFocusAfter(QWidget *widget) { m_focusAfter = widget; }

    /// Shows a message for some seconds, without Undo.
    void say(Tone tone, const QString &lead, const QString &text = {});
    /// Like say(), but an Undo that is offered stays, and its link then names the change.
    void showBesideUndo(Tone tone, const QString &lead, const QString &text);
    /// Shows a message, and offers to undo the change as long as that is possible.
    template <class Change>
    void offer(Tone tone, const QString &lead, const Change &change)
    {
        const auto showOutcomeOf = [this](const Result<ChangeUndo::Outcome> &outcome) {
            showOutcome(outcome);
        };
        offer(tone, lead,
              {lead, [this, change] { return m_account.canChange(areaOf(change)); },
               [this, change] { return m_undo.isCurrent(change); },
               [this, change, showOutcomeOf] { m_undo.undo(change, showOutcomeOf); }});
    }
    /// The stored values, or what the account may do, may have changed.
    void check();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Offer
    {
        QString lead; ///< the text about the change
        std::function<bool()> isAllowed;
        std::function<bool()> isCurrent;
        std::function<void()> undo;
    };
    [[nodiscard]] static Area areaOf(const SavedNote & /*change*/) { return Area::SubUsers; }
    [[nodiscard]] static Area areaOf(const SavedProxy & /*change*/) { return Area::Proxies; }
    void offer(Tone tone, const QString &lead, Offer offered);
    void addUndoLink(const QString &text);
    void withdraw();
    void undo();
    void show(Tone tone, const QString &lead, const QString &text = {});
    void showOutcome(const Result<ChangeUndo::Outcome> &outcome);
    [[nodiscard]] QRect rowsInView() const;
    [[nodiscard]] QRect rowInUse() const;
    void place();
    void hideIfUnused();

    const AccountSession &m_account;
    QWidget *m_page;
    QWidget *m_focusAfter = nullptr;
    ChangeUndo m_undo;
    Banner *m_banner;
    QShortcut *m_shortcut;
    Offer m_offer;
    QTimer m_hiding;
};

} // namespace relaybook
