// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of many proxies that are followed at the service: which it carried out, and how often.

#pragma once

#include "models/account/proxyeditrun.h"
#include "sandbox/random.h"
#include "tests/models/storedtruth.h"

namespace relaybook::testing {

class FollowedEdits
{
public:
    FollowedEdits(SessionFixture &fixture, sandbox::Random &random)
        : m(fixture)
        , m_random(random)
    {
    }

    /// Begins a change of several proxies, or does something with the one that is not over.
    /// Returns what it did.
    QString step()
    {
        ProxyEditRun &run = m.session->proxyEdits();
        if (run.isRunning()) {
            run.stop();
            return QStringLiteral("edits: stopped");
        }
        if (run.isOpen()) {
            run.resume();
            return QStringLiteral("edits: resumed");
        }
        constexpr qint64 most = 6;
        std::vector<QByteArray> rows;
        for (const std::string &id : m.server.proxyIds()) {
            const auto shown = m.session->rows().proxy(ProxyId(QString::fromStdString(id)));
            if (!shown || !m_random.chance(40) || std::ssize(rows) == most) {
                continue;
            }
            ProxyEdit edit;
            edit.name = QStringLiteral("edited %1").arg(++m_edited);
            rows.push_back(toJson(proxyEditRow(*shown, edit)));
        }
        if (rows.empty()) {
            m.session->refresh(Area::Proxies);
            return QStringLiteral("edits: the list is loaded");
        }
        const auto count = std::ssize(rows);
        m_mostApplied += count;
        run.start(std::move(rows));
        return QStringLiteral("edits: %1 proxies").arg(count);
    }

    /// Ends what is left, while the service makes no mistakes. Returns what is wrong.
    [[nodiscard]] QString endAndCompare()
    {
        constexpr int mostTries = 5;
        ProxyEditRun &run = m.session->proxyEdits();
        for (int i = 0; i < mostTries && (run.isRunning() || run.isOpen()); ++i) {
            if (!run.isRunning()) {
                run.changeAnyway();
                run.resume();
            }
            if (!waitUntil([&] { return !run.isRunning(); })) {
                return QStringLiteral("a change of many does not end");
            }
        }
        if (run.isOpen()) {
            return QStringLiteral("a change of many stays open");
        }
        for (qint64 i = 0; i < run.size(); ++i) {
            const ProxyEditRow row = run.rowAt(i);
            const auto state = run.row(i).state;
            const QString name = objectOf(m.server.proxy(row.id.value().toStdString()))
                                     .value(QLatin1String("name"))
                                     .toString();
            const bool isToldDone =
                state == BatchRun::State::Done || state == BatchRun::State::Unchanged;
            if (isToldDone && name != row.wanted.name) {
                return QStringLiteral("the change of %1 to %2 is told to be done, it is %3")
                    .arg(row.id.value(), row.wanted.name.value_or(QString()), name);
            }
        }
        const auto applied = static_cast<qint64>(m.server.counters().of("updateProxy").performed);
        return applied <= m_mostApplied
                   ? QString()
                   : QStringLiteral("%1 changes were carried out, %2 were asked for")
                         .arg(applied)
                         .arg(m_mostApplied);
    }

private:
    SessionFixture &m;
    sandbox::Random &m_random;
    qint64 m_edited = 0;
    qint64 m_mostApplied = 0; ///< each row at most once
};

} // namespace relaybook::testing
