// SPDX-License-Identifier: GPL-3.0-or-later
// Section of the sub-user's page: how many rules its IP allowlist and its domain blocklist have,
// and the buttons that open them.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/subusers/accessrules.h"
#include "ui/base/page.h"
#include "ui/subusers/profilesection.h"

#include <array>
#include <memory>

class QPushButton;
class QVBoxLayout;

namespace relaybook {

class AccessSection : public ProfileSection
{
    Q_OBJECT

public:
    AccessSection(const PageContext &context, SubUserId id, QWidget *parent);
    ~AccessSection() override;

    /// Loads both lists again.
    void load();
    /// The sub-user was deleted: its rules cannot be opened.
    void setGone(bool gone);

private:
    struct Line
    {
        std::unique_ptr<AccessRules> rules;
        Label *count = nullptr;
        QPushButton *open = nullptr;
    };
    void addLine(Line &line, AccessKind kind, QVBoxLayout &column);
    void showLine(const Line &line);
    void showLines();
    void openList(AccessKind kind);

    PageContext m_context;
    const SubUserId m_id;
    std::array<Line, 2> m_lines;
    bool m_isGone = false;
};

} // namespace relaybook
