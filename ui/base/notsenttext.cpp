// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/notsenttext.h"

#include "ui/base/errortext.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

struct NotSentText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::NotSentText)
};

} // namespace

QString notSentText(const Order &order)
{
    switch (order.notSentFor) {
    case NotSentFor::Error:
        return order.error ? errorText(*order.error).title
                           : NotSentText::tr("It never left this computer.");
    case NotSentFor::Cancelled:
        return NotSentText::tr("You cancelled it before it was sent.");
    case NotSentFor::Interrupted:
        return NotSentText::tr("Relaybook closed before it was sent.");
    case NotSentFor::NewPrice:
        return NotSentText::tr("Its price changed before it was sent.");
    case NotSentFor::Changed:
        return NotSentText::tr("More traffic is left than was shown.");
    case NotSentFor::NameTaken:
        return NotSentText::tr("A sub-user already has this name.");
    case NotSentFor::Gone:
        return NotSentText::tr("This sub-user was deleted at the service.");
    case NotSentFor::Earlier:
        return NotSentText::tr("Before it was sent, news of an earlier order was found: see "
                               "Activity.");
    case NotSentFor::NoTurn:
        return NotSentText::tr("The service's request limit left no room for it, even after "
                               "waiting several times.");
    case NotSentFor::Stopped:
        return NotSentText::tr("It was not sent because the ones before it failed.");
    case NotSentFor::Fuller:
        return NotSentText::tr("The sub-user has more traffic now than was shown.");
    case NotSentFor::Emptier:
        return NotSentText::tr("The sub-user has less traffic left than was to be taken back.");
    case NotSentFor::TookMore:
        return NotSentText::tr("It was not sent because the service took back more than the "
                               "amount from one before it.");
    }
    return {};
}

} // namespace relaybook
