// SPDX-License-Identifier: GPL-3.0-or-later
// Changes and deletions of many proxies, and saved notes, that are followed at the service: what it
// carried out, how often, and whether the program tells it truly.

#pragma once

#include "models/account/accountactions.h"
#include "models/account/changeundo.h"
#include "models/account/proxydeletionrun.h"
#include "models/account/proxyeditrun.h"
#include "sandbox/random.h"
#include "tests/models/storedtruth.h"

#include <map>
#include <set>

namespace relaybook::testing {

class FollowedWork
{
public:
    /// Proxies of now may be deleted, later ones not: they are the evidence of orders.
    FollowedWork(SessionFixture &fixture, sandbox::Random &random)
        : m(fixture)
        , m_random(random)
    {
        for (const std::string &id : m.server.proxyIds()) {
            m_deletable.insert(QString::fromStdString(id));
        }
    }

    /// Begins some work, or does something with what is not over. `guard` lives until the program
    /// ends. Returns what it did.
    QString step(QObject *guard)
    {
        const auto draw = m_random.below(100);
        if (draw < 40) {
            return stepOf(m.session->proxyEdits(), "edits", [this] { return startEdits(); });
        }
        if (draw < 65) {
            return stepOf(m.session->proxyDeletions(), "deletions",
                          [this] { return startDeletions(); });
        }
        return saveNote(guard);
    }
    /// The program is about to be killed.
    void beforeKill()
    {
        constexpr std::chrono::seconds untilStored{1};
        m_calls.clear();
        m_undo.reset();
        m_saving.clear();
        std::erase_if(m_notes,
                      [untilStored, now = Simulation::current()->elapsed()](const auto &each) {
                          return each.second.isUndone || each.second.typedAt + untilStored > now;
                      });
    }

    /// Ends what is left, while the service makes no mistakes. Returns what is wrong.
    [[nodiscard]] QString endAndCompare()
    {
        for (const QString &wrong :
             {endEdits(), endDeletions(), noteDifference(), countDifference("updateProxy"),
              countDifference("deleteProxy")}) {
            if (!wrong.isEmpty()) {
                return wrong;
            }
        }
        return {};
    }

private:
    struct Note
    {
        QString text; ///< typed last, or what an undo wrote
        std::chrono::nanoseconds typedAt{0};
        bool isSaved = false;  ///< by an answer
        bool isUndone = false; ///< maybe
    };

    /// Of one call; at times the answer is lost, or an error.
    void mayFail(const char *operation)
    {
        constexpr const char *faults[] = {"drop",           "do-and-drop", "error-500",
                                          "error-500=done", "latency=500", "too-many-requests=1",
                                          "truncated-json", "empty-body"};
        if (m_random.chance(40)) {
            const std::string fault = m_random.pick(std::span(faults)) +
                                      std::string(",next=1,on=") + operation +
                                      ",after=" + std::to_string(m_random.below(3));
            m.fault(fault.c_str());
        }
    }
    template <class Run, class Start>
    QString stepOf(Run &run, const char *what, const Start &start)
    {
        const QString name = QLatin1String(what) + QStringLiteral(": ");
        if (run.isRunning()) {
            run.stop();
            return name + QStringLiteral("stopped");
        }
        if (run.isOpen()) {
            run.resume();
            return name + QStringLiteral("resumed");
        }
        const qint64 count = start();
        if (count == 0) {
            m.session->refresh(Area::Proxies);
            return name + QStringLiteral("the list is loaded");
        }
        return name + QStringLiteral("%1 proxies").arg(count);
    }
    /// Some of the stored ones, as documents.
    template <class Document>
    std::vector<QByteArray> someProxies(int percent, const Document &document)
    {
        constexpr qint64 most = 6;
        std::vector<QByteArray> rows;
        for (const std::string &text : m.server.proxyIds()) {
            const QString id = QString::fromStdString(text);
            const auto shown = m.session->rows().proxy(ProxyId(id));
            if (shown && m_random.chance(percent) && std::ssize(rows) < most) {
                if (const auto row = document(*shown); !row.isEmpty()) {
                    rows.push_back(row);
                }
            }
        }
        return rows;
    }
    qint64 startEdits()
    {
        auto rows = someProxies(40, [this](const Proxy &shown) {
            ProxyEdit edit;
            edit.name = QStringLiteral("edited %1").arg(++m_edited);
            return toJson(proxyEditRow(shown, edit));
        });
        return start(m.session->proxyEdits(), "updateProxy", std::move(rows));
    }
    qint64 startDeletions()
    {
        auto rows = someProxies(25, [this](const Proxy &shown) {
            return m_deletable.contains(shown.id.value())
                       ? toJson(ProxyDeletionRow{shown.id, shown.name})
                       : QByteArray();
        });
        return start(m.session->proxyDeletions(), "deleteProxy", std::move(rows));
    }
    qint64 start(StoredRun &run, const char *operation, std::vector<QByteArray> rows)
    {
        const auto count = std::ssize(rows);
        if (count > 0) {
            m_asked[operation] += count;
            mayFail(operation);
            run.start(std::move(rows));
        }
        return count;
    }

    QString saveNote(QObject *guard)
    {
        const SubUserId id(m_random.pick(m.server.subUserIds()));
        const auto stored = m.session->rows().subUser(id);
        if (!stored || !m_saving.insert(id).second) {
            return QStringLiteral("note: nothing");
        }
        SavedNote change{id, stored->note.value_or(QString()),
                         QStringLiteral("note %1").arg(++m_noted)};
        mayFail("updateSubUserNote");
        m_notes[id] = {change.saved, Simulation::current()->elapsed(), false, false};
        m.session->kept().saveDraft(id, change.saved, change.before);
        m_calls.push_back(m.session->actions().saveNote(
            id, change.saved, guard, [this, change](const Result<SubUser> &answer) {
                m_saving.erase(change.id);
                m_notes[change.id].isSaved = answer.has_value();
                if (answer && m_random.chance(30)) {
                    undo(change);
                }
            }));
        return change.saved + QStringLiteral(" of %1").arg(id.value());
    }
    void undo(const SavedNote &change)
    {
        if (!m_undo) {
            m_undo = std::make_unique<ChangeUndo>(m.session->actions(), m.session->rows());
        }
        m_saving.insert(change.id);
        m_notes[change.id].isUndone = true;
        m_undo->undo(change, [this, change](const Result<ChangeUndo::Outcome> &outcome) {
            m_saving.erase(change.id);
            if (outcome && *outcome == ChangeUndo::Outcome::Undone) {
                m_notes[change.id] = {change.before, {}, true, false};
                return;
            }
            m_notes.erase(change.id); // it has the one or the other
            if (outcome && *outcome == ChangeUndo::Outcome::ChangedSince &&
                noteThere(change.id) == change.saved) {
                m_trouble = QStringLiteral("%1 was not undone, as if it was changed elsewhere")
                                .arg(change.saved);
            }
        });
    }
    [[nodiscard]] QString noteThere(SubUserId id) const
    {
        return objectOf(m.server.subUser(id.value())).value(QLatin1String("note")).toString();
    }

    /// Resumes until nothing is left; `before` does what the user has to do first.
    template <class Run, class Before>
    QString end(Run &run, const Before &before)
    {
        constexpr int mostTries = 5;
        for (int i = 0; i < mostTries && (run.isRunning() || run.isOpen()); ++i) {
            if (!run.isRunning()) {
                before();
                run.resume();
            }
            if (!waitUntil([&] { return !run.isRunning(); })) {
                return QStringLiteral("work on many proxies does not end");
            }
        }
        return run.isOpen() ? QStringLiteral("work on many proxies stays open") : QString();
    }
    QString endEdits()
    {
        ProxyEditRun &run = m.session->proxyEdits();
        QString wrong = end(run, [&run] { run.changeAnyway(); });
        for (qint64 i = 0; i < run.size() && wrong.isEmpty(); ++i) {
            const ProxyEditRow row = run.rowAt(i);
            const auto state = run.row(i).state;
            const auto there = m.server.proxy(row.id.value().toStdString());
            const QString name = objectOf(there).value(QLatin1String("name")).toString();
            const bool isToldDone =
                state == BatchRun::State::Done || state == BatchRun::State::Unchanged;
            if (there && isToldDone && name != row.wanted.name) { // else it was deleted since
                wrong = QStringLiteral("the change of %1 to %2 is told to be done, it is %3")
                            .arg(row.id.value(), row.wanted.name.value_or(QString()), name);
            }
        }
        return wrong;
    }
    QString endDeletions()
    {
        ProxyDeletionRun &run = m.session->proxyDeletions();
        QString wrong = end(run, [] {});
        for (qint64 i = 0; i < run.size() && wrong.isEmpty(); ++i) {
            const auto state = run.row(i).state;
            const QString id = run.rowAt(i).id.value();
            const bool isThere = m.server.proxy(id.toStdString()).has_value();
            const bool isToldGone =
                state == BatchRun::State::Done || state == BatchRun::State::Gone;
            if (isThere ? isToldGone : state == BatchRun::State::Failed) {
                wrong = QStringLiteral("the deletion of %1 is told to be %2, it is %3there")
                            .arg(id, isToldGone ? QStringLiteral("done") : QStringLiteral("failed"),
                                 isThere ? QString() : QStringLiteral("not "));
            }
        }
        return wrong;
    }
    /// What the user typed is at the service or kept as a draft; what is told to be saved is there.
    QString noteDifference()
    {
        if (!waitUntil([this] { return m_saving.empty(); })) {
            return QStringLiteral("a note is saved for ever");
        }
        for (const auto &[id, note] : m_notes) {
            const auto draft = m.session->kept().draft(id);
            const bool isKept = !note.isSaved && draft && draft->text == note.text;
            if (m.server.subUser(id.value()) && noteThere(id) != note.text && !isKept) {
                return QStringLiteral("the note %1 of %2 is %3: there is %4")
                    .arg(note.text)
                    .arg(id.value())
                    .arg(note.isSaved ? QStringLiteral("told to be saved") : QStringLiteral("lost"),
                         noteThere(id));
            }
        }
        return m_trouble;
    }
    /// Each row at most once.
    QString countDifference(const char *operation)
    {
        const auto performed = static_cast<qint64>(m.server.counters().of(operation).performed);
        return performed <= m_asked[operation]
                   ? QString()
                   : QStringLiteral("%1 was carried out %2 times, and asked for %3 times")
                         .arg(QLatin1String(operation))
                         .arg(performed)
                         .arg(m_asked[operation]);
    }

    SessionFixture &m;
    sandbox::Random &m_random;
    std::set<QString> m_deletable;
    std::map<std::string, qint64> m_asked; ///< by operation
    qint64 m_edited = 0;
    qint64 m_noted = 0;
    std::map<SubUserId, Note> m_notes;
    std::set<SubUserId> m_saving; ///< or being undone
    std::vector<Call> m_calls;
    std::unique_ptr<ChangeUndo> m_undo;
    QString m_trouble;
};

} // namespace relaybook::testing
