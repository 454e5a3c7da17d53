// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/privacymode.h"

namespace relaybook {
namespace {

// Not members of an object that is passed around: every text of the program would need it, as it
// needs the locale.
thread_local bool isOnHere = false;
thread_local int realTextScopes = 0;

} // namespace

bool isPrivacyOn()
{
    return isOnHere && realTextScopes == 0;
}

void setPrivacyOn(bool on)
{
    isOnHere = on;
}

RealTexts::RealTexts(bool wanted)
    : m_wanted(wanted)
{
    realTextScopes += m_wanted ? 1 : 0;
}

RealTexts::~RealTexts()
{
    realTextScopes -= m_wanted ? 1 : 0;
}

QString privateText(const QString &text)
{
    return isPrivacyOn() && !text.isEmpty() ? QStringLiteral("••••") : text;
}

QString hiddenAmount()
{
    return QStringLiteral("•••");
}

QString privateAmount(const QString &amount)
{
    return isPrivacyOn() && !amount.isEmpty() ? hiddenAmount() : amount;
}

} // namespace relaybook
