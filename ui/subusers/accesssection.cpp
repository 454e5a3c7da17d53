// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/accesssection.h"

#include "models/text/format.h"
#include "ui/subusers/accessrulesdialog.h"
#include "ui/theme/controlkind.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

} // namespace

AccessSection::AccessSection(const PageContext &context, SubUserId id, QWidget *parent)
    : ProfileSection(context.theme, tr("Access rules"), QStringLiteral("access"), parent)
    , m_context(context)
    , m_id(id)
{
    auto *lines = new QWidget(this);
    auto *column = new QVBoxLayout(lines);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    addLine(m_lines.front(), AccessKind::Allowlist, *column);
    addLine(m_lines.back(), AccessKind::Blocklist, *column);
    addWidget(lines);
    connect(this, &ProfileSection::againWanted, this, &AccessSection::load);
    showLines();
}

AccessSection::~AccessSection() = default;

void AccessSection::addLine(Line &line, AccessKind kind, QVBoxLayout &column)
{
    const bool isAllowlist = kind == AccessKind::Allowlist;
    line.rules = m_context.account.accessRules(kind, m_id);
    line.count = new Label(theme(), Role::Text, TextStyle::Body, this);
    line.count->setObjectName(isAllowlist ? QStringLiteral("allowlistCount")
                                          : QStringLiteral("blocklistCount"));
    line.count->setWordWrap(true);
    line.open = new QPushButton(isAllowlist ? tr("IP allowlist…") : tr("Domain blocklist…"), this);
    line.open->setObjectName(isAllowlist ? QStringLiteral("openAllowlist")
                                         : QStringLiteral("openBlocklist"));
    line.open->setAccessibleName(isAllowlist ? tr("Open the IP allowlist")
                                             : tr("Open the domain blocklist"));
    line.open->setAutoDefault(false);
    setButtonKind(*line.open, ButtonKind::Link);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(line.open);
    row->addWidget(line.count, 1);
    column.addLayout(row);
    connect(line.rules.get(), &AccessRules::changed, this, &AccessSection::showLines);
    connect(line.open, &QPushButton::clicked, this, [this, kind] { openList(kind); });
}

void AccessSection::load()
{
    for (const Line &line : m_lines) {
        line.rules->load();
    }
}

void AccessSection::setGone(bool gone)
{
    m_isGone = gone;
    showLines();
}

void AccessSection::showLine(const Line &line)
{
    const SubUserProfile::Status &status = line.rules->status();
    const bool isMissing = status.state == SubUserProfile::Status::NotOffered;
    line.open->setEnabled(!m_isGone && !isMissing);
    line.count->setRole(Role::QuietText);
    if (isMissing) {
        line.count->setText(tr("This service does not offer this list."));
    } else if (line.rules->isEmpty()) {
        line.count->setText(line.rules->kind() == AccessKind::Allowlist
                                ? tr("Empty: every address can use the proxies.")
                                : tr("Empty: no domain is blocked."));
    } else if (line.rules->isKnown()) {
        line.count->setText(tr("%1 rules", nullptr, static_cast<int>(line.rules->rules().size()))
                                .arg(format::count(line.rules->rules().size())));
        line.count->setRole(Role::Text);
    } else {
        line.count->setText(status.state == SubUserProfile::Status::Loading ? tr("Loading…")
                                                                            : tr("Not loaded"));
    }
}

void AccessSection::showLines()
{
    SubUserProfile::Status worst{SubUserProfile::Status::Loaded, {}, {}};
    for (const Line &line : m_lines) {
        showLine(line);
        if (line.rules->status().error && !m_isGone) {
            worst = line.rules->status();
        }
    }
    showStatus(worst, true, {});
}

void AccessSection::openList(AccessKind kind)
{
    SubUser row = m_context.account.rows().subUser(m_id).value_or(SubUser());
    row.id = m_id;
    auto *dialog = new AccessRulesDialog(m_context, row, kind, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AccessRulesDialog::rulesChanged, this, &AccessSection::load);
    dialog->open();
}

} // namespace relaybook
