// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportname.h"

#include "models/export/provenance.h"
#include "models/tables/ledgerdates.h"

#include <QDir>
#include <QFileInfo>

namespace relaybook {
namespace {

constexpr qsizetype longestWords = 30;
constexpr qsizetype longestName = 150; // file systems store 255 bytes, with all endings

/// Lower case letters and digits of ASCII, with a "-" for everything else. Accents are dropped.
QString plainWords(const QString &text)
{
    QString plain;
    const QString apart = text.normalized(QString::NormalizationForm_KD).toLower();
    for (const QChar c : apart) {
        const bool isPlain = (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9');
        if (isPlain) {
            plain += c;
        } else if (!c.isMark() && !plain.isEmpty() && !plain.endsWith(u'-')) {
            plain += u'-';
        }
    }
    plain.truncate(longestWords);
    while (plain.endsWith(u'-')) {
        plain.chop(1);
    }
    return plain;
}

QString monthText(QDate day)
{
    return day.toString(QStringLiteral("yyyy-MM"));
}

QString dayText(QDate day)
{
    return day.toString(Qt::ISODate);
}

/// "2026-10", "2026", "2026-10-05", "2026-10-05-to-2026-10-20", "from-2026-10-05".
QString periodText(const LedgerFilter &filter, const QTimeZone &zone)
{
    const QDate first = filter.from ? dayIn(zone, *filter.from) : QDate();
    const QDate last =
        filter.until ? dayIn(zone, *filter.until - std::chrono::milliseconds(1)) : QDate();
    if (first.isValid() && last.isValid()) {
        const bool isYear = first.dayOfYear() == 1 && last == QDate(first.year(), 12, 31);
        const bool isMonth =
            first.day() == 1 && last == QDate(first.year(), first.month(), first.daysInMonth());
        if (isYear) {
            return QString::number(first.year());
        }
        if (isMonth) {
            return monthText(first);
        }
        return first == last ? dayText(first)
                             : QString(dayText(first) % QStringLiteral("-to-") % dayText(last));
    }
    if (first.isValid()) {
        return QStringLiteral("from-") % dayText(first);
    }
    return last.isValid() ? QString(QStringLiteral("until-") % dayText(last)) : QString();
}

QString typesText(const QStringList &types)
{
    constexpr qsizetype mostNamed = 2;
    if (types.size() > mostNamed) {
        return QStringLiteral("%1-types").arg(types.size());
    }
    QStringList names;
    for (const QString &type : types) {
        if (const QString name = plainWords(type); !name.isEmpty()) {
            names.append(name.endsWith(u's') ? name : QString(name % u's'));
        }
    }
    return names.join(u'-');
}

QString amountsText(const LedgerFilter &filter)
{
    const auto text = [](const char *word, const std::optional<Money> &amount) {
        if (!amount) {
            return QString();
        }
        QString figure = amount->text();
        if (figure.endsWith(QLatin1String(".00"))) {
            figure.chop(3);
        }
        return QString(QLatin1String(word) % u'-' % plainWords(figure));
    };
    const QString least = text("over", filter.atLeast);
    const QString most = text("under", filter.atMost);
    return least.isEmpty() || most.isEmpty() ? QString(least % most) : QString(least % u'-' % most);
}

QString directionText(LedgerDirection direction)
{
    switch (direction) {
    case LedgerDirection::In:
        return QStringLiteral("in");
    case LedgerDirection::Out:
        return QStringLiteral("out");
    case LedgerDirection::Any:
        break;
    }
    return {};
}

/// If the query has no ASCII letters or digits, the name still shows that there was a search.
QString searchText(const QString &text)
{
    const QString plain = plainWords(text);
    return plain.isEmpty() && !text.trimmed().isEmpty() ? QStringLiteral("search") : plain;
}

bool isTaken(const QString &path)
{
    const QFileInfo file(path);
    return file.exists() || file.isSymLink();
}

} // namespace

QString exportName(const ExportNameParts &parts)
{
    const LedgerFilter &filter = parts.filter;
    const QString period = periodText(filter, parts.zone);
    QStringList words{exportWhatName(parts.what), period,
                      typesText(filter.types),    directionText(filter.direction),
                      amountsText(filter),        searchText(filter.product),
                      searchText(filter.text),    searchText(parts.text)};
    if (period.isEmpty()) {
        words.append(dayText(parts.today));
    }
    words.removeAll(QString());
    words = {words.join(u'-').left(longestName)};
    if (parts.incomplete) {
        words.append(QStringLiteral("incomplete"));
    }
    return words.join(u'-');
}

bool wouldReplace(const QString &path, ExportFormat format)
{
    return isTaken(path) || (hasProvenanceFile(format) && isTaken(provenancePathOf(path)));
}

QString freeExportPath(const QString &path, ExportFormat format)
{
    constexpr int mostTries = 1000; // more would take too long
    const QFileInfo file(path);
    const QString ending =
        file.suffix().isEmpty() ? QString() : QString(QLatin1Char('.') % file.suffix());
    const QString base = QDir(file.path()).filePath(file.completeBaseName());
    QString found = path;
    for (int number = 2; number < mostTries && wouldReplace(found, format); ++number) {
        found = QStringLiteral("%1-%2%3").arg(base, QString::number(number), ending);
    }
    return found;
}

} // namespace relaybook
