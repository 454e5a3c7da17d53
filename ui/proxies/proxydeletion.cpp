// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/proxydeletion.h"

#include "models/account/proxydeletionrun.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "ui/proxies/manyproxychanges.h"
#include "ui/widgets/amountsshown.h"

#include <QCoreApplication>
#include <QPushButton>

#include <utility>

namespace relaybook {

namespace {

struct ProxyDeletionWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ProxyDeletion)
};

} // namespace

std::optional<TrafficAmount> unusedTraffic(const Proxy &proxy)
{
    if (!proxy.trafficLimit || !proxy.trafficUsed) {
        return std::nullopt;
    }
    const auto unused = proxy.trafficLimit->minus(*proxy.trafficUsed);
    return unused && unused->isNegative() ? std::optional(TrafficAmount()) : unused;
}

ProxyToDelete proxyToDelete(const Proxy &proxy)
{
    return {proxy.id, proxy.name, unusedTraffic(proxy),
            toJson(ProxyDeletionRow{proxy.id, proxy.name})};
}

QString proxyToDeleteText(const ProxyToDelete &proxy)
{
    const QString unused =
        proxy.unused
            ? ProxyDeletionWords::tr("%1 not used", "traffic").arg(format::traffic(*proxy.unused))
            : ProxyDeletionWords::tr("not known how much is not used", "traffic");
    return ProxyDeletionWords::tr("%1: %2", "name of a proxy, its traffic")
        .arg(shownProxyName(proxy.id, proxy.name), unused);
}

void showWhenAsked(SheetDialog &dialog, std::function<void()> show)
{
    if (!isPrivacyOn()) {
        return;
    }
    QPushButton *button =
        dialog.addFooterButton(ProxyDeletionWords::tr("Show amounts"), "showAmounts");
    button->setToolTip(ProxyDeletionWords::tr(
        "Shows the amounts and names in this dialog. Everything else stays hidden."));
    dialog.submitButton()->setEnabled(false);
    dialog.submitButton()->setToolTip(
        ProxyDeletionWords::tr("The amounts are hidden. Show them before you confirm."));
    QObject::connect(button, &QPushButton::clicked, &dialog,
                     [&dialog, button, show = std::move(show)] {
                         setAmountsShown(dialog);
                         const RealTexts shown;
                         button->hide();
                         dialog.submitButton()->setToolTip({});
                         dialog.submitButton()->setEnabled(true);
                         show();
                     });
}

} // namespace relaybook
