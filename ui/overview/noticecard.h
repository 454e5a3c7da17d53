// SPDX-License-Identifier: GPL-3.0-or-later
// A card in the place of a figure that cannot be shown: what is missing, and the way to get it.
#pragma once

#include "ui/widgets/card.h"

class QPushButton;

namespace relaybook {

class ElidedLabel;
class Label;

class NoticeCard : public Card
{
    Q_OBJECT

public:
    NoticeCard(const Theme &theme, const QString &name, QWidget *parent = nullptr);

    // Without an action there is no link.
    void setNotice(const QString &title, const QString &words, const QString &action = {});

Q_SIGNALS:
    void actionTriggered();

private:
    ElidedLabel *m_title;
    Label *m_words;
    QPushButton *m_action;
};

} // namespace relaybook
