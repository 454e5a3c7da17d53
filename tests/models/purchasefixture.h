// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: a PurchaseDesk on a small account, with which a test buys traffic step by step as
// the dialog does.

#pragma once

#include "models/buying/purchasedesk.h"
#include "tests/models/pricetables.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/waituntil.h"

#include <QDirIterator>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <optional>

namespace relaybook::testing {

inline const QString residential = QStringLiteral("residential");

inline SandboxSettings smallAccount()
{
    return {4, 4, 230, 100, false};
}

class PurchaseFixture
{
protected:
    void makeDesk()
    {
        using std::chrono::milliseconds;
        m_desk = std::make_unique<SessionFixture>(smallAccount());
        m_desk->buying.looks.pauses = {milliseconds(5), milliseconds(10), milliseconds(20)};
    }
    [[nodiscard]] PurchaseDesk &desk() const { return m_desk->session->purchases(); }
    /// Opens the session and waits until buying is possible.
    void openDesk()
    {
        m_desk->open();
        QVERIFY(waitUntil([&] { return desk().isReady(); }));
    }
    [[nodiscard]] std::optional<Confirmation> confirm(const char *amount)
    {
        std::optional<Result<Confirmation>> got;
        const Call call = desk().prepare(residential, gb(amount), &m_guard,
                                         [&](const Result<Confirmation> &answer) { got = answer; });
        const bool came = waitUntil([&] { return got.has_value(); });
        return came && *got ? std::optional(**got) : std::nullopt;
    }
    [[nodiscard]] BuyAnswer buy(quint64 confirmation, bool risk = false)
    {
        std::optional<BuyAnswer> got;
        desk().buy(confirmation, risk, &m_guard, [&](const BuyAnswer &answer) { got = answer; });
        if (!waitUntil([&] { return got.has_value(); })) {
            qFatal("buy() was never answered");
        }
        return *got;
    }
    [[nodiscard]] const TopUpOrder &only() const { return desk().orders().front(); }
    [[nodiscard]] QString journalPath() const
    {
        QDirIterator files(m_desk->folder.path(), {QStringLiteral("orders.sqlite")}, QDir::Files,
                           QDirIterator::Subdirectories);
        return files.hasNext() ? files.next() : QString();
    }

    std::unique_ptr<SessionFixture> m_desk;

private:
    QObject m_guard;
};

} // namespace relaybook::testing
