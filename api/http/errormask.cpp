// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/errormask.h"

#include "api/json/jsonmask.h"
#include "api/types/cuttext.h"

#include <QUrl>

#include <algorithm>

namespace relaybook {
namespace {

constexpr qsizetype longestText = 2000;
constexpr qsizetype shortestInside = 6;

/// The first 32 KiB of the text. It ends with a whole word, because half of a secret would not be
/// recognized.
QString withoutEnd(const QString &text)
{
    constexpr qsizetype most = qsizetype(32) * 1024;
    return text.size() <= most ? text
                               : text.left(std::max<qsizetype>(text.lastIndexOf(u' ', most), 0));
}

} // namespace

void ErrorMask::add(const Secret &secret)
{
    if (secret.isEmpty()) {
        return;
    }
    m_known.add(secret.reveal());
    const QString text = QString::fromUtf8(secret.reveal());
    addText(text);
    addText(QString::fromLatin1(QUrl::toPercentEncoding(text)));
    // A personal token is also written without the number before its bar.
    addText(text.mid(text.indexOf(u'|') + 1));
}

void ErrorMask::addText(const QString &text)
{
    if (text.size() < shortestInside || m_texts.contains(text)) {
        return;
    }
    const auto isLonger = [](const QString &a, const QString &b) { return a.size() > b.size(); };
    m_texts.insert(std::upper_bound(m_texts.begin(), m_texts.end(), text, isLonger), text);
}

QString ErrorMask::withoutAdded(QString text) const
{
    const QString mask = QString::fromUtf8(secretMask());
    for (const QString &secret : m_texts) {
        text.replace(secret, mask, Qt::CaseInsensitive);
    }
    return text;
}

void ErrorMask::apply(ApiError &error) const
{
    SecretMasker masker(&m_known);
    const auto masked = [this, &masker](const QString &text) {
        const QByteArray plain = withoutAdded(withoutEnd(text)).toUtf8();
        // Cut after masking: the end of a cut text could be half of a secret.
        return cutText(QString::fromUtf8(masker.maskText(
                           {plain.constData(), static_cast<std::size_t>(plain.size())})),
                       longestText);
    };
    error.message = masked(error.message);
    error.description = masked(error.description);
    error.jsonPath = masked(error.jsonPath);
    for (FieldError &field : error.fields) {
        field.field = masked(field.field);
        field.message = masked(field.message);
    }
    // The parts of the command were masked one by one. As one text, JSON without blanks would look
    // like a secret.
    error.curl = withoutAdded(error.curl);
}

} // namespace relaybook
