// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: the transactions page with the sandbox's ledger loaded.
#pragma once

#include "tests/support/waituntil.h"
#include "tests/ui/listfixture.h"
#include "ui/ledger/transactionspage.h"
#include "ui/widgets/banner.h"

#include <QApplication>

namespace relaybook::testing {

class LedgerPageTest : public QObject
{
protected:
    using Rows = std::vector<sandbox::TransactionView>;

    void begin()
    {
        m_theme.apply(*qApp);
        m_desk = std::make_unique<ListFixture>(m_theme);
    }
    /// Null if it is not loaded in time.
    [[nodiscard]] TransactionsPage *showLoaded(int rows = 250)
    {
        m_desk->open();
        m_desk->account().start();
        auto *page = m_desk->show<TransactionsPage>();
        const auto loaded = [&] {
            return m_desk->rows() == rows &&
                   m_desk->account().ledger().progress().state == LedgerProgress::Complete;
        };
        return waitUntil(loaded, std::chrono::minutes(1)) ? page : nullptr;
    }
    /// The sandbox's own list of transactions.
    [[nodiscard]] Rows truth() { return m_desk->server().transactions(); }
    [[nodiscard]] Banner &strip() { return *m_desk->find<Banner>("ledgerBanner"); }
    /// The open dialog of this class; null if none is open.
    template <class Dialog>
    [[nodiscard]] Dialog *dialog(const char *name)
    {
        for (auto *found : m_desk->window().template findChildren<Dialog *>(QLatin1String(name))) {
            if (found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }

    Theme m_theme;
    std::unique_ptr<ListFixture> m_desk;
};

} // namespace relaybook::testing
