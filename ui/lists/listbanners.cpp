// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/listbanners.h"

#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "ui/base/errordetails.h"
#include "ui/base/errortext.h"
#include "ui/lists/unreadablerowsdialog.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

namespace relaybook {

ListBanners::ListBanners(const PageContext &context, Area area, QWidget *page,
                         ContentFor contentFor)
    : QObject(page)
    , m_context(context)
    , m_area(area)
    , m_page(page)
    , m_contentFor(std::move(contentFor))
    , m_trouble(new Banner(context.theme, Banner::Shape::Inline, page))
    , m_unreadable(new Banner(context.theme, Banner::Shape::Inline, page))
{
    m_trouble->setObjectName(QStringLiteral("troubleBanner"));
    m_trouble->hide();
    m_unreadable->setObjectName(QStringLiteral("unreadableBanner"));
    auto *link = m_unreadable->addLink(tr("Show"), QStringLiteral("showUnreadable"));
    link->setAccessibleName(tr("Show the rows that could not be read"));
    connect(link, &QPushButton::clicked, this, &ListBanners::openUnreadable);
    m_unreadable->hide();
    connect(&context.account.notices(), &AccountNotices::reportedChanged, this,
            [this] { showTrouble(m_state, m_facts); });
}

void ListBanners::show(const ListState &state, const ListFacts &facts)
{
    m_state = state;
    m_facts = facts;
    showTrouble(state, facts);
    m_unreadableRows = facts.unreadable;
    showUnreadable();
}

void ListBanners::showTrouble(const ListState &state, const ListFacts &facts)
{
    const std::optional<AccessText> access = state.trouble ? facts.access : std::nullopt;
    const std::optional<ApiError> error =
        state.trouble && !access ? facts.status.error : std::nullopt;
    const bool isNew = (error || access) && !isReportedAbove(m_context.account, access, error);
    const bool shown = state.notOffered || isNew;
    m_trouble->setVisible(shown);
    const Trouble trouble{facts.status.state, error, access};
    if (!shown || m_shown == trouble) {
        return;
    }
    m_shown = trouble;
    if (state.notOffered) {
        const EmptyStateContent words = m_contentFor(ListState::Body::NotOffered);
        m_trouble->setMessage(Tone::Accent, words.title, words.text);
    } else if (access) {
        m_trouble->setMessage(access->tone, access->title, access->text);
    } else if (error) {
        const ErrorText words = errorText(*error);
        m_trouble->setMessage(Tone::Bad, words.title, words.advice);
    }
    addLinks(state, trouble);
}

void ListBanners::addLinks(const ListState &state, const Trouble &trouble)
{
    m_trouble->clearLinks();
    const std::optional<ApiError> &error = trouble.error;
    const bool isSignIn = trouble.access && trouble.access->does == AccessText::Does::SignIn;
    if (isSignIn || (error && isSolvedBySignIn(*error))) {
        auto *link = m_trouble->addLink(tr("Sign in…"), QStringLiteral("bannerSignIn"));
        connect(link, &QPushButton::clicked, this, &ListBanners::signInWanted);
    }
    const bool canLook = trouble.access ? trouble.access->does == AccessText::Does::LookAgain
                                        : !state.notOffered || !m_context.account.isOffline();
    if (canLook) {
        auto *again = m_trouble->addLink(state.notOffered ? tr("Check again") : tr("Try again"),
                                         QStringLiteral("bannerTryAgain"));
        connect(again, &QPushButton::clicked, this, &ListBanners::retryWanted);
    }
    if (error) {
        auto *link = m_trouble->addLink(tr("Details"), QStringLiteral("bannerDetails"));
        connect(link, &QPushButton::clicked, this,
                [this, shown = *error] { openErrorDetails(m_context.theme, shown, m_page); });
    }
}

void ListBanners::showUnreadable()
{
    m_unreadable->setVisible(m_unreadableRows > 0);
    if (m_unreadableRows > 0) {
        m_unreadable->setMessage(
            Tone::Warning,
            tr("%1 row(s) of this list could not be read.", nullptr,
               static_cast<int>(m_unreadableRows))
                .arg(format::count(m_unreadableRows)),
            tr("Rows that were stored earlier keep their last values and are marked."));
    }
}

void ListBanners::openUnreadable()
{
    constexpr qint64 mostShown = 1000; // more than anybody reads
    auto *dialog = new UnreadableRowsDialog(
        m_context.theme, m_context.account.rows().unreadableListRows(m_area, mostShown),
        m_unreadableRows, m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace relaybook
