// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/orderstate.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

struct OrderStateText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::OrderStateText)
};

} // namespace

QString orderStateText(OrderState state)
{
    switch (state) {
    case OrderState::Waiting:
        return OrderStateText::tr("Waiting");
    case OrderState::Sending:
        return OrderStateText::tr("Sending");
    case OrderState::Completed:
        return OrderStateText::tr("Completed");
    case OrderState::Refused:
        return OrderStateText::tr("Refused");
    case OrderState::Unknown:
        return OrderStateText::tr("Unknown");
    case OrderState::NotDone:
        return OrderStateText::tr("Not done");
    case OrderState::NotSent:
        return OrderStateText::tr("Not sent");
    }
    return {};
}

QString orderStateName(OrderState state)
{
    switch (state) {
    case OrderState::Waiting:
        return QStringLiteral("waiting");
    case OrderState::Sending:
        return QStringLiteral("sending");
    case OrderState::Completed:
        return QStringLiteral("completed");
    case OrderState::Refused:
        return QStringLiteral("refused");
    case OrderState::Unknown:
        return QStringLiteral("unknown");
    case OrderState::NotDone:
        return QStringLiteral("not-done");
    case OrderState::NotSent:
        break;
    }
    return QStringLiteral("not-sent");
}

Tone orderStateTone(OrderState state)
{
    switch (state) {
    case OrderState::Waiting:
    case OrderState::Sending:
        return Tone::Accent;
    case OrderState::Completed:
        return Tone::Good;
    case OrderState::Unknown:
        return Tone::Warning;
    case OrderState::Refused:
        return Tone::Bad;
    case OrderState::NotDone:
    case OrderState::NotSent:
        break;
    }
    return Tone::Neutral;
}

} // namespace relaybook
