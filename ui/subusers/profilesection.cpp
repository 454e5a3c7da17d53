// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/profilesection.h"

#include "ui/base/errordetails.h"
#include "ui/base/errortext.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/label.h"

#include <QPushButton>

namespace relaybook {

ProfileSection::ProfileSection(const Theme &theme, const QString &title, const QString &name,
                               QWidget *parent)
    : InspectorSection(theme, title, parent)
    , m_note(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_trouble(new Banner(theme, Banner::Shape::Stacked, this))
{
    setObjectName(name);
    rows()->hide();
    m_note->setObjectName(name + QStringLiteral("Note"));
    m_note->setWordWrap(true);
    m_note->hide();
    m_trouble->setObjectName(name + QStringLiteral("Trouble"));
    m_trouble->hide();
    addWidget(m_trouble);
    addWidget(m_note);
}

void ProfileSection::showNote(const QString &note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void ProfileSection::putNoteLast()
{
    addWidget(m_note);
}

void ProfileSection::showStatus(const SubUserProfile::Status &status, bool hasContent,
                                const QString &notOffered)
{
    using Status = SubUserProfile::Status;
    if (status.state == Status::NotLoaded && status.error) {
        showError(*status.error);
    } else {
        m_shown.reset();
        m_trouble->hide();
    }
    if (status.state == Status::Loading && !hasContent) {
        showNote(tr("Loading…"));
    } else if (status.state == Status::NotOffered) {
        showNote(notOffered);
    } else {
        showNote({});
    }
}

void ProfileSection::showError(const ApiError &error)
{
    m_trouble->show();
    if (m_shown == error) {
        return;
    }
    m_shown = error;
    const ErrorText text = errorText(error);
    m_trouble->clearLinks();
    m_trouble->setMessage(Tone::Bad, text.title, text.advice);
    auto *again = m_trouble->addLink(tr("Try again"), objectName() + QStringLiteral("Again"));
    connect(again, &QPushButton::clicked, this, &ProfileSection::againWanted);
    if (!text.details.isEmpty()) {
        auto *details = m_trouble->addLink(tr("Details"), objectName() + QStringLiteral("Details"));
        connect(details, &QPushButton::clicked, this,
                [this, error] { openErrorDetails(theme(), error, this); });
    }
}

} // namespace relaybook
