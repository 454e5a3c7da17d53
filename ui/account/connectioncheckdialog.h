// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that shows a connection check step by step while it runs. The dialog only shows
// results and requests a check; its owner runs the check.
#pragma once

#include "models/accounts/connectioncheck.h"
#include "ui/widgets/sheetdialog.h"

#include <vector>

class QVBoxLayout;

namespace relaybook {

class CheckStepLine;
class ElidedLabel;

class ConnectionCheckDialog final : public SheetDialog
{
    Q_OBJECT

public:
    /// `place`: the account's name or the address that is checked.
    ConnectionCheckDialog(const Theme &theme, const QString &place, QWidget *parent);

    void showSteps(const std::vector<ConnectionStep> &steps, bool isRunning);
    /// The text that "Copy report" copies; without secrets.
    void setReport(const QString &report);

Q_SIGNALS:
    void checkAgainRequested();
    void cancelRequested();

protected:
    [[nodiscard]] bool isAboutAccount() const override { return false; }

private:
    void build();
    void copyReport();
    void updateSummary(const std::vector<ConnectionStep> &steps);
    void pressMainButton();

    QVBoxLayout *m_lines = nullptr;
    std::vector<CheckStepLine *> m_steps;
    QPushButton *m_copy = nullptr;
    QPushButton *m_again = nullptr;
    QString m_report;
    bool m_isRunning = false;
    bool m_isStopped = false; // by the user: then no overall result is shown
};

/// One step: a mark for its state, its title, and below them the result.
class CheckStepLine final : public QWidget
{
    Q_OBJECT

public:
    CheckStepLine(const Theme &theme, QWidget *parent);

    void show(const ConnectionStep &step);

    using QWidget::show;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    Label *m_title;
    Label *m_verdict;
    ConnectionStep m_step;
};

/// "TLS: good. The certificate is valid until …": for screen readers.
[[nodiscard]] QString connectionStepSentence(const ConnectionStep &step);

} // namespace relaybook
