// SPDX-License-Identifier: GPL-3.0-or-later
// A coloured line over what it speaks of: lead, text, links, and a cross where it may be dismissed.
// Inline beside each other for pages; stacked for dialogs and narrow places.
#pragma once

#include "models/cellroles.h"

#include <QList>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace relaybook {

class Theme;

class Banner : public QWidget
{
    Q_OBJECT
public:
    enum class Shape { Inline, Stacked };

    explicit Banner(const Theme &theme, Shape shape = Shape::Inline, QWidget *parent = nullptr);

    // Accent is for information, Good, Warning and Bad as they say. Both texts are plain.
    void setMessage(Tone tone, const QString &lead, const QString &text = {});
    [[nodiscard]] QString lead() const { return m_lead; }
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] Tone tone() const { return m_tone; }

    // The banner owns the button; it reads as a link.
    QPushButton *addLink(const QString &text, const QString &objectName);
    void clearLinks();

    void setDismissible(bool dismissible);
    // Room kept clear under it, gone with it when it is hidden.
    void setGapBelow(int gap);

Q_SIGNALS:
    // The cross was used; the banner has hidden itself.
    void dismissed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void follow();

    const Theme &m_theme;
    Tone m_tone = Tone::Accent;
    QString m_lead;
    QString m_text;
    int m_gapBelow = 0;
    QLabel *m_label;
    QToolButton *m_cross;
    QBoxLayout *m_links;
    QList<QPushButton *> m_buttons;
};

} // namespace relaybook
