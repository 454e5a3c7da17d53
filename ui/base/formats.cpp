// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/formats.h"

#include "models/text/localeformat.h"

namespace relaybook {

QString formatsName(Formats formats)
{
    switch (formats) {
    case Formats::British:
        return QStringLiteral("british");
    case Formats::System:
        return QStringLiteral("system");
    case Formats::Program:
        break;
    }
    return QStringLiteral("program");
}

Formats formatsOf(const QString &name)
{
    for (const Formats formats : {Formats::British, Formats::System}) {
        if (formatsName(formats) == name) {
            return formats;
        }
    }
    return Formats::Program;
}

QLocale localeOf(Formats formats, const QLocale &program, const QLocale &system)
{
    switch (formats) {
    case Formats::British:
        return {QLocale::English, QLocale::UnitedKingdom};
    case Formats::System:
        return format::canShow(system) ? system : program;
    case Formats::Program:
        break;
    }
    return program;
}

} // namespace relaybook
