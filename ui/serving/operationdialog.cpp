// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/operationdialog.h"

#include "ui/serving/operationview.h"
#include "ui/serving/servingtext.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

OperationDialog::OperationDialog(const Theme &theme, SubUserDesk &desk, const QString &id,
                                 QWidget *parent)
    : SheetDialog(theme, tr("Operation"), parent)
    , m_desk(desk)
    , m_id(id)
    , m_view(new OperationView(theme, desk, this))
{
    setObjectName(QStringLiteral("operationDialog"));
    setSubmitKeys(SubmitKeys::None);
    contentLayout()->addWidget(m_view);
    m_view->setOperation(id);
    connect(m_view, &OperationView::operationChanged, this, &OperationDialog::update);
    update();
    cancelButton()->setFocus();
}

void OperationDialog::update()
{
    const SubUserOrder *operation = m_view->operation();
    if (operation == nullptr) {
        return;
    }
    const OperationHeading heading = operationHeading(*operation);
    setTitle(heading.title);
    setSubtitle(heading.subtitle);
    const bool unknown = operation->state == OrderState::Unknown;
    const bool waits = operation->state == OrderState::Waiting;
    setCancelText(operation->isOpen() && !waits ? tr("Close, keep checking") : tr("Close"));
    setSubmitText(waits ? tr("Cancel operation") : tr("Check now"), tr("Checking…"));
    submitButton()->setVisible(unknown || waits);
    submitButton()->setEnabled(waits || (unknown && !m_desk.isLooking(m_id)));
    setFooterNote(unknown ? tr("Continues after a restart.") : QString());
}

void OperationDialog::startSubmit()
{
    const SubUserOrder *operation = m_view->operation();
    if (operation != nullptr && operation->state == OrderState::Waiting) {
        m_desk.cancel(m_id);
    } else {
        m_desk.look(m_id);
    }
    fail(); // back to Editing at once: the rows show the progress
    update();
}

} // namespace relaybook
