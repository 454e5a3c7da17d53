// SPDX-License-Identifier: GPL-3.0-or-later
// A line for a secret: masked until its eye is pressed, kept out of input method memories, wiped
// when it goes. May carry a link at its end.
#pragma once

#include "api/types/secret.h"

#include <QLineEdit>

class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace relaybook {

class Theme;

class SecretEdit : public QLineEdit
{
    Q_OBJECT

public:
    // The name becomes the object name, and with an ending that of the eye.
    SecretEdit(const Theme &theme, const QString &name, QWidget *parent = nullptr);
    ~SecretEdit() override;

    [[nodiscard]] Secret secret() const { return Secret(text().trimmed()); }
    // A link inside the line, before the eye.
    QPushButton *addLink(const QString &text, const QString &name);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void setShown(bool shown);
    void makeRoom();

    const Theme &m_theme;
    QHBoxLayout *m_end;
    QToolButton *m_eye;
};

} // namespace relaybook
