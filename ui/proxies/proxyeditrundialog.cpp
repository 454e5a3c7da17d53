// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/proxyeditrundialog.h"

#include "models/text/format.h"
#include "ui/lists/batchresults.h"
#include "ui/proxies/manyproxychanges.h"
#include "ui/widgets/banner.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QStringList>

namespace relaybook {

namespace {

using RowState = BatchRun::State;

int editedNumber(qint64 count)
{
    return static_cast<int>(count);
}

class ProxyEditTexts : public StoredRunTexts
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ProxyEditRunDialog)

public:
    explicit ProxyEditTexts(const ProxyEditRun &run)
        : m_run(run)
    {
    }
    [[nodiscard]] QString progress() const override;
    [[nodiscard]] QString notSent() const override
    {
        return tr("%2 of %1 changes of proxies were not sent.", nullptr, editedNumber(m_run.size()))
            .arg(format::count(m_run.size()))
            .arg(format::count(m_run.count(RowState::Waiting)));
    }
    [[nodiscard]] QString notDone() const override;
    [[nodiscard]] QString aboutNotDone() const override
    {
        return m_run.count(RowState::Gone) > 0
                   ? tr("The list says why.")
                   : tr("The list says why. Only these are tried again.");
    }
    [[nodiscard]] QString changedElsewhere() const override
    {
        return tr("Some proxies were changed elsewhere meanwhile.");
    }
    [[nodiscard]] QString row(qint64 index) const override { return proxyEditText(m_run, index); }

private:
    [[nodiscard]] qint64 notChanged() const
    {
        return m_run.count(RowState::Failed) + m_run.count(RowState::Gone);
    }

    const ProxyEditRun &m_run;
};

QString ProxyEditTexts::progress() const
{
    const qint64 done = m_run.count(RowState::Done) + m_run.count(RowState::Unchanged);
    const QString pattern =
        m_run.isUndo() ? tr("%2 of %1 proxies changed back", nullptr, editedNumber(m_run.size()))
                       : tr("%2 of %1 proxies changed", nullptr, editedNumber(m_run.size()));
    QStringList parts{pattern.arg(format::count(m_run.size())).arg(format::count(done))};
    const auto add = [&parts](const QString &text, qint64 count) {
        if (count > 0) {
            parts.append(text.arg(format::count(count)));
        }
    };
    add(tr("%1 not changed", "proxies"), notChanged());
    add(tr("%1 unknown", "proxies"), m_run.count(RowState::Unknown));
    add(tr("%1 changed elsewhere", "proxies"), m_run.count(RowState::Changed));
    add(tr("%1 not sent", "changes of proxies"), m_run.count(RowState::Skipped));
    return parts.join(QStringLiteral(" · "));
}

QString ProxyEditTexts::notDone() const
{
    QStringList parts;
    if (notChanged() > 0) {
        parts.append(tr("%1 proxies were not changed.", nullptr, editedNumber(notChanged()))
                         .arg(format::count(notChanged())));
    }
    if (const qint64 unknown = m_run.count(RowState::Unknown); unknown > 0) {
        parts.append(
            tr("It is not known whether %1 proxies were changed.", nullptr, editedNumber(unknown))
                .arg(format::count(unknown)));
    }
    return parts.join(u' ');
}

} // namespace

std::unique_ptr<StoredRunTexts> proxyEditTexts(const ProxyEditRun &run)
{
    return std::make_unique<ProxyEditTexts>(run);
}

ProxyEditRunDialog::ProxyEditRunDialog(const PageContext &context, QWidget *parent)
    : StoredRunDialog(context, tr("Proxy changes"), Area::Proxies, context.account.proxyEdits(),
                      proxyEditTexts(context.account.proxyEdits()), tr("Result for each proxy"),
                      parent)
    , m_run(context.account.proxyEdits())
    , m_undo(addFooterButton(tr("Undo"), "undoEdits"))
{
    setObjectName(QStringLiteral("proxyEditRunDialog"));
    connect(m_undo, &QPushButton::clicked, this, [this] { m_run.undo(); });
    begin();
}

ProxyEditRunDialog::~ProxyEditRunDialog() = default;

void ProxyEditRunDialog::updateButtons()
{
    StoredRunDialog::updateButtons();
    const bool isOpen = m_run.isRunning() || m_run.count(RowState::Waiting) > 0;
    m_undo->setVisible(!isOpen && m_run.canUndo());
    m_undo->setEnabled(whyNot().isEmpty());
    const qint64 others = m_undo->isHidden() ? 0 : m_run.notUndoable();
    const qint64 undone = m_run.undoCount();
    m_undo->setText(
        others > 0 ? tr("Undo %1 of %2").arg(format::count(undone), format::count(undone + others))
                   : tr("Undo"));
    m_undo->setAccessibleName(m_undo->text());
    QString help = whyNot();
    if (help.isEmpty() && others > 0) {
        help = tr("%1 proxies stay as they are: what they had before is not known or cannot be "
                  "sent, such as no traffic limit.",
                  nullptr, editedNumber(others))
                   .arg(format::count(others));
    }
    if (const qint64 partly = m_run.partlyUndoable(); whyNot().isEmpty() && partly > 0) {
        const QString inPart = tr("%1 proxies are changed back in part only, for such reasons.",
                                  nullptr, editedNumber(partly))
                                   .arg(format::count(partly));
        help = help.isEmpty() ? inPart : help + u' ' + inPart;
    }
    m_undo->setToolTip(help);
    m_undo->setAccessibleDescription(help);
}

void ProxyEditRunDialog::showOutcome()
{
    if (!m_run.stoppedBy() && m_run.count(RowState::Changed) > 0) {
        askAboutChanged();
    } else {
        StoredRunDialog::showOutcome();
    }
}

void ProxyEditRunDialog::askAboutChanged()
{
    const qint64 changed = m_run.count(RowState::Changed);
    showMessage(Tone::Warning,
                tr("%1 proxies were changed elsewhere meanwhile.", nullptr, editedNumber(changed))
                    .arg(format::count(changed)),
                m_run.isUndo() ? tr("Nothing was sent for them. The list shows their values.")
                               : tr("Nothing was sent for them. The list shows their values: "
                                    "change them anyway?"));
    if (!m_run.isUndo()) {
        auto *anyway = banner()->addLink(tr("Change anyway"), QStringLiteral("changeAnyway"));
        anyway->setEnabled(whyNot().isEmpty());
        connect(
            anyway, &QPushButton::clicked, this, [this] { m_run.changeAnyway(); },
            Qt::QueuedConnection); // it removes this button
    }
    auto *leave = banner()->addLink(tr("Leave them"), QStringLiteral("leaveChanged"));
    connect(
        leave, &QPushButton::clicked, this, [this] { m_run.leaveChanged(); }, Qt::QueuedConnection);
    results().selectFirst(RowState::Changed);
}

} // namespace relaybook
