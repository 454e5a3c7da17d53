// SPDX-License-Identifier: GPL-3.0-or-later
// "Details" of an error that stands on a page: the service's own words and code, to read and copy.
#pragma once

#include "api/types/apierror.h"
#include "ui/widgets/sheetdialog.h"

namespace relaybook {

class ErrorDetails : public SheetDialog
{
    Q_OBJECT

public:
    ErrorDetails(const Theme &theme, const ApiError &error, QWidget *parent);
};

// Opens it over the window and lets it go when it is closed.
void openErrorDetails(const Theme &theme, const ApiError &error, QWidget *parent);

} // namespace relaybook
