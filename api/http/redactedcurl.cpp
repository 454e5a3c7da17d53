// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/redactedcurl.h"

#include "api/http/classify.h"
#include "api/json/jsonmask.h"

namespace relaybook {

QString redactedCurl(const Request &request)
{
    QString address = QStringLiteral("$SERVICE") + request.path;
    if (!request.query.isEmpty()) {
        address += u'?' + request.query.toString(QUrl::FullyEncoded);
    }
    QString command = u"curl -X " % QString::fromLatin1(verbText(request.verb)) % u" \"" % address %
                      u"\" -H \"Accept: application/json\"";
    if (request.token != TokenKind::None) {
        command += QLatin1String(" -H \"Authorization: Bearer $TOKEN\"");
    }
    if (request.resellerKey) {
        command += QLatin1String(" -H \"X-Reseller-Key: $RESELLER_KEY\"");
    }
    if (request.effect != Effect::Reads) {
        QString body = QString::fromUtf8(maskSecrets(request.body));
        body.replace(u'\'', QLatin1String("'\\''"));
        command += u" -H \"Content-Type: application/json\" --data '" % body % u'\'';
    }
    return command;
}

} // namespace relaybook
