// SPDX-License-Identifier: GPL-3.0-or-later
// The overview, the first page: what is in the account, how long it lasts, and the newest
// transactions.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/accesstext.h"
#include "ui/base/page.h"

#include <QTimer>

#include <optional>
#include <vector>

class QPushButton;
class QVBoxLayout;

namespace relaybook {

class AttentionCard;
class Banner;
class OverviewCards;
class OverviewCharts;
class PageHeader;
class PlanCard;
class PoolForecasts;
class RecentCard;

class OverviewPage : public Page
{
    Q_OBJECT

public:
    explicit OverviewPage(const PageContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool can(Command command) const override;
    void perform(Command command) override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    bool event(QEvent *event) override;

private:
    void buildHeader();
    void buildSpan();
    [[nodiscard]] QWidget *makeSubUsersCard();
    void setSpan(std::optional<int> days, const QString &text);
    void connectParts();
    void refreshView();
    void updateForecasts();
    void updateTrouble();
    void addAccessLink(const AccessText &access);

    AccountSession &m_account;
    const Theme &m_theme;
    PageHeader *m_header;
    QPushButton *m_refresh;
    Banner *m_trouble;
    AttentionCard *m_attention;
    QPushButton *m_span;
    PoolForecasts *m_forecasts;
    OverviewCards *m_cards;
    PlanCard *m_plan;
    OverviewCharts *m_charts;
    RecentCard *m_recent;
    std::optional<ApiError> m_shownError;
    std::optional<AccessText> m_shownAccess;
    QTimer m_clock; ///< updates "12 s ago" as time passes
};

} // namespace relaybook
