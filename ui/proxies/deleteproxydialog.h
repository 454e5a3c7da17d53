// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that asks before a proxy is deleted, and says what is lost with it. Enter alone does not
// confirm.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

namespace relaybook {

class DeleteProxyDialog : public ActionDialog
{
    Q_OBJECT

public:
    DeleteProxyDialog(const PageContext &context, const Proxy &proxy, QWidget *parent);
    ~DeleteProxyDialog() override;

Q_SIGNALS:
    void proxyDeleted(const relaybook::ProxyId &id);

protected:
    void startSubmit() override;
    void stopSubmit() override;

private:
    [[nodiscard]] QString whatIsLost() const;
    void whenAnswered(const Result<Done> &answer);
    void lookWhatIsThere();
    void whenLooked(const Result<Proxy> &answer);
    void offerToLook();

    AccountSession &m_account;
    Proxy m_proxy;
    Call m_call;
};

} // namespace relaybook
