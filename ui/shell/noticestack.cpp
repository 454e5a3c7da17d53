// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/noticestack.h"

#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/theme/controlkind.h"
#include "ui/widgets/banner.h"

#include <QEvent>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int bannerColumn = 0;
constexpr int moreColumn = 1;

/// See NoticeStack.
int rankOf(Tone tone, NoticeStack::About about)
{
    enum Rank { UncertainOrder, Problem, Access, Warning, Information, News };
    switch (tone) {
    case Tone::Bad:
        return Problem;
    case Tone::Warning:
        return about == NoticeStack::About::Order    ? UncertainOrder
               : about == NoticeStack::About::Access ? Access
                                                     : Warning;
    case Tone::Good:
        return News;
    case Tone::Neutral:
    case Tone::Accent:
    case Tone::Quiet:
        break;
    }
    return Information;
}

} // namespace

NoticeStack::NoticeStack(const Theme &theme)
    : m_theme(theme)
{
    setContentsMargins(20, 12, 20, 0);
    setSpacing(8);
    setColumnStretch(bannerColumn, 1);
}

void NoticeStack::setAccount(AccountSession *account)
{
    if (m_account != nullptr) {
        m_account->notices().disconnect(this);
        m_account->notices().setReported({});
    }
    if (m_account != account) {
        dropNoticesOfAccount();
    }
    m_account = account;
    if (m_account == nullptr) {
        return;
    }
    AccountNotices &notices = m_account->notices();
    notices.setReported(m_reported);
    connect(&notices, &AccountNotices::added, this,
            [this](const QString &message) { showNotice(Tone::Warning, message); });
    for (const QString &message : notices.all()) {
        showNotice(Tone::Warning, message);
    }
    if (const auto problem = notices.keepProblem()) {
        offerToSetKeepFileAside(*problem);
    }
}

void NoticeStack::dropNoticesOfAccount()
{
    for (const QPointer<Banner> &banner : std::as_const(m_ofAccount)) {
        delete banner.data();
    }
    m_ofAccount.clear();
}

void NoticeStack::setReported(const AccountNotices::Reported &reported)
{
    const bool unknownOrders = m_reported.unknownOrders;
    m_reported = reported;
    setUnknownOrdersReported(unknownOrders);
}

void NoticeStack::setUnknownOrdersReported(bool reported)
{
    m_reported.unknownOrders = reported;
    if (m_account != nullptr) {
        m_account->notices().setReported(m_reported);
    }
}

// Before an account is shown, the problem is about the program or about the account to come.
void NoticeStack::showProblem(const QString &sentence)
{
    if (m_account != nullptr) {
        showNotice(Tone::Bad, sentence);
    } else {
        showLasting(Tone::Bad, sentence);
    }
}

Banner *NoticeStack::showNotice(Tone tone, const QString &sentence, About about)
{
    Banner *banner = showLasting(tone, sentence, about);
    m_ofAccount.removeAll(nullptr);
    if (!m_ofAccount.contains(banner)) {
        m_ofAccount.append(banner);
    }
    return banner;
}

Banner *NoticeStack::showLasting(Tone tone, const QString &sentence, About about)
{
    const QString lead = shownSentence(sentence);
    for (const Entry &each : m_entries) {
        auto *said = qobject_cast<Banner *>(each.banner.data());
        if (said != nullptr && said->lead() == lead && !said->isHidden()) {
            return said; // already shown, and not dismissed
        }
    }
    auto *place = new QWidget(parentWidget());
    auto *banner = new Banner(m_theme, Banner::Shape::Inline, place);
    banner->setObjectName(QStringLiteral("notice%1").arg(++m_count));
    banner->setMessage(tone, sentence);
    banner->setDismissible(true);
    auto *inside = new QVBoxLayout(place);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->addWidget(banner);
    connect(banner, &Banner::dismissed, banner, &QObject::deleteLater);
    connect(banner, &QObject::destroyed, this, [this, place] {
        for (Entry &each : m_entries) {
            each.banner = each.place == place ? nullptr : each.banner; // at once
        }
        arrange();
    });
    banner->show(); // hidden only by its owner, also while its place is hidden
    banner->installEventFilter(this);
    m_entries.push_back({place, banner, rankOf(tone, about)});
    arrange();
    return banner;
}

// ------------------------------------------------------------------------------ what is in view

bool NoticeStack::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::HideToParent || event->type() == QEvent::ShowToParent) {
        arrange();
    }
    return QGridLayout::eventFilter(watched, event);
}

void NoticeStack::arrange()
{
    if (m_isArranging) {
        return;
    }
    const QScopedValueRollback arranging(m_isArranging, true);
    const auto isOver = [](const Entry &each) {
        if (each.banner == nullptr && each.place != nullptr) {
            each.place->hide();
            each.place->deleteLater();
        }
        return each.banner == nullptr;
    };
    m_entries.erase(std::remove_if(m_entries.begin(), m_entries.end(), isOver), m_entries.end());
    std::vector<Entry> shown;
    for (auto each = m_entries.rbegin(); each != m_entries.rend(); ++each) {
        removeWidget(each->place);
        if (each->banner->isHidden()) {
            each->place->hide();
        } else {
            shown.push_back(*each);
        }
    }
    std::stable_sort(shown.begin(), shown.end(),
                     [](const Entry &a, const Entry &b) { return a.rank < b.rank; });
    const int others = std::max(0, static_cast<int>(shown.size()) - 1);
    m_isExpanded = m_isExpanded && others > 0;
    int row = 0;
    for (const Entry &each : shown) {
        addWidget(each.place, row, bannerColumn);
        each.place->setVisible(row == 0 || m_isExpanded);
        ++row;
    }
    updateMore(others);
}

void NoticeStack::updateMore(int others)
{
    if (others == 0) {
        if (m_more != nullptr) {
            m_more->hide();
        }
        return;
    }
    QPushButton &more = moreButton();
    more.setText(m_isExpanded ? tr("Show less")
                              : tr("%1 more", "messages", others).arg(format::count(others)));
    more.setAccessibleName(
        m_isExpanded ? tr("Show only the most important message")
                     : tr("Show %1 more messages", nullptr, others).arg(format::count(others)));
    more.setToolTip(more.accessibleName());
    more.show();
}

QPushButton &NoticeStack::moreButton()
{
    if (m_more == nullptr) {
        m_more = new QPushButton(parentWidget());
        m_more->setObjectName(QStringLiteral("moreNotices"));
        m_more->setAutoDefault(false);
        setButtonKind(*m_more, ButtonKind::Link);
        addWidget(m_more, 0, moreColumn, Qt::AlignVCenter);
        connect(m_more, &QPushButton::clicked, this, [this] {
            m_isExpanded = !m_isExpanded;
            arrange();
        });
    }
    return *m_more;
}

void NoticeStack::offerToSetKeepFileAside(const QString &problem)
{
    Banner *banner = showNotice(Tone::Warning, problem);
    banner->clearLinks();
    auto *aside = banner->addLink(tr("Rename the file and start a new one"),
                                  QStringLiteral("setKeepFileAside"));
    connect(aside, &QPushButton::clicked, this, [this, banner] {
        const auto old = m_account->notices().setKeepFileAside();
        if (old) {
            banner->deleteLater(); // else it can be tried again
            showNotice(Tone::Good, tr("The old file is now %1.").arg(*old));
        } else {
            showNotice(Tone::Bad, errorText(old.error()).title);
        }
    });
}

} // namespace relaybook
