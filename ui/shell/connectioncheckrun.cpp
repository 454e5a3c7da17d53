// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/connectioncheckrun.h"

#include "ui/account/connectioncheckdialog.h"

namespace relaybook {

ConnectionCheckRun::ConnectionCheckRun(ConnectionCheckDialog &dialog,
                                       const ConnectionCheck::Parts &parts,
                                       std::unique_ptr<ServiceConnection> own)
    : QObject(&dialog)
    , m_dialog(dialog)
    , m_own(std::move(own))
    , m_check(std::make_unique<ConnectionCheck>(parts))
{
    connect(m_check.get(), &ConnectionCheck::changed, this, &ConnectionCheckRun::showState);
    connect(m_check.get(), &ConnectionCheck::finished, this, &ConnectionCheckRun::showState);
    connect(&dialog, &ConnectionCheckDialog::checkAgainRequested, this, &ConnectionCheckRun::start);
    connect(&dialog, &ConnectionCheckDialog::cancelRequested, this, [this] {
        m_check->cancel();
        showState();
    });
    connect(&dialog, &QDialog::finished, this, [this] { m_check->cancel(); });
}

ConnectionCheckRun::~ConnectionCheckRun() = default;

void ConnectionCheckRun::start()
{
    m_check->start();
    showState();
}

void ConnectionCheckRun::showState()
{
    m_dialog.setReport(m_check->report());
    m_dialog.showSteps(m_check->steps(), m_check->isRunning());
}

} // namespace relaybook
