// SPDX-License-Identifier: GPL-3.0-or-later
// An HTTP proxy that does what a test tells it to, even wrong things.

#pragma once

#include <QByteArrayList>
#include <QTcpServer>

class QTcpSocket;

namespace relaybook::testing {

class ScriptedProxy : public QTcpServer
{
    Q_OBJECT
public:
    enum class Manner {
        Passes,             ///< connects and passes everything on
        AsksAndStays,       ///< wants a password, on the same connection
        AsksAndCloses,      ///< wants a password, on a new connection
        AlwaysAsks,         ///< accepts no password
        DropsAtConnect,     ///< closes when it is asked to connect
        DropsAfterConnect,  ///< says that it is connected, and closes
        IsSilent,           ///< accepts connections and says nothing
        Forbids,            ///< answers 403
        CannotConnect,      ///< answers 502
        SpeaksSomethingElse ///< is no proxy
    };
    explicit ScriptedProxy(Manner manner);

    /// Ends every connection with a reset.
    void drop();
    /// How often a connection was asked for.
    [[nodiscard]] int asked() const { return m_asked; }
    /// The credentials that came, each once.
    [[nodiscard]] const QByteArrayList &credentials() const { return m_credentials; }

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    void read(QTcpSocket *near);
    void answer(QTcpSocket *near, const QByteArray &head);
    [[nodiscard]] bool asksForPassword(const QByteArray &given) const;
    static void pass(QTcpSocket *near, const QByteArray &head);

    Manner m_manner;
    int m_asked = 0;
    QByteArrayList m_credentials;
};

} // namespace relaybook::testing
