// SPDX-License-Identifier: GPL-3.0-or-later
// Line edit for a secret: masked until the eye button is pressed, excluded from input method
// histories, and wiped when it is destroyed. May contain a link at its end.
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
    /// `name` is the object name; with a suffix, also that of the eye button.
    SecretEdit(const Theme &theme, const QString &name, QWidget *parent = nullptr);
    ~SecretEdit() override;

    [[nodiscard]] Secret secret() const { return Secret(text().trimmed()); }
    /// Adds a link inside the field, before the eye button.
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
