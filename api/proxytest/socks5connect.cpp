// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/proxytest/tunnelopening.h"

#include <QHostAddress>
#include <QtEndian>

namespace relaybook {
namespace {

constexpr char version = 5;
constexpr char signInVersion = 1;
constexpr char connectCommand = 1;
constexpr int longestText = 255;

enum class Method : quint8 { None = 0, Password = 2, NoneAccepted = 0xFF };
enum class AddressKind : quint8 { Ipv4 = 1, Name = 3, Ipv6 = 4 };
enum class Reply : quint8 { Succeeded = 0, NotAllowed = 2 };

template <class Value>
QByteArray byte(Value value)
{
    return {1, static_cast<char>(value)};
}

quint8 byteAt(const QByteArray &bytes, qsizetype at)
{
    return static_cast<quint8>(bytes.at(at));
}

/// A text with its length in a byte before it.
QByteArray counted(const QByteArray &text)
{
    return byte(text.size()) + text;
}

QByteArray addressBytes(const QString &host)
{
    const QHostAddress address(host);
    if (address.protocol() == QAbstractSocket::IPv4Protocol) {
        QByteArray bytes(sizeof(quint32), '\0');
        qToBigEndian(address.toIPv4Address(), bytes.data());
        return byte(AddressKind::Ipv4) + bytes;
    }
    if (address.protocol() == QAbstractSocket::IPv6Protocol) {
        const Q_IPV6ADDR bytes = address.toIPv6Address();
        return byte(AddressKind::Ipv6) +
               QByteArray(reinterpret_cast<const char *>(bytes.c), sizeof(bytes.c));
    }
    return byte(AddressKind::Name) + counted(host.toUtf8());
}

class Socks5Connect final : public TunnelOpening
{
public:
    explicit Socks5Connect(const TunnelRequest &request)
        : m_request(request)
    {
        enter(ProxyTestStage::SignIn);
    }

    QByteArray begin() override
    {
        QByteArray methods = byte(Method::None);
        if (m_request.hasCredentials()) {
            methods += byte(Method::Password);
        }
        return version + counted(methods);
    }

    State take(QByteArray &received, QByteArray &reply) override
    {
        State state = State::NeedsMore;
        bool goesOn = true;
        while (goesOn) {
            const Awaited before = m_awaited;
            state = takeOne(received, reply);
            goesOn = state == State::NeedsMore && m_awaited != before;
        }
        return state;
    }

private:
    enum class Awaited { Method, SignIn, Reply };

    State takeOne(QByteArray &received, QByteArray &reply)
    {
        constexpr qsizetype shortAnswer = 2;
        // What speaks another protocol is recognized by its first byte.
        if (!received.isEmpty() && received.front() != version &&
            (m_awaited != Awaited::SignIn || received.front() != signInVersion)) {
            return fail(ProxyTestOutcome::NotAProxy);
        }
        if (m_awaited == Awaited::Reply) {
            return takeReply(received);
        }
        if (received.size() < shortAnswer) {
            return State::NeedsMore;
        }
        const quint8 code = byteAt(received, 1);
        received.remove(0, shortAnswer);
        return m_awaited == Awaited::Method ? takeMethod(static_cast<Method>(code), reply)
                                            : takeSignIn(code, reply);
    }

    State takeMethod(Method method, QByteArray &reply)
    {
        if (method == Method::None) {
            askForTunnel(reply);
            return State::NeedsMore;
        }
        if (method == Method::Password && m_request.hasCredentials()) {
            reply += signInVersion + counted(m_request.user.toUtf8()) +
                     counted(m_request.password.reveal());
            m_awaited = Awaited::SignIn;
            return State::NeedsMore;
        }
        if (method == Method::NoneAccepted) {
            return fail(m_request.hasCredentials() ? ProxyTestOutcome::SignInUnsupported
                                                   : ProxyTestOutcome::SignInNeeded);
        }
        return fail(ProxyTestOutcome::NotAProxy); // one that was not offered
    }

    State takeSignIn(quint8 code, QByteArray &reply)
    {
        if (code != 0) {
            setStatus(code);
            return fail(ProxyTestOutcome::SignInRefused);
        }
        askForTunnel(reply);
        return State::NeedsMore;
    }

    void askForTunnel(QByteArray &reply)
    {
        QByteArray port(sizeof(quint16), '\0');
        qToBigEndian(static_cast<quint16>(m_request.port), port.data());
        reply += version + byte(connectCommand) + byte(0) + addressBytes(m_request.host) + port;
        m_awaited = Awaited::Reply;
        enter(ProxyTestStage::Tunnel);
    }

    /// The reply has the address that the proxy connects from, which is not needed.
    State takeReply(QByteArray &received)
    {
        constexpr qsizetype kindAt = 3;
        constexpr qsizetype lengthAt = 4;
        constexpr qsizetype portSize = 2;
        if (received.size() <= kindAt - 2) {
            return State::NeedsMore;
        }
        // Some proxies close the connection after the code of a failure.
        if (const quint8 code = byteAt(received, 1); code != quint8(Reply::Succeeded)) {
            setStatus(code);
            return fail(code == quint8(Reply::NotAllowed) ? ProxyTestOutcome::Forbidden
                                                          : ProxyTestOutcome::ProxyFailure);
        }
        if (received.size() <= lengthAt) {
            return State::NeedsMore;
        }
        qsizetype addressSize = 0;
        switch (static_cast<AddressKind>(byteAt(received, kindAt))) {
        case AddressKind::Ipv4:
            addressSize = sizeof(quint32);
            break;
        case AddressKind::Ipv6:
            addressSize = sizeof(Q_IPV6ADDR);
            break;
        case AddressKind::Name:
            addressSize = 1 + byteAt(received, lengthAt);
            break;
        default:
            return fail(ProxyTestOutcome::NotAProxy);
        }
        const qsizetype size = lengthAt + addressSize + portSize;
        if (received.size() < size) {
            return State::NeedsMore;
        }
        received.remove(0, size);
        return State::Open;
    }

    TunnelRequest m_request;
    Awaited m_awaited = Awaited::Method;
};

} // namespace

bool canSignInBySocks5(const TunnelRequest &request)
{
    return request.user.toUtf8().size() <= longestText &&
           request.password.reveal().size() <= longestText;
}

std::unique_ptr<TunnelOpening> openBySocks5(const TunnelRequest &request)
{
    return std::make_unique<Socks5Connect>(request);
}

} // namespace relaybook
