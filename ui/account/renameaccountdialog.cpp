// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/renameaccountdialog.h"

#include "ui/widgets/fieldrow.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int renameSheetWidth = 440;
constexpr int longestName = 80;

} // namespace

RenameAccountDialog::RenameAccountDialog(const Theme &theme, const QString &name, WhyNot whyNot,
                                         QWidget *parent)
    : SheetDialog(theme, tr("Rename the account"), parent)
    , m_before(name)
    , m_whyNot(std::move(whyNot))
    , m_name(new QLineEdit(name))
{
    setObjectName(QStringLiteral("renameAccountDialog"));
    setSheetWidth(renameSheetWidth);
    m_name->setObjectName(QStringLiteral("accountNameEdit"));
    m_name->setMaxLength(longestName);
    m_name->setPlaceholderText(tr("The name at the service"));
    m_row = new FieldRow(theme, tr("Name on this computer"), m_name, this);
    m_row->setHint(tr("It is shown in the side bar, in the list of accounts, in the window's title "
                      "and in exported files, and it is what --account takes. If it is empty, the "
                      "name at the service is shown."));
    contentLayout()->addWidget(m_row);
    setSubmitText(tr("Rename"), tr("Renaming…"));
    connect(m_name, &QLineEdit::textEdited, m_row, &FieldRow::clearError);
    m_name->selectAll();
    m_name->setFocus();
}

bool RenameAccountDialog::isDirty() const
{
    return false; // a name is quickly typed again, so closing does not ask
}

void RenameAccountDialog::startSubmit()
{
    const QString name = m_name->text().simplified();
    const bool isOther = name != m_before;
    if (const QString why = isOther ? m_whyNot(name) : QString(); !why.isEmpty()) {
        m_row->setError(why);
        fail();
        return;
    }
    succeed();
    if (isOther) {
        Q_EMIT renamed(name);
    }
}

} // namespace relaybook
