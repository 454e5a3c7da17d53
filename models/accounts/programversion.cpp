// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/programversion.h"

#include "api/http/openssl.h"
#include "models/sqlite/sqliteversion.h"

#include <QCoreApplication>
#include <QStringBuilder>
#include <QtGlobal>

namespace relaybook {

extern const char *const builtCommit; // in a source that cmake/Commit.cmake writes

namespace {

struct VersionTexts
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::VersionTexts)
};

VersionFact commitFact()
{
    const QString commit = QString::fromLatin1(builtCommit);
    return {VersionTexts::tr("Commit"), commit.isEmpty() ? VersionTexts::tr("not known") : commit};
}

VersionFact tlsFact()
{
    const QString library = tlsLibrary();
    if (const QString name = QStringLiteral("OpenSSL"); library.startsWith(name)) {
        return {name, library.mid(name.size()).trimmed()};
    }
    return {VersionTexts::tr("TLS"), library.isEmpty() ? VersionTexts::tr("none") : library};
}

} // namespace

std::vector<VersionFact> versionFacts()
{
    return {
        {VersionTexts::tr("Version"), QStringLiteral(RELAYBOOK_VERSION)},
        commitFact(),
        {QStringLiteral("Qt"), QLatin1String(qVersion())},
        {QStringLiteral("SQLite"), sqliteVersion()},
        tlsFact(),
    };
}

QString versionText()
{
    const std::vector<VersionFact> facts = versionFacts();
    QString text = u"relaybook " % facts.front().version;
    for (auto fact = facts.begin() + 1; fact != facts.end(); ++fact) {
        text += u'\n' % VersionTexts::tr("%1: %2", "name, version").arg(fact->name, fact->version);
    }
    return text;
}

} // namespace relaybook
