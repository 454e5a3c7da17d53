// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/manytests.h"

#include "models/accounts/accountsession.h"
#include "models/proxytests/proxytestdesk.h"
#include "models/tables/keyedtablemodel.h"
#include "models/tables/listquery.h"
#include "models/text/format.h"
#include "ui/lists/proxytesttext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"

#include <QMenu>
#include <QPushButton>

#include <utility>

namespace relaybook {

ManyTests::ManyTests(Parts parts, QWidget *page)
    : QObject(page)
    , m_parts(std::move(parts))
    , m_page(page)
    , m_banner(new Banner(m_parts.context.theme, Banner::Shape::Inline, page))
    , m_walk(m_parts.table, m_parts.model, this)
{
    m_banner->setObjectName(QStringLiteral("manyTestsBanner"));
    m_banner->hide();
    connect(m_banner, &Banner::dismissed, this, [this] { desk().forgetBatch(); });
    connect(&m_walk, &SelectedRowsWalk::progressed, this, &ManyTests::showReading);
    connect(&m_walk, &SelectedRowsWalk::cancelled, this, &ManyTests::update);
    connect(&m_walk, &SelectedRowsWalk::finished, this, [this] {
        RowsToTest rows = std::exchange(m_rows, {});
        update();
        if (!rows.tested.empty()) {
            openDialog(new ManyTestsDialog(m_parts.context, std::move(rows), m_page));
        }
    });
    connect(&desk(), &ProxyTestDesk::batchReplaced, this, &ManyTests::follow);
    follow();
}

ManyTests::~ManyTests() = default;

ProxyTestDesk &ManyTests::desk() const
{
    return m_parts.context.account.proxyTests();
}

ProxyTestBatch *ManyTests::batch() const
{
    ProxyTestBatch *tests = desk().batch();
    return tests != nullptr && tests->isOfSubUsers() == m_parts.areSubUsers ? tests : nullptr;
}

// ---- commands

void ManyTests::addTo(QMenu &menu)
{
    const qint64 selected = countRows(selectedRanges(m_parts.table.selectionModel()->selection()));
    const qint64 all = m_parts.model.rowCount();
    const auto add = [&](const QString &text, const char *name, void (ManyTests::*opening)()) {
        QAction *action =
            menu.addAction(m_parts.context.theme.icon(Icon::Play), text, this, opening);
        action->setObjectName(QLatin1String(name));
    };
    if (selected > 1) {
        const auto plural = static_cast<int>(selected);
        add((m_parts.areSubUsers ? tr("Test %1 sub-users as customer…", nullptr, plural)
                                 : tr("Test %1 proxies…", nullptr, plural))
                .arg(format::count(selected)),
            "testManyAction", &ManyTests::openForSelection);
    }
    if (all > 1 && all != selected) {
        const auto plural = static_cast<int>(all);
        add((m_parts.areSubUsers
                 ? tr("Test all %1 sub-users in the table as customer…", nullptr, plural)
                 : tr("Test all %1 proxies in the table…", nullptr, plural))
                .arg(format::count(all)),
            "testAllAction", &ManyTests::openForAll);
    }
}

void ManyTests::makeButton(QPushButton &button)
{
    connect(&button, &QPushButton::clicked, this, &ManyTests::openForSelection);
}

void ManyTests::openForSelection()
{
    open(m_walk.selected());
}

void ManyTests::openForAll()
{
    SelectedRowsWalk::Rows rows;
    int row = 0;
    for (const qint64 key : m_parts.model.keysAt({{0, m_parts.model.rowCount() - 1}})) {
        rows.emplace_back(key, row++);
    }
    open(std::move(rows));
}

void ManyTests::open(SelectedRowsWalk::Rows rows)
{
    if (desk().batch() != nullptr && desk().batch()->isOpen()) {
        showRunning(); // one at a time
        return;
    }
    m_walk.cancel();
    m_rows = {{}, 0, m_parts.areSubUsers};
    m_rows.tested.reserve(rows.size());
    m_walk.start(std::move(rows), [this](int row) { visit(row); });
}

void ManyTests::visit(int row)
{
    if (auto tested = m_parts.tested(row)) {
        const auto password = m_parts.access(row, ProxyProtocol::Http).password;
        m_rows.withoutPassword += password.has_value() ? 0 : 1;
        m_rows.tested.push_back(std::move(*tested));
    }
}

void ManyTests::showRunning()
{
    openDialog(new ManyTestsDialog(m_parts.context, m_page));
}

void ManyTests::openDialog(ManyTestsDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ManyTestsDialog::failedWanted, this, &ManyTests::showFailed);
    dialog->open();
}

void ManyTests::showFailed()
{
    m_parts.search.setText(
        withFilter(m_parts.search.text(), QStringLiteral("test"), {QStringLiteral("failed")}));
}

// ---- the message

void ManyTests::follow()
{
    if (batch() != nullptr) {
        connect(batch(), &ProxyTestBatch::changed, this, &ManyTests::update);
    }
    update();
}

void ManyTests::showReading(qint64 done, qint64 total)
{
    m_banner->setMessage(Tone::Accent, tr("Reading the rows that are to be tested."),
                         tr("%1 of %2").arg(format::count(done), format::count(total)));
    if (std::exchange(m_links, Links::Cancel) != Links::Cancel) {
        m_banner->clearLinks();
        auto *cancel = m_banner->addLink(tr("Cancel"), QStringLiteral("cancelReading"));
        connect(cancel, &QPushButton::clicked, &m_walk, &SelectedRowsWalk::cancel);
    }
    m_banner->setDismissible(false);
    m_banner->show();
}

void ManyTests::update()
{
    if (m_walk.isRunning()) {
        return;
    }
    ProxyTestBatch *tests = batch();
    if (tests == nullptr) {
        m_banner->hide();
        return;
    }
    const qint64 failed = tests->count(ProxyTestBatch::State::Failed);
    QString lead = tr("The tests have ended.");
    Tone tone = failed > 0 ? Tone::Warning : Tone::Good;
    switch (tests->phase()) {
    case ProxyTestBatch::Phase::Running:
        lead = m_parts.areSubUsers ? tr("Testing sub-users.") : tr("Testing proxies.");
        tone = Tone::Accent;
        break;
    case ProxyTestBatch::Phase::Paused:
        lead = tr("The tests are paused.");
        tone = Tone::Accent;
        break;
    case ProxyTestBatch::Phase::Finished:
        break;
    case ProxyTestBatch::Phase::Cancelled:
        lead = tr("The tests were cancelled.");
        tone = Tone::Accent;
        break;
    case ProxyTestBatch::Phase::LimitReached:
        lead = tr("The limit of traffic is reached.");
        tone = Tone::Warning;
        break;
    case ProxyTestBatch::Phase::ViewOnly:
        lead = tr("The tests were stopped.");
        tone = Tone::Warning;
        break;
    }
    m_banner->setMessage(tone, lead,
                         tr("%1 of %2 tested, %3 failed.")
                             .arg(format::count(tests->tested()),
                                  format::count(static_cast<qint64>(tests->rows().size())),
                                  format::count(failed)));
    if (std::exchange(m_links, Links::Show) != Links::Show) {
        m_banner->clearLinks();
        auto *show = m_banner->addLink(tr("Show"), QStringLiteral("showTests"));
        show->setAccessibleName(tr("Show the tests"));
        connect(show, &QPushButton::clicked, this, &ManyTests::showRunning);
    }
    m_banner->setDismissible(!tests->isOpen());
    m_banner->show();
}

} // namespace relaybook
