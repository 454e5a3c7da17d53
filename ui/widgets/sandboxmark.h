// SPDX-License-Identifier: GPL-3.0-or-later
// "Sandbox", on the colour of warnings: what is done here is not real. Stands in the side bar and
// in the head of every sheet that a sandbox window opens.
#pragma once

#include <QWidget>

namespace relaybook {

class Theme;

class SandboxMark : public QWidget
{
    Q_OBJECT
public:
    SandboxMark(const Theme &theme, const QString &text, QWidget *parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    QString m_text;
};

// A window that knows whether its account is the sandbox's.
class SandboxHost
{
public:
    SandboxHost() = default;
    SandboxHost(const SandboxHost &) = delete;
    SandboxHost &operator=(const SandboxHost &) = delete;
    virtual ~SandboxHost() = default;
    [[nodiscard]] virtual bool isSandbox() const = 0;
};

// Whether the nearest such window around this widget, itself counted, says so.
[[nodiscard]] bool isInSandbox(const QWidget *widget);

} // namespace relaybook
