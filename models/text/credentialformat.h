// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the host, port, user name and password of a proxy as one line of text, in a usual format
// or in the user's own template. All formats have the same password: addresses have it
// percent-encoded, so that they can be split again; the others as it is.

#pragma once

#include "api/types/proxy.h"
#include "api/types/subuser.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace relaybook {

enum class ProxyProtocol { Http, Socks5 };

/// Everything that a program needs to use a proxy.
struct ProxyAccess
{
    ProxyProtocol protocol = ProxyProtocol::Http;
    QString name;    ///< of the proxy or the sub-user, for templates
    QString country; ///< ISO 3166-1 alpha-2; empty if it is not known, as of sub-users
    QString host;    ///< an IPv6 address without brackets
    std::optional<int> port;
    QString user;                   ///< not percent-encoded; empty if there is none or not known
    std::optional<Secret> password; ///< nothing if it is not known; empty if there is none
    friend bool operator==(const ProxyAccess &, const ProxyAccess &) = default;
};

/// `known` are the addresses received in this session. A user name or password in them that is
/// percent-encoded is decoded.
[[nodiscard]] ProxyAccess accessOf(const Proxy &proxy, const std::optional<ProxyCredentials> &known,
                                   ProxyProtocol protocol);
[[nodiscard]] ProxyAccess
accessOf(const SubUser &subUser, const std::optional<SubUserAccess> &known, ProxyProtocol protocol);

enum class CredentialFormat {
    Url,                  ///< http://user:password@host:port, the login percent-encoded
    HostPortUserPassword, ///< host:port:user:password
    UserPasswordHostPort, ///< user:password@host:port
    HostPort,             ///< host:port
    Curl,                 ///< a command for a Unix shell
    CurlCmd,              ///< the same for the prompt of Windows (cmd)
    CurlPowerShell,       ///< the same for PowerShell on Windows
    Own,                  ///< the user's template
};
inline constexpr CredentialFormat lastCredentialFormat = CredentialFormat::Own;

/// The template of a format; empty for CredentialFormat::Own.
[[nodiscard]] QString templateOf(CredentialFormat format);

/// What differs between the lines that a template makes, also of one proxy.
struct LineValues
{
    qint64 number = 1;                       ///< for {n}; counts the lines of all rows
    qint64 ofRow = 0;                        ///< from 0; counts those of one row
    QString (*random)(int length) = nullptr; ///< null: randomText()
};

/// Lower-case letters and digits from the system's random numbers.
[[nodiscard]] QString randomText(int length);

/// A line with placeholders: "{host}:{port}". "{{" and "}}" stand for a brace. Some placeholders
/// make several lines of one proxy differ:
/// - {n}: the number of the line
/// - {session}: random text, the same in the whole line
/// - {random:8}: random text of this length, another one for each place
/// - {port:10000-10049}: the ports of a range, one after another
class CredentialTemplate
{
public:
    explicit CredentialTemplate(const QString &text);

    enum class Problem {
        None,
        NoPlaceholder, ///< all lines would be equal
        NotClosed,     ///< a "{" has no "}"
        Unknown,       ///< see unknown()
        OutOfRange,    ///< the length or the ports of a placeholder in unknown()
    };
    static constexpr int longestRandom = 64;
    static constexpr int sessionLength = 8;
    [[nodiscard]] Problem problem() const { return m_problem; }
    /// Whether several lines of one proxy differ.
    [[nodiscard]] bool canRepeat() const;
    /// The placeholders that do not exist, with their braces, as they were typed.
    [[nodiscard]] const QStringList &unknown() const { return m_unknown; }
    /// All placeholders, with their braces.
    [[nodiscard]] static QStringList placeholders();

    struct Line
    {
        enum State {
            Written,
            NotKnown,   ///< a part that the template needs is not known
            NotOneLine, ///< a part contains a line break or another control character
        };
        State state = NotKnown;
        Secret text;            ///< empty unless Written
        bool isUnclear = false; ///< a part contains a character that stands between the parts
    };
    /// The line is complete, or there is a problem.
    [[nodiscard]] Line fill(const ProxyAccess &access, const LineValues &values = {}) const;
    /// The same for a preview: `mask` is shown instead of the password.
    [[nodiscard]] QString masked(ProxyAccess access, const QString &mask,
                                 const LineValues &values = {}) const;

private:
    enum class Field {
        Text,
        Scheme,
        Host,
        Port,
        User,
        Password,
        Name,
        Country,
        Number,
        Session,
        Random,
        PortRange,
        Url,
        Curl,
        CurlCmd,
        CurlPowerShell
    };
    struct Part
    {
        Field field = Field::Text;
        QString text;  ///< of Field::Text
        int first = 0; ///< Random: the length; PortRange: the first port
        int last = 0;  ///< PortRange
    };
    struct FieldName
    {
        Field field;
        const char *name;
    };
    static const FieldName fieldNames[];

    void findSeparators();
    [[nodiscard]] static bool isMade(Field field);
    void addPlaceholder(const QString &name);
    void addText(QChar character);
    [[nodiscard]] static Line::State stateOf(Field field, const ProxyAccess &access);
    [[nodiscard]] bool addWithArgument(const QString &name);
    struct Values
    {
        LineValues line;
        QString session;
        QString mask;
    };
    [[nodiscard]] Values valuesOf(const LineValues &line, const QString &mask) const;
    [[nodiscard]] static QString textOf(const Part &part, const ProxyAccess &access,
                                        const Values &values);

    std::vector<Part> m_parts;
    QString m_separators; ///< the characters right before and right after placeholders
    bool m_hasSession = false;
    bool m_hasNeighbours = false; ///< two placeholders have nothing between them
    QStringList m_unknown;
    Problem m_problem = Problem::None;
};

} // namespace relaybook
