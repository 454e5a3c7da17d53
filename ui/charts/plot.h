// SPDX-License-Identifier: GPL-3.0-or-later
// Includes QCustomPlot's header. It uses three Qt keywords that this project disables, so
// they are defined before the include and undefined after it.
#pragma once

#include <QtGlobal>

#define signals Q_SIGNALS
#define slots Q_SLOTS
// NOLINTNEXTLINE(bugprone-macro-parentheses): the two halves of a for
#define foreach(variable, list) for (variable : list)
#include <qcustomplot.h>
#undef foreach
#undef slots
#undef signals
