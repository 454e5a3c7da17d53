// SPDX-License-Identifier: GPL-3.0-or-later
// Shows texts of other people, such as names, notes and the service's error texts, so that they
// cannot look like another text. Unicode has invisible characters that reorder what follows them:
// with U+202E in front of its end, "client_90" is drawn as "client_09". Only what is shown is
// changed: the exact text is what is copied, exported, edited, searched for and sent.

#pragma once

#include <QString>

namespace relaybook {

/// The text with each control character, direction mark and invisible character as its code:
/// "client_⟨U+202E⟩90". Of more than ten marks on a letter the others are one code. Line breaks,
/// tabs, and the joiners that Persian, Indian scripts and emoji need stay as they are.
/// Right-to-left letters stay too: they need no marks to be read.
[[nodiscard]] QString shownText(const QString &text);

/// shownText() for a part of a sentence. A part with right-to-left letters or digits is isolated
/// (between U+2068 and U+2069), so that it does not reorder the words around it. Others cannot, so
/// they stay free of invisible characters.
[[nodiscard]] QString isolated(const QString &part);

/// shownText() for a sentence: the isolates that isolated() put around its parts stay.
[[nodiscard]] QString shownSentence(const QString &sentence);

/// What a person can type who reads shownText(): the text without what that shows as a code. The
/// codes themselves if there is nothing else.
[[nodiscard]] QString typeableText(const QString &text);

/// Whether somebody typed this name to confirm something, in upper or lower case: exactly, as it is
/// shown, or as typeableText().
[[nodiscard]] bool isNameTyped(const QString &typed, const QString &name);

} // namespace relaybook
