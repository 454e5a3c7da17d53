// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/acknowledgedialog.h"

#include "models/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int sheetWidth = 520;
constexpr qsizetype mostNamed = 3;
constexpr int longestNote = 500;

} // namespace

AcknowledgeDialog::AcknowledgeDialog(const Theme &theme, const QStringList &findings,
                                     QWidget *parent)
    : SheetDialog(theme,
                  findings.size() == 1
                      ? tr("Acknowledge this finding")
                      : tr("Acknowledge %1 findings").arg(format::count(findings.size())),
                  parent)
    , m_note(new QLineEdit(this))
{
    setObjectName(QStringLiteral("acknowledgeDialog"));
    setSubtitle(tr("It stays in the list with your note, and no longer counts as open. If its "
                   "figures change, it is a new finding."));
    setSheetWidth(sheetWidth);
    setSubmitText(tr("Acknowledge"), tr("Saving…"));
    QStringList shown = findings.mid(0, mostNamed);
    if (findings.size() > mostNamed) {
        shown.append(tr("and %1 more").arg(format::count(findings.size() - mostNamed)));
    }
    auto *words = new Label(theme, Role::Text, TextStyle::Body, shown.join(u'\n'), this);
    words->setObjectName(QStringLiteral("acknowledgedFindings"));
    words->setWordWrap(true);
    contentLayout()->addWidget(words);
    m_note->setObjectName(QStringLiteral("acknowledgeNote"));
    m_note->setMaxLength(longestNote);
    m_note->setPlaceholderText(tr("For example: explained by support on June 3"));
    contentLayout()->addWidget(new FieldRow(theme, tr("&Note (optional)"), m_note, this));
}

QString AcknowledgeDialog::note() const
{
    return m_note->text().trimmed();
}

bool AcknowledgeDialog::isDirty() const
{
    return !note().isEmpty();
}

} // namespace relaybook
