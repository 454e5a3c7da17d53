// SPDX-License-Identifier: GPL-3.0-or-later
// Searches files for secrets, also in the encodings in which a program may store them by mistake.

#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <bitset>
#include <unordered_map>
#include <vector>

namespace relaybook::testing {

class SecretSearch
{
public:
    /// The bytes of a secret in one encoding.
    struct Form
    {
        QString name; ///< "plain", "base64 +1" …
        QByteArray bytes;
    };

    /// Plain, URL-encoded, base64 wherever it begins in the encoded text, UTF-16.
    [[nodiscard]] static std::vector<Form> formsOf(const QByteArray &secret);
    /// A shorter one would be found by chance.
    static constexpr qsizetype shortest = 6;

    /// `what` describes the secret in a finding, which does not contain it.
    void add(const QString &what, const QByteArray &secret);
    [[nodiscard]] std::size_t count() const { return m_secrets.size(); }

    /// What is found in these bytes: "WHERE contains WHAT (base64 +1)".
    [[nodiscard]] QStringList findIn(const QString &where, const QByteArray &bytes) const;
    /// What is found in the names and contents of all files below a folder, hidden ones too. A file
    /// that cannot be read is a finding. `files` and `bytes` count what was searched.
    struct Searched
    {
        QStringList findings;
        int files = 0;
        qint64 bytes = 0;
    };
    [[nodiscard]] Searched findBelow(const QString &folder) const;

private:
    struct Secret
    {
        QString what;
        QByteArray bytes;
        std::vector<Form> forms;
    };
    struct Place
    {
        std::size_t secret = 0;
        std::size_t form = 0;
    };
    /// The first two bytes of a form: each file is read once, however many secrets there are.
    [[nodiscard]] static quint16 startOf(const char *bytes);

    std::vector<Secret> m_secrets;
    std::bitset<65'536> m_isStart; ///< of at least one form
    std::unordered_multimap<quint16, Place> m_byStart;
};

} // namespace relaybook::testing
