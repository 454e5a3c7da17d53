// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icon.h"

namespace relaybook {

namespace {

// A switch without default: the compiler warns about a new icon without a file.
const char *fileOf(Icon icon)
{
    switch (icon) {
    case Icon::Overview:
        return "layout-dashboard";
    case Icon::Proxies:
        return "globe";
    case Icon::SubUsers:
        return "users";
    case Icon::Transactions:
        return "arrow-left-right";
    case Icon::Activity:
        return "activity";
    case Icon::Settings:
        return "settings";
    case Icon::Search:
        return "search";
    case Icon::Refresh:
        return "refresh-cw";
    case Icon::Copy:
        return "copy";
    case Icon::Edit:
        return "pencil";
    case Icon::Show:
        return "eye";
    case Icon::Hide:
        return "eye-off";
    case Icon::Check:
        return "check";
    case Icon::Close:
        return "x";
    case Icon::Warning:
        return "triangle-alert";
    case Icon::Info:
        return "info";
    case Icon::Offline:
        return "wifi-off";
    case Icon::Lock:
        return "lock";
    case Icon::Key:
        return "key-round";
    case Icon::Empty:
        return "inbox";
    case Icon::Filter:
        return "list-filter";
    case Icon::Download:
        return "download";
    case Icon::ChevronDown:
        return "chevron-down";
    case Icon::ChevronUp:
        return "chevron-up";
    case Icon::ChevronRight:
        return "chevron-right";
    case Icon::ChevronLeft:
        return "chevron-left";
    case Icon::Sort:
        return "chevrons-up-down";
    case Icon::Plus:
        return "plus";
    case Icon::Minus:
        return "minus";
    case Icon::Wallet:
        return "wallet";
    case Icon::Pause:
        return "pause";
    case Icon::Play:
        return "play";
    case Icon::Delete:
        return "trash-2";
    case Icon::OpenOutside:
        return "external-link";
    case Icon::Light:
        return "sun";
    case Icon::Dark:
        return "moon";
    case Icon::System:
        return "monitor";
    case Icon::Help:
        return "circle-question-mark";
    case Icon::Clipboard:
        return "clipboard";
    case Icon::Calendar:
        return "calendar";
    case Icon::Chart:
        return "chart-line";
    case Icon::ArrowUp:
        return "arrow-up";
    case Icon::ArrowDown:
        return "arrow-down";
    case Icon::More:
        return "ellipsis";
    case Icon::SignOut:
        return "log-out";
    case Icon::NewSubUser:
        return "user-plus";
    case Icon::Columns:
        return "columns-3";
    case Icon::Good:
        return "circle-check";
    case Icon::Alert:
        return "circle-alert";
    case Icon::Bad:
        return "circle-x";
    case Icon::Clock:
        return "clock";
    case Icon::Sandbox:
        return "flask-conical";
    case Icon::Database:
        return "database";
    case Icon::Fields:
        return "file-text";
    case Icon::Undo:
        return "undo-2";
    case Icon::Inspector:
        return "panel-right";
    case Icon::NothingFound:
        return "search-x";
    case Icon::Keyboard:
        return "keyboard";
    case Icon::Link:
        return "link";
    case Icon::Tag:
        return "tag";
    case Icon::Note:
        return "notebook-pen";
    case Icon::CreditCard:
        return "credit-card";
    case Icon::TryAgain:
        return "rotate-ccw";
    case Icon::Server:
        return "server";
    case Icon::Bell:
        return "bell";
    }
    Q_UNREACHABLE();
}

} // namespace

QString iconPath(Icon icon)
{
    return QStringLiteral(":/relaybook/drawings/%1.pic").arg(QLatin1StringView(fileOf(icon)));
}

} // namespace relaybook
