// SPDX-License-Identifier: GPL-3.0-or-later
// Section of the proxy inspector with the traffic of the selected proxy by day. It is loaded when
// it is first seen, and says why there are no figures if there are none.
#pragma once

#include "models/account/trafficfigures.h"
#include "ui/widgets/inspector.h"

class QPushButton;

namespace relaybook {

class AccountSession;
class TrafficBars;

class ProxyTrafficBox : public InspectorSection
{
    Q_OBJECT

public:
    ProxyTrafficBox(AccountSession &account, const Theme &theme, QWidget *parent = nullptr);

    /// Empty while no proxy is selected.
    void setProxy(const std::optional<Proxy> &proxy);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refreshView();
    void showFigures(const TrafficFigures::Status &status);
    void showReason(const TrafficFigures::Status &status);
    void onProxiesChanged();

    AccountSession &m_account;
    const Theme &m_theme;
    std::optional<Proxy> m_proxy;
    TrafficBars *m_bars;
    Label *m_text;
    QPushButton *m_again;
    QPushButton *m_details;
    std::optional<ApiError> m_error;
    bool m_listIsLoading = false;
};

} // namespace relaybook
