// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that shows a check of the connection step by step while it runs. It shows values and
// asks for a check; who opens it runs the check.
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
    /// `place` is what is checked: an account's name, or an address.
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
    bool m_isStopped = false; // by the user: then nothing is said about the whole
};

/// One step: a mark for its state, its title, and below it the verdict.
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
