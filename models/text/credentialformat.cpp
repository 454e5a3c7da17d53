// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/credentialformat.h"

#include "api/types/proxyaddress.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QStringBuilder>
#include <QUrl>

#include <algorithm>

namespace relaybook {

namespace {

QString percentEncoded(const QString &text)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text));
}

QString hostText(const QString &host)
{
    return host.contains(QLatin1Char(':')) ? QString(u'[' % host % u']') : host;
}

QString placeText(const ProxyAccess &access)
{
    return hostText(access.host) % u':' % QString::number(access.port.value_or(0));
}

QString passwordText(const ProxyAccess &access)
{
    return access.password ? QString::fromUtf8(access.password->reveal()) : QString();
}

QString schemeText(ProxyProtocol protocol)
{
    return protocol == ProxyProtocol::Http ? QStringLiteral("http") : QStringLiteral("socks5");
}

// If `mask` is not empty, it replaces the password.
QString urlText(const ProxyAccess &access, const QString &scheme, const QString &mask)
{
    const QString before = scheme % QStringLiteral("://");
    const QString password = passwordText(access);
    if (access.user.isEmpty() && password.isEmpty()) {
        return before % placeText(access);
    }
    const QString shown = mask.isEmpty() ? percentEncoded(password) : mask;
    const QString after = password.isEmpty() ? QString() : QString(u':' % shown);
    return before % percentEncoded(access.user) % after % u'@' % placeText(access);
}

// A shell does not change text in single quotes.
QString quotedForShell(QString text)
{
    text.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return u'\'' % text % u'\'';
}

/// The address for a command of Windows, where a quote within an argument is read in several ways.
/// Only the host can have one, or a blank; everything else is percent-encoded.
QString withoutQuotes(QString address)
{
    address.replace(QLatin1Char('"'), QLatin1String("%22"));
    address.replace(QLatin1Char(' '), QLatin1String("%20"));
    return address;
}

// At its prompt, cmd takes a character after a ^ as it is. "%name^%" is no variable that exists, so
// an escaped % stays. Quotes would not help: variables are replaced within them, too.
QString escapedForCmd(const QString &text)
{
    QString escaped;
    for (const QChar each : text) {
        if (QLatin1String("%^&|<>()!").contains(each)) {
            escaped += u'^';
        }
        escaped += each;
    }
    return escaped;
}

// PowerShell changes nothing in single quotes, and takes typographic ones for single quotes too.
QString quotedForPowerShell(const QString &text)
{
    QString quoted(u'\'');
    for (const QChar each : text) {
        if (each == u'\'' || (each >= QChar(0x2018) && each <= QChar(0x201b))) {
            quoted += each;
        }
        quoted += each;
    }
    return quoted + u'\'';
}

QString curlText(const ProxyAccess &access, CredentialFormat shell, const QString &mask)
{
    // socks5h: the proxy resolves the host name, as an HTTP proxy does.
    const QString scheme =
        access.protocol == ProxyProtocol::Http ? QStringLiteral("http") : QStringLiteral("socks5h");
    const QString address = urlText(access, scheme, mask);
    QString program = QStringLiteral("curl");
    QString argument;
    if (shell == CredentialFormat::CurlPowerShell) {
        program = QStringLiteral("curl.exe"); // "curl" is another command in older versions
        argument = quotedForPowerShell(withoutQuotes(address));
    } else if (shell == CredentialFormat::CurlCmd) {
        argument = escapedForCmd(withoutQuotes(address));
    } else {
        argument = quotedForShell(address);
    }
    return program % QStringLiteral(" --proxy ") % argument %
           QStringLiteral(" https://example.com/");
}

bool isOneLine(const QString &text)
{
    return std::none_of(text.cbegin(), text.cend(), [](QChar character) {
        return character.category() == QChar::Other_Control || character == QChar::LineSeparator ||
               character == QChar::ParagraphSeparator;
    });
}

} // namespace

ProxyAccess accessOf(const Proxy &proxy, const std::optional<ProxyCredentials> &known,
                     ProxyProtocol protocol)
{
    const bool http = protocol == ProxyProtocol::Http;
    ProxyAccess access;
    access.protocol = protocol;
    access.name = proxy.name;
    access.country = proxy.country;
    access.host = proxy.host;
    access.port = http ? proxy.portHttp : proxy.portSocks5;
    if (known) {
        const Secret &address = http ? known->http : known->socks5;
        if (const auto parts = splitProxyAddress(address)) {
            access.host = parts->host.isEmpty() ? proxy.host : parts->host;
            access.port = parts->port ? parts->port : access.port;
            access.user = parts->user;
            access.password = parts->password;
        }
    }
    return access;
}

ProxyAccess accessOf(const SubUser &subUser, const std::optional<SubUserAccess> &known,
                     ProxyProtocol protocol)
{
    const SubUserAccess &from = known ? *known : subUser.access;
    const bool http = protocol == ProxyProtocol::Http;
    ProxyAccess access;
    access.protocol = protocol;
    access.name = subUser.username;
    access.host = from.host;
    access.port = http ? from.portHttp : from.portSocks5;
    access.user = from.userName;
    if (!from.password.isEmpty()) {
        access.password = from.password;
    }
    return access;
}

QString randomText(int length)
{
    static constexpr QLatin1String characters("abcdefghijklmnopqrstuvwxyz0123456789");
    QString text;
    text.reserve(length);
    for (int i = 0; i < length; ++i) {
        const auto place = QRandomGenerator::system()->bounded(characters.size());
        text.append(QLatin1Char(characters.at(place)));
    }
    return text;
}

QString templateOf(CredentialFormat format)
{
    switch (format) {
    case CredentialFormat::Url:
        return QStringLiteral("{url}");
    case CredentialFormat::HostPortUserPassword:
        return QStringLiteral("{host}:{port}:{user}:{password}");
    case CredentialFormat::UserPasswordHostPort:
        return QStringLiteral("{user}:{password}@{host}:{port}");
    case CredentialFormat::HostPort:
        return QStringLiteral("{host}:{port}");
    case CredentialFormat::Curl:
        return QStringLiteral("{curl}");
    case CredentialFormat::CurlCmd:
        return QStringLiteral("{curl-cmd}");
    case CredentialFormat::CurlPowerShell:
        return QStringLiteral("{curl-powershell}");
    case CredentialFormat::Own:
        break;
    }
    return {};
}

const CredentialTemplate::FieldName CredentialTemplate::fieldNames[] = {
    {Field::Host, "host"},
    {Field::Port, "port"},
    {Field::User, "user"},
    {Field::Password, "password"},
    {Field::Name, "name"},
    {Field::Scheme, "scheme"},
    {Field::Country, "country"},
    {Field::Number, "n"},
    {Field::Session, "session"},
    {Field::Url, "url"},
    {Field::Curl, "curl"},
    {Field::CurlCmd, "curl-cmd"},
    {Field::CurlPowerShell, "curl-powershell"},
};

QStringList CredentialTemplate::placeholders()
{
    QStringList names;
    for (const FieldName &each : fieldNames) {
        names.append(u'{' % QLatin1String(each.name) % u'}');
    }
    names.append({QStringLiteral("{random:8}"), QStringLiteral("{port:10000-10049}")});
    return names;
}

CredentialTemplate::CredentialTemplate(const QString &text)
{
    bool isClosed = true;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar character = text.at(i);
        const bool isBrace = character == QLatin1Char('{') || character == QLatin1Char('}');
        const bool isDoubled = isBrace && i + 1 < text.size() && text.at(i + 1) == character;
        if (isDoubled || character != QLatin1Char('{')) {
            addText(character);
            i += isDoubled ? 1 : 0;
            continue;
        }
        const qsizetype end = text.indexOf(QLatin1Char('}'), i);
        if (end < 0) {
            isClosed = false;
            break;
        }
        addPlaceholder(text.mid(i + 1, end - i - 1));
        i = end;
    }
    const bool hasPlaceholder = std::any_of(m_parts.cbegin(), m_parts.cend(), [](const Part &part) {
        return part.field != Field::Text;
    });
    if (!isClosed) {
        m_problem = Problem::NotClosed;
    } else if (!m_unknown.isEmpty()) {
        m_problem = m_problem == Problem::OutOfRange ? m_problem : Problem::Unknown;
    } else if (!hasPlaceholder) {
        m_problem = Problem::NoPlaceholder;
    }
    findSeparators();
}

/// Whether the part is made by the program. It is mostly an addition to the user name:
/// "{user}-session-{session}".
bool CredentialTemplate::isMade(Field field)
{
    return field == Field::Number || field == Field::Session || field == Field::Random ||
           field == Field::Country;
}

void CredentialTemplate::findSeparators()
{
    const auto isPart = [this](std::size_t i) {
        return i < m_parts.size() && m_parts[i].field != Field::Text;
    };
    const auto add = [this](QChar separator, bool isBesideMade) {
        static const QString joints = QStringLiteral("-_.");
        const bool isJoint = separator.isLetterOrNumber() || joints.contains(separator);
        if (!isBesideMade || !isJoint) {
            m_separators += separator;
        }
    };
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const bool isBesideMade = (i > 0 && isMade(m_parts[i - 1].field)) ||
                                  (i + 1 < m_parts.size() && isMade(m_parts[i + 1].field));
        if (isPart(i)) {
            m_hasNeighbours = m_hasNeighbours || (i > 0 && isPart(i - 1) &&
                                                  !isMade(m_parts[i].field) && !isBesideMade);
            continue;
        }
        if (i > 0) {
            add(m_parts[i].text.front(), isBesideMade);
        }
        if (i + 1 < m_parts.size()) {
            add(m_parts[i].text.back(), isBesideMade);
        }
    }
}

void CredentialTemplate::addPlaceholder(const QString &name)
{
    const QString wanted = name.trimmed();
    const auto found = std::find_if(
        std::begin(fieldNames), std::end(fieldNames), [&wanted](const FieldName &each) {
            return wanted.compare(QLatin1String(each.name), Qt::CaseInsensitive) == 0;
        });
    if (found != std::end(fieldNames)) {
        m_parts.push_back({found->field, {}});
        m_hasSession = m_hasSession || found->field == Field::Session;
    } else if (!addWithArgument(wanted)) {
        m_unknown.append(u'{' % name % u'}');
    }
}

/// "random:8", "port:10000-10049".
bool CredentialTemplate::addWithArgument(const QString &name)
{
    static const QRegularExpression random(QStringLiteral("^random\\s*:\\s*([0-9]{1,9})$"),
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression ports(
        QStringLiteral("^port\\s*:\\s*([0-9]{1,9})\\s*[-–]\\s*([0-9]{1,9})$"),
        QRegularExpression::CaseInsensitiveOption);
    constexpr int highestPort = 65535;
    if (const auto found = random.match(name); found.hasMatch()) {
        const int length = found.captured(1).toInt();
        if (length >= 1 && length <= longestRandom) {
            m_parts.push_back({Field::Random, {}, length, 0});
            return true;
        }
    } else if (const auto range = ports.match(name); range.hasMatch()) {
        const int first = range.captured(1).toInt();
        const int last = range.captured(2).toInt();
        if (first >= 1 && first <= last && last <= highestPort) {
            m_parts.push_back({Field::PortRange, {}, first, last});
            return true;
        }
    } else {
        return false;
    }
    m_problem = Problem::OutOfRange;
    return false;
}

bool CredentialTemplate::canRepeat() const
{
    return std::any_of(m_parts.cbegin(), m_parts.cend(), [](const Part &part) {
        return part.field == Field::Number || part.field == Field::Session ||
               part.field == Field::Random ||
               (part.field == Field::PortRange && part.first < part.last);
    });
}

void CredentialTemplate::addText(QChar character)
{
    if (m_parts.empty() || m_parts.back().field != Field::Text) {
        m_parts.push_back({});
    }
    m_parts.back().text.append(character);
}

CredentialTemplate::Line::State CredentialTemplate::stateOf(Field field, const ProxyAccess &access)
{
    const auto state = [](bool isKnown, const QString &text) {
        if (!isKnown) {
            return Line::NotKnown;
        }
        return isOneLine(text) ? Line::Written : Line::NotOneLine;
    };
    switch (field) {
    case Field::Host:
        return state(!access.host.isEmpty(), access.host);
    case Field::Port:
        return state(access.port.has_value(), {});
    case Field::User:
        return state(!access.user.isEmpty(), access.user);
    case Field::Password:
        return state(access.password.has_value(), passwordText(access));
    case Field::Url: // everything but the host is percent-encoded
    case Field::Curl:
    case Field::CurlCmd:
    case Field::CurlPowerShell:
        return state(access.port && !access.host.isEmpty() && access.password, access.host);
    case Field::Country:
        return state(!access.country.isEmpty(), access.country);
    case Field::Text:
    case Field::Scheme:
    case Field::Number:
    case Field::Session:
    case Field::Random:
    case Field::PortRange:
    case Field::Name: // must be one line
        break;
    }
    return Line::Written;
}

CredentialTemplate::Values CredentialTemplate::valuesOf(const LineValues &line,
                                                        const QString &mask) const
{
    Values values{line, {}, mask};
    values.line.random = line.random != nullptr ? line.random : &randomText;
    if (m_hasSession) {
        values.session = values.line.random(sessionLength);
    }
    return values;
}

QString CredentialTemplate::textOf(const Part &part, const ProxyAccess &access,
                                   const Values &values)
{
    const QString &mask = values.mask;
    switch (part.field) {
    case Field::Text:
        return part.text;
    case Field::Scheme:
        return schemeText(access.protocol);
    case Field::Host:
        return hostText(access.host);
    case Field::Port:
        return access.port ? QString::number(*access.port) : QString();
    case Field::User:
        return access.user;
    case Field::Password:
        return mask.isEmpty() ? passwordText(access) : mask;
    case Field::Name:
        return access.name.simplified();
    case Field::Country:
        return access.country;
    case Field::Number:
        return QString::number(values.line.number);
    case Field::Session:
        return values.session;
    case Field::Random:
        return values.line.random(part.first);
    case Field::PortRange: // begins again after the last port
        return QString::number(part.first + values.line.ofRow % (part.last - part.first + 1));
    case Field::Url:
        return urlText(access, schemeText(access.protocol), mask);
    case Field::Curl:
        return curlText(access, CredentialFormat::Curl, mask);
    case Field::CurlCmd:
        return curlText(access, CredentialFormat::CurlCmd, mask);
    case Field::CurlPowerShell:
        return curlText(access, CredentialFormat::CurlPowerShell, mask);
    }
    return {};
}

CredentialTemplate::Line CredentialTemplate::fill(const ProxyAccess &access,
                                                  const LineValues &line) const
{
    if (m_problem != Problem::None) {
        return {};
    }
    const Values values = valuesOf(line, {});
    QString text;
    bool isUnclear = m_hasNeighbours;
    for (const Part &part : m_parts) {
        const Line::State state = stateOf(part.field, access);
        if (state != Line::Written) {
            return {state, {}};
        }
        const QString value = textOf(part, access, values);
        // Addresses can be split again, and an IPv6 address is in brackets.
        const bool isFree =
            part.field == Field::User || part.field == Field::Password || part.field == Field::Name;
        isUnclear = isUnclear ||
                    (isFree && std::any_of(value.begin(), value.end(),
                                           [this](QChar c) { return m_separators.contains(c); }));
        text += value;
    }
    return {Line::Written, Secret(text), isUnclear};
}

QString CredentialTemplate::masked(ProxyAccess access, const QString &mask,
                                   const LineValues &line) const
{
    access.password = Secret(mask);
    const Values values = valuesOf(line, mask);
    QString text;
    for (const Part &part : m_parts) {
        text += textOf(part, access, values);
    }
    return text.simplified();
}

} // namespace relaybook
