// SPDX-License-Identifier: GPL-3.0-or-later
// Card that is shown instead of a figure that is not available: says what is missing and how to get
// it.
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

    /// If `action` is empty, there is no link.
    void setNotice(const QString &title, const QString &words, const QString &action = {});

Q_SIGNALS:
    void actionTriggered();

private:
    ElidedLabel *m_title;
    Label *m_words;
    QPushButton *m_action;
};

} // namespace relaybook
