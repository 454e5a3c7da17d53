// SPDX-License-Identifier: GPL-3.0-or-later
// The line icons of the program, named by what they mean, not by what they show.
#pragma once

#include <QString>

namespace relaybook {

enum class Icon {
    Overview,
    Proxies,
    SubUsers,
    Transactions,
    Activity,
    Settings,
    Search,
    Refresh,
    Copy,
    Edit,
    Show,
    Hide,
    Check,
    Close,
    Warning,
    Info,
    Offline,
    Lock,
    Key,
    Empty,
    Filter,
    Download,
    ChevronDown,
    ChevronUp,
    ChevronRight,
    ChevronLeft,
    Sort,
    Plus,
    Minus,
    Wallet,
    Pause,
    Play,
    Delete,
    OpenOutside,
    Light,
    Dark,
    System,
    Help,
    Clipboard,
    Calendar,
    Chart,
    ArrowUp,
    ArrowDown,
    More,
    SignOut,
    NewSubUser,
    Columns,
    Good,
    Alert,
    Bad,
    Clock,
    Sandbox,
    Database,
    Fields,
    Undo,
    Inspector,
    NothingFound,
    Keyboard,
    Link,
    Tag,
    Note,
    CreditCard,
    TryAgain,
    Server,
    Bell,
};

/// The number of icons, for loops over all.
inline constexpr int iconCount = static_cast<int>(Icon::Bell) + 1;

/// Path of the compiled-in drawing (see resources/recorder), which is black.
[[nodiscard]] QString iconPath(Icon icon);

} // namespace relaybook
