// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog of the change of many proxies that the account carries out in the background, with what
// was changed elsewhere and undoing it.
#pragma once

#include "models/account/proxyeditrun.h"
#include "ui/lists/storedrundialog.h"

#include <memory>

namespace relaybook {

/// What is said about a change of many proxies.
[[nodiscard]] std::unique_ptr<StoredRunTexts> proxyEditTexts(const ProxyEditRun &run);

class ProxyEditRunDialog : public StoredRunDialog
{
    Q_OBJECT

public:
    ProxyEditRunDialog(const PageContext &context, QWidget *parent);
    ~ProxyEditRunDialog() override;

protected:
    void showOutcome() override;
    void updateButtons() override;

private:
    void askAboutChanged();

    ProxyEditRun &m_run;
    QPushButton *m_undo;
};

} // namespace relaybook
