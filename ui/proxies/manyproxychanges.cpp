// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/manyproxychanges.h"

#include "api/types/masktext.h"
#include "models/account/changeundo.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace relaybook {

namespace {

struct ManyProxyWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ManyProxyChanges)
};

constexpr qsizetype longestValueShown = 80;
constexpr QLatin1String numberMark{"{n}"};

QString shownValue(ProxyField field, const Proxy &proxy)
{
    if (!isReported(proxy)) {
        return ManyProxyWords::tr("not known");
    }
    const QString value = formOf(proxy).at(field);
    switch (field) {
    case ProxyField::Name:
        return value.isEmpty() ? ManyProxyWords::tr("empty")
                               : isolated(format::shortened(privateText(value), longestValueShown));
    case ProxyField::Country:
    case ProxyField::Region:
    case ProxyField::City:
        return value.isEmpty() ? ManyProxyWords::tr("empty")
                               : isolated(format::shortened(value, longestValueShown));
    case ProxyField::Behavior:
        return value.isEmpty() ? ManyProxyWords::tr("not reported")
                               : isolated(format::behavior(value));
    case ProxyField::RotateType:
        return value.isEmpty() ? ManyProxyWords::tr("not reported")
                               : isolated(rotationLabel(value));
    case ProxyField::RotateInterval:
        return proxy.rotateIntervalMinutes
                   ? ManyProxyWords::tr("%1 min").arg(format::count(*proxy.rotateIntervalMinutes))
                   : ManyProxyWords::tr("not reported");
    case ProxyField::TrafficLimit:
        return proxy.trafficLimit ? format::trafficExact(*proxy.trafficLimit)
                                  : ManyProxyWords::tr("no limit");
    case ProxyField::Lifetime:
        break;
    }
    return {};
}

QString failureText(const ProxyEditRun &run, qint64 index)
{
    const QStringList leftOut = run.leftOutAt(index);
    if (!leftOut.isEmpty()) {
        return ManyProxyWords::tr("The service did not apply: %1")
            .arg(leftOut.join(QStringLiteral(", ")));
    }
    const auto &error = run.row(index).error;
    if (!error) {
        return ManyProxyWords::tr("Not changed");
    }
    const QString words = serviceText(*error);
    return ManyProxyWords::tr("Not changed: %1")
        .arg(words.isEmpty() ? errorText(*error).title : words);
}

QString unknownText(const ProxyEditRun &run, qint64 index)
{
    const auto &error = run.row(index).error;
    return error ? ManyProxyWords::tr("It is not known whether it was changed: %1")
                       .arg(errorText(*error).title)
                 : ManyProxyWords::tr("It is not known whether it was changed");
}

QString proxyResultText(const ProxyEditRun &run, qint64 index, const ProxyEditRow &row)
{
    switch (run.row(index).state) {
    case BatchRun::State::Waiting:
        return ManyProxyWords::tr("Waiting");
    case BatchRun::State::Running:
        return run.isUndo() ? ManyProxyWords::tr("Changing back…")
                            : ManyProxyWords::tr("Changing…");
    case BatchRun::State::Done:
        return run.isUndo() ? ManyProxyWords::tr("Changed back") : ManyProxyWords::tr("Changed");
    case BatchRun::State::Unchanged:
        return ManyProxyWords::tr("Has these values already");
    case BatchRun::State::Gone:
        return ManyProxyWords::tr("This proxy was deleted");
    case BatchRun::State::Failed:
        return failureText(run, index);
    case BatchRun::State::Unknown:
        return unknownText(run, index);
    case BatchRun::State::Changed: {
        const auto found = run.foundAt(index);
        return found ? ManyProxyWords::tr("Changed elsewhere meanwhile (%1)", "a change")
                           .arg(proxyChangeText(row.before, *found))
                     : ManyProxyWords::tr("Changed elsewhere meanwhile");
    }
    case BatchRun::State::Skipped:
        break;
    }
    return ManyProxyWords::tr("Not sent");
}

} // namespace

const std::vector<ProxyField> &manyProxyFields()
{
    static const std::vector<ProxyField> fields = [] {
        std::vector<ProxyField> all = proxyFields();
        std::erase(all, ProxyField::Lifetime);
        return all;
    }();
    return fields;
}

QString proxyFieldLabel(ProxyField field)
{
    switch (field) {
    case ProxyField::Name:
        return ManyProxyWords::tr("Name");
    case ProxyField::Country:
        return ManyProxyWords::tr("Country");
    case ProxyField::Region:
        return ManyProxyWords::tr("Region");
    case ProxyField::City:
        return ManyProxyWords::tr("City");
    case ProxyField::Behavior:
        return ManyProxyWords::tr("Behavior");
    case ProxyField::RotateType:
        return ManyProxyWords::tr("Rotation");
    case ProxyField::RotateInterval:
        return ManyProxyWords::tr("Interval");
    case ProxyField::TrafficLimit:
        return ManyProxyWords::tr("Traffic limit");
    case ProxyField::Lifetime:
        break;
    }
    return ManyProxyWords::tr("Lifetime");
}

ProxyForm formWith(const Proxy &proxy, const ProxyForm &chosen, qint64 number)
{
    const ProxyForm was = formOf(proxy);
    ProxyForm form = was;
    const auto set = [&](ProxyField field, const QString &value) {
        if (!holdsMask(was.at(field))) {
            form.at(field) = value;
        }
    };
    for (const auto &[field, value] : chosen) {
        set(field, value);
    }
    if (const auto name = chosen.find(ProxyField::Name); name != chosen.end()) {
        QString text = name->second;
        set(ProxyField::Name, text.replace(numberMark, QString::number(number)));
    }
    const auto country = chosen.find(ProxyField::Country);
    if (country != chosen.end() && country->second.trimmed().toUpper() != proxy.country) {
        for (const ProxyField part : {ProxyField::Region, ProxyField::City}) {
            if (!chosen.contains(part)) {
                set(part, {});
            }
        }
    }
    return form;
}

std::map<ProxyField, QString> problemsOf(const ProxyForm &chosen, qint64 proxies)
{
    std::map<ProxyField, QString> problems =
        readForm(Proxy(), formWith(Proxy(), chosen, proxies)).problems;
    for (const auto &[field, value] : chosen) {
        const bool mayBeEmpty = field == ProxyField::Region || field == ProxyField::City;
        if (value.trimmed().isEmpty() && !mayBeEmpty) {
            problems.emplace(field, ManyProxyWords::tr("Enter a value, or don't choose this "
                                                       "field."));
        }
    }
    return problems;
}

Proxy withEdit(const Proxy &before, const ProxyEdit &edit)
{
    Proxy after = before;
    after.raw = QByteArrayLiteral("{}"); // these values are known
    const auto set = [](const auto &wanted, auto &value) {
        if (wanted) {
            value = *wanted;
        }
    };
    set(edit.name, after.name);
    set(edit.country, after.country);
    set(edit.region, after.region);
    set(edit.city, after.city);
    set(edit.behavior, after.behavior);
    set(edit.rotateType, after.rotateType);
    if (edit.rotateIntervalMinutes) {
        after.rotateIntervalMinutes = edit.rotateIntervalMinutes;
    }
    if (edit.trafficLimit) {
        after.trafficLimit = edit.trafficLimit;
    }
    return after;
}

QString proxyChangeText(const Proxy &before, const Proxy &after)
{
    const ProxyForm was = formOf(before);
    const ProxyForm now = formOf(after);
    QStringList parts;
    for (const ProxyField field : manyProxyFields()) {
        if (was.at(field) != now.at(field)) {
            parts.append(ManyProxyWords::tr("%1: %2 → %3", "field, value before, value after")
                             .arg(proxyFieldLabel(field), shownValue(field, before),
                                  shownValue(field, after)));
        }
    }
    return parts.join(QStringLiteral(" · "));
}

QString shownProxyName(const ProxyId &id, const QString &name)
{
    return isolated(
        format::shortened(name.isEmpty() ? id.value() : privateText(name), longestValueShown));
}

std::optional<ManyProxyChange> manyProxyChange(const Proxy &proxy, const ProxyForm &chosen,
                                               qint64 number)
{
    const ProxyReading reading = readForm(proxy, formWith(proxy, chosen, number));
    if (reading.edit.isEmpty()) {
        return std::nullopt;
    }
    const Proxy after = withEdit(proxy, reading.edit);
    const auto undo = savedProxy(proxy, reading.edit, after);
    return ManyProxyChange{
        ManyProxyWords::tr("%1: %2", "name of a proxy, its changes")
            .arg(shownProxyName(proxy.id, proxy.name), proxyChangeText(proxy, after)),
        toJson(proxyEditRow(proxy, reading.edit)), undo && !undo->isPart};
}

QString proxyEditText(const ProxyEditRun &run, qint64 index)
{
    const ProxyEditRow row = run.rowAt(index);
    return ManyProxyWords::tr("%1: %2", "name of a proxy, what became of its change")
        .arg(shownProxyName(row.id, row.name), proxyResultText(run, index, row));
}

} // namespace relaybook
