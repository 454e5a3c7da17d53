// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of all dialogs: title, subtitle, message, content, and a footer with help at one end
// and the buttons at the other. It implements submitting once for all: Editing -> Submitting ->
// Done, or back to Editing with an error in the dialog and nothing lost. Content that is higher
// than the screen scrolls: with the mouse, and with the arrow keys, Page Up, Page Down, Home and
// End where the control that has the focus doesn't use them.
#pragma once

#include <QDialog>
#include <QList>
#include <QPointer>

class QAbstractButton;
class QHBoxLayout;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace relaybook {

class Banner;
class Label;
class SandboxMark;
class Scrim;
class Theme;

class SheetDialog : public QDialog
{
    Q_OBJECT
public:
    enum class State { Editing, Submitting, Done };
    Q_ENUM(State)

    /// Show it with open(), never exec(). Dims the parent's window while it is open.
    SheetDialog(const Theme &theme, const QString &title, QWidget *parent);
    ~SheetDialog() override;

    void setTitle(const QString &title);
    void setSubtitle(const QString &subtitle);
    /// Width in pixels for the usual font; wider for a larger font, but never wider than the
    /// screen. The height follows the content, up to the height of the screen.
    void setSheetWidth(int width);
    [[nodiscard]] QVBoxLayout *contentLayout() const { return m_content; }

    /// The message above the content. Errors of a submission are shown here automatically.
    [[nodiscard]] Banner *banner() const { return m_banner; }

    /// The text of the main button at the end of the footer; `busyText` is shown while submitting
    /// ("Saving…").
    void setSubmitText(const QString &text, const QString &busyText);
    [[nodiscard]] QPushButton *submitButton() const { return m_submit; }
    [[nodiscard]] QPushButton *cancelButton() const { return m_cancel; }
    /// The text of the other button.
    void setCancelText(const QString &text);
    /// For dialogs that only show something: one button, "Close". Enter and Ctrl+Enter press it, as
    /// in every dialog whose main button is hidden.
    void setCloseOnly();
    /// Which keys press the main button; Enter and Ctrl+Enter at first.
    enum class SubmitKeys {
        Enter,      ///< Enter and Ctrl+Enter
        CtrlEnter,  ///< Ctrl+Enter only: Enter is too easily pressed by accident
        FieldEnter, ///< Ctrl+Enter, and Enter in a field of one line: it leads to a confirmation
        None,       ///< only Tab to it and Space or Enter, or the mouse: it spends money or deletes
    };
    void setSubmitKeys(SubmitKeys keys);

    /// The text at the start of the footer: help.
    void setFooterNote(const QString &note);
    /// Adds a widget, such as an "Undo changes" button, at the start of the footer.
    void addFooterWidget(QWidget *widget);
    /// Adds a button at the start of the footer. Enter does not press it.
    QPushButton *addFooterButton(const QString &text, const char *objectName);
    /// Adds a main button at the end of the footer, for a dialog that Cancel closes in any case.
    /// Enter does not press it.
    QPushButton *addMainButton(const QString &text, const char *objectName);

    [[nodiscard]] State state() const { return m_state; }

public Q_SLOTS:
    void submit();
    /// Cancel, Escape and the window's close button: while submitting, stops waiting; with unsaved
    /// changes, asks inside the dialog; else closes it.
    void reject() override;

Q_SIGNALS:
    void stateChanged(relaybook::SheetDialog::State state);

protected:
    /// Whether closing would lose changes.
    [[nodiscard]] virtual bool isDirty() const { return false; }
    /// Whether the dialog keeps a draft of the changes anyway.
    [[nodiscard]] virtual bool keepsDraft() const { return false; }
    /// Starts the work; ends in succeed() or fail(), now or later. Not called again before that.
    virtual void startSubmit() { succeed(); }
    /// Whether Enter and Ctrl+Enter have an effect now.
    [[nodiscard]] virtual bool takesEnter() const { return true; }
    /// The user stopped waiting: drop the call. The dialog is already back in Editing.
    virtual void stopSubmit() {}
    /// Whether the dialog acts on the account of the window that it is opened over: if so, it shows
    /// the sandbox mark in a sandbox window.
    [[nodiscard]] virtual bool isAboutAccount() const { return true; }

    void succeed();
    /// Returns to Editing. The banner shows `lead` and `text`; if `lead` is empty, the fields show
    /// the errors.
    void fail(const QString &lead = {}, const QString &text = {});

    /// Scrolls so that these parts of the content are in view, also after their layout, until the
    /// user scrolls or goes to another field. If there is no room for all, the first ones are.
    void bringIntoSight(const QList<QWidget *> &parts);

    [[nodiscard]] const Theme &theme() const { return m_theme; }

    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildHeader(QVBoxLayout *column, const QString &title);
    void buildFooter(QVBoxLayout *column);
    QPushButton *makeFooterButton(const QString &text, const char *objectName);
    void setState(State state);
    void askBeforeLosing();
    [[nodiscard]] bool scrollByKey(const QKeyEvent &event);
    [[nodiscard]] bool isKeptFromButton(QAbstractButton &button, QEvent &event);
    void focusFirst();
    void showWanted();
    void fitWidth();
    void fitHeight();
    [[nodiscard]] int heightWithoutContent() const;
    [[nodiscard]] QRect roomOnScreen() const;
    void centre();

    static constexpr qreal cornerRadius = 10;

    const Theme &m_theme;
    State m_state = State::Editing;
    Label *m_title = nullptr;
    SandboxMark *m_sandboxMark = nullptr;
    Label *m_subtitle = nullptr;
    Banner *m_banner = nullptr;
    QScrollArea *m_scroll = nullptr;
    QWidget *m_body = nullptr;
    QVBoxLayout *m_content = nullptr;
    QHBoxLayout *m_footer = nullptr;
    QHBoxLayout *m_footerStart = nullptr;
    Label *m_note = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_submit = nullptr;
    QString m_submitText;
    QString m_busyText;
    SubmitKeys m_submitKeys = SubmitKeys::Enter;
    int m_sheetWidth = 0;
    bool m_isSubmitByTab = false; ///< the main button has, or last had, the focus by Tab
    bool m_moved = false;
    int m_placesToRepeat = 0; ///< how often centre() may still be repeated, see moveEvent()
    QPointer<QWidget> m_focusBeforeSubmit;
    QList<QPointer<QWidget>> m_wantedInSight;
    QPointer<Scrim> m_scrim;
};

} // namespace relaybook
