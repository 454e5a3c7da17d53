// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/pastedsecret.h"

#include <QCoreApplication>
#include <QStringView>
#include <QUuid>

namespace relaybook {
namespace {

struct PastedText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::PastedSecret)
};

/// What a header before the secret says about it.
struct Copied
{
    QStringView text;
    bool isBearer = false;
    bool isResellerKey = false;
};

bool isBlank(QChar c)
{
    return c.isSpace() || c.category() == QChar::Other_Control;
}

bool isQuote(QChar c)
{
    return c == u'"' || c == u'\'' || c == u'`' ||
           c.category() == QChar::Punctuation_InitialQuote ||
           c.category() == QChar::Punctuation_FinalQuote || c == u'„' || c == u'‚';
}

/// Zero-width characters, the byte order mark, marks of the writing direction, soft hyphens.
bool isInvisible(QChar c)
{
    return c.category() == QChar::Other_Format;
}

/// Blanks and quotes around the text, and a comma after a quote, as in JSON.
QStringView withoutFrame(QStringView text)
{
    const auto isFrame = [](QChar c) { return isBlank(c) || isQuote(c); };
    while (!text.isEmpty() && isFrame(text.front())) {
        text = text.sliced(1);
    }
    const bool isListed = text.size() > 1 && (text.back() == u',' || text.back() == u';') &&
                          isFrame(text[text.size() - 2]);
    if (isListed) {
        text.chop(1);
    }
    while (!text.isEmpty() && isFrame(text.back())) {
        text.chop(1);
    }
    return text;
}

bool takeStart(QStringView &text, QStringView start)
{
    if (!text.startsWith(start, Qt::CaseInsensitive)) {
        return false;
    }
    text = withoutFrame(text.sliced(start.size()));
    return true;
}

Copied withoutHeader(QStringView text)
{
    Copied copied{withoutFrame(text)};
    const bool isAuthorization = takeStart(copied.text, u"Authorization:");
    copied.isResellerKey = !isAuthorization && takeStart(copied.text, u"X-Reseller-Key:");
    constexpr QStringView scheme = u"Bearer";
    const bool hasScheme =
        copied.text.startsWith(scheme, Qt::CaseInsensitive) &&
        (copied.text.size() == scheme.size() || isBlank(copied.text[scheme.size()]));
    if (hasScheme) {
        takeStart(copied.text, scheme);
    }
    copied.isBearer = isAuthorization || hasScheme;
    return copied;
}

QString nameOf(QChar c)
{
    if (c == u'\n' || c == u'\r' || c == QChar::LineSeparator || c == QChar::ParagraphSeparator) {
        return PastedText::tr("a line break");
    }
    if (c == u'\t') {
        return PastedText::tr("a tab");
    }
    if (c.isSpace()) {
        return PastedText::tr("a space");
    }
    constexpr int digits = 4;
    constexpr int hexadecimal = 16;
    const QString code = QStringLiteral("U+%1").arg(
        QString::number(c.unicode(), hexadecimal).toUpper(), digits, u'0');
    return c.isPrint() && !c.isSurrogate()
               ? PastedText::tr("the character “%1” (%2)").arg(QString(c), code)
               : PastedText::tr("the character %1").arg(code);
}

QString oddCharacter(QStringView text, PastedKind kind)
{
    constexpr char16_t firstVisible = 0x21;
    constexpr char16_t lastVisible = 0x7E;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const char16_t unit = text[at].unicode();
        if (unit < firstVisible || unit > lastVisible) {
            const QString sentence =
                kind == PastedKind::PersonalToken
                    ? PastedText::tr("The token has %1 at place %2. Copy it again.")
                    : PastedText::tr("The Reseller Key has %1 at place %2. Copy it again.");
            return sentence.arg(nameOf(text[at]), QString::number(at + 1));
        }
    }
    return {};
}

} // namespace

tl::expected<Secret, QString> cleanedSecret(const Secret &pasted, PastedKind kind)
{
    QString text = QString::fromUtf8(pasted.reveal());
    text.removeIf(isInvisible);
    const Copied copied = withoutHeader(text);
    QString problem = oddCharacter(copied.text, kind);
    if (kind == PastedKind::PersonalToken && copied.isResellerKey) {
        problem = PastedText::tr("This is a Reseller Key: it was copied with “X-Reseller-Key:”. "
                                 "Enter it as the Reseller Key.");
    } else if (kind == PastedKind::ResellerKey && copied.isBearer) {
        problem = PastedText::tr("This is a token: it was copied with “Bearer”. Enter the Reseller "
                                 "Key here.");
    } else if (copied.text.isEmpty() && !pasted.isEmpty()) {
        problem = kind == PastedKind::PersonalToken
                      ? PastedText::tr("There is no token in this text. Copy it again.")
                      : PastedText::tr("There is no Reseller Key in this text. Copy it again.");
    }
    Secret cleaned(copied.text.toUtf8());
    text.fill(QChar());
    if (!problem.isEmpty()) {
        return tl::unexpected(problem);
    }
    return cleaned;
}

QString swappedHint(const Secret &refused, PastedKind kind)
{
    if (kind == PastedKind::PersonalToken) {
        constexpr qsizetype lengthOfUuid = 36;
        const bool isUuid = refused.reveal().size() == lengthOfUuid &&
                            !QUuid::fromString(QLatin1String(refused.reveal())).isNull();
        return isUuid ? PastedText::tr("It has the form of a Reseller Key: check that the two are "
                                       "not swapped.")
                      : QString();
    }
    const QByteArray &key = refused.reveal();
    const qsizetype bar = key.indexOf('|');
    bool isNumber = false;
    (void)key.first(qMax<qsizetype>(bar, 0)).toLongLong(&isNumber);
    return isNumber ? PastedText::tr("It has the form of a personal token: check that the two are "
                                     "not swapped.")
                    : QString();
}

} // namespace relaybook
