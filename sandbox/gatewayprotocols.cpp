// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/gatewayprotocols.h"

#include "sandbox/places.h"
#include "sandbox/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace sandbox {

namespace {

using namespace std::chrono_literals;
using Customer = GatewayCustomers::Customer;
using Refusal = GatewayCustomers::Refusal;

constexpr std::size_t longestHead = 16'384;
constexpr std::string_view endOfHead = "\r\n\r\n";
constexpr auto silentPatience = 600'000ms;
constexpr long usualSlowness = 1'000;

/// "example.net:443" as host and port; port 0 if there is none.
std::pair<std::string_view, int> hostAndPort(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) {
        return {text, 0};
    }
    int port = 0;
    for (const char c : text.substr(colon + 1)) {
        constexpr int decimal = 10;
        constexpr int longest = 100'000;
        if (c < '0' || c > '9' || port > longest) {
            return {text.substr(0, colon), 0};
        }
        port = port * decimal + (c - '0');
    }
    return {text.substr(0, colon), port};
}

/// Decodes base64; stops at the first character that does not belong to it.
std::string fromBase64(std::string_view text)
{
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr unsigned bitsOfDigit = 6;
    constexpr unsigned bitsOfByte = 8;
    constexpr unsigned byteMask = 0xFF;
    std::string out;
    unsigned bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        const std::size_t digit = alphabet.find(c);
        if (digit == std::string_view::npos) {
            break;
        }
        bits = bits << bitsOfDigit | static_cast<unsigned>(digit);
        count += bitsOfDigit;
        if (count >= bitsOfByte) {
            count -= bitsOfByte;
            out += static_cast<char>(bits >> count & byteMask);
        }
    }
    return out;
}

/// The value of a header line, whatever the case of its name; empty if there is none.
std::string_view headerOf(std::string_view head, std::string_view name)
{
    while (!head.empty()) {
        const std::size_t end = std::min(head.find("\r\n"), head.size());
        const std::string_view line = head.substr(0, end);
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && lowered(line.substr(0, colon)) == name) {
            const std::size_t at = line.find_first_not_of(' ', colon + 1);
            return at == std::string_view::npos ? std::string_view() : line.substr(at);
        }
        head.remove_prefix(std::min(end + 2, head.size()));
    }
    return {};
}

/// User and password of the header Proxy-Authorization.
std::pair<std::string, std::string> basicCredentials(std::string_view head)
{
    constexpr std::string_view scheme = "basic ";
    const std::string_view value = headerOf(head, "proxy-authorization");
    if (lowered(value.substr(0, scheme.size())) != scheme) {
        return {};
    }
    const std::string both = fromBase64(value.substr(scheme.size()));
    const std::size_t colon = std::min(both.find(':'), both.size());
    return {both.substr(0, colon), both.substr(std::min(colon + 1, both.size()))};
}

/// Another country than that of the exit: the one the fault names, or the first other one.
std::string otherCountry(const Exit &exit, std::string_view wanted)
{
    if (!wanted.empty()) {
        return std::string(wanted);
    }
    const auto all = countries();
    return std::string(all.front().code == exit.country ? all.back().code : all.front().code);
}

std::string httpAnswer(std::string_view status, std::string_view type, std::string_view body,
                       std::string_view headers = {})
{
    std::string out = "HTTP/1.1 ";
    out += status;
    out += "\r\nContent-Type: ";
    out += type;
    out += "\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n";
    out += headers;
    out += "\r\n";
    out += body;
    return out;
}

std::string_view reasonOf(Refusal refusal)
{
    switch (refusal) {
    case Refusal::NoTraffic:
        return "No traffic is left.\n";
    case Refusal::AddressNotAllowed:
        return "Your address is not in the allowlist.\n";
    case Refusal::DomainBlocked:
        return "This domain is blocked.\n";
    case Refusal::None:
        break;
    }
    return {};
}

RequestTraits traitsOf(std::string_view operation)
{
    RequestTraits traits;
    traits.operation = operation;
    traits.method = "CONNECT";
    traits.gateway = true;
    return traits;
}

/// The part of a conversation that both protocols share.
class Talk
{
public:
    Talk(Connection &connection, GatewayParts &parts, std::string_view operation)
        : m_connection(connection)
        , m_parts(parts)
        , m_faults(parts.faults.take(traitsOf(operation)))
    {
    }

    bool has(Fault fault) const { return m_faults.has(fault); }

    /// Reads the head of an HTTP message, with the empty line at its end. Returns false if there is
    /// none: the client has disconnected, or speaks another protocol.
    bool readHead(std::string &head)
    {
        constexpr char tlsHandshake = 0x16;
        while (!head.ends_with(endOfHead)) {
            char next = 0;
            if (head.size() >= longestHead || m_connection.read(&next, 1) <= 0) {
                return false;
            }
            head += next;
            if (head.front() == tlsHandshake) {
                return false;
            }
        }
        return true;
    }

    /// Reads exactly so many bytes.
    bool read(std::size_t count, std::string &out)
    {
        out.clear();
        while (out.size() < count) {
            char next = 0;
            if (m_connection.read(&next, 1) <= 0) {
                return false;
            }
            out += next;
        }
        return true;
    }

    bool say(std::string_view text)
    {
        if (has(Fault::GatewaySlow)) {
            m_parts.hooks.wait(
                std::chrono::milliseconds(m_faults.number(Fault::GatewaySlow, usualSlowness)));
        }
        m_connection.write(text.data(), text.size());
        return m_connection.deliver();
    }

    /// The faults that end the conversation at the client's first words.
    bool endsEarly()
    {
        if (has(Fault::GatewaySilent)) {
            std::string dropped;
            while (m_connection.waitForRequest(silentPatience) && read(1, dropped)) {
            }
            return true;
        }
        if (has(Fault::GatewayGarbage)) {
            say("SSH-2.0-OpenSSH_9.2p1\r\n\r\n");
            return true;
        }
        return false;
    }

    std::optional<Customer> signIn(std::string_view user, std::string_view password) const
    {
        return has(Fault::Gateway407) ? std::nullopt : m_parts.customers.find(user, password);
    }

    Refusal refusal(const Customer &customer, std::string_view host) const
    {
        return has(Fault::Gateway402) ? Refusal::NoTraffic
                                      : m_parts.customers.refusal(customer, host);
    }

    bool hasTestPage(std::string_view host, int port) const
    {
        return m_parts.hooks.hasTestPage(host, port);
    }

    /// Answers a request for the test page, and counts the bytes of both.
    void answerPage(const Customer &customer, std::string_view target, std::size_t received)
    {
        std::string answer;
        if (target.substr(0, target.find('?')) == testPagePath) {
            Exit exit = m_parts.customers.nextExit(customer);
            if (has(Fault::GatewayCountry)) {
                exit.country = otherCountry(exit, m_faults.arg(Fault::GatewayCountry));
            }
            answer = httpAnswer("200 OK", "application/json", exitText(exit));
        } else {
            answer = httpAnswer("404 Not Found", "text/plain", "There is no such page.\n");
        }
        m_parts.hooks.waitForLatency();
        // Before the client has the answer, so that it can rely on the figures.
        if (m_parts.customers.charge(customer,
                                     static_cast<std::int64_t>(received + answer.size()))) {
            say(answer);
        }
    }

    /// The conversation in the tunnel.
    void serveTunnel(const Customer &customer)
    {
        std::string head;
        if (has(Fault::GatewayClose)) {
            return;
        }
        if (!readHead(head)) {
            say(httpAnswer("400 Bad Request", "text/plain", "This page is http only.\n"));
            return;
        }
        const std::size_t begin = std::min(head.find(' ') + 1, head.size());
        const std::size_t end = std::min(head.find(' ', begin), head.size());
        answerPage(customer, std::string_view(head).substr(begin, end - begin), head.size());
    }

private:
    Connection &m_connection;
    GatewayParts &m_parts;
    TakenFaults m_faults;
};

/// What an HTTP client asks the proxy for.
struct ProxyRequest
{
    bool connects = false; ///< CONNECT; otherwise the proxy fetches the page itself
    std::string_view host;
    int port = 0;
    std::string_view path;
};

std::optional<ProxyRequest> requestOf(std::string_view head)
{
    constexpr std::string_view scheme = "http://";
    constexpr int usualPort = 80;
    const std::size_t first = std::min(head.find(' '), head.size());
    const std::size_t second = head.find(' ', first + 1);
    if (second == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view target = head.substr(first + 1, second - first - 1);
    ProxyRequest request;
    request.connects = head.substr(0, first) == "CONNECT";
    if (!request.connects) {
        if (!target.starts_with(scheme)) {
            return std::nullopt;
        }
        target.remove_prefix(scheme.size());
        const std::size_t slash = std::min(target.find('/'), target.size());
        request.path = target.substr(slash);
        target = target.substr(0, slash);
    }
    std::tie(request.host, request.port) = hostAndPort(target);
    if (!request.connects && request.port == 0) {
        request.port = usualPort;
    }
    return request;
}

// SOCKS5 (RFC 1928) and its sign-in (RFC 1929).
constexpr char socksVersion = 5;
constexpr char signInVersion = 1;
constexpr char byPassword = 2;
constexpr char noMethod = static_cast<char>(0xFF);
constexpr char commandConnect = 1;
enum class SocksReply : char { Succeeded = 0, NotAllowed = 2, NoSuchCommand = 7, NoSuchKind = 8 };
enum class SocksAddress : char { Ipv4 = 1, Name = 3, Ipv6 = 4 };

std::size_t unsignedByte(char c)
{
    return static_cast<unsigned char>(c);
}

class SocksTalk : public Talk
{
public:
    using Talk::Talk;

    void run()
    {
        std::string methods;
        if (!readGreeting(methods) || endsEarly()) {
            return;
        }
        if (methods.find(byPassword) == std::string::npos) {
            say(std::string{socksVersion, noMethod});
            return;
        }
        const auto customer =
            say(std::string{socksVersion, byPassword}) ? readSignIn() : std::nullopt;
        if (!customer) {
            return;
        }
        std::string host;
        int port = 0;
        const SocksReply understood = readTarget(host, port);
        const bool isAllowed = refusal(*customer, host) == Refusal::None && hasTestPage(host, port);
        const SocksReply reply =
            understood == SocksReply::Succeeded && !isAllowed ? SocksReply::NotAllowed : understood;
        const auto ipv4 = static_cast<char>(SocksAddress::Ipv4);
        std::string answer{socksVersion, static_cast<char>(reply), 0, ipv4};
        constexpr std::size_t addressAndPort = 6;
        answer.append(addressAndPort, '\0');
        if (say(answer) && reply == SocksReply::Succeeded) {
            serveTunnel(*customer);
        }
    }

private:
    bool readText(std::string &out) { return read(1, out) && read(unsignedByte(out.front()), out); }

    bool readGreeting(std::string &methods)
    {
        std::string version;
        return read(1, version) && version.front() == socksVersion && readText(methods);
    }

    std::optional<Customer> readSignIn()
    {
        std::string version;
        std::string user;
        std::string password;
        if (!read(1, version) || version.front() != signInVersion || !readText(user) ||
            !readText(password)) {
            return std::nullopt;
        }
        const auto customer = signIn(user, password);
        const char result = customer ? 0 : 1;
        return say(std::string{signInVersion, result}) ? customer : std::nullopt;
    }

    SocksReply readTarget(std::string &host, int &port)
    {
        constexpr std::size_t fixedSize = 4; // version, command, reserved, kind of address
        constexpr std::size_t ipv4Size = 4;
        constexpr std::size_t ipv6Size = 16;
        constexpr std::size_t bytesOfPort = 2;
        constexpr int valuesOfByte = 256;
        std::string fixed;
        if (!read(fixedSize, fixed)) {
            return SocksReply::NoSuchCommand;
        }
        if (fixed[1] != commandConnect) {
            return SocksReply::NoSuchCommand;
        }
        const auto kind = static_cast<SocksAddress>(fixed[3]);
        bool isRead = false;
        if (kind == SocksAddress::Name) {
            isRead = readText(host);
        } else if (kind == SocksAddress::Ipv4 || kind == SocksAddress::Ipv6) {
            isRead = read(kind == SocksAddress::Ipv4 ? ipv4Size : ipv6Size, host);
            host = numbersIn(host);
        }
        std::string ports;
        if (!isRead || !read(bytesOfPort, ports)) {
            return SocksReply::NoSuchKind;
        }
        port = static_cast<int>(unsignedByte(ports[0])) * valuesOfByte +
               static_cast<int>(unsignedByte(ports[1]));
        return SocksReply::Succeeded;
    }

    /// An IPv4 address as text. The test page has no IPv6 address, so such a text is not needed.
    static std::string numbersIn(std::string_view bytes)
    {
        std::string text;
        for (const char c : bytes) {
            text += (text.empty() ? "" : ".") + std::to_string(unsignedByte(c));
        }
        return text;
    }
};

void runHttp(Talk &talk)
{
    std::string head;
    const bool isRead = talk.readHead(head);
    if (talk.endsEarly()) {
        return;
    }
    const auto request = isRead ? requestOf(head) : std::nullopt;
    if (!request) {
        talk.say(httpAnswer("400 Bad Request", "text/plain", "This is an HTTP proxy.\n"));
        return;
    }
    const auto [user, password] = basicCredentials(head);
    const auto customer = talk.signIn(user, password);
    if (!customer) {
        talk.say(httpAnswer("407 Proxy Authentication Required", "text/plain",
                            "The user or password is wrong.\n",
                            "Proxy-Authenticate: Basic realm=\"sandbox\"\r\n"));
        return;
    }
    const Refusal refusal = talk.refusal(*customer, request->host);
    if (refusal != Refusal::None) {
        const bool isPaid = refusal != Refusal::NoTraffic;
        talk.say(httpAnswer(isPaid ? "403 Forbidden" : "402 Payment Required", "text/plain",
                            reasonOf(refusal)));
        return;
    }
    if (!talk.hasTestPage(request->host, request->port)) {
        talk.say(httpAnswer("403 Forbidden", "text/plain",
                            "The sandbox's gateway connects to its own test page only.\n"));
        return;
    }
    if (!request->connects) {
        talk.answerPage(*customer, request->path, head.size());
    } else if (talk.say("HTTP/1.1 200 Connection established\r\n\r\n")) {
        talk.serveTunnel(*customer);
    }
}

} // namespace

void serveHttpProxy(Connection &connection, GatewayParts &parts)
{
    Talk talk(connection, parts, "httpGateway");
    runHttp(talk);
}

void serveSocksProxy(Connection &connection, GatewayParts &parts)
{
    SocksTalk(connection, parts, "socks5Gateway").run();
}

} // namespace sandbox
