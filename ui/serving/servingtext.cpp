// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingtext.h"

#include "models/text/format.h"
#include "ui/serving/servingtarget.h"
#include "ui/widgets/plaintext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct ServingText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ServingText)
};

} // namespace

ServingTarget targetOf(const SubUser &row)
{
    return {row.id,          plainLine(format::subUserName(row)),
            row.username,    row.serviceType,
            row.trafficLeft, {}};
}

QString verdictText(RequestVerdict verdict)
{
    switch (verdict) {
    case RequestVerdict::Fine:
        break;
    case RequestVerdict::AmountTooSmall:
        return ServingText::tr("The smallest amount is %1.", "0.01 GB")
            .arg(format::trafficExact(leastTraffic()));
    case RequestVerdict::NotEnoughTraffic:
        return ServingText::tr("The pool does not hold enough traffic.");
    case RequestVerdict::NameEmpty:
        return ServingText::tr("The user name is missing.");
    case RequestVerdict::NameTooLong:
        return ServingText::tr("The user name has more than 255 characters.");
    case RequestVerdict::NameIsSecret:
        return ServingText::tr("The user name looks like a password or token. Choose another.");
    case RequestVerdict::NameTwice:
        return ServingText::tr("This user name is also on an earlier line.");
    case RequestVerdict::NameTaken:
        return ServingText::tr("A sub-user already has this name.");
    case RequestVerdict::Twice:
        return ServingText::tr("This sub-user is listed twice.");
    case RequestVerdict::NothingLeft:
        return ServingText::tr("There is no traffic to take back.");
    case RequestVerdict::LessLeft:
        return ServingText::tr("Less traffic is left.");
    case RequestVerdict::Gone:
        return ServingText::tr("This sub-user was deleted at the service.");
    case RequestVerdict::LeftUnknown:
        return ServingText::tr("It is not known how much traffic would be taken back.");
    }
    return {};
}

QString nowAndAfter(const std::optional<TrafficAmount> &now,
                    const std::optional<TrafficAmount> &after)
{
    if (!now) {
        return ServingText::tr("not known");
    }
    return after ? ServingText::tr("%1 now, %2 after", "traffic before and after the operation")
                       .arg(format::trafficExact(*now), format::trafficExact(*after))
                 : format::trafficExact(*now);
}

QString poolText(const QString &serviceType)
{
    return serviceType.isEmpty() ? ServingText::tr("Your traffic")
                                 : ServingText::tr("Your traffic, %1", "a service")
                                       .arg(plainLine(format::proxyType(serviceType)));
}

} // namespace relaybook
