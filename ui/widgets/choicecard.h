// SPDX-License-Identifier: GPL-3.0-or-later
// A card with a title and a short text that works as a radio button: one of two choices.
#pragma once

#include <QAbstractButton>

namespace relaybook {

class Theme;

class ChoiceCard : public QAbstractButton
{
    Q_OBJECT

public:
    ChoiceCard(const Theme &theme, const QString &title, const QString &words,
               QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QRect wordsRect(int width) const;

    const Theme &m_theme;
    QString m_words;
};

} // namespace relaybook
