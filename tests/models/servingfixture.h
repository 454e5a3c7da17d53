// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: a SubUserDesk on a small account, with which a test gives traffic to sub-users,
// takes it back, creates and deletes them, as a dialog does.

#pragma once

#include "models/serving/subuserdesk.h"
#include "tests/models/pricetables.h"
#include "tests/models/sessionfixture.h"
#include "tests/support/waituntil.h"

#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <memory>
#include <optional>

namespace relaybook::testing {

using OperationKind = SubUserRequest::Kind;

inline const char *nameOfKind(OperationKind kind)
{
    constexpr const char *names[] = {"give", "take", "create", "delete"};
    return names[static_cast<int>(kind)];
}
/// The operation of the sandbox that carries it out.
inline const char *callOfKind(OperationKind kind)
{
    constexpr const char *names[] = {"addSubUserTraffic", "dropSubUserTraffic", "createSubUser",
                                     "deleteSubUser"};
    return names[static_cast<int>(kind)];
}
inline constexpr OperationKind operationKinds[] = {OperationKind::Give, OperationKind::Take,
                                                   OperationKind::Create, OperationKind::Delete};

class ServingFixture
{
protected:
    void makeDesk(const SandboxSettings &settings = {4, 4, 30, 100, false})
    {
        using std::chrono::milliseconds;
        m = std::make_unique<SessionFixture>(settings);
        m->serving.looks.pauses = {milliseconds(5), milliseconds(10), milliseconds(20)};
        for (const auto *pool :
             {"residential", "mobile", "residential_premium", "mobile_premium"}) {
            [[maybe_unused]] const bool isSold = m->server.setPoolGb(pool, "100");
        }
        for (const auto id : m->server.subUserIds()) {
            if (*leftThere(SubUserId(id)) > gb("1")) {
                m_subUser = SubUserId(id);
                return;
            }
        }
        qFatal("The sandbox has no sub-user with traffic left");
    }
    [[nodiscard]] SubUserDesk &desk() const { return m->session->serving(); }
    void openDesk() const
    {
        m->open();
        QVERIFY(waitUntil([&] { return desk().isReady(); }));
    }
    [[nodiscard]] SubUserRequest request(OperationKind kind, const char *amount = "3") const
    {
        SubUserRequest request;
        request.kind = kind;
        if (kind == OperationKind::Create) {
            request.username = QStringLiteral("a new customer");
            request.serviceType = QStringLiteral("residential");
        } else {
            request.subUser = m_subUser;
        }
        if (kind == OperationKind::Give || kind == OperationKind::Create) {
            request.amount = gb(amount);
        }
        return request;
    }
    [[nodiscard]] std::optional<Result<SubUserConfirmation>>
    ask(const std::vector<SubUserRequest> &requests)
    {
        std::optional<Result<SubUserConfirmation>> got;
        const Call call = desk().prepare(
            requests, &m_guard, [&](const Result<SubUserConfirmation> &answer) { got = answer; });
        if (!waitUntil([&] { return got.has_value(); })) {
            qFatal("prepare() was never answered");
        }
        return got;
    }
    [[nodiscard]] std::optional<SubUserConfirmation>
    confirm(const std::vector<SubUserRequest> &requests)
    {
        const auto got = ask(requests);
        return *got ? std::optional(**got) : std::nullopt;
    }
    [[nodiscard]] RunAnswer run(quint64 confirmation, bool risk = false)
    {
        std::optional<RunAnswer> got;
        desk().run(confirmation, risk, &m_guard, [&](const RunAnswer &answer) { got = answer; });
        if (!waitUntil([&] { return got.has_value(); })) {
            qFatal("run() was never answered");
        }
        return *got;
    }
    /// Confirms and runs a single request; returns the operation's id, or an empty text.
    [[nodiscard]] QString send(const SubUserRequest &wanted, bool risk = false)
    {
        const auto shown = confirm({wanted});
        if (!shown) {
            return {};
        }
        const RunAnswer answer = run(shown->number, risk);
        return answer.kind == RunAnswer::Queued ? answer.operations.front() : QString();
    }
    /// The same; waits until it is not under way any more.
    [[nodiscard]] QString sendAndWait(const SubUserRequest &wanted, bool risk = false)
    {
        QString id = send(wanted, risk);
        if (id.isEmpty() || !waitUntil([&] { return !of(id).isUnderWay(); })) {
            qFatal("the operation did not end");
        }
        return id;
    }
    [[nodiscard]] const SubUserOrder &of(const QString &id) const
    {
        const SubUserOrder *operation = desk().operation(id);
        if (operation == nullptr) {
            qFatal("no such operation");
        }
        return *operation;
    }
    void lose(OperationKind kind, bool done) const
    {
        m->fault(
            QByteArray(QByteArray(done ? "do-and-drop" : "drop") + ",next=1,on=" + callOfKind(kind))
                .constData());
    }
    /// Waits until looks for the operation agree for long enough that one without a trace is found
    /// not done; fewer if it gets an outcome before.
    void waitForLooks(const QString &id) const
    {
        const auto looks = [&] { return of(id).looks.size(); };
        const auto ended = [&] { return !of(id).isOpen(); };
        QVERIFY(waitUntil([&] { return ended() || looks() >= 3; }));
        QVERIFY(of(id).state != OrderState::NotDone); // not before two minutes
        for (int round = 0; round < 3 && !ended(); ++round) {
            m->clock.advance(std::chrono::minutes(3));
            const Instant from = m->clock.now();
            const auto looksSince = [&] {
                const auto &all = of(id).looks;
                return std::count_if(all.begin(), all.end(), [&](const SubUserLook &each) {
                    return each.reading.at > from;
                });
            };
            QVERIFY(waitUntil([&] { return ended() || looksSince() >= 4; }));
        }
    }
    /// The sub-user as the service has it; nothing if it does not.
    [[nodiscard]] std::optional<QJsonObject> there(SubUserId id) const
    {
        const auto text = m->server.subUser(id.value());
        if (!text) {
            return std::nullopt;
        }
        return objectOf(text);
    }
    [[nodiscard]] std::optional<TrafficAmount> leftThere(SubUserId id) const
    {
        const auto row = there(id);
        return row ? std::optional(TrafficAmount::fromBytes(
                         row->value(QLatin1String("traffic_balance_bytes")).toInteger()))
                   : std::nullopt;
    }
    [[nodiscard]] TrafficAmount poolThere(const char *type = "residential") const
    {
        return *TrafficAmount::parseGb(QString::fromStdString(m->server.poolGb(type)));
    }
    [[nodiscard]] quint64 arrived(OperationKind kind) const
    {
        return m->server.counters().of(callOfKind(kind)).arrived;
    }
    [[nodiscard]] quint64 performed(OperationKind kind) const
    {
        return m->server.counters().of(callOfKind(kind)).performed;
    }
    [[nodiscard]] QString journalPath() const
    {
        QDirIterator files(m->folder.path(), {QStringLiteral("orders.sqlite")}, QDir::Files,
                           QDirIterator::Subdirectories);
        return files.hasNext() ? files.next() : QString();
    }

    std::unique_ptr<SessionFixture> m;
    SubUserId m_subUser;
    QObject m_guard;
};

} // namespace relaybook::testing
