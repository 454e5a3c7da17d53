// SPDX-License-Identifier: GPL-3.0-or-later
// Masks secrets in the texts of errors, because a service or a proxy may repeat in its error what
// it was sent, and errors are shown, stored and printed.

#pragma once

#include "api/json/knownsecrets.h"
#include "api/types/apierror.h"
#include "api/types/secret.h"

#include <QStringList>

namespace relaybook {

class ErrorMask
{
public:
    /// `known`, which must outlive the mask, gets every secret that is added here.
    explicit ErrorMask(KnownSecrets &known)
        : m_known(known)
    {
    }

    /// A secret that is sent. It is found also inside of a word, and percent-encoded. An empty one
    /// is ignored, and one of less than six characters is found only as a word of its own.
    void add(const Secret &secret);
    /// Masks what was added, all known secrets and what looks like a credential, and cuts each
    /// text after 2,000 characters.
    void apply(ApiError &error) const;

private:
    void addText(const QString &text);
    [[nodiscard]] QString withoutAdded(QString text) const;

    KnownSecrets &m_known;
    QStringList m_texts; ///< as they may stand in a text, the longest first
};

} // namespace relaybook
