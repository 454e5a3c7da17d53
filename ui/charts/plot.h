// SPDX-License-Identifier: GPL-3.0-or-later
// Includes QCustomPlot's header in a project that is built without Qt's keywords: it uses three of
// them, which are defined for it here and undefined again.
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
