// SPDX-License-Identifier: GPL-3.0-or-later
// A coloured message bar above the content it is about: lead, text, links, and a cross if it can be
// dismissed. Lead and text are side by side on pages, and stacked in dialogs and narrow places.
#pragma once

#include "models/cellroles.h"
#include "ui/widgets/initials.h"

#include <QList>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace relaybook {

class AccountBadge;
class Theme;

class Banner : public QWidget
{
    Q_OBJECT
public:
    enum class Shape { Inline, Stacked };

    explicit Banner(const Theme &theme, Shape shape = Shape::Inline, QWidget *parent = nullptr);

    /// Use Tone::Accent for information. Both texts are plain text.
    void setMessage(Tone tone, const QString &lead, const QString &text = {});
    [[nodiscard]] QString lead() const { return m_lead; }
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] Tone tone() const { return m_tone; }

    /// Says which account the message is about, with its badge and its name, unless it is the only
    /// account.
    void setAccount(const AccountMark &account);
    [[nodiscard]] const AccountMark &account() const { return m_mark; }

    /// Adds a button that looks like a link; the banner owns it.
    QPushButton *addLink(const QString &text, const QString &objectName);
    void clearLinks();

    void setDismissible(bool dismissible);
    /// The width in which the message is one line.
    [[nodiscard]] int widthOfOneLine() const;
    /// Space below the banner; hidden together with it.
    void setGapBelow(int gap);

Q_SIGNALS:
    /// The user clicked the cross; the banner has hidden itself.
    void dismissed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void showText();
    void follow();

    const Theme &m_theme;
    Tone m_tone = Tone::Accent;
    QString m_lead;
    QString m_text;
    int m_gapBelow = 0;
    AccountBadge *m_badge;
    AccountMark m_mark;
    QString m_account; ///< the name that is shown; may be empty
    QLabel *m_label;
    QToolButton *m_cross;
    QBoxLayout *m_links;
    QList<QPushButton *> m_buttons;
};

} // namespace relaybook
