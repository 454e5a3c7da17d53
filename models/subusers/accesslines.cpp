// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subusers/accesslines.h"

#include <QHash>
#include <QHostAddress>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace relaybook {
namespace {

constexpr int bitsOfIpv4 = 32;
constexpr int bitsOfIpv6 = 128;
constexpr qsizetype longestPattern = 255;

/// A network: its address without host bits.
struct Network
{
    QHostAddress address;
    int bits = 0;

    [[nodiscard]] bool isIpv4() const
    {
        return address.protocol() == QAbstractSocket::IPv4Protocol;
    }
    [[nodiscard]] QString text() const
    {
        const bool isSingle = bits == (isIpv4() ? bitsOfIpv4 : bitsOfIpv6);
        return isSingle ? address.toString()
                        : QStringLiteral("%1/%2").arg(address.toString()).arg(bits);
    }
    /// A key for the network of `width` bits that contains this one.
    [[nodiscard]] QByteArray keyOf(int width) const
    {
        const Q_IPV6ADDR whole = address.toIPv6Address();
        QByteArray key(1, isIpv4() ? '4' : '6');
        const int first = isIpv4() ? bitsOfIpv6 - bitsOfIpv4 : 0; // ::ffff:a.b.c.d
        key.append(static_cast<char>(width));
        for (int bit = first; bit < first + width; bit += 8) {
            const int rest = first + width - bit;
            const auto mask = static_cast<quint8>(rest >= 8 ? 0xff : 0xff << (8 - rest));
            key.append(static_cast<char>(whole[bit / 8] & mask));
        }
        return key;
    }
};

/// Qt reads "10.1" as 10.0.0.1 or as a network of 16 bits; here it is treated as a mistake.
bool isWholeAddress(const QString &text)
{
    static const QRegularExpression ipv4(QStringLiteral("\\A\\d{1,3}(\\.\\d{1,3}){3}\\z"));
    static const QRegularExpression ipv6(QStringLiteral("\\A[0-9a-fA-F:]*:[0-9a-fA-F:.]*\\z"));
    return ipv4.match(text).hasMatch() || ipv6.match(text).hasMatch();
}

std::optional<Network> networkOf(QString text)
{
    if (text.startsWith(u'[') && text.endsWith(u']')) {
        text = text.mid(1, text.size() - 2);
    }
    const qsizetype slash = text.indexOf(u'/');
    const QString host = text.left(slash);
    QHostAddress address;
    if (!isWholeAddress(host) || !address.setAddress(host)) {
        return std::nullopt;
    }
    if (slash < 0) {
        const bool isIpv4 = address.protocol() == QAbstractSocket::IPv4Protocol;
        return Network{address, isIpv4 ? bitsOfIpv4 : bitsOfIpv6};
    }
    static const QRegularExpression width(QStringLiteral("\\A(\\d{1,3}|\\d+(\\.\\d+){3})\\z"));
    if (!width.match(text.mid(slash + 1)).hasMatch()) {
        return std::nullopt;
    }
    const auto [subnet, bits] = QHostAddress::parseSubnet(text);
    return bits < 0 ? std::nullopt : std::optional(Network{subnet, bits});
}

/// The domain to send; * is allowed as its first label. Nothing if it is not a domain.
std::optional<QString> domainOf(const QString &text)
{
    static const QRegularExpression label(
        QStringLiteral("\\A[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\\z"));
    const bool isWild = text.startsWith(QLatin1String("*."));
    QString bare = isWild ? text.mid(2) : text;
    if (bare.endsWith(u'.')) {
        bare.chop(1);
    }
    const bool isPlain =
        std::all_of(bare.begin(), bare.end(), [](QChar letter) { return letter.unicode() < 0x80; });
    const QString ascii = isPlain ? bare.toLower() : QString::fromLatin1(QUrl::toAce(bare));
    const QStringList labels = ascii.split(u'.');
    const bool isWhole = labels.size() > (isWild ? 0 : 1) &&
                         std::all_of(labels.begin(), labels.end(), [](const QString &each) {
                             return label.match(each).hasMatch();
                         });
    if (!isWhole) {
        return std::nullopt;
    }
    return isWild ? QString(QLatin1String("*.") % ascii) : ascii;
}

/// The networks in the list and in the pasted lines, each with its source.
class Networks
{
public:
    void add(const Network &network, const QString &name)
    {
        const QByteArray key = network.keyOf(network.bits);
        if (!m_names.contains(key)) {
            m_names.insert(key, name);
            m_widths.at(network.isIpv4() ? 0 : 1).insert(network.bits);
        }
    }
    [[nodiscard]] bool has(const Network &network) const
    {
        return m_names.contains(network.keyOf(network.bits));
    }
    /// The source of the widest network that includes this one and is not equal to it.
    [[nodiscard]] std::optional<QString> around(const Network &network) const
    {
        for (const int width : m_widths.at(network.isIpv4() ? 0 : 1)) {
            if (width >= network.bits) {
                break;
            }
            const auto found = m_names.constFind(network.keyOf(width));
            if (found != m_names.cend()) {
                return *found;
            }
        }
        return std::nullopt;
    }

private:
    QHash<QByteArray, QString> m_names;
    std::array<std::set<int>, 2> m_widths; ///< of IPv4 and IPv6
};

std::vector<AccessLine> linesOf(const QString &text)
{
    static const QRegularExpression ends(QStringLiteral("\r\n|[\n\r\v\f\u2028\u2029]"));
    std::vector<AccessLine> lines;
    const QStringList all = text.split(ends);
    for (int i = 0; i < all.size(); ++i) {
        QString line = all.at(i);
        line.remove(QChar::ByteOrderMark);
        line = line.trimmed();
        const qsizetype hash = line.indexOf(u'#');
        const QString value = line.left(hash).trimmed();
        if (value.isEmpty()) {
            continue; // an empty line, or only a comment
        }
        AccessLine each;
        each.number = i + 1;
        each.text = line;
        each.value = value;
        each.comment = hash < 0 ? QString() : line.mid(hash + 1).trimmed();
        lines.push_back(std::move(each));
    }
    return lines;
}

void checkAddresses(std::vector<AccessLine> &lines, const std::vector<AccessRule> &rules)
{
    Networks known;
    for (const AccessRule &rule : rules) {
        if (const auto network = networkOf(rule.pattern.trimmed())) {
            known.add(*network, rule.pattern);
        }
    }
    Networks pasted;
    std::vector<std::optional<Network>> networks;
    networks.reserve(lines.size());
    for (AccessLine &line : lines) {
        const auto network = networkOf(line.value);
        networks.push_back(network);
        if (!network) {
            line.verdict = AccessLine::Verdict::NotAnAddress;
            continue;
        }
        line.value = network->text();
        line.letsAllIn = network->bits == 0;
        if (known.has(*network)) {
            line.verdict = AccessLine::Verdict::Known;
        } else if (pasted.has(*network)) {
            line.verdict = AccessLine::Verdict::Repeated;
        }
        pasted.add(*network, line.value);
    }
    // A wider network may be on a later line than those that it includes.
    for (size_t i = 0; i < lines.size(); ++i) {
        AccessLine &line = lines.at(i);
        if (!line.isGood()) {
            continue;
        }
        auto around = known.around(*networks.at(i));
        if (!around) {
            around = pasted.around(*networks.at(i));
        }
        if (around) {
            line.verdict = AccessLine::Verdict::Covered;
            line.other = *around;
        }
    }
}

void checkDomains(std::vector<AccessLine> &lines, const std::vector<AccessRule> &rules)
{
    QSet<QString> known;
    for (const AccessRule &rule : rules) {
        known.insert(domainOf(rule.pattern.trimmed()).value_or(rule.pattern.toLower()));
    }
    QSet<QString> pasted;
    for (AccessLine &line : lines) {
        if (networkOf(line.value)) {
            line.verdict = AccessLine::Verdict::AddressAsDomain;
            continue;
        }
        const auto domain = domainOf(line.value);
        if (line.value.size() > longestPattern || (domain && domain->size() > longestPattern)) {
            line.verdict = AccessLine::Verdict::TooLong;
            continue;
        }
        if (!domain) {
            line.verdict = AccessLine::Verdict::NotADomain;
            continue;
        }
        line.value = *domain;
        if (known.contains(*domain)) {
            line.verdict = AccessLine::Verdict::Known;
        } else if (pasted.contains(*domain)) {
            line.verdict = AccessLine::Verdict::Repeated;
        }
        pasted.insert(*domain);
    }
}

} // namespace

std::vector<AccessLine> readAccessLines(AccessKind kind, const QString &text,
                                        const std::vector<AccessRule> &rules)
{
    std::vector<AccessLine> lines = linesOf(text);
    if (kind == AccessKind::Allowlist) {
        checkAddresses(lines, rules);
    } else {
        checkDomains(lines, rules);
    }
    return lines;
}

QString accessLinesOf(const std::vector<AccessRule> &rules)
{
    QStringList lines;
    for (const AccessRule &rule : rules) {
        const QString comment = rule.comment.simplified();
        lines.append(comment.isEmpty() ? rule.pattern
                                       : QString(rule.pattern % QLatin1String(" # ") % comment));
    }
    return lines.join(u'\n');
}

} // namespace relaybook
