// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/liststatetext.h"

#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"

#include <QCoreApplication>

namespace relaybook {

namespace {

struct ListPageWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ListPage)
};

// A long search query would push the button out of view.
constexpr qsizetype longestSearch = 60;

EmptyStateContent notLoaded(const ListFacts &facts, const ListTexts &words)
{
    if (facts.offline) {
        return {Icon::Offline,
                words.offline,
                ListPageWords::tr("Relaybook was started offline and sends no requests. Start it "
                                  "without “--offline” to load them."),
                {}};
    }
    if (!facts.status.error) {
        return {Icon::Alert, words.notLoaded, {}, ListPageWords::tr("Try again"), true};
    }
    const ErrorText error = errorText(*facts.status.error);
    const bool signIn = isSolvedBySignIn(*facts.status.error);
    return {facts.status.error->kind == ErrorKind::Offline ? Icon::Offline : Icon::Alert,
            words.notLoaded,
            ListPageWords::tr("%1 %2", "what happened; what to do").arg(error.title, error.advice),
            signIn ? ListPageWords::tr("Sign in…") : ListPageWords::tr("Try again"),
            true,
            ListPageWords::tr("Details")};
}

EmptyStateContent noAccess(const AccessText &words)
{
    return {Icon::Key, words.title, words.text, words.action, true};
}

} // namespace

EmptyStateContent emptyStateOf(ListState::Body body, const ListFacts &facts, const QString &filter,
                               const ListTexts &words)
{
    const bool isNotLoaded =
        body == ListState::Body::NotLoaded || body == ListState::Body::NoAccess;
    if (isNotLoaded && facts.access) {
        return noAccess(*facts.access);
    }
    switch (body) {
    case ListState::Body::Reading:
        return {Icon::Clock,
                words.reading,
                ListPageWords::tr("They appear here as soon as the service has answered."),
                {},
                false};
    case ListState::Body::NothingYet:
        return {Icon::Empty, words.nothingYet, words.nothingYetText,
                ListPageWords::tr("Check again"), false};
    case ListState::Body::NoneReadable:
        if (facts.hidden > 0) {
            return {Icon::Warning,
                    ListPageWords::tr("%1 transactions could not be read.", nullptr,
                                      static_cast<int>(facts.hidden))
                        .arg(format::count(facts.hidden)),
                    ListPageWords::tr("The service sent no row that can be read. The rows are "
                                      "stored, and an export contains them."),
                    ListPageWords::tr("Check again"), false};
        }
        return {Icon::Warning,
                ListPageWords::tr("%1 row(s) of this list could not be read.", nullptr,
                                  static_cast<int>(facts.unreadable))
                    .arg(format::count(facts.unreadable)),
                ListPageWords::tr("The service sent no row that can be read."),
                ListPageWords::tr("Show rows"), false};
    case ListState::Body::NothingMatches:
        return {Icon::NothingFound,
                ListPageWords::tr("Nothing matches “%1”")
                    .arg(isolated(format::shortened(filter, longestSearch))),
                words.noMatchText, ListPageWords::tr("Clear filters"), false};
    case ListState::Body::NotLoaded:
    case ListState::Body::NoAccess:
        return notLoaded(facts, words);
    case ListState::Body::NotOffered: {
        const QString look = ListPageWords::tr("Check again");
        const bool canAdd = !words.addAction.isEmpty();
        return {Icon::Info,
                words.notOffered,
                words.notOfferedText,
                canAdd ? words.addAction : look,
                canAdd,
                canAdd ? look : QString()};
    }
    case ListState::Body::Rows:
        break;
    }
    return {};
}

} // namespace relaybook
