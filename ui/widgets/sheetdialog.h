// SPDX-License-Identifier: GPL-3.0-or-later
// The form of every dialog: title, quiet subtitle, inline message, content, and a footer with help
// on one side and the buttons on the other. Submitting is written here once:
// Editing -> Submitting -> Done, or back to Editing with an error in the dialog and nothing lost.
#pragma once

#include <QDialog>
#include <QPointer>

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

    // Shown with open(), never exec(). Dims the parent's window while it is open.
    SheetDialog(const Theme &theme, const QString &title, QWidget *parent);
    ~SheetDialog() override;

    void setTitle(const QString &title);
    void setSubtitle(const QString &subtitle);
    // Width in pixels; the height follows the content, up to the screen's.
    void setSheetWidth(int width);
    [[nodiscard]] QVBoxLayout *contentLayout() const { return m_content; }

    // The message over the content. Errors of a submission go here by themselves.
    [[nodiscard]] Banner *banner() const { return m_banner; }

    // The end of the footer. While submitting the button shows the second text ("Saving…").
    void setSubmitText(const QString &text, const QString &busyText);
    [[nodiscard]] QPushButton *submitButton() const { return m_submit; }
    [[nodiscard]] QPushButton *cancelButton() const { return m_cancel; }
    // What the other button says.
    void setCancelText(const QString &text);
    // For dialogs that only show: one button, "Close".
    void setCloseOnly();
    // Off where Enter must not act by accident (buying). Ctrl+Enter always submits unless this is
    // off.
    void setEnterSubmits(bool submits);

    // The start of the footer: help, or a button ("Undo changes").
    void setFooterNote(const QString &note);
    void addFooterWidget(QWidget *widget);

    [[nodiscard]] State state() const { return m_state; }

public Q_SLOTS:
    void submit();
    // Cancel, Escape and the window's cross: while submitting it stops waiting, with unsaved
    // changes it asks inside the dialog, else it closes.
    void reject() override;

Q_SIGNALS:
    void stateChanged(relaybook::SheetDialog::State state);

protected:
    // Whether closing would lose something, and whether a draft of it is kept by the dialog anyway.
    [[nodiscard]] virtual bool isDirty() const { return false; }
    [[nodiscard]] virtual bool keepsDraft() const { return false; }
    // Starts the work; ends in succeed() or fail(), now or later. Not called again in between.
    virtual void startSubmit() { succeed(); }
    // The user stopped waiting: drop the call. The dialog is back in Editing when this is called.
    virtual void stopSubmit() {}
    // Whether what is done in it is done to the account of the window it opens over: in the sandbox
    // it bears the sandbox's mark then.
    [[nodiscard]] virtual bool isAboutAccount() const { return true; }

    void succeed();
    // Back to Editing. With a lead the banner shows it; without, the fields say what is wrong.
    void fail(const QString &lead = {}, const QString &text = {});

    [[nodiscard]] const Theme &theme() const { return m_theme; }

    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildHeader(QVBoxLayout *column, const QString &title);
    void buildFooter(QVBoxLayout *column);
    void setState(State state);
    void askBeforeLosing();
    void orderFocus();
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
    QHBoxLayout *m_footerStart = nullptr;
    Label *m_note = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_submit = nullptr;
    QString m_submitText;
    QString m_busyText;
    bool m_enterSubmits = true;
    bool m_moved = false;
    QPointer<QWidget> m_focusBeforeSubmit;
    QPointer<Scrim> m_scrim;
};

} // namespace relaybook
