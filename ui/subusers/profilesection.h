// SPDX-License-Identifier: GPL-3.0-or-later
// A section of the sub-user's page that is loaded independently of the others. It shows whether it
// is loading, has failed, or is not offered by the service.
#pragma once

#include "models/subusers/subuserprofile.h"
#include "ui/widgets/inspector.h"

class QPushButton;

namespace relaybook {

class Banner;
class Label;

class ProfileSection : public InspectorSection
{
    Q_OBJECT

public:
    /// `name` is the object name; the parts of the section are named after it.
    ProfileSection(const Theme &theme, const QString &title, const QString &name, QWidget *parent);

    /// Shows the status of the content. `hasContent`: earlier content is still shown, so the status
    /// is added to it.
    void showStatus(const SubUserProfile::Status &status, bool hasContent,
                    const QString &notOffered);
    /// A sentence in place of the content; empty: none.
    void showNote(const QString &note);
    /// Puts that sentence below the widgets that were added.
    void putNoteLast();

Q_SIGNALS:
    void againWanted();

private:
    void showError(const ApiError &error);

    Label *m_note;
    Banner *m_trouble;
    std::optional<ApiError> m_shown;
};

} // namespace relaybook
