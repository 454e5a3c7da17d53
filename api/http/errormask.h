// SPDX-License-Identifier: GPL-3.0-or-later
// Masks secrets in the texts of errors. The error of a service or a proxy may repeat the request,
// and errors are shown, stored and printed.

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

    /// Adds a secret that is sent. It is also masked inside a word, and percent-encoded. An empty
    /// one is ignored, and one of less than six characters is masked only as a word of its own.
    void add(const Secret &secret);
    /// Masks the added secrets, all known secrets and everything that looks like a credential, and
    /// cuts each text after 2,000 characters.
    void apply(ApiError &error) const;

private:
    void addText(const QString &text);
    [[nodiscard]] QString withoutAdded(QString text) const;

    KnownSecrets &m_known;
    QStringList m_texts; ///< the forms in which they may occur in a text, the longest first
};

} // namespace relaybook
