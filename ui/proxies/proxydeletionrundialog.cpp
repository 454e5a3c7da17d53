// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/proxydeletionrundialog.h"

#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/proxies/manyproxychanges.h"

#include <QCoreApplication>
#include <QStringList>

namespace relaybook {

namespace {

using DeletionState = BatchRun::State;

class ProxyDeletionTexts : public StoredRunTexts
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ProxyDeletionRunDialog)

public:
    explicit ProxyDeletionTexts(const ProxyDeletionRun &run)
        : m_run(run)
    {
    }
    [[nodiscard]] QString progress() const override;
    [[nodiscard]] QString notSent() const override
    {
        return tr("%2 of %1 deletions of proxies were not sent.", nullptr,
                  static_cast<int>(m_run.size()))
            .arg(format::count(m_run.size()))
            .arg(format::count(m_run.count(DeletionState::Waiting)));
    }
    [[nodiscard]] QString notDone() const override;
    [[nodiscard]] QString aboutNotDone() const override;
    [[nodiscard]] QString row(qint64 index) const override;

private:
    [[nodiscard]] QString resultOf(qint64 index) const;

    const ProxyDeletionRun &m_run;
};

QString ProxyDeletionTexts::progress() const
{
    const qint64 gone = m_run.count(DeletionState::Done) + m_run.count(DeletionState::Gone);
    QStringList parts{tr("%2 of %1 proxies deleted", nullptr, static_cast<int>(m_run.size()))
                          .arg(format::count(m_run.size()))
                          .arg(format::count(gone))};
    const auto add = [&](const QString &text, DeletionState state) {
        if (m_run.count(state) > 0) {
            parts.append(text.arg(format::count(m_run.count(state))));
        }
    };
    add(tr("%1 not deleted", "proxies"), DeletionState::Failed);
    add(tr("%1 unknown", "proxies"), DeletionState::Unknown);
    add(tr("%1 not sent", "deletions of proxies"), DeletionState::Skipped);
    return parts.join(QStringLiteral(" · "));
}

QString ProxyDeletionTexts::notDone() const
{
    QStringList parts;
    if (const qint64 failed = m_run.count(DeletionState::Failed); failed > 0) {
        parts.append(tr("%1 proxies were not deleted.", nullptr, static_cast<int>(failed))
                         .arg(format::count(failed)));
    }
    if (const qint64 unknown = m_run.count(DeletionState::Unknown); unknown > 0) {
        parts.append(tr("It is not known whether %1 proxies were deleted.", nullptr,
                        static_cast<int>(unknown))
                         .arg(format::count(unknown)));
    }
    return parts.join(u' ');
}

QString ProxyDeletionTexts::aboutNotDone() const
{
    if (m_run.count(DeletionState::Unknown) == 0) {
        return tr("The list says why. Only these are tried again.");
    }
    if (m_run.lookup() == ProxyDeletionRun::Lookup::None) {
        return tr("The answers were lost, and this service does not show its proxies. Look in the "
                  "panel of the service. Nothing is sent again.");
    }
    return tr("The answers were lost. They are not sent again: Relaybook looks whether these "
              "proxies are still there.");
}

QString ProxyDeletionTexts::resultOf(qint64 index) const
{
    const auto &error = m_run.row(index).error;
    const auto why = [&error] {
        const QString own = serviceText(*error);
        return own.isEmpty() ? errorText(*error).title : own;
    };
    switch (m_run.row(index).state) {
    case DeletionState::Waiting:
        return m_run.isToLookUp(index) ? tr("Looking whether it is still there…") : tr("Waiting");
    case DeletionState::Running:
        return tr("Deleting…");
    case DeletionState::Done:
        return tr("Deleted");
    case DeletionState::Gone:
        return tr("Was deleted already");
    case DeletionState::Failed:
        return error ? tr("Not deleted: %1").arg(why()) : tr("Not deleted: it is still there");
    case DeletionState::Unknown:
        return error ? tr("It is not known whether it was deleted: %1").arg(errorText(*error).title)
                     : tr("It is not known whether it was deleted");
    case DeletionState::Unchanged:
    case DeletionState::Changed:
    case DeletionState::Skipped:
        break;
    }
    return tr("Not sent");
}

QString ProxyDeletionTexts::row(qint64 index) const
{
    const ProxyDeletionRow deleted = m_run.rowAt(index);
    return tr("%1: %2", "name of a proxy, what became of its deletion")
        .arg(shownProxyName(deleted.id, deleted.name), resultOf(index));
}

} // namespace

std::unique_ptr<StoredRunTexts> proxyDeletionTexts(const ProxyDeletionRun &run)
{
    return std::make_unique<ProxyDeletionTexts>(run);
}

ProxyDeletionRunDialog::ProxyDeletionRunDialog(const PageContext &context, QWidget *parent)
    : StoredRunDialog(
          context, tr("Proxy deletions"), Area::Proxies, context.account.proxyDeletions(),
          proxyDeletionTexts(context.account.proxyDeletions()), tr("Result for each proxy"), parent)
    , m_run(context.account.proxyDeletions())
{
    setObjectName(QStringLiteral("proxyDeletionRunDialog"));
    begin();
}

ProxyDeletionRunDialog::~ProxyDeletionRunDialog() = default;

void ProxyDeletionRunDialog::showOutcome()
{
    const auto &stopped = m_run.stoppedBy();
    if (stopped && stopped->kind == ErrorKind::NotOffered && m_run.isMissing()) {
        showMessage(Tone::Accent, tr("This service does not delete proxies."),
                    tr("Delete the proxies in the panel of the service."));
    } else {
        StoredRunDialog::showOutcome();
    }
}

} // namespace relaybook
