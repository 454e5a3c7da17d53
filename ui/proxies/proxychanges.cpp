// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/proxychanges.h"

#include "api/types/masktext.h"
#include "models/text/format.h"
#include "models/text/secretname.h"
#include "ui/widgets/typednumber.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

struct ProxyChangesWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ProxyChanges)
};

constexpr int longestName = 255;
constexpr qint64 longestInterval = 1440;
// The contract has no maximum for the lifetime; a year catches typing errors.
constexpr qint64 longestLifetime = 525'600;

// Reads one field after another and compares each with the value before.
class Reader
{
public:
    Reader(const Proxy &before, const ProxyForm &form)
        : m_before(before)
        , m_was(formOf(before))
        , m_form(form)
    {
    }

    ProxyReading read()
    {
        readName();
        readCountry();
        readText(ProxyField::Region, m_reading.edit.region);
        readText(ProxyField::City, m_reading.edit.city);
        readChoice(ProxyField::Behavior, m_reading.edit.behavior);
        readChoice(ProxyField::RotateType, m_reading.edit.rotateType);
        readInterval();
        readLimit();
        readLifetime();
        return std::move(m_reading);
    }

private:
    [[nodiscard]] QString typed(ProxyField field) const
    {
        const auto found = m_form.find(field);
        return found == m_form.end() ? m_was.at(field) : found->second;
    }
    [[nodiscard]] bool touched(ProxyField field) const { return typed(field) != m_was.at(field); }

    void problem(ProxyField field, const QString &text)
    {
        m_reading.problems.emplace(field, text);
        m_reading.changed.push_back(field);
    }
    template <class T>
    void change(ProxyField field, std::optional<T> &target, T value)
    {
        target = std::move(value);
        m_reading.changed.push_back(field);
    }

    void readText(ProxyField field, std::optional<QString> &target)
    {
        const QString text = typed(field).trimmed();
        if (!touched(field) || text == m_was.at(field)) {
            return;
        }
        if (holdsMask(text) || isNameLikeSecret(text)) { // a mask stands for a secret
            problem(field, ProxyChangesWords::tr("This looks like a password or token. Choose "
                                                 "another text."));
        } else {
            change(field, target, text);
        }
    }
    void readChoice(ProxyField field, std::optional<QString> &target)
    {
        if (touched(field) && !typed(field).isEmpty() && !holdsMask(typed(field))) {
            change(field, target, typed(field));
        }
    }
    void readName()
    {
        // Counted in characters, as the service does, not in UTF-16 code units.
        if (touched(ProxyField::Name) &&
            typed(ProxyField::Name).trimmed().toUcs4().size() > longestName) {
            problem(ProxyField::Name,
                    ProxyChangesWords::tr("A name can have at most %1 characters.", nullptr,
                                          longestName)
                        .arg(format::count(longestName)));
            return;
        }
        readText(ProxyField::Name, m_reading.edit.name);
    }
    void readCountry()
    {
        const QString code = typed(ProxyField::Country).trimmed().toUpper();
        if (!touched(ProxyField::Country) || code == m_was.at(ProxyField::Country)) {
            return;
        }
        const bool letters = std::all_of(code.begin(), code.end(), [](QChar c) {
            return c >= QLatin1Char('A') && c <= QLatin1Char('Z');
        });
        if (code.size() != 2 || !letters) {
            problem(ProxyField::Country,
                    ProxyChangesWords::tr("Choose a country, or type its two-letter code, "
                                          "for example DE."));
            return;
        }
        change(ProxyField::Country, m_reading.edit.country, code);
    }
    void readInterval()
    {
        // With a new address for every request, the interval has no meaning.
        if (!touched(ProxyField::RotateInterval) ||
            typed(ProxyField::RotateType) == rotateEachRequest) {
            return;
        }
        const auto minutes = readMinutes(typed(ProxyField::RotateInterval), 1, longestInterval);
        if (!minutes.value) {
            problem(ProxyField::RotateInterval,
                    minutes.problem.isEmpty()
                        ? ProxyChangesWords::tr("Enter whole minutes from %1 to %2.")
                              .arg(1)
                              .arg(longestInterval)
                        : minutes.problem);
        } else if (minutes.value != m_before.rotateIntervalMinutes) {
            change(ProxyField::RotateInterval, m_reading.edit.rotateIntervalMinutes,
                   *minutes.value);
        }
    }
    void readLimit()
    {
        if (!touched(ProxyField::TrafficLimit)) {
            return;
        }
        const auto traffic = readTraffic(typed(ProxyField::TrafficLimit));
        if (!traffic.value) {
            problem(ProxyField::TrafficLimit,
                    traffic.problem.isEmpty()
                        ? ProxyChangesWords::tr(
                              "A limit can be changed but not removed. Enter gigabytes.")
                        : traffic.problem);
        } else if (traffic.value != m_before.trafficLimit) {
            change(ProxyField::TrafficLimit, m_reading.edit.trafficLimit, *traffic.value);
        }
    }
    void readLifetime()
    {
        const auto minutes = readMinutes(typed(ProxyField::Lifetime), 1, longestLifetime);
        if (!minutes.problem.isEmpty()) {
            problem(ProxyField::Lifetime, minutes.problem);
        } else if (minutes.value) {
            change(ProxyField::Lifetime, m_reading.edit.lifetimeMinutes, *minutes.value);
        }
    }

    const Proxy &m_before;
    const ProxyForm m_was;
    const ProxyForm &m_form;
    ProxyReading m_reading;
};

} // namespace

const std::vector<ProxyField> &proxyFields()
{
    static const std::vector<ProxyField> fields = {
        ProxyField::Name,           ProxyField::Country,      ProxyField::Region,
        ProxyField::City,           ProxyField::Behavior,     ProxyField::RotateType,
        ProxyField::RotateInterval, ProxyField::TrafficLimit, ProxyField::Lifetime,
    };
    return fields;
}

ProxyForm formOf(const Proxy &proxy)
{
    const auto &interval = proxy.rotateIntervalMinutes;
    return {
        {ProxyField::Name, proxy.name},
        {ProxyField::Country, proxy.country},
        {ProxyField::Region, proxy.region},
        {ProxyField::City, proxy.city},
        {ProxyField::Behavior, proxy.behavior},
        {ProxyField::RotateType, proxy.rotateType},
        {ProxyField::RotateInterval, interval ? QString::number(*interval) : QString()},
        {ProxyField::TrafficLimit, proxy.trafficLimit ? typedText(*proxy.trafficLimit) : QString()},
        {ProxyField::Lifetime, QString()},
    };
}

ProxyReading readForm(const Proxy &before, const ProxyForm &form)
{
    return Reader(before, form).read();
}

QString wireName(ProxyField field)
{
    switch (field) {
    case ProxyField::Name:
        return QStringLiteral("name");
    case ProxyField::Country:
        return QStringLiteral("country");
    case ProxyField::Region:
        return QStringLiteral("region");
    case ProxyField::City:
        return QStringLiteral("city");
    case ProxyField::Behavior:
        return QStringLiteral("behavior");
    case ProxyField::RotateType:
        return QStringLiteral("rotate_type");
    case ProxyField::RotateInterval:
        return QStringLiteral("rotate_interval");
    case ProxyField::TrafficLimit:
        return QStringLiteral("traffic_limit");
    case ProxyField::Lifetime:
        return QStringLiteral("lifetime_minutes");
    }
    return {};
}

std::optional<ProxyField> fieldOfWireName(const QString &name)
{
    if (name == QLatin1String("traffic_limit_gb")) {
        return ProxyField::TrafficLimit;
    }
    if (name == QLatin1String("lifetime")) {
        return ProxyField::Lifetime;
    }
    for (const ProxyField field : proxyFields()) {
        if (wireName(field) == name) {
            return field;
        }
    }
    return std::nullopt;
}

QString rotationLabel(const QString &rotateType)
{
    if (rotateType == rotateEachRequest) {
        return ProxyChangesWords::tr("Every request");
    }
    if (rotateType == rotateAtInterval) {
        return ProxyChangesWords::tr("At an interval");
    }
    return rotateType;
}

} // namespace relaybook
