// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog of the change of many proxies that the account carries out in the background: its
// progress, a result for each proxy, and pausing, continuing, cancelling and undoing it. Closing
// the dialog stops nothing.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

class QPushButton;

namespace relaybook {

class BatchResults;
class Label;
class ProxyEditRun;

/// "45 of 200 proxies changed · 3 not changed".
[[nodiscard]] QString proxyEditProgress(const ProxyEditRun &run);
/// "120 of 200 changes of proxies were not sent."
[[nodiscard]] QString proxyEditsNotSent(const ProxyEditRun &run);
/// How many rows ended without the wanted values.
[[nodiscard]] qint64 proxyEditsFailed(const ProxyEditRun &run);

class ProxyEditRunDialog : public ActionDialog
{
    Q_OBJECT

public:
    ProxyEditRunDialog(const PageContext &context, QWidget *parent);
    ~ProxyEditRunDialog() override;

protected:
    void startSubmit() override;

private:
    /// What the main button does.
    enum class MainAction { Pause, Continue, Retry, Nothing };

    void build();
    void showState();
    void showProgress();
    void updateButtons();
    void showMain();
    void showOutcome();
    void askAboutChanged();
    [[nodiscard]] MainAction mainAction() const;

    AccountSession &m_account;
    ProxyEditRun &m_run;
    Label *m_progress;
    Label *m_time;
    BatchResults *m_results;
    QPushButton *m_cancelRest;
    QPushButton *m_undo;
};

} // namespace relaybook
