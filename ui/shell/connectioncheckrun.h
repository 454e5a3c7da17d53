// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the connection check that a dialog shows, for as long as the dialog is open.

#pragma once

#include "models/accounts/connectioncheck.h"
#include "models/accounts/openaccounts.h"

#include <QObject>

#include <memory>

namespace relaybook {

class ConnectionCheckDialog;

/// A child of the dialog.
class ConnectionCheckRun final : public QObject
{
    Q_OBJECT

public:
    /// `own` is the connection in `parts` if it was made for this check, else null.
    ConnectionCheckRun(ConnectionCheckDialog &dialog, const ConnectionCheck::Parts &parts,
                       std::unique_ptr<ServiceConnection> own = {});
    ~ConnectionCheckRun() override;

    void start();

private:
    void showState();

    ConnectionCheckDialog &m_dialog;
    // m_check may use m_own, so m_own is destroyed after it.
    std::unique_ptr<ServiceConnection> m_own;
    std::unique_ptr<ConnectionCheck> m_check;
};

} // namespace relaybook
