// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the copy of the last tests in cache.sqlite up to date: after each stored test, after a
// start and after the cache was emptied. Works on the writers' threads, some thousand tests at a
// time.

#pragma once

#include <QObject>

namespace relaybook {

class AccountStore;
class KeepFile;
struct LaterProxyTests;

/// Lives on the GUI thread.
class LastTestCopy : public QObject
{
    Q_OBJECT
public:
    LastTestCopy(AccountStore &store, KeepFile &kept);

private:
    void follow();
    void take(const LaterProxyTests *later);
    void end(bool isMore);

    AccountStore &m_store;
    KeepFile &m_kept;
    qint64 m_known = 0;       ///< the newest test that is copied
    bool m_isWorking = false; ///< tests are being read or written
    bool m_isBehind = false;  ///< there may be newer ones
};

} // namespace relaybook
