// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog of the deletion of many proxies that the account carries out in the background.
#pragma once

#include "models/account/proxydeletionrun.h"
#include "ui/lists/storedrundialog.h"

#include <memory>

namespace relaybook {

/// What is said about a deletion of many proxies.
[[nodiscard]] std::unique_ptr<StoredRunTexts> proxyDeletionTexts(const ProxyDeletionRun &run);

class ProxyDeletionRunDialog : public StoredRunDialog
{
    Q_OBJECT

public:
    ProxyDeletionRunDialog(const PageContext &context, QWidget *parent);
    ~ProxyDeletionRunDialog() override;

protected:
    void showOutcome() override;

private:
    ProxyDeletionRun &m_run;
};

} // namespace relaybook
