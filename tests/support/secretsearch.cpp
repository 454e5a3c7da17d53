// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/secretsearch.h"

#include <QDirIterator>
#include <QFile>
#include <QStringConverter>
#include <QUrl>
#include <QtEndian>

#include <algorithm>
#include <map>

namespace relaybook::testing {
namespace {

QByteArray withLowerCaseDigits(QByteArray encoded)
{
    constexpr int length = 2;
    for (qsizetype at = encoded.indexOf('%'); at >= 0; at = encoded.indexOf('%', at + 1)) {
        encoded.replace(at + 1, length, encoded.mid(at + 1, length).toLower());
    }
    return encoded;
}

/// The characters of the encoded text that depend on nothing but the secret, if `before` bytes of
/// other data come before it in a group of three.
QByteArray innerBase64(const QByteArray &secret, qsizetype before,
                       QByteArray::Base64Options options)
{
    constexpr qsizetype bitsPerByte = 8;
    constexpr qsizetype bitsPerCharacter = 6;
    const QByteArray all = QByteArray(before, '\0') + secret;
    const QByteArray encoded = all.toBase64(options | QByteArray::OmitTrailingEquals);
    const qsizetype first = (before * bitsPerByte + bitsPerCharacter - 1) / bitsPerCharacter;
    const qsizetype end = (before + secret.size()) * bitsPerByte / bitsPerCharacter;
    return encoded.mid(first, end - first);
}

QByteArray utf16(const QByteArray &secret, QStringConverter::Encoding encoding)
{
    QStringEncoder encoder(encoding);
    return encoder(QString::fromUtf8(secret));
}

} // namespace

std::vector<SecretSearch::Form> SecretSearch::formsOf(const QByteArray &secret)
{
    const QByteArray encoded = QUrl::toPercentEncoding(QString::fromUtf8(secret));
    std::vector<Form> forms{
        {QStringLiteral("plain"), secret},
        {QStringLiteral("URL-encoded"), encoded},
        {QStringLiteral("URL-encoded, lower case"), withLowerCaseDigits(encoded)},
        {QStringLiteral("UTF-16, little endian"), utf16(secret, QStringConverter::Utf16LE)},
        {QStringLiteral("UTF-16, big endian"), utf16(secret, QStringConverter::Utf16BE)},
    };
    constexpr qsizetype groupSize = 3;
    for (qsizetype before = 0; before < groupSize; ++before) {
        forms.push_back({QStringLiteral("base64 +%1").arg(before),
                         innerBase64(secret, before, QByteArray::Base64Encoding)});
        forms.push_back({QStringLiteral("base64 for URLs +%1").arg(before),
                         innerBase64(secret, before, QByteArray::Base64UrlEncoding)});
    }
    return forms;
}

void SecretSearch::add(const QString &what, const QByteArray &secret)
{
    Q_ASSERT(secret.size() >= shortest);
    const bool isKnown =
        std::any_of(m_secrets.begin(), m_secrets.end(),
                    [&secret](const Secret &each) { return each.bytes == secret; });
    if (isKnown) {
        return;
    }
    m_secrets.push_back({what, secret, formsOf(secret)});
    const auto &forms = m_secrets.back().forms;
    for (std::size_t form = 0; form < forms.size(); ++form) {
        const quint16 start = startOf(forms[form].bytes.constData());
        m_isStart.set(start);
        m_byStart.insert({start, {m_secrets.size() - 1, form}});
    }
}

quint16 SecretSearch::startOf(const char *bytes)
{
    return qFromLittleEndian<quint16>(bytes);
}

QStringList SecretSearch::findIn(const QString &where, const QByteArray &bytes) const
{
    std::map<std::size_t, std::size_t> found; // by secret, its first form
    for (qsizetype at = 0; at + 1 < bytes.size(); ++at) {
        const quint16 start = startOf(bytes.constData() + at);
        if (!m_isStart.test(start)) {
            continue;
        }
        const auto rest = QByteArrayView(bytes).sliced(at);
        const auto [first, end] = m_byStart.equal_range(start);
        for (auto each = first; each != end; ++each) {
            const auto [secret, form] = each->second;
            if (rest.startsWith(m_secrets[secret].forms[form].bytes)) {
                const auto known = found.insert({secret, form}).first;
                known->second = std::min(known->second, form);
            }
        }
    }
    QStringList findings;
    for (const auto &[secret, form] : found) {
        findings.append(
            QStringLiteral("%1 contains %2 (%3)")
                .arg(where, m_secrets[secret].what, m_secrets[secret].forms[form].name));
    }
    return findings;
}

SecretSearch::Searched SecretSearch::findBelow(const QString &folder) const
{
    Searched searched;
    QDirIterator files(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        searched.findings += findIn(QStringLiteral("The name of a file"), path.toUtf8());
        if (!files.fileInfo().isFile()) {
            continue;
        }
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            searched.findings.append(QStringLiteral("%1 cannot be read").arg(path));
            continue;
        }
        const QByteArray content = file.readAll();
        ++searched.files;
        searched.bytes += content.size();
        searched.findings += findIn(path, content);
    }
    return searched;
}

} // namespace relaybook::testing
