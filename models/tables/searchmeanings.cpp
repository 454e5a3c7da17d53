// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/searchmeanings.h"

#include "models/store/textfold.h"
#include "models/text/format.h"

#include <QLocale>

namespace relaybook {
namespace {

std::vector<SearchMeaning> valuesOf(const char *column, const QStringList &values,
                                    QString (*shown)(const QString &))
{
    std::vector<SearchMeaning> meanings;
    for (const QString &value : values) {
        meanings.push_back({std::string(column) + " = ?", value, foldedText(shown(value))});
    }
    return meanings;
}

} // namespace

bool isMeant(const SearchMeaning &meaning, const QString &folded)
{
    return meaning.shown.startsWith(folded) || meaning.shown.contains(QString(u' ' + folded));
}

const std::vector<SearchMeaning> &countryMeanings()
{
    static const std::vector<SearchMeaning> meanings = [] {
        std::vector<SearchMeaning> made;
        for (int i = QLocale::AnyTerritory + 1; i <= QLocale::LastTerritory; ++i) {
            const auto territory = static_cast<QLocale::Territory>(i);
            const QString code = QLocale::territoryToCode(territory);
            if (code.size() == 2) { // regions of the world have numbers
                made.push_back({"country = ? COLLATE NOCASE", code,
                                foldedText(QLocale::territoryToString(territory))});
            }
        }
        return made;
    }();
    return meanings;
}

const std::vector<SearchMeaning> &proxyTypeMeanings()
{
    static const auto meanings = valuesOf("type", format::knownProxyTypes(), format::proxyType);
    return meanings;
}

const std::vector<SearchMeaning> &serviceTypeMeanings()
{
    static const auto meanings =
        valuesOf("service_type", format::knownProxyTypes(), format::proxyType);
    return meanings;
}

const std::vector<SearchMeaning> &behaviorMeanings()
{
    static const auto meanings = valuesOf("behavior", format::knownBehaviors(), format::behavior);
    return meanings;
}

const std::vector<SearchMeaning> &rotationMeanings()
{
    static const std::vector<SearchMeaning> meanings = [] {
        Proxy eachRequest;
        eachRequest.rotateType = rotateEachRequest;
        Proxy interval;
        interval.rotateType = rotateAtInterval;
        interval.rotateIntervalMinutes = 0;
        std::vector<SearchMeaning> made{
            {"rotate_type = ?", rotateEachRequest, foldedText(format::rotation(eachRequest))},
            {"rotate_interval IS NOT NULL AND rotate_type = ?", rotateAtInterval,
             foldedText(format::rotation(interval))},
        };
        for (SearchMeaning behavior : behaviorMeanings()) {
            behavior.condition += " AND rotate_type = ''";
            made.push_back(std::move(behavior));
        }
        return made;
    }();
    return meanings;
}

const std::vector<SearchPhrase> &rotationPhrases()
{
    static const std::vector<SearchPhrase> phrases = [] {
        Proxy interval;
        interval.rotateType = rotateAtInterval;
        constexpr int place = 77'777;
        interval.rotateIntervalMinutes = place;
        QString text = foldedText(format::rotation(interval));
        text.replace(QString::number(place), QLatin1String("%1"));
        return std::vector<SearchPhrase>{{text, "rotate_interval = ? AND rotate_type = '" +
                                                    std::string(rotateAtInterval.latin1()) + "'"}};
    }();
    return phrases;
}

} // namespace relaybook
