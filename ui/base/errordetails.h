// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog with the details of an error that a page shows: the service's own text and code, to read
// and copy.
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

/// Opens the dialog over the window; it is deleted when it is closed.
void openErrorDetails(const Theme &theme, const ApiError &error, QWidget *parent);

} // namespace relaybook
