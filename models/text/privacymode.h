// SPDX-License-Identifier: GPL-3.0-or-later
// Privacy mode: amounts, names, notes and credentials are hidden in the texts that are shown, for
// example while the screen is shared. It is part of how values are formatted, as the locale is:
// money and traffic are hidden by format.h, what people wrote or are called by privateText(). Ids,
// dates, counts and states stay readable. Each thread has a mode of its own, and only the thread of
// the windows ever turns it on: exports and commands always have the real values.

#pragma once

#include <QString>

namespace relaybook {

/// Whether texts that are made now on this thread have to hide private values.
[[nodiscard]] bool isPrivacyOn();
/// Applies to texts that are made from now on; the window shows its pages again.
void setPrivacyOn(bool on);

/// While an object of this class lives, texts of this thread have the real values: what is copied,
/// and the texts of a dialog whose amounts the user asked to see.
class RealTexts
{
public:
    /// Does nothing if not `wanted`.
    explicit RealTexts(bool wanted = true);
    ~RealTexts();
    RealTexts(const RealTexts &) = delete;
    RealTexts &operator=(const RealTexts &) = delete;

private:
    const bool m_wanted;
};

/// A name, an e-mail address, a host, a note or a credential: "••••" in privacy mode, whatever its
/// length. An empty text stays empty.
[[nodiscard]] QString privateText(const QString &text);
/// What stands for an amount without its unit: "•••".
[[nodiscard]] QString hiddenAmount();
/// An amount without its unit: "•••" in privacy mode. An empty text stays empty.
[[nodiscard]] QString privateAmount(const QString &amount);

} // namespace relaybook
