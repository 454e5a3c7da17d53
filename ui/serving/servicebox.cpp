// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servicebox.h"

#include "models/text/format.h"
#include "ui/widgets/plaintext.h"

#include <QSignalBlocker>

#include <algorithm>

namespace relaybook {

ServiceBox::ServiceBox(QWidget *parent)
    : CalmComboBox(parent)
{
    setObjectName(QStringLiteral("serviceBox"));
    setPools({});
    connect(this, &QComboBox::activated, this, [this] { m_awaited.clear(); });
}

void ServiceBox::choose(const QString &service)
{
    m_awaited = service;
    if (const int index = findData(service); index >= 0) {
        setCurrentIndex(index);
    }
}

void ServiceBox::setPools(const std::vector<TrafficPool> &pools)
{
    const QString chosen = m_awaited.isEmpty() ? service() : m_awaited;
    const QSignalBlocker quiet(this);
    clear();
    for (const TrafficPool &each : pools) {
        const QString name = plainLine(format::proxyType(each.type));
        addItem(each.left ? tr("%1 · %2 left").arg(name, format::traffic(*each.left)) : name,
                each.type);
    }
    if (count() == 0) {
        addItem(tr("As the service chooses"), QString());
    }
    setCurrentIndex(std::max(findData(chosen), 0));
}

QStringList ServiceBox::services() const
{
    QStringList all;
    for (int i = 0; i < count(); ++i) {
        all.append(itemData(i).toString());
    }
    all.removeAll(QString());
    return all;
}

} // namespace relaybook
